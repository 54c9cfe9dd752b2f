//! What is kept, row by row.

use std::collections::BTreeMap;

use sqlx::{Row, sqlite::SqliteRow};
use table::{BySeat, Seat};

use crate::{GuestId, Ticks};

/// SHA-256 of a cookie or of a seat link.
pub type Token = [u8; 32];

/// A game as it is opened.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// What does not change.
    pub row: GameRow,
    /// Its seats.
    pub seats: BySeat<NewSeat>,
}

/// A seat as it is opened.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// `guest`, `computer` or `open`.
    pub occupant: String,
    /// The guests who may sit there.
    pub holders: Vec<GuestId>,
    /// The link that leads to it.
    pub link: Option<Token>,
}

/// A game without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The table's name.
    pub id: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// `computer`, `link` or `screen`.
    pub mode: String,
    /// The computer's level.
    pub level: Option<String>,
    /// Whether it is shown among the tables to watch.
    pub listed: bool,
    /// The secret of its dice.
    pub seed: [u8; 32],
    /// When it began, in seconds since 1970.
    pub began: i64,
    /// How it ended.
    pub ended: Option<Ended>,
    /// Its number in a series of games, from 1.
    pub number: u32,
    /// Games of the series won before this one, by who sits at One and Two now.
    pub won: BySeat<u32>,
    /// Games of the series drawn before this one.
    pub drawn: u32,
    /// The next game of the series.
    pub next: Option<String>,
    /// How its clocks count: `5+5`, `15+10`, `day`.
    pub clock: Option<String>,
    /// How its clocks stand.
    pub ticks: Ticks,
    /// What a record of it carries, by name: home-made teams.
    pub luggage: BTreeMap<String, String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// `one`, `two`, `draw`; `broken` when the table could not go on.
    pub outcome: String,
    /// Why, in a word.
    pub reason: String,
}

/// A seat as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatRow {
    /// `guest`, `computer` or `open`.
    pub occupant: String,
    /// The guests who may sit there, with their names.
    pub holders: Vec<(GuestId, Option<String>)>,
    /// The kinds of windows that are passed for it.
    pub auto: Vec<String>,
    /// What its player added to the dice; empty when there was nothing in time.
    pub nonce: Option<Vec<u8>>,
    /// What its player committed to before anybody opened a nonce.
    pub commitment: Option<[u8; 32]>,
    /// When, in milliseconds since 1970.
    pub committed: Option<i64>,
}

impl SeatRow {
    /// The name to show: that of the first holder who has one.
    pub fn name(&self) -> Option<&str> {
        self.holders.iter().find_map(|(_, name)| name.as_deref())
    }
}

/// A game with everything that belongs to it.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The game.
    pub row: GameRow,
    /// Its seats.
    pub seats: BySeat<SeatRow>,
    /// Its log.
    pub lines: Vec<StoredLine>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLine {
    /// As in a record.
    pub line: String,
    /// The action key of who asked for it.
    pub key: Option<String>,
    /// What the clock of who decided showed after it, in tenths of a second.
    pub clock: Option<u32>,
}

/// A line to append.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// As in a record.
    pub line: String,
    /// The action key of who asked for it.
    pub key: Option<String>,
    /// What the clock of who decided shows after it, in tenths of a second.
    pub clock: Option<u32>,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The game.
    pub row: GameRow,
    /// Its seats.
    pub seats: BySeat<SeatRow>,
    /// How many lines its log has.
    pub lines: u32,
    /// When something happened last, in seconds since 1970.
    pub touched: i64,
}

pub(crate) const GAME: &str = "id, game, rules, options, mode, level, listed, seed, began, outcome, reason, \
                               number, won_one, won_two, drawn, next, lines, touched, clock, \
                               left_one, left_two, ticked, due, luggage";

pub(crate) fn game(row: &SqliteRow) -> Result<GameRow, sqlx::Error> {
    let options: String = row.try_get("options")?;
    let seed: Vec<u8> = row.try_get("seed")?;
    let luggage: String = row.try_get("luggage")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    let reason: Option<String> = row.try_get("reason")?;
    let broken = |what: &str| sqlx::Error::Decode(format!("the column {what} is damaged").into());
    Ok(GameRow {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        rules: row.try_get("rules")?,
        options: serde_json::from_str(&options).map_err(|_| broken("options"))?,
        mode: row.try_get("mode")?,
        level: row.try_get("level")?,
        listed: row.try_get("listed")?,
        seed: seed.try_into().map_err(|_| broken("seed"))?,
        began: row.try_get("began")?,
        ended: outcome.map(|outcome| Ended { outcome, reason: reason.unwrap_or_default() }),
        number: row.try_get("number")?,
        won: BySeat([row.try_get("won_one")?, row.try_get("won_two")?]),
        drawn: row.try_get("drawn")?,
        next: row.try_get("next")?,
        clock: row.try_get("clock")?,
        ticks: Ticks {
            left: BySeat([row.try_get("left_one")?, row.try_get("left_two")?]),
            at: row.try_get("ticked")?,
            due: row.try_get("due")?,
        },
        luggage: serde_json::from_str(&luggage).map_err(|_| broken("luggage"))?,
    })
}

/// One and Two as the file has them.
pub(crate) fn number(seat: Seat) -> i64 {
    seat as i64 + 1
}

/// One and Two from the file.
pub(crate) fn seat(number: i64) -> Seat {
    if number == 1 { Seat::One } else { Seat::Two }
}

//! The bodies of plain HTTP requests.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `GET /api/games` | | [`GameCard`] list |
//! | `GET /words/{en,fr}.json` | | key → sentence |
//! | `GET /api/rules/{en,fr}/GAME` | | [`RulebookTold`] |
//! | `GET /api/me` | | [`Me`] |
//! | `POST /api/me` | [`Rename`] | [`Me`] |
//! | `DELETE /api/me` | | [`Erased`] |
//! | `GET /api/me/export` | | own records as JSONL |
//! | `GET /api/lobby` | | [`Lobby`] |
//! | `POST /api/tables` | [`NewTable`] | [`Opened`] |
//! | `POST /api/tables/ID/link` | [`WantLink`] | [`SeatLink`] |
//! | `POST /api/seat` | [`TakeSeat`] | [`Seated`] |
//! | `GET /api/replay/ID` | | [`Replay`] |
//! | `POST /api/replay` | a record as text | [`Replay`] |
//! | `GET /api/record/ID?format=text\|json` | | the record, when the game is over |
//! | `GET /api/learn/GAME` | | [`LessonCard`] list |
//! | `POST /api/learn/GAME/LESSON` | [`LessonAsked`] | [`LessonTold`] |
//!
//! Every error is a [`Trouble`] with a fitting status.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::Seat;

use crate::{Ask, Clock, Mode, Move, Moved, Sentence, Tell, TurnTold, ViewerName};

/// What went wrong with a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Trouble {
    /// The sentence.
    #[serde(flatten)]
    pub why: Sentence,
    /// The rule, where one refuses: an option, a step of a record.
    pub rule: Option<String>,
    /// The line of a record's file, from 1.
    pub line: Option<u32>,
    /// The line of a record's game, from 1.
    pub step: Option<u32>,
}

/// A game as the home page shows it. Its sentences are `GAME.name`, `GAME.tagline`, `GAME.length`, `GAME.luck`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCard {
    /// Its name in addresses.
    pub id: String,
    /// The version of its rules.
    pub rules: u32,
    /// Its variants and switchable rulings.
    pub options: Vec<OptionTold>,
    /// The computer's levels, weakest first: `level.NAME`.
    pub levels: Vec<String>,
    /// Whether anything can be hidden.
    pub secrets: bool,
    /// A position to draw on the card.
    #[cfg_attr(test, ts(type = "Json"))]
    pub picture: Json,
}

/// An option of a game: `GAME.option.KEY`, its values `GAME.option.KEY.VALUE`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OptionTold {
    /// Its key.
    pub key: String,
    /// The value of the printed game.
    pub default: String,
    /// The rule that it switches: `R13`.
    pub rule: String,
    /// What it may be set to.
    pub values: OptionValues,
}

/// What an option may be set to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OptionValues {
    /// One of these words.
    OneOf {
        /// The words.
        of: Vec<String>,
    },
    /// A whole number: `from`, `from + step`, … up to `to`.
    Number {
        /// The least.
        from: i32,
        /// The greatest.
        to: i32,
        /// The distance.
        step: i32,
    },
    /// So many of these words, parted by blanks; a word may come twice.
    Several {
        /// The words.
        of: Vec<String>,
        /// How many.
        count: u32,
    },
}

/// A rulebook in one language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulebookTold {
    /// Its pieces in order.
    pub blocks: Vec<BlockTold>,
}

/// A piece of a rulebook. Text keeps its inline Markdown (`*emphasis*`, `**strong**`, `` `code` ``).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "block", rename_all = "snake_case")]
pub enum BlockTold {
    /// The title or a heading.
    Heading {
        /// 1 for the title.
        level: u8,
        /// The words.
        text: String,
    },
    /// A numbered rule.
    Rule {
        /// Its number.
        number: u32,
        /// What it says.
        text: String,
    },
    /// Prose.
    Paragraph {
        /// What it says.
        text: String,
    },
    /// A list.
    List {
        /// Its items.
        items: Vec<String>,
    },
    /// A table, its head first.
    Table {
        /// Rows of cells.
        rows: Vec<Vec<String>>,
    },
    /// A board.
    Diagram {
        /// The position in the game's text form.
        text: String,
        /// The view to draw.
        #[cfg_attr(test, ts(type = "Json"))]
        view: Json,
    },
}

/// The guest that the cookie names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// The display name, if one was chosen.
    pub name: Option<String>,
    /// How many tables this guest sits or sat at.
    pub tables: u32,
}

/// Chooses a display name; empty for none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// 1 to 24 characters.
    pub name: String,
}

/// What was erased with the guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Erased {
    /// Tables that nobody else sat at, gone with all their moves.
    pub tables: u32,
    /// Tables that somebody else has a seat at: the name is gone, the game stays.
    pub left: u32,
}

/// Opens a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game.
    pub game: String,
    /// Its options, where they differ from the default.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "{ [key: string]: string }", optional))]
    pub options: BTreeMap<String, String>,
    /// How the seats are filled.
    pub mode: Mode,
    /// The maker's seat.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<WantSeat>"))]
    pub seat: WantSeat,
    /// The computer's level, for mode `computer`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<String>,
    /// How its clocks count; by default it has none.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<Clock>,
    /// Whether others find it to watch. By default against the computer yes, otherwise no.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub listed: Option<bool>,
}

/// Which seat the maker of a table wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WantSeat {
    /// Seat One.
    #[default]
    One,
    /// Seat Two.
    Two,
    /// Either, by lot.
    Random,
}

/// A table that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opened {
    /// Its name.
    pub table: String,
    /// The link for the friend, in mode `link`.
    pub invite: Option<SeatLink>,
}

/// Wants a link to a seat: the own one (for another device), or an open one (for the friend). Links given
/// before for that seat stop working.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WantLink {
    /// Which seat.
    #[cfg_attr(test, ts(type = "Seat"))]
    pub seat: Seat,
}

/// A link to a seat. It works once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatLink {
    /// Which seat.
    #[cfg_attr(test, ts(type = "Seat"))]
    pub seat: Seat,
    /// `/seat/TOKEN`.
    pub path: String,
}

/// Exchanges a seat link for the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The last part of the link's path.
    pub token: String,
    /// A secret of the client's own, of the same form: a link works once, and again for who shows the same claim,
    /// because the answer to the first request may have been lost.
    pub claim: Option<String>,
}

/// The seat that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seated {
    /// Its table.
    pub table: String,
    /// Which seat.
    #[cfg_attr(test, ts(type = "Seat"))]
    pub seat: Seat,
}

/// What is being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lobby {
    /// Listed tables where something happened lately, newest first.
    pub watch: Vec<TableCard>,
    /// The guest's own unfinished games, newest first.
    pub mine: Vec<TableCard>,
    /// The guest's last finished games, newest first.
    pub finished: Vec<TableCard>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableCard {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// How the seats are filled.
    pub mode: Mode,
    /// The computer's level.
    pub level: Option<String>,
    /// The names of One and Two, where they have one.
    pub names: [Option<String>; 2],
    /// The guest's own seats.
    #[cfg_attr(test, ts(type = "Seat[]"))]
    pub you: Vec<Seat>,
    /// Which seats nobody has taken yet.
    #[cfg_attr(test, ts(type = "Seat[]"))]
    pub open: Vec<Seat>,
    /// How many lines its log has.
    pub version: u32,
    /// When something happened last, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub touched: i64,
    /// How it ended: `one`, `two`, `draw`.
    pub outcome: Option<String>,
}

/// A game to step through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Replay {
    /// The table, when the game is one of ours.
    pub table: Option<String>,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options that differ from the default.
    #[cfg_attr(test, ts(type = "{ [key: string]: string }"))]
    pub options: BTreeMap<String, String>,
    /// The names of One and Two.
    pub names: [Option<String>; 2],
    /// The day, `2026-11-15`.
    pub date: Option<String>,
    /// SHA-256 of the seed of its dice.
    pub commitment: Option<String>,
    /// The seed, when it is open.
    pub seed: Option<String>,
    /// What One and Two committed to before any nonce was opened.
    pub commitments: [Option<String>; 2],
    /// What One and Two added to the dice, in hex digits.
    pub nonces: [Option<String>; 2],
    /// Whose eyes: the judge's when the game is over, else the public's.
    pub viewer: ViewerName,
    /// Whether the game is over: then its record can be downloaded.
    pub over: bool,
    /// What every chance step was drawn from, when the seed is open.
    pub draws: Vec<DrawTold>,
    /// The position before the first move, then after each.
    pub frames: Vec<Frame>,
}

/// What a chance step was drawn from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawTold {
    /// The number of the move.
    pub n: u32,
    /// The outcome.
    pub text: String,
    /// The stream; none when the record does not say.
    pub stream: Option<String>,
    /// Every outcome with its weight, in byte order.
    pub weights: Vec<(String, u32)>,
}

/// A position of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    /// The move that led to it; none for the start, and for the end by a decision of the table.
    pub moved: Option<Moved>,
    /// The game's view.
    #[cfg_attr(test, ts(type = "Json"))]
    pub view: Json,
    /// Who must decide.
    pub turn: TurnTold,
}

/// The truth about the moves of a game, where it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Review {
    /// The position that the list begins with; 0 is the start.
    pub from: u32,
    /// For each position what perfect play makes of each move of the side to move; none where nobody knows.
    #[cfg_attr(test, ts(type = "({ [move: string]: MarkTold } | null)[]"))]
    pub positions: Vec<Option<BTreeMap<String, MarkTold>>>,
}

/// What perfect play makes of a move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MarkTold {
    /// It keeps a forced win.
    Won,
    /// Neither side can force a win.
    Drawn,
    /// The other side can force a win.
    Lost,
}

/// The move list of a replay, for lists without boards.
impl Replay {
    /// The lines of the list.
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.frames.iter().filter_map(|frame| frame.moved.as_ref()).map(|moved| &moved.line)
    }
}

/// A text in both languages: lessons are data, no word file knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BothLanguages {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

/// A lesson of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonCard {
    /// Its name in addresses.
    pub id: String,
    /// What it is called.
    pub title: BothLanguages,
    /// What to do.
    pub text: BothLanguages,
    /// The rules that it teaches.
    pub rules: Vec<u32>,
}

/// What a learner asks. The server remembers nothing: what was done before comes along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LessonAsked {
    /// The learner's decisions so far, in the game's notation.
    pub played: Vec<String>,
    /// What is asked, as of a table.
    pub ask: Ask,
}

/// What a lesson answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonTold {
    /// The frames that a table would have told.
    pub tells: Vec<Tell>,
    /// The decision that was made, to be sent along from now on.
    pub played: Option<String>,
    /// How the lesson stands.
    pub verdict: LessonVerdict,
}

/// How a lesson stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LessonVerdict {
    /// The goal is not reached yet.
    Open,
    /// Done.
    Done {
        /// The praise.
        say: BothLanguages,
    },
    /// Not quite.
    Missed {
        /// Why.
        say: BothLanguages,
    },
}

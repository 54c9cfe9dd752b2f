//! The parts of which frames and pages are made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::{Seat, Value};

/// A sentence in any language: its key in the word files and the values of its `{names}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sentence {
    /// The key in the word files.
    pub word: String,
    /// The values. A value that is a word itself is translated as `GAME.word.VALUE` or `word.VALUE`.
    #[cfg_attr(test, ts(type = "{ [name: string]: Value }"))]
    pub values: BTreeMap<String, Value>,
}

impl Sentence {
    /// A sentence without values.
    pub fn new(word: impl Into<String>) -> Sentence {
        Sentence { word: word.into(), values: BTreeMap::new() }
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Sentence {
        self.values.insert(name.into(), value.into());
        self
    }

    /// From a key and values as games give them.
    pub fn of(word: &str, values: &[(&'static str, Value)]) -> Sentence {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Sentence { word: word.into(), values }
    }
}

/// Through whose eyes a view was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ViewerName {
    /// Seat One.
    One,
    /// Seat Two.
    Two,
    /// What everybody may know.
    Public,
    /// Everything: only when the game is over.
    Judge,
}

/// How the two seats are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Against the computer.
    Computer,
    /// With a friend, by link.
    Link,
    /// Two at one screen.
    Screen,
}

/// How the clocks of a table count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Clock {
    /// Five minutes for the whole game, and five seconds more for every turn.
    #[serde(rename = "5+5")]
    FivePlusFive,
    /// Fifteen minutes for the whole game, and ten seconds more for every turn.
    #[serde(rename = "15+10")]
    FifteenPlusTen,
    /// A day for every turn.
    #[serde(rename = "day")]
    Day,
}

impl Clock {
    /// Every way to count.
    pub const ALL: [Clock; 3] = [Clock::FivePlusFive, Clock::FifteenPlusTen, Clock::Day];

    /// As records and the store write it.
    pub fn name(self) -> &'static str {
        match self {
            Clock::FivePlusFive => "5+5",
            Clock::FifteenPlusTen => "15+10",
            Clock::Day => "day",
        }
    }
}

/// How the clocks stand when a frame is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClocksTold {
    /// What One and Two have left, in milliseconds.
    pub left: [u32; 2],
    /// Whose clock runs.
    pub running: [bool; 2],
}

/// What does not change while a game is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableTold {
    /// The table's name in addresses: `/table/ID`, `/replay/ID`.
    pub id: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options that differ from the default.
    #[cfg_attr(test, ts(type = "{ [key: string]: string }"))]
    pub options: BTreeMap<String, String>,
    /// How the seats are filled.
    pub mode: Mode,
    /// The computer's level.
    pub level: Option<String>,
    /// Whether it is shown among the tables to watch.
    pub listed: bool,
    /// Whether anything can be hidden in this game.
    pub secrets: bool,
    /// Whether some actions cannot be listed.
    pub continuous: bool,
    /// When it began, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub began: i64,
    /// Which game of a series this is, and how the series stands before it.
    pub series: Match,
    /// The dice of this game.
    pub commitment: Commitment,
    /// How its clocks count, if it has any.
    pub clock: Option<Clock>,
}

/// A series of games, seats swapped between them. Counted by the seats of *this* game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Match {
    /// 1 for the first game.
    pub number: u32,
    /// Games won before this one by who sits at One now.
    pub one: u32,
    /// Games won before this one by who sits at Two now.
    pub two: u32,
    /// Games drawn before this one.
    pub draws: u32,
}

/// Dice that can be checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Commitment {
    /// SHA-256 of the seed, shown from the start.
    pub hash: String,
    /// The seed, opened when the game is over.
    pub seed: Option<String>,
    /// Who has neither committed to a nonce nor added one, and still may.
    #[cfg_attr(test, ts(type = "Seat[]"))]
    pub wanted: Vec<Seat>,
    /// What One and Two have committed to, in hex digits; of a nonce that was added in the open, the same hash.
    pub nonces: [Option<String>; 2],
    /// Who is to open a nonce now: everybody has committed, and no commitment changes any more.
    #[cfg_attr(test, ts(type = "Seat[]"))]
    pub unrevealed: Vec<Seat>,
    /// Who was asked and added nothing in time.
    #[cfg_attr(test, ts(type = "Seat[]"))]
    pub abstained: Vec<Seat>,
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// A person.
    Guest,
    /// A bot of the table's level.
    Computer,
    /// Nobody yet: the link waits.
    Open,
}

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatTold {
    /// Who sits there.
    pub occupant: Occupant,
    /// The name that the guest chose.
    pub name: Option<String>,
    /// Whether the guest is at the table now. True for the computer.
    pub connected: bool,
}

/// How many look on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Watchers {
    /// Connections without a seat.
    pub count: u32,
}

/// Who must decide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TurnTold {
    /// One seat, or both at once.
    Act {
        /// Who is asked.
        #[cfg_attr(test, ts(type = "Seat[]"))]
        seats: Vec<Seat>,
    },
    /// Dice or deck; the table draws by itself.
    Chance,
    /// The game is over.
    Over {
        /// Nobody in a draw.
        #[cfg_attr(test, ts(type = "Seat | null"))]
        winner: Option<Seat>,
        /// The sentence that says why, with value `seat` (the winner) where there is one.
        why: Sentence,
    },
}

/// A question and its answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Asked {
    /// Who is asked.
    #[cfg_attr(test, ts(type = "Seat"))]
    pub seat: Seat,
    /// The question.
    pub prompt: PromptTold,
    /// The answers that can be listed, sorted by text.
    pub choices: Vec<Choice>,
    /// Milliseconds until the table answers `pass` by itself, where the player set it so.
    pub auto_in: Option<u32>,
}

/// The question put to a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PromptTold {
    /// The sentence.
    #[serde(flatten)]
    pub sentence: Sentence,
    /// Families of actions that cannot be listed.
    pub controls: Vec<Control>,
}

/// A family of actions: put a number of its range into each `{name}` of the form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Control {
    /// What the hand does: `flick`, `place`.
    pub kind: String,
    /// The notation with holes: `flick captain {angle}@{power}`.
    pub form: String,
    /// The holes.
    pub ranges: Vec<Hole>,
    /// The rules that may still refuse.
    pub rules: Vec<String>,
    /// Further hints of the game.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    #[cfg_attr(test, ts(type = "Json", optional))]
    pub hints: Json,
}

/// A hole of a control's form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hole {
    /// Its name in the form.
    pub name: String,
    /// The least whole number.
    pub from: i32,
    /// The greatest whole number.
    pub to: i32,
}

/// A legal answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    /// The notation.
    pub text: String,
    /// The anchor where the hand begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<String>,
    /// The anchor where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub to: Option<String>,
    /// A natural key on the keyboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub key: Option<String>,
    /// Where things would stand, in the terms of the view.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    #[cfg_attr(test, ts(type = "Json", optional))]
    pub preview: Json,
}

/// A position as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    /// How many moves led to it.
    pub n: u32,
    /// Whose eyes.
    pub viewer: ViewerName,
    /// The game's view: what `draw(view)` takes.
    #[cfg_attr(test, ts(type = "Json"))]
    pub view: Json,
    /// Who must decide.
    pub turn: TurnTold,
    /// The questions to this viewer's own seats. Empty when looking back, watching or covered.
    pub asked: Vec<Asked>,
    /// Two at one screen, with secrets: whose private view waits behind the cover. The page covers the board
    /// (after the animation), sends `uncover` with no seat, and with the seat when its player says so.
    #[cfg_attr(test, ts(type = "Seat | null"))]
    pub cover: Option<Seat>,
}

/// A line of the move list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Move {
    /// Its number from 1. After a take-back numbers are used again.
    pub n: u32,
    /// Who decided; none for chance.
    #[cfg_attr(test, ts(type = "Seat | null"))]
    pub seat: Option<Seat>,
    /// The notation, or what this viewer may see of it.
    pub text: String,
    /// A number that lines of one turn of the rules share, where both sides decide within a turn.
    #[serde(default)]
    pub turn: Option<u32>,
}

/// A move with what happened in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moved {
    /// The line of the list.
    #[serde(flatten)]
    pub line: Move,
    /// The events in the order in which the eye should see them.
    #[cfg_attr(test, ts(type = "GameEvent[]"))]
    pub events: Vec<Json>,
}

/// What waits for an answer, by who offered it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offers {
    /// To take back.
    #[cfg_attr(test, ts(type = "Seat | null"))]
    pub undo: Option<Seat>,
    /// A draw.
    #[cfg_attr(test, ts(type = "Seat | null"))]
    pub draw: Option<Seat>,
    /// Another game.
    #[cfg_attr(test, ts(type = "Seat | null"))]
    pub rematch: Option<Seat>,
}

/// An offer that was declined or withdrawn, or made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    /// What waits now.
    pub offers: Offers,
    /// What was declined just now, for a word to who offered it.
    pub declined: Option<crate::Answered>,
}

/// Which buttons make sense for this viewer now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Can {
    /// To take back (or to ask for it), for the seats of `undo_for`.
    pub undo: bool,
    /// Whose last decision an undo would go back to: what to send as its `seat`.
    #[cfg_attr(test, ts(type = "Seat | null"))]
    pub undo_for: Option<Seat>,
    /// Whether the other side must agree.
    pub undo_asks: bool,
    /// To ask for a hint.
    pub hint: bool,
    /// To give up.
    pub resign: bool,
    /// To offer a draw.
    pub draw: bool,
    /// To play again.
    pub rematch: bool,
}

//! What it means to be a game at this table.
pub mod chance;
mod game;
pub mod laws;
mod log;
mod odds;
pub mod options;
mod prompt;
pub mod record;
mod refusal;
mod seat;
mod show;
pub mod tools;
pub mod toys;
mod words;

pub use game::{Game, Outcome, Step, Turn};
pub use log::{Log, Redact};
pub use odds::Odds;
pub use options::{Choices, OptionList, OptionSpec};
pub use prompt::{Control, Prompt, Range};
pub use rand;
pub use refusal::{Refusal, Value, Values};
pub use seat::{BySeat, NoSeat, Seat, Seats, Viewer};
pub use show::{Gesture, Show};
pub use words::{Lang, NoLang, Words, values};

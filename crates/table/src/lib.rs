//! What it means to be a game at this table.
//!
//! # A tour
//!
//! A [`Game`] is a value: everything on the table, and nothing else. It is asked who must decide
//! ([`Game::turn`]), and moved on by one [`Step`] at a time: a decision of a seat or an outcome of chance.
//! There is no clock inside, no socket, no generator, so a list of steps is a whole game.
//!
//! ```
//! use table::{Game, Log, Turn, tools, toys::Race};
//!
//! let mut game = Race::start(&Default::default());
//! // Play whatever comes first until nobody is asked any more.
//! while let Some(step) = tools::steps(&game).into_iter().next() {
//!     game.try_play(&step, &mut Log::off())?;
//! }
//! let Turn::Over(outcome) = game.turn() else { unreachable!() };
//! println!("{} ({})", outcome.name(), outcome.reason);
//! # Ok::<(), table::Refusal>(())
//! ```
//!
//! **Who may know what.** A [`Viewer`] gets [`Game::view`], never the game; others see of a step what
//! [`Game::seen`] says, of an event what [`Redact`] leaves. A player that wants to think ahead imagines the
//! rest: [`Game::imagine`] makes a whole table that fits a view.
//!
//! **Questions and answers.** A seat that is asked gets a [`Prompt`]: the key of a sentence, and for what cannot
//! be listed (where to flick, how hard) [`Control`]s with ranges. What can be listed comes from
//! [`Game::options`]. An answer is text, the same in page, terminal, records and tests; one that is against the
//! rules comes back as a [`Refusal`] that names the rule.
//!
//! **Chance.** Dice and decks never roll by themselves: the game says what can come and with which integer
//! weights ([`Game::odds`]), the table draws from streams that anybody can check afterwards ([`chance`]).
//!
//! **People.** [`Show`] adds what eyes and hands need: a board as text, the places that an option touches, a
//! position from text. [`Words`] turns keys into sentences in two languages.
//!
//! **Records.** [`record`] reads and writes whole games as text, JSON and JSONL.
//!
//! # A sixth game
//!
//! Take [`toys`] as a pattern: [`toys::Race`] is the smallest, [`toys::Bluff`] has hidden hands and an answer in
//! the other's turn, [`toys::Dart`] secret choices at the same time and a control. Implement [`Game`] and
//! [`Show`], then let [`laws`] play a few thousand games of it:
//!
//! ```
//! use table::{laws::{self, Plan}, toys::Race};
//!
//! let report = laws::check::<Race>(&Default::default(), &Plan::new(1, 20))?;
//! assert_eq!(report.games, 20);
//! # Ok::<(), laws::Breach>(())
//! ```
//!
//! They find what tests of single rules do not: an option that is offered and refused, a window that opens
//! only when a hidden card is held, a piece that gets lost.

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

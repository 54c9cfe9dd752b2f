//! All games behind one door, for callers that know a name and some text.
//!
//! [`GAMES`] is the one list of games. An [`Entry`] opens a [`Table`]: a game whose type is forgotten, text in
//! and JSON out. Inside each of them everything is typed; `dyn` begins here.

mod entry;
mod kept;
mod known;
mod nearest;
mod replay;
mod review;
mod rulebook;
mod simulate;
pub mod solution;
mod table;
mod texts;
mod verify;

pub use ::review::{Grade, Ledger, Review};

pub use self::{
    entry::{Changed, Entry, GAMES, Luggage, Opened, OwnPairs, Pairs, TOYS, UnknownGame, find},
    kept::{Differs, Kept},
    known::Mark,
    nearest::nearest,
    replay::{Replayed, replay},
    review::{Finished, Reviewing, ledger_of_record, review},
    rulebook::{Block, Rulebook},
    simulate::Simulated,
    table::{Choice, Chosen, Drawn, Happened, Table, Told},
    texts::words,
    verify::{ChanceFault, Part, Verified, WrongChance, verify},
};

//! What was luck and what was skill in a finished game, and where it turned; generic over any game.
//!
//! Two lenses. The [ledger](ledger()) looks at the judge's table, after the end only: one value for every position, so
//! that luck and skill add up to the result. The [analyst](Analyst) looks through the eyes of whoever decided, and tells
//! what the alternatives were worth as far as that player could know.

mod analyst;
mod grade;
mod ledger;
mod report;
mod value;

pub use analyst::{Analyst, Truth};
pub use grade::{GRADES, Grade, accuracy};
pub use ledger::{Entry, Ledger, ledger};
pub use report::{Alternative, Decision, Review, Side, Why, review};
pub use value::value;

/// Raised when the same record could be reviewed differently: what is stored by version is then made anew.
pub const VERSION: u32 = 1;

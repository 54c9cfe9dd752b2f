//! The laws that every game obeys, checked on random games.
//!
//! [`check`] holds a game to the laws that one table can show, [`non_interference`] to the one that takes a
//! pair of tables, [`show`] to what people see and touch. Each gives a [`Report`] of how much it covered, or
//! the first [`Breach`] with everything that is needed to see it again. The numbers of the laws are those of
//! [`Game`](crate::Game#laws). [`golden`] replays a kept record and compares it step by step.
//!
//! Run them for each of the [`variants`] of a game, with a few hundred games in a test and many thousands in a
//! long check, and assert on the counts of the report that nothing of the game was missed.
//!
//! ```
//! use table::{laws::{self, Plan}, toys::Bluff};
//!
//! let plan = Plan::new(1, 50);
//! let report = laws::check::<Bluff>(&(), &plan)?;
//! assert_eq!(report.games, 50);
//! let report = laws::non_interference::<Bluff>(&(), &plan)?;
//! assert!(report.different > 0, "otherwise nothing was hidden");
//! # Ok::<(), laws::Breach>(())
//! ```

mod breach;
mod controls;
mod golden;
mod interference;
mod options;
mod plan;
mod pool;
mod position;
mod run;
mod shown;
mod variants;

pub use breach::{Breach, Law};
pub use golden::golden;
pub use interference::non_interference;
pub use plan::{Plan, Report};
pub use run::check;
pub use shown::show;
pub use variants::variants;

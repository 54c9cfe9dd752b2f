//! Squadro, solved: who wins every one of the 55,749,492,616 legal positions with perfect play.
//!
//! Each piece is out, back or home, and that never goes backwards; so positions fall into 53,824 *layers* which
//! depend only on themselves and on at most ten others, one piece's phase further. Layers are solved from the end of
//! the game to its start ([`Task`]), all of left's placements of a row at once as bits of machine words.
//!
//! - [`Task`] computes the files, [`Library`] reads them: the value of a position and of each move.
//! - [`Late`] solves the end of a game on the spot, without files.
//! - [`Perfect`] plays by either ([`Source`]).
//! - [`Library::verify`] compares the whole with the published totals.
//!
//! Values hold for the rules with `quiet=0`; [`Perfect`] also minds the quiet count (R13).

mod arrivals;
mod depth;
mod error;
mod file;
mod job;
mod late;
mod layer;
mod layout;
mod library;
mod moves;
mod pack;
mod passes;
mod perfect;
mod relax;
mod rows;
mod solve;
mod stretch;
mod survey;
mod values;
mod verify;
mod work;

pub use error::Error;
pub use late::{Ahead, Late};
pub use layer::{LEVELS, Layer};
pub use library::Library;
pub use perfect::{Choice, Perfect, Source};
pub use solve::{LevelReport, Progress, Task};
pub use survey::{Survey, longest_wins};
pub use values::{Count, Value};
pub use verify::REACHABLE;

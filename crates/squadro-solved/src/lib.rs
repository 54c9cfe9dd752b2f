//! Squadro, solved.
mod error;
mod file;
mod layer;
mod layout;
mod library;
mod moves;
mod pack;
mod relax;
mod rows;
mod solve;
mod values;

pub use error::Error;
pub use layer::{LEVELS, Layer};
pub use library::Library;
pub use solve::{LevelReport, Progress, Task};
pub use values::{Count, Value};

//! What can go wrong with the solution's files.

use std::path::PathBuf;

/// Why there is no answer. A wrong answer is never given instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file of a level is not there.
    #[error("the solution has no file for level {level}: run `visavis solve squadro` to compute it")]
    Missing {
        /// The level.
        level: u8,
    },
    /// A file does not read as it was written.
    #[error("{} is damaged ({what}): delete it and run `visavis solve squadro` again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// The disk refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's word.
        source: std::io::Error,
    },
    /// The machine has too little memory.
    #[error(
        "solving needs {needed_mb} MB of memory and {available_mb} MB are free: close other programs, or solve the late levels only (--from-level {advice})"
    )]
    Memory {
        /// Needed, in megabytes.
        needed_mb: u64,
        /// Free, in megabytes.
        available_mb: u64,
        /// The lowest level that would fit.
        advice: u8,
    },
    /// The position has no place in the solution: no game leads to it.
    #[error("no game leads to this position, so it was not solved")]
    Impossible,
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
    /// The solution differs from what is known about the game.
    #[error("the solution is wrong: {what}")]
    Wrong {
        /// Where it differs.
        what: String,
    },
}

impl Error {
    /// The same once more, for everybody who asks.
    pub(crate) fn again(&self) -> Error {
        match self {
            Error::Missing { level } => Error::Missing { level: *level },
            Error::Damaged { path, what } => Error::Damaged { path: path.clone(), what: what.clone() },
            Error::Io { path, source } => {
                let source = std::io::Error::new(source.kind(), source.to_string());
                Error::Io { path: path.clone(), source }
            }
            Error::Memory { needed_mb, available_mb, advice } => {
                Error::Memory { needed_mb: *needed_mb, available_mb: *available_mb, advice: *advice }
            }
            Error::Impossible => Error::Impossible,
            Error::Stopped => Error::Stopped,
            Error::Wrong { what } => Error::Wrong { what: what.clone() },
        }
    }
}

//! What can go wrong, in terms that somebody can act upon.

use std::{path::PathBuf, sync::Arc};

/// Why the store cannot do its work.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or the file in it cannot be written.
    #[error("{path}: cannot be written ({why})", path = path.display())]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is no database, or a broken one.
    #[error("{path}: the database is damaged; move the file away or restore a copy", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("{path}: there is no such file", path = path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is there already and is not overwritten.
    #[error("{path}: is there already; move it away first", path = path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version.
    #[error("{path}: the database was written by a later version", path = path.display())]
    Newer {
        /// The file.
        path: PathBuf,
    },
    /// Another server keeps its games in this folder.
    #[error("{path}: another server uses this folder", path = path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The database refused.
    #[error("database: {0}")]
    Database(#[from] Arc<sqlx::Error>),
    /// The writer has stopped.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}

/// Why lines could not be appended.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has appended meanwhile, or the action key has been used: read the log again.
    #[error("the log has moved on")]
    Conflict,
    /// The store failed; nothing was appended.
    #[error(transparent)]
    Store(#[from] StoreError),
}

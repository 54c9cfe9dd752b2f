//! What keeps the server from starting, and what a request is told when it fails.

use std::{net::SocketAddr, path::PathBuf};

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use protocol::{Sentence, http::Trouble};
use store::StoreError;
use table::{Refusal, record::RecordError};

use crate::journal::{Weight, note};

/// Why the server does not start. The display form is English; [`sentence`](ServeError::sentence) says it in
/// the reader's language.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Somebody else listens there.
    #[error("{0} is in use: another program listens there; choose another port")]
    InUse(SocketAddr),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The folder of the database cannot be written.
    #[error("{path} cannot be written: {why}", path = .0.display(), why = .1)]
    Unwritable(PathBuf, String),
    /// The database is damaged.
    #[error("{path} is damaged: move it away or restore a copy", path = .0.display())]
    Damaged(PathBuf),
    /// The database was written by a later version.
    #[error("{path} was written by a later version of this program", path = .0.display())]
    Newer(PathBuf),
    /// There is no such file.
    #[error("there is no file {path}", path = .0.display())]
    Missing(PathBuf),
    /// A file is there already.
    #[error("{path} is there already: move it away first", path = .0.display())]
    InTheWay(PathBuf),
    /// Another server keeps its games there.
    #[error("{path} is used by another server: stop it, or choose another folder", path = .0.display())]
    FolderInUse(PathBuf),
    /// Anything else of the system.
    #[error("the server stopped: {0}")]
    System(String),
}

impl ServeError {
    /// The sentence of this error in the word files.
    pub fn sentence(&self) -> Sentence {
        let path = |path: &PathBuf| path.display().to_string();
        match self {
            ServeError::InUse(address) => {
                Sentence::new("server.start.in-use").with("address", address.to_string())
            }
            ServeError::Listen(address, why) => Sentence::new("server.start.listen")
                .with("address", address.to_string())
                .with("why", why.to_string()),
            ServeError::Unwritable(folder, why) => {
                Sentence::new("server.start.unwritable").with("path", path(folder)).with("why", why.clone())
            }
            ServeError::Damaged(file) => Sentence::new("server.start.damaged").with("path", path(file)),
            ServeError::Newer(file) => Sentence::new("server.start.newer").with("path", path(file)),
            ServeError::Missing(file) => Sentence::new("server.start.missing").with("path", path(file)),
            ServeError::InTheWay(file) => Sentence::new("server.start.in-the-way").with("path", path(file)),
            ServeError::FolderInUse(folder) => {
                Sentence::new("server.start.folder-in-use").with("path", path(folder))
            }
            ServeError::System(why) => Sentence::new("server.start.system").with("why", why.clone()),
        }
    }
}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        match error {
            StoreError::Unwritable { path, why } => ServeError::Unwritable(path, why),
            StoreError::Damaged { path } => ServeError::Damaged(path),
            StoreError::Newer { path } => ServeError::Newer(path),
            StoreError::Missing { path } => ServeError::Missing(path),
            StoreError::InTheWay { path } => ServeError::InTheWay(path),
            StoreError::InUse { path } => ServeError::FolderInUse(path),
            other => ServeError::System(other.to_string()),
        }
    }
}

/// What a failed request is told.
#[derive(Debug)]
pub(crate) struct Failure(StatusCode, Trouble);

impl Failure {
    pub(crate) fn new(status: StatusCode, why: Sentence) -> Failure {
        Failure(status, Trouble { why, rule: None, line: None, step: None })
    }

    pub(crate) fn not_found(word: &str) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, Sentence::new(word))
    }

    pub(crate) fn refused(word: &str) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, Sentence::new(word))
    }

    pub(crate) fn too_many() -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, Sentence::new("server.too-many"))
    }

    pub(crate) fn forbidden(word: &str) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, Sentence::new(word))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        note(Weight::Error, "store", &[("why", &error)]);
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, Sentence::new("server.store"))
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        RecordError { line: None, step: None, refusal }.into()
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        let RecordError { line, step, refusal } = error;
        let trouble = Trouble {
            why: Sentence::of(refusal.key, &refusal.values),
            rule: Some(refusal.rule.into()),
            line: line.map(|n| n as u32),
            step: step.map(|n| n as u32),
        };
        Failure(StatusCode::UNPROCESSABLE_ENTITY, trouble)
    }
}

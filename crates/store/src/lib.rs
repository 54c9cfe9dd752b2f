//! Tables, seats and records on disk: one SQLite file.
//!
//! Reads go through a small pool. Writes go to one writer that takes everything that waits into one
//! transaction (write-ahead log, `synchronous = FULL`) and answers only after the commit: what was answered
//! survives a crash. The log of a game is append-only; its primary key `(game, seq)` decides between two that
//! append, its action key makes a retry harmless. Of cookies and links only hashes are kept.

mod backup;
mod clocks;
mod error;
mod expiry;
mod games;
mod guests;
mod lock;
mod open;
mod rehearsal;
mod rows;
mod seats;
mod writer;

pub use self::{
    backup::{back_up, restore},
    clocks::Ticks,
    error::{AppendError, StoreError},
    expiry::Found,
    guests::{Erased, Guest, GuestId},
    lock::{FolderLock, lock_folder},
    open::Opening,
    rehearsal::Rehearsal,
    rows::{Ended, GameRow, NewGame, NewLine, NewSeat, SeatRow, Stored, StoredLine, Summary, Token},
    seats::{TakeError, Taken},
};

use sqlx::SqlitePool;

use self::writer::Writer;

/// The store. Cheap to clone; all clones are one.
#[derive(Clone, Debug)]
pub struct Store {
    reads: SqlitePool,
    writer: Writer,
}

impl Store {
    /// Waits for a transaction of the writer that changes nothing and is written all the same: who gets an answer
    /// can store.
    ///
    /// # Errors
    /// When the database cannot be written now.
    pub async fn breathe(&self) -> Result<(), StoreError> {
        self.writer
            .write(|conn| Box::pin(async { Ok(open::set_version(conn, open::MIGRATIONS.len()).await?) }))
            .await
    }

    /// Finishes what waits and closes the file; clones are closed with it.
    pub async fn close(&self) {
        // The writer last: only it can move the write-ahead log into the file.
        self.reads.close().await;
        self.writer.close().await;
    }
}

//! Troubles that can be rehearsed: a slow disk and a full one. Nobody but tests asks for them.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use sqlx::SqliteConnection;

/// What goes wrong at the moment: nothing, unless a test says so. Clones are one.
#[derive(Clone, Debug, Default)]
pub struct Rehearsal(Arc<Script>);

#[derive(Debug, Default)]
struct Script {
    /// Milliseconds before every commit.
    slow: AtomicU64,
    full: AtomicBool,
    /// Whether it ever was.
    bounded: AtomicBool,
}

/// As large as SQLite lets a file be.
const NO_END: u32 = 4_294_967_294;

impl Rehearsal {
    /// Every commit takes so much longer from now on.
    pub fn slow_down(&self, by: Duration) {
        self.0.slow.store(by.as_millis() as u64, Relaxed);
    }

    /// The file does not grow any more: what needs a new page fails as it does on a full disk.
    pub fn fill_disk(&self) {
        self.0.bounded.store(true, Relaxed);
        self.0.full.store(true, Relaxed);
    }

    /// There is room again.
    pub fn free_disk(&self) {
        self.0.full.store(false, Relaxed);
    }

    /// Sets the room for a transaction that begins.
    pub(crate) async fn set_room(&self, writes: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        if !self.0.bounded.load(Relaxed) {
            return Ok(());
        }
        // SQLite never makes the bound smaller than the file is.
        let most = if self.0.full.load(Relaxed) { 1 } else { NO_END };
        let bound = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {most}"));
        sqlx::raw_sql(bound).execute(writes).await.map(drop)
    }

    /// Takes the time that the disk takes.
    pub(crate) async fn delay(&self) {
        let slow = self.0.slow.load(Relaxed);
        if slow > 0 {
            tokio::time::sleep(Duration::from_millis(slow)).await;
        }
    }
}

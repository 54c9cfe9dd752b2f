//! Opening the file: its pragmas, its migrations, and clear words when it cannot be.

use std::{path::Path, time::Duration};

use sqlx::{
    Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{Rehearsal, Store, StoreError, writer::Writer};

pub(crate) const FILE: &str = "vis-a-vis.sqlite";

/// Each brings the file from the version of its index to the next.
pub(crate) const MIGRATIONS: [&str; 5] = [
    include_str!("../migrations/0001.sql"),
    include_str!("../migrations/0002.sql"),
    include_str!("../migrations/0003.sql"),
    include_str!("../migrations/0004.sql"),
    include_str!("../migrations/0005.sql"),
];

/// Files up to this size are checked page by page when they are opened: about a second for the largest.
const CHECKED: u64 = 256 << 20;

/// Connections for reading.
const READERS: u32 = 2;

/// How a store is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// How long a write waits for another program that holds the file, before it fails.
    pub lock_wait: Duration,
    /// Troubles to rehearse; none unless a test asks for them.
    pub rehearsal: Rehearsal,
}

impl Default for Opening {
    fn default() -> Opening {
        Opening { lock_wait: Duration::from_secs(5), rehearsal: Rehearsal::default() }
    }
}

impl Store {
    /// Opens the store in a folder; makes both if they are missing.
    ///
    /// # Errors
    /// A folder that cannot be written, a damaged file, a file of a later version.
    pub async fn open(folder: &Path) -> Result<Store, StoreError> {
        Store::open_with(folder, &Opening::default()).await
    }

    /// Opens the store in a folder in a certain way.
    ///
    /// # Errors
    /// As [`open`](Store::open).
    pub async fn open_with(folder: &Path, opening: &Opening) -> Result<Store, StoreError> {
        let unwritable = |why: String| StoreError::Unwritable { path: folder.to_owned(), why };
        std::fs::create_dir_all(folder).map_err(|error| unwritable(error.to_string()))?;
        let file = folder.join(FILE);
        let speak = |error: sqlx::Error| match code(&error) {
            Some(CORRUPT | NOT_A_DATABASE) => StoreError::Damaged { path: file.clone() },
            Some(CANNOT_OPEN | READ_ONLY | PERMISSION | IO) => unwritable(error.to_string()),
            _ => match error {
                sqlx::Error::Io(error) => unwritable(error.to_string()),
                error => error.into(),
            },
        };
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(opening.lock_wait);
        let mut writes = SqliteConnection::connect_with(&options).await.map_err(&speak)?;
        if std::fs::metadata(&file).is_ok_and(|meta| meta.len() <= CHECKED) {
            let (verdict,): (String,) =
                sqlx::query_as("PRAGMA quick_check(1)").fetch_one(&mut writes).await.map_err(&speak)?;
            if verdict != "ok" {
                return Err(StoreError::Damaged { path: file });
            }
        }
        let (version,): (u32,) =
            sqlx::query_as("PRAGMA user_version").fetch_one(&mut writes).await.map_err(&speak)?;
        if version as usize > MIGRATIONS.len() {
            return Err(StoreError::Newer { path: file });
        }
        migrate(&mut writes, version as usize).await.map_err(&speak)?;
        let reads = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().read_only(true))
            .await
            .map_err(&speak)?;
        Ok(Store { reads, writer: Writer::start(writes, options, opening.rehearsal.clone()) })
    }
}

async fn migrate(writes: &mut SqliteConnection, version: usize) -> Result<(), sqlx::Error> {
    for (n, script) in MIGRATIONS.iter().enumerate().skip(version) {
        let mut transaction = writes.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::raw_sql(*script).execute(&mut *transaction).await?;
        set_version(&mut transaction, n + 1).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Writes the version of the file into it.
pub(crate) async fn set_version(conn: &mut SqliteConnection, version: usize) -> Result<(), sqlx::Error> {
    let set = format!("PRAGMA user_version = {version}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(set)).execute(conn).await.map(drop)
}

const PERMISSION: i32 = 3;
const READ_ONLY: i32 = 8;
const IO: i32 = 10;
const CORRUPT: i32 = 11;
const CANNOT_OPEN: i32 = 14;
const NOT_A_DATABASE: i32 = 26;

/// SQLite's primary result code: <https://sqlite.org/rescode.html>.
fn code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

/// Whether a row was refused because another one has its key.
pub(crate) fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}

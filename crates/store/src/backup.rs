//! A copy of the store while it is in use, and a store from a copy.

use std::path::{Path, PathBuf};

use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::{
    Store, StoreError,
    open::{FILE, MIGRATIONS},
};

/// Copies the store of a folder into a new file, as it is at one moment. Whoever plays meanwhile notices nothing.
///
/// # Errors
/// When there is no store, the file is there already, or it cannot be written.
pub async fn back_up(folder: &Path, copy: &Path) -> Result<(), StoreError> {
    let file = folder.join(FILE);
    if !file.exists() {
        return Err(StoreError::Missing { path: file });
    }
    refuse_existing(copy)?;
    // SQLite makes the copy by itself, in one read transaction; under another name until it is whole.
    let part = copy.with_extension("part");
    let _ = std::fs::remove_file(&part);
    let mut conn = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&file)).await?;
    let name = part.to_str().ok_or_else(|| unwritable(copy, "its name is not Unicode"))?;
    let done = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut conn).await;
    conn.close().await?;
    if let Err(error) = done {
        let _ = std::fs::remove_file(&part);
        return Err(unwritable(copy, error));
    }
    let flushed = std::fs::File::open(&part).and_then(|file| file.sync_all());
    flushed.and_then(|()| std::fs::rename(&part, copy)).map_err(|error| unwritable(copy, error))
}

/// Makes the store of a folder from a copy. A store that is there already is never touched.
///
/// # Errors
/// When the copy is damaged or from a later version, or the folder has a store.
pub async fn restore(copy: &Path, folder: &Path) -> Result<(), StoreError> {
    if !copy.exists() {
        return Err(StoreError::Missing { path: copy.into() });
    }
    let file = folder.join(FILE);
    refuse_existing(&file)?;
    check(copy).await?;
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let part = file.with_extension("part");
    std::fs::copy(copy, &part).map_err(|error| unwritable(&part, error))?;
    let flushed = std::fs::File::open(&part).and_then(|file| file.sync_all());
    flushed.and_then(|()| std::fs::rename(&part, &file)).map_err(|error| unwritable(&file, error))?;
    // Opening it proves it, and brings it to the version of today.
    let store = Store::open(folder).await?;
    store.close().await;
    Ok(())
}

/// Whether a copy is a whole database of ours.
async fn check(copy: &Path) -> Result<(), StoreError> {
    let damaged = |_| StoreError::Damaged { path: copy.into() };
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut conn = SqliteConnection::connect_with(&options).await.map_err(damaged)?;
    let whole: Result<(String,), _> =
        sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(&mut conn).await.map_err(damaged);
    let version: Result<(u32,), _> =
        sqlx::query_as("PRAGMA user_version").fetch_one(&mut conn).await.map_err(damaged);
    let _ = conn.close().await;
    match (whole?.0.as_str(), version?.0 as usize) {
        ("ok", version) if version > MIGRATIONS.len() => Err(StoreError::Newer { path: copy.into() }),
        ("ok", 1..) => Ok(()),
        _ => Err(StoreError::Damaged { path: copy.into() }),
    }
}

fn refuse_existing(path: &Path) -> Result<(), StoreError> {
    if path.exists() { Err(StoreError::InTheWay { path: path.into() }) } else { Ok(()) }
}

fn unwritable(path: &Path, why: impl ToString) -> StoreError {
    StoreError::Unwritable { path: PathBuf::from(path), why: why.to_string() }
}

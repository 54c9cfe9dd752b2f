//! One server a folder. Whoever serves holds a lock on a file beside the database; the system lets go of it when the
//! process ends, however it ends. Copying and looking need no lock.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
};

use crate::StoreError;

/// The file that is locked. It stays empty, and stays.
const FILE: &str = "vis-a-vis.lock";

/// The lock on a folder, held until it is dropped.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Takes the lock on a folder; makes the folder if it is missing.
///
/// # Errors
/// [`StoreError::InUse`] when another server holds it; a folder that cannot be written.
pub fn lock_folder(folder: &Path) -> Result<FolderLock, StoreError> {
    let unwritable =
        |why: std::io::Error| StoreError::Unwritable { path: folder.into(), why: why.to_string() };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let file = OpenOptions::new().create(true).write(true).truncate(false).open(folder.join(FILE));
    let file = file.map_err(unwritable)?;
    match file.try_lock() {
        Ok(()) => Ok(FolderLock { _file: file }),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: folder.into() }),
        Err(TryLockError::Error(error)) => Err(unwritable(error)),
    }
}

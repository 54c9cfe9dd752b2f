//! Files, with errors that name the cause and the cure.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Error, Result};

use crate::voice::Voice;

/// The largest file that is read whole.
const LARGEST: u64 = 1 << 30;

/// Where games and solutions are kept when nobody says, where the system has a place for it.
pub(crate) fn usual_folder() -> Option<PathBuf> {
    dirs::data_dir().map(|folder| folder.join("visavis"))
}

/// Reads a text file.
pub(crate) fn read(path: &Path, voice: &Voice) -> Result<String> {
    let size = fs::metadata(path).map_err(|error| wrong("cli.file.read", path, &error, voice))?.len();
    if size > LARGEST {
        return Err(voice.wrong("cli.file.large", [("file", shown(path).into())]));
    }
    fs::read_to_string(path).map_err(|error| wrong("cli.file.read", path, &error, voice))
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8], voice: &Voice) -> Result<()> {
    let part = part_of(path);
    let done = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    done.map_err(|error| {
        let _ = fs::remove_file(&part);
        wrong("cli.file.write", path, &error, voice)
    })
}

/// The name under which a file grows before it is whole.
pub(crate) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// A failure with a file as a sentence.
pub(crate) fn wrong(key: &str, path: &Path, error: &io::Error, voice: &Voice) -> Error {
    let why = match error.kind() {
        io::ErrorKind::NotFound => voice.text("cli.file.not-found"),
        io::ErrorKind::PermissionDenied => voice.text("cli.file.not-allowed"),
        io::ErrorKind::InvalidData => voice.text("cli.file.not-text"),
        io::ErrorKind::IsADirectory => voice.text("cli.file.folder"),
        io::ErrorKind::StorageFull => voice.text("cli.file.full"),
        _ => error.to_string(),
    };
    voice.wrong(key, [("file", shown(path).into()), ("why", why.into())])
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

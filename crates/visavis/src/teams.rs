//! Home-made teams of To Pieces: `visavis teams check FILE`, and `--team-dir DIR` for every command that plays.

use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow};
use to_pieces::teams::{self, Mistake, Sheet};

use crate::{files, print, voice::Voice};

/// Explains every mistake of a team file, or says that it is fine.
pub(crate) fn check(file: &Path, voice: &Voice) -> Result<()> {
    let text = files::read(file, voice)?;
    let shown = file.display().to_string();
    match teams::read_file(stem(file, voice)?, &text) {
        Ok(sheet) => {
            let values = [
                ("file", shown.into()),
                ("team", (&sheet.name).into()),
                ("strategies", sheet.strategies.len().into()),
                ("objectives", sheet.objectives.len().into()),
            ];
            Ok(print(&format!("{}\n", voice.say("cli.teams.fine", values)))?)
        }
        Err(mistakes) => {
            let said: Vec<String> = mistakes.iter().map(|mistake| mistake.say(voice.words)).collect();
            Err(anyhow!("{}", said.join("\n")).context(shown))
        }
    }
}

/// Makes the teams of a folder playable.
pub(crate) fn register(folder: &Path, voice: &Voice) -> Result<()> {
    let listed =
        std::fs::read_dir(folder).map_err(|error| files::wrong("cli.file.read", folder, &error, voice))?;
    let toml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut paths: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).filter(toml).collect();
    paths.sort();
    for path in paths {
        let sheet = read(&path, voice)?;
        teams::register(sheet)
            .map_err(|full| anyhow!("{}: {}", path.display(), voice.refusal(&full.refusal())))?;
    }
    Ok(())
}

fn read(path: &Path, voice: &Voice) -> Result<Sheet> {
    let text = files::read(path, voice)?;
    teams::read_file(stem(path, voice)?, &text).map_err(|mistakes| first(path, &mistakes, voice))
}

fn first(path: &Path, mistakes: &[Mistake], voice: &Voice) -> Error {
    let first = mistakes.first().map(|mistake| mistake.say(voice.words)).unwrap_or_default();
    let values =
        [("file", path.display().to_string().into()), ("n", mistakes.len().into()), ("first", first.into())];
    voice.wrong("cli.teams.mistakes", values)
}

fn stem<'p>(path: &'p Path, voice: &Voice) -> Result<&'p str> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.ok_or_else(|| voice.wrong("cli.teams.name", [("file", path.display().to_string().into())]))
}

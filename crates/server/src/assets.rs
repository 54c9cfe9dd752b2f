//! The files of the page and its words. Release builds carry them; debug builds read them from the
//! repository, so that a reload shows what was just written.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    sync::LazyLock,
};

use crate::{
    journal::{Weight, note},
    lean::{can_be_lean, lean},
};
use sha2::{Digest, Sha256};
use table::{Lang, Words, tools::hex};

const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

const OWN_WORDS: [[&str; 2]; 2] = [
    [include_str!("../../../words/en/server.json"), include_str!("../../../words/en/page.json")],
    [include_str!("../../../words/fr/server.json"), include_str!("../../../words/fr/page.json")],
];

/// Every sentence of a language: those of the games and the command line, the server's and the page's.
pub fn words(lang: Lang) -> Words {
    let mut words = catalogue::words(lang).clone();
    for file in OWN_WORDS[lang as usize] {
        words.add(file).expect("a test reads every word file");
    }
    words
}

/// What only the command line says: the page does without.
const NOT_ON_THE_PAGE: [&str; 3] = ["cli.", "server.start.", "to-pieces.mistake."];

/// Where the files come from.
#[derive(Clone, Debug)]
pub(crate) struct Assets {
    disk: Option<PathBuf>,
}

/// The repository's page, for builds that embed nothing.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page")
}

impl Assets {
    /// From this folder, else from the binary, else from the repository.
    pub(crate) fn new(folder: Option<PathBuf>) -> Assets {
        Assets { disk: folder.or_else(|| EMBEDDED.is_empty().then(repository)) }
    }

    /// A file of the page by its path below `page/`.
    pub(crate) fn file(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        let Some(folder) = &self.disk else {
            return EMBEDDED.iter().find(|(path, _)| *path == name).map(|(_, bytes)| Cow::Borrowed(*bytes));
        };
        let path = Path::new(name);
        let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let shown = !name.starts_with("test/") && kind(name).is_some();
        if !inside || !shown {
            return None;
        }
        let bytes = std::fs::read(folder.join(path)).ok()?;
        Some(Cow::Owned(match String::from_utf8(bytes) {
            Ok(text) if can_be_lean(name) => lean(name, &text).into_bytes(),
            Ok(text) => text.into_bytes(),
            Err(binary) => binary.into_bytes(),
        }))
    }

    /// The page itself. Its files are named with the version of all of them together, so that a browser may keep them
    /// for ever and asks for nothing twice.
    pub(crate) fn index(&self) -> Option<String> {
        let html = String::from_utf8(self.file("index.html")?.into_owned()).ok()?;
        let version = self.version();
        let html = html.replace("\"/page/", &format!("\"/page/{version}/"));
        Some(html.replacen("<html ", &format!("<html data-version=\"{version}\" "), 1))
    }

    /// A fingerprint of every file and every sentence.
    pub(crate) fn version(&self) -> String {
        match &self.disk {
            None => EMBEDDED_VERSION.clone(),
            Some(folder) => {
                let mut files = BTreeMap::new();
                list(folder, "", &mut files);
                self.fingerprint(files.values().map(Vec::as_slice))
            }
        }
    }

    fn fingerprint<'f>(&self, files: impl Iterator<Item = &'f [u8]>) -> String {
        let mut hash = Sha256::new();
        for file in files {
            hash.update(file.len().to_be_bytes());
            hash.update(file);
        }
        Lang::ALL.iter().for_each(|lang| hash.update(self.words(*lang)));
        hex(&hash.finalize()[..8])
    }

    /// Every sentence of a language that the page may say, as JSON.
    pub(crate) fn words(&self, lang: Lang) -> String {
        let mut words = words(lang);
        if let Some(folder) = &self.disk {
            let file = folder.join("../words").join(lang.name()).join("page.json");
            if let Ok(text) = std::fs::read_to_string(file)
                && let Err(error) = words.add(&text)
            {
                note(Weight::Warn, "words", &[("lang", &lang), ("why", &error)]);
            }
        }
        let said = |key: &&str| !NOT_ON_THE_PAGE.iter().any(|part| key.starts_with(part));
        let sentences = words.keys().filter(said).map(|key| (key, words.get(key).unwrap_or_default()));
        serde_json::to_string(&sentences.collect::<std::collections::BTreeMap<_, _>>())
            .expect("sentences are plain data")
    }
}

static EMBEDDED_VERSION: LazyLock<String> = LazyLock::new(|| {
    let assets = Assets { disk: None };
    assets.fingerprint(EMBEDDED.iter().map(|(_, bytes)| *bytes))
});

/// The files of a folder that the page may have, by name.
fn list(folder: &Path, below: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            if !["test", "node_modules"].contains(&name.as_str()) {
                list(&path, &format!("{below}{name}/"), files);
            }
        } else if kind(&name).is_some()
            && let Ok(bytes) = std::fs::read(&path)
        {
            files.insert(format!("{below}{name}"), bytes);
        }
    }
}

/// The media type of a file that the page may have.
pub(crate) fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit('.').next()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "png" => "image/png",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_are_shown() {
        let assets = Assets::new(Some(repository()));
        assert!(assets.file("index.html").is_some());
        for wrong in ["../Cargo.toml", "/etc/passwd", "test/package.json", "net/protocol.d.ts", "", "."] {
            assert!(assets.file(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn the_page_names_its_files_with_their_version() {
        let assets = Assets::new(Some(repository()));
        let html = assets.index().unwrap();
        let version = assets.version();
        assert!(html.contains(&format!("\"/page/{version}/app.js\"")), "{html}");
        assert!(html.contains(&format!("data-version=\"{version}\"")));
        assert_eq!(html.matches("\"/page/").count(), html.matches(&version).count() - 1);
    }

    #[test]
    fn another_file_is_another_version() {
        let folder = tempfile::tempdir().unwrap();
        let assets = Assets::new(Some(folder.path().into()));
        std::fs::write(folder.path().join("a.js"), "1").unwrap();
        let first = assets.version();
        assert_eq!(assets.version(), first);
        std::fs::write(folder.path().join("a.js"), "2").unwrap();
        assert_ne!(assets.version(), first);
    }

    #[test]
    fn every_language_has_its_words() {
        for lang in Lang::ALL {
            let words = words(lang);
            assert!(words.get("server.store").is_some());
            assert!(words.get("refuse.over").is_some());
        }
    }
}

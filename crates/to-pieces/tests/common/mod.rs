//! What several tests share; each of them uses a part.
#![allow(dead_code, reason = "every test uses its own part")]

use std::{fs, path::Path};

use table::{Lang, Words};

/// A file of the workspace.
pub(crate) fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The sentences of the game and the common ones.
pub(crate) fn words(lang: Lang) -> Words {
    let mut words = Words::default();
    for name in ["common", "to-pieces"] {
        words.add(&file(&format!("words/{lang}/{name}.json"))).unwrap();
    }
    words
}

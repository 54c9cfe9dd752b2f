//! Words and rulebooks, embedded.

use std::sync::LazyLock;

use table::{Lang, Words};

use crate::{GAMES, TOYS};

/// The texts of one game, English first.
pub(crate) struct Texts {
    pub(crate) words: [&'static str; 2],
    pub(crate) rulebooks: [&'static str; 2],
    /// One file for both languages.
    pub(crate) lessons: &'static str,
}

/// What belongs to no game.
const COMMON: [[&str; 2]; 2] = [
    [include_str!("../../../words/en/common.json"), include_str!("../../../words/en/cli.json")],
    [include_str!("../../../words/fr/common.json"), include_str!("../../../words/fr/cli.json")],
];

static WORDS: LazyLock<[Words; 2]> = LazyLock::new(|| {
    Lang::ALL.map(|lang| {
        let mut words = Words::default();
        let files = GAMES.iter().chain(TOYS).map(|entry| entry.texts.words[lang as usize]);
        for file in files.chain(COMMON[lang as usize]) {
            words.add(file).expect("a test reads every word file");
        }
        words
    })
});

/// Every sentence of a language.
pub fn words(lang: Lang) -> &'static Words {
    &WORDS[lang as usize]
}

//! Who speaks: the reader's language.

use std::{env, ffi::OsString};

use anyhow::{Error, anyhow};
use catalogue::{Entry, Pairs, nearest};
use table::{Lang, Refusal, Value, Words, record::RecordError};

/// The reader's language and its sentences.
#[derive(Clone, Copy)]
pub struct Voice {
    /// The language.
    pub lang: Lang,
    /// Its sentences.
    pub words: &'static Words,
}

impl Voice {
    /// A voice in a language.
    pub fn new(lang: Lang) -> Voice {
        Voice { lang, words: catalogue::words(lang) }
    }

    /// The language that `--lang` names, else that of the environment. Looked for before anything is parsed,
    /// because mistakes and help texts are said in it too.
    pub fn choose(args: &[OsString]) -> Voice {
        let texts: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
        let after = texts.iter().position(|&arg| arg == "--lang").and_then(|i| texts.get(i + 1).copied());
        let joined = texts.iter().find_map(|arg| arg.strip_prefix("--lang="));
        let asked = after.or(joined).and_then(|lang| lang.parse().ok());
        Voice::new(asked.unwrap_or_else(of_environment))
    }

    /// A sentence.
    pub fn say<const N: usize>(&self, key: &str, values: [(&'static str, Value); N]) -> String {
        self.words.say(key, &values)
    }

    /// A sentence without values.
    pub fn text(&self, key: &str) -> String {
        self.words.text(key)
    }

    /// A mistake, as a sentence.
    pub(crate) fn wrong<const N: usize>(&self, key: &str, values: [(&'static str, Value); N]) -> Error {
        anyhow!(self.say(key, values))
    }

    /// A refusal with its rule: `Not your piece. (rule 3)`.
    pub(crate) fn refusal(&self, refusal: &Refusal) -> String {
        let sentence = self.words.say(refusal.key, &refusal.values);
        match refusal.rule.strip_prefix('R') {
            Some(rule) => {
                self.say("cli.by-rule", [("why", sentence.into()), ("rule", rule.to_owned().into())])
            }
            None => sentence,
        }
    }

    /// What is wrong with a record, and where.
    pub(crate) fn record_error(&self, error: &RecordError) -> String {
        let part = |key, n: Option<usize>| n.map(|n| self.say(key, [("n", n.into())])).unwrap_or_default();
        let place = part("cli.line", error.line) + &part("cli.step", error.step);
        place + &self.refusal(&error.refusal)
    }

    /// The game of a name.
    pub(crate) fn game(&self, name: &str) -> Result<&'static Entry, Error> {
        catalogue::find(name).map_err(|unknown| {
            let meant = self.meant(unknown.meant);
            self.wrong("cli.no-game", [("game", unknown.typed.into()), ("meant", meant.into())])
        })
    }

    /// `Did you mean …?`, or nothing.
    pub(crate) fn meant(&self, word: Option<&str>) -> String {
        word.map(|word| self.say("cli.meant", [("word", word.to_owned().into())])).unwrap_or_default()
    }

    /// Checks options against a game.
    pub(crate) fn options(&self, entry: &Entry, pairs: &Pairs) -> Result<(), Error> {
        (entry.changed)(pairs).map(drop).map_err(|refusal| {
            let keys = (entry.options)();
            let typed = refusal.values.iter().find(|(name, _)| *name == "option").map(|(_, v)| v.to_string());
            let unknown = refusal.key == "option.key";
            let meant =
                typed.filter(|_| unknown).and_then(|key| nearest(&key, keys.iter().map(|spec| spec.key)));
            anyhow!(self.refusal(&refusal) + &self.meant(meant))
        })
    }
}

fn of_environment() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()));
    if set.is_some_and(|lang| lang.starts_with("fr")) { Lang::Fr } else { Lang::En }
}

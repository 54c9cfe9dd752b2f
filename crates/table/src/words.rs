//! Sentences by key, in two languages.
//!
//! Games say *what* by a key and values; the sentences are in `words/{en,fr}/*.json`, one file a game and one
//! for everything common. `{name}` in a sentence is the place of a value. A value that is a word itself is
//! translated when the files know it as `GAME.word.VALUE` or `word.VALUE`. A name that comes in both languages
//! (an object with `en` and `fr`) is said in the language of the words, their key `lang`.

use std::{collections::BTreeMap, fmt, str::FromStr};

use crate::{Value, Values};

/// A language that every sentence exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// `en` or `fr`.
    pub fn name(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no language of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no language of ours: write en or fr")]
pub struct NoLang(String);

impl FromStr for Lang {
    type Err = NoLang;
    fn from_str(text: &str) -> Result<Lang, NoLang> {
        Lang::ALL.into_iter().find(|lang| lang.name() == text).ok_or_else(|| NoLang(text.into()))
    }
}

/// The sentences of one language.
#[derive(Clone, Debug, Default)]
pub struct Words {
    sentences: BTreeMap<String, String>,
}

impl Words {
    /// Adds the sentences of one file: a flat JSON object, key to text.
    ///
    /// # Errors
    /// When the text is no such object.
    pub fn add(&mut self, json: &str) -> Result<(), serde_json::Error> {
        let file: BTreeMap<String, String> = serde_json::from_str(json)?;
        self.sentences.extend(file);
        Ok(())
    }

    /// The sentence of a key as it stands, if there is one.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.sentences.get(key).map(String::as_str)
    }

    /// The language that these sentences say they are in (`lang`); English if they say nothing.
    pub fn lang(&self) -> Lang {
        self.get("lang").and_then(|name| name.parse().ok()).unwrap_or_default()
    }

    /// Every key, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.sentences.keys().map(String::as_str)
    }

    /// A sentence without values.
    pub fn text(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// A sentence with its values. A missing key is said as it is, so that nothing breaks.
    pub fn say(&self, key: &str, values: &[(&'static str, Value)]) -> String {
        self.fill(key, values.iter().map(|(name, value)| (*name, value)))
    }

    /// A sentence with values of any source.
    pub fn fill<'v>(&self, key: &str, values: impl IntoIterator<Item = (&'v str, &'v Value)>) -> String {
        let game = key.split('.').next().unwrap_or_default();
        let Some(sentence) = self.get(key) else { return key.to_owned() };
        let values: BTreeMap<&str, &Value> = values.into_iter().collect();
        fill_holes(sentence, |name| values.get(name).map(|value| self.value(game, value)))
    }

    /// What an event says: its JSON object, whose `event` names the sentence `GAME.event.NAME` and whose other
    /// fields are values. Lists are joined with commas; nothing is said for an event without a sentence.
    pub fn event(&self, game: &str, event: &serde_json::Value) -> Option<String> {
        let fields = event.as_object()?;
        let key = format!("{game}.event.{}", fields.get("event")?.as_str()?);
        Some(fill_holes(self.get(&key)?, |name| fields.get(name).map(|value| self.json(game, value))))
    }

    /// One word: `GAME.word.NAME`, else `word.NAME`, else the name itself.
    pub fn word(&self, game: &str, name: &str) -> String {
        let own = self.get(&format!("{game}.word.{name}"));
        own.or_else(|| self.get(&format!("word.{name}"))).unwrap_or(name).to_owned()
    }

    fn value(&self, game: &str, value: &Value) -> String {
        match value {
            Value::Number(n) => n.to_string(),
            Value::Text(text) => self.word(game, text),
            Value::Name(name) => name.text(self.lang()).to_owned(),
        }
    }

    fn json(&self, game: &str, value: &serde_json::Value) -> String {
        match value {
            serde_json::Value::String(text) => self.word(game, text),
            serde_json::Value::Array(list) => {
                let list: Vec<String> = list.iter().map(|item| self.json(game, item)).collect();
                list.join(", ")
            }
            serde_json::Value::Object(name) if name.contains_key("en") => {
                let text = name.get(self.lang().name()).and_then(serde_json::Value::as_str);
                text.unwrap_or_default().to_owned()
            }
            other => other.to_string(),
        }
    }
}

/// A sentence with what `value` gives for its holes, in one pass: what is put in is plain text, whatever it looks like.
/// Holes without a value stay as they are.
fn fill_holes(sentence: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(start) = rest.find('{') {
        let (before, hole) = rest.split_at(start);
        text += before;
        let filled = hole.find('}').and_then(|end| Some((value(&hole[1..end])?, &hole[end + 1..])));
        let (filled, after) = filled.unwrap_or_else(|| ("{".to_owned(), &hole[1..]));
        text += &filled;
        rest = after;
    }
    text + rest
}

/// Values from pairs, for callers outside of games.
pub fn values<const N: usize>(pairs: [(&'static str, Value); N]) -> Values {
    pairs.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Name;

    #[test]
    fn a_name_that_brings_its_translation_is_said_in_the_language_of_the_words() {
        let name = Name { en: "Rust".into(), fr: "Rouille".into() };
        let json = serde_json::json!({ "event": "used", "what": name });
        for (lang, said) in [("en", "Rust!"), ("fr", "Rouille!"), ("", "Rust!")] {
            let mut words = Words::default();
            let file = format!("{{\"lang\": \"{lang}\", \"g.event.used\": \"{{what}}!\"}}");
            words.add(&file).unwrap();
            assert_eq!(words.say("g.event.used", &[("what", (&name).into())]), said);
            assert_eq!(words.event("g", &json).unwrap(), said);
        }
    }

    #[test]
    fn what_is_put_into_a_sentence_is_plain_text() {
        let mut words = Words::default();
        words.add(r#"{"g.event.won": "{a} beats {b} {{a} {n}{x", "word.one": "One"}"#).unwrap();
        let said =
            words.say("g.event.won", &[("a", "{b}".into()), ("b", "{a} $& {".into()), ("n", 3.into())]);
        assert_eq!(said, "{b} beats {a} $& { {{b} 3{x");
        let event = serde_json::json!({"event": "won", "a": "{b}", "b": "{a} $& {", "n": ["{a}", "one"]});
        assert_eq!(words.event("g", &event).unwrap(), "{b} beats {a} $& { {{b} {a}, One{x");
    }
}

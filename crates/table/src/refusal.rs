//! Why a step is refused: a rule of the book, and a sentence by key.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

use crate::Lang;

/// A number or a word that goes into a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A word. Where the words of the language know it (`word.NAME`), it is translated.
    Text(Cow<'static, str>),
    /// A name that comes with its translation.
    Name(Name),
}

/// A name that data carry in both languages, such as that of a home-made team: no word file knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Name {
    /// In English.
    pub en: Cow<'static, str>,
    /// In French.
    pub fr: Cow<'static, str>,
}

impl Name {
    /// The name in one language.
    pub fn text(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl From<&Name> for Value {
    fn from(name: &Name) -> Value {
        Value::Name(name.clone())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => n.fmt(f),
            Value::Text(text) => text.fmt(f),
            Value::Name(name) => name.en.fmt(f),
        }
    }
}

macro_rules! number_values {
    ($($from:ty)*) => { $(
        impl From<$from> for Value {
            fn from(n: $from) -> Value {
                Value::Number(n as i64)
            }
        }
    )* };
}
number_values!(u8 u16 u32 u64 usize i8 i16 i32 i64);

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Value {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(Cow::Owned(text))
    }
}

impl From<crate::Seat> for Value {
    fn from(seat: crate::Seat) -> Value {
        seat.name().into()
    }
}

/// The values of a sentence by name.
pub type Values = Vec<(&'static str, Value)>;

/// Why a step is refused.
///
/// The display form is for logs and tests; people read the sentence of `key` in their language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {key}{}", Self::listed(.values))]
pub struct Refusal {
    /// The rule of the book (`R12`), or `notation`, `turn`, `chance`, `option`.
    pub rule: &'static str,
    /// The key of the sentence that explains it.
    pub key: &'static str,
    /// What the sentence names.
    pub values: Values,
}

impl Refusal {
    /// A refusal by `rule`, explained by the sentence `key`.
    pub fn by(rule: &'static str, key: &'static str) -> Refusal {
        Refusal { rule, key, values: Values::new() }
    }

    /// Adds a value that the sentence names.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Refusal {
        self.values.push((name, value.into()));
        self
    }

    /// The text is no action of the game. `key` says what is expected.
    pub fn notation(key: &'static str, text: &str) -> Refusal {
        // A line of junk must not come back as a page of junk.
        let short: String = text.chars().take(60).collect();
        Refusal::by("notation", key).with("text", short)
    }

    /// Not this seat's decision now, or not an answer to this question.
    pub fn turn(key: &'static str) -> Refusal {
        Refusal::by("turn", key)
    }

    fn listed(values: &Values) -> String {
        values.iter().map(|(name, value)| format!(" {name}={value}")).collect()
    }
}

//! Variants and switchable rulings of a game.

use serde::Serialize;

use crate::{Game, Refusal};

/// The options of a game. `Default` is the printed rulebook with our rulings.
pub trait OptionList: Clone + std::fmt::Debug + PartialEq + Default + Send + Sync + 'static {
    /// Every option with its values.
    fn list() -> Vec<OptionSpec>;

    /// The options that a game of an earlier version of the rules begins with, so that it is played as it was then.
    /// Every version that was ever released is known: `None` for one that never was.
    fn earlier(_rules: u32) -> Option<Self> {
        None
    }

    /// Sets one option from text.
    ///
    /// # Errors
    /// Refuses unknown keys and values (rule `option`) and changes nothing then.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal>;

    /// The value of an option as text, as [`set`](OptionList::set) takes it. Empty for an unknown key.
    fn get(&self, key: &str) -> String;

    /// The seats are swapped for another game: what belongs to a player goes with it. Nothing, unless a game has
    /// options for one seat alone.
    fn swap_seats(&mut self) {}

    /// Whether two people may play so by a link.
    ///
    /// # Errors
    /// An option that is for practice: against the computer or at one screen.
    fn check_online(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// What a record has to carry so that it can be replayed anywhere, such as home-made team sheets: each with
    /// a name.
    fn luggage(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Takes in what a record carried.
    ///
    /// # Errors
    /// When the game knows no such thing, or the thing is damaged.
    fn unpack(name: &str, _text: &str) -> Result<(), Refusal> {
        let short: String = name.chars().take(60).collect();
        Err(Refusal::by("record", "record.no-luggage").with("name", short))
    }

    /// The options that differ from the default, as records carry them.
    fn changed(&self) -> Vec<(&'static str, String)> {
        let plain = Self::default();
        let keys = Self::list().into_iter().map(|spec| spec.key);
        keys.filter(|key| self.get(key) != plain.get(key)).map(|key| (key, self.get(key))).collect()
    }
}

/// The options that a game of this version of the rules begins with.
///
/// # Errors
/// Rule `record` for a version that was never released.
pub fn of_rules<G: Game>(rules: u32) -> Result<G::Options, Refusal> {
    let known = if rules == G::RULES { Some(G::Options::default()) } else { G::Options::earlier(rules) };
    known.ok_or_else(|| {
        Refusal::by("record", "record.other-rules").with("theirs", rules).with("ours", G::RULES)
    })
}

/// One option: its key, its values and the rule that it switches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionSpec {
    /// The name in records and in `--option KEY=VALUE`.
    pub key: &'static str,
    /// The value of the printed game.
    pub default: String,
    /// What it may be set to.
    pub values: Choices,
    /// The rule that it switches, `R13`.
    pub rule: &'static str,
}

/// What an option may be set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choices {
    /// One of these words.
    OneOf(Vec<String>),
    /// A whole number of a range.
    Number {
        /// The least value.
        from: i64,
        /// The greatest value.
        to: i64,
        /// Values are `from`, `from + step`, …
        step: i64,
    },
    /// So many of these words, parted by blanks; a word may come twice.
    Several {
        /// The words.
        of: Vec<String>,
        /// How many of them.
        count: usize,
    },
}

impl OptionSpec {
    /// An option with a short list of values, the default first.
    pub fn one_of(key: &'static str, rule: &'static str, values: &[&str]) -> OptionSpec {
        let values: Vec<String> = values.iter().map(|&v| v.into()).collect();
        OptionSpec { key, default: values[0].clone(), values: Choices::OneOf(values), rule }
    }

    /// An option with a whole number of a range.
    pub fn number(key: &'static str, rule: &'static str, default: i64, from: i64, to: i64) -> OptionSpec {
        OptionSpec { key, default: default.to_string(), values: Choices::Number { from, to, step: 1 }, rule }
    }

    /// Whether `value` is one of the values, in exactly that form.
    ///
    /// # Errors
    /// Rule `option`, with what would be accepted.
    pub fn accept(&self, value: &str) -> Result<(), Refusal> {
        let fits = match &self.values {
            Choices::OneOf(values) => values.iter().any(|v| v == value),
            Choices::Number { from, to, step } => value.parse::<i64>().is_ok_and(|n| {
                n.to_string() == value && (*from..=*to).contains(&n) && (n - from) % step == 0
            }),
            Choices::Several { of, count } => {
                let words: Vec<&str> = value.split(' ').collect();
                words.len() == *count && words.iter().all(|word| of.iter().any(|v| v == word))
            }
        };
        if fits {
            return Ok(());
        }
        let short: String = value.chars().take(60).collect();
        Err(Refusal::by("option", "option.value")
            .with("option", self.key)
            .with("value", short)
            .with("values", self.values.to_string()))
    }
}

/// Finds `key` in `list` and checks `value` against it: the first two lines of every [`OptionList::set`].
///
/// # Errors
/// Rule `option` for an unknown key or value.
pub fn accept(list: &[OptionSpec], key: &str, value: &str) -> Result<(), Refusal> {
    let spec = list.iter().find(|spec| spec.key == key).ok_or_else(|| {
        let keys: Vec<&str> = list.iter().map(|spec| spec.key).collect();
        let short: String = key.chars().take(60).collect();
        Refusal::by("option", "option.key").with("option", short).with("keys", keys.join(", "))
    })?;
    spec.accept(value)
}

impl std::fmt::Display for Choices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Choices::OneOf(values) => f.write_str(&values.join(", ")),
            Choices::Number { from, to, step: 1 } => write!(f, "{from}..{to}"),
            Choices::Number { from, to, step } => write!(f, "{from}..{to} / {step}"),
            Choices::Several { of, count } => write!(f, "{count} x [{}]", of.join(", ")),
        }
    }
}

/// No options at all: for toys.
impl OptionList for () {
    fn list() -> Vec<OptionSpec> {
        Vec::new()
    }
    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        accept(&[], key, value)
    }
    fn get(&self, _: &str) -> String {
        String::new()
    }
}

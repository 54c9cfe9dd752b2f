//! The question put to a seat.

use serde::Serialize;

use crate::{Value, Values};

/// A question: the key of a sentence with its values, and the controls whose parameters are a continuum.
/// The options that can be listed come from [`Game::options`](crate::Game::options).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The sentence: `squadro.prompt.move`.
    pub key: &'static str,
    /// What the sentence names.
    pub values: Values,
    /// Families of actions that cannot be listed.
    pub controls: Vec<Control>,
}

impl Prompt {
    /// A question without values and controls.
    pub fn new(key: &'static str) -> Prompt {
        Prompt { key, values: Values::new(), controls: Vec::new() }
    }

    /// Adds a value that the sentence names.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Prompt {
        self.values.push((name, value.into()));
        self
    }

    /// Adds a control.
    #[must_use]
    pub fn control(mut self, control: Control) -> Prompt {
        self.controls.push(control);
        self
    }
}

/// A family of actions with parameters, described for hands, for samplers and for the laws.
///
/// Put a number of its range in the place of each `{name}` of the form, and you have the text of an action.
/// Inside the ranges it is legal or refused by one of `rules`; outside it never is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Control {
    /// What the hand does: `flick`, `place`.
    pub kind: &'static str,
    /// The notation with holes: `flick captain {angle}@{power}`.
    pub form: String,
    /// The holes.
    pub ranges: Vec<Range>,
    /// The rules that may still refuse inside the ranges.
    pub rules: Vec<&'static str>,
    /// Further hints for the page, such as barred angles or the zone; the laws do not read them.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub hints: serde_json::Value,
}

/// One hole of a control: a whole number from `from` to `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The name of the hole.
    pub name: &'static str,
    /// The least value.
    pub from: i32,
    /// The greatest value.
    pub to: i32,
}

impl Control {
    /// The text of the action with these numbers in its holes, in the order of `ranges`.
    pub fn fill(&self, numbers: &[i32]) -> String {
        let mut text = self.form.clone();
        for (range, n) in self.ranges.iter().zip(numbers) {
            text = text.replace(&format!("{{{}}}", range.name), &n.to_string());
        }
        text
    }
}

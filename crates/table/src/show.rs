//! What people see and touch of a game beyond its trait: a text board, gestures, a position as text.

use serde::Serialize;

use crate::{Game, Refusal, Seat, Words};

/// How a game is shown to people. The page draws views with its own file; the terminal uses
/// [`picture`](Show::picture); both share the anchors of [`gesture`](Show::gesture).
pub trait Show: Game {
    /// The board as text for a terminal, up to 78 columns wide, with a line break at the end.
    fn picture(view: &Self::View, words: &Words) -> String;

    /// Which places a hand touches to choose this legal action of `seat`, and where things would stand after
    /// it. Depends on nothing that `seat` may not know.
    fn gesture(&self, seat: Seat, action: &Self::Action) -> Gesture;

    /// The readings of a gesture of `seat`, legal or not, best first: a click on `from`, or a drag from `from`
    /// to `to`. Empty when the anchors mean nothing.
    fn attempt(view: &Self::View, seat: Seat, from: &str, to: Option<&str>) -> Vec<Self::Action>;

    /// What the eye sees while `event` happens, in a few pictures for a terminal; `view` is the table before the
    /// step. Most games jump from board to board.
    fn frames(_view: &Self::View, _event: &Self::Event) -> Vec<String> {
        Vec::new()
    }

    /// A position from one line (or block) of text, for tests, links and the diagrams of the rulebooks.
    ///
    /// # Errors
    /// Rule `notation`, with what is wrong.
    fn set_up(text: &str) -> Result<Self, Refusal>;
}

/// Where an option lies on the board. Anchors are named places of the view: `lane3`, `e4`, `p13`, `card:parry`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Gesture {
    /// The place where the hand begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The place where it ends; none when touching `from` is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The key on a keyboard, where one is natural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// Where things would stand, in the terms of the view; drawn before the click.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub preview: serde_json::Value,
}

impl Gesture {
    /// A click on one place.
    pub fn on(from: impl Into<String>) -> Gesture {
        Gesture { from: Some(from.into()), ..Gesture::default() }
    }

    /// From one place to another.
    pub fn between(from: impl Into<String>, to: impl Into<String>) -> Gesture {
        Gesture { from: Some(from.into()), to: Some(to.into()), ..Gesture::default() }
    }

    /// A button without a place.
    pub fn button() -> Gesture {
        Gesture::default()
    }

    /// With a key on the keyboard.
    #[must_use]
    pub fn key(mut self, key: char) -> Gesture {
        self.key = Some(key);
        self
    }

    /// With what would stand where.
    #[must_use]
    pub fn preview(mut self, preview: serde_json::Value) -> Gesture {
        self.preview = preview;
        self
    }
}

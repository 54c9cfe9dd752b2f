//! What a lesson file says.

use std::collections::BTreeMap;

use catalogue::Entry;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use table::{Name, Seat};

/// The lessons of one game, in the order in which they are taken.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The rules that a beginner needs: each is taught by one of the lessons.
    #[serde(default)]
    pub needs: Vec<u32>,
    /// The lessons.
    #[serde(default, rename = "lesson")]
    pub lessons: Vec<Lesson>,
}

/// One exercise.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name in addresses and for remembering progress: lower case, letters and hyphens.
    pub id: String,
    /// What it is called.
    pub title: Name,
    /// What to do, in a sentence or two.
    pub text: Name,
    /// Where it begins: a position as text, as in the diagrams of the rulebooks.
    pub position: String,
    /// Whose side the learner takes.
    #[serde(default = "one")]
    pub seat: Seat,
    /// The rules that it teaches.
    pub rules: Vec<u32>,
    /// What counts as done.
    pub goal: Goal,
    /// How many decisions the learner has for it.
    #[serde(default = "once")]
    pub within: usize,
    /// What chance brings, in this order: outcomes as records write them, without the `@`.
    #[serde(default)]
    pub chance: Vec<String>,
    /// What the other side answers, in this order.
    #[serde(default)]
    pub replies: Vec<String>,
    /// One way to do it.
    pub solution: Vec<String>,
    /// What is said when it is done.
    pub praise: Name,
    /// Answers to what beginners try.
    #[serde(default, rename = "mistake")]
    pub mistakes: Vec<Mistake>,
    /// What is said to everything else that misses the goal.
    pub otherwise: Name,
}

fn one() -> Seat {
    Seat::One
}

fn once() -> usize {
    1
}

/// What counts as done: everything that is named here, at one moment after a decision of the learner and before
/// the next one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// The learner's action is one of these; `*` at the end stands for anything.
    #[serde(default)]
    pub action: Vec<String>,
    /// Something happens that has at least these fields.
    #[serde(default)]
    pub event: Map<String, Json>,
    /// Places of the view (JSON pointers) hold these values.
    #[serde(default)]
    pub view: BTreeMap<String, Json>,
    /// The learner wins the game.
    #[serde(default)]
    pub win: bool,
}

/// A mistake that was expected, and what is said to it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// The same conditions as of a goal.
    pub when: Goal,
    /// What somebody plays who makes it, from the beginning of the lesson.
    pub example: Vec<String>,
    /// The answer.
    pub say: Name,
}

/// A lesson file that cannot be read.
#[derive(Clone, Debug, thiserror::Error, Serialize)]
#[error("the lessons of {game} cannot be read: {why}")]
pub struct Unreadable {
    /// Whose lessons.
    pub game: &'static str,
    /// What is wrong, with its line.
    pub why: String,
}

/// The lessons of a game; none where it has no file.
///
/// # Errors
/// When the file is not what it should be; a test reads them all.
pub fn course(entry: &Entry) -> Result<Course, Unreadable> {
    toml::from_str(entry.lessons()).map_err(|error| Unreadable { game: entry.id, why: error.to_string() })
}

impl Course {
    /// The lesson of that name, or of that number from 1.
    pub fn find(&self, name: &str) -> Option<&Lesson> {
        let numbered = name.parse::<usize>().ok().and_then(|n| self.lessons.get(n.checked_sub(1)?));
        numbered.or_else(|| self.lessons.iter().find(|lesson| lesson.id == name))
    }
}

impl Goal {
    /// Whether an action is one of those that are meant. No action is named: every one is.
    pub(crate) fn meets_action(&self, action: &str) -> bool {
        let fits = |pattern: &String| match pattern.strip_suffix('*') {
            Some(beginning) => action.starts_with(beginning),
            None => action == pattern,
        };
        self.action.is_empty() || self.action.iter().any(fits)
    }

    /// Whether something that happened is what is meant.
    pub(crate) fn meets_event(&self, events: &[Json]) -> bool {
        let has = |event: &Json| self.event.iter().all(|(key, value)| event.get(key) == Some(value));
        self.event.is_empty() || events.iter().any(has)
    }

    /// Whether the view shows what is meant.
    pub(crate) fn meets_view(&self, view: &Json) -> bool {
        self.view.iter().all(|(place, value)| view.pointer(place) == Some(value))
    }
}

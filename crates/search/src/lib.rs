//! Ways of thinking, generic over [`Game`].
//!
//! A [`Player`] receives a view, never the table: what it may not know it has to imagine. How long it thinks is
//! a [`Budget`]; what it found is a [`Thought`] that can be said in a sentence. What a game knows about itself
//! (how good a position is) is its [`Think`].

mod alphabeta;
mod budget;
mod greedy;
mod mixer;
mod net;
mod school;
mod settle;
mod toys;
mod tree;

use std::{fmt, str::FromStr};

use rand::RngCore;
use table::{Game, Seat, Values};

pub use alphabeta::AlphaBeta;
pub use budget::{Budget, Effort};
pub use greedy::{Greedy, Random};
pub use mixer::Mixer;
pub use net::{Inputs, Net, NoNet, sigmoid};
pub use school::{Course, Lesson, Pupil, Taught};
pub use tree::{Leaf, Tree};

/// What separates an even position from a sure one in [`Think::score`].
pub const EVEN: i32 = 10_000;

/// What a game knows about itself that helps a player.
pub trait Think: Game {
    /// How good the table looks for `seat`: its chance to win, from 0 to 1. Never 0 or 1 before the end.
    fn worth(&self, seat: Seat) -> f32;

    /// The same as a whole number around 0, from -[`EVEN`] to [`EVEN`], for the innermost loop of a search: a
    /// game that can tell it without floating point is searched faster.
    #[inline]
    fn score(&self, seat: Seat) -> i32 {
        ((self.worth(seat) - 0.5) * (2.0 * EVEN as f32)) as i32
    }

    /// The best quick value: the chance of `seat` to win once the side that is asked has used what came. The same for the
    /// same table, always. Luck is measured by it, so it looks at everything on the table, hidden or not; it is asked
    /// after the end only. Unless a game knows better, each step that looks best to [`worth`](Think::worth) is taken
    /// until somebody else is asked.
    fn judge(&self, seat: Seat) -> f32 {
        settle::settled(self, seat)
    }

    /// Nodes with which the strongest player thinks for about two milliseconds: the unit in which reviews are paid.
    fn glance() -> u64 {
        500
    }

    /// Appends actions that are worth a look where not all can be listed; a suggestion unless the game knows
    /// better. `scratch` is scratch.
    fn candidates(
        &self,
        seat: Seat,
        rng: &mut dyn RngCore,
        scratch: &mut Vec<Self::Action>,
        out: &mut Vec<Self::Action>,
    ) {
        out.push(self.suggest(seat, rng, scratch));
    }

    /// What a level changes in the options for the seat where it sits: nothing, unless a game has handicaps.
    fn handicap(_options: &mut Self::Options, _seat: Seat, _level: Level) {}

    /// The levels that this game offers, weakest first.
    fn levels() -> &'static [Level] {
        &[Level::Novice, Level::Casual]
    }

    /// The player of a level (or of a baseline: random, greedy). `None` where the game does not offer it.
    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        match level {
            Level::Random | Level::Novice => Some(Box::new(Random)),
            Level::Greedy | Level::Casual => Some(Box::new(Greedy::default())),
            _ => None,
        }
    }

    /// A further baseline to measure against, by one of the names in [`BASELINES`]; most games have none.
    fn baseline(_name: &str) -> Option<Box<dyn Player<Self>>> {
        None
    }
}

/// Baselines that only some games have: `pips` counts how far everything has to go, and nothing else.
pub const BASELINES: [&str; 1] = ["pips"];

/// Somebody who plays `G`.
pub trait Player<G: Game>: Send {
    /// Decides for `seat`, who is asked, knowing only what `view` says.
    fn choose(&mut self, view: &G::View, seat: Seat, budget: &mut Budget) -> Thought<G>;
}

/// What a player found.
#[derive(Clone, Debug)]
pub struct Thought<G: Game> {
    /// The decision.
    pub action: G::Action,
    /// The chance to win as the player sees it, from 0 to 1.
    pub win: Option<f32>,
    /// The line that it expects, its own decision first.
    pub line: Vec<String>,
    /// How many positions or simulations it looked at.
    pub nodes: u64,
    /// Why, as the key of a sentence with its values.
    pub why: (&'static str, Values),
}

impl<G: Game> Thought<G> {
    /// A decision without further thoughts.
    pub fn plain(action: G::Action, why: &'static str) -> Thought<G> {
        Thought { line: vec![action.to_string()], action, win: None, nodes: 0, why: (why, Values::new()) }
    }
}

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A baseline: any legal action.
    Random,
    /// A baseline: the best next position.
    Greedy,
    /// Errs like a beginner.
    Novice,
    /// A pleasant evening.
    Casual,
    /// Hard to beat.
    Strong,
    /// As good as we can within a second.
    Expert,
    /// Never errs: where a game is solved.
    Perfect,
}

impl Level {
    /// Every level and baseline.
    pub const ALL: [Level; 7] = [
        Level::Random,
        Level::Greedy,
        Level::Novice,
        Level::Casual,
        Level::Strong,
        Level::Expert,
        Level::Perfect,
    ];

    /// The name on the command line and in words (`level.NAME`).
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
            Level::Novice => "novice",
            Level::Casual => "casual",
            Level::Strong => "strong",
            Level::Expert => "expert",
            Level::Perfect => "perfect",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoLevel(pub String);

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        write!(f, "`{}` is no level: write one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for NoLevel {}

impl FromStr for Level {
    type Err = NoLevel;
    fn from_str(text: &str) -> Result<Level, NoLevel> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| NoLevel(text.into()))
    }
}

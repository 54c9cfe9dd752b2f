//! Who can be named as a player: a level, a baseline, or a foreign engine.

use std::{fmt, str::FromStr};

use catalogue::{Chosen, Table};
use search::{BASELINES, Level, NoLevel};
use table::Refusal;

use crate::Engine;

/// What stands before the command of an engine.
const ENGINE: &str = "engine:";

/// A player by name: `expert`, `pips`, or `engine:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rival {
    /// One of ours.
    Level(Level),
    /// A baseline that only some games have.
    Baseline(&'static str),
    /// A foreign engine, by the command that starts it.
    Engine(String),
}

impl Rival {
    /// The level, if it is one of ours.
    pub fn level(&self) -> Option<Level> {
        match self {
            Rival::Level(level) => Some(*level),
            Rival::Baseline(_) | Rival::Engine(_) => None,
        }
    }

    /// A fresh player for this table; nobody where the game does not offer the level or the baseline.
    ///
    /// # Errors
    /// When an engine cannot be started.
    pub fn sit_down(&self, table: &dyn Table) -> Result<Option<Box<dyn Chosen>>, Refusal> {
        match self {
            Rival::Level(level) => Ok(table.player(*level)),
            Rival::Baseline(name) => Ok(table.baseline(name)),
            Rival::Engine(command) => Ok(Some(Box::new(Engine::start(command, table.id())?))),
        }
    }
}

impl fmt::Display for Rival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rival::Level(level) => f.pad(level.name()),
            Rival::Baseline(name) => f.pad(name),
            Rival::Engine(command) => write!(f, "{ENGINE}{command}"),
        }
    }
}

impl FromStr for Rival {
    type Err = NoLevel;
    fn from_str(text: &str) -> Result<Rival, NoLevel> {
        if let Some(command) = text.strip_prefix(ENGINE) {
            return Ok(Rival::Engine(command.to_owned()));
        }
        match BASELINES.into_iter().find(|name| *name == text) {
            Some(name) => Ok(Rival::Baseline(name)),
            None => text.parse().map(Rival::Level),
        }
    }
}

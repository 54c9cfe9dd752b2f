//! What is known about a game beyond what its own crate says: that Squadro is solved.

use search::{Level, Player, Think};
use serde::Serialize;
use table::{Show, toys};

/// A game of the catalogue.
pub(crate) trait Known: Show + Think {
    /// The levels that are there now, weakest first.
    fn levels() -> &'static [Level] {
        <Self as Think>::levels()
    }

    /// The player of a level.
    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        <Self as Think>::player(level)
    }

    /// A further baseline, where the game has one.
    fn baseline(name: &str) -> Option<Box<dyn Player<Self>>> {
        <Self as Think>::baseline(name)
    }

    /// The truth about each move of the side to move, where it is known.
    fn marks(&self) -> Option<Vec<(Self::Action, Mark)>> {
        None
    }
}

/// What perfect play makes of a move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The other side can force a win.
    Lost,
    /// Neither side can.
    Drawn,
    /// It keeps a forced win.
    Won,
}

impl Mark {
    /// What a move gave away: the best that was there, and what was taken. None when nothing was, or when it is not
    /// among the marks.
    pub fn given_away(marks: &[(String, Mark)], played: &str) -> Option<(Mark, Mark)> {
        let best = marks.iter().map(|(_, mark)| *mark).max()?;
        let (_, taken) = marks.iter().find(|(text, _)| text == played)?;
        (*taken < best).then_some((best, *taken))
    }
}

macro_rules! unsolved {
    ($($game:ty)*) => { $( impl Known for $game {} )* };
}
unsolved!(piggyback::Piggyback backgammon_wars::BackgammonWars to_pieces::ToPieces pitch_out::PitchOut);
unsolved!(toys::Race toys::Bluff toys::Dart);

//! What Backgammon Wars knows about itself, and its players.
//!
//! | file | what |
//! |---|---|
//! | `danger` | what the next roll of a side could do to the other |
//! | `hand` | a count by hand: the baseline that looks one step ahead |
//! | `inputs` | what the networks see |
//! | `learn` | how the networks learn: by playing against themselves |
//! | `turn` | thinking in whole turns |
//! | `players` | the levels, and the baseline that counts pips |
//! | `why` | what a player says |

mod danger;
mod hand;
mod inputs;
mod learn;
mod players;
mod turn;
mod why;

use search::{Greedy, Level, Player, Random, Think};
use table::{Game, Seat, Turn};

use crate::BackgammonWars;
pub use learn::{Training, course, usual_games};
use players::Planner;

impl Think for BackgammonWars {
    fn worth(&self, seat: Seat) -> f32 {
        match self.turn() {
            Turn::Over(outcome) => turn::points(outcome, seat),
            _ => hand::worth(self, seat),
        }
    }

    /// The network over whole turns.
    fn judge(&self, seat: Seat) -> f32 {
        match self.turn() {
            Turn::Over(outcome) => turn::points(outcome, seat),
            _ => players::measure(self, seat),
        }
    }

    fn glance() -> u64 {
        400
    }

    fn levels() -> &'static [Level] {
        &[Level::Novice, Level::Casual, Level::Strong, Level::Expert]
    }

    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        match level {
            Level::Random => Some(Box::new(Random)),
            Level::Greedy => Some(Box::new(Greedy::default())),
            _ => Planner::of(level).map(|planner| -> Box<dyn Player<Self>> { Box::new(planner) }),
        }
    }

    fn baseline(name: &str) -> Option<Box<dyn Player<Self>>> {
        (name == "pips").then(|| -> Box<dyn Player<Self>> { Box::new(Planner::by_pips()) })
    }
}

//! How good a table looks to a seat that knows its own cards and coins only, and the players that go by it.

mod ahead;
pub mod bot;
mod field;
mod goals;
pub mod greedy;
mod plans;
pub mod value;

use search::{Level, Player, Random, Think};
use table::{Game, Seat, Turn};

use crate::ToPieces;
use greedy::OneStep;
use value::Temper;

/// The baseline's.
pub const PLAIN: Temper = Temper {
    ease: 1.0,
    doubt: 1.0,
    later: 0.15,
    man: 0.8,
    leader: 2.0,
    coin: 0.4,
    captured: 0.35,
    summon: 0.6,
    hanging: 1.0,
    threatened: 0.35,
    pressed: 0.1,
    guess: 0.0,
};

impl Think for ToPieces {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        value::win(self, value::points(self, seat, &PLAIN))
    }

    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        match level {
            Level::Random | Level::Novice => Some(Box::new(Random)),
            Level::Greedy | Level::Casual => Some(Box::new(OneStep { temper: PLAIN, quiet: 24, reserve: 4 })),
            Level::Strong => Some(Box::new(bot::Thinker {
                temper: Temper { guess: 0.8, ..PLAIN },
                width: 10,
                widths: &[1],
                tables: 1,
            })),
            Level::Expert => Some(Box::new(bot::Thinker {
                temper: Temper { guess: 0.8, ..PLAIN },
                width: 10,
                widths: &[4, 1],
                tables: 1,
            })),
            _ => None,
        }
    }
}

//! How good a table looks to a seat that knows its own cards and coins only, and the players that go by it.
//!
//! A table is judged in points ([`value`]): what is safe, how far each objective in hand is and how likely it is
//! then met, who stands in danger. The [baseline](greedy) takes the best of its own next actions; the
//! [thinkers](bot) look at all of them and play the best on to the end of the round, in many imagined tables.

pub mod bot;
mod field;
mod goals;
pub mod greedy;
mod marks;
pub mod outlook;
mod plans;
mod playout;
pub mod value;

use search::{Level, Player, Random, Think};
use table::{Game, Seat, Turn};

use crate::ToPieces;
use bot::Thinker;
use greedy::OneStep;
use value::Temper;

/// The baseline's: calibrated so that it acts as often in each way as the spec's does. The pairings of teams come
/// out less even than there: from 40 to 60 % in 400 games each.
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
    seasoned: false,
    learned: false,
};

/// A beginner's: sees no danger, trusts that what is met stays met, and takes whatever can be taken.
const RASH: Temper = Temper {
    doubt: 0.0,
    later: 0.3,
    man: 1.5,
    leader: 0.5,
    hanging: 0.0,
    threatened: 0.0,
    pressed: 0.0,
    ..PLAIN
};

/// An expert's: plays from experience, and minds what the other may be after.
pub const SHREWD: Temper = Temper { leader: 1.0, guess: 0.8, seasoned: true, ..PLAIN };

impl Think for ToPieces {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        value::win(self, value::points(self, seat, &PLAIN))
    }

    /// As it stands: a drawn card is used much later.
    fn judge(&self, seat: Seat) -> f32 {
        // Each side is judged by what it knows itself; both together see everything.
        (self.worth(seat) + 1.0 - self.worth(!seat)) / 2.0
    }

    fn glance() -> u64 {
        300
    }

    fn levels() -> &'static [Level] {
        &[Level::Novice, Level::Casual, Level::Strong, Level::Expert]
    }

    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        match level {
            Level::Random => Some(Box::new(Random)),
            Level::Greedy => Some(Box::new(OneStep { temper: PLAIN, quiet: 24, reserve: 4, dreams: 0 })),
            Level::Novice => Some(Box::new(OneStep { temper: RASH, quiet: 8, reserve: 2, dreams: 16 })),
            Level::Casual => Some(Box::new(Thinker::CASUAL)),
            Level::Strong => Some(Box::new(Thinker::STRONG)),
            Level::Expert => Some(Box::new(Thinker::EXPERT)),
            Level::Perfect => None,
        }
    }
}

//! What Pitch Out knows about itself: how good a table looks (`worth`), which flicks are worth a try (`aims`), how
//! they are judged under the own tremor and against the best reply (`judge`), where things are put (`formation`,
//! `decide`), and the four levels made of it (`player`).

mod aims;
mod decide;
pub(crate) mod formation;
mod judge;
mod player;
mod worth;

use search::{Greedy, Level, Player, Random, Think};
use table::{
    Seat,
    rand::{Rng, RngCore},
};

use crate::{Action, PitchOut, Rulings, Wait};

impl Think for PitchOut {
    fn worth(&self, seat: Seat) -> f32 {
        self.chance(seat)
    }

    fn glance() -> u64 {
        300
    }

    /// Aimed flicks rather than random ones.
    fn candidates(
        &self,
        seat: Seat,
        rng: &mut dyn RngCore,
        scratch: &mut Vec<Action>,
        out: &mut Vec<Action>,
    ) {
        if matches!(self.wait, Wait::Flick | Wait::Again) {
            let mut tries = Vec::new();
            self.direct_aims(&mut tries);
            if !tries.is_empty() {
                let pick = tries[rng.random_range(0..tries.len())];
                return out.push(Action::Flick(pick.name, pick.aim));
            }
        }
        out.push(self.random_action(seat, rng, scratch));
    }

    /// The weaker the level, the more its hand trembles (R16). Baselines have a steady hand.
    fn handicap(rulings: &mut Rulings, seat: Seat, level: Level) {
        rulings.tremor[seat] = match level {
            Level::Novice => 5,
            Level::Casual => 3,
            Level::Strong => 1,
            Level::Random | Level::Greedy | Level::Expert | Level::Perfect => 0,
        };
    }

    fn levels() -> &'static [Level] {
        &[Level::Novice, Level::Casual, Level::Strong, Level::Expert]
    }

    fn player(level: Level) -> Option<Box<dyn Player<PitchOut>>> {
        Some(match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy::default()),
            Level::Novice => Box::new(player::NOVICE),
            Level::Casual => Box::new(player::CASUAL),
            Level::Strong => Box::new(player::STRONG),
            Level::Expert => Box::new(player::EXPERT),
            Level::Perfect => return None,
        })
    }
}

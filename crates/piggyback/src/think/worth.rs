//! How good a table looks: features that can be counted, and weights for them.
//!
//! The weights were fitted to the outcomes of games between players who look one reply ahead.

use table::Seat;

use crate::{Colour, Group, Piggyback, Space, Spaces, Wait};

/// What is counted of each side; the table's worth is the logistic function of the weighted difference.
const FEATURES: usize = 12;

/// The weights of the features, in the order of [`Piggyback::features`].
pub(super) type Weights = [f32; FEATURES];

/// See [`Piggyback::features`].
pub(super) const WEIGHTS: Weights =
    [0.04, 0.143, 0.05, -0.068, 0.0, 0.014, 0.25, 0.35, -0.014, 0.309, 0.141, 2.227];

/// What a beginner looks at: units, pieces, and what it could hit next; not what can hit it.
pub(super) const BEGINNER: Weights = [0.5, 0.0, 0.0, 0.0, 0.1, 0.1, 0.1, 0.1, -0.05, 0.0, 0.08, 0.0];

impl Piggyback {
    /// What a side has: units; lone units; stacks of two; stacks of three; pieces of each colour; how far its
    /// groups are from something worth having; what its best attack promises, for the side to move and for the
    /// other; and its share of all units.
    fn features(&self, seat: Seat) -> Weights {
        let mut counts = [0.0; FEATURES];
        let enemies = self.armies[!seat].spaces();
        let lying = self.any_lying();
        for (space, group) in self.armies[seat].iter() {
            counts[0] += f32::from(group.units);
            match group.units {
                1 => counts[1] += 1.0,
                2 => counts[2] += 1.0,
                _ => counts[3] += 1.0,
            }
            for colour in Colour::ALL {
                counts[4 + colour as usize] += f32::from(group.carries(colour));
            }
            let goals = if group.has_room() { enemies | lying.without(space) } else { enemies };
            counts[8] += f32::from(steps_to(space, goals, self.layout().spaces));
        }
        counts[if seat == self.to { 9 } else { 10 }] = self.promise(seat);
        let all = self.armies[seat].units() + self.armies[!seat].units();
        counts[11] = counts[0] / f32::from(all.max(1));
        counts
    }

    /// The chance of `seat` to win, by the weights.
    pub(super) fn weigh(&self, seat: Seat, weights: &Weights) -> f32 {
        let (own, other) = (self.features(seat), self.features(!seat));
        let sum: f32 = (0..FEATURES).map(|n| weights[n] * (own[n] - other[n])).sum();
        // Quiet turns lead to a draw (R41), so a lead fades until something is done with it.
        let left = 1.0 - f32::from(self.quiet) / f32::from(self.limit.max(1));
        0.5 + (logistic(sum) - 0.5) * left
    }

    /// What a side can expect to win by its best attack, in units, if it is its move.
    pub(super) fn promise(&self, seat: Seat) -> f32 {
        let stake = |from: Space, at: Space| {
            let lost = self.armies[seat].at(from).map_or(0.0, group_value);
            let won = self.armies[!seat].at(at).map_or(0.0, group_value);
            (won, lost)
        };
        if let Some((from, at)) = self.combatants() {
            if seat != self.to {
                return 0.0;
            }
            let (won, lost) = stake(from, at);
            return expected(self.chance().map_or(0.5, |chance| chance.value() as f32), won, lost);
        }
        let mut best = 0.0f32;
        let asked = Piggyback { to: seat, wait: Wait::Move, ..*self };
        asked.each_attack(|from, at, chance| {
            let (won, lost) = stake(from, at);
            best = best.max(expected(chance.value() as f32, won, lost));
        });
        best
    }
}

/// What a carried piece adds to a group, in units, in the order of [`Colour::ALL`]. Luck and Firepower win
/// combats; Boost and Warp want a plan.
const PIECES: [f32; 4] = [0.2, 0.15, 0.4, 0.4];

pub(super) fn group_value(group: Group) -> f32 {
    let pieces = Colour::ALL.into_iter().zip(PIECES);
    f32::from(group.units)
        + pieces.map(|(colour, worth)| f32::from(group.carries(colour)) * worth).sum::<f32>()
}

fn expected(chance: f32, won: f32, lost: f32) -> f32 {
    chance * won - (1.0 - chance) * lost
}

/// The same bits on every machine.
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// Steps to the nearest of these spaces; 0 when there is none.
fn steps_to(from: Space, goals: Spaces, board: Spaces) -> u8 {
    if (goals & board).is_empty() {
        return 0;
    }
    let mut reached = Spaces::only(from);
    let mut steps = 0;
    while (reached & goals).is_empty() {
        reached = (reached.around() | reached) & board;
        steps += 1;
    }
    steps
}

//! How good a table looks: features that can be counted, and weights for them.
//!
//! The weights were fitted once (logistic regression) to the outcomes of 2000 games between players that saw their own
//! move and no reply, with weights made by hand. The network of `learn` begins with them.

use search::{Net, sigmoid};
use table::Seat;

use super::inputs::inputs;
use crate::{
    Colour, Group, LOAD, Piggyback, Spaces,
    odds::{self, Strength},
};

/// What is counted, seen from the side to move.
pub(super) const FEATURES: usize = 34;

/// A number for each feature, in the order of [`Piggyback::features`].
pub(super) type Weights = [f32; FEATURES];

/// See [`Piggyback::features`].
#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = [
    0.295, 0.491, 0.699,
    0.063, 0.078, 0.152, 0.261,
    0.216, -0.012, 0.157, 0.242,
    -0.039, 0.025, 0.017, 0.002, -0.009, 0.116,
    0.043, 0.006, 0.028, -0.051, 0.004, -0.031,
    -0.020,
    0.222, -0.186, -0.142, 0.036,
    1.278, 0.930, 0.002, -0.165,
    0.004, 0.070,
];

/// What a beginner looks at: units, pieces, and what it could hit next; not what can hit it.
#[rustfmt::skip]
pub(super) const BEGINNER: Weights = [
    0.5, 1.0, 1.5,
    0.1, 0.1, 0.1, 0.1,
    0.1, 0.1, 0.1, 0.1,
    0.03, 0.03, 0.03, 0.03, 0.03, 0.0,
    0.03, 0.03, 0.03, -0.03, -0.03, -0.03,
    0.0,
    0.0, 0.0, -0.08, 0.0,
    0.0, 0.0, 0.0, 0.0,
    -0.01, 0.0,
];

/// Weights that are this share of the way from a beginner's count to the fitted ones.
///
/// Both looking three turns ahead, the fitted weights scored 71 % of 200 games against a share of 0, 61 % of 400
/// against 0.25 and 55 % of 400 against 0.5; against the novice 0.1 scored 65 % of 300, 0.25 70 % and 0.5 75 %.
pub(super) const fn informed(share: f32) -> Weights {
    let mut weights = BEGINNER;
    let mut n = 0;
    while n < FEATURES {
        weights[n] += share * (WEIGHTS[n] - BEGINNER[n]);
        n += 1;
    }
    weights
}

/// Whoever finds positions good or bad.
pub(super) trait Judge: Sync {
    /// The chance of the side to move to win. The game waits for a move.
    fn win(&self, game: &Piggyback) -> f32;
}

impl Judge for Weights {
    fn win(&self, game: &Piggyback) -> f32 {
        sigmoid(game.features().iter().zip(self).map(|(x, weight)| x * weight).sum())
    }
}

impl Judge for Net {
    fn win(&self, game: &Piggyback) -> f32 {
        Net::win(self, &inputs(game))
    }
}

/// Where the features of a kind begin.
mod at {
    pub(super) const SIZES: usize = 0;
    pub(super) const PIECES: usize = 3;
    pub(super) const NEAR: usize = 11;
    pub(super) const TAKES: usize = 16;
    pub(super) const CONTACT: usize = 17;
    pub(super) const FRIENDS: usize = 23;
    pub(super) const PROMISE: usize = 24;
    pub(super) const SHARES: usize = 28;
    pub(super) const MOVE: usize = 30;
    pub(super) const OPPOSITION: usize = 31;
    pub(super) const DISTANCE: usize = 32;
    pub(super) const CHASE: usize = 33;
}

impl Piggyback {
    /// What the side to move has more than the other:
    ///
    /// * lone units, stacks of two, stacks of three;
    /// * pieces of each colour under lone units, and under stacks;
    /// * groups that could take a Luck or a Firepower in one, two or three steps; another piece in one or two;
    ///   whether the side to move can take a Luck or a Firepower now;
    /// * groups one, two and three steps from an enemy, for the side to move and for the other;
    /// * groups beside a friend;
    /// * what its best attack and its next best promise, for the side to move and for the other;
    /// * its share of the units and of the groups; that it is to move; the opposition of two last
    ///   groups;
    /// * the steps of its groups to the nearest enemy, and how near the armies are when it leads in units.
    pub(super) fn features(&self) -> Weights {
        let mut x = [0.0; FEATURES];
        let [green, mauve, yellow, orange] = self.lying;
        let strong = ring(yellow | orange);
        let other = ring(green | mauve);
        let sides = [(1.0, self.to), (-1.0, !self.to)];
        let mut steps = 0.0;
        for (n, (sign, seat)) in sides.into_iter().enumerate() {
            let mut roomy = Spaces::NONE;
            for (space, group) in self.armies[seat].iter() {
                let size = usize::from(group.units);
                x[at::SIZES + size - 1] += sign;
                if group.pieces.is_empty() {
                    roomy = roomy.with(space);
                    continue;
                }
                let pieces = at::PIECES + if size > 1 { 4 } else { 0 };
                for colour in Colour::ALL {
                    x[pieces + colour as usize] += sign * f32::from(group.carries(colour));
                }
                if group.has_room() {
                    roomy = roomy.with(space);
                }
            }
            for (i, near) in [strong[0], strong[1], strong[2], other[0], other[1]].into_iter().enumerate() {
                x[at::NEAR + i] += sign * (roomy & near).len() as f32;
            }
            if n == 0 && !(roomy & strong[0]).is_empty() {
                x[at::TAKES] = 1.0;
            }
            let own = self.armies[seat].spaces();
            for (i, near) in ring(self.armies[!seat].spaces()).into_iter().enumerate() {
                x[at::CONTACT + 3 * n + i] = (own & near).len() as f32;
            }
            let far = steps_to(own, self.armies[!seat].spaces());
            x[at::DISTANCE] += sign * far;
            steps += far;
            x[at::FRIENDS] += sign * (own & own.around()).len() as f32;
            let [best, next] = self.promises(seat);
            x[at::PROMISE + 2 * n] = best;
            x[at::PROMISE + 2 * n + 1] = next;
        }
        let [own, his] = [self.to, !self.to].map(|seat| &self.armies[seat]);
        x[at::SHARES] = share(own.units(), his.units());
        x[at::SHARES + 1] = share(own.len() as u8, his.len() as u8);
        x[at::MOVE] = 1.0;
        x[at::CHASE] = -x[at::SHARES] * steps / (own.len() + his.len()) as f32;
        if let (Some((a, _)), Some((b, _)), 1, 1) =
            (own.iter().next(), his.iter().next(), own.len(), his.len())
        {
            x[at::OPPOSITION] = if a.distance(b) % 2 == 0 { -1.0 } else { 1.0 };
        }
        x
    }

    /// The chance of the side to move, by the weights, when a draw is worth `draw` to it. The game waits for a move.
    pub(super) fn weigh(&self, judge: &dyn Judge, draw: f32) -> f32 {
        let win = judge.win(self);
        // Quiet turns lead to a draw (R41), so a lead fades until something is done with it.
        let patience = 1.0 - f32::from(self.quiet) / f32::from(self.limit.max(1));
        draw + (win - draw) * patience
    }

    /// What a side can expect to win by its best attack, in units, if it is its move; and by its best attack on
    /// another group.
    fn promises(&self, seat: Seat) -> [f32; 2] {
        let (army, enemies) = (&self.armies[seat], &self.armies[!seat]);
        let mut best = [0.0f32; 2];
        let mut target = None;
        for (from, group) in army.iter() {
            let mut reach = Spaces::only(from).around();
            if group.pieces.has(Colour::Green) {
                reach |= self.walk2(from);
                if group.carries(Colour::Green) >= LOAD {
                    reach |= self.walk34(from);
                }
            }
            for at in (reach & enemies.spaces()).iter() {
                let gain = enemies.at(at).map_or(0.0, |enemy| bargain(group, enemy));
                if gain > best[0] {
                    if target != Some(at) {
                        best[1] = best[0];
                    }
                    best[0] = gain;
                    target = Some(at);
                } else if target != Some(at) {
                    best[1] = best[1].max(gain);
                }
            }
        }
        best
    }
}

/// The spaces at most one, two and three steps away.
fn ring(spaces: Spaces) -> [Spaces; 3] {
    let one = spaces | spaces.around();
    let two = one | one.around();
    [one, two, two | two.around()]
}

/// The sum of the steps from each of these spaces to the nearest goal. There is one.
fn steps_to(mut spaces: Spaces, goals: Spaces) -> f32 {
    let mut reached = goals;
    let mut steps = 0;
    while !spaces.is_empty() {
        steps += spaces.len();
        reached = reached | reached.around();
        spaces = spaces & !reached;
    }
    steps as f32
}

/// From -1 to 1.
fn share(own: u8, other: u8) -> f32 {
    (f32::from(own) - f32::from(other)) / f32::from((own + other).max(1))
}

/// What an attack can be expected to win, in units.
pub(super) fn bargain(attacker: Group, defender: Group) -> f32 {
    let chance = odds::attack(Strength::from(attacker), Strength::from(defender)).value() as f32;
    chance * group_value(defender) - (1.0 - chance) * group_value(attacker)
}

/// What a carried piece adds to a group, in units, in the order of [`Colour::ALL`]. Luck and Firepower win
/// combats; Boost and Warp want a plan.
const PIECES: [f32; 4] = [0.2, 0.15, 0.4, 0.4];

pub(super) fn group_value(group: Group) -> f32 {
    if group.pieces.is_empty() {
        return f32::from(group.units);
    }
    let pieces = Colour::ALL.into_iter().zip(PIECES);
    f32::from(group.units)
        + pieces.map(|(colour, worth)| f32::from(group.carries(colour)) * worth).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn informed_weights_lie_between_the_beginner_and_the_fitted() {
        assert_eq!(informed(0.0), BEGINNER);
        for ((between, beginner), fitted) in informed(0.5).into_iter().zip(BEGINNER).zip(WEIGHTS) {
            assert!((2.0 * between - beginner - fitted).abs() < 1e-6, "{between}: {beginner} and {fitted}");
        }
    }
}

//! What a combat costs: the Luck and Firepower that are left to either side when both decide perfectly.
//!
//! Exact means over all rolls, rounded to whole pieces, for every pair of groups; made once.

use std::sync::LazyLock;

use crate::{
    Colour, Group, Pieces,
    odds::{Choice, Hand, Moment, Strength},
};

/// What is left of Luck and Firepower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) luck: u8,
    pub(super) firepower: u8,
}

/// What is left to the attacker and to the defender: when the attacker wins, and when the defender does.
type Lefts = [[Left; 2]; 2];

/// What is left after a combat: `won` says whether the attacker has won; his part first.
pub(super) fn left(attacker: Group, defender: Group, won: bool) -> [Left; 2] {
    TABLE[index(attacker)][index(defender)][usize::from(!won)]
}

/// Kinds of groups: one to three units, and six ways to carry up to two of two kinds.
const KINDS: usize = 18;
/// Luck and Firepower in each of the six ways.
const LOADS: [(u8, u8); 6] = [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)];

static TABLE: LazyLock<Vec<[Lefts; KINDS]>> =
    LazyLock::new(|| (0..KINDS).map(|a| std::array::from_fn(|d| average(kind(a), kind(d)))).collect());

fn index(group: Group) -> usize {
    let load = (group.carries(Colour::Yellow), group.carries(Colour::Orange));
    let n = LOADS.iter().position(|&other| other == load).expect("a group carries at most two");
    6 * usize::from(group.units - 1) + n
}

fn kind(n: usize) -> Group {
    let (luck, firepower) = LOADS[n % 6];
    let pieces = Pieces::of(Colour::Yellow, luck) + Pieces::of(Colour::Orange, firepower);
    Group { units: 1 + (n / 6) as u8, pieces }
}

/// A side that has ended its part of a combat, with the chance of that.
struct End {
    chance: f32,
    number: u8,
    left: Left,
}

/// All ends of one side, which decides by what it is up against.
fn ends(group: Group, moment: impl Fn(Hand) -> Moment, over: impl Fn(u8) -> bool) -> Vec<End> {
    let mut ends = Vec::new();
    let mut hand = Hand {
        number: 0,
        rolls: group.units - 1,
        luck: group.carries(Colour::Yellow),
        firepower: group.carries(Colour::Orange),
        fired: false,
    };
    let mut chance = 1.0;
    loop {
        let mut again = 0.0;
        for die in 1..=6 {
            let mut after = Hand { number: die, ..hand };
            loop {
                let choice =
                    if over(after.number) || !after.is_asked() { Choice::Stop } else { moment(after).best() };
                match choice {
                    Choice::Roll | Choice::Luck => again += chance / 6.0,
                    Choice::Firepower => {
                        after.number += 1;
                        after.firepower -= 1;
                        after.fired = true;
                        continue;
                    }
                    Choice::Stop => {
                        let left = Left { luck: after.luck, firepower: after.firepower };
                        ends.push(End { chance: chance / 6.0, number: after.number, left });
                    }
                }
                break;
            }
        }
        if again == 0.0 {
            return ends;
        }
        chance = again;
        if hand.rolls > 0 { hand.rolls -= 1 } else { hand.luck -= 1 }
    }
}

fn average(attacker: Group, defender: Group) -> Lefts {
    // By who wins: the chance of it, and the sums of Luck and Firepower of both sides.
    let mut sums = [[0.0f32; 5]; 2];
    let strength = Strength::from(defender);
    for attack in ends(attacker, |hand| Moment::Attack { hand, defender: strength }, |_| false) {
        let against = attack.number;
        for defence in ends(defender, |hand| Moment::Defence { hand, against }, |number| number > against) {
            let chance = attack.chance * defence.chance;
            let [a, d] = [attack.left, defence.left];
            let values = [1, a.luck, a.firepower, d.luck, d.firepower];
            let sums = &mut sums[usize::from(defence.number > against)];
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += chance * f32::from(value);
            }
        }
    }
    sums.map(|[chance, sums @ ..]| {
        let [a, b, c, d] = sums.map(|sum| libm::roundf(sum / chance.max(f32::MIN_POSITIVE)) as u8);
        [Left { luck: a, firepower: b }, Left { luck: c, firepower: d }]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_keeps_what_it_does_not_need() {
        let lone = |text: &str| {
            let pieces = text.chars().filter_map(Colour::lettered).map(Pieces::one);
            Group { units: 1, pieces: pieces.fold(Pieces::NONE, |sum, piece| sum + piece) }
        };
        // A Firepower is spent on all but a six; who is lost burns what he has.
        assert_eq!(left(lone("o"), lone(""), true)[0], Left::default());
        assert_eq!(left(lone(""), lone("yo"), true)[1], Left::default());
        // Three rolls and two Lucks against one roll: a good number comes early.
        let stack = Group { units: 3, ..lone("yy") };
        assert_eq!(left(stack, lone(""), true)[0], Left { luck: 2, firepower: 0 });
    }
}

//! The dice of a turn (rules 15, 16, 41-42, 47-51) and what chance can roll.

use std::ops::Deref;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Odds, Seat};

use crate::{action::Chance, units::Purpose};

/// A few dice, the lowest first; two equal dice are the same die. Never more than five: two, doubled, and a stolen
/// one. Small enough to be copied in a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Few {
    dice: [u8; 5],
    count: u8,
}

impl Few {
    /// Adds a die that is not lower than the others.
    fn push(&mut self, die: u8) {
        self.dice[usize::from(self.count)] = die;
        self.count += 1;
    }

    /// Without the die at `place`.
    pub(crate) fn without(mut self, place: usize) -> Few {
        self.dice.copy_within(place + 1.., place);
        self.dice[4] = 0;
        self.count -= 1;
        self
    }

    /// Each number once.
    pub(crate) fn distinct(self) -> Few {
        let mut few = Few::default();
        for &die in &*self {
            if few.last() != Some(&die) {
                few.push(die);
            }
        }
        few
    }
}

impl Deref for Few {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.dice[..usize::from(self.count)]
    }
}

impl FromIterator<u8> for Few {
    fn from_iter<I: IntoIterator<Item = u8>>(dice: I) -> Few {
        let mut few = Few::default();
        dice.into_iter().for_each(|die| few.push(die));
        few
    }
}

/// Two natural numbers that were rolled together, the higher first; or no such roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Option<[u8; 2]>", into = "Option<[u8; 2]>")]
pub struct Pair(u8);

impl Pair {
    /// No roll.
    pub const NONE: Pair = Pair(0);

    /// A pair of numbers from 1 to 6, in any order.
    pub fn new(a: u8, b: u8) -> Pair {
        Pair(a.max(b) << 4 | a.min(b))
    }

    /// The two numbers, the higher first.
    pub fn numbers(self) -> Option<[u8; 2]> {
        (self.0 != 0).then_some([self.0 >> 4, self.0 & 15])
    }
}

impl From<Pair> for Option<[u8; 2]> {
    fn from(pair: Pair) -> Option<[u8; 2]> {
        pair.numbers()
    }
}

impl TryFrom<Option<[u8; 2]>> for Pair {
    type Error = &'static str;
    fn try_from(numbers: Option<[u8; 2]>) -> Result<Pair, &'static str> {
        match numbers {
            None => Ok(Pair::NONE),
            Some([a, b]) if (1..=6).contains(&a) && (1..=6).contains(&b) => Ok(Pair::new(a, b)),
            Some(_) => Err("a die has six sides"),
        }
    }
}

/// What lies before the side whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dice {
    /// Unused rolled dice as they stand now, the lowest first; 0 is no die.
    #[serde(with = "as_list")]
    rolled: [u8; 4],
    /// A die brought by Thief, or 0.
    extra: u8,
    /// What the roll serves.
    pub(crate) purpose: Purpose,
    /// The doubles' choice is still open (rule 16).
    pub(crate) choice: bool,
    /// The doubles' choice was made.
    pub(crate) chosen: bool,
    /// A die was used.
    pub(crate) used: bool,
    /// From where to where the last die use moved an archer that still stands there (rule 51); 0, 0 is none.
    pub(crate) flight: (u8, u8),
}

impl Dice {
    /// The unused rolled dice.
    pub fn rolled(&self) -> impl DoubleEndedIterator<Item = u8> {
        self.rolled.into_iter().filter(|&die| die != 0)
    }

    /// A die brought by Thief.
    pub fn extra(&self) -> Option<u8> {
        (self.extra != 0).then_some(self.extra)
    }

    /// What the roll serves.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// How many rolled dice are unused.
    pub fn left(&self) -> u8 {
        self.rolled().count() as u8
    }

    /// Every unused die, the lowest first.
    pub(crate) fn all(&self) -> Few {
        // The dice are sorted, so what is no die comes first.
        let bits = u32::from_le_bytes(self.rolled);
        let gone = bits.trailing_zeros() / 8;
        let mut few = Few::default();
        few.dice[..4].copy_from_slice(&bits.checked_shr(8 * gone).unwrap_or(0).to_le_bytes());
        few.count = 4 - gone as u8;
        if self.extra != 0 {
            let place = few.iter().take_while(|&&die| die < self.extra).count();
            few.dice.copy_within(place..4, place + 1);
            few.dice[place] = self.extra;
            few.count += 1;
        }
        few
    }

    /// Every number that an unused die shows, once, the lowest first.
    pub(crate) fn numbers(&self) -> Few {
        self.all().distinct()
    }

    pub(crate) fn has(&self, die: u8) -> bool {
        die != 0 && (self.rolled.contains(&die) || self.extra == die)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rolled == [0; 4] && self.extra == 0
    }

    /// Lays down a new roll.
    pub(crate) fn lay(&mut self, dice: &[u8]) {
        self.rolled = [0; 4];
        self.rolled[..dice.len()].copy_from_slice(dice);
        self.rolled.sort_unstable();
        self.choice = matches!(*dice, [a, b] if a == b);
    }

    pub(crate) fn bring(&mut self, stolen: u8) {
        self.extra = stolen;
    }

    /// Each rolled die twice.
    pub(crate) fn double(&mut self) {
        let dice: ArrayVec<u8, 4> = self.rolled().flat_map(|die| [die, die]).take(4).collect();
        self.lay(&dice);
        (self.choice, self.chosen) = (false, true);
    }

    /// Changes a die that is there; 0 takes it away. A rolled one before an extra one (rule 49). Without a rolled
    /// die nothing is left to choose (rule 16).
    pub(crate) fn change(&mut self, from: u8, to: u8) {
        match self.rolled.iter_mut().find(|die| **die == from) {
            Some(die) => *die = to,
            None => self.extra = to,
        }
        self.rolled.sort_unstable();
        self.choice &= self.rolled != [0; 4];
    }

    /// Takes a die that is there away for a use.
    pub(crate) fn use_up(&mut self, die: u8) {
        self.change(die, 0);
        self.used = true;
        self.flight = (0, 0);
    }
}

/// Dice as JSON: a list of those that are there.
mod as_list {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(dice: &[u8; 4], serializer: S) -> Result<S::Ok, S::Error> {
        let there: Vec<u8> = dice.iter().copied().filter(|&die| die != 0).collect();
        there.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 4], D::Error> {
        let list = Vec::<u8>::deserialize(deserializer)?;
        let mut dice = [0; 4];
        dice.get_mut(..list.len())
            .ok_or_else(|| D::Error::custom("four dice at most"))?
            .copy_from_slice(&list);
        dice.sort_unstable();
        Ok(dice)
    }
}

/// What two dice can show, in the byte order of the texts, the higher die first.
const TWO_DICE: [(Chance, u32); 21] = {
    let mut table = [(Chance::Dice(1, 1), 1); 21];
    let (mut i, mut a) = (0, 1);
    while a <= 6 {
        let mut b = 1;
        while b <= a {
            table[i] = (Chance::Dice(a, b), if a == b { 1 } else { 2 });
            i += 1;
            b += 1;
        }
        a += 1;
    }
    table
};

/// Fills in what `count` dice can show, in the byte order of the texts, the highest die first.
pub(crate) fn odds(stream: &'static str, count: u8, out: &mut Odds<Chance>) {
    out.set(stream, true);
    match count {
        1 => (1..=6).for_each(|die| out.add(Chance::Die(die), 1)),
        2 => out.outcomes.extend_from_slice(&TWO_DICE),
        _ => three_dice(out),
    }
}

fn three_dice(out: &mut Odds<Chance>) {
    for a in 1..=6 {
        for b in 1..=a {
            for c in 1..=b {
                let orders = match (a == b, b == c) {
                    (true, true) => 1,
                    (false, false) => 6,
                    _ => 3,
                };
                out.add(Chance::Three(a, b, c), orders);
            }
        }
    }
}

/// The dice with which the game begins: One's, then Two's, never equal (rule 5).
pub(crate) fn opening(out: &mut Odds<Chance>) {
    out.set("dice", true);
    for one in 1..=6 {
        for two in (1..=6).filter(|&two| two != one) {
            out.add(Chance::Dice(one, two), 1);
        }
    }
}

/// Who plays first after the opening dice.
pub(crate) fn opener(one: u8, two: u8) -> Seat {
    if one > two { Seat::One } else { Seat::Two }
}

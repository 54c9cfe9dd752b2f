//! The dice of a turn (rules 15, 16, 41-42, 47-51) and what chance can roll.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Odds, Seat};

use crate::{action::Chance, units::Purpose};

/// So many dice can lie before a side at most: two, doubled, and a stolen one.
pub(crate) const MOST: usize = 5;

/// A few dice, the lowest first. Two equal dice are the same die.
pub(crate) type Few = ArrayVec<u8, MOST>;

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
        let mut few = Few::new();
        for die in self.rolled {
            if die != 0 {
                few.push(die);
            }
        }
        if self.extra != 0 {
            let place = few.iter().take_while(|&&die| die < self.extra).count();
            few.insert(place, self.extra);
        }
        few
    }

    /// Every number that an unused die shows, once, the lowest first.
    pub(crate) fn numbers(&self) -> Few {
        distinct(&self.all())
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

    /// Changes a die that is there; 0 takes it away. A rolled one before an extra one (rule 49).
    pub(crate) fn change(&mut self, from: u8, to: u8) {
        match self.rolled.iter_mut().find(|die| **die == from) {
            Some(die) => *die = to,
            None => self.extra = to,
        }
        self.rolled.sort_unstable();
    }

    /// Takes a die that is there away for a use.
    pub(crate) fn use_up(&mut self, die: u8) {
        self.change(die, 0);
        self.used = true;
        self.flight = (0, 0);
    }
}

/// The numbers of sorted dice, each once.
pub(crate) fn distinct(dice: &Few) -> Few {
    let mut few = Few::new();
    for &die in dice {
        if few.last() != Some(&die) {
            few.push(die);
        }
    }
    few
}

/// Fills in what `count` dice can show, in the byte order of the texts, the highest die first.
pub(crate) fn odds(stream: &'static str, count: u8, out: &mut Odds<Chance>) {
    out.set(stream, true);
    for a in 1..=6 {
        if count == 1 {
            out.add(Chance::Die(a), 1);
            continue;
        }
        for b in 1..=a {
            if count == 2 {
                out.add(Chance::Dice(a, b), 2 - u32::from(a == b));
                continue;
            }
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

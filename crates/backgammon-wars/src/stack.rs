//! The units on one space in their order (rules 10, 21-23, 40), and units without an order.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::units::Kind;

/// The units on one space, from the bottom to the top.
///
/// Two bits a kind for five units, a count, the owner and whether it is a trap. A stack of more than five exists
/// in classic only, where every unit is of kind 0, which the missing bits say as well. On a trap the lower unit
/// is the trapped one and the owner is that of the trapper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Stack(u16);

impl Stack {
    const COUNT: u32 = 10;
    const OWNER: u16 = 1 << 14;
    const TRAP: u16 = 1 << 15;

    pub(crate) fn of(owner: Seat, kinds: impl IntoIterator<Item = Kind>) -> Stack {
        let mut stack = Stack::default();
        for kind in kinds {
            stack = stack.with(owner, kind);
        }
        stack
    }

    pub(crate) fn trap(owner: Seat, trapper: Kind, trapped: Kind) -> Stack {
        let stack = Stack::of(owner, [trapped, trapper]);
        Stack(stack.0 | Stack::TRAP)
    }

    /// How many units stand here, a trapped one included.
    pub fn len(self) -> u8 {
        (self.0 >> Stack::COUNT & 15) as u8
    }

    /// Everything about this space in one number.
    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    /// Whether nobody is here.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the lower of two units is trapped by the upper.
    pub fn is_trap(self) -> bool {
        self.0 & Stack::TRAP != 0
    }

    /// Whose units stand here; on a trap the trapper's side.
    pub fn owner(self) -> Option<Seat> {
        match (self.is_empty(), self.0 & Stack::OWNER != 0) {
            (true, _) => None,
            (false, false) => Some(Seat::One),
            (false, true) => Some(Seat::Two),
        }
    }

    pub(crate) fn is_of(self, seat: Seat) -> bool {
        self.owner() == Some(seat)
    }

    /// The unit at `height`, 0 at the bottom.
    pub fn kind(self, height: u8) -> Kind {
        let kinds = self.0 & 0x3ff;
        Kind::of_index(if height < 5 { kinds >> (2 * height) & 3 } else { 0 })
    }

    /// The units from the bottom to the top, a trapped one included.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        (0..self.len()).map(move |height| self.kind(height))
    }

    /// The last unit of the stack (rule 40).
    pub fn top(self) -> Option<Kind> {
        self.len().checked_sub(1).map(|height| self.kind(height))
    }

    /// The free units of the owner: all but a trapped one.
    pub(crate) fn free(self) -> u8 {
        if self.is_trap() { 1 } else { self.len() }
    }

    pub(crate) fn with(self, owner: Seat, kind: Kind) -> Stack {
        let height = self.len();
        let kinds = if height < 5 { (kind as u16) << (2 * height) } else { 0 };
        let side = if owner == Seat::Two { Stack::OWNER } else { 0 };
        Stack((self.0 | kinds | side) + (1 << Stack::COUNT))
    }

    /// Without the topmost unit of `kind`, which is there and free. Who leaves a trap leaves the trapped unit as
    /// an ordinary lone one (rule 23).
    pub(crate) fn without(self, kind: Kind) -> Stack {
        if self.is_trap() {
            let owner = self.owner().expect("a trap has two units");
            return Stack::of(!owner, [self.kind(0)]);
        }
        let len = self.len();
        if len == 1 {
            return Stack::default();
        }
        let height = (0..len.min(5)).rev().find(|&h| self.kind(h) == kind).unwrap_or(0);
        let kinds = self.0 & 0x3ff;
        let below = kinds & ((1 << (2 * height)) - 1);
        let above = kinds >> (2 * height + 2) << (2 * height);
        Stack((self.0 & !0x3ff | below | above) - (1 << Stack::COUNT))
    }

    /// Whether a unit of each kind is among the free ones.
    pub(crate) fn holds(self) -> [bool; 3] {
        let (kinds, count) = if self.is_trap() { (self.0 >> 2 & 3, 1) } else { (self.0 & 0x3ff, self.len()) };
        // The lower bit of every unit that is there.
        let units = 0x155 & ((1 << (2 * count.min(5))) - 1);
        let others = (kinds | kinds >> 1) & units;
        [others != units || count > 5, kinds & 0x155 != 0, kinds & 0x2aa != 0]
    }
}

/// Units without an order, counted by kind: on the Wall, or off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally(u16);

impl Tally {
    /// How many of a kind.
    pub fn count(self, kind: Kind) -> u8 {
        (self.0 >> (4 * kind as u16) & 15) as u8
    }

    /// How many of all kinds.
    pub fn total(self) -> u8 {
        Kind::ALL.iter().map(|&kind| self.count(kind)).sum()
    }

    pub(crate) fn add(&mut self, kind: Kind) {
        self.0 += 1 << (4 * kind as u16);
    }

    pub(crate) fn take(&mut self, kind: Kind) {
        self.0 -= 1 << (4 * kind as u16);
    }
}

/// Letters in the order of the notation: Archers, Mages, Warriors.
impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for kind in [Kind::Archer, Kind::Mage, Kind::Warrior] {
            for _ in 0..self.count(kind) {
                write!(f, "{}", kind.letter())?;
            }
        }
        Ok(())
    }
}

/// Letters from the bottom to the top, capitals for Two, a trapped unit in brackets.
impl From<Stack> for String {
    fn from(stack: Stack) -> String {
        let side = |letter: char, seat| match seat {
            Some(Seat::Two) => letter.to_ascii_uppercase(),
            _ => letter,
        };
        let mut text = String::new();
        for (height, kind) in stack.kinds().enumerate() {
            if height == 0 && stack.is_trap() {
                let letter = side(kind.letter(), stack.owner().map(|owner| !owner));
                text.extend(['(', letter, ')']);
            } else {
                text.push(side(kind.letter(), stack.owner()));
            }
        }
        text
    }
}

impl TryFrom<String> for Stack {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Stack, &'static str> {
        read_stack(&text).ok_or("a stack is written with the letters w, a, m")
    }
}

fn read_stack(text: &str) -> Option<Stack> {
    let unit = |letter: char| {
        let seat = if letter.is_ascii_uppercase() { Seat::Two } else { Seat::One };
        Kind::of_letter(letter.to_ascii_lowercase()).map(|kind| (seat, kind))
    };
    let letters: Vec<char> = text.chars().collect();
    if let ['(', lower, ')', upper] = letters[..] {
        let ((below, trapped), (above, trapper)) = (unit(lower)?, unit(upper)?);
        return (below == !above).then(|| Stack::trap(above, trapper, trapped));
    }
    let units: Vec<(Seat, Kind)> = letters.into_iter().map(unit).collect::<Option<_>>()?;
    let Some(&(owner, _)) = units.first() else { return Some(Stack::default()) };
    let plain = units.iter().all(|&(_, kind)| kind == Kind::Warrior);
    let fits = units.len() <= if plain { 15 } else { 5 };
    let same = units.iter().all(|&(seat, _)| seat == owner);
    (fits && same).then(|| Stack::of(owner, units.into_iter().map(|(_, kind)| kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topmost_of_a_kind_leaves_and_the_others_keep_their_order() {
        let kinds = "awaw".chars().filter_map(Kind::of_letter);
        let stack = Stack::of(Seat::Two, kinds);
        assert_eq!(String::from(stack.without(Kind::Archer)), "AWW");
        assert_eq!(String::from(stack.without(Kind::Warrior)), "AWA");
        assert_eq!(stack.owner(), Some(Seat::Two));
    }

    #[test]
    fn fifteen_plain_units_fit_on_one_space() {
        let mut stack = Stack::of(Seat::Two, [Kind::Warrior; 15]);
        assert_eq!((stack.len(), stack.owner()), (15, Some(Seat::Two)));
        for left in (0..15).rev() {
            stack = stack.without(Kind::Warrior);
            assert_eq!(stack.len(), left);
        }
        assert!(stack.is_empty() && stack.owner().is_none());
    }
}

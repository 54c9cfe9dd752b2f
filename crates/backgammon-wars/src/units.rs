//! The three kinds of units (rules 20-30) and what a whole roll can be declared for.

use serde::{Deserialize, Serialize};

/// A kind of unit. In classic and nackgammon every unit is a [`Warrior`](Kind::Warrior) by name only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// May trap a lone enemy instead of capturing it (rule 20).
    Warrior,
    /// May shoot across the board (rule 26).
    Archer,
    /// May push enemies backwards (rule 28).
    Mage,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Warrior, Kind::Archer, Kind::Mage];
    /// How many of each kind a side has in the fantasy game.
    pub const FANTASY: [u8; 3] = [10, 3, 2];
    /// The units of a side in classic and nackgammon.
    pub const PLAIN: [u8; 3] = [15, 0, 0];

    /// The letter of the notation.
    pub fn letter(self) -> char {
        match self {
            Kind::Warrior => 'w',
            Kind::Archer => 'a',
            Kind::Mage => 'm',
        }
    }

    /// The kind of a letter.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    pub(crate) fn of_index(index: u16) -> Kind {
        match index {
            0 => Kind::Warrior,
            1 => Kind::Archer,
            _ => Kind::Mage,
        }
    }
}

/// What the whole roll serves (rules 6, 25).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Moving own units.
    #[default]
    Move,
    /// The Archers' ability.
    Shoot,
    /// The Mages' ability.
    Hex,
}

/// The space that an archer on own number `archer` hits with `die`, in the same side's own numbers (rule 26):
/// the section across, numbered from left to right as that archer looks.
///
/// Both sides look at the same board from opposite edges, so One counts its target section upwards in its own
/// numbers and Two downwards.
pub(crate) fn target_of(seat: table::Seat, archer: u8, die: u8) -> u8 {
    let across = 6 * (3 - (archer - 1) / 6);
    match seat {
        table::Seat::One => across + die,
        table::Seat::Two => across + 7 - die,
    }
}

/// The die with which an archer hits `target`: the inverse of [`target_of`].
pub(crate) fn die_of_shot(seat: table::Seat, archer: u8, target: u8) -> Option<u8> {
    (1..=6).find(|&die| target_of(seat, archer, die) == target)
}

#[cfg(test)]
mod tests {
    use table::Seat;

    use super::*;

    #[test]
    fn both_sides_see_the_same_spaces_across() {
        for own in 1..=24 {
            for die in 1..=6 {
                let section = (own - 1) / 6;
                assert_eq!(target_of(Seat::One, own, die), 6 * (3 - section) + die);
                // An archer of Two on the same space as One's `own`.
                let of_two = target_of(Seat::Two, 25 - own, die);
                assert_eq!(25 - of_two, target_of(Seat::One, own, die));
                assert_eq!(die_of_shot(Seat::Two, 25 - own, of_two), Some(die));
            }
        }
    }
}

//! Ability pieces: four colours, and small heaps of them.

use std::{
    fmt,
    ops::{Add, AddAssign, Sub, SubAssign},
};

use serde::{Deserialize, Serialize};

/// The colour of an ability piece, and with it what the piece does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Boost: a walk of two steps, with two of them three or four (rules 19-22).
    Green,
    /// Warp: two groups of one army change places (rules 23-28).
    Mauve,
    /// Luck: one further roll (rule 32).
    Yellow,
    /// Firepower: one more on the die (rule 33).
    Orange,
}

impl Colour {
    /// Every colour, in the order of the notation.
    pub const ALL: [Colour; 4] = [Colour::Green, Colour::Mauve, Colour::Yellow, Colour::Orange];

    /// The word of the notation.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Green => "green",
            Colour::Mauve => "mauve",
            Colour::Yellow => "yellow",
            Colour::Orange => "orange",
        }
    }

    /// The letter in positions and on the text board.
    pub fn letter(self) -> char {
        match self {
            Colour::Green => 'g',
            Colour::Mauve => 'm',
            Colour::Yellow => 'y',
            Colour::Orange => 'o',
        }
    }

    /// The colour with this name.
    pub fn named(name: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.name() == name)
    }

    /// The colour with this letter.
    pub fn lettered(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A heap of pieces: how many of each colour, up to fifteen, four bits each. As JSON a list of colours.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Colour>", try_from = "Vec<Colour>")]
pub struct Pieces(u16);

impl Pieces {
    /// No piece.
    pub const NONE: Pieces = Pieces(0);
    /// Two of each colour: what lies on the board at the start, and what the bank holds.
    pub const TWO_OF_EACH: Pieces = Pieces(0x2222);
    /// The whole box.
    pub const BOX: Pieces = Pieces(0x4444);

    /// So many of one colour.
    pub const fn of(colour: Colour, count: u8) -> Pieces {
        Pieces((count as u16) << (4 * colour as u16))
    }

    /// One piece.
    pub const fn one(colour: Colour) -> Pieces {
        Pieces::of(colour, 1)
    }

    /// How many of a colour.
    pub const fn count(self, colour: Colour) -> u8 {
        (self.0 >> (4 * colour as u16) & 15) as u8
    }

    /// Whether there is one of this colour.
    pub const fn has(self, colour: Colour) -> bool {
        self.count(colour) > 0
    }

    /// How many in all.
    pub const fn len(self) -> u8 {
        let pairs = (self.0 & 0x0f0f) + (self.0 >> 4 & 0x0f0f);
        (pairs + (pairs >> 8)) as u8
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these are among `others`.
    pub fn are_among(self, others: Pieces) -> bool {
        Colour::ALL.into_iter().all(|colour| self.count(colour) <= others.count(colour))
    }

    /// Every piece, in the order of the notation.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().flat_map(move |colour| (0..self.count(colour)).map(move |_| colour))
    }
}

impl Add for Pieces {
    type Output = Pieces;
    fn add(self, other: Pieces) -> Pieces {
        Pieces(self.0 + other.0)
    }
}

impl AddAssign for Pieces {
    fn add_assign(&mut self, other: Pieces) {
        *self = *self + other;
    }
}

/// Takes away pieces that are there.
impl Sub for Pieces {
    type Output = Pieces;
    fn sub(self, other: Pieces) -> Pieces {
        debug_assert!(other.are_among(self), "{other:?} is not among {self:?}");
        Pieces(self.0 - other.0)
    }
}

impl SubAssign for Pieces {
    fn sub_assign(&mut self, other: Pieces) {
        *self = *self - other;
    }
}

/// The letters: `gmm`.
impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Colour::letter).collect();
        f.pad(&letters)
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl From<Pieces> for Vec<Colour> {
    fn from(pieces: Pieces) -> Vec<Colour> {
        pieces.iter().collect()
    }
}

/// A list with more pieces than the box holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the box holds four pieces of each colour")
    }
}

impl TryFrom<Vec<Colour>> for Pieces {
    type Error = TooMany;
    fn try_from(colours: Vec<Colour>) -> Result<Pieces, TooMany> {
        colours.into_iter().try_fold(Pieces::NONE, |sum, colour| {
            let more = sum + Pieces::one(colour);
            if more.are_among(Pieces::BOX) { Ok(more) } else { Err(TooMany) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_add_up_by_colour() {
        let mut heap = Pieces::one(Colour::Green) + Pieces::of(Colour::Orange, 2);
        assert_eq!((heap.len(), heap.to_string().as_str()), (3, "goo"));
        heap -= Pieces::one(Colour::Orange);
        assert_eq!(heap, Pieces::try_from(vec![Colour::Orange, Colour::Green]).unwrap());
        assert!(heap.are_among(Pieces::TWO_OF_EACH) && !Pieces::TWO_OF_EACH.are_among(heap));
        assert_eq!(Pieces::BOX.len(), 16);
        assert_eq!(Pieces::try_from(vec![Colour::Mauve; 5]), Err(TooMany));
    }
}

//! The board (rules 1-3): spaces, sets of spaces, and the two layouts as data.

use std::{
    fmt,
    ops::{BitAnd, BitOr, BitOrAssign, Not},
    str::FromStr,
};

use serde::{Deserialize, Serialize};
use table::{BySeat, Refusal, Seat};

use crate::Colour;

/// A space of the board, `a1` to `h8`: files from left to right, ranks upwards as seat One sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Space(u8);

impl Space {
    /// The space in file `file` (0 is a) and rank `rank` (0 is 1).
    ///
    /// # Panics
    /// When either is 8 or more.
    pub const fn new(file: u8, rank: u8) -> Space {
        assert!(file < 8 && rank < 8);
        Space(8 * rank + file)
    }

    /// 0 for file a.
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// 0 for rank 1.
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// How many steps lie between two spaces when nothing is in the way.
    pub fn distance(self, other: Space) -> u8 {
        self.file().abs_diff(other.file()).max(self.rank().abs_diff(other.rank()))
    }

    /// The space with this name.
    const fn named(name: &[u8]) -> Space {
        Space::new(name[0] - b'a', name[1] - b'1')
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Space {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Space, Refusal> {
        match text.as_bytes() {
            name @ [b'a'..=b'h', b'1'..=b'8'] => Ok(Space::named(name)),
            _ => Err(Refusal::notation("piggyback.refuse.no-space", text)),
        }
    }
}

impl From<Space> for String {
    fn from(space: Space) -> String {
        space.to_string()
    }
}

impl TryFrom<String> for Space {
    type Error = Refusal;
    fn try_from(text: String) -> Result<Space, Refusal> {
        text.parse()
    }
}

/// A set of spaces, one bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Spaces(u64);

impl Spaces {
    /// No space.
    pub const NONE: Spaces = Spaces(0);

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Spaces::FILE_A << 7;

    /// One space alone.
    pub const fn only(space: Space) -> Spaces {
        Spaces(1 << space.0)
    }

    /// The square of `size` files and ranks with its corner on a1.
    const fn square(size: u8) -> Spaces {
        let mut bits = 0;
        let mut rank = 0;
        while rank < size {
            bits |= ((1 << size) - 1) << (8 * rank);
            rank += 1;
        }
        Spaces(bits)
    }

    const fn named(names: &[&[u8]]) -> Spaces {
        let mut bits = 0;
        let mut i = 0;
        while i < names.len() {
            bits |= Spaces::only(Space::named(names[i])).0;
            i += 1;
        }
        Spaces(bits)
    }

    /// Whether `space` is in it.
    pub const fn contains(self, space: Space) -> bool {
        self.0 >> space.0 & 1 == 1
    }

    /// Whether no space is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many spaces are in it.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// How many of its spaces come before `space`, in the order a1, b1, … h8.
    pub const fn before(self, space: Space) -> usize {
        (self.0 & ((1 << space.0) - 1)).count_ones() as usize
    }

    /// The set with `space` in it.
    #[must_use]
    pub const fn with(self, space: Space) -> Spaces {
        Spaces(self.0 | 1 << space.0)
    }

    /// The set without `space`.
    #[must_use]
    pub const fn without(self, space: Space) -> Spaces {
        Spaces(self.0 & !(1 << space.0))
    }

    /// Every neighbour of a space in it, straight or diagonal (rule 8), also beyond a small board. A space of
    /// the set is among them only if it has a neighbour in the set.
    #[must_use]
    pub const fn around(self) -> Spaces {
        let beside = (self.0 & !Self::FILE_H) << 1 | (self.0 & !Self::FILE_A) >> 1;
        let three = self.0 | beside;
        Spaces(beside | three << 8 | three >> 8)
    }

    /// Its spaces in the order a1, b1, … h8.
    pub fn iter(self) -> impl Iterator<Item = Space> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let space = Space(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                space
            })
        })
    }
}

impl BitAnd for Spaces {
    type Output = Spaces;
    fn bitand(self, other: Spaces) -> Spaces {
        Spaces(self.0 & other.0)
    }
}

impl BitOr for Spaces {
    type Output = Spaces;
    fn bitor(self, other: Spaces) -> Spaces {
        Spaces(self.0 | other.0)
    }
}

impl BitOrAssign for Spaces {
    fn bitor_assign(&mut self, other: Spaces) {
        self.0 |= other.0;
    }
}

impl Not for Spaces {
    type Output = Spaces;
    fn not(self) -> Spaces {
        Spaces(!self.0)
    }
}

impl fmt::Debug for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Which board is on the table: the option `board`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Board {
    /// Eight by eight.
    #[default]
    Standard,
    /// Six by six, for a short game.
    Quick,
}

/// A board with its start spaces.
#[derive(Debug)]
pub struct Layout {
    /// Files and ranks.
    pub size: u8,
    /// Every space of the board.
    pub spaces: Spaces,
    /// Where the units of each seat begin, one on each space.
    pub units: BySeat<Spaces>,
    /// The two start spaces of each colour, in the order of [`Colour::ALL`].
    pub homes: [Spaces; 4],
}

impl Layout {
    /// The two start spaces of a colour.
    pub fn home(&self, colour: Colour) -> Spaces {
        self.homes[colour as usize]
    }

    /// Where the units of `seat` begin.
    pub fn start(&self, seat: Seat) -> Spaces {
        self.units[seat]
    }
}

static STANDARD: Layout = Layout {
    size: 8,
    spaces: Spaces::square(8),
    units: BySeat([
        Spaces::named(&[b"b1", b"c1", b"d1", b"e1", b"f1", b"g1"]),
        Spaces::named(&[b"b8", b"c8", b"d8", b"e8", b"f8", b"g8"]),
    ]),
    homes: [
        Spaces::named(&[b"a4", b"h5"]),
        Spaces::named(&[b"c4", b"f5"]),
        Spaces::named(&[b"f4", b"c5"]),
        Spaces::named(&[b"h4", b"a5"]),
    ],
};

static QUICK: Layout = Layout {
    size: 6,
    spaces: Spaces::square(6),
    units: BySeat([
        Spaces::named(&[b"a1", b"b1", b"c1", b"d1", b"e1", b"f1"]),
        Spaces::named(&[b"a6", b"b6", b"c6", b"d6", b"e6", b"f6"]),
    ]),
    homes: [
        Spaces::named(&[b"a3", b"f4"]),
        Spaces::named(&[b"c3", b"d4"]),
        Spaces::named(&[b"d3", b"c4"]),
        Spaces::named(&[b"f3", b"a4"]),
    ],
};

impl Board {
    /// Every board, the default first.
    pub const ALL: [Board; 2] = [Board::Standard, Board::Quick];

    /// The board's data.
    pub fn layout(self) -> &'static Layout {
        match self {
            Board::Standard => &STANDARD,
            Board::Quick => &QUICK,
        }
    }

    /// The value of the option.
    pub fn name(self) -> &'static str {
        match self {
            Board::Standard => "standard",
            Board::Quick => "quick",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The space that a half turn of the board brings here.
    fn turned(space: Space, size: u8) -> Space {
        Space::new(size - 1 - space.file(), size - 1 - space.rank())
    }

    #[test]
    fn layouts_are_unchanged_by_a_half_turn() {
        for board in Board::ALL {
            let layout = board.layout();
            let turn = |spaces: Spaces| {
                spaces.iter().fold(Spaces::NONE, |all, space| all.with(turned(space, layout.size)))
            };
            assert_eq!(turn(layout.start(Seat::One)), layout.start(Seat::Two));
            for colour in Colour::ALL {
                assert_eq!(turn(layout.home(colour)), layout.home(colour));
            }
        }
    }

    #[test]
    fn neighbours_do_not_run_over_the_edges() {
        let around = |name: &str| -> String {
            let space: Space = name.parse().unwrap();
            let names: Vec<String> = Spaces::only(space).around().iter().map(|s| s.to_string()).collect();
            names.join(" ")
        };
        assert_eq!(around("a1"), "b1 a2 b2");
        assert_eq!(around("h4"), "g3 h3 g4 g5 h5");
        assert_eq!(around("c8"), "b7 c7 d7 b8 d8");
        assert_eq!(around("d4"), "c3 d3 e3 c4 e4 c5 d5 e5");
    }

    #[test]
    fn a_space_is_read_as_it_is_written() {
        for space in Board::Standard.layout().spaces.iter() {
            assert_eq!(space.to_string().parse::<Space>().unwrap(), space);
        }
        for junk in ["", "a", "a0", "a9", "i1", "A1", "a11", "é1"] {
            assert_eq!(junk.parse::<Space>().unwrap_err().rule, "notation", "{junk}");
        }
    }
}

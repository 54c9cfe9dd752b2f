//! The board (rules 1-3): 64 spaces, sets of them, straight lines.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::Refusal;

/// A space of the board, `a1` to `h8`. In the order a1, b1, … h1, a2, … h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Space(u8);

impl Space {
    /// Every space in order.
    pub fn all() -> impl Iterator<Item = Space> {
        (0..64).map(Space)
    }

    /// The space on this file and rank, both 0-7.
    pub(crate) const fn at(file: u8, rank: u8) -> Space {
        Space(rank * 8 + file)
    }

    /// File a-h as 0-7.
    pub fn file(self) -> u8 {
        self.0 % 8
    }

    /// Rank 1-8 as 0-7.
    pub fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The next space in a direction, if the board goes on.
    pub fn next(self, way: Way) -> Option<Space> {
        let next = NEXT[self.0 as usize][way as usize];
        (next < 64).then_some(Space(next))
    }

    /// The way and the number of spaces to `other`, if it lies on one of the eight lines (rule 36).
    pub fn line_to(self, other: Space) -> Option<(Way, u8)> {
        let files = other.file() as i8 - self.file() as i8;
        let ranks = other.rank() as i8 - self.rank() as i8;
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if !straight || self == other {
            return None;
        }
        let way = Way::BY_STEP[(ranks.signum() + 1) as usize][(files.signum() + 1) as usize]?;
        Some((way, files.unsigned_abs().max(ranks.unsigned_abs())))
    }

    /// Whether `other` is orthogonally adjacent.
    pub fn touches(self, other: Space) -> bool {
        self.beside().contains(other)
    }

    /// The orthogonally adjacent spaces.
    pub fn beside(self) -> Spaces {
        Spaces::of(self).beside()
    }

    /// The adjacent spaces across from which lies one of these: where a push from there would lead.
    pub(crate) fn across(self, spaces: Spaces) -> Spaces {
        let (here, beside) = (1 << self.0, self.beside());
        let near = (spaces & beside).0;
        let (file, rank) = (near & (here << 8 | here >> 8), near & (here << 1 | here >> 1));
        Spaces(file << 16 | file >> 16 | rank << 2 | rank >> 2) & beside
    }

    /// The distance in king's moves.
    pub fn reach_to(self, other: Space) -> u8 {
        self.file().abs_diff(other.file()).max(self.rank().abs_diff(other.rank()))
    }

    /// The row 1-8 as counted from the south or the north edge.
    pub fn row(self, from: Edge) -> u8 {
        match from {
            Edge::South => self.rank() + 1,
            Edge::North => 8 - self.rank(),
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl FromStr for Space {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Space, Refusal> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Space::at(file - b'a', rank - b'1')),
            _ => Err(Refusal::notation("to-pieces.refuse.no-space", text)),
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

/// One of the eight directions of a straight line. The four orthogonal ones come first, in the order in which a
/// path prefers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Way {
    /// Towards rank 8.
    North,
    /// Towards file h.
    East,
    /// Towards rank 1.
    South,
    /// Towards file a.
    West,
    /// Diagonally.
    NorthEast,
    /// Diagonally.
    SouthEast,
    /// Diagonally.
    SouthWest,
    /// Diagonally.
    NorthWest,
}

impl Way {
    /// The eight directions.
    pub const ALL: [Way; 8] = [
        Way::North,
        Way::East,
        Way::South,
        Way::West,
        Way::NorthEast,
        Way::SouthEast,
        Way::SouthWest,
        Way::NorthWest,
    ];
    /// The four along files and ranks.
    pub const ORTHOGONAL: [Way; 4] = [Way::North, Way::East, Way::South, Way::West];

    /// The way of a step: south, level or north, and in each west, level or east.
    const BY_STEP: [[Option<Way>; 3]; 3] = [
        [Some(Way::SouthWest), Some(Way::South), Some(Way::SouthEast)],
        [Some(Way::West), None, Some(Way::East)],
        [Some(Way::NorthWest), Some(Way::North), Some(Way::NorthEast)],
    ];
}

const STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The neighbour of each space in each direction; 64 beyond the edge.
const NEXT: [[u8; 8]; 64] = {
    let mut next = [[64; 8]; 64];
    let mut space = 0;
    while space < 64 {
        let mut way = 0;
        while way < 8 {
            let file = (space % 8) as i8 + STEPS[way].0;
            let rank = (space / 8) as i8 + STEPS[way].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                next[space][way] = (rank * 8 + file) as u8;
            }
            way += 1;
        }
        space += 1;
    }
    next
};

/// A set of spaces.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Spaces(pub(crate) u64);

impl Spaces {
    /// No space.
    pub const NONE: Spaces = Spaces(0);
    /// d4, e4, d5, e5 (rule 83).
    pub const CENTRE: Spaces = Spaces(0x0000_0018_1800_0000);

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

    /// One space.
    pub fn of(space: Space) -> Spaces {
        Spaces(1 << space.0)
    }

    /// All spaces of rows 1 to `rows` of an edge.
    pub fn rows(edge: Edge, rows: u8) -> Spaces {
        if rows >= 8 {
            return Spaces(!0);
        }
        let south = (1u64 << (8 * rows)) - 1;
        match edge {
            Edge::South => Spaces(south),
            Edge::North => Spaces(south.swap_bytes()),
        }
    }

    /// Whether `space` is in the set.
    pub fn contains(self, space: Space) -> bool {
        self.0 >> space.0 & 1 != 0
    }

    /// Puts a space in.
    pub fn insert(&mut self, space: Space) {
        self.0 |= 1 << space.0;
    }

    /// Takes a space out.
    pub fn remove(&mut self, space: Space) {
        self.0 &= !(1 << space.0);
    }

    /// How many.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All spaces orthogonally adjacent to a space of the set.
    pub fn beside(self) -> Spaces {
        let (east, west) = ((self.0 & !Self::FILE_H) << 1, (self.0 & !Self::FILE_A) >> 1);
        Spaces(self.0 << 8 | self.0 >> 8 | east | west)
    }

    /// The set with all spaces adjacent to it, diagonals included.
    pub fn with_surroundings(self) -> Spaces {
        let wide = self.0 | (self.0 & !Self::FILE_H) << 1 | (self.0 & !Self::FILE_A) >> 1;
        Spaces(wide | wide << 8 | wide >> 8)
    }

    /// The set, one file to the west; what was on file a is gone.
    pub(crate) fn stepped_west(self) -> Spaces {
        Spaces((self.0 & !Self::FILE_A) >> 1)
    }

    /// The `n`-th space of the set, counted from 0. There are more than `n`.
    pub(crate) fn nth(self, n: u32) -> Space {
        let mut rest = self.0;
        for _ in 0..n {
            rest &= rest - 1;
        }
        Space(rest.trailing_zeros() as u8)
    }
}

impl std::ops::BitAnd for Spaces {
    type Output = Spaces;
    fn bitand(self, other: Spaces) -> Spaces {
        Spaces(self.0 & other.0)
    }
}

impl std::ops::BitOr for Spaces {
    type Output = Spaces;
    fn bitor(self, other: Spaces) -> Spaces {
        Spaces(self.0 | other.0)
    }
}

impl std::ops::Not for Spaces {
    type Output = Spaces;
    fn not(self) -> Spaces {
        Spaces(!self.0)
    }
}

impl IntoIterator for Spaces {
    type Item = Space;
    type IntoIter = SpacesIter;
    fn into_iter(self) -> SpacesIter {
        SpacesIter(self.0)
    }
}

impl FromIterator<Space> for Spaces {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Spaces {
        let mut set = Spaces::NONE;
        spaces.into_iter().for_each(|space| set.insert(space));
        set
    }
}

/// The spaces of a set in order.
#[derive(Clone, Debug)]
pub struct SpacesIter(u64);

impl Iterator for SpacesIter {
    type Item = Space;
    fn next(&mut self) -> Option<Space> {
        if self.0 == 0 {
            return None;
        }
        let space = Space(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(space)
    }
}

impl fmt::Debug for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.into_iter().map(|space| space.to_string())).finish()
    }
}

impl Serialize for Spaces {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Spaces {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Spaces, D::Error> {
        Ok(Vec::<Space>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// An edge of the board: the home of a seat (rule 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// Beside rank 1.
    South,
    /// Beside rank 8.
    North,
}

impl Edge {
    /// `south` or `north`.
    pub fn name(self) -> &'static str {
        match self {
            Edge::South => "south",
            Edge::North => "north",
        }
    }

    /// The edge of the other seat.
    pub fn opposite(self) -> Edge {
        match self {
            Edge::South => Edge::North,
            Edge::North => Edge::South,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(text: &str) -> Space {
        text.parse().unwrap()
    }

    #[test]
    fn spaces_read_as_they_are_written() {
        for space in Space::all() {
            assert_eq!(space.to_string().parse::<Space>().unwrap(), space);
        }
        for junk in ["", "a", "a0", "a9", "i1", "A1", "a1 ", "a10", "é1"] {
            assert!(junk.parse::<Space>().is_err(), "{junk}");
        }
    }

    #[test]
    fn neighbours_stop_at_the_edge() {
        let texts = |set: Spaces| set.into_iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(space("a1").beside()), "b1 a2");
        assert_eq!(texts(space("h8").beside()), "h7 g8");
        assert_eq!(texts(space("d4").beside()), "d3 c4 e4 d5");
        assert_eq!(texts(Spaces::of(space("h4")).with_surroundings()), "g3 h3 g4 h4 g5 h5");
        assert_eq!(texts(Spaces::CENTRE), "d4 e4 d5 e5");
        assert_eq!(space("h8").next(Way::North), None);
        assert_eq!(space("h8").next(Way::SouthWest), Some(space("g7")));
    }

    #[test]
    fn lines_are_straight_in_eight_ways() {
        assert_eq!(space("e8").line_to(space("h5")), Some((Way::SouthEast, 3)));
        assert_eq!(space("e8").line_to(space("e5")), Some((Way::South, 3)));
        assert_eq!(space("e8").line_to(space("b4")), None);
        assert_eq!(space("e8").line_to(space("e8")), None);
    }

    #[test]
    fn across_from_a_neighbour_lies_the_one_behind() {
        for space in Space::all() {
            for (way, back) in Way::ORTHOGONAL.into_iter().zip([2, 3, 0, 1]) {
                let from = space.next(Way::ORTHOGONAL[back]).map_or(Spaces::NONE, Spaces::of);
                let behind = space.next(way).map_or(Spaces::NONE, Spaces::of);
                let expected = if behind.is_empty() { behind } else { from };
                assert_eq!(space.across(behind), expected, "{space} {way:?}");
            }
            assert_eq!(space.across(!space.beside()), Spaces::NONE, "{space}");
        }
    }

    #[test]
    fn rows_are_counted_from_an_edge() {
        assert_eq!(space("c8").row(Edge::North), 1);
        assert_eq!(space("c8").row(Edge::South), 8);
        assert!(Spaces::rows(Edge::North, 2).contains(space("a7")));
        assert!(!Spaces::rows(Edge::North, 2).contains(space("a6")));
        assert_eq!(Spaces::rows(Edge::South, 8).len(), 64);
    }
}

//! The two sides of the table, and who looks at it.

use std::{
    fmt,
    ops::{Index, IndexMut, Not},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

/// One of the two sides of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The first side; it need not be the first to move.
    One,
    /// The other side.
    Two,
}

impl Seat {
    /// Both seats, One first.
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    /// The seat's name in records and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Seat::One => "one",
            Seat::Two => "two",
        }
    }
}

impl Not for Seat {
    type Output = Seat;
    fn not(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names neither seat nor viewer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no seat: write one or two")]
pub struct NoSeat(String);

impl FromStr for Seat {
    type Err = NoSeat;
    fn from_str(text: &str) -> Result<Seat, NoSeat> {
        match text {
            "one" => Ok(Seat::One),
            "two" => Ok(Seat::Two),
            _ => Err(NoSeat(text.into())),
        }
    }
}

/// A non-empty set of seats: those who are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seats {
    one: bool,
    two: bool,
}

impl Seats {
    /// Both at once.
    pub const BOTH: Seats = Seats { one: true, two: true };

    /// One seat alone.
    pub fn only(seat: Seat) -> Seats {
        Seats { one: seat == Seat::One, two: seat == Seat::Two }
    }

    /// Whether `seat` is among them.
    pub fn contains(self, seat: Seat) -> bool {
        match seat {
            Seat::One => self.one,
            Seat::Two => self.two,
        }
    }

    /// The seat that search and simulation let act first.
    pub fn first(self) -> Seat {
        if self.one { Seat::One } else { Seat::Two }
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |&seat| self.contains(seat))
    }
}

/// Who looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Spectators: what both players may know of each other.
    Public,
    /// Sees everything: the server, and replays of finished games.
    Judge,
}

impl Viewer {
    /// Everybody who can look.
    pub const ALL: [Viewer; 4] =
        [Viewer::Seat(Seat::One), Viewer::Seat(Seat::Two), Viewer::Public, Viewer::Judge];

    /// Whether the private things of `owner` are open to this viewer.
    pub fn knows(self, owner: Seat) -> bool {
        self == Viewer::Judge || self == Viewer::Seat(owner)
    }

    /// The viewer's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Viewer::Seat(seat) => seat.name(),
            Viewer::Public => "public",
            Viewer::Judge => "judge",
        }
    }
}

/// A value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySeat<T>(pub [T; 2]);

impl<T> BySeat<T> {
    /// Makes both values.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat([make(Seat::One), make(Seat::Two)])
    }

    /// Both values with their seats, One first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::BOTH.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

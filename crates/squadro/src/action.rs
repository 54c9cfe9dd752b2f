//! What a seat decides: a lane. What chance decides: who begins.

use std::{fmt, str::FromStr};

use table::{Refusal, Seat};

/// One of a side's five lanes, numbered 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Lane {
    /// The first from the left (top's) or from above (left's).
    L1 = 1,
    /// The second.
    L2,
    /// The middle lane.
    L3,
    /// The fourth.
    L4,
    /// The last.
    L5,
}

impl Lane {
    /// All five, in order.
    pub const ALL: [Lane; 5] = [Lane::L1, Lane::L2, Lane::L3, Lane::L4, Lane::L5];

    /// 1 to 5.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// 0 to 4, for arrays.
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for Lane {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Lane, Refusal> {
        let lane = Lane::ALL.into_iter().find(|lane| text.as_bytes() == [b'0' + lane.number()]);
        lane.ok_or_else(|| Refusal::notation("squadro.refuse.lane", text))
    }
}

/// The decision of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the own piece of this lane: `3`.
    Move(Lane),
    /// Reach for the other's piece of this lane: `their 3`. Never allowed; it exists so that a hand that does
    /// it is told why.
    Theirs(Lane),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(lane) => lane.fmt(f),
            Action::Theirs(lane) => write!(f, "their {lane}"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        match text.strip_prefix("their ") {
            None => text.parse().map(Action::Move),
            Some(lane) => lane.parse().map(Action::Theirs),
        }
    }
}

/// Who moves first, drawn by chance (R2): `@top` or `@left`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First(pub Seat);

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", side(self.0))
    }
}

impl FromStr for First {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<First, Refusal> {
        let seat = text.strip_prefix('@').and_then(seat);
        seat.map(First).ok_or_else(|| Refusal::notation("squadro.refuse.chance", text))
    }
}

/// The name of a side of the board: `top` for seat One, `left` for seat Two.
pub const fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::One => "top",
        Seat::Two => "left",
    }
}

/// The seat at a side of the board.
pub fn seat(side: &str) -> Option<Seat> {
    match side {
        "top" => Some(Seat::One),
        "left" => Some(Seat::Two),
        _ => None,
    }
}

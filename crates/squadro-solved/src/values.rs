//! The solved values of a layer: a bit a position, and a short list of draws.

use table::Seat;

use crate::{
    layer::{Layer, Spot},
    rows::{Rows, STEP},
};

/// Who wins a position with perfect play, when no number of quiet moves ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// This seat can force a win.
    Win(Seat),
    /// Neither can: perfect play goes on for ever, or until R13 ends it.
    Draw,
}

impl Value {
    /// How good it is for `seat`: 1 won, 0 drawn, -1 lost.
    pub fn for_seat(self, seat: Seat) -> i8 {
        match self {
            Value::Win(winner) if winner == seat => 1,
            Value::Win(_) => -1,
            Value::Draw => 0,
        }
    }
}

/// How many positions have each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Won by top.
    pub top: u64,
    /// Won by left.
    pub left: u64,
    /// Drawn by endless play.
    pub drawn: u64,
}

impl Count {
    /// All of them.
    pub fn total(self) -> u64 {
        self.top + self.left + self.drawn
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.top += other.top;
        self.left += other.left;
        self.drawn += other.drawn;
    }
}

/// The values of a layer, by side to move. Placements with two pieces on one crossing read as anything; no position
/// leads to them.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    pub(crate) layer: Layer,
    /// How many placements top has: rows; and left: bits of a row.
    pub(crate) size: [usize; 2],
    /// A bit is set when top wins.
    pub(crate) top_wins: [Rows; 2],
    /// The draws as `row * bits + bit`, rising.
    pub(crate) draws: [Vec<u32>; 2],
    /// The rows that have a draw, as bits.
    pub(crate) rows_with_draws: [Vec<u64>; 2],
}

impl Values {
    /// The value of a placement.
    pub(crate) fn get(&self, spot: &Spot) -> Value {
        let &Spot { side, row, bit, .. } = spot;
        if self.top_wins[side].bit(row, bit) {
            return Value::Win(self.layer.seat(0));
        }
        let number = (row * self.size[1] + bit) as u32;
        match self.draws[side].binary_search(&number) {
            Ok(_) => Value::Draw,
            Err(_) => Value::Win(self.layer.seat(1)),
        }
    }

    #[inline(always)]
    pub(crate) fn has_draws(&self, side: usize, row: usize) -> bool {
        self.rows_with_draws[side][row / 64] >> (row % 64) & 1 == 1
    }

    /// The bits of a row that are draws.
    pub(crate) fn draws_of(&self, side: usize, row: usize) -> impl Iterator<Item = usize> {
        let (from, to) = ((row * self.size[1]) as u32, ((row + 1) * self.size[1]) as u32);
        let draws = &self.draws[side];
        let first = draws.partition_point(|&draw| draw < from);
        draws[first..].iter().take_while(move |&&draw| draw < to).map(move |&draw| (draw - from) as usize)
    }

    /// The draws of a row as a row of bits.
    pub(crate) fn draws_as_bits(&self, side: usize, row: usize) -> Vec<u64> {
        let mut bits = vec![0; self.top_wins[side].row(row).len()];
        self.draws_of(side, row).for_each(|bit| bits[bit / 64] |= 1 << (bit % 64));
        bits
    }

    /// Puts the list of draws in place.
    pub(crate) fn with_draws(mut self, draws: [Vec<u32>; 2]) -> Values {
        for (side, list) in draws.iter().enumerate() {
            for &draw in list {
                let row = draw as usize / self.size[1];
                self.rows_with_draws[side][row / 64] |= 1 << (row % 64);
            }
        }
        self.draws = draws;
        self
    }

    /// A layer won by left throughout, to be filled.
    pub(crate) fn new(layer: Layer, size: [usize; 2]) -> Values {
        let rows = || Rows::new(size[0], size[1].div_ceil(64).next_multiple_of(STEP));
        let none = || vec![0; size[0].div_ceil(64)];
        Values {
            layer,
            size,
            top_wins: [rows(), rows()],
            draws: [Vec::new(), Vec::new()],
            rows_with_draws: [none(), none()],
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let lists = self.draws.iter().map(|list| 4 * list.capacity()).sum::<usize>();
        self.top_wins.iter().map(Rows::bytes).sum::<usize>() + lists + self.size[0] / 4
    }
}

//! Where an arrival wins: the moves of a layer that lead out of it. Their values are known from the start, so they are
//! gathered once, and what is worked out again and again looks at the rows of its own layer only.
//!
//! Impossible placements count as won by the side to move. No position leads to them, and so nothing about them is ever
//! undecided.

use multiversion::multiversion;

use crate::{
    moves::{Look, Mask},
    rows::{self, Room, Rows, STEP, Spread},
    values::Values,
    work::{Next, Row, Work, spread},
};

/// What arrivals bring the side to move.
pub(crate) struct Arrivals {
    /// Where one wins.
    pub(crate) wins: Rows,
    /// Where one draws.
    pub(crate) drawn: Drawn,
}

/// Where an arrival draws: the few rows that have such placements.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// The number of each row among those that are kept, from 1 on; 0 where there is none. Empty when there are none at
    /// all.
    at: Vec<u32>,
    words: Vec<u64>,
}

impl Drawn {
    /// The placements of a row, if there are any.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize, per_row: usize) -> Option<&[u64]> {
        let at = *self.at.get(row)? as usize;
        Some(&self.words[at.checked_sub(1)? * per_row..at * per_row])
    }

    fn row_mut(&mut self, row: usize, rows: usize, per_row: usize) -> &mut [u64] {
        self.at.resize(rows, 0);
        if self.at[row] == 0 {
            self.words.resize(self.words.len() + per_row, 0);
            self.at[row] = (self.words.len() / per_row) as u32;
        }
        let at = self.at[row] as usize;
        &mut self.words[(at - 1) * per_row..at * per_row]
    }
}

/// What arrivals bring, by side to move.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2", "x86_64+avx2+bmi2"))]
pub(crate) fn arrivals(work: &Work, room: &mut Room) -> [Arrivals; 2] {
    let none = |wins| Arrivals { wins, drawn: Drawn::default() };
    let [mut top, mut left] = [(); 2].map(|()| none(room.rows(work.top.size, work.moves.words)));
    for row in work.rows {
        let (top_wins, left_wins) = (top.wins.row_mut(row.number()), left.wins.row_mut(row.number()));
        work.moves.impossible(&row.enemies, top_wins);
        left_wins.copy_from_slice(top_wins);
        of_top(work, row, top_wins, &mut top.drawn);
    }
    let mut arrived = room.rows(work.top.size, work.moves.words);
    for lane in 0..5 {
        let spread = match &work.next[1][lane] {
            Next::None => continue,
            Next::Won => None,
            Next::Layer(next) => Some(spread(&work.moves.left, lane, next)),
        };
        for row in work.rows {
            if let (Next::Layer(next), Some(spread)) = (&work.next[1][lane], &spread) {
                // Where left does not win in that layer, in the numbers of this one. Jumps look at rows before.
                let arrived = arrived.row_mut(row.number());
                spread.write(arrived, next.top_wins[0].row(row.number()));
                if next.has_draws(0, row.number()) {
                    add_draws(next, row.number(), spread, arrived);
                }
            }
            of_left(work, row, lane, &arrived, spread.as_ref(), &mut left);
        }
    }
    room.take(arrived);
    [top, left]
}

#[inline(always)]
fn of_top(work: &Work, row: &Row, wins: &mut [u64], drawn: &mut Drawn) {
    for lane in 0..5 {
        let Some(moves) = work.top_moves(row, lane) else { continue };
        for &Look { shift, mask } in &moves.arrivals {
            match &work.next[0][lane] {
                Next::Layer(next) => {
                    let from = work.arrived(row, lane);
                    add(work, wins, next.top_wins[1].look(from, shift), shift.rem_euclid(64) as u32, 0, mask);
                    if next.has_draws(1, from) {
                        let draws = next.draws_of(1, from).map(|bit| bit.wrapping_add_signed(-shift));
                        note_draws(work, row, draws, mask, drawn);
                    }
                }
                _ => add_all(work, wins, mask),
            }
        }
    }
}

#[inline(always)]
fn of_left(
    work: &Work,
    row: &Row,
    lane: usize,
    arrived: &Rows,
    spread: Option<&Spread>,
    left: &mut Arrivals,
) {
    let Some(moves) = work.left_moves(row, lane) else { return };
    let wins = left.wins.row_mut(row.number());
    for arrival in &moves.arrivals {
        match (&work.next[1][lane], spread) {
            (Next::Layer(next), Some(spread)) => {
                let from = work.sent_back(row, arrival.jumped);
                add(work, wins, arrived.look(from, 0), 0, !0, arrival.mask);
                if next.has_draws(0, from) {
                    let draws = next.draws_of(0, from).flat_map(|bit| spread.places(bit));
                    note_draws(work, row, draws, arrival.mask, &mut left.drawn);
                }
            }
            _ => add_all(work, wins, arrival.mask),
        }
    }
}

/// Adds the draws of a row of a next layer, in the numbers of the layer in work.
#[cold]
fn add_draws(next: &Values, row: usize, spread: &Spread, into: &mut [u64]) {
    for bit in next.draws_of(0, row).flat_map(|bit| spread.places(bit)) {
        into[bit / 64] |= 1 << (bit % 64);
    }
}

/// Notes which placements under a mask draw.
#[cold]
fn note_draws(work: &Work, row: &Row, draws: impl Iterator<Item = usize>, mask: Mask, into: &mut Drawn) {
    let mask = work.moves.mask(mask);
    for bit in draws.filter(|bit| mask.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)) {
        into.row_mut(row.number(), work.top.size, work.moves.words)[bit / 64] |= 1 << (bit % 64);
    }
}

/// Adds what a look shows under a mask, turned round where that is wanted.
#[inline(always)]
fn add(work: &Work, into: &mut [u64], from: &[u64], bits: u32, turned: u64, mask: Mask) {
    let words = work.moves.mask(mask).as_chunks::<STEP>().0;
    let into = into.as_chunks_mut::<STEP>().0;
    let mut steps = mask.steps;
    while steps != 0 {
        let step = steps.trailing_zeros() as usize;
        let from = rows::shifted::<STEP>(from, step * STEP, bits);
        let (mut found, mask) = (into[step], &words[step]);
        for w in 0..STEP {
            found[w] |= (from[w] ^ turned) & mask[w];
        }
        into[step] = found;
        steps &= steps - 1;
    }
}

/// Adds all placements under a mask.
#[inline(always)]
fn add_all(work: &Work, into: &mut [u64], mask: Mask) {
    for (into, mask) in into.iter_mut().zip(work.moves.mask(mask)) {
        *into |= mask;
    }
}

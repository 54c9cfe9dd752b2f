//! Where an arrival wins: the moves of a layer that lead out of it. Their values are known from the start, so they are
//! gathered once, and what is worked out again and again looks at the rows of its own layer only.
//!
//! Rows of the next layers that have draws, which neither wins, are not gathered; they are looked at as open ones are.

use multiversion::multiversion;

use crate::{
    moves::To,
    rows::{self, Room, Rows, STEP},
    work::{Next, Row, Work, spread},
};

/// Where an arrival wins for the side to move, by side to move: it loses where it does not win, but where the row has
/// draws.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2", "x86_64+avx2+bmi2"))]
pub(crate) fn arrivals(work: &Work, room: &mut Room) -> [Rows; 2] {
    let [mut top, mut left, mut arrived] = [(); 3].map(|()| room.rows(work.top.size, work.moves.words));
    for row in work.rows {
        of_top(work, row, top.row_mut(row.number()));
    }
    for lane in 0..5 {
        if let Next::Layer(next) = &work.next[1][lane] {
            // Where top wins in that layer, in the numbers of this one.
            let spread = spread(&work.moves.left, lane, next);
            for row in 0..next.size[0] {
                spread.write(arrived.row_mut(row), next.top_wins[0].row(row));
            }
        }
        for row in work.rows {
            of_left(work, row, lane, &arrived, left.row_mut(row.number()));
        }
    }
    room.take(arrived);
    [top, left]
}

#[inline(always)]
fn of_top(work: &Work, row: &Row, into: &mut [u64]) {
    for lane in 0..5 {
        let Some(passes) = work.top_passes(row, lane) else { continue };
        for pass in passes {
            match (pass.to, &work.next[0][lane]) {
                (To::Digit(_), _) => {}
                (To::Arrival, Next::Layer(next)) => {
                    let from = work.arrived(row, lane);
                    if !next.has_draws(1, from) {
                        let bits = pass.shift.rem_euclid(64) as u32;
                        add(work, into, next.top_wins[1].look(from, pass.shift), bits, 0, pass.mask);
                    }
                }
                (To::Arrival, _) => add_all(work, into, pass.mask),
            }
        }
    }
}

#[inline(always)]
fn of_left(work: &Work, row: &Row, lane: usize, arrived: &Rows, into: &mut [u64]) {
    let Some(moves) = work.left_moves(row, lane) else { return };
    for arrival in &moves.arrivals {
        match &work.next[1][lane] {
            Next::Layer(next) => {
                let from = work.sent_back(row, arrival.jumped);
                if !next.has_draws(0, from) {
                    add(work, into, arrived.look(from, 0), 0, !0, arrival.mask);
                }
            }
            _ => add_all(work, into, arrival.mask),
        }
    }
}

/// Adds what a look shows under a mask, turned round where that is wanted.
#[inline(always)]
fn add(work: &Work, into: &mut [u64], from: &[u64], bits: u32, turned: u64, mask: usize) {
    let words = work.moves.mask(mask).as_chunks::<STEP>().0;
    let into = into.as_chunks_mut::<STEP>().0;
    let mut steps = work.moves.steps[mask];
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
fn add_all(work: &Work, into: &mut [u64], mask: usize) {
    for (into, mask) in into.iter_mut().zip(work.moves.mask(mask)) {
        *into |= mask;
    }
}

//! Solving one layer when all layers after it are solved.
//!
//! Two least fixpoints at once: what top can force and what left can force, at first by an arrival only; what ends in
//! neither is an endless draw. Rows are worked through from the most advanced to the least. Without jumps one sweep
//! would do; only left's jumps look at rows that come later. A row is worked out again only when one that it looks at
//! has changed since, and only those steps of words in which something is undecided.

use multiversion::multiversion;

use crate::{
    rows::{Rows, STEP},
    stretch::{BOTH, Ready, Sight, Stretch},
    work::{Row, Work, looks_at},
};

/// Two steps at a time, where a row has as many.
pub(crate) const WIDE: usize = 2 * STEP;

/// What is known about the rows of one side to move.
struct Progress {
    /// When each was last worked out, and last changed.
    worked: Vec<u32>,
    changed: Vec<u32>,
    /// The steps of each that have undecided positions, as bits: a decided one never changes.
    open: Vec<u32>,
}

/// How a layer was solved.
pub(crate) struct Relaxed {
    pub(crate) sweeps: u32,
    /// The steps of each row that still have undecided positions, by side to move, as bits.
    pub(crate) open: [Vec<u32>; 2],
}

/// Solves the layer.
pub(crate) fn relax(work: &mut Work) -> Relaxed {
    match work.moves.left.size.div_ceil(64) {
        1 => relax_words(work),
        2..=STEP => relax_steps(work),
        _ => relax_rows(work),
    }
}

/// Rows of one word.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn relax_words(work: &mut Work) -> Relaxed {
    sweep::<1, 1>(work)
}

/// Rows of one step.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn relax_steps(work: &mut Work) -> Relaxed {
    sweep::<STEP, STEP>(work)
}

/// Rows of any length.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn relax_rows(work: &mut Work) -> Relaxed {
    sweep::<STEP, WIDE>(work)
}

#[inline(always)]
fn sweep<const NARROW: usize, const BROAD: usize>(work: &mut Work) -> Relaxed {
    let mut wins = std::mem::take(&mut work.wins);
    let relaxed = sweep_all::<NARROW, BROAD>(work, &mut wins);
    work.wins = wins;
    relaxed
}

#[inline(always)]
fn sweep_all<const NARROW: usize, const BROAD: usize>(work: &Work, wins: &mut [[Rows; 2]; 2]) -> Relaxed {
    let rows = work.top.size;
    let progress = || Progress { worked: vec![0; rows], changed: vec![0; rows], open: vec![0; rows] };
    let mut sides = [progress(), progress()];
    for mover in 0..2 {
        for row in 0..rows {
            sides[mover].open[row] = undecided_steps(wins[mover][mover].row(row));
        }
    }
    let mut passes = Vec::new();
    let mut now = 0;
    for sweep in 1.. {
        let mut quiet = true;
        for (number, row) in work.rows.iter().enumerate().rev() {
            for mover in 0..2 {
                let open = sides[mover].open[number];
                if open == 0 || sweep > 1 && !is_stale(work, row, mover, &sides) {
                    continue;
                }
                now += 1;
                sides[mover].worked[number] = now;
                let [top, left] = &mut *wins;
                let (own, others) = if mover == 0 { (top, &*left) } else { (left, &*top) };
                let drawn = work.drawn[mover].row(number, work.moves.words);
                let sight = Sight::new(work, others, row, mover);
                let still_open = if BROAD > NARROW {
                    passes.clear();
                    for lane in 0..5 {
                        passes.extend_from_slice(work.passes.of(row, mover, lane));
                    }
                    let ready = Ready { mover, sight, drawn, passes: &passes };
                    renew_row::<NARROW, BROAD>(&ready, own, row, open)
                } else {
                    let mut stretch = Stretch::<NARROW>::new(*own[mover].words(number, 0), drawn, 0);
                    for lane in 0..5 {
                        for &pass in work.passes.of(row, mover, lane) {
                            stretch.add::<BOTH>(sight, pass, 0);
                        }
                    }
                    renew(own, row, 0, stretch.by_winner(mover))
                };
                if let Some(still_open) = still_open {
                    let side = &mut sides[mover];
                    side.changed[number] = now;
                    side.open[number] = still_open;
                    quiet = false;
                }
            }
        }
        if quiet {
            return Relaxed { sweeps: sweep, open: sides.map(|side| side.open) };
        }
    }
    unreachable!("sweeps end when nothing changes")
}

/// The steps of a row that have positions which the side to move is not known to win, as bits.
#[inline(always)]
fn undecided_steps(wins: &[u64]) -> u32 {
    let steps = wins.as_chunks::<STEP>().0.iter().enumerate();
    steps.map(|(step, wins)| u32::from(*wins != [!0; STEP]) << step).sum()
}

/// Works out the open steps of a row anew; when that changes it, those that are still open.
#[inline(always)]
fn renew_row<const NARROW: usize, const BROAD: usize>(
    ready: &Ready,
    own: &mut [Rows; 2],
    row: &Row,
    mut open: u32,
) -> Option<u32> {
    let (number, mover) = (row.number(), ready.mover);
    let (mut still_open, mut changed) = (open, false);
    while open != 0 {
        let step = open.trailing_zeros() as usize;
        let start = step * STEP;
        let (open_there, width) = if open >> step & 0b11 == 0b11 {
            let words = ready.work_out::<BROAD, BOTH>(start, own[mover].words(number, start));
            (renew(own, row, start, words), 2)
        } else {
            let words = ready.work_out::<NARROW, BOTH>(start, own[mover].words(number, start));
            (renew(own, row, start, words), 1)
        };
        let there = ((1 << width) - 1) << step;
        open &= !there;
        if let Some(open_there) = open_there {
            changed = true;
            still_open = still_open & !there | open_there << step;
        }
    }
    changed.then_some(still_open)
}

/// Writes what has been worked out about a stretch of a row; when that changes it, the steps of it that are still open, as
/// bits.
#[inline(always)]
fn renew<const N: usize>(own: &mut [Rows; 2], row: &Row, start: usize, [x, y]: [[u64; N]; 2]) -> Option<u32> {
    let [a, b] = own;
    let (a, b) = (a.words_mut::<N>(row.number(), start), b.words_mut::<N>(row.number(), start));
    let mut difference = 0;
    for w in 0..N {
        difference |= (a[w] ^ x[w]) | (b[w] ^ y[w]);
    }
    if difference == 0 {
        return None;
    }
    (*a, *b) = (x, y);
    let mut open = 0;
    for w in 0..N {
        open |= u32::from(!(x[w] | y[w]) != 0) << (w / STEP);
    }
    Some(open)
}

/// Whether a row that this one looks at has changed since it was worked out.
#[inline(always)]
fn is_stale(work: &Work, row: &Row, mover: usize, sides: &[Progress; 2]) -> bool {
    let worked = sides[mover].worked[row.number()];
    let changed = &sides[1 - mover].changed;
    looks_at(work, row, mover, |source| changed[source] > worked)
}

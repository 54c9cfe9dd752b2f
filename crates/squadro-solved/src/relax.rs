//! Solving one layer when all layers after it are solved.
//!
//! Two least fixpoints at once: what top can force and what left can force, both empty at first; what ends in
//! neither is an endless draw. Rows are worked through from the most advanced to the least. Without jumps one sweep
//! would do; only left's jumps look at rows that come later. A row is worked out again only when one that it looks at
//! has changed since, and only those steps of words in which something is undecided.

use multiversion::multiversion;

use crate::{
    rows::{Rows, STEP},
    stretch::{self, BOTH, Drawn, Pass, Stretch},
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

/// Solves the layer; gives the number of sweeps.
pub(crate) fn relax(work: &mut Work) -> u32 {
    match work.moves.left.size.div_ceil(64) {
        1 => relax_words(work),
        2..=STEP => relax_steps(work),
        _ => relax_rows(work),
    }
}

/// Rows of one word.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn relax_words(work: &mut Work) -> u32 {
    sweep::<1, 1>(work)
}

/// Rows of one step.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn relax_steps(work: &mut Work) -> u32 {
    sweep::<STEP, STEP>(work)
}

/// Rows of any length.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn relax_rows(work: &mut Work) -> u32 {
    sweep::<STEP, WIDE>(work)
}

#[inline(always)]
fn sweep<const NARROW: usize, const BROAD: usize>(work: &mut Work) -> u32 {
    let mut wins = std::mem::take(&mut work.wins);
    let sweeps = sweep_all::<NARROW, BROAD>(work, &mut wins);
    work.wins = wins;
    sweeps
}

#[inline(always)]
fn sweep_all<const NARROW: usize, const BROAD: usize>(work: &Work, wins: &mut [[Rows; 2]; 2]) -> u32 {
    let rows = work.top.size;
    let steps = work.moves.words / STEP;
    let progress =
        || Progress { worked: vec![0; rows], changed: vec![0; rows], open: vec![(1 << steps) - 1; rows] };
    let mut sides = [progress(), progress()];
    let mut drawn = Drawn::default();
    let mut room = Vec::new();
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
                drawn.prepare(work, row, mover);
                let [top, left] = &mut *wins;
                let (own, others) = if mover == 0 { (top, &*left) } else { (left, &*top) };
                let still_open = if BROAD > NARROW {
                    let mut passes = stretch::emptied(room);
                    stretch::each_pass(work, others, row, mover, &drawn, &mut passes);
                    let still_open = renew_row::<NARROW, BROAD>(work, own, row, mover, open, &passes);
                    room = stretch::emptied(passes);
                    still_open
                } else {
                    let mut stretch = Stretch::<NARROW>::new(work, row, mover, 0);
                    stretch::each_pass(work, others, row, mover, &drawn, &mut stretch);
                    renew(work, own, row, 0, stretch.by_winner(mover))
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
            return sweep;
        }
    }
    unreachable!("sweeps end when nothing changes")
}

/// Works out the open steps of a row anew; when that changes it, those that are still open.
#[inline(always)]
fn renew_row<const NARROW: usize, const BROAD: usize>(
    work: &Work,
    own: &mut [Rows; 2],
    row: &Row,
    mover: usize,
    mut open: u32,
    passes: &[Pass],
) -> Option<u32> {
    let steps = work.moves.words / STEP;
    let (mut still_open, mut changed) = (open, false);
    while open != 0 {
        let step = open.trailing_zeros() as usize;
        let start = step * STEP;
        let (open_there, width) = if step + 1 < steps {
            let words = stretch::work_out::<BROAD, BOTH>(work, row, mover, passes, start);
            (renew(work, own, row, start, words), 2)
        } else {
            let words = stretch::work_out::<NARROW, BOTH>(work, row, mover, passes, start);
            (renew(work, own, row, start, words), 1)
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
fn renew<const N: usize>(
    work: &Work,
    own: &mut [Rows; 2],
    row: &Row,
    start: usize,
    [x, y]: [[u64; N]; 2],
) -> Option<u32> {
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
    let legal = work.legal.words::<N>(row.number(), start);
    let mut open = 0;
    for w in 0..N {
        open |= u32::from(legal[w] & !(x[w] | y[w]) != 0) << (w / STEP);
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

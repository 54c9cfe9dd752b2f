//! Solving one layer when all layers after it are solved.
//!
//! Two least fixpoints at once: what top can force and what left can force, both empty at first; what ends in
//! neither is an endless draw. Rows are worked through from the most advanced to the least. Without jumps one sweep
//! would do; only left's jumps look at rows that come later. A row is worked out again only when one that it looks at
//! has changed since, and only those steps of words in which something is undecided.

use multiversion::multiversion;

use crate::{
    rows::STEP,
    stretch::{self, BOTH, Drawn},
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
    let rows = work.top.size;
    let steps = work.moves.words / STEP;
    let progress =
        || Progress { worked: vec![0; rows], changed: vec![0; rows], open: vec![(1 << steps) - 1; rows] };
    let mut sides = [progress(), progress()];
    let mut drawn = Drawn::default();
    let mut now = 0;
    for sweep in 1.. {
        let mut quiet = true;
        for (number, row) in work.rows.iter().enumerate().rev() {
            for mover in 0..2 {
                let mut open = sides[mover].open[number];
                if open == 0 || sweep > 1 && !is_stale(work, row, mover, &sides) {
                    continue;
                }
                now += 1;
                sides[mover].worked[number] = now;
                while open != 0 {
                    let step = open.trailing_zeros() as usize;
                    let start = step * STEP;
                    let (open_there, width) = if BROAD > NARROW && step + 1 < steps {
                        (renew::<BROAD>(work, row, mover, start, &mut drawn), 2)
                    } else {
                        (renew::<NARROW>(work, row, mover, start, &mut drawn), 1)
                    };
                    let there = ((1 << width) - 1) << step;
                    open &= !there;
                    if let Some(open_there) = open_there {
                        let side = &mut sides[mover];
                        side.changed[number] = now;
                        side.open[number] = side.open[number] & !there | open_there << step;
                        quiet = false;
                    }
                }
            }
        }
        if quiet {
            return sweep;
        }
    }
    unreachable!("sweeps end when nothing changes")
}

/// Works out a stretch of a row anew; when that changes it, the steps of it that are still open, as bits.
#[inline(always)]
fn renew<const N: usize>(
    work: &mut Work,
    row: &Row,
    mover: usize,
    start: usize,
    drawn: &mut Drawn,
) -> Option<u32> {
    let [x, y] = stretch::work_out::<N, BOTH>(work, row, mover, start, drawn);
    let [a, b] = &mut work.wins[mover];
    let (a, b) = (a.words_mut::<N>(row.number(), start), b.words_mut::<N>(row.number(), start));
    let difference = (0..N).fold(0, |all, w| all | (a[w] ^ x[w]) | (b[w] ^ y[w]));
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

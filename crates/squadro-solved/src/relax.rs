//! Solving one layer when all layers after it are solved.
//!
//! Two least fixpoints at once: what top can force and what left can force, both empty at first; what ends in
//! neither is an endless draw. Rows are worked through from the most advanced to the least. Without jumps one sweep
//! would do; only left's jumps look at rows that come later. A row is worked out again only when one that it looks at
//! has changed since.

use multiversion::multiversion;

use crate::work::{Row, Scratch, Work, left_to_move, looks_at, put, still_open, top_to_move};

/// What is known about the rows of one side to move.
struct Progress {
    /// When each was last worked out, and last changed.
    worked: Vec<u32>,
    changed: Vec<u32>,
    /// The words of each that have undecided positions: a decided one never changes.
    open: Vec<(u16, u16)>,
}

/// Solves the layer; gives the number of sweeps.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(crate) fn relax(work: &mut Work) -> u32 {
    let (rows, words) = (work.top.size, work.moves.words);
    let none =
        || Progress { worked: vec![0; rows], changed: vec![0; rows], open: vec![(0, words as u16); rows] };
    let mut sides = [none(), none()];
    let mut scratch = Scratch::new(words);
    let mut legal = vec![0; words];
    let mut now = 0;
    for sweep in 1.. {
        let mut quiet = true;
        for number in (0..rows).rev() {
            let row = work.rows[number];
            for mover in 0..2 {
                let (start, end) = sides[mover].open[number];
                let range = (usize::from(start), usize::from(end));
                if start == end || sweep > 1 && !is_stale(work, &row, mover, &sides) {
                    continue;
                }
                now += 1;
                if mover == 0 {
                    top_to_move(work, &row, range, &mut scratch);
                } else {
                    left_to_move(work, &row, range, &mut scratch);
                }
                sides[mover].worked[number] = now;
                if put(&mut work.wins[mover], number, range, &scratch.row) {
                    sides[mover].changed[number] = now;
                    quiet = false;
                    work.moves.legal(&row.enemies, &mut legal);
                    sides[mover].open[number] = still_open(&legal, &scratch.row, range);
                }
            }
        }
        if quiet {
            return sweep;
        }
    }
    unreachable!("sweeps end when nothing changes")
}

/// Whether a row that this one looks at has changed since it was worked out.
#[inline(always)]
fn is_stale(work: &Work, row: &Row, mover: usize, sides: &[Progress; 2]) -> bool {
    let worked = sides[mover].worked[row.number];
    let changed = &sides[1 - mover].changed;
    looks_at(work, row, mover, |source| changed[source] > worked)
}

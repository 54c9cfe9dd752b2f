//! How long a forced win takes to get out of its layer.
//!
//! Values alone do not stop a winner from walking in circles. The *depth* of a won position is the number of moves,
//! both players' counted, until a piece turns round or comes home, when the winner hurries and the loser delays. The
//! winner who always lowers it cannot circle; and since such an arrival restarts the quiet count, it also says whether
//! R13 comes first.
//!
//! What is won within `k` moves follows from what is won within `k - 1`, so the layer is worked out once for each `k`,
//! only rows that look at a changed one each time.

use multiversion::multiversion;
use table::Seat;

use crate::{
    layer::Spot,
    work::{Scratch, Work, left_to_move, looks_at, put, top_to_move},
};

/// The depths of a layer's positions.
#[derive(Debug)]
pub(crate) struct Depths {
    /// By side to move, `row * bits + bit`; 0 for draws.
    depths: [Vec<u16>; 2],
    bits: usize,
}

impl Depths {
    /// The depths of a layer made ready.
    pub(crate) fn new(mut work: Work) -> Depths {
        let bits = work.moves.left.size;
        let empty = || vec![0; work.top.size * bits];
        let mut depths = [empty(), empty()];
        deepen(&mut work, Some(&mut depths));
        Depths { depths, bits }
    }

    /// The longest forced wins of a layer only.
    pub(crate) fn longest(mut work: Work) -> [u16; 2] {
        deepen(&mut work, None)
    }

    /// The depth of a won position of the layer.
    pub(crate) fn get(&self, spot: &Spot) -> u16 {
        self.depths[spot.mover as usize][spot.row * self.bits + spot.bit]
    }
}

/// Works the layer out move by move.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn deepen(work: &mut Work, mut depths: Option<&mut [Vec<u16>; 2]>) -> [u16; 2] {
    let (rows, words) = (work.top.size, work.moves.words);
    let mut scratch = Scratch::new(words);
    let mut legal = vec![0; words];
    // The number of moves at which a row last changed, by side to move.
    let mut changed = [vec![0u16; rows], vec![0u16; rows]];
    let mut longest = [0; 2];
    // Left's new rows wait until top's have been worked out from the old ones.
    let mut waiting: Vec<usize> = Vec::new();
    let mut waiting_words: Vec<u64> = Vec::new();
    for k in 1..=u16::MAX {
        waiting.clear();
        waiting_words.clear();
        let mut quiet = true;
        for number in 0..rows {
            let row = work.rows[number];
            if k == 1 || looks_at(work, &row, 1, |source| changed[0][source] == k - 1) {
                left_to_move(work, &row, (0, words), &mut scratch);
                if differs(work, Seat::Two, number, &scratch) {
                    waiting.push(number);
                    scratch.row.iter().for_each(|half| waiting_words.extend_from_slice(half));
                }
            }
        }
        for number in 0..rows {
            let row = work.rows[number];
            if k == 1 || looks_at(work, &row, 0, |source| changed[1][source] == k - 1) {
                top_to_move(work, &row, (0, words), &mut scratch);
                if differs(work, Seat::One, number, &scratch) {
                    work.moves.legal(&row.enemies, &mut legal);
                    let into = depths.as_deref_mut().map(|depths| &mut depths[0]);
                    note(work, Seat::One, number, &scratch.row, &legal, k, &mut longest, into);
                    put(&mut work.wins[0], number, (0, words), &scratch.row);
                    changed[0][number] = k;
                    quiet = false;
                }
            }
        }
        for (&number, halves) in waiting.iter().zip(waiting_words.chunks_exact(2 * words)) {
            let (a, b) = halves.split_at(words);
            scratch.row[0].copy_from_slice(a);
            scratch.row[1].copy_from_slice(b);
            work.moves.legal(&work.rows[number].enemies, &mut legal);
            let into = depths.as_deref_mut().map(|depths| &mut depths[1]);
            note(work, Seat::Two, number, &scratch.row, &legal, k, &mut longest, into);
            put(&mut work.wins[1], number, (0, words), &scratch.row);
            changed[1][number] = k;
            quiet = false;
        }
        if quiet {
            return longest;
        }
    }
    panic!("no forced win stays in its layer for 65,535 moves")
}

#[inline(always)]
fn differs(work: &Work, mover: Seat, row: usize, scratch: &Scratch) -> bool {
    let wins = &work.wins[mover as usize];
    wins.iter().zip(&scratch.row).any(|(old, new)| old.row(row) != new.as_slice())
}

/// Writes down which positions of a row are won within `k` moves and were not before.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn note(
    work: &Work,
    mover: Seat,
    row: usize,
    new: &[Vec<u64>; 2],
    legal: &[u64],
    k: u16,
    longest: &mut [u16; 2],
    into: Option<&mut Vec<u16>>,
) {
    let mut fresh = [0; 2];
    let mut into = into;
    for (winner, fresh) in fresh.iter_mut().enumerate() {
        let old = work.wins[mover as usize][winner].row(row);
        for w in 0..legal.len() {
            let mut bits = new[winner][w] & !old[w] & legal[w];
            *fresh |= bits;
            let Some(into) = into.as_deref_mut() else { continue };
            while bits != 0 {
                into[row * work.moves.left.size + 64 * w + bits.trailing_zeros() as usize] = k;
                bits &= bits - 1;
            }
        }
    }
    for (longest, fresh) in longest.iter_mut().zip(fresh) {
        if fresh != 0 {
            *longest = k;
        }
    }
}

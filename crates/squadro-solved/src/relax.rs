//! Solving one layer when all layers after it are solved.
//!
//! Two least fixpoints at once: what top can force and what left can force, both empty at first; what ends in
//! neither is an endless draw. Rows are worked through from the most advanced to the least. Without jumps one sweep
//! would do; only left's jumps look at rows that come later. A row is worked out again only when one that it looks at
//! has changed since.

use multiversion::multiversion;

use crate::{
    layout::AT_HOME,
    work::{Row, Scratch, Work, left_to_move, put, top_to_move},
};

/// When rows were last worked out and last changed, by side to move.
struct Stamps {
    worked: [Vec<u32>; 2],
    changed: [Vec<u32>; 2],
}

/// Solves the layer; gives the number of sweeps.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(crate) fn relax(work: &mut Work) -> u32 {
    let rows = work.top.size;
    let none = || [vec![0; rows], vec![0; rows]];
    let mut stamps = Stamps { worked: none(), changed: none() };
    let mut scratch = Scratch::new(work.moves.words);
    let mut now = 0;
    for sweep in 1.. {
        let mut quiet = true;
        for number in (0..rows).rev() {
            let row = work.rows[number];
            if sweep == 1 || top_is_stale(work, &row, &stamps) {
                now += 1;
                top_to_move(work, &row, &mut scratch);
                stamps.worked[0][number] = now;
                if put(&mut work.wins[0], number, &scratch.row) {
                    stamps.changed[0][number] = now;
                    quiet = false;
                }
            }
            if sweep == 1 || left_is_stale(work, &row, &stamps) {
                now += 1;
                left_to_move(work, &row, &mut scratch);
                stamps.worked[1][number] = now;
                if put(&mut work.wins[1], number, &scratch.row) {
                    stamps.changed[1][number] = now;
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

#[inline(always)]
fn top_is_stale(work: &Work, row: &Row, stamps: &Stamps) -> bool {
    let worked = stamps.worked[0][row.number];
    (0..5).filter(|&lane| work.layer.top[lane] != AT_HOME).any(|lane| {
        // Every digit further on, reached by this move or not: they are few.
        let further = row.digits[lane] + 1..work.top.radix(lane);
        further.into_iter().any(|digit| stamps.changed[1][work.moved(row, lane, digit)] > worked)
    })
}

#[inline(always)]
fn left_is_stale(work: &Work, row: &Row, stamps: &Stamps) -> bool {
    let worked = stamps.worked[1][row.number];
    let changed = &stamps.changed[0];
    changed[row.number] > worked
        || (0..5).any(|lane| {
            // Which of the lane's enemies are jumped depends on where the jumper starts.
            row.enemies[lane] != 0
                && work.layer.left[lane] != AT_HOME
                && work.moves.left_moves[lane][usize::from(row.enemies[lane])]
                    .inside
                    .iter()
                    .any(|pass| changed[work.sent_back(row, pass.jumped)] > worked)
        })
}

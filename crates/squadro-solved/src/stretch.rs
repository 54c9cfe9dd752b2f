//! Working out a stretch of a row from other rows: both who can force a win and who cannot avoid it.
//!
//! A stretch of `N` words is held in registers while all passes go over it, so that a pass is a few instructions. The
//! functions are inlined where they are called, so that they are compiled for the vectors of the machine.

use std::sync::Arc;

use crate::{
    layout::AT_HOME,
    moves::To,
    rows::{Rows, STEP},
    values::Values,
    work::{self, Next, Row, Work},
};

/// Whose wins are worked out: top's, left's, or both.
pub(crate) const TOP: usize = 0;
pub(crate) const LEFT: usize = 1;
pub(crate) const BOTH: usize = 2;

/// A stretch for either winner.
pub(crate) type Both<const N: usize> = [[u64; N]; 2];

/// The stretch of a row from word `start` on, with `mover` (0 top, 1 left) to move, for the winners in `WHO`.
#[inline(always)]
pub(crate) fn work_out<const N: usize, const WHO: usize>(
    work: &Work,
    row: &Row,
    mover: usize,
    start: usize,
    drawn: &mut Drawn,
) -> Both<N> {
    if mover == 0 {
        top_to_move::<N, WHO>(work, row, start, drawn)
    } else {
        left_to_move::<N, WHO>(work, row, start, drawn)
    }
}

/// With top to move: it wins where one move wins, and loses where all do.
#[inline(always)]
fn top_to_move<const N: usize, const WHO: usize>(
    work: &Work,
    row: &Row,
    start: usize,
    drawn: &mut Drawn,
) -> Both<N> {
    let mut result = [[0; N], [!0; N]];
    for lane in 0..5 {
        let phase = work.layer.top[lane];
        if phase == AT_HOME {
            continue;
        }
        let mut wins = [[0; N]; 2];
        for pass in &work.moves.top_moves[lane][usize::from(phase)][row.digit(lane)] {
            let Some(mask) = mask(work, pass.mask, start) else { continue };
            match (pass.to, &work.next[0][lane]) {
                (To::Digit(digit), _) => {
                    let from = work.moved(row, lane, digit);
                    wins = take_both::<N, WHO>(wins, &work.wins[1], from, start, pass.shift, mask);
                }
                (To::Arrival, Next::Layer(next)) => {
                    let from = work.arrived(row, lane);
                    if next.has_draws(1, from) {
                        let rows = drawn.after_top(lane, next, from);
                        wins = take_both::<N, WHO>(wins, rows, 0, start, pass.shift, mask);
                    } else {
                        wins = take_final::<N, WHO>(wins, &next.top_wins[1], from, start, pass.shift, mask);
                    }
                }
                (To::Arrival, _) => (0..N).for_each(|w| wins[0][w] |= mask[w]),
            }
        }
        for w in 0..N {
            result[0][w] |= wins[0][w];
            result[1][w] &= wins[1][w];
        }
    }
    result
}

/// With left to move.
#[inline(always)]
fn left_to_move<const N: usize, const WHO: usize>(
    work: &Work,
    row: &Row,
    start: usize,
    drawn: &mut Drawn,
) -> Both<N> {
    let mut result = [[!0; N], [0; N]];
    for lane in 0..5 {
        if work.layer.left[lane] == AT_HOME {
            continue;
        }
        let mut wins = [[0; N]; 2];
        let moves = &work.moves.left_moves[lane][usize::from(row.enemies[lane])];
        for pass in &moves.inside {
            let Some(mask) = mask(work, pass.mask, start) else { continue };
            let from = work.sent_back(row, pass.jumped);
            wins = take_both::<N, WHO>(wins, &work.wins[0], from, start, pass.shift, mask);
        }
        for arrival in &moves.arrivals {
            let Some(mask) = mask(work, arrival.mask, start) else { continue };
            let Next::Layer(next) = &work.next[1][lane] else {
                (0..N).for_each(|w| wins[1][w] |= mask[w]);
                continue;
            };
            let from = work.sent_back(row, arrival.jumped);
            if next.has_draws(0, from) {
                wins = take_both::<N, WHO>(wins, drawn.after_left(work, lane, next, from), 0, start, 0, mask);
            } else {
                wins = take_final::<N, WHO>(wins, &work.arrived_left[lane], from, start, 0, mask);
            }
        }
        for w in 0..N {
            result[0][w] &= wins[0][w];
            result[1][w] |= wins[1][w];
        }
    }
    result
}

/// The words of a mask, unless they are empty.
#[inline(always)]
fn mask<const N: usize>(work: &Work, mask: usize, start: usize) -> Option<&[u64; N]> {
    if N > STEP || start > 0 {
        let steps = (1 << N.div_ceil(STEP)) - 1;
        if work.moves.steps[mask] >> (start / STEP) & steps == 0 {
            return None;
        }
    }
    Some(work.moves.stretch(mask, start))
}

/// `into | (from << … by shift) & mask`, for both of two tables.
#[inline(always)]
fn take_both<const N: usize, const WHO: usize>(
    into: Both<N>,
    from: &[Rows; 2],
    row: usize,
    start: usize,
    shift: isize,
    mask: &[u64; N],
) -> Both<N> {
    let [mut a, mut b] = into;
    if WHO != LEFT {
        let x = from[0].shifted::<N>(row, start, shift);
        (0..N).for_each(|w| a[w] |= x[w] & mask[w]);
    }
    if WHO != TOP {
        let y = from[1].shifted::<N>(row, start, shift);
        (0..N).for_each(|w| b[w] |= y[w] & mask[w]);
    }
    [a, b]
}

/// The same from a table whose other half is its complement.
#[inline(always)]
fn take_final<const N: usize, const WHO: usize>(
    into: Both<N>,
    from: &Rows,
    row: usize,
    start: usize,
    shift: isize,
    mask: &[u64; N],
) -> Both<N> {
    let [mut a, mut b] = into;
    let x = from.shifted::<N>(row, start, shift);
    if WHO != LEFT {
        (0..N).for_each(|w| a[w] |= x[w] & mask[w]);
    }
    if WHO != TOP {
        (0..N).for_each(|w| b[w] |= !x[w] & mask[w]);
    }
    [a, b]
}

/// Rows of the next layers that have draws, which neither wins: the last one of each lane is kept, since its stretches
/// are asked for one after another.
#[derive(Default)]
pub(crate) struct Drawn {
    kept: [[Option<Kept>; 5]; 2],
}

struct Kept {
    row: usize,
    /// What either wins, in the numbers of the layer in work.
    wins: [Rows; 2],
}

impl Drawn {
    /// A row of the layer where top's piece of `lane` has arrived.
    #[cold]
    fn after_top(&mut self, lane: usize, next: &Arc<Values>, row: usize) -> &[Rows; 2] {
        keep(&mut self.kept[0][lane], row, || {
            let wins = next.top_wins[1].row(row);
            let draws = next.draws_as_bits(1, row);
            [wins.to_vec(), wins.iter().zip(draws).map(|(wins, draws)| !(wins | draws)).collect()]
        })
    }

    /// A row of the layer where left's piece of `lane` has arrived.
    #[cold]
    fn after_left(&mut self, work: &Work, lane: usize, next: &Arc<Values>, row: usize) -> &[Rows; 2] {
        keep(&mut self.kept[1][lane], row, || {
            let wins = work.arrived_left[lane].row(row);
            let mut draws = vec![0; wins.len()];
            work::spread(&work.moves.left, lane, next).write(&mut draws, &next.draws_as_bits(0, row));
            [wins.to_vec(), wins.iter().zip(draws).map(|(wins, draws)| !(wins | draws)).collect()]
        })
    }
}

fn keep(kept: &mut Option<Kept>, row: usize, make: impl FnOnce() -> [Vec<u64>; 2]) -> &[Rows; 2] {
    if kept.as_ref().is_none_or(|kept| kept.row != row) {
        *kept = Some(Kept { row, wins: make().map(|words| Rows::single(&words)) });
    }
    &kept.as_ref().expect("it has just been made").wins
}

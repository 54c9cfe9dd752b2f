//! Working out stretches of a row from other rows: where a side to move wins, and where it loses.
//!
//! A row looks at others by [`Pass`]es. The passes of one lane share the placements out between them, so a placement is
//! lost when no pass at all finds it safe: lanes need not be told apart. A stretch of `N` words is held in registers while
//! all passes go over it. The functions are inlined where they are called, so that they are compiled for the vectors of
//! the machine.

use crate::{
    moves::To,
    rows::{self, Rows, STEP},
    work::{Row, Work},
};

/// What is worked out: where the side to move wins, where it loses, or both.
pub(crate) const WINS: usize = 0;
pub(crate) const LOSSES: usize = 1;
pub(crate) const BOTH: usize = 2;

/// A look at another row, for the placements under a mask.
pub(crate) struct Pass<'w> {
    /// What the side to move wins there, and what the other does.
    own: &'w [u64],
    other: &'w [u64],
    /// The bits that are wanted begin so many bits into the first word.
    bits: u32,
    /// The steps of the mask that are not empty, as bits.
    steps: u32,
    mask: &'w [u64],
}

/// Takes the passes of a row, one after another.
pub(crate) trait Taker<'w> {
    fn take(&mut self, pass: Pass<'w>);
}

/// Keeps them, for several stretches.
impl<'w> Taker<'w> for Vec<Pass<'w>> {
    #[inline(always)]
    fn take(&mut self, pass: Pass<'w>) {
        self.push(pass);
    }
}

/// The room of a list of passes, for another one.
#[inline(always)]
pub(crate) fn emptied<'w>(mut passes: Vec<Pass>) -> Vec<Pass<'w>> {
    passes.clear();
    passes.into_iter().map(|_| unreachable!("the list is empty")).collect()
}

/// Takes all passes of a row with `mover` (0 top, 1 left) to move, but for the [arrivals](crate::arrivals). What is known
/// about the rows with the other side to move is in `wins`.
#[inline(always)]
pub(crate) fn each_pass<'w>(
    work: &'w Work,
    wins: &'w [Rows; 2],
    row: &Row,
    mover: usize,
    taker: &mut impl Taker<'w>,
) {
    let [top, left] = wins;
    for lane in 0..5 {
        if mover == 0 {
            let Some(passes) = work.top_passes(row, lane) else { continue };
            for pass in passes {
                if let To::Digit(digit) = pass.to {
                    let from = work.moved(row, lane, digit);
                    taker.take(Pass::new(work, [top, left], from, pass.shift, pass.mask));
                }
            }
        } else {
            let Some(moves) = work.left_moves(row, lane) else { continue };
            for pass in &moves.inside {
                let from = work.sent_back(row, pass.jumped);
                taker.take(Pass::new(work, [left, top], from, pass.shift, pass.mask));
            }
        }
    }
}

impl<'w> Pass<'w> {
    #[inline(always)]
    fn new(work: &'w Work, [own, other]: [&'w Rows; 2], row: usize, shift: isize, mask: usize) -> Pass<'w> {
        let bits = shift.rem_euclid(64) as u32;
        let (own, other) = (own.look(row, shift), other.look(row, shift));
        Pass { own, other, bits, steps: work.moves.steps[mask], mask: work.moves.mask(mask) }
    }
}

/// What is known about a stretch of a row.
pub(crate) struct Stretch<const N: usize> {
    /// Where a move wins, and where one does not lose.
    wins: [u64; N],
    safe: [u64; N],
}

impl<const N: usize> Stretch<N> {
    /// A stretch whose words begin with `start`: what is known to be won, and where an arrival of this row draws.
    #[inline(always)]
    pub(crate) fn new(wins: [u64; N], drawn: Option<&[u64]>, start: usize) -> Stretch<N> {
        let mut safe = wins;
        if let Some(drawn) = drawn {
            let drawn: &[u64; N] = drawn[start..].first_chunk().expect("a row has whole steps of words");
            (0..N).for_each(|w| safe[w] |= drawn[w]);
        }
        Stretch { wins, safe }
    }

    /// One pass more, over the words from `start` on.
    #[inline(always)]
    fn add<const WHAT: usize>(&mut self, pass: &Pass, start: usize) {
        if N > STEP || start > 0 {
            let steps = (1 << N.div_ceil(STEP)) - 1;
            if pass.steps >> (start / STEP) & steps == 0 {
                return;
            }
        }
        let mask: &[u64; N] = pass.mask[start..].first_chunk().expect("a mask has whole steps of words");
        if WHAT != LOSSES {
            let own = rows::shifted::<N>(pass.own, start, pass.bits);
            for w in 0..N {
                self.wins[w] |= own[w] & mask[w];
            }
        }
        if WHAT != WINS {
            let other = rows::shifted::<N>(pass.other, start, pass.bits);
            for w in 0..N {
                self.safe[w] |= !other[w] & mask[w];
            }
        }
    }

    /// What top wins, and what left does.
    #[inline(always)]
    pub(crate) fn by_winner(self, mover: usize) -> [[u64; N]; 2] {
        let mut losses = self.safe;
        for losses in &mut losses {
            *losses = !*losses;
        }
        if mover == 0 { [self.wins, losses] } else { [losses, self.wins] }
    }
}

/// The only stretch of a row, which is worked out at once.
impl<const N: usize> Taker<'_> for Stretch<N> {
    #[inline(always)]
    fn take(&mut self, pass: Pass) {
        self.add::<BOTH>(&pass, 0);
    }
}

/// A row that is worked out stretch by stretch.
pub(crate) struct Ready<'w> {
    pub(crate) mover: usize,
    /// Where an arrival draws.
    pub(crate) drawn: Option<&'w [u64]>,
    pub(crate) passes: Vec<Pass<'w>>,
}

impl Ready<'_> {
    /// A stretch of the row, of which this is known to be won by the side to move: what top wins, and what left does.
    #[inline(always)]
    pub(crate) fn work_out<const N: usize, const WHAT: usize>(
        &self,
        start: usize,
        wins: &[u64; N],
    ) -> [[u64; N]; 2] {
        let mut stretch = Stretch::<N>::new(*wins, self.drawn, start);
        for pass in &self.passes {
            stretch.add::<WHAT>(pass, start);
        }
        stretch.by_winner(self.mover)
    }
}

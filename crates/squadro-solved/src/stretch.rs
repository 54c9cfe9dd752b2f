//! Working out stretches of a row from other rows: where a side to move wins, and where it loses.
//!
//! A row looks at others by [`Pass`]es. The passes of one lane share the placements out between them, so a placement is
//! lost when no pass at all finds it safe: lanes need not be told apart. A stretch of `N` words is held in registers while
//! all passes go over it. The functions are inlined where they are called, so that they are compiled for the vectors of
//! the machine.

use crate::{
    passes::Pass,
    rows::{self, Rows, STEP},
    work::{Row, Work},
};

/// What is worked out: where the side to move wins, where it loses, or both.
pub(crate) const WINS: usize = 0;
pub(crate) const LOSSES: usize = 1;
pub(crate) const BOTH: usize = 2;

/// What passes look at.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'w> {
    /// What the side to move wins with the other side to move, and what the other one does.
    own: &'w [u64],
    other: &'w [u64],
    masks: &'w [u64],
    /// Where the words of the row in work begin.
    place: usize,
}

impl<'w> Sight<'w> {
    /// From a row with `mover` (0 top, 1 left) to move; what is known about the rows with the other side to move is in `wins`.
    #[inline(always)]
    pub(crate) fn new(work: &'w Work, wins: &'w [Rows; 2], row: &Row, mover: usize) -> Sight<'w> {
        let [own, other] = if mover == 0 { wins.each_ref() } else { [&wins[1], &wins[0]] };
        let place = own.place(row.number());
        Sight { own: own.all(), other: other.all(), masks: &work.moves.masks, place }
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
    pub(crate) fn add<const WHAT: usize>(&mut self, sight: Sight, pass: Pass, start: usize) {
        if N > STEP || start > 0 {
            let steps = (1 << N.div_ceil(STEP)) - 1;
            if pass.mask.steps >> (start / STEP) & steps == 0 {
                return;
            }
        }
        let mask = sight.masks[pass.mask.start() + start..].first_chunk::<N>();
        let mask = mask.expect("a mask has whole steps of words");
        let at = pass.at(sight.place) + start;
        if WHAT != LOSSES {
            let own = rows::shifted::<N>(sight.own, at, pass.bits);
            for w in 0..N {
                self.wins[w] |= own[w] & mask[w];
            }
        }
        if WHAT != WINS {
            let other = rows::shifted::<N>(sight.other, at, pass.bits);
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

/// A row that is worked out stretch by stretch.
pub(crate) struct Ready<'w> {
    pub(crate) mover: usize,
    pub(crate) sight: Sight<'w>,
    /// Where an arrival draws.
    pub(crate) drawn: Option<&'w [u64]>,
    pub(crate) passes: &'w [Pass],
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
        for &pass in self.passes {
            stretch.add::<WHAT>(self.sight, pass, start);
        }
        stretch.by_winner(self.mover)
    }
}

//! How long a forced win takes to get out of its layer.
//!
//! Values alone do not stop a winner from walking in circles. The *depth* of a won position is the number of moves,
//! both players' counted, until a piece turns round or comes home, when the winner hurries and the loser delays. The
//! winner who always lowers it cannot circle; and since such an arrival restarts the quiet count, it also says whether
//! R13 comes first.
//!
//! What is won within `k` moves follows from what is won within `k - 1`, so the layer is worked out once for each `k`,
//! only rows that look at a changed one each time, only where they are still undecided, and only until somebody's
//! question is answered: most wins are short.

use multiversion::multiversion;
use table::Seat;

use crate::{
    layer::Spot,
    rows::{Rows, STEP},
    stretch::{self, Drawn},
    work::{Work, looks_at},
};

/// Which depths are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enough {
    All,
    Shortest,
}

/// The words of a row that are worked out: from, and up to.
type Range = (usize, usize);

/// The depths of a layer's positions, as far as somebody asked for them.
pub(crate) struct Depths {
    work: Work,
    /// By side to move, `row * bits + bit`; 0 where it is not known yet, and for draws. Empty when nobody wants them.
    depths: [Vec<u8>; 2],
    sides: [Side; 2],
    /// The row that was worked out last, by winner.
    row: [Vec<u64>; 2],
    drawn: Drawn,
    /// The number of moves that the layer has been worked out for.
    moves: u16,
    longest: [u16; 2],
    is_done: bool,
}

/// What is known about the rows of one side to move.
struct Side {
    /// The number of moves at which each row last changed.
    changed: Vec<u16>,
    /// The words of each that have undecided positions.
    open: Vec<(u16, u16)>,
}

impl std::fmt::Debug for Depths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Depths up to {} of {:?}", self.moves, self.work.layer)
    }
}

impl Depths {
    /// The depths of a layer made ready.
    pub(crate) fn new(work: Work) -> Depths {
        let positions = work.top.size * work.moves.left.size;
        Depths { depths: [vec![0; positions], vec![0; positions]], ..Depths::without_list(work) }
    }

    /// The longest forced wins of a layer only.
    pub(crate) fn longest(work: Work) -> [u16; 2] {
        let mut depths = Depths::without_list(work);
        while !depths.is_done {
            deepen(&mut depths);
        }
        depths.longest
    }

    fn without_list(work: Work) -> Depths {
        let (rows, words) = (work.top.size, work.moves.words);
        let side = || Side { changed: vec![0; rows], open: vec![(0, words as u16); rows] };
        Depths {
            work,
            depths: [Vec::new(), Vec::new()],
            sides: [side(), side()],
            row: [vec![0; words], vec![0; words]],
            drawn: Drawn::default(),
            moves: 0,
            longest: [0; 2],
            is_done: false,
        }
    }

    /// The depths of won positions of the layer; none for those that are not among the shortest when that is enough.
    pub(crate) fn get(&mut self, spots: &[Spot], enough: Enough) -> Vec<Option<u16>> {
        loop {
            let depths: Vec<u8> = spots.iter().map(|spot| self.known(spot)).collect();
            let is_enough = match enough {
                Enough::All => depths.iter().all(|&depth| depth > 0),
                Enough::Shortest => depths.iter().any(|&depth| depth > 0),
            };
            if is_enough || self.is_done {
                let shortest = depths.iter().copied().filter(|&depth| depth > 0).min().unwrap_or(0);
                let is_wanted = |depth: u8| depth > 0 && (enough == Enough::All || depth == shortest);
                return depths.into_iter().map(|depth| is_wanted(depth).then_some(depth.into())).collect();
            }
            deepen(self);
        }
    }

    /// The depth of a position as far as it is known; 0 where it is not.
    fn known(&self, spot: &Spot) -> u8 {
        self.depths[spot.mover as usize][spot.row * self.work.moves.left.size + spot.bit]
    }
}

/// Works the layer out for one move more.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn deepen(all: &mut Depths) {
    let (rows, words) = (all.work.top.size, all.work.moves.words);
    all.moves += 1;
    all.is_done = true;
    let k = all.moves;
    let mut legal = vec![0; words];
    // Left's new rows wait until top's have been worked out from the old ones.
    let mut waiting: Vec<(usize, Range)> = Vec::new();
    let mut waiting_words: Vec<u64> = Vec::new();
    for number in 0..rows {
        let Some(range) = all.stale(number, Seat::Two) else { continue };
        all.work_out(number, Seat::Two, range);
        if all.differs(Seat::Two, number, range) {
            waiting.push((number, range));
            all.row.iter().for_each(|half| waiting_words.extend_from_slice(&half[range.0..range.1]));
        }
    }
    for number in 0..rows {
        let Some(range) = all.stale(number, Seat::One) else { continue };
        all.work_out(number, Seat::One, range);
        if all.differs(Seat::One, number, range) {
            all.note(Seat::One, number, range, k, &mut legal);
        }
    }
    let mut rest = waiting_words.as_slice();
    for (number, range) in waiting {
        for half in &mut all.row {
            let (words, after) = rest.split_at(range.1 - range.0);
            half[range.0..range.1].copy_from_slice(words);
            rest = after;
        }
        all.note(Seat::Two, number, range, k, &mut legal);
    }
}

impl Depths {
    /// The words of a row that may change now: undecided ones, if it looks at a row that changed the last time.
    #[inline(always)]
    fn stale(&self, number: usize, mover: Seat) -> Option<Range> {
        let (start, end) = self.sides[mover as usize].open[number];
        let changed = &self.sides[!mover as usize].changed;
        let last = self.moves - 1;
        let row = &self.work.rows[number];
        let is_stale = start < end
            && (last == 0 || looks_at(&self.work, row, mover as usize, |source| changed[source] == last));
        is_stale.then_some((start.into(), end.into()))
    }

    #[inline(always)]
    fn work_out(&mut self, number: usize, mover: Seat, range: Range) {
        let (work, row) = (&self.work, &self.work.rows[number]);
        for start in (range.0..range.1).step_by(STEP) {
            let both = stretch::work_out::<STEP>(work, row, mover as usize, start, &mut self.drawn);
            for (row, words) in self.row.iter_mut().zip(both) {
                row[start..start + STEP].copy_from_slice(&words);
            }
        }
    }

    #[inline(always)]
    fn differs(&self, mover: Seat, row: usize, range: Range) -> bool {
        let wins = &self.work.wins[mover as usize];
        let within = range.0..range.1;
        wins.iter().zip(&self.row).any(|(old, new)| old.row(row)[within.clone()] != new[within.clone()])
    }

    /// Writes down which positions of a row are won within `k` moves and were not before.
    #[inline(always)]
    fn note(&mut self, mover: Seat, number: usize, range: Range, k: u16, legal: &mut [u64]) {
        let side = mover as usize;
        let new = &self.row;
        self.work.moves.legal(&self.work.rows[number].enemies, legal);
        for (winner, longest) in self.longest.iter_mut().enumerate() {
            let old = self.work.wins[side][winner].row(number);
            let mut any = 0;
            for w in range.0..range.1 {
                let mut bits = new[winner][w] & !old[w] & legal[w];
                any |= bits;
                if self.depths[side].is_empty() {
                    continue;
                }
                let first = number * self.work.moves.left.size + 64 * w;
                while bits != 0 {
                    let depth = u8::try_from(k).expect("no forced win stays in its layer for 256 moves");
                    self.depths[side][first + bits.trailing_zeros() as usize] = depth;
                    bits &= bits - 1;
                }
            }
            if any != 0 {
                *longest = k;
            }
        }
        put(&mut self.work.wins[side], number, range, new);
        self.sides[side].open[number] = still_open(legal, new, range);
        self.sides[side].changed[number] = k;
        self.is_done = false;
    }
}

/// Puts the worked-out words of a row in place.
#[inline(always)]
fn put(wins: &mut [Rows; 2], row: usize, range: Range, new: &[Vec<u64>; 2]) {
    for (table, new) in wins.iter_mut().zip(new) {
        table.row_mut(row)[range.0..range.1].copy_from_slice(&new[range.0..range.1]);
    }
}

/// The words of a range from the first to the last that has an undecided position, in whole steps.
#[inline(always)]
fn still_open(legal: &[u64], decided: &[Vec<u64>; 2], range: Range) -> (u16, u16) {
    let is_open = |w: &usize| legal[*w] & !(decided[0][*w] | decided[1][*w]) != 0;
    let mut words = range.0..range.1;
    match words.find(is_open) {
        None => (0, 0),
        Some(first) => {
            let last = words.rfind(is_open).unwrap_or(first);
            ((first - first % STEP) as u16, (last + 1).next_multiple_of(STEP) as u16)
        }
    }
}

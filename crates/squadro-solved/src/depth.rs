//! How long a forced win takes to get out of its layer.
//!
//! Values alone do not stop a winner from walking in circles. The *depth* of a won position is the number of moves,
//! both players' counted, until a piece turns round or comes home, when the winner hurries and the loser delays. The
//! winner who always lowers it cannot circle; and since such an arrival restarts the quiet count, it also says whether
//! R13 comes first.
//!
//! What is won within `k` moves follows from what is won within `k - 1`, so the layer is worked out once for each `k`:
//! for one winner, where he is known to win but not yet how soon, only rows that look at a changed one, and only until
//! somebody's question is answered: most wins are short. The two sides to move are worked out at the same time, since
//! each looks at the other's last state.

use multiversion::multiversion;
use table::Seat;

use crate::{
    layer::Spot,
    moves::steps,
    relax::WIDE,
    rows::{Rows, STEP},
    stretch::{LOSSES, Ready, Sight, WINS},
    values::Values,
    work::{Row, Work, looks_at},
};

/// Which depths are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enough {
    All,
    Shortest,
}

/// A layer with fewer placements is worked out on one thread: sooner than another would begin.
const SHARED: usize = 50_000;

/// The depths of what one side wins in a layer, as far as somebody asked for them.
pub(crate) struct Depths {
    work: Work,
    /// The side that wins: 0 top's, 1 left's.
    winner: usize,
    /// By side to move, `row * bits + bit`; 0 where it is not known yet, and where the winner does not win. Empty when
    /// nobody wants them.
    depths: [Vec<u8>; 2],
    sides: [Side; 2],
    /// Where arrivals win for the winner. Those of the other side stay where they are in the layer's tables.
    arrivals: Rows,
    /// The number of moves that the layer has been worked out for.
    moves: u16,
    /// The most moves that a win takes, as far as is known.
    longest: u16,
    is_done: bool,
}

/// What is known about the rows of one side to move.
struct Side {
    /// What is won, but not known how soon.
    unknown: Rows,
    /// The steps of each row that have such positions, as bits.
    open: Vec<u32>,
    /// The number of moves at which each row last changed.
    changed: Vec<u16>,
}

/// A step of a row with new wins: its row, its first word, and they.
type News = (usize, usize, [u64; STEP]);

impl std::fmt::Debug for Depths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Depths up to {} of {:?}", self.moves, self.work.layer)
    }
}

impl Depths {
    /// The depths of what `winner` wins in a layer made ready, whose values are these.
    pub(crate) fn new(work: Work, values: &Values, winner: Seat) -> Depths {
        let winner = work.layer.side(winner);
        let positions = work.top.size * work.moves.left.size;
        let depths = [vec![0; positions], vec![0; positions]];
        Depths { depths, ..Depths::without_list(work, values, winner) }
    }

    /// Only how many moves the longest of these wins takes.
    pub(crate) fn longest(work: Work, values: &Values, winner: Seat) -> u16 {
        let winner = work.layer.side(winner);
        let mut depths = Depths::without_list(work, values, winner);
        while !depths.is_done {
            depths.deepen();
        }
        depths.longest
    }

    fn without_list(mut work: Work, values: &Values, winner: usize) -> Depths {
        let none = Rows::new(work.top.size, work.moves.words);
        let arrivals = std::mem::replace(&mut work.wins[winner][winner], none);
        let side = |mover: usize| {
            let unknown = won(&work, values, mover, winner);
            let open = (0..work.top.size).map(|row| steps(unknown.row(row))).collect();
            Side { unknown, open, changed: vec![0; work.top.size] }
        };
        Depths {
            winner,
            depths: [Vec::new(), Vec::new()],
            sides: [0, 1].map(side),
            arrivals,
            moves: 0,
            longest: 0,
            is_done: false,
            work,
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
            self.deepen();
        }
    }

    /// The depth of a position as far as it is known; 0 where it is not.
    fn known(&self, spot: &Spot) -> u8 {
        self.depths[spot.side][spot.row * self.work.moves.left.size + spot.bit]
    }

    /// Works the layer out for one move more.
    fn deepen(&mut self) {
        let news = if self.work.top.size * self.work.moves.left.size < SHARED {
            [find(self, 0), find(self, 1)]
        } else {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| find(self, 1));
                let one = find(self, 0);
                [one, other.join().expect("nobody panics here")]
            })
        };
        self.moves += 1;
        self.is_done = news.iter().all(Vec::is_empty);
        for (mover, news) in news.into_iter().enumerate() {
            if !news.is_empty() {
                self.longest = self.moves;
            }
            for news in news {
                self.note(mover, news);
            }
        }
    }

    /// Writes down what is won within so many moves and was not before.
    fn note(&mut self, mover: usize, (row, start, words): News) {
        let side = &mut self.sides[mover];
        let wins = self.work.wins[mover][self.winner].words_mut::<STEP>(row, start);
        let unknown = side.unknown.words_mut::<STEP>(row, start);
        let list = &mut self.depths[mover];
        for (w, mut bits) in words.into_iter().enumerate() {
            wins[w] |= bits;
            unknown[w] &= !bits;
            let first = row * self.work.moves.left.size + 64 * (start + w);
            while bits != 0 && !list.is_empty() {
                let depth = u8::try_from(self.moves).expect("no forced win stays in its layer for 256 moves");
                list[first + bits.trailing_zeros() as usize] = depth;
                bits &= bits - 1;
            }
        }
        if *unknown == [0; STEP] {
            side.open[row] &= !(1 << (start / STEP));
        }
        side.changed[row] = self.moves;
    }
}

/// What `winner` wins with `mover` to move.
fn won(work: &Work, values: &Values, mover: usize, winner: usize) -> Rows {
    let mut won = Rows::new(work.top.size, work.moves.words);
    for (number, row) in work.rows.iter().enumerate() {
        let won = won.row_mut(number);
        work.moves.legal(&row.enemies, won);
        let top = values.top_wins[mover].row(number);
        if winner == 0 {
            won.iter_mut().zip(top).for_each(|(won, top)| *won &= top);
        } else {
            won.iter_mut().zip(top).for_each(|(won, top)| *won &= !top);
        }
        if winner == 1 && values.has_draws(mover, number) {
            let draws = values.draws_as_bits(mover, number);
            won.iter_mut().zip(draws).for_each(|(won, draws)| *won &= !draws);
        }
    }
    won
}

/// What is won within one move more, where that was not known.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn find(depths: &Depths, mover: usize) -> Vec<News> {
    if mover == depths.winner { find_for::<WINS>(depths, mover) } else { find_for::<LOSSES>(depths, mover) }
}

#[inline(always)]
fn find_for<const WHAT: usize>(depths: &Depths, mover: usize) -> Vec<News> {
    let &Depths { ref work, winner, ref sides, ref arrivals, moves: last, .. } = depths;
    let (side, changed) = (&sides[mover], &sides[1 - mover].changed);
    let arrivals = if mover == winner { arrivals } else { &work.wins[mover][mover] };
    let is_stale = |row: &Row| last == 0 || looks_at(work, row, mover, |source| changed[source] == last);
    let (mut news, mut passes) = (Vec::new(), Vec::new());
    for (number, row) in work.rows.iter().enumerate() {
        let mut open = side.open[number];
        if open == 0 || !is_stale(row) {
            continue;
        }
        let mut tell = |start: usize, mut words: [u64; STEP]| {
            let unknown = side.unknown.words::<STEP>(number, start);
            (0..STEP).for_each(|w| words[w] &= unknown[w]);
            if words != [0; STEP] {
                news.push((number, start, words));
            }
        };
        let drawn = work.drawn[mover].row(number, work.moves.words);
        passes.clear();
        (0..5).for_each(|lane| passes.extend_from_slice(work.passes.of(row, mover, lane)));
        let sight = Sight::new(work, &work.wins[1 - mover], row, mover);
        let ready = Ready { mover, sight, drawn, passes: &passes };
        while open != 0 {
            let step = open.trailing_zeros() as usize;
            let start = step * STEP;
            if open >> step & 0b11 == 0b11 {
                let both = ready.work_out::<WIDE, WHAT>(start, arrivals.words(number, start));
                let (words, _) = both[winner].as_chunks::<STEP>();
                tell(start, words[0]);
                tell(start + STEP, words[1]);
                open &= !(0b11 << step);
            } else {
                let both = ready.work_out::<STEP, WHAT>(start, arrivals.words(number, start));
                tell(start, both[winner]);
                open &= open - 1;
            }
        }
    }
    news
}

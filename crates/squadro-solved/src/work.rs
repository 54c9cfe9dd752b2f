//! A layer in work: its rows, and what they look at.
//!
//! [`top_to_move`] and [`left_to_move`] work out one row from others, both who can force a win and who cannot
//! avoid it; [`relax`](crate::relax) and [`depth`](crate::depth) decide in which order. They are inlined there, so that
//! they are compiled for the vectors of the machine.

use std::sync::Arc;

use table::Seat;

use crate::{
    layer::Layer,
    layout::{self, AT_HOME, Layout},
    moves::{self, Moves, To},
    rows::{self, Range, Rows, STEP},
    values::{Count, Values},
};

/// Where an arriving piece leads to.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// Nowhere: the piece is home already.
    None,
    /// To four pieces at home.
    Won,
    /// To a solved layer.
    Layer(Arc<Values>),
}

/// A layer in work.
pub(crate) struct Work {
    pub(crate) layer: Layer,
    pub(crate) top: Layout,
    pub(crate) moves: &'static Moves,
    /// The layers where one more piece of top (of left) has arrived.
    next: [[Next; 5]; 2],
    /// What top (left) can force, with top (left) to move: `wins[mover][winner]`.
    pub(crate) wins: [[Rows; 2]; 2],
    /// Top's numbers in those layers.
    next_top: [Option<Layout>; 5],
    /// The look of every row.
    pub(crate) rows: Vec<Row>,
    /// Where top wins when a piece of left has arrived, in this layer's numbers, by lane.
    arrived_left: [Rows; 5],
}

/// Room for one row's work.
pub(crate) struct Scratch {
    /// The two values of one lane's moves.
    lane: [Vec<u64>; 2],
    /// The two values of the row.
    pub(crate) row: [Vec<u64>; 2],
    /// A row of the next layer, in this layer's numbers, by winner.
    spread: [Rows; 2],
    /// Draws of a row of the next layer.
    draws: Vec<u64>,
}

/// The look of a row: top's digits and, for each lane of left, the top pieces on it as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    pub(crate) number: usize,
    pub(crate) digits: [usize; 5],
    pub(crate) enemies: [u8; 5],
}

impl Row {
    pub(crate) fn new(top: &Layout, number: usize) -> Row {
        let digits = top.digits(number);
        let mut enemies = [0; 5];
        for (lane, &digit) in digits.iter().enumerate() {
            let crossing = squadro::crossing(top.places[lane][digit]);
            if crossing > 0 {
                enemies[usize::from(crossing) - 1] |= 1 << lane;
            }
        }
        Row { number, digits, enemies }
    }
}

impl Work {
    /// Makes a layer ready; `solved` gives the layers after it.
    pub(crate) fn new<E>(
        layer: Layer,
        mut solved: impl FnMut(Layer) -> Result<Arc<Values>, E>,
    ) -> Result<Work, E> {
        let mut next = [const { [const { Next::None }; 5] }; 2];
        for seat in Seat::BOTH {
            for (lane, next) in next[seat as usize].iter_mut().enumerate() {
                *next = match layer.after(seat, lane) {
                    None => Next::None,
                    Some(after) if after.winner().is_some() => Next::Won,
                    Some(after) => Next::Layer(solved(after)?),
                };
            }
        }
        let top = Layout::new(Seat::One, layer.top);
        let moves = moves::moves(layer.left);
        let next_top = std::array::from_fn(|lane| {
            layout::advance(layer.top, lane).map(|phases| Layout::new(Seat::One, phases))
        });
        let table = || Rows::new(top.size, moves.words);
        let wins = [[table(), table()], [table(), table()]];
        let rows = (0..top.size).map(|number| Row::new(&top, number)).collect();
        let arrived_left = std::array::from_fn(|lane| match &next[1][lane] {
            Next::Layer(next) => Spread::new(&moves.left, lane, next).whole(next, moves.words),
            _ => Rows::new(0, 0),
        });
        Ok(Work { layer, moves, next, wins, next_top, rows, arrived_left, top })
    }

    /// The row where top's `jumped` lanes stand on their bases.
    #[inline(always)]
    pub(crate) fn sent_back(&self, row: &Row, jumped: u8) -> usize {
        let back = |lane: usize| (jumped >> lane & 1) as usize * row.digits[lane] * self.top.stride[lane];
        row.number - (0..5).map(back).sum::<usize>()
    }

    /// The row where top's piece of `lane` stands on another digit.
    #[inline(always)]
    pub(crate) fn moved(&self, row: &Row, lane: usize, digit: usize) -> usize {
        row.number + digit * self.top.stride[lane] - row.digits[lane] * self.top.stride[lane]
    }

    /// The row of the layer where top's piece of `lane` has arrived.
    #[inline(always)]
    fn arrived(&self, row: &Row, lane: usize) -> usize {
        let layout = self.next_top[lane].as_ref().expect("a piece under way can arrive");
        (0..5).filter(|&other| other != lane).map(|other| row.digits[other] * layout.stride[other]).sum()
    }
}

/// Works out a row with top to move: it wins where one move wins, and loses where all do. The result is in
/// `scratch.row`.
#[inline(always)]
pub(crate) fn top_to_move(work: &Work, row: &Row, range: Range, scratch: &mut Scratch) {
    scratch.row[0][range.0..range.1].fill(0);
    scratch.row[1][range.0..range.1].fill(!0);
    for lane in 0..5 {
        let phase = work.layer.top[lane];
        if phase == AT_HOME {
            continue;
        }
        let [a, b] = &mut scratch.lane;
        a[range.0..range.1].fill(0);
        b[range.0..range.1].fill(0);
        for pass in &work.moves.top_moves[lane][usize::from(phase)][row.digits[lane]] {
            let mask = &work.moves.masks[pass.mask];
            match (pass.to, &work.next[0][lane]) {
                (To::Digit(digit), _) => {
                    let [x, y] = &work.wins[1];
                    let from = work.moved(row, lane, digit);
                    rows::take_both([a, b], [x, y], from, pass.shift, mask, range);
                }
                (To::Arrival, Next::Layer(next)) => {
                    let from = work.arrived(row, lane);
                    if next.has_draws(1, from) {
                        let [x, y] = &mut scratch.spread;
                        x.row_mut(0).copy_from_slice(next.top_wins[1].row(from));
                        leave_draws(next, 1, from, &mut scratch.draws);
                        complement(y.row_mut(0), next.top_wins[1].row(from), &scratch.draws);
                        rows::take_both([a, b], [x, y], 0, pass.shift, mask, range);
                    } else {
                        rows::take_final([a, b], &next.top_wins[1], from, pass.shift, mask, range);
                    }
                }
                (To::Arrival, _) => rows::take_all(a, mask, range),
            }
        }
        let [x, y] = &mut scratch.row;
        for w in range.0..range.1 {
            x[w] |= a[w];
            y[w] &= b[w];
        }
    }
}

/// Works out a row with left to move.
#[inline(always)]
pub(crate) fn left_to_move(work: &Work, row: &Row, range: Range, scratch: &mut Scratch) {
    scratch.row[0][range.0..range.1].fill(!0);
    scratch.row[1][range.0..range.1].fill(0);
    for lane in 0..5 {
        if work.layer.left[lane] == AT_HOME {
            continue;
        }
        let [a, b] = &mut scratch.lane;
        a[range.0..range.1].fill(0);
        b[range.0..range.1].fill(0);
        let moves = &work.moves.left_moves[lane][usize::from(row.enemies[lane])];
        for pass in &moves.inside {
            let [x, y] = &work.wins[0];
            let from = work.sent_back(row, pass.jumped);
            rows::take_both([a, b], [x, y], from, pass.shift, &work.moves.masks[pass.mask], range);
        }
        for arrival in &moves.arrivals {
            let mask = &work.moves.masks[arrival.mask];
            let Next::Layer(next) = &work.next[1][lane] else {
                rows::take_all(b, mask, range);
                continue;
            };
            let from = work.sent_back(row, arrival.jumped);
            let arrived = &work.arrived_left[lane];
            if next.has_draws(0, from) {
                let [x, y] = &mut scratch.spread;
                x.row_mut(0).copy_from_slice(arrived.row(from));
                leave_draws(next, 0, from, &mut scratch.draws);
                Spread::new(&work.moves.left, lane, next).spread(y.row_mut(0), &scratch.draws);
                y.row_mut(0).iter_mut().zip(x.row(0)).for_each(|(y, x)| *y = !(*y | x));
                rows::take_both([a, b], [x, y], 0, 0, mask, range);
            } else {
                rows::take_final([a, b], arrived, from, 0, mask, range);
            }
        }
        let [x, y] = &mut scratch.row;
        for w in range.0..range.1 {
            x[w] &= a[w];
            y[w] |= b[w];
        }
    }
}

/// Whether `test` holds for a row of this layer that this row looks at, with `mover` (0 top, 1 left) to move.
#[inline(always)]
pub(crate) fn looks_at(work: &Work, row: &Row, mover: usize, test: impl Fn(usize) -> bool) -> bool {
    if mover == 0 {
        return (0..5).filter(|&lane| work.layer.top[lane] != AT_HOME).any(|lane| {
            // Every digit further on, reached by this move or not: they are few.
            let mut further = row.digits[lane] + 1..work.top.radix(lane);
            further.any(|digit| test(work.moved(row, lane, digit)))
        });
    }
    test(row.number)
        || (0..5).any(|lane| {
            // Which of the lane's enemies are jumped depends on where the jumper starts.
            row.enemies[lane] != 0
                && work.layer.left[lane] != AT_HOME
                && work.moves.left_moves[lane][usize::from(row.enemies[lane])]
                    .inside
                    .iter()
                    .any(|pass| test(work.sent_back(row, pass.jumped)))
        })
}

impl Scratch {
    pub(crate) fn new(words: usize) -> Scratch {
        let row = || [vec![0; words], vec![0; words]];
        let spread = [Rows::new(1, words), Rows::new(1, words)];
        Scratch { lane: row(), row: row(), spread, draws: Vec::new() }
    }
}

/// How the bits of a layer where left's piece of `lane` has arrived lie in the numbers of the layer before: in blocks,
/// and each block as often as the lane has places, so that a placement finds its value wherever the piece came from.
struct Spread {
    block: usize,
    blocks: usize,
    from_step: usize,
    times: usize,
}

impl Spread {
    fn new(left: &Layout, lane: usize, next: &Values) -> Spread {
        let (block, radix) = (left.stride[lane], left.radix(lane));
        let blocks = left.size / (block * radix);
        Spread { block, blocks, from_step: next.size[1] / blocks, times: radix }
    }

    fn spread(&self, into: &mut [u64], from: &[u64]) {
        rows::spread(into, from, self.block, self.blocks, self.from_step, self.times);
    }

    /// All rows.
    fn whole(&self, next: &Values, words: usize) -> Rows {
        let mut rows = Rows::new(next.size[0], words);
        for row in 0..next.size[0] {
            self.spread(rows.row_mut(row), next.top_wins[0].row(row));
        }
        rows
    }
}

/// Writes the draws of a row of a solved layer as bits.
#[cold]
fn leave_draws(next: &Values, side: usize, row: usize, into: &mut Vec<u64>) {
    into.clear();
    into.resize(next.size[1].div_ceil(64), 0);
    next.draws_of(side, row).for_each(|bit| into[bit / 64] |= 1 << (bit % 64));
}

fn complement(into: &mut [u64], wins: &[u64], draws: &[u64]) {
    for ((into, wins), draws) in into.iter_mut().zip(wins).zip(draws) {
        *into = !(wins | draws);
    }
}

/// Puts the worked-out words of a row in place; says whether they changed.
#[inline(always)]
pub(crate) fn put(wins: &mut [Rows; 2], row: usize, range: Range, new: &[Vec<u64>; 2]) -> bool {
    let mut difference = 0;
    for (table, new) in wins.iter_mut().zip(new) {
        let (old, new) = (&mut table.row_mut(row)[range.0..range.1], &new[range.0..range.1]);
        for (old, new) in old.iter_mut().zip(new) {
            difference |= *old ^ *new;
            *old = *new;
        }
    }
    difference != 0
}

/// The words of a range from the first to the last that has an undecided position, in whole steps.
#[inline(always)]
pub(crate) fn still_open(legal: &[u64], decided: &[Vec<u64>; 2], range: Range) -> (u16, u16) {
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

impl Work {
    /// The solved values, and how many positions have each.
    pub(crate) fn finish(mut self) -> (Values, Count) {
        let size = [self.top.size, self.moves.left.size];
        let mut legal = vec![0; self.moves.words];
        let mut count = Count::default();
        let mut draws = [Vec::new(), Vec::new()];
        for number in 0..size[0] {
            let row = self.rows[number];
            self.moves.legal(&row.enemies, &mut legal);
            for (side, wins) in self.wins.iter_mut().enumerate() {
                let [a, b] = wins;
                let (a, b) = (a.row_mut(number), b.row(number));
                for w in 0..legal.len() {
                    a[w] &= legal[w];
                    count.top += u64::from(a[w].count_ones());
                    count.left += u64::from((b[w] & legal[w]).count_ones());
                    let mut rest = legal[w] & !a[w] & !b[w];
                    count.drawn += u64::from(rest.count_ones());
                    while rest != 0 {
                        let bit = 64 * w + rest.trailing_zeros() as usize;
                        draws[side].push((number * size[1] + bit) as u32);
                        rest &= rest - 1;
                    }
                }
            }
        }
        let [[top, _], [left, _]] = self.wins;
        let values = Values { top_wins: [top, left], ..Values::new(self.layer, [0, 0]) };
        let marks = || vec![0; size[0].div_ceil(64)];
        (Values { size, rows_with_draws: [marks(), marks()], ..values }.with_draws(draws), count)
    }
}

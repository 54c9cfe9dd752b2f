//! A layer in work: its rows, what they look at, and its values at the end.
//!
//! [`stretch`](crate::stretch) works out one row from others; [`relax`](crate::relax) and [`depth`](crate::depth) decide in
//! which order.

use std::sync::{Arc, OnceLock};

use multiversion::multiversion;
use table::Seat;

use crate::{
    arrivals::{self, Drawn},
    layer::Layer,
    layout::{self, AT_HOME, Layout},
    moves::{self, LeftMoves, Moves, TopMoves},
    passes::Passes,
    rows::{Room, Rows, Spread},
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
    pub(crate) next: [[Next; 5]; 2],
    /// What top (left) can force, with top (left) to move: `wins[mover][winner]`. At first that is what arrivals win for the
    /// side to move, and nothing for the other one.
    pub(crate) wins: [[Rows; 2]; 2],
    /// Where arrivals draw, by side to move.
    pub(crate) drawn: [Drawn; 2],
    /// The passes of its rows.
    pub(crate) passes: Passes,
    /// Top's numbers in those layers.
    next_top: [Option<Layout>; 5],
    /// The look of every row.
    pub(crate) rows: &'static [Row],
}

/// The look of a row: top's digits and, for each lane of left, the top pieces on it as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    number: u16,
    digits: [u8; 5],
    pub(crate) enemies: [u8; 5],
}

impl Row {
    /// All rows of a layer, made once for top's phases.
    pub(crate) fn all(layer: Layer) -> &'static [Row] {
        static TABLES: [[OnceLock<Vec<Row>>; 243]; 2] = [const { [const { OnceLock::new() }; 243] }; 2];
        let seat = layer.seat(0);
        TABLES[seat as usize][layout::code(layer.top)].get_or_init(|| {
            let top = Layout::new(seat, layer.top);
            (0..top.size).map(|number| Row::new(&top, number)).collect()
        })
    }

    fn new(top: &Layout, number: usize) -> Row {
        let digits = top.digits(number);
        let mut enemies = [0; 5];
        for (lane, &digit) in digits.iter().enumerate() {
            let crossing = squadro::crossing(top.places[lane][digit]);
            if crossing > 0 {
                enemies[usize::from(crossing) - 1] |= 1 << lane;
            }
        }
        Row { number: number as u16, digits: digits.map(|digit| digit as u8), enemies }
    }

    #[inline(always)]
    pub(crate) fn number(&self) -> usize {
        self.number.into()
    }

    #[inline(always)]
    pub(crate) fn digit(&self, lane: usize) -> usize {
        self.digits[lane].into()
    }
}

impl Work {
    /// Makes a layer ready; `solved` gives the layers after it.
    pub(crate) fn new<E>(
        layer: Layer,
        room: &mut Room,
        mut solved: impl FnMut(Layer) -> Result<Arc<Values>, E>,
    ) -> Result<Work, E> {
        let mut next = [const { [const { Next::None }; 5] }; 2];
        for seat in Seat::BOTH {
            for (lane, next) in next[layer.side(seat)].iter_mut().enumerate() {
                *next = match layer.after(seat, lane) {
                    None => Next::None,
                    Some(after) if after.winner().is_some() => Next::Won,
                    Some(after) => Next::Layer(solved(after)?),
                };
            }
        }
        let top = Layout::new(layer.seat(0), layer.top);
        let moves = moves::moves(layer);
        let next_top = std::array::from_fn(|lane| {
            layout::advance(layer.top, lane).map(|phases| Layout::new(layer.seat(0), phases))
        });
        let rows = Row::all(layer);
        let (wins, drawn) = Default::default();
        let passes = Passes::new(layer, &top, moves);
        let mut work = Work { layer, moves, next, wins, drawn, passes, next_top, rows, top };
        let [top, left] = arrivals::arrivals(&work, room);
        let mut none = || room.rows(work.top.size, moves.words);
        work.wins = [[top.wins, none()], [none(), left.wins]];
        work.drawn = [top.drawn, left.drawn];
        Ok(work)
    }

    /// Gives the room of its tables back.
    pub(crate) fn leave(self, room: &mut Room) {
        self.wins.into_iter().flatten().for_each(|rows| room.take(rows));
    }

    /// The moves of top's piece of a lane in a row, unless it is home.
    #[inline(always)]
    pub(crate) fn top_moves(&self, row: &Row, lane: usize) -> Option<&TopMoves> {
        let phase = self.layer.top[lane];
        (phase != AT_HOME).then(|| &self.moves.top_moves[lane][usize::from(phase)][row.digit(lane)])
    }

    /// The moves of left's piece of a lane in a row, unless it is home.
    #[inline(always)]
    pub(crate) fn left_moves(&self, row: &Row, lane: usize) -> Option<&LeftMoves> {
        (self.layer.left[lane] != AT_HOME)
            .then(|| &self.moves.left_moves[lane][usize::from(row.enemies[lane])])
    }

    /// The row where top's `jumped` lanes stand on their bases.
    #[inline(always)]
    pub(crate) fn sent_back(&self, row: &Row, jumped: u8) -> usize {
        let (mut number, mut rest) = (row.number(), jumped);
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            number -= row.digit(lane) * self.top.stride[lane];
            rest &= rest - 1;
        }
        number
    }

    /// The row where top's piece of `lane` stands on another digit.
    #[inline(always)]
    pub(crate) fn moved(&self, row: &Row, lane: usize, digit: usize) -> usize {
        row.number() + digit * self.top.stride[lane] - row.digit(lane) * self.top.stride[lane]
    }

    /// The row of the layer where top's piece of `lane` has arrived.
    #[inline(always)]
    pub(crate) fn arrived(&self, row: &Row, lane: usize) -> usize {
        let layout = self.next_top[lane].as_ref().expect("a piece under way can arrive");
        (0..5).filter(|&other| other != lane).map(|other| row.digit(other) * layout.stride[other]).sum()
    }
}

/// Makes what is made once for the layers of a kind, so that it is there when one of them is solved.
pub(crate) fn prepare(layer: Layer) {
    moves::moves(layer);
    Row::all(layer);
}

/// Whether `test` holds for a row of this layer that this row looks at, with `mover` (0 top, 1 left) to move.
#[inline(always)]
pub(crate) fn looks_at(work: &Work, row: &Row, mover: usize, test: impl Fn(usize) -> bool) -> bool {
    if mover == 0 {
        return (0..5).filter(|&lane| work.layer.top[lane] != AT_HOME).any(|lane| {
            // Every digit further on, reached by this move or not: they are few.
            let mut further = row.digit(lane) + 1..work.top.radix(lane);
            further.any(|digit| test(work.moved(row, lane, digit)))
        });
    }
    test(row.number())
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

/// How the bits of a layer where left's piece of `lane` has arrived lie in the numbers of the layer before: in blocks,
/// and each block as often as the lane has places, so that a placement finds its value wherever the piece came from.
pub(crate) fn spread(left: &Layout, lane: usize, next: &Values) -> Spread {
    let (block, radix) = (left.stride[lane], left.radix(lane));
    let blocks = left.size / (block * radix);
    Spread::new(block, blocks, next.size[1] / blocks, radix)
}

/// The solved values of a layer that nothing changes in any more; `open` are the steps of each row that have undecided
/// positions, by side to move, as bits.
pub(crate) fn finish(work: &Work, open: &[Vec<u32>; 2]) -> Values {
    let size = [work.top.size, work.moves.left.size];
    let mut draws = [Vec::new(), Vec::new()];
    for (side, draws) in draws.iter_mut().enumerate() {
        for row in (0..size[0]).filter(|&row| open[side][row] != 0) {
            list_draws(draws, (row * size[1]) as u32, work.wins[side].each_ref().map(|wins| wins.row(row)));
        }
    }
    let top_wins = [0, 1].map(|side| work.wins[side][0].copied());
    let marks = || vec![0; size[0].div_ceil(64)];
    let rows_with_draws = [marks(), marks()];
    Values { layer: work.layer, size, top_wins, draws: Default::default(), rows_with_draws }.with_draws(draws)
}

/// Lists the bits of a row that neither wins.
fn list_draws(into: &mut Vec<u32>, first: u32, [a, b]: [&[u64]; 2]) {
    for (w, (a, b)) in a.iter().zip(b).enumerate() {
        let mut rest = !(a | b);
        while rest != 0 {
            into.push(first + 64 * w as u32 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// How many positions of a solved layer have each value.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(crate) fn count(work: &Work, values: &Values) -> Count {
    let mut legal = vec![0; work.moves.words];
    let (mut positions, mut top) = (0, 0);
    for row in work.rows {
        work.moves.legal(&row.enemies, &mut legal);
        positions += 2 * ones(legal.iter().copied());
        for wins in &values.top_wins {
            top += ones(wins.row(row.number()).iter().zip(&legal).map(|(wins, legal)| wins & legal));
        }
    }
    let drawn = values.draws.iter().map(|draws| draws.len() as u64).sum();
    Count { top, left: positions - top - drawn, drawn }
}

#[inline(always)]
fn ones(words: impl Iterator<Item = u64>) -> u64 {
    words.map(|word| u64::from(word.count_ones())).sum()
}

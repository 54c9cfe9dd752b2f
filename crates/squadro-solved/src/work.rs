//! A layer in work: its rows, what they look at, and its values at the end.
//!
//! [`stretch`](crate::stretch) works out one row from others; [`relax`](crate::relax) and [`depth`](crate::depth) decide in
//! which order.

use std::sync::{Arc, OnceLock};

use multiversion::multiversion;
use table::Seat;

use crate::{
    arrivals,
    layer::Layer,
    layout::{self, AT_HOME, Layout},
    moves::{self, LeftMoves, Moves, TopPass},
    rows::{Room, Rows, STEP, Spread},
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
    /// Whether those of top (of left) have draws.
    pub(crate) next_has_draws: [bool; 2],
    /// What top (left) can force, with top (left) to move: `wins[mover][winner]`.
    pub(crate) wins: [[Rows; 2]; 2],
    /// Top's numbers in those layers.
    next_top: [Option<Layout>; 5],
    /// The look of every row.
    pub(crate) rows: &'static [Row],
    /// The legal placements of every row.
    pub(crate) legal: Rows,
    /// Where an [arrival](arrivals::arrivals) wins for the side to move, by side to move.
    pub(crate) arrivals: [Rows; 2],
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
        let next_has_draws = [0, 1].map(|side| {
            let has_draws =
                |next: &Next| matches!(next, Next::Layer(next) if !next.draws[1 - side].is_empty());
            next[side].iter().any(has_draws)
        });
        let rows = Row::all(layer);
        let mut legal = room.rows(top.size, moves.words);
        note_legal(moves, rows, &mut legal);
        let (wins, arrivals) = Default::default();
        let mut work =
            Work { layer, moves, next, next_has_draws, wins, next_top, rows, legal, arrivals, top };
        work.arrivals = arrivals::arrivals(&work, room);
        work.wins = [(); 2].map(|()| [(); 2].map(|()| room.rows(work.top.size, moves.words)));
        Ok(work)
    }

    /// Gives the room of its tables back.
    pub(crate) fn leave(self, room: &mut Room) {
        let Work { wins, legal, arrivals, .. } = self;
        wins.into_iter().flatten().chain(arrivals).chain([legal]).for_each(|rows| room.take(rows));
    }

    /// The passes of top's piece of a lane in a row, unless it is home.
    #[inline(always)]
    pub(crate) fn top_passes(&self, row: &Row, lane: usize) -> Option<&[TopPass]> {
        let phase = self.layer.top[lane];
        (phase != AT_HOME).then(|| &*self.moves.top_moves[lane][usize::from(phase)][row.digit(lane)])
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

/// Notes the legal placements of every row.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn note_legal(moves: &Moves, rows: &[Row], legal: &mut Rows) {
    for row in rows {
        moves.legal(&row.enemies, legal.row_mut(row.number()));
    }
}

/// The solved values.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(crate) fn finish(work: &mut Work) -> Values {
    let size = [work.top.size, work.moves.left.size];
    let mut draws = [Vec::new(), Vec::new()];
    for number in 0..size[0] {
        let legal = work.legal.row(number);
        for (side, [a, b]) in work.wins.iter_mut().enumerate() {
            let (a, b) = (a.row_mut(number), b.row(number));
            let mut any = [0; STEP];
            let steps = a.as_chunks_mut::<STEP>().0.iter_mut().zip(b.as_chunks::<STEP>().0);
            for ((a, b), legal) in steps.zip(legal.as_chunks::<STEP>().0) {
                for w in 0..STEP {
                    a[w] &= legal[w];
                    any[w] |= legal[w] & !(a[w] | b[w]);
                }
            }
            if any != [0; STEP] {
                list_draws(&mut draws[side], (number * size[1]) as u32, [a, b, legal]);
            }
        }
    }
    let top_wins = [0, 1].map(|side| work.wins[side][0].copied());
    let values = Values { top_wins, ..Values::new(work.layer, [0, 0]) };
    let marks = || vec![0; size[0].div_ceil(64)];
    Values { size, rows_with_draws: [marks(), marks()], ..values }.with_draws(draws)
}

/// How many positions of a solved layer have each value.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(crate) fn count(work: &Work, values: &Values) -> Count {
    let rows = 0..values.size[0];
    let positions = 2 * ones(work.legal.stretch(rows.clone()));
    let top = values.top_wins.iter().map(|wins| ones(wins.stretch(rows.clone()))).sum();
    let drawn = values.draws.iter().map(|draws| draws.len() as u64).sum();
    Count { top, left: positions - top - drawn, drawn }
}

#[inline(always)]
fn ones(words: &[u64]) -> u64 {
    words.as_chunks::<STEP>().0.iter().flatten().map(|word| u64::from(word.count_ones())).sum()
}

/// Lists the legal bits of a row that neither wins.
#[cold]
fn list_draws(into: &mut Vec<u32>, first: u32, [a, b, legal]: [&[u64]; 3]) {
    for (w, legal) in legal.iter().enumerate() {
        let mut rest = legal & !(a[w] | b[w]);
        while rest != 0 {
            into.push(first + 64 * w as u32 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

//! Checking the whole solution against what is known about the game.
//!
//! From both starts everything that can be reached is marked, layer by layer, with the same passes as in solving but the
//! other way round; then the marked positions are counted by value.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use squadro::{Rulings, Squadro};
use table::{Game, Seat};

use crate::{
    Error, Library,
    layer::{LEVELS, Layer, Spot},
    layout::{self, AT_HOME, Layout},
    moves::{self, Look, Moves},
    rows::{self, Rows},
    solve::{Progress, in_parallel},
    values::Count,
    work::Row,
};

/// What can be reached from both starts, as it was first published (ndeineko, 2025).
pub const REACHABLE: Count = Count { top: 21_681_412_181, left: 24_492_844_613, drawn: 24_872_819 };

impl Library {
    /// Counts the positions that can be reached from some positions by value, finished games and themselves included.
    ///
    /// # Errors
    /// When a file is missing or damaged; [`Error::Impossible`] for a start that no game leads to; [`Error::Stopped`].
    pub fn count_reachable(
        &self,
        starts: &[Squadro],
        threads: usize,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Count, Error> {
        let starts: Option<Vec<Spot>> = starts.iter().map(Spot::of).collect();
        let starts = starts.ok_or(Error::Impossible)?;
        let Some(first) = starts.iter().map(|spot| spot.layer.level()).min() else {
            return Ok(Count::default());
        };
        let mut total = Count::default();
        let mut before: HashMap<Layer, Arc<Marks>> = HashMap::new();
        // One level more than the last that is solved: the winning moves from there.
        for level in first..=*LEVELS.end() + 1 {
            let mut layers = Layer::on_level(level);
            layers.extend(finished(level));
            layers.sort_by_key(|layer| std::cmp::Reverse(layer.placements()));
            let placements = layers.iter().map(|layer| 2 * layer.placements()).sum();
            progress.level(level, layers.len(), placements);
            let here = Mutex::new((HashMap::new(), Count::default()));
            in_parallel(threads, layers.len(), stop, |n| {
                let layer = layers[n];
                let mut reached = 0;
                if let Some(mut marks) = Marks::new(layer, &starts, &before) {
                    if layer.winner().is_none() {
                        spread_out(&mut marks);
                    }
                    let count = self.count_marks(&marks)?;
                    reached = count.total();
                    let mut here = here.lock().expect("nobody panics here");
                    here.1 += count;
                    if layer.winner().is_none() {
                        here.0.insert(layer, Arc::new(marks));
                    }
                }
                progress.layer(2 * layer.placements(), reached);
                Ok(())
            })?;
            let (marks, count) = here.into_inner().expect("nobody panics here");
            before = marks;
            total += count;
        }
        Ok(total)
    }

    /// Checks the whole solution against the published totals.
    ///
    /// # Errors
    /// [`Error::Wrong`] when they differ; as [`count_reachable`](Library::count_reachable).
    pub fn verify(&self, threads: usize, progress: &dyn Progress, stop: &AtomicBool) -> Result<Count, Error> {
        if let Some((_, fault)) = self.faults().into_iter().next() {
            return Err(fault.again());
        }
        let starts = Seat::BOTH.map(|seat| Squadro::start(&Rulings { first: Some(seat), quiet: 0 }));
        let count = self.count_reachable(&starts, threads, progress, stop)?;
        if count != REACHABLE {
            return Err(Error::Wrong { what: format!("{count:?} can be reached, not {REACHABLE:?}") });
        }
        Ok(count)
    }

    fn count_marks(&self, marks: &Marks) -> Result<Count, Error> {
        let mut count = Count::default();
        let ones =
            |rows: &Rows| rows.stretch(0..marks.top.size).iter().map(|w| u64::from(w.count_ones())).sum();
        match marks.layer.winner() {
            Some(Seat::One) => count.top = ones(&marks.reached[1]),
            Some(Seat::Two) => count.left = ones(&marks.reached[0]),
            None => {
                let values = self.layer(marks.layer)?;
                for side in 0..2 {
                    let all: u64 = ones(&marks.reached[side]);
                    let reached = marks.reached[side].stretch(0..marks.top.size);
                    let wins = values.top_wins[side].stretch(0..marks.top.size);
                    let top: u64 =
                        reached.iter().zip(wins).map(|(r, w)| u64::from((r & w).count_ones())).sum();
                    let bits = marks.moves.left.size;
                    let is_reached =
                        |&&draw: &&u32| marks.reached[side].bit(draw as usize / bits, draw as usize % bits);
                    let drawn = values.draws[side].iter().filter(is_reached).count() as u64;
                    count += Count { top, left: all - top - drawn, drawn };
                }
            }
        }
        Ok(count)
    }
}

/// The layers of a level in which a game has just been won.
fn finished(level: u8) -> impl Iterator<Item = Layer> {
    let sides = || (0..243).map(layout::decode);
    let all = sides().flat_map(move |top| sides().map(move |left| Layer::upright(top, left)));
    all.filter(move |layer| {
        let home = |phases: layout::Phases| phases.iter().filter(|&&phase| phase == AT_HOME).count();
        let [top, left] = [home(layer.top), home(layer.left)];
        layer.level() == level && top.max(left) == 4 && top.min(left) < 4
    })
}

/// What can be reached of a layer, by side to move.
struct Marks {
    layer: Layer,
    top: Layout,
    moves: &'static Moves,
    rows: &'static [Row],
    reached: [Rows; 2],
}

impl Marks {
    /// What can be reached of a layer by starting or arriving there; none when nothing can.
    fn new(layer: Layer, starts: &[Spot], before: &HashMap<Layer, Arc<Marks>>) -> Option<Marks> {
        let starts: Vec<&Spot> = starts.iter().filter(|spot| spot.layer == layer).collect();
        let earlier = |seat: Seat, lane: usize| {
            let mut earlier = layer;
            let phases = if seat == Seat::One { &mut earlier.top } else { &mut earlier.left };
            phases[lane] = phases[lane].checked_sub(1)?;
            before.get(&earlier)
        };
        let has_earlier = |seat: Seat| (0..5).any(|lane| earlier(seat, lane).is_some());
        if starts.is_empty() && !Seat::BOTH.into_iter().any(has_earlier) {
            return None;
        }
        let top = Layout::new(Seat::One, layer.top);
        let moves = moves::moves(layer);
        let rows = Row::all(layer);
        let table = || Rows::new(top.size, moves.words);
        let mut marks = Marks { layer, moves, rows, reached: [table(), table()], top };
        for spot in starts {
            marks.reached[spot.side].set(spot.row, spot.bit);
        }
        for lane in 0..5 {
            if let Some(before) = earlier(Seat::One, lane) {
                marks.top_arrives(before, lane);
            }
            if let Some(before) = earlier(Seat::Two, lane) {
                marks.left_arrives(before, lane);
            }
        }
        Some(marks)
    }

    fn top_arrives(&mut self, before: &Marks, lane: usize) {
        let mut taken = Rows::new(1, self.moves.words);
        for row in before.rows {
            let there: usize = (0..5)
                .filter(|&other| other != lane)
                .map(|other| row.digit(other) * self.top.stride[other])
                .sum();
            let phase = usize::from(before.layer.top[lane]);
            for look in &before.moves.top_moves[lane][phase][row.digit(lane)].arrivals {
                let mask = before.moves.mask(look.mask);
                if rows::keep(&mut taken, before.reached[0].row(row.number()), mask) {
                    rows::give(self.reached[1].row_mut(there), &taken, look.shift);
                }
            }
        }
    }

    fn left_arrives(&mut self, before: &Marks, lane: usize) {
        let left = &before.moves.left;
        let (block, step) = (left.stride[lane], left.stride[lane] * left.radix(lane));
        let blocks = left.size / step;
        let here_step = self.moves.left.size / blocks;
        let mut taken = Rows::new(1, before.moves.words);
        let mut gathered = vec![0; before.moves.words];
        let mut closed = vec![0; self.moves.words];
        for row in before.rows {
            let moves = &before.moves.left_moves[lane][usize::from(row.enemies[lane])];
            for arrival in &moves.arrivals {
                gathered.fill(0);
                let mut any = false;
                for &Look { shift, mask } in &arrival.digits {
                    let mask = before.moves.mask(mask);
                    if rows::keep(&mut taken, before.reached[1].row(row.number()), mask) {
                        rows::give(&mut gathered, &taken, shift);
                        any = true;
                    }
                }
                if any {
                    rows::bring(&mut closed, &gathered, block, blocks, step, here_step);
                    let there = self.sent_back(row, arrival.jumped);
                    let into = self.reached[0].row_mut(there);
                    into.iter_mut().zip(&closed).for_each(|(into, bits)| *into |= bits);
                }
            }
        }
    }

    /// The row where top's `jumped` lanes stand on their bases.
    fn sent_back(&self, row: &Row, jumped: u8) -> usize {
        let back = |lane: usize| (jumped >> lane & 1) as usize * row.digit(lane) * self.top.stride[lane];
        row.number() - (0..5).map(back).sum::<usize>()
    }
}

/// Marks what can be reached inside the layer, from the least advanced rows on; only left's jumps lead back.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn spread_out(marks: &mut Marks) {
    let words = marks.moves.words;
    let mut taken = Rows::new(1, words);
    let fresh = |table: &Rows| -> Vec<bool> {
        (0..marks.top.size).map(|row| table.row(row).iter().any(|&word| word != 0)).collect()
    };
    let mut fresh = [fresh(&marks.reached[0]), fresh(&marks.reached[1])];
    loop {
        let mut quiet = true;
        for number in 0..marks.top.size {
            let row = marks.rows[number];
            if std::mem::take(&mut fresh[1][number]) {
                quiet = false;
                for lane in (0..5).filter(|&lane| marks.layer.left[lane] != AT_HOME) {
                    for pass in &marks.moves.left_moves[lane][usize::from(row.enemies[lane])].inside {
                        let mask = marks.moves.mask(pass.look.mask);
                        if rows::keep(&mut taken, marks.reached[1].row(number), mask) {
                            let there = marks.sent_back(&row, pass.jumped);
                            let new = rows::give(marks.reached[0].row_mut(there), &taken, pass.look.shift);
                            fresh[0][there] |= new;
                        }
                    }
                }
            }
            if std::mem::take(&mut fresh[0][number]) {
                quiet = false;
                for lane in (0..5).filter(|&lane| marks.layer.top[lane] != AT_HOME) {
                    let phase = usize::from(marks.layer.top[lane]);
                    for &(digit, look) in &marks.moves.top_moves[lane][phase][row.digit(lane)].inside {
                        let mask = marks.moves.mask(look.mask);
                        if rows::keep(&mut taken, marks.reached[0].row(number), mask) {
                            let there = number + (digit - row.digit(lane)) * marks.top.stride[lane];
                            let new = rows::give(marks.reached[1].row_mut(there), &taken, look.shift);
                            fresh[1][there] |= new;
                        }
                    }
                }
            }
        }
        if quiet {
            return;
        }
    }
}

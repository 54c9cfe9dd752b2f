//! Exact values late in the game without files: everything that can follow is solved on the spot and kept.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use squadro::Squadro;
use table::Game;

use crate::{
    Error,
    layer::{self, LEVELS, Layer, Spot},
    solve::{Level, solve_layer},
    values::{Value, Values},
};

/// The most bytes of solved layers that are kept; the rest is quickly solved again.
const KEPT: usize = 32 << 20;

/// Fewer placements are solved on one thread: sooner than others would begin.
const SHARED: u64 = 100_000;

/// Solved ends of games. One for a process ([`Late::shared`]) is enough: it solves one position at a time and knows
/// everything that can follow it.
#[derive(Debug, Default)]
pub struct Late {
    known: Mutex<Level>,
    at_work: Mutex<()>,
}

impl Late {
    /// The one of this process.
    pub fn shared() -> &'static Late {
        static SHARED: std::sync::OnceLock<Late> = std::sync::OnceLock::new();
        SHARED.get_or_init(Late::default)
    }

    /// The value of a position, if it is known already. Never waits for a solve.
    pub fn value(&self, game: &Squadro) -> Option<Value> {
        if let Some(winner) = game.turn().outcome().and_then(|outcome| outcome.winner) {
            return Some(Value::Win(winner));
        }
        let spot = Spot::of(game)?;
        let values = self.known.lock().expect("nobody panics here").get(&spot.layer).map(Arc::clone)?;
        Some(values.get(spot.mover, spot.row, spot.bit))
    }

    /// The work of solving everything that can follow a position, whatever is known, in words of rows: one core goes
    /// through about five million in a second.
    pub fn work(game: &Squadro) -> u64 {
        layer::words(Layer::of(game))
    }

    /// Solves a position and everything that can follow it, unless it is known. One such solve runs at a time; others
    /// wait for it.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `stop` was set; [`Error::Impossible`] for a position that no game leads to.
    pub fn solve(&self, game: &Squadro, threads: usize, stop: &AtomicBool) -> Result<Value, Error> {
        if let Some(value) = self.value(game) {
            return Ok(value);
        }
        let spot = Spot::of(game).ok_or(Error::Impossible)?;
        let _one_at_a_time = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        self.solve_layers(spot.layer, threads, stop)?;
        self.value(game).ok_or(Error::Stopped)
    }

    /// A layer whose values are known or found now.
    pub(crate) fn layer(
        &self,
        layer: Layer,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Arc<Values>, Error> {
        let known = |late: &Late| late.known.lock().expect("nobody panics here").get(&layer).map(Arc::clone);
        if let Some(values) = known(self) {
            return Ok(values);
        }
        let _one_at_a_time = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        self.solve_layers(layer, threads, stop)?;
        known(self).ok_or(Error::Stopped)
    }

    fn solve_layers(&self, first: Layer, threads: usize, stop: &AtomicBool) -> Result<(), Error> {
        let known = self.known.lock().expect("nobody panics here").clone();
        let mut waiting = missing(first, &known);
        // The last level first, and on each the largest layer, so that no thread is left alone with one.
        waiting.sort_by_key(|layer| std::cmp::Reverse((layer.level(), layer.placements())));
        let placements: u64 = waiting.iter().map(|layer| 2 * layer.placements()).sum();
        let threads = if placements < SHARED { 1 } else { threads };
        let job = Job {
            first,
            stop,
            known: Mutex::new(Known { known, waiting, in_work: Vec::new() }),
            news: Condvar::new(),
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| job.work());
            }
            job.work();
        });
        let Known { known, waiting, .. } = job.known.into_inner().expect("nobody panics here");
        *self.known.lock().expect("nobody panics here") = known;
        if waiting.is_empty() { Ok(()) } else { Err(Error::Stopped) }
    }
}

/// A solve, shared by its threads.
struct Job<'j> {
    first: Layer,
    stop: &'j AtomicBool,
    known: Mutex<Known>,
    /// Told whenever one more layer is known.
    news: Condvar,
}

/// How far a solve is.
struct Known {
    known: Level,
    waiting: Vec<Layer>,
    in_work: Vec<Layer>,
}

impl Job<'_> {
    /// Solves one layer after another, as soon as those are known that it leads to.
    fn work(&self) {
        let mut state = self.known.lock().expect("nobody panics here");
        while !state.waiting.is_empty() && !self.stop.load(Ordering::Relaxed) {
            let Some((layer, after)) = state.next() else {
                state = self.news.wait(state).expect("nobody panics here");
                continue;
            };
            drop(state);
            let (values, ..) = solve_layer(layer, &after);
            state = self.known.lock().expect("nobody panics here");
            state.add(layer, values, self.first);
            self.news.notify_all();
        }
        self.news.notify_all();
    }
}

impl Known {
    /// A layer that can be solved now, and those that it leads to.
    fn next(&mut self) -> Option<(Layer, Level)> {
        let is_known = |layer: &Layer| layer.next().iter().all(|next| self.known.contains_key(next));
        let layer = self.waiting.remove(self.waiting.iter().position(is_known)?);
        self.in_work.push(layer);
        let after = layer.next().into_iter().map(|next| (next, Arc::clone(&self.known[&next])));
        Some((layer, after.collect()))
    }

    fn add(&mut self, layer: Layer, values: Values, first: Layer) {
        self.known.insert(layer, Arc::new(values));
        self.in_work.retain(|other| *other != layer);
        let latest = |layers: &[Layer]| layers.iter().map(|layer| layer.level()).max();
        let level = latest(&self.waiting).max(latest(&self.in_work));
        if level.is_none_or(|level| level < layer.level()) {
            let_go(&mut self.known, first, layer.level());
        }
    }
}

/// The layers that have to be solved before a layer is known, itself included.
fn missing(first: Layer, known: &Level) -> Vec<Layer> {
    let mut missing = BTreeSet::new();
    let mut ask = vec![first];
    while let Some(layer) = ask.pop() {
        if !known.contains_key(&layer) && missing.insert(layer) {
            ask.extend(layer.next());
        }
    }
    missing.into_iter().collect()
}

/// Lets go of layers until what is kept is small enough, when the layers that lead to `first` are solved down to
/// `level`: those of other games, then the latest, which are the quickest to solve again.
fn let_go(known: &mut Level, first: Layer, level: u8) {
    let mut bytes: usize = known.values().map(|values| values.bytes()).sum();
    let later = |a: &[u8; 5], b: &[u8; 5]| a.iter().zip(b).all(|(a, b)| a <= b);
    let follows = |layer: &Layer| later(&first.top, &layer.top) && later(&first.left, &layer.left);
    let mut let_go_if = |test: &dyn Fn(&Layer) -> bool| {
        if bytes > KEPT {
            known.retain(|layer, values| {
                let keep = !test(layer);
                bytes -= if keep { 0 } else { values.bytes() };
                keep
            });
        }
    };
    let_go_if(&|layer| !follows(layer));
    for latest in (level + 2..=*LEVELS.end()).rev() {
        let_go_if(&|layer| layer.level() == latest);
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use table::Seat;

    use super::*;

    fn position(top: [u8; 5], left: [u8; 5]) -> Squadro {
        Squadro::at(top, left, Seat::One, 0, 0).unwrap()
    }

    #[test]
    fn one_solve_runs_at_a_time_and_what_is_known_is_told_meanwhile() {
        let late = Late::default();
        let (known, other) = (
            position([12, 12, 12, 6, 3], [12, 12, 6, 6, 8]),
            position([12, 12, 6, 6, 0], [12, 12, 12, 6, 2]),
        );
        let value = late.solve(&known, 1, &false.into()).unwrap();
        assert_eq!(late.value(&other), None);
        // A solve that takes as long as we like.
        let at_work = late.at_work.lock().unwrap();
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| send.send(late.solve(&other, 2, &false.into())).unwrap());
            receive.recv_timeout(Duration::from_millis(300)).expect_err("the other solve waits");
            assert_eq!(late.value(&known), Some(value), "nobody else waits");
            assert_eq!(late.solve(&known, 1, &false.into()).unwrap(), value, "not even for a known value");
            assert_eq!(late.value(&other), None);
            drop(at_work);
            let value = receive.recv_timeout(Duration::from_secs(60)).expect("now it goes on").unwrap();
            assert_eq!(late.value(&other), Some(value));
        });
    }
    #[test]
    fn a_stopped_solve_is_taken_up_again_on_any_number_of_threads() {
        let game = position([12, 8, 6, 6, 3], [12, 8, 6, 6, 8]);
        let late = Late::default();
        assert!(matches!(late.solve(&game, 2, &true.into()), Err(Error::Stopped)));
        assert_eq!(late.value(&game), None);
        let value = late.solve(&game, 2, &false.into()).unwrap();
        assert_eq!(Late::default().solve(&game, 1, &false.into()).unwrap(), value);
    }
}

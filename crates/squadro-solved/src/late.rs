//! Exact values late in the game without files: everything that can follow is solved on the spot and kept.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use squadro::Squadro;
use table::Game;

use crate::{
    Error,
    layer::{self, LEVELS, Layer, Spot},
    solve::{Level, in_parallel, solve_layer},
    values::{Value, Values},
};

/// The most bytes of solved layers that are kept; the rest is quickly solved again.
const KEPT: usize = 32 << 20;

/// A level with fewer placements is solved on one thread: sooner than others would begin.
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
    pub(crate) fn layer(&self, layer: Layer) -> Result<Arc<Values>, Error> {
        let known = |late: &Late| late.known.lock().expect("nobody panics here").get(&layer).map(Arc::clone);
        if let Some(values) = known(self) {
            return Ok(values);
        }
        let _one_at_a_time = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        self.solve_layers(layer, 1, &AtomicBool::new(false))?;
        known(self).ok_or(Error::Stopped)
    }

    fn solve_layers(&self, first: Layer, threads: usize, stop: &AtomicBool) -> Result<(), Error> {
        let mut known = self.known.lock().expect("nobody panics here").clone();
        let missing = missing(first, &known);
        for level in (first.level()..=*LEVELS.end()).rev() {
            let mut layers: Vec<Layer> =
                missing.iter().copied().filter(|layer| layer.level() == level).collect();
            layers.sort_by_key(|layer| std::cmp::Reverse(layer.placements()));
            let placements: u64 = layers.iter().map(|layer| 2 * layer.placements()).sum();
            let threads = if placements < SHARED { 1 } else { threads };
            let solved = Mutex::new(Vec::new());
            in_parallel(threads, layers.len(), stop, |n| {
                let (values, ..) = solve_layer(layers[n], &known);
                solved.lock().expect("nobody panics here").push((layers[n], Arc::new(values)));
                Ok(())
            })?;
            known.extend(solved.into_inner().expect("nobody panics here"));
            let_go(&mut known, first, level);
        }
        *self.known.lock().expect("nobody panics here") = known;
        Ok(())
    }
}

/// The layers that have to be solved before a layer is known, itself included.
fn missing(first: Layer, known: &Level) -> BTreeSet<Layer> {
    let mut missing = BTreeSet::new();
    let mut ask = vec![first];
    while let Some(layer) = ask.pop() {
        if !known.contains_key(&layer) && missing.insert(layer) {
            ask.extend(layer.next());
        }
    }
    missing
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
}

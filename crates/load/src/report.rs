//! What was measured.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use crate::{Plan, book::Verdict, house::held};

/// What is noted on the way.
#[derive(Default)]
pub(crate) struct Samples {
    counts: AtomicBool,
    pub(crate) sent: AtomicU64,
    pub(crate) acknowledged: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) games: AtomicU64,
    /// From the click to the other player's frame, in microseconds.
    shown: Mutex<Vec<u32>>,
    /// From the click to the acknowledgement, in microseconds.
    answered: Mutex<Vec<u32>>,
    /// From a kill until everybody was back.
    back: Mutex<Vec<Duration>>,
}

/// What a run has shown.
#[derive(Clone, Debug)]
pub struct Report {
    /// Tables at a time.
    pub tables: usize,
    /// How long moves were made.
    pub time: Duration,
    /// Moves that were sent and acknowledged meanwhile, and wishes that were refused.
    pub moves: (u64, u64, u64),
    /// Games that came to their end.
    pub games: u64,
    /// From the click to the other player's frame: percentiles 50, 95, 99, 100, in milliseconds.
    pub shown: [f64; 4],
    /// From the click to the acknowledgement.
    pub answered: [f64; 4],
    /// How often the server was killed, and the median and longest time until everybody was back.
    pub kills: (usize, Duration, Duration),
    /// Shares of one core: this program's own and the server's.
    pub cpu: (f64, f64),
    /// Memory of the server at the end, in bytes, where the system tells.
    pub memory: Option<u64>,
    /// What was lost, doubled or reordered.
    pub verdict: Verdict,
}

impl Samples {
    /// From now on it counts.
    pub(crate) fn start(&self) {
        self.counts.store(true, Relaxed);
    }

    /// From now on it does not.
    pub(crate) fn stop(&self) {
        self.counts.store(false, Relaxed);
    }

    pub(crate) fn count(&self, counter: &AtomicU64) {
        if self.counts.load(Relaxed) {
            counter.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn shown(&self, after: Duration) {
        self.note(&self.shown, after);
    }

    pub(crate) fn answered(&self, after: Duration) {
        self.note(&self.answered, after);
    }

    fn note(&self, list: &Mutex<Vec<u32>>, after: Duration) {
        if self.counts.load(Relaxed) {
            held(list).push(after.as_micros() as u32);
        }
    }

    pub(crate) fn back(&self, after: Duration) {
        held(&self.back).push(after);
    }

    pub(crate) fn report(
        &self,
        plan: &Plan,
        time: Duration,
        cpu: (f64, f64),
        memory: Option<u64>,
        verdict: Verdict,
    ) -> Report {
        let mut back = held(&self.back).clone();
        back.sort_unstable();
        let middle = back.get(back.len() / 2).copied().unwrap_or_default();
        Report {
            tables: plan.tables,
            time,
            moves: (self.sent.load(Relaxed), self.acknowledged.load(Relaxed), self.refused.load(Relaxed)),
            games: self.games.load(Relaxed),
            shown: percentiles(&mut held(&self.shown)),
            answered: percentiles(&mut held(&self.answered)),
            kills: (back.len(), middle, back.last().copied().unwrap_or_default()),
            cpu,
            memory,
            verdict,
        }
    }
}

fn percentiles(micros: &mut [u32]) -> [f64; 4] {
    micros.sort_unstable();
    let at = |share: f64| {
        let place = (micros.len() as f64 * share).ceil() as usize;
        micros.get(place.max(1) - 1).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
    };
    [at(0.5), at(0.95), at(0.99), at(1.0)]
}

#[cfg(test)]
mod tests {
    use super::percentiles;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let mut micros: Vec<u32> = (1..=100).rev().map(|n| n * 1000).collect();
        assert_eq!(percentiles(&mut micros), [50.0, 95.0, 99.0, 100.0]);
        assert_eq!(percentiles(&mut [7000]), [7.0; 4]);
        assert_eq!(percentiles(&mut []), [0.0; 4]);
    }
}

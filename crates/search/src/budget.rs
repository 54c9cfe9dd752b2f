//! How long a player may think.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Limits of one thought. A level is a number of nodes, so that the same seed gives the same game on any
/// machine; a deadline is for people who would rather give a time.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions or simulations to look at; `None`: as many as the level has.
    pub nodes: Option<u64>,
    /// When to stop at the latest.
    pub deadline: Option<Instant>,
    /// Set by somebody who needs the answer now.
    pub stop: Arc<AtomicBool>,
    /// Threads to use; more than one only with a deadline.
    pub threads: usize,
    /// The player's own dice: for imagining and for ties.
    pub rng: Xoshiro256PlusPlus,
}

impl Budget {
    /// What the level itself says, with the player's dice from `seed`.
    pub fn level(seed: u64) -> Budget {
        Budget {
            nodes: None,
            deadline: None,
            stop: Arc::default(),
            threads: 1,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// The time until the deadline; none where there is no deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether to stop now. Reads the clock: ask every few hundred nodes.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

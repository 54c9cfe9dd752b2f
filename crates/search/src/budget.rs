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

/// Limits of one thought.
///
/// A level is a number of nodes on one thread, so that the same seed gives the same game on any machine. Whoever
/// would rather give a time says so ([`Budget::time`]): then the nodes are endless and threads may help. A
/// deadline alone is no such wish: it only cuts short what would take too long.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions or simulations to look at; `None`: as many as the level has. [`ENDLESS`](Budget::ENDLESS) with
    /// a deadline: as many as there is time for.
    pub nodes: Option<u64>,
    /// When to stop at the latest.
    pub deadline: Option<Instant>,
    /// Set by somebody who needs the answer now.
    pub stop: Arc<AtomicBool>,
    /// Threads to use. With more than one a thought is not the same again for the same seed.
    pub threads: usize,
    /// The player's own dice: for imagining and for ties.
    pub rng: Xoshiro256PlusPlus,
}

impl Budget {
    /// As many nodes as there is time for.
    pub const ENDLESS: u64 = u64::MAX;

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

    /// A time from now on, on so many threads.
    pub fn time(seed: u64, time: Duration, threads: usize) -> Budget {
        let mut budget = Budget::level(seed);
        Effort::Time { time, threads }.begin(&mut budget);
        budget
    }

    /// How many nodes a player that has `level` of its own may look at.
    pub fn nodes_or(&self, level: u64) -> u64 {
        self.nodes.unwrap_or(level)
    }

    /// Whether to think for a time, however many nodes that is.
    pub fn is_endless(&self) -> bool {
        self.nodes == Some(Budget::ENDLESS)
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

/// How much a player is to think about each decision, as people say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// What its level says.
    #[default]
    Level,
    /// So many nodes.
    Nodes(u64),
    /// A time, on so many threads.
    Time {
        /// How long.
        time: Duration,
        /// On how many threads.
        threads: usize,
    },
}

impl Effort {
    /// Sets the limits of the decision that begins now.
    pub fn begin(self, budget: &mut Budget) {
        (budget.nodes, budget.deadline, budget.threads) = match self {
            Effort::Level => (None, None, 1),
            Effort::Nodes(nodes) => (Some(nodes), None, 1),
            Effort::Time { time, threads } => (Some(Budget::ENDLESS), Some(Instant::now() + time), threads),
        };
    }
}

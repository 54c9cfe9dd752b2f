//! Thinking for others: replies of the computer and hints share few workers, fairly. Analysis and reviews have workers of
//! their own ([`reading`](crate::reading)).
//!
//! Replies come before hints; within a kind owners take turns ([`fair`](crate::fair)). Novice and casual are light and have a worker of their own. A [`Job`] belongs to whoever
//! wants its answer: when that is dropped, because a viewer has left, the position has changed or the table is
//! closed, the job leaves the queue at once, or is told to stop.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use search::Level;

use crate::{
    fair::{Bounds, Canceller, Cost, Fair, KindBounds, Refused, Ticket},
    limits::Who,
};

/// What is thought about, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The computer's answer at a table.
    Reply,
    /// A hint at a table.
    Hint,
}

/// Whom a thought is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    /// Who asked for it, or sits at the table.
    Who(Who),
    /// Tables where nobody sits share one place.
    Nobody,
}

pub(crate) const BOUNDS: Bounds = Bounds {
    workers: 2,
    light_workers: 1,
    light: 20,
    owner_running: 1,
    waiting: 1024,
    owner_waiting: 40,
    quantum: 100,
    kinds: &[
        KindBounds { name: "reply", waiting: 1024, owner_waiting: 32, running: 2 },
        // One worker is always there for replies.
        KindBounds { name: "hint", waiting: 64, owner_waiting: 4, running: 1 },
    ],
};

/// What a thought of a level costs: the mean of a turn in docs/strength.md, rounded up over the games.
const COSTS: [(Level, Cost); 7] = [
    (Level::Random, 1),
    (Level::Greedy, 1),
    (Level::Novice, 5),
    (Level::Casual, 20),
    (Level::Strong, 100),
    (Level::Expert, 300),
    (Level::Perfect, 300),
];

/// What a thought of a foreign engine costs: it has a second.
pub(crate) const ENGINE_COST: Cost = 1000;

/// In an open game the reply of a light level comes so long after the question at the latest.
const LIGHT_REPLY: Duration = Duration::from_millis(800);

/// In an open game any other thought begins so long after the question, or a quick one takes its place.
const HEAVY_START: Duration = Duration::from_secs(2);

/// A hint that no worker has taken after so long is refused.
pub(crate) const HINT_WAITS: Duration = Duration::from_secs(10);

/// What a thought of a level costs.
pub(crate) fn cost(level: Level) -> Cost {
    COSTS.iter().find(|(known, _)| *known == level).map_or(ENGINE_COST, |(_, cost)| *cost)
}

pub(crate) fn is_light(cost: Cost) -> bool {
    cost <= BOUNDS.light
}

/// How long an open game waits for a reply that has not begun.
pub(crate) fn patience(cost: Cost) -> Duration {
    if is_light(cost) { LIGHT_REPLY } else { HEAVY_START }
}

/// The sentence of a refusal.
pub(crate) fn refusal(refused: Refused) -> &'static str {
    match refused {
        Refused::Owner => "server.think.yours",
        Refused::All => "server.think.all",
    }
}

/// A thought that somebody wants; dropped when nobody does any more.
#[derive(Debug)]
pub(crate) struct Job {
    canceller: Canceller<Owner>,
    stop: Arc<AtomicBool>,
}

impl Job {
    /// Takes a place in the queue.
    ///
    /// # Errors
    /// At once, when it does not fit.
    pub(crate) fn submit(
        thinkers: &Fair<Owner>,
        owner: Owner,
        kind: Kind,
        cost: Cost,
    ) -> Result<(Job, Ticket<Owner>), Refused> {
        let ticket = thinkers.submit(owner, kind as usize, cost)?;
        Ok((Job { canceller: ticket.canceller(), stop: Arc::default() }, ticket))
    }

    /// Set when nobody wants the thought any more.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether no worker has taken it yet.
    pub(crate) fn is_waiting(&self) -> bool {
        self.canceller.is_waiting()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.canceller.cancel();
    }
}

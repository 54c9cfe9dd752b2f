//! Fair shares of scarce workers: every job has an owner, a kind and a cost.
//!
//! [`Fair::submit`] takes a place in the queue or refuses at once. The ticket waits for a worker and becomes a
//! permit; dropping either gives the place back at once. Who is next is decided by [`Queue`](queue::Queue), a value
//! without clock or runtime; here are only the waiting and the counting.

pub(crate) mod queue;

use std::{
    collections::HashMap,
    fmt::Write,
    hash::Hash,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

use tokio::sync::oneshot;

pub(crate) use self::queue::{Bounds, Cost, KindBounds, Refused};
use self::queue::{Id, Queue, Was};
use crate::{limits::held, metrics::count};

/// What an owner is known by.
pub(crate) trait Owner: Copy + Eq + Hash + Send + 'static {}

impl<K: Copy + Eq + Hash + Send + 'static> Owner for K {}

/// Workers that owners share.
#[derive(Debug)]
pub(crate) struct Fair<K: Owner>(Arc<Shared<K>>);

#[derive(Debug)]
struct Shared<K: Owner> {
    kinds: &'static [KindBounds],
    tallies: Vec<Tally>,
    state: Mutex<State<K>>,
}

#[derive(Debug)]
struct State<K: Owner> {
    queue: Queue<K>,
    /// Whom to tell that a job runs, and since when it waits.
    calls: HashMap<Id, (oneshot::Sender<()>, Instant)>,
}

/// What became of the jobs of a kind.
#[derive(Debug, Default)]
struct Tally {
    started: AtomicU64,
    /// Microseconds until they started.
    waited: AtomicU64,
    refused: AtomicU64,
    cancelled: AtomicU64,
}

/// A place in the queue.
#[derive(Debug)]
pub(crate) struct Ticket<K: Owner> {
    place: Place<K>,
    starts: oneshot::Receiver<()>,
}

/// A worker. It is free when this is dropped.
#[derive(Debug)]
pub(crate) struct Permit<K: Owner> {
    _place: Place<K>,
}

/// Somebody else has cancelled the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cancelled;

#[derive(Debug)]
struct Place<K: Owner> {
    shared: Arc<Shared<K>>,
    id: Id,
}

/// Cancels a job from elsewhere.
#[derive(Debug)]
pub(crate) struct Canceller<K: Owner> {
    shared: Weak<Shared<K>>,
    id: Id,
}

impl<K: Owner> Fair<K> {
    pub(crate) fn new(bounds: Bounds) -> Fair<K> {
        let state = State { queue: Queue::new(bounds), calls: HashMap::new() };
        let tallies = bounds.kinds.iter().map(|_| Tally::default()).collect();
        Fair(Arc::new(Shared { kinds: bounds.kinds, tallies, state: Mutex::new(state) }))
    }

    /// A place for a job of a kind, an index into the kinds of the bounds.
    ///
    /// # Errors
    /// At once, when it does not fit.
    pub(crate) fn submit(&self, owner: K, kind: usize, cost: Cost) -> Result<Ticket<K>, Refused> {
        let mut state = held(&self.0.state);
        let id = state.queue.push(owner, kind, cost).inspect_err(|_| count(&self.0.tallies[kind].refused))?;
        let (call, starts) = oneshot::channel();
        state.calls.insert(id, (call, Instant::now()));
        self.0.start(&mut state);
        Ok(Ticket { place: Place { shared: Arc::clone(&self.0), id }, starts })
    }

    /// How many jobs of a kind wait.
    pub(crate) fn waiting(&self, kind: usize) -> usize {
        held(&self.0.state).queue.waiting(kind)
    }

    /// Everything for Prometheus; the names of the figures begin with `name`.
    pub(crate) fn write_metrics(&self, name: &str, text: &mut String) {
        let Shared { kinds, tallies, .. } = &*self.0;
        let mut each = |what: &str, form: &str, help: &str, value: &dyn Fn(usize) -> f64| {
            let _ =
                write!(text, "# HELP visavis_{name}_{what} {help}\n# TYPE visavis_{name}_{what} {form}\n");
            for (kind, KindBounds { name: label, .. }) in kinds.iter().enumerate() {
                let _ = writeln!(text, "visavis_{name}_{what}{{kind=\"{label}\"}} {}", value(kind));
            }
        };
        let read = |counter: &AtomicU64| counter.load(Relaxed) as f64;
        each("waiting", "gauge", "Jobs that wait for a worker.", &|kind| self.waiting(kind) as f64);
        each("started_total", "counter", "Jobs that a worker has taken.", &|kind| {
            read(&tallies[kind].started)
        });
        each("waited_seconds_total", "counter", "Time that they waited for it, together.", &|kind| {
            read(&tallies[kind].waited) / 1e6
        });
        each("refused_total", "counter", "Jobs that did not fit.", &|kind| read(&tallies[kind].refused));
        each("cancelled_total", "counter", "Jobs that nobody wanted any more.", &|kind| {
            read(&tallies[kind].cancelled)
        });
    }
}

impl<K: Owner> Shared<K> {
    /// Gives free workers to whoever is next.
    fn start(&self, state: &mut State<K>) {
        while let Some(id) = state.queue.next() {
            let kind = state.queue.kind(id).expect("it runs");
            let (call, since) = state.calls.remove(&id).expect("who waits is called");
            let tally = &self.tallies[kind];
            count(&tally.started);
            tally.waited.fetch_add(since.elapsed().as_micros() as u64, Relaxed);
            // Who is gone gives its place back when its ticket is dropped.
            let _ = call.send(());
        }
    }

    /// Removes a job and starts those that waited for its place.
    fn remove(&self, state: &mut State<K>, id: Id) {
        let kind = state.queue.kind(id);
        if let (Some(kind), Some(Was::Waiting)) = (kind, state.queue.remove(id)) {
            count(&self.tallies[kind].cancelled);
        }
        state.calls.remove(&id);
        self.start(state);
    }
}

impl<K: Owner> Ticket<K> {
    /// Waits for a worker.
    ///
    /// # Errors
    /// When the job is cancelled.
    pub(crate) async fn admitted(self) -> Result<Permit<K>, Cancelled> {
        let Ticket { place, starts } = self;
        starts.await.map_err(|_| Cancelled)?;
        Ok(Permit { _place: place })
    }

    /// Something to cancel the job with.
    pub(crate) fn canceller(&self) -> Canceller<K> {
        Canceller { shared: Arc::downgrade(&self.place.shared), id: self.place.id }
    }
}

impl<K: Owner> Drop for Place<K> {
    fn drop(&mut self) {
        self.shared.remove(&mut held(&self.shared.state), self.id);
    }
}

impl<K: Owner> Canceller<K> {
    /// Whether the job still waits for a worker.
    pub(crate) fn is_waiting(&self) -> bool {
        let shared = self.shared.upgrade();
        shared.is_some_and(|shared| held(&shared.state).queue.state(self.id) == Some(Was::Waiting))
    }

    /// Takes the job out of the queue. One that runs keeps its worker until it ends: it has to be stopped too.
    pub(crate) fn cancel(&self) {
        let Some(shared) = self.shared.upgrade() else { return };
        let mut state = held(&shared.state);
        match state.queue.state(self.id) {
            Some(Was::Waiting) => shared.remove(&mut state, self.id),
            Some(Was::Running) => {
                let kind = state.queue.kind(self.id).expect("it runs");
                count(&shared.tallies[kind].cancelled);
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const BOUNDS: Bounds = Bounds {
        workers: 1,
        light_workers: 0,
        light: 0,
        owner_running: 1,
        waiting: 9,
        owner_waiting: 2,
        quantum: 10,
        kinds: &[KindBounds { name: "only", waiting: 9, owner_waiting: 2, running: 1 }],
    };

    fn figure(fair: &Fair<u8>, what: &str) -> String {
        let mut text = String::new();
        fair.write_metrics("test", &mut text);
        let name = format!("visavis_test_{what}{{kind=\"only\"}} ");
        text.lines().find_map(|line| line.strip_prefix(&name)).unwrap().to_owned()
    }

    #[tokio::test]
    async fn a_place_is_given_back_when_its_ticket_or_its_permit_is_dropped() {
        let fair = Fair::new(BOUNDS);
        let running = fair.submit(1, 0, 5).unwrap().admitted().await.unwrap();
        let (gone, waits) = (fair.submit(1, 0, 5).unwrap(), fair.submit(1, 0, 5).unwrap());
        assert_eq!(fair.submit(1, 0, 5).unwrap_err(), Refused::Owner);
        drop(gone);
        let again = fair.submit(1, 0, 5).unwrap();
        let mut admitted = Box::pin(waits.admitted());
        assert!(admitted.as_mut().now_or_never().is_none());
        drop(running);
        let permit = admitted.await.unwrap();
        let canceller = again.canceller();
        assert!(canceller.is_waiting());
        canceller.cancel();
        assert!(!canceller.is_waiting());
        assert_eq!(again.admitted().await.unwrap_err(), Cancelled);
        // Cancelled between its call and its first look at it: the worker goes to the next.
        let (called, next) = (fair.submit(2, 0, 5).unwrap(), fair.submit(3, 0, 5).unwrap());
        drop(permit);
        drop(called);
        next.admitted().now_or_never().unwrap().unwrap();
        assert_eq!(
            ["waiting", "started_total", "refused_total", "cancelled_total"].map(|what| figure(&fair, what)),
            ["0", "4", "1", "2"]
        );
    }
}

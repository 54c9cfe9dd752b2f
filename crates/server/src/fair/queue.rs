//! Who is next: a value without clock, runtime or I/O.
//!
//! A more urgent kind comes first. Within a kind owners take turns by deficit round robin: each turn adds a
//! quantum to an owner's credit, and a job runs when the credit pays for its cost, so that who asks for dear work
//! gets as much as who asks for cheap work, not more. An owner holds a stated number of workers at most, whether
//! anybody else waits or not: work is never taken back from a worker, so a place that is to be there for the next
//! owner must be free. Light jobs have workers of their own besides and never wait for heavy ones.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// What a job costs, about in milliseconds of a worker.
pub(crate) type Cost = u32;

/// What a kind of jobs may take. Kinds are listed from the most urgent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindBounds {
    /// The kind's name in the metrics.
    pub(crate) name: &'static str,
    /// Jobs of this kind that wait.
    pub(crate) waiting: usize,
    /// Jobs of this kind that wait for one owner.
    pub(crate) owner_waiting: usize,
    /// Heavy jobs of this kind and of the less urgent ones that run at a time, together.
    pub(crate) running: usize,
}

/// What everybody may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Jobs that run at a time.
    pub(crate) workers: usize,
    /// So many more run at a time, light ones only.
    pub(crate) light_workers: usize,
    /// A job of this cost or less is light.
    pub(crate) light: Cost,
    /// Heavy jobs of one owner that run at a time, and as many light ones.
    pub(crate) owner_running: usize,
    /// Jobs that wait, of all kinds.
    pub(crate) waiting: usize,
    /// Jobs that wait for one owner, of all kinds.
    pub(crate) owner_waiting: usize,
    /// What an owner's turn adds to its credit.
    pub(crate) quantum: Cost,
    /// The kinds, the most urgent first.
    pub(crate) kinds: &'static [KindBounds],
}

/// A job does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Its owner has enough jobs waiting.
    Owner,
    /// Everybody together has.
    All,
}

/// A job's number.
pub(crate) type Id = u64;

/// Where a job was when it was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Was {
    Waiting,
    Running,
}

#[derive(Clone, Copy, Debug)]
struct Job<K> {
    owner: K,
    kind: usize,
    cost: Cost,
    runs: bool,
}

/// The jobs of one kind that wait.
#[derive(Debug)]
struct Ring<K> {
    /// Whose turn it is, and who follows.
    turns: VecDeque<K>,
    lines: HashMap<K, Line>,
    waiting: usize,
    /// Heavy jobs of this kind that run.
    running: usize,
}

/// The jobs of one kind that wait for one owner, the oldest first.
#[derive(Debug)]
struct Line {
    jobs: VecDeque<Id>,
    credit: Cost,
}

/// What one owner has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Holding {
    waiting: usize,
    heavy: usize,
    light: usize,
}

/// The queue.
#[derive(Debug)]
pub(crate) struct Queue<K> {
    bounds: Bounds,
    rings: Vec<Ring<K>>,
    jobs: HashMap<Id, Job<K>>,
    owners: HashMap<K, Holding>,
    heavy: usize,
    light: usize,
    last: Id,
}

impl<K: Copy + Eq + Hash> Queue<K> {
    pub(crate) fn new(bounds: Bounds) -> Queue<K> {
        let ring =
            |_: &KindBounds| Ring { turns: VecDeque::new(), lines: HashMap::new(), waiting: 0, running: 0 };
        Queue {
            rings: bounds.kinds.iter().map(ring).collect(),
            bounds,
            jobs: HashMap::new(),
            owners: HashMap::new(),
            heavy: 0,
            light: 0,
            last: 0,
        }
    }

    /// Adds a job of a kind, an index into the kinds of the bounds.
    pub(crate) fn push(&mut self, owner: K, kind: usize, cost: Cost) -> Result<Id, Refused> {
        let KindBounds { waiting, owner_waiting, .. } = self.bounds.kinds[kind];
        let holding = self.owners.get(&owner).copied().unwrap_or_default();
        let everybody: usize = self.rings.iter().map(|ring| ring.waiting).sum();
        let ring = &mut self.rings[kind];
        let line = ring.lines.get(&owner).map_or(0, |line| line.jobs.len());
        if holding.waiting >= self.bounds.owner_waiting || line >= owner_waiting {
            return Err(Refused::Owner);
        }
        if ring.waiting >= waiting || everybody >= self.bounds.waiting {
            return Err(Refused::All);
        }
        self.last += 1;
        let id = self.last;
        ring.waiting += 1;
        let line = ring.lines.entry(owner).or_insert_with(|| {
            ring.turns.push_back(owner);
            Line { jobs: VecDeque::new(), credit: self.bounds.quantum }
        });
        line.jobs.push_back(id);
        self.jobs.insert(id, Job { owner, kind, cost, runs: false });
        self.owners.entry(owner).or_default().waiting += 1;
        Ok(id)
    }

    /// The job that runs next, if there is one and a worker for it.
    pub(crate) fn next(&mut self) -> Option<Id> {
        let id = (0..self.rings.len()).find_map(|kind| self.next_of(kind))?;
        let job = self.jobs.get_mut(&id).expect("who waits is known");
        job.runs = true;
        let (owner, kind, heavy) = (job.owner, job.kind, job.cost > self.bounds.light);
        let holding = self.owners.get_mut(&owner).expect("who has a job is known");
        holding.waiting -= 1;
        if heavy {
            holding.heavy += 1;
            self.heavy += 1;
            self.rings[kind].running += 1;
        } else {
            holding.light += 1;
            self.light += 1;
        }
        Some(id)
    }

    /// Takes the next job of a kind out of its line. Owners whose jobs cannot run now keep their credit.
    fn next_of(&mut self, kind: usize) -> Option<Id> {
        let turns = &self.rings[kind].turns;
        let runnable: HashMap<K, Id> =
            turns.iter().filter_map(|&owner| Some((owner, self.runnable(kind, owner)?))).collect();
        if runnable.is_empty() {
            return None;
        }
        let ring = &mut self.rings[kind];
        loop {
            let owner = *ring.turns.front().expect("somebody can run");
            if let Some(id) = runnable.get(&owner) {
                let cost = self.jobs[id].cost;
                let line = ring.lines.get_mut(&owner).expect("who has a turn has a line");
                if line.credit >= cost {
                    line.credit -= cost;
                    self.leave_line(*id);
                    return Some(*id);
                }
                line.credit = line.credit.saturating_add(self.bounds.quantum.max(1));
            }
            ring.turns.rotate_left(1);
        }
    }

    /// The oldest job of an owner that a worker may take now.
    fn runnable(&self, kind: usize, owner: K) -> Option<Id> {
        let Bounds { workers, light_workers, light, owner_running, .. } = self.bounds;
        let full = self.heavy + self.light >= workers + light_workers;
        let below = |kinds: usize| -> usize { self.rings[kinds..].iter().map(|ring| ring.running).sum() };
        let allowed = (0..=kind).all(|kind| below(kind) < self.bounds.kinds[kind].running);
        let holding = self.owners[&owner];
        let heavy = !full && allowed && self.heavy < workers && holding.heavy < owner_running;
        let lights = !full && holding.light < owner_running;
        let may_run = |id: &&Id| if self.jobs[*id].cost > light { heavy } else { lights };
        self.rings[kind].lines[&owner].jobs.iter().find(may_run).copied()
    }

    /// A job is over, or nobody wants it any more: its place is free at once.
    pub(crate) fn remove(&mut self, id: Id) -> Option<Was> {
        let Job { owner, kind, cost, runs } = *self.jobs.get(&id)?;
        if !runs {
            self.leave_line(id);
        }
        self.jobs.remove(&id);
        let holding = self.owners.get_mut(&owner).expect("who has a job is known");
        match runs {
            false => holding.waiting -= 1,
            true if cost > self.bounds.light => {
                holding.heavy -= 1;
                self.heavy -= 1;
                self.rings[kind].running -= 1;
            }
            true => {
                holding.light -= 1;
                self.light -= 1;
            }
        }
        if *holding == Holding::default() {
            self.owners.remove(&owner);
        }
        Some(if runs { Was::Running } else { Was::Waiting })
    }

    fn leave_line(&mut self, id: Id) {
        let Job { owner, kind, .. } = self.jobs[&id];
        let ring = &mut self.rings[kind];
        let line = ring.lines.get_mut(&owner).expect("who waits has a line");
        line.jobs.retain(|waits| *waits != id);
        ring.waiting -= 1;
        // Credit is not saved up: an owner that waits for nothing has none.
        if line.jobs.is_empty() {
            ring.lines.remove(&owner);
            ring.turns.retain(|turn| *turn != owner);
        }
    }

    /// Whether a job waits or runs, if it is known.
    pub(crate) fn state(&self, id: Id) -> Option<Was> {
        self.jobs.get(&id).map(|job| if job.runs { Was::Running } else { Was::Waiting })
    }

    /// The kind of a job that waits or runs.
    pub(crate) fn kind(&self, id: Id) -> Option<usize> {
        self.jobs.get(&id).map(|job| job.kind)
    }

    /// How many jobs of a kind wait.
    pub(crate) fn waiting(&self, kind: usize) -> usize {
        self.rings[kind].waiting
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;

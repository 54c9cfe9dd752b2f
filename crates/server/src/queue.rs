//! What waits to be written to one socket: bounded in frames, and in bytes by socket, owner and table.
//!
//! A frame is charged to every budget when it is put into the queue and given back when it has been written or the
//! queue is gone. A viewer for whom there is no room is sent away; it comes back and is told what it missed.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use crate::limits::held;

/// How many bytes may wait.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    used: AtomicUsize,
}

impl Budget {
    pub(crate) fn new(most: usize) -> Arc<Budget> {
        Arc::new(Budget { most, used: AtomicUsize::new(0) })
    }

    pub(crate) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    fn take(&self, bytes: usize) -> bool {
        let more = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= self.most);
        self.used.fetch_update(Relaxed, Relaxed, more).is_ok()
    }

    /// Takes them whether they fit or not.
    fn overdraw(&self, bytes: usize) {
        self.used.fetch_add(bytes, Relaxed);
    }
}

/// What one viewer has of the budget of a table. A viewer that is sent away gives it back at once, although its socket
/// may take a moment to close.
#[derive(Debug)]
pub(crate) struct Share {
    table: Arc<Budget>,
    bytes: AtomicUsize,
}

impl Share {
    pub(crate) fn new(table: &Arc<Budget>) -> Arc<Share> {
        Arc::new(Share { table: Arc::clone(table), bytes: AtomicUsize::new(0) })
    }

    fn take(&self, bytes: usize) -> bool {
        let enough = self.table.take(bytes);
        if enough {
            self.bytes.fetch_add(bytes, Relaxed);
        }
        enough
    }

    fn give(&self, bytes: usize) {
        // What was given back already is not given back twice.
        if self.bytes.fetch_update(Relaxed, Relaxed, |own| own.checked_sub(bytes)).is_ok() {
            self.table.used.fetch_sub(bytes, Relaxed);
        }
    }

    fn give_all(&self) {
        self.table.used.fetch_sub(self.bytes.swap(0, Relaxed), Relaxed);
    }
}

/// Budgets by owner. Forgets those that nobody has a socket for.
#[derive(Debug)]
pub(crate) struct Budgets<K>(Mutex<HashMap<K, Weak<Budget>>>);

impl<K> Default for Budgets<K> {
    fn default() -> Self {
        Budgets(Mutex::default())
    }
}

impl<K: Eq + Hash> Budgets<K> {
    /// The one budget that all sockets of an owner share.
    pub(crate) fn of(&self, owner: K, most: usize) -> Arc<Budget> {
        let mut all = held(&self.0);
        if all.len() > 4096 {
            all.retain(|_, budget| budget.strong_count() > 0);
        }
        let known = all.get(&owner).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let budget = Budget::new(most);
            all.insert(owner, Arc::downgrade(&budget));
            budget
        })
    }
}

/// A frame that waits, with the budgets that it is charged to.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) text: Utf8Bytes,
    charged: Vec<Arc<Budget>>,
    share: Option<Arc<Share>>,
}

impl Waiting {
    /// Charges a budget if it has room.
    fn charge(&mut self, budget: &Arc<Budget>) -> bool {
        let enough = budget.take(self.text.len());
        if enough {
            self.charged.push(Arc::clone(budget));
        }
        enough
    }

    /// Charges a budget that may be overdrawn.
    fn burden(&mut self, budget: &Arc<Budget>) {
        budget.overdraw(self.text.len());
        self.charged.push(Arc::clone(budget));
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        for budget in &self.charged {
            budget.used.fetch_sub(self.text.len(), Relaxed);
        }
        if let Some(share) = &self.share {
            share.give(self.text.len());
        }
    }
}

/// Where frames wait to be written.
pub(crate) type Queue = mpsc::Receiver<Waiting>;

/// Why a frame does not go into a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// This viewer has too much waiting, or reads no more.
    Here,
    /// The viewers of the table have too much waiting together.
    AtTable,
}

/// What the sockets of one owner, and of everybody, may have waiting.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// Of this socket.
    pub(crate) own: usize,
    /// Of its guest and of its address.
    pub(crate) owners: Vec<Arc<Budget>>,
    /// Of everybody.
    pub(crate) all: Arc<Budget>,
}

/// The end of a queue that frames are put into.
#[derive(Debug)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Waiting>,
    accounts: Accounts,
}

#[derive(Clone, Debug)]
struct Accounts {
    own: Arc<Budget>,
    owners: Vec<Arc<Budget>>,
    all: Arc<Budget>,
    revoked: Arc<Notify>,
}

/// A queue of so many frames.
pub(crate) fn channel(frames: usize, room: Room) -> (Outbox, Queue) {
    let (sender, queue) = mpsc::channel(frames);
    let accounts =
        Accounts { own: Budget::new(room.own), owners: room.owners, all: room.all, revoked: Arc::default() };
    (Outbox { frames: sender, accounts }, queue)
}

impl Outbox {
    /// Puts a frame into the queue; with a `share` of what waits at its table.
    ///
    /// # Errors
    /// When there is no room.
    pub(crate) fn put(&self, text: Utf8Bytes, share: Option<&Arc<Share>>) -> Result<(), NoRoom> {
        let Accounts { own, owners, all, .. } = &self.accounts;
        let mut waiting = Waiting { text, charged: Vec::with_capacity(4), share: None };
        // Whoever has nothing waiting gets the next frame however long it is: a long game has long snapshots.
        let first = own.used() == 0;
        if first {
            waiting.burden(own);
            waiting.burden(all);
        } else if !waiting.charge(own) || !waiting.charge(all) {
            return Err(NoRoom::Here);
        }
        if !owners.iter().all(|owner| waiting.charge(owner)) {
            return Err(NoRoom::Here);
        }
        if let Some(share) = share {
            if !share.take(waiting.text.len()) {
                return Err(NoRoom::AtTable);
            }
            waiting.share = Some(Arc::clone(share));
        }
        self.frames.try_send(waiting).map_err(|_| NoRoom::Here)
    }

    /// How many bytes wait here.
    pub(crate) fn bytes(&self) -> usize {
        self.accounts.own.used()
    }

    /// Closes the socket at once; what waits is not written.
    pub(crate) fn revoke(&self, share: &Share) {
        share.give_all();
        self.accounts.revoked.notify_one();
    }

    /// Hears when the socket shall be closed at once.
    pub(crate) fn revoked(&self) -> Arc<Notify> {
        Arc::clone(&self.accounts.revoked)
    }

    /// An end that does not keep the queue open.
    pub(crate) fn downgrade(&self) -> WeakOutbox {
        WeakOutbox { frames: self.frames.downgrade(), accounts: self.accounts.clone() }
    }
}

/// An end of a queue that is open while somebody else keeps it.
#[derive(Debug)]
pub(crate) struct WeakOutbox {
    frames: mpsc::WeakSender<Waiting>,
    accounts: Accounts,
}

impl WeakOutbox {
    pub(crate) fn upgrade(&self) -> Option<Outbox> {
        Some(Outbox { frames: self.frames.upgrade()?, accounts: self.accounts.clone() })
    }
}

#[cfg(test)]
impl Outbox {
    /// A queue without bounds in bytes.
    pub(crate) fn roomy(frames: usize) -> (Outbox, Queue) {
        channel(frames, Room { own: usize::MAX, owners: Vec::new(), all: Budget::new(usize::MAX) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    #[test]
    fn a_queue_is_bounded_in_bytes_and_one_long_frame_still_goes() {
        let all = Budget::new(1000);
        let (out, mut queue) = channel(9, Room { own: 100, owners: Vec::new(), all: Arc::clone(&all) });
        assert_eq!(out.put(text(300), None), Ok(()), "nothing waits");
        assert_eq!(out.put(text(1), None), Err(NoRoom::Here));
        drop(queue.try_recv().unwrap());
        assert_eq!((out.bytes(), all.used()), (0, 0), "what is written is given back");
        assert_eq!([50, 50, 1].map(|n| out.put(text(n), None).is_ok()), [true, true, false]);
        drop(queue);
        assert_eq!((out.bytes(), all.used()), (0, 0), "and what nobody will read");
    }

    #[test]
    fn all_sockets_of_an_owner_share_a_budget() {
        let (budgets, all) = (Budgets::default(), Budget::new(usize::MAX));
        let open =
            |owner| channel(9, Room { own: 80, owners: vec![budgets.of(owner, 100)], all: Arc::clone(&all) });
        let (one, _one) = open("ada");
        let (two, _two) = open("ada");
        let (other, _other) = open("bob");
        assert_eq!(one.put(text(60), None), Ok(()));
        assert_eq!(two.put(text(60), None), Err(NoRoom::Here));
        assert_eq!(two.bytes(), 0, "a frame that is refused is charged to nobody");
        assert_eq!(other.put(text(60), None), Ok(()));
        assert_eq!(two.put(text(40), None), Ok(()));
    }

    #[test]
    fn a_table_has_a_budget_and_under_pressure_everybody_has_one_frame() {
        let (table, all) = (Budget::new(100), Budget::new(150));
        let open = || channel(9, Room { own: 1000, owners: Vec::new(), all: Arc::clone(&all) });
        let ((one, first), (two, mut queue)) = (open(), open());
        let shares = [Share::new(&table), Share::new(&table)];
        assert_eq!(one.put(text(90), Some(&shares[0])), Ok(()));
        assert_eq!(two.put(text(20), Some(&shares[1])), Err(NoRoom::AtTable));
        assert_eq!(table.used(), 90);
        one.revoke(&shares[0]);
        assert_eq!(
            (table.used(), all.used()),
            (0, 90),
            "the table has room; the bytes are there until it is closed"
        );
        drop(first);
        assert_eq!((table.used(), all.used()), (0, 0), "given back once");
        let (one, _one) = open();
        assert_eq!(one.put(text(90), None), Ok(()));
        assert_eq!(two.put(text(60), None), Ok(()), "the first");
        assert_eq!(all.used(), 150);
        assert_eq!(two.put(text(1), None), Err(NoRoom::Here), "no second");
        drop(queue.try_recv());
        assert_eq!(two.put(text(61), None), Ok(()), "the first again");
    }
}

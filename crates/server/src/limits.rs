//! How much anybody may ask for.

use std::{
    collections::HashMap,
    hash::Hash,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use axum::http::HeaderMap;
use store::GuestId;

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Sockets of one guest at a time; a spectator without a cookie counts by address.
    pub sockets: u32,
    /// Unfinished games of one guest.
    pub tables: u32,
    /// Requests that change something, a second and address.
    pub requests: f64,
    /// As many of them may come at once.
    pub requests_at_once: f64,
    /// Requests to the API that only read, a second and address.
    pub reads: f64,
    /// As many of them may come at once.
    pub reads_at_once: f64,
    /// Those of them that run a game (replays, reviews, records, exports, uploads), a second and address.
    pub runs: f64,
    /// As many of them may come at once.
    pub runs_at_once: f64,
    /// Such answers that are being made or read at a time, by one guest.
    pub answers: u32,
    /// And by one address.
    pub answers_at_address: u32,
    /// Frames a second and socket; pings count, a repeated hello counts for ten.
    pub frames: f64,
    /// As many of them may come at once.
    pub frames_at_once: f64,
    /// Frames that wait for one viewer; a viewer that is slower is sent away and comes back.
    pub queue: usize,
    /// Bytes that wait for one viewer. A single frame may be larger: who has nothing else waiting gets it.
    pub queue_bytes: usize,
    /// Bytes that wait for all viewers of one table; beyond, whoever has most waiting is sent away.
    pub table_bytes: usize,
    /// Bytes that wait for all sockets of one guest, and of one address.
    pub owner_bytes: usize,
    /// Bytes that wait for everybody; beyond, a viewer has one frame waiting at most.
    pub all_bytes: usize,
    /// Tables that are in memory at a time.
    pub live: usize,
    /// Those of them that one address has woken.
    pub awake: u32,
    /// Tables that an address opens a second.
    pub opens: f64,
    /// As many of them may come at once.
    pub opens_at_once: f64,
    /// Lines of one game's log.
    pub lines: u32,
    /// Connections of one address at a time that are no sockets (yet).
    pub connections: u32,
    /// Connections a second and address.
    pub connects: f64,
    /// As many of them may come at once.
    pub connects_at_once: f64,
    /// Frames a second of all sockets together that an address has without a cookie.
    pub watching: f64,
    /// Sockets without a cookie that an address opens a second.
    pub visits: f64,
    /// As many of them may come at once.
    pub visits_at_once: f64,
    /// The address of the proxy in front of the server: it connects for everybody and says for whom.
    pub proxy: Option<IpAddr>,
    /// From this address everything is allowed: for measuring what the server can bear.
    pub spared: Option<IpAddr>,
}

impl Limits {
    /// None to speak of: for measuring what the server can bear.
    pub fn none() -> Limits {
        let (much, often) = (u32::MAX, f64::MAX);
        Limits {
            sockets: much,
            tables: much,
            requests: often,
            requests_at_once: often,
            reads: often,
            reads_at_once: often,
            runs: often,
            runs_at_once: often,
            answers: much,
            answers_at_address: much,
            opens: often,
            opens_at_once: often,
            awake: much,
            owner_bytes: usize::MAX,
            frames: often,
            frames_at_once: often,
            connections: much,
            connects: often,
            connects_at_once: often,
            watching: often,
            visits: often,
            visits_at_once: often,
            ..Limits::default()
        }
    }

    /// The limits of an address.
    pub(crate) fn at(&self, address: IpAddr) -> Limits {
        let spared = self.spared.is_some_and(|spared| is_same(spared, address));
        if spared { Limits::none() } else { *self }
    }

    /// Whether it is the proxy that connects.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxy.is_some_and(|proxy| is_same(proxy, peer))
    }

    /// The network that somebody speaks from: what the proxy says when it is the proxy that connects.
    pub(crate) fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_proxy(peer) {
            return network(peer);
        }
        // What the proxy has added comes last; what comes before is only what it was told.
        let said = headers.get_all("x-forwarded-for").iter().next_back();
        let last = said.and_then(|value| value.to_str().ok()).and_then(|list| list.rsplit(',').next());
        network(last.and_then(|address| address.trim().parse().ok()).unwrap_or(peer))
    }
}

/// What limits count by: an IPv4 address, also where it comes as IPv6, or the /64 of an IPv6 address, all of which
/// one household has.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// Whether two addresses are one. This machine has two names, and an IPv4 address comes as `::ffff:` when the server
/// listens to `[::]`.
fn is_same(one: IpAddr, other: IpAddr) -> bool {
    let own = |address| match address {
        IpAddr::V6(Ipv6Addr::LOCALHOST) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        address => address,
    };
    own(one.to_canonical()) == own(other.to_canonical())
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sockets: 24,
            tables: 200,
            requests: 4.0,
            requests_at_once: 120.0,
            reads: 20.0,
            reads_at_once: 300.0,
            runs: 2.0,
            runs_at_once: 60.0,
            answers: 6,
            answers_at_address: 24,
            frames: 15.0,
            frames_at_once: 60.0,
            queue: 256,
            queue_bytes: 2 << 20,
            table_bytes: 16 << 20,
            owner_bytes: 16 << 20,
            all_bytes: 128 << 20,
            live: 20_000,
            awake: 400,
            opens: 0.05,
            opens_at_once: 200.0,
            lines: 20_000,
            connections: 64,
            connects: 5.0,
            connects_at_once: 60.0,
            watching: 4.0,
            visits: 1.0,
            visits_at_once: 40.0,
            proxy: Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            spared: None,
        }
    }
}

/// A bucket that fills with time and from which every wish takes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    full: f64,
    rate: f64,
    level: f64,
    since: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: f64, full: f64) -> Bucket {
        Bucket { full, rate, level: full, since: Instant::now() }
    }

    /// Takes so many, if they are there.
    pub(crate) fn take_some(&mut self, some: f64) -> bool {
        let now = Instant::now();
        self.level = (self.level + self.rate * (now - self.since).as_secs_f64()).min(self.full);
        self.since = now;
        let enough = self.level >= some;
        if enough {
            self.level -= some;
        }
        enough
    }

    fn is_full(&self) -> bool {
        self.level + self.rate * self.since.elapsed().as_secs_f64() >= self.full
    }
}

/// Buckets by address. Forgets those that are full again.
#[derive(Debug, Default)]
pub(crate) struct Buckets(Mutex<HashMap<IpAddr, Bucket>>);

impl Buckets {
    pub(crate) fn take(&self, address: IpAddr, rate: f64, full: f64) -> bool {
        self.take_some(address, rate, full, 1.0)
    }

    pub(crate) fn take_some(&self, address: IpAddr, rate: f64, full: f64, some: f64) -> bool {
        let mut buckets = held(&self.0);
        if buckets.len() > 4096 {
            buckets.retain(|_, bucket| !bucket.is_full());
        }
        buckets.entry(address).or_insert_with(|| Bucket::new(rate, full)).take_some(some)
    }

    /// Empties the bucket of an address that has proved to be bad.
    pub(crate) fn empty(&self, address: IpAddr) {
        if let Some(bucket) = held(&self.0).get_mut(&address) {
            bucket.level = 0.0;
            bucket.since = Instant::now();
        }
    }
}

/// Who has a socket: a guest, or somebody without a cookie at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Who {
    Guest(GuestId),
    Address(IpAddr),
}

/// Counts what is open.
#[derive(Debug)]
pub(crate) struct Counts<K: Eq + Hash>(Arc<Mutex<HashMap<K, u32>>>);

impl<K: Eq + Hash> Default for Counts<K> {
    fn default() -> Self {
        Counts(Arc::default())
    }
}

/// One that is open; closes when it is dropped.
#[derive(Debug)]
pub(crate) struct Counted<K: Eq + Hash> {
    counts: Arc<Mutex<HashMap<K, u32>>>,
    key: K,
}

impl<K: Eq + Hash + Copy> Counts<K> {
    /// Opens one more, if `most` allows it.
    pub(crate) fn open(&self, key: K, most: u32) -> Option<Counted<K>> {
        let mut counts = held(&self.0);
        let count = counts.entry(key).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted { counts: Arc::clone(&self.0), key })
    }
}

impl<K: Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = held(&self.counts);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// A lock whose holder never leaves the data half done, so that poison means nothing.
pub(crate) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_what_it_holds_and_no_more() {
        let mut bucket = Bucket::new(0.0, 3.0);
        assert_eq!([(); 5].map(|()| bucket.take_some(1.0)), [true, true, true, false, false]);
    }

    #[test]
    fn an_address_can_lose_what_it_has_saved() {
        let (buckets, address) = (Buckets::default(), IpAddr::from([198, 51, 100, 7]));
        assert!(buckets.take(address, 0.0, 3.0));
        buckets.empty(address);
        assert!(!buckets.take(address, 0.0, 3.0));
        assert!(buckets.take([198, 51, 100, 8].into(), 0.0, 3.0), "others keep theirs");
    }

    #[test]
    fn only_the_proxy_is_asked_for_whom_it_speaks() {
        let limits = Limits::default();
        let (proxy, guest): (IpAddr, IpAddr) = ([127, 0, 0, 1].into(), [198, 51, 100, 7].into());
        let mut headers = HeaderMap::new();
        assert_eq!(limits.caller(proxy, &headers), proxy);
        headers.insert("x-forwarded-for", "203.0.113.9, 198.51.100.7".parse().unwrap());
        assert_eq!(limits.caller(proxy, &headers), guest, "what the guest said of itself does not count");
        assert_eq!(limits.caller([198, 51, 100, 8].into(), &headers), IpAddr::from([198, 51, 100, 8]));
        headers.insert("x-forwarded-for", "anything".parse().unwrap());
        assert_eq!(limits.caller(proxy, &headers), proxy);
    }

    #[test]
    fn a_proxy_on_this_machine_is_known_by_every_name_of_it() {
        let limits = Limits::default();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "198.51.100.7".parse().unwrap());
        for peer in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let caller = limits.caller(peer.parse().unwrap(), &headers);
            assert_eq!(caller, IpAddr::from([198, 51, 100, 7]), "{peer}");
        }
        for peer in ["127.0.0.2", "::2", "::ffff:127.0.0.2", "198.51.100.9"] {
            assert!(!limits.is_proxy(peer.parse().unwrap()), "{peer}");
        }
        let elsewhere = Limits { proxy: Some("192.0.2.1".parse().unwrap()), ..limits };
        assert!(elsewhere.is_proxy("::ffff:192.0.2.1".parse().unwrap()));
        assert!(!elsewhere.is_proxy("::1".parse().unwrap()));
        let measured = Limits { spared: Some(IpAddr::V4(Ipv4Addr::LOCALHOST)), ..limits };
        assert_eq!(measured.at("::ffff:127.0.0.1".parse().unwrap()).sockets, u32::MAX);
        assert_eq!(measured.at("::ffff:127.0.0.9".parse().unwrap()).sockets, limits.sockets);
    }

    #[test]
    fn an_ipv6_household_counts_once() {
        let limits = Limits::default();
        let caller = |peer: &str| limits.caller(peer.parse().unwrap(), &HeaderMap::new());
        assert_eq!(caller("2001:db8:1:2::1"), caller("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(caller("2001:db8:1:2::1"), caller("2001:db8:1:3::1"));
        assert_eq!(caller("::ffff:198.51.100.7"), caller("198.51.100.7"));
        assert_ne!(caller("::ffff:198.51.100.7"), caller("198.51.100.8"));
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "2001:db8:1:2:3:4:5:6".parse().unwrap());
        let behind = limits.caller("::1".parse().unwrap(), &headers);
        assert_eq!(behind, caller("2001:db8:1:2::1"), "behind a proxy too");
    }

    #[test]
    fn what_is_closed_can_be_opened_again() {
        let counts = Counts::default();
        let first = counts.open(1, 2).unwrap();
        let _second = counts.open(1, 2).unwrap();
        assert!(counts.open(1, 2).is_none());
        let _other = counts.open(2, 2).unwrap();
        drop(first);
        assert!(counts.open(1, 2).is_some());
    }
}

//! What all requests share: the store, the live tables, the pool of thinkers.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex},
};

use catalogue::{Entry, GAMES, TOYS};
use store::Store;
use tokio::sync::{mpsc, watch};

use crate::{
    Config,
    alarms::Alarms,
    assets::Assets,
    fair::Fair,
    limits::{Buckets, Counted, Counts, Who, held},
    live::{self, Message},
    metrics::Metrics,
    queue::{Budget, Budgets},
    reading::{self, Reviews},
    thinking::{self, Owner},
};

/// How many messages wait for one table.
const INBOX: usize = 256;

pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    pub(crate) thinkers: Fair<Owner>,
    /// Who runs records.
    pub(crate) reading: Fair<IpAddr>,
    /// Answers that are being made or read.
    pub(crate) answers: Counts<Who>,
    pub(crate) reviews: Reviews,
    /// The games as JSON, and how many levels each had when it was written: nothing else changes.
    pub(crate) cards: Mutex<(Vec<usize>, Vec<u8>)>,
    pub(crate) requests: Buckets,
    pub(crate) connects: Buckets,
    pub(crate) visits: Buckets,
    pub(crate) watching: Buckets,
    pub(crate) connections: Counts<IpAddr>,
    pub(crate) sockets: Counts<Who>,
    pub(crate) opens: Buckets,
    pub(crate) reads: Buckets,
    pub(crate) runs: Buckets,
    /// Tables in memory by the address that has woken them.
    awake: Counts<IpAddr>,
    /// Bytes that wait to be written to the sockets of each owner, and to all.
    pub(crate) queued: Budgets<Who>,
    pub(crate) waiting: Arc<Budget>,
    pub(crate) alarms: Alarms,
    pub(crate) metrics: Metrics,
    /// Whether the server goes away.
    pub(crate) closing: watch::Sender<bool>,
    tables: Mutex<HashMap<String, Awake>>,
}

/// A table in memory.
struct Awake {
    inbox: mpsc::Sender<Message>,
    /// Who has woken it, while it counts.
    _by: Option<Counted<IpAddr>>,
}

/// Too many tables are in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// Of everybody.
    All,
    /// Of this address.
    Here,
}

impl Full {
    /// The sentence for whoever wanted one more.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Full::All => "server.full",
            Full::Here => "server.full-here",
        }
    }
}

impl App {
    pub(crate) fn new(config: Config, store: Store) -> Arc<App> {
        Arc::new(App {
            assets: Assets::new(config.page.clone()),
            waiting: Budget::new(config.limits.all_bytes),
            config,
            store,
            thinkers: Fair::new(thinking::BOUNDS),
            reading: Fair::new(reading::BOUNDS),
            answers: Counts::default(),
            reviews: Reviews::default(),
            cards: Mutex::default(),
            requests: Buckets::default(),
            connects: Buckets::default(),
            visits: Buckets::default(),
            watching: Buckets::default(),
            connections: Counts::default(),
            sockets: Counts::default(),
            opens: Buckets::default(),
            reads: Buckets::default(),
            runs: Buckets::default(),
            awake: Counts::default(),
            queued: Budgets::default(),
            alarms: Alarms::default(),
            metrics: Metrics::default(),
            closing: watch::Sender::new(false),
            tables: Mutex::default(),
        })
    }

    /// Seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.config.time.now().seconds()
    }

    /// The games that can be opened here.
    pub(crate) fn games(&self) -> impl Iterator<Item = &'static Entry> {
        GAMES.iter().chain(TOYS.iter().filter(|_| self.config.toys))
    }

    /// A game that can be opened here.
    pub(crate) fn game(&self, id: &str) -> Option<&'static Entry> {
        self.games().find(|entry| entry.id == id)
    }

    /// How many tables are in memory.
    pub(crate) fn awake(&self) -> usize {
        held(&self.tables).len()
    }

    /// Whether a table is in memory.
    pub(crate) fn is_awake(&self, table: &str) -> bool {
        held(&self.tables).contains_key(table)
    }

    /// Hands a message to a table, which is woken from the store if it sleeps.
    pub(crate) async fn send(self: &Arc<App>, table: &str, message: Message) -> Result<(), Full> {
        self.send_for(table, message, None).await
    }

    /// The same for an address, which may keep so many tables awake.
    pub(crate) async fn send_for(
        self: &Arc<App>,
        table: &str,
        message: Message,
        by: Option<(IpAddr, u32)>,
    ) -> Result<(), Full> {
        let mut message = message;
        // A table that falls asleep at this moment has closed its inbox: the next one is awake.
        for _ in 0..8 {
            match self.wake(table, by)?.send(message).await {
                Ok(()) => return Ok(()),
                Err(returned) => message = returned.0,
            }
        }
        Err(Full::All)
    }

    /// Hands a message to a table if it is awake.
    pub(crate) async fn send_if_awake(&self, table: &str, message: Message) {
        let inbox = held(&self.tables).get(table).map(|awake| awake.inbox.clone());
        if let Some(inbox) = inbox {
            // One that falls asleep now will read the news when it wakes.
            let _ = inbox.send(message).await;
        }
    }

    fn wake(self: &Arc<App>, table: &str, by: Option<(IpAddr, u32)>) -> Result<mpsc::Sender<Message>, Full> {
        let mut tables = held(&self.tables);
        if let Some(awake) = tables.get(table).filter(|awake| !awake.inbox.is_closed()) {
            return Ok(awake.inbox.clone());
        }
        if tables.len() >= self.config.limits.live {
            return Err(Full::All);
        }
        let by = by.map(|(address, most)| self.awake.open(address, most).ok_or(Full::Here)).transpose()?;
        let (inbox, messages) = mpsc::channel(INBOX);
        tables.insert(table.to_owned(), Awake { inbox: inbox.clone(), _by: by });
        tokio::spawn(live::run(Arc::clone(self), table.to_owned(), messages, inbox.downgrade()));
        Ok(inbox)
    }

    /// Lets a table fall asleep unless somebody has just written to it.
    pub(crate) fn sleep(&self, table: &str, messages: &mut mpsc::Receiver<Message>) -> bool {
        let mut tables = held(&self.tables);
        if !messages.is_empty() {
            return false;
        }
        messages.close();
        tables.remove(table);
        true
    }
}

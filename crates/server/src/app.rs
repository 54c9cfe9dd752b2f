//! What all requests share: the store, the live tables, the pool of thinkers.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex},
};

use catalogue::{Entry, GAMES, TOYS};
use store::Store;
use tokio::sync::{Semaphore, mpsc, watch};

use crate::{
    Config,
    alarms::Alarms,
    assets::Assets,
    fair::Fair,
    limits::{Buckets, Counts, Who, held},
    live::{self, Message},
    metrics::Metrics,
    thinking::{self, Owner},
};

/// How many records are run at a time.
const READERS: usize = 2;

/// How many messages wait for one table.
const INBOX: usize = 256;

pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    pub(crate) thinkers: Fair<Owner>,
    pub(crate) readers: Semaphore,
    /// The games as JSON, and how many levels each had when it was written: nothing else changes.
    pub(crate) cards: Mutex<(Vec<usize>, Vec<u8>)>,
    pub(crate) requests: Buckets,
    pub(crate) connects: Buckets,
    pub(crate) visits: Buckets,
    pub(crate) watching: Buckets,
    pub(crate) connections: Counts<IpAddr>,
    pub(crate) sockets: Counts<Who>,
    pub(crate) alarms: Alarms,
    pub(crate) metrics: Metrics,
    /// Whether the server goes away.
    pub(crate) closing: watch::Sender<bool>,
    tables: Mutex<HashMap<String, mpsc::Sender<Message>>>,
}

/// Too many tables are in memory.
pub(crate) struct Full;

impl App {
    pub(crate) fn new(config: Config, store: Store) -> Arc<App> {
        Arc::new(App {
            assets: Assets::new(config.page.clone()),
            config,
            store,
            thinkers: Fair::new(thinking::BOUNDS),
            readers: Semaphore::new(READERS),
            cards: Mutex::default(),
            requests: Buckets::default(),
            connects: Buckets::default(),
            visits: Buckets::default(),
            watching: Buckets::default(),
            connections: Counts::default(),
            sockets: Counts::default(),
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

    /// Hands a message to a table, which is woken from the store if it sleeps.
    pub(crate) async fn send(self: &Arc<App>, table: &str, message: Message) -> Result<(), Full> {
        let mut message = message;
        // A table that falls asleep at this moment has closed its inbox: the next one is awake.
        for _ in 0..8 {
            match self.wake(table)?.send(message).await {
                Ok(()) => return Ok(()),
                Err(returned) => message = returned.0,
            }
        }
        Err(Full)
    }

    /// Hands a message to a table if it is awake.
    pub(crate) async fn send_if_awake(&self, table: &str, message: Message) {
        let inbox = held(&self.tables).get(table).cloned();
        if let Some(inbox) = inbox {
            // One that falls asleep now will read the news when it wakes.
            let _ = inbox.send(message).await;
        }
    }

    fn wake(self: &Arc<App>, table: &str) -> Result<mpsc::Sender<Message>, Full> {
        let mut tables = held(&self.tables);
        if let Some(inbox) = tables.get(table).filter(|inbox| !inbox.is_closed()) {
            return Ok(inbox.clone());
        }
        if tables.len() >= self.config.limits.live {
            return Err(Full);
        }
        let (inbox, messages) = mpsc::channel(INBOX);
        tables.insert(table.to_owned(), inbox.clone());
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

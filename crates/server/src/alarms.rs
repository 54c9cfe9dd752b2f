//! Who is woken when: tables sleep, their clocks do not.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{sync::Notify, task::JoinHandle};

use crate::{
    app::App,
    journal::{Weight, note},
    limits::held,
    live::Message,
    time::Moment,
};

/// How often a server that counts somebody's time says that it is alive.
const PULSE: Duration = Duration::from_secs(5);

/// How long a table that finds no room is put off.
const FULL: Duration = Duration::from_secs(1);

/// Who is woken when.
#[derive(Debug, Default)]
pub(crate) struct Alarms {
    set: Mutex<Set>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Set {
    by_table: BTreeMap<String, Moment>,
    by_time: BTreeSet<(Moment, String)>,
}

impl Set {
    fn put(&mut self, table: &str, due: Option<Moment>) {
        if let Some(old) = self.by_table.remove(table) {
            self.by_time.remove(&(old, table.to_owned()));
        }
        if let Some(due) = due {
            self.by_table.insert(table.to_owned(), due);
            self.by_time.insert((due, table.to_owned()));
        }
    }
}

impl Alarms {
    /// Wakes a table at a moment, or no longer.
    pub(crate) fn set(&self, table: &str, due: Option<Moment>) {
        let mut set = held(&self.set);
        if set.by_table.get(table).copied() != due {
            set.put(table, due);
            self.changed.notify_one();
        }
    }

    fn next(&self) -> Option<Moment> {
        held(&self.set).by_time.first().map(|(due, _)| *due)
    }

    /// Takes the tables that are due.
    fn take(&self, now: Moment) -> Vec<String> {
        let mut set = held(&self.set);
        let due = set.by_time.iter().take_while(|(due, _)| *due <= now);
        let tables: Vec<String> = due.map(|(_, table)| table.clone()).collect();
        tables.iter().for_each(|table| set.put(table, None));
        tables
    }
}

/// Arms the alarms of every stored game, with credit for the time that no server was there, and watches them.
///
/// # Errors
/// When the database fails.
pub(crate) async fn start(app: &Arc<App>) -> Result<[JoinHandle<()>; 2], store::StoreError> {
    app.store.credit(app.config.time.now().0).await?;
    for (table, due) in app.store.running().await? {
        app.alarms.set(&table, Some(Moment(due)));
    }
    Ok([tokio::spawn(watch(Arc::clone(app))), tokio::spawn(pulse(Arc::clone(app)))])
}

async fn watch(app: Arc<App>) {
    let time = app.config.time.clone();
    loop {
        let next = app.alarms.next();
        tokio::select! {
            () = app.alarms.changed.notified() => continue,
            () = time.sleep_until(next.unwrap_or(Moment(0))), if next.is_some() => {}
        }
        for table in app.alarms.take(time.now()) {
            // The table looks at its own clock; it may have been decided meanwhile.
            if app.send(&table, Message::Flag).await.is_err() {
                app.alarms.set(&table, Some(time.now() + FULL));
            }
        }
    }
}

async fn pulse(app: Arc<App>) {
    let time = app.config.time.clone();
    loop {
        time.sleep_until(time.now() + PULSE).await;
        if app.alarms.next().is_some()
            && let Err(error) = app.store.alive(time.now().0).await
        {
            note(Weight::Error, "store", &[("why", &error)]);
        }
    }
}

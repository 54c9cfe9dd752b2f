//! What nobody came back for goes by itself: tables at which no person has moved, guests without a game.
//!
//! Every hour, a few rows at a time, so that those who play do not notice.

use std::{sync::Arc, time::Duration};

use store::{GuestId, StoreError};
use tokio::time::sleep;

use crate::{
    app::App,
    journal::{Weight, note},
    live::Message,
};

/// How often it is looked.
const EVERY: Duration = Duration::from_secs(3600);

/// A table without a move stays so long after it was opened or somebody was dealt something.
const TABLES: i64 = 7 * 24 * 3600;

/// A guest without a game stays so long.
const GUESTS: i64 = 7 * 24 * 3600;

/// So many rows are looked at in one step.
const ROWS: u32 = 200;

/// And so long is between two steps.
const REST: Duration = Duration::from_millis(50);

/// Goes on until the task is ended.
pub(crate) async fn keep(app: Arc<App>) {
    let time = app.config.time.clone();
    loop {
        time.sleep_until(time.now() + EVERY).await;
        if let Err(error) = look(&app).await {
            note(Weight::Error, "store", &[("why", &error)]);
        }
    }
}

/// Looks through everything once.
async fn look(app: &Arc<App>) -> Result<(), StoreError> {
    let (mut tables, mut guests) = (0, 0);
    let mut after = Some(String::new());
    while let Some(from) = after {
        let before = app.now() - TABLES;
        let found = app.store.unplayed(&from, before, ROWS).await?;
        let old: Vec<String> = found.old.into_iter().filter(|table| !app.is_awake(table)).collect();
        if !old.is_empty() {
            for table in app.store.expire_games(old, before).await? {
                tables += 1;
                // Somebody may have come at this moment.
                app.alarms.set(&table, None);
                app.send_if_awake(&table, Message::Erased).await;
            }
        }
        after = found.next;
        sleep(REST).await;
    }
    let mut after = Some(GuestId(0));
    while let Some(from) = after {
        let before = app.now() - GUESTS;
        let found = app.store.idle_guests(from, before, ROWS).await?;
        if !found.old.is_empty() {
            guests += app.store.expire_guests(found.old, before).await?;
        }
        after = found.next;
        sleep(REST).await;
    }
    if tables + guests > 0 {
        note(Weight::Info, "expired", &[("tables", &tables), ("guests", &guests)]);
    }
    Ok(())
}

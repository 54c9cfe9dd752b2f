//! What several tests share.

use std::collections::BTreeMap;

use store::{GameRow, Ticks};
use table::BySeat;

/// A new table by link.
pub(crate) fn row(id: &str) -> GameRow {
    GameRow {
        id: id.into(),
        game: "race".into(),
        rules: 1,
        options: BTreeMap::new(),
        mode: "link".into(),
        level: None,
        listed: true,
        seed: [7; 32],
        began: 1000,
        ended: None,
        number: 1,
        won: BySeat([0, 0]),
        drawn: 0,
        next: None,
        clock: None,
        ticks: Ticks::default(),
        luggage: BTreeMap::new(),
    }
}

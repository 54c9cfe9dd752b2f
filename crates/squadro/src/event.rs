//! What happened on the board, in the order the eye should see it.

use serde::Serialize;
use table::{Redact, Seat, Viewer};

/// Something that happened. Lanes are numbered from 1, places are progresses from 0 to 12.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The draw for the first move (R2).
    Starts {
        /// Who begins.
        seat: Seat,
    },
    /// A piece moved (R4-R9).
    Moved {
        /// Whose piece.
        seat: Seat,
        /// Its lane.
        lane: u8,
        /// Where it stood.
        from: u8,
        /// Where it stands.
        to: u8,
        /// The lanes of the enemies that it jumped, in the order of the jumps.
        jumped: Vec<u8>,
    },
    /// A piece that was jumped went back (R10).
    SentBack {
        /// Whose piece.
        seat: Seat,
        /// Its lane.
        lane: u8,
        /// Where it was jumped.
        from: u8,
        /// Where it stands.
        to: u8,
    },
    /// A piece reached its turning square (R6).
    Turned {
        /// Whose piece.
        seat: Seat,
        /// Its lane.
        lane: u8,
    },
    /// A piece came home (R7).
    Home {
        /// Whose piece.
        seat: Seat,
        /// Its lane.
        lane: u8,
    },
    /// Four pieces are home (R12).
    Won {
        /// Whose.
        seat: Seat,
    },
    /// Too many quiet moves (R13).
    Drawn,
}

/// Everything is open to everybody.
impl Redact for Event {
    fn seen_by(&self, _: Viewer) -> Option<Event> {
        Some(self.clone())
    }
}

//! What a table tells a client.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::{
    Can, Choice, ClocksTold, Commitment, Key, Move, Moved, Offer, Offers, Position, SeatTold, Sentence,
    TableTold, Watchers,
};

/// A frame from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Tell {
    /// Everything that is needed to draw the table. Forget what was before.
    Snapshot(Box<Snapshot>),
    /// One move.
    Step(Box<StepTold>),
    /// The wish of that key has been fulfilled and stored.
    Done {
        /// The wish.
        key: Key,
    },
    /// The wish of that key was refused; nothing has changed.
    Refused(Box<Refused>),
    /// The answer to `hint`.
    Hint(Box<HintTold>),
    /// The answer to `preview`.
    Preview {
        /// The wish.
        key: Key,
        /// The action with its anchors, and where things would stand.
        choice: Box<Choice>,
    },
    /// The answer to `look`.
    Look(Box<Position>),
    /// Who is at the table has changed.
    Presence {
        /// One and Two.
        seats: [SeatTold; 2],
        /// Who looks on.
        watchers: Watchers,
    },
    /// Offers have changed.
    Offer {
        /// How they stand.
        #[serde(flatten)]
        offer: Offer,
        /// Which buttons make sense now.
        can: Can,
    },
    /// Which windows are passed for this viewer's seats: kinds by seat, One first.
    Auto {
        /// One's kinds and Two's; empty for seats of others.
        kinds: [Vec<String>; 2],
    },
    /// The clocks have begun to run.
    Clocks {
        /// How they stand.
        clocks: ClocksTold,
    },
    /// How the dice stand: somebody has committed or opened a nonce, or this viewer has come back.
    Dice {
        /// What everybody may know.
        commitment: Commitment,
    },
    /// The next game of the series is open.
    Next {
        /// Its table.
        table: String,
    },
    /// The table cannot go on, or the connection is unwelcome. The socket closes after it.
    Gone {
        /// Why.
        why: Sentence,
        /// Whether it makes sense to connect again.
        again: bool,
    },
    /// Too many wishes at once, or too many thoughts: try that one again in a moment.
    Busy {
        /// The wish, if it was understood.
        key: Option<Key>,
    },
}

/// Everything that is needed to draw the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// [`PROTOCOL`](crate::PROTOCOL) of the server.
    pub protocol: u32,
    /// What does not change.
    pub table: TableTold,
    /// One and Two.
    pub seats: [SeatTold; 2],
    /// Who looks on.
    pub watchers: Watchers,
    /// The seats of this connection.
    #[cfg_attr(test, ts(type = "Seat[]"))]
    pub you: Vec<Seat>,
    /// How many lines the log has; rises with every change, also with a take-back.
    pub version: u32,
    /// The position.
    pub position: Position,
    /// The moves that count.
    pub moves: Vec<Move>,
    /// What happened in the last of them.
    #[cfg_attr(test, ts(type = "GameEvent[]"))]
    pub last: Vec<serde_json::Value>,
    /// What waits for an answer.
    pub offers: Offers,
    /// Which buttons make sense.
    pub can: Can,
    /// Which windows are passed: kinds by seat; empty for seats of others.
    pub auto: [Vec<String>; 2],
    /// The next game of the series, when there is one.
    pub next: Option<String>,
    /// How the clocks stand, if there are any.
    pub clocks: Option<ClocksTold>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StepTold {
    /// The version after it. A client that holds another than `version - 1` says hello again.
    pub version: u32,
    /// The move and its events; none for a line of the table (a resignation, an agreed draw).
    pub moved: Option<Moved>,
    /// The position after it.
    pub position: Position,
    /// What waits for an answer.
    pub offers: Offers,
    /// Which buttons make sense.
    pub can: Can,
    /// The seed of the dice, opened by the end of the game.
    pub seed: Option<String>,
    /// How the clocks stand, if there are any.
    pub clocks: Option<ClocksTold>,
}

/// Why a wish was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refused {
    /// The wish, if it had a key.
    pub key: Option<Key>,
    /// The rule of the book (`R12`), or `notation`, `turn`, `chance`, `table`.
    pub rule: String,
    /// The sentence that explains it.
    #[serde(flatten)]
    pub why: Sentence,
}

/// What a strong player would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HintTold {
    /// The wish.
    pub key: Key,
    /// For whom.
    #[cfg_attr(test, ts(type = "Seat"))]
    pub seat: Seat,
    /// The version that was thought about.
    pub version: u32,
    /// The action with its anchors.
    pub choice: Choice,
    /// The chance to win, from 0 to 1.
    pub win: Option<f32>,
    /// The expected line, own action first.
    pub line: Vec<String>,
    /// Why.
    pub why: Sentence,
}

//! The words that server and clients exchange.
//!
//! Over a table's socket go JSON text frames: an [`Ask`] to the server, a [`Tell`] back. Everything else is
//! plain HTTP with the bodies of [`http`]. What a frame tells about a game is what one viewer may know and
//! nothing else. A test writes `page/net/protocol.d.ts` from these types.

mod ask;
pub mod http;
mod parts;
mod tell;
#[cfg(test)]
mod typescript;

pub use ask::{Answered, Ask, Key};
pub use parts::{
    Asked, Can, Choice, Clock, ClocksTold, Commitment, Control, Hole, Match, Mode, Move, Moved, Occupant,
    Offer, Offers, Position, PromptTold, SeatTold, Sentence, TableTold, TurnTold, ViewerName, Watchers,
};
pub use tell::{HintTold, Refused, Snapshot, StepTold, Tell};

/// The version of this protocol. A page that speaks another one loads itself again.
pub const PROTOCOL: u32 = 1;

/// The longest frame that a client may send, in bytes.
pub const LONGEST_ASK: usize = 4096;

/// The longest record that may be dropped on the page, in bytes.
pub const LONGEST_RECORD: usize = 1 << 20;

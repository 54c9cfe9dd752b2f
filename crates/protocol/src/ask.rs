//! What a client asks of a table.

use serde::{Deserialize, Serialize};
use table::Seat;

/// The client's own name for one wish. A retry carries the same key and has no second effect; the answer
/// carries it too. 8 to 40 letters, digits or `-`, best a random UUID.
pub type Key = String;

/// A frame from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// The first frame of every connection. With `version`, the last one that the client has drawn, it is
    /// answered by the steps missed since; without, or when they cannot be told one by one, by a snapshot.
    Hello {
        /// [`PROTOCOL`](crate::PROTOCOL) of the client.
        protocol: u32,
        /// The last version that the client has drawn.
        #[serde(default)]
        version: Option<u32>,
    },
    /// A decision in the game's notation.
    Act {
        /// See [`Key`].
        key: Key,
        /// Who decides.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
        /// The version that the player looked at.
        version: u32,
        /// The notation.
        text: String,
    },
    /// A gesture: a click on an anchor or a drag between two. Its first legal reading is played; when there is
    /// none, the refusal says why.
    Attempt {
        /// See [`Key`].
        key: Key,
        /// Whose gesture.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
        /// The version that the player looked at.
        version: u32,
        /// Where the hand began.
        from: String,
        /// Where it ended, if elsewhere.
        #[serde(default)]
        to: Option<String>,
    },
    /// Back to the seat's last decision: at once, or online as a request to the other side.
    Undo {
        /// See [`Key`].
        key: Key,
        /// Whose decision.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
    },
    /// Gives up.
    Resign {
        /// See [`Key`].
        key: Key,
        /// Who.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
    },
    /// Offers a draw.
    OfferDraw {
        /// See [`Key`].
        key: Key,
        /// Who.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
    },
    /// Wants another game with seats swapped, once this one is over.
    Rematch {
        /// See [`Key`].
        key: Key,
        /// Who.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
    },
    /// Answers an offer of the other side.
    Answer {
        /// See [`Key`].
        key: Key,
        /// Who answers.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
        /// What was offered.
        what: Answered,
        /// Accepted or declined.
        yes: bool,
    },
    /// Asks what a strong player would do for `seat`, who is asked.
    Hint {
        /// See [`Key`].
        key: Key,
        /// For whom.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
    },
    /// Asks what a decision would do before it is made, as far as the table shows it in advance. Nothing is played;
    /// answered by `preview`.
    Preview {
        /// See [`Key`].
        key: Key,
        /// Who would decide.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
        /// The version that the player looked at.
        version: u32,
        /// The notation.
        text: String,
    },
    /// Asks for the position after move `n` (0: the start) as this viewer may see it.
    Look {
        /// The number of the move.
        n: u32,
    },
    /// Two at one screen, in a game with secrets: lifts the cover for `seat`, or puts it on with none. Answered
    /// by a snapshot of that view.
    Uncover {
        /// Whose private view to show.
        #[serde(default)]
        #[cfg_attr(test, ts(type = "Seat | null"))]
        seat: Option<Seat>,
    },
    /// Fixes what this player will add to the dice, and tells nobody: SHA-256 of `vis-a-vis nonce`, the seed's
    /// commitment (32 bytes), the seat (one byte, 1 or 2) and the nonce. Another one takes its place only while
    /// somebody is still missing, from the only connection of its seat.
    Commit {
        /// See [`Key`].
        key: Key,
        /// Whose.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
        /// 64 hex digits.
        hash: String,
    },
    /// Opens what was committed to, when everybody has committed: 32 to 64 hex digits. From who has not committed it
    /// is a nonce in the open, as older clients send it: 16 to 64 hex digits, before the first draw.
    Nonce {
        /// See [`Key`].
        key: Key,
        /// Whose.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
        /// 16 to 64 hex digits.
        nonce: String,
    },
    /// "Pass these windows for me": answers prompts of one kind with `pass` from now on, or no longer.
    Auto {
        /// See [`Key`].
        key: Key,
        /// For whom.
        #[cfg_attr(test, ts(type = "Seat"))]
        seat: Seat,
        /// The kind of window: the prompt's `word`.
        kind: String,
        /// On or off.
        on: bool,
    },
}

impl Ask {
    /// The key of a wish that has one.
    pub fn key(&self) -> Option<&Key> {
        match self {
            Ask::Hello { .. } | Ask::Look { .. } | Ask::Uncover { .. } => None,
            Ask::Act { key, .. }
            | Ask::Attempt { key, .. }
            | Ask::Undo { key, .. }
            | Ask::Resign { key, .. }
            | Ask::OfferDraw { key, .. }
            | Ask::Rematch { key, .. }
            | Ask::Answer { key, .. }
            | Ask::Hint { key, .. }
            | Ask::Preview { key, .. }
            | Ask::Commit { key, .. }
            | Ask::Nonce { key, .. }
            | Ask::Auto { key, .. } => Some(key),
        }
    }
}

/// What can be offered to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// To take back.
    Undo,
    /// A draw.
    Draw,
    /// Another game.
    Rematch,
}

//! What a player reads of a frame. Most of it stays text: ten thousand sockets are read by one program, beside the
//! server that it measures.

use protocol::{Key, Move, Position};
use serde::Deserialize;
use serde_json::value::RawValue;
use table::Seat;

/// A frame as far as it matters here.
#[derive(Debug)]
pub(crate) enum Frame {
    /// The table as this seat sees it after a version.
    Shown(Shown),
    /// How the dice stand.
    Dice(Dice),
    /// Who is at the table.
    Presence,
    /// The wish of that key is stored.
    Done(Key),
    /// The wish of that key is refused.
    Refused(Option<Key>),
    /// The wish of that key was put off.
    Busy(Option<Key>),
    /// The server wants no more of this connection.
    Gone,
    /// Anything else.
    Other,
}

/// The table after a version.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) version: u32,
    pub(crate) stage: Stage,
    /// How the dice stand, in a snapshot.
    pub(crate) dice: Option<Dice>,
    /// The moves so far, in a snapshot.
    moves: Option<Box<RawValue>>,
}

/// A position that has not been read yet.
#[derive(Debug)]
pub(crate) struct Stage {
    text: Box<RawValue>,
    /// Whether the game is over.
    pub(crate) over: bool,
}

#[derive(Deserialize)]
struct Glance<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    key: Option<Key>,
    version: Option<u32>,
    #[serde(borrow)]
    position: Option<&'a RawValue>,
    #[serde(borrow)]
    table: Option<&'a RawValue>,
    #[serde(borrow)]
    commitment: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct TableGlance {
    commitment: Dice,
}

/// How the dice of a table stand.
#[derive(Debug, Deserialize)]
pub(crate) struct Dice {
    /// The commitment to the seed.
    pub(crate) hash: String,
    /// Who may commit to a nonce.
    pub(crate) wanted: Vec<Seat>,
    /// Who is to open it.
    pub(crate) unrevealed: Vec<Seat>,
}

#[derive(Deserialize)]
struct PositionGlance<'a> {
    #[serde(borrow)]
    turn: TurnGlance<'a>,
}

#[derive(Deserialize)]
struct TurnGlance<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
}

impl Frame {
    /// Reads a frame; `None` when it is none.
    pub(crate) fn read(text: &str) -> Option<Frame> {
        let glance: Glance = serde_json::from_str(text).ok()?;
        Some(match glance.kind {
            "snapshot" | "step" => Frame::Shown(glance.shown()?),
            "dice" => Frame::Dice(serde_json::from_str(glance.commitment?.get()).ok()?),
            "presence" => Frame::Presence,
            "done" => Frame::Done(glance.key?),
            "refused" => Frame::Refused(glance.key),
            "busy" => Frame::Busy(glance.key),
            "gone" => Frame::Gone,
            _ => Frame::Other,
        })
    }
}

impl Glance<'_> {
    fn shown(self) -> Option<Shown> {
        let text = self.position?;
        let PositionGlance { turn } = serde_json::from_str(text.get()).ok()?;
        let table = self.table.and_then(|table| serde_json::from_str::<TableGlance>(table.get()).ok());
        Some(Shown {
            version: self.version?,
            stage: Stage { text: text.to_owned(), over: turn.kind == "over" },
            dice: table.map(|table| table.commitment),
            moves: self.moves.map(RawValue::to_owned),
        })
    }
}

impl Shown {
    /// The moves that count; `None` unless this was a snapshot.
    pub(crate) fn moves(&self) -> Option<Vec<Move>> {
        serde_json::from_str(self.moves.as_ref()?.get()).ok()
    }
}

impl Stage {
    /// The position.
    pub(crate) fn read(&self) -> Option<Position> {
        serde_json::from_str(self.text.get()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_as_far_as_it_matters() {
        let step = r#"{"type":"step","version":4,"moved":null,"position":{"n":3,"viewer":"one","view":{"a":1},
            "turn":{"type":"over","winner":"one","why":{"key":"x","values":{}}},"asked":[],"cover":null}}"#;
        let Some(Frame::Shown(shown)) = Frame::read(step) else { panic!("a step is shown") };
        assert_eq!((shown.version, shown.stage.over), (4, true));
        assert!(shown.moves().is_none());
        assert!(
            matches!(Frame::read(r#"{"type":"done","key":"k1"}"#), Some(Frame::Done(key)) if key == "k1")
        );
        assert!(matches!(Frame::read(r#"{"type":"busy","key":null}"#), Some(Frame::Busy(None))));
        assert!(matches!(Frame::read(r#"{"type":"next","table":"t"}"#), Some(Frame::Other)));
        assert!(Frame::read("{").is_none());
    }
}

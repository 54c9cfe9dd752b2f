//! What happened, in the order the eye should see it.

use discs::Trace;
use serde::Serialize;
use table::{BySeat, Redact, Seat, Viewer};

use crate::{Block, Name, NameSet};

/// Something that happened. Pieces of a trace are named `one:captain` or `o1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    /// A seat chose its roster in secret (R5).
    Rostered {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        names: Option<NameSet>,
    },
    /// A seat made its opening shot in secret (R7).
    Aimed { seat: Seat },
    /// Both opening shots, each alone on the table, and what was left to the far edge (R7, R8).
    Opened { one: Left, two: Left, traces: BySeat<Box<Trace>> },
    /// The coin names the seat that chooses the first player (R6).
    Coin { seat: Seat },
    /// Who is first player of this round (R9).
    First { seat: Seat },
    /// A pawn was deployed or put back (R13, R29).
    Placed { seat: Seat, name: Name, x: i16, y: i16 },
    /// An obstacle was deployed (R10, R12).
    Laid { obstacle: Block, x: i16, y: i16, turn: i16 },
    /// The Captain copies a power (R39).
    Copied { seat: Seat, name: Name },
    /// The hand trembles (R16).
    Shaken { seat: Seat, angle: i16, power: i16 },
    /// A shot from flick to rest (P19). `bodies` names the bodies of the trace by index.
    Shot { seat: Seat, name: Name, angle: u16, power: u16, bodies: Vec<String>, trace: Box<Trace> },
    /// Two pawns felt each other in the shot (P18).
    Touched { seat: Seat, name: Name, other_seat: Seat, other: Name },
    /// A pawn felt an obstacle in the shot (P18).
    Bounced { seat: Seat, name: Name, obstacle: Block },
    /// A pawn is out for the round (R23, R42, R44, R49), by a shot of this seat with this pawn.
    Eliminated { seat: Seat, name: Name, by: Cause, shooter: Seat, pawn: Name },
    /// An eliminated pawn makes an obstacle heavier (R27).
    Stored { seat: Seat, name: Name, obstacle: Block },
    /// The Guard went in place of this pawn, which stands where he stood (R44).
    Swapped { seat: Seat, name: Name, x: i16, y: i16 },
    /// A pawn that fell comes back (R24, R45).
    Returned { seat: Seat, name: Name, why: Return },
    /// The Witch adds a Golem (R53).
    Golem { seat: Seat, name: Name },
    /// A Shadow stands on an enemy (R50).
    Climbed { seat: Seat, name: Name, below: Name },
    /// A pawn that came to rest on another was moved aside (R52).
    Shifted { seat: Seat, name: Name, x: i16, y: i16 },
    /// The Sapper moved an obstacle (R48).
    ObstacleMoved { obstacle: Block, x: i16, y: i16, turn: i16 },
    /// An obstacle is out for the round (R30, R31).
    ObstacleOut { obstacle: Block, why: Exit },
    /// The same pawn may be flicked once more (R43, R47).
    Again { seat: Seat, name: Name },
    /// No pawn of the seat can be flicked (R19).
    Stuck { seat: Seat },
    /// A round is won (R32 to R35); rounds won now.
    Round { seat: Seat, why: Why, one: u8, two: u8 },
    /// A pawn is out for the match (R37).
    Banned { seat: Seat, name: Name },
    /// A banned pawn was replaced in secret (R37).
    Replaced {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
    },
    /// The loser decided in secret whether to change a pawn (R37).
    Changed {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        out: Option<Name>,
        #[serde(skip_serializing_if = "Option::is_none")]
        into: Option<Name>,
    },
    /// Two rounds are won (R1).
    Match { seat: Seat },
}

/// How far from the far edge a Captain stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", untagged)]
pub enum Left {
    /// In 1/10 mm.
    Units(i16),
    /// It went over it, or over another one.
    Fell(Cause),
}

/// What eliminated a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Cause {
    Fall,
    Assassin,
    Infested,
    Guard,
}

/// Why a pawn that fell comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Return {
    Immortal,
    Pushed,
}

/// Why an obstacle is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Exit {
    Fallen,
    Removed,
}

/// Why a round is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The Captain was eliminated (R32).
    Captain,
    /// The Captain is alone (R32).
    Alone,
    /// Both lost in one shot: attack before defence (R33).
    Attack,
    /// The turns of the round are over (R35).
    Cap,
}

impl Why {
    /// In a word.
    pub fn text(self) -> &'static str {
        match self {
            Why::Captain => "captain",
            Why::Alone => "alone",
            Why::Attack => "attack",
            Why::Cap => "cap",
        }
    }
}

impl Redact for Event {
    fn seen_by(&self, viewer: Viewer) -> Option<Event> {
        Some(match *self {
            Event::Rostered { seat, .. } if !viewer.knows(seat) => Event::Rostered { seat, names: None },
            Event::Replaced { seat, .. } if !viewer.knows(seat) => Event::Replaced { seat, name: None },
            Event::Changed { seat, .. } if !viewer.knows(seat) => {
                Event::Changed { seat, out: None, into: None }
            }
            _ => self.clone(),
        })
    }
}

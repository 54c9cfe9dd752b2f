//! The questions of the game. A game in progress is a stack of them, the most urgent last; what lies below is
//! asked afterwards. Everything here is open to all.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::board::{Space, Spaces};

/// A question, or something that happens by itself when its time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "wait", rename_all = "snake_case")]
pub enum Wait {
    /// Chance keeps or exchanges the teams (rule 4).
    Teams,
    /// Chance draws `left` more cards for a seat (rules 7, 49).
    Card {
        /// Who draws.
        seat: Seat,
        /// How many.
        left: u8,
    },
    /// At the start both keep three of six, in secret (rule 8).
    Choose {
        /// Seat One has still to choose.
        one: bool,
        /// Seat Two has still to choose.
        two: bool,
    },
    /// After a swap (rule 49).
    Keep {
        /// Who swapped.
        seat: Seat,
    },
    /// Chance says who marks first (rule 9).
    Marker,
    /// A marker is to be placed (rule 10).
    Mark {
        /// By whom.
        seat: Seat,
    },
    /// Chance says who is Player 1 (rule 12).
    First,
    /// Chance says which edge is Player 1's (rule 12).
    Edge,
    /// A character is to be put on the board (rule 13).
    Put {
        /// By whom.
        seat: Seat,
    },
    /// A strategy or a pass in Regrouping (rule 22).
    Regroup {
        /// By whom.
        seat: Seat,
    },
    /// An action (rule 23).
    Turn {
        /// By whom.
        seat: Seat,
    },
    /// The action of a summon that has just come (rule 55).
    Summoned {
        /// Whose.
        seat: Seat,
        /// Where it stands.
        at: Space,
    },
    /// A charger beside enemies attacks or shoves (rule 43).
    Strike {
        /// Whose.
        seat: Seat,
        /// Where it stands.
        at: Space,
        /// More damage (rule 63).
        bonus: u8,
        /// How often its shove pushes.
        push: u8,
        /// Its step forward needs and places no token (rule 63).
        free_step: bool,
    },
    /// By itself: the charger gets its token (rule 44).
    Charged {
        /// Where it stands.
        at: Space,
    },
    /// Step forward or stay (rule 40).
    Step {
        /// Whose.
        seat: Seat,
        /// Where the shover stands.
        at: Space,
        /// The space that its target left.
        to: Space,
        /// Without token (rule 63).
        free: bool,
    },
    /// Claim a coin or take it into the Reserve (rule 46).
    Spoils {
        /// The captor.
        seat: Seat,
        /// The coin's number.
        coin: u8,
    },
    /// The picks of a strategy's effect (rule 58).
    Effect {
        /// Who used it.
        seat: Seat,
        /// The strategy.
        number: u8,
        /// Which of its effects, from 0.
        effect: u8,
        /// How many picks were made.
        picks: u8,
        /// Where the characters stand that were picked already.
        picked: Spaces,
    },
}

impl Wait {
    /// The seat whose decision it is; none for chance, for what happens by itself and for both.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Wait::Keep { seat }
            | Wait::Mark { seat }
            | Wait::Put { seat }
            | Wait::Regroup { seat }
            | Wait::Turn { seat }
            | Wait::Summoned { seat, .. }
            | Wait::Strike { seat, .. }
            | Wait::Step { seat, .. }
            | Wait::Spoils { seat, .. }
            | Wait::Effect { seat, .. } => Some(seat),
            Wait::Teams
            | Wait::Card { .. }
            | Wait::Choose { .. }
            | Wait::Marker
            | Wait::First
            | Wait::Edge
            | Wait::Charged { .. } => None,
        }
    }

    /// The word of the spec's table.
    pub fn name(self) -> &'static str {
        match self {
            Wait::Teams => "teams",
            Wait::Card { .. } => "card",
            Wait::Choose { .. } | Wait::Keep { .. } => "keep",
            Wait::Marker => "marker",
            Wait::Mark { .. } => "mark",
            Wait::First => "first",
            Wait::Edge => "edge",
            Wait::Put { .. } => "put",
            Wait::Regroup { .. } => "regroup",
            Wait::Turn { .. } => "turn",
            Wait::Summoned { .. } => "summoned",
            Wait::Strike { .. } => "strike",
            Wait::Charged { .. } => "charged",
            Wait::Step { .. } => "step",
            Wait::Spoils { .. } => "spoils",
            Wait::Effect { .. } => "effect",
        }
    }
}

/// The part of the game that goes on when no question is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// Before round 1 (rules 4-19).
    SetUp,
    /// Regrouping (rule 22).
    Regrouping {
        /// Who was asked last.
        asked: Seat,
    },
    /// The eight turns (rule 20).
    Turns {
        /// How many are over.
        played: u8,
        /// Whose turn it is.
        asked: Seat,
    },
    /// After the third Scoring (rule 25).
    Over,
}

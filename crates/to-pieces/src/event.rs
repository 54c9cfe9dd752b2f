//! What the eye should see, in order.

use serde::Serialize;
use table::{Name, Redact, Seat, Viewer};

use crate::{
    board::{Edge, Space},
    characters::{Kind, Token},
    combat::Damage,
    teams::Marker,
};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)] // A field is what its name says; the variants tell the rest.
pub enum Event {
    /// The coin gave the teams to the seats (rule 4).
    Teams { one: &'static Name, two: &'static Name },
    /// A card was drawn (rule 7). Which, only its owner sees.
    Dealt {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<u8>,
    },
    /// Three cards were kept (rule 8).
    Kept { seat: Seat },
    /// A coin said who marks first (rule 9).
    MarksFirst { seat: Seat },
    /// A marker was placed (rule 10).
    Marked {
        seat: Seat,
        marker: Marker,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
        space: Space,
    },
    /// Coins said who is Player 1 and where (rule 12).
    PlayerOne { seat: Seat, edge: Edge },
    /// A character came on the board (rule 13). Which minion, only its owner sees.
    Put {
        seat: Seat,
        kind: Kind,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
        space: Space,
    },
    /// A seat passed (rules 16, 22).
    Passed { seat: Seat },
    /// A round begins (rule 20), and who takes its first turn.
    Round { n: u8, seat: Seat },
    /// All tokens were removed (rule 21).
    TokensCleared,
    /// A summon left (rule 21).
    SummonFaded { seat: Seat, space: Space },
    /// A character walked (rules 28, 42, 64).
    Moved { seat: Seat, from: Space, path: Vec<Space>, to: Space },
    /// A token came or went.
    Token { space: Space, kind: Token, change: Change },
    /// An attack, with the terms of its damage (rule 33).
    Attacked {
        seat: Seat,
        from: Space,
        to: Space,
        #[serde(flatten)]
        damage: Damage,
        total: u8,
        health: u8,
    },
    /// A Defend token stopped something (rules 32, 37).
    Blocked { space: Space },
    /// A character was pushed (rule 38), dragged or carried along.
    Pushed { from: Space, to: Space },
    /// Two characters changed places (rules 39, 65).
    ChangedPlaces { a: Space, b: Space },
    /// A character left the board for good (rule 45).
    Eliminated {
        seat: Seat,
        space: Space,
        kind: Kind,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
    },
    /// A captured coin was claimed (rule 46).
    Claimed { seat: Seat, coin: u8 },
    /// A captured coin went into the captor's Reserve (rule 46).
    Reserved { seat: Seat, coin: u8 },
    /// A strategy was used (rule 51).
    Used { seat: Seat, number: u8, captured: bool, strategy: &'static Name },
    /// A coin became a minion (rule 68). Which, only its owner sees.
    Deployed {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
        space: Space,
    },
    /// A minion went back to the Reserve (rule 69). Which, only its owner sees.
    Recalled {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
        space: Space,
    },
    /// A marker slid (rule 70).
    Shifted { marker: Marker, from: Space, to: Space },
    /// A summon was called (rule 54).
    Summoned { seat: Seat, space: Space },
    /// A seat swaps objectives (rule 49).
    Swapped { seat: Seat },
    /// An objective was fulfilled (rule 24).
    Objective { seat: Seat, card: u8, objective: &'static Name, value: u8 },
    /// The score after a round (rule 25): claimed coins, the enemy's leader, the values of objectives.
    Scored { seat: Seat, round: u8, coins: u8, leader: u8, cards: u8, total: u8 },
    /// The game is over (rules 25, 26).
    Over { outcome: &'static str, reason: &'static str },
}

/// Whether a token came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It came.
    Added,
    /// It went.
    Removed,
}

impl Redact for Event {
    fn seen_by(&self, viewer: Viewer) -> Option<Event> {
        let mut seen = self.clone();
        match &mut seen {
            Event::Dealt { seat, card: secret }
            | Event::Put { seat, number: secret, .. }
            | Event::Deployed { seat, number: secret, .. }
            | Event::Recalled { seat, number: secret, .. }
                if !viewer.knows(*seat) =>
            {
                *secret = None;
            }
            _ => {}
        }
        Some(seen)
    }
}

//! What seats and chance decide, as values and as text, and what is told of it.

use std::{fmt, str::FromStr};

use serde::Serialize;

use super::Card;
use crate::{Redact, Refusal, Seat, Viewer};

/// What a seat decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Draw a card.
    Draw,
    /// Play a card.
    Play(Card),
    /// Let a window go by.
    Pass,
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The die.
    Die(u8),
    /// A card from the deck.
    Card(Card),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A card was drawn; which one is the drawer's secret.
    Drawn {
        /// By whom.
        seat: Seat,
        /// The card, for those who may know it.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A card was played.
    Played {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The die was rolled.
    Rolled {
        /// By whom.
        seat: Seat,
        /// What it shows.
        pips: u8,
    },
    /// A seat went forward.
    Moved {
        /// Which.
        seat: Seat,
        /// From this square.
        from: u8,
        /// To this one.
        to: u8,
    },
    /// A card was discarded at the toll.
    Toll {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
}

impl Redact for Event {
    fn seen_by(&self, viewer: Viewer) -> Option<Event> {
        Some(match *self {
            Event::Drawn { seat, .. } if !viewer.knows(seat) => Event::Drawn { seat, card: None },
            _ => self.clone(),
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Roll => f.pad("roll"),
            Action::Draw => f.pad("draw"),
            Action::Play(card) => write!(f, "play {}", card.name()),
            Action::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        match text {
            "roll" => Ok(Action::Roll),
            "draw" => Ok(Action::Draw),
            "pass" => Ok(Action::Pass),
            _ => text
                .strip_prefix("play ")
                .and_then(Card::of)
                .map(Action::Play)
                .ok_or_else(|| Refusal::notation("bluff.refuse.notation", text)),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Die(pips) => write!(f, "@{pips}"),
            Chance::Card(card) => write!(f, "@card:{}", card.name()),
        }
    }
}

impl FromStr for Chance {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Chance, Refusal> {
        let card = text.strip_prefix("@card:").and_then(Card::of).map(Chance::Card);
        let die = || match text.as_bytes() {
            [b'@', pips @ b'1'..=b'6'] => Some(Chance::Die(pips - b'0')),
            _ => None,
        };
        card.or_else(die).ok_or_else(|| Refusal::notation("bluff.refuse.chance", text))
    }
}

//! What happened, in the order the eye should see it (section 7 of the spec).
//!
//! Points are own numbers of the event's `seat`; `wall` and `off` are written as words.

use serde::{Serialize, Serializer};
use table::{Redact, Seat, Viewer};

use crate::{
    board::{OFF, WALL},
    cards::Card,
    units::{Kind, Purpose},
};

/// A card as a viewer sees it: open, or its back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face(pub Option<Card>);

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.map_or("hidden", Card::name))
    }
}

/// The numbers of dice, for the eye that may see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(pub Option<Vec<u8>>);

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(dice) => dice.serialize(serializer),
            None => serializer.serialize_str("hidden-roll"),
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are the holes of the sentences")]
pub enum Event {
    /// A card of the first three comes to a hand.
    Dealt { seat: Seat, card: Face },
    /// The opening dice; the higher begins.
    Opened { seat: Seat, one: u8, two: u8 },
    /// The whole roll serves an ability.
    Declared { seat: Seat, purpose: Purpose },
    /// Dice fall.
    Rolled { seat: Seat, dice: Vec<u8> },
    /// Dice fall again.
    Rerolled { seat: Seat, dice: Vec<u8> },
    /// The other side's last roll is copied.
    Copied { seat: Seat, dice: Vec<u8> },
    /// The roll that Spymaster has seen is used.
    Revealed { seat: Seat, dice: Vec<u8> },
    /// Two of three dice stay.
    Kept { seat: Seat, dice: Vec<u8> },
    /// A stolen die joins the roll.
    Joined { seat: Seat, die: u8 },
    /// Each rolled die counts twice.
    Doubled { seat: Seat },
    /// Each rolled die counts once, and a card comes.
    Settled { seat: Seat },
    /// A card comes to a hand.
    Drew { seat: Seat, card: Face },
    /// A unit goes its way.
    Moved { seat: Seat, kind: Kind, from: u8, to: u8 },
    /// A unit comes back from the Wall.
    Entered { seat: Seat, kind: Kind, to: u8 },
    /// A unit leaves the board for good.
    BorneOff { seat: Seat, kind: Kind, from: u8 },
    /// An enemy unit is captured and goes to its Wall.
    Hit { seat: Seat, kind: Kind, at: u8 },
    /// An enemy unit is trapped.
    Trapped { seat: Seat, kind: Kind, at: u8 },
    /// An own unit is free again.
    Released { seat: Seat, kind: Kind, at: u8 },
    /// An archer shoots.
    Shot { seat: Seat, from: u8, to: u8 },
    /// An enemy unit is pushed or shoved.
    Pushed { seat: Seat, kind: Kind, from: u8, to: u8 },
    /// An own unit burns and goes to its Wall.
    Burnt { seat: Seat, kind: Kind, at: u8 },
    /// A card is laid on the table; `text` with its choices.
    Played { seat: Seat, card: Card, text: String },
    /// The other side's card has no effect and goes back.
    Parried { seat: Seat, card: Card },
    /// A card does what it says.
    Acted { seat: Seat, card: Card },
    /// The barrier stands.
    BarrierSet { seat: Seat, at: u8 },
    /// The fire burns.
    FireSet { seat: Seat, at: u8 },
    /// A barrier or the fire fades.
    BarrierGone { seat: Seat, at: u8 },
    /// The fire fades.
    FireGone { seat: Seat, at: u8 },
    /// A die shows another number.
    DieChanged { seat: Seat, from: u8, to: u8 },
    /// A die falls below one and is lost.
    DieLost { seat: Seat, die: u8 },
    /// A die of the other side is stolen.
    DieStolen { seat: Seat, die: u8 },
    /// Spymaster's player sees the other side's next roll.
    EarlyRoll { seat: Seat, dice: Numbers },
    /// Doubles are worth nothing more.
    Sabotaged { seat: Seat },
    /// The discards are the new draw pile.
    Reshuffled { cards: u8 },
    /// A turn is over.
    TurnEnded { seat: Seat, turn: u16 },
    /// The last turn is over; pips are counted.
    Dusk { one: u16, two: u16 },
    /// Nothing moved for long; pips are counted.
    Standstill { one: u16, two: u16 },
    /// A side has won.
    Won { seat: Seat },
    /// Equal pips.
    Drawn,
}

impl Event {
    /// One unit's way by one die: on the board, from the Wall or off.
    pub(crate) fn step(seat: Seat, kind: Kind, from: u8, to: u8) -> Event {
        match (from, to) {
            (WALL, to) => Event::Entered { seat, kind, to },
            (from, OFF) => Event::BorneOff { seat, kind, from },
            (from, to) => Event::Moved { seat, kind, from, to },
        }
    }
}

impl Redact for Event {
    fn seen_by(&self, viewer: Viewer) -> Option<Event> {
        let seen = match *self {
            Event::Dealt { seat, .. } if !viewer.knows(seat) => Event::Dealt { seat, card: Face(None) },
            Event::Drew { seat, .. } if !viewer.knows(seat) => Event::Drew { seat, card: Face(None) },
            Event::EarlyRoll { seat, .. } if !viewer.knows(seat) => {
                Event::EarlyRoll { seat, dice: Numbers(None) }
            }
            _ => self.clone(),
        };
        Some(seen)
    }
}

//! What belongs to one seat: its characters and coins, its cards, and what it did this round.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::Refusal;

use crate::{
    board::{Space, Spaces},
    characters::{COINS, LEADER, SUMMON, Tokens},
};

/// Where a character or its coin is. A coin is in exactly one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Place {
    /// A character on this space.
    Board(Space),
    /// Not yet put on the board; of a summon: not yet called.
    Unplaced,
    /// In its owner's Reserve, face down.
    Reserve,
    /// Used by its owner.
    Discard,
    /// Just eliminated: the enemy decides.
    Spoils,
    /// In the captor's Reserve, face up.
    Taken,
    /// Used by the captor.
    Spent,
    /// A point for the captor.
    Claimed,
    /// A leader that was eliminated, a summon that was here.
    Gone,
}

impl Place {
    const NAMED: [(&'static str, Place); 8] = [
        ("unplaced", Place::Unplaced),
        ("reserve", Place::Reserve),
        ("discard", Place::Discard),
        ("spoils", Place::Spoils),
        ("taken", Place::Taken),
        ("spent", Place::Spent),
        ("claimed", Place::Claimed),
        ("gone", Place::Gone),
    ];
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Board(space) => space.fmt(f),
            other => {
                let named = Place::NAMED.iter().find(|(_, place)| place == other);
                f.write_str(named.map_or("", |(name, _)| name))
            }
        }
    }
}

impl FromStr for Place {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Place, Refusal> {
        let named = Place::NAMED.iter().find(|(name, _)| *name == text);
        named.map_or_else(|| text.parse().map(Place::Board), |(_, place)| Ok(*place))
    }
}

impl From<Place> for String {
    fn from(place: Place) -> String {
        place.to_string()
    }
}

impl TryFrom<String> for Place {
    type Error = Refusal;
    fn try_from(text: String) -> Result<Place, Refusal> {
        text.parse()
    }
}

/// A set of cards of one deck, 1-20.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards(u32);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// Cards 1 to `last`.
    pub fn up_to(last: u8) -> Cards {
        Cards((1 << (u32::from(last) + 1)) - 2)
    }

    /// Whether a card is there.
    pub fn has(self, card: u8) -> bool {
        card < 32 && self.0 >> card & 1 != 0
    }

    /// Puts a card in.
    pub fn insert(&mut self, card: u8) {
        self.0 |= 1 << card;
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: u8) {
        self.0 &= !(1 << card);
    }

    /// How many.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `others` are there.
    pub fn has_all(self, others: Cards) -> bool {
        self.0 & others.0 == others.0
    }

    /// These and those.
    pub fn and(self, others: Cards) -> Cards {
        Cards(self.0 | others.0)
    }

    /// These without those.
    pub fn without(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    /// The cards, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let card = rest.trailing_zeros();
            (card < 32).then(|| {
                rest &= rest - 1;
                card as u8
            })
        })
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<u8> for Cards {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Cards {
        let mut set = Cards::NONE;
        cards.into_iter().filter(|card| *card < 32).for_each(|card| set.insert(card));
        set
    }
}

impl Serialize for Cards {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        Ok(Vec::<u8>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// What a seat did since Regrouping began (rules 72, 75, 79, 82). Open to all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deeds {
    /// Enemy minions and leaders eliminated.
    pub slain: u8,
    /// Of these, by the own leader.
    pub by_leader: u8,
    /// Of these, by ranged.
    pub by_ranged: u8,
    /// Own minions and leaders eliminated.
    pub lost: u8,
    /// Enemies pushed.
    pub pushed: u8,
    /// Strategies used.
    pub used: u8,
}

/// Everything that belongs to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Side {
    /// The leader, coins 1-6, the summon.
    pub(crate) places: [Place; 8],
    pub(crate) tokens: [Tokens; 8],
    pub(crate) pile: Cards,
    pub(crate) hand: Cards,
    pub(crate) aside: Cards,
    pub(crate) claimed: Cards,
    pub(crate) deeds: Deeds,
    /// Obstacles still to be placed.
    pub(crate) obstacles: u8,
    /// Finished with the placement, or with this Regrouping.
    pub(crate) finished: bool,
}

/// Each seat has so many Obstacles to place (rule 9).
pub(crate) const OBSTACLES_A_SEAT: u8 = 2;

impl Side {
    pub(crate) fn new(deck: u8) -> Side {
        Side {
            places: [Place::Unplaced; 8],
            tokens: [Tokens::NONE; 8],
            pile: Cards::up_to(deck),
            hand: Cards::NONE,
            aside: Cards::NONE,
            claimed: Cards::NONE,
            deeds: Deeds::default(),
            obstacles: OBSTACLES_A_SEAT,
            finished: false,
        }
    }

    /// The spaces of all characters.
    pub(crate) fn spaces(&self) -> Spaces {
        let mut spaces = Spaces::NONE;
        for place in self.places {
            if let Place::Board(space) = place {
                spaces.insert(space);
            }
        }
        spaces
    }

    /// The index of the character on a space.
    pub(crate) fn on(&self, space: Space) -> Option<u8> {
        self.places.iter().position(|&place| place == Place::Board(space)).map(|index| index as u8)
    }

    /// The space of a character on the board.
    pub(crate) fn space(&self, index: u8) -> Option<Space> {
        match self.places[usize::from(index)] {
            Place::Board(space) => Some(space),
            _ => None,
        }
    }

    /// The numbers of the coins in a place, ascending.
    pub(crate) fn coins(&self, place: Place) -> impl Iterator<Item = u8> + Clone + '_ {
        COINS.filter(move |&n| self.places[usize::from(n)] == place)
    }

    pub(crate) fn leader(&self) -> Place {
        self.places[usize::from(LEADER)]
    }

    pub(crate) fn summon(&self) -> Place {
        self.places[usize::from(SUMMON)]
    }

    /// The cards set aside become the pile when it is empty (rule 50).
    pub(crate) fn refill(&mut self) {
        if self.pile.is_empty() {
            self.pile = std::mem::take(&mut self.aside);
        }
    }
}

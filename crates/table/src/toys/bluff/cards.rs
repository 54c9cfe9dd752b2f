//! The cards of Bluff.

use serde::{Deserialize, Serialize};

/// A kind of card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Rule 5.
    Caltrops,
    /// Rule 4.
    Feather,
    /// Rule 6.
    Parry,
}

impl Card {
    /// Every kind, in the order of the names.
    pub const ALL: [Card; 3] = [Card::Caltrops, Card::Feather, Card::Parry];

    /// The name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Card::Caltrops => "caltrops",
            Card::Feather => "feather",
            Card::Parry => "parry",
        }
    }

    /// The card of a name.
    pub(super) fn of(name: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.name() == name)
    }
}

/// How many cards of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Pile(pub(super) [u8; 3]);

impl Pile {
    pub(super) fn len(self) -> u8 {
        self.0.iter().sum()
    }

    pub(super) fn count(self, card: Card) -> u8 {
        self.0[card as usize]
    }

    pub(super) fn cards(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().flat_map(move |card| (0..self.count(card)).map(move |_| card))
    }

    pub(super) fn add(&mut self, card: Card) {
        self.0[card as usize] += 1;
    }

    pub(super) fn take(&mut self, card: Card) {
        self.0[card as usize] -= 1;
    }

    /// Takes every card of `other` out of this pile, if they are all there.
    pub(super) fn without(self, other: Pile) -> Option<Pile> {
        let mut rest = self;
        for (n, out) in rest.0.iter_mut().zip(other.0) {
            *n = n.checked_sub(out)?;
        }
        Some(rest)
    }
}

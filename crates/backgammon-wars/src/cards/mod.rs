//! The 24 power cards: what each needs, when it can be played, and who could hold it (rules 31-39).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::{BySeat, Log, Seat};

use crate::{
    Action, BackgammonWars, Brews, Event,
    action::{Play, With},
    units::{Kind, Purpose},
    waits::Wait,
};

mod archer;
mod mage;
mod warrior;

/// One card of the box. The order is that of the names, which is the order of the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of the box")]
pub enum Card {
    Abjuration,
    Aimed,
    Caltrops,
    Conjuration,
    Divination,
    Duplication,
    Escort,
    Evocation,
    Manifestation,
    Parry,
    Poison1,
    Poison3,
    Poison5,
    Potion1,
    Potion3,
    Potion5,
    Reincarnation,
    Sabotage,
    Shove,
    Spymaster,
    Strafing,
    Thief,
    Thrust,
    Transmutation,
}

/// When a card can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// In the own turn, before or after the roll.
    Own,
    /// In the own turn, before the roll.
    Before,
    /// In the own turn, after the roll.
    Dice,
    /// In the own turn, after the roll, when units move.
    Moving,
    /// After the other side's roll (rule 36).
    Roll,
    /// After the other side's card (rule 35).
    Parry,
    /// After a hit (rule 37).
    Hit,
}

/// What the box says about a card.
struct Print {
    card: Card,
    name: &'static str,
    kind: Kind,
    window: Window,
    rule: &'static str,
    /// The sentence that says what the card needs.
    needs: &'static str,
}

const fn print(
    card: Card,
    name: &'static str,
    kind: Kind,
    window: Window,
    rule: &'static str,
    needs: &'static str,
) -> Print {
    Print { card, name, kind, window, rule, needs }
}

use Kind::{Archer, Mage, Warrior};

/// Section 5 of the spec, in the order of [`Card`].
#[rustfmt::skip]
const PRINTS: [Print; 24] = [
    print(Card::Abjuration, "abjuration", Mage, Window::Own, "R57", "backgammon-wars.refuse.abjuration"),
    print(Card::Aimed, "aimed", Archer, Window::Moving, "R52", "backgammon-wars.refuse.aimed"),
    print(Card::Caltrops, "caltrops", Warrior, Window::Roll, "R42", "backgammon-wars.refuse.caltrops"),
    print(Card::Conjuration, "conjuration", Mage, Window::Own, "R59", "backgammon-wars.refuse.conjuration"),
    print(Card::Divination, "divination", Mage, Window::Before, "R53", "backgammon-wars.refuse.divination"),
    print(Card::Duplication, "duplication", Mage, Window::Before, "R55", "backgammon-wars.refuse.duplication"),
    print(Card::Escort, "escort", Warrior, Window::Moving, "R43", "backgammon-wars.refuse.escort"),
    print(Card::Evocation, "evocation", Mage, Window::Hit, "R56", "backgammon-wars.refuse.evocation"),
    print(Card::Manifestation, "manifestation", Mage, Window::Own, "R60", "backgammon-wars.refuse.manifestation"),
    print(Card::Parry, "parry", Warrior, Window::Parry, "R46", "backgammon-wars.refuse.parry"),
    print(Card::Poison1, "poison1", Archer, Window::Roll, "R47", "backgammon-wars.refuse.poison"),
    print(Card::Poison3, "poison3", Archer, Window::Roll, "R47", "backgammon-wars.refuse.poison"),
    print(Card::Poison5, "poison5", Archer, Window::Roll, "R47", "backgammon-wars.refuse.poison"),
    print(Card::Potion1, "potion1", Warrior, Window::Dice, "R41", "backgammon-wars.refuse.potion"),
    print(Card::Potion3, "potion3", Warrior, Window::Dice, "R41", "backgammon-wars.refuse.potion"),
    print(Card::Potion5, "potion5", Warrior, Window::Dice, "R41", "backgammon-wars.refuse.potion"),
    print(Card::Reincarnation, "reincarnation", Mage, Window::Own, "R58", "backgammon-wars.refuse.reincarnation"),
    print(Card::Sabotage, "sabotage", Archer, Window::Roll, "R50", "backgammon-wars.refuse.sabotage"),
    print(Card::Shove, "shove", Warrior, Window::Own, "R45", "backgammon-wars.refuse.shove"),
    print(Card::Spymaster, "spymaster", Archer, Window::Own, "R48", "backgammon-wars.refuse.spymaster"),
    print(Card::Strafing, "strafing", Archer, Window::Moving, "R51", "backgammon-wars.refuse.strafing"),
    print(Card::Thief, "thief", Archer, Window::Roll, "R49", "backgammon-wars.refuse.thief"),
    print(Card::Thrust, "thrust", Warrior, Window::Own, "R44", "backgammon-wars.refuse.thrust"),
    print(Card::Transmutation, "transmutation", Mage, Window::Dice, "R54", "backgammon-wars.refuse.transmutation"),
];

impl Card {
    /// Every card, in the order of the names.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> {
        PRINTS.iter().map(|print| print.card)
    }

    fn print(self) -> &'static Print {
        &PRINTS[self as usize]
    }

    /// The name in the notation.
    pub fn name(self) -> &'static str {
        self.print().name
    }

    /// The kind of unit that must be on the board (rule 31).
    pub fn kind(self) -> Kind {
        self.print().kind
    }

    /// When it can be played by the printed rules.
    pub fn window(self) -> Window {
        self.print().window
    }

    /// Its rule.
    pub fn rule(self) -> &'static str {
        self.print().rule
    }

    pub(crate) fn needs(self) -> &'static str {
        self.print().needs
    }

    /// What a Potion adds to a die or a Poison takes from it.
    pub(crate) fn strength(self) -> u8 {
        match self {
            Card::Potion1 | Card::Poison1 => 1,
            Card::Potion3 | Card::Poison3 => 3,
            _ => 5,
        }
    }

    fn is_potion(self) -> bool {
        matches!(self, Card::Potion1 | Card::Potion3 | Card::Potion5)
    }

    fn is_poison(self) -> bool {
        matches!(self, Card::Poison1 | Card::Poison3 | Card::Poison5)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCard;

impl FromStr for Card {
    type Err = NoCard;
    fn from_str(name: &str) -> Result<Card, NoCard> {
        Card::all().find(|card| card.name() == name).ok_or(NoCard)
    }
}

/// A set of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Card>", into = "Vec<Card>")]
pub struct Cards(u32);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// All 24.
    pub const ALL: Cards = Cards((1 << 24) - 1);

    /// Whether the card is among them.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card as u32 & 1 != 0
    }

    /// How many.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards in the order of their names.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let first = left.trailing_zeros();
            left &= left - 1;
            Some(PRINTS[first as usize].card)
        })
    }

    pub(crate) fn insert(&mut self, card: Card) {
        self.0 |= 1 << card as u32;
    }

    pub(crate) fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card as u32);
    }

    pub(crate) fn without(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    pub(crate) fn with(self, others: Cards) -> Cards {
        Cards(self.0 | others.0)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut set = Cards::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl From<Vec<Card>> for Cards {
    fn from(cards: Vec<Card>) -> Cards {
        cards.into_iter().collect()
    }
}

impl From<Cards> for Vec<Card> {
    fn from(cards: Cards) -> Vec<Card> {
        cards.iter().collect()
    }
}

/// Where the cards are. The draw pile has no order (rule 4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Deck {
    pub(crate) hands: BySeat<Cards>,
    /// Cards of a hand that everybody knows there, since they were parried (rule 46).
    pub(crate) shown: BySeat<Cards>,
    pub(crate) pile: Cards,
    pub(crate) discards: Cards,
    /// Cards played in this turn by either side (rule 32).
    pub(crate) spent: Cards,
}

impl Deck {
    /// Whether nothing can be drawn (rules 16, 34).
    pub(crate) fn is_out(&self) -> bool {
        self.pile.is_empty() && self.discards.is_empty()
    }

    pub(crate) fn take(&mut self, seat: Seat, card: Card) {
        self.hands[seat].remove(card);
        self.shown[seat].remove(card);
    }
}

/// Appends the plays that `seat`, who is asked, can make with its hand.
pub(crate) fn options(game: &BackgammonWars, seat: Seat, out: &mut Vec<Action>) {
    for card in game.deck.hands[seat].without(game.deck.spent).iter() {
        if fits_window(game, card) && is_alive(game, seat, card) {
            choices(game, seat, card, &mut |with| out.push(Action::Play(Play { card, with })));
        }
    }
}

/// Whether the present wait is one in which the card is played.
pub(crate) fn fits_window(game: &BackgammonWars, card: Card) -> bool {
    let Some(wait) = game.wait() else { return false };
    let any = game.options.brews == Brews::Any;
    match wait {
        Wait::Before(_) => matches!(card.window(), Window::Own | Window::Before),
        Wait::Dice(_) => match card.window() {
            Window::Own | Window::Dice => true,
            Window::Moving => game.dice.purpose == Purpose::Move,
            _ => any && card.is_poison(),
        },
        Wait::Window(_) => card.window() == Window::Roll || any && card.is_potion(),
        Wait::Parry(_) => card == Card::Parry,
        Wait::Evoke { .. } => card == Card::Evocation,
        _ => false,
    }
}

/// Whether a unit of the card's kind is on the board (rule 31). For Evocation it was looked for before the hit,
/// or its window would not be open (rule 37).
pub(crate) fn is_alive(game: &BackgammonWars, seat: Seat, card: Card) -> bool {
    card == Card::Evocation || game.board.alive(seat, card.kind())
}

/// Whether by public facts `seat` may have the card and could play it in the open window (rule 38).
pub(crate) fn could_answer(game: &BackgammonWars, seat: Seat, card: Card) -> bool {
    let deck = &game.deck;
    let unknown = deck.hands[seat] != deck.shown[seat];
    let elsewhere = deck.discards.contains(card)
        || game.table.is_some_and(|play| play.card == card)
        || deck.shown[!seat].contains(card);
    let could_hold = deck.shown[seat].contains(card) || unknown && !elsewhere;
    let mut has_choice = false;
    if could_hold && !deck.spent.contains(card) && fits_window(game, card) && is_alive(game, seat, card) {
        choices(game, seat, card, &mut |_| has_choice = true);
    }
    has_choice
}

/// The cards that are played in the window after a roll (rule 36); Potions only with `brews=any`.
pub(crate) const AFTER_ROLL: [Card; 9] = [
    Card::Caltrops,
    Card::Thief,
    Card::Poison1,
    Card::Poison3,
    Card::Poison5,
    Card::Sabotage,
    Card::Potion1,
    Card::Potion3,
    Card::Potion5,
];

/// Every way in which `seat` could play the card now; window, hand and kind are looked at elsewhere. Depends on
/// public facts only.
fn choices(game: &BackgammonWars, seat: Seat, card: Card, offer: &mut dyn FnMut(With)) {
    match card.kind() {
        Kind::Warrior => warrior::choices(game, seat, card, offer),
        Kind::Archer => archer::choices(game, seat, card, offer),
        Kind::Mage => mage::choices(game, seat, card, offer),
    }
}

/// A card that was not parried goes to the discards and does what it says (rule 34).
pub(crate) fn act(game: &mut BackgammonWars, seat: Seat, play: Play, log: &mut Log<Event>) {
    game.deck.discards.insert(play.card);
    log.tell(|| Event::Acted { seat, card: play.card });
    match play.card.kind() {
        Kind::Warrior => warrior::act(game, seat, play, log),
        Kind::Archer => archer::act(game, seat, play, log),
        Kind::Mage => mage::act(game, seat, play, log),
    }
}

/// Offers each die that lies there: Potions, Poisons, Thief.
fn each_die(game: &BackgammonWars, offer: &mut dyn FnMut(With)) {
    game.dice.numbers().iter().for_each(|&die| offer(With::Die(die)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prints_stand_in_the_order_of_the_cards_and_of_their_names() {
        for (i, print) in PRINTS.iter().enumerate() {
            assert_eq!(print.card as usize, i);
            assert_eq!(print.name.parse(), Ok(print.card));
        }
        assert!(PRINTS.is_sorted_by_key(|print| print.name));
    }

    #[test]
    fn each_kind_has_eight_cards() {
        for kind in Kind::ALL {
            assert_eq!(Card::all().filter(|card| card.kind() == kind).count(), 8);
        }
    }
}

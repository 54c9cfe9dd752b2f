//! Who sees what (rule 65, section 6 of the spec), and tables that one could be sitting at.

use rand::{Rng, RngCore, seq::SliceRandom};
use serde::{Deserialize, Serialize};
use table::{BySeat, Seat, Viewer};

use crate::{
    Ahead, BackgammonWars, Board, Card, Cards, Dice, Ending, Kind, Options, Pair, Play, Standing, Tokens,
    cards::Deck, waits::Wait,
};

/// All that one viewer may know.
///
/// Everything on the table is open; hands are hidden but for their size and for cards that were parried, and an
/// early roll is seen by the player of Spymaster alone. At the end of the game all of it is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// How it is played.
    pub options: Options,
    /// The units.
    pub board: Board,
    /// Barriers and fire.
    pub tokens: Tokens,
    /// The sum of each side's own numbers.
    pub pips: BySeat<u16>,
    /// What lies before the side whose turn it is.
    pub dice: Dice,
    /// What the viewer knows of each hand.
    pub hands: BySeat<Hand>,
    /// How many cards can be drawn.
    pub pile: u8,
    /// The open discards.
    pub discards: Cards,
    /// The cards that were played in this turn.
    pub spent: Cards,
    /// The card that may be parried.
    pub table: Option<Play>,
    /// Each side's last roll.
    pub last: BySeat<Pair>,
    /// The next roll of each side, when Spymaster has made it.
    pub early: BySeat<Early>,
    /// The die that joins each side's next roll, or 0.
    pub stolen: BySeat<u8>,
    /// What the game waits for, the most urgent last.
    pub waits: Vec<Wait>,
    /// The number of the turn.
    pub turn: u16,
    /// So many turns in a row changed nothing.
    pub still: u8,
    /// Who played first.
    pub first: Option<Seat>,
    ahead: Ahead,
    stood: Standing,
    over: Option<Ending>,
}

/// What a viewer knows of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// How many cards.
    pub size: u8,
    /// Those that the viewer knows.
    pub cards: Cards,
    /// Those that everybody knows (rule 46).
    pub shown: Cards,
}

/// What a viewer knows of a roll that was made early (rule 48).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Early {
    /// There is none.
    None,
    /// It waits unseen.
    Hidden,
    /// These numbers.
    Seen(Pair),
}

impl View {
    pub(crate) fn of(game: &BackgammonWars, viewer: Viewer) -> View {
        let open = |owner| viewer.knows(owner) || game.over.is_some();
        let deck = &game.deck;
        View {
            options: game.options,
            board: game.board.clone(),
            tokens: game.tokens,
            pips: BySeat::from_fn(|seat| game.board.pips(seat)),
            dice: game.dice.clone(),
            hands: BySeat::from_fn(|seat| Hand {
                size: deck.hands[seat].len(),
                cards: if open(seat) { deck.hands[seat] } else { deck.shown[seat] },
                shown: deck.shown[seat],
            }),
            pile: deck.pile.len(),
            discards: deck.discards,
            spent: deck.spent,
            table: game.table,
            last: game.last,
            early: BySeat::from_fn(|seat| match game.early[seat] {
                Pair::NONE => Early::None,
                pair if open(!seat) => Early::Seen(pair),
                _ => Early::Hidden,
            }),
            stolen: game.stolen,
            waits: game.waits.to_vec(),
            turn: game.number,
            still: game.still,
            first: game.first,
            ahead: game.ahead,
            stood: game.stood.clone(),
            over: game.over,
        }
    }

    /// A whole table consistent with this view.
    pub(crate) fn imagine(&self, rng: &mut dyn RngCore) -> BackgammonWars {
        let mut game = self.without_secrets();
        let mut hidden: Vec<Card> = game.deck.pile.iter().collect();
        hidden.shuffle(rng);
        for seat in Seat::BOTH {
            let missing = usize::from(self.hands[seat].size.saturating_sub(self.hands[seat].cards.len()));
            for card in hidden.drain(..missing.min(hidden.len())) {
                game.deck.pile.remove(card);
                game.deck.hands[seat].insert(card);
            }
            if self.early[seat] == Early::Hidden {
                game.early[seat] = Pair::new(rng.random_range(1..=6), rng.random_range(1..=6));
            }
        }
        game
    }

    /// The table with what is known; unknown cards are all in the pile.
    pub(crate) fn without_secrets(&self) -> BackgammonWars {
        let hands = BySeat::from_fn(|seat| self.hands[seat].cards.with(self.hands[seat].shown));
        let on_table: Cards = self.table.iter().map(|play| play.card).collect();
        let known = self.discards.with(on_table).with(hands[Seat::One]).with(hands[Seat::Two]);
        let all = if self.options.is_fantasy() { Cards::ALL } else { Cards::NONE };
        BackgammonWars {
            options: self.options,
            board: self.board.clone(),
            tokens: self.tokens,
            deck: Deck {
                hands,
                shown: BySeat::from_fn(|seat| self.hands[seat].shown),
                pile: all.without(known),
                discards: self.discards,
                spent: self.spent,
            },
            dice: self.dice.clone(),
            ahead: self.ahead,
            last: self.last,
            early: BySeat::from_fn(|seat| match self.early[seat] {
                Early::Seen(pair) => pair,
                Early::None | Early::Hidden => Pair::NONE,
            }),
            stolen: self.stolen,
            table: self.table,
            waits: self.waits.iter().copied().take(4).collect(),
            number: self.turn,
            still: self.still,
            stood: self.stood.clone(),
            first: self.first,
            over: self.over,
        }
    }
}

/// The word of a kind, for sentences.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Warrior => "warrior",
        Kind::Archer => "archer",
        Kind::Mage => "mage",
    }
}

/// Every unit by side and kind, wherever it is, and every card.
pub(crate) fn census(game: &BackgammonWars) -> Vec<(&'static str, usize)> {
    let names = [
        ["one's warriors", "one's archers", "one's mages"],
        ["two's warriors", "two's archers", "two's mages"],
    ];
    let mut census = Vec::new();
    for seat in Seat::BOTH {
        for kind in Kind::ALL {
            let beside = game.board.wall(seat).count(kind) + game.board.off(seat).count(kind);
            let standing = (1..=24).map(|point| {
                let stack = game.board.stack(seat, point);
                let owner = |height: usize| stack.is_of(seat) != (stack.is_trap() && height == 0);
                stack.kinds().enumerate().filter(|&(height, k)| k == kind && owner(height)).count()
            });
            let name = names[seat as usize][kind as usize];
            census.push((name, usize::from(beside) + standing.sum::<usize>()));
        }
    }
    let deck = &game.deck;
    let hands = deck.hands[Seat::One].len() + deck.hands[Seat::Two].len();
    let cards = hands + deck.pile.len() + deck.discards.len() + u8::from(game.table.is_some());
    census.push(("cards", cards.into()));
    census
}

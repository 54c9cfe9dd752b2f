//! Bluff: hidden hands, a deck, a die and reactions, shaped like Backgammon Wars.
//!
//! 1. The box holds 3 Caltrops, 6 Feathers and 3 Parries. Each seat is dealt two cards; One begins.
//! 2. In a turn a seat rolls the die and goes forward by its pips, or draws a card and stays.
//! 3. A card is drawn only while the deck lasts and the hand holds fewer than three.
//! 4. Feather, before the roll and once a turn: the roll counts double.
//! 5. Caltrops, by the other side after a roll: it is rolled again.
//! 6. Parry, by the roller after Caltrops: the roll stands.
//! 7. A window opens when, as far as everybody can see, the seat *could* hold the card of the window: its hand
//!    is not empty and not all such cards are in the discard. The hand itself does not open it.
//! 8. Whoever stops on square 10, the toll, discards its first card by name.
//! 9. Whoever reaches square 24 wins, and all hands are opened.

mod cards;
mod show;
mod steps;

use arrayvec::ArrayVec;
use rand::{Rng, RngCore};
use serde::{Deserialize, Serialize};

use super::refuse_turn;
use crate::{BySeat, Game, Log, Odds, Outcome, Prompt, Refusal, Seat, Step, Turn, Viewer};

pub use cards::Card;
use cards::Pile;
pub use steps::{Action, Chance, Event};

const BOX: Pile = Pile([3, 6, 3]);
const HAND: u8 = 3;
const TOLL: u8 = 10;
const GOAL: u8 = 24;

/// A game of Bluff in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bluff {
    hands: BySeat<Pile>,
    deck: Pile,
    /// Cards played, for all to see.
    discard: Pile,
    squares: BySeat<u8>,
    /// What the table waits for, the most urgent last.
    waits: Waits,
}

type Waits = ArrayVec<Wait, 5>;

/// One thing that the table waits for. A reaction is just one more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wait {
    Card { seat: Seat },
    Before { seat: Seat, feather: bool },
    Roll { seat: Seat, feather: bool },
    Caltrops { seat: Seat, pips: u8, feather: bool },
    Parry { seat: Seat, pips: u8, feather: bool },
}

/// What a viewer knows of a pile: at least how many cards it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Held {
    cards: u8,
    faces: Option<Pile>,
}

/// The table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    hands: BySeat<Held>,
    deck: Held,
    discard: Pile,
    squares: BySeat<u8>,
    waits: Waits,
}

impl Game for Bluff {
    type Options = ();
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    const ID: &'static str = "bluff";
    const RULES: u32 = 1;

    fn start(_: &()) -> Bluff {
        let deal = [Seat::Two, Seat::One, Seat::Two, Seat::One].map(|seat| Wait::Card { seat });
        let begin = Wait::Before { seat: Seat::One, feather: false };
        Bluff {
            hands: BySeat::default(),
            deck: BOX,
            discard: Pile::default(),
            squares: BySeat::default(),
            waits: [begin].into_iter().chain(deal).collect(),
        }
    }

    fn turn(&self) -> Turn {
        if let Some((seat, _)) = self.squares.iter().find(|&(_, &square)| square >= GOAL) {
            return Turn::Over(Outcome::win(seat, "goal"));
        }
        match self.wait() {
            Wait::Card { .. } | Wait::Roll { .. } => Turn::Chance,
            Wait::Before { seat, .. } | Wait::Caltrops { seat, .. } | Wait::Parry { seat, .. } => {
                Turn::act(seat)
            }
        }
    }

    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn().asks(seat) {
            let plays = Card::ALL.into_iter().map(Action::Play);
            let all = [Action::Roll, Action::Draw, Action::Pass].into_iter().chain(plays);
            out.extend(all.filter(|action| self.check(seat, action).is_ok()));
        }
    }

    fn prompt(&self, _: Seat) -> Prompt {
        match self.wait() {
            Wait::Caltrops { pips, .. } => Prompt::new("bluff.prompt.caltrops").with("pips", pips),
            Wait::Parry { pips, .. } => Prompt::new("bluff.prompt.parry").with("pips", pips),
            _ => Prompt::new("bluff.prompt.before"),
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        refuse_turn(self, seat)?;
        match (self.wait(), *action) {
            (Wait::Before { .. }, Action::Roll) => Ok(()),
            (Wait::Before { feather: true, .. }, Action::Draw) => {
                Err(Refusal::by("R4", "bluff.refuse.feather-wants-roll"))
            }
            (Wait::Before { .. }, Action::Draw) if self.deck.len() == 0 => {
                Err(Refusal::by("R3", "bluff.refuse.deck-empty"))
            }
            (Wait::Before { .. }, Action::Draw) if self.hands[seat].len() >= HAND => {
                Err(Refusal::by("R3", "bluff.refuse.hand-full").with("cards", HAND))
            }
            (Wait::Before { .. }, Action::Draw) => Ok(()),
            (Wait::Before { feather: true, .. }, Action::Play(Card::Feather)) => {
                Err(Refusal::by("R4", "bluff.refuse.one-feather"))
            }
            (Wait::Before { .. }, Action::Play(Card::Feather)) => self.holds(seat, "R4", Card::Feather),
            (Wait::Caltrops { .. }, Action::Play(Card::Caltrops)) => self.holds(seat, "R5", Card::Caltrops),
            (Wait::Parry { .. }, Action::Play(Card::Parry)) => self.holds(seat, "R6", Card::Parry),
            (Wait::Caltrops { .. } | Wait::Parry { .. }, Action::Pass) => Ok(()),
            _ => Err(Refusal::turn("refuse.not-now")),
        }
    }

    fn odds(&self, out: &mut Odds<Chance>) {
        match (self.turn(), self.waits.last()) {
            (Turn::Chance, Some(Wait::Card { .. })) => {
                out.set("deck", false);
                for card in Card::ALL.into_iter().filter(|&card| self.deck.count(card) > 0) {
                    out.add(Chance::Card(card), self.deck.count(card).into());
                }
            }
            (Turn::Chance, _) => {
                out.set("dice", true);
                (1..=6).for_each(|pips| out.add(Chance::Die(pips), 1));
            }
            _ => {}
        }
    }

    fn play(&mut self, step: &Step<Self>, log: &mut Log<Event>) {
        let wait = self.waits.pop().expect("an unfinished game waits for something");
        match (wait, step) {
            (Wait::Card { seat }, &Step::Chance(Chance::Card(card))) => {
                self.deck.take(card);
                self.hands[seat].add(card);
                log.tell(|| Event::Drawn { seat, card: Some(card) });
            }
            (Wait::Before { seat, .. }, Step::Act(_, Action::Play(card))) => {
                self.discard_from(seat, *card);
                log.tell(|| Event::Played { seat, card: *card });
                self.waits.push(Wait::Before { seat, feather: true });
            }
            (Wait::Before { seat, .. }, Step::Act(_, Action::Draw)) => {
                self.waits.push(Wait::Before { seat: !seat, feather: false });
                self.waits.push(Wait::Card { seat });
            }
            (Wait::Before { seat, feather }, _) => self.waits.push(Wait::Roll { seat, feather }),
            (Wait::Roll { seat, feather }, &Step::Chance(Chance::Die(pips))) => {
                log.tell(|| Event::Rolled { seat, pips });
                if self.could_hold(!seat, Card::Caltrops) {
                    self.waits.push(Wait::Caltrops { seat: !seat, pips, feather });
                } else {
                    self.go(seat, pips, feather, log);
                }
            }
            (Wait::Caltrops { seat, pips, feather }, Step::Act(_, Action::Play(card))) => {
                self.discard_from(seat, *card);
                log.tell(|| Event::Played { seat, card: *card });
                if self.could_hold(!seat, Card::Parry) {
                    self.waits.push(Wait::Parry { seat: !seat, pips, feather });
                } else {
                    self.waits.push(Wait::Roll { seat: !seat, feather });
                }
            }
            (Wait::Caltrops { seat, pips, feather }, _) => self.go(!seat, pips, feather, log),
            (Wait::Parry { seat, pips, feather }, Step::Act(_, Action::Play(card))) => {
                self.discard_from(seat, *card);
                log.tell(|| Event::Played { seat, card: *card });
                self.go(seat, pips, feather, log);
            }
            (Wait::Parry { seat, feather, .. }, _) => self.waits.push(Wait::Roll { seat, feather }),
            (wait, step) => unreachable!("{step:?} does not answer {wait:?}"),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let open = viewer == Viewer::Judge || self.turn().outcome().is_some();
        let held = |pile: Pile, known: bool| Held { cards: pile.len(), faces: known.then_some(pile) };
        View {
            hands: BySeat::from_fn(|seat| held(self.hands[seat], open || viewer.knows(seat))),
            deck: held(self.deck, open),
            discard: self.discard,
            squares: self.squares,
            waits: self.waits.clone(),
        }
    }

    fn imagine(view: &View, rng: &mut dyn RngCore) -> Bluff {
        let piles = view.hands.0.iter().chain([&view.deck]).filter_map(|held| held.faces);
        let mut unseen = piles
            .chain([view.discard])
            .fold(BOX, |rest, pile| rest.without(pile).expect("the box holds every card that is seen"));
        let mut deal = |held: Held| {
            held.faces.unwrap_or_else(|| {
                let mut pile = Pile::default();
                for _ in 0..held.cards {
                    let i = rng.random_range(0..usize::from(unseen.len()));
                    let card = unseen.cards().nth(i).expect("the number is below the count");
                    unseen.take(card);
                    pile.add(card);
                }
                pile
            })
        };
        Bluff {
            hands: BySeat::from_fn(|seat| deal(view.hands[seat])),
            deck: deal(view.deck),
            discard: view.discard,
            squares: view.squares,
            waits: view.waits.clone(),
        }
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        self.clone()
    }

    fn first_player(&self) -> Option<Seat> {
        Some(Seat::One)
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let piles = [self.hands[Seat::One], self.hands[Seat::Two], self.deck, self.discard];
        let count = |card| piles.iter().map(|pile| usize::from(pile.count(card))).sum();
        Card::ALL.into_iter().map(|card| (card.name(), count(card))).collect()
    }

    fn has_secrets(&self) -> bool {
        true
    }

    fn seen(&self, step: &Step<Self>, viewer: Viewer) -> String {
        match (step, self.waits.last()) {
            (Step::Chance(Chance::Card(_)), Some(&Wait::Card { seat })) if !viewer.knows(seat) => {
                "@card".into()
            }
            _ => step.text(),
        }
    }

    fn revealed(&self, step: &Step<Self>, _: Viewer) -> String {
        // Only the toll opens a card that was hidden.
        let mut log = Log::on();
        self.clone().play(step, &mut log);
        let toll = log.into_events().into_iter().find_map(|event| match event {
            Event::Toll { card, .. } => Some(card.name().to_owned()),
            _ => None,
        });
        toll.unwrap_or_default()
    }
}

impl Bluff {
    fn wait(&self) -> Wait {
        *self.waits.last().expect("an unfinished game waits for something")
    }

    /// Rule 7: what everybody can see.
    fn could_hold(&self, seat: Seat, card: Card) -> bool {
        self.hands[seat].len() > 0 && self.discard.count(card) < BOX.count(card)
    }

    fn holds(&self, seat: Seat, rule: &'static str, card: Card) -> Result<(), Refusal> {
        if self.hands[seat].count(card) > 0 {
            return Ok(());
        }
        Err(Refusal::by(rule, "bluff.refuse.not-held").with("card", card.name()))
    }

    fn discard_from(&mut self, seat: Seat, card: Card) {
        self.hands[seat].take(card);
        self.discard.add(card);
    }

    fn go(&mut self, seat: Seat, pips: u8, feather: bool, log: &mut Log<Event>) {
        let from = self.squares[seat];
        let to = GOAL.min(from + if feather { 2 * pips } else { pips });
        self.squares[seat] = to;
        log.tell(|| Event::Moved { seat, from, to });
        if to == TOLL
            && let Some(card) = self.hands[seat].cards().next()
        {
            self.discard_from(seat, card);
            log.tell(|| Event::Toll { seat, card });
        }
        self.waits.push(Wait::Before { seat: !seat, feather: false });
    }
}

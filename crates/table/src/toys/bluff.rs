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

use std::{fmt, str::FromStr};

use arrayvec::ArrayVec;
use rand::{Rng, RngCore};
use serde::{Deserialize, Serialize};

use super::{fields, refuse_turn};
use crate::{
    BySeat, Game, Gesture, Log, Odds, Outcome, Prompt, Redact, Refusal, Seat, Show, Step, Turn, Viewer, Words,
};

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
}

/// How many cards of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Pile([u8; 3]);

impl Pile {
    fn len(self) -> u8 {
        self.0.iter().sum()
    }

    fn count(self, card: Card) -> u8 {
        self.0[card as usize]
    }

    fn cards(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().flat_map(move |card| (0..self.count(card)).map(move |_| card))
    }

    fn add(&mut self, card: Card) {
        self.0[card as usize] += 1;
    }

    fn take(&mut self, card: Card) {
        self.0[card as usize] -= 1;
    }

    /// Takes every card of `other` out of this pile, if they are all there.
    fn without(self, other: Pile) -> Option<Pile> {
        let mut rest = self;
        for (n, out) in rest.0.iter_mut().zip(other.0) {
            *n = n.checked_sub(out)?;
        }
        Some(rest)
    }
}

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

impl Show for Bluff {
    fn picture(view: &View, words: &Words) -> String {
        let faces = |held: Held| match held.faces {
            _ if held.cards == 0 => "-".to_owned(),
            Some(pile) => {
                let names: Vec<String> = pile.cards().map(|card| words.word("bluff", card.name())).collect();
                names.join(" ")
            }
            None => vec!["[?]"; held.cards.into()].join(" "),
        };
        let mut picture = String::new();
        for seat in Seat::BOTH {
            let track: String = (0..=GOAL)
                .map(|square| if square == view.squares[seat] { 'o' } else { mark(square) })
                .collect();
            picture += &format!("{seat:<4}{track}  {}\n", faces(view.hands[seat]));
        }
        let values = [("deck", view.deck.cards.into()), ("discard", view.discard.len().into())];
        picture + &words.say("bluff.picture.piles", &values) + "\n"
    }

    fn gesture(&self, _: Seat, action: &Action) -> Gesture {
        match action {
            Action::Roll => Gesture::on("die").key('r'),
            Action::Draw => Gesture::on("deck").key('d'),
            Action::Play(card) => Gesture::on(format!("card:{}", card.name())),
            Action::Pass => Gesture::button().key('p'),
        }
    }

    fn attempt(_: &View, _: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        match (from, to) {
            ("die", None) => vec![Action::Roll],
            ("deck", None) => vec![Action::Draw],
            (card, None) => {
                card.strip_prefix("card:").and_then(card_of).map(Action::Play).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// `one=caltrops,feather two=- at=3,8 turn=one`, and if need be `discard=parry` and, for the window after a
    /// roll of the other seat, `pips=4`. The rest of the box is the deck.
    fn set_up(text: &str) -> Result<Bluff, Refusal> {
        const KEY: &str = "bluff.refuse.position";
        let refuse = |what: &str| Refusal::notation(KEY, what);
        let [one, two, discard, at, turn, pips] =
            fields(text, ["one", "two", "discard", "at", "turn", "pips"], KEY)?;
        let pile = |text: Option<&str>| -> Result<Pile, Refusal> {
            let mut pile = Pile::default();
            for name in text.unwrap_or("-").split(',').filter(|&name| name != "-") {
                pile.add(card_of(name).ok_or_else(|| refuse(name))?);
                // No pile is larger than the box; this also keeps the counts small.
                BOX.without(pile).ok_or_else(|| refuse(name))?;
            }
            Ok(pile)
        };
        let hands = BySeat([pile(one)?, pile(two)?]);
        let discard = pile(discard)?;
        let deck = hands.0.into_iter().chain([discard]).try_fold(BOX, Pile::without);
        let deck =
            deck.filter(|_| hands.0.iter().all(|hand| hand.len() <= HAND)).ok_or_else(|| refuse(text))?;
        let square = |text: &str| match text.parse() {
            Ok(square) if square <= GOAL => Ok(square),
            _ => Err(refuse(text)),
        };
        let (a, b) = at.unwrap_or("0,0").split_once(',').ok_or_else(|| refuse(text))?;
        let squares = BySeat([square(a)?, square(b)?]);
        if squares.0 == [GOAL; 2] {
            return Err(refuse(text));
        }
        let seat: Seat = turn.unwrap_or("one").parse().map_err(|_| refuse(text))?;
        let wait = match pips.map(str::parse) {
            None => Wait::Before { seat, feather: false },
            Some(Ok(pips @ 1..=6)) => Wait::Caltrops { seat, pips, feather: false },
            Some(_) => return Err(refuse(text)),
        };
        let game = Bluff { hands, deck, discard, squares, waits: [wait].into_iter().collect() };
        if pips.is_some() && !game.could_hold(seat, Card::Caltrops) {
            return Err(refuse(text));
        }
        Ok(game)
    }
}

fn mark(square: u8) -> char {
    match square {
        TOLL => 'T',
        GOAL => 'G',
        _ => '.',
    }
}

fn card_of(name: &str) -> Option<Card> {
    Card::ALL.into_iter().find(|card| card.name() == name)
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
                .and_then(card_of)
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
        let card = text.strip_prefix("@card:").and_then(card_of).map(Chance::Card);
        let die = || match text.as_bytes() {
            [b'@', pips @ b'1'..=b'6'] => Some(Chance::Die(pips - b'0')),
            _ => None,
        };
        card.or_else(die).ok_or_else(|| Refusal::notation("bluff.refuse.chance", text))
    }
}

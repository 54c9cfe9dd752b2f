//! The stack of waits, the most urgent last (section 3 of the spec): what the game waits for, and what follows.
//!
//! After every step [`settle`](BackgammonWars::settle) removes the waits with nothing to ask. It looks at public
//! facts only (rule 38), so that neither a window nor its absence tells anything about a hand.

use serde::{Deserialize, Serialize};
use table::{Log, Odds, Seat};

use crate::{
    Action, Ahead, BackgammonWars, Chance, Ending, Event, Spells,
    action::{Play, With},
    cards::{self, AFTER_ROLL, Card},
    dice::{self, Dice, Pair},
    event::{Face, Numbers},
    units::{Kind, Purpose},
};

/// So many turns in a row without a change end the game (rule 18).
pub(crate) const STANDSTILL: u8 = 20;

/// Something that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// Chance gives cards to a hand.
    Draw {
        /// Whose hand.
        seat: Seat,
        /// How many are still to come.
        count: u8,
    },
    /// Chance rolls one die for each side.
    Opening,
    /// The seat plays cards, then declares and rolls.
    Before(Seat),
    /// Chance rolls.
    Roll {
        /// Whose dice.
        seat: Seat,
        /// How many.
        count: u8,
        /// What for.
        roll: Roll,
    },
    /// Chance rolls the other side's next dice for this seat's eyes.
    Spy(Seat),
    /// The seat keeps two of three dice.
    Keep(Seat),
    /// The seat may answer the other side's roll.
    Window(Seat),
    /// The seat uses dice and cards.
    Dice(Seat),
    /// The seat may parry the card on the table.
    Parry(Seat),
    /// The seat may answer a hit.
    Evoke {
        /// Who was hit.
        seat: Seat,
        /// The unit that made the hit.
        kind: Kind,
        /// Where it stands, in its own side's numbers.
        at: u8,
    },
}

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Roll {
    /// The roll of the turn.
    Plain,
    /// Caltrops or Transmutation.
    Again,
    /// Divination: two of three will stay.
    Divination,
}

impl Wait {
    /// The name in the spec.
    pub fn name(self) -> &'static str {
        match self {
            Wait::Draw { .. } => "draw",
            Wait::Opening => "opening",
            Wait::Before(_) => "before",
            Wait::Roll { .. } => "roll",
            Wait::Spy(_) => "spy",
            Wait::Keep(_) => "keep",
            Wait::Window(_) => "window",
            Wait::Dice(_) => "dice",
            Wait::Parry(_) => "parry",
            Wait::Evoke { .. } => "evoke",
        }
    }

    /// The seat that is asked, when it is not chance.
    pub fn asks(self) -> Option<Seat> {
        match self {
            Wait::Before(seat)
            | Wait::Keep(seat)
            | Wait::Window(seat)
            | Wait::Dice(seat)
            | Wait::Parry(seat)
            | Wait::Evoke { seat, .. } => Some(seat),
            Wait::Draw { .. } | Wait::Opening | Wait::Roll { .. } | Wait::Spy(_) => None,
        }
    }
}

impl BackgammonWars {
    /// Removes waits with nothing to ask, does what follows by itself, and stops at the next question.
    pub(crate) fn settle(&mut self, log: &mut Log<Event>) {
        while let Some(wait) = self.wait() {
            let done = match wait {
                Wait::Draw { .. } => {
                    if self.deck.pile.is_empty() && !self.deck.discards.is_empty() {
                        self.deck.pile = std::mem::take(&mut self.deck.discards);
                        log.tell(|| Event::Reshuffled { cards: self.deck.pile.len() });
                    }
                    self.deck.pile.is_empty()
                }
                Wait::Opening | Wait::Roll { .. } | Wait::Spy(_) | Wait::Keep(_) => false,
                Wait::Before(seat) => {
                    if self.options.is_fantasy() {
                        return;
                    }
                    self.begin_roll(seat, Purpose::Move, log);
                    continue;
                }
                Wait::Window(seat) => {
                    let hand = !self.deck.hands[seat].is_empty();
                    !(hand && AFTER_ROLL.iter().any(|&card| cards::could_answer(self, seat, card)))
                }
                Wait::Evoke { seat, .. } => !cards::could_answer(self, seat, Card::Evocation),
                Wait::Parry(seat) => {
                    if cards::could_answer(self, seat, Card::Parry) {
                        return;
                    }
                    self.card_acts(seat, log);
                    continue;
                }
                Wait::Dice(seat) => {
                    if !self.settle_dice(seat, log) {
                        return;
                    }
                    continue;
                }
            };
            if !done {
                return;
            }
            self.waits.pop();
        }
    }

    /// What happens by itself while dice are used: doubles without a choice, the end of the turn (rules 16, 19).
    /// Says whether anything did.
    fn settle_dice(&mut self, seat: Seat, log: &mut Log<Event>) -> bool {
        if self.dice.choice {
            if !self.deck.is_out() {
                return false;
            }
            self.dice.double();
            log.tell(|| Event::Doubled { seat });
            return true;
        }
        if !self.deck.hands[seat].is_empty() || !self.dice.is_empty() && self.any_die_use(seat) {
            return false;
        }
        self.end_turn(seat, log);
        true
    }

    /// Whose dice lie on the table.
    pub(crate) fn roller(&self) -> Seat {
        let mine = self.waits.iter().find_map(|wait| match *wait {
            Wait::Dice(seat) | Wait::Before(seat) => Some(seat),
            _ => None,
        });
        mine.unwrap_or(Seat::One)
    }

    /// The dice are rolled, copied, or known already (rules 25, 48, 53, 55).
    fn begin_roll(&mut self, seat: Seat, purpose: Purpose, log: &mut Log<Event>) {
        self.waits.pop();
        self.await_dice(seat);
        self.dice.purpose = purpose;
        if purpose != Purpose::Move {
            log.tell(|| Event::Declared { seat, purpose });
        }
        if self.ahead == Ahead::Duplication {
            let pair = self.last[!seat];
            let dice = pair.numbers().expect("Duplication needs a roll to copy");
            log.tell(|| Event::Copied { seat, dice: dice.into() });
            return self.lay_pair(seat, pair, log);
        }
        let early = std::mem::take(&mut self.early[seat]);
        let divination = self.ahead == Ahead::Divination;
        if let Some(dice) = early.numbers() {
            log.tell(|| Event::Revealed { seat, dice: dice.into() });
            if !divination {
                return self.lay_pair(seat, early, log);
            }
            self.dice.lay(&dice);
            self.dice.choice = false;
            self.waits.push(Wait::Roll { seat, count: 1, roll: Roll::Divination });
        } else {
            let (count, roll) = if divination { (3, Roll::Divination) } else { (2, Roll::Plain) };
            self.waits.push(Wait::Roll { seat, count, roll });
        }
    }

    /// Dice are coming: the other side may answer them, then `seat` uses them (rule 6).
    pub(crate) fn await_dice(&mut self, seat: Seat) {
        self.waits.push(Wait::Dice(seat));
        if self.options.is_fantasy() {
            self.waits.push(Wait::Window(!seat));
        }
    }

    /// Two dice are the roll of the turn; a stolen die joins them (rules 49, 55).
    fn lay_pair(&mut self, seat: Seat, pair: Pair, log: &mut Log<Event>) {
        self.dice.lay(&pair.numbers().expect("a roll has numbers"));
        self.last[seat] = pair;
        let die = std::mem::take(&mut self.stolen[seat]);
        if die != 0 {
            self.dice.bring(die);
            log.tell(|| Event::Joined { seat, die });
        }
    }

    fn end_turn(&mut self, seat: Seat, log: &mut Log<Event>) {
        log.tell(|| Event::TurnEnded { seat, turn: self.number });
        let stands = self.standing();
        self.still = if stands == self.stood { self.still + 1 } else { 0 };
        if self.number >= self.options.dusk || self.still >= STANDSTILL {
            return self.count_pips(log);
        }
        self.number += 1;
        self.stood = stands;
        self.begin_turn(!seat, log);
    }

    /// The end without fifteen units off: fewer pips win (rule 18). Dusk comes before a standstill.
    fn count_pips(&mut self, log: &mut Log<Event>) {
        let (one, two) = (self.board.pips(Seat::One), self.board.pips(Seat::Two));
        let fewer = match one.cmp(&two) {
            std::cmp::Ordering::Less => Some(Seat::One),
            std::cmp::Ordering::Greater => Some(Seat::Two),
            std::cmp::Ordering::Equal => None,
        };
        if self.number >= self.options.dusk {
            log.tell(|| Event::Dusk { one, two });
            self.finish(Ending::Dusk(fewer), log);
        } else {
            log.tell(|| Event::Standstill { one, two });
            self.finish(Ending::Standstill(fewer), log);
        }
    }

    /// As if the other side did nothing in the turn that begins: it is `seat`'s turn.
    pub(crate) fn pass_turn(&mut self, seat: Seat) {
        self.number += 1;
        self.begin_turn(seat, &mut Log::off());
        self.settle(&mut Log::off());
    }

    fn begin_turn(&mut self, seat: Seat, log: &mut Log<Event>) {
        self.dice = Dice::default();
        self.ahead = Ahead::Plain;
        self.deck.spent = cards::Cards::NONE;
        self.waits.clear();
        self.waits.push(Wait::Before(seat));
        if self.options.spells == Spells::Fade {
            let at = std::mem::take(&mut self.tokens.barrier[seat]);
            if at != 0 {
                log.tell(|| Event::BarrierGone { seat, at });
            }
            if let Some(at) = self.fire_of(seat).filter(|_| self.tokens.caster == seat) {
                self.tokens.fire = 0;
                log.tell(|| Event::FireGone { seat, at });
            }
        }
    }

    pub(crate) fn finish(&mut self, ending: Ending, log: &mut Log<Event>) {
        self.over = Some(ending);
        self.waits.clear();
        log.tell(|| ending.winner().map_or(Event::Drawn, |seat| Event::Won { seat }));
    }

    /// The card on the table was not parried by `seat`.
    fn card_acts(&mut self, seat: Seat, log: &mut Log<Event>) {
        self.waits.pop();
        if let Some(play) = self.table.take() {
            cards::act(self, !seat, play, log);
        }
    }

    /// A card is laid on the table, and the other side may parry it (rules 34, 35, 46).
    fn lay_card(&mut self, seat: Seat, mut play: Play, log: &mut Log<Event>) {
        self.deck.take(seat, play.card);
        self.deck.spent.insert(play.card);
        log.tell(|| Event::Played { seat, card: play.card, text: play.to_string() });
        if play.card == Card::Parry {
            self.waits.pop();
            self.deck.discards.insert(Card::Parry);
            if let Some(Play { card, .. }) = self.table.take() {
                self.deck.hands[!seat].insert(card);
                self.deck.shown[!seat].insert(card);
                log.tell(|| Event::Parried { seat, card });
            }
            return;
        }
        if let Some(Wait::Evoke { kind, at, .. }) = self.wait() {
            self.waits.pop();
            play.with = With::Hitter { kind, at };
        }
        self.table = Some(play);
        self.waits.push(Wait::Parry(!seat));
    }

    /// A seat's decision, which is legal.
    pub(crate) fn decide(&mut self, seat: Seat, action: Action, log: &mut Log<Event>) {
        match action {
            Action::Roll => self.begin_roll(seat, Purpose::Move, log),
            Action::Shoot => self.begin_roll(seat, Purpose::Shoot, log),
            Action::Hex => self.begin_roll(seat, Purpose::Hex, log),
            Action::Double => {
                self.dice.double();
                log.tell(|| Event::Doubled { seat });
            }
            Action::Draw => {
                (self.dice.choice, self.dice.chosen) = (false, true);
                log.tell(|| Event::Settled { seat });
                self.waits.push(Wait::Draw { seat, count: 1 });
            }
            Action::Keep(high, low) => {
                self.waits.pop();
                log.tell(|| Event::Kept { seat, dice: vec![high, low] });
                self.lay_pair(seat, Pair::new(high, low), log);
            }
            Action::End => self.end_turn(seat, log),
            Action::Pass => match self.wait() {
                Some(Wait::Parry(seat)) => self.card_acts(seat, log),
                _ => drop(self.waits.pop()),
            },
            Action::Move { kind, from, to, mark } => {
                self.make_move(seat, kind.unwrap_or(Kind::Warrior), (from, to), mark, log);
            }
            Action::Shot { from, to } => self.make_shot(seat, from, to, log),
            Action::Push { from, to, .. } => self.make_push(seat, from, to, log),
            Action::Play(play) => self.lay_card(seat, play, log),
        }
    }

    /// An outcome of chance, which is possible.
    pub(crate) fn befall(&mut self, outcome: Chance, log: &mut Log<Event>) {
        let Some(wait) = self.waits.pop() else { return };
        match (wait, outcome) {
            (Wait::Draw { seat, count }, Chance::Card(card)) => {
                self.deck.pile.remove(card);
                self.deck.hands[seat].insert(card);
                let face = Face(Some(card));
                let dealing = self.waits.first() == Some(&Wait::Opening);
                log.tell(|| match dealing {
                    true => Event::Dealt { seat, card: face },
                    false => Event::Drew { seat, card: face },
                });
                if count > 1 {
                    self.waits.push(Wait::Draw { seat, count: count - 1 });
                }
            }
            (Wait::Opening, Chance::Dice(one, two)) => {
                let seat = dice::opener(one, two);
                self.first = Some(seat);
                self.await_dice(seat);
                log.tell(|| Event::Opened { seat, one, two });
                self.lay_pair(seat, Pair::new(one, two), log);
            }
            (Wait::Spy(seat), Chance::Dice(a, b)) => {
                self.early[!seat] = Pair::new(a, b);
                log.tell(|| Event::EarlyRoll { seat, dice: Numbers(Some(vec![a, b])) });
            }
            (Wait::Roll { seat, roll, .. }, outcome) => self.rolled(seat, roll, outcome, log),
            _ => {}
        }
    }

    fn rolled(&mut self, seat: Seat, roll: Roll, outcome: Chance, log: &mut Log<Event>) {
        let dice = match outcome {
            Chance::Die(a) => vec_of(&[a]),
            Chance::Dice(a, b) => vec_of(&[a, b]),
            Chance::Three(a, b, c) => vec_of(&[a, b, c]),
            Chance::Card(_) => vec_of(&[]),
        };
        log.tell(|| match roll {
            Roll::Again => Event::Rerolled { seat, dice: dice.to_vec() },
            _ => Event::Rolled { seat, dice: dice.to_vec() },
        });
        match (roll, &dice[..]) {
            (Roll::Plain, &[a, b]) => self.lay_pair(seat, Pair::new(a, b), log),
            (Roll::Again, dice) => {
                self.dice.lay(dice);
                if let &[a, b] = dice {
                    self.last[seat] = Pair::new(a, b);
                }
            }
            (_, dice) => {
                // Divination: with one die the two of an early roll lie there already.
                let three: dice::Few = self.dice.rolled().chain(dice.iter().copied()).collect();
                self.dice.lay(&three);
                self.waits.push(Wait::Keep(seat));
            }
        }
    }

    /// What chance can bring now. Cards come from the stream `deck`, whose weights only the judge may know; an
    /// early roll comes from a stream of its own, so that the public dice do not depend on how many were made.
    pub(crate) fn chances(&self, out: &mut Odds<Chance>) {
        match self.wait() {
            Some(Wait::Draw { .. }) => {
                out.set("deck", false);
                self.deck.pile.iter().for_each(|card| out.add(Chance::Card(card), 1));
            }
            Some(Wait::Opening) => dice::opening(out),
            Some(Wait::Roll { count, .. }) => dice::odds("dice", count, out),
            Some(Wait::Spy(_)) => dice::odds("early dice", 2, out),
            _ => out.set("", true),
        }
    }
}

fn vec_of(dice: &[u8]) -> arrayvec::ArrayVec<u8, 3> {
    dice.iter().copied().collect()
}

//! The combat (rules 25-36): the attacker makes all of his rolls, then the defender; ties are the attacker's.

use serde::{Deserialize, Serialize};
use table::{Log, Prompt, Refusal, Seat};

use crate::{
    Action, Colour, Event, Group, Piggyback, Space, Wait,
    moves::not_carried,
    odds::{self, Choice, Hand, Moment, Probability},
};

/// A combat once the first die is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// The attacker's space; he stays there until he has won (R29).
    pub from: Space,
    /// The attacked space.
    pub at: Space,
    /// Rolls that the side at the die has made.
    pub rolls: u8,
    /// Its last die; 0 before the first.
    pub die: u8,
    /// Firepower that it has spent.
    pub firepower: u8,
    /// The attacker's number, once the die is with the defender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<u8>,
}

impl From<Choice> for Action {
    fn from(choice: Choice) -> Action {
        match choice {
            Choice::Stop => Action::Stop,
            Choice::Roll => Action::Roll,
            Choice::Luck => Action::Luck,
            Choice::Firepower => Action::Firepower,
        }
    }
}

impl TryFrom<Action> for Choice {
    type Error = Action;
    fn try_from(action: Action) -> Result<Choice, Action> {
        Choice::ALL.into_iter().find(|&choice| Action::from(choice) == action).ok_or(action)
    }
}

/// The exact chances of the combat that is going on.
impl Piggyback {
    /// The chance that the attacker wins when both sides decide perfectly for this combat alone; none when
    /// there is no combat.
    pub fn chance(&self) -> Option<Probability> {
        match self.wait {
            Wait::Warp { from, at } => {
                let pass = self.attack_chance(from, at);
                let warps = self.answers(at).map(|(payer, partner)| {
                    self.attack_chance(from, if payer == at { partner } else { payer })
                });
                Some(warps.fold(pass, Probability::min))
            }
            Wait::Roll(fight) => Some(self.rolling_chance(fight)),
            Wait::Decide(fight) => Some(self.moment(fight).chance()),
            _ => None,
        }
    }

    /// The chance that the attacker wins after this legal step of the combat, or after this attack; none for
    /// a step that is neither. An attack counts against the group that stands there, before any Warp.
    pub fn chance_after(&self, action: Action) -> Option<Probability> {
        match (self.wait, action) {
            // Boosts do not count in a combat, so it makes no difference that they are spent by then.
            (
                Wait::Move,
                Action::Step { from, to } | Action::Boost { from, to } | Action::Boost2 { from, to },
            ) => self.armies[!self.to].at(to).map(|_| self.attack_chance(from, to)),
            (Wait::Warp { from, at }, Action::Pass) => Some(self.attack_chance(from, at)),
            (Wait::Warp { from, at }, Action::Warp { payer, partner }) => {
                Some(self.attack_chance(from, if payer == at { partner } else { payer }))
            }
            (Wait::Decide(fight), action) => {
                Choice::try_from(action).ok().map(|choice| self.moment(fight).after(choice))
            }
            _ => None,
        }
    }

    /// The spaces of the attacker and of the attacked group while a combat goes on.
    pub fn combatants(&self) -> Option<(Space, Space)> {
        match self.wait {
            Wait::Warp { from, at } => Some((from, at)),
            Wait::Roll(fight) | Wait::Decide(fight) => Some((fight.from, fight.at)),
            _ => None,
        }
    }

    /// The decision at the die, if that is what the game waits for: ask it for the perfect one.
    pub fn decision(&self) -> Option<Moment> {
        match self.wait {
            Wait::Decide(fight) => Some(self.moment(fight)),
            _ => None,
        }
    }

    /// Every attack that the player of the turn can make, with its chance before any Warp.
    pub fn each_attack(&self, mut tell: impl FnMut(Space, Space, Probability)) {
        if self.wait != Wait::Move {
            return;
        }
        let enemies = self.armies[!self.to].spaces();
        self.each_way(|way| {
            for at in (way.ends & enemies).iter() {
                tell(way.from, at, self.attack_chance(way.from, at));
            }
        });
    }

    fn attack_chance(&self, from: Space, at: Space) -> Probability {
        odds::attack(self.fighter(self.to, from).into(), self.fighter(!self.to, at).into())
    }

    fn rolling_chance(&self, fight: Fight) -> Probability {
        let hand = self.hand(fight);
        let mut left = hand.strength();
        // The roll that is due is one of the stack's, or a spent Luck has paid for it.
        left.rolls += u8::from(hand.rolls == 0);
        match fight.against {
            None => odds::attack(left, self.fighter(!self.to, fight.at).into()),
            Some(number) => odds::holds(number, left),
        }
    }

    fn moment(&self, fight: Fight) -> Moment {
        let hand = self.hand(fight);
        match fight.against {
            None => Moment::Attack { hand, defender: self.fighter(!self.to, fight.at).into() },
            Some(against) => Moment::Defence { hand, against },
        }
    }
}

/// How a combat runs.
impl Piggyback {
    /// Who is at the die.
    pub(crate) fn side(&self, fight: Fight) -> Seat {
        if fight.against.is_none() { self.to } else { !self.to }
    }

    /// Where the group stands whose side is at the die.
    fn place_of(fight: Fight) -> Space {
        if fight.against.is_none() { fight.from } else { fight.at }
    }

    fn fighter(&self, seat: Seat, space: Space) -> Group {
        self.armies[seat].at(space).expect("both groups stand on their spaces until the combat ends")
    }

    pub(crate) fn fighter_at_die(&self, fight: Fight) -> Group {
        self.fighter(self.side(fight), Self::place_of(fight))
    }

    /// What the side at the die has (R31-R33).
    pub(crate) fn hand(&self, fight: Fight) -> Hand {
        let group = self.fighter_at_die(fight);
        Hand {
            number: fight.die + fight.firepower,
            rolls: group.units.saturating_sub(fight.rolls),
            luck: group.carries(Colour::Yellow),
            firepower: group.carries(Colour::Orange),
            fired: fight.firepower > 0,
        }
    }

    /// An attack is declared (R10); the defender is asked for a Warp only when there is one (R25).
    pub(crate) fn attack(&mut self, from: Space, at: Space, log: &mut Log<Event>) {
        let seat = self.to;
        self.calm = false;
        log.tell(|| Event::Attacked { seat, from, to: at });
        if self.answers(at).next().is_some() {
            self.wait = Wait::Warp { from, at };
        } else {
            self.begin_rolling(from, at);
        }
    }

    /// The first roll of the attacker is not asked for (R30).
    pub(crate) fn begin_rolling(&mut self, from: Space, at: Space) {
        self.wait = Wait::Roll(Fight { from, at, rolls: 0, die: 0, firepower: 0, against: None });
    }

    /// A die has fallen: it takes the place of the one before (R31).
    pub(crate) fn roll(&mut self, fight: Fight, die: u8, log: &mut Log<Event>) {
        let side = self.side(fight);
        log.tell(|| Event::Rolled { side, die, again: fight.rolls > 0 });
        self.go_on(Fight { rolls: fight.rolls + 1, die, ..fight }, log);
    }

    /// The side at the die has decided.
    pub(crate) fn choose(&mut self, mut fight: Fight, action: Action, log: &mut Log<Event>) {
        let (seat, at) = (self.side(fight), Self::place_of(fight));
        match action {
            Action::Roll => self.wait = Wait::Roll(fight),
            Action::Luck => {
                self.spend(seat, at, Colour::Yellow, 1);
                log.tell(|| Event::LuckSpent { seat, at });
                self.wait = Wait::Roll(fight);
            }
            Action::Firepower => {
                self.spend(seat, at, Colour::Orange, 1);
                fight.firepower += 1;
                log.tell(|| Event::FirepowerSpent { seat, at, total: fight.die + fight.firepower });
                self.go_on(fight, log);
            }
            _ => self.stop(fight, log),
        }
    }

    /// After a roll or a Firepower: a defender who is ahead has won (R35); who can do nothing more is not
    /// asked (R34).
    fn go_on(&mut self, fight: Fight, log: &mut Log<Event>) {
        let hand = self.hand(fight);
        if fight.against.is_some_and(|against| hand.number > against) {
            self.end_combat(fight, !self.to, log);
        } else if hand.is_asked() {
            self.wait = Wait::Decide(fight);
        } else {
            self.stop(fight, log);
        }
    }

    /// The attacker's number stands and the die passes; or the defender has not beaten it (R36).
    fn stop(&mut self, fight: Fight, log: &mut Log<Event>) {
        let seat = !self.to;
        match fight.against {
            Some(_) => self.end_combat(fight, self.to, log),
            None => {
                let total = fight.die + fight.firepower;
                log.tell(|| Event::DiePassed { seat, total });
                self.wait =
                    Wait::Roll(Fight { rolls: 0, die: 0, firepower: 0, against: Some(total), ..fight });
            }
        }
    }

    /// Rolling, in the order of the spec: R16, R33, R31 or R32.
    pub(crate) fn check_choice(&self, fight: Fight, action: Action) -> Result<(), Refusal> {
        let hand = self.hand(fight);
        let place = Self::place_of(fight);
        match action {
            Action::Luck if hand.luck == 0 => Err(not_carried(place, Colour::Yellow, 1)),
            Action::Firepower if hand.firepower == 0 => Err(not_carried(place, Colour::Orange, 1)),
            Action::Roll | Action::Luck if hand.fired => {
                Err(Refusal::by("R33", "piggyback.refuse.after-firepower"))
            }
            Action::Roll if hand.rolls == 0 => {
                Err(Refusal::by("R31", "piggyback.refuse.rolls-used-up").with("rolls", fight.rolls))
            }
            Action::Luck if hand.rolls > 0 => {
                Err(Refusal::by("R32", "piggyback.refuse.rolls-first").with("rolls", hand.rolls))
            }
            _ => Ok(()),
        }
    }

    /// What the side at the die is asked.
    pub(crate) fn question(&self, fight: Fight) -> Prompt {
        let hand = self.hand(fight);
        let key = match (fight.against, hand.allows(Choice::Roll)) {
            (None, true) => "piggyback.prompt.attack-roll",
            (None, false) => "piggyback.prompt.attack-spend",
            (Some(_), true) => "piggyback.prompt.defence-roll",
            (Some(_), false) => "piggyback.prompt.defence-spend",
        };
        let prompt = Prompt::new(key).with("number", hand.number).with("rolls", hand.rolls);
        match fight.against {
            None => prompt,
            Some(against) => prompt.with("against", against),
        }
    }
}

//! What characters do in a turn (rules 27-44): move, attack, shove, charge, defend.

use serde::{Deserialize, Serialize};
use table::{Log, Refusal, Seat};

use crate::{
    Action, Event, ToPieces,
    board::{Space, Spaces, Way},
    characters::{Character, LEADER, Token, Tokens},
    families::{Kind, Offer},
    side::Place,
    teams::Through,
    waits::Wait,
};

/// The terms of the damage sum (rule 33).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// Enemies adjacent to the target; the attacker counts once, also from afar.
    pub enemies: u8,
    /// 1 if the attacker is a leader.
    pub leader: u8,
    /// The attacker's trait.
    pub fierce: u8,
    /// The bonus of the strategy.
    pub bonus: u8,
    /// Tokens on the target.
    pub tokens: u8,
    /// 1 if an Obstacle or an enemy of the target is behind it.
    pub behind: u8,
}

impl Damage {
    /// The sum.
    pub fn total(self) -> u8 {
        self.enemies + self.leader + self.fierce + self.bonus + self.tokens + self.behind
    }
}

/// How an attack is made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blow {
    /// More damage (rules 62, 63).
    pub(crate) bonus: u8,
    /// A Defend token falls and the attack goes on (rule 62).
    pub(crate) pierce: bool,
    /// The attacker gets an Attack token.
    pub(crate) token: bool,
}

/// How a shove is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shove {
    /// How often it pushes.
    pub(crate) push: u8,
    /// Step forward without Move token (rule 63).
    pub(crate) free_step: bool,
    /// The shover gets an Attack token.
    pub(crate) token: bool,
}

/// Moving (rules 28-30, 42, 56).
impl ToPieces {
    /// What a character may walk over.
    pub(crate) fn passable(&self, who: Character, through: Through) -> Spaces {
        match self.fighter(who).phase.max(through) {
            Through::None => self.empty() | self.men(who.seat),
            Through::Characters => !self.obstacles,
            Through::All => Spaces(!0),
        }
    }

    /// Every space that a character on `from` reaches in up to `steps` steps, `from` included.
    fn reach(&self, who: Character, from: Space, steps: u8, through: Through) -> Spaces {
        let passable = self.passable(who, through);
        let mut reach = Spaces::of(from);
        for _ in 0..steps {
            let further = reach | (reach.beside() & passable);
            if further == reach {
                break;
            }
            reach = further;
        }
        reach
    }

    /// Other spaces on which a walk may end.
    pub(crate) fn ends(&self, who: Character, from: Space, steps: u8, through: Through) -> Spaces {
        self.reach(who, from, steps, through) & self.empty()
    }

    /// Where a Move may end (rules 28-30).
    pub(crate) fn moves(&self, who: Character, from: Space) -> Spaces {
        self.ends(who, from, self.fighter(who).speed, Through::None) | Spaces::of(from)
    }

    /// Where a Charge may end (rule 42).
    pub(crate) fn charges(&self, who: Character, from: Space) -> Spaces {
        let ends = self.ends(who, from, self.fighter(who).speed, Through::None);
        if self.comes_back(who, from) { ends | Spaces::of(from) } else { ends }
    }

    /// Whether a Charge may end where it began, after a step out and one back (option `charge_loop`).
    fn comes_back(&self, who: Character, from: Space) -> bool {
        self.switches.charge_loop
            && self.fighter(who).speed >= 2
            && !(from.beside() & self.passable(who, Through::None)).is_empty()
    }

    /// Walks to a legal end.
    pub(crate) fn walk(
        &mut self,
        who: Character,
        from: Space,
        to: Space,
        through: Through,
        log: &mut Log<Event>,
    ) {
        if log.is_on() {
            let path = self.path(who, from, to, through);
            log.tell(|| Event::Moved { seat: who.seat, from, path, to });
        }
        self.set_place(who, Place::Board(to));
    }

    /// A shortest way, of several the first in the order north, east, south, west; empty for a move of no step.
    fn path(&self, who: Character, from: Space, to: Space, through: Through) -> Vec<Space> {
        let passable = self.passable(who, through);
        // Spaces by their distance from the end, until the start is among them.
        let mut layers = vec![Spaces::of(to)];
        let mut known = layers[0];
        while !known.contains(from) {
            let next = known.beside() & (passable | Spaces::of(from)) & !known;
            if next.is_empty() {
                break;
            }
            known = known | next;
            layers.push(next);
        }
        layers.pop();
        let mut path: Vec<Space> = Vec::new();
        for layer in layers.into_iter().rev() {
            let here = path.last().copied().unwrap_or(from);
            path.extend(
                Way::ORTHOGONAL.into_iter().filter_map(|way| here.next(way)).find(|&s| layer.contains(s)),
            );
        }
        path
    }
}

/// Attacking (rules 31-36).
impl ToPieces {
    /// The first character on each line up to `range` spaces away, if it is an enemy (rule 36).
    pub(crate) fn in_sight(&self, seat: Seat, from: Space, range: u8) -> Spaces {
        let (empty, enemies) = (self.empty(), self.men(!seat));
        let mut seen = Spaces::NONE;
        for way in Way::ALL {
            let mut here = from;
            for _ in 0..range {
                let Some(next) = here.next(way) else { break };
                if !empty.contains(next) {
                    if enemies.contains(next) {
                        seen.insert(next);
                    }
                    break;
                }
                here = next;
            }
        }
        seen
    }

    /// Whom a character may attack (rules 31, 36).
    pub(crate) fn targets(&self, who: Character, from: Space) -> Spaces {
        let adjacent = from.beside() & self.men(!who.seat);
        match self.fighter(who).ranged {
            0 => adjacent,
            range => adjacent | self.in_sight(who.seat, from, range),
        }
    }

    /// The damage sum (rule 33), an attack of `by` from `from` on `target`.
    pub(crate) fn damage(&self, by: Character, from: Space, target: Space, bonus: u8) -> Damage {
        let enemies = self.men(by.seat);
        let adjacent = enemies & target.beside();
        let from_afar = u8::from(!adjacent.contains(from));
        let behind = from.line_to(target).map(|(way, _)| target.next(way));
        let wall = match behind {
            Some(Some(space)) => (self.obstacles | enemies).contains(space),
            Some(None) => self.switches.edge_wall,
            None => false,
        };
        let tokens = self.own(!by.seat, target).map_or(0, |who| self.tokens(who).len());
        Damage {
            enemies: adjacent.len() + from_afar,
            leader: u8::from(by.index == LEADER),
            fierce: self.fighter(by).fierce,
            bonus,
            tokens,
            behind: u8::from(wall),
        }
    }

    /// Rules 32-34. The attacker and the target are there.
    pub(crate) fn attack(&mut self, from: Space, to: Space, blow: Blow, log: &mut Log<Event>) {
        let attacker = self.who(from).expect("an attacker stands there");
        let target = self.who(to).expect("a target stands there");
        let guarded = self.tokens(target).has(Token::Defend);
        if guarded {
            log.tell(|| Event::Blocked { space: to });
            self.remove_tokens(target, Tokens::of(Token::Defend), log);
        }
        if !guarded || blow.pierce {
            let damage = self.damage(attacker, from, to, blow.bonus);
            let (total, health) = (damage.total(), self.fighter(target).health);
            log.tell(|| Event::Attacked { seat: attacker.seat, from, to, damage, total, health });
            if total > health {
                self.eliminate(target, attacker, !from.touches(to), log);
            }
        }
        if blow.token {
            self.add_token(attacker, Token::Attack, log);
        }
    }
}

/// Shoving and pushing (rules 37-40).
impl ToPieces {
    /// Where a push would move the character on `target` (rule 38).
    pub(crate) fn pushed_to(&self, target: Space, way: Way) -> Option<Space> {
        let behind = target.next(way)?;
        let who = self.who(target)?;
        (self.empty() | self.men(who.seat)).contains(behind).then_some(behind)
    }

    /// Pushes up to `times` in a direction (rules 38, 39); whether anything moved.
    pub(crate) fn push(&mut self, target: Space, way: Way, times: u8, log: &mut Log<Event>) -> bool {
        let mut here = target;
        for _ in 0..times {
            let Some(there) = self.pushed_to(here, way) else { break };
            let who = self.who(here).expect("somebody is pushed");
            match self.who(there) {
                Some(mate) => {
                    self.set_place(mate, Place::Board(here));
                    log.tell(|| Event::ChangedPlaces { a: here, b: there });
                }
                None => log.tell(|| Event::Pushed { from: here, to: there }),
            }
            self.set_place(who, Place::Board(there));
            here = there;
        }
        here != target
    }

    /// Rule 37, and the question of rule 40.
    pub(crate) fn shove(&mut self, from: Space, to: Space, shove: Shove, log: &mut Log<Event>) {
        let shover = self.who(from).expect("a shover stands there");
        let target = self.who(to).expect("a target stands there");
        let (way, _) = from.line_to(to).expect("a target is adjacent");
        let moved = !self.knock_off_guard(target, to, log) && self.push(to, way, shove.push, log);
        if moved && target.seat != shover.seat {
            self.sides[shover.seat].deeds.pushed += 1;
        }
        if shove.token {
            self.add_token(shover, Token::Attack, log);
        }
        let may_step = shove.free_step || !self.tokens(shover).has(Token::Move);
        if moved && may_step && self.who(to).is_none() {
            self.waits.push(Wait::Step { seat: shover.seat, at: from, to, free: shove.free_step });
        }
    }

    /// Removes a Defend token in place of a push; whether there was one.
    pub(crate) fn knock_off_guard(&mut self, target: Character, space: Space, log: &mut Log<Event>) -> bool {
        let guarded = self.tokens(target).has(Token::Defend);
        if guarded {
            log.tell(|| Event::Blocked { space });
            self.remove_tokens(target, Tokens::of(Token::Defend), log);
        }
        guarded
    }

    /// Rule 40. A charger takes its waiting Charge token along.
    pub(crate) fn step_forward(&mut self, at: Space, to: Space, free: bool, log: &mut Log<Event>) {
        let shover = self.who(at).expect("the shover stands there");
        self.set_place(shover, Place::Board(to));
        log.tell(|| Event::Moved { seat: shover.seat, from: at, path: vec![to], to });
        if !free {
            self.add_token(shover, Token::Move, log);
        }
        if let Some(Wait::Charged { at: charger }) = self.waits.last_mut() {
            *charger = to;
        }
    }

    /// The move of a Charge and what follows it (rules 42-44, 63).
    pub(crate) fn charge(&mut self, from: Space, to: Space, verb: Charge, log: &mut Log<Event>) {
        let who = self.who(from).expect("a charger stands there");
        if from == to {
            let mut out = Way::ORTHOGONAL.into_iter().filter_map(|way| from.next(way));
            let out = out.find(|&space| self.passable(who, Through::None).contains(space));
            log.tell(|| Event::Moved {
                seat: who.seat,
                from,
                path: out.into_iter().chain([to]).collect(),
                to,
            });
        } else {
            self.walk(who, from, to, Through::None, log);
        }
        self.waits.push(Wait::Charged { at: to });
        if !(to.beside() & self.men(!who.seat)).is_empty() {
            let push = verb.push.max(self.fighter(who).shove);
            let (bonus, free_step) = (verb.bonus, verb.free_step);
            self.waits.push(Wait::Strike { seat: who.seat, at: to, bonus, push, free_step });
        }
    }
}

/// What a strategy adds to a charge (rule 63).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charge {
    pub(crate) push: u8,
    pub(crate) free_step: bool,
    pub(crate) bonus: u8,
}

/// The charge of rule 42.
const PLAIN_CHARGE: Charge = Charge { push: 1, free_step: false, bonus: 0 };

/// The actions of one character, offered, checked and done.
impl ToPieces {
    pub(crate) fn offer_deeds(&self, who: Character, at: Space, charge: bool, out: &mut Offer<'_>) {
        let tokens = self.tokens(who);
        if tokens.any_of(Tokens::BAR_CHARGE) {
            // These two forbid everything.
            return;
        }
        let (here, ends) = (Spaces::of(at), self.ends(who, at, self.fighter(who).speed, Through::None));
        if !tokens.any_of(Tokens::BAR_MOVE) {
            out.add(Kind::Move(at), ends | here);
        }
        if !tokens.any_of(Tokens::BAR_ATTACK) {
            out.add(Kind::Attack(at), self.targets(who, at));
            out.add(Kind::Shove(at), self.shovable(who.seat, at));
        }
        if charge {
            out.add(Kind::Charge(at), if self.comes_back(who, at) { ends | here } else { ends });
        }
        out.one(Action::Defend(at));
    }

    /// Whom a character may shove (rule 37).
    pub(crate) fn shovable(&self, seat: Seat, from: Space) -> Spaces {
        let enemies = self.men(!seat);
        let men = if self.switches.friendly_shove { enemies | self.men(seat) } else { enemies };
        from.beside() & men
    }

    /// Rules 23-42, in the order: own character, token, target.
    pub(crate) fn check_deed(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let (at, bar) = match action {
            Action::Move(at, _) => (at, Tokens::BAR_MOVE),
            Action::Attack(at, _) | Action::Shove(at, _) => (at, Tokens::BAR_ATTACK),
            Action::Charge(at, _) | Action::Defend(at) => (at, Tokens::BAR_CHARGE),
            _ => return Err(Refusal::by("R23", "to-pieces.refuse.no-turn-action")),
        };
        let Some(who) = self.own(seat, at) else {
            return Err(Refusal::by("R23", "to-pieces.refuse.not-own").with("space", at.to_string()));
        };
        if let Some(token) = self.tokens(who).iter().find(|&token| bar.has(token)) {
            return Err(Refusal::by("R27", "to-pieces.refuse.barred").with("token", token.name()));
        }
        let speed = self.fighter(who).speed;
        let no = |rule, key| Err(Refusal::by(rule, key));
        match action {
            Action::Move(_, to) if !self.moves(who, at).contains(to) => {
                no("R29", "to-pieces.refuse.no-way").map_err(|refusal| refusal.with("speed", speed))
            }
            Action::Charge(_, to) if !self.charges(who, at).contains(to) => {
                no("R42", "to-pieces.refuse.no-charge").map_err(|refusal| refusal.with("speed", speed))
            }
            Action::Attack(_, to) if !self.targets(who, at).contains(to) => {
                no("R31", "to-pieces.refuse.no-target")
            }
            Action::Shove(_, to) if !self.shovable(seat, at).contains(to) => {
                no("R37", "to-pieces.refuse.no-shove")
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn do_deed(&mut self, seat: Seat, action: Action, log: &mut Log<Event>) {
        match action {
            Action::Move(at, to) => {
                let who = self.own(seat, at).expect("an own character moves");
                self.walk(who, at, to, Through::None, log);
                self.add_token(who, Token::Move, log);
            }
            Action::Attack(at, target) => {
                self.attack(at, target, Blow { token: true, ..Blow::default() }, log);
            }
            Action::Shove(at, target) => {
                let who = self.own(seat, at).expect("an own character shoves");
                let push = self.fighter(who).shove;
                self.shove(at, target, Shove { push, free_step: false, token: true }, log);
            }
            Action::Charge(at, to) => self.charge(at, to, PLAIN_CHARGE, log),
            Action::Defend(at) => {
                let who = self.own(seat, at).expect("an own character defends");
                self.add_token(who, Token::Defend, log);
            }
            other => panic!("{other} is no action of a character"),
        }
    }
}

//! Strategies (rules 51-53) and the picks of their effects (rules 58-71).

use arrayvec::ArrayVec;
use table::{Log, Refusal, Seat};

use crate::{
    Action, Event, ToPieces,
    board::{Space, Spaces, Way},
    characters::{COINS, Character, Token, Tokens},
    combat::{Blow, Charge},
    side::Place,
    teams::{Effect, Marker, When, Whom},
    waits::Wait,
};

impl ToPieces {
    /// Rules 51-53: the coin is there, the strategy fits the phase, its first effect has a pick.
    pub(crate) fn check_use(&self, seat: Seat, action: Action, when: When) -> Result<(), Refusal> {
        let number = match action {
            Action::Use(n) if self.place(Character::new(seat, n)) == Place::Reserve => n,
            Action::Use(n) => {
                return Err(Refusal::by("R51", "to-pieces.refuse.not-in-reserve").with("number", n));
            }
            Action::UseCaptured(n) if self.place(Character::new(!seat, n)) == Place::Taken => n,
            Action::UseCaptured(n) => {
                return Err(Refusal::by("R52", "to-pieces.refuse.not-captured").with("number", n));
            }
            _ => return Err(Refusal::by("R23", "to-pieces.refuse.no-turn-action")),
        };
        let strategy = self.sheet(seat).strategy(number);
        if strategy.when != when {
            let key = match when {
                When::Action => "to-pieces.refuse.for-regrouping",
                When::Regrouping => "to-pieces.refuse.for-turns",
            };
            return Err(Refusal::by("R51", key).with("strategy", &strategy.name));
        }
        // The coin leaves the Reserve before the effect: it cannot deploy itself.
        let last_coin =
            || matches!(action, Action::Use(_)) && self.sides[seat].coins(Place::Reserve).count() == 1;
        let verb = strategy.effects[0];
        let deploys_itself = matches!(verb, Effect::Deploy { .. }) && last_coin();
        if deploys_itself || !self.has_pick(seat, verb, Spaces::NONE) {
            let refusal = Refusal::by("R53", "to-pieces.refuse.nothing-to-do");
            return Err(refusal.with("strategy", &strategy.name));
        }
        Ok(())
    }

    /// Pays with the coin and begins the first effect.
    pub(crate) fn use_coin(&mut self, seat: Seat, number: u8, captured: bool, log: &mut Log<Event>) {
        if captured {
            self.set_place(Character::new(!seat, number), Place::Spent);
        } else {
            self.set_place(Character::new(seat, number), Place::Discard);
        }
        self.sides[seat].deeds.used += 1;
        let strategy = &self.sheet(seat).strategy(number).name;
        log.tell(|| Event::Used { seat, number, captured, strategy });
        self.begin_effect(seat, number, 0);
    }

    /// Whether an effect has a pick.
    pub(crate) fn has_pick(&self, seat: Seat, verb: Effect, picked: Spaces) -> bool {
        let mut found = false;
        self.each_pick(seat, verb, picked, &mut |_| {
            found = true;
            false
        });
        found
    }

    /// Calls `each` with every pick of an effect until it says to stop.
    pub(crate) fn each_pick(
        &self,
        seat: Seat,
        verb: Effect,
        picked: Spaces,
        each: &mut dyn FnMut(Action) -> bool,
    ) {
        // `None` is the request to stop, handed up through the nested walks by `?`.
        let _ = self.walk_picks(seat, verb, picked, &mut |pick| each(pick).then_some(()));
    }

    fn walk_picks(
        &self,
        seat: Seat,
        verb: Effect,
        picked: Spaces,
        each: &mut dyn FnMut(Action) -> Option<()>,
    ) -> Option<()> {
        let whose = |whom: Whom| if whom == Whom::Own { seat } else { !seat };
        let fresh = |seat: Seat| self.men(seat) & !picked;
        let enemies = self.men(!seat);
        match verb {
            Effect::Push { .. } => {
                for by in fresh(seat) {
                    for target in by.beside() & enemies {
                        let (way, _) = by.line_to(target)?;
                        if self.guarded(target) || self.pushed_to(target, way).is_some() {
                            each(Action::Push(by, target))?;
                        }
                    }
                }
            }
            Effect::Cascade => {
                for by in fresh(seat) {
                    for target in by.beside() & enemies {
                        let (way, _) = by.line_to(target)?;
                        if self.guarded(target) || self.room_after(target, way) {
                            each(Action::Cascade(by, target))?;
                        }
                    }
                }
            }
            Effect::Drag { range } => {
                for by in fresh(seat) {
                    for target in self.in_sight(seat, by, range) {
                        if draggable(by, target) {
                            each(Action::Drag(by, target))?;
                        }
                    }
                }
            }
            Effect::Attack { range, free, .. } => {
                for by in fresh(seat) {
                    if !free && self.tokens_on(by).any_of(Tokens::BAR_ATTACK) {
                        continue;
                    }
                    let targets =
                        if range == 0 { by.beside() & enemies } else { self.in_sight(seat, by, range) };
                    for target in targets {
                        each(Action::Attack(by, target))?;
                    }
                }
            }
            Effect::Charge { .. } => {
                for by in fresh(seat) {
                    let who = self.own(seat, by)?;
                    if !self.tokens(who).any_of(Tokens::BAR_CHARGE) {
                        for to in self.charges(who, by) {
                            each(Action::Charge(by, to))?;
                        }
                    }
                }
            }
            Effect::March { whom, steps, through, .. } => {
                for from in fresh(whose(whom)) {
                    let who = self.own(whose(whom), from)?;
                    for to in self.ends(who, from, self.march_steps(who, steps), through) {
                        each(Action::March(from, to))?;
                    }
                }
            }
            Effect::Exchange { whom, reach } => {
                for a in fresh(seat) {
                    for b in self.men(whose(whom)) {
                        let near = reach == 0 || a.reach_to(b) <= reach;
                        if near && (whom == Whom::Enemy || a < b) {
                            each(Action::Exchange(a, b))?;
                        }
                    }
                }
            }
            Effect::Clear { whom, which, .. } => {
                let kinds = which.map_or(Tokens::ALL, Tokens::of);
                for space in fresh(whose(whom)) {
                    if self.tokens_on(space).any_of(kinds) {
                        each(Action::Clear(space))?;
                    }
                }
            }
            Effect::Token { token, whom, .. } => {
                for space in fresh(whose(whom)) {
                    if !self.tokens_on(space).has(token) {
                        each(Action::Token(space))?;
                    }
                }
            }
            Effect::Deploy { rows, .. } => {
                for number in self.sides[seat].coins(Place::Reserve) {
                    for space in self.empty() & Spaces::rows(self.edge(seat), rows) {
                        each(Action::Deploy(number, space))?;
                    }
                }
            }
            Effect::Recall { .. } => {
                for space in fresh(seat) {
                    if self.own(seat, space).is_some_and(|who| COINS.contains(&who.index)) {
                        each(Action::Recall(space))?;
                    }
                }
            }
            Effect::Shift { marker, steps } => {
                let markers =
                    if marker == Marker::Treasure { self.treasure_spaces() } else { self.obstacles };
                for from in markers & !enemies {
                    for to in self.slides(seat, from, marker, steps) {
                        each(Action::Shift(from, to))?;
                    }
                }
            }
            Effect::Swap => each(Action::Swap)?,
        }
        Some(())
    }

    fn tokens_on(&self, space: Space) -> Tokens {
        self.who(space).map_or(Tokens::NONE, |who| self.tokens(who))
    }

    fn guarded(&self, space: Space) -> bool {
        self.tokens_on(space).has(Token::Defend)
    }

    fn march_steps(&self, who: Character, steps: u8) -> u8 {
        if steps == 0 { self.fighter(who).speed } else { steps }
    }

    /// The last character of the line that a cascade moves.
    fn end_of_line(&self, target: Space, way: Way) -> Space {
        let men = self.men(Seat::One) | self.men(Seat::Two);
        let mut last = target;
        while let Some(next) = last.next(way).filter(|&next| men.contains(next)) {
            last = next;
        }
        last
    }

    /// Whether the line that begins with `target` can move (rule 60).
    fn room_after(&self, target: Space, way: Way) -> bool {
        self.end_of_line(target, way).next(way).is_some_and(|space| !self.obstacles.contains(space))
    }

    /// Where a marker may slide to (rule 70).
    fn slides(&self, seat: Seat, from: Space, marker: Marker, steps: u8) -> Spaces {
        let markers = self.treasure_spaces() | self.obstacles;
        let men = match marker {
            Marker::Treasure => self.men(!seat),
            Marker::Obstacle => self.men(!seat) | self.men(seat),
        };
        let free = !(markers | men);
        let mut reach = Spaces::of(from);
        for _ in 0..steps {
            reach = reach | (reach.beside() & free);
        }
        reach & free
    }

    /// Rule 58: one of the picks of the verb, or `done` where it is allowed.
    pub(crate) fn check_pick(
        &self,
        seat: Seat,
        verb: Effect,
        picked: Spaces,
        compulsory: bool,
        action: Action,
    ) -> Result<(), Refusal> {
        if action == Action::Done {
            return match compulsory {
                true => Err(Refusal::by("R58", "to-pieces.refuse.compulsory")),
                false => Ok(()),
            };
        }
        let (rule, key, answers) = match verb {
            Effect::Push { .. } => ("R59", "to-pieces.refuse.pick-push", matches!(action, Action::Push(..))),
            Effect::Cascade => {
                ("R60", "to-pieces.refuse.pick-cascade", matches!(action, Action::Cascade(..)))
            }
            Effect::Drag { .. } => ("R61", "to-pieces.refuse.pick-drag", matches!(action, Action::Drag(..))),
            Effect::Attack { .. } => {
                ("R62", "to-pieces.refuse.pick-attack", matches!(action, Action::Attack(..)))
            }
            Effect::Charge { .. } => {
                ("R63", "to-pieces.refuse.pick-charge", matches!(action, Action::Charge(..)))
            }
            Effect::March { .. } => {
                ("R64", "to-pieces.refuse.pick-march", matches!(action, Action::March(..)))
            }
            Effect::Exchange { .. } => {
                ("R65", "to-pieces.refuse.pick-exchange", matches!(action, Action::Exchange(..)))
            }
            Effect::Clear { .. } => {
                ("R66", "to-pieces.refuse.pick-clear", matches!(action, Action::Clear(_)))
            }
            Effect::Token { .. } => {
                ("R67", "to-pieces.refuse.pick-token", matches!(action, Action::Token(_)))
            }
            Effect::Deploy { .. } => {
                ("R68", "to-pieces.refuse.pick-deploy", matches!(action, Action::Deploy(..)))
            }
            Effect::Recall { .. } => {
                ("R69", "to-pieces.refuse.pick-recall", matches!(action, Action::Recall(_)))
            }
            Effect::Shift { .. } => {
                ("R70", "to-pieces.refuse.pick-shift", matches!(action, Action::Shift(..)))
            }
            Effect::Swap => ("R71", "to-pieces.refuse.pick-swap", matches!(action, Action::Swap)),
        };
        if !answers {
            return Err(Refusal::by("R58", key));
        }
        let mut listed = false;
        self.each_pick(seat, verb, picked, &mut |pick| {
            listed = pick == action;
            !listed
        });
        if listed { Ok(()) } else { Err(Refusal::by(rule, key)) }
    }

    /// Carries out a pick, leaving the effect below whatever it raises; or `done`.
    #[allow(clippy::too_many_arguments)] // The fields of the question, the answer and the log.
    pub(crate) fn pick(
        &mut self,
        seat: Seat,
        number: u8,
        effect: u8,
        picks: u8,
        mut picked: Spaces,
        action: Action,
        log: &mut Log<Event>,
    ) {
        if action == Action::Done {
            self.begin_effect(seat, number, effect + 1);
            return;
        }
        let verb = self.sheet(seat).strategy(number).effects[usize::from(effect)];
        if let Some(space) = first_named(action) {
            picked.insert(space);
        }
        self.waits.push(Wait::Effect { seat, number, effect, picks: picks + 1, picked });
        match (verb, action) {
            (Effect::Push { distance, .. }, Action::Push(by, target)) => {
                let (way, _) = by.line_to(target).expect("a target is adjacent");
                let who = self.who(target).expect("a target stands there");
                if !self.knock_off_guard(who, target, log) && self.push(target, way, distance, log) {
                    self.sides[seat].deeds.pushed += 1;
                }
            }
            (_, Action::Cascade(by, target)) => self.cascade(seat, by, target, log),
            (_, Action::Drag(by, target)) => {
                let (way, _) = by.line_to(target).expect("a target is on a line");
                let who = self.who(target).expect("a target stands there");
                if !self.knock_off_guard(who, target, log) {
                    let to = by.next(way).expect("the line goes on");
                    self.set_place(who, Place::Board(to));
                    log.tell(|| Event::Pushed { from: target, to });
                }
            }
            (Effect::Attack { bonus, free, pierce, .. }, Action::Attack(by, target)) => {
                self.attack(by, target, Blow { bonus, pierce, token: !free }, log);
            }
            (Effect::Charge { push, free_step, bonus }, Action::Charge(by, to)) => {
                self.charge(by, to, Charge { push, free_step, bonus }, log);
            }
            (Effect::March { through, .. }, Action::March(from, to)) => {
                let who = self.who(from).expect("a character marches");
                self.walk(who, from, to, through, log);
            }
            (_, Action::Exchange(a, b)) => {
                let [who_a, who_b] = [a, b].map(|space| self.who(space).expect("both stand there"));
                self.set_place(who_a, Place::Board(b));
                self.set_place(who_b, Place::Board(a));
                log.tell(|| Event::ChangedPlaces { a, b });
            }
            (Effect::Clear { which, .. }, Action::Clear(space)) => {
                let who = self.who(space).expect("a character is cleared");
                self.remove_tokens(who, which.map_or(Tokens::ALL, Tokens::of), log);
            }
            (Effect::Token { token, .. }, Action::Token(space)) => {
                let who = self.who(space).expect("a character gets a token");
                self.add_token(who, token, log);
            }
            (Effect::Deploy { token, .. }, Action::Deploy(coin, space)) => {
                let who = Character::new(seat, coin);
                self.set_place(who, Place::Board(space));
                log.tell(|| Event::Deployed { seat, number: Some(coin), space });
                if let Some(token) = token {
                    self.add_token(who, token, log);
                }
            }
            (_, Action::Recall(space)) => {
                let who = self.who(space).expect("a minion is recalled");
                self.set_place(who, Place::Reserve);
                self.sides[seat].tokens[usize::from(who.index)] = Tokens::NONE;
                log.tell(|| Event::Recalled { seat, number: Some(who.index), space });
            }
            (Effect::Shift { marker, .. }, Action::Shift(from, to)) => self.shift(marker, from, to, log),
            (_, Action::Swap) => self.swap(seat, log),
            (_, action) => panic!("{action} is no pick"),
        }
    }

    /// Rule 60: the farthest moves first. Each enemy that moves counts as pushed (rule 79).
    fn cascade(&mut self, seat: Seat, by: Space, target: Space, log: &mut Log<Event>) {
        let (way, _) = by.line_to(target).expect("a target is adjacent");
        let first = self.who(target).expect("a target stands there");
        if self.knock_off_guard(first, target, log) {
            return;
        }
        let last = self.end_of_line(target, way);
        let mut line: ArrayVec<Space, 8> = ArrayVec::new();
        line.extend(std::iter::successors(Some(target), |here| {
            (*here != last).then(|| here.next(way)).flatten()
        }));
        for from in line.into_iter().rev() {
            let who = self.who(from).expect("a line has no gap");
            let to = from.next(way).expect("there is room after the line");
            self.set_place(who, Place::Board(to));
            log.tell(|| Event::Pushed { from, to });
            self.sides[seat].deeds.pushed += u8::from(who.seat != seat);
        }
    }

    fn shift(&mut self, marker: Marker, from: Space, to: Space, log: &mut Log<Event>) {
        match marker {
            Marker::Treasure => {
                let treasure = self.treasures.iter_mut().find(|treasure| **treasure == Some(from));
                *treasure.expect("a Treasure lies there") = Some(to);
            }
            Marker::Obstacle => {
                self.obstacles.remove(from);
                self.obstacles.insert(to);
            }
        }
        log.tell(|| Event::Shifted { marker, from, to });
    }
}

/// Whether a target in sight is dragged: along files and ranks, from 2 spaces on (rule 61).
fn draggable(by: Space, target: Space) -> bool {
    let orthogonal = by.file() == target.file() || by.rank() == target.rank();
    orthogonal && by.reach_to(target) >= 2
}

/// Where the first-named character of a pick stands after it (rule 58).
fn first_named(action: Action) -> Option<Space> {
    match action {
        Action::March(_, to) | Action::Charge(_, to) => Some(to),
        Action::Push(by, _) | Action::Cascade(by, _) | Action::Drag(by, _) | Action::Attack(by, _) => {
            Some(by)
        }
        Action::Exchange(_, to) => Some(to),
        Action::Clear(space) | Action::Token(space) => Some(space),
        _ => None,
    }
}

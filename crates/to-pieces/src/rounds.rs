//! How a game goes on (rules 20-26): who is asked what, what an answer does, what happens by itself.

use table::{Log, Refusal, Seat};

use crate::{
    Action, Event, ToPieces,
    board::{Space, Spaces},
    characters::{COINS, Character, LEADER, SUMMON, Token, Tokens},
    combat::{Blow, Shove},
    counts,
    families::{Kind, Offer},
    setup::KEPT,
    side::{Deeds, Place},
    teams::{Effect, When},
    waits::{Phase, Wait},
};

/// Rounds of a game (rule 20).
const ROUNDS: u8 = 3;
/// Turns of a round (rule 20).
const TURNS: u8 = 8;
/// Cards drawn in a swap (rule 49).
const SWAPPED: u8 = 3;

impl ToPieces {
    /// Every answer to the topmost question, which is put to `seat`.
    pub(crate) fn offer(&self, seat: Seat, out: &mut Offer<'_>) {
        match *self.waits.last().expect("somebody is asked") {
            Wait::Choose { .. } | Wait::Keep { .. } => self.offer_keeps(seat, out),
            Wait::Mark { .. } => self.offer_marks(seat, out),
            Wait::Put { .. } => self.offer_puts(seat, out),
            Wait::Regroup { .. } => {
                self.offer_uses(seat, When::Regrouping, out);
                out.one(Action::Pass);
            }
            Wait::Turn { .. } => {
                for (who, space) in self.characters(seat) {
                    self.offer_deeds(who, space, true, out);
                }
                self.offer_uses(seat, When::Action, out);
                if self.sides[seat].summon() == Place::Unplaced {
                    out.add(Kind::Summon, self.empty());
                }
                out.one(Action::Swap);
            }
            Wait::Summoned { at, .. } => self.offer_deeds(Character::new(seat, SUMMON), at, false, out),
            Wait::Strike { at, .. } => {
                let enemies = at.beside() & self.men(!seat);
                out.add(Kind::Attack(at), enemies);
                out.add(Kind::Shove(at), enemies);
            }
            Wait::Step { .. } => [Action::Step, Action::Stay].into_iter().for_each(|answer| out.one(answer)),
            Wait::Spoils { .. } => {
                [Action::Claim, Action::Reserve].into_iter().for_each(|answer| out.one(answer))
            }
            Wait::Effect { number, effect, picks, picked, .. } => {
                let verb = self.effect(seat, number, effect);
                self.each_pick(seat, verb, picked, &mut |pick| {
                    out.one(pick);
                    true
                });
                if (effect, picks) != (0, 0) {
                    out.one(Action::Done);
                }
            }
            Wait::Teams
            | Wait::Card { .. }
            | Wait::Marker
            | Wait::First
            | Wait::Edge
            | Wait::Charged { .. } => {}
        }
    }

    fn offer_uses(&self, seat: Seat, when: When, out: &mut Offer<'_>) {
        let own = self.sides[seat].coins(Place::Reserve).map(Action::Use);
        let captured = self.sides[!seat].coins(Place::Taken).map(Action::UseCaptured);
        for action in own.chain(captured) {
            if self.check_use(seat, action, when).is_ok() {
                out.one(action);
            }
        }
    }

    /// Whether `action` answers the topmost question, which is put to `seat`.
    pub(crate) fn check_answer(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let wait = *self.waits.last().expect("somebody is asked");
        match (wait, action) {
            (Wait::Choose { .. } | Wait::Keep { .. }, Action::Keep(cards)) => self.check_keep(seat, cards),
            (Wait::Mark { .. }, Action::MarkTreasure(n, space)) => self.check_mark(seat, Some(n), space),
            (Wait::Mark { .. }, Action::MarkObstacle(space)) => self.check_mark(seat, None, space),
            (Wait::Put { .. }, Action::PutLeader(space)) => self.check_put(seat, LEADER, space),
            (Wait::Put { .. }, Action::Put(number, space)) => self.check_put(seat, number, space),
            (Wait::Put { .. }, Action::Pass) if self.sides[seat].leader() == Place::Unplaced => {
                Err(Refusal::by("R16", "to-pieces.refuse.leader-first"))
            }
            (Wait::Put { .. } | Wait::Regroup { .. }, Action::Pass) => Ok(()),
            (Wait::Regroup { .. }, Action::Use(_) | Action::UseCaptured(_)) => {
                self.check_use(seat, action, When::Regrouping)
            }
            (Wait::Turn { .. }, Action::Use(_) | Action::UseCaptured(_)) => {
                self.check_use(seat, action, When::Action)
            }
            (Wait::Turn { .. }, Action::Swap) => Ok(()),
            (Wait::Turn { .. }, Action::Summon(space)) => self.check_summon(seat, space),
            (Wait::Turn { .. }, action) => self.check_deed(seat, action),
            (
                Wait::Summoned { at, .. },
                Action::Move(by, _) | Action::Attack(by, _) | Action::Shove(by, _) | Action::Defend(by),
            ) if by == at => self.check_deed(seat, action),
            (Wait::Strike { at, .. }, Action::Attack(by, target) | Action::Shove(by, target))
                if by == at && (at.beside() & self.men(!seat)).contains(target) =>
            {
                Ok(())
            }
            (Wait::Step { .. }, Action::Step | Action::Stay) => Ok(()),
            (Wait::Spoils { .. }, Action::Claim | Action::Reserve) => Ok(()),
            (Wait::Effect { number, effect, picks, picked, .. }, action) => {
                let compulsory = (effect, picks) == (0, 0);
                self.check_pick(seat, self.effect(seat, number, effect), picked, compulsory, action)
            }
            (wait, _) => Err(not_now(wait)),
        }
    }

    fn check_summon(&self, seat: Seat, space: Space) -> Result<(), Refusal> {
        if self.sides[seat].summon() != Place::Unplaced {
            return Err(Refusal::by("R54", "to-pieces.refuse.summoned-already"));
        }
        if !self.empty().contains(space) {
            return Err(Refusal::by("R54", "to-pieces.refuse.not-empty").with("space", space.to_string()));
        }
        Ok(())
    }

    /// Carries out a legal answer.
    pub(crate) fn answer(&mut self, seat: Seat, action: Action, log: &mut Log<Event>) {
        let wait = self.waits.pop().expect("somebody is asked");
        match (wait, action) {
            (Wait::Choose { one, two }, Action::Keep(cards)) => {
                self.keep(seat, cards, log);
                let (one, two) = (one && seat != Seat::One, two && seat != Seat::Two);
                if one || two {
                    self.waits.push(Wait::Choose { one, two });
                }
            }
            (Wait::Keep { .. }, Action::Keep(cards)) => self.keep(seat, cards, log),
            (_, Action::MarkTreasure(n, space)) => self.mark(seat, Some(n), space, log),
            (_, Action::MarkObstacle(space)) => self.mark(seat, None, space, log),
            (_, Action::PutLeader(space)) => self.put(seat, LEADER, space, log),
            (_, Action::Put(number, space)) => self.put(seat, number, space, log),
            (wait, Action::Pass) => {
                self.sides[seat].finished = true;
                log.tell(|| Event::Passed { seat });
                if matches!(wait, Wait::Put { .. }) {
                    self.ask_to_put(!seat);
                }
            }
            (_, Action::Use(number)) => self.use_coin(seat, number, false, log),
            (_, Action::UseCaptured(number)) => self.use_coin(seat, number, true, log),
            (Wait::Turn { .. }, Action::Swap) => self.swap(seat, log),
            (_, Action::Summon(at)) => {
                self.set_place(Character::new(seat, SUMMON), Place::Board(at));
                log.tell(|| Event::Summoned { seat, space: at });
                self.waits.push(Wait::Summoned { seat, at });
            }
            (Wait::Strike { bonus, .. }, Action::Attack(by, target)) => {
                self.attack(by, target, Blow { bonus, pierce: false, token: false }, log);
            }
            (Wait::Strike { push, free_step, .. }, Action::Shove(by, target)) => {
                self.shove(by, target, Shove { push, free_step, token: false }, log);
            }
            (Wait::Step { at, to, free, .. }, Action::Step) => self.step_forward(at, to, free, log),
            (Wait::Step { .. }, _) => {}
            (Wait::Spoils { coin, .. }, Action::Claim) => {
                self.set_place(Character::new(!seat, coin), Place::Claimed);
                log.tell(|| Event::Claimed { seat, coin });
            }
            (Wait::Spoils { coin, .. }, _) => {
                self.set_place(Character::new(!seat, coin), Place::Taken);
                log.tell(|| Event::Reserved { seat, coin });
            }
            (Wait::Effect { number, effect, picks, picked, .. }, action) => {
                self.pick(seat, number, effect, picks, picked, action, log);
            }
            (_, action) => self.do_deed(seat, action, log),
        }
    }

    /// Rule 49: draw three, then keep three.
    pub(crate) fn swap(&mut self, seat: Seat, log: &mut Log<Event>) {
        log.tell(|| Event::Swapped { seat });
        self.waits.extend([Wait::Keep { seat }, Wait::Card { seat, left: SWAPPED }]);
    }

    /// Lets everything happen that needs no decision, until somebody is asked or the game is over.
    pub(crate) fn settle(&mut self, log: &mut Log<Event>) {
        loop {
            let Some(wait) = self.waits.last().copied() else {
                if self.phase == Phase::Over {
                    return;
                }
                self.go_on(log);
                continue;
            };
            match wait {
                Wait::Card { seat, left } => {
                    if left > 0 || !self.switches.refill_when_due {
                        self.sides[seat].refill();
                    }
                    if left > 0 && !self.sides[seat].pile.is_empty() {
                        return;
                    }
                    self.waits.pop();
                }
                Wait::Keep { seat } if self.sides[seat].hand.len() <= KEPT => {
                    self.waits.pop();
                }
                Wait::Charged { at } => {
                    self.waits.pop();
                    let who = self.who(at).expect("a charger stays on the board");
                    self.add_token(who, Token::Charge, log);
                }
                Wait::Effect { seat, number, effect, picks, picked } => {
                    let verb = self.effect(seat, number, effect);
                    if picks < verb.count() && self.has_pick(seat, verb, picked) {
                        return;
                    }
                    self.waits.pop();
                    self.begin_effect(seat, number, effect + 1);
                }
                _ => return,
            }
        }
    }

    /// Asks for an effect of a strategy, if it has that many.
    pub(crate) fn begin_effect(&mut self, seat: Seat, number: u8, effect: u8) {
        if usize::from(effect) < self.sheet(seat).strategy(number).effects.len() {
            let picked = Spaces::NONE;
            self.waits.push(Wait::Effect { seat, number, effect, picks: 0, picked });
        }
    }

    fn effect(&self, seat: Seat, number: u8, effect: u8) -> Effect {
        self.sheet(seat).strategy(number).effects[usize::from(effect)]
    }

    /// No question is left: the next one of this phase, or the next phase.
    fn go_on(&mut self, log: &mut Log<Event>) {
        match self.phase {
            Phase::SetUp => self.begin_round(1, log),
            Phase::Regrouping { asked } => {
                let asks = |seat: &Seat| !self.sides[*seat].finished && self.has_coins(*seat);
                match [!asked, asked].into_iter().find(asks) {
                    Some(seat) => {
                        self.phase = Phase::Regrouping { asked: seat };
                        self.waits.push(Wait::Regroup { seat });
                    }
                    None => {
                        let seat = self.leading();
                        self.phase = Phase::Turns { played: 0, asked: seat };
                        self.waits.push(Wait::Turn { seat });
                    }
                }
            }
            Phase::Turns { played, asked } if played + 1 < TURNS => {
                self.phase = Phase::Turns { played: played + 1, asked: !asked };
                self.waits.push(Wait::Turn { seat: !asked });
            }
            Phase::Turns { .. } => {
                self.claim_objectives(log);
                if self.round < ROUNDS {
                    self.begin_round(self.round + 1, log);
                } else {
                    self.phase = Phase::Over;
                    let outcome = self.outcome();
                    log.tell(|| Event::Over { outcome: outcome.name(), reason: outcome.reason });
                }
            }
            Phase::Over => {}
        }
    }

    /// As if the other side did nothing in the turn that begins: it is `seat`'s turn, if this round has another. Tells
    /// whether it is.
    pub(crate) fn pass_turn(&mut self, seat: Seat) -> bool {
        match self.phase {
            Phase::Turns { played, .. }
                if played + 1 < TURNS && self.wait() == Some(Wait::Turn { seat: !seat }) =>
            {
                self.waits.pop();
                self.go_on(&mut Log::off());
                true
            }
            _ => false,
        }
    }

    /// The seat that leads this round (rule 20).
    pub(crate) fn leading(&self) -> Seat {
        let first = self.first.unwrap_or(Seat::One);
        if self.round % 2 == 1 { first } else { !first }
    }

    /// Regrouping begins (rule 21).
    fn begin_round(&mut self, round: u8, log: &mut Log<Event>) {
        self.round = round;
        log.tell(|| Event::Round { n: round, seat: self.leading() });
        let marked = Seat::BOTH.iter().any(|&seat| self.sides[seat].tokens.iter().any(|t| !t.is_empty()));
        if marked {
            log.tell(|| Event::TokensCleared);
        }
        for seat in Seat::BOTH {
            let side = &mut self.sides[seat];
            side.tokens = [Tokens::NONE; 8];
            side.deeds = Deeds::default();
            side.finished = false;
            if let Place::Board(space) = side.summon() {
                side.places[usize::from(SUMMON)] = Place::Gone;
                log.tell(|| Event::SummonFaded { seat, space });
            }
        }
        self.phase = Phase::Regrouping { asked: !self.leading() };
    }

    /// Scoring (rule 24).
    fn claim_objectives(&mut self, log: &mut Log<Event>) {
        for seat in Seat::BOTH {
            let sheet = self.sheet(seat);
            for card in self.sides[seat].hand.iter() {
                let Some(objective) = sheet.objective(card) else { continue };
                if self.met(seat, objective.goal) {
                    self.sides[seat].hand.remove(card);
                    self.sides[seat].claimed.insert(card);
                    let (name, value) = (&objective.name, objective.value);
                    log.tell(|| Event::Objective { seat, card, objective: name, value });
                }
            }
        }
        for seat in Seat::BOTH {
            let score = self.score(seat);
            let leader = u8::from(self.sides[!seat].leader() == Place::Gone);
            log.tell(|| Event::Scored {
                seat,
                round: self.round,
                coins: score.coins - leader,
                leader,
                cards: score.points - score.coins,
                total: score.points,
            });
        }
    }

    /// A character leaves the board (rules 45-48).
    pub(crate) fn eliminate(&mut self, target: Character, by: Character, ranged: bool, log: &mut Log<Event>) {
        let Place::Board(space) = self.place(target) else { return };
        let kind = target.kind();
        let coin = COINS.contains(&target.index).then_some(target.index);
        self.set_place(target, if coin.is_some() { Place::Spoils } else { Place::Gone });
        self.sides[target.seat].tokens[usize::from(target.index)] = Tokens::NONE;
        log.tell(|| Event::Eliminated { seat: target.seat, space, kind, number: coin });
        if counts(kind) {
            let deeds = &mut self.sides[by.seat].deeds;
            deeds.slain += 1;
            deeds.by_leader += u8::from(by.index == LEADER);
            deeds.by_ranged += u8::from(ranged);
            self.sides[target.seat].deeds.lost += 1;
        }
        if let Some(coin) = coin {
            self.waits.push(Wait::Spoils { seat: by.seat, coin });
        }
    }
}

/// The step answers another question than the one that is asked.
fn not_now(wait: Wait) -> Refusal {
    let (rule, key) = match wait {
        Wait::Choose { .. } => ("R8", "to-pieces.refuse.keep-three"),
        Wait::Keep { .. } => ("R49", "to-pieces.refuse.keep-three"),
        Wait::Mark { .. } => ("R10", "to-pieces.refuse.mark-now"),
        Wait::Put { .. } => ("R13", "to-pieces.refuse.put-now"),
        Wait::Regroup { .. } => ("R22", "to-pieces.refuse.regroup-now"),
        Wait::Summoned { .. } => ("R55", "to-pieces.refuse.summon-acts"),
        Wait::Strike { .. } => ("R43", "to-pieces.refuse.strike-now"),
        Wait::Step { .. } => ("R40", "to-pieces.refuse.step-or-stay"),
        Wait::Spoils { .. } => ("R46", "to-pieces.refuse.claim-or-reserve"),
        _ => ("R23", "to-pieces.refuse.no-turn-action"),
    };
    Refusal::by(rule, key)
}

//! Units on their way: moves by dice (rules 7-15, 20), shots and pushes (rules 25-30), hits and captures.

use rand::{Rng, RngCore};
use table::{Log, Seat};

use crate::{
    Action, BackgammonWars, Ending, Event, Push,
    action::Mark,
    board::{OFF, POINTS, WALL, each, flip},
    dice::Dice,
    plan::{Duty, Lanes, landing},
    units::{Kind, Purpose, die_of_shot, target_of},
    waits::Wait,
};

/// The die that bears off from `from` (rule 15): the exact one, or else the smallest that is large enough.
pub(crate) fn die_off(dice: &Dice, from: u8) -> u8 {
    dice.numbers().iter().copied().find(|&die| die >= from).unwrap_or_default()
}

impl BackgammonWars {
    /// Appends the uses of dice that `seat` may make now; the doubles' choice is not open.
    pub(crate) fn die_uses(&self, seat: Seat, out: &mut Vec<Action>) {
        match self.dice.purpose {
            Purpose::Move => self.moves(seat, out),
            Purpose::Shoot => self.shots(seat, |from, to| out.push(Action::Shot { from, to })),
            Purpose::Hex => self.pushes(seat, |from, to, fire| out.push(Action::Push { from, to, fire })),
        }
    }

    /// Whether any die can be used, by a duty or not.
    pub(crate) fn any_die_use(&self, seat: Seat) -> bool {
        let mut any = false;
        match self.dice.purpose {
            Purpose::Move => {
                let dice = self.dice.all();
                return Lanes::surely_any(self, seat, &dice) || Lanes::of(self, seat).any(&dice);
            }
            Purpose::Shoot => self.shots(seat, |_, _| any = true),
            Purpose::Hex => self.pushes(seat, |_, _, _| any = true),
        }
        any
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Action>) {
        let lanes = Lanes::of(self, seat);
        let fantasy = self.options.is_fantasy();
        for Duty { die, from, trapping, .. } in lanes.duties(&self.dice.all()) {
            for from in each(from) {
                let to = landing(from, die);
                let mark = lanes.mark_at(to);
                if !fantasy {
                    out.push(Action::Move { kind: None, from, to, mark });
                    continue;
                }
                for kind in Kind::ALL {
                    if self.board.has(seat, kind, from) {
                        out.push(Action::Move { kind: Some(kind), from, to, mark });
                    }
                }
            }
            for from in each(trapping).filter(|&from| self.board.has(seat, Kind::Warrior, from)) {
                let (kind, to) = (Some(Kind::Warrior), landing(from, die));
                out.push(Action::Move { kind, from, to, mark: Mark::Trap });
            }
        }
    }

    /// One of the moves of classic and nackgammon, each with the same chance; without making the list.
    pub(crate) fn random_plain_move(&self, seat: Seat, rng: &mut dyn RngCore) -> Option<Action> {
        let lanes = Lanes::of(self, seat);
        let duties = lanes.duties(&self.dice.all());
        let count: u32 = duties.iter().map(|duty| duty.from.count_ones()).sum();
        if count == 0 {
            return None;
        }
        let pick = rng.random_range(0..count) as usize;
        let uses = duties.iter().flat_map(|duty| each(duty.from).map(|from| (from, duty.die)));
        let (from, die) = uses.into_iter().nth(pick)?;
        let to = landing(from, die);
        Some(Action::Move { kind: None, from, to, mark: lanes.mark_at(to) })
    }

    fn shots(&self, seat: Seat, mut offer: impl FnMut(u8, u8)) {
        let lone = self.lone_enemies(seat);
        for &die in self.dice.numbers().iter().filter(|&&die| die <= 6) {
            for from in each(self.board.free(seat, Kind::Archer)) {
                let to = target_of(seat, from, die);
                if lone >> to & 1 != 0 {
                    offer(from, to);
                }
            }
        }
    }

    fn pushes(&self, seat: Seat, mut offer: impl FnMut(u8, u8, bool)) {
        let room = self.push_room(seat);
        let targets = self.push_targets(seat);
        let fire = self.fire_of(seat);
        for &die in self.dice.numbers().iter().filter(|&&die| die < 24) {
            for from in each(targets & room << die) {
                let to = from - die;
                offer(from, to, fire == Some(to));
            }
        }
    }

    /// The enemies that a mage can push (rule 28), in `seat`'s numbers.
    pub(crate) fn push_targets(&self, seat: Seat) -> u32 {
        let targets = match self.options.push {
            Push::Lone => self.lone_enemies(seat),
            Push::Stacks => self.topmost_enemies(seat),
        };
        let mages = self.board.free(seat, Kind::Mage);
        let below = if mages == 0 { 0 } else { (1 << (31 - mages.leading_zeros())) - 1 };
        targets & below
    }

    /// Where exactly one enemy can be captured: alone or as a trapper, not on its own side's barrier (rule 40).
    pub(crate) fn lone_enemies(&self, seat: Seat) -> u32 {
        let enemy = !seat;
        let barrier = match self.tokens.barrier[enemy] {
            0 => 0,
            point => 1 << point,
        };
        flip(self.board.occupied(enemy) & !self.board.many(enemy) & !barrier)
    }

    /// Where the topmost unit is an enemy (rule 40).
    pub(crate) fn topmost_enemies(&self, seat: Seat) -> u32 {
        flip(self.board.occupied(!seat))
    }

    /// Where an enemy can be pushed or shoved to (rule 29).
    pub(crate) fn push_room(&self, seat: Seat) -> u32 {
        let [one, two, four, _] = self.board.planes(!seat);
        let full = flip(one & !two & four);
        let barrier = match self.tokens.barrier[seat] {
            0 => 0,
            point => 1 << point,
        };
        POINTS & !(self.board.occupied(seat) | self.board.traps(seat) | barrier | full)
    }

    /// One die moves one unit.
    pub(crate) fn make_move(
        &mut self,
        seat: Seat,
        kind: Kind,
        (from, to): (u8, u8),
        mark: Mark,
        log: &mut Log<Event>,
    ) {
        let die = if to == OFF { die_off(&self.dice, from) } else { from - to };
        self.dice.use_up(die);
        let mage = mark != Mark::Quiet && self.board.alive(!seat, Kind::Mage);
        let released = self.board.lift(seat, kind, from);
        self.land(seat, kind, (from, to), mark, log);
        self.tell_release(!seat, released, 25u8.saturating_sub(from), log);
        if matches!(mark, Mark::Hit | Mark::Trap) && mage {
            self.waits.push(Wait::Evoke { seat: !seat, kind, at: to });
        }
        if to == OFF {
            self.look_whether_off(seat, log);
        } else if kind == Kind::Archer && mark != Mark::Fire {
            self.dice.flight = (from, to);
        }
    }

    /// A unit in the hand of its owner comes down on a space or beside the board.
    pub(crate) fn land(
        &mut self,
        seat: Seat,
        kind: Kind,
        (from, to): (u8, u8),
        mark: Mark,
        log: &mut Log<Event>,
    ) {
        log.tell(|| Event::step(seat, kind, from, to));
        match mark {
            Mark::Quiet => self.board.put(seat, kind, to),
            Mark::Hit => {
                let (captured, _) = self.board.capture(!seat, 25 - to);
                self.board.put(seat, kind, to);
                log.tell(|| Event::Hit { seat, kind: captured, at: to });
            }
            Mark::Trap => {
                let trapped = self.board.stack(seat, to).kind(0);
                self.board.put_trap(seat, kind, to);
                log.tell(|| Event::Trapped { seat, kind: trapped, at: to });
            }
            Mark::Fire => {
                self.board.put(seat, kind, WALL);
                log.tell(|| Event::Burnt { seat, kind, at: to });
            }
        }
    }

    /// Whether that was the fifteenth unit (rule 17).
    pub(crate) fn look_whether_off(&mut self, seat: Seat, log: &mut Log<Event>) {
        if self.board.off(seat).total() == 15 {
            self.finish(Ending::Off(seat), log);
        }
    }

    pub(crate) fn make_shot(&mut self, seat: Seat, from: u8, to: u8, log: &mut Log<Event>) {
        let die = die_of_shot(seat, from, to).expect("an offered shot has a number");
        self.dice.use_up(die);
        log.tell(|| Event::Shot { seat, from, to });
        self.strike(seat, (Kind::Archer, from), to, log);
    }

    pub(crate) fn make_push(&mut self, seat: Seat, from: u8, to: u8, log: &mut Log<Event>) {
        self.dice.use_up(from - to);
        self.push(seat, from, to, log);
    }

    /// The topmost enemy on `at` is captured by a unit that stays where it is; its owner may evoke (rule 37).
    pub(crate) fn strike(&mut self, seat: Seat, hitter: (Kind, u8), at: u8, log: &mut Log<Event>) {
        let mage = self.board.alive(!seat, Kind::Mage);
        let (kind, released) = self.board.capture(!seat, 25 - at);
        log.tell(|| Event::Hit { seat, kind, at });
        self.tell_release(seat, released, at, log);
        if mage {
            self.waits.push(Wait::Evoke { seat: !seat, kind: hitter.0, at: hitter.1 });
        }
    }

    /// The topmost enemy on `from` goes to `to` (rule 29); no hit.
    pub(crate) fn push(&mut self, seat: Seat, from: u8, to: u8, log: &mut Log<Event>) {
        let enemy = !seat;
        let kind = self.board.stack(seat, from).top().expect("an offered push has a target");
        let released = self.board.lift(enemy, kind, 25 - from);
        log.tell(|| Event::Pushed { seat, kind, from, to });
        self.tell_release(seat, released, from, log);
        if self.fire_of(seat) == Some(to) {
            self.board.put(enemy, kind, WALL);
            log.tell(|| Event::Burnt { seat: enemy, kind, at: 25 - to });
        } else {
            self.board.put(enemy, kind, 25 - to);
        }
    }

    /// A trapped unit of `seat` stands free on its number `at`.
    pub(crate) fn tell_release(&self, seat: Seat, released: Option<Kind>, at: u8, log: &mut Log<Event>) {
        if let Some(kind) = released {
            log.tell(|| Event::Released { seat, kind, at });
        }
    }
}

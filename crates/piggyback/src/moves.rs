//! The turn (rules 4-14, 41): the opening, steps, stacking, and what waits on the space that is entered.

use arrayvec::ArrayVec;
use table::{
    Log, Refusal, Seat,
    rand::{Rng, RngCore},
};

use crate::{
    Action, Colour, Event, Group, LOAD, Pieces, Piggyback, STACK, Space, Spaces, Stacking, UNITS, Wait,
};

/// The count of quiet turns is shown from this number on (or from three fifths of a smaller limit).
const SHOWN_FROM: u8 = 30;

/// How a group moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Step,
    Boost,
    Boost2,
    Warp,
}

impl Verb {
    /// How many Boosts it costs.
    pub(crate) fn boosts(self) -> u8 {
        match self {
            Verb::Step | Verb::Warp => 0,
            Verb::Boost => 1,
            Verb::Boost2 => 2,
        }
    }

    fn action(self, from: Space, to: Space) -> Action {
        match self {
            Verb::Step => Action::Step { from, to },
            Verb::Boost => Action::Boost { from, to },
            Verb::Boost2 => Action::Boost2 { from, to },
            Verb::Warp => Action::Warp { payer: from, partner: to },
        }
    }
}

/// One way of moving one group, with every space that it may lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    verb: Verb,
    pub(crate) from: Space,
    pub(crate) ends: Spaces,
}

impl Way {
    pub(crate) fn list(&self, out: &mut Vec<Action>) {
        out.extend(self.ends.iter().map(|to| self.verb.action(self.from, to)));
    }
}

/// Why two groups may not stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    ThreeUnits,
    BothCarry,
    TwoPieces,
}

/// A group steps, or walks by one or two Boosts, or warps: with two pieces at most three of these.
const WAYS: usize = 3 * UNITS as usize;

impl Piggyback {
    /// R4: the higher number begins, equal numbers are rolled again.
    pub(crate) fn open(&mut self, one: u8, two: u8, log: &mut Log<Event>) {
        let seat = (one != two).then_some(if one > two { Seat::One } else { Seat::Two });
        log.tell(|| Event::Opened { one, two, seat });
        if let Some(seat) = seat {
            self.to = seat;
            self.first = Some(seat);
            self.wait = Wait::Move;
        }
    }

    /// Everything that the player of the turn may do (R6): each way of moving a group that leads somewhere.
    #[inline]
    pub(crate) fn each_way(&self, mut tell: impl FnMut(Way)) {
        let army = &self.armies[self.to];
        for (from, group) in army.iter() {
            let mut add = |verb, ends: Spaces| {
                if !ends.is_empty() {
                    tell(Way { verb, from, ends });
                }
            };
            add(Verb::Step, self.stackable(from, group, self.neighbours(from)));
            if group.pieces.is_empty() {
                continue;
            }
            let boosts = group.carries(Colour::Green);
            if boosts > 0 {
                add(Verb::Boost, self.stackable(from, without_boosts(group, 1), self.walk2(from)));
            }
            if boosts > 1 {
                add(Verb::Boost2, self.stackable(from, without_boosts(group, 2), self.walk34(from)));
            }
            if group.pieces.has(Colour::Mauve) {
                add(Verb::Warp, army.spaces().without(from));
            }
        }
    }

    /// One of the moves, each as likely as the others.
    pub(crate) fn random_move(&self, rng: &mut dyn RngCore) -> Action {
        let mut ways: ArrayVec<(u32, Way), WAYS> = ArrayVec::new();
        let mut total = 0;
        self.each_way(|way| {
            total += way.ends.len();
            ways.push((total, way));
        });
        let n = rng.random_range(0..total);
        let (up_to, way) = ways.iter().find(|&&(up_to, _)| n < up_to).expect("the number is below the total");
        let to = way.ends.iter().nth((up_to - 1 - n) as usize).expect("the number is below the count");
        way.verb.action(way.from, to)
    }

    /// The spaces one step away.
    pub(crate) fn neighbours(&self, from: Space) -> Spaces {
        Spaces::only(from).around() & self.layout().spaces
    }

    /// The ends without those where `group` from `from` would meet an own group that it may not stack with.
    #[inline]
    fn stackable(&self, from: Space, group: Group, ends: Spaces) -> Spaces {
        let army = &self.armies[self.to];
        let friends = (ends & army.spaces()).without(from);
        if friends.is_empty() { ends } else { self.without_barred(group, ends, friends) }
    }

    fn without_barred(&self, group: Group, ends: Spaces, friends: Spaces) -> Spaces {
        let army = &self.armies[self.to];
        let mut legal = ends;
        for space in friends.iter() {
            let friend = army.at(space).expect("friends stand on spaces of the army");
            if self.bar(group, friend).is_some() {
                legal = legal.without(space);
            }
        }
        legal
    }

    /// Why `group` may not stack with `friend`, if it may not (R12, R13, R15).
    fn bar(&self, group: Group, friend: Group) -> Option<Bar> {
        let stack = group.on(friend);
        if stack.units > STACK {
            return Some(Bar::ThreeUnits);
        }
        if group.pieces.is_empty() || friend.pieces.is_empty() {
            return None;
        }
        match self.stacking {
            Stacking::Strict => Some(Bar::BothCarry),
            Stacking::Loose => (stack.pieces.len() > LOAD).then_some(Bar::TwoPieces),
        }
    }

    /// A step or a Boost walk, in the order of the spec: R1, R6, R16, R8 or R19 or R20, R21, R12, R13, R15.
    pub(crate) fn check_walk(&self, action: Action) -> Result<(), Refusal> {
        let (verb, from, to) = match action {
            Action::Step { from, to } => (Verb::Step, from, to),
            Action::Boost { from, to } => (Verb::Boost, from, to),
            Action::Boost2 { from, to } => (Verb::Boost2, from, to),
            _ => return Err(Refusal::turn("refuse.not-now")),
        };
        self.check_on_board(from)?;
        self.check_on_board(to)?;
        let army = &self.armies[self.to];
        let Some(group) = army.at(from) else {
            return Err(Refusal::by("R6", "piggyback.refuse.no-group").with("space", from.to_string()));
        };
        let boosts = verb.boosts();
        if group.carries(Colour::Green) < boosts {
            return Err(not_carried(from, Colour::Green, boosts));
        }
        self.check_way(verb, from, to)?;
        let Some(friend) = army.at(to).filter(|_| to != from) else { return Ok(()) };
        match self.bar(without_boosts(group, boosts), friend) {
            None => Ok(()),
            Some(Bar::ThreeUnits) => {
                Err(Refusal::by("R12", "piggyback.refuse.three-units").with("limit", STACK))
            }
            Some(Bar::BothCarry) => Err(Refusal::by("R13", "piggyback.refuse.both-carry")),
            Some(Bar::TwoPieces) => {
                Err(Refusal::by("R15", "piggyback.refuse.two-pieces").with("limit", LOAD))
            }
        }
    }

    /// Whether steps lead there (R8, R19-R21).
    fn check_way(&self, verb: Verb, from: Space, to: Space) -> Result<(), Refusal> {
        let distance = from.distance(to);
        let (near, ends, far) = match verb {
            Verb::Step | Verb::Warp => {
                (distance == 1, self.neighbours(from), Refusal::by("R8", "piggyback.refuse.one-step"))
            }
            Verb::Boost => {
                (distance <= 2, self.walk2(from), Refusal::by("R19", "piggyback.refuse.two-steps"))
            }
            Verb::Boost2 => {
                (distance <= 4, self.walk34(from), Refusal::by("R20", "piggyback.refuse.four-steps"))
            }
        };
        if !near {
            return Err(far.with("distance", distance));
        }
        if !ends.contains(to) {
            return Err(Refusal::by("R21", "piggyback.refuse.no-free-way")
                .with("from", from.to_string())
                .with("to", to.to_string()));
        }
        Ok(())
    }

    pub(crate) fn check_on_board(&self, space: Space) -> Result<(), Refusal> {
        let layout = self.layout();
        if layout.spaces.contains(space) {
            return Ok(());
        }
        Err(Refusal::by("R1", "piggyback.refuse.off-board")
            .with("space", space.to_string())
            .with("size", layout.size))
    }

    /// The one thing of a turn (R6).
    pub(crate) fn make_move(&mut self, action: Action, log: &mut Log<Event>) {
        let seat = self.to;
        match action {
            Action::Step { from, to } => {
                if !self.armies[!seat].spaces().contains(to) {
                    log.tell(|| Event::Stepped { seat, from, to });
                }
                self.enter(from, to, log);
            }
            Action::Boost { from, to } => self.boost(from, to, 1, log),
            Action::Boost2 { from, to } => self.boost(from, to, 2, log),
            Action::Warp { payer, partner } => {
                self.warp(seat, payer, partner, log);
                self.end_turn(log);
            }
            other => panic!("`{other}` is no move"),
        }
    }

    /// What happens on the space where a step or a walk ends (R9-R14).
    pub(crate) fn enter(&mut self, from: Space, to: Space, log: &mut Log<Event>) {
        let seat = self.to;
        if self.armies[!seat].spaces().contains(to) {
            return self.attack(from, to, log);
        }
        let army = &mut self.armies[seat];
        if to != from && army.spaces().contains(to) {
            let group = army.remove(from);
            let stack = army.group(to);
            *stack = group.on(*stack);
            self.calm = false;
            log.tell(|| Event::Stacked { seat, from, to });
            return self.end_turn(log);
        }
        let group = army.relocate(from, to);
        if self.any_lying().contains(to) && group.has_room() {
            self.wait = Wait::Take { at: to };
        } else {
            self.end_turn(log);
        }
    }

    /// R11: the piece is carried from now on, or stays.
    pub(crate) fn pick_up(&mut self, at: Space, take: bool, log: &mut Log<Event>) {
        let seat = self.to;
        let colour = self.lying_at(at).expect("only a piece is taken or left");
        if take {
            let lying = &mut self.lying[colour as usize];
            *lying = lying.without(at);
            self.armies[seat].group(at).pieces += Pieces::one(colour);
            self.calm = false;
            log.tell(|| Event::Took { seat, at, colour });
        } else {
            log.tell(|| Event::LeftLying { seat, at, colour });
        }
        self.end_turn(log);
    }

    /// R5, R41: quiet turns are counted here and nowhere else; then the other side is next.
    pub(crate) fn end_turn(&mut self, log: &mut Log<Event>) {
        self.quiet = if self.calm { self.quiet + 1 } else { 0 };
        self.calm = true;
        let (n, limit) = (self.quiet, self.limit);
        if self.draw_is_near() {
            log.tell(|| Event::QuietCount { n, limit });
        }
        if n >= limit {
            self.wait = Wait::Over { winner: None };
            log.tell(|| Event::Over { outcome: "draw" });
        } else {
            self.to = !self.to;
            self.wait = Wait::Move;
        }
    }
}

impl Piggyback {
    /// Whether the count of quiet turns should be shown.
    pub(crate) fn draw_is_near(&self) -> bool {
        self.quiet >= SHOWN_FROM.min(self.limit - self.limit / 5 * 2)
    }
}

/// What is left of a group when it has spent Boosts (R22).
fn without_boosts(mut group: Group, boosts: u8) -> Group {
    group.pieces -= Pieces::of(Colour::Green, boosts);
    group
}

/// R16: the group has not what it would spend.
pub(crate) fn not_carried(space: Space, colour: Colour, count: u8) -> Refusal {
    Refusal::by("R16", "piggyback.refuse.not-carried")
        .with("space", space.to_string())
        .with("colour", colour.name())
        .with("count", count)
}

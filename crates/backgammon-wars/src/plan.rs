//! Where dice can move units, and how many of them must be used (rules 7-15, 63).
//!
//! [`Lanes`] is the board as a mover needs it: its own counts and the points that are shut, all as 32-bit sets in
//! its own numbers. Kinds do not matter to a plan but for one thing: a Warrior may trap instead of capture, which
//! shuts the point. Capturing leaves at least the same plans, so only the first use of a plan is ever a trap.
//!
//! The worth of a plan is its number of dice, then their sum (rule 13). The usual case is decided early: the
//! first plan tried uses every die, and nearly every use leaves the other dice something to do. Only when dice
//! must stay unused is the tree of plans searched whole, with a bound from the dice that could be used at all.

use arrayvec::ArrayVec;
use table::Seat;

use crate::{
    BackgammonWars,
    action::Mark,
    board::{HOME, OFF, ON_WALL, POINTS, WALL, each, flip, flip_both},
    dice::Few,
};

/// The number of dice in the upper half, the sum of their numbers in the lower.
pub(crate) type Worth = u32;

pub(crate) fn worth(die: u8) -> Worth {
    0x1_0000 + Worth::from(die)
}

fn worth_of(dice: &[u8]) -> Worth {
    dice.iter().map(|&die| worth(die)).sum()
}

/// Where a die takes a unit from `from`: a point, or off.
pub(crate) fn landing(from: u8, die: u8) -> u8 {
    if from == WALL { WALL - die.min(WALL) } else { from.saturating_sub(die) }
}

/// One side's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    /// Bit planes of the counts of free units, the Wall included.
    planes: [u32; 4],
    /// Own trapped units.
    held: u32,
    /// Points with two enemies, traps, the enemy barrier.
    shut: u32,
    /// Traps with an own trapper.
    trapping: u32,
    /// The fire.
    pub(crate) fire: u32,
    /// Lone enemies that can be hit.
    pub(crate) lone: u32,
    /// Whether five units fill a space (rule 9) and Warriors trap.
    fantasy: bool,
}

/// A die use as plans see it: which die from where; trapped or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) from: u8,
    pub(crate) die: u8,
}

impl Lanes {
    pub(crate) fn of(game: &BackgammonWars, seat: Seat) -> Lanes {
        let board = &game.board;
        let traps = board.traps(seat);
        let mine = board.occupied(seat);
        let [theirs, many] = flip_both([board.occupied(!seat), board.many(!seat)]);
        let barrier = match game.tokens.barrier[!seat] {
            0 => 0,
            point => 1 << (25 - point),
        };
        let shut = many | traps | barrier;
        Lanes {
            planes: board.planes(seat),
            held: traps & !mine,
            shut,
            trapping: traps & mine,
            fire: game.fire_of(seat).map_or(0, |point| 1 << point),
            lone: theirs & !shut,
            fantasy: game.options.is_fantasy(),
        }
    }

    fn occupied(&self) -> u32 {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    /// Points with five own units.
    fn full(&self) -> u32 {
        let [one, two, four, _] = self.planes;
        if self.fantasy { one & !two & four } else { 0 }
    }

    /// Where a unit can land, the fire included (rules 8, 9, 21, 61).
    pub(crate) fn open(&self) -> u32 {
        POINTS & !(self.shut | self.full())
    }

    /// From where a die can be used, by the board alone; other dice may be better for bearing off (rule 15).
    pub(crate) fn sources(&self, die: u8) -> u32 {
        self.sources_onto(die, self.open())
    }

    fn sources_onto(&self, die: u8, open: u32) -> u32 {
        let occupied = self.occupied();
        if occupied & ON_WALL != 0 {
            return if die <= 6 && open >> (WALL - die) & 1 != 0 { ON_WALL } else { 0 };
        }
        let moving = if die < 24 { occupied & open << die } else { 0 };
        moving | self.bearing_off(die, occupied)
    }

    /// From where a die bears off (rules 14, 24).
    fn bearing_off(&self, die: u8, occupied: u32) -> u32 {
        let standing = occupied | self.held;
        if standing & !HOME != 0 || standing == 0 {
            return 0;
        }
        let highest = 31 - standing.leading_zeros();
        let exact = if die <= 6 { 1 << die & occupied } else { 0 };
        if highest < u32::from(die) { 1 << highest & occupied } else { exact }
    }

    /// From where one of several dice can be used: what a smaller one could bear off is left to it.
    fn sources_among(&self, die: u8, dice: &[u8], open: u32) -> u32 {
        let sources = self.sources_onto(die, open);
        if sources & HOME == 0 || sources & ((1 << die.min(24)) - 1) == 0 {
            return sources;
        }
        // Bearing off with more than the point's number: is there a smaller die that would do?
        let from = 31 - (sources & ((1 << die.min(24)) - 1)).leading_zeros();
        let better = dice.iter().any(|&other| other < die && u32::from(other) >= from);
        if better { sources & !(1 << from) } else { sources }
    }

    /// From where a die of these dice can be used, by a duty or not.
    pub(crate) fn sources_with(&self, die: u8, dice: &[u8]) -> u32 {
        self.sources_among(die, dice, self.open())
    }

    /// What happens to a unit that lands on `to` and does not trap.
    pub(crate) fn mark_at(&self, to: u8) -> Mark {
        let place = 1 << to & POINTS;
        match (place & self.lone != 0, place & self.fire != 0) {
            (true, _) => Mark::Hit,
            (_, true) => Mark::Fire,
            _ => Mark::Quiet,
        }
    }

    fn add(&mut self, place: u8) {
        let mut carry = 1 << place;
        for plane in &mut self.planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    fn subtract(&mut self, place: u8) {
        let mut borrow = 1 << place;
        for plane in &mut self.planes {
            (*plane, borrow) = (*plane ^ borrow, !*plane & borrow);
        }
    }

    /// After a die use that hits or burns where it must.
    pub(crate) fn after(&self, Use { from, die }: Use) -> Lanes {
        let mut next = *self;
        next.subtract(from);
        let left = 1 << from & next.trapping;
        next.trapping ^= left;
        next.shut &= !left;
        let to = landing(from, die);
        if to != OFF {
            next.lone &= !(1 << to);
            next.add(if 1 << to & self.fire != 0 { WALL } else { to });
        }
        next
    }

    /// After a die use that traps the unit it lands on.
    fn after_trap(&self, die_use: Use) -> Lanes {
        let mut next = self.after(die_use);
        let point = 1 << landing(die_use.from, die_use.die);
        next.shut |= point;
        next.trapping |= point;
        next
    }

    /// What tells positions apart that come from the same one: where the units are, and whom they can still hit.
    pub(crate) fn key(&self) -> ([u32; 4], u32) {
        (self.planes, self.lone)
    }

    /// Whether any of the dice can obviously be used: on the board, where no enemy, no token and no full stack is
    /// met. Quicker than [`any`](Lanes::any), and wrong only when it says no.
    pub(crate) fn surely_any(game: &BackgammonWars, seat: Seat, dice: &[u8]) -> bool {
        let mine = game.board.occupied(seat);
        let [one, two, four, eight] = game.board.planes(seat);
        let full = one & !two & four & !eight;
        let taken = flip(game.board.occupied(!seat)) | game.board.traps(seat) | game.tokens_of(seat) | full;
        let open = POINTS & !taken;
        mine & ON_WALL == 0 && dice.iter().any(|&die| die < 24 && mine & open << die != 0)
    }

    /// Whether any of the dice can be used at all.
    pub(crate) fn any(&self, dice: &[u8]) -> bool {
        dice.iter().any(|&die| self.sources(die) != 0)
    }

    /// Whether a plan with these dice is worth at least `goal`; without landing on the fire if `safe`.
    fn reaches(&self, dice: &Few, goal: Worth, safe: bool) -> bool {
        if goal == 0 {
            return true;
        }
        if worth_of(dice) < goal {
            return false;
        }
        let open = if safe { self.open() & !self.fire } else { self.open() };
        for (i, &die) in dice.iter().enumerate().rev() {
            if dice.get(i + 1) == Some(&die) {
                continue;
            }
            let sources = self.sources_among(die, dice, open);
            if sources == 0 {
                continue;
            }
            let goal = goal.saturating_sub(worth(die));
            if goal == 0 {
                return true;
            }
            let rest = dice.without(i);
            if each(sources).any(|from| self.after(Use { from, die }).reaches(&rest, goal, safe)) {
                return true;
            }
        }
        false
    }

    /// The worth of the best safe plan (rules 13, 63).
    pub(crate) fn best_safe(&self, dice: &Few) -> Worth {
        let dice = self.usable(dice);
        let bound = worth_of(&dice);
        if self.reaches(&dice, bound, true) {
            return bound;
        }
        let mut best = 0;
        self.improve(&dice, 0, &mut best);
        best
    }

    fn improve(&self, dice: &Few, have: Worth, best: &mut Worth) {
        *best = (*best).max(have);
        let open = self.open() & !self.fire;
        for (i, &die) in dice.iter().enumerate().rev() {
            if dice.get(i + 1) == Some(&die) {
                continue;
            }
            let rest = dice.without(i);
            let have = have + worth(die);
            if have + worth_of(&rest) <= *best {
                continue;
            }
            for from in each(self.sources_among(die, dice, open)) {
                self.after(Use { from, die }).improve(&rest, have, best);
            }
        }
    }

    /// The dice that some plan might use: the others find no open landing from any place that a unit could come
    /// to. It errs on the side of hope.
    fn usable(&self, dice: &Few) -> Few {
        let open = (POINTS & !self.shut | self.trapping) & !self.fire;
        let mut reached = self.occupied();
        let numbers = dice.distinct();
        for _ in 1..dice.len() {
            for &die in &*numbers {
                if die <= 6 && reached & ON_WALL != 0 {
                    reached |= open & 1 << (WALL - die);
                }
                if die < 24 {
                    reached |= (reached & POINTS & open << die) >> die;
                }
            }
        }
        let outside = (self.occupied() | self.held) & !HOME;
        let homing = outside & self.held == 0 && outside.count_ones() < dice.len() as u32;
        let possible = |&die: &u8| {
            let enters = die <= 6 && reached & ON_WALL != 0 && open >> (WALL - die) & 1 != 0;
            let moves = die < 24 && reached & POINTS & open << die != 0;
            enters || moves || homing
        };
        dice.iter().copied().filter(possible).collect()
    }

    /// What the duty allows for each number of the dice (rule 13). The duty itself is found out only when a use is
    /// in doubt.
    pub(crate) fn duties(&self, dice: &Few) -> Duties {
        let open = self.open();
        let mut duties: Duties = ArrayVec::new();
        if let [die] = dice[..] {
            let from = self.sources_onto(die, open);
            let trapping = if self.fantasy { self.onto(self.lone, die) & from } else { 0 };
            duties.push(Duty { die, from, trapping, place: 0 });
            return duties;
        }
        let equal = dice.first() == dice.last();
        let mut duty = None;
        for (i, &die) in dice.iter().enumerate() {
            if i == 0 || dice[i - 1] != die {
                let from = self.sources_among(die, dice, open);
                duties.push(Duty { die, from, trapping: 0, place: i as u8 });
            }
        }
        // With two dice, a use takes away at most two sources of the other: the one that it leaves, and the one that
        // led to the space that it fills or shuts. Three are enough, as long as nothing burns.
        let easy = dice.len() == 2 && duties.iter().all(|duty| at_least_three(duty.from));
        for duty_of_die in &mut duties {
            let Duty { die, from: mut sources, place, .. } = *duty_of_die;
            if sources == 0 {
                continue;
            }
            let rest = dice.without(place.into());
            let mut traps = if self.fantasy { self.onto(self.lone, die) & sources } else { 0 };
            let mut keep = |after: Lanes| {
                let goal = *duty.get_or_insert_with(|| self.best_safe(dice));
                after.reaches(&rest, goal.saturating_sub(worth(die)), false)
            };
            // Equal dice never hinder each other while nothing burns and nothing is trapped: different uses land on
            // different points, and each leaves the other possible.
            let burning = self.onto(self.fire, die) & sources;
            for from in each(if easy || equal { burning } else { sources }) {
                if !keep(self.after(Use { from, die })) {
                    sources ^= 1 << from;
                }
            }
            for from in each(if easy { 0 } else { traps }) {
                if !keep(self.after_trap(Use { from, die })) {
                    traps ^= 1 << from;
                }
            }
            (duty_of_die.from, duty_of_die.trapping) = (sources, traps);
        }
        duties
    }

    /// From where a die leads onto a point of the set.
    fn onto(&self, points: u32, die: u8) -> u32 {
        // A die of 25 or more leads nowhere but off.
        if die <= 24 { points << die } else { 0 }
    }
}

fn at_least_three(set: u32) -> bool {
    let but_one = set & set.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) != 0
}

/// The duties of the distinct numbers of the dice; at most three numbers lie there, five if all are changed.
pub(crate) type Duties = ArrayVec<Duty, 5>;

/// From where a die may be used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duty {
    pub(crate) die: u8,
    /// Moves that do not trap.
    pub(crate) from: u32,
    /// Moves of a Warrior that trap.
    pub(crate) trapping: u32,
    /// Where the die lies among the dice.
    place: u8,
}

//! The track with its stacks, the two Walls and the units borne off (rules 1, 2, 9-11, 20-24).
//!
//! A space is named by the own number of the seat that asks, 1 to 24; 25 is its Wall and 0 is off. Beside the
//! stacks the board keeps, for each seat and in its own numbers, what move generation asks all the time: where
//! its free units of each kind stand and how many, the latter cut into bit planes. They follow every change, so
//! that a question is a few instructions on 32-bit sets, in which bit `p` is own number `p`.

use serde::{Deserialize, Serialize};
use table::{BySeat, Seat};

use crate::{
    Options, Variant,
    stack::{Stack, Tally},
    units::Kind,
};

/// The number of the Wall.
pub const WALL: u8 = 25;
/// The number of the place beside the board.
pub const OFF: u8 = 0;

/// The set of the 24 points.
pub(crate) const POINTS: u32 = 0x01ff_fffe;
/// The set of the home board, own numbers 1 to 6.
pub(crate) const HOME: u32 = 0x7e;
/// The set with the Wall alone.
pub(crate) const ON_WALL: u32 = 1 << WALL;

/// The same points in the other side's numbers.
pub(crate) fn flip(points: u32) -> u32 {
    (points & POINTS).reverse_bits() >> 6
}

/// Two sets at once.
pub(crate) fn flip_both([a, b]: [u32; 2]) -> [u32; 2] {
    let both = (u64::from(a & POINTS) | u64::from(b & POINTS) << 32).reverse_bits();
    [(both >> 38) as u32, both as u32 >> 6]
}

/// The numbers of a set, highest first.
pub(crate) fn each(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let top = 31 - set.leading_zeros();
        set ^= 1 << top;
        Some(top as u8)
    })
}

/// The set of the points next to those of `set` (rule 39): not beyond 1 and 24.
pub(crate) fn beside(set: u32) -> u32 {
    let set = set & POINTS;
    (set << 1 | set >> 1) & POINTS
}

/// Everything that stands somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Board {
    /// One's numbers 1 to 24.
    points: [Stack; 24],
    wall: BySeat<Tally>,
    off: BySeat<Tally>,
    /// Where free units of each kind stand, the Wall included.
    free: BySeat<[u32; 3]>,
    /// How many free units stand on each number: plane `i` holds bit `i` of the count. The Wall included.
    planes: BySeat<[u32; 4]>,
    /// The traps of both sides, in One's numbers.
    traps: u32,
}

impl Board {
    pub(crate) fn empty() -> Board {
        Board {
            points: [Stack::default(); 24],
            wall: BySeat::default(),
            off: BySeat::default(),
            free: BySeat::default(),
            planes: BySeat::default(),
            traps: 0,
        }
    }

    /// The position at the start (rules 2, 3).
    pub(crate) fn start(options: &Options) -> Board {
        let mut board = Board::empty();
        let stacks = match options.variant {
            Variant::Fantasy => [(24, "am"), (23, "am"), (13, "awww"), (8, "www"), (6, "wwww")],
            Variant::Nackgammon => [(24, "ww"), (23, "ww"), (13, "wwww"), (8, "www"), (6, "wwww")],
            Variant::Classic => [(24, "ww"), (23, ""), (13, "wwwww"), (8, "www"), (6, "wwwww")],
        };
        for seat in Seat::BOTH {
            for (point, letters) in stacks {
                board.set(seat, point, Stack::of(seat, letters.chars().filter_map(Kind::of_letter)));
            }
        }
        board
    }

    /// What stands on `seat`'s own number `point`, 1 to 24.
    pub fn stack(&self, seat: Seat, point: u8) -> Stack {
        self.points[index(seat, point)]
    }

    /// The units of `seat` on its Wall.
    pub fn wall(&self, seat: Seat) -> Tally {
        self.wall[seat]
    }

    /// The units of `seat` that are borne off.
    pub fn off(&self, seat: Seat) -> Tally {
        self.off[seat]
    }

    /// The sum of the own numbers of a side's units, 25 for the Wall (rule 18).
    pub fn pips(&self, seat: Seat) -> u16 {
        let standing: u16 = (1..=24).map(|p| u16::from(p) * u16::from(self.units_on(seat, p))).sum();
        standing + u16::from(WALL) * u16::from(self.wall[seat].total())
    }

    /// How many units of `seat`, trapped or free, are on its number `point`.
    pub(crate) fn units_on(&self, seat: Seat, point: u8) -> u8 {
        let stack = self.stack(seat, point);
        match (stack.is_of(seat), stack.is_trap()) {
            (true, _) => stack.free(),
            (false, trap) => u8::from(trap),
        }
    }

    /// Whether a unit of the kind is on the board, trapped or not (rule 31).
    pub(crate) fn alive(&self, seat: Seat, kind: Kind) -> bool {
        let free = self.free[seat][kind as usize] & POINTS != 0;
        free || each(self.held(seat)).any(|p| self.stack(seat, p).kind(0) == kind)
    }

    /// The points where `seat` has a free unit of the kind, without the Wall.
    pub(crate) fn free(&self, seat: Seat, kind: Kind) -> u32 {
        self.free[seat][kind as usize] & POINTS
    }

    /// Whether `seat` has a free unit of the kind on its number `place`, which may be the Wall.
    pub(crate) fn has(&self, seat: Seat, kind: Kind, place: u8) -> bool {
        self.free[seat][kind as usize] >> place & 1 != 0
    }

    /// Where `seat` has free units, the Wall included.
    pub(crate) fn occupied(&self, seat: Seat) -> u32 {
        let [a, b, c] = self.free[seat];
        a | b | c
    }

    /// Where `seat` has two free units or more.
    pub(crate) fn many(&self, seat: Seat) -> u32 {
        let [_, two, four, eight] = self.planes[seat];
        (two | four | eight) & POINTS
    }

    pub(crate) fn planes(&self, seat: Seat) -> [u32; 4] {
        self.planes[seat]
    }

    /// Every trap, in `seat`'s numbers.
    pub(crate) fn traps(&self, seat: Seat) -> u32 {
        if seat == Seat::One || self.traps == 0 { self.traps } else { flip(self.traps) }
    }

    /// Where units of `seat` are trapped.
    pub(crate) fn held(&self, seat: Seat) -> u32 {
        if self.traps == 0 { 0 } else { self.traps(seat) & !self.occupied(seat) }
    }

    pub(crate) fn points(&self) -> &[Stack; 24] {
        &self.points
    }

    /// Takes the topmost free unit of the kind from a number or the Wall. Gives the unit that is released when
    /// a trapper leaves.
    pub(crate) fn lift(&mut self, seat: Seat, kind: Kind, place: u8) -> Option<Kind> {
        if place == WALL {
            self.wall[seat].take(kind);
            self.follow_wall(seat);
            return None;
        }
        let stack = self.stack(seat, place);
        if stack.is_trap() {
            self.set(seat, place, stack.without(kind));
            return Some(stack.kind(0));
        }
        self.set_own(seat, place, stack.without(kind));
        None
    }

    /// Puts a unit on top of a number, on which no enemy is, or beside the board.
    pub(crate) fn put(&mut self, seat: Seat, kind: Kind, place: u8) {
        match place {
            OFF => self.off[seat].add(kind),
            WALL => {
                self.wall[seat].add(kind);
                self.follow_wall(seat);
            }
            point => self.set_own(seat, point, self.stack(seat, point).with(seat, kind)),
        }
    }

    /// Puts a trapper on the lone enemy unit there.
    pub(crate) fn put_trap(&mut self, seat: Seat, kind: Kind, point: u8) {
        let trapped = self.stack(seat, point).kind(0);
        self.set(seat, point, Stack::trap(seat, kind, trapped));
    }

    /// The topmost unit of `owner` on its number `point` goes to its Wall. Gives it, and the unit that this
    /// releases.
    pub(crate) fn capture(&mut self, owner: Seat, point: u8) -> (Kind, Option<Kind>) {
        let kind = self.stack(owner, point).top().expect("a unit to capture stands there");
        let released = self.lift(owner, kind, point);
        self.put(owner, kind, WALL);
        (kind, released)
    }

    /// Sets a stack of `seat`, or nothing, where no enemy and no trap was and is.
    fn set_own(&mut self, seat: Seat, point: u8, stack: Stack) {
        self.points[index(seat, point)] = stack;
        self.follow(seat, point, stack);
    }

    pub(crate) fn set(&mut self, seat: Seat, point: u8, stack: Stack) {
        let place = &mut self.points[index(seat, point)];
        let old = std::mem::replace(place, stack);
        let ones = if seat == Seat::One { point } else { 25 - point };
        if old.is_trap() != stack.is_trap() {
            self.traps ^= 1 << ones;
        }
        let before = old.owner();
        if let Some(owner) = before.filter(|&owner| !stack.is_of(owner)) {
            self.follow(owner, if owner == seat { point } else { 25 - point }, Stack::default());
        }
        if let Some(owner) = stack.owner() {
            self.follow(owner, if owner == seat { point } else { 25 - point }, stack);
        }
    }

    /// Writes what stands on a number into the owner's sets.
    fn follow(&mut self, owner: Seat, point: u8, stack: Stack) {
        let mask = !(1u32 << point);
        for (set, holds) in self.free[owner].iter_mut().zip(stack.holds()) {
            *set = *set & mask | u32::from(holds) << point;
        }
        let count = u32::from(stack.free());
        for (i, plane) in self.planes[owner].iter_mut().enumerate() {
            *plane = *plane & mask | (count >> i & 1) << point;
        }
    }

    fn follow_wall(&mut self, seat: Seat) {
        let tally = self.wall[seat];
        for kind in Kind::ALL {
            let set = &mut self.free[seat][kind as usize];
            *set = *set & !ON_WALL | u32::from(tally.count(kind) > 0) << WALL;
        }
        let count = u32::from(tally.total());
        for (i, plane) in self.planes[seat].iter_mut().enumerate() {
            *plane = *plane & !ON_WALL | (count >> i & 1) << WALL;
        }
    }
}

/// The place of a seat's own number in One's order.
fn index(seat: Seat, point: u8) -> usize {
    usize::from(if seat == Seat::One { point - 1 } else { 24 - point })
}

/// The board as JSON.
#[derive(Clone, Serialize, Deserialize)]
struct Written {
    points: [Stack; 24],
    wall: BySeat<String>,
    off: BySeat<String>,
}

impl From<Board> for Written {
    fn from(board: Board) -> Written {
        Written {
            points: board.points,
            wall: BySeat::from_fn(|seat| board.wall[seat].to_string()),
            off: BySeat::from_fn(|seat| board.off[seat].to_string()),
        }
    }
}

impl TryFrom<Written> for Board {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Board, &'static str> {
        let mut board = Board::empty();
        for (point, stack) in (1..).zip(written.points) {
            board.set(Seat::One, point, stack);
        }
        for seat in Seat::BOTH {
            for (text, place) in [(&written.wall[seat], WALL), (&written.off[seat], OFF)] {
                for letter in text.chars() {
                    let kind = Kind::of_letter(letter).ok_or("units are written with the letters w, a, m")?;
                    if text.len() > 15 {
                        return Err("a side has fifteen units");
                    }
                    board.put(seat, kind, place);
                }
            }
            let standing: u8 = (1..=24).map(|point| board.units_on(seat, point)).sum();
            if standing + board.wall[seat].total() + board.off[seat].total() != 15 {
                return Err("a side has fifteen units");
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_name_the_same_points() {
        let (a, b) = (1 << 1 | 1 << 13, 1 << 24);
        assert_eq!(flip(a), 1 << 24 | 1 << 12);
        assert_eq!(flip_both([a, b]), [flip(a), flip(b)]);
    }

    #[test]
    fn the_sets_follow_the_stacks() {
        let mut board = Board::empty();
        board.put(Seat::One, Kind::Mage, 5);
        board.put_trap(Seat::Two, Kind::Warrior, 20);
        assert_eq!(board.held(Seat::One), 1 << 5);
        assert_eq!(board.occupied(Seat::Two), 1 << 20);
        assert!(board.alive(Seat::One, Kind::Mage) && board.free(Seat::One, Kind::Mage) == 0);
        assert_eq!(board.lift(Seat::Two, Kind::Warrior, 20), Some(Kind::Mage));
        assert_eq!((board.held(Seat::One), board.free(Seat::One, Kind::Mage)), (0, 1 << 5));
        board.capture(Seat::One, 5);
        assert_eq!((board.occupied(Seat::One), board.wall(Seat::One).total()), (ON_WALL, 1));
        assert_eq!(board.pips(Seat::One), 25);
    }
}

//! The board: lanes, speeds, and a move with its jumps (R4-R11).
//!
//! A side's five pieces are five hex digits. A digit's low three bits are the crossing that the piece stands on,
//! or 0 on its start or turning square; the high bit is set once it has turned round. So sending a piece back
//! (R10) clears three bits, and finding whom a lane meets compares all five digits at once. The walk itself
//! is done once, at compile time, for every speed, place and set of enemies ahead: [`MOVES`].

use table::{BySeat, Seat};

use crate::{Action, Lane};

/// The dots beside each lane's start square; those of its turning square are `4 - dots`.
pub const DOTS: BySeat<[u8; 5]> = BySeat([[1, 3, 2, 3, 1], [3, 1, 2, 1, 3]]);
/// The progress of a piece on its turning square.
pub const TURN: u8 = 6;
/// The progress of a piece that is home.
pub const HOME: u8 = 12;
/// So many pieces at home win (R12).
pub const TO_WIN: u32 = 4;

/// The digit of a piece that is home.
const AT_HOME: u32 = 15;
/// One in every digit.
const ONES: u32 = 0x11111;

/// How many squares a piece of this lane moves at once on the leg that `progress` lies on (R4).
pub const fn speed(seat: Seat, lane: Lane, progress: u8) -> u8 {
    let dots = DOTS.0[seat as usize][lane.index()];
    if progress < TURN { dots } else { 4 - dots }
}

/// The crossing of its lane that a piece stands on, or 0 when it is on none.
pub const fn crossing(progress: u8) -> u8 {
    match progress {
        TURN | HOME.. => 0,
        0..TURN => progress,
        _ => HOME - progress,
    }
}

/// The five pieces of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pieces(u32);

impl Pieces {
    /// Pieces with these progresses, each at most [`HOME`].
    pub(crate) fn at(progresses: [u8; 5]) -> Pieces {
        Pieces((0..5).map(|i| u32::from(digit(progresses[i])) << (4 * i)).sum())
    }

    /// The progress of every piece, lane 1 first.
    pub(crate) fn progresses(self) -> [u8; 5] {
        Lane::ALL.map(|lane| self.progress(lane))
    }

    /// How far a piece has come.
    pub(crate) fn progress(self, lane: Lane) -> u8 {
        progress(self.digit(lane))
    }

    /// Whether this lane's piece is home.
    pub(crate) fn is_home(self, lane: Lane) -> bool {
        u32::from(self.digit(lane)) == AT_HOME
    }

    /// How many pieces are home.
    pub(crate) fn home(self) -> u32 {
        self.home_bits().count_ones()
    }

    /// The lanes whose pieces are still under way, as an index of [`LANES`].
    pub(crate) fn under_way(self) -> usize {
        gather(!self.home_bits() & ONES)
    }

    /// The crossings of the enemy's `lane` that these pieces stand on, as an index of [`MOVES`].
    pub(crate) fn on(self, lane: Lane) -> usize {
        let differences = (self.0 & (7 * ONES)) ^ (u32::from(lane.number()) * ONES);
        // A digit of at most 7 plus 7 reaches the high bit unless it is 0.
        gather(!((differences + 7 * ONES) >> 3) & ONES)
    }

    /// Puts the piece of `lane` on the place `to`.
    pub(crate) fn put(&mut self, lane: Lane, to: Digit) {
        let shift = 4 * lane.index();
        self.0 = self.0 & !(15 << shift) | u32::from(to) << shift;
    }

    /// Sends pieces back to their start or turning squares (R10).
    pub(crate) fn send_back(&mut self, jumped: Jumped) {
        self.0 &= !jumped.0;
    }

    /// The place of a piece.
    pub(crate) fn digit(self, lane: Lane) -> Digit {
        (self.0 >> (4 * lane.index()) & 15) as Digit
    }

    /// All five digits.
    pub(crate) fn digits(self) -> u32 {
        self.0
    }

    /// The digits of lanes 1 to 3, and those of lanes 4 and 5: indices of tables.
    pub(crate) fn halves(self) -> (usize, usize) {
        ((self.0 & 0xfff) as usize, (self.0 >> 12 & 0xff) as usize)
    }

    /// A bit in every digit that is home: no other has all three low bits.
    fn home_bits(self) -> u32 {
        self.0 & self.0 >> 1 & self.0 >> 2 & ONES
    }
}

/// Takes the low bits of five digits together: lane 1 becomes the highest of five bits.
fn gather(bits: u32) -> usize {
    // Digit k's bit, at 4k, times the 2^(20-5k) of the factor comes to lie at 20-k; every other product
    // misses those five places, and no two products meet.
    (bits.wrapping_mul(0x10_8421) >> 16 & 31) as usize
}

/// The bit of a lane in an index made by [`gather`].
const fn bit(lane: usize) -> usize {
    16 >> lane
}

/// A place of one lane as a hex digit.
pub(crate) type Digit = u8;

const fn digit(progress: u8) -> Digit {
    match progress {
        0..TURN => progress,
        TURN..HOME => 8 | crossing(progress),
        _ => AT_HOME as u8,
    }
}

pub(crate) const fn progress(digit: Digit) -> u8 {
    match digit {
        0..=7 => digit,
        8 => TURN,
        9..=14 => HOME + 8 - digit,
        _ => HOME,
    }
}

/// The pieces that a move jumps: the crossing bits of their digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jumped(u32);

impl Jumped {
    /// Their lanes in rising number.
    pub(crate) fn lanes(self) -> impl Iterator<Item = Lane> {
        Lane::ALL.into_iter().filter(move |lane| self.0 >> (4 * lane.index()) & 1 == 1)
    }
}

/// Where a move ends and what it does on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    /// The enemies that it jumps.
    pub(crate) jumped: Jumped,
    /// Where it ends.
    pub(crate) to: Digit,
    /// Whether it reaches its turning square or comes home: what restarts the quiet count (R13).
    pub(crate) arrives: bool,
}

/// The move of a piece by the dots of its start square, its place, and the enemies on its lane.
pub(crate) static MOVES: [[[Leg; 32]; 16]; 4] = every_move();

const fn every_move() -> [[[Leg; 32]; 16]; 4] {
    let still = Leg { jumped: Jumped(0), to: 0, arrives: false };
    let mut moves = [[[still; 32]; 16]; 4];
    let mut dots = 1;
    while dots <= 3 {
        let mut from = 0;
        while from < HOME {
            let mut enemies = 0;
            while enemies < 32 {
                moves[dots as usize][digit(from) as usize][enemies] = walk(dots, from, enemies);
                enemies += 1;
            }
            from += 1;
        }
        dots += 1;
    }
    moves
}

/// One move, square by square (R4-R9).
const fn walk(dots: u8, from: u8, enemies: usize) -> Leg {
    let mut points = if from < TURN { dots } else { 4 - dots };
    let mut jumped = 0;
    let mut at = from;
    loop {
        at += 1;
        if at == TURN || at == HOME {
            return Leg { jumped: Jumped(jumped), to: digit(at), arrives: true };
        }
        let enemy = crossing(at) as usize - 1;
        if enemies & bit(enemy) != 0 {
            jumped |= 7 << (4 * enemy);
            continue;
        }
        points = points.saturating_sub(1);
        if jumped != 0 || points == 0 {
            return Leg { jumped: Jumped(jumped), to: digit(at), arrives: false };
        }
    }
}

/// The moves of every set made by [`Pieces::under_way`]: how many, and which.
pub(crate) static LANES: [(u8, [Action; 5]); 32] = every_set();

const fn every_set() -> [(u8, [Action; 5]); 32] {
    let mut sets = [(0, [Action::Move(Lane::L1); 5]); 32];
    let mut set = 0;
    while set < 32 {
        let (mut count, mut lane) = (0, 0);
        while lane < 5 {
            if set & bit(lane) != 0 {
                sets[set].1[count] = Action::Move(Lane::ALL[lane]);
                count += 1;
            }
            lane += 1;
        }
        sets[set].0 = count as u8;
        set += 1;
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_progress_is_a_digit_and_back() {
        for p in 0..=HOME {
            assert_eq!(progress(digit(p)), p);
        }
    }

    #[test]
    fn five_digits_are_compared_as_one_by_one() {
        for n in 0..13u32.pow(5) {
            let places = std::array::from_fn(|i| (n / 13u32.pow(i as u32) % 13) as u8);
            let pieces = Pieces::at(places);
            assert_eq!(pieces.progresses(), places);
            assert_eq!(pieces.home() as usize, places.iter().filter(|&&p| p == HOME).count());
            let set = |test: &dyn Fn(u8) -> bool| (0..5).filter(|&i| test(places[i])).map(bit).sum::<usize>();
            assert_eq!(pieces.under_way(), set(&|p| p < HOME));
            for lane in Lane::ALL {
                assert_eq!(pieces.on(lane), set(&|p| crossing(p) == lane.number()), "{places:?} {lane}");
            }
        }
    }
}

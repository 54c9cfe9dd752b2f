//! Where pieces can stand, and how a side's five places become one number.
//!
//! A piece is out, back or home; that *phase* never goes backwards. In each phase it has five or six places it
//! can ever stand on (a piece of speed 2 or 3 never stops on the first crossing of its leg), or one at home.
//! With the phases of a side fixed, its places are the digits of a mixed-radix number. Digits rise with
//! progress and digit 0 is the square that a jumped piece goes back to.

use squadro::{DOTS, HOME, TO_WIN, TURN};
use table::Seat;

/// The phases of a side's five pieces: 0 out, 1 back, 2 home.
pub(crate) type Phases = [u8; 5];

/// Phase of a piece that is home.
pub(crate) const AT_HOME: u8 = 2;

/// Lanes from the lowest digit to the highest. The middle lane has five places out and back, so that its turning
/// round moves no other digit; it stands where moving digits apart would cost the most.
pub(crate) const ORDER: [usize; 5] = [2, 0, 1, 3, 4];

/// The numbers that a side's placements have while its pieces are in these phases.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) seat: Seat,
    pub(crate) places: [&'static [u8]; 5],
    pub(crate) stride: [usize; 5],
    /// How many placements there are.
    pub(crate) size: usize,
}

impl Layout {
    pub(crate) fn new(seat: Seat, phases: Phases) -> Layout {
        let places = std::array::from_fn(|lane| places(DOTS[seat][lane], phases[lane]));
        let mut layout = Layout { seat, places, stride: [0; 5], size: 1 };
        for lane in ORDER {
            layout.stride[lane] = layout.size;
            layout.size *= places[lane].len();
        }
        layout
    }

    /// How many places a lane has.
    pub(crate) fn radix(&self, lane: usize) -> usize {
        self.places[lane].len()
    }

    /// The digit of the crossing with the enemy's `lane` (0 to 4), where this side's piece can stand on it.
    pub(crate) fn digit_on(&self, own: usize, lane: usize) -> Option<usize> {
        self.places[own].iter().position(|&place| usize::from(squadro::crossing(place)) == lane + 1)
    }

    /// The number of these places; none when a piece stands where it never can.
    pub(crate) fn number(&self, progresses: [u8; 5]) -> Option<usize> {
        let digit = |lane: usize| self.places[lane].iter().position(|&place| place == progresses[lane]);
        (0..5).map(|lane| Some(digit(lane)? * self.stride[lane])).sum()
    }

    /// The digits of a number.
    pub(crate) fn digits(&self, number: usize) -> [usize; 5] {
        std::array::from_fn(|lane| number / self.stride[lane] % self.radix(lane))
    }
}

/// Every place that a piece can ever stand on in a phase.
fn places(dots: u8, phase: u8) -> &'static [u8] {
    match (phase, dots) {
        (0, 1) => &[0, 1, 2, 3, 4, 5],
        (0, _) => &[0, 2, 3, 4, 5],
        (1, 3) => &[6, 7, 8, 9, 10, 11],
        (1, _) => &[6, 8, 9, 10, 11],
        _ => &[12],
    }
}

/// The phases that pieces with these progresses are in.
pub(crate) fn phases(progresses: [u8; 5]) -> Phases {
    progresses.map(|progress| match progress {
        0..TURN => 0,
        TURN..HOME => 1,
        _ => AT_HOME,
    })
}

/// Whether these phases have won.
pub(crate) fn has_won(phases: Phases) -> bool {
    phases.iter().filter(|&&phase| phase == AT_HOME).count() >= TO_WIN as usize
}

/// A number from 0 to 242 for phases.
pub(crate) fn code(phases: Phases) -> usize {
    phases.iter().rev().fold(0, |code, &phase| 3 * code + usize::from(phase))
}

/// The phases of a number.
pub(crate) fn decode(code: usize) -> Phases {
    let mut rest = code;
    std::array::from_fn(|_| {
        let phase = rest % 3;
        rest /= 3;
        phase as u8
    })
}

/// One piece a phase further; none when it is home already.
pub(crate) fn advance(mut phases: Phases, lane: usize) -> Option<Phases> {
    if phases[lane] == AT_HOME {
        return None;
    }
    phases[lane] += 1;
    Some(phases)
}

//! How good a position looks at a glance, learned from the solved game.
//!
//! Every two of the ten pieces say something by where they stand: 45 pairs, each with a weight for every pair of
//! places, for either side to move. The weights were fitted to the true values of positions from hasty games (logistic
//! regression; the example `teach` of `squadro-solved` does it again).

use search::EVEN;
use table::Seat;

use crate::Squadro;

/// Pairs of pieces.
const PAIRS: usize = 45;
/// Places of two pieces as two hex digits.
const PLACES: usize = 256;
/// How many weights there are.
pub const WEIGHTS: usize = 2 * PAIRS * PLACES;
/// What a weight of one is written as.
pub const SCALE: f32 = 32.0;

/// The weights, a signed byte each.
static LEARNED: &[u8; WEIGHTS] = include_bytes!("judgement.bin");

/// The numbers of the weights that speak about a position.
pub fn features(game: &Squadro) -> [usize; PAIRS] {
    let [top, left] = Seat::BOTH.map(|seat| game.pieces[seat as usize]);
    let digits: [usize; 10] = std::array::from_fn(|n| {
        let side = if n < 5 { top } else { left };
        usize::from(side.digit(crate::Lane::ALL[n % 5]))
    });
    let mut features = [0; PAIRS];
    let mut pair = 0;
    for (n, a) in digits.iter().enumerate() {
        for b in &digits[n + 1..] {
            features[pair] = (game.mover as usize * PAIRS + pair) * PLACES + a * 16 + b;
            pair += 1;
        }
    }
    features
}

/// How good it looks for `seat`, from -[`EVEN`] to [`EVEN`].
pub fn score(game: &Squadro, seat: Seat) -> i32 {
    let sum: i32 = features(game).iter().map(|&n| i32::from(LEARNED[n] as i8)).sum();
    let lead = if seat == Seat::One { sum } else { -sum };
    // Close to the logistic function, in whole numbers: the same on every machine.
    EVEN * lead / (2 * SCALE as i32 + lead.abs())
}

/// The chance of `seat` to win, from 0 to 1.
pub fn chance(game: &Squadro, seat: Seat) -> f32 {
    0.5 + score(game, seat) as f32 / (2.0 * EVEN as f32)
}

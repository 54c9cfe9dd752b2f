//! The opponents of Squadro, and what the game knows about itself.
//!
//! Novice grabs what it sees, dreams of its own next moves and forgets that the other answers; the others search. Late in
//! the game strong and expert ask an [`Oracle`] where the table gives them one (the catalogue does); perfect does nothing
//! else.

use search::{AlphaBeta, EVEN, Greedy, Level, Player, Random, Think};
use table::{Game, Seat, Turn};

use crate::{
    HOME, Lane, Squadro, TURN,
    board::progress,
    bots::{Novice, Searcher},
    judgement,
    oracle::Oracle,
    speed,
};

/// Positions that casual looks at: about ten milliseconds.
const CASUAL: u64 = 200_000;
/// Positions that strong looks at: about a tenth of a second.
const STRONG: u64 = 3_000_000;
/// Positions that expert looks at: about a quarter of a second, because it judges them better.
const EXPERT: u64 = 3_000_000;
/// The deepest that anybody looks.
const DEPTH: usize = 40;

/// So many half moves ahead are worth half of the way to certainty.
const HALF_SURE: i32 = 6;

/// Nothing is surer before the end.
const UNSURE: f32 = 1e-3;

impl Think for Squadro {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        let lead = self.half_moves_ahead(seat) as f32 / HALF_SURE as f32;
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    }

    #[inline]
    fn score(&self, seat: Seat) -> i32 {
        let lead = self.half_moves_ahead(seat);
        EVEN * lead / (HALF_SURE + lead.abs())
    }

    /// What was learned from the solved game.
    fn judge(&self, seat: Seat) -> f32 {
        match self.turn() {
            Turn::Act(_) => judgement::chance(self, seat).clamp(UNSURE, 1.0 - UNSURE),
            _ => self.worth(seat),
        }
    }

    fn glance() -> u64 {
        20_000
    }

    fn levels() -> &'static [Level] {
        &[Level::Novice, Level::Casual, Level::Strong, Level::Expert]
    }

    fn player(level: Level) -> Option<Box<dyn Player<Squadro>>> {
        player(level, None)
    }
}

/// The player of a level, with somebody to ask. Perfect is nobody without an oracle that knows everything.
pub fn player(level: Level, oracle: Option<Box<dyn Oracle>>) -> Option<Box<dyn Player<Squadro>>> {
    let plain = |nodes| AlphaBeta::new(nodes, DEPTH);
    let learned = || {
        let mut search = plain(EXPERT);
        search.judge = Some(judgement::score);
        search
    };
    Some(match level {
        Level::Random => Box::new(Random),
        Level::Greedy => Box::new(Greedy::default()),
        Level::Novice => Box::new(Novice),
        Level::Casual => Box::new(Searcher::new(plain(CASUAL), None)),
        Level::Strong => Box::new(Searcher::new(plain(STRONG), oracle)),
        Level::Expert => Box::new(Searcher::new(learned(), oracle)),
        Level::Perfect => Box::new(Searcher::new(learned(), Some(oracle?)).patient()),
    })
}

impl Squadro {
    /// How many moves a side needs for its four fastest pieces if nobody is jumped.
    #[inline]
    pub fn moves_to_win(&self, seat: Seat) -> u8 {
        let (low, high) = self.pieces[seat as usize].halves();
        let (low, high) = (THREE[seat as usize][low], TWO[seat as usize][high]);
        low.sum + high.sum - if low.slowest > high.slowest { low.slowest } else { high.slowest }
    }

    /// How far `seat` is ahead, in half moves: whoever moves is half a move ahead.
    #[inline]
    fn half_moves_ahead(&self, seat: Seat) -> i32 {
        let ahead = i32::from(self.moves_to_win(!seat)) - i32::from(self.moves_to_win(seat));
        2 * ahead + if self.mover() == Some(seat) { 1 } else { -1 }
    }
}

/// Moves home of some lanes together.
#[derive(Clone, Copy)]
struct Moves {
    sum: u8,
    slowest: u8,
}

/// By seat and the digits of lanes 1 to 3.
static THREE: [[Moves; 1 << 12]; 2] = [moves(Seat::One, 0), moves(Seat::Two, 0)];
/// By seat and the digits of lanes 4 and 5.
static TWO: [[Moves; 1 << 8]; 2] = [moves(Seat::One, 3), moves(Seat::Two, 3)];

const fn moves<const N: usize>(seat: Seat, first: usize) -> [Moves; N] {
    let mut table = [Moves { sum: 0, slowest: 0 }; N];
    let mut digits = 0;
    while digits < N {
        let (mut lane, mut rest) = (first, digits);
        let mut left = N;
        while left > 1 {
            let moves = moves_home(seat, Lane::ALL[lane], progress((rest & 15) as u8));
            table[digits].sum += moves;
            if moves > table[digits].slowest {
                table[digits].slowest = moves;
            }
            (lane, rest, left) = (lane + 1, rest >> 4, left >> 4);
        }
        digits += 1;
    }
    table
}

const fn moves_home(seat: Seat, lane: Lane, progress: u8) -> u8 {
    let (out, back) = (speed(seat, lane, 0), speed(seat, lane, TURN));
    match progress {
        0..TURN => (TURN - progress).div_ceil(out) + (HOME - TURN).div_ceil(back),
        _ => (HOME - progress).div_ceil(back),
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
    use table::{Log, tools::Rollout};

    use super::*;

    #[test]
    fn tables_say_what_counting_says() {
        let mut game = Squadro::start(&Default::default());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut rollout = Rollout::default();
        while let Ok(step) = rollout.step(&game, &mut rng) {
            for seat in Seat::BOTH {
                let places = game.progresses(seat);
                let moves = Lane::ALL.map(|lane| moves_home(seat, lane, places[lane.index()]));
                let slowest = moves.iter().max().unwrap();
                assert_eq!(game.moves_to_win(seat), moves.iter().sum::<u8>() - slowest, "{game}");
                assert!((game.worth(seat) - 0.5 - game.score(seat) as f32 / 20_000.0).abs() < 1e-3);
            }
            game.play(&step, &mut Log::off());
        }
    }
}

//! What Squadro knows about itself: how many moves each side is from four pieces at home.

use search::{AlphaBeta, Greedy, Level, Player, Random, Think};
use table::{Game, Seat, Turn};

use crate::{HOME, Lane, Squadro, TURN, speed};

/// Positions that strong looks at: about a tenth of a second.
const STRONG: u64 = 400_000;

impl Think for Squadro {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        let ahead = f32::from(self.moves_to_win(!seat)) - f32::from(self.moves_to_win(seat));
        // Whoever moves is half a move ahead.
        let tempo = if self.mover() == Some(seat) { 0.5 } else { -0.5 };
        let lead = (ahead + tempo) / 3.0;
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    }

    fn levels() -> &'static [Level] {
        &[Level::Novice, Level::Casual, Level::Strong]
    }

    fn player(level: Level) -> Option<Box<dyn Player<Squadro>>> {
        Some(match level {
            Level::Random | Level::Novice => Box::new(Random),
            Level::Greedy | Level::Casual => Box::new(Greedy::default()),
            Level::Strong => Box::new(AlphaBeta::new(STRONG, 40)),
            Level::Expert | Level::Perfect => return None,
        })
    }
}

impl Squadro {
    /// How many moves a side needs for its four fastest pieces if nobody is jumped.
    pub fn moves_to_win(&self, seat: Seat) -> u8 {
        let places = self.progresses(seat);
        let moves = Lane::ALL.map(|lane| moves_home(seat, lane, places[lane.index()]));
        let slowest = moves.iter().copied().max().unwrap_or(0);
        moves.iter().sum::<u8>() - slowest
    }
}

fn moves_home(seat: Seat, lane: Lane, progress: u8) -> u8 {
    let (out, back) = (speed(seat, lane, 0), speed(seat, lane, TURN));
    match progress {
        0..TURN => (TURN - progress).div_ceil(out) + (HOME - TURN).div_ceil(back),
        _ => (HOME - progress).div_ceil(back),
    }
}

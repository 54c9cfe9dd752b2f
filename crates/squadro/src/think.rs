//! What Squadro knows about itself: how many moves each side is from four pieces at home.

use search::Think;
use table::{Game, Seat, Turn};

use crate::{HOME, Lane, Squadro, TURN, speed};

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

//! The opponents of Squadro, and what the game knows about itself.
//!
//! Novice grabs what it sees and forgets that the other answers; the others search. Late in the game strong and expert
//! ask an [`Oracle`] where the table gives them one (the catalogue does); perfect does nothing else.

use search::{AlphaBeta, Greedy, Level, Player, Random, Think};
use table::{Game, Seat, Turn};

use crate::{
    HOME, Lane, Squadro, TURN,
    bots::{Novice, Searcher},
    judgement,
    oracle::Oracle,
    speed,
};

/// Positions that casual looks at: about ten milliseconds.
const CASUAL: u64 = 30_000;
/// Positions that strong looks at: about a tenth of a second.
const STRONG: u64 = 400_000;
/// Positions that expert looks at: about a third of a second.
const EXPERT: u64 = 1_200_000;
/// The deepest that anybody looks.
const DEPTH: usize = 40;

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
        &[Level::Novice, Level::Casual, Level::Strong, Level::Expert]
    }

    fn player(level: Level) -> Option<Box<dyn Player<Squadro>>> {
        player(level, None)
    }
}

/// The player of a level, with somebody to ask. Perfect is nobody without an oracle that knows everything.
pub fn player(level: Level, oracle: Option<Box<dyn Oracle>>) -> Option<Box<dyn Player<Squadro>>> {
    let with = |nodes, judge| {
        let mut search = AlphaBeta::new(nodes, DEPTH);
        search.judge = judge;
        search
    };
    Some(match level {
        Level::Random => Box::new(Random),
        Level::Greedy => Box::new(Greedy::default()),
        Level::Novice => Box::new(Novice),
        Level::Casual => Box::new(Searcher::new(with(CASUAL, Squadro::worth), None)),
        Level::Strong => Box::new(Searcher::new(with(STRONG, Squadro::worth), oracle)),
        Level::Expert => Box::new(Searcher::new(with(EXPERT, judgement::chance), oracle)),
        Level::Perfect => Box::new(Searcher::new(with(EXPERT, judgement::chance), Some(oracle?)).patient()),
    })
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

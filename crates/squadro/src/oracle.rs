//! Somebody who knows the truth about some positions. This crate knows no such person; the catalogue does.

use std::sync::atomic::AtomicBool;

use crate::{Lane, Squadro};

/// Knows who wins, and how.
pub trait Oracle: Send + Sync {
    /// Whether it can tell. The same for the same position, always: levels that ask it stay reproducible.
    fn knows(&self, game: &Squadro) -> bool;

    /// Hears about a position that it cannot tell, and may get ready for what follows, beside the search. What it tells
    /// stays the same.
    fn prepare(&self, game: &Squadro) {
        let _ = game;
    }

    /// The best move of the side to move. None when `stop` was set meanwhile, or when it cannot tell after all.
    fn tell(&self, game: &Squadro, stop: &AtomicBool) -> Option<Truth>;
}

/// What is true about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// The best move.
    pub lane: Lane,
    /// What may follow when both play well, as far as it is known.
    pub follows: Vec<Lane>,
    /// What it brings the side to move: 1 won, 0 drawn, -1 lost.
    pub worth: i8,
    /// When somebody wins: the moves until the next piece turns round or comes home, where they were counted.
    pub arrival: Option<u16>,
}

//! Random play.

use table::{
    Seat,
    rand::{Rng, RngCore},
};

use crate::{Action, ToPieces};

pub(crate) fn suggest(
    game: &ToPieces,
    seat: Seat,
    rng: &mut dyn RngCore,
    buffer: &mut Vec<Action>,
) -> Action {
    buffer.clear();
    game.list(seat, buffer);
    let i = rng.random_range(0..buffer.len());
    buffer.swap_remove(i)
}

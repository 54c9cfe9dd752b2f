//! Players against players.
//!
//! A [`duel`] plays pairs of games: in each pair the seats are swapped and chance is the same, so that luck
//! weighs on both alike. The [`Score`] counts pairs, not games, because the two games of a pair are not
//! independent; from it come the interval, the Elo difference and the sequential test.

mod duel;
mod game;
mod score;

pub use duel::{Duel, Maker, Report, duel};
pub use game::{Played, default_openings, play};
pub use score::{Interval, Score, Sprt, Verdict};

//! Players against players.
//!
//! A [`duel`] plays pairs of games: in each pair the seats are swapped and chance is the same, so that luck
//! weighs on both alike. The [`Score`] counts pairs, not games, because the two games of a pair are not
//! independent; from it come the interval, the Elo difference and the sequential test. A ladder is many duels
//! as one table of [`ratings`].
//!
//! A [`Rival`] is a level of ours or a foreign [`Engine`].

mod duel;
mod engine;
mod game;
mod ladder;
mod rival;
mod score;

pub use duel::{Duel, Maker, Pair, Report, duel};
pub use engine::Engine;
pub use game::{Played, Seated, Terms, default_openings, play};
pub use ladder::{Met, pairings, ratings};
pub use rival::Rival;
pub use score::{Interval, Score, Sprt, Verdict};

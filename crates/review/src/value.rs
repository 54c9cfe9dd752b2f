//! One value for every position: the chance of seat One to win.
//!
//! A position that asks somebody is worth what [`Think::judge`] says, the end is worth its result, and a position that
//! waits for chance is worth the mean of what can come, by its exact odds. Where draws follow draws (a deal) the tree of
//! all of them may be too large: then a fixed sample takes its place, drawn from the position alone, never from what came.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Think;
use table::{Game, Log, Odds, Outcome, Seat, Step, Turn};

/// The most ends of a run of draws that are all looked at.
const ENDS: usize = 400;
/// The longest run of draws that is looked at: a throw that is thrown again when it is even has no end.
const RUN: u32 = 6;
/// How many are drawn where there are more.
const SAMPLES: u32 = 48;

/// The chance of seat One to win: a function of the position alone.
pub fn value<G: Think>(game: &G) -> f64 {
    match game.turn() {
        Turn::Over(outcome) => points(outcome),
        Turn::Act(_) => f64::from(game.judge(Seat::One)),
        Turn::Chance => {
            let mut left = ENDS;
            if is_small(game, &mut left, RUN) { exact(game) } else { sampled(game) }
        }
    }
}

/// What a result is worth to seat One.
pub(crate) fn points(outcome: Outcome) -> f64 {
    outcome.winner.map_or(0.5, |winner| if winner == Seat::One { 1.0 } else { 0.0 })
}

/// Everything that chance can bring now, with its probability and the table after it.
fn children<G: Game>(game: &G) -> Vec<(f64, G)> {
    let mut odds = Odds::default();
    game.odds(&mut odds);
    let total = odds.total() as f64;
    let after = |(outcome, weight): (G::Chance, u32)| {
        let mut child = game.clone();
        child.play(&Step::Chance(outcome), &mut Log::off());
        (f64::from(weight) / total, child)
    };
    odds.outcomes.into_iter().map(after).collect()
}

/// Whether the runs of draws from here have few ends.
fn is_small<G: Game>(game: &G, left: &mut usize, run: u32) -> bool {
    if game.turn() != Turn::Chance {
        let small = *left > 0;
        *left = left.saturating_sub(1);
        return small;
    }
    if run == 0 {
        return false;
    }
    let mut odds = Odds::default();
    game.odds(&mut odds);
    odds.outcomes.into_iter().all(|(outcome, _)| {
        let mut child = game.clone();
        child.play(&Step::Chance(outcome), &mut Log::off());
        is_small(&child, left, run - 1)
    })
}

fn exact<G: Think>(game: &G) -> f64 {
    let worth = |child: &G| if child.turn() == Turn::Chance { exact(child) } else { value(child) };
    children(game).iter().map(|(chance, child)| chance * worth(child)).sum()
}

fn sampled<G: Think>(game: &G) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of(game));
    let mut odds = Odds::default();
    let one = |_| {
        let mut table = game.clone();
        while table.turn() == Turn::Chance {
            table.odds(&mut odds);
            let outcome = odds.draw(&mut rng).clone();
            table.play(&Step::Chance(outcome), &mut Log::off());
        }
        value(&table)
    };
    (0..SAMPLES).map(one).sum::<f64>() / f64::from(SAMPLES)
}

/// A number that depends on plain data alone.
pub(crate) fn seed_of(data: &impl serde::Serialize) -> u64 {
    use sha2::{Digest, Sha256};
    let json = serde_json::to_vec(data).expect("tables and views are plain data");
    let digest = Sha256::digest(json);
    u64::from_le_bytes(digest[..8].try_into().expect("eight bytes"))
}

//! Fits the weights of `worth` to the outcomes of games that players of one turn play with weights made by hand:
//! `cargo test -p piggyback --release --lib fit -- --ignored --nocapture`
//!
//! The same seed gives the same weights, which are copied into `worth`.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use search::{Budget, Player};
use table::{Game, Log, Odds, Seat, Step, Turn, Viewer, rand::Rng};

use super::{
    FITTED, Look, Manner, Planner,
    worth::{FEATURES, Weights},
};
use crate::{Piggyback, Rulings, Wait};

const GAMES: u64 = 2_000;
/// How often a move is made at random, so that the games differ and show what mistakes cost.
const STRAY: f64 = 0.08;
/// Positions after more quiet turns say little but that a draw is near.
const CALM: u8 = 12;
/// Holds weights that nothing speaks for near zero.
const RIDGE: f64 = 20.0;
const ROUNDS: usize = 8;

/// What the players of these games go by.
#[rustfmt::skip]
const BY_HAND: Weights = [
    0.183, 0.13, 0.05,
    0.0, 0.014, 0.25, 0.35,
    0.0, 0.014, 0.25, 0.35,
    0.03, 0.03, 0.03, 0.01, 0.01, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0,
    0.309, 0.0, -0.141, 0.0,
    2.227, 0.0, 0.0, 0.0,
    -0.014, 0.1,
];

/// A position from the side to move, and what came of it for that side.
struct Sample {
    x: Weights,
    result: f64,
}

/// Plays a game; tells each position with a move to make. Who has won, if anybody.
fn play(seed: u64, players: &mut [Planner; 2], mut tell: impl FnMut(&Piggyback)) -> Option<Seat> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut budget = Budget::level(seed);
    let mut odds = Odds::default();
    let mut game = Piggyback::start(&Rulings::default());
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => return outcome.winner,
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*odds.draw(&mut rng))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                if game.wait == Wait::Move {
                    tell(&game);
                }
                if rng.random_bool(STRAY) {
                    Step::Act(seat, game.suggest(seat, &mut rng, &mut Vec::new()))
                } else {
                    let view = game.view(Viewer::Seat(seat));
                    Step::Act(seat, players[seat as usize].choose(&view, seat, &mut budget).action)
                }
            }
        };
        game.play(&step, &mut Log::off());
    }
}

fn samples(manner: Manner, seed: u64) -> Vec<Sample> {
    let mut all = Vec::new();
    for n in 0..GAMES {
        let mut players = [Planner::new(manner), Planner::new(manner)];
        let mut seen = Vec::new();
        let winner = play(seed + n, &mut players, |game| {
            if game.quiet <= CALM {
                seen.push((game.features(), game.to));
            }
        });
        all.extend(seen.into_iter().map(|(x, to)| {
            let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == to)));
            Sample { x, result }
        }));
    }
    all
}

fn chance(x: &Weights, weights: &[f64; FEATURES]) -> f64 {
    let sum: f64 = x.iter().zip(weights).map(|(&x, weight)| f64::from(x) * weight).sum();
    1.0 / (1.0 + libm::exp(-sum))
}

/// The mean surprise at the results.
fn surprise(samples: &[Sample], weights: &[f64; FEATURES]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|Sample { x, result }| {
            let p = chance(x, weights);
            -result * libm::log(p) - (1.0 - result) * libm::log(1.0 - p)
        })
        .sum();
    sum / samples.len() as f64
}

/// Logistic regression by Newton's method.
fn regress(samples: &[Sample]) -> [f64; FEATURES] {
    let mut weights = [0.0; FEATURES];
    for _ in 0..ROUNDS {
        let mut slope = [0.0; FEATURES];
        let mut bend = [[0.0; FEATURES]; FEATURES];
        for n in 0..FEATURES {
            slope[n] = RIDGE * weights[n];
            bend[n][n] = RIDGE;
        }
        for Sample { x, result } in samples {
            let p = chance(x, &weights);
            for n in (0..FEATURES).filter(|&n| x[n] != 0.0) {
                slope[n] += (p - result) * f64::from(x[n]);
                let pull = p * (1.0 - p) * f64::from(x[n]);
                for m in 0..FEATURES {
                    bend[n][m] += pull * f64::from(x[m]);
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solved(bend, slope)) {
            *weight -= step;
        }
    }
    weights
}

/// The solution of `a · x = b`, by elimination; `a` is positive definite.
fn solved(mut a: [[f64; FEATURES]; FEATURES], mut b: [f64; FEATURES]) -> [f64; FEATURES] {
    for n in 0..FEATURES {
        for row in n + 1..FEATURES {
            let factor = a[row][n] / a[n][n];
            for column in n..FEATURES {
                a[row][column] -= factor * a[n][column];
            }
            b[row] -= factor * b[n];
        }
    }
    for n in (0..FEATURES).rev() {
        let known: f64 = (n + 1..FEATURES).map(|m| a[n][m] * b[m]).sum();
        b[n] = (b[n] - known) / a[n][n];
    }
    b
}

#[test]
#[ignore = "takes minutes; prints weights"]
fn fit() {
    let look = Look { weights: BY_HAND, ..FITTED };
    let samples = samples(Manner { turns: 1, nodes: 100_000, look }, 1_000_000);
    let fitted = regress(&samples);
    println!("{} positions", samples.len());
    let before = surprise(&samples, &BY_HAND.map(f64::from));
    println!("surprise {:.4}, before {before:.4}", surprise(&samples, &fitted));
    println!("[{}]", fitted.map(|weight| format!("{weight:.3}")).join(", "));
}

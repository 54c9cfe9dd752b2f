//! How fast Piggyback runs on one core, through the generic trait. `cargo bench -p piggyback`
//!
//! Each figure is measured in several rounds; the best says what the machine can do, the median what it does
//! while others use it too.

use std::{hint::black_box, time::Instant};

use piggyback::{Board, Group, Piggyback, Rulings, odds};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use table::{
    Game, Seat,
    tools::{Rollout, perft},
};

const ROUNDS: usize = 51;

/// Runs `work`, which says how many units of work it did, and prints units a second.
fn measure(name: &str, unit: &str, mut work: impl FnMut() -> u64) {
    let mut rates: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            let done = work();
            done as f64 / begin.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let (best, median) = (rates[ROUNDS - 1] / 1e6, rates[ROUNDS / 2] / 1e6);
    println!("{name:<34} best {best:>8.2}  median {median:>8.2}  million {unit}/s");
}

fn random_games(board: Board, games: u64, rng: &mut Xoshiro256PlusPlus) -> u64 {
    let rulings = Rulings { board, ..Rulings::default() };
    let mut rollout = Rollout::default();
    (0..games)
        .map(|_| {
            let mut game = Piggyback::start(&rulings);
            u64::from(rollout.run(&mut game, rng).1)
        })
        .sum()
}

fn main() {
    println!("state: {} bytes", size_of::<Piggyback>());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    measure("random games, standard board", "steps", || random_games(Board::Standard, 500, &mut rng));
    measure("random games, quick board", "steps", || random_games(Board::Quick, 500, &mut rng));

    let first = Rulings { first: Some(Seat::One), ..Rulings::default() };
    let start = Piggyback::start(&first);
    measure("perft 3, every leaf played", "leaves", || perft(black_box(&start), 3));

    let groups: Vec<Group> = (1..=3).map(|units| Group { units, ..Group::LONE }).collect();
    measure("exact chance of a combat", "lookups", || {
        let mut sum = 0.0;
        for i in 0..300_000 {
            let (attacker, defender) = (groups[i % 3], groups[i / 3 % 3]);
            sum += odds::attack(black_box(attacker).into(), black_box(defender).into()).value();
        }
        black_box(sum);
        300_000
    });
}

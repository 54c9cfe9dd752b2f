//! Random games and perft through the generic trait, on one core: `cargo bench -p squadro`.

use std::{hint::black_box, time::Instant};

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use squadro::{Rulings, Squadro};
use table::{
    Game, Seat,
    tools::{self, Rollout},
};

const ROUNDS: usize = 9;
const GAMES: u32 = 50_000;
const DEPTH: u32 = 10;

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut rollout = Rollout::default();
    rounds("random games", "games/s", || {
        let mut steps = 0;
        for _ in 0..GAMES {
            let mut game = Squadro::start(&Rulings::default());
            steps += rollout.run(&mut game, &mut rng).1;
        }
        black_box(steps);
        f64::from(GAMES)
    });

    let start = Squadro::start(&Rulings { first: Some(Seat::One), ..Rulings::default() });
    // Every node below the root is played, the leaves included.
    let nodes: u64 = (1..=DEPTH).map(|depth| tools::perft(&start, depth)).sum();
    rounds("perft 10", "nodes/s", || {
        black_box(tools::perft(black_box(&start), DEPTH));
        nodes as f64
    });
}

/// Prints the best and the median rate of several rounds.
fn rounds(name: &str, unit: &str, mut round: impl FnMut() -> f64) {
    let mut rates: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            let done = round();
            done / begin.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let (best, median) = (rates[ROUNDS - 1], rates[ROUNDS / 2]);
    println!("{name:14} best {best:>14.0} {unit:8} median {median:>14.0} {unit}");
}

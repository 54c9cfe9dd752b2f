//! Random games a second on one core, through the generic trait.

use std::time::Instant;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{Game, tools::Rollout};
use to_pieces::{Options, ToPieces};

const GAMES: u32 = 5_000;
const ROUNDS: usize = 9;

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut rollout = Rollout::<ToPieces>::default();
    let options = Options::default();
    let mut rates: Vec<f64> = Vec::new();
    let mut steps = 0u64;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..GAMES {
            let (_, length) = rollout.run(&mut ToPieces::start(&options), &mut rng);
            steps += u64::from(length);
        }
        rates.push(f64::from(GAMES) / start.elapsed().as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    println!("state            {:>8} bytes", size_of::<ToPieces>());
    println!("steps a game     {:>8.1}", steps as f64 / f64::from(GAMES) / ROUNDS as f64);
    println!("random games/s   {:>8.0} best, {:.0} median of {ROUNDS}", rates[ROUNDS - 1], rates[ROUNDS / 2]);
}

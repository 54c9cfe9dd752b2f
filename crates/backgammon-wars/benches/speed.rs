//! Random games on one core, through the generic trait. `cargo bench -p backgammon-wars -- classic`.

use std::time::Instant;

use backgammon_wars::{BackgammonWars, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{Game, Log, OptionList, Turn, tools::Rollout};

const ROUNDS: usize = 7;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|arg| arg == name);
    for (variant, games) in [("classic", 10_000), ("nackgammon", 10_000), ("fantasy", 1_000)] {
        if !wants(variant) {
            continue;
        }
        let mut options = Options::default();
        options.set("variant", variant).expect("a variant of the list");
        let mut rates: Vec<(f64, f64)> =
            (0..ROUNDS).map(|round| play(&options, games, round as u64)).collect();
        rates.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (best, median) = (rates[0], rates[ROUNDS / 2]);
        println!(
            "{variant:<11} best {:>9.0} games/s {:>11.0} steps/s   median {:>9.0} games/s {:>11.0} steps/s",
            best.0, best.1, median.0, median.1
        );
    }
    if wants("plays") {
        plays();
    }
}

/// Games and steps a second.
fn play(options: &Options, games: u32, seed: u64) -> (f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rollout = Rollout::<BackgammonWars>::default();
    let begin = Instant::now();
    let mut steps = 0u64;
    for _ in 0..games {
        let mut game = BackgammonWars::start(options);
        steps += u64::from(rollout.run(&mut game, &mut rng).1);
    }
    let seconds = begin.elapsed().as_secs_f64();
    (f64::from(games) / seconds, steps as f64 / seconds)
}

/// How many rolls a second are turned into the list of all positions that they lead to.
fn plays() {
    let mut options = Options::default();
    options.set("variant", "classic").expect("a variant of the list");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut rollout = Rollout::<BackgammonWars>::default();
    let mut tables = Vec::new();
    while tables.len() < 20_000 {
        let mut game = BackgammonWars::start(&options);
        while let Ok(step) = rollout.step(&game, &mut rng) {
            let rolled = matches!(game.turn(), Turn::Chance);
            game.play(&step, &mut Log::off());
            if rolled {
                tables.push(game.clone());
            }
        }
    }
    let begin = Instant::now();
    let positions: usize = tables.iter().map(|game| game.plays().len()).sum();
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "all plays of a roll: {:.0} rolls/s, {:.0} positions/s",
        tables.len() as f64 / seconds,
        positions as f64 / seconds
    );
}

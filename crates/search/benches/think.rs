//! How fast players think, on Squadro from the start: `cargo bench -p search`. A word after `--` picks the lines
//! that have it: `-- alpha`.
//!
//! Simulations a second of a tree with one random game a leaf, on one thread and on two that think for a time,
//! and positions a second of alpha-beta. On a machine that others use too, the rate a second of processor time
//! says more than the rate a second of the clock; with two threads, twice that rate is what two free cores do.

use std::time::{Duration, Instant};

use search::{AlphaBeta, Budget, Leaf, Player, Tree};
use squadro::{Rulings, Squadro};
use table::{Game, Seat};

const ROUNDS: usize = 7;
const SIMULATIONS: u64 = 200_000;
const POSITIONS: u64 = 10_000_000;
const TIME: Duration = Duration::from_secs(1);

fn main() {
    let start = Squadro::start(&Rulings { first: Some(Seat::One), ..Rulings::default() });
    let think = |player: &mut dyn Player<Squadro>, mut budget: Budget| {
        player.choose(&start, Seat::One, &mut budget).nodes
    };
    let mut tree = Tree { simulations: SIMULATIONS, leaf: Leaf::Rollout, ..Tree::default() };
    rounds("tree, a game a leaf", "simulations", |n| think(&mut tree, Budget::level(n)));
    for threads in [1, 2] {
        rounds(&format!("a second, threads: {threads}"), "simulations", |n| {
            think(&mut tree, Budget::time(n, TIME, threads))
        });
    }
    let mut search = AlphaBeta::new(POSITIONS, 64);
    rounds("alpha-beta", "positions", |n| think(&mut search, Budget::level(n)));
}

/// Prints the best and the median rate of several rounds, a second of the clock and of the processor.
fn rounds(name: &str, unit: &str, mut round: impl FnMut(u64) -> u64) {
    let picked = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    if picked.is_some_and(|word| !name.contains(&word)) {
        return;
    }
    let mut rates = Vec::new();
    let mut busy_rates = Vec::new();
    for n in 0..ROUNDS as u64 {
        let (begun, worked) = (Instant::now(), processor_time());
        let done = round(n) as f64;
        rates.push(done / begun.elapsed().as_secs_f64());
        busy_rates.extend(processor_time().zip(worked).map(|(now, then)| done / (now - then)));
    }
    println!("{name:22} {} {unit}/s, {} /s of processor", said(rates), said(busy_rates));
}

fn said(mut rates: Vec<f64>) -> String {
    rates.sort_by(f64::total_cmp);
    let [best, median] = [rates.last(), rates.get(rates.len() / 2)].map(|rate| rate.copied().unwrap_or(0.0));
    format!("best {best:>10.0} median {median:>10.0}")
}

/// Seconds that all threads of this process have worked, where the system tells: in hundredths.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks: Vec<f64> = stat.rsplit_once(')')?.1.split(' ').filter_map(|n| n.parse().ok()).collect();
    // After the name: state, then eleven numbers of which the last two are user and system time.
    Some((ticks.get(10)? + ticks.get(11)?) / 100.0)
}

//! How long answers take: solving on the spot, and looking up in the files of the last levels.
//! `cargo bench -p squadro-solved`; a whole solution is used where SQUADRO_SOLVED names its folder.

use std::{path::PathBuf, time::Instant};

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use squadro::{Rulings, Squadro};
use squadro_solved::{Late, Layer, Library, Source, Task};
use table::{Game, Log, tools::Rollout};

/// Positions of random games when they first come to a level.
fn arrivals(level: u8, count: usize) -> Vec<Squadro> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(level));
    let mut rollout = Rollout::default();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Squadro::start(&Rulings::default());
        while let Ok(step) = rollout.step(&game, &mut rng) {
            if Layer::of(&game).level() == level && game.mover().is_some() {
                positions.push(game);
                break;
            }
            game.play(&step, &mut Log::off());
        }
    }
    positions
}

/// Prints the best, the median and the worst of some times.
fn print(what: &str, mut milliseconds: Vec<f64>) {
    milliseconds.sort_by(f64::total_cmp);
    let n = milliseconds.len();
    let [best, median, worst] = [milliseconds[0], milliseconds[n / 2], milliseconds[n - 1]];
    println!("{what:44} best {best:9.3} ms  median {median:9.3} ms  worst {worst:9.3} ms");
}

/// The time that this thread has worked, in milliseconds: on a shared machine the clock says little. Where the system does
/// not tell, the clock.
fn worked(begin: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds: Option<f64> = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.unwrap_or(begin.elapsed().as_nanos() as f64) / 1e6
}

fn main() {
    let clock = Instant::now();
    for (level, count) in [(12, 15), (10, 25), (9, 7), (8, 7)] {
        let time = |game: &Squadro| {
            let late = Late::default();
            let begin = worked(clock);
            late.solve(game, 1, &false.into()).expect("games lead to it");
            worked(clock) - begin
        };
        let games = arrivals(level, count);
        print(&format!("solved on the spot, level {level}, CPU time"), games.iter().map(time).collect());
        let small: Vec<f64> = games.iter().filter(|game| Late::size(game) <= 7_500_000).map(time).collect();
        if !small.is_empty() {
            print(&format!("{} of them up to 7.5 million placements", small.len()), small);
        }
    }

    let (folder, lowest) = match std::env::var_os("SQUADRO_SOLVED") {
        Some(folder) => (PathBuf::from(folder), 0),
        None => {
            let folder = std::env::temp_dir().join("squadro-solved-bench");
            let task = Task { folder: folder.clone(), threads: 2, from_level: 13 };
            task.run(&(), &false.into()).expect("the folder can be written");
            (folder, 13)
        }
    };
    let begin = Instant::now();
    let library = Library::open(&folder);
    print("opening the files", vec![begin.elapsed().as_secs_f64() * 1e3]);
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for level in lowest..=15 {
        if library.count(level).is_err() || library.count(level + 1).is_err() {
            continue;
        }
        for game in arrivals(level, 10) {
            for times in [&mut cold, &mut warm] {
                let begin = Instant::now();
                let source = Source::Files(&library);
                source.value(&game).and(source.moves(&game)).expect("the files are whole");
                times.push(begin.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    print("a position and its moves, first time", cold);
    print("the same from memory", warm);
}

//! How long answers take: solving on the spot, and looking up in the files of the last levels.
//! `cargo bench -p squadro-solved`; a whole solution is used where SQUADRO_SOLVED names its folder.

use std::{path::PathBuf, time::Instant};

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use squadro::{Action, Lane, Rulings, Squadro, judgement};
use squadro_solved::{Late, Layer, Library, Perfect, Source, Task};
use table::{Game, Log, Seat, Step, Turn, rand::Rng, tools::Rollout};

/// That of the binary: tables of some hundred kilobytes come and go.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    }
    as_strong_does();

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
    assert!(!cold.is_empty(), "no levels of a solution in {}", folder.display());
    print("a position and its moves, first time", cold);
    print("the same from memory", warm);
    if lowest == 0 {
        first_moves(&library);
    }
}

/// What strong does when hasty games come to level 10: all that can follow is solved, on two threads, by the clock.
fn as_strong_does() {
    let time = |game: &Squadro| {
        let late = Late::default();
        let begin = Instant::now();
        late.solve(game, 2, &false.into()).expect("games lead to it");
        begin.elapsed().as_secs_f64() * 1e3
    };
    let mut times: Vec<f64> = hasty_arrivals(10, 300).iter().map(time).collect();
    times.sort_by(f64::total_cmp);
    let [nine_of_ten, nearly_all] = [90, 99].map(|percent| times[times.len() * percent / 100]);
    print("as strong does, level 10, two threads", times);
    println!("{:44} 9 of 10 {nine_of_ten:6.3} ms  99 of 100 {nearly_all:6.3} ms", "");
}

/// The first move of perfect in each layer of two games against a hasty player.
fn first_moves(library: &Library) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut times = Vec::new();
    for me in Seat::BOTH {
        let perfect = Perfect::default();
        let mut game = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 0 });
        let mut layer = None;
        while let Turn::Act(seats) = game.turn() {
            let lane = if seats.first() == me {
                let begin = Instant::now();
                let choice = perfect.choose(Source::Files(library), &game).expect("the files are whole");
                if layer.replace(Layer::of(&game)) != Some(Layer::of(&game)) {
                    times.push(begin.elapsed().as_secs_f64() * 1e3);
                }
                choice.expect("somebody is to move").lane
            } else {
                hasty(&game, &mut rng)
            };
            game.play(&Step::Act(seats.first(), Action::Move(lane)), &mut Log::off());
        }
    }
    print("perfect's first move in a layer", times);
}

/// Positions of hasty games when they first come to a level.
fn hasty_arrivals(level: u8, count: usize) -> Vec<Squadro> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut positions = Vec::new();
    while positions.len() < count {
        let first = Some(Seat::BOTH[positions.len() % 2]);
        let mut game = Squadro::start(&Rulings { first, quiet: 100 });
        while let Turn::Act(seats) = game.turn() {
            if Layer::of(&game).level() == level {
                positions.push(game);
                break;
            }
            let lane = hasty(&game, &mut rng);
            game.play(&Step::Act(seats.first(), Action::Move(lane)), &mut Log::off());
        }
    }
    positions
}

/// What looks best at a glance, or anything.
fn hasty(game: &Squadro, rng: &mut Xoshiro256PlusPlus) -> Lane {
    let mover = game.mover().expect("the game has begun");
    let lanes: Vec<Lane> = Lane::ALL.into_iter().filter(|&lane| !game.is_home(mover, lane)).collect();
    if rng.random_bool(0.3) {
        return lanes[rng.random_range(0..lanes.len())];
    }
    let looks = |lane: &Lane| {
        let mut after = *game;
        after.play(&Step::Act(mover, Action::Move(*lane)), &mut Log::off());
        if after.turn().outcome().is_some() { i32::MAX } else { judgement::score(&after, mover) }
    };
    lanes.into_iter().max_by_key(looks).expect("there is a move")
}

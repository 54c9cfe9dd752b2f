//! What the tests share: a solution of the last levels, random positions, and the rules applied plainly.

#![allow(dead_code, unreachable_pub)]

use std::{path::PathBuf, sync::OnceLock};

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use squadro::{Lane, Squadro};
use squadro_solved::{Layer, LevelReport, Library, Task};
use table::{Game, Log, Seat, Step, Turn, rand::Rng};

/// The lowest level that tests solve: lower in the long run.
pub fn lowest() -> u8 {
    if std::env::var_os("VISAVIS_LONG").is_some() { 11 } else { 13 }
}

/// A folder of this test process, empty at first.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("squadro-solved-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The last levels, solved once.
pub fn solution() -> &'static (Library, Vec<LevelReport>) {
    static SOLUTION: OnceLock<(Library, Vec<LevelReport>)> = OnceLock::new();
    SOLUTION.get_or_init(|| {
        let task = Task { folder: folder("whole"), threads: 2, from_level: lowest() };
        let reports = task.run(&(), &false.into()).unwrap();
        (Library::open(&task.folder), reports)
    })
}

pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A random position on a level, of those that games can come to stand in.
pub fn random_position(level: u8, rng: &mut Xoshiro256PlusPlus) -> Squadro {
    let layers = Layer::on_level(level);
    loop {
        let layer = layers[rng.random_range(0..layers.len())];
        if let Some(position) = random_in(layer, rng) {
            return position;
        }
    }
}

/// A random position of a layer, if the first try is one.
pub fn random_in(layer: Layer, rng: &mut Xoshiro256PlusPlus) -> Option<Squadro> {
    let mut side = |seat: Seat| -> [u8; 5] {
        let places = layer.places(seat);
        std::array::from_fn(|lane| places[lane][rng.random_range(0..places[lane].len())])
    };
    let (top, left) = (side(Seat::One), side(Seat::Two));
    let mover = Seat::BOTH[rng.random_range(0..2)];
    Squadro::at(top, left, mover, 0, 0).ok()
}

/// The positions after each move, by the plain rules.
pub fn children(game: &Squadro) -> Vec<(Lane, Squadro)> {
    let Turn::Act(seats) = game.turn() else { return Vec::new() };
    let play = |lane: Lane| {
        let mut child = *game;
        let step = Step::Act(seats.first(), squadro::Action::Move(lane));
        child.try_play(&step, &mut Log::off()).ok().map(|()| (lane, child))
    };
    Lane::ALL.into_iter().filter_map(play).collect()
}

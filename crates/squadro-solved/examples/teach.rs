//! Learns how good a Squadro position looks from the solved ones: the weights of `squadro`'s judgement.
//! `cargo run --release -p squadro-solved --example teach -- FOLDER GAMES SEED OUT` plays hasty games, looks every
//! position up, and fits a weight for each pair of pieces on each pair of places, by who is to move (logistic regression).

use std::fs;

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use squadro::{Action, Lane, Rulings, Squadro, judgement};
use squadro_solved::{Layer, Library, Value};
use table::{Game, Log, Seat, Step, Turn, rand::Rng};

/// How often a hasty player moves anything.
const HASTE: f64 = 0.3;
/// Times that all positions are gone through.
const ROUNDS: usize = 12;
/// How fast it learns at first.
const RATE: f32 = 0.06;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut next = || words.next().expect("FOLDER GAMES SEED OUT");
    let library = Library::open(next().as_ref());
    let games: usize = next().parse().expect("GAMES is a number");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(next().parse().expect("SEED is a number"));
    let out = next();

    let mut positions = Vec::new();
    for n in 0..games {
        let first = Some(Seat::BOTH[n % 2]);
        let mut game = Squadro::start(&Rulings { first, quiet: 0 });
        let mut moves = 0;
        while let (Turn::Act(seats), true) = (game.turn(), moves < 200) {
            let lane = hasty(&game, seats.first(), &mut rng);
            game.play(&Step::Act(seats.first(), Action::Move(lane)), &mut Log::off());
            moves += 1;
            if game.turn().outcome().is_none() {
                positions.push(game);
            }
        }
    }
    // By layer and row, so that every block of the files is read once.
    positions.sort_by_key(|game| {
        (
            Layer::of(game),
            game.mover().map(Seat::name),
            game.progresses(Seat::One),
            game.progresses(Seat::Two),
        )
    });
    positions.dedup();
    println!("{} positions", positions.len());
    let worth = |game: &Squadro| match library.value(game).expect("the files are whole") {
        Value::Win(Seat::One) => 1.0,
        Value::Win(Seat::Two) => 0.0,
        Value::Draw => 0.5,
    };
    let mut lessons: Vec<(Squadro, f32)> = positions.iter().map(|game| (*game, worth(game))).collect();
    println!("looked up");
    // Shuffled once; the last twentieth is for the examination.
    for i in (1..lessons.len()).rev() {
        lessons.swap(i, rng.random_range(0..=i));
    }
    let (learn, examine) = lessons.split_at(lessons.len() / 20 * 19);

    let mut weights = vec![0f32; judgement::WEIGHTS];
    for round in 0..ROUNDS {
        let rate = RATE / (1.0 + round as f32 / 2.0);
        for (game, worth) in learn {
            let features = judgement::features(game);
            let sum: f32 = features.iter().map(|&n| weights[n]).sum();
            let error = worth - 1.0 / (1.0 + (-sum).exp());
            features.iter().for_each(|&n| weights[n] += rate * error);
        }
        let right = |(game, worth): &&(Squadro, f32)| {
            let sum: f32 = judgement::features(game).iter().map(|&n| weights[n]).sum();
            (sum > 0.0) == (*worth > 0.5)
        };
        let share = examine.iter().filter(right).count() as f64 / examine.len() as f64;
        println!("round {}: {:.2} % of the examination right", round + 1, 100.0 * share);
    }
    let byte = |weight: &f32| (weight * judgement::SCALE).round().clamp(-127.0, 127.0) as i8 as u8;
    fs::write(&out, weights.iter().map(byte).collect::<Vec<u8>>()).expect("OUT can be written");
}

/// The move of somebody who counts the race, and often does not look.
fn hasty(game: &Squadro, seat: Seat, rng: &mut Xoshiro256PlusPlus) -> Lane {
    let mut options = Vec::new();
    game.options(seat, &mut options);
    let anything = rng.random_bool(HASTE);
    let score = |action: &Action| {
        let mut after = *game;
        after.play(&Step::Act(seat, *action), &mut Log::off());
        i32::from(after.moves_to_win(!seat)) - i32::from(after.moves_to_win(seat))
    };
    let lane = |action: &Action| match *action {
        Action::Move(lane) | Action::Theirs(lane) => lane,
    };
    let scored: Vec<(i32, Lane)> =
        options.iter().map(|action| (if anything { 0 } else { score(action) }, lane(action))).collect();
    let best = scored.iter().map(|(score, _)| *score).max().expect("who is asked can move");
    let ties: Vec<Lane> = scored.iter().filter(|(score, _)| *score == best).map(|(_, lane)| *lane).collect();
    ties[rng.random_range(0..ties.len())]
}

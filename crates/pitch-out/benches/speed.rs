//! Random matches and shots through the generic trait, on one core: `cargo bench -p pitch-out`.

use std::{hint::black_box, time::Instant};

use pitch_out::{Action, PitchOut, Rulings};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use table::{Game, Log, OptionList, Step, tools::Rollout};

const ROUNDS: usize = 9;
const MATCHES: u32 = 200;
const SHOTS: u32 = 20_000;

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut rollout = Rollout::default();
    for format in ["basic", "five", "seven"] {
        let mut rulings = Rulings::default();
        rulings.set("format", format).expect("a format");
        let mut steps = 0;
        rounds(&format!("random matches, {format}"), "matches/s", || {
            for _ in 0..MATCHES {
                steps += rollout.run(&mut PitchOut::start(&rulings), &mut rng).1;
            }
            f64::from(MATCHES)
        });
        println!("{:24} {:.0} steps a match", "", f64::from(steps) / (ROUNDS as f64 * f64::from(MATCHES)));
    }

    // One position of the largest game after deployment: random flicks on copies of it, with all that follows.
    let mut rulings = Rulings::default();
    rulings.set("format", "seven").expect("a format");
    let mut game = PitchOut::start(&rulings);
    while game.wait() != pitch_out::Wait::Flick {
        let step = rollout.step(&game, &mut rng).expect("a match begins with a deployment");
        game.play(&step, &mut Log::off());
    }
    let seat = game.mover();
    let mut buffer = Vec::new();
    let flicks: Vec<Action> = (0..SHOTS).map(|_| game.suggest(seat, &mut rng, &mut buffer)).collect();
    let shots = |log: fn() -> Log<pitch_out::Event>| {
        for &flick in &flicks {
            let mut copy = game.clone();
            copy.play(&Step::Act(seat, flick), &mut log());
            black_box(&copy);
        }
        f64::from(SHOTS)
    };
    rounds("shots, seven", "shots/s", || shots(Log::off));
    let table = game.clone();
    rounds("tried with traces", "shots/s", || {
        for &flick in &flicks {
            if let Action::Flick(name, aim) = flick {
                black_box(table.try_out(name, aim).is_ok());
            }
        }
        f64::from(SHOTS)
    });
    rounds("shots with events", "shots/s", || shots(Log::on));
    rounds("copies of a match", "copies/s", || {
        for _ in 0..SHOTS {
            black_box(black_box(&game).clone());
        }
        f64::from(SHOTS)
    });
    println!("{:24} {} bytes", "a match", size_of::<PitchOut>());
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
    println!("{name:24} best {best:>12.0} {unit:10} median {median:>12.0} {unit}");
}

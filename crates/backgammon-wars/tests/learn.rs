//! Learning: the same again for the same seed, and the shipped weights are those of their log.

use std::{fs, path::Path};

use backgammon_wars::{Training, Variant, course, usual_games};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Pupil;
use sha2::{Digest, Sha256};
use table::tools;

fn taught(variant: Variant, seed: u64, games: u32) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut training = Training::new(variant, &mut rng);
    for _ in 0..games {
        training.learn(&mut rng);
    }
    training.weights()
}

#[test]
fn the_same_seed_teaches_the_same() {
    for (variant, games) in [(Variant::Classic, 40), (Variant::Fantasy, 4)] {
        let weights = taught(variant, 5, games);
        assert_eq!(weights, taught(variant, 5, games));
        assert_ne!(weights, taught(variant, 6, games));
    }
}

#[test]
fn a_course_has_a_log_that_names_its_weights() {
    let mut learned = 0;
    let course = || course::<Xoshiro256PlusPlus>(Variant::Classic, 5, 10, || ());
    let first = course();
    assert_eq!((&first.weights, &first.log), (&course().weights, &course().log));
    assert_eq!(first.weights, taught(Variant::Classic, 5, 10), "exams do not change the lessons");
    backgammon_wars::course::<Xoshiro256PlusPlus>(Variant::Classic, 5, 3, || learned += 1);
    assert_eq!(learned, 3);
    assert!(first.log.contains(&format!("sha256 {}", tools::hex(&Sha256::digest(&first.weights)))));
    assert_eq!(first.log.lines().count(), 7);
}

#[test]
fn a_few_hundred_games_teach_to_beat_the_count_by_hand() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut training = Training::new(Variant::Classic, &mut rng);
    let before = training.exam(100, &mut rng.clone());
    for _ in 0..600 {
        training.learn(&mut rng);
    }
    let after = training.exam(100, &mut rng.clone());
    assert!(before < 30.0 && after > 50.0, "{before} {after}");
}

#[test]
fn the_shipped_weights_are_those_of_their_log() {
    let mut together = 0;
    for (name, variant) in [
        ("classic", Variant::Classic),
        ("classic-early", Variant::Classic),
        ("fantasy", Variant::Fantasy),
        ("fantasy-early", Variant::Fantasy),
    ] {
        let file = |ending: &str| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("weights/{name}.{ending}"));
            fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let weights = file("net");
        together += weights.len();
        let log = String::from_utf8(file("log")).unwrap();
        let line = |key: &str| {
            log.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')).unwrap().to_owned()
        };
        let whole = name.trim_end_matches("-early");
        assert_eq!(line("variant"), whole);
        let games: u32 = line("games").parse().unwrap();
        assert!(
            games == usual_games(variant) || whole != name && games < usual_games(variant),
            "{name}: {games}"
        );
        assert!(line("seed").parse::<u64>().is_ok());
        assert_eq!(line("sha256"), tools::hex(&Sha256::digest(&weights)));
    }
    assert!(together <= 200_000, "{together} bytes");
}

//! Learning: the same again for the same seed, and the shipped weights are those of their log.

use std::{fs, path::Path};

use piggyback::{Training, USUAL_GAMES, course};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use search::Pupil;
use sha2::{Digest, Sha256};
use table::tools;

#[test]
fn the_same_seed_teaches_the_same() {
    let taught = |seed| course::<Xoshiro256PlusPlus>(seed, 20, || ());
    let first = taught(5);
    assert_eq!(first, taught(5));
    assert_ne!(first.weights, taught(6).weights);
    assert!(first.log.contains(&format!("sha256 {}", tools::hex(&Sha256::digest(&first.weights)))));
    let mut learned = 0;
    course::<Xoshiro256PlusPlus>(5, 3, || learned += 1);
    assert_eq!(learned, 3);
}

#[test]
fn lessons_change_the_weights_and_exams_do_not() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut training = Training::new(&mut rng);
    let fresh = training.weights();
    let points = training.exam(10, &mut rng);
    assert!((0.0..=10.0).contains(&points));
    assert_eq!(training.weights(), fresh);
    let lesson = training.learn(&mut rng);
    assert!(lesson.turns > 10 && lesson.error > 0.0);
    assert_ne!(training.weights(), fresh);
}

#[test]
fn the_shipped_weights_are_those_of_their_logs() {
    for seed in 1..=3 {
        let file = |ending: &str| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("weights/{seed}.{ending}"));
            fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let (weights, log) = (file("net"), String::from_utf8(file("log")).unwrap());
        let hash = tools::hex(&Sha256::digest(&weights));
        let head = format!("seed {seed}\ngames {USUAL_GAMES}\nsha256 {hash}\n");
        assert!(log.starts_with(&head), "{seed}: {log}");
        assert!(weights.len() <= 20_000, "{} bytes", weights.len());
    }
}

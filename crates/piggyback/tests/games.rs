//! Golden games: records that must replay to the same positions for ever (raise `RULES` when they cannot).
//! Beside each record lies a file with the hash and the wait after every step.

use std::{fs, path::Path};

use piggyback::Piggyback;
use table::{Game, Turn, laws, tools};

fn replay(name: &str) -> Piggyback {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    laws::golden(&read("txt"), &read("hashes"), |game: &Piggyback, _| {
        format!("{} {}", tools::hash(game), game.wait().name())
    })
    .unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

#[test]
fn golden_games_replay_to_the_same_hashes() {
    let results = [
        // Case T67 of the spec: every verb occurs.
        ("every-verb", "two", "eliminated"),
        ("greedy-standard", "one", "eliminated"),
        ("greedy-quick-loose", "two", "eliminated"),
        ("quiet-draw", "draw", "quiet"),
    ];
    for (name, winner, reason) in results {
        let Turn::Over(outcome) = replay(name).turn() else { panic!("{name} is not over") };
        assert_eq!((outcome.name(), outcome.reason), (winner, reason), "{name}");
    }
}

#[test]
fn the_golden_game_of_the_spec_is_the_one_in_its_cases() {
    let cases = include_str!("cases/spec.txt");
    let block = cases.split("\n\n").find(|block| block.starts_with("T67 ")).unwrap();
    let lines = block.lines().filter_map(|line| line.trim().strip_prefix("play "));
    let steps: Vec<&str> = lines.flat_map(|line| line.split(", ")).collect();
    let record = include_str!("games/every-verb.txt").split_once("\n\n").unwrap().1;
    let unseated: Vec<&str> = record
        .lines()
        .map(|line| line.strip_prefix("one ").or_else(|| line.strip_prefix("two ")).unwrap_or(line))
        .collect();
    assert_eq!(unseated, steps);
    for verb in ["take", "luck", "pass", "place", "warp", "boost", "firepower", "stop", "keep", "roll"] {
        assert!(steps.iter().any(|step| step.starts_with(verb)), "{verb}");
    }
}

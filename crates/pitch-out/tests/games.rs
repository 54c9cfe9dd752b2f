//! Golden matches: records that must replay to the same positions for ever (raise `RULES` when they cannot). Beside
//! each record lies a file with the hash after every step.

use std::{collections::BTreeSet, fs, path::Path};

use pitch_out::PitchOut;
use table::{Game, Turn, laws, tools};

/// Replays a match; gives it at its end, and the names of all events.
fn replay(name: &str) -> (PitchOut, BTreeSet<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    let mut told = BTreeSet::new();
    let game = laws::golden(&read("txt"), &read("hashes"), |game: &PitchOut, events| {
        let name = |event| serde_json::to_value(&event).unwrap()["event"].as_str().unwrap().to_owned();
        told.extend(events.into_iter().map(name));
        tools::hash(game)
    });
    (game.unwrap_or_else(|fault| panic!("{name}: {fault}")), told)
}

#[test]
fn golden_matches_replay_to_the_same_hashes() {
    let mut told = BTreeSet::new();
    let results = [
        ("basic", "two", "attack"),
        ("five-trembling", "one", "attack"),
        ("seven", "one", "captain"),
        ("capped", "two", "cap"),
    ];
    for (name, winner, reason) in results {
        let (game, events) = replay(name);
        let Turn::Over(outcome) = game.turn() else { panic!("{name} is not over") };
        assert_eq!((outcome.name(), outcome.reason), (winner, reason), "{name}");
        told.extend(events);
    }
    let all = "rostered aimed opened coin first placed laid copied shaken shot touched bounced eliminated stored swapped \
               returned golem climbed obstacle_moved obstacle_out again round banned replaced changed match";
    let missing: Vec<&str> = all.split_whitespace().filter(|name| !told.contains(*name)).collect();
    assert!(missing.is_empty(), "the golden matches never show {missing:?}");
}

//! Golden games: records that must replay to the same positions for ever (raise `RULES` when they cannot).
//! Beside each record lies a file with the hash after every step.

use std::{fs, path::Path};

use backgammon_wars::BackgammonWars;
use table::{Game, Turn, laws, tools};

fn replay(name: &str) -> BackgammonWars {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    laws::golden(&read("txt"), &read("hashes"), |game: &BackgammonWars, _| tools::hash(game))
        .unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

#[test]
fn golden_games_replay_to_the_same_hashes() {
    let results = [
        ("classic", "one", "off"),
        ("nackgammon", "one", "off"),
        ("fantasy", "two", "off"),
        ("rulings", "two", "off"),
        ("dusk", "one", "dusk"),
        ("standstill", "one", "standstill"),
    ];
    for (name, winner, reason) in results {
        let Turn::Over(outcome) = replay(name).turn() else { panic!("{name} is not over") };
        assert_eq!((outcome.name(), outcome.reason), (winner, reason), "{name}");
    }
}

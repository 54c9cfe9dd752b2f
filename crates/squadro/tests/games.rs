//! Golden games: records that must replay to the same positions for ever (raise `RULES` when they cannot).
//! Beside each record lies a file with the hash and the one-line position after every step.

use std::{fs, path::Path};

use squadro::Squadro;
use table::{Game, Turn, laws, tools};

fn replay(name: &str) -> Squadro {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    laws::golden(&read("txt"), &read("hashes"), |game: &Squadro, _| format!("{} {game}", tools::hash(game)))
        .unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

#[test]
fn golden_games_replay_to_the_same_hashes() {
    let results = [
        ("drawn-first-player", "one", "home"),
        ("left-wins", "two", "home"),
        ("top-wins", "one", "home"),
        ("quiet-draw", "draw", "quiet"),
    ];
    for (name, winner, reason) in results {
        let Turn::Over(outcome) = replay(name).turn() else { panic!("{name} is not over") };
        assert_eq!((outcome.name(), outcome.reason), (winner, reason), "{name}");
    }
}

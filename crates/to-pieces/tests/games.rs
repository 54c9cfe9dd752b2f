//! Golden games of greedy players: records that must replay to the same positions for ever (raise `RULES` when
//! they cannot). Beside each record lies a file with the hash after every step.

mod common;

use common::file;
use table::{Game, Turn, Viewer, laws, record::Record, tools};
use to_pieces::{ToPieces, teams};

fn replay(name: &str) -> ToPieces {
    let read = |ending: &str| file(&format!("crates/to-pieces/tests/games/{name}.{ending}"));
    for toml in Record::read(&read("txt")).unwrap().teams.values() {
        teams::register(teams::read(toml).unwrap()).unwrap();
    }
    laws::golden(&read("txt"), &read("hashes"), |game: &ToPieces, _| tools::hash(game))
        .unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

#[test]
fn golden_games_replay_to_the_same_hashes() {
    for (name, winner, reason) in RESULTS {
        let game = replay(name);
        let Turn::Over(outcome) = game.turn() else { panic!("{name} is not over") };
        assert_eq!((outcome.name(), outcome.reason), (winner, reason), "{name}");
        assert_eq!(game.view(Viewer::Public), game.view(Viewer::Judge), "{name}: at the end all is open");
    }
}

const RESULTS: [(&str, &str, &str); 4] = [
    ("sun-moon", "two", "points"),
    ("crown-arms-by-coin", "two", "points"),
    ("mirror", "two", "coins"),
    ("home-made", "one", "points"),
];

//! Golden games of greedy players: records that must replay to the same positions for ever (raise `RULES` when
//! they cannot). Beside each record lies a file with the hash after every step.

mod common;

use common::file;
use table::{
    Game, Log, OptionList, Step, Turn, Viewer,
    record::{Line, Record},
    tools,
};
use to_pieces::{Options, ToPieces, teams};

fn replay(name: &str) -> ToPieces {
    let read = |ending: &str| file(&format!("crates/to-pieces/tests/games/{name}.{ending}"));
    let record = Record::read(&read("txt")).unwrap();
    assert_eq!((record.game.as_str(), record.rules), (ToPieces::ID, ToPieces::RULES));
    for toml in record.teams.values() {
        teams::register(teams::read(toml).unwrap()).unwrap();
    }
    let mut options = Options::default();
    record.options.iter().for_each(|(key, value)| options.set(key, value).unwrap());

    let mut game = ToPieces::start(&options);
    let hashes = read("hashes");
    assert_eq!(record.lines.len(), hashes.lines().count());
    for (n, (line, expected)) in record.lines.iter().zip(hashes.lines()).enumerate() {
        let Line::Step(step, _) = line else { panic!("steps only") };
        let step = Step::read(step).unwrap();
        game.try_play(&step, &mut Log::on()).unwrap_or_else(|refusal| panic!("{name} {n}: {refusal}"));
        assert_eq!(tools::hash(&game), expected, "{name}, step {n}");
    }
    game
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

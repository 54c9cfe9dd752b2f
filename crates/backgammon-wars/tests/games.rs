//! Golden games: records that must replay to the same positions for ever (raise `RULES` when they cannot).
//! Beside each record lies a file with the hash after every step.

use std::{fs, path::Path};

use backgammon_wars::{BackgammonWars, Options};
use table::{
    Game, Log, OptionList, Step, Turn,
    record::{Line, Record},
    tools,
};

fn replay(name: &str) -> BackgammonWars {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    let record = Record::read(&read("txt")).unwrap();
    assert_eq!((record.game.as_str(), record.rules), (BackgammonWars::ID, BackgammonWars::RULES));
    let mut options = Options::default();
    record.options.iter().for_each(|(key, value)| options.set(key, value).unwrap());

    let mut game = BackgammonWars::start(&options);
    let hashes = read("hashes");
    assert_eq!(record.lines.len(), hashes.lines().count());
    for (n, (line, expected)) in record.lines.iter().zip(hashes.lines()).enumerate() {
        let Line::Step(step, _) = line else { panic!("steps only") };
        let step = Step::read(step).unwrap();
        game.try_play(&step, &mut Log::off()).unwrap_or_else(|refusal| panic!("{name} {n}: {refusal}"));
        assert_eq!(tools::hash(&game), expected, "{name}, step {n}");
    }
    game
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

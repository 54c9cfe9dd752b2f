//! Golden matches: records that must replay to the same positions for ever (raise `RULES` when they cannot). Beside
//! each record lies a file with the hash after every step.

use std::{collections::BTreeSet, fs, path::Path};

use pitch_out::{PitchOut, Rulings};
use table::{
    Game, Log, OptionList, Step, Turn,
    record::{Line, Record},
    tools,
};

/// Replays a match; gives it at its end, and the names of all events.
fn replay(name: &str) -> (PitchOut, BTreeSet<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    let record = Record::read(&read("txt")).unwrap();
    assert_eq!((record.game.as_str(), record.rules), (PitchOut::ID, PitchOut::RULES));
    let mut rulings = Rulings::default();
    record.options.iter().for_each(|(key, value)| rulings.set(key, value).unwrap());
    let mut game = PitchOut::start(&rulings);
    let (hashes, mut told) = (read("hashes"), BTreeSet::new());
    assert_eq!(record.lines.len(), hashes.lines().count());
    for (n, (line, hash)) in record.lines.iter().zip(hashes.lines()).enumerate() {
        let Line::Step(step, _) = line else { panic!("steps only") };
        let mut log = Log::on();
        game.try_play(&Step::read(step).unwrap(), &mut log)
            .unwrap_or_else(|refusal| panic!("{name} {n}, {step}: {refusal}"));
        assert_eq!(tools::hash(&game), hash, "{name}, step {n}: {step}");
        for event in log.into_events() {
            told.insert(serde_json::to_value(&event).unwrap()["event"].as_str().unwrap().to_owned());
        }
    }
    (game, told)
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

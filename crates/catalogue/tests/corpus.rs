//! Records replay for ever: the golden games of every game, of every version of its rules that was ever released, run
//! through the one door that page, terminal and server use.

use std::{fs, path::Path};

use catalogue::{GAMES, find, replay};
use table::record::Record;

/// The golden records of a game with their hashes, by name.
fn golden(game: &str) -> Vec<(String, Record, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("tests/games");
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    names.sort();
    let read = |path: &std::path::PathBuf| {
        let record = Record::read(&fs::read_to_string(path).unwrap()).unwrap();
        let hashes = fs::read_to_string(path.with_extension("hashes")).unwrap();
        (path.display().to_string(), record, hashes)
    };
    names.iter().map(read).collect()
}

/// The hashes after every step.
fn hashes(record: &Record) -> Result<String, String> {
    let mut told = Vec::new();
    replay(record, |table, _, _| told.push(table.hash())).map_err(|error| error.to_string())?;
    Ok(told[1..].iter().map(|hash| format!("{hash}\n")).collect())
}

#[test]
fn records_of_every_version_of_the_rules_replay() {
    for entry in GAMES {
        let records = golden(entry.id);
        for rules in 1..=entry.rules {
            assert!((entry.knows)(rules), "{} does not know its version {rules}", entry.id);
            assert!(records.iter().any(|(_, record, _)| record.rules == rules), "{} {rules}", entry.id);
        }
        assert!(!(entry.knows)(0) && !(entry.knows)(entry.rules + 1), "{}", entry.id);
        for (name, record, expected) in &records {
            // Some games write more than the hash on a line.
            let first = |line: &str| line.split(' ').next().unwrap().to_owned() + "\n";
            let expected: String = expected.lines().map(first).collect();
            assert_eq!(hashes(record), Ok(expected), "{name}");
        }
    }
}

#[test]
fn a_record_is_replayed_by_the_rules_that_it_names() {
    for game in ["to-pieces", "pitch-out"] {
        let (name, mut record, _) =
            golden(game).into_iter().find(|(_, record, _)| record.rules == 2).unwrap();
        assert!(hashes(&record).is_ok(), "{name}");
        record.rules = 1;
        assert!(hashes(&record).is_err(), "{name} would have gone on otherwise by version 1");
        record.rules = find(game).unwrap().rules + 1;
        assert!(hashes(&record).unwrap_err().contains("record.other-rules"), "{name}");
    }
}

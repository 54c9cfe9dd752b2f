//! Dice that can be checked: `visavis verify` and the second opinion, `tools/verify.py`, on all five games.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use catalogue::GAMES;
use table::{
    Seat, Turn,
    chance::{Seed, Streams},
    record::{Line, Record, TableLine},
    tools::hex,
};

/// A whole random game with its seed opened, as the server records it.
fn game(entry: &'static catalogue::Entry, number: u64) -> Record {
    let seed = Seed::of_simulation(2026, number);
    let (one, two) = ([number as u8; 16], b"a nonce of Two");
    let mut streams = Streams::new(seed.clone(), &one, two);
    let mut rng = streams.generator("suggest");
    let mut table = (entry.open)(&[]).unwrap();
    let mut record = Record { game: entry.id.into(), rules: entry.rules, ..Record::default() };
    record.state("commitment", seed.commitment());
    record.state("nonce.one", hex(&one));
    record.state("nonce.two", hex(two));
    record.state("seed", seed.open());
    while table.turn().outcome().is_none() {
        let line = match table.turn() {
            Turn::Act(seats) => {
                Line::Step(format!("{} {}", seats.first(), table.suggest(seats.first(), &mut rng)), None)
            }
            _ => {
                let drawn = table.draw(&mut streams).unwrap();
                Line::Step(drawn.text, Some(drawn.draw))
            }
        };
        let Line::Step(text, _) = &line else { unreachable!() };
        table.play(text).unwrap();
        record.lines.push(line);
    }
    record
}

struct Judges {
    folder: tempfile::TempDir,
}

impl Judges {
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// What both say: their exit codes, which must agree, and their words.
    fn ask(&self, file: &Path, lang: &str) -> (i32, [String; 2]) {
        self.both(file, &["--lang", lang])
    }

    /// The same, with what a device kept.
    fn ask_kept(&self, file: &Path, kept: &Path) -> (i32, [String; 2]) {
        self.both(file, &["--lang", "en", "--kept", kept.to_str().unwrap()])
    }

    fn both(&self, file: &Path, options: &[&str]) -> (i32, [String; 2]) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify.py");
        let said = |output: Output| {
            let text = [output.stdout, output.stderr].concat();
            (output.status.code().unwrap(), String::from_utf8(text).unwrap())
        };
        let ours = Command::new(env!("CARGO_BIN_EXE_visavis")).arg("verify").args(options).arg(file).output();
        let (ours, words) = said(ours.unwrap());
        let python = Command::new("python3").arg(script).args(options).arg(file).output();
        let (theirs, other) = said(python.expect("python3 is needed for the second opinion"));
        assert_eq!(ours, theirs, "{words}\n{other}");
        (ours, [words, other])
    }
}

fn judges() -> Judges {
    Judges { folder: tempfile::tempdir().unwrap() }
}

/// The chance steps that could have come out otherwise: their places and another outcome of each.
fn changeable(record: &Record) -> Vec<(usize, String)> {
    let other = |(n, line): (usize, &Line)| match line {
        Line::Step(text, Some(draw)) => {
            let other = draw.weights.iter().find(|(outcome, _)| outcome != text)?;
            Some((n, other.0.clone()))
        }
        _ => None,
    };
    record.lines.iter().enumerate().filter_map(other).collect()
}

#[test]
fn both_judges_agree_on_every_game_and_find_one_changed_die() {
    let judges = judges();
    for entry in GAMES {
        for number in 0..1 {
            let record = game(entry, number);
            let chances = changeable(&record);
            assert!(!chances.is_empty(), "{} has no chance", entry.id);
            for text in [record.to_string(), record.to_json()] {
                let (code, said) = judges.ask(&judges.file("game", &text), "en");
                assert_eq!(code, 0, "{}: {said:?}", entry.id);
            }
            let (place, other) = chances[chances.len() / 2].clone();
            let mut changed = record.clone();
            let Line::Step(text, _) = &mut changed.lines[place] else { unreachable!() };
            *text = other.clone();
            for text in [changed.to_string(), changed.to_json()] {
                let (code, said) = judges.ask(&judges.file("game", &text), "en");
                assert_eq!(code, 1, "{}: {said:?}", entry.id);
                for words in said {
                    let line = format!("step {}: {other} is wrong", place + 1);
                    assert!(words.contains(&line), "{}: {words}", entry.id);
                }
            }
        }
    }
}

#[test]
fn a_seed_a_nonce_or_a_take_back_counts_too() {
    let judges = judges();
    let record = game(&GAMES[1], 7);
    let file = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        judges.file("game", &record.to_string())
    };
    let other_seed = file(&|record| record.state("seed", Seed::of_simulation(1, 1).open()));
    let (code, said) = judges.ask(&other_seed, "en");
    assert_eq!(code, 1);
    assert!(said.iter().all(|words| words.contains("SHA-256")), "{said:?}");
    let other_nonce = file(&|record| record.state("nonce.two", "00"));
    assert_eq!(judges.ask(&other_nonce, "en").0, 1, "the nonces are mixed in");
    // What was taken back was drawn again, and does not count.
    let taken_back = file(&|record| {
        let at = record.lines.iter().position(|line| matches!(line, Line::Step(_, Some(_)))).unwrap();
        let again = record.lines[at].clone();
        record.lines.splice(at + 1..at + 1, [Line::Table(TableLine::Undo(1)), again]);
    });
    assert_eq!(judges.ask(&taken_back, "en").0, 0);
    let french = judges.ask(&other_seed, "fr").1;
    assert!(french.iter().all(|words| words.contains("scellée")), "{french:?}");
}

#[test]
fn weights_are_checked_against_the_rules() {
    let judges = judges();
    let mut record = game(&GAMES[1], 3);
    // Odds under which the very same outcome is drawn: only the rules can tell.
    let place = record.lines.iter().position(|line| matches!(line, Line::Step(_, Some(_)))).unwrap();
    let Line::Step(text, Some(draw)) = &mut record.lines[place] else { unreachable!() };
    draw.weights = vec![(text.clone(), 1)];
    let file = judges.file("game", &record.to_string());
    let output =
        Command::new(env!("CARGO_BIN_EXE_visavis")).args(["verify", "--lang", "en"]).arg(&file).output();
    let output = output.unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(&format!("step {}: ", place + 1)) && said.contains("other odds"), "{said}");
}

#[test]
fn what_cannot_be_checked_is_said_in_one_line() {
    let judges = judges();
    let record = game(&GAMES[0], 1);
    let without = |key: &str| {
        let mut record = record.clone();
        record.facts.retain(|(fact, _)| fact != key);
        record.to_string()
    };
    let bad = [
        ("no seed", without("seed")),
        ("no commitment", without("commitment")),
        ("hex digits", record.to_string().replace("nonce.two = ", "nonce.two = x")),
        ("rec", "{\"game\": 1}\n{\"game\": 2}\n".to_owned()),
        ("record", "not a record at all".to_owned()),
    ];
    for (what, text) in bad {
        let (code, said) = judges.ask(&judges.file("bad", &text), "en");
        assert_eq!(code, 2, "{what}: {said:?}");
        for words in &said {
            assert_eq!(words.trim_end().lines().count(), 1, "{what}: {words}");
        }
        assert!(said[0].contains(what) || what.starts_with("rec"), "{said:?}");
    }
    let (code, said) = judges.ask(Path::new("no/such/file"), "fr");
    assert!(code == 2 && said.iter().all(|words| words.contains("no/such/file")), "{said:?}");
    let two = format!("{}\n{}\n", record.to_json(), game(&GAMES[0], 2).to_json());
    let (code, said) = judges.ask(&judges.file("two.jsonl", &two), "en");
    assert!(code == 0 && said.iter().all(|words| words.contains("record 2: ")), "{said:?}");
}

/// A game of two who committed, with the dice that these nonces give, and what the device of One kept.
fn committed(seed: &Seed, one: &[u8; 16], two: &[u8; 16]) -> (Record, String) {
    let entry = &GAMES[1];
    let mut streams = Streams::new(seed.clone(), one, two);
    let mut table = (entry.open)(&[]).unwrap();
    let mut record = Record { game: entry.id.into(), rules: entry.rules, ..Record::default() };
    record.state("commitment", seed.commitment());
    for (seat, key, nonce) in [(Seat::One, "one", one), (Seat::Two, "two", two)] {
        record.state(&format!("commitment.{key}"), hex(&seed.nonce_commitment(seat, nonce)));
        record.state(&format!("nonce.{key}"), hex(nonce));
    }
    record.state("seed", seed.open());
    let mut rng = streams.generator("suggest");
    while table.turn().outcome().is_none() && record.lines.len() < 30 {
        let line = match table.turn() {
            Turn::Act(seats) => {
                Line::Step(format!("{} {}", seats.first(), table.suggest(seats.first(), &mut rng)), None)
            }
            _ => {
                let drawn = table.draw(&mut streams).unwrap();
                Line::Step(drawn.text, Some(drawn.draw))
            }
        };
        let Line::Step(text, _) = &line else { unreachable!() };
        table.play(text).unwrap();
        record.lines.push(line);
    }
    let keys = ["commitment", "commitment.one", "commitment.two", "nonce.one"];
    let kept = keys.map(|key| format!("{key} = {}\n", record.fact(key).unwrap())).concat();
    (record, kept)
}

#[test]
fn a_dishonest_server_and_a_dishonest_last_player_are_caught() {
    let judges = judges();
    let seed = Seed::of_simulation(25, 2);
    let (honest, kept) = committed(&seed, &[1; 16], &[2; 16]);
    let kept = judges.file("kept", &kept);
    let (code, said) = judges.ask_kept(&judges.file("game", &honest.to_string()), &kept);
    assert_eq!(code, 0, "{said:?}");
    assert!(said.iter().all(|words| words.contains("nobody chose them")), "{said:?}");
    let (code, said) = judges.ask(&judges.file("game", &honest.to_json()), "en");
    assert!(code == 0 && said.iter().all(|words| words.contains("Not proved by a record alone")), "{said:?}");

    // A nonce or the seed is replaced and everything is drawn anew, but the commitments stay: the record shows it.
    let keeping = |mut record: Record| {
        for key in ["commitment", "commitment.one", "commitment.two"] {
            record.state(key, honest.fact(key).unwrap());
        }
        record
    };
    let other = Seed::of_simulation(25, 3);
    for (forged, why) in [
        (committed(&seed, &[9; 16], &[2; 16]).0, "One: the nonce is not the one"),
        (committed(&seed, &[1; 16], &[9; 16]).0, "Two: the nonce is not the one"),
        (committed(&other, &[1; 16], &[2; 16]).0, "SHA-256"),
    ] {
        let (code, said) = judges.ask(&judges.file("game", &keeping(forged).to_string()), "en");
        assert!(code == 1 && said.iter().all(|words| words.contains(why)), "{why}: {said:?}");
    }
    // The whole record is made anew after the fact: only what the device kept can tell.
    for (forged, key) in [
        (committed(&seed, &[1; 16], &[9; 16]).0, "commitment.two is not what"),
        (committed(&seed, &[9; 16], &[2; 16]).0, "nonce.one is not what"),
        (committed(&other, &[1; 16], &[2; 16]).0, "commitment is not what"),
    ] {
        let file = judges.file("game", &forged.to_string());
        assert_eq!(judges.ask(&file, "en").0, 0, "it agrees with itself");
        let (code, said) = judges.ask_kept(&file, &kept);
        assert!(code == 1 && said.iter().all(|words| words.contains(key)), "{key}: {said:?}");
    }
    // Dice without a reveal.
    let mut without = honest.clone();
    without.facts.retain(|(key, _)| key != "nonce.two");
    assert_eq!(judges.ask(&judges.file("game", &without.to_string()), "en").0, 1);
    // A record of the older kind is right, and marked.
    let (code, said) = judges.ask(&judges.file("game", &game(&GAMES[1], 7).to_string()), "en");
    assert!(code == 0 && said.iter().all(|words| words.contains("without a commitment")), "{said:?}");
}

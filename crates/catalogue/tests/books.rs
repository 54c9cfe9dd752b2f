//! The rulebooks: the same numbers in both languages without a gap, a test for each, the same rulings and the same
//! diagrams, and every diagram is a board.

use std::{collections::BTreeSet, fs, path::Path};

use catalogue::{Block, Entry, GAMES};
use table::{Lang, Viewer};

/// The numbers of a rulebook's rules whose text has `mark`.
fn numbers(entry: &Entry, lang: Lang, mark: &str) -> Vec<u32> {
    let rule = |block: &Block| match block {
        Block::Rule { number, text } if text.contains(mark) => Some(*number),
        _ => None,
    };
    entry.rulebook(lang).blocks.iter().filter_map(rule).collect()
}

/// The numbers of the rules that tests of a game's crate carry.
fn tested(entry: &Entry) -> BTreeSet<u32> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(entry.id).join("tests");
    let mut tests = String::new();
    for file in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if file.file_name().to_string_lossy().starts_with("rules") {
            tests += &fs::read_to_string(file.path()).unwrap();
        }
    }
    let tests = tests.split("#[test]\nfn rule_").skip(1);
    tests.map(|test| test.split('_').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn both_languages_number_the_same_rules_and_each_has_its_test() {
    let rules =
        [("squadro", 14), ("piggyback", 42), ("backgammon-wars", 65), ("to-pieces", 86), ("pitch-out", 54)];
    assert_eq!(GAMES.iter().map(|entry| entry.id).collect::<Vec<_>>(), rules.map(|(game, _)| game));
    for (entry, (_, rules)) in GAMES.iter().zip(rules) {
        let mut english = numbers(entry, Lang::En, "");
        assert_eq!(english, numbers(entry, Lang::Fr, ""), "{}", entry.id);
        english.sort();
        assert_eq!(english, (1..=rules).collect::<Vec<_>>(), "{}", entry.id);
        assert_eq!(tested(entry), (1..=rules).collect(), "{}", entry.id);
    }
}

#[test]
fn both_languages_mark_the_same_rulings() {
    for entry in GAMES {
        let english = numbers(entry, Lang::En, "*(ruling)*");
        assert_eq!(english, numbers(entry, Lang::Fr, "*(précision)*"), "{}", entry.id);
        assert!(!english.is_empty(), "{}", entry.id);
    }
}

#[test]
fn both_languages_show_the_same_diagrams() {
    for entry in GAMES {
        let [english, french] = Lang::ALL.map(|lang| {
            let blocks = entry.rulebook(lang).blocks.into_iter();
            let diagrams = blocks.filter(|block| matches!(block, Block::Diagram { .. }));
            diagrams.collect::<Vec<_>>()
        });
        assert_eq!(english, french, "{}", entry.id);
        assert!(!english.is_empty(), "{}", entry.id);
    }
}

#[test]
fn every_diagram_is_a_board() {
    for entry in GAMES {
        for lang in Lang::ALL {
            for block in entry.rulebook(lang).blocks {
                if let Block::Diagram { text } = block {
                    let table =
                        (entry.set_up)(&text).unwrap_or_else(|error| panic!("{}: {text}: {error}", entry.id));
                    assert!(table.view(Viewer::Judge).is_object());
                    assert!(!table.picture(Viewer::Judge, catalogue::words(lang)).is_empty());
                }
            }
        }
    }
}

//! The rulebooks and the words: whole, in both languages, and matched by tests and code.

use std::{collections::BTreeSet, fs, path::Path};

use squadro::{Rulings, Squadro};
use table::{Choices, OptionList, Show, Words};

const RULES: u32 = 14;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every text between `before` and the next of `ends`.
fn all_between<'t>(text: &'t str, before: &str, ends: &'t [char]) -> impl Iterator<Item = &'t str> {
    let parts: Vec<&str> = text.split(before).skip(1).collect();
    parts.into_iter().map(move |part| part.split(ends).next().unwrap_or_default())
}

#[test]
fn every_rule_has_its_number_in_both_languages_and_a_test() {
    let expected: Vec<u32> = (1..=RULES).collect();
    for lang in ["en", "fr"] {
        let book = read(&format!("rulebooks/{lang}/squadro.md"));
        let numbers: Vec<u32> =
            book.lines().filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect();
        assert_eq!(numbers, expected, "{lang}");
    }
    let tests = read("crates/squadro/tests/rules.rs");
    let tested: BTreeSet<u32> =
        all_between(&tests, "\nfn rule_", &['_']).map(|number| number.parse().unwrap()).collect();
    assert_eq!(tested, expected.into_iter().collect());
}

#[test]
fn every_diagram_can_be_set_up() {
    let diagrams = |lang| {
        let book = read(&format!("rulebooks/{lang}/squadro.md"));
        all_between(&book, "```squadro\n", &['`']).map(|text| text.trim().to_owned()).collect::<Vec<_>>()
    };
    assert!(!diagrams("en").is_empty());
    assert_eq!(diagrams("en"), diagrams("fr"));
    for text in diagrams("en") {
        Squadro::set_up(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

#[test]
fn every_key_has_a_sentence_and_every_sentence_a_use() {
    let sources = ["lib", "action", "board", "bots", "event", "rulings", "sheet", "show"];
    let sources: String = sources.map(|name| read(&format!("crates/squadro/src/{name}.rs"))).concat();
    let mut used: BTreeSet<String> =
        all_between(&sources, "\"squadro.", &['"']).map(|rest| format!("squadro.{rest}")).collect();
    for part in ["name", "tagline", "length", "luck", "over.home", "over.quiet"] {
        used.insert(format!("squadro.{part}"));
    }
    for name in ["starts", "moved", "sent_back", "turned", "home", "won", "drawn"] {
        used.insert(format!("squadro.event.{name}"));
    }
    for word in ["one", "two", "top", "left"] {
        used.insert(format!("squadro.word.{word}"));
    }
    for spec in Rulings::list() {
        used.insert(format!("squadro.option.{}", spec.key));
        let Choices::OneOf(values) = spec.values else { panic!("a list of values") };
        used.extend(values.iter().map(|value| format!("squadro.option.{}.{value}", spec.key)));
    }
    for lang in ["en", "fr"] {
        let mut words = Words::default();
        words.add(&read(&format!("words/{lang}/squadro.json"))).unwrap();
        let known: BTreeSet<String> = words.keys().map(String::from).collect();
        assert_eq!(known, used, "{lang}");
    }
}

#[test]
fn both_languages_name_the_same_values() {
    let [en, fr] = ["en", "fr"].map(|lang| {
        let mut words = Words::default();
        words.add(&read(&format!("words/{lang}/squadro.json"))).unwrap();
        words
    });
    let holes =
        |sentence: &str| all_between(sentence, "{", &['}']).map(String::from).collect::<BTreeSet<_>>();
    for key in en.keys() {
        assert_eq!(holes(en.get(key).unwrap()), holes(fr.get(key).unwrap()), "{key}");
    }
}

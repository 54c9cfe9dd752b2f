//! The rulebooks and the words: whole, in both languages, and matched by tests and code.

use std::{collections::BTreeSet, fs, path::Path};

use pitch_out::{PitchOut, Rulings};
use table::{Choices, OptionList, Show, Words};

const RULES: u32 = 54;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every text between `before` and the next of `ends`.
fn all_between<'t>(text: &'t str, before: &str, ends: &'t [char]) -> impl Iterator<Item = &'t str> {
    let parts: Vec<&str> = text.split(before).skip(1).collect();
    parts.into_iter().map(move |part| part.split(ends).next().unwrap_or_default())
}

fn words(lang: &str) -> Words {
    let mut words = Words::default();
    words.add(&read(&format!("words/{lang}/pitch-out.json"))).unwrap();
    words
}

#[test]
fn every_rule_has_its_number_in_both_languages_and_a_test() {
    let expected: Vec<u32> = (1..=RULES).collect();
    for lang in ["en", "fr"] {
        let book = read(&format!("rulebooks/{lang}/pitch-out.md"));
        let numbers: Vec<u32> =
            book.lines().filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect();
        assert_eq!(numbers, expected, "{lang}");
    }
    let tests =
        ["match", "round", "powers"].map(|name| read(&format!("crates/pitch-out/tests/rules_{name}.rs")));
    let tests = tests.concat();
    let tested: BTreeSet<u32> =
        all_between(&tests, "#[test]\nfn rule_", &['_']).map(|number| number.parse().unwrap()).collect();
    assert_eq!(tested, expected.into_iter().collect());
}

#[test]
fn rulings_are_marked_in_both_languages_at_the_same_rules() {
    let marked = |lang: &str, mark: &str| -> Vec<u32> {
        let book = read(&format!("rulebooks/{lang}/pitch-out.md"));
        let rules = book.lines().filter(|line| line.contains(mark));
        rules.filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect()
    };
    let english = marked("en", "*(ruling)*");
    assert!(english.len() > 20, "{english:?}");
    assert_eq!(english, marked("fr", "*(précision)*"));
}

#[test]
fn every_diagram_can_be_set_up() {
    let diagrams = |lang| {
        let book = read(&format!("rulebooks/{lang}/pitch-out.md"));
        all_between(&book, "```pitch-out\n", &['`']).map(|text| text.trim().to_owned()).collect::<Vec<_>>()
    };
    assert!(!diagrams("en").is_empty());
    assert_eq!(diagrams("en"), diagrams("fr"));
    for text in diagrams("en") {
        PitchOut::set_up(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

#[test]
fn every_key_has_a_sentence_and_every_sentence_a_use() {
    let mut sources = String::new();
    for folder in ["src", "src/powers", "src/think"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for file in fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|file| file.path().is_file()) {
            sources += &fs::read_to_string(file.path()).unwrap();
        }
    }
    let mut used: BTreeSet<String> =
        all_between(&sources, "\"pitch-out.", &['"']).map(|rest| format!("pitch-out.{rest}")).collect();
    let named = |kind: &str, names: &str| -> Vec<String> {
        names.split_whitespace().map(|name| format!("pitch-out.{kind}{name}")).collect()
    };
    used.extend(named("", "name tagline length luck"));
    used.extend(named("over.", "captain alone attack cap"));
    used.extend(named(
        "event.",
        "rostered aimed opened coin first placed laid copied shaken shot touched bounced eliminated stored swapped \
         returned golem climbed shifted obstacle_moved obstacle_out again stuck round banned replaced changed match",
    ));
    used.extend(named(
        "word.",
        "captain assassin runner guard immortal major commando sapper infested shadow witch golem-1 golem-2 citizens \
         hoods fall pushed fallen removed alone attack cap angle power turn",
    ));
    for spec in Rulings::list() {
        used.insert(format!("pitch-out.option.{}", spec.key));
        if let Choices::OneOf(values) = spec.values {
            used.extend(values.iter().map(|value| format!("pitch-out.option.{}.{value}", spec.key)));
        }
    }
    for lang in ["en", "fr"] {
        // What the page says is looked for in the page's files, by the catalogue's test of all words.
        let words = words(lang);
        let known: BTreeSet<String> =
            words.keys().filter(|key| !key.starts_with("pitch-out.page.")).map(String::from).collect();
        assert_eq!(known, used, "{lang}");
    }
}

#[test]
fn both_languages_name_the_same_values() {
    let [en, fr] = ["en", "fr"].map(words);
    let holes =
        |sentence: &str| all_between(sentence, "{", &['}']).map(String::from).collect::<BTreeSet<_>>();
    for key in en.keys() {
        assert_eq!(holes(en.get(key).unwrap()), holes(fr.get(key).unwrap()), "{key}");
    }
}

//! The rulebooks and the words: whole, in both languages, and matched by tests and code.

use std::{collections::BTreeSet, fs, path::Path};

use piggyback::{Colour, Piggyback, Rulings};
use table::{Choices, OptionList, Show, Words};

const RULES: u32 = 42;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files of a folder of this crate whose name begins so, one after another.
fn sources(folder: &str, begins: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let wanted = paths.iter().filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(begins) && name.ends_with(".rs")
    });
    wanted.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Every text between `before` and the next of `ends`.
fn all_between<'t>(text: &'t str, before: &str, ends: &'t [char]) -> impl Iterator<Item = &'t str> {
    let parts: Vec<&str> = text.split(before).skip(1).collect();
    parts.into_iter().map(move |part| part.split(ends).next().unwrap_or_default())
}

fn words(lang: &str) -> Words {
    let mut words = Words::default();
    words.add(&read(&format!("words/{lang}/piggyback.json"))).unwrap();
    words
}

#[test]
fn every_rule_has_its_number_in_both_languages_and_a_test() {
    let expected: Vec<u32> = (1..=RULES).collect();
    for lang in ["en", "fr"] {
        let book = read(&format!("rulebooks/{lang}/piggyback.md"));
        let numbers: Vec<u32> =
            book.lines().filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect();
        assert_eq!(numbers, expected, "{lang}");
    }
    let tests = sources("tests", "rules");
    let tested: BTreeSet<u32> =
        all_between(&tests, "\nfn rule_", &['_']).map(|number| number.parse().unwrap()).collect();
    assert_eq!(tested, expected.into_iter().collect());
}

#[test]
fn rulings_are_marked_alike_in_both_languages() {
    let marked = |lang, mark: &str| -> Vec<u32> {
        let book = read(&format!("rulebooks/{lang}/piggyback.md"));
        let lines = book.lines().filter(|line| line.contains(mark));
        lines.map(|line| line.split_once(". ").unwrap().0.parse().unwrap()).collect()
    };
    assert_eq!(marked("en", "*(ruling)*"), marked("fr", "*(précision)*"));
    assert_eq!(marked("en", "*(ruling)*").len(), 17);
}

#[test]
fn every_diagram_can_be_set_up() {
    let diagrams = |lang| {
        let book = read(&format!("rulebooks/{lang}/piggyback.md"));
        all_between(&book, "```piggyback\n", &['`']).map(|text| text.trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(diagrams("en").len(), 3);
    assert_eq!(diagrams("en"), diagrams("fr"));
    for text in diagrams("en") {
        Piggyback::set_up(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// The names of the variants of `enum Event`, as its JSON says them.
fn events() -> impl Iterator<Item = String> {
    let source = sources("src", "event");
    let body = source.split("pub enum Event {").nth(1).unwrap().split("\n}").next().unwrap().to_owned();
    let names: Vec<String> = body
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.strip_suffix(" {"))
        .map(|name| {
            let mut snake = String::new();
            for c in name.chars() {
                if c.is_uppercase() && !snake.is_empty() {
                    snake.push('_');
                }
                snake.extend(c.to_lowercase());
            }
            snake
        })
        .collect();
    assert!(names.contains(&"left_lying".to_owned()), "{names:?}");
    names.into_iter()
}

#[test]
fn every_key_has_a_sentence_and_every_sentence_a_use() {
    let sources = sources("src", "");
    let mut used: BTreeSet<String> =
        all_between(&sources, "\"piggyback.", &['"']).map(|rest| format!("piggyback.{rest}")).collect();
    for part in ["name", "tagline", "length", "luck", "over.eliminated", "over.quiet", "word.draw"] {
        used.insert(format!("piggyback.{part}"));
    }
    used.extend(events().map(|name| format!("piggyback.event.{name}")));
    used.extend(Colour::ALL.map(|colour| format!("piggyback.word.{colour}")));
    for spec in Rulings::list() {
        used.insert(format!("piggyback.option.{}", spec.key));
        if let Choices::OneOf(values) = spec.values {
            used.extend(values.iter().map(|value| format!("piggyback.option.{}.{value}", spec.key)));
        }
    }
    for lang in ["en", "fr"] {
        // What only the page says is held by the catalogue's test of words.
        let of_the_page = |key: &&str| key.starts_with("piggyback.page.");
        let words = words(lang);
        let known: BTreeSet<String> =
            words.keys().filter(|key| !of_the_page(key)).map(String::from).collect();
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

#[test]
fn the_words_of_the_box_are_those_of_the_box() {
    let box_words = |lang| Colour::ALL.map(|colour| words(lang).word("piggyback", colour.name())).join(" ");
    assert_eq!(box_words("en"), "Boost Warp Luck Firepower");
    assert_eq!(box_words("fr"), "Vitesse Échange Chance Force");
}

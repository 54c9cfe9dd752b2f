//! The words: all that the code says, and nothing else. What holds for all games is tested in the catalogue.

use std::{collections::BTreeSet, fs, path::Path};

use piggyback::{Colour, Rulings};
use table::{Choices, OptionList, Words};

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
fn the_words_of_the_box_are_those_of_the_box() {
    let box_words = |lang| Colour::ALL.map(|colour| words(lang).word("piggyback", colour.name())).join(" ");
    assert_eq!(box_words("en"), "Boost Warp Luck Firepower");
    assert_eq!(box_words("fr"), "Vitesse Échange Chance Force");
}

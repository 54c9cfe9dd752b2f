//! The words: all that the code says, and nothing else. What holds for all games is tested in the catalogue.

use std::{collections::BTreeSet, fs, path::Path};

use backgammon_wars::{Card, Kind, Options};
use table::{Choices, OptionList, Words};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn words(lang: &str) -> Words {
    let mut words = Words::default();
    words.add(&read(&format!("words/{lang}/backgammon-wars.json"))).unwrap();
    words
}

/// Every text between `before` and the next of `ends`.
fn all_between<'t>(text: &'t str, before: &str, ends: &'t [char]) -> impl Iterator<Item = &'t str> {
    let parts: Vec<&str> = text.split(before).skip(1).collect();
    parts.into_iter().map(move |part| part.split(ends).next().unwrap_or_default())
}

/// All code of the crate.
fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = [folder.clone(), folder.join("cards"), folder.join("think")];
    let files = folders.into_iter().flat_map(|dir| fs::read_dir(dir).unwrap());
    let paths = files.map(|file| file.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// `BorneOff` as `borne_off`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for (i, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && i > 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

#[test]
fn every_card_has_cases_for_its_effect_unit_window_and_parry() {
    let cases = read("crates/backgammon-wars/tests/cases/cards.txt");
    let titles: Vec<&str> = cases.lines().filter(|line| line.starts_with("case ")).collect();
    for card in Card::all() {
        let about: Vec<&&str> = titles.iter().filter(|title| title.contains(&format!(" {card}:"))).collect();
        assert!(about.len() >= 4, "{card}: {about:#?}");
        assert!(about.iter().any(|title| title.contains("R31")), "{card} without its unit");
        assert!(about.iter().any(|title| title.contains("R46") || title.contains("R35")), "{card} parried");
    }
}

#[test]
fn every_key_has_a_sentence_and_every_sentence_a_use() {
    let sources = sources();
    let mut used: BTreeSet<String> = all_between(&sources, "\"backgammon-wars.", &['"'])
        .map(|rest| format!("backgammon-wars.{rest}"))
        .collect();
    let mut add = |key: &str| {
        used.insert(format!("backgammon-wars.{key}"));
    };
    for key in ["name", "tagline", "length", "luck", "over.off", "over.dusk", "over.standstill"] {
        add(key);
    }
    let body = sources.split("pub enum Event {").nth(1).unwrap().split("\n}\n").next().unwrap();
    for line in body.lines().map(str::trim).filter(|line| line.starts_with(char::is_uppercase)) {
        add(&format!("event.{}", snake(line.split([' ', ',']).next().unwrap())));
    }
    Card::all().for_each(|card| add(&format!("word.{card}")));
    for kind in Kind::ALL {
        add(&format!("word.{}", snake(&format!("{kind:?}"))));
    }
    for word in ["hidden", "hidden-roll", "move", "shoot", "hex"] {
        add(&format!("word.{word}"));
    }
    let moments = all_between(&sources, "\"after-", &['"']).map(|rest| format!("after-{rest}"));
    let moments: Vec<String> =
        moments.chain(["in-your-turn", "before-your-roll", "while-you-move"].map(String::from)).collect();
    moments.iter().for_each(|word| add(&format!("word.{word}")));
    let setup = read("crates/backgammon-wars/src/setup.rs");
    let faults = all_between(&setup, "Err(\"", &['"'])
        .chain(all_between(&setup, "ok_or(\"", &['"']))
        .chain(all_between(&setup, "map_err(|_| \"", &['"']));
    faults.for_each(|word| add(&format!("word.{word}")));
    for spec in Options::list() {
        add(&format!("option.{}", spec.key));
        if let Choices::OneOf(values) = spec.values {
            values.iter().for_each(|value| add(&format!("option.{}.{value}", spec.key)));
        }
    }
    for lang in ["en", "fr"] {
        // What only the page says is held by the catalogue's test of words.
        let of_the_page = |key: &&str| key.starts_with("backgammon-wars.page.");
        let words = words(lang);
        let known: BTreeSet<String> =
            words.keys().filter(|key| !of_the_page(key)).map(String::from).collect();
        let missing: Vec<&String> = used.difference(&known).collect();
        let unused: Vec<&String> = known.difference(&used).collect();
        assert!(missing.is_empty() && unused.is_empty(), "{lang}: missing {missing:?}, unused {unused:?}");
    }
}

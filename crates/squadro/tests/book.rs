//! The words: all that the code says, and nothing else. What holds for all games is tested in the catalogue.

use std::{collections::BTreeSet, fs, path::Path};

use squadro::Rulings;
use table::{Choices, OptionList, Words};

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
        // What only the page says is held by the catalogue's test of words.
        let of_the_page = |key: &&str| key.starts_with("squadro.page.");
        let known: BTreeSet<String> =
            words.keys().filter(|key| !of_the_page(key)).map(String::from).collect();
        assert_eq!(known, used, "{lang}");
    }
}

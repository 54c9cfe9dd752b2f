//! The words: all that the code says, and nothing else. What holds for all games is tested in the catalogue.

use std::{collections::BTreeSet, fs, path::Path};

use pitch_out::Rulings;
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

fn words(lang: &str) -> Words {
    let mut words = Words::default();
    words.add(&read(&format!("words/{lang}/pitch-out.json"))).unwrap();
    words
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

//! The words and the guide for designers: all that the code knows. What holds for all games is tested in the catalogue.

mod common;

use std::collections::BTreeSet;

use common::{file, words};
use table::{Choices, Lang, OptionList};
use to_pieces::{Options, teams::Team};

/// Every text between `before` and the next of `ends`.
fn all_between<'t>(text: &'t str, before: &str, ends: &'t [char]) -> impl Iterator<Item = &'t str> {
    let parts: Vec<&str> = text.split(before).skip(1).collect();
    parts.into_iter().map(move |part| part.split(ends).next().unwrap_or_default())
}

#[test]
fn the_rulebooks_give_credit() {
    for lang in Lang::ALL {
        let book = file(&format!("rulebooks/{lang}/to-pieces.md"));
        assert!(book.contains("Chris Sakkas") && book.contains("Creative Commons"), "{lang}");
    }
}

#[test]
fn every_key_has_a_sentence_and_every_sentence_a_use() {
    let sources = [
        "lib",
        "action",
        "board",
        "combat",
        "families",
        "objectives",
        "position",
        "rounds",
        "setup",
        "show",
        "strategies",
        "switches",
        "teams",
        "teams/read",
        "teams/registry",
        "teams/sentences",
        "think/bot",
        "think/greedy",
    ];
    let sources: String = sources.map(|name| file(&format!("crates/to-pieces/src/{name}.rs"))).concat();
    let mut used: BTreeSet<String> =
        all_between(&sources, "\"to-pieces.", &['"']).map(|rest| format!("to-pieces.{rest}")).collect();
    for part in ["name", "tagline", "length", "luck", "over.points", "over.coins", "over.level"] {
        used.insert(format!("to-pieces.{part}"));
    }
    let events = file("crates/to-pieces/src/event.rs");
    let events = events.split("pub enum Event {").nth(1).unwrap().split("\n}").next().unwrap();
    for line in events.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     ")) {
        let name: String = line.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
        if name.is_empty() {
            continue;
        }
        let snake: String = name
            .char_indices()
            .map(|(i, c)| {
                if c.is_uppercase() && i > 0 {
                    format!("_{}", c.to_lowercase())
                } else {
                    c.to_lowercase().to_string()
                }
            })
            .collect();
        used.insert(format!("to-pieces.event.{snake}"));
    }
    for word in "leader minion summon treasure obstacle south north move attack charge defend added removed draw action regrouping"
        .split(' ')
    {
        used.insert(format!("to-pieces.word.{word}"));
    }
    for spec in Options::list() {
        used.insert(format!("to-pieces.option.{}", spec.key));
        if let Choices::OneOf(values) = spec.values {
            used.extend(values.iter().map(|value| format!("to-pieces.option.{}.{value}", spec.key)));
        }
    }
    for words in Lang::ALL.map(words) {
        let known: BTreeSet<String> =
            words.keys().filter(|key| key.starts_with("to-pieces.")).map(String::from).collect();
        // What only the page says is held by the catalogue's test of words.
        let known: BTreeSet<String> =
            known.into_iter().filter(|key| !key.starts_with("to-pieces.page.")).collect();
        assert_eq!(known, used);
    }
}

#[test]
fn the_guide_knows_every_verb_condition_and_trait() {
    let guide = file("docs/design-a-team.md");
    let source = file("crates/to-pieces/src/teams/verbs.rs");
    for list in ["const VERBS", "const CONDITIONS"] {
        let words = source.split(list).nth(1).unwrap().split("];").next().unwrap();
        let words: Vec<&str> = words.split('"').skip(1).step_by(2).collect();
        assert!(words.len() >= 13);
        for word in words {
            assert!(guide.contains(&format!("| `{word}` |")), "{word}");
        }
    }
    for word in ["ranged", "shove", "phase", "fierce"] {
        assert!(guide.contains(&format!("| `{word}` |")), "{word}");
    }
    for team in Team::OF_THE_BOX {
        assert!(guide.contains(team.sheet().name.en.as_ref()));
    }
}

//! `visavis games`: the list, or one game with its options.

use anyhow::Result;
use catalogue::{Entry, GAMES};
use serde_json::{Value as Json, json};
use table::{Choices, OptionSpec};

use crate::{print, voice::Voice};

/// What the program says when nothing is asked.
pub(crate) fn welcome(voice: &Voice) -> Result<()> {
    let mut text = format!("{}\n\n", voice.text("cli.welcome"));
    GAMES.iter().for_each(|entry| text += &line(entry, voice));
    text += &format!("\n{}\n", voice.text("cli.welcome.next"));
    Ok(print(&text)?)
}

/// The list, or one game.
pub(crate) fn list(game: Option<&str>, as_json: bool, voice: &Voice) -> Result<()> {
    let text = match (game, as_json) {
        (None, true) => format!("{}\n", Json::Array(GAMES.iter().map(|entry| about(entry, voice)).collect())),
        (None, false) => GAMES.iter().map(|entry| line(entry, voice)).collect(),
        (Some(game), true) => format!("{}\n", about(voice.game(game)?, voice)),
        (Some(game), false) => page(voice.game(game)?, voice),
    };
    Ok(print(&text)?)
}

fn line(entry: &Entry, voice: &Voice) -> String {
    format!("  {:<17} {}\n", entry.id, voice.text(&format!("{}.tagline", entry.id)))
}

fn page(entry: &Entry, voice: &Voice) -> String {
    let word = |name: &str| voice.text(&format!("{}.{name}", entry.id));
    let mut text = format!("{}\n{}\n{} · {}\n", word("name"), word("tagline"), word("length"), word("luck"));
    let options = (entry.options)();
    if !options.is_empty() {
        text += &format!("\n{}\n", voice.text("cli.games.options"));
    }
    for spec in options {
        let default = voice.say("cli.games.default", [("value", spec.default.clone().into())]);
        text += &format!("\n  {}={}  ({}, {default})\n", spec.key, spec.values, spec.rule);
        text += &format!("      {}\n", meaning(entry, &spec, voice));
        for (value, meaning) in value_meanings(entry, &spec, voice) {
            text += &format!("      {value:<10} {meaning}\n");
        }
    }
    text
}

fn meaning(entry: &Entry, spec: &OptionSpec, voice: &Voice) -> String {
    voice.text(&format!("{}.option.{}", entry.id, spec.key))
}

fn value_meanings(entry: &Entry, spec: &OptionSpec, voice: &Voice) -> Vec<(String, String)> {
    let Choices::OneOf(values) = &spec.values else { return Vec::new() };
    let key = |value: &str| format!("{}.option.{}.{value}", entry.id, spec.key);
    let said = |value: &String| Some((value.clone(), voice.words.get(&key(value))?.to_owned()));
    values.iter().filter_map(said).collect()
}

fn about(entry: &Entry, voice: &Voice) -> Json {
    let word = |name: &str| voice.text(&format!("{}.{name}", entry.id));
    let option = |spec: &OptionSpec| {
        json!({
            "key": spec.key,
            "default": spec.default,
            "values": spec.values,
            "rule": spec.rule,
            "meaning": meaning(entry, spec, voice),
            "meanings": value_meanings(entry, spec, voice).into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        })
    };
    let levels: Vec<&str> = (entry.levels)().iter().map(|level| level.name()).collect();
    json!({
        "id": entry.id,
        "name": word("name"),
        "tagline": word("tagline"),
        "rules": entry.rules,
        "continuous": entry.continuous,
        "levels": levels,
        "options": (entry.options)().iter().map(option).collect::<Vec<_>>(),
    })
}

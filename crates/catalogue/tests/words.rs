//! Every sentence exists in both languages and is used; every key that is used has its sentence.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use catalogue::{GAMES, TOYS};
use table::Choices;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn words(lang: &str, file: &str) -> BTreeMap<String, String> {
    let path = root().join("words").join(lang).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files() -> Vec<String> {
    let list = |lang| {
        let folder = fs::read_dir(root().join("words").join(lang)).unwrap();
        let mut names: Vec<String> =
            folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(list("en"), list("fr"));
    list("en")
}

/// All source text below a folder with one of these endings.
fn source(folder: &Path, endings: &[&str], out: &mut String) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.map(Result::unwrap) {
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if path.is_dir() {
            if !["target", "node_modules", "tests", "test"].contains(&name.as_str()) {
                source(&path, endings, out);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            out.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

fn code() -> String {
    let mut code = String::new();
    source(&root().join("crates"), &[".rs"], &mut code);
    source(&root().join("page"), &[".js", ".html"], &mut code);
    code
}

fn holes(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn both_languages_have_the_same_keys_and_holes() {
    for file in files() {
        let (en, fr) = (words("en", &file), words("fr", &file));
        let keys = |words: &BTreeMap<String, String>| words.keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&en), keys(&fr), "{file}");
        for (key, text) in &en {
            assert_eq!(holes(text), holes(&fr[key]), "{file}: {key}");
            assert!(!text.trim().is_empty() && !fr[key].trim().is_empty(), "{file}: {key}");
        }
    }
}

#[test]
fn every_key_in_the_code_has_its_sentence() {
    let mut known = BTreeSet::new();
    files().iter().for_each(|file| known.extend(words("en", file).into_keys()));
    let prefixes: BTreeSet<&str> =
        known.iter().filter_map(|key| key.split_once('.')).map(|(p, _)| p).collect();
    let code = code();
    let literal = |text: &&str| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-_".contains(c);
        text.contains('.') && text.chars().all(plain) && !text.ends_with('.')
    };
    let file_endings =
        [".js", ".css", ".md", ".json", ".toml", ".rs", ".html", ".txt", ".svg", ".db", ".sqlite"];
    let missing: BTreeSet<&str> = code
        .split(['"', '\'', '`'])
        .filter(literal)
        .filter(|text| text.split_once('.').is_some_and(|(prefix, _)| prefixes.contains(prefix)))
        .filter(|text| !file_endings.iter().any(|ending| text.ends_with(ending)))
        .filter(|text| !known.contains(*text))
        .collect();
    assert!(missing.is_empty(), "no sentence for {missing:#?}");
}

#[test]
fn every_sentence_is_used() {
    let code = code();
    let squeeze = |text: &str| text.to_lowercase().replace(['-', '_'], "");
    let squeezed = squeeze(&code);
    let mut options = BTreeSet::new();
    for entry in GAMES.iter().chain(TOYS) {
        for spec in (entry.options)() {
            let key = format!("{}.option.{}", entry.id, spec.key);
            if let Choices::OneOf(values) = &spec.values {
                options.extend(values.iter().map(|value| format!("{key}.{value}")));
            }
            options.insert(key);
        }
    }
    let mut unused = Vec::new();
    for key in files().iter().flat_map(|file| words("en", file).into_keys()) {
        // Keys that are put together in the code end with a name that stands there in some spelling.
        let (stem, last) = key.rsplit_once('.').unwrap_or(("", &key));
        let parts = ["event", "word", "over", "level", "cli", "name", "tagline", "length", "luck"];
        let template = code.contains(&format!("`{stem}.${{"));
        let built = (template || key.split('.').any(|part| parts.contains(&part)))
            && squeezed.contains(&squeeze(last));
        let quoted = ['"', '\'', '`'].iter().any(|quote| code.contains(&format!("{quote}{key}{quote}")));
        if !quoted && !built && !options.contains(&key) {
            unused.push(key);
        }
    }
    assert!(unused.is_empty(), "nobody says {unused:#?}");
    for key in options {
        assert!(catalogue::words(table::Lang::En).get(&key).is_some(), "no sentence for {key}");
    }
}

#[test]
fn every_game_introduces_itself() {
    for entry in GAMES {
        for lang in table::Lang::ALL {
            for name in ["name", "tagline", "length", "luck"] {
                let key = format!("{}.{name}", entry.id);
                assert!(catalogue::words(lang).get(&key).is_some(), "{lang}: no sentence for {key}");
            }
        }
    }
}

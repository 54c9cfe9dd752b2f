//! Reads a team file and explains every mistake in it by line and key, not only the first.

use std::ops::RangeInclusive;

use table::{Name, Value, Values, Words};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    Fighter, Objective, Sheet, Strategy, Through, When,
    verbs::{PHASES, effect, goal},
};

/// A file is at most so long.
const LONGEST_FILE: usize = 64 * 1024;
/// A name has at most so many letters.
const LONGEST_NAME: usize = 40;
/// An id has at most so many letters.
const LONGEST_ID: usize = 32;

/// One mistake in a team file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The key, from the top of the file: `strategy 2.effects 1.range`.
    pub key: String,
    /// The sentence that explains it, `to-pieces.mistake.WORD`.
    pub what: &'static str,
    /// What the sentence names.
    pub values: Values,
}

impl Mistake {
    /// The explanation in a language, with line and key.
    pub fn say(&self, words: &Words) -> String {
        let place = [("line", Value::from(self.line)), ("key", Value::from(self.key.clone()))];
        let place = words.say("to-pieces.mistake.place", &place);
        format!("{place} {}", words.say(self.what, &self.values))
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, {}: {}", self.line, self.key, self.what)?;
        self.values.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// Reads a team file whose name must be its id: `rusted-sun` of `rusted-sun.toml`.
///
/// # Errors
/// Every mistake.
pub fn read_file(stem: &str, text: &str) -> Result<Sheet, Vec<Mistake>> {
    let sheet = read(text)?;
    if sheet.id == stem {
        return Ok(sheet);
    }
    let line = text.lines().position(|line| line.trim_start().starts_with("id")).map_or(1, |n| n + 1);
    let values = vec![("id", sheet.id.into()), ("file", short(stem).into())];
    Err(vec![Mistake { line, key: "id".into(), what: "to-pieces.mistake.file-name", values }])
}

/// Reads the text of a team file.
///
/// # Errors
/// Every mistake, in the order of the lines.
pub fn read(text: &str) -> Result<Sheet, Vec<Mistake>> {
    let mut notes = Notes { text, mistakes: Vec::new() };
    if text.len() > LONGEST_FILE {
        notes.note(0, "", "to-pieces.mistake.too-long", vec![("most", LONGEST_FILE.into())]);
        return Err(notes.mistakes);
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let start = error.span().map_or(0, |span| span.start);
        let what = error.message().replace('\n', ", ");
        notes.note(start, "TOML", "to-pieces.mistake.syntax", vec![("what", what.into())]);
    }
    let sheet = if errors.is_empty() { sheet(&root, &mut notes) } else { None };
    let mut mistakes = notes.mistakes;
    mistakes.sort_by_key(|mistake| mistake.line);
    match sheet {
        Some(sheet) if mistakes.is_empty() => Ok(sheet),
        _ => Err(mistakes),
    }
}

/// Where mistakes are gathered.
pub(super) struct Notes<'t> {
    text: &'t str,
    mistakes: Vec<Mistake>,
}

impl Notes<'_> {
    fn note(&mut self, at: usize, key: &str, what: &'static str, values: Values) {
        let line = self.text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count() + 1;
        self.mistakes.push(Mistake { line, key: key.into(), what, values });
    }
}

/// One table of the file, whose keys are asked for one by one; what is left over in the end is unknown.
pub(super) struct Section<'t, 'n, 's> {
    table: &'t DeTable<'t>,
    notes: &'n mut Notes<'s>,
    path: String,
    at: usize,
    pub(super) asked: Vec<&'static str>,
}

type Given<'t> = &'t Spanned<DeValue<'t>>;

impl<'t, 'n, 's> Section<'t, 'n, 's> {
    fn root(table: &'t DeTable<'t>, notes: &'n mut Notes<'s>) -> Self {
        Section { table, notes, path: String::new(), at: 0, asked: Vec::new() }
    }

    /// A value that is a table. Notes when it is none.
    fn of(given: Given<'t>, path: String, notes: &'n mut Notes<'s>) -> Option<Self> {
        let at = given.span().start;
        let Some(table) = given.get_ref().as_table() else {
            notes.note(at, &path, "to-pieces.mistake.not-table", Values::new());
            return None;
        };
        Some(Section { table, notes, path, at, asked: Vec::new() })
    }

    fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }

    fn get(&mut self, key: &'static str) -> Option<Given<'t>> {
        self.asked.push(key);
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// Like `get`, noting when the key is missing.
    fn need(&mut self, key: &'static str) -> Option<Given<'t>> {
        let given = self.get(key);
        if given.is_none() {
            let path = self.path(key);
            self.notes.note(self.at, &path, "to-pieces.mistake.missing", Values::new());
        }
        given
    }

    fn wrong(&mut self, given: Given<'t>, key: &str, what: &'static str, values: Values) {
        let path = self.path(key);
        self.notes.note(given.span().start, &path, what, values);
    }

    /// A whole number, compulsory when there is no default.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u8>,
        default: Option<u8>,
    ) -> Option<u8> {
        let given = match default {
            Some(_) => self.get(key),
            None => self.need(key),
        };
        let Some(given) = given else { return default };
        let number =
            given.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        let number = number.and_then(|n| u8::try_from(n).ok()).filter(|n| range.contains(n));
        if number.is_none() {
            let values = vec![("from", (*range.start()).into()), ("to", (*range.end()).into())];
            self.wrong(given, key, "to-pieces.mistake.number", values);
        }
        number
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let Some(given) = self.get(key) else { return Some(false) };
        let flag = given.get_ref().as_bool();
        if flag.is_none() {
            self.wrong(given, key, "to-pieces.mistake.flag", Values::new());
        }
        flag
    }

    /// One of some words, compulsory when there is no default.
    pub(super) fn word<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
        default: Option<T>,
    ) -> Option<T> {
        let given = match default {
            Some(_) => self.get(key),
            None => self.need(key),
        };
        let Some(given) = given else { return default };
        let text = given.get_ref().as_str();
        let word = words.iter().find(|(word, _)| Some(*word) == text);
        if word.is_none() {
            let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.wrong(given, key, "to-pieces.mistake.word", vec![("words", list.join(", ").into())]);
        }
        word.map(|(_, value)| *value)
    }

    /// A name in both languages.
    fn name(&mut self) -> Option<Name> {
        let given = self.need("name")?;
        let mut name = Section::of(given, self.path("name"), self.notes)?;
        let en = name.text("en");
        let fr = name.text("fr");
        name.finish();
        Some(Name { en: en?.into(), fr: fr?.into() })
    }

    fn text(&mut self, key: &'static str) -> Option<String> {
        let given = self.need(key)?;
        let text = given.get_ref().as_str().filter(|text| {
            let letters = text.chars().count();
            (1..=LONGEST_NAME).contains(&letters)
                && text.trim() == *text
                && !text.chars().any(char::is_control)
        });
        if text.is_none() {
            self.wrong(given, key, "to-pieces.mistake.text", vec![("most", LONGEST_NAME.into())]);
        }
        text.map(str::to_owned)
    }

    /// A list of so many tables.
    fn list(&mut self, key: &'static str, count: RangeInclusive<usize>) -> Option<Vec<Given<'t>>> {
        let given = self.need(key)?;
        let list = given.get_ref().as_array();
        let fits = list.filter(|list| count.contains(&list.len()));
        if fits.is_none() {
            // A list that is too long or too short is still looked through for other mistakes.
            let values = vec![("from", (*count.start()).into()), ("to", (*count.end()).into())];
            self.wrong(given, key, "to-pieces.mistake.list", values);
        }
        list.map(|list| list.iter().collect())
    }

    /// Notes the keys that nobody asked for.
    fn finish(self) {
        for (key, _) in self.table {
            if !self.asked.contains(&key.get_ref().as_ref()) {
                let path = self.path(&short(key.get_ref()));
                let values = vec![("known", self.asked.join(", ").into())];
                self.notes.note(key.span().start, &path, "to-pieces.mistake.unknown-key", values);
            }
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST_NAME).collect()
}

fn sheet(root: &Spanned<DeTable<'_>>, notes: &mut Notes<'_>) -> Option<Sheet> {
    let mut file = Section::root(root.get_ref(), notes);
    let id = id(&mut file);
    let name = file.name();
    let leader = fighter(&mut file, "leader");
    let minion = fighter(&mut file, "minion");
    let summon = fighter(&mut file, "summon");
    let strategies = numbered(&mut file, "strategy", "number", 6..=6, strategy);
    let objectives = numbered(&mut file, "objective", "card", 10..=20, objective);
    file.finish();
    let strategies = strategies?.try_into().ok()?;
    Some(Sheet {
        id: id?,
        name: name?,
        leader: leader?,
        minion: minion?,
        summon: summon?,
        strategies,
        objectives: objectives?,
    })
}

fn id(file: &mut Section<'_, '_, '_>) -> Option<String> {
    let given = file.need("id")?;
    let id = given.get_ref().as_str().filter(|id| {
        (1..=LONGEST_ID).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            && !id.starts_with('-')
            && !id.ends_with('-')
    });
    if id.is_none() {
        file.wrong(given, "id", "to-pieces.mistake.id", vec![("most", LONGEST_ID.into())]);
    }
    id.map(str::to_owned)
}

fn fighter(file: &mut Section<'_, '_, '_>, key: &'static str) -> Option<Fighter> {
    let given = file.need(key)?;
    let mut section = Section::of(given, key.into(), file.notes)?;
    let name = section.name();
    let health = section.number("health", 1..=9, None);
    let speed = section.number("speed", 1..=9, None);
    let ranged = section.number("ranged", 1..=7, Some(0));
    let shove = section.number("shove", 1..=3, Some(1));
    let phase = section.word("phase", &PHASES[1..], Some(Through::None));
    let fierce = section.number("fierce", 0..=3, Some(0));
    section.finish();
    Some(Fighter {
        name: name?,
        health: health?,
        speed: speed?,
        ranged: ranged?,
        shove: shove?,
        phase: phase?,
        fierce: fierce?,
    })
}

/// A list of tables that are numbered 1, 2, 3 … in some order, each once.
fn numbered<T>(
    file: &mut Section<'_, '_, '_>,
    key: &'static str,
    number: &'static str,
    count: RangeInclusive<usize>,
    entry: impl Fn(&mut Section<'_, '_, '_>, u8) -> Option<T>,
) -> Option<Vec<T>> {
    let list = file.list(key, count)?;
    let last = list.len().min(20) as u8;
    let mut entries: Vec<(u8, T)> = Vec::new();
    let mut numbers = Vec::new();
    for (i, given) in list.iter().enumerate() {
        let Some(mut section) = Section::of(given, format!("{key} {}", i + 1), file.notes) else { continue };
        let n = section.number(number, 1..=last, None);
        if let Some(n) = n {
            if numbers.contains(&n) {
                let given = section.get(number).expect("it was just read");
                section.wrong(given, number, "to-pieces.mistake.twice", vec![("number", n.into())]);
            }
            numbers.push(n);
        }
        let read = entry(&mut section, n.unwrap_or_default());
        section.finish();
        entries.extend(n.zip(read));
    }
    entries.sort_by_key(|(n, _)| *n);
    (entries.len() == list.len()).then(|| entries.into_iter().map(|(_, entry)| entry).collect())
}

fn strategy(section: &mut Section<'_, '_, '_>, number: u8) -> Option<Strategy> {
    let name = section.name();
    let when = section.word("when", &[("action", When::Action), ("regrouping", When::Regrouping)], None);
    let list = section.list("effects", 1..=3)?;
    let mut effects = Vec::new();
    for (i, given) in list.iter().enumerate() {
        let path = section.path(&format!("effects {}", i + 1));
        let Some(mut inline) = Section::of(given, path, section.notes) else { continue };
        effects.extend(effect(&mut inline));
        inline.finish();
    }
    (effects.len() == list.len()).then_some(())?;
    Some(Strategy { number, name: name?, when: when?, effects })
}

fn objective(section: &mut Section<'_, '_, '_>, card: u8) -> Option<Objective> {
    let name = section.name();
    let value = section.number("value", 1..=5, None);
    let given = section.need("goal")?;
    let mut inline = Section::of(given, section.path("goal"), section.notes)?;
    let goal = goal(&mut inline);
    inline.finish();
    Some(Objective { card, name: name?, value: value?, goal: goal? })
}

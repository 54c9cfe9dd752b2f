//! Records as text.

use std::fmt::{self, Write};

use super::{FACTS, Line, Record, RecordError};
use crate::Refusal;

pub(super) fn write(record: &Record, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "game = {}", record.game)?;
    writeln!(f, "rules = {}", record.rules)?;
    for (key, value) in &record.options {
        writeln!(f, "option.{key} = {value}")?;
    }
    for (key, value) in &record.facts {
        writeln!(f, "{key} = {}", one_line(value))?;
    }
    for (id, toml) in &record.teams {
        writeln!(f, "team.{id} = {}", serde_json::Value::from(toml.as_str()))?;
    }
    f.write_char('\n')?;
    record.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
}

/// A name with a line break in it would forge lines.
fn one_line(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut record = Record::default();
    let mut rules = None;
    let mut lines = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim_end()));
    for (n, line) in lines.by_ref() {
        if line.is_empty() {
            break;
        }
        let wrong = |refusal| RecordError { line: Some(n), step: None, refusal };
        let (key, value) =
            line.split_once(" =").ok_or_else(|| wrong(Refusal::notation("record.header", line)))?;
        let value = value.trim();
        match key {
            "game" => record.game = value.into(),
            "rules" => {
                let number = value.parse().map_err(|_| wrong(Refusal::notation("record.rules", value)))?;
                rules = Some(number);
            }
            _ if FACTS.contains(&key) => record.state(key, value),
            _ => match key.split_once('.') {
                Some(("option", key)) => {
                    record.options.insert(key.into(), value.into());
                }
                Some(("team", id)) => {
                    let toml = serde_json::from_str(value)
                        .map_err(|_| wrong(Refusal::notation("record.team", value)))?;
                    record.teams.insert(id.into(), toml);
                }
                _ => return Err(wrong(Refusal::notation("record.header", line))),
            },
        }
    }
    let missing = |key| RecordError { line: Some(1), step: None, refusal: Refusal::by("record", key) };
    if record.game.is_empty() {
        return Err(missing("record.no-game"));
    }
    record.rules = rules.ok_or_else(|| missing("record.no-rules"))?;
    for (n, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let step = record.lines.len() + 1;
        let line: Line =
            line.parse().map_err(|refusal| RecordError { line: Some(n), step: Some(step), refusal })?;
        record.lines.push(line);
    }
    Ok(record)
}

//! Records as JSON.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::{Draw, Line, Record, RecordError, text};
use crate::Refusal;

/// The shape of the object. Chance steps that carry a draw have it in `draws`, in their order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    game: String,
    rules: u32,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    two: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    #[serde(default, rename = "commitment.one", skip_serializing_if = "Option::is_none")]
    commitment_one: Option<String>,
    #[serde(default, rename = "commitment.two", skip_serializing_if = "Option::is_none")]
    commitment_two: Option<String>,
    #[serde(default, rename = "nonce.one", skip_serializing_if = "Option::is_none")]
    nonce_one: Option<String>,
    #[serde(default, rename = "nonce.two", skip_serializing_if = "Option::is_none")]
    nonce_two: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    teams: BTreeMap<String, String>,
    steps: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    draws: Vec<DrawShape>,
    #[serde(default)]
    outcome: Option<String>,
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawShape {
    /// The step that it belongs to, from 1.
    step: usize,
    stream: String,
    weights: Vec<(String, u32)>,
}

pub(super) fn write(record: &Record) -> String {
    let fact = |key| record.fact(key).map(str::to_owned);
    let mut steps = Vec::new();
    let mut draws = Vec::new();
    for line in &record.lines {
        match line {
            Line::Step(step, draw) => {
                steps.push(step.clone());
                if let Some(Draw { stream, weights }) = draw.clone() {
                    draws.push(DrawShape { step: steps.len(), stream, weights });
                }
            }
            Line::Table(line) => steps.push(line.to_string()),
        }
    }
    let (outcome, reason) = record.outcome.clone().unzip();
    let shape = Shape {
        game: record.game.clone(),
        rules: record.rules,
        options: record.options.clone(),
        one: fact("one"),
        two: fact("two"),
        date: fact("date"),
        clock: fact("clock"),
        commitment: fact("commitment"),
        commitment_one: fact("commitment.one"),
        commitment_two: fact("commitment.two"),
        nonce_one: fact("nonce.one"),
        nonce_two: fact("nonce.two"),
        seed: fact("seed"),
        teams: record.teams.clone(),
        steps,
        draws,
        outcome,
        reason,
    };
    serde_json::to_string(&shape).expect("a record is plain data")
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let shape: Shape = serde_json::from_str(text).map_err(|error| RecordError {
        line: Some(error.line()),
        step: None,
        refusal: Refusal::by("record", "record.json").with("why", error.to_string()),
    })?;
    let mut record = Record {
        game: shape.game,
        rules: shape.rules,
        options: shape.options,
        teams: shape.teams,
        outcome: shape.outcome.map(|outcome| (outcome, shape.reason.unwrap_or_default())),
        ..Record::default()
    };
    let facts = [
        ("one", shape.one),
        ("two", shape.two),
        ("date", shape.date),
        ("clock", shape.clock),
        ("commitment", shape.commitment),
        ("commitment.one", shape.commitment_one),
        ("commitment.two", shape.commitment_two),
        ("nonce.one", shape.nonce_one),
        ("nonce.two", shape.nonce_two),
        ("seed", shape.seed),
    ];
    for (key, value) in facts {
        if let Some(value) = value {
            record.state(key, value);
        }
    }
    for (n, step) in shape.steps.iter().enumerate() {
        let wrong = |refusal| RecordError { line: None, step: Some(n + 1), refusal };
        record.lines.push(step.parse().map_err(wrong)?);
    }
    for DrawShape { step, stream, weights } in shape.draws {
        let place = step.checked_sub(1).and_then(|n| record.lines.get_mut(n));
        let Some(Line::Step(text, draw)) = place.filter(|_| weights.iter().all(|(_, w)| *w > 0)) else {
            let refusal = Refusal::by("record", "record.draw").with("text", stream);
            return Err(RecordError { line: None, step: Some(step), refusal });
        };
        if !text.starts_with('@') {
            let refusal = Refusal::by("record", "record.draw").with("text", text.clone());
            return Err(RecordError { line: None, step: Some(step), refusal });
        }
        *draw = Some(Draw { stream, weights });
    }
    if !is_plain(&record) {
        return Err(RecordError {
            line: None,
            step: None,
            refusal: Refusal::by("record", "record.not-plain"),
        });
    }
    Ok(record)
}

/// Whether the record says the same as text: a line break or a blank in the wrong place would say something else.
fn is_plain(record: &Record) -> bool {
    let parts = |record: &Record| {
        (record.game.clone(), record.options.clone(), record.teams.clone(), record.lines.clone())
    };
    text::read(&record.to_string()).is_ok_and(|again| parts(&again) == parts(record))
}

//! Records: a whole game as text, JSON or JSONL.
//!
//! As text a record has header lines `key = value`, an empty line, then a line a step: `one ACTION`,
//! `two ACTION`, `@CHANCE`, or a line of the table with `!`, which never reaches the game:
//!
//! ```text
//! game = squadro
//! rules = 1
//! option.first = top
//! one = Ada
//!
//! one 2
//! two 5
//! !undo 1
//! !two resigns
//! ```
//!
//! A chance step may carry what it was drawn from: `@4 | dice | @1*1 @2*1 @3*1 @4*1 @5*1 @6*1`. As JSON the
//! same is `{"game", "rules", "options", …, "steps": ["one 2", …], "outcome", "reason"}`; JSONL has one a line.

mod json;
mod text;

use std::{collections::BTreeMap, fmt, str::FromStr};

use crate::{Outcome, Refusal, Seat};

/// A game written down, whatever the game: nothing in it has been checked against the rules yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Which game.
    pub game: String,
    /// Which version of its rules.
    pub rules: u32,
    /// The options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// Everything else of the header in its order: `one`, `two`, `date`, `clock` (`5+5`), `commitment`,
    /// `commitment.one`, `commitment.two`, `nonce.one`, `nonce.two`, `seed`.
    pub facts: Vec<(String, String)>,
    /// Home-made teams by name, as the text of their files.
    pub teams: BTreeMap<String, String>,
    /// The game itself.
    pub lines: Vec<Line>,
    /// The result, as JSON records state it; replay finds its own.
    pub outcome: Option<(String, String)>,
}

/// The header's keys besides game, rules, options and teams.
pub const FACTS: [&str; 10] = [
    "one",
    "two",
    "date",
    "clock",
    "commitment",
    "commitment.one",
    "commitment.two",
    "nonce.one",
    "nonce.two",
    "seed",
];

/// One line of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// `one ACTION`, `two ACTION` or `@CHANCE`, with what a chance step was drawn from.
    Step(String, Option<Draw>),
    /// What the table decided.
    Table(TableLine),
}

/// What a chance step was drawn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// The stream.
    pub stream: String,
    /// Every outcome with its weight, in byte order.
    pub weights: Vec<(String, u32)>,
}

/// A decision of the table, not of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableLine {
    /// A seat gives up.
    Resigns(Seat),
    /// Both agreed on a draw.
    DrawAgreed,
    /// A seat's clock ran out.
    OutOfTime(Seat),
    /// A seat did not open in time what it adds to the dice.
    Unrevealed(Seat),
    /// Neither did.
    NeitherRevealed,
    /// So many steps were taken back.
    Undo(u32),
    /// What a seat's clock showed, in tenths of a second.
    Clock(Seat, u32),
}

impl TableLine {
    /// How the game ended by it, if it did.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            TableLine::Resigns(seat) => Some(Outcome::win(!seat, "resigned")),
            TableLine::DrawAgreed => Some(Outcome::draw("agreed")),
            TableLine::OutOfTime(seat) => Some(Outcome::win(!seat, "time")),
            TableLine::Unrevealed(seat) => Some(Outcome::win(!seat, "unrevealed")),
            TableLine::NeitherRevealed => Some(Outcome::draw("neither-revealed")),
            TableLine::Undo(_) | TableLine::Clock(..) => None,
        }
    }
}

impl fmt::Display for TableLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableLine::Resigns(seat) => write!(f, "!{seat} resigns"),
            TableLine::DrawAgreed => write!(f, "!draw agreed"),
            TableLine::OutOfTime(seat) => write!(f, "!{seat} out of time"),
            TableLine::Unrevealed(seat) => write!(f, "!{seat} did not reveal"),
            TableLine::NeitherRevealed => write!(f, "!neither revealed"),
            TableLine::Undo(n) => write!(f, "!undo {n}"),
            TableLine::Clock(seat, tenths) => write!(f, "!clock {seat} {}.{}", tenths / 10, tenths % 10),
        }
    }
}

impl FromStr for TableLine {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<TableLine, Refusal> {
        let read = || -> Option<TableLine> {
            let words: Vec<&str> = text.strip_prefix('!')?.split(' ').collect();
            Some(match words[..] {
                [seat, "resigns"] => TableLine::Resigns(seat.parse().ok()?),
                ["draw", "agreed"] => TableLine::DrawAgreed,
                [seat, "out", "of", "time"] => TableLine::OutOfTime(seat.parse().ok()?),
                [seat, "did", "not", "reveal"] => TableLine::Unrevealed(seat.parse().ok()?),
                ["neither", "revealed"] => TableLine::NeitherRevealed,
                ["undo", n] => TableLine::Undo(n.parse().ok()?),
                ["clock", seat, time] => {
                    let (seconds, tenth) = time.split_once('.')?;
                    let (seconds, tenth): (u32, u32) = (seconds.parse().ok()?, tenth.parse().ok()?);
                    TableLine::Clock(seat.parse().ok()?, seconds.checked_mul(10)?.checked_add(tenth)?)
                }
                _ => return None,
            })
        };
        // Only the one way of writing counts: `+1` and `007` are numbers elsewhere.
        read()
            .filter(|line| line.to_string() == text)
            .ok_or_else(|| Refusal::notation("record.table-line", text))
    }
}

impl FromStr for Line {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Line, Refusal> {
        if text.starts_with('!') {
            return text.parse().map(Line::Table);
        }
        let known = text.starts_with('@') || text.starts_with("one ") || text.starts_with("two ");
        if !known {
            return Err(Refusal::notation("refuse.no-seat", text));
        }
        if !text.starts_with('@') {
            return Ok(Line::Step(text.into(), None));
        }
        match text.split_once(" | ") {
            None => Ok(Line::Step(text.into(), None)),
            Some((step, draw)) => Ok(Line::Step(step.into(), Some(draw.parse()?))),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Step(step, None) => f.write_str(step),
            Line::Step(step, Some(draw)) => write!(f, "{step} | {draw}"),
            Line::Table(line) => line.fmt(f),
        }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} |", self.stream)?;
        self.weights.iter().try_for_each(|(outcome, weight)| write!(f, " {outcome}*{weight}"))
    }
}

impl FromStr for Draw {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Draw, Refusal> {
        let read = || -> Option<Draw> {
            let (stream, weights) = text.split_once(" | ")?;
            let weight = |pair: &str| {
                let (outcome, weight) = pair.rsplit_once('*')?;
                Some((outcome.to_owned(), weight.parse().ok().filter(|&w| w > 0)?))
            };
            let weights = weights.split(' ').map(weight).collect::<Option<_>>()?;
            Some(Draw { stream: stream.into(), weights })
        };
        read().ok_or_else(|| Refusal::notation("record.draw", text))
    }
}

impl Record {
    /// Reads a record as text or as one JSON object.
    ///
    /// # Errors
    /// Says in which line it is damaged.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        if text.trim_start().starts_with('{') { json::read(text) } else { text::read(text) }
    }

    /// Reads a file with any number of records: one as text, one as JSON, or one a line as JSONL.
    pub fn read_all(text: &str) -> Vec<Result<Record, RecordError>> {
        if !text.trim_start().starts_with('{') || json::read(text).is_ok() {
            return vec![Record::read(text)];
        }
        let lines: Vec<(usize, &str)> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
        if lines.len() > 1 && !lines[0].1.trim_end().ends_with('}') {
            return vec![Record::read(text)];
        }
        let at = |n: usize| move |error: RecordError| RecordError { line: Some(n + 1), ..error };
        lines.into_iter().map(|(n, line)| json::read(line).map_err(at(n))).collect()
    }

    /// One fact of the header.
    pub fn fact(&self, key: &str) -> Option<&str> {
        self.facts.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// States a fact of the header, in the place of an earlier one.
    pub fn state(&mut self, key: &str, value: impl Into<String>) {
        let value = value.into();
        match self.facts.iter_mut().find(|(k, _)| k == key) {
            Some((_, old)) => *old = value,
            None => self.facts.push((key.into(), value)),
        }
    }

    /// The record without what was taken back: the lines that count, each with its place in
    /// [`lines`](Record::lines).
    ///
    /// # Errors
    /// When more is taken back than was played.
    pub fn effective(&self) -> Result<Vec<(usize, &Line)>, RecordError> {
        let mut kept: Vec<(usize, &Line)> = Vec::new();
        for (n, line) in self.lines.iter().enumerate() {
            let Line::Table(TableLine::Undo(steps)) = line else {
                kept.push((n, line));
                continue;
            };
            for _ in 0..*steps {
                let Some(last) = kept.iter().rposition(|(_, line)| matches!(line, Line::Step(..))) else {
                    let refusal = Refusal::by("record", "record.undo").with("n", *steps);
                    return Err(RecordError { line: None, step: Some(n + 1), refusal });
                };
                kept.truncate(last);
            }
        }
        Ok(kept)
    }

    /// The record as one JSON object on one line.
    pub fn to_json(&self) -> String {
        json::write(self)
    }
}

/// As text.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}{refusal}", Self::place(.line, .step))]
pub struct RecordError {
    /// The line of the file, from 1.
    pub line: Option<usize>,
    /// The line of the game, from 1.
    pub step: Option<usize>,
    /// Why.
    pub refusal: Refusal,
}

impl RecordError {
    fn place(line: &Option<usize>, step: &Option<usize>) -> String {
        let part = |name: &str, n: &Option<usize>| n.map(|n| format!("{name} {n}: ")).unwrap_or_default();
        part("line", line) + &part("step", step)
    }
}

//! `visavis replay`: runs a record again and shows every position of it.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Result, anyhow};
use catalogue::{Happened, Mark, Table};
use serde_json::{Map, Value as Json, json};
use table::{
    Outcome, Seat, Turn, Viewer,
    record::{Line, Record, RecordError},
};

use crate::{cli::Showing, files, film, print, review, voice::Voice};

pub(crate) fn run(file: &Path, show: &Showing, voice: &Voice) -> Result<()> {
    let text = files::read(file, voice)?;
    let records = Record::read_all(&text);
    let many = records.len() > 1;
    for (n, record) in records.into_iter().enumerate() {
        let wrong = |error: &RecordError| {
            let which = if many { voice.say("cli.record", [("n", (n + 1).into())]) } else { String::new() };
            anyhow!("{}: {which}{}", file.display(), voice.record_error(error))
        };
        let record = record.map_err(|error| wrong(&error))?;
        let positions = positions(&record, show, voice).map_err(|error| wrong(&error))?;
        let last = positions.positions.len() - 1;
        if let Some(step) = show.step.filter(|&step| step > last) {
            return Err(voice.wrong("cli.replay.no-step", [("n", step.into()), ("last", last.into())]));
        }
        let shown =
            positions.positions.iter().filter(|position| show.step.is_none_or(|step| step == position.n));
        if show.json {
            for position in shown {
                print(&format!("{}\n", position.json(n, positions.ended(position))))?;
            }
        } else {
            shown.into_iter().try_for_each(|position| film::show(&position.film))?;
            print(&page(&record, &positions, show, voice))?;
        }
    }
    Ok(())
}

/// A record, position by position.
struct Positions {
    positions: Vec<Position>,
    outcome: Option<Outcome>,
}

impl Positions {
    /// How the game ended, at its last position.
    fn ended(&self, position: &Position) -> Option<Outcome> {
        self.outcome.filter(|_| position.step.is_none())
    }
}

impl Positions {
    /// How much the review knows, in a sentence.
    fn reviewed(&self, game: &str, voice: &Voice) -> String {
        let Some(first) = self.positions.iter().find(|position| position.marks.is_some()) else {
            return review::unknown(game, voice);
        };
        let mistakes = self.positions.iter().filter(|position| position.mistake(voice).is_some()).count();
        voice.say("cli.review.found", [("n", (first.n + 1).into()), ("mistakes", mistakes.into())])
    }
}

/// One position as a viewer may know it.
struct Position {
    n: usize,
    turn: Turn,
    options: Map<String, Json>,
    controls: Map<String, Json>,
    chance: Vec<(String, u32)>,
    view: Option<Json>,
    /// What is played next, as the viewer sees it.
    step: Option<String>,
    hash: Option<String>,
    picture: Option<String>,
    /// What happened to come here, in pictures.
    film: Vec<String>,
    /// What happened to come here, in words.
    told: Vec<String>,
    /// The truth about each move, where it is wanted and known.
    marks: Option<Vec<(String, Mark)>>,
}

fn positions(record: &Record, show: &Showing, voice: &Voice) -> Result<Positions, RecordError> {
    let mut positions = Vec::new();
    let replayed = catalogue::replay(record, |table, line, happened| {
        let wanted = show.step.is_none_or(|step| step == positions.len());
        let last = line.is_none();
        positions.push(position(positions.len(), table, line, happened, show, wanted, last, voice));
    })?;
    Ok(Positions { positions, outcome: replayed.outcome })
}

#[expect(clippy::too_many_arguments, reason = "one call, and every part of it is plain")]
fn position(
    n: usize,
    table: &dyn Table,
    line: Option<&Line>,
    happened: Option<&Happened>,
    show: &Showing,
    wanted: bool,
    last: bool,
    voice: &Voice,
) -> Position {
    let judge = show.viewer == Viewer::Judge;
    let turn = table.turn();
    let full = wanted && show.json;
    let mut options = Map::new();
    let mut controls = Map::new();
    for seat in Seat::BOTH.into_iter().filter(|&seat| full && turn.asks(seat) && show.viewer.knows(seat)) {
        options.insert(seat.name().into(), table.options(seat).into());
        let prompt = table.prompt(seat).expect("the seat is asked");
        if !prompt.controls.is_empty() {
            controls.insert(seat.name().into(), json!(prompt.controls));
        }
    }
    let odds = table.odds().filter(|(_, open)| full && (judge || *open));
    let step = match line {
        Some(Line::Step(step, _)) => table.seen(step, show.viewer).ok(),
        _ => None,
    };
    let picture = wanted && !show.json && !show.no_view && (last || show.step.is_some());
    let told = |happened: &Happened| -> Vec<String> {
        let events = happened.seen_by(show.viewer);
        events.iter().filter_map(|event| voice.words.event(table.id(), event)).collect()
    };
    Position {
        n,
        turn,
        options,
        controls,
        chance: odds.map(|(draw, _)| draw.weights).unwrap_or_default(),
        view: (full && !show.no_view).then(|| table.view(show.viewer)),
        step,
        hash: judge.then(|| table.hash()),
        film: happened
            .filter(|_| picture && show.step.is_some())
            .map(|h| h.frames(show.viewer))
            .unwrap_or_default(),
        picture: picture.then(|| table.picture(show.viewer, voice.words)),
        told: happened.filter(|_| !show.json).map(told).unwrap_or_default(),
        marks: (wanted && show.review).then(|| table.analyse()).flatten(),
    }
}

impl Position {
    /// What the next move gives away, if the review knows that it does.
    fn mistake(&self, voice: &Voice) -> Option<String> {
        let (_, played) = self.step.as_ref()?.split_once(' ')?;
        review::mistake(self.marks.as_ref()?, played, voice)
    }

    fn json(&self, record: usize, ended: Option<Outcome>) -> Json {
        let turn = match self.turn {
            _ if ended.is_some() => json!("over"),
            Turn::Over(_) => json!("over"),
            Turn::Chance => json!("chance"),
            Turn::Act(seats) => seats.iter().map(Seat::name).collect(),
        };
        let mut object = json!({
            "record": record,
            "n": self.n,
            "turn": turn,
            "options": self.options,
            "controls": self.controls,
            "chance": self.chance,
        });
        let fields = object.as_object_mut().expect("it is an object");
        let mut add = |name: &str, value: Option<Json>| value.map(|value| fields.insert(name.into(), value));
        add("view", self.view.clone());
        add("step", self.step.clone().map(Json::from));
        add("hash", self.hash.clone().map(Json::from));
        add("outcome", Some(ended.map_or(Json::Null, |outcome| outcome.name().into())));
        add("reason", ended.map(|outcome| outcome.reason.into()));
        add(
            "marks",
            self.marks
                .as_ref()
                .map(|marks| marks.iter().cloned().collect::<BTreeMap<_, _>>())
                .map(|marks| json!(marks)),
        );
        object
    }
}

/// A record for people: who played, what was played, and the board.
fn page(record: &Record, positions: &Positions, show: &Showing, voice: &Voice) -> String {
    let name = |seat: Seat| {
        record.fact(seat.name()).map_or_else(|| voice.words.word("", seat.name()), str::to_owned)
    };
    let title = voice.text(&format!("{}.name", record.game));
    let mut text = format!("{title}: {} – {}\n", name(Seat::One), name(Seat::Two));
    let chosen =
        positions.positions.iter().filter(|position| show.step.is_none_or(|step| step == position.n));
    for position in chosen {
        text.extend(position.told.iter().filter(|_| show.step.is_some()).map(|line| format!("{line}\n")));
        if let Some(step) = position.step.as_ref().filter(|_| show.step.is_none()) {
            let mistake =
                position.mistake(voice).map(|mistake| format!("   ? {mistake}")).unwrap_or_default();
            text += &format!("{:>4}. {step}{mistake}\n", position.n + 1);
        }
        if let Some(picture) = &position.picture {
            text += &format!("\n{picture}");
        }
        if let (Some(step), Some(_)) = (&position.step, show.step) {
            let mistake =
                position.mistake(voice).map(|mistake| format!("   ? {mistake}")).unwrap_or_default();
            text += &format!("{} {step}{mistake}\n", voice.text("cli.replay.next"));
        }
        if let Some(hash) = position.hash.as_ref().filter(|_| position.picture.is_some()) {
            text += &format!("{} {hash}\n", voice.text("cli.replay.hash"));
        }
        if let Some(outcome) = positions.ended(position) {
            text += &format!("{}\n", ending(&record.game, outcome, voice));
        }
    }
    if show.review {
        text += &format!("{}\n", positions.reviewed(&record.game, voice));
    }
    text
}

/// How a game ended, in a sentence.
pub(crate) fn ending(game: &str, outcome: Outcome, voice: &Voice) -> String {
    let own = format!("{game}.over.{}", outcome.reason);
    let key = if voice.words.get(&own).is_some() { own } else { format!("over.{}", outcome.reason) };
    let winner = outcome.winner.map_or_else(String::new, |seat| voice.words.word(game, seat.name()));
    voice.say(&key, [("winner", winner.into())])
}

//! Games to step through: our own, and records that somebody drops on the page.

use catalogue::Entry;
use protocol::{
    Move, Moved, Sentence, TurnTold, ViewerName,
    http::{DrawTold, Frame, Replay},
};
use table::{
    Outcome, Refusal, Seat, Turn, Viewer,
    record::{Line, Record, RecordError, TableLine},
};

use crate::app::App;

/// The longest game that is stepped through.
const LONGEST: usize = 20_000;

/// Whose eyes, in the protocol's terms.
pub(crate) fn viewer_name(viewer: Viewer) -> ViewerName {
    match viewer {
        Viewer::Seat(Seat::One) => ViewerName::One,
        Viewer::Seat(Seat::Two) => ViewerName::Two,
        Viewer::Public => ViewerName::Public,
        Viewer::Judge => ViewerName::Judge,
    }
}

/// Who must decide, in the protocol's terms. `ended` is a decision of the table.
pub(crate) fn turn_told(game: &str, turn: Turn, ended: Option<Outcome>) -> TurnTold {
    let over = |outcome: Outcome, word: String| {
        let why = Sentence::new(word);
        let why = match outcome.winner {
            Some(winner) => why.with("winner", winner).with("seat", winner),
            None => why,
        };
        TurnTold::Over { winner: outcome.winner, why }
    };
    match (ended, turn) {
        (_, Turn::Over(outcome)) => over(outcome, format!("{game}.over.{}", outcome.reason)),
        (Some(outcome), _) => over(outcome, format!("over.{}", outcome.reason)),
        (None, Turn::Act(seats)) => TurnTold::Act { seats: seats.iter().collect() },
        (None, Turn::Chance) => TurnTold::Chance,
    }
}

/// A line of the move list from what somebody may see of it: `one 3`, `@top`.
pub(crate) fn move_told(n: usize, seen: &str, turn: Option<u32>) -> Move {
    let n = n as u32;
    match seen.split_once(' ').map(|(seat, text)| (seat.parse::<Seat>(), text)) {
        Some((Ok(seat), text)) => Move { n, seat: Some(seat), text: text.into(), turn },
        _ => Move { n, seat: None, text: seen.into(), turn },
    }
}

/// Runs a record that somebody brings, everything open.
///
/// # Errors
/// Where it is damaged or against which rule.
pub(crate) fn of_text(app: &App, text: &str) -> Result<Replay, RecordError> {
    let record = Record::read(text)?;
    let entry = app.game(&record.game).ok_or_else(|| {
        let game: String = record.game.chars().take(60).collect();
        whole(Refusal::by("record", "record.unknown-game").with("game", game))
    })?;
    of_record(entry, &record, None, Viewer::Judge)
}

fn whole(refusal: Refusal) -> RecordError {
    RecordError { line: None, step: None, refusal }
}

/// Runs a record as `viewer` may see it.
///
/// # Errors
/// At which step it goes against which rule.
pub(crate) fn of_record(
    entry: &'static Entry,
    record: &Record,
    table: Option<&str>,
    viewer: Viewer,
) -> Result<Replay, RecordError> {
    if !(entry.knows)(record.rules) {
        let refusal = Refusal::by("record", "record.other-rules");
        return Err(whole(refusal.with("theirs", record.rules).with("ours", entry.rules)));
    }
    if record.lines.len() > LONGEST {
        return Err(whole(Refusal::by("record", "server.record-long").with("lines", LONGEST)));
    }
    let (frames, over) = frames(entry, record, viewer)?;
    let name = |seat: Seat| record.fact(seat.name()).map(str::to_owned);
    let fact = |key| record.fact(key).map(str::to_owned);
    // What a draw was made from is open when the seed is.
    let open = viewer == Viewer::Judge && record.fact("seed").is_some();
    Ok(Replay {
        table: table.map(str::to_owned),
        game: entry.id.into(),
        rules: record.rules,
        options: record.options.clone(),
        names: [name(Seat::One), name(Seat::Two)],
        date: fact("date"),
        commitment: fact("commitment"),
        seed: fact("seed"),
        commitments: [fact("commitment.one"), fact("commitment.two")],
        nonces: [fact("nonce.one"), fact("nonce.two")],
        draws: if open { draws(record)? } else { Vec::new() },
        viewer: viewer_name(viewer),
        over,
        frames,
    })
}

/// What every chance step was drawn from.
fn draws(record: &Record) -> Result<Vec<DrawTold>, RecordError> {
    let lines = record.effective()?;
    let steps = lines.into_iter().filter_map(|(_, line)| match line {
        Line::Step(text, draw) => Some((text, draw)),
        Line::Table(_) => None,
    });
    let told = |(n, (text, draw)): (u32, (&String, &Option<table::record::Draw>))| DrawTold {
        n,
        text: text.clone(),
        stream: draw.as_ref().map(|draw| draw.stream.clone()),
        weights: draw.as_ref().map(|draw| draw.weights.clone()).unwrap_or_default(),
    };
    Ok((1..).zip(steps).filter(|(_, (text, _))| text.starts_with('@')).map(told).collect())
}

fn frames(entry: &'static Entry, record: &Record, viewer: Viewer) -> Result<(Vec<Frame>, bool), RecordError> {
    let options: Vec<(String, String)> = record.options.clone().into_iter().collect();
    let table = (entry.reopen)(record.rules, &options).map_err(whole)?;
    #[cfg(test)]
    let table = crate::live::canaries::marked(table, record.fact("commitment").unwrap_or_default());
    let mut table = table;
    let mut ended = None;
    let mut frames =
        vec![Frame { moved: None, view: table.view(viewer), turn: turn_told(entry.id, table.turn(), None) }];
    for (n, line) in record.effective()? {
        if let Line::Table(TableLine::Clock(..)) = line {
            continue;
        }
        let wrong = |refusal| RecordError { line: None, step: Some(n + 1), refusal };
        if let Some(outcome) = ended.or(table.turn().outcome()) {
            let refusal = Refusal::by("record", "record.after-the-end");
            return Err(wrong(refusal.with("line", line.to_string()).with("outcome", outcome.name())));
        }
        let moved = match line {
            Line::Step(step, _) => {
                let before = table.copy();
                let happened = table.play(step).map_err(wrong)?;
                let seen = before.seen(step, viewer).map_err(wrong)?;
                let line = move_told(frames.len(), &seen, before.turn_mark());
                Some(Moved { line, events: happened.seen_by(viewer) })
            }
            Line::Table(line) => {
                ended = line.outcome();
                if ended.is_none() {
                    continue;
                }
                None
            }
        };
        let turn = turn_told(entry.id, table.turn(), ended);
        frames.push(Frame { moved, view: table.view(viewer), turn });
    }
    let over = ended.or(table.turn().outcome()).is_some();
    Ok((frames, over))
}

//! Games to step through: our own, and records that somebody drops on the page.

use catalogue::{Entry, Table};
use protocol::{
    Move, Moved, Sentence, TurnTold, ViewerName,
    http::{DrawTold, Frame, Replay},
};
use table::{
    Outcome, Refusal, Seat, Turn, Viewer,
    record::{Line, Record, RecordError, TableLine},
};

use crate::{
    app::App,
    reading::{Pieces, Slice},
};

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

/// A record that is run step by step, as `viewer` may see it.
pub(crate) struct Run {
    entry: &'static Entry,
    viewer: Viewer,
    /// The lines that count, with their places in the record.
    lines: Vec<(usize, Line)>,
    next: usize,
    pub(crate) table: Box<dyn Table>,
    ended: Option<Outcome>,
    /// How many positions there have been.
    positions: usize,
}

fn whole(refusal: Refusal) -> RecordError {
    RecordError { line: None, step: None, refusal }
}

/// The game of a record that somebody brings.
///
/// # Errors
/// When it is none of ours.
pub(crate) fn entry(app: &App, record: &Record) -> Result<&'static Entry, RecordError> {
    app.game(&record.game).ok_or_else(|| {
        let game: String = record.game.chars().take(60).collect();
        whole(Refusal::by("record", "record.unknown-game").with("game", game))
    })
}

impl Run {
    /// Sets the table of a record up.
    ///
    /// # Errors
    /// When the record is of other rules, too long, or takes back what nobody played.
    pub(crate) fn new(entry: &'static Entry, record: &Record, viewer: Viewer) -> Result<Run, RecordError> {
        if !(entry.knows)(record.rules) {
            let refusal = Refusal::by("record", "record.other-rules");
            return Err(whole(refusal.with("theirs", record.rules).with("ours", entry.rules)));
        }
        if record.lines.len() > LONGEST {
            return Err(whole(Refusal::by("record", "server.record-long").with("lines", LONGEST)));
        }
        let options: Vec<(String, String)> = record.options.clone().into_iter().collect();
        let table = (entry.reopen)(record.rules, &options).map_err(whole)?;
        #[cfg(test)]
        let table = crate::live::canaries::marked(table, record.fact("commitment").unwrap_or_default());
        let lines = record.effective()?.into_iter().map(|(n, line)| (n, line.clone())).collect();
        Ok(Run { entry, viewer, lines, next: 0, table, ended: None, positions: 1 })
    }

    /// Plays the next line that changes the position; `None` at the end of the record. What was seen of it is only
    /// found out for who looks.
    ///
    /// # Errors
    /// At which step it goes against which rule.
    pub(crate) fn step(&mut self, looks: bool) -> Result<Option<Option<Moved>>, RecordError> {
        while let Some((n, line)) = self.lines.get(self.next) {
            self.next += 1;
            if let Line::Table(TableLine::Clock(..)) = line {
                continue;
            }
            let wrong = |refusal| RecordError { line: None, step: Some(n + 1), refusal };
            if let Some(outcome) = self.outcome() {
                let refusal = Refusal::by("record", "record.after-the-end");
                return Err(wrong(refusal.with("line", line.to_string()).with("outcome", outcome.name())));
            }
            let moved = match line {
                Line::Step(step, _) => {
                    let before = looks.then(|| self.table.copy());
                    let happened = self.table.play(step).map_err(wrong)?;
                    let seen = |before: Box<dyn Table>| {
                        let seen = before.seen(step, self.viewer)?;
                        let line = move_told(self.positions, &seen, before.turn_mark());
                        Ok(Moved { line, events: happened.seen_by(self.viewer) })
                    };
                    before.map(seen).transpose().map_err(wrong)?
                }
                Line::Table(line) => {
                    self.ended = line.outcome();
                    if self.ended.is_none() {
                        continue;
                    }
                    None
                }
            };
            self.positions += 1;
            return Ok(Some(moved));
        }
        Ok(None)
    }

    /// How the game stands ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.ended.or(self.table.turn().outcome())
    }

    fn frame(&self, moved: Option<Moved>) -> Frame {
        let turn = turn_told(self.entry.id, self.table.turn(), self.ended);
        Frame { moved, view: self.table.view(self.viewer), turn }
    }
}

/// A replay that is written piece by piece: its head, the draws, the frames.
pub(crate) struct Written {
    head: Vec<u8>,
    draws: Vec<DrawTold>,
    /// The draws and frames that have been written.
    drawn: usize,
    framed: bool,
    /// The run that is shown, from the beginning.
    run: Run,
    stage: Stage,
}

enum Stage {
    Head,
    Draws,
    Frames,
}

/// How a replay without draws and frames ends.
const EMPTY: &[u8] = b"[],\"frames\":[]}";

impl Written {
    /// The replay of a record that was run to its end before; `over` says whether that is the end of the game.
    ///
    /// # Errors
    /// As [`Run::new`].
    pub(crate) fn new(
        entry: &'static Entry,
        record: &Record,
        table: Option<&str>,
        viewer: Viewer,
        over: bool,
    ) -> Result<Written, RecordError> {
        let name = |seat: Seat| record.fact(seat.name()).map(str::to_owned);
        let fact = |key| record.fact(key).map(str::to_owned);
        // What a draw was made from is open when the seed is.
        let open = viewer == Viewer::Judge && record.fact("seed").is_some();
        let head = Replay {
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
            viewer: viewer_name(viewer),
            over,
            draws: Vec::new(),
            frames: Vec::new(),
        };
        let mut head = serde_json::to_vec(&head).expect("replays are plain data");
        head.truncate(head.len() - EMPTY.len());
        let draws = if open { draws(record)? } else { Vec::new() };
        let run = Run::new(entry, record, viewer)?;
        Ok(Written { head, draws, drawn: 0, framed: false, run, stage: Stage::Head })
    }
}

impl Pieces for Written {
    fn write(&mut self, piece: &mut Vec<u8>, slice: &Slice) -> bool {
        if let Stage::Head = self.stage {
            piece.append(&mut self.head);
            piece.push(b'[');
            self.stage = Stage::Draws;
        }
        if let Stage::Draws = self.stage {
            while let Some(draw) = self.draws.get(self.drawn) {
                if slice.is_enough(piece) {
                    return true;
                }
                if self.drawn > 0 {
                    piece.push(b',');
                }
                self.drawn += 1;
                serde_json::to_writer(&mut *piece, draw).expect("draws are plain data");
            }
            self.draws = Vec::new();
            piece.extend(b"],\"frames\":[");
            self.stage = Stage::Frames;
        }
        while !slice.is_enough(piece) {
            let frame = if !self.framed {
                self.framed = true;
                self.run.frame(None)
            } else {
                match self.run.step(true).expect("it was run before") {
                    Some(moved) => {
                        piece.push(b',');
                        self.run.frame(moved)
                    }
                    None => {
                        piece.extend(b"]}");
                        return false;
                    }
                }
            };
            serde_json::to_writer(&mut *piece, &frame).expect("frames are plain data");
        }
        true
    }
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

//! A table from its log.

use std::{collections::HashSet, sync::Arc};

use catalogue::{Entry, Table};
use protocol::{Mode, Offers, Sentence};
use store::Stored;
use table::{
    BySeat,
    record::{Line, Record, RecordError},
};
use tokio::sync::mpsc;

use super::{Live, Message, chance, clock::Clocks, play::Played, viewers::Viewers};
use crate::{
    app::App,
    journal::trouble,
    record::{self, open},
};

impl Live {
    /// Reads a table from the store.
    ///
    /// # Errors
    /// A sentence for those who want to see it.
    pub(super) async fn load(
        app: Arc<App>,
        id: &str,
        inbox: mpsc::WeakSender<Message>,
    ) -> Result<Live, Sentence> {
        let stored = app.store.load(id).await.map_err(|error| {
            trouble(id, &error);
            Sentence::new("server.store")
        })?;
        let stored = stored.ok_or_else(|| Sentence::new("server.no-table"))?;
        let entry = app.game(&stored.row.game).ok_or_else(|| Sentence::new("server.no-table"))?;
        if stored.row.ended.as_ref().is_some_and(|ended| ended.outcome == "broken") {
            return Err(Sentence::new("server.broken"));
        }
        if !(entry.knows)(stored.row.rules) {
            let why = Sentence::new("record.other-rules");
            return Err(why.with("theirs", stored.row.rules).with("ours", entry.rules));
        }
        Live::build(app, inbox, entry, stored).map_err(|error| {
            // What the line says may be a secret.
            let (step, rule) = (error.step.unwrap_or_default(), error.refusal.rule);
            trouble(id, format_args!("line {step} goes against {rule}"));
            Sentence::new("server.broken")
        })
    }

    fn build(
        app: Arc<App>,
        inbox: mpsc::WeakSender<Message>,
        entry: &'static Entry,
        stored: Stored,
    ) -> Result<Live, RecordError> {
        let record = Record { lines: record::lines(&stored.lines)?, ..Record::default() };
        let whole = |refusal| RecordError { line: None, step: None, refusal };
        let bytes = app.config.limits.table_bytes;
        let mut live = Live {
            inbox,
            mode: mode(&stored.row.mode),
            entry,
            table: open(entry, &stored.row).map_err(whole)?,
            streams: chance::streams(stored.row.seed, &stored.seats),
            drawn: stored.lines.iter().any(|line| line.line.starts_with('@')),
            patience: None,
            deadline: None,
            grace: app.config.time.now() + chance::GRACE,
            version: stored.lines.len() as u32,
            moves: Vec::new(),
            last: None,
            keys: stored.lines.iter().filter_map(|line| line.key.clone()).collect::<HashSet<_>>(),
            ended: None,
            clocks: None,
            no_flag_before: None,
            asked: BySeat::default(),
            offers: Offers::default(),
            declined: BySeat::default(),
            viewers: Viewers::new(bytes),
            player: None,
            thinking: None,
            answers: BySeat::default(),
            #[cfg(test)]
            planted: super::tests::Planted::default(),
            seats: stored.seats,
            row: stored.row,
            app,
        };
        for (n, line) in record.effective()? {
            let at = |refusal| RecordError { line: None, step: Some(n + 1), refusal };
            match line {
                Line::Step(step, draw) => {
                    let before = live.table.copy();
                    live.last = Some(live.table.play(step).map_err(at)?);
                    let stream = draw.as_ref().map(|draw| draw.stream.clone());
                    let played = Played::new(&*before, step, stream, n as u32 + 1).map_err(at)?;
                    live.count(&played);
                    live.moves.push(played);
                }
                Line::Table(line) => live.ended = line.outcome().or(live.ended),
            }
        }
        let turn = live.table.turn();
        let asked = BySeat::from_fn(|seat| turn.asks(seat));
        live.clocks = Clocks::stored(live.row.clock.as_deref(), &live.row.ticks, asked);
        Ok(live)
    }

    /// Goes back to the first `n` moves. What chance said after them will come again.
    pub(super) fn rebuild(&mut self, n: usize) {
        let mut table = open(self.entry, &self.row).expect("the options opened this table before");
        self.moves.truncate(n);
        self.last = None;
        self.streams.rewind();
        for played in &self.moves {
            self.last = Some(table.play(&played.line).expect("the move was legal before"));
            if let Some(stream) = &played.stream {
                self.streams.skip(stream);
            }
        }
        self.table = table;
    }

    /// Counts the draw of a move that was made before.
    fn count(&mut self, played: &Played) {
        if let Some(stream) = &played.stream {
            self.streams.skip(stream);
        }
    }

    /// The table after the first `n` moves.
    pub(super) fn table_at(&self, n: usize) -> Box<dyn Table> {
        #[cfg(test)]
        if let Some(table) = self.planted.table_at(&self.moves[..n]) {
            return table;
        }
        let mut table = open(self.entry, &self.row).expect("the options opened this table before");
        for played in &self.moves[..n] {
            table.play(&played.line).expect("the move was legal before");
        }
        table
    }
}

fn mode(name: &str) -> Mode {
    match name {
        "computer" => Mode::Computer,
        "screen" => Mode::Screen,
        _ => Mode::Link,
    }
}

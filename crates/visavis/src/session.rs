//! A game in the terminal: the table, what was played, and the dice.

use anyhow::{Result, anyhow};
use catalogue::{Entry, Happened, Pairs, Table};
use rand::{TryRngCore, rngs::OsRng};
use table::{
    Outcome, Refusal, Seat, Turn,
    chance::{Seed, Streams},
    record::{Draw, Line, Record, TableLine},
};

use crate::voice::Voice;

/// A game in progress with its record.
pub(crate) struct Session {
    pub(crate) entry: &'static Entry,
    pub(crate) table: Box<dyn Table>,
    options: Vec<(String, String)>,
    seed: Seed,
    streams: Streams,
    steps: Vec<(String, Option<Draw>)>,
    end: Option<TableLine>,
}

impl Session {
    /// A new game with a seed from the operating system.
    pub(crate) fn new(entry: &'static Entry, options: &Pairs, voice: &Voice) -> Result<Session> {
        let mut seed = [0; 32];
        OsRng.try_fill_bytes(&mut seed)?;
        let seed = Seed(seed);
        let table = (entry.open)(options).map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
        Ok(Session {
            entry,
            table,
            options: options.to_vec(),
            streams: Streams::new(seed.clone(), b"", b""),
            seed,
            steps: Vec::new(),
            end: None,
        })
    }

    /// What the dice are sworn to.
    pub(crate) fn commitment(&self) -> String {
        self.seed.commitment()
    }

    /// How it ended, if it did.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.end.and_then(TableLine::outcome).or(self.table.turn().outcome())
    }

    /// Plays a seat's action.
    pub(crate) fn act(&mut self, seat: Seat, text: &str) -> Result<Happened, Refusal> {
        let line = format!("{seat} {text}");
        let happened = self.table.play(&line)?;
        self.steps.push((line, None));
        Ok(happened)
    }

    /// Lets chance have its say, once; `None` when it is not its turn.
    pub(crate) fn chance(&mut self) -> Option<(String, Happened)> {
        let drawn = self.table.draw(&mut self.streams)?;
        let happened = self.table.play(&drawn.text).expect("what was drawn is in the odds");
        self.steps.push((drawn.text.clone(), Some(drawn.draw)));
        Some((drawn.text, happened))
    }

    /// A seat gives up.
    pub(crate) fn resign(&mut self, seat: Seat) {
        self.end = Some(TableLine::Resigns(seat));
    }

    /// Goes back to the last decision of `seat`; outcomes of chance that are crossed come again. False when
    /// there is none.
    pub(crate) fn undo(&mut self, seat: Seat) -> bool {
        let own = format!("{seat} ");
        let decided = |line: &str| line.starts_with(&own);
        let Some(last) = self.steps.iter().rposition(|(line, _)| decided(line)) else { return false };
        self.steps.truncate(last);
        self.table = (self.entry.open)(&self.options).expect("the options were good before");
        self.streams.rewind();
        for (line, draw) in &self.steps {
            self.table.play(line).expect("what was legal is legal again");
            draw.iter().for_each(|draw| self.streams.skip(&draw.stream));
        }
        true
    }

    /// The record so far; the seed is opened when the game is over.
    pub(crate) fn record(&self) -> Record {
        let changed = (self.entry.changed)(&self.options).expect("the options were good before");
        let mut record = Record {
            game: self.entry.id.into(),
            rules: self.entry.rules,
            teams: (self.entry.luggage)(&self.options).expect("the options were good before"),
            options: changed.into_iter().map(|(key, value)| (key.into(), value)).collect(),
            ..Record::default()
        };
        record.state("commitment", self.commitment());
        if let Some(outcome) = self.outcome() {
            record.state("seed", self.seed.open());
            record.outcome = Some((outcome.name().into(), outcome.reason.into()));
        }
        let step = |(line, draw): &(String, Option<Draw>)| Line::Step(line.clone(), draw.clone());
        record.lines = self.steps.iter().map(step).chain(self.end.map(Line::Table)).collect();
        record
    }

    /// Whether chance decides now.
    pub(crate) fn waits_for_chance(&self) -> bool {
        self.outcome().is_none() && self.table.turn() == Turn::Chance
    }
}

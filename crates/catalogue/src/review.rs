//! Reviews of records: what was luck, what was skill, where the game turned.

use std::sync::atomic::AtomicBool;

use ::review::{Analyst, Ledger, Review, ledger};
use search::Level;
use table::{
    OptionList, Outcome, Refusal, Step, options,
    record::{Line, Record, RecordError},
};

use crate::{
    OwnPairs, Pairs, find,
    known::{Known, Mark},
    replay,
};

/// How a review is made: how much is thought, who may stop it, and who is told how far it is.
pub struct Reviewing<'r> {
    /// 1 is a first pass; four times as much halves what chance leaves open.
    pub effort: u64,
    /// Set by somebody who no longer wants it.
    pub stop: &'r AtomicBool,
    /// Told how many steps are done.
    pub each: &'r mut dyn FnMut(usize),
}

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'f> {
    /// The version of the rules that it was played by.
    pub rules: u32,
    /// Its options.
    pub options: &'f Pairs,
    /// Its steps, all legal, as lines of a record.
    pub lines: &'f [String],
    /// How it ended.
    pub outcome: Outcome,
}

impl Finished<'_> {
    fn start<G: Known>(&self) -> Result<G, Refusal> {
        let mut options = options::of_rules::<G>(self.rules)?;
        self.options.iter().try_for_each(|(key, value)| options.set(key, value))?;
        Ok(G::start(&options))
    }

    fn steps<G: Known>(&self) -> Result<Vec<Step<G>>, Refusal> {
        self.lines.iter().map(|line| Step::read(line)).collect()
    }
}

/// The strongest player that is there.
fn strongest<G: Known>() -> Option<Box<dyn search::Player<G>>> {
    Level::ALL.iter().rev().find_map(|&level| {
        <G as Known>::levels().contains(&level).then(|| <G as Known>::player(level)).flatten()
    })
}

/// Typed, for the list of games.
pub(crate) fn of<G: Known>(finished: Finished<'_>, how: Reviewing<'_>) -> Result<Option<Review>, Refusal> {
    let (start, steps) = (finished.start::<G>()?, finished.steps::<G>()?);
    let truth = |game: &G| {
        let win = |mark: Mark| f64::from(mark as u8) / 2.0;
        Some(game.marks()?.into_iter().map(|(action, mark)| (action, win(mark))).collect())
    };
    let Some(player) = strongest::<G>() else { return Ok(None) };
    let mut analyst = Analyst::new(player, &truth, how.effort);
    Ok(::review::review(&start, &steps, finished.outcome, &mut analyst, how.effort, how.stop, how.each))
}

/// Typed, for the list of games: the ledger alone.
pub(crate) fn ledger_of<G: Known>(finished: Finished<'_>) -> Result<Ledger, Refusal> {
    Ok(ledger(&finished.start::<G>()?, &finished.steps::<G>()?, finished.outcome))
}

/// Reviews a finished game. None when it was stopped.
///
/// # Errors
/// Where the record goes against the rules, is of other rules, or is not finished.
pub fn review(record: &Record, how: Reviewing<'_>) -> Result<Option<Review>, RecordError> {
    let (options, lines, outcome) = played(record)?;
    let finished = Finished { rules: record.rules, options: &options, lines: &lines, outcome };
    let entry = find(&record.game).expect("the record was replayed");
    (entry.review)(finished, how).map_err(whole)
}

/// The ledger of a finished game alone, which is cheaper.
///
/// # Errors
/// As `review`.
pub fn ledger_of_record(record: &Record) -> Result<Ledger, RecordError> {
    let (options, lines, outcome) = played(record)?;
    let finished = Finished { rules: record.rules, options: &options, lines: &lines, outcome };
    let entry = find(&record.game).expect("the record was replayed");
    (entry.ledger)(finished).map_err(whole)
}

fn whole(refusal: Refusal) -> RecordError {
    RecordError { line: None, step: None, refusal }
}

/// Options, steps and outcome of a record that was replayed and found finished.
fn played(record: &Record) -> Result<(OwnPairs, Vec<String>, Outcome), RecordError> {
    let mut lines = Vec::new();
    let replayed = replay(record, |_, line, _| {
        if let Some(Line::Step(step, _)) = line {
            lines.push(step.clone());
        }
    })?;
    let outcome = replayed.outcome.ok_or_else(|| whole(Refusal::by("record", "record.unfinished")))?;
    Ok((record.options.clone().into_iter().collect(), lines, outcome))
}

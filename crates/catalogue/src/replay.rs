//! Running a record again.

use table::{
    Outcome, Refusal, Turn,
    record::{Line, Record, RecordError, TableLine},
};

use crate::{Entry, Happened, Table, find};

/// A record that was run to its last line.
pub struct Replayed {
    /// The game.
    pub entry: &'static Entry,
    /// The table after the last step.
    pub table: Box<dyn Table>,
    /// How it ended: by the game, or by a decision of the table.
    pub outcome: Option<Outcome>,
}

/// Runs a record from its first line to its last. `each` is shown every position: the table, the line that
/// comes next (none at the end), and what happened in the line before.
///
/// # Errors
/// Says at which step it goes against which rule; nothing else happens then.
pub fn replay(
    record: &Record,
    mut each: impl FnMut(&dyn Table, Option<&Line>, Option<&Happened>),
) -> Result<Replayed, RecordError> {
    let whole = |refusal| RecordError { line: None, step: None, refusal };
    let entry = find(&record.game)
        .map_err(|unknown| whole(Refusal::by("record", "record.unknown-game").with("game", unknown.typed)))?;
    if !(entry.knows)(record.rules) {
        let refusal = Refusal::by("record", "record.other-rules");
        return Err(whole(refusal.with("theirs", record.rules).with("ours", entry.rules)));
    }
    record.teams.iter().try_for_each(|(name, text)| (entry.unpack)(name, text)).map_err(whole)?;
    let options: Vec<(String, String)> = record.options.clone().into_iter().collect();
    let mut table = (entry.reopen)(record.rules, &options).map_err(whole)?;
    let mut outcome = None;
    let mut happened = None;
    for (n, line) in record.effective()? {
        if let Line::Table(TableLine::Clock(..)) = line {
            continue;
        }
        let wrong = |refusal| RecordError { line: None, step: Some(n + 1), refusal };
        if let Some(ended) = outcome.or(table.turn().outcome()) {
            let refusal = Refusal::by("record", "record.after-the-end");
            return Err(wrong(refusal.with("line", line.to_string()).with("outcome", ended.name())));
        }
        match line {
            Line::Step(step, _) => {
                each(&*table, Some(line), happened.as_ref());
                happened = Some(table.play(step).map_err(wrong)?);
            }
            Line::Table(line) => outcome = line.outcome(),
        }
    }
    each(&*table, None, happened.as_ref());
    let outcome = outcome.or(match table.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    });
    if let Some((stated, _)) = &record.outcome
        && outcome.is_some_and(|outcome| outcome.name() != stated)
    {
        let refusal = Refusal::by("record", "record.other-outcome");
        let found = outcome.map_or("", Outcome::name);
        return Err(whole(refusal.with("stated", stated.clone()).with("found", found)));
    }
    Ok(Replayed { entry, table, outcome })
}

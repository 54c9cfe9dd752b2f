//! A learner in the middle of a lesson.

use catalogue::{Entry, Happened, Table};
use search::{Budget, Level};
use serde_json::Value as Json;
use table::{
    Refusal, Seat, Turn, Viewer,
    chance::{Seed, Streams},
};

use crate::data::{Goal, Lesson};

/// More steps than this between two decisions of the learner are a fault of the lesson.
const MOST_STEPS: usize = 400;

/// A lesson that is being tried.
pub struct Attempt<'l> {
    lesson: &'l Lesson,
    table: Box<dyn Table>,
    streams: Streams,
    chance: std::slice::Iter<'l, String>,
    replies: std::slice::Iter<'l, String>,
    decisions: usize,
    verdict: Verdict<'l>,
}

/// How an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<'l> {
    /// The goal is not reached yet, and can be.
    Open,
    /// Done.
    Done,
    /// Not quite: what is said to it. The learner begins again.
    Missed(&'l table::Name),
}

/// One step with the table before and after it.
pub struct Seen {
    /// The line as records write it.
    pub line: String,
    /// What a viewer may see of the line.
    pub text: String,
    /// The turn of the rules that it belongs to, where both sides decide within a turn.
    pub turn: Option<u32>,
    /// What happened.
    pub happened: Happened,
    /// The table after it.
    pub after: Box<dyn Table>,
}

impl<'l> Attempt<'l> {
    /// Sets the position up and lets everything happen that comes before the learner's first decision.
    ///
    /// # Errors
    /// When the position or a scripted step is against the rules; a test runs every lesson.
    pub fn begin(entry: &Entry, lesson: &'l Lesson) -> Result<(Attempt<'l>, Vec<Seen>), Refusal> {
        let table = (entry.set_up)(&lesson.position)?;
        let number = lesson.id.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte));
        let mut attempt = Attempt {
            lesson,
            table,
            streams: Streams::new(Seed::of_simulation(number, 0), b"", b""),
            chance: lesson.chance.iter(),
            replies: lesson.replies.iter(),
            decisions: 0,
            verdict: Verdict::Open,
        };
        let seen = attempt.go_on()?;
        Ok((attempt, seen))
    }

    /// The table as it stands.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// How it stands.
    pub fn verdict(&self) -> Verdict<'l> {
        self.verdict
    }

    /// How many decisions the learner has made.
    pub fn decisions(&self) -> usize {
        self.decisions
    }

    /// The action that the lesson's own solution has here, while the learner has followed it.
    pub fn next_of_solution(&self) -> Option<&'l str> {
        self.lesson.solution.get(self.decisions).map(String::as_str)
    }

    /// The learner decides; then chance and the other side do, until the learner is asked again.
    ///
    /// # Errors
    /// The rule that is against it; the table is untouched then. A lesson that is over takes no more.
    pub fn act(&mut self, text: &str) -> Result<Vec<Seen>, Refusal> {
        let seat = self.lesson.seat;
        let asked = matches!(self.table.turn(), Turn::Act(seats) if seats.contains(seat));
        if self.verdict != Verdict::Open || !asked {
            return Err(Refusal::turn("refuse.not-your-turn").with("seat", seat));
        }
        let first = self.play(format!("{seat} {text}"))?;
        // As the game writes it, however it was typed.
        let action = first.line.split_once(' ').map_or(text, |(_, action)| action).to_owned();
        self.decisions += 1;
        let mut seen = vec![first];
        seen.extend(self.go_on()?);
        self.verdict = self.judge(&action, &seen);
        Ok(seen)
    }

    fn judge(&self, action: &str, seen: &[Seen]) -> Verdict<'l> {
        let lesson = self.lesson;
        if self.meets(&lesson.goal, action, seen) {
            return Verdict::Done;
        }
        if let Some(mistake) = lesson.mistakes.iter().find(|mistake| self.meets(&mistake.when, action, seen))
        {
            return Verdict::Missed(&mistake.say);
        }
        let over = self.table.turn().outcome().is_some();
        if over || self.decisions >= lesson.within {
            return Verdict::Missed(&lesson.otherwise);
        }
        Verdict::Open
    }

    /// Whether all that a goal names holds at one of these steps.
    fn meets(&self, goal: &Goal, action: &str, seen: &[Seen]) -> bool {
        let seat = self.lesson.seat;
        let at = |step: &Seen| {
            let events: Vec<Json> = step.happened.seen_by(Viewer::Judge);
            let won = step.after.turn().outcome().is_some_and(|outcome| outcome.winner == Some(seat));
            goal.meets_event(&events)
                && goal.meets_view(&step.after.view(Viewer::Judge))
                && (won || !goal.win)
        };
        goal.meets_action(action) && seen.iter().any(at)
    }

    /// Lets chance and the other side decide until the learner is asked or the game is over.
    fn go_on(&mut self) -> Result<Vec<Seen>, Refusal> {
        let mut seen = Vec::new();
        while seen.len() < MOST_STEPS {
            let line = match self.table.turn() {
                Turn::Over(_) => break,
                Turn::Act(seats) if seats.contains(self.lesson.seat) => break,
                Turn::Act(_) => self.reply(!self.lesson.seat)?,
                Turn::Chance => self.draw(),
            };
            seen.push(self.play(line)?);
        }
        Ok(seen)
    }

    /// What chance brings: as written, where it can come now; else a draw.
    fn draw(&mut self) -> String {
        let written = self.chance.next().map(|outcome| format!("@{outcome}"));
        let possible = written.filter(|line| self.table.copy().play(line).is_ok());
        possible
            .unwrap_or_else(|| self.table.draw(&mut self.streams).map(|drawn| drawn.text).unwrap_or_default())
    }

    /// What the other side does: as written, where the rules allow it after what the learner did; else what the
    /// gentlest opponent would do.
    fn reply(&mut self, seat: Seat) -> Result<String, Refusal> {
        if let Some(reply) = self.replies.next().filter(|reply| self.table.check(seat, reply).is_ok()) {
            return Ok(format!("{seat} {reply}"));
        }
        let player = self.table.player(Level::Novice).or_else(|| self.table.player(Level::Random));
        let mut player = player.expect("every game has the random player");
        let told = player.choose(&*self.table, seat, &mut Budget::level(self.decisions as u64))?;
        Ok(format!("{seat} {}", told.action))
    }

    fn play(&mut self, line: String) -> Result<Seen, Refusal> {
        let before = self.table.copy();
        let happened = self.table.play(&line)?;
        let judged = before.seen(&line, Viewer::Judge)?;
        let text = before.seen(&line, Viewer::Seat(self.lesson.seat))?;
        Ok(Seen { line: judged, text, turn: before.turn_mark(), happened, after: self.table.copy() })
    }
}

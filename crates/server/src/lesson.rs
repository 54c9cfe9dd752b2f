//! A lesson as a table tells it: the frames that the page knows, made from what the learner has done so far.
//!
//! Nothing is stored and nothing is hidden here: positions are written in the lesson, the other side is the lesson's, and
//! the learner sees what that seat may see.

use catalogue::{Entry, Table};
use lessons::{Attempt, Lesson, Seen, Verdict};
use protocol::{
    Ask, Asked, Can, Commitment, HintTold, Key, Match, Mode, Move, Moved, Occupant, Offers, PROTOCOL,
    Position, Refused, SeatTold, Sentence, Snapshot, StepTold, TableTold, Tell, Watchers,
    http::{BothLanguages, LessonTold, LessonVerdict},
};
use table::{Name, Refusal, Seat, Turn, Viewer};

use crate::{
    live::{choice_told, prompt_told},
    replay::{move_told, turn_told, viewer_name},
};

/// A text of a lesson in the protocol's terms.
pub(crate) fn both(text: &Name) -> BothLanguages {
    BothLanguages { en: text.en.to_string(), fr: text.fr.to_string() }
}

/// Answers a learner who has played these actions.
///
/// # Errors
/// When what was played before is against the rules.
pub(crate) fn answer(
    entry: &Entry,
    lesson: &Lesson,
    played: &[String],
    ask: Ask,
) -> Result<LessonTold, Refusal> {
    let (attempt, mut seen) = Attempt::begin(entry, lesson)?;
    let mut told = Telling { entry, lesson, attempt, moves: Vec::new() };
    for action in played {
        told.count(&seen);
        seen = told.attempt.act(action)?;
    }
    told.count(&seen);
    let (tells, fresh) = match told.fulfil(ask.clone(), &seen) {
        Ok(answered) => answered,
        Err(refusal) => {
            let why = Sentence::of(refusal.key, &refusal.values);
            let refused = Refused { key: ask.key().cloned(), rule: refusal.rule.into(), why };
            (vec![Tell::Refused(Box::new(refused))], None)
        }
    };
    let verdict = match told.attempt.verdict() {
        Verdict::Open => LessonVerdict::Open,
        Verdict::Done => LessonVerdict::Done { say: both(&lesson.praise) },
        Verdict::Missed(say) => LessonVerdict::Missed { say: both(say) },
    };
    Ok(LessonTold { tells, played: fresh, verdict })
}

struct Telling<'l> {
    entry: &'l Entry,
    lesson: &'l Lesson,
    attempt: Attempt<'l>,
    moves: Vec<Move>,
}

/// Frames, and the decision that was made.
type Answered = (Vec<Tell>, Option<String>);

impl Telling<'_> {
    fn count(&mut self, seen: &[Seen]) {
        for step in seen {
            self.moves.push(move_told(self.moves.len() + 1, &step.text, step.turn));
        }
    }

    fn eyes(&self) -> Viewer {
        Viewer::Seat(self.lesson.seat)
    }

    fn fulfil(&mut self, ask: Ask, last: &[Seen]) -> Result<Answered, Refusal> {
        let seat = self.lesson.seat;
        match ask {
            Ask::Hello { .. } => Ok((vec![Tell::Snapshot(Box::new(self.snapshot(last)))], None)),
            Ask::Act { key, text, .. } => self.act(key, &text),
            Ask::Attempt { key, from, to, .. } => {
                let text = self.attempt.table().attempt(seat, &from, to.as_deref())?;
                self.act(key, &text)
            }
            Ask::Preview { key, text, .. } => {
                let choice = Box::new(choice_told(self.attempt.table().choice(seat, &text)?));
                Ok((vec![Tell::Preview { key, choice }], None))
            }
            Ask::Hint { key, .. } => self.hint(key),
            Ask::Look { .. } | Ask::Uncover { .. } | Ask::Nonce { .. } => Ok((Vec::new(), None)),
            _ => Err(Refusal::by("table", "server.lesson-only")),
        }
    }

    fn act(&mut self, key: Key, text: &str) -> Result<Answered, Refusal> {
        let seen = self.attempt.act(text)?;
        let first = self.moves.len();
        self.count(&seen);
        let mut tells: Vec<Tell> =
            (1..).zip(&seen).map(|(n, step)| self.step(first + n, step, n == seen.len())).collect();
        tells.push(Tell::Done { key });
        let played =
            seen.first().and_then(|step| step.line.split_once(' ')).map(|(_, action)| action.to_owned());
        Ok((tells, played))
    }

    /// The way that the lesson itself goes.
    fn hint(&self, key: Key) -> Result<Answered, Refusal> {
        let seat = self.lesson.seat;
        let none = || Refusal::by("table", "server.hint.none");
        let action = self.attempt.next_of_solution().ok_or_else(none)?;
        let hint = HintTold {
            key,
            seat,
            version: self.moves.len() as u32,
            choice: choice_told(self.attempt.table().choice(seat, action)?),
            win: None,
            line: vec![action.to_owned()],
            why: Sentence::new("server.lesson-hint"),
        };
        Ok((vec![Tell::Hint(Box::new(hint))], None))
    }

    fn step(&self, n: usize, step: &Seen, last: bool) -> Tell {
        let line = self.moves[n - 1].clone();
        Tell::Step(Box::new(StepTold {
            version: n as u32,
            moved: Some(Moved { line, events: step.happened.seen_by(self.eyes()) }),
            position: self.position(&*step.after, n, last),
            offers: Offers::default(),
            can: self.can(),
            seed: None,
            clocks: None,
        }))
    }

    fn position(&self, table: &dyn Table, n: usize, last: bool) -> Position {
        let eyes = self.eyes();
        Position {
            n: n as u32,
            viewer: viewer_name(eyes),
            view: table.view(eyes),
            turn: turn_told(self.entry.id, table.turn(), None),
            asked: if last { self.asked(table) } else { Vec::new() },
            cover: None,
        }
    }

    fn asked(&self, table: &dyn Table) -> Vec<Asked> {
        let seat = self.lesson.seat;
        let open = self.attempt.verdict() == Verdict::Open;
        let prompt = table
            .prompt(seat)
            .filter(|_| open && matches!(table.turn(), Turn::Act(seats) if seats.contains(seat)));
        let ask = |prompt| Asked {
            seat,
            prompt: prompt_told(prompt),
            choices: table.choices(seat).into_iter().map(choice_told).collect(),
            auto_in: None,
        };
        prompt.map(ask).into_iter().collect()
    }

    fn can(&self) -> Can {
        Can { hint: self.attempt.verdict() == Verdict::Open, ..Can::default() }
    }

    fn snapshot(&self, last: &[Seen]) -> Snapshot {
        let seat = |seat: Seat| SeatTold {
            occupant: if seat == self.lesson.seat { Occupant::Guest } else { Occupant::Computer },
            name: None,
            connected: true,
        };
        let table = self.attempt.table();
        Snapshot {
            protocol: PROTOCOL,
            table: TableTold {
                id: self.lesson.id.clone(),
                game: self.entry.id.into(),
                rules: self.entry.rules,
                options: Default::default(),
                mode: Mode::Computer,
                level: None,
                listed: false,
                secrets: table.has_secrets(),
                continuous: self.entry.continuous,
                began: 0,
                series: Match { number: 1, ..Match::default() },
                commitment: Commitment::default(),
                clock: None,
            },
            seats: Seat::BOTH.map(seat),
            watchers: Watchers::default(),
            you: vec![self.lesson.seat],
            version: self.moves.len() as u32,
            position: self.position(table, self.moves.len(), true),
            moves: self.moves.clone(),
            last: last.last().map(|step| step.happened.seen_by(self.eyes())).unwrap_or_default(),
            offers: Offers::default(),
            can: self.can(),
            auto: [Vec::new(), Vec::new()],
            next: None,
            clocks: None,
        }
    }
}

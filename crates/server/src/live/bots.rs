//! Answers that nobody types: the computer's, and windows that a player lets pass. Hints come from the same
//! pool.
//!
//! In games with secrets an automatic answer comes at a fixed time after the question, with one option or ten:
//! a pause must not tell. In open games it comes as soon as it is there, but not before eyes can follow.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use arena::Engine;
use catalogue::{Chosen, Table, Told};
use protocol::{HintTold, Key, Mode, Sentence, Tell};
use search::{Budget, Level};
use table::{Gesture, Refusal, Seat};

use super::{ConnId, Live, Message, No, clock::Cause, no, tell::choice_told};
use crate::{journal::trouble, secrets, time::Moment};

/// An answer that waits for its time.
pub(super) struct Answer {
    /// The version of the question.
    since: u32,
    /// When it is given.
    pub(super) due: Moment,
    /// Nothing when the computer gives up.
    text: Option<String>,
}

/// A thought that is being thought.
pub(super) struct Thinking {
    seat: Seat,
    since: u32,
    stop: Arc<AtomicBool>,
}

/// What the computer found.
pub(crate) struct Thought {
    seat: Seat,
    since: u32,
    found: Option<Found>,
}

/// The player, to be asked again, and what it answered.
type Found = (Box<dyn Chosen>, Result<Told, Refusal>);

/// A hint that was found.
pub(crate) struct Hinted {
    conn: ConnId,
    key: Key,
    seat: Seat,
    version: u32,
    found: Option<Found>,
}

/// What the level of a table with a foreign engine begins with; its name follows.
pub(crate) const ENGINE: &str = "engine:";

/// The longest thought in an open game, whatever the level says.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);

/// How many kinds of windows a seat may let pass.
const KINDS: usize = 16;

impl Live {
    /// Prepares the answers to the questions that stand, and forgets those to others.
    pub(super) fn prepare_answers(&mut self) {
        for seat in Seat::BOTH {
            let since = self.asked[seat].map(|question| question.since);
            if self.answers[seat].as_ref().is_some_and(|answer| Some(answer.since) != since) {
                self.answers[seat] = None;
            }
            let lost = |thinking: &Thinking| thinking.seat == seat && Some(thinking.since) != since;
            if self.thinking.as_ref().is_some_and(lost) {
                self.stop_thinking();
            }
            if since.is_none() || self.answers[seat].is_some() {
                continue;
            }
            if self.is_computer(seat) {
                self.think(seat);
            } else {
                self.pass_window(seat);
            }
        }
    }

    /// Lets a window of a kind that the player does not care for pass.
    fn pass_window(&mut self, seat: Seat) {
        let Some(question) = self.asked[seat] else { return };
        let kind = self.table.prompt(seat).map(|prompt| prompt.key);
        let passes = self.seats[seat].auto.iter().any(|auto| Some(auto.as_str()) == kind);
        if passes && self.table.check(seat, "pass").is_ok() {
            let due = question.opened + self.app.config.pace.window;
            self.answers[seat] = Some(Answer { since: question.since, due, text: Some("pass".into()) });
        }
    }

    /// Sets whether windows of a kind are passed for a seat.
    pub(super) async fn set_auto(&mut self, seat: Seat, kind: String, on: bool) -> Result<(), No> {
        let known = kind.strip_prefix(self.entry.id).is_some_and(|rest| rest.starts_with(".prompt."));
        if !known || kind.len() > 80 || (on && self.seats[seat].auto.len() >= KINDS) {
            return Err(no("server.kind").into());
        }
        let mut kinds = self.seats[seat].auto.clone();
        kinds.retain(|known| *known != kind);
        if on {
            kinds.push(kind);
        }
        let stored = self.app.store.set_auto(self.row.id.clone(), seat, &kinds).await;
        stored.map_err(|error| {
            trouble(&self.row.id, &error);
            no("server.store")
        })?;
        self.seats[seat].auto = kinds;
        self.answers[seat] = None;
        self.prepare_answers();
        for conn in self.viewers.ids() {
            let own = |seat: Seat| match self.holds(conn, seat) {
                Ok(()) => self.seats[seat].auto.clone(),
                Err(_) => Vec::new(),
            };
            let frame = Tell::Auto { kinds: Seat::BOTH.map(own) };
            self.viewers.tell(conn, &frame);
        }
        Ok(())
    }

    /// Lets the computer think about its question.
    fn think(&mut self, seat: Seat) {
        let Some(question) = self.asked[seat] else { return };
        if self.thinking.is_some() {
            return;
        }
        let Some(player) = self.player.take().or_else(|| self.opponent()) else { return };
        let stop = Arc::<AtomicBool>::default();
        self.thinking = Some(Thinking { seat, since: question.since, stop: Arc::clone(&stop) });
        let longest = match self.table.has_secrets() {
            // It ends well before its answer is due.
            true => self.app.config.pace.window * 13 / 15,
            false => LONGEST_THOUGHT,
        };
        let since = question.since;
        self.ask_thinker(player, seat, longest, stop, move |found| {
            Message::Thought(Thought { seat, since, found })
        });
    }

    /// The player that this table's level names: one of ours, or an engine that this server offers.
    fn opponent(&self) -> Option<Box<dyn Chosen>> {
        let level = self.row.level.as_deref().unwrap_or_default();
        match level.strip_prefix(ENGINE) {
            Some(name) => {
                let command = self.app.config.engines.iter().find(|(known, _)| known == name);
                let command = command.map(|(_, command)| command.clone()).unwrap_or_default();
                Some(Box::new(Guest { command, game: self.entry.id, engine: None }))
            }
            None => self.table.player(level.parse().unwrap_or(Level::Random)),
        }
    }

    /// Thinks on the pool, and lets the table know what was found.
    fn ask_thinker(
        &self,
        mut player: Box<dyn Chosen>,
        seat: Seat,
        longest: Duration,
        stop: Arc<AtomicBool>,
        message: impl FnOnce(Option<Found>) -> Message + Send + 'static,
    ) {
        let table = self.table.copy();
        let thinkers = Arc::clone(&self.app.thinkers);
        let inbox = self.inbox.clone();
        let mut budget = Budget::level(u64::from_be_bytes(secrets::random()));
        budget.stop = stop;
        tokio::spawn(async move {
            let permit = thinkers.acquire_owned().await;
            let thought = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                budget.deadline = Some(std::time::Instant::now() + longest);
                let told = player.choose(&*table, seat, &mut budget);
                (player, told)
            });
            // A thinker that panics has found nothing; its table goes on.
            let found = thought.await.ok();
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(message(found)).await;
            }
        });
    }

    /// Nobody waits for the computer's thought any more.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The computer has thought.
    pub(super) fn thought(&mut self, thought: Thought) {
        let Thought { seat, since, found } = thought;
        let current = |thinking: &Thinking| thinking.seat == seat && thinking.since == since;
        let wanted = self.thinking.as_ref().is_some_and(current);
        if wanted {
            self.thinking = None;
        }
        let text = match found {
            Some((player, Ok(told))) => {
                self.player = Some(player);
                Some(told.action)
            }
            Some((_, Err(refusal))) => {
                // What an engine said may hold what only its seat may know.
                trouble(&self.row.id, format_args!("{seat} gives up: {}", refusal.key));
                None
            }
            None => Some(any_action(&*self.table, seat)),
        };
        let question = self.asked[seat].filter(|question| question.since == since);
        if let (true, Some(question)) = (wanted, question) {
            let pace = &self.app.config.pace;
            let pause = if self.table.has_secrets() { pace.window } else { pace.follow };
            self.answers[seat] = Some(Answer { since, due: question.opened + pause, text });
        }
        self.prepare_answers();
    }

    /// When the next answer is due.
    pub(super) fn next_answer(&self) -> Option<Moment> {
        self.answers.iter().filter_map(|(_, answer)| answer.as_ref()).map(|answer| answer.due).min()
    }

    /// Gives the answer that is due.
    pub(super) async fn answer(&mut self) {
        let now = self.now();
        let due = |seat: &Seat| self.answers[*seat].as_ref().is_some_and(|answer| answer.due <= now);
        let Some(seat) = Seat::BOTH.into_iter().find(due) else { return };
        let Some(mut answer) = self.answers[seat].take() else { return };
        let cause = if self.is_computer(seat) { Cause::Decision(seat) } else { Cause::Automatic(seat) };
        let answered = match &answer.text {
            Some(text) => self.decide_by(cause, seat, text, None).await,
            None => self.resign(seat, None).await,
        };
        answer.due = now + super::TROUBLE;
        match answered {
            Ok(()) => return,
            Err(No::Refused(refusal)) if refusal.rule != "table" => {
                // A player that errs against the rules is a defect, but nobody shall wait for ever.
                trouble(&self.row.id, format_args!("a player was refused by {}", refusal.rule));
                answer.text = Some(any_action(&*self.table, seat));
                answer.due = now;
            }
            // Too long a game: nobody can move it on.
            Err(No::Refused(refusal)) if refusal.key != "server.store" => return,
            // The store is in trouble: try again in a moment.
            Err(_) => {}
        }
        // Another server may have moved the game on meanwhile; then there is another question.
        if self.asked[seat].is_some_and(|question| question.since == answer.since) {
            self.answers[seat] = Some(answer);
        }
    }

    /// Thinks about a hint for a seat that is asked.
    pub(super) fn hint(&mut self, conn: ConnId, seat: Seat, key: Key) -> Result<(), No> {
        self.holds(conn, seat)?;
        if self.mode == Mode::Link {
            return Err(no("server.hint.online").into());
        }
        if self.asked[seat].is_none() {
            return Err(Refusal::turn("refuse.not-your-turn").with("seat", seat).into());
        }
        let player = (self.entry.levels)().last().and_then(|level| self.table.player(*level));
        let player = player.ok_or_else(|| no("server.hint.none"))?;
        let covers = self.covers();
        let Some(viewing) = self.viewers.get_mut(conn) else { return Ok(()) };
        if covers && viewing.uncovered != Some(seat) {
            return Err(Refusal::turn("server.covered").into());
        }
        if std::mem::replace(&mut viewing.hinting, true) {
            return Err(No::Busy);
        }
        let version = self.version;
        self.ask_thinker(player, seat, LONGEST_THOUGHT, Arc::default(), move |found| {
            Message::Hinted(Hinted { conn, key, seat, version, found })
        });
        Ok(())
    }

    /// A hint has been found: tells it, unless the game has gone on.
    pub(super) fn hinted(&mut self, hinted: Hinted) {
        let Hinted { conn, key, seat, version, found } = hinted;
        let Some(viewing) = self.viewers.get_mut(conn) else { return };
        viewing.hinting = false;
        let covered = self.covers() && self.viewers.get(conn).and_then(|v| v.uncovered) != Some(seat);
        let told = found.and_then(|(_, told)| told.ok());
        let Some(told) = told.filter(|_| self.version == version && !covered) else {
            self.viewers.tell(conn, &Tell::Busy { key: Some(key) });
            return;
        };
        let bare = |text| catalogue::Choice { text, gesture: Gesture::button() };
        let choice = self.table.choice(seat, &told.action).unwrap_or_else(|_| bare(told.action));
        let hint = HintTold {
            key,
            seat,
            version,
            choice: choice_told(choice),
            win: told.win,
            line: told.line,
            why: Sentence::of(told.why.0, &told.why.1),
        };
        self.viewers.tell(conn, &Tell::Hint(Box::new(hint)));
    }
}

/// A foreign engine, started on the pool when it is first asked.
struct Guest {
    command: String,
    game: &'static str,
    engine: Option<Engine>,
}

impl Chosen for Guest {
    fn choose(&mut self, table: &dyn Table, seat: Seat, budget: &mut Budget) -> Result<Told, Refusal> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.command, self.game)?,
        };
        self.engine.insert(engine).choose(table, seat, budget)
    }
}

/// Any legal action, found through the view as by every other player.
fn any_action(table: &dyn Table, seat: Seat) -> String {
    let mut player = table.player(Level::Random).expect("every game has the random player");
    let budget = &mut Budget::level(u64::from_be_bytes(secrets::random()));
    player.choose(table, seat, budget).expect("our own players always answer").action
}

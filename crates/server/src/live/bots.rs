//! Answers that nobody types: the computer's, and windows that a player lets pass. Hints wait in the same
//! queue ([`thinking`]).
//!
//! In games with secrets an automatic answer comes at a fixed time after the question, with one option or ten:
//! a pause must not tell. In open games it comes as soon as it is there, but not before eyes can follow. An answer
//! has its time before it is thought about: when the thought is not there by then, a quick one takes its place.

use std::time::{Duration, Instant};

use arena::Engine;
use catalogue::{Chosen, Table, Told};
use protocol::{HintTold, Key, Mode, Sentence, Tell};
use search::{Budget, Level};
use table::{Gesture, Refusal, Seat};

use tokio::time::timeout;

use super::{ConnId, Live, Message, No, clock::Cause, no, tell::choice_told};
use crate::{
    fair::{Cost, Refused, Ticket},
    journal::trouble,
    limits::Who,
    metrics::count,
    secrets,
    thinking::{self, ENGINE_COST, HINT_WAITS, Job, Kind, Owner},
    time::Moment,
};

/// An answer that waits for its time.
pub(super) struct Answer {
    /// The version of the question.
    since: u32,
    /// When it is given.
    pub(super) due: Moment,
    reply: Reply,
}

/// What is answered.
enum Reply {
    /// The computer still thinks.
    Pending,
    Act(String),
    /// The computer gives up.
    Resign,
}

/// A thought that is being thought.
pub(super) struct Thinking {
    seat: Seat,
    since: u32,
    job: Job,
}

/// What the computer found.
pub(crate) struct Thought {
    seat: Seat,
    since: u32,
    found: Found,
}

/// What came of a thought.
enum Found {
    /// The player, to be asked again, and what it answered.
    Told(Box<dyn Chosen>, Result<Told, Refusal>),
    /// Nobody wanted it any more, or it has waited too long; the player has not been asked.
    Unasked(Box<dyn Chosen>),
    /// The player has panicked.
    Nothing,
}

/// A hint that is being thought about.
pub(super) struct Hinting {
    key: Key,
    version: u32,
    _job: Job,
}

/// A hint that was found.
pub(crate) struct Hinted {
    conn: ConnId,
    key: Key,
    seat: Seat,
    version: u32,
    found: Found,
}

/// What the level of a table with a foreign engine begins with; its name follows.
pub(crate) const ENGINE: &str = "engine:";

/// The longest thought in an open game, whatever the level says.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);

/// A thought that has begun is waited for so long after the question. An engine that starts, errs and is told to
/// stop has had its time by then.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The longest quick thought.
const QUICK: Duration = Duration::from_millis(50);

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
            let pending = |answer: &Answer| matches!(answer.reply, Reply::Pending);
            if since.is_none() || self.answers[seat].as_ref().is_some_and(|answer| !pending(answer)) {
                continue;
            }
            if self.is_computer(seat) {
                self.think(seat);
            } else {
                self.pass_window(seat);
            }
        }
        self.forget_hints();
    }

    /// The position has changed: nobody wants the hints for another one.
    fn forget_hints(&mut self) {
        for conn in self.viewers.ids() {
            let Some(viewing) = self.viewers.get_mut(conn) else { continue };
            if let Some(hint) = viewing.hinting.take_if(|hint| hint.version != self.version) {
                self.viewers.tell(conn, &Tell::Busy { key: Some(hint.key) });
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
            let reply = Reply::Act("pass".into());
            self.answers[seat] = Some(Answer { since: question.since, due, reply });
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

    /// Lets the computer think about its question. The answer has its time at once, whatever becomes of the thought.
    fn think(&mut self, seat: Seat) {
        let Some(question) = self.asked[seat] else { return };
        let since = question.since;
        let pace = self.app.config.pace;
        let secrets = self.table.has_secrets();
        let cost = self.level_cost();
        let wait = if secrets { pace.window } else { thinking::patience(cost).max(pace.follow) };
        let answer = Answer { since, due: question.opened + wait, reply: Reply::Pending };
        self.answers[seat].get_or_insert(answer);
        if self.thinking.is_some() {
            return;
        }
        let Some(player) = self.player.take().or_else(|| self.opponent()) else { return };
        // It ends well before its answer is due.
        let end = match secrets || thinking::is_light(cost) {
            true => Some(question.opened + wait * 13 / 15),
            false => None,
        };
        match Job::submit(&self.app.thinkers, self.owner(), Kind::Reply, cost) {
            Ok((job, ticket)) => {
                let asked = Asked { player, seat, end, waits: None };
                self.ask_thinker(asked, &job, ticket, move |found| {
                    Message::Thought(Thought { seat, since, found })
                });
                self.thinking = Some(Thinking { seat, since, job });
            }
            Err(Refused::Owner | Refused::All) => {
                self.player = Some(player);
                if !secrets {
                    self.set_due(seat, question.opened + pace.follow);
                }
            }
        }
    }

    fn set_due(&mut self, seat: Seat, due: Moment) {
        if let Some(answer) = &mut self.answers[seat] {
            answer.due = due;
        }
    }

    /// Who the computer plays for: the guest at the table.
    fn owner(&self) -> Owner {
        let holders = Seat::BOTH.into_iter().flat_map(|seat| &self.seats[seat].holders);
        let guest = holders.map(|(guest, _)| *guest).next();
        guest.map_or(Owner::Nobody, |guest| Owner::Who(Who::Guest(guest)))
    }

    /// What a thought of this table's opponent costs.
    fn level_cost(&self) -> Cost {
        let level = self.row.level.as_deref().unwrap_or_default();
        match level.starts_with(ENGINE) {
            true => ENGINE_COST,
            false => thinking::cost(level.parse().unwrap_or(Level::Random)),
        }
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

    /// Thinks when a worker is free, and lets the table know what was found.
    fn ask_thinker(
        &self,
        asked: Asked,
        job: &Job,
        ticket: Ticket<Owner>,
        message: impl FnOnce(Found) -> Message + Send + 'static,
    ) {
        let Asked { mut player, seat, end, waits } = asked;
        let table = self.table.copy();
        let inbox = self.inbox.clone();
        let time = self.app.config.time.clone();
        let mut budget = Budget::level(u64::from_be_bytes(secrets::random()));
        budget.stop = job.stop();
        tokio::spawn(async move {
            let admitted = timeout(waits.unwrap_or(Duration::MAX), ticket.admitted()).await;
            let found = match admitted {
                Ok(Ok(permit)) => {
                    let thought = tokio::task::spawn_blocking(move || {
                        let _permit = permit;
                        let longest = end.map_or(LONGEST_THOUGHT, |end| end.since(time.now()));
                        budget.deadline = Some(Instant::now() + longest);
                        let told = player.choose(&*table, seat, &mut budget);
                        Found::Told(player, told)
                    });
                    // A thinker that panics has found nothing; its table goes on.
                    thought.await.unwrap_or(Found::Nothing)
                }
                _ => Found::Unasked(player),
            };
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(message(found)).await;
            }
        });
    }

    /// Nobody waits for the computer's thought any more.
    pub(super) fn stop_thinking(&mut self) {
        self.thinking = None;
    }

    /// The computer has thought.
    pub(super) fn thought(&mut self, thought: Thought) {
        let Thought { seat, since, found } = thought;
        let current = |thinking: &mut Thinking| thinking.seat == seat && thinking.since == since;
        let wanted = self.thinking.take_if(current).is_some();
        let reply = match found {
            Found::Told(player, Ok(told)) => {
                self.player = Some(player);
                Reply::Act(told.action)
            }
            Found::Told(_, Err(refusal)) => {
                // What an engine said may hold what only its seat may know.
                trouble(&self.row.id, format_args!("{seat} gives up: {}", refusal.key));
                Reply::Resign
            }
            Found::Unasked(player) => {
                self.player = Some(player);
                Reply::Pending
            }
            Found::Nothing => Reply::Act(any_action(&*self.table, seat)),
        };
        let question = self.asked[seat].filter(|question| question.since == since);
        if let (true, Some(question)) = (wanted, question) {
            let pace = &self.app.config.pace;
            let pause = if self.table.has_secrets() { pace.window } else { pace.follow };
            self.answers[seat] = Some(Answer { since, due: question.opened + pause, reply });
        }
        self.prepare_answers();
    }

    /// Whether the thought about a question in an open game has begun in time: then it is waited for.
    fn waits_on(&mut self, seat: Seat) -> bool {
        let Some(question) = self.asked[seat] else { return false };
        let begun = |thinking: &Thinking| thinking.seat == seat && !thinking.job.is_waiting();
        let last = question.opened + LONGEST_WAIT;
        let waits = !self.table.has_secrets()
            && !thinking::is_light(self.level_cost())
            && self.thinking.as_ref().is_some_and(begun)
            && self.now() < last;
        if waits {
            self.set_due(seat, last);
        }
        waits
    }

    /// The thought is not there in time: one that takes a millisecond.
    async fn quick_thought(&mut self, seat: Seat) -> String {
        count(&self.app.metrics.quick);
        if self.thinking.as_ref().is_some_and(|thinking| thinking.seat == seat) {
            self.stop_thinking();
        }
        let weakest = (self.entry.levels)().first().copied().unwrap_or(Level::Random);
        let Some(mut player) = self.table.player(weakest) else { return any_action(&*self.table, seat) };
        let table = self.table.copy();
        let thought = tokio::task::spawn_blocking(move || {
            let mut budget = Budget::level(u64::from_be_bytes(secrets::random()));
            budget.deadline = Some(Instant::now() + QUICK);
            player.choose(&*table, seat, &mut budget).ok().map(|told| told.action)
        });
        let found = thought.await.ok().flatten();
        found.unwrap_or_else(|| any_action(&*self.table, seat))
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
        let pending = |answer: &Answer| matches!(answer.reply, Reply::Pending);
        let pending = self.answers[seat].as_ref().is_some_and(pending);
        if pending && self.waits_on(seat) {
            return;
        }
        let Some(mut answer) = self.answers[seat].take() else { return };
        if pending {
            answer.reply = Reply::Act(self.quick_thought(seat).await);
        }
        let cause = if self.is_computer(seat) { Cause::Decision(seat) } else { Cause::Automatic(seat) };
        let answered = match &answer.reply {
            Reply::Act(text) => self.decide_by(cause, seat, text, None).await,
            Reply::Resign | Reply::Pending => self.resign(seat, None).await,
        };
        answer.due = now + super::TROUBLE;
        match answered {
            Ok(()) => return,
            Err(No::Refused(refusal)) if refusal.rule != "table" => {
                // A player that errs against the rules is a defect, but nobody shall wait for ever.
                trouble(&self.row.id, format_args!("a player was refused by {}", refusal.rule));
                answer.reply = Reply::Act(any_action(&*self.table, seat));
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
        let best = (self.entry.levels)().last().copied();
        let player = best.and_then(|level| Some((level, self.table.player(level)?)));
        let (level, player) = player.ok_or_else(|| no("server.hint.none"))?;
        let covers = self.covers();
        let Some(viewing) = self.viewers.get_mut(conn) else { return Ok(()) };
        if covers && viewing.uncovered != Some(seat) {
            return Err(Refusal::turn("server.covered").into());
        }
        if viewing.hinting.is_some() {
            return Err(No::Busy);
        }
        let version = self.version;
        let owner = viewing.guest.map_or(Owner::Nobody, |guest| Owner::Who(Who::Guest(guest)));
        let submitted = Job::submit(&self.app.thinkers, owner, Kind::Hint, thinking::cost(level));
        let (job, ticket) = submitted.map_err(|refused| no(thinking::refusal(refused)))?;
        let asked = Asked { player, seat, end: None, waits: Some(HINT_WAITS) };
        let wish = key.clone();
        self.ask_thinker(asked, &job, ticket, move |found| {
            Message::Hinted(Hinted { conn, key, seat, version, found })
        });
        if let Some(viewing) = self.viewers.get_mut(conn) {
            viewing.hinting = Some(Hinting { key: wish, version, _job: job });
        }
        Ok(())
    }

    /// A hint has been found: tells it, unless the game has gone on.
    pub(super) fn hinted(&mut self, hinted: Hinted) {
        let Hinted { conn, key, seat, version, found } = hinted;
        let Some(viewing) = self.viewers.get_mut(conn) else { return };
        // Who was told already that the game has gone on is told nothing more.
        if viewing.hinting.take_if(|hint| hint.key == key && hint.version == version).is_none() {
            return;
        }
        let covered = self.covers() && self.viewers.get(conn).and_then(|v| v.uncovered) != Some(seat);
        let told = match found {
            Found::Told(_, told) => told.ok(),
            Found::Unasked(_) => {
                let why = Sentence::new("server.think.all");
                let refused = protocol::Refused { key: Some(key), rule: "table".into(), why };
                self.viewers.tell(conn, &Tell::Refused(Box::new(refused)));
                return;
            }
            Found::Nothing => None,
        };
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

/// Who is asked about which seat.
struct Asked {
    player: Box<dyn Chosen>,
    seat: Seat,
    /// When the thought has to end; without it after the longest thought.
    end: Option<Moment>,
    /// How long it may wait for a worker.
    waits: Option<Duration>,
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

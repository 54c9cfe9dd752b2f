//! Moving the game on: check, play on a copy, draw, store, and only then believe it.

use std::{sync::Arc, time::Instant};

use catalogue::{Happened, Table};
use protocol::{Answered, Ask, Key, Mode, Refused, Sentence, Tell};
use store::{AppendError, Ended, NewLine};
use table::{
    Outcome, Refusal, Seat, Turn, Viewer,
    chance::Streams,
    record::{Line, TableLine},
};
use tokio::time::timeout;

use super::{
    ConnId, Live, No, Question,
    clock::{Cause, Clocks},
    no,
    tell::choice_told,
};
use crate::{journal::trouble, metrics::count};

/// A step that counts.
pub(super) struct Played {
    /// `one 3`, `@top`.
    pub(super) line: String,
    /// Who decided; none for chance.
    pub(super) seat: Option<Seat>,
    /// The stream that a chance step was drawn from.
    pub(super) stream: Option<String>,
    /// The version after it.
    pub(super) version: u32,
    /// The turn of the rules that it belongs to, where both sides decide within a turn.
    pub(super) turn: Option<u32>,
    /// What One, Two, the public and the judge see of it.
    seen: [Arc<str>; 4],
}

impl Played {
    /// From the table before the step, which is legal.
    pub(super) fn new(
        before: &dyn Table,
        line: &str,
        stream: Option<String>,
        version: u32,
    ) -> Result<Played, Refusal> {
        let judge: Arc<str> = before.seen(line, Viewer::Judge)?.into();
        let mut seen = [(); 4].map(|()| Arc::clone(&judge));
        for (text, viewer) in seen.iter_mut().zip(Viewer::ALL) {
            let shown = before.seen(line, viewer)?;
            if *shown != **text {
                *text = shown.into();
            }
        }
        let seat = line.split_once(' ').and_then(|(seat, _)| seat.parse().ok());
        Ok(Played { line: line.into(), seat, stream, version, turn: before.turn_mark(), seen })
    }

    /// What `viewer` sees of it, with the seat.
    pub(super) fn seen(&self, viewer: Viewer) -> &str {
        let place = Viewer::ALL.into_iter().position(|v| v == viewer).expect("every viewer is listed");
        &self.seen[place]
    }
}

/// A step that is not stored yet.
pub(super) struct Fresh {
    pub(super) played: Played,
    pub(super) happened: Happened,
    pub(super) after: Box<dyn Table>,
    line: Line,
}

/// Chance may say so much between two decisions.
const LONGEST_CHANCE: usize = 1000;

impl Live {
    /// Takes a wish of a viewer and answers it.
    pub(super) async fn ask(&mut self, conn: ConnId, ask: Ask) {
        let key = ask.key().cloned();
        self.flag().await;
        let result = match &key {
            Some(key) if !is_key(key) => Err(no("server.key").into()),
            Some(key) if self.keys.contains(key) => Ok(true),
            _ => self.obey(conn, ask).await,
        };
        let frame = match (result, key) {
            (Ok(true), Some(key)) => Tell::Done { key },
            (Ok(_), _) => return,
            (Err(No::Busy), key) => Tell::Busy { key },
            (Err(No::Refused(refusal)), key) => Tell::Refused(Box::new(Refused {
                key,
                rule: refusal.rule.into(),
                why: Sentence::of(refusal.key, &refusal.values),
            })),
        };
        self.viewers.tell(conn, &frame);
    }

    /// Fulfils a wish. `true` when it is done and shall be said to be.
    async fn obey(&mut self, conn: ConnId, ask: Ask) -> Result<bool, No> {
        match ask {
            Ask::Hello { version, .. } => {
                self.catch_up(conn, version);
                return Ok(false);
            }
            Ask::Look { n } => {
                self.look(conn, n)?;
                return Ok(false);
            }
            Ask::Uncover { seat } => {
                self.uncover(conn, seat)?;
                return Ok(false);
            }
            Ask::Act { key, seat, version, text } => {
                self.may_decide(conn, seat, version)?;
                self.decide(seat, &text, Some(key)).await?;
            }
            Ask::Attempt { key, seat, version, from, to } => {
                self.may_decide(conn, seat, version)?;
                let text = self.table.attempt(seat, &from, to.as_deref())?;
                self.decide(seat, &text, Some(key)).await?;
            }
            Ask::Preview { key, seat, version, text } => {
                self.may_decide(conn, seat, version)?;
                let choice = Box::new(choice_told(self.table.choice(seat, &text)?));
                self.viewers.tell(conn, &Tell::Preview { key, choice });
                return Ok(false);
            }
            Ask::Hint { key, seat } => {
                self.hint(conn, seat, key)?;
                return Ok(false);
            }
            Ask::Undo { key, seat } => {
                self.holds(conn, seat)?;
                self.undo(seat, key).await?;
            }
            Ask::Resign { key, seat } => {
                self.holds(conn, seat)?;
                self.resign(seat, Some(key)).await?;
            }
            Ask::OfferDraw { key, seat } => {
                self.holds(conn, seat)?;
                self.offer_draw(seat, key).await?;
            }
            Ask::Rematch { seat, .. } => {
                self.holds(conn, seat)?;
                self.offer_rematch(seat).await?;
            }
            Ask::Answer { key, seat, what, yes } => {
                self.holds(conn, seat)?;
                match what {
                    Answered::Undo => self.answer_undo(seat, yes, key).await?,
                    Answered::Draw => self.answer_draw(seat, yes, key).await?,
                    Answered::Rematch => self.answer_rematch(seat, yes).await?,
                }
            }
            Ask::Commit { seat, hash, .. } => {
                self.holds(conn, seat)?;
                self.commit(conn, seat, &hash).await?;
            }
            Ask::Nonce { seat, nonce, .. } => {
                self.holds(conn, seat)?;
                self.add_nonce(seat, &nonce).await?;
            }
            Ask::Auto { seat, kind, on, .. } => {
                self.holds(conn, seat)?;
                self.set_auto(seat, kind, on).await?;
            }
        }
        Ok(true)
    }

    /// Whether this connection has the seat.
    pub(super) fn holds(&self, conn: ConnId, seat: Seat) -> Result<(), Refusal> {
        let has = self.viewers.get(conn).is_some_and(|viewing| viewing.you.contains(&seat));
        if has { Ok(()) } else { Err(no("server.not-your-seat")) }
    }

    /// Whether this connection may decide for the seat what it was asked at that version.
    fn may_decide(&self, conn: ConnId, seat: Seat, version: u32) -> Result<(), Refusal> {
        self.holds(conn, seat)?;
        if self.outcome().is_some() {
            return Err(Refusal::turn("refuse.over"));
        }
        let uncovered = self.viewers.get(conn).and_then(|viewing| viewing.uncovered);
        if self.covers() && uncovered != Some(seat) {
            return Err(Refusal::turn("server.covered"));
        }
        match self.asked[seat] {
            None => Err(Refusal::turn("refuse.not-your-turn").with("seat", seat)),
            Some(question) if version < question.since || version > self.version => {
                Err(Refusal::turn("server.stale"))
            }
            Some(_) => Ok(()),
        }
    }

    /// A decision of a seat, with everything that chance says after it.
    pub(super) async fn decide(&mut self, seat: Seat, text: &str, key: Option<Key>) -> Result<(), No> {
        self.decide_by(Cause::Decision(seat), seat, text, key).await
    }

    /// The same, by whomever.
    pub(super) async fn decide_by(
        &mut self,
        cause: Cause,
        seat: Seat,
        text: &str,
        key: Option<Key>,
    ) -> Result<(), No> {
        self.table.check(seat, text)?;
        // What is kept is how the game itself writes it.
        let line = self.table.seen(&format!("{seat} {text}"), Viewer::Judge)?;
        self.go_on(Some(line), cause, key).await
    }

    /// Draws what chance has to say at the beginning, and puts the first question.
    pub(super) async fn begin(&mut self) {
        self.put_questions(true, None);
        self.draw_if_due().await;
        self.start_clocks().await;
    }

    pub(super) async fn go_on(
        &mut self,
        first: Option<String>,
        cause: Cause,
        key: Option<Key>,
    ) -> Result<(), No> {
        #[cfg(test)]
        super::tests::maybe_panic(first.as_deref());
        let mut streams = self.streams.clone();
        let fresh = self.ahead(first, &mut streams)?;
        let Some(last) = fresh.last() else { return Ok(()) };
        if self.version as usize + fresh.len() > self.app.config.limits.lines as usize {
            return Err(no("server.too-long").into());
        }
        let ended = last.after.turn().outcome().map(stored_outcome);
        let decided = fresh[0].played.seat;
        let chance = fresh.iter().any(|fresh| fresh.played.seat.is_none());
        let clocks = self.clocks_after(cause, last.after.turn(), chance);
        let line = |fresh: &Fresh| NewLine { line: fresh.line.to_string(), key: None, clock: None };
        let mut lines: Vec<NewLine> = fresh.iter().map(line).collect();
        lines[0].key = key.clone();
        lines[0].clock = decided.and_then(|seat| clocks.map(|clocks| clocks.tenths(seat)));
        self.append(lines, ended, clocks, key).await?;
        self.table = last_table(&fresh);
        self.streams = streams;
        self.drawn |= chance;
        #[cfg(test)]
        self.planted.has_drawn(&fresh);
        if decided.is_some_and(|seat| self.offers.draw == Some(!seat)) {
            self.offers.draw = None;
        }
        self.offers.undo = None;
        self.put_questions(chance, decided);
        self.show(fresh);
        if self.table.turn() == Turn::Chance && self.patience.is_none() {
            // It waits for what the players add to the dice.
            Box::pin(self.draw_if_due()).await;
        }
        Ok(())
    }

    /// Plays on a copy: the first line, then everything that chance says.
    fn ahead(&self, first: Option<String>, streams: &mut Streams) -> Result<Vec<Fresh>, Refusal> {
        let mut table = self.table.copy();
        let mut fresh = Vec::new();
        let mut version = self.version;
        let mut next = first.map(|line| Line::Step(line, None));
        while fresh.len() < LONGEST_CHANCE {
            let line = match next.take() {
                Some(line) => line,
                None if table.turn() == Turn::Chance && self.may_draw() => {
                    let drawn = table.draw(streams).expect("the turn is chance's");
                    #[cfg(test)]
                    let drawn = self.planted.drawn(&fresh, drawn);
                    Line::Step(drawn.text, Some(drawn.draw))
                }
                None => break,
            };
            version += 1;
            fresh.push(step(&mut table, line, version)?);
        }
        Ok(fresh)
    }

    /// Gives up for a seat.
    pub(super) async fn resign(&mut self, seat: Seat, key: Option<Key>) -> Result<(), No> {
        self.end_by(TableLine::Resigns(seat), key).await
    }

    /// Ends the game by a decision of the table.
    pub(super) async fn end_by(&mut self, line: TableLine, key: Option<Key>) -> Result<(), No> {
        if self.outcome().is_some() {
            return Err(Refusal::turn("refuse.over").into());
        }
        let outcome = line.outcome().expect("only lines that end a game come here");
        let lines = vec![NewLine { line: line.to_string(), key: key.clone(), clock: None }];
        let clocks = self.clocks_after(Cause::Table, Turn::Over(outcome), true);
        self.append(lines, Some(stored_outcome(outcome)), clocks, key).await?;
        self.ended = Some(outcome);
        self.offers = protocol::Offers::default();
        self.put_questions(true, None);
        self.show(Vec::new());
        Ok(())
    }

    /// Stores lines durably. When somebody else has written to this log, the table is left untouched and
    /// read again.
    pub(super) async fn append(
        &mut self,
        lines: Vec<NewLine>,
        ended: Option<Ended>,
        clocks: Option<Clocks>,
        key: Option<Key>,
    ) -> Result<(), No> {
        let added = lines.len() as u32;
        let over = ended.clone();
        let begin = Instant::now();
        let app = Arc::clone(&self.app);
        let (id, ticks) = (self.row.id.clone(), clocks.map(|clocks| clocks.ticks()));
        let storing = app.store.append(id, self.version, lines, ended, ticks, app.now());
        let mut storing = std::pin::pin!(storing);
        let stored = match timeout(app.config.pace.slow, &mut storing).await {
            Ok(stored) => stored,
            Err(_) => {
                // Nobody is told anything before it is stored; but they are told that it takes long.
                self.viewers.tell_all(&Tell::Busy { key: None });
                storing.await
            }
        };
        match stored {
            Ok(()) => {
                self.app.metrics.stored(begin.elapsed());
                self.version += added;
                self.set_clocks(clocks);
                self.keys.extend(key);
                self.row.ended = over.or(self.row.ended.take());
                Ok(())
            }
            Err(AppendError::Conflict) => {
                self.read_again().await;
                Err(No::Busy)
            }
            Err(AppendError::Store(error)) => {
                count(&self.app.metrics.store_failed);
                trouble(&self.row.id, &error);
                Err(no("server.store").into())
            }
        }
    }

    /// Takes over what another server has written.
    async fn read_again(&mut self) {
        match Live::load(Arc::clone(&self.app), &self.row.id, self.inbox.clone()).await {
            Ok(mut fresh) => {
                std::mem::swap(&mut fresh.viewers, &mut self.viewers);
                self.stop_thinking();
                *self = fresh;
                self.put_questions(true, None);
                self.tell_snapshots();
                Box::pin(self.draw_if_due()).await;
            }
            Err(why) => {
                self.viewers.tell_all(&super::gone(&why));
                self.viewers.clear();
            }
        }
    }

    /// Notes what each seat is asked now. A question that only the other side's decision has left standing is
    /// still the same.
    pub(super) fn put_questions(&mut self, anew: bool, decided: Option<Seat>) {
        let turn = self.table.turn();
        let over = self.outcome().is_some();
        for seat in Seat::BOTH {
            let asked = !over && turn.asks(seat);
            let same = !anew && decided != Some(seat) && self.asked[seat].is_some();
            if !asked {
                self.asked[seat] = None;
            } else if !same {
                self.asked[seat] = Some(Question { since: self.version, opened: self.now() });
            }
        }
        self.prepare_answers();
    }

    /// Who sits there is a bot.
    pub(super) fn is_computer(&self, seat: Seat) -> bool {
        self.mode == Mode::Computer && self.seats[seat].occupant == "computer"
    }
}

fn step(table: &mut Box<dyn Table>, line: Line, version: u32) -> Result<Fresh, Refusal> {
    let Line::Step(text, draw) = &line else { unreachable!("lines of the table are not played") };
    let before = table.copy();
    let happened = table.play(text)?;
    let stream = draw.as_ref().map(|draw| draw.stream.clone());
    let played = Played::new(&*before, text, stream, version)?;
    Ok(Fresh { played, happened, after: table.copy(), line })
}

fn last_table(fresh: &[Fresh]) -> Box<dyn Table> {
    fresh.last().expect("there is a step").after.copy()
}

fn stored_outcome(outcome: Outcome) -> Ended {
    Ended { outcome: outcome.name().into(), reason: outcome.reason.into() }
}

fn is_key(key: &str) -> bool {
    (8..=40).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

//! The one exit for what anybody learns about a game.
//!
//! Views, questions, answers, moves and events leave the server here and nowhere else, each through the eyes
//! of one viewer ([`Live::eyes`]).

use axum::extract::ws::Utf8Bytes;
use catalogue::{Choice, Happened, Table};
use protocol::{
    Asked, Control, Hole, Match, Move, Moved, PROTOCOL, Position, PromptTold, Sentence, Snapshot, StepTold,
    TableTold, Tell,
};
use table::{Prompt, Refusal, Seat, Viewer};

use super::{ConnId, Live, no, play::Fresh, viewers::Viewing};
use crate::replay::{move_told, turn_told, viewer_name};

/// Who missed more steps than this gets the table anew.
const MISSED: usize = 64;

impl Live {
    /// Through whose eyes a connection sees the table as it stands.
    fn eyes(&self, viewing: &Viewing) -> Viewer {
        self.eyes_at(viewing, true)
    }

    /// Through whose eyes a connection sees the last position or one before it. The end opens everything, and
    /// not a step earlier.
    fn eyes_at(&self, viewing: &Viewing, last: bool) -> Viewer {
        if last && self.outcome().is_some() {
            return Viewer::Judge;
        }
        match viewing.you[..] {
            [] => Viewer::Public,
            [seat] => Viewer::Seat(seat),
            // Two at one screen: one seat's secrets at a time.
            _ => viewing.uncovered.filter(|_| self.covers()).map_or(Viewer::Public, Viewer::Seat),
        }
    }

    /// Shows the steps that have just been stored; with none, a decision of the table.
    pub(super) fn show(&mut self, fresh: Vec<Fresh>) {
        let last = fresh.len();
        if fresh.is_empty() {
            self.show_step(self.version, None, self.table.copy(), true);
        }
        for (n, step) in fresh.into_iter().enumerate() {
            let Fresh { played, happened, after, .. } = step;
            let version = played.version;
            self.moves.push(played);
            self.show_step(version, Some(&happened), after, n + 1 == last);
            self.last = Some(happened);
        }
        if self.outcome().is_some() && self.table.has_secrets() {
            // Everything hidden is open now, also in the list of moves.
            self.tell_snapshots();
        }
    }

    fn show_step(&mut self, version: u32, happened: Option<&Happened>, after: Box<dyn Table>, last: bool) {
        // Viewers with the same eyes and seats get the same frame.
        let mut written: Vec<(Viewer, Vec<Seat>, Option<Seat>, Utf8Bytes)> = Vec::new();
        for conn in self.viewers.ids() {
            let Some(viewing) = self.viewers.get(conn) else { continue };
            let eyes = self.eyes_at(viewing, last);
            let known = written.iter().find(|(viewer, you, uncovered, _)| {
                (*viewer, *uncovered) == (eyes, viewing.uncovered) && *you == viewing.you
            });
            let text = match known {
                Some((.., text)) => text.clone(),
                None => {
                    let moved = happened.map(|happened| self.moved(self.moves.len(), happened, eyes));
                    let step = self.step(conn, viewing, version, moved, &*after, last);
                    let text = serde_json::to_string(&Tell::Step(Box::new(step)));
                    let text = Utf8Bytes::from(text.expect("frames are plain data"));
                    written.push((eyes, viewing.you.clone(), viewing.uncovered, text.clone()));
                    text
                }
            };
            self.viewers.pass_on(conn, text);
        }
    }

    fn step(
        &self,
        conn: ConnId,
        viewing: &Viewing,
        version: u32,
        moved: Option<Moved>,
        after: &dyn Table,
        last: bool,
    ) -> StepTold {
        let n = moved.as_ref().map_or(self.moves.len() as u32, |moved| moved.line.n);
        StepTold {
            version,
            moved,
            position: self.position(viewing, after, n, last),
            offers: self.offers,
            can: self.can(conn),
            seed: self.seed().filter(|_| last),
            clocks: self.clocks_told(),
        }
    }

    /// Move `n` (from 1) with its events.
    fn moved(&self, n: usize, happened: &Happened, eyes: Viewer) -> Moved {
        Moved { line: self.line(n, eyes), events: happened.seen_by(eyes) }
    }

    fn line(&self, n: usize, eyes: Viewer) -> Move {
        let played = &self.moves[n - 1];
        move_told(n, played.seen(eyes), played.turn)
    }

    /// A position through the eyes of a viewer. The last one comes with the questions to the viewer's seats.
    fn position(&self, viewing: &Viewing, table: &dyn Table, n: u32, last: bool) -> Position {
        let eyes = self.eyes_at(viewing, last);
        let ended = self.ended.filter(|_| last);
        Position {
            n,
            viewer: viewer_name(eyes),
            view: table.view(eyes),
            turn: turn_told(self.entry.id, table.turn(), ended),
            asked: if last { self.asked_told(viewing) } else { Vec::new() },
            cover: self.cover(viewing).filter(|_| last),
        }
    }

    /// The questions to a viewer's own seats.
    fn asked_told(&self, viewing: &Viewing) -> Vec<Asked> {
        let shown = |seat: &Seat| !self.covers() || viewing.uncovered == Some(*seat);
        let asked = viewing.you.iter().copied().filter(|seat| self.asked[*seat].is_some()).filter(shown);
        asked.filter_map(|seat| self.question(seat)).collect()
    }

    fn question(&self, seat: Seat) -> Option<Asked> {
        let answer = self.answers[seat].as_ref();
        let wait = answer.map(|answer| answer.due.since(self.now()));
        Some(Asked {
            seat,
            prompt: prompt_told(self.table.prompt(seat)?),
            choices: self.table.choices(seat).into_iter().map(choice_told).collect(),
            auto_in: wait.map(|wait| wait.as_millis() as u32),
        })
    }

    /// At one screen with secrets: whose private view waits behind the cover. Windows that are passed by
    /// themselves need none.
    fn cover(&self, viewing: &Viewing) -> Option<Seat> {
        if !self.covers() || viewing.you.is_empty() {
            return None;
        }
        let open = |seat: &Seat| self.asked[*seat].is_some() && self.answers[*seat].is_none();
        if viewing.uncovered.is_some_and(|seat| open(&seat)) {
            return None;
        }
        viewing.you.iter().copied().find(open)
    }

    /// Tells a viewer what it missed since `version`, or everything.
    pub(super) fn catch_up(&mut self, conn: ConnId, version: Option<u32>) {
        let Some(first) = version.and_then(|version| self.missed(version)) else {
            self.tell_snapshot(conn);
            return;
        };
        let mut table = self.table_at(first);
        for n in first..self.moves.len() {
            let happened = table.play(&self.moves[n].line).expect("the move was legal before");
            let Some(viewing) = self.viewers.get(conn) else { return };
            let last = n + 1 == self.moves.len() && self.ended.is_none();
            let moved = self.moved(n + 1, &happened, self.eyes_at(viewing, last));
            let step = self.step(conn, viewing, self.moves[n].version, Some(moved), &*table, last);
            self.viewers.tell(conn, &Tell::Step(Box::new(step)));
        }
        let Some(viewing) = self.viewers.get(conn) else { return };
        if self.ended.is_some() && version < Some(self.version) {
            let step = self.step(conn, viewing, self.version, None, &*table, true);
            self.viewers.tell(conn, &Tell::Step(Box::new(step)));
        }
        let offer = protocol::Offer { offers: self.offers, declined: None };
        let can = self.can(conn);
        self.viewers.tell(conn, &Tell::Offer { offer, can });
        // Whoever comes back compares it with what was kept.
        let commitment = self.commitment();
        self.viewers.tell(conn, &Tell::Dice { commitment });
    }

    /// The first move that a viewer has missed, if the missed ones can be told one by one.
    fn missed(&self, version: u32) -> Option<usize> {
        let lines = self.version.checked_sub(version)? as usize;
        let opened = self.outcome().is_some() && self.table.has_secrets();
        if self.covers() || opened || lines > MISSED {
            return None;
        }
        let first = self.moves.partition_point(|played| played.version <= version);
        // A take-back among the missed lines leaves fewer moves than lines.
        let told = self.moves.len() - first + usize::from(self.ended.is_some() && lines > 0);
        (told == lines).then_some(first)
    }

    /// Everything that is needed to draw the table.
    pub(super) fn tell_snapshot(&mut self, conn: ConnId) {
        let Some(viewing) = self.viewers.get(conn) else { return };
        let eyes = self.eyes(viewing);
        let auto = Seat::BOTH.map(|seat| match viewing.you.contains(&seat) {
            true => self.seats[seat].auto.clone(),
            false => Vec::new(),
        });
        let snapshot = Snapshot {
            protocol: PROTOCOL,
            table: self.table_told(),
            seats: self.seats_told(),
            watchers: self.watchers(),
            you: viewing.you.clone(),
            version: self.version,
            position: self.position(viewing, &*self.table, self.moves.len() as u32, true),
            moves: (1..=self.moves.len()).map(|n| self.line(n, eyes)).collect(),
            last: self.last.as_ref().map(|last| last.seen_by(eyes)).unwrap_or_default(),
            offers: self.offers,
            can: self.can(conn),
            auto,
            next: self.row.next.clone(),
            clocks: self.clocks_told(),
        };
        self.viewers.tell(conn, &Tell::Snapshot(Box::new(snapshot)));
    }

    pub(super) fn tell_snapshots(&mut self) {
        self.viewers.ids().into_iter().for_each(|conn| self.tell_snapshot(conn));
    }

    /// The position after move `n`. At one screen with secrets looking back shows what everybody may know.
    pub(super) fn look(&mut self, conn: ConnId, n: u32) -> Result<(), Refusal> {
        if n as usize > self.moves.len() {
            return Err(no("server.no-move"));
        }
        let Some(viewing) = self.viewers.get(conn) else { return Ok(()) };
        let hidden = self.covers() && self.outcome().is_none();
        let eyes = if hidden { Viewer::Public } else { self.eyes(viewing) };
        let table = self.table_at(n as usize);
        let ended = self.ended.filter(|_| n as usize == self.moves.len());
        let position = Position {
            n,
            viewer: viewer_name(eyes),
            view: table.view(eyes),
            turn: turn_told(self.entry.id, table.turn(), ended),
            asked: Vec::new(),
            cover: None,
        };
        self.viewers.tell(conn, &Tell::Look(Box::new(position)));
        Ok(())
    }

    /// Lifts the cover for a seat that is asked, or puts it on. One seat's view is out at a time.
    pub(super) fn uncover(&mut self, conn: ConnId, seat: Option<Seat>) -> Result<(), Refusal> {
        if !self.covers() {
            return Err(no("server.no-cover"));
        }
        if let Some(seat) = seat {
            self.holds(conn, seat)?;
            if self.asked[seat].is_none() {
                return Err(Refusal::turn("refuse.not-your-turn").with("seat", seat));
            }
        }
        for other in self.viewers.ids() {
            let Some(viewing) = self.viewers.get_mut(other) else { continue };
            let was = std::mem::replace(&mut viewing.uncovered, seat.filter(|_| other == conn));
            if was.is_some() && other != conn {
                self.tell_snapshot(other);
            }
        }
        self.tell_snapshot(conn);
        Ok(())
    }

    fn table_told(&self) -> TableTold {
        let row = &self.row;
        TableTold {
            id: row.id.clone(),
            game: row.game.clone(),
            rules: row.rules,
            options: row.options.clone(),
            mode: self.mode,
            level: row.level.clone(),
            listed: row.listed,
            secrets: self.table.has_secrets(),
            continuous: self.entry.continuous,
            began: row.began,
            series: Match {
                number: row.number,
                one: row.won[Seat::One],
                two: row.won[Seat::Two],
                draws: row.drawn,
            },
            commitment: self.commitment(),
            clock: protocol::Clock::ALL.into_iter().find(|clock| Some(clock.name()) == row.clock.as_deref()),
        }
    }
}

/// A question in the protocol's terms.
pub(crate) fn prompt_told(prompt: Prompt) -> PromptTold {
    let control = |control: table::Control| Control {
        kind: control.kind.into(),
        form: control.form,
        ranges: control
            .ranges
            .iter()
            .map(|range| Hole { name: range.name.into(), from: range.from, to: range.to })
            .collect(),
        rules: control.rules.iter().map(|&rule| rule.into()).collect(),
        hints: control.hints,
    };
    PromptTold {
        sentence: Sentence::of(prompt.key, &prompt.values),
        controls: prompt.controls.into_iter().map(control).collect(),
    }
}

/// A choice in the protocol's terms.
pub(crate) fn choice_told(choice: Choice) -> protocol::Choice {
    let Choice { text, gesture } = choice;
    protocol::Choice {
        text,
        from: gesture.from,
        to: gesture.to,
        key: gesture.key.map(String::from),
        preview: gesture.preview,
    }
}

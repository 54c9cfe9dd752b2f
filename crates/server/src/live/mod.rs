//! A live table: one task that takes wishes one at a time.
//!
//! The task is the only one that touches its game. It checks a wish, plays it on a copy, draws what chance has
//! to say, stores all that in one transaction, and only then shows it ([`tell`] is the one exit). A table that
//! nobody looks at falls asleep and is rebuilt from its log; one that panics ends alone.

mod bots;
#[cfg(test)]
mod busy;
#[cfg(test)]
pub(crate) mod canaries;
mod chance;
pub(crate) mod clock;
mod load;
mod offers;
#[cfg(test)]
mod pairs;
mod play;
mod tell;
#[cfg(test)]
mod tests;
mod undo;
mod viewers;
#[cfg(test)]
mod windows;

use std::{collections::HashSet, ops::ControlFlow, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use catalogue::{Chosen, Entry, Happened, Table};
use futures_util::FutureExt;
use protocol::{Ask, Mode, Sentence, Tell};
use store::{Ended, GameRow, GuestId, SeatRow};
use table::{BySeat, Outcome, Refusal, Seat, chance::Streams};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

pub(crate) use self::{
    bots::ENGINE,
    tell::{choice_told, prompt_told},
};
use self::{
    bots::{Answer, Hinted, Thinking, Thought},
    clock::Clocks,
    play::Played,
    viewers::Viewers,
};
use crate::{app::App, journal::trouble, metrics::count, queue::Outbox, time::Moment};

/// A connection.
pub(crate) type ConnId = u64;

/// What a table is told.
pub(crate) enum Message {
    /// Somebody looks at it.
    Join(Joined),
    /// Somebody looks away.
    Leave(ConnId),
    /// Somebody wishes something.
    Ask(ConnId, Ask),
    /// Somebody took a seat or has another name.
    SeatsChanged,
    /// Somebody may have run out of time.
    Flag,
    /// Nobody holds this seat any more.
    Abandoned(Seat),
    /// The game is erased.
    Erased,
    /// The computer has thought.
    Thought(Thought),
    /// A hint has been found.
    Hinted(Hinted),
}

/// Somebody who looks at a table.
pub(crate) struct Joined {
    pub(crate) conn: ConnId,
    pub(crate) guest: Option<GuestId>,
    /// Where frames go. Bounded: who is too slow is sent away.
    pub(crate) out: Outbox,
    /// The last version that this viewer has drawn.
    pub(crate) version: Option<u32>,
}

/// A live table.
pub(crate) struct Live {
    app: Arc<App>,
    inbox: mpsc::WeakSender<Message>,
    row: GameRow,
    mode: Mode,
    entry: &'static Entry,
    seats: BySeat<SeatRow>,
    table: Box<dyn Table>,
    streams: Streams,
    /// Whether chance has ever spoken here: then nothing is added to the dice any more.
    drawn: bool,
    /// How long chance waits for what the players add to the dice.
    patience: Option<Moment>,
    /// When who has not opened a nonce has given the game up.
    deadline: Option<Moment>,
    /// Not before this moment: a table that has just woken waits for everybody to come back.
    grace: Moment,
    /// How many lines the log has.
    version: u32,
    /// The steps that count.
    moves: Vec<Played>,
    /// What happened in the last of them.
    last: Option<Happened>,
    /// The action keys of the log.
    keys: HashSet<String>,
    /// How it ended by a decision of the table.
    ended: Option<Outcome>,
    asked: BySeat<Option<Question>>,
    clocks: Option<Clocks>,
    /// After trouble with the store: nobody's time is over before.
    no_flag_before: Option<Moment>,
    offers: protocol::Offers,
    /// The version at which a seat was last told no, by what it had offered.
    declined: BySeat<[Option<u32>; 2]>,
    viewers: Viewers,
    player: Option<Box<dyn Chosen>>,
    thinking: Option<Thinking>,
    answers: BySeat<Option<Answer>>,
    #[cfg(test)]
    planted: tests::Planted,
}

/// A question that waits for a seat's answer.
#[derive(Clone, Copy, Debug)]
struct Question {
    /// The version at which it was put.
    since: u32,
    /// When it was put.
    opened: Moment,
}

/// Why a wish is not fulfilled.
#[derive(Debug)]
enum No {
    /// It is against a rule.
    Refused(Refusal),
    /// Not now: try again.
    Busy,
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> No {
        No::Refused(refusal)
    }
}

/// Refused by the table, not by the game.
fn no(key: &'static str) -> Refusal {
    Refusal::by("table", key)
}

/// When the store is in trouble, it is asked again after so long.
const TROUBLE: Duration = Duration::from_secs(1);

/// How long a table that cannot be opened waits for those whom it has to tell.
const TURN_AWAY: Duration = Duration::from_secs(5);

/// The life of a table.
pub(crate) async fn run(
    app: Arc<App>,
    id: String,
    mut messages: mpsc::Receiver<Message>,
    inbox: mpsc::WeakSender<Message>,
) {
    let loading = AssertUnwindSafe(Live::load(Arc::clone(&app), &id, inbox)).catch_unwind().await;
    let why = match loading {
        Ok(Ok(mut live)) => match AssertUnwindSafe(live.serve(&mut messages)).catch_unwind().await {
            Ok(Slept) => return,
            Err(_) => {
                let why = break_down(&app, &id).await;
                live.viewers.tell_all(&gone(&why));
                why
            }
        },
        Ok(Err(why)) => why,
        Err(_) => break_down(&app, &id).await,
    };
    turn_away(&app, &id, why, &mut messages).await;
}

/// Turns somebody away. Who comes while the store is in trouble shall come again.
fn gone(why: &Sentence) -> Tell {
    Tell::Gone { why: why.clone(), again: why.word == "server.store" }
}

/// States in the store that this table cannot go on. Its log stays.
async fn break_down(app: &App, id: &str) -> Sentence {
    trouble(id, "it panicked and has ended; its record is kept");
    count(&app.metrics.broken);
    let ended = Ended { outcome: "broken".into(), reason: "broken".into() };
    if let Err(error) = app.store.end(id.to_owned(), ended).await {
        trouble(id, &error);
    }
    Sentence::new("server.broken")
}

/// Tells everybody who comes that there is no table.
async fn turn_away(app: &App, id: &str, why: Sentence, messages: &mut mpsc::Receiver<Message>) {
    loop {
        match timeout(TURN_AWAY, messages.recv()).await {
            Ok(Some(Message::Join(joined))) => {
                viewers::tell(&joined.out, &gone(&why));
            }
            Ok(Some(_)) => {}
            Ok(None) => return,
            Err(_) => {}
        }
        if app.sleep(id, messages) {
            return;
        }
    }
}

/// The table has fallen asleep.
struct Slept;

impl Live {
    async fn serve(&mut self, messages: &mut mpsc::Receiver<Message>) -> Slept {
        self.begin().await;
        let idle = self.app.config.pace.idle;
        let time = self.app.config.time.clone();
        loop {
            let due = self.next_alarm();
            // A clock keeps nobody awake: its alarm will.
            let busy = self.thinking.is_some() || self.next_answer().or(self.patience).is_some();
            let lonely = self.viewers.is_empty() && !busy;
            tokio::select! {
                message = messages.recv() => {
                    let Some(message) = message else { return Slept };
                    if self.hear(message).await.is_break() && self.app.sleep(&self.row.id, messages) {
                        return Slept;
                    }
                }
                () = time.sleep_until(due.unwrap_or(Moment(0))), if due.is_some() => self.alarm().await,
                () = sleep(idle), if lonely => {
                    if self.app.sleep(&self.row.id, messages) {
                        return Slept;
                    }
                }
            }
        }
    }

    /// When something happens by itself next.
    fn next_alarm(&self) -> Option<Moment> {
        [self.next_answer(), self.patience, self.deadline, self.next_flag()].into_iter().flatten().min()
    }

    /// Does what is due by itself.
    async fn alarm(&mut self) {
        if self.patience.is_some_and(|due| due <= self.now()) {
            self.wait_no_longer().await;
        } else if self.deadline.is_some_and(|due| due <= self.now()) {
            self.name_the_missing().await;
        } else if self.next_answer().is_some_and(|due| due <= self.now()) {
            self.answer().await;
        } else {
            self.flag().await;
        }
    }

    fn now(&self) -> Moment {
        self.app.config.time.now()
    }

    async fn hear(&mut self, message: Message) -> ControlFlow<()> {
        match message {
            Message::Join(joined) => {
                self.join(joined);
                self.wait_for_nonces();
            }
            Message::Leave(conn) => self.leave(conn),
            Message::Ask(conn, ask) => self.ask(conn, ask).await,
            Message::SeatsChanged => self.reseat().await,
            Message::Flag => self.flag().await,
            Message::Abandoned(seat) => {
                self.reseat().await;
                // Nobody can come back to this seat: the other side need not wait.
                if self.outcome().is_none() && self.resign(seat, None).await.is_err() {
                    self.hear_later(Message::Abandoned(seat));
                }
            }
            Message::Erased => {
                self.viewers.tell_all(&Tell::Gone { why: Sentence::new("server.erased"), again: false });
                self.viewers.clear();
                self.asked = BySeat::default();
                self.prepare_answers();
                return ControlFlow::Break(());
            }
            Message::Thought(thought) => self.thought(thought),
            Message::Hinted(hinted) => self.hinted(hinted),
        }
        ControlFlow::Continue(())
    }

    /// Hears a message again after a while: the store was in trouble.
    fn hear_later(&self, message: Message) {
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            sleep(TROUBLE).await;
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(message).await;
            }
        });
    }

    /// How the game ended, by its own rules or by a decision of the table.
    fn outcome(&self) -> Option<Outcome> {
        self.ended.or(self.table.turn().outcome())
    }

    /// Whether this is one screen for two with something to hide.
    fn covers(&self) -> bool {
        self.mode == Mode::Screen && self.table.has_secrets()
    }
}

//! Two players at one table, and the next table when the game is over.

use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use protocol::{Ask, PROTOCOL};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{
    BySeat, Seat,
    chance::nonce_commitment,
    tools::{hex, unhex},
};
use tokio::{
    sync::watch,
    time::{sleep, sleep_until, timeout},
};

use crate::{
    LoadError, Shared,
    book::{Book, Verdict},
    frame::{Dice, Frame, Shown, Stage},
    guest::{Guest, Socket, hear, say},
};

/// A wish that was put off is made again after so long.
const AGAIN: Duration = Duration::from_millis(50);

/// A move that the other side has not been shown for so long is given up.
const UNSEEN: Duration = Duration::from_secs(5);

/// How long a snapshot may take when books are compared.
const PATIENCE: Duration = Duration::from_secs(30);

/// Both sides of one table.
pub(crate) struct Pair {
    shared: Arc<Shared>,
    game: &'static str,
    rng: Xoshiro256PlusPlus,
    pub(crate) name: String,
    sides: BySeat<Side>,
    open: Option<Open>,
    keys: u64,
    verdict: Verdict,
}

struct Side {
    guest: Guest,
    socket: Socket,
    /// The life of the server in which this socket was greeted.
    life: u64,
    version: Option<u32>,
    stage: Option<Stage>,
    /// What it adds to the dice.
    nonce: [u8; 16],
    book: Book,
}

/// A move that was sent and not acknowledged, or not shown to the other side.
struct Open {
    seat: Seat,
    ask: Ask,
    key: String,
    sent: Instant,
    /// The version before it.
    before: u32,
    acknowledged: bool,
    shown: bool,
}

impl Pair {
    /// Sits down at a new table.
    pub(crate) async fn open(shared: &Arc<Shared>, n: usize) -> Result<Pair, LoadError> {
        let game = shared.plan.games[n % shared.plan.games.len()];
        let rng = Xoshiro256PlusPlus::seed_from_u64(shared.plan.seed ^ (n as u64) << 20);
        let (name, sides) = sit(shared, game).await?;
        Ok(Pair {
            shared: Arc::clone(shared),
            game,
            rng,
            name,
            sides,
            open: None,
            keys: 0,
            verdict: Verdict::default(),
        })
    }

    /// Plays until the time is over, then compares the books.
    pub(crate) async fn play(mut self) -> Verdict {
        let mut over = self.shared.over.subscribe();
        let mut due = Instant::now() + self.pause();
        loop {
            let [one, two] = &mut self.sides.0;
            let timer = sleep_until(due.into());
            let (seat, frame) = tokio::select! {
                () = ended(&mut over) => break,
                frame = hear(&mut one.socket) => (Seat::One, frame),
                frame = hear(&mut two.socket) => (Seat::Two, frame),
                () = timer => {
                    let pause = if self.move_on().await { self.pause() } else { self.moment() };
                    // A late move is made up for, as far as one pause.
                    due = (due + pause).max(Instant::now());
                    continue;
                }
            };
            match frame {
                Some(frame) => self.heard(seat, frame).await,
                None => self.reconnect(seat).await,
            }
            if self.is_over() && self.open.is_none() && self.next_table().await.is_err() {
                break;
            }
        }
        self.compare().await;
        self.verdict
    }

    /// Until the next move: on average what the plan wants.
    fn pause(&mut self) -> Duration {
        let mean = self.shared.plan.tables as f64 / self.shared.plan.rate;
        Duration::from_secs_f64(mean * self.rng.random_range(0.5..1.5))
    }

    /// Until it is tried again where nobody could move: a small part of a pause.
    fn moment(&self) -> Duration {
        Duration::from_secs_f64(self.shared.plan.tables as f64 / self.shared.plan.rate / 20.0).max(AGAIN / 10)
    }

    async fn heard(&mut self, seat: Seat, frame: Frame) {
        let life = self.shared.life.load(Relaxed);
        match frame {
            Frame::Shown(Shown { version, stage, dice, .. }) => {
                if let Some(dice) = dice {
                    self.add_to_dice(seat, &dice).await;
                }
                self.sides[seat].version = Some(version);
                self.sides[seat].stage = Some(stage);
                self.greeted(seat, life);
                self.saw(seat, version);
            }
            Frame::Dice(dice) => self.add_to_dice(seat, &dice).await,
            Frame::Presence => self.greeted(seat, life),
            Frame::Done(key) => self.acknowledged(&key),
            Frame::Refused(key) if self.is_open(key.as_ref()) => {
                // The position has moved on under the click, or the store is in trouble: nothing was promised.
                self.shared.samples.count(&self.shared.samples.refused);
                self.open = None;
                self.sides[seat].book.open = None;
            }
            Frame::Busy(key) => {
                if let Some(open) = self.open.as_ref().filter(|open| key.as_ref() == Some(&open.key)) {
                    let ask = open.ask.clone();
                    sleep(AGAIN).await;
                    say(&mut self.sides[seat].socket, &ask).await;
                }
            }
            Frame::Gone => self.reconnect(seat).await,
            Frame::Refused(_) | Frame::Other => {}
        }
    }

    /// Commits to a nonce, or opens it when everybody has committed.
    async fn add_to_dice(&mut self, seat: Seat, dice: &Dice) {
        let Some(seal) = unhex(&dice.hash) else { return };
        let ask = if dice.wanted.contains(&seat) {
            // Once a table: what was committed to first is what will be opened.
            if self.sides[seat].nonce == [0; 16] {
                self.sides[seat].nonce = self.rng.random();
            }
            let hash = hex(&nonce_commitment(&seal, seat, &self.sides[seat].nonce));
            Ask::Commit { key: self.key(), seat, hash }
        } else if dice.unrevealed.contains(&seat) {
            let nonce = hex(&self.sides[seat].nonce);
            Ask::Nonce { key: self.key(), seat, nonce }
        } else {
            return;
        };
        say(&mut self.sides[seat].socket, &ask).await;
    }

    /// Whether this is the key of the move that waits for its answer.
    fn is_open(&self, key: Option<&String>) -> bool {
        self.open.as_ref().is_some_and(|open| key == Some(&open.key))
    }

    fn greeted(&mut self, seat: Seat, life: u64) {
        if self.sides[seat].life != life {
            self.sides[seat].life = life;
            self.shared.greeted.fetch_add(1, Relaxed);
        }
    }

    /// This seat was shown a version.
    fn saw(&mut self, seat: Seat, version: u32) {
        let Some(open) = self.open.as_mut() else { return };
        if open.seat != seat && version > open.before && !open.shown {
            open.shown = true;
            self.shared.samples.shown(open.sent.elapsed());
        }
        self.settle();
    }

    fn acknowledged(&mut self, key: &str) {
        let Some(open) = self.open.as_mut().filter(|open| open.key == key && !open.acknowledged) else {
            return;
        };
        open.acknowledged = true;
        self.shared.samples.answered(open.sent.elapsed());
        self.shared.samples.count(&self.shared.samples.acknowledged);
        let seat = open.seat;
        self.sides[seat].book.acknowledge();
        self.settle();
    }

    fn settle(&mut self) {
        if self.open.as_ref().is_some_and(|open| open.acknowledged && open.shown) {
            self.open = None;
        }
    }

    /// Makes a move for whoever is asked, if the last one has been seen by both; `false` when nobody can.
    async fn move_on(&mut self) -> bool {
        if let Some(open) = &self.open {
            if open.acknowledged && open.sent.elapsed() > UNSEEN {
                // The other side was never shown it: counted as slow as it was.
                self.shared.samples.shown(open.sent.elapsed());
                self.open = None;
            }
            return false;
        }
        let Some((seat, text)) = self.choose() else { return false };
        let Some(before) = self.sides[seat].version else { return false };
        let key = self.key();
        let ask = Ask::Act { key: key.clone(), seat, version: before, text: text.clone() };
        self.sides[seat].book.open = Some(text);
        self.shared.samples.count(&self.shared.samples.sent);
        let sent = Instant::now();
        let seen = [Seat::One, Seat::Two].map(|seat| self.sides[seat].version.unwrap_or(0));
        let before = before.max(seen[0]).max(seen[1]);
        self.open =
            Some(Open { seat, ask: ask.clone(), key, sent, before, acknowledged: false, shown: false });
        // A socket that breaks here is noticed by the next frame that does not come.
        say(&mut self.sides[seat].socket, &ask).await;
        true
    }

    /// A legal move of a seat that is asked.
    fn choose(&mut self) -> Option<(Seat, String)> {
        for seat in Seat::BOTH {
            let Some(position) = self.sides[seat].stage.as_ref().and_then(Stage::read) else { continue };
            let Some(asked) = position.asked.iter().find(|asked| asked.seat == seat) else { continue };
            if asked.prompt.controls.is_empty() && !asked.choices.is_empty() {
                let pick = self.rng.random_range(0..asked.choices.len());
                return Some((seat, asked.choices[pick].text.clone()));
            }
            // Not everything can be listed: a table that fits what this seat sees suggests something.
            let entry = catalogue::find(self.game).ok()?;
            let table = (entry.imagine)(&position.view, &mut self.rng).ok()?;
            return Some((seat, table.suggest(seat, &mut self.rng)));
        }
        None
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("load-{:08}", self.keys)
    }

    fn is_over(&self) -> bool {
        self.sides.0.iter().all(|side| side.stage.as_ref().is_some_and(|stage| stage.over))
    }

    /// Comes back after the socket broke, and asks again for what was not answered.
    async fn reconnect(&mut self, seat: Seat) {
        let side = &mut self.sides[seat];
        side.socket = side.guest.connect(&self.name, side.version).await;
        if let Some(open) = self.open.as_ref().filter(|open| open.seat == seat && !open.acknowledged) {
            let ask = open.ask.clone();
            say(&mut side.socket, &ask).await;
        }
    }

    /// The game is over: compares the books and goes to a new table.
    async fn next_table(&mut self) -> Result<(), LoadError> {
        self.compare().await;
        self.shared.samples.count(&self.shared.samples.games);
        let lives = [Seat::One, Seat::Two].map(|seat| self.sides[seat].life);
        (self.name, self.sides) = sit(&self.shared, self.game).await?;
        // Who was greeted in this life of the server still counts.
        for (seat, life) in Seat::BOTH.into_iter().zip(lives) {
            self.sides[seat].life = life;
        }
        self.open = None;
        Ok(())
    }

    /// Asks the server for everything that it knows of this table and compares it with the books.
    async fn compare(&mut self) {
        self.verdict.tables += 1;
        for seat in Seat::BOTH {
            let Ok(moves) = timeout(PATIENCE, self.moves(seat)).await else {
                self.verdict.lost += 1;
                continue;
            };
            let own: Vec<&str> = moves.iter().map(String::as_str).collect();
            self.verdict += self.sides[seat].book.compare(&own);
        }
    }

    /// The moves of a seat as the server shows them to it.
    async fn moves(&mut self, seat: Seat) -> Vec<String> {
        loop {
            let side = &mut self.sides[seat];
            if say(&mut side.socket, &Ask::Hello { protocol: PROTOCOL, version: None }).await {
                while let Some(frame) = hear(&mut side.socket).await {
                    if let Frame::Shown(shown) = frame
                        && let Some(moves) = shown.moves()
                    {
                        let own = moves.into_iter().filter(|shown| shown.seat == Some(seat));
                        return own.map(|shown| without_seat(&shown.text, seat)).collect();
                    }
                }
            }
            side.socket = side.guest.connect(&self.name, None).await;
        }
    }
}

/// A move as it was typed; lists may show it with its seat.
fn without_seat(text: &str, seat: Seat) -> String {
    text.strip_prefix(seat.name()).and_then(|rest| rest.strip_prefix(' ')).unwrap_or(text).to_owned()
}

async fn ended(over: &mut watch::Receiver<bool>) {
    let _ = over.wait_for(|over| *over).await;
}

/// Two new guests at a new table.
async fn sit(shared: &Shared, game: &str) -> Result<(String, BySeat<Side>), LoadError> {
    let mut one = Guest::new(shared.house.address);
    let (name, token) = one.open(game).await?;
    let mut two = Guest::new(shared.house.address);
    two.sit(&token).await?;
    let (first, second) = tokio::join!(one.connect(&name, None), two.connect(&name, None));
    let side = |guest, socket| Side {
        guest,
        socket,
        life: 0,
        version: None,
        stage: None,
        nonce: [0; 16],
        book: Book::default(),
    };
    Ok((name, BySeat([side(one, first), side(two, second)])))
}

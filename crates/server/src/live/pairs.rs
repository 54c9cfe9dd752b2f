//! What a viewer may not know changes no byte that it is sent.
//!
//! A *pair* is a game and a second one that looks the same to a viewer: at some move the second is put in the
//! place of a table imagined from that viewer's view, and from there both are moved on by steps that the viewer
//! sees as the same, to the end. Each of the two is then played at a live table of its own server, with the same
//! names, keys and time; every frame that leaves for the viewer must be the same, byte for byte, until the end
//! opens everything. What goes over a socket is what is compared here: a socket only passes frames on.
//!
//! Pitch Out opens every roster in the course of each round, so two games with different rosters look the same only
//! as far as that. There the pairs are of two kinds ([`Secret`]): games that somebody gives up, or lets the clock
//! decide, at the last moment before the rules open what differs; and games to the end of the rules that differ in
//! what nobody ever learns, the aim of an opening shot before the hand trembled.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use catalogue::{Entry, Table};
use protocol::Ask;
use rand::{Rng, RngCore, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{GameRow, GuestId, NewGame, NewLine, NewSeat, Store, Ticks};
use table::{BySeat, Seat, Turn, Viewer};
use tokio::sync::mpsc;

use super::{Joined, Live, clock};
use crate::{Config, Moment, Time, app::App};

/// What the two games of a pair differ in, and how they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secret {
    /// Anything that can be imagined; the rules bring the end.
    Kept,
    /// Anything that can be imagined; a seat gives up, or time runs out, before the rules open it.
    GivenUp,
    /// The strength of a hidden opening shot that the tremor of the hand makes the same.
    Shaken,
}

/// How a pair ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Rules,
    Resigns(Seat),
    Time,
}

/// The options under which a game hides something, if it ever does.
fn options(game: &str, secret: Secret) -> Vec<(String, String)> {
    let all: &[(&str, &str)] = match (game, secret) {
        ("pitch-out", Secret::Shaken) => &[("format", "five"), ("tremor_one", "5"), ("tremor_two", "5")],
        ("pitch-out", _) => &[("format", "five")],
        _ => &[],
    };
    all.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// A game that gives no pair in so many tries has nothing to hide.
const TRIES: usize = 3000;

/// How many pairs run to the end, for each game.
fn wanted() -> usize {
    if std::env::var("VISAVIS_LONG").is_ok_and(|long| long == "1") { 1000 } else { 6 }
}

/// A game and its twin: the same lines up to `split`, there the twin's table, then lines that look the same.
struct Pair {
    split: usize,
    lines: [Vec<String>; 2],
    twin: Box<dyn Table>,
    end: End,
}

/// A random game with the tables before each line and after the last.
fn random_game(entry: &Entry, secret: Secret, rng: &mut dyn RngCore) -> (Vec<String>, Vec<Box<dyn Table>>) {
    let mut table = (entry.open)(&options(entry.id, secret)).unwrap();
    let (mut lines, mut tables) = (Vec::new(), vec![table.copy()]);
    loop {
        let line = match table.turn() {
            Turn::Over(_) => return (lines, tables),
            Turn::Act(seats) => {
                let seat = *seats.iter().collect::<Vec<_>>().choose(rng).unwrap();
                let text = table.suggest(seat, rng);
                let text = stronger(&text, rng).filter(|_| secret == Secret::Shaken).unwrap_or(text);
                format!("{seat} {text}")
            }
            Turn::Chance => any_outcome(&*table, rng, |_| true).unwrap(),
        };
        table.play(&line).unwrap();
        lines.push(line);
        tables.push(table.copy());
    }
}

/// The same opening shot of Pitch Out with nearly all the strength that there is. Where the hand trembles upwards it
/// is not known afterwards how much of it was meant.
fn stronger(text: &str, rng: &mut dyn RngCore) -> Option<String> {
    let (shot, _) = text.strip_prefix("open ")?.split_once('@')?;
    Some(format!("open {shot}@{}", rng.random_range(980..=1000)))
}

fn any_outcome(table: &dyn Table, rng: &mut dyn RngCore, fits: impl Fn(&str) -> bool) -> Option<String> {
    let (draw, _) = table.odds()?;
    let outcomes: Vec<&(String, u32)> = draw.weights.iter().filter(|(text, _)| fits(text)).collect();
    outcomes.choose(rng).map(|(text, _)| text.clone())
}

/// A line of the twin that the viewer cannot tell from `line`.
fn follow(
    here: &dyn Table,
    there: &dyn Table,
    line: &str,
    viewer: Viewer,
    rng: &mut dyn RngCore,
) -> Option<String> {
    let seen = here.seen(line, viewer).unwrap();
    let alike = |other: &str| there.seen(other, viewer).is_ok_and(|text| text == seen);
    let Some((seat, text)) = line.split_once(' ').filter(|_| !line.starts_with('@')) else {
        return any_outcome(there, rng, alike);
    };
    let seat: Seat = seat.parse().unwrap();
    let same = there.check(seat, text).is_ok() && alike(line);
    if viewer == Viewer::Seat(seat) {
        assert!(same, "{line}: what a seat does itself it can do at every table that looks the same");
    }
    if same && (viewer == Viewer::Seat(seat) || rng.random_ratio(2, 3)) {
        return Some(line.to_owned());
    }
    let mut others = there.options(seat);
    others.extend(stronger(text, rng).filter(|text| there.check(seat, text).is_ok()));
    let others = others.into_iter().map(|text| format!("{seat} {text}"));
    let others: Vec<String> = others.filter(|other| alike(other)).collect();
    others.choose(rng).cloned().or_else(|| same.then(|| line.to_owned()))
}

/// Looks for a pair: both go to the end, and differ on the way.
fn pair(entry: &Entry, secret: Secret, viewer: Viewer, rng: &mut dyn RngCore) -> Pair {
    for _ in 0..TRIES {
        let (mut lines, tables) = random_game(entry, secret, rng);
        let last = match secret {
            Secret::Shaken => lines.iter().position(|line| line.contains(" open ")).unwrap(),
            _ => lines.len() - 1,
        };
        for _ in 0..8 {
            let split = rng.random_range(0..=last);
            let twin = match secret {
                Secret::Shaken => tables[split].copy(),
                _ => tables[split].imagine(viewer, rng),
            };
            let beside = run_beside(&lines[split..], &tables[split..], twin.copy(), viewer, rng);
            let Some((rest, end)) = beside.end(&lines[split..], secret, rng) else { continue };
            lines.truncate(split + rest.len());
            let there = lines[..split].iter().cloned().chain(rest).collect();
            return Pair { split, lines: [lines, there], twin, end };
        }
    }
    panic!("{}: no two games look alike to {}", entry.id, viewer.name());
}

/// A twin beside its game.
struct Beside {
    /// The lines of the twin, as far as the viewer cannot tell them from those of the game.
    rest: Vec<String>,
    /// Whether the two differed before each of them, and after the last.
    differ: Vec<bool>,
    /// Whether both came to the end of the rules.
    whole: bool,
}

fn run_beside(
    lines: &[String],
    tables: &[Box<dyn Table>],
    mut twin: Box<dyn Table>,
    viewer: Viewer,
    rng: &mut dyn RngCore,
) -> Beside {
    let mut beside = Beside { rest: Vec::new(), differ: Vec::new(), whole: false };
    for (line, here) in lines.iter().zip(tables) {
        beside.differ.push(twin.hash() != here.hash());
        let other = follow(&**here, &*twin, line, viewer, rng);
        let opened = |other: &String| here.revealed(line, viewer) == twin.revealed(other, viewer);
        let Some(other) = other.filter(opened) else { return beside };
        twin.play(&other).unwrap();
        beside.rest.push(other);
    }
    beside.whole = twin.turn().outcome().is_some();
    beside
}

impl Beside {
    /// The lines of the twin to the end of such a pair, if it is one.
    fn end(mut self, lines: &[String], secret: Secret, rng: &mut dyn RngCore) -> Option<(Vec<String>, End)> {
        if secret != Secret::GivenUp {
            let differed = self.differ.contains(&true);
            return (self.whole && differed).then_some((self.rest, End::Rules));
        }
        // Chance speaks at once after a decision: it is the decision that is not made any more.
        let mut last = self.rest.len();
        while last > 0 && lines.get(last)?.starts_with('@') {
            last -= 1;
        }
        self.rest.truncate(last);
        let ends = [End::Resigns(Seat::One), End::Resigns(Seat::Two), End::Time];
        let end = *ends.choose(rng).expect("there are three");
        (last > 0 && self.differ[last]).then_some((self.rest, end))
    }
}

/// A table by link of a game that hides something.
pub(super) fn row(entry: &Entry, id: &str) -> GameRow {
    secret_row(entry, id, Secret::Kept)
}

fn secret_row(entry: &Entry, id: &str, secret: Secret) -> GameRow {
    GameRow {
        id: id.into(),
        game: entry.id.into(),
        rules: entry.rules,
        options: options(entry.id, secret).into_iter().collect(),
        mode: "link".into(),
        level: None,
        listed: true,
        seed: [7; 32],
        began: 0,
        ended: None,
        number: 1,
        won: BySeat([0, 0]),
        drawn: 0,
        next: None,
        clock: None,
        ticks: Ticks::default(),
        luggage: BTreeMap::new(),
    }
}

/// A server without sockets.
pub(super) struct Side {
    pub(super) app: Arc<App>,
    pub(super) guests: [GuestId; 2],
    _folder: tempfile::TempDir,
}

/// Memory, where there is such a folder: thousands of games are stored move by move.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

impl Side {
    pub(super) async fn open(time: &Time) -> Side {
        let folder = folder();
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path());
        config.time = time.clone();
        config.limits.queue = 100_000;
        let store = Store::open(folder.path()).await.unwrap();
        let app = App::new(config, store);
        let one = app.store.welcome([1; 32], 0).await.unwrap();
        let two = app.store.welcome([2; 32], 0).await.unwrap();
        Side { app, guests: [one, two], _folder: folder }
    }

    /// A live table after the first lines, with chance that says what it is told to.
    pub(super) async fn table(
        &self,
        entry: &Entry,
        id: &str,
        secret: Secret,
        lines: &[String],
        split: usize,
    ) -> Live {
        let mut row = secret_row(entry, id, secret);
        row.clock = Some("15+10".into());
        row.ticks = clock::at_start(Some(protocol::Clock::FifteenPlusTen), self.app.config.time.now());
        let seats = BySeat(self.guests.map(|guest| NewSeat {
            occupant: "guest".into(),
            holders: vec![guest],
            link: None,
        }));
        self.app.store.open_game(NewGame { row, seats }, None).await.unwrap();
        for seat in Seat::BOTH {
            self.app.store.set_nonce(id.into(), seat, vec![3; 16]).await.unwrap();
        }
        let line = |text: &String| NewLine { line: text.clone(), key: None, clock: None };
        let before = lines[..split].iter().map(line).collect();
        self.app.store.append(id.into(), 0, before, None, None::<Ticks>, 0).await.unwrap();
        let (inbox, _) = mpsc::channel(1);
        let mut live = Live::load(Arc::clone(&self.app), id, inbox.downgrade()).await.unwrap();
        live.planted.chance = lines[split..].iter().filter(|line| line.starts_with('@')).cloned().collect();
        live
    }
}

const WATCHER: u64 = 3;

/// Plays a table to its end; gives every frame that the viewer was sent before the end opened everything.
async fn play(
    mut live: Live,
    lines: &[String],
    end: End,
    side: &Side,
    viewer: Viewer,
    seed: u64,
) -> Vec<String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut queues = Vec::new();
    let guests = [Some(side.guests[0]), Some(side.guests[1]), None];
    let watched = match viewer {
        Viewer::Seat(seat) => seat as u64 + 1,
        _ => WATCHER,
    };
    live.begin().await;
    for (conn, guest) in (1..).zip(guests) {
        let (out, queue) = crate::queue::Outbox::roomy(100_000);
        live.join(Joined { conn, guest, out, version: None });
        queues.push(queue);
    }
    let split = live.moves.len() as u32;
    let mut tried: Vec<String> = vec!["pass".into()];
    while (live.version as usize) < lines.len() {
        let version = live.version;
        let line = &lines[version as usize];
        let (seat, text) = line.split_once(' ').expect("chance has spoken already");
        let seat: Seat = seat.parse().unwrap();
        // The viewer looks back, comes back, and tries what it may not do.
        let n = rng.random_range(split..=version);
        match rng.random_range(0..12) {
            0 => live.ask(watched, Ask::Look { n }).await,
            1 => live.ask(watched, Ask::Hello { protocol: 1, version: Some(n) }).await,
            2 => live.ask(watched, Ask::Hello { protocol: 1, version: None }).await,
            3 | 4 => {
                let key = format!("try-{version:08}");
                let text = tried.choose(&mut rng).unwrap().clone();
                let own = if watched == 1 { Seat::One } else { Seat::Two };
                let stranger = watched == WATCHER;
                if stranger || live.asked[own].is_none() || live.table.check(own, &text).is_err() {
                    live.ask(watched, Ask::Act { key, seat: own, version, text }).await;
                }
            }
            _ => {}
        }
        live.app.config.time.advance(Duration::from_millis(rng.random_range(0..700)));
        if viewer == Viewer::Seat(seat) {
            tried.push(text.to_owned());
        }
        let key = format!("key-{version:08}");
        live.ask(seat as u64 + 1, Ask::Act { key, seat, version, text: text.into() }).await;
        assert!(live.version > version, "{line} was refused");
    }
    assert_eq!(live.version as usize, lines.len());
    match end {
        End::Rules => {}
        End::Resigns(seat) => {
            live.ask(seat as u64 + 1, Ask::Resign { key: "the-last-key".into(), seat }).await;
        }
        End::Time => {
            live.app.config.time.advance(Duration::from_secs(3600));
            live.flag().await;
        }
    }
    assert!(live.outcome().is_some(), "{end:?}");
    let mut frames = Vec::new();
    while let Ok(waiting) = queues[watched as usize - 1].try_recv() {
        let frame = &waiting.text;
        if frame.contains("\"viewer\":\"judge\"") {
            break;
        }
        frames.push(frame.to_string());
    }
    frames
}

/// Shows where two frames part.
fn difference(here: &str, there: &str) -> String {
    let at = here.bytes().zip(there.bytes()).position(|(a, b)| a != b).unwrap_or(0);
    let around = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(120)..text.len().min(at + 120)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("{}\n   or\n{}", around(here), around(there))
}

async fn hold(entry: &'static Entry, secrets: &[Secret]) {
    let start = Moment(1_794_000_000_000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let viewers = [Viewer::Seat(Seat::One), Viewer::Seat(Seat::Two), Viewer::Public];
    let (mut frames, mut moves) = (0, 0);
    let mut sides = None;
    for number in 0..wanted() {
        if number % 100 == 0 {
            let times = [Time::still(start), Time::still(start)];
            sides = Some((Side::open(&times[0]).await, Side::open(&times[1]).await));
        }
        let (left, right) = sides.as_ref().expect("they were opened");
        let viewer = viewers[number % 3];
        let secret = secrets[number / 3 % secrets.len()];
        let Pair { split, lines: [here, there], twin, end } = pair(entry, secret, viewer, &mut rng);
        let id = format!("pair{number:08}");
        let seed = rng.next_u64();
        let table = left.table(entry, &id, secret, &here, split).await;
        let told = play(table, &here, end, left, viewer, seed).await;
        let mut table = right.table(entry, &id, secret, &there, split).await;
        table.planted.table = Some((split, twin.copy()));
        table.table = twin;
        let others = play(table, &there, end, right, viewer, seed).await;
        assert_eq!(left.app.config.time.now(), right.app.config.time.now());
        let name = format!("{} pair {number} ({secret:?}, {end:?})", entry.id);
        for (n, (here, there)) in told.iter().zip(&others).enumerate() {
            assert!(here == there, "{name}, frame {n} to {}: {}", viewer.name(), difference(here, there));
        }
        assert_eq!(told.len(), others.len(), "{name}");
        assert!(!told.is_empty());
        let seed = table::chance::Seed([7; 32]).open();
        assert!(!told.iter().any(|frame| frame.contains(&seed)), "the seed is opened by the end alone");
        frames += told.len();
        moves += here.len() - split;
    }
    println!("{}: {} pairs, {moves} moves side by side, {frames} equal frames", entry.id, wanted());
}

#[tokio::test]
async fn pairs_of_backgammon_wars_look_the_same_byte_for_byte() {
    hold(catalogue::find("backgammon-wars").unwrap(), &[Secret::Kept]).await;
}

#[tokio::test]
async fn pairs_of_to_pieces_look_the_same_byte_for_byte() {
    hold(catalogue::find("to-pieces").unwrap(), &[Secret::Kept]).await;
}

#[tokio::test]
async fn pairs_of_pitch_out_look_the_same_byte_for_byte() {
    hold(catalogue::find("pitch-out").unwrap(), &[Secret::GivenUp, Secret::Shaken]).await;
}

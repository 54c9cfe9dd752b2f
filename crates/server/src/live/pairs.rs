//! What a viewer may not know changes no byte that it is sent.
//!
//! A *pair* is a game and a second one that looks the same to a viewer: at some move the second is put in the
//! place of a table imagined from that viewer's view, and from there both are moved on by steps that the viewer
//! sees as the same, to the end. Each of the two is then played at a live table of its own server, with the same
//! names, keys and time; every frame that leaves for the viewer must be the same, byte for byte, until the end
//! opens everything. What goes over a socket is what is compared here: a socket only passes frames on.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use axum::extract::ws::Utf8Bytes;
use catalogue::{Entry, Table};
use protocol::Ask;
use rand::{Rng, RngCore, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{GameRow, GuestId, NewGame, NewLine, NewSeat, Store, Ticks};
use table::{BySeat, Seat, Turn, Viewer};
use tokio::sync::mpsc;

use super::{Joined, Live, clock};
use crate::{Config, Moment, Time, app::App};

/// The options under which a game hides something, if it ever does.
fn options(game: &str) -> Vec<(String, String)> {
    match game {
        "pitch-out" => vec![("format".into(), "five".into())],
        _ => Vec::new(),
    }
}

/// A game that gives no pair in so many tries has nothing to hide.
const TRIES: usize = 3000;

/// How many pairs run to the end, for each game.
fn wanted() -> usize {
    if std::env::var("VISAVIS_LONG").is_ok_and(|long| long == "1") { 2000 } else { 6 }
}

/// A game and its twin: the same lines up to `split`, there the twin's table, then lines that look the same.
struct Pair {
    split: usize,
    lines: [Vec<String>; 2],
    twin: Box<dyn Table>,
}

/// A random game with the tables before each line and after the last.
fn random_game(entry: &Entry, rng: &mut dyn RngCore) -> (Vec<String>, Vec<Box<dyn Table>>) {
    let mut table = (entry.open)(&options(entry.id)).unwrap();
    let (mut lines, mut tables) = (Vec::new(), vec![table.copy()]);
    loop {
        let line = match table.turn() {
            Turn::Over(_) => return (lines, tables),
            Turn::Act(seats) => {
                let seat = *seats.iter().collect::<Vec<_>>().choose(rng).unwrap();
                format!("{seat} {}", table.suggest(seat, rng))
            }
            Turn::Chance => any_outcome(&*table, rng, |_| true).unwrap(),
        };
        table.play(&line).unwrap();
        lines.push(line);
        tables.push(table.copy());
    }
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
    let others = there.options(seat).into_iter().map(|text| format!("{seat} {text}"));
    let others: Vec<String> = others.filter(|other| alike(other)).collect();
    others.choose(rng).cloned().or_else(|| same.then(|| line.to_owned()))
}

/// Looks for a pair: both go to the end, and differ on the way.
fn pair(entry: &Entry, viewer: Viewer, rng: &mut dyn RngCore) -> Pair {
    for _ in 0..TRIES {
        let (lines, tables) = random_game(entry, rng);
        for _ in 0..8 {
            let split = rng.random_range(0..lines.len());
            let twin = tables[split].imagine(viewer, rng);
            if let Some(rest) = run_beside(&lines[split..], &tables[split..], twin.copy(), viewer, rng) {
                let there = lines[..split].iter().cloned().chain(rest).collect();
                return Pair { split, lines: [lines, there], twin };
            }
        }
    }
    panic!("{}: no two games look alike to {}", entry.id, viewer.name());
}

fn run_beside(
    lines: &[String],
    tables: &[Box<dyn Table>],
    mut twin: Box<dyn Table>,
    viewer: Viewer,
    rng: &mut dyn RngCore,
) -> Option<Vec<String>> {
    let mut rest = Vec::new();
    let mut differed = false;
    for (line, here) in lines.iter().zip(tables) {
        differed |= twin.hash() != here.hash();
        let other = follow(&**here, &*twin, line, viewer, rng)?;
        if here.revealed(line, viewer) != twin.revealed(&other, viewer) {
            return None;
        }
        twin.play(&other).unwrap();
        rest.push(other);
    }
    (differed && twin.turn().outcome().is_some()).then_some(rest)
}

/// A table by link.
pub(super) fn row(entry: &Entry, id: &str) -> GameRow {
    GameRow {
        id: id.into(),
        game: entry.id.into(),
        rules: entry.rules,
        options: options(entry.id).into_iter().collect(),
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
struct Side {
    app: Arc<App>,
    guests: [GuestId; 2],
    _folder: tempfile::TempDir,
}

/// Memory, where there is such a folder: thousands of games are stored move by move.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

impl Side {
    async fn open(time: &Time) -> Side {
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
    async fn table(&self, entry: &Entry, id: &str, lines: &[String], split: usize) -> Live {
        let mut row = row(entry, id);
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
async fn play(mut live: Live, lines: &[String], side: &Side, viewer: Viewer, seed: u64) -> Vec<String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut queues = Vec::new();
    let guests = [Some(side.guests[0]), Some(side.guests[1]), None];
    let watched = match viewer {
        Viewer::Seat(seat) => seat as u64 + 1,
        _ => WATCHER,
    };
    live.begin().await;
    for (conn, guest) in (1..).zip(guests) {
        let (out, queue) = mpsc::channel::<Utf8Bytes>(100_000);
        live.join(Joined { conn, guest, out, version: None });
        queues.push(queue);
    }
    let split = live.moves.len() as u32;
    let mut tried: Vec<String> = vec!["pass".into()];
    while live.outcome().is_none() {
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
    let mut frames = Vec::new();
    while let Ok(frame) = queues[watched as usize - 1].try_recv() {
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

async fn hold(entry: &'static Entry) {
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
        let Pair { split, lines: [here, there], twin } = pair(entry, viewer, &mut rng);
        let id = format!("pair{number:08}");
        let seed = rng.next_u64();
        let table = left.table(entry, &id, &here, split).await;
        let told = play(table, &here, left, viewer, seed).await;
        let mut table = right.table(entry, &id, &there, split).await;
        table.planted.table = Some((split, twin.copy()));
        table.table = twin;
        let others = play(table, &there, right, viewer, seed).await;
        assert_eq!(left.app.config.time.now(), right.app.config.time.now());
        for (n, (here, there)) in told.iter().zip(&others).enumerate() {
            let name = viewer.name();
            assert!(
                here == there,
                "{} pair {number}, frame {n} to {name}: {}",
                entry.id,
                difference(here, there)
            );
        }
        assert_eq!(told.len(), others.len(), "{} pair {number}", entry.id);
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
    hold(catalogue::find("backgammon-wars").unwrap()).await;
}

#[tokio::test]
async fn pairs_of_to_pieces_look_the_same_byte_for_byte() {
    hold(catalogue::find("to-pieces").unwrap()).await;
}

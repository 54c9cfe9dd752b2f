//! Canaries: everything that a game makes for one viewer carries that viewer's mark. A frame, a page or a log
//! line that holds the mark of another has told too much.

use std::{
    any::Any,
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use catalogue::{Choice, Chosen, Drawn, Happened, Mark, Table};
use protocol::{Ask, Mode};
use rand::{Rng, RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Level;
use serde_json::{Value as Json, json};
use store::{GuestId, NewGame, NewSeat, Store};
use table::{
    BySeat, Prompt, Refusal, Seat, Turn, Viewer, Words, chance::Seed, chance::Streams, record::Draw,
};
use tokio::sync::mpsc;

use super::{
    Joined, Live,
    tests::common::{Guest, House, Socket},
};
use crate::{Config, app::App, journal, limits::held, live::pairs::row, record};

/// The games of this process whose tables are marked wherever they are opened, by the commitment to their dice.
static MARKED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A table with marks, if its game is one of those.
pub(crate) fn marked(table: Box<dyn Table>, commitment: &str) -> Box<dyn Table> {
    if held(&MARKED).contains(commitment) { Box::new(Marked(table)) } else { table }
}

fn mark(viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Seat(Seat::One) => "canary-19c1",
        Viewer::Seat(Seat::Two) => "canary-27e2",
        Viewer::Public => "canary-3b05",
        Viewer::Judge => "canary-4f66",
    }
}

/// A table that marks what it makes.
struct Marked(Box<dyn Table>);

impl Table for Marked {
    fn id(&self) -> &'static str {
        self.0.id()
    }
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let mut choices = self.0.choices(seat);
        let marked = |choice: &mut Choice| choice.gesture.preview = json!(mark(Viewer::Seat(seat)));
        choices.iter_mut().for_each(marked);
        choices
    }
    fn choice(&self, seat: Seat, text: &str) -> Result<Choice, Refusal> {
        let mut choice = self.0.choice(seat, text)?;
        choice.gesture.preview = json!(mark(Viewer::Seat(seat)));
        Ok(choice)
    }
    fn analyse(&self) -> Option<Vec<(String, Mark)>> {
        self.0.analyse()
    }
    fn options(&self, seat: Seat) -> Vec<String> {
        self.0.options(seat)
    }
    fn prompt(&self, seat: Seat) -> Option<Prompt> {
        let mut prompt = self.0.prompt(seat)?;
        prompt.values.push(("canary", mark(Viewer::Seat(seat)).into()));
        Some(prompt)
    }
    fn odds(&self) -> Option<(Draw, bool)> {
        self.0.odds()
    }
    fn check(&self, seat: Seat, text: &str) -> Result<(), Refusal> {
        self.0.check(seat, text)
    }
    fn attempt(&self, seat: Seat, from: &str, to: Option<&str>) -> Result<String, Refusal> {
        self.0.attempt(seat, from, to)
    }
    fn seen(&self, line: &str, viewer: Viewer) -> Result<String, Refusal> {
        let seen = self.0.seen(line, viewer)?;
        // The judge's text is the notation itself.
        Ok(if viewer == Viewer::Judge { seen } else { format!("{seen} {}", mark(viewer)) })
    }
    fn play(&mut self, line: &str) -> Result<Happened, Refusal> {
        let happened = self.0.play(line)?;
        Ok(Happened::new(move |viewer| {
            let mut events = happened.seen_by(viewer);
            events.push(json!({"event": "canary", "mark": mark(viewer)}));
            events
        }))
    }
    fn draw(&self, streams: &mut Streams) -> Option<Drawn> {
        self.0.draw(streams)
    }
    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore) -> String {
        self.0.suggest(seat, rng)
    }
    fn view(&self, viewer: Viewer) -> Json {
        json!({"view": self.0.view(viewer), "mark": mark(viewer)})
    }
    fn imagine(&self, viewer: Viewer, rng: &mut dyn RngCore) -> Box<dyn Table> {
        Box::new(Marked(self.0.imagine(viewer, rng)))
    }
    fn revealed(&self, line: &str, viewer: Viewer) -> Result<String, Refusal> {
        self.0.revealed(line, viewer)
    }
    fn picture(&self, viewer: Viewer, words: &Words) -> String {
        self.0.picture(viewer, words)
    }
    fn hash(&self) -> String {
        self.0.hash()
    }
    fn first_player(&self) -> Option<Seat> {
        self.0.first_player()
    }
    fn turn_mark(&self) -> Option<u32> {
        self.0.turn_mark()
    }
    fn has_secrets(&self) -> bool {
        self.0.has_secrets()
    }
    fn player(&self, level: Level) -> Option<Box<dyn Chosen>> {
        self.0.player(level)
    }
    fn copy(&self) -> Box<dyn Table> {
        Box::new(Marked(self.0.copy()))
    }
    fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }
}

/// Whether a frame holds a mark of anybody but those.
fn leaks(frame: &str, allowed: &[Viewer]) -> bool {
    let wrong = |viewer: &Viewer| !allowed.contains(viewer) && frame.contains(mark(*viewer));
    Viewer::ALL.iter().any(wrong)
}

struct Room {
    live: Live,
    queues: Vec<crate::queue::Queue>,
    rng: Xoshiro256PlusPlus,
    checked: usize,
}

impl Room {
    async fn open(game: &str, mode: Mode, number: u64) -> (tempfile::TempDir, Room) {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path());
        config.toys = true;
        config.limits.queue = 100_000;
        config.pace.nonces = std::time::Duration::ZERO;
        let app = App::new(config, Store::open(folder.path()).await.unwrap());
        let guests: [GuestId; 2] =
            [app.store.welcome([1; 32], 0).await.unwrap(), app.store.welcome([2; 32], 0).await.unwrap()];
        let entry = app.game(game).unwrap();
        let mut row = row(entry, "canarycanary");
        row.mode = if mode == Mode::Screen { "screen" } else { "link" }.into();
        let holder = |seat: usize| vec![guests[if mode == Mode::Screen { 0 } else { seat }]];
        let seats = BySeat([0, 1].map(|seat| NewSeat {
            occupant: "guest".into(),
            holders: holder(seat),
            link: None,
        }));
        app.store.open_game(NewGame { row, seats }, None).await.unwrap();
        let (inbox, _) = mpsc::channel(1);
        let mut live = Live::load(Arc::clone(&app), "canarycanary", inbox.downgrade()).await.unwrap();
        live.table = Box::new(Marked(live.table.copy()));
        live.planted.table = Some((0, live.table.copy()));
        live.begin().await;
        let mut queues = Vec::new();
        for (conn, guest) in (1..).zip([Some(guests[0]), Some(guests[1]), None]) {
            let (out, queue) = crate::queue::Outbox::roomy(100_000);
            live.join(Joined { conn, guest, out, version: None });
            queues.push(queue);
        }
        (folder, Room { live, queues, rng: Xoshiro256PlusPlus::seed_from_u64(number), checked: 0 })
    }

    /// Looks into every frame that waits.
    fn look_through(&mut self) {
        let over = self.live.outcome().is_some();
        for (place, queue) in self.queues.iter_mut().enumerate() {
            let viewing = self.live.viewers.get(place as u64 + 1).expect("nobody is sent away");
            let own = match viewing.you[..] {
                [] => Viewer::Public,
                [seat] => Viewer::Seat(seat),
                _ => viewing.uncovered.map_or(Viewer::Public, Viewer::Seat),
            };
            let mut allowed = vec![own];
            if viewing.you.len() == 2 {
                allowed.push(Viewer::Public);
            }
            if over {
                allowed.push(Viewer::Judge);
            }
            while let Ok(waiting) = queue.try_recv() {
                let frame = &waiting.text;
                assert!(!leaks(frame, &allowed), "to {allowed:?}: {frame}");
                assert!(over || !frame.contains(&Seed([7; 32]).open()), "the seed: {frame}");
                self.checked += usize::from(frame.contains(mark(own)));
            }
        }
    }

    /// Plays to the end, with everything that a viewer may ask for on the way.
    async fn play(&mut self, steps: usize) {
        for n in 0..steps {
            self.look_through();
            let Turn::Act(seats) = self.live.table.turn() else { break };
            let seat = seats.first();
            let screen = self.live.covers();
            let conn = if screen { 1 } else { seat as u64 + 1 };
            if screen {
                self.live.ask(1, Ask::Uncover { seat: None }).await;
                self.look_through();
                self.live.ask(1, Ask::Uncover { seat: Some(seat) }).await;
                self.look_through();
            }
            let version = self.live.version;
            let asking = self.rng.random_range(1..=3);
            let past = self.rng.random_range(0..=self.live.moves.len() as u32);
            match n % 4 {
                0 => self.live.ask(asking, Ask::Look { n: past }).await,
                1 => self.live.ask(asking, Ask::Hello { protocol: 1, version: Some(past) }).await,
                2 => self.live.ask(asking, Ask::Hello { protocol: 1, version: None }).await,
                _ => {
                    let key = format!("wrong-{n:08}");
                    self.live.ask(4 - asking, Ask::Act { key, seat, version: 0, text: "pass".into() }).await;
                }
            }
            self.look_through();
            let text = self.live.table.suggest(seat, &mut self.rng);
            let key = format!("key-{n:08}");
            self.live.ask(conn, Ask::Act { key, seat, version, text }).await;
        }
        if self.live.outcome().is_none() {
            self.look_through();
            self.live.ask(1, Ask::Resign { key: "the-last-key".into(), seat: Seat::One }).await;
        }
        self.look_through();
    }
}

#[tokio::test]
async fn no_mark_of_another_is_in_any_frame_or_log_line() {
    for game in ["bluff", "backgammon-wars", "to-pieces", "pitch-out"] {
        for (number, mode) in (0..).zip([Mode::Link, Mode::Screen]) {
            let (_folder, mut room) = Room::open(game, mode, number).await;
            room.play(60).await;
            assert!(room.checked > 60, "{game}: {} frames with a mark", room.checked);
            // Trouble is told to the log without what it was about.
            room.live.app.store.close().await;
            room.live.ask(1, Ask::Rematch { key: "rematch-key".into(), seat: Seat::One }).await;
            room.live.reseat().await;
        }
    }
    let lines = journal::lines();
    assert!(
        lines.iter().any(|line| line.contains(&journal::fingerprint("canarycanary"))),
        "something was logged: {lines:?}"
    );
    let secret = Seed([7; 32]).open();
    for line in lines {
        assert!(!line.contains(&secret) && !leaks(&line, &[]), "{line}");
    }
}

/// Where a browser may look while others play.
const PAGES: [&str; 9] = [
    "/",
    "/watch",
    "/table/{}",
    "/replay/{}",
    "/api/lobby",
    "/api/replay/{}",
    "/api/record/{}",
    "/api/review/{}",
    "/api/me/export",
];

/// Looks at every page of a table; says how often it met a mark that it may see.
async fn look_around(guest: &mut Guest, table: &str, allowed: &[Viewer], secret: Option<&str>) -> usize {
    let mut met = 0;
    for path in PAGES {
        let reply = guest.get(&path.replace("{}", table)).await;
        let text = reply.head + &reply.body;
        assert!(!leaks(&text, allowed), "{path} to {allowed:?}: {text}");
        assert!(secret.is_none_or(|secret| !text.contains(secret)), "the seed: {path}");
        met += usize::from(allowed.iter().any(|viewer| text.contains(mark(*viewer))));
    }
    met
}

/// Everything that was said to a socket before the answer to a last question.
async fn drained(socket: &mut Socket) -> Vec<String> {
    socket.say(json!({"type": "look", "n": 0})).await;
    socket.until("look").await;
    std::mem::take(&mut socket.told)
}

#[tokio::test]
async fn no_mark_of_another_is_on_any_page() {
    let house = House::open().await;
    let app = Arc::clone(&house.server.as_ref().unwrap().app);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    let mut kept_out = Vec::new();
    // So many steps that no game comes to its end: that opens everything.
    for (game, steps) in [("bluff", 6), ("backgammon-wars", 30), ("to-pieces", 30), ("pitch-out", 30)] {
        let entry = app.game(game).unwrap();
        let options: Vec<(String, String)> = row(entry, "").options.into_iter().collect();
        let (mut ada, mut bob, mut eve) = (house.guest(), house.guest(), house.guest());
        let chosen: serde_json::Map<_, _> =
            options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        let wish = json!({"game": game, "mode": "link", "listed": true, "options": chosen});
        let opened = ada.post("/api/tables", wish).await.json();
        let table = opened["table"].as_str().unwrap().to_owned();
        let token = opened["invite"]["path"].as_str().unwrap().strip_prefix("/seat/").unwrap().to_owned();
        assert_eq!(bob.sit(&token).await.status, 200);
        let commitment = eve.get(&format!("/api/replay/{table}")).await.json()["commitment"].clone();
        held(&MARKED).insert(commitment.as_str().unwrap().to_owned());

        let (mut one, _) = ada.look(&table).await;
        let (mut two, _) = bob.look(&table).await;
        let (mut watcher, _) = eve.look(&table).await;
        let seed = Seed(app.store.load(&table).await.unwrap().unwrap().row.seed).open();
        let mut met = 0;
        for n in 0..steps {
            let lines = record::lines(&app.store.load(&table).await.unwrap().unwrap().lines).unwrap();
            let mut truth = (entry.open)(&options).unwrap();
            for line in &lines {
                let table::record::Line::Step(step, _) = line else { panic!("{line}") };
                truth.play(step).unwrap();
            }
            let Turn::Act(seats) = truth.turn() else { panic!("{game}: too many steps") };
            let seat = seats.first();
            let socket = if seat == Seat::One { &mut one } else { &mut two };
            let text = truth.suggest(seat, &mut rng);
            assert_eq!(socket.act(seat.name(), lines.len() as u64, &text).await["type"], "done", "{text}");
            if n % 5 == 0 {
                for guest in [&mut ada, &mut bob, &mut eve, &mut house.guest()] {
                    met += look_around(guest, &table, &[Viewer::Public], Some(&seed)).await;
                }
            }
        }
        assert!(met > 0, "{game}: the replay shows the public side");
        let viewers = [Viewer::Seat(Seat::One), Viewer::Seat(Seat::Two), Viewer::Public];
        for (socket, viewer) in [&mut one, &mut two, &mut watcher].into_iter().zip(viewers) {
            let told = drained(socket).await;
            assert!(told.iter().any(|frame| frame.contains(mark(viewer))), "{game}: {viewer:?}");
            for frame in told {
                assert!(!leaks(&frame, &[viewer]) && !frame.contains(&seed), "to {viewer:?}: {frame}");
            }
        }
        assert_eq!(one.wish("resign", "one", json!({})).await["type"], "done");
        assert!(look_around(&mut eve, &table, &[Viewer::Judge], None).await > 0, "the end opens everything");
        let cookies = [&ada, &bob, &eve].map(|guest| guest.cookie.clone().unwrap());
        kept_out.extend(cookies.iter().map(|cookie| cookie.split_once('=').unwrap().1.to_owned()));
        kept_out.extend([table, token, seed]);
    }
    for line in journal::lines() {
        assert!(!leaks(&line, &[]), "{line}");
        assert!(!kept_out.iter().any(|secret| line.contains(secret)), "{line}");
    }
}

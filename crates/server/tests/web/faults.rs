//! The disk is full, slow, or held by another program: nothing is acknowledged that is not stored, players are told,
//! and everything goes on by itself when the trouble is over.

use std::time::Duration;

use crate::common::{Guest, House, Socket, choice, version};
use serde_json::{Value, json};
use server::Config;
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use table::{
    Lang,
    chance::{Seed, Streams},
    record::{Line, Record},
};

async fn troubled(change: impl FnOnce(&mut Config)) -> House {
    House::with(|config| {
        config.store.lock_wait = Duration::from_millis(30);
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        change(config);
    })
    .await
}

/// Another program that reads and locks the file.
struct Neighbour(SqliteConnection);

impl Neighbour {
    async fn of(house: &House) -> Neighbour {
        let file = house.config.data.join("vis-a-vis.sqlite");
        let options = SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(20));
        Neighbour(SqliteConnection::connect_with(&options).await.unwrap())
    }

    async fn lock(&mut self) {
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut self.0).await.unwrap();
    }

    async fn unlock(&mut self) {
        sqlx::raw_sql("ROLLBACK").execute(&mut self.0).await.unwrap();
    }

    /// The log of a table as it is on disk.
    async fn log(&mut self, table: &str) -> Vec<String> {
        let lines = sqlx::query_as("SELECT line FROM log WHERE game = ? ORDER BY seq").bind(table);
        let lines: Vec<(String,)> = lines.fetch_all(&mut self.0).await.unwrap();
        lines.into_iter().map(|(line,)| line).collect()
    }
}

async fn failures(house: &House) -> u64 {
    let address = house.server.as_ref().unwrap().ready.metrics.unwrap();
    let figures = Guest { address, cookie: None }.get("/metrics").await.body;
    let line = figures.lines().find_map(|line| line.strip_prefix("visavis_store_failures_total "));
    line.unwrap().parse().unwrap()
}

/// Waits until a write has failed that nobody typed.
async fn until_failed(house: &House) {
    for _ in 0..1000 {
        if failures(house).await > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nothing has failed");
}

/// What a table shows, without who is there.
fn shown(mut snapshot: Value) -> Value {
    for asked in snapshot["position"]["asked"].as_array_mut().into_iter().flatten() {
        asked["auto_in"] = Value::Null;
    }
    json!([snapshot["version"], snapshot["position"], snapshot["moves"]])
}

/// The table in memory is the table on disk: as many lines, and the same when it is built from them.
async fn memory_is_the_log(house: &mut House, guest: &Guest, table: &str) {
    let live = guest.look(table).await.1;
    let stored = Neighbour::of(house).await.log(table).await;
    assert_eq!(version(&live), stored.len() as u64, "{stored:?}");
    house.restart().await;
    assert_eq!(shown(guest.look(table).await.1), shown(live));
}

/// Ends the game and draws everything again: nothing was skipped, nothing came twice.
async fn chance_is_whole(guest: &mut Guest, table: &str, seat: &str) {
    let (mut socket, _) = guest.look(table).await;
    let answer = socket.wish("resign", seat, json!({})).await;
    assert_eq!(answer["type"], "done", "{answer}");
    let text = guest.get(&format!("/api/record/{table}")).await.body;
    let record = Record::read(&text).unwrap();
    let mut streams = Streams::new(Seed::read(record.fact("seed").unwrap()).unwrap(), b"", b"");
    let mut draws = 0;
    for line in &record.lines {
        if let Line::Step(text, Some(draw)) = line {
            assert_eq!(streams.redraw(draw), Some(text.as_str()), "draw {draws}");
            draws += 1;
        }
    }
    assert!(draws >= 3, "{text}");
}

fn act(key: &str, frame: &Value) -> Value {
    let (seat, text) = choice(&frame["position"]).unwrap();
    json!({"type": "act", "key": key, "seat": seat, "version": version(frame), "text": text})
}

fn is_told(refused: &Value) {
    assert_eq!((refused["type"].as_str(), refused["word"].as_str()), (Some("refused"), Some("server.store")));
    for lang in Lang::ALL {
        assert!(server::words(lang).get("server.store").is_some());
    }
}

#[tokio::test]
async fn while_the_database_is_locked_a_move_is_refused_and_later_the_same_wish_is_done_once() {
    let mut house = troubled(|_| ()).await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "options": {"goal": "20"}})).await;
    let (mut socket, _) = ada.look(&table).await;
    let (mut watcher, first) = house.guest().look(&table).await;
    let mut neighbour = Neighbour::of(&house).await;
    for round in 0..3 {
        let frame = ada.look(&table).await.1;
        let (before, key) = (neighbour.log(&table).await, format!("patient-{round}"));
        neighbour.lock().await;
        for _ in 0..2 {
            socket.say(act(&key, &frame)).await;
            is_told(&socket.answer(&key).await);
        }
        let health = ada.get("/healthz").await;
        assert_eq!((health.status, health.json()["word"].as_str()), (503, Some("server.store")));
        assert_eq!(shown(ada.look(&table).await.1), shown(frame.clone()), "nothing has changed");
        assert_eq!(ada.post("/api/tables", json!({"game": "race", "mode": "screen"})).await.status, 503);
        neighbour.unlock().await;
        assert_eq!(neighbour.log(&table).await, before);
        for _ in 0..2 {
            socket.say(act(&key, &frame)).await;
            assert_eq!(socket.answer(&key).await["type"], "done");
        }
        let decided =
            neighbour.log(&table).await[before.len()..].iter().filter(|l| !l.starts_with('@')).count();
        assert_eq!(decided, 1, "done once");
        assert_eq!(ada.get("/healthz").await.status, 200);
    }
    watcher.say(json!({"type": "hello", "protocol": 1})).await;
    let last = version(&watcher.until("snapshot").await);
    let steps = watcher.told.iter().filter(|text| text.contains("\"type\":\"step\""));
    let steps: Vec<u64> = steps.map(|text| version(&serde_json::from_str(text).unwrap())).collect();
    assert_eq!(steps, (version(&first) + 1..=last).collect::<Vec<_>>(), "who looks on sees each step once");
    memory_is_the_log(&mut house, &ada, &table).await;
    chance_is_whole(&mut ada, &table, "one").await;
}

#[tokio::test]
async fn a_bot_whose_answer_could_not_be_stored_answers_again() {
    let mut house = troubled(|config| config.pace.follow = Duration::from_millis(500)).await;
    let mut ada = house.guest();
    let table =
        ada.open(json!({"game": "squadro", "mode": "computer", "level": "novice", "seat": "one", "options": {"first": "top"}})).await;
    let (mut socket, frame) = ada.look(&table).await;
    let mut neighbour = Neighbour::of(&house).await;
    socket.say(act("the-first-move", &frame)).await;
    assert_eq!(socket.answer("the-first-move").await["type"], "done");
    neighbour.lock().await;
    until_failed(&house).await;
    assert_eq!(version(&ada.look(&table).await.1), version(&frame) + 1, "not shown before it is stored");
    neighbour.unlock().await;
    let answer = until_moved(&mut socket, "two").await;
    assert_eq!(version(&answer), version(&frame) + 2);
    let (seat, text) = choice(&answer["position"]).unwrap();
    assert_eq!(socket.act(&seat, version(&answer), &text).await["type"], "done", "and the game goes on");
    until_moved(&mut socket, "two").await;
    memory_is_the_log(&mut house, &ada, &table).await;
}

async fn until_moved(socket: &mut Socket, seat: &str) -> Value {
    loop {
        let step = socket.until("step").await;
        if step["moved"]["seat"] == seat {
            return step;
        }
    }
}

#[tokio::test]
async fn a_window_that_could_not_be_passed_is_passed_later_and_once() {
    let mut house = troubled(|config| config.pace.window = Duration::from_millis(500)).await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("bluff").await;
    bob.sit(&token).await;
    let (mut one, frame) = ada.look(&table).await;
    let (mut two, _) = bob.look(&table).await;
    let kind = json!({"kind": "bluff.prompt.caltrops", "on": true});
    assert_eq!(two.wish("auto", "two", kind).await["type"], "done");
    let mut neighbour = Neighbour::of(&house).await;
    assert_eq!(one.act("one", version(&frame), "roll").await["type"], "done");
    neighbour.lock().await;
    until_failed(&house).await;
    neighbour.unlock().await;
    let pass = until_moved(&mut one, "two").await;
    assert_eq!(pass["moved"]["text"], "pass");
    let passes = neighbour.log(&table).await.iter().filter(|line| *line == "two pass").count();
    assert_eq!(passes, 1);
    memory_is_the_log(&mut house, &ada, &table).await;
    chance_is_whole(&mut ada, &table, "one").await;
}

#[tokio::test]
async fn chance_that_could_not_be_stored_speaks_later_and_says_the_same() {
    let mut house = troubled(|config| config.pace.nonces = Duration::from_millis(300)).await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "options": {"goal": "20"}})).await;
    let (mut socket, frame) = ada.look(&table).await;
    assert_eq!(frame["position"]["turn"]["type"], "chance", "it waits for the nonces");
    let mut neighbour = Neighbour::of(&house).await;
    neighbour.lock().await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(version(&ada.look(&table).await.1), 0);
    neighbour.unlock().await;
    let mut step = socket.until("step").await;
    while step["position"]["turn"]["type"] == "chance" {
        step = socket.until("step").await;
    }
    let (seat, text) = choice(&step["position"]).unwrap();
    assert_eq!(socket.act(&seat, version(&step), &text).await["type"], "done");
    memory_is_the_log(&mut house, &ada, &table).await;
    chance_is_whole(&mut ada, &table, "one").await;
}

/// Waits until somebody is asked at a table; none when chance does not speak.
async fn until_asked(guest: &Guest, table: &str) -> Option<Value> {
    for _ in 0..20 {
        let frame = guest.look(table).await.1;
        if choice(&frame["position"]).is_some() {
            return Some(frame);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    None
}

/// Plays a little at a table until a decision finds no room: what the table showed then, and the key of the decision.
async fn until_refused(guest: &Guest, table: &str) -> Option<(Value, String)> {
    let (mut socket, _) = guest.look(table).await;
    for _ in 0..10 {
        let frame = until_asked(guest, table).await?;
        let key = socket.key();
        socket.say(act(&key, &frame)).await;
        let answer = socket.answer(&key).await;
        if answer["type"] != "done" {
            is_told(&answer);
            return Some((frame, key));
        }
    }
    None
}

#[tokio::test]
async fn on_a_full_disk_moves_are_refused_and_with_room_the_game_goes_on() {
    let mut house = troubled(|_| ()).await;
    let mut ada = house.guest();
    let mut tables = Vec::new();
    for _ in 0..40 {
        let table = ada.open(json!({"game": "race", "mode": "screen", "options": {"goal": "20"}})).await;
        until_asked(&ada, &table).await.expect("chance speaks while there is room");
        tables.push(table);
    }
    house.config.store.rehearsal.fill_disk();
    // What still fits into a page that is there is stored; the rest is refused.
    let mut refused = None;
    for table in &tables {
        refused = until_refused(&ada, table).await.map(|(frame, key)| (table, frame, key));
        if refused.is_some() {
            break;
        }
    }
    let (table, frame, key) = refused.expect("the disk is full some day");
    assert_eq!(shown(ada.look(table).await.1), shown(frame.clone()));
    house.config.store.rehearsal.free_disk();
    let (mut socket, _) = ada.look(table).await;
    socket.say(act(&key, &frame)).await;
    assert_eq!(socket.answer(&key).await["type"], "done");
    memory_is_the_log(&mut house, &ada, table).await;
    chance_is_whole(&mut ada, table, "one").await;
}

#[tokio::test]
async fn on_a_slow_disk_everybody_hears_that_it_takes_its_time_and_nothing_before_it_is_stored() {
    let mut house = troubled(|config| config.pace.slow = Duration::from_millis(50)).await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "options": {"goal": "20"}})).await;
    let (mut socket, frame) = ada.look(&table).await;
    let (mut watcher, _) = house.guest().look(&table).await;
    let before = version(&frame) as usize;
    let mut neighbour = Neighbour::of(&house).await;
    house.config.store.rehearsal.slow_down(Duration::from_millis(600));
    socket.say(act("a-slow-move", &frame)).await;
    assert_eq!(socket.until("busy").await["key"], Value::Null);
    assert_eq!(neighbour.log(&table).await.len(), before, "it is not stored yet");
    watcher.until("busy").await;
    assert!(watcher.told.iter().all(|text| !text.contains("\"type\":\"step\"")), "so nobody has seen it");
    // The page asks again: the same wish has no second effect.
    socket.say(act("a-slow-move", &frame)).await;
    let step = socket.until("step").await;
    assert!(neighbour.log(&table).await.len() > before);
    assert_eq!(version(&step) as usize, before + 1);
    for _ in 0..2 {
        assert_eq!(socket.answer("a-slow-move").await["type"], "done");
    }
    house.config.store.rehearsal.slow_down(Duration::ZERO);
    memory_is_the_log(&mut house, &ada, &table).await;
}

#[tokio::test]
async fn who_comes_while_the_database_cannot_be_read_is_told_to_come_again() {
    let mut house = troubled(|config| config.pace.idle = Duration::from_millis(20)).await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen"})).await;
    house.restart().await;
    let mut neighbour = Neighbour::of(&house).await;
    sqlx::raw_sql("ALTER TABLE log RENAME TO log_elsewhere").execute(&mut neighbour.0).await.unwrap();
    let mut socket = ada.connect(&table, None).await.unwrap();
    socket.say(json!({"type": "hello", "protocol": 1})).await;
    let gone = socket.until("gone").await;
    assert_eq!((&gone["why"]["word"], &gone["again"]), (&json!("server.store"), &json!(true)));
    sqlx::raw_sql("ALTER TABLE log_elsewhere RENAME TO log").execute(&mut neighbour.0).await.unwrap();
    for _ in 0..100 {
        let mut socket = ada.connect(&table, None).await.unwrap();
        socket.say(json!({"type": "hello", "protocol": 1})).await;
        if socket.next().await.is_some_and(|frame| frame["type"] == "snapshot") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the table does not come back");
}

//! Clocks: counted by the server alone, also when nobody is there and after a restart.

use std::time::Duration;

use crate::common::{Guest, House, choice, version};
use serde_json::{Value, json};
use server::{Moment, Time};
use table::record::{Line, Record, TableLine};

async fn house() -> House {
    House::with(|config| {
        config.time = Time::still(Moment(1_794_000_000_000));
        config.pace.idle = Duration::from_millis(1);
    })
    .await
}

fn wait(house: &House, seconds: u64) {
    house.config.time.advance(Duration::from_secs(seconds));
}

/// The table by link with this clock; nobody has opened its link yet.
async fn invite(ada: &mut Guest, clock: &str) -> (String, String) {
    let wish = json!({"game": "race", "mode": "link", "options": {"goal": "20"}, "clock": clock});
    let opened = ada.post("/api/tables", wish).await.json();
    let path = opened["invite"]["path"].as_str().unwrap();
    (opened["table"].as_str().unwrap().to_owned(), path.strip_prefix("/seat/").unwrap().to_owned())
}

/// Waits until the server has decided a game; nobody looks at its table.
async fn decided(guest: &mut Guest, table: &str) -> Value {
    for _ in 0..500 {
        let replay = guest.get(&format!("/api/replay/{table}")).await.json();
        if replay["over"] == true {
            return replay["frames"].as_array().unwrap().last().unwrap()["turn"].clone();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the server does not notice");
}

fn left(frame: &Value) -> [u64; 2] {
    [0, 1].map(|i| frame["clocks"]["left"][i].as_u64().unwrap())
}

#[tokio::test]
async fn who_is_asked_pays_and_earns_the_increment_and_the_record_has_the_times() {
    let house = house().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = invite(&mut ada, "5+5").await;
    let (mut one, frame) = ada.look(&table).await;
    assert_eq!(
        (&frame["table"]["clock"], &frame["clocks"]["running"]),
        (&json!("5+5"), &json!([false, false]))
    );
    wait(&house, 1000);
    bob.sit(&token).await;
    let clocks = one.until("clocks").await;
    assert_eq!(left(&clocks), [300_000; 2], "nobody pays for a free seat");
    let (mut two, frame) = bob.look(&table).await;
    let first = frame["position"]["turn"]["seats"][0].as_str().unwrap().to_owned();
    let (mine, place) = if first == "one" { (&mut one, 0) } else { (&mut two, 1) };
    assert_eq!(frame["clocks"]["running"][place], true);
    wait(&house, 10);
    assert_eq!(mine.act(&first, version(&frame), "a").await["type"], "done");
    let (_, frame) = bob.look(&table).await;
    assert_eq!(left(&frame)[place], 295_000, "ten seconds, and five back");
    assert_eq!(frame["clocks"]["running"][1 - place], true);
    // Too late by a second: the server has decided before the move comes.
    wait(&house, 301);
    let other = if first == "one" { "two" } else { "one" };
    let socket = if first == "one" { &mut two } else { &mut one };
    assert_eq!(socket.act(other, version(&frame), "a").await["word"], "refuse.over");
    let turn = decided(&mut ada, &table).await;
    assert_eq!((&turn["winner"], &turn["why"]["word"]), (&json!(first), &json!("over.time")));

    let text = ada.get(&format!("/api/record/{table}")).await.body;
    let record = Record::read(&text).unwrap();
    assert_eq!(record.fact("clock"), Some("5+5"));
    let seat: table::Seat = first.parse().unwrap();
    assert!(record.lines.contains(&Line::Table(TableLine::Clock(seat, 2950))), "{text}");
    assert_eq!(record.lines.last(), Some(&Line::Table(TableLine::OutOfTime(!seat))));
    assert_eq!(Record::read(&record.to_json()).unwrap().fact("clock"), Some("5+5"));
    let shown = ada.request("POST", "/api/replay", "", &text).await;
    assert_eq!(shown.status, 200, "{shown:?}");
}

#[tokio::test]
async fn time_runs_out_although_nobody_is_there_also_after_a_restart() {
    let mut house = house().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let mut tables = Vec::new();
    for clock in ["15+10", "day"] {
        let (table, token) = invite(&mut ada, clock).await;
        bob.sit(&token).await;
        drop(bob.look(&table).await);
        tables.push(table);
    }
    wait(&house, 899);
    let running = ada.get(&format!("/api/replay/{}", tables[0])).await.json();
    assert_eq!(running["over"], false);
    wait(&house, 1);
    assert_eq!(decided(&mut ada, &tables[0]).await["why"]["word"], "over.time");

    // The server is away for three days: nobody's day has passed.
    house.server.take().unwrap().stop().await;
    wait(&house, 3 * 86_400);
    house.start_again().await;
    let (socket, frame) = ada.look(&tables[1]).await;
    let asked = usize::from(frame["position"]["turn"]["seats"][0] == "two");
    let rest = left(&frame)[asked];
    assert!((86_400_000 - 900_000..=86_400_000).contains(&rest), "{rest}");
    assert_eq!(left(&frame)[1 - asked], 86_400_000);
    drop(socket);
    wait(&house, rest / 1000 + 1);
    assert_eq!(decided(&mut ada, &tables[1]).await["why"]["word"], "over.time");
}

#[tokio::test]
async fn without_a_clock_nobody_runs_out_and_at_one_screen_one_may_be_chosen() {
    let house = house().await;
    let mut ada = house.guest();
    let calm = ada.open(json!({"game": "race", "mode": "screen"})).await;
    let (_, frame) = ada.look(&calm).await;
    assert_eq!((&frame["table"]["clock"], &frame["clocks"]), (&Value::Null, &Value::Null));
    let quick = ada.open(json!({"game": "race", "mode": "screen", "clock": "5+5"})).await;
    let (mut socket, frame) = ada.look(&quick).await;
    wait(&house, 299);
    let (seat, text) = choice(&frame["position"]).unwrap();
    assert_eq!(socket.act(&seat, version(&frame), &text).await["type"], "done");
    let (_, frame) = ada.look(&quick).await;
    let place = usize::from(seat == "two");
    assert_eq!(left(&frame)[place], 6_000);
    // A take-back gives no time back, and none away.
    let key = socket.key();
    socket.say(json!({"type": "undo", "key": key, "seat": seat})).await;
    let frame = socket.until("snapshot").await;
    assert_eq!(left(&frame)[place], 6_000);
    wait(&house, 7);
    assert_eq!(socket.until("step").await["position"]["turn"]["why"]["word"], "over.time");
    // Shorter than the week after which a table without a move goes.
    wait(&house, 500_000);
    let (_, frame) = ada.look(&calm).await;
    assert_eq!(frame["position"]["turn"]["type"], "act");
    let wrong = ada.post("/api/tables", json!({"game": "race", "mode": "screen", "clock": "1+0"})).await;
    assert_eq!(wrong.status, 422);
}

/// Opens a table with a clock for two who then look away; who is asked first has moved after 20 seconds.
async fn begun(house: &House, ada: &mut Guest, bob: &mut Guest, clock: &str) -> (String, String, Value) {
    let (table, token) = invite(ada, clock).await;
    bob.sit(&token).await;
    let (mut one, frame) = ada.look(&table).await;
    let (mut two, _) = bob.look(&table).await;
    let first = frame["position"]["turn"]["seats"][0].as_str().unwrap().to_owned();
    wait(house, 20);
    let mine = if first == "one" { &mut one } else { &mut two };
    assert_eq!(mine.act(&first, version(&frame), "a").await["type"], "done");
    let (_, frame) = bob.look(&table).await;
    (table, first, frame)
}

#[tokio::test]
async fn every_clock_counts_as_its_name_says_and_decides_with_nobody_there() {
    let house = house().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    for (clock, start, after) in [("5+5", 300, 285), ("15+10", 900, 890), ("day", 86_400, 86_400)] {
        let (table, first, frame) = begun(&house, &mut ada, &mut bob, clock).await;
        let place = usize::from(first == "two");
        assert_eq!(left(&frame)[place], after * 1000, "{clock}: after a turn of 20 seconds");
        assert_eq!(left(&frame)[1 - place], start * 1000, "{clock}");
        // Nobody looks at the table any more.
        wait(&house, start - 1);
        let replay = ada.get(&format!("/api/replay/{table}")).await.json();
        assert_eq!(replay["over"], false, "{clock}");
        wait(&house, 1);
        let turn = decided(&mut ada, &table).await;
        assert_eq!((&turn["winner"], &turn["why"]["word"]), (&json!(first), &json!("over.time")), "{clock}");
        let record = Record::read(&ada.get(&format!("/api/record/{table}")).await.body).unwrap();
        let seat: table::Seat = first.parse().unwrap();
        assert_eq!(record.fact("clock"), Some(clock));
        assert!(record.lines.contains(&Line::Table(TableLine::Clock(seat, after as u32 * 10))), "{clock}");
        assert_eq!(record.lines.last(), Some(&Line::Table(TableLine::OutOfTime(!seat))), "{clock}");
    }
}

#[tokio::test]
async fn an_outage_costs_nobody_any_time() {
    let mut house = house().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let mut tables = Vec::new();
    for (clock, start) in [("5+5", 300_000), ("15+10", 900_000), ("day", 86_400_000)] {
        let (table, first, _) = begun(&house, &mut ada, &mut bob, clock).await;
        tables.push((table, usize::from(first == "one"), start));
    }
    wait(&house, 40);
    house.server.take().unwrap().stop().await;
    wait(&house, 10 * 86_400);
    house.start_again().await;
    for (table, place, start) in tables {
        let (_, frame) = ada.look(&table).await;
        let rest = left(&frame)[place];
        // The turns of the tables opened later have passed too: a minute at most.
        assert!((start - 100_000..=start).contains(&rest), "{rest} of {start}");
        assert_eq!(frame["clocks"]["running"][place], true);
        drop(frame);
        assert_eq!(ada.get(&format!("/api/replay/{table}")).await.json()["over"], false);
    }
}

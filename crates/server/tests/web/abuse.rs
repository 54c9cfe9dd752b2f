//! Nobody can take the others' memory or time: sockets, answers, tables and guests have bounds by owner.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use server::{Moment, Time};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::common::House;

const LONG: Duration = Duration::from_secs(30);

/// A game of Squadro to its end.
const GAME: &str = include_str!("../../../squadro/tests/games/left-wins.txt");

#[tokio::test]
async fn pings_and_repeated_hellos_are_metered() {
    let house =
        House::with(|config| (config.limits.frames, config.limits.frames_at_once) = (0.0, 30.0)).await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let (mut socket, _) = ada.look(&table).await;
    for answer in ["snapshot", "snapshot", "snapshot", "busy"] {
        socket.say(json!({"type": "hello", "protocol": 1})).await;
        let told = socket.until_any(&["snapshot", "busy"]).await;
        assert_eq!(told["type"], answer);
    }
    let (mut socket, _) = ada.look(&table).await;
    // Thirty are paid for, twenty are answered with patience; then the door is shown.
    let stream = socket.stream();
    for _ in 0..60 {
        if stream.send(Message::Ping(Vec::new().into())).await.is_err() {
            break;
        }
    }
    let closed = async { while let Some(Ok(_)) = stream.next().await {} };
    timeout(LONG, closed).await.expect("it is closed");
}

#[tokio::test]
async fn answers_are_written_while_they_are_read_and_counted_by_owner() {
    let house = House::with(|config| config.limits.answers_at_address = 1).await;
    let mut ada = house.guest();
    for n in 0..3 {
        // One that has been read counts no more, once the server has noticed.
        let read = async {
            loop {
                let reply = ada.request("POST", "/api/replay", "", GAME).await;
                if reply.status != 429 {
                    return reply;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let reply = timeout(LONG, read).await.expect("there is room again");
        assert_eq!(reply.status, 200, "{n}: {reply:?}");
        let moves = GAME.lines().skip_while(|line| !line.is_empty()).filter(|line| !line.is_empty()).count();
        assert_eq!(reply.json()["frames"].as_array().unwrap().len(), moves + 1);
        assert_eq!(reply.header("transfer-encoding"), Some("chunked"), "{}", reply.head);
    }
    let closed = House::with(|config| config.limits.answers_at_address = 0).await;
    assert_eq!(closed.guest().request("POST", "/api/replay", "", GAME).await.status, 429);
    assert_eq!(closed.guest().get("/api/me/export").await.status, 429);
}

#[tokio::test]
async fn a_review_is_made_once() {
    let house = House::with(|config| config.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let mut metrics = house.guest();
    metrics.address = house.server.as_ref().unwrap().ready.metrics.unwrap();
    let mut ada = house.guest();
    let mut started = Vec::new();
    let mut told = Vec::new();
    for _ in 0..2 {
        told.push(ada.request("POST", "/api/review", "", GAME).await.json());
        let text = metrics.get("/metrics").await.body;
        let name = "visavis_reading_started_total{kind=\"review\"} ";
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        started.push(line.parse::<u64>().unwrap());
    }
    assert_eq!(told[0], told[1]);
    // The second time the record is only read.
    assert!(started[0] > 1 && started[1] == started[0] + 1, "{started:?}");
}

#[tokio::test]
async fn reading_is_metered_by_address() {
    let house = House::with(|config| {
        (config.limits.runs, config.limits.runs_at_once) = (0.0, 2.0);
        (config.limits.reads, config.limits.reads_at_once) = (0.0, 5.0);
    })
    .await;
    let mut ada = house.guest();
    let get =
        |n: usize| ["/api/me/export", "/api/replay/nowhere", "/api/record/nowhere", "/api/lobby"][n % 4];
    let mut told = Vec::new();
    for n in 0..6 {
        told.push(ada.get(get(n)).await.status);
    }
    assert_eq!(told, [200, 404, 429, 200, 429, 429]);
    assert_eq!(ada.get("/page/app.js").await.status, 200, "the page still loads");
    // Behind a proxy everybody has a share of their own.
    let other = house.guest().request("GET", "/api/lobby", "X-Forwarded-For: 198.51.100.7\r\n", "").await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn an_answer_that_takes_too_long_to_compute_is_refused() {
    let house = House::with(|config| config.patience.computing = Duration::ZERO).await;
    let reply = house.guest().request("POST", "/api/replay", "", GAME).await;
    assert_eq!((reply.status, reply.json()["word"].as_str()), (503, Some("server.slow")));
}

#[tokio::test]
async fn one_address_cannot_fill_the_table_of_tables() {
    let house = House::with(|config| {
        config.limits.awake = 2;
        (config.limits.opens, config.limits.opens_at_once) = (0.0, 4.0);
    })
    .await;
    let mut ada = house.guest();
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(ada.open(json!({"game": "squadro", "mode": "screen"})).await);
    }
    // Another cookie does not help.
    let more = house.guest().post("/api/tables", json!({"game": "squadro", "mode": "screen"})).await;
    assert_eq!((more.status, more.json()["word"].as_str()), (429, Some("server.opens")));
    let _first = ada.look(&tables[0]).await;
    let _second = ada.look(&tables[1]).await;
    let _again = ada.look(&tables[0]).await;
    let mut third = house.guest().connect(&tables[2], None).await.unwrap();
    third.say(json!({"type": "hello", "protocol": 1})).await;
    let gone = third.until("gone").await;
    assert_eq!((gone["why"]["word"].as_str(), &gone["again"]), (Some("server.full-here"), &json!(true)));
}

#[tokio::test]
async fn tables_without_a_move_and_guests_without_a_game_expire() {
    let time = Time::still(Moment(1_790_000_000_000));
    let house = House::with(|config| {
        config.time = time.clone();
        config.pace.idle = Duration::from_millis(1);
    })
    .await;
    let (mut ada, mut bob, mut eve) = (house.guest(), house.guest(), house.guest());
    let wish = json!({"game": "squadro", "mode": "screen", "options": {"first": "left"}});
    let (played, left, watched) =
        (ada.open(wish.clone()).await, ada.open(wish.clone()).await, bob.open(wish).await);
    let (mut socket, snapshot) = ada.look(&played).await;
    let (seat, text) = crate::common::choice(&snapshot["position"]).unwrap();
    assert_eq!(socket.act(&seat, 0, &text).await["type"], "done");
    drop(socket);
    let _here = bob.look(&watched).await;
    assert_eq!(eve.post("/api/me", json!({"name": "Eve"})).await.status, 200);
    time.advance(Duration::from_secs(6 * 24 * 3600));
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(ada.get(&format!("/api/replay/{left}")).await.status, 200, "not yet");
    time.advance(Duration::from_secs(2 * 24 * 3600));
    let expired = async {
        while ada.get(&format!("/api/replay/{left}")).await.status != 404
            || eve.get("/api/me").await.json()["name"] != json!(null)
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
            time.advance(Duration::from_secs(3600));
        }
    };
    timeout(LONG, expired).await.expect("it expires");
    assert_eq!(ada.get(&format!("/api/replay/{played}")).await.status, 200, "somebody has moved");
    assert_eq!(bob.get(&format!("/api/replay/{watched}")).await.status, 200, "somebody is there");
    assert_eq!(ada.get("/api/me").await.json()["tables"], 1);
}

//! The door: who stands in it is counted by address, and nobody else has to wait for that.

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{Duration, timeout},
};

use crate::common::House;

/// Connects from an address of the loopback that is no proxy's.
async fn come(house: &House) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, 2], 0).into()).unwrap();
    socket.connect(house.address).await.unwrap()
}

/// Whether a request is answered.
async fn is_heard(stream: &mut TcpStream) -> bool {
    let request = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";
    let mut byte = [0];
    stream.write_all(request).await.is_ok()
        && matches!(timeout(Duration::from_secs(30), stream.read(&mut byte)).await.unwrap(), Ok(1))
}

#[tokio::test]
async fn one_address_cannot_fill_the_door() {
    let house = House::with(|config| config.limits.connections = 3).await;
    let mut inside = Vec::new();
    for _ in 0..3 {
        let mut stream = come(&house).await;
        assert!(is_heard(&mut stream).await);
        inside.push(stream);
    }
    assert!(!is_heard(&mut come(&house).await).await, "one too many");
    let mut ada = house.guest();
    assert_eq!(ada.get("/healthz").await.status, 200, "others come in");
    inside.clear();
    for _ in 0..500 {
        if is_heard(&mut come(&house).await).await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("who has left still counts");
}

#[tokio::test]
async fn who_comes_too_often_is_turned_away_and_counted() {
    let house = House::with(|config| {
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.limits.connects = 0.0;
        config.limits.connects_at_once = 2.0;
    })
    .await;
    let mut heard = Vec::new();
    for _ in 0..4 {
        heard.push(is_heard(&mut come(&house).await).await);
    }
    assert_eq!(heard, [true, true, false, false]);
    let mut ada = house.guest();
    ada.open(json!({"game": "race", "mode": "screen"})).await;
    let address = house.server.as_ref().unwrap().ready.metrics.unwrap();
    let figures = crate::common::Guest { address, cookie: None }.get("/metrics").await.body;
    assert!(figures.lines().any(|line| line == "visavis_turned_away_total 2"), "{figures}");
}

#[tokio::test]
async fn who_comes_again_without_a_cookie_gets_no_new_allowance() {
    let house = House::with(|config| {
        config.limits.visits = 0.0;
        config.limits.visits_at_once = 3.0;
        config.limits.watching = 0.0;
        config.limits.frames_at_once = 2.0;
    })
    .await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen"})).await;
    let table = table.as_str();
    let stranger = house.guest();
    let look = json!({"type": "look", "n": 0});
    let mut answers = Vec::new();
    for _ in 0..3 {
        let (mut socket, _) = stranger.look(table).await;
        socket.say(look.clone()).await;
        answers.push(loop {
            let kind = socket.next().await.unwrap()["type"].clone();
            if kind == "look" || kind == "busy" {
                break kind;
            }
        });
    }
    assert_eq!(answers, ["look", "look", "busy"], "two frames for all sockets of the address");
    let refused = stranger.connect(table, None).await.err().unwrap();
    assert!(refused.contains("429"), "{refused}");
    let (mut own, _) = ada.look(table).await;
    own.say(look).await;
    own.until("look").await;
}

#[tokio::test]
async fn behind_the_proxy_each_guest_has_limits_of_its_own() {
    let house = House::with(|config| {
        config.limits.requests = 0.0;
        config.limits.requests_at_once = 1.0;
    })
    .await;
    let mut ada = house.guest();
    for (address, status) in [("198.51.100.1", 404), ("198.51.100.1", 429), ("198.51.100.2", 404)] {
        let header = format!("X-Forwarded-For: 203.0.113.9, {address}\r\n");
        let reply = ada.request("POST", "/api/seat", &header, r#"{"token": "none"}"#).await;
        assert_eq!(reply.status, status, "{address}: {reply:?}");
    }
}

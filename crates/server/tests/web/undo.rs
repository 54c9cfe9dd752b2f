//! Taking back.

use crate::common::{House, choice, version};
use serde_json::{Value, json};

async fn after_undo(socket: &mut crate::common::Socket, seat: &str) -> Value {
    let key = socket.key();
    socket.say(json!({"type": "undo", "key": key, "seat": seat})).await;
    let snapshot = socket.until("snapshot").await;
    assert_eq!(socket.answer(&key).await["type"], "done");
    snapshot
}

#[tokio::test]
async fn undo_across_chance_brings_the_same_dice_again() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "options": {"goal": "20"}})).await;
    let (mut socket, mut frame) = ada.look(&table).await;
    let start = frame.clone();
    let mut dice = Vec::new();
    for _ in 0..6 {
        let (seat, text) = choice(&frame["position"]).unwrap();
        let key = socket.key();
        let now = version(&frame);
        socket.say(json!({"type": "act", "key": key, "seat": seat, "version": now, "text": text})).await;
        socket.until("step").await;
        frame = socket.until("step").await;
        dice.push(frame["moved"]["text"].as_str().unwrap().to_owned());
    }
    let log = version(&frame);
    // Back to the start, one decision at a time; the log only grows.
    for n in (0..6).rev() {
        let seat = frame["can"]["undo_for"].as_str().unwrap().to_owned();
        frame = after_undo(&mut socket, &seat).await;
        assert_eq!(frame["position"]["n"].as_u64().unwrap(), 2 + 2 * n);
    }
    assert_eq!(frame["position"]["view"], start["position"]["view"]);
    assert_eq!(version(&frame), log + 6);
    assert_eq!(frame["can"]["undo"], false);
    let nothing = socket.wish("undo", "one", json!({})).await;
    assert_eq!(nothing["word"], "server.undo.nothing");
    let mut again = Vec::new();
    for _ in 0..6 {
        // Another pawn than before: the dice do not care.
        let asked = &frame["position"]["asked"][0];
        let text = asked["choices"].as_array().unwrap().last().unwrap()["text"].clone();
        let key = socket.key();
        socket
            .say(json!({"type": "act", "key": key, "seat": asked["seat"], "version": version(&frame), "text": text}))
            .await;
        socket.until("step").await;
        frame = socket.until("step").await;
        again.push(frame["moved"]["text"].as_str().unwrap().to_owned());
    }
    assert_eq!(dice, again);
    // A sleeping table wakes with the same dice, and a replay leaves out what was taken back.
    let replay = ada.get(&format!("/api/replay/{table}")).await.json();
    assert_eq!(replay["frames"].as_array().unwrap().len() as u64, 1 + 2 + 12);
}

#[tokio::test]
async fn against_the_computer_undo_goes_back_to_ones_own_decision() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "computer", "level": "novice"})).await;
    let (mut socket, mut frame) = ada.look(&table).await;
    while choice(&frame["position"]).is_none() {
        frame = socket.until("step").await;
    }
    let before = frame.clone();
    let (seat, text) = choice(&frame["position"]).unwrap();
    assert_eq!(socket.act(&seat, version(&frame), &text).await["type"], "done");
    loop {
        frame = socket.until("step").await;
        if choice(&frame["position"]).is_some() {
            break;
        }
    }
    let back = after_undo(&mut socket, "one").await;
    assert_eq!(back["position"]["view"], before["position"]["view"]);
    assert_eq!(back["moves"].as_array().unwrap().len() as u64, before["position"]["n"].as_u64().unwrap());
}

#[tokio::test]
async fn online_undo_is_agreed_and_never_crosses_chance() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("squadro").await;
    bob.sit(&token).await;
    let (mut one, first) = ada.look(&table).await;
    let (mut two, _) = bob.look(&table).await;
    let mover = first["position"]["turn"]["seats"][0].as_str().unwrap().to_owned();
    let (mine, other, other_seat) =
        if mover == "one" { (&mut one, &mut two, "two") } else { (&mut two, &mut one, "one") };
    assert_eq!(mine.act(&mover, version(&first), "1").await["type"], "done");
    other.until("step").await;
    assert_eq!(mine.wish("undo", &mover, json!({})).await["type"], "done");
    loop {
        if other.until("offer").await["offers"]["undo"] == json!(mover) {
            break;
        }
    }
    assert_eq!(
        mine.wish("answer", &mover, json!({"what": "undo", "yes": true})).await["word"],
        "server.no-offer"
    );
    assert_eq!(other.wish("answer", other_seat, json!({"what": "undo", "yes": true})).await["type"], "done");
    let back = mine.until("snapshot").await;
    assert_eq!(back["position"]["view"], first["position"]["view"]);
    assert_eq!(version(&back), version(&first) + 2);

    let (table, token) = ada.invite("race").await;
    bob.sit(&token).await;
    let (mut one, first) = ada.look(&table).await;
    let (mut two, _) = bob.look(&table).await;
    let mover = first["position"]["turn"]["seats"][0].as_str().unwrap().to_owned();
    let mine = if mover == "one" { &mut one } else { &mut two };
    assert_eq!(mine.act(&mover, version(&first), "a").await["type"], "done");
    assert_eq!(mine.wish("undo", &mover, json!({})).await["word"], "server.undo.chance");
}

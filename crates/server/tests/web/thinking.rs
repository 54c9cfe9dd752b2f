//! Many hints of one guest: what does not fit is refused, and somebody else's opponent answers meanwhile.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::common::{Guest, House, choice, version};

const MOMENT: Duration = Duration::from_millis(20);

#[tokio::test]
async fn abandoned_hints_of_one_guest_hold_up_nobody_else() {
    let house = House::open().await;
    let (mut ada, mut eve) = (house.guest(), house.guest());
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let mut sockets = Vec::new();
    let (_, frame) = ada.look(&table).await;
    let seat = seat_of(&frame);
    for _ in 0..16 {
        sockets.push(ada.look(&table).await.0);
    }
    let mut keys = Vec::new();
    for socket in &mut sockets {
        let key = socket.key();
        socket.say(json!({"type": "hint", "key": key, "seat": seat})).await;
        keys.push(key);
    }
    // One is thought about and four wait: the last is refused while they do.
    let told = sockets[15].answer(&keys[15]).await;
    assert_eq!((&told["type"], &told["word"]), (&json!("refused"), &json!("server.think.yours")));

    let own =
        eve.open(json!({"game": "squadro", "mode": "computer", "level": "novice", "seat": "one"})).await;
    let frame = own_turn(&eve, &own, 0).await;
    let (seat, text) = choice(&frame["position"]).unwrap();
    let (mut socket, _) = eve.look(&own).await;
    assert_eq!(socket.act(&seat, version(&frame), &text).await["type"], "done");
    own_turn(&eve, &own, version(&frame) + 2).await;

    // Whoever goes leaves the queue: there is room again.
    drop(sockets);
    let (mut again, _) = ada.look(&table).await;
    loop {
        let told = again.wish("hint", &seat_of(&ada.look(&table).await.1), json!({})).await;
        match told["type"].as_str().unwrap() {
            "hint" => break,
            _ => assert_eq!(told["word"], "server.think.yours", "the others leave at this moment"),
        }
        sleep(MOMENT).await;
    }
}

/// Waits until it is the guest's turn, at this version or later.
async fn own_turn(guest: &Guest, table: &str, from: u64) -> Value {
    loop {
        let frame = guest.look(table).await.1;
        if version(&frame) >= from && choice(&frame["position"]).is_some_and(|(seat, _)| seat == "one") {
            return frame;
        }
        sleep(MOMENT).await;
    }
}

fn seat_of(frame: &Value) -> String {
    choice(&frame["position"]).unwrap().0
}

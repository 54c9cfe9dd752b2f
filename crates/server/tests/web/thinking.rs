//! Many hints of one guest: what does not fit is refused, and somebody else's opponent answers meanwhile.

use serde_json::json;

use crate::common::{House, choice, version};

#[tokio::test]
async fn abandoned_hints_of_one_guest_hold_up_nobody_else() {
    let house = House::open().await;
    let (mut ada, mut eve) = (house.guest(), house.guest());
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let mut sockets = Vec::new();
    let (_, frame) = ada.look(&table).await;
    let seat = choice(&frame["position"]).unwrap().0;
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
    assert_eq!((&told["type"], &told["why"]["word"]), (&json!("refused"), &json!("server.think.yours")));

    let wish = json!({"game": "squadro", "mode": "computer", "level": "novice", "seat": "one",
        "options": {"first": "one"}});
    let own = match eve.post("/api/tables", wish).await {
        reply if reply.status == 200 => reply.json()["table"].as_str().unwrap().to_owned(),
        _ => eve.open(json!({"game": "squadro", "mode": "computer", "level": "novice", "seat": "one"})).await,
    };
    let (mut socket, mut frame) = eve.look(&own).await;
    while choice(&frame["position"]).is_none() {
        frame = eve.look(&own).await.1;
    }
    let (seat, text) = choice(&frame["position"]).unwrap();
    assert_eq!(socket.act(&seat, version(&frame), &text).await["type"], "done");
    while version(&frame) < 2 || choice(&frame["position"]).is_none() {
        frame = eve.look(&own).await.1;
    }

    // Whoever goes leaves the queue: there is room again.
    drop(sockets);
    let (mut again, _) = ada.look(&table).await;
    loop {
        let told = again.wish("hint", &seat_of(&ada.look(&table).await.1), json!({})).await;
        match told["type"].as_str().unwrap() {
            "hint" => break,
            _ => assert_eq!(told["why"]["word"], "server.think.yours", "the others leave at this moment"),
        }
    }
}

fn seat_of(frame: &serde_json::Value) -> String {
    choice(&frame["position"]).unwrap().0
}

//! A table that panics ends alone.

#[path = "../../tests/web/common.rs"]
mod common;

use common::{House, choice, version};
use serde_json::json;

/// A step that a defect of ours would choke on.
pub(super) fn maybe_panic(line: Option<&str>) {
    assert_ne!(line, Some("two b"), "a defect, for the test");
}

#[tokio::test]
async fn a_table_that_panics_ends_alone_and_keeps_its_record() {
    let house = House::open().await;
    let (mut ada, eve) = (house.guest(), house.guest());
    let wish = json!({"game": "race", "mode": "screen", "options": {"goal": "20"}});
    let table = ada.open(wish.clone()).await;
    let neighbour = ada.open(wish).await;
    let (mut calm, first) = ada.look(&neighbour).await;
    let (mut socket, mut frame) = ada.look(&table).await;
    let (mut watcher, _) = eve.look(&table).await;
    while choice(&frame["position"]).unwrap().0 == "one" {
        assert_eq!(socket.act("one", version(&frame), "a").await["type"], "done");
        frame = ada.look(&table).await.1;
    }
    let kept = version(&frame);
    socket
        .say(json!({"type": "act", "key": "key-of-doom", "seat": "two", "version": kept, "text": "b"}))
        .await;
    for seen in [&mut socket, &mut watcher] {
        let gone = seen.until("gone").await;
        assert_eq!((&gone["why"]["word"], &gone["again"]), (&json!("server.broken"), &json!(false)));
    }
    let mut back = ada.connect(&table, None).await.unwrap();
    back.say(json!({"type": "hello", "protocol": 1})).await;
    assert_eq!(back.until("gone").await["why"]["word"], "server.broken");
    let record = ada.get(&format!("/api/record/{table}")).await;
    let steps = record.body.split_once("\n\n").unwrap().1;
    assert_eq!(steps.lines().count() as u64, kept, "{steps}");
    let (seat, text) = choice(&first["position"]).unwrap();
    assert_eq!(calm.act(&seat, version(&first), &text).await["type"], "done", "the neighbours play on");
}

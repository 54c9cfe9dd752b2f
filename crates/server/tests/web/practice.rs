//! What a table against the computer has and one by link has not: handicaps of a level, shots shown in advance.

use serde_json::json;

use crate::common::{House, version};

#[tokio::test]
async fn the_tremor_of_a_level_is_an_option_of_the_table_and_changes_seats_with_it() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table =
        ada.open(json!({"game": "pitch-out", "mode": "computer", "seat": "two", "level": "novice"})).await;
    let (mut socket, snapshot) = ada.look(&table).await;
    assert_eq!(snapshot["table"]["options"], json!({"tremor_one": "5"}));
    assert_eq!(socket.wish("resign", "two", json!({})).await["type"], "done");
    assert_eq!(socket.wish("rematch", "two", json!({})).await["type"], "done");
    let (_, over) = ada.look(&table).await;
    let (_, swapped) = ada.look(over["next"].as_str().unwrap()).await;
    assert_eq!(swapped["you"], json!(["one"]));
    assert_eq!(swapped["table"]["options"], json!({"tremor_two": "5"}));
}

#[tokio::test]
async fn a_shot_is_shown_in_advance_where_the_table_says_so_and_never_by_link() {
    let house = House::open().await;
    let mut ada = house.guest();
    let by_link = json!({"game": "pitch-out", "mode": "link", "options": {"prediction": "on"}});
    let refused = ada.post("/api/tables", by_link).await;
    assert_eq!(
        (refused.status, refused.json()["word"].as_str()),
        (422, Some("pitch-out.refuse.prediction-online"))
    );
    for (value, foreseen) in [("on", true), ("off", false)] {
        let wish = json!({"game": "pitch-out", "mode": "screen", "options": {"prediction": value}});
        let table = ada.open(wish).await;
        let (mut socket, mut frame) = ada.look(&table).await;

        let first = frame["position"]["asked"][0]["seat"].as_str().unwrap().to_owned();

        assert_eq!(socket.act(&first, version(&frame), "first one").await["type"], "done");
        let deployed = [("one", "o1", "o2", 1000, 700), ("two", "o3", "o4", 7000, 7300)];
        for (seat, left, right, y, row) in deployed {
            let mut steps = vec![format!("place {left} 2000,{y}/0"), format!("place {right} 6000,{y}/0")];
            let pawns = ["captain", "assassin", "runner", "guard", "immortal"];
            steps.extend((0..).zip(pawns).map(|(n, name)| format!("place {name} {},{row}", 3000 + 500 * n)));
            for text in steps {
                frame = ada.look(&table).await.1;
                let told = socket.act(seat, version(&frame), &text).await;
                assert_eq!(told["type"], "done", "{text}: {told}");
            }
        }
        frame = ada.look(&table).await.1;
        let now = version(&frame);
        let flick = json!({"version": now, "text": "flick captain 9000@500"});
        let told = socket.wish("preview", "one", flick).await;
        assert_eq!(told["type"], "preview");
        let preview = &told["choice"]["preview"];
        assert_eq!(preview["trace"]["paths"].is_array(), foreseen, "{value}: {preview}");
        let (_, after) = ada.look(&table).await;
        assert_eq!(version(&after), now, "nothing is played");
        let pushed = json!({"version": now, "text": "flick witch 9000@500"});
        assert_eq!(socket.wish("preview", "one", pushed).await["rule"], "R15");
        let early = json!({"version": now, "text": "flick captain 27000@500"});
        assert_eq!(socket.wish("preview", "two", early).await["type"], "refused");
    }
}

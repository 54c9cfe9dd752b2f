//! Games over real sockets.

use crate::common::{House, choice, version};
use serde_json::{Value, json};

/// Plays whatever comes first for the seats of one socket until `done` says stop; gives the last position.
async fn play_on(
    socket: &mut crate::common::Socket,
    mut frame: Value,
    mut done: impl FnMut(&Value) -> bool,
) -> Value {
    loop {
        if done(&frame) {
            return frame;
        }
        if let Some((seat, text)) = choice(&frame["position"]) {
            let key = socket.key();
            let version = version(&frame);
            socket
                .say(json!({"type": "act", "key": key, "seat": seat, "version": version, "text": text}))
                .await;
        }
        loop {
            frame = socket.next().await.expect("the table goes on");
            if ["step", "snapshot"].contains(&frame["type"].as_str().unwrap()) {
                break;
            }
            assert_ne!(frame["type"], "refused", "{frame}");
        }
    }
}

fn is_over(frame: &Value) -> bool {
    frame["position"]["turn"]["type"] == "over"
}

#[tokio::test]
async fn two_guests_play_a_whole_game_by_link_and_a_third_looks_on() {
    let house = House::open().await;
    let (mut ada, mut bob, eve) = (house.guest(), house.guest(), house.guest());
    ada.post("/api/me", json!({"name": "  Ada  L. "})).await;
    let (table, token) = ada.invite("squadro").await;
    let own = ada.sit(&token).await;
    assert_eq!((own.status, own.json()["word"].as_str()), (409, Some("server.own-table")));
    assert_eq!(bob.sit(&token).await.json(), json!({"table": table, "seat": "two"}));
    let again = bob.sit(&token).await;
    assert_eq!(
        (again.status, again.json()["word"].as_str()),
        (404, Some("server.no-link")),
        "a link works once"
    );

    let (mut one, first) = ada.look(&table).await;
    let (mut two, second) = bob.look(&table).await;
    let (mut spectator, third) = eve.look(&table).await;
    assert_eq!(
        (&first["you"], &second["you"], &third["you"]),
        (&json!(["one"]), &json!(["two"]), &json!([]))
    );
    assert_eq!(third["position"]["viewer"], "public");
    assert_eq!(third["position"]["asked"], json!([]));
    assert_eq!(third["can"]["resign"], false);
    assert_eq!(first["seats"][0]["name"], "Ada L.");
    assert_eq!(first["table"]["commitment"]["hash"].as_str().unwrap().len(), 64);
    assert_eq!(first["table"]["commitment"]["seed"], Value::Null);

    let wrong = spectator.act("one", version(&third), "1").await;
    assert_eq!(
        (wrong["type"].as_str(), wrong["word"].as_str()),
        (Some("refused"), Some("server.not-your-seat"))
    );

    let play_one = play_on(&mut one, first, is_over);
    let play_two = play_on(&mut two, second, is_over);
    let watch = async {
        loop {
            let frame = spectator.next().await.unwrap();
            if frame["type"] == "step" && is_over(&frame) {
                return frame;
            }
        }
    };
    let (last, other, seen) = tokio::join!(play_one, play_two, watch);
    assert_eq!(last["position"]["view"], seen["position"]["view"]);
    assert_eq!(last["position"]["turn"], other["position"]["turn"]);
    let seed = last["seed"].as_str().unwrap();
    assert_eq!(seed.len(), 64);

    let record = bob.get(&format!("/api/record/{table}")).await;
    assert_eq!(record.status, 200);
    assert!(record.body.contains(&format!("seed = {seed}")) && record.body.contains("one = Ada L."));
    assert!(record.body.contains(" | "), "chance steps say what they were drawn from");
    let replay = bob.get(&format!("/api/replay/{table}")).await.json();
    assert_eq!(replay["viewer"], "judge");
    assert_eq!(replay["frames"].as_array().unwrap().last().unwrap()["view"], last["position"]["view"]);
    let dropped = bob.request("POST", "/api/replay", "", &record.body).await;
    assert_eq!(
        dropped.json()["frames"],
        replay["frames"],
        "a record that is dropped on the page is the same game"
    );
}

#[tokio::test]
async fn the_computer_answers_and_the_page_never_waits_for_who_is_not_asked() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table =
        ada.open(json!({"game": "squadro", "mode": "computer", "seat": "two", "level": "casual"})).await;
    let (mut socket, snapshot) = ada.look(&table).await;
    assert_eq!(snapshot["seats"][0]["occupant"], "computer");
    let last = play_on(&mut socket, snapshot, is_over).await;
    assert!(last["position"]["n"].as_u64().unwrap() > 20);
    let next = socket.wish("rematch", "two", json!({})).await;
    assert_eq!(next["type"], "done");
    let (_, swapped) = ada.look(&snapshot_next(&mut socket).await).await;
    assert_eq!(swapped["you"], json!(["one"]), "a rematch swaps seats");
    assert_eq!(swapped["table"]["series"]["number"], 2);
    let series = &swapped["table"]["series"];
    assert_eq!(
        series["one"].as_u64().unwrap() + series["two"].as_u64().unwrap() + series["draws"].as_u64().unwrap(),
        1
    );
}

async fn snapshot_next(socket: &mut crate::common::Socket) -> String {
    let told = socket.told.iter().rev().find(|text| text.contains("\"type\":\"next\""));
    let frame: Value = match told {
        Some(text) => serde_json::from_str(text).unwrap(),
        None => socket.until("next").await,
    };
    frame["table"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_refused_move_names_its_rule_and_changes_nothing() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "options": {"goal": "4"}})).await;
    let (mut socket, mut frame) = ada.look(&table).await;
    // Until a pawn stands so near the goal that it cannot move.
    let blocked = |frame: &Value| {
        let choices = frame["position"]["asked"][0]["choices"].as_array();
        choices.is_some_and(|choices| choices.len() == 1 && choices[0]["text"] != "pass")
    };
    frame = play_on(&mut socket, frame, blocked).await;
    let seat = frame["position"]["asked"][0]["seat"].as_str().unwrap().to_owned();
    let legal = frame["position"]["asked"][0]["choices"][0]["text"].as_str().unwrap().to_owned();
    let other = if legal == "a" { "b" } else { "a" };
    let refused = socket.act(&seat, version(&frame), other).await;
    assert_eq!(refused["type"], "refused");
    assert_eq!(
        (refused["rule"].as_str(), refused["word"].as_str()),
        (Some("R3"), Some("race.refuse.past-goal"))
    );
    assert_eq!(refused["values"]["goal"], 4);
    let junk = socket.act(&seat, version(&frame), "sing a song").await;
    assert_eq!(junk["rule"], "notation");
    let (_, after) = ada.look(&table).await;
    assert_eq!(after["version"], frame["version"]);
    let stale = socket.act(&seat, version(&frame) - 1, &legal).await;
    assert_eq!(stale["word"], "server.stale");
    let anchor = json!({"version": version(&frame), "from": "nowhere"});
    assert_eq!(socket.wish("attempt", &seat, anchor).await["rule"], "notation");
    assert_eq!(socket.act(&seat, version(&frame), &legal).await["type"], "done");
}

#[tokio::test]
async fn a_retry_with_the_same_key_does_nothing_twice_also_after_a_restart() {
    let mut house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let (mut socket, frame) = ada.look(&table).await;
    let (seat, text) = choice(&frame["position"]).unwrap();
    let wish =
        json!({"type": "act", "key": "the-same-key", "seat": seat, "version": version(&frame), "text": text});
    for _ in 0..3 {
        socket.say(wish.clone()).await;
        assert_eq!(socket.answer("the-same-key").await["type"], "done");
    }
    house.restart().await;
    let (mut socket, frame) = ada.look(&table).await;
    assert_eq!(frame["position"]["n"], 2, "the toss and one move");
    socket.say(wish).await;
    assert_eq!(socket.answer("the-same-key").await["type"], "done");
    let (_, frame) = ada.look(&table).await;
    assert_eq!(frame["position"]["n"], 2);
}

#[tokio::test]
async fn after_a_restart_everybody_is_back_and_gets_what_was_missed() {
    let mut house = House::open().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("race").await;
    bob.sit(&token).await;
    let (mut one, frame) = ada.look(&table).await;
    let (mut two, _) = bob.look(&table).await;
    let known = version(&frame);
    // Somebody moves; the other one's connection is lost before.
    drop(two);
    let mover = frame["position"]["turn"]["seats"][0].as_str().unwrap().to_owned();
    let missing = if mover == "one" { &bob } else { &ada };
    if mover == "one" {
        assert_eq!(one.act("one", known, "a").await["type"], "done");
    } else {
        drop(one);
        two = bob.look(&table).await.0;
        assert_eq!(two.act("two", known, "a").await["type"], "done");
    }
    house.restart().await;
    let mut back = missing.connect(&table, None).await.unwrap();
    back.say(json!({"type": "hello", "protocol": 1, "version": known})).await;
    let step = back.until("step").await;
    assert_eq!(version(&step), known + 1);
    assert_eq!(step["moved"]["text"], "a");
    assert_eq!(step["moved"]["seat"].as_str(), Some(mover.as_str()));
    assert_eq!(step["moved"]["events"][0]["event"], "moved");
    let step = back.until("step").await;
    assert!(step["moved"]["text"].as_str().unwrap().starts_with('@'), "the throw that followed");
    assert!(choice(&step["position"]).is_some(), "and the question");
    back.until("offer").await;
    // Who knows more than the table, or missed a take-back, gets everything.
    back.say(json!({"type": "hello", "protocol": 1, "version": 9999})).await;
    back.until("snapshot").await;
}

#[tokio::test]
async fn one_person_in_two_tabs() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let (mut left, frame) = ada.look(&table).await;
    let (mut right, _) = ada.look(&table).await;
    let (seat, text) = choice(&frame["position"]).unwrap();
    assert_eq!(left.act(&seat, version(&frame), &text).await["type"], "done");
    let step = right.until("step").await;
    assert_eq!(step["moved"]["text"].as_str(), Some(text.as_str()));
    let (seat, text) = choice(&step["position"]).unwrap();
    assert_eq!(right.act(&seat, version(&step), &text).await["type"], "done");
}

#[tokio::test]
async fn draws_resignations_and_rematches_are_agreed() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("squadro").await;
    bob.sit(&token).await;
    let (mut one, _) = ada.look(&table).await;
    let (mut two, _) = bob.look(&table).await;
    assert_eq!(one.wish("offer_draw", "one", json!({})).await["type"], "done");
    let offer = two.until("offer").await;
    assert_eq!(offer["offers"]["draw"], "one");
    assert_eq!(two.wish("answer", "two", json!({"what": "draw", "yes": false})).await["type"], "done");
    loop {
        if one.until("offer").await["declined"] == "draw" {
            break;
        }
    }
    assert_eq!(one.wish("offer_draw", "one", json!({})).await["word"], "server.offer-again");
    assert_eq!(one.wish("rematch", "one", json!({})).await["word"], "server.rematch.running");
    assert_eq!(one.wish("resign", "one", json!({})).await["type"], "done");
    let step = two.until("step").await;
    assert_eq!(
        step["position"]["turn"],
        json!({"type": "over", "winner": "two", "why": {"word": "over.resigned", "values": {"winner": "two", "seat": "two"}}})
    );
    assert_eq!(two.wish("resign", "two", json!({})).await["word"], "refuse.over");
    assert_eq!(two.wish("rematch", "two", json!({})).await["type"], "done");
    loop {
        if one.until("offer").await["offers"]["rematch"] == "two" {
            break;
        }
    }
    assert_eq!(one.wish("answer", "one", json!({"what": "rematch", "yes": true})).await["type"], "done");
    let next = two.until("next").await["table"].as_str().unwrap().to_owned();
    let (_, frame) = ada.look(&next).await;
    assert_eq!(frame["you"], json!(["two"]));
    assert_eq!(frame["table"]["series"], json!({"number": 2, "one": 1, "two": 0, "draws": 0}));
    let (_, old) = bob.look(&table).await;
    assert_eq!(old["next"].as_str(), Some(next.as_str()));
}

#[tokio::test]
async fn a_hint_is_a_legal_move_and_not_for_games_between_people() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let (mut socket, frame) = ada.look(&table).await;
    let (seat, _) = choice(&frame["position"]).unwrap();
    let hint = socket.wish("hint", &seat, json!({})).await;
    assert_eq!(hint["type"], "hint", "{hint}");
    let text = hint["choice"]["text"].as_str().unwrap();
    assert!(hint["choice"]["from"].is_string());
    assert_eq!(socket.act(&seat, version(&frame), text).await["type"], "done");
    let (table, _) = ada.invite("squadro").await;
    let (mut socket, frame) = ada.look(&table).await;
    assert_eq!(frame["can"]["hint"], false);
    assert_eq!(socket.wish("hint", "one", json!({})).await["word"], "server.hint.online");
}

#[tokio::test]
async fn looking_back_shows_old_positions() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let (mut socket, start) = ada.look(&table).await;
    let frame = play_on(&mut socket, start.clone(), |frame| frame["position"]["n"].as_u64() == Some(9)).await;
    socket.say(json!({"type": "look", "n": 1})).await;
    let look = socket.until("look").await;
    assert_eq!(look["view"], start["position"]["view"]);
    assert_eq!(look["asked"], json!([]));
    socket.say(json!({"type": "look", "n": 9})).await;
    assert_eq!(socket.until("look").await["view"], frame["position"]["view"]);
    socket.say(json!({"type": "look", "n": 10})).await;
    assert_eq!(socket.until("refused").await["word"], "server.no-move");
}

#[tokio::test]
async fn a_table_that_nobody_looks_at_sleeps_and_wakes_as_it_was() {
    let house = House::with(|config| config.pace.idle = std::time::Duration::from_millis(1)).await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "options": {"goal": "20"}})).await;
    let mut before = ada.look(&table).await.1;
    for _ in 0..8 {
        let (mut socket, frame) = ada.look(&table).await;
        assert_eq!(frame["position"]["view"], before["position"]["view"]);
        assert_eq!(frame["moves"], before["moves"]);
        let (seat, text) = choice(&frame["position"]).unwrap();
        assert_eq!(socket.act(&seat, version(&frame), &text).await["type"], "done");
        before = ada.look(&table).await.1;
        drop(socket);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(before["position"]["n"], 2 + 16);
}

/// A second server does not start on the folder; whoever writes there all the same does no harm.
#[tokio::test]
async fn when_somebody_else_has_written_to_the_log_the_log_decides() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let (mut socket, frame) = ada.look(&table).await;
    let (seat, _) = choice(&frame["position"]).unwrap();
    let other = store::Store::open(&house.config.data).await.unwrap();
    let line = store::NewLine { line: format!("{seat} 1"), key: None, clock: None };
    other.append(table, version(&frame) as u32, vec![line], None, None, 0).await.unwrap();
    let key = socket.key();
    let late = json!({"type": "act", "key": key, "seat": seat, "version": version(&frame), "text": "2"});
    socket.say(late).await;
    let fresh = socket.until("snapshot").await;
    assert_eq!(socket.answer(&key).await["type"], "busy");
    assert_eq!(fresh["moves"].as_array().unwrap().last().unwrap()["text"], "1");
    assert_eq!(version(&fresh), version(&frame) + 1);
    other.close().await;
}

//! Who may know what, seen from the wire. Bluff has hidden hands, a hidden deck and windows.

use std::time::{Duration, Instant};

use crate::common::{Guest, House, Socket, choice, version};
use serde_json::{Value, json};
use server::{Moment, Time};

/// Whether any card is named, as a value or in the notation.
fn names_a_card(text: &str) -> bool {
    let cards = ["caltrops", "feather", "parry"];
    cards.iter().any(|card| text.contains(&format!(":\"{card}\"")) || text.contains(&format!(":{card}")))
}

/// Everything in a frame that stands for a hidden card of `seat` or of the deck.
fn leaks(frame: &Value, hidden: &[usize]) -> Vec<String> {
    let mut found = Vec::new();
    let position = if frame["type"] == "look" { frame } else { &frame["position"] };
    let view = &position["view"];
    if !view.is_null() {
        for seat in hidden {
            if !view["hands"][seat]["faces"].is_null() {
                found.push(format!("hand {seat}: {}", view["hands"][seat]));
            }
        }
        if !view["deck"]["faces"].is_null() {
            found.push(format!("deck: {}", view["deck"]));
        }
    }
    for event in frame["moved"]["events"].as_array().into_iter().flatten() {
        let whose = usize::from(event["seat"] == "two");
        if event["event"] == "drawn" && hidden.contains(&whose) && !event["card"].is_null() {
            found.push(event.to_string());
        }
    }
    for asked in position["asked"].as_array().into_iter().flatten() {
        if hidden.contains(&usize::from(asked["seat"] == "two")) {
            found.push(format!("asked: {asked}"));
        }
    }
    found
}

/// Chance lines of the move list that name a card.
fn cards_named(frames: &[String]) -> usize {
    frames.iter().map(|text| text.matches("@card:").count()).sum()
}

/// Plays whatever comes first until the game is over; keeps every frame but the closing ones.
async fn play(mut socket: Socket, mut frame: Value, hidden: &[usize]) -> Vec<String> {
    loop {
        if frame["position"]["turn"]["type"] == "over" {
            return socket.told[..socket.told.len() - 1].to_vec();
        }
        assert_eq!(leaks(&frame, hidden), Vec::<String>::new());
        if let Some((seat, _)) = choice(&frame["position"]) {
            // Rolls and plays cards, so that the game is short and every window comes.
            let choices = frame["position"]["asked"][0]["choices"].as_array().unwrap();
            let texts: Vec<&str> = choices.iter().map(|c| c["text"].as_str().unwrap()).collect();
            let best = texts.iter().rev().find(|t| **t != "draw").unwrap();
            let key = socket.key();
            let now = version(&frame);
            socket.say(json!({"type": "act", "key": key, "seat": seat, "version": now, "text": best})).await;
        }
        loop {
            frame = socket.next().await.unwrap();
            assert_ne!(frame["type"], "refused", "{frame}");
            if frame["type"] == "step" || frame["type"] == "snapshot" {
                break;
            }
        }
    }
}

#[tokio::test]
async fn no_frame_to_one_seat_holds_the_others_cards_and_spectators_see_neither() {
    let house = House::open().await;
    let (mut ada, mut bob, eve) = (house.guest(), house.guest(), house.guest());
    for _ in 0..3 {
        let (table, token) = ada.invite("bluff").await;
        bob.sit(&token).await;
        let (one, first) = ada.look(&table).await;
        let (two, second) = bob.look(&table).await;
        let (watcher, third) = eve.look(&table).await;
        assert!(!first["position"]["view"]["hands"][0]["faces"].is_null(), "the own hand is seen");
        let raw = third.to_string();
        assert!(!names_a_card(&raw), "nothing has been played yet: {raw}");
        let (a, b, c) =
            tokio::join!(play(one, first, &[1]), play(two, second, &[0]), play(watcher, third, &[0, 1]));
        // Two cards each were dealt, and each seat sees its own.
        assert!(cards_named(&a[..1]) == 2 && cards_named(&b[..1]) == 2);
        assert_eq!(cards_named(&c), 0);
        // The end opens everything, in the list of moves too.
        let (_, over) = eve.look(&table).await;
        assert_eq!(over["position"]["viewer"], "judge");
        assert!(cards_named(&[over.to_string()]) >= 4);
    }
}

#[tokio::test]
async fn a_running_game_shows_the_public_its_public_side_only_wherever_it_is_asked() {
    let house = House::open().await;
    let mut ada = house.guest();
    let (table, _) = ada.invite("bluff").await;
    let (mut socket, _) = ada.look(&table).await;
    let replay = house.guest().get(&format!("/api/replay/{table}")).await;
    assert!(!names_a_card(&replay.body), "{}", replay.body);
    let own = ada.get(&format!("/api/replay/{table}")).await;
    assert!(!names_a_card(&own.body), "also for who plays");
    assert!(!own.body.contains("seed\":\""));
    let record = ada.get(&format!("/api/record/{table}")).await;
    assert_eq!((record.status, record.json()["word"].as_str()), (409, Some("server.record-running")));
    assert_eq!(ada.get("/api/me/export").await.body, "", "nor is it exported before its end");
    socket.say(json!({"type": "look", "n": 4})).await;
    let look = socket.until("look").await;
    assert_eq!(leaks(&look, &[1]), Vec::<String>::new());
    assert_eq!(socket.wish("undo", "one", json!({})).await["type"], "refused");
}

async fn screen(house: &House) -> (Guest, String, Socket, Value) {
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "bluff", "mode": "screen"})).await;
    let (socket, frame) = ada.look(&table).await;
    (ada, table, socket, frame)
}

async fn uncover(socket: &mut Socket, seat: Value) -> Value {
    socket.say(json!({"type": "uncover", "seat": seat})).await;
    socket.until("snapshot").await
}

#[tokio::test]
async fn at_one_screen_a_cover_lies_over_each_hand() {
    let house = House::open().await;
    let (ada, table, mut socket, frame) = screen(&house).await;
    assert_eq!(frame["you"], json!(["one", "two"]));
    assert_eq!(
        (&frame["position"]["viewer"], &frame["position"]["cover"]),
        (&json!("public"), &json!("one"))
    );
    assert_eq!(leaks(&frame, &[0, 1]), Vec::<String>::new());
    assert_eq!(socket.act("one", version(&frame), "roll").await["word"], "server.covered");
    assert_eq!(socket.wish("hint", "one", json!({})).await["word"], "server.covered");

    socket.say(json!({"type": "uncover", "seat": "two"})).await;
    assert_eq!(socket.until("refused").await["word"], "refuse.not-your-turn", "only who is asked may look");
    let frame = uncover(&mut socket, json!("one")).await;
    assert_eq!((&frame["position"]["viewer"], &frame["position"]["cover"]), (&json!("one"), &Value::Null));
    assert!(!frame["position"]["view"]["hands"][0]["faces"].is_null());
    assert_eq!(leaks(&frame, &[1]), Vec::<String>::new());
    assert_eq!(frame["position"]["asked"][0]["seat"], "one");

    // The other tab of the same browser does not get a second hand.
    let (mut tab, other) = ada.look(&table).await;
    assert_eq!(leaks(&other, &[0, 1]), Vec::<String>::new());
    let frame = uncover(&mut tab, json!("one")).await;
    let covered = socket.until("snapshot").await;
    assert_eq!(covered["position"]["viewer"], "public");
    drop(tab);
    let frame_version = version(&frame);
    uncover(&mut socket, json!("one")).await;

    // One rolls; Two may throw caltrops. One's screen goes under the cover before Two's side is shown.
    let key = socket.key();
    socket
        .say(json!({"type": "act", "key": key, "seat": "one", "version": frame_version, "text": "roll"}))
        .await;
    let mut step = socket.until("step").await;
    while step["position"]["turn"]["type"] == "chance" {
        step = socket.until("step").await;
    }
    assert_eq!((&step["position"]["viewer"], &step["position"]["cover"]), (&json!("one"), &json!("two")));
    assert_eq!(leaks(&step, &[1]), Vec::<String>::new());
    let frame = uncover(&mut socket, Value::Null).await;
    assert_eq!(leaks(&frame, &[0, 1]), Vec::<String>::new());
    let frame = uncover(&mut socket, json!("two")).await;
    assert_eq!(frame["position"]["viewer"], "two");
    assert_eq!(leaks(&frame, &[0]), Vec::<String>::new());
    socket.say(json!({"type": "look", "n": 4})).await;
    let look = socket.until("look").await;
    assert_eq!(look["viewer"], "public");
    assert_eq!(leaks(&look, &[0, 1]), Vec::<String>::new());
}

#[tokio::test]
async fn windows_that_a_player_lets_pass_need_no_cover_and_take_their_time() {
    let house = House::open().await;
    let (_, _, mut socket, _) = screen(&house).await;
    let kind = json!({"kind": "bluff.prompt.caltrops", "on": true});
    assert_eq!(socket.wish("auto", "two", kind).await["type"], "done");
    let wrong = json!({"kind": "x.prompt.y", "on": true});
    assert_eq!(socket.wish("auto", "two", wrong).await["word"], "server.kind");
    let frame = uncover(&mut socket, json!("one")).await;
    assert_eq!(frame["auto"], json!([[], ["bluff.prompt.caltrops"]]));
    let began = Instant::now();
    let key = socket.key();
    socket
        .say(json!({"type": "act", "key": key, "seat": "one", "version": version(&frame), "text": "roll"}))
        .await;
    let mut step = socket.until("step").await;
    while step["position"]["turn"]["type"] == "chance" {
        step = socket.until("step").await;
    }
    assert_eq!(step["position"]["turn"]["seats"], json!(["two"]));
    assert_eq!(step["position"]["cover"], Value::Null);
    let pass = socket.until("step").await;
    assert_eq!((&pass["moved"]["seat"], &pass["moved"]["text"]), (&json!("two"), &json!("pass")));
    assert!(began.elapsed() >= house.config.pace.window, "a pause must not tell");
}

#[tokio::test]
async fn the_computer_answers_at_a_fixed_time_where_there_are_secrets() {
    let house = House::with(|config| config.pace.window = Duration::from_millis(300)).await;
    let mut ada = house.guest();
    let table =
        ada.open(json!({"game": "bluff", "mode": "computer", "seat": "two", "level": "casual"})).await;
    let (mut socket, mut frame) = ada.look(&table).await;
    for _ in 0..4 {
        // Since the computer was asked.
        let asked = Instant::now();
        loop {
            let turn = &frame["position"]["turn"];
            if turn["type"] == "over" {
                return;
            }
            if turn["seats"] == json!(["two"]) {
                break;
            }
            frame = socket.until("step").await;
            if frame["moved"]["seat"] == "one" {
                // The first question may have been open a little before we looked.
                assert!(asked.elapsed() >= Duration::from_millis(200), "{:?}", asked.elapsed());
                break;
            }
        }
        while choice(&frame["position"]).is_some() {
            let key = socket.key();
            let texts = frame["position"]["asked"][0]["choices"].as_array().unwrap();
            let text = texts.iter().rev().find(|c| c["text"] != "draw").unwrap()["text"].clone();
            let wish =
                json!({"type": "act", "key": key, "seat": "two", "version": version(&frame), "text": text});
            socket.say(wish).await;
            frame = socket.until("step").await;
            while frame["position"]["turn"]["type"] == "chance" {
                frame = socket.until("step").await;
            }
        }
    }
}

async fn still(window: u64) -> House {
    House::with(|config| {
        config.pace.window = Duration::from_millis(window);
        config.time = Time::still(Moment(1_794_000_000_000));
    })
    .await
}

/// Whether nothing but the answer to a look has come: the table had the time to do something and did not.
async fn nothing_happens(socket: &mut Socket) -> bool {
    socket.say(json!({"type": "look", "n": 0})).await;
    loop {
        match socket.next().await.unwrap()["type"].as_str().unwrap() {
            "look" => return true,
            "step" => return false,
            _ => {}
        }
    }
}

/// Goes on until Two has a window; gives the version and how many answers Two has.
async fn until_window(
    house: &House,
    one: &mut Socket,
    two: &mut Socket,
    ada: &Guest,
    table: &str,
) -> Option<usize> {
    for _ in 0..200 {
        let (_, frame) = ada.look(table).await;
        let turn = &frame["position"]["turn"];
        if turn["type"] == "over" {
            return None;
        }
        if turn["seats"] == json!(["one"]) {
            let texts = frame["position"]["asked"][0]["choices"].as_array().unwrap();
            let text = if texts.iter().any(|c| c["text"] == "roll") {
                "roll"
            } else {
                texts[0]["text"].as_str().unwrap()
            };
            assert_eq!(one.act("one", version(&frame), text).await["type"], "done");
            continue;
        }
        two.say(json!({"type": "hello", "protocol": 1})).await;
        let asked = two.until("snapshot").await["position"]["asked"][0].clone();
        if asked["prompt"]["word"] == "bluff.prompt.caltrops" {
            return asked["choices"].as_array().map(Vec::len);
        }
        let texts = asked["choices"].as_array().unwrap();
        let text = if texts.iter().any(|c| c["text"] == "draw") {
            "draw"
        } else {
            texts[0]["text"].as_str().unwrap()
        };
        assert_eq!(two.act("two", version(&frame), text).await["type"], "done");
        house.config.time.advance(Duration::from_millis(10));
    }
    None
}

#[tokio::test]
async fn a_window_passes_by_itself_at_a_fixed_time_with_one_option_or_two() {
    let house = still(1500).await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let mut seen = [0; 4];
    for _ in 0..40 {
        let (table, token) = ada.invite("bluff").await;
        bob.sit(&token).await;
        let (mut one, _) = ada.look(&table).await;
        let (mut two, _) = bob.look(&table).await;
        let Some(options) = until_window(&house, &mut one, &mut two, &ada, &table).await else { continue };
        let kind = json!({"kind": "bluff.prompt.caltrops", "on": true});
        house.config.time.advance(Duration::from_millis(300));
        assert_eq!(two.wish("auto", "two", kind).await["type"], "done");
        let (mut one, frame) = ada.look(&table).await;
        // Set after 300 ms, it still comes 1,500 ms after the window was opened.
        house.config.time.advance(Duration::from_millis(1199));
        assert!(nothing_happens(&mut one).await, "{options} options: too early");
        house.config.time.advance(Duration::from_millis(1));
        let step = one.until("step").await;
        assert_eq!(version(&step), version(&frame) + 1);
        assert_eq!((&step["moved"]["seat"], &step["moved"]["text"]), (&json!("two"), &json!("pass")));
        seen[options.min(3)] += 1;
        if seen[1] > 0 && seen[2] + seen[3] > 0 {
            return;
        }
    }
    panic!("windows with one answer and with more: {seen:?}");
}

#[tokio::test]
async fn the_computers_answer_waits_for_the_same_moment() {
    let house = still(1500).await;
    let mut ada = house.guest();
    for _ in 0..3 {
        let wish = json!({"game": "bluff", "mode": "computer", "seat": "two", "level": "casual"});
        let table = ada.open(wish).await;
        let (mut socket, frame) = ada.look(&table).await;
        if frame["position"]["turn"]["seats"] != json!(["one"]) {
            continue;
        }
        // Long enough for the computer to have thought.
        tokio::time::sleep(Duration::from_millis(300)).await;
        house.config.time.advance(Duration::from_millis(1499));
        assert!(nothing_happens(&mut socket).await);
        house.config.time.advance(Duration::from_millis(1));
        assert_eq!(socket.until("step").await["moved"]["seat"], "one");
        return;
    }
    panic!("the computer never began");
}

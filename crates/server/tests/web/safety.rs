//! Origins, cookies, headers, limits, junk.

use crate::common::{House, choice, version};
use serde_json::{Value, json};
use server::{Config, ServeError, Server};
use table::Lang;

#[tokio::test]
async fn only_our_own_page_may_open_a_socket_or_change_anything() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let refused = ada.connect(&table, Some("http://evil.example")).await.err().unwrap();
    assert!(refused.contains("403"), "{refused}");
    let refused = ada.connect(&table, Some("")).await.err().unwrap();
    assert!(refused.contains("403"), "a browser always names the origin: {refused}");
    let evil = ada.request("POST", "/api/tables", "Origin: http://evil.example\r\n", "{}").await;
    assert_eq!((evil.status, evil.json()["word"].as_str()), (403, Some("server.origin")));
    let evil = ada.request("DELETE", "/api/me", "Origin: null\r\n", "").await;
    assert_eq!(evil.status, 403);
    assert_eq!(ada.get("/api/me").await.json()["tables"], 1);
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_it_safe() {
    let house = House::open().await;
    let mut ada = house.guest();
    for path in ["/", "/table/abc", "/page/app.js", "/api/games", "/words/fr.json", "/api/nothing", "/ws/x"] {
        let reply = ada.get(path).await;
        let policy = reply.header("content-security-policy").unwrap_or_else(|| panic!("{path}: {reply:?}"));
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    }
    let mut eve = house.guest();
    let cookie = eve.get("/").await.header("set-cookie").unwrap().to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"),
        "{cookie}"
    );
    assert_eq!(eve.get("/seat/abc").await.header("set-cookie"), None, "who has a cookie keeps it");
    assert_eq!(eve.get("/api/me").await.json(), json!({"name": null, "tables": 0}));
    let mut twice = house.guest();
    let tag = twice.get("/words/en.json").await.header("etag").unwrap().to_owned();
    let known = twice.request("GET", "/words/en.json", &format!("If-None-Match: {tag}\r\n"), "").await;
    assert_eq!((known.status, known.body.as_str()), (304, ""));
}

#[tokio::test]
async fn nobody_gets_more_than_the_limits() {
    let house = House::with(|config| {
        config.limits.sockets = 2;
        config.limits.tables = 3;
    })
    .await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let first = ada.look(&table).await;
    let _second = ada.look(&table).await;
    let third = ada.connect(&table, None).await.err().unwrap();
    assert!(third.contains("429"), "{third}");
    let (_other, _) = house.guest().look(&table).await;
    drop(first);
    let mut again = ada.connect(&table, None).await;
    for _ in 0..100 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        again = ada.connect(&table, None).await;
    }
    again.unwrap();
    for _ in 0..2 {
        ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    }
    let fourth = ada.post("/api/tables", json!({"game": "squadro", "mode": "screen"})).await;
    assert_eq!((fourth.status, fourth.json()["word"].as_str()), (429, Some("server.tables")));
}

#[tokio::test]
async fn too_many_requests_and_frames_are_put_off() {
    let house = House::with(|config| {
        config.limits.requests = 0.0;
        config.limits.requests_at_once = 2.0;
        config.limits.frames = 0.0;
        config.limits.frames_at_once = 3.0;
    })
    .await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    assert_eq!(ada.post("/api/me", json!({"name": "Ada"})).await.status, 200);
    assert_eq!(ada.post("/api/me", json!({"name": "Bob"})).await.status, 429);
    assert_eq!(ada.get("/api/me").await.json()["name"], "Ada", "reading is always allowed");
    let (mut socket, _) = ada.look(&table).await;
    for _ in 0..5 {
        socket.say(json!({"type": "look", "n": 0})).await;
    }
    let mut counts = (0, 0);
    while counts.0 + counts.1 < 5 {
        match socket.next().await.unwrap()["type"].as_str().unwrap() {
            "look" => counts.0 += 1,
            "busy" => counts.1 += 1,
            _ => {}
        }
    }
    assert_eq!(counts, (3, 2));
}

#[tokio::test]
async fn junk_is_refused_politely_and_then_no_longer_heard() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let (mut socket, frame) = ada.look(&table).await;
    let (seat, text) = choice(&frame["position"]).unwrap();
    for junk in
        ["", "null", "{", "[1,2]", "{\"type\":\"act\"}", "\"\\ud800\"", "{\"type\":\"look\",\"n\":1e99}"]
    {
        socket.say_text(junk).await;
        assert_eq!(socket.until("refused").await["word"], "server.frame", "{junk}");
    }
    socket.say_bytes(vec![0; 100]).await;
    assert_eq!(socket.until("refused").await["word"], "server.frame");
    let huge = socket.act(&seat, version(&frame), &"9".repeat(3000)).await;
    assert_eq!(huge["rule"], "notation");
    assert!(huge.to_string().len() < 400, "junk does not come back as a page of junk");
    for text in ["\n", "1\n!one resigns", "one 1", "@top", "!undo 3", "１", "1 ", "\u{0}"] {
        let refused = socket.act(&seat, version(&frame), text).await;
        assert_eq!(refused["type"], "refused", "{text:?}");
    }
    let wish = json!({"type": "act", "key": "short", "seat": seat, "version": version(&frame), "text": text});
    socket.say(wish).await;
    assert_eq!(socket.until("refused").await["word"], "server.key");
    assert_eq!(socket.act(&seat, version(&frame), &text).await["type"], "done", "and the table still plays");

    let (mut loud, _) = ada.look(&table).await;
    loud.say_text(&"x".repeat(5000)).await;
    while loud.next().await.is_some() {}
    let (mut loud, _) = ada.look(&table).await;
    for _ in 0..30 {
        loud.say_bytes(vec![1]).await;
    }
    let mut answers = 0;
    while let Some(frame) = loud.next().await {
        answers += usize::from(frame["type"] == "refused");
    }
    assert!(answers <= 20, "{answers}");
}

#[tokio::test]
async fn a_page_of_another_version_is_told_so() {
    let house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    let mut socket = ada.connect(&table, None).await.unwrap();
    socket.say(json!({"type": "hello", "protocol": 99})).await;
    let gone = socket.until("gone").await;
    assert_eq!(
        (gone["why"]["word"].as_str(), gone["again"].as_bool()),
        (Some("server.protocol"), Some(true))
    );
    let mut nowhere = ada.connect("aaaaaaaaaaaa", None).await.unwrap();
    nowhere.say(json!({"type": "hello", "protocol": 1})).await;
    assert_eq!(nowhere.until("gone").await["why"]["word"], "server.no-table");
    let mut rude = ada.connect(&table, None).await.unwrap();
    rude.say(json!({"type": "look", "n": 0})).await;
    assert_eq!(rude.next().await, None, "hello comes first");
}

#[tokio::test]
async fn wrong_requests_are_answered_with_a_sentence() {
    let house = House::open().await;
    let mut ada = house.guest();
    let cases = [
        (json!({"game": "chess", "mode": "screen"}), 404, "server.no-game"),
        (json!({"game": "squadro"}), 422, "server.body"),
        (json!({"game": "squadro", "mode": "screen", "more": 1}), 422, "server.body"),
        (json!({"game": "race", "mode": "screen", "options": {"goal": "3"}}), 422, "option.value"),
        (json!({"game": "race", "mode": "screen", "options": {"x": "3"}}), 422, "option.key"),
        (json!({"game": "race", "mode": "computer", "level": "perfect"}), 422, "server.level"),
    ];
    for (body, status, word) in cases {
        let reply = ada.post("/api/tables", body.clone()).await;
        assert_eq!((reply.status, reply.json()["word"].as_str()), (status, Some(word)), "{body}");
    }
    assert_eq!(ada.post("/api/me", json!({"name": "a\u{202e}b"})).await.status, 422);
    assert_eq!(ada.post("/api/me", json!({"name": "x".repeat(25)})).await.status, 422);
    assert_eq!(ada.request("POST", "/api/me", "", &" ".repeat(20_000)).await.status, 413);
    assert_eq!(ada.post("/api/tables/aaaaaaaaaaaa/link", json!({"seat": "one"})).await.status, 403);
    assert_eq!(ada.sit("xyz").await.json()["word"], "server.no-link");
    assert_eq!(ada.get("/page/%2e%2e/Cargo.toml").await.status, 404);
    assert_eq!(ada.get("/page/../../etc/passwd").await.status, 404);
    assert_eq!(ada.get("/api/replay/aaaaaaaaaaaa").await.json()["word"], "server.no-table");
    let records = [
        ("", "record.no-game"),
        ("game = chess\nrules = 1\n\n", "record.unknown-game"),
        ("game = squadro\nrules = 999\n\n", "record.other-rules"),
    ];
    for (text, word) in records {
        assert_eq!(ada.request("POST", "/api/replay", "", text).await.json()["word"], word, "{text}");
    }
    let wrong = "game = race\nrules = 1\n\n@one\n@2\none a\n@3\none a\n";
    let trouble = ada.request("POST", "/api/replay", "", wrong).await.json();
    assert_eq!((trouble["step"].as_u64(), trouble["rule"].as_str()), (Some(5), Some("turn")), "{trouble}");
}

#[tokio::test]
async fn unlisted_tables_are_found_by_nobody() {
    let house = House::open().await;
    let (mut ada, mut eve) = (house.guest(), house.guest());
    let (quiet, _) = ada.invite("squadro").await;
    let wish = json!({"game": "squadro", "mode": "link", "listed": true, "seat": "random"});
    let shown = ada.open(wish).await;
    let robot = ada.open(json!({"game": "squadro", "mode": "computer", "level": "novice"})).await;
    let ids = |list: &Value| -> Vec<String> {
        let mut ids: Vec<String> =
            list.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap().to_owned()).collect();
        ids.sort();
        ids
    };
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    let lobby = eve.get("/api/lobby").await.json();
    assert_eq!(ids(&lobby["watch"]), sorted(vec![shown.clone(), robot.clone()]));
    assert_eq!(lobby["mine"], json!([]));
    let lobby = ada.get("/api/lobby").await.json();
    assert_eq!(ids(&lobby["mine"]), sorted(vec![quiet, shown, robot]));
    assert_eq!(lobby["watch"], json!([]));
}

#[tokio::test]
async fn a_guest_can_take_everything_along_and_leave_nothing_behind() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let alone = ada.open(json!({"game": "squadro", "mode": "screen"})).await;
    ada.post("/api/me", json!({"name": "Ada"})).await;
    let (shared, token) = ada.invite("squadro").await;
    bob.sit(&token).await;
    let (mut watcher, _) = bob.look(&alone).await;
    let (mut two, _) = bob.look(&shared).await;
    let export = ada.get("/api/me/export").await;
    assert_eq!(export.body.lines().count(), 2);
    assert!(
        export.body.lines().all(|line| !line.contains("\"seed\"")),
        "the dice of a running game stay closed"
    );
    let old = ada.clone();
    let erased = ada.request("DELETE", "/api/me", "", "").await;
    assert_eq!(erased.json(), json!({"tables": 1, "left": 1}));
    assert_eq!(ada.cookie, None);
    assert_eq!(watcher.until("gone").await["why"]["word"], "server.erased");
    let step = two.until("step").await;
    assert_eq!(step["position"]["turn"]["winner"], "two", "nobody waits for who will not come back");
    let (_, frame) = bob.look(&shared).await;
    assert_eq!(frame["seats"][0]["name"], Value::Null);
    let (_, frame) = old.look(&shared).await;
    assert_eq!(frame["you"], json!([]), "the old cookie opens nothing");
    assert_eq!(bob.get(&format!("/api/replay/{alone}")).await.status, 404);
}

#[tokio::test]
async fn a_seat_link_restores_the_seat_on_another_device() {
    let house = House::open().await;
    let (mut ada, mut phone, mut eve) = (house.guest(), house.guest(), house.guest());
    let (table, _) = ada.invite("squadro").await;
    let path = format!("/api/tables/{table}/link");
    assert_eq!(eve.post(&path, json!({"seat": "one"})).await.status, 403);
    assert_eq!(eve.post(&path, json!({"seat": "two"})).await.status, 403);
    let link = ada.post(&path, json!({"seat": "one"})).await.json();
    let token = link["path"].as_str().unwrap().strip_prefix("/seat/").unwrap().to_owned();
    assert_eq!(phone.sit(&token).await.json(), json!({"table": table, "seat": "one"}));
    let (_, frame) = phone.look(&table).await;
    assert_eq!(frame["you"], json!(["one"]));
    let fresh = ada.post(&path, json!({"seat": "two"})).await;
    assert_eq!(fresh.status, 200, "the invitation can be written anew while nobody has come");
}

#[tokio::test]
async fn a_server_that_cannot_start_says_why_in_one_line() {
    let house = House::open().await;
    let folder = tempfile::tempdir().unwrap();
    let taken = Server::start(Config::new(house.address, folder.path())).await.unwrap_err();
    assert!(matches!(taken, ServeError::InUse(_)));
    let any = ([127, 0, 0, 1], 0).into();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let unwritable = Server::start(Config::new(any, file.join("data"))).await.unwrap_err();
    assert!(matches!(unwritable, ServeError::Unwritable(..)));
    std::fs::write(folder.path().join("vis-a-vis.sqlite"), "junk".repeat(2000)).unwrap();
    let damaged = Server::start(Config::new(any, folder.path())).await.unwrap_err();
    assert!(matches!(damaged, ServeError::Damaged(_)));
    for error in [taken, unwritable, damaged] {
        assert_eq!(error.to_string().lines().count(), 1);
        let sentence = error.sentence();
        for lang in Lang::ALL {
            let words = server::words(lang);
            let text = words.get(&sentence.word).unwrap();
            assert!(sentence.values.keys().all(|name| text.contains(&format!("{{{name}}}"))), "{text}");
        }
    }
}

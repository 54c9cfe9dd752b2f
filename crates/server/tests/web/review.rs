//! The truth about moves: told where it is known and nobody else is playing, without any files.

use serde_json::{Value, json};

use crate::common::{Guest, House, version};

/// A game of Squadro to its end.
const GAME: &str = include_str!("../../../squadro/tests/games/left-wins.txt");

/// Its moves, `two 5` and the like.
fn moves() -> Vec<(&'static str, &'static str)> {
    let steps = GAME.lines().skip_while(|line| !line.is_empty()).filter(|line| !line.is_empty());
    steps.map(|line| line.split_once(' ').unwrap()).collect()
}

/// The best mark of a position: 1 won, 0 drawn, -1 lost for the side to move.
fn best(marks: &Value) -> i32 {
    marks.as_object().unwrap().values().map(worth).max().unwrap()
}

fn worth(mark: &Value) -> i32 {
    match mark.as_str().unwrap() {
        "won" => 1,
        "drawn" => 0,
        "lost" => -1,
        other => panic!("no mark: {other}"),
    }
}

/// Checks the review of the whole game; gives the first position that is known.
fn check(review: &Value) -> usize {
    let moves = moves();
    let positions = review["positions"].as_array().unwrap();
    assert_eq!((review["from"].as_u64(), positions.len()), (Some(0), moves.len() + 1));
    let known = positions.iter().position(|marks| marks.is_object()).expect("the end is known");
    assert!(positions[..known].iter().all(Value::is_null), "the beginning is not");
    assert!(positions[moves.len()].is_null(), "nothing to choose at the end");
    for n in known..moves.len() {
        let taken = worth(&positions[n][moves[n].1]);
        // Squadro's players take turns: what a move brings is the opposite of what it leaves the other.
        let left = if n + 1 == moves.len() { -1 } else { best(&positions[n + 1]) };
        assert_eq!(taken, -left, "move {n}: {}", positions[n]);
    }
    known
}

#[tokio::test]
async fn a_record_is_reviewed_from_where_its_end_can_be_solved() {
    let house = House::open().await;
    let mut ada = house.guest();
    let reply = ada.request("POST", "/api/review", "", GAME).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    let known = check(&reply.json());
    assert!(known > 20 && known + 15 < moves().len(), "known from move {known} on");

    let broken = ada.request("POST", "/api/review", "", "game = squadro\nrules = 1\n\none 9\n").await;
    assert_eq!(broken.status, 422, "{broken:?}");
}

/// Plays the moves of the game at a table where one guest has both seats, or each has one.
async fn play(guests: [(&Guest, &str); 2], table: &str, count: usize) {
    let mut sockets = Vec::new();
    for (guest, seat) in guests {
        sockets.push((guest.look(table).await, seat));
    }
    let first = version(&sockets[0].0.1);
    for (version, (seat, text)) in (first..).zip(moves().into_iter().take(count)) {
        let ((socket, _), _) = sockets.iter_mut().find(|(_, own)| *own == seat).unwrap();
        let told = socket.act(seat, version, text).await;
        assert_eq!(told["type"], "done", "{seat} {text}: {told}");
    }
}

#[tokio::test]
async fn while_two_people_play_by_link_nobody_is_told() {
    let house = House::open().await;
    let (mut ada, mut bob, mut eve) = (house.guest(), house.guest(), house.guest());
    let wish = json!({"game": "squadro", "mode": "link", "seat": "one", "options": {"first": "left"}});
    let opened = ada.post("/api/tables", wish).await.json();
    let table = opened["table"].as_str().unwrap().to_owned();
    let token = opened["invite"]["path"].as_str().unwrap().strip_prefix("/seat/").unwrap().to_owned();
    assert_eq!(bob.sit(&token).await.status, 200);
    play([(&ada, "one"), (&bob, "two")], &table, moves().len() - 1).await;
    for guest in [&mut ada, &mut bob, &mut eve] {
        for path in [format!("/api/review/{table}"), format!("/api/review/{table}?n=1")] {
            let refused = guest.get(&path).await;
            assert_eq!(refused.status, 403, "{refused:?}");
            assert_eq!(refused.json()["word"], "server.review.online");
        }
    }
    let (mut socket, _) = bob.look(&table).await;
    assert_eq!(socket.wish("resign", "two", json!({})).await["type"], "done");
    let review = ada.get(&format!("/api/review/{table}")).await;
    assert_eq!(review.status, 200, "the game is over");
    let positions = review.json()["positions"].as_array().unwrap().clone();
    let last = moves().len() - 1;
    assert_eq!(positions[last - 1][moves()[last - 1].1], "lost", "{positions:?}");
    assert_eq!(eve.get("/api/review/nowhere").await.status, 404);
}

#[tokio::test]
async fn who_plays_alone_may_ask_during_the_game() {
    let house = House::open().await;
    let mut ada = house.guest();
    let wish = json!({"game": "squadro", "mode": "screen", "options": {"first": "left"}});
    let table = ada.open(wish).await;
    let late = moves().len() - 1;
    play([(&ada, "one"), (&ada, "two")], &table, late).await;
    let now = ada.get(&format!("/api/review/{table}?n={late}")).await.json();
    assert_eq!(now["from"], late);
    assert_eq!(now["positions"].as_array().unwrap().len(), 1);
    assert_eq!(now["positions"][0][moves()[late].1], "won", "the winning move is there");
    let early = ada.get(&format!("/api/review/{table}?n=0")).await.json();
    assert_eq!(early["positions"], json!([null]), "nobody knows the beginning");
}

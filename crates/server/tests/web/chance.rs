//! Dice that can be checked: who adds to them, when, and what the record says in the end.

use std::time::Duration;

use crate::common::{Guest, House, Socket, choice, version};
use serde_json::{Value, json};
use server::{Moment, Time};
use table::record::Record;

async fn patient() -> House {
    House::with(|config| {
        config.pace.nonces = Duration::from_secs(10);
        config.time = Time::still(Moment(1_794_000_000_000));
    })
    .await
}

async fn look_again(guest: &Guest, table: &str) -> Value {
    guest.look(table).await.1
}

async fn add(socket: &mut Socket, seat: &str, nonce: &str) -> Value {
    socket.wish("nonce", seat, json!({"nonce": nonce})).await
}

const ONE: &str = "00112233445566778899aabbccddeeff";
const TWO: &str = "ffeeddccbbaa99887766554433221100";

#[tokio::test]
async fn chance_waits_for_what_both_players_add_and_the_record_proves_it() {
    let house = patient().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("race").await;
    let (mut one, first) = ada.look(&table).await;
    let commitment = first["table"]["commitment"].clone();
    assert_eq!(commitment["hash"].as_str().unwrap().len(), 64, "shown before anything is added");
    assert_eq!(commitment["wanted"], json!(["one", "two"]));
    assert_eq!(first["position"]["turn"]["type"], "chance");
    assert_eq!(add(&mut one, "one", "xyz").await["word"], "server.nonce");
    assert_eq!(add(&mut one, "two", TWO).await["word"], "server.not-your-seat");
    assert_eq!(add(&mut one, "one", ONE).await["type"], "done");
    house.config.time.advance(Duration::from_secs(3600));
    let waiting = look_again(&ada, &table).await;
    assert_eq!(waiting["position"]["n"], 0, "while the other seat is free nobody throws");
    assert_eq!(waiting["table"]["commitment"]["wanted"], json!(["two"]));

    bob.sit(&token).await;
    let (mut two, _) = bob.look(&table).await;
    assert_eq!(add(&mut two, "two", TWO).await["type"], "done");
    let frame = look_again(&ada, &table).await;
    assert_eq!(frame["table"]["commitment"]["wanted"], json!([]));
    assert_eq!(frame["table"]["commitment"]["hash"], commitment["hash"]);
    let (seat, text) = choice(&look_again(&ada, &table).await["position"])
        .or(choice(&look_again(&bob, &table).await["position"]))
        .unwrap();
    // Too late for another one: nothing changes.
    assert_eq!(add(&mut one, "one", TWO).await["type"], "done");
    let mover = if seat == "one" { &mut one } else { &mut two };
    assert_eq!(mover.act(&seat, version(&frame), &text).await["type"], "done");
    assert_eq!(two.wish("resign", "two", json!({})).await["type"], "done");

    let text = ada.get(&format!("/api/record/{table}")).await.body;
    let record = Record::read(&text).unwrap();
    assert_eq!((record.fact("nonce.one"), record.fact("nonce.two")), (Some(ONE), Some(TWO)));
    // The toys are not in the catalogue: the draws alone are checked here.
    let seed = table::chance::Seed::read(record.fact("seed").unwrap()).unwrap();
    assert_eq!(seed.commitment(), commitment["hash"].as_str().unwrap());
    let bytes = |text| table::tools::unhex_all(text).unwrap();
    let mut streams = table::chance::Streams::new(seed, &bytes(ONE), &bytes(TWO));
    let mut draws = 0;
    for line in &record.lines {
        if let table::record::Line::Step(text, Some(draw)) = line {
            assert_eq!(streams.redraw(draw), Some(text.as_str()));
            draws += 1;
        }
    }
    assert!(draws >= 3, "{text}");
    let replay = ada.get(&format!("/api/replay/{table}")).await.json();
    assert_eq!(replay["draws"].as_array().unwrap().len(), draws);
    assert_eq!(replay["nonces"], json!([ONE, TWO]));
}

#[tokio::test]
async fn who_adds_nothing_is_not_waited_for_without_end_nor_is_the_computer() {
    let mut house = patient().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("race").await;
    bob.sit(&token).await;
    let (mut one, _) = ada.look(&table).await;
    let _two = bob.look(&table).await;
    assert_eq!(add(&mut one, "one", ONE).await["type"], "done");
    house.config.time.advance(Duration::from_millis(9_999));
    assert_eq!(look_again(&ada, &table).await["position"]["n"], 0);
    house.config.time.advance(Duration::from_millis(1));
    one.until("step").await;
    house.restart().await;
    let frame = look_again(&ada, &table).await;
    assert_eq!(frame["table"]["commitment"]["wanted"], json!([]), "fixed for good");

    let alone = ada.open(json!({"game": "race", "mode": "computer"})).await;
    let (mut one, first) = ada.look(&alone).await;
    assert_eq!(first["table"]["commitment"]["wanted"], json!(["one"]));
    assert_eq!(add(&mut one, "one", ONE).await["type"], "done");
    assert_eq!(look_again(&ada, &alone).await["position"]["n"].as_u64(), Some(2));
    let replay = ada.get(&format!("/api/replay/{alone}")).await.json();
    assert_eq!(
        (&replay["draws"], &replay["nonces"]),
        (&json!([]), &json!([null, null])),
        "sealed till the end"
    );
}

fn commitment_of(frame: &Value, seat: table::Seat, nonce: &str) -> String {
    let hash = frame["table"]["commitment"]["hash"].as_str().unwrap();
    let (seal, nonce) = (table::tools::unhex(hash).unwrap(), table::tools::unhex_all(nonce).unwrap());
    table::tools::hex(&table::chance::nonce_commitment(&seal, seat, &nonce))
}

async fn commit(socket: &mut Socket, seat: &str, hash: &str) -> Value {
    socket.wish("commit", seat, json!({"hash": hash})).await
}

#[tokio::test]
async fn nonces_are_opened_when_everybody_has_committed_and_nobody_speaks_last() {
    let mut house = patient().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("race").await;
    let (mut one, first) = ada.look(&table).await;
    let [c_one, c_two] = [(table::Seat::One, ONE), (table::Seat::Two, TWO)]
        .map(|(seat, nonce)| commitment_of(&first, seat, nonce));
    assert_eq!(commit(&mut one, "one", "xyz").await["word"], "server.dice.commitment");
    let elsewhere = commitment_of(&first, table::Seat::One, TWO);
    assert_eq!(commit(&mut one, "one", &elsewhere).await["type"], "done");
    assert_eq!(
        commit(&mut one, "one", &c_one).await["type"],
        "done",
        "while somebody is missing it may change"
    );
    assert_eq!(add(&mut one, "one", ONE).await["word"], "server.dice.early");
    bob.sit(&token).await;
    let (mut two, frame) = bob.look(&table).await;
    assert_eq!(frame["table"]["commitment"]["nonces"], json!([c_one, null]));
    assert_eq!(commit(&mut two, "two", &c_two).await["type"], "done");
    house.restart().await;
    let ((mut one, frame), (mut two, _)) = (ada.look(&table).await, bob.look(&table).await);
    assert_eq!(frame["table"]["commitment"]["nonces"], json!([c_one, c_two]), "stored before it is told");
    assert_eq!(frame["table"]["commitment"]["unrevealed"], json!(["one", "two"]));
    assert!(!frame.to_string().contains(ONE) && !frame.to_string().contains(TWO));
    assert_eq!(add(&mut one, "one", ONE).await["type"], "done");
    // The last player knows everything now, and has no other nonce to give.
    let ground = commitment_of(&first, table::Seat::Two, ONE);
    assert_eq!(commit(&mut two, "two", &ground).await["type"], "done");
    assert_eq!(add(&mut two, "two", ONE).await["word"], "server.dice.other");
    let frame = look_again(&bob, &table).await;
    assert_eq!(frame["table"]["commitment"]["nonces"], json!([c_one, c_two]), "closed");
    assert_eq!((&frame["position"]["n"], frame.to_string().contains(ONE)), (&json!(0), false));
    assert_eq!(add(&mut two, "two", TWO).await["type"], "done");
    assert!(look_again(&bob, &table).await["position"]["n"].as_u64() > Some(0));
    assert_eq!(two.wish("resign", "two", json!({})).await["type"], "done");
    let record = Record::read(&ada.get(&format!("/api/record/{table}")).await.body).unwrap();
    let facts =
        ["commitment.one", "commitment.two", "nonce.one", "nonce.two"].map(|key| record.fact(key).unwrap());
    assert_eq!(facts, [c_one.as_str(), &c_two, ONE, TWO]);
}

#[tokio::test]
async fn who_does_not_open_in_time_is_named_and_has_lost_without_a_throw() {
    let house = patient().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite("race").await;
    bob.sit(&token).await;
    let ((mut one, first), (mut two, _)) = (ada.look(&table).await, bob.look(&table).await);
    let [c_one, c_two] = [(table::Seat::One, ONE), (table::Seat::Two, TWO)]
        .map(|(seat, nonce)| commitment_of(&first, seat, nonce));
    assert_eq!(commit(&mut one, "one", &c_one).await["type"], "done");
    assert_eq!(commit(&mut two, "two", &c_two).await["type"], "done");
    assert_eq!(add(&mut one, "one", ONE).await["type"], "done");
    house.config.time.advance(Duration::from_secs(24 * 60 * 60 - 1));
    assert_eq!(look_again(&ada, &table).await["position"]["turn"]["type"], "chance");
    house.config.time.advance(Duration::from_secs(1));
    let turn = one.until("step").await["position"]["turn"].clone();
    assert_eq!((&turn["winner"], &turn["why"]["word"]), (&json!("one"), &json!("over.unrevealed")));
    let record = Record::read(&ada.get(&format!("/api/record/{table}")).await.body).unwrap();
    assert_eq!(record.lines, ["!two did not reveal".parse().unwrap()]);
    assert_eq!((record.fact("commitment.two"), record.fact("nonce.two")), (Some(c_two.as_str()), None));
}

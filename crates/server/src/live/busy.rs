//! A table while every worker is taken: replies keep their time, and what nobody wants leaves the queue.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::Utf8Bytes;
use protocol::Ask;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{NewGame, NewSeat};
use table::{BySeat, Seat, Viewer};
use tokio::sync::mpsc;

use super::{
    Joined, Live, Message,
    pairs::{Side, row},
};
use crate::{
    Moment, Time,
    fair::{Refused, Ticket},
    limits::Who,
    queue::{Outbox, Queue},
    thinking::{Kind, Owner},
};

const WINDOW: Duration = Duration::from_millis(1500);

/// Takes every worker, for as long as the tickets are held.
fn occupy(side: &Side) -> Vec<Ticket<Owner>> {
    let owner = |n: u8| Owner::Who(Who::Address([198, 51, 100, n].into()));
    let costs = [(1, 1000), (2, 1000), (3, 1)];
    costs.map(|(n, cost)| side.app.thinkers.submit(owner(n), Kind::Reply as usize, cost).unwrap()).into()
}

/// Lets the guest of seat one wait for as many replies as anybody may.
fn fill(side: &Side) -> Vec<Ticket<Owner>> {
    let owner = Owner::Who(Who::Guest(side.guests[0]));
    let mut tickets = Vec::new();
    loop {
        match side.app.thinkers.submit(owner, Kind::Reply as usize, 1000) {
            Ok(ticket) => tickets.push(ticket),
            Err(refused) => {
                assert_eq!((refused, tickets.len()), (Refused::Owner, 32));
                return tickets;
            }
        }
    }
}

/// A table against the computer, which has seat two.
async fn against(side: &Side, game: &str, level: &str) -> Live {
    let mut row = row(catalogue::find(game).unwrap(), "busybusybusy");
    row.mode = "computer".into();
    row.level = Some(level.into());
    let guest = NewSeat { occupant: "guest".into(), holders: vec![side.guests[0]], link: None };
    let computer = NewSeat { occupant: "computer".into(), holders: Vec::new(), link: None };
    side.app.store.open_game(NewGame { row, seats: BySeat([guest, computer]) }, None).await.unwrap();
    side.app.store.set_nonce("busybusybusy".into(), Seat::One, vec![3; 16]).await.unwrap();
    let (inbox, _) = mpsc::channel(1);
    let mut live = Live::load(Arc::clone(&side.app), "busybusybusy", inbox.downgrade()).await.unwrap();
    live.begin().await;
    live
}

fn look(live: &mut Live, side: &Side) -> Queue {
    let (out, queue) = Outbox::roomy(10_000);
    live.join(Joined { conn: 1, guest: Some(side.guests[0]), out, version: None });
    queue
}

/// Plays seat one until the computer is asked.
async fn until_asked(live: &mut Live) {
    while live.asked[Seat::Two].is_none() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(live.version));
        let text = live.table.suggest(Seat::One, &mut rng);
        act(live, text).await;
    }
}

async fn act(live: &mut Live, text: String) {
    let version = live.version;
    let key = format!("key-{version:08}");
    live.ask(1, Ask::Act { key, seat: Seat::One, version, text }).await;
    assert!(live.version > version, "it was refused");
}

async fn replies_at(live: &mut Live, time: &Time, wait: Duration, what: &str) {
    let due = live.asked[Seat::Two].unwrap().opened + wait;
    assert_eq!(live.next_alarm(), Some(due), "{what}");
    let version = live.version;
    time.advance(due.since(live.now()) - Duration::from_millis(1));
    live.ask(1, Ask::Look { n: 0 }).await;
    assert!(live.version == version && live.next_alarm() == Some(due), "{what}: not a millisecond earlier");
    time.advance(Duration::from_millis(1));
    live.alarm().await;
    let reply = &live.moves[live.moves.len() - (live.version - version) as usize];
    assert_eq!(reply.seat, Some(Seat::Two), "{what}: {}", reply.seen(Viewer::Judge));
}

#[tokio::test]
async fn however_busy_the_workers_are_the_computer_of_a_game_with_secrets_answers_at_its_fixed_time() {
    for game in ["backgammon-wars", "to-pieces", "pitch-out"] {
        for full in [false, true] {
            let time = Time::still(Moment(1_794_000_000_000));
            let side = Side::open(&time).await;
            let _workers = occupy(&side);
            let _places = full.then(|| fill(&side));
            let mut live = against(&side, game, "expert").await;
            let _queue = look(&mut live, &side);
            for _ in 0..3 {
                until_asked(&mut live).await;
                assert_eq!(live.thinking.is_some(), !full);
                replies_at(&mut live, &time, WINDOW, game).await;
            }
        }
    }
}

#[tokio::test]
async fn in_an_open_game_a_reply_comes_within_its_bound_however_busy_the_workers_are() {
    for (level, full, millis) in
        [("novice", false, 800), ("casual", false, 800), ("expert", false, 2000), ("expert", true, 250)]
    {
        let time = Time::still(Moment(1_794_000_000_000));
        let side = Side::open(&time).await;
        let _workers = occupy(&side);
        let _places = full.then(|| fill(&side));
        let mut live = against(&side, "squadro", level).await;
        let _queue = look(&mut live, &side);
        for _ in 0..3 {
            until_asked(&mut live).await;
            replies_at(&mut live, &time, Duration::from_millis(millis), level).await;
        }
    }
}

#[tokio::test]
async fn a_thought_that_has_begun_in_an_open_game_is_waited_for_but_not_for_ever() {
    let time = Time::still(Moment(1_794_000_000_000));
    let side = Side::open(&time).await;
    let mut live = against(&side, "squadro", "expert").await;
    let _queue = look(&mut live, &side);
    until_asked(&mut live).await;
    let (opened, version) = (live.asked[Seat::Two].unwrap().opened, live.version);
    // Nobody reads the inbox of this table, so the thought never arrives; its job was taken at once.
    time.advance(Duration::from_secs(2));
    live.alarm().await;
    assert_eq!((live.version, live.next_alarm()), (version, Some(opened + Duration::from_secs(20))));
    replies_at(&mut live, &time, Duration::from_secs(20), "at last").await;
}

#[tokio::test]
async fn what_nobody_wants_any_more_leaves_the_queue_at_once() {
    let time = Time::still(Moment(1_794_000_000_000));
    let side = Side::open(&time).await;
    let _workers = occupy(&side);
    let mut live = against(&side, "squadro", "expert").await;
    let mut queue = look(&mut live, &side);
    while live.asked[Seat::One].is_none() {
        replies_at(&mut live, &time, Duration::from_secs(2), "first").await;
    }
    let waiting =
        |side: &Side| [Kind::Reply, Kind::Hint].map(|kind| side.app.thinkers.waiting(kind as usize));
    let hint = || Ask::Hint { key: "hint-hint".into(), seat: Seat::One };
    live.ask(1, hint()).await;
    assert_eq!(waiting(&side), [0, 1]);
    live.leave(1);
    assert_eq!(waiting(&side), [0, 0], "who asked is gone");
    queue = {
        drop(queue);
        look(&mut live, &side)
    };
    live.ask(1, hint()).await;
    assert_eq!(waiting(&side), [0, 1]);
    let text = live.table.options(Seat::One)[0].clone();
    act(&mut live, text).await;
    assert_eq!(waiting(&side)[1], 0, "the position has changed");
    let busy = |frame: &Utf8Bytes| frame.contains("\"busy\"") && frame.contains("hint-hint");
    assert!(std::iter::from_fn(|| queue.try_recv().ok()).any(|frame| busy(&frame.text)), "who asked is told");
    until_asked(&mut live).await;
    assert_eq!(waiting(&side), [1, 0]);
    assert!(live.hear(Message::Erased).await.is_break());
    assert_eq!(waiting(&side), [0, 0], "the table is closed");
}

#[tokio::test]
async fn a_table_that_is_gone_wants_nothing() {
    let side = Side::open(&Time::still(Moment(1_794_000_000_000))).await;
    let _workers = occupy(&side);
    let mut live = against(&side, "squadro", "expert").await;
    let _queue = look(&mut live, &side);
    until_asked(&mut live).await;
    assert_eq!(side.app.thinkers.waiting(Kind::Reply as usize), 1);
    drop(live);
    assert_eq!(side.app.thinkers.waiting(Kind::Reply as usize), 0);
}

#[tokio::test]
async fn a_hint_that_does_not_fit_is_refused_at_once_with_a_sentence() {
    let side = Side::open(&Time::still(Moment(1_794_000_000_000))).await;
    let _workers = occupy(&side);
    let owner = Owner::Who(Who::Guest(side.guests[0]));
    let hints = (0..4).map(|_| side.app.thinkers.submit(owner, Kind::Hint as usize, 300).unwrap());
    let hints: Vec<_> = hints.collect();
    let mut live = against(&side, "squadro", "novice").await;
    let mut queue = look(&mut live, &side);
    while live.asked[Seat::One].is_none() {
        live.app.config.time.advance(Duration::from_millis(800));
        live.alarm().await;
    }
    live.ask(1, Ask::Hint { key: "hint-hint".into(), seat: Seat::One }).await;
    let refused = |frame: &Utf8Bytes| frame.contains("hint-hint") && frame.contains("server.think.yours");
    assert!(std::iter::from_fn(|| queue.try_recv().ok()).any(|frame| refused(&frame.text)));
    drop(hints);
    live.ask(1, Ask::Hint { key: "hint-again".into(), seat: Seat::One }).await;
    assert_eq!(side.app.thinkers.waiting(Kind::Hint as usize), 1);
}

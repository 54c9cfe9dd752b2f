//! Automatic answers come at a fixed time: opening + 1,500 ms, by the table's timer, with one option or ten. Held for
//! the games with secrets, with a clock that stands still.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use protocol::Ask;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{NewGame, NewSeat};
use table::{BySeat, Seat, Turn, Viewer};
use tokio::sync::mpsc;

use super::{
    Joined, Live,
    pairs::{Secret, Side, row},
};
use crate::{Moment, Time};

const GAMES: [&str; 3] = ["backgammon-wars", "to-pieces", "pitch-out"];

const WINDOW: Duration = Duration::from_millis(1500);

/// Enough for every kind of window that a random game has.
const TABLES: u64 = 6;

/// Plays on until a seat has a window; the number of its options.
async fn until_window(live: &mut Live, rng: &mut Xoshiro256PlusPlus) -> Option<(Seat, usize)> {
    loop {
        let Turn::Act(seats) = live.table.turn() else { return None };
        let windows = seats.iter().filter(|seat| live.table.check(*seat, "pass").is_ok());
        if let Some(seat) = windows.into_iter().next() {
            return Some((seat, live.table.options(seat).len()));
        }
        let seat = seats.first();
        let text = live.table.suggest(seat, rng);
        decide(live, seat, text).await;
    }
}

async fn decide(live: &mut Live, seat: Seat, text: String) {
    let version = live.version;
    let key = format!("key-{version:08}");
    live.ask(seat as u64 + 1, Ask::Act { key, seat, version, text }).await;
    assert!(live.version > version, "it was refused");
}

#[tokio::test]
async fn windows_of_every_game_with_secrets_pass_at_a_fixed_time() {
    let mut by_options: BTreeMap<usize, usize> = BTreeMap::new();
    for game in GAMES {
        let entry = catalogue::find(game).unwrap();
        let time = Time::still(Moment(1_794_000_000_000));
        let side = Side::open(&time).await;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
        let mut passed = 0;
        for number in 0..TABLES {
            let mut live = side.table(entry, &format!("wind{number:08}"), Secret::Kept, &[], 0).await;
            live.begin().await;
            let mut queues = Vec::new();
            for (conn, guest) in (1..).zip(side.guests) {
                let (out, queue) = crate::queue::Outbox::roomy(100_000);
                live.join(Joined { conn, guest: Some(guest), out, version: None });
                queues.push(queue);
            }
            for window in 0..40 {
                let Some((seat, options)) = until_window(&mut live, &mut rng).await else { break };
                let opened = live.asked[seat].unwrap().opened;
                let kind = live.table.prompt(seat).unwrap().key.to_owned();
                // Whenever the player makes up its mind, the answer comes at the same moment.
                time.advance(Duration::from_millis(rng.random_range(0..1500)));
                let key = format!("auto-{number}-{window:04}");
                live.ask(seat as u64 + 1, Ask::Auto { key, seat, kind: kind.clone(), on: true }).await;
                assert_eq!(live.next_alarm(), Some(opened + WINDOW), "{game}: {kind}, {options} options");
                let version = live.version;
                time.advance((opened + WINDOW).since(live.now()) - Duration::from_millis(1));
                live.ask(1, Ask::Look { n: 0 }).await;
                assert_eq!(live.version, version, "not a millisecond earlier");
                time.advance(Duration::from_millis(1));
                live.alarm().await;
                let pass = &live.moves[version as usize];
                assert_eq!(pass.seen(Viewer::Judge), format!("{seat} pass"), "{game}: {kind}");
                let key = format!("hand-{number}-{window:04}");
                live.ask(seat as u64 + 1, Ask::Auto { key, seat, kind, on: false }).await;
                *by_options.entry(options).or_default() += 1;
                passed += 1;
                // Not every window is passed, or nothing would ever happen.
                if let Turn::Act(seats) = live.table.turn() {
                    let seat = seats.first();
                    let text = live.table.suggest(seat, &mut rng);
                    decide(&mut live, seat, text).await;
                }
            }
        }
        assert!(passed > 5, "{game}: {passed} windows");
    }
    let many = by_options.range(2..).map(|(_, count)| count).sum::<usize>();
    assert!(by_options.contains_key(&1) && many > 0, "with one option and with more: {by_options:?}");
}

#[tokio::test]
async fn the_computer_of_every_game_with_secrets_answers_at_a_fixed_time() {
    for game in GAMES {
        let entry = catalogue::find(game).unwrap();
        let time = Time::still(Moment(1_794_000_000_000));
        let side = Side::open(&time).await;
        let mut row = row(entry, "computerplay");
        row.mode = "computer".into();
        row.level = Some("random".into());
        let computer = || NewSeat { occupant: "computer".into(), holders: Vec::new(), link: None };
        let seats = BySeat([computer(), computer()]);
        side.app.store.open_game(NewGame { row, seats }, None).await.unwrap();
        let (inbox, mut messages) = mpsc::channel(16);
        let mut live = Live::load(Arc::clone(&side.app), "computerplay", inbox.downgrade()).await.unwrap();
        live.begin().await;
        for _ in 0..12 {
            let Turn::Act(seats) = live.table.turn() else { break };
            // Each that is asked thinks in its turn, for as long as it likes.
            while live.thinking.is_some() {
                time.advance(Duration::from_millis(7));
                let thought = messages.recv().await.unwrap();
                assert!(live.hear(thought).await.is_continue());
            }
            let version = live.version;
            let due = seats.iter().map(|seat| live.asked[seat].unwrap().opened + WINDOW).min();
            assert_eq!(live.next_alarm(), due, "{game}");
            time.advance(due.unwrap().since(live.now()));
            live.alarm().await;
            assert!(live.version > version, "{game}");
        }
    }
}

//! What the store promises: nothing answered is lost, nothing happens twice, and clear words otherwise.

mod common;

use std::{collections::BTreeMap, path::Path};

use store::{
    AppendError, Ended, GameRow, GuestId, NewGame, NewLine, NewSeat, Store, StoreError, TakeError, Taken,
    Ticks,
};
use table::{BySeat, Seat};

fn game(id: &str, mode: &str) -> GameRow {
    let options = BTreeMap::from([("length".into(), "20".into())]);
    GameRow { options, mode: mode.into(), ..common::row(id) }
}

fn seat(occupant: &str, holders: &[GuestId], link: Option<[u8; 32]>) -> NewSeat {
    NewSeat { occupant: occupant.into(), holders: holders.into(), link }
}

fn line(text: &str, key: Option<&str>) -> NewLine {
    NewLine { line: text.into(), key: key.map(str::to_owned), clock: None }
}

async fn linked(store: &Store, id: &str, maker: GuestId, link: [u8; 32]) {
    let seats = BySeat([seat("guest", &[maker], None), seat("open", &[], Some(link))]);
    store.open_game(NewGame { row: game(id, "link"), seats }, None).await.unwrap();
}

async fn append(store: &Store, id: &str, seq: u32, lines: Vec<NewLine>) -> Result<(), AppendError> {
    store.append(id.into(), seq, lines, None, None, 1001).await
}

#[tokio::test]
async fn what_was_answered_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    {
        let store = Store::open(folder.path()).await.unwrap();
        let ada = store.welcome([1; 32], 5).await.unwrap();
        store.rename(ada, Some("Ada".into())).await.unwrap();
        linked(&store, "t1", ada, [9; 32]).await;
        append(&store, "t1", 0, vec![line("@top", None), line("one 3", Some("k1"))]).await.unwrap();
        let ended = Ended { outcome: "two".into(), reason: "resigned".into() };
        store
            .append("t1".into(), 2, vec![line("!one resigns", Some("k2"))], Some(ended), None, 1002)
            .await
            .unwrap();
        // No goodbye: the file is left as a killed process leaves it.
    }
    let store = Store::open(folder.path()).await.unwrap();
    let stored = store.load("t1").await.unwrap().unwrap();
    let mut row = game("t1", "link");
    row.ended = Some(Ended { outcome: "two".into(), reason: "resigned".into() });
    assert_eq!(stored.row, row);
    let lines: Vec<(&str, Option<&str>)> =
        stored.lines.iter().map(|l| (l.line.as_str(), l.key.as_deref())).collect();
    assert_eq!(lines, [("@top", None), ("one 3", Some("k1")), ("!one resigns", Some("k2"))]);
    assert_eq!(stored.seats[Seat::One].name(), Some("Ada"));
    assert_eq!(stored.seats[Seat::Two].occupant, "open");
    assert!(store.load("t2").await.unwrap().is_none());
}

#[tokio::test]
async fn the_log_is_the_referee() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ada = store.welcome([1; 32], 5).await.unwrap();
    linked(&store, "t1", ada, [9; 32]).await;
    append(&store, "t1", 0, vec![line("one 1", Some("k1"))]).await.unwrap();
    let late = append(&store, "t1", 0, vec![line("two 1", Some("k2"))]).await;
    assert!(matches!(late, Err(AppendError::Conflict)));
    let early = append(&store, "t1", 2, vec![line("two 1", Some("k2"))]).await;
    assert!(matches!(early, Err(AppendError::Conflict)));
    let twice = append(&store, "t1", 1, vec![line("two 1", None), line("one 1", Some("k1"))]).await;
    assert!(matches!(twice, Err(AppendError::Conflict)));
    let stored = store.load("t1").await.unwrap().unwrap();
    assert_eq!(stored.lines.len(), 1, "a refused group of lines leaves nothing behind");
    append(&store, "t1", 1, vec![line("two 2", Some("k2"))]).await.unwrap();
}

#[tokio::test]
async fn many_at_once_share_their_commits_and_one_failure_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ada = store.welcome([1; 32], 5).await.unwrap();
    for n in 0..40 {
        linked(&store, &format!("t{n}"), ada, [n + 10; 32]).await;
    }
    let writes: Vec<_> = (0..40)
        .map(|n| {
            let store = store.clone();
            // Every fourth table is told a wrong number.
            let seq = u32::from(n % 4 == 0);
            tokio::spawn(
                async move { append(&store, &format!("t{n}"), seq, vec![line("one 1", None)]).await },
            )
        })
        .collect();
    let mut good = 0;
    for write in writes {
        good += usize::from(write.await.unwrap().is_ok());
    }
    assert_eq!(good, 30);
    for n in 0..40 {
        let lines = store.load(&format!("t{n}")).await.unwrap().unwrap().lines;
        assert_eq!(lines.len(), usize::from(n % 4 != 0), "table {n}");
    }
}

#[tokio::test]
async fn a_link_works_once_and_not_for_who_sits_opposite() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ada = store.welcome([1; 32], 5).await.unwrap();
    let bob = store.welcome([2; 32], 5).await.unwrap();
    let eve = store.welcome([3; 32], 5).await.unwrap();
    linked(&store, "t1", ada, [9; 32]).await;
    assert!(matches!(store.take([9; 32], ada, None).await, Err(TakeError::OwnTable(_))));
    assert_eq!(store.take([9; 32], bob, None).await.unwrap(), Taken { game: "t1".into(), seat: Seat::Two });
    assert!(matches!(store.take([9; 32], eve, None).await, Err(TakeError::NoLink)));
    let seats = store.seats("t1").await.unwrap();
    assert_eq!(seats[Seat::Two].holders, [(bob, None)]);
    assert_eq!(seats[Seat::Two].occupant, "guest");
    // A second device; the older of two links stops working.
    store.link("t1".into(), Seat::Two, [20; 32]).await.unwrap();
    store.link("t1".into(), Seat::Two, [21; 32]).await.unwrap();
    assert!(matches!(store.take([20; 32], eve, None).await, Err(TakeError::NoLink)));
    store.take([21; 32], eve, None).await.unwrap();
    assert_eq!(store.seats("t1").await.unwrap()[Seat::Two].holders, [(bob, None), (eve, None)]);
}

#[tokio::test]
async fn a_link_works_again_for_who_has_lost_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ada = store.welcome([1; 32], 5).await.unwrap();
    let bob = store.welcome([2; 32], 5).await.unwrap();
    let bob_again = store.welcome([3; 32], 5).await.unwrap();
    let eve = store.welcome([4; 32], 5).await.unwrap();
    linked(&store, "t1", ada, [9; 32]).await;
    let taken = store.take([9; 32], bob, Some([7; 32])).await.unwrap();
    // The cookie was in the answer that got lost: the same person comes as somebody new.
    assert_eq!(store.take([9; 32], bob_again, Some([7; 32])).await.unwrap(), taken);
    for claim in [None, Some([8; 32])] {
        assert!(matches!(store.take([9; 32], eve, claim).await, Err(TakeError::NoLink)));
    }
    assert!(store.seats("t1").await.unwrap()[Seat::Two].holders.contains(&(bob_again, None)));
}

#[tokio::test]
async fn an_erased_guest_leaves_nothing_but_the_games_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ada = store.welcome([1; 32], 5).await.unwrap();
    let bob = store.welcome([2; 32], 5).await.unwrap();
    store.rename(ada, Some("Ada".into())).await.unwrap();
    linked(&store, "alone", ada, [9; 32]).await;
    linked(&store, "shared", ada, [10; 32]).await;
    store.take([10; 32], bob, None).await.unwrap();
    append(&store, "alone", 0, vec![line("one 1", None)]).await.unwrap();
    assert_eq!(store.count(ada).await.unwrap(), (2, 2));
    let erased = store.erase(ada).await.unwrap();
    assert_eq!(erased.games, ["alone"]);
    assert_eq!(erased.left, [("shared".to_owned(), Seat::One)]);
    assert_eq!(erased.abandoned, erased.left);
    assert!(store.load("alone").await.unwrap().is_none());
    assert_eq!(store.load("shared").await.unwrap().unwrap().seats[Seat::One].name(), None);
    assert_eq!(store.guest(&[1; 32]).await.unwrap(), None);
    assert_eq!(store.count(bob).await.unwrap(), (1, 1));
}

#[tokio::test]
async fn lists_show_what_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ada = store.welcome([1; 32], 5).await.unwrap();
    linked(&store, "old", ada, [9; 32]).await;
    linked(&store, "new", ada, [10; 32]).await;
    append(&store, "new", 0, vec![line("one 1", None)]).await.unwrap();
    linked(&store, "over", ada, [11; 32]).await;
    store.end("over".into(), Ended { outcome: "broken".into(), reason: "panic".into() }).await.unwrap();
    let ids = |list: Vec<store::Summary>| list.into_iter().map(|s| s.row.id).collect::<Vec<_>>();
    assert_eq!(ids(store.to_watch(1000, 10).await.unwrap()), ["new", "old"]);
    assert_eq!(ids(store.to_watch(1001, 10).await.unwrap()), ["new"]);
    assert_eq!(ids(store.to_watch(0, 1).await.unwrap()), ["new"]);
    assert_eq!(ids(store.games_of(ada, false, 10).await.unwrap()), ["new", "old"]);
    assert_eq!(ids(store.games_of(ada, true, 10).await.unwrap()), ["over"]);
}

#[tokio::test]
async fn a_series_goes_on_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ada = store.welcome([1; 32], 5).await.unwrap();
    linked(&store, "t1", ada, [9; 32]).await;
    let next = |id: &str| NewGame {
        row: game(id, "link"),
        seats: BySeat([seat("guest", &[ada], None), seat("open", &[], None)]),
    };
    store.open_game(next("t2"), Some("t1".into())).await.unwrap();
    let again = store.open_game(next("t3"), Some("t1".into())).await;
    assert!(matches!(again, Err(AppendError::Conflict)));
    assert!(store.load("t3").await.unwrap().is_none());
    assert_eq!(store.load("t1").await.unwrap().unwrap().row.next.as_deref(), Some("t2"));
}

#[tokio::test]
async fn a_folder_or_file_that_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain");
    std::fs::write(&file, "x").unwrap();
    let refused = Store::open(&file.join("inside")).await.unwrap_err();
    assert!(
        matches!(&refused, StoreError::Unwritable { path, .. } if path.ends_with("plain/inside")),
        "{refused}"
    );

    let junk = folder.path().join("junk");
    std::fs::create_dir(&junk).unwrap();
    std::fs::write(
        junk.join("vis-a-vis.sqlite"),
        "no database at all, but long enough to look at".repeat(99),
    )
    .unwrap();
    let refused = Store::open(&junk).await.unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");

    let torn = folder.path().join("torn");
    make(&torn, 60).await;
    let path = torn.join("vis-a-vis.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    let refused = Store::open(&torn).await.unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
}

/// A database with some games, closed in such a way that everything is in the one file.
async fn make(folder: &Path, games: u8) {
    {
        let store = Store::open(folder).await.unwrap();
        let ada = store.welcome([1; 32], 5).await.unwrap();
        for n in 0..games {
            linked(&store, &format!("t{n}"), ada, [n + 1; 32]).await;
            append(&store, &format!("t{n}"), 0, vec![line("one 1", None); 20]).await.unwrap();
        }
        store.close().await;
    }
    assert!(std::fs::metadata(folder.join("vis-a-vis.sqlite")).unwrap().len() > 20_000);
}

#[tokio::test]
async fn a_running_clock_is_found_again_and_an_outage_is_nobodys_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    for id in ["early", "late", "standing"] {
        let seats = BySeat([seat("computer", &[], None), seat("computer", &[], None)]);
        let row = GameRow { clock: Some("5+5".into()), ..game(id, "link") };
        store.open_game(NewGame { row, seats }, None).await.unwrap();
    }
    let ticks = |at: i64| Ticks { left: BySeat([300_000, 250_000]), at, due: Some(at + 250_000) };
    let timed = NewLine { clock: Some(2500), ..line("two a", None) };
    store.append("early".into(), 0, vec![timed], None, Some(ticks(1_000_000)), 1000).await.unwrap();
    store.set_ticks("late".into(), ticks(1_070_000)).await.unwrap();
    store.alive(1_060_000).await.unwrap();
    // Down from some time after 1,060 s until 2,000 s.
    store.credit(2_000_000).await.unwrap();
    let mut running = store.running().await.unwrap();
    running.sort();
    assert_eq!(running, [("early".into(), 2_000_000 + 190_000), ("late".into(), 2_000_000 + 250_000)]);
    let early = store.load("early").await.unwrap().unwrap();
    assert_eq!((early.row.ticks.at, early.row.ticks.left), (1_940_000, BySeat([300_000, 250_000])));
    assert_eq!((early.row.clock.as_deref(), early.lines[0].clock), (Some("5+5"), Some(2500)));
    store.credit(2_000_000).await.unwrap();
    assert_eq!(store.running().await.unwrap().len(), 2, "no time has passed since");
    let ended = Ended { outcome: "one".into(), reason: "time".into() };
    let over = Ticks { due: None, ..ticks(2_100_000) };
    store
        .append("early".into(), 1, vec![line("!two out of time", None)], Some(ended), Some(over), 2100)
        .await
        .unwrap();
    assert_eq!(store.running().await.unwrap().len(), 1);
}

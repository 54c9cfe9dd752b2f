//! When the disk is full or slow, or somebody else holds the file: nothing is answered that is not stored, everybody
//! gets an answer, and the writer goes on by itself.

mod common;

use std::{path::Path, time::Duration};

use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use store::{AppendError, NewGame, NewLine, NewSeat, Opening, Rehearsal, Store, StoreError};
use table::BySeat;

async fn open(folder: &Path, rehearsal: &Rehearsal) -> Store {
    let opening = Opening { lock_wait: Duration::from_millis(30), rehearsal: rehearsal.clone() };
    let store = Store::open_with(folder, &opening).await.unwrap();
    for id in ["t1", "t2"] {
        store.open_game(game(id), None).await.unwrap();
    }
    store
}

fn game(id: &str) -> NewGame {
    let row = common::row(id);
    let seat = NewSeat { occupant: "open".into(), holders: Vec::new(), link: None };
    NewGame { row, seats: BySeat([seat.clone(), seat]) }
}

async fn append(store: &Store, id: &str, seq: u32, text: &str) -> Result<(), AppendError> {
    let line = NewLine { line: text.into(), key: None, clock: None };
    store.append(id.into(), seq, vec![line], None, None, 1001).await
}

async fn lines(store: &Store, id: &str) -> Vec<String> {
    let stored = store.load(id).await.unwrap().unwrap();
    stored.lines.into_iter().map(|line| line.line).collect()
}

fn is_database<T>(result: Result<T, AppendError>) -> bool {
    matches!(result, Err(AppendError::Store(StoreError::Database(_))))
}

#[tokio::test]
async fn while_another_program_holds_the_file_writes_fail_and_afterwards_they_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path(), &Rehearsal::default()).await;
    append(&store, "t1", 0, "one 1").await.unwrap();
    let file = SqliteConnectOptions::new().filename(folder.path().join("vis-a-vis.sqlite"));
    let mut other = SqliteConnection::connect_with(&file).await.unwrap();
    for _ in 0..3 {
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        let both = tokio::join!(append(&store, "t1", 1, "two 1"), append(&store, "t2", 0, "one 2"));
        assert!(is_database(both.0) && is_database(both.1), "the trouble is named, to everybody");
        assert!(store.breathe().await.is_err());
        assert_eq!(lines(&store, "t1").await, ["one 1"], "reading goes on");
        sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
        store.breathe().await.unwrap();
    }
    append(&store, "t1", 1, "two 1").await.unwrap();
    append(&store, "t2", 0, "one 2").await.unwrap();
    assert_eq!((lines(&store, "t1").await.len(), lines(&store, "t2").await.len()), (2, 1));
}

#[tokio::test]
async fn a_full_disk_refuses_what_does_not_fit_and_the_writer_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let rehearsal = Rehearsal::default();
    let store = open(folder.path(), &rehearsal).await;
    // Longer than what is left of any page.
    let long = "x".repeat(20_000);
    for round in 0..3 {
        rehearsal.fill_disk();
        for _ in 0..3 {
            let both = tokio::join!(append(&store, "t1", round, &long), append(&store, "t2", 99, "one 1"));
            assert!(is_database(both.0), "it does not fit");
            assert!(both.1.is_err());
        }
        assert_eq!(lines(&store, "t1").await.len() as u32, round);
        rehearsal.free_disk();
        append(&store, "t1", round, &long).await.unwrap();
    }
    assert_eq!(lines(&store, "t1").await, vec![long; 3]);
    assert!(lines(&store, "t2").await.is_empty());
}

#[tokio::test]
async fn a_slow_disk_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let rehearsal = Rehearsal::default();
    let store = open(folder.path(), &rehearsal).await;
    rehearsal.slow_down(Duration::from_millis(200));
    let mut writing = Box::pin(append(&store, "t1", 0, "one 1"));
    let early = tokio::time::timeout(Duration::from_millis(50), &mut writing).await;
    assert!(early.is_err(), "not answered before the commit");
    assert!(lines(&store, "t1").await.is_empty());
    writing.await.unwrap();
    assert_eq!(lines(&store, "t1").await, ["one 1"]);
}

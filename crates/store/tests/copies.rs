//! Copies of the store: made while it is used, restored only where nothing is lost, and old files brought up to date.

mod common;

use std::path::Path;

use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use store::{NewGame, NewLine, NewSeat, Store, StoreError, back_up, restore};
use table::BySeat;

const FILE: &str = "vis-a-vis.sqlite";

fn new_game(id: &str) -> NewGame {
    let row = common::row(id);
    let open = || NewSeat { occupant: "open".into(), holders: Vec::new(), link: None };
    NewGame { row, seats: BySeat([open(), open()]) }
}

async fn append(store: &Store, game: &str, seq: u32, text: &str) {
    let line = NewLine { line: text.into(), key: None, clock: None };
    store.append(game.into(), seq, vec![line], None, None, 2000).await.unwrap();
}

#[tokio::test]
async fn a_copy_holds_what_was_there_and_play_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let copy = folder.path().join("copy.sqlite");
    let store = Store::open(&first).await.unwrap();
    store.open_game(new_game("a"), None).await.unwrap();
    append(&store, "a", 0, "one 1").await;
    back_up(&first, &copy).await.unwrap();
    append(&store, "a", 1, "two 1").await;
    store.close().await;

    restore(&copy, &second).await.unwrap();
    let store = Store::open(&second).await.unwrap();
    let stored = store.load("a").await.unwrap().unwrap();
    assert_eq!(stored.lines.iter().map(|line| line.line.as_str()).collect::<Vec<_>>(), ["one 1"]);
    append(&store, "a", 1, "two 2").await;
}

#[tokio::test]
async fn nothing_is_overwritten_and_damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (first, copy) = (folder.path().join("first"), folder.path().join("copy.sqlite"));
    assert!(matches!(back_up(&first, &copy).await, Err(StoreError::Missing { .. })));
    assert!(matches!(restore(&copy, &first).await, Err(StoreError::Missing { .. })));
    Store::open(&first).await.unwrap().close().await;
    back_up(&first, &copy).await.unwrap();
    assert!(matches!(back_up(&first, &copy).await, Err(StoreError::InTheWay { .. })));
    assert!(matches!(restore(&copy, &first).await, Err(StoreError::InTheWay { .. })));
    let third = folder.path().join("third");
    let bytes = std::fs::read(&copy).unwrap();
    std::fs::write(&copy, &bytes[..bytes.len() / 2]).unwrap();
    assert!(matches!(restore(&copy, &third).await, Err(StoreError::Damaged { .. })));
    std::fs::write(&copy, "no database").unwrap();
    assert!(matches!(restore(&copy, &third).await, Err(StoreError::Damaged { .. })));
    assert!(!third.join(FILE).exists(), "a bad copy makes no store");
}

/// `tests/versions/N.sql` is a store as version N of the file wrote it, with a game in it.
#[tokio::test]
async fn files_of_every_earlier_version_are_brought_up_to_date() {
    let versions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/versions");
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let count = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    assert_eq!(count(&versions), count(&migrations), "every version of the file has its example");
    for version in 1..=count(&versions) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        let mut conn = SqliteConnection::connect_with(&options).await.unwrap();
        let script = std::fs::read_to_string(versions.join(format!("{version}.sql"))).unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(script)).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();

        let store = Store::open(folder.path()).await.unwrap();
        let stored = store.load("abcdefgh").await.unwrap().expect("the game of the example");
        assert_eq!(stored.row.game, "race", "version {version}");
        assert_eq!(stored.row.options["length"], "20");
        assert_eq!(stored.lines.len(), 2);
        assert_eq!(stored.seats[table::Seat::One].name(), Some("Ada"));
        append(&store, "abcdefgh", 2, "one 3").await;
        store.close().await;
        let store = Store::open(folder.path()).await.unwrap();
        assert_eq!(store.load("abcdefgh").await.unwrap().unwrap().lines.len(), 3);
    }
}

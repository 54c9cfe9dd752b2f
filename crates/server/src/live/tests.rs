//! What tests plant into a live table; and a table that panics ends alone.

#[path = "../../tests/web/common.rs"]
pub(super) mod common;

use std::{collections::VecDeque, process::Command};

use catalogue::{Drawn, Table};
use common::{House, choice, version};
use serde_json::json;

use super::play::{Fresh, Played};

/// What a test plants into a table.
#[derive(Default)]
pub(super) struct Planted {
    /// What chance is to say next.
    pub(super) chance: VecDeque<String>,
    /// A table in the place of the real one, after so many moves.
    pub(super) table: Option<(usize, Box<dyn Table>)>,
}

impl Planted {
    pub(super) fn table_at(&self, moves: &[Played]) -> Option<Box<dyn Table>> {
        let (from, table) = self.table.as_ref().filter(|(from, _)| *from <= moves.len())?;
        let mut table = table.copy();
        moves[*from..].iter().for_each(|played| drop(table.play(&played.line).expect("it was legal")));
        Some(table)
    }

    pub(super) fn drawn(&self, fresh: &[Fresh], drawn: Drawn) -> Drawn {
        let before = fresh.iter().filter(|fresh| fresh.played.seat.is_none()).count();
        match self.chance.get(before) {
            Some(text) => Drawn { text: text.clone(), ..drawn },
            None => drawn,
        }
    }

    pub(super) fn has_drawn(&mut self, fresh: &[Fresh]) {
        let chances = fresh.iter().filter(|fresh| fresh.played.seat.is_none()).count();
        self.chance.drain(..chances.min(self.chance.len()));
    }
}

/// A step that a defect of ours would choke on.
pub(super) fn maybe_panic(line: Option<&str>) {
    assert_ne!(line, Some("two b"), "a defect, for the test");
}

/// Set for a process that shall keep its journal as a server does.
const HOOKED: &str = "VISAVIS_TEST_JOURNAL";

#[test]
fn a_panic_is_one_line_of_the_journal_without_what_was_on_the_table() {
    let test = "live::tests::a_table_that_panics_ends_alone_and_keeps_its_record";
    let mut process = Command::new(std::env::current_exe().unwrap());
    let process = process.args([test, "--exact", "--nocapture"]).env(HOOKED, "1");
    let ended = process.env("RUST_BACKTRACE", "1").output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let said = String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap();
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("level=error")).collect();
    let [panic, table] = lines[..] else { panic!("a line of the panic and one of the table: {said}") };
    assert!(panic.contains("level=error event=panic place="), "{panic}");
    assert!(panic.contains("live/tests.rs:") && panic.ends_with(" why=withheld"), "{panic}");
    assert!(table.contains("level=error event=table table="), "{table}");
    assert!(!said.contains("two b") && !said.contains("for the test"), "{said}");
}

#[tokio::test]
async fn a_table_that_panics_ends_alone_and_keeps_its_record() {
    if std::env::var_os(HOOKED).is_some() {
        crate::journal::note_panics();
    }
    let house = House::open().await;
    let (mut ada, eve) = (house.guest(), house.guest());
    let wish = json!({"game": "race", "mode": "screen", "options": {"goal": "20"}});
    let table = ada.open(wish.clone()).await;
    let neighbour = ada.open(wish).await;
    let (mut calm, first) = ada.look(&neighbour).await;
    let (mut socket, mut frame) = ada.look(&table).await;
    let (mut watcher, _) = eve.look(&table).await;
    while choice(&frame["position"]).unwrap().0 == "one" {
        assert_eq!(socket.act("one", version(&frame), "a").await["type"], "done");
        frame = ada.look(&table).await.1;
    }
    let kept = version(&frame);
    socket
        .say(json!({"type": "act", "key": "key-of-doom", "seat": "two", "version": kept, "text": "b"}))
        .await;
    for seen in [&mut socket, &mut watcher] {
        let gone = seen.until("gone").await;
        assert_eq!((&gone["why"]["word"], &gone["again"]), (&json!("server.broken"), &json!(false)));
    }
    let mut back = ada.connect(&table, None).await.unwrap();
    back.say(json!({"type": "hello", "protocol": 1})).await;
    assert_eq!(back.until("gone").await["why"]["word"], "server.broken");
    let record = ada.get(&format!("/api/record/{table}")).await;
    let steps = record.body.split_once("\n\n").unwrap().1;
    assert_eq!(steps.lines().count() as u64, kept, "{steps}");
    let (seat, text) = choice(&first["position"]).unwrap();
    assert_eq!(calm.act(&seat, version(&first), &text).await["type"], "done", "the neighbours play on");
}

#[tokio::test]
async fn a_table_with_a_home_made_team_wakes_where_nobody_knows_the_team() {
    let folder = tempfile::tempdir().unwrap();
    let config = crate::Config::new(([127, 0, 0, 1], 0).into(), folder.path());
    let app = crate::app::App::new(config, store::Store::open(folder.path()).await.unwrap());
    let entry = app.game("to-pieces").unwrap();
    let sheet = std::fs::read_to_string("../to-pieces/tests/teams/menagerie.toml").unwrap();
    let mut row = super::pairs::row(entry, "teamteamteam");
    row.options = [("teams".to_owned(), "menagerie splintered-arms".to_owned())].into();
    let seat = || store::NewSeat { occupant: "computer".into(), holders: Vec::new(), link: None };
    assert!(crate::record::open(entry, &row).is_err(), "nobody knows it");
    row.luggage = [("menagerie".to_owned(), sheet)].into();
    let seats = table::BySeat([seat(), seat()]);
    app.store.open_game(store::NewGame { row, seats }, None).await.unwrap();
    let (inbox, _) = tokio::sync::mpsc::channel(1);
    let live = super::Live::load(std::sync::Arc::clone(&app), "teamteamteam", inbox.downgrade()).await;
    assert_eq!(live.unwrap_or_else(|why| panic!("{why:?}")).table.id(), "to-pieces");
    let stored = app.store.load("teamteamteam").await.unwrap().unwrap();
    assert!(crate::record::of(&stored).unwrap().teams.contains_key("menagerie"));
}

//! The binary as a person or a script uses it.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

fn visavis(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_visavis"));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.args(args).stdin(Stdio::null()).output().expect("the binary runs")
}

fn typed(args: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_visavis"));
    command.env("LANG", "C").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn out(args: &[&str]) -> String {
    let output = visavis(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A mistake: exit code 2, nothing on standard output, one line on standard error.
fn mistake(args: &[&str]) -> String {
    let output = visavis(args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
    said
}

#[test]
fn mistakes_are_one_line_that_helps() {
    assert!(mistake(&["play", "sqaudro"]).contains("Did you mean squadro?"));
    assert!(mistake(&["plya"]).contains("Did you mean play?"));
    assert!(mistake(&["simulate", "squadro", "--gmaes", "3"]).contains("--games"));
    assert!(mistake(&["simulate", "squadro", "--games", "many"]).contains("many"));
    assert!(mistake(&["simulate", "squadro", "--games", "0"]).contains("0"));
    assert!(mistake(&["perft", "squadro"]).contains("DEPTH"));
    assert!(mistake(&["play", "squadro", "--option", "frist=top"]).contains("Did you mean first?"));
    assert!(mistake(&["play", "squadro", "--option", "first=middle"]).contains("random, top, left"));
    assert!(mistake(&["play", "squadro", "--option", "first"]).contains("first"));
    assert!(mistake(&["play", "squadro", "--vs", "grandmaster"]).contains("grandmaster"));
    assert!(mistake(&["games", "--lang", "de"]).contains("de"));
    assert!(mistake(&["replay", "no-such-file"]).contains("no-such-file"));
    assert!(mistake(&["simulate", "squadro", "--out", "no/such/folder/x"]).contains("no/such/folder/x"));
    assert!(mistake(&["rules", "échecs", "--lang", "fr"]).contains("il n’y a pas de jeu"));
}

#[test]
fn help_is_there_in_both_languages() {
    assert!(out(&["--help"]).contains("Play in the terminal"));
    assert!(out(&["--help", "--lang", "fr"]).contains("Jouer dans le terminal"));
    assert!(out(&["simulate", "--help", "--lang=fr"]).contains("La graine"));
    assert!(out(&["completions", "bash"]).contains("visavis"));
    let folder = tempfile::tempdir().unwrap();
    out(&["man", "--out", folder.path().to_str().unwrap()]);
    assert!(fs::read_to_string(folder.path().join("visavis-simulate.1")).unwrap().contains("seed"));
}

#[test]
fn games_are_listed_for_people_and_programs() {
    assert!(out(&["games"]).contains("squadro"));
    assert!(out(&["games", "squadro", "--lang", "fr"]).contains("quiet"));
    let games: serde_json::Value = serde_json::from_str(&out(&["games", "--json"])).unwrap();
    assert_eq!(games[0]["options"][0]["rule"], "R2");
}

#[test]
fn the_rulebook_is_shown_whole() {
    for (lang, first) in [("en", "  1. "), ("fr", "  1. ")] {
        let text = out(&["rules", "squadro", "--lang", lang]);
        assert!(text.contains(first) && text.contains(" 14. "), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 78), "{text}");
    }
}

#[test]
fn perft_counts_what_the_spec_says() {
    let leaves = out(&["perft", "squadro", "6", "--option", "first=top"]);
    assert_eq!(leaves.split_whitespace().last(), Some("15625"));
    let distinct = out(&["perft", "squadro", "6", "--distinct", "--option", "first=left"]);
    assert_eq!(distinct.split_whitespace().last(), Some("2478"));
}

#[test]
fn a_simulation_does_not_depend_on_threads_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = |threads: &str, name: &str| {
        let args = ["simulate", "squadro", "--games", "300", "--seed", "9", "--json", "--threads", threads];
        let report = out(&[&args[..], &["--out", &file(name)]].concat());
        let mut report: serde_json::Value = serde_json::from_str(&report).unwrap();
        for key in ["seconds", "games_per_second", "steps_per_second"] {
            report[key].take();
        }
        report
    };
    assert_eq!(run("1", "a.jsonl"), run("3", "b.jsonl"));
    let records = fs::read_to_string(file("a.jsonl")).unwrap();
    assert_eq!(records, fs::read_to_string(file("b.jsonl")).unwrap());
    assert_eq!(records.lines().count(), 300);
    assert!(!Path::new(&file("a.jsonl.part")).exists());
    let first: serde_json::Value = serde_json::from_str(records.lines().next().unwrap()).unwrap();
    let positions = out(&["replay", &file("a.jsonl"), "--json"]);
    let last = positions.lines().take_while(|line| line.contains("\"record\":0,")).last().unwrap();
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["outcome"], first["outcome"]);
    assert_eq!(last["turn"], "over");
    assert!(last.get("step").is_none());
}

const GAME: &str = "game = squadro\nrules = 1\noption.first = top\none = Ada\n\none 2\ntwo 1\none 2\n";

fn record(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap().to_owned();
    (folder, name)
}

#[test]
fn a_replay_shows_every_position() {
    let (_folder, file) = record(GAME);
    let positions: Vec<serde_json::Value> =
        out(&["replay", &file, "--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(positions.len(), 4);
    assert_eq!(positions[1]["turn"][0], "two");
    assert_eq!(positions[1]["step"], "two 1");
    assert_eq!(positions[1]["options"]["two"], serde_json::json!(["1", "2", "3", "4", "5"]));
    assert_eq!(positions[1]["hash"].as_str().unwrap().len(), 16);
    assert_eq!(positions[1]["outcome"], serde_json::Value::Null);
    let public = out(&["replay", &file, "--json", "--viewer", "public", "--step", "1", "--no-view"]);
    assert_eq!(public.lines().count(), 1);
    assert!(!public.contains("hash") && !public.contains("view") && public.contains("\"options\":{}"));
    assert!(out(&["replay", &file]).contains("Ada"));
    assert!(mistake(&["replay", &file, "--step", "4"]).contains('3'));
}

#[test]
fn a_bad_record_is_answered_with_place_and_rule() {
    let refused = |text: &str| {
        let (_folder, file) = record(text);
        mistake(&["replay", &file])
    };
    let wrong_seat = refused(&GAME.replace("two 1", "one 1"));
    assert!(wrong_seat.contains("step 2") && wrong_seat.contains("rule 3"), "{wrong_seat}");
    let damaged = refused(&GAME.replace("two 1", "two"));
    assert!(damaged.contains("line 7") && damaged.contains("step 2"), "{damaged}");
    let other = refused(&GAME.replace("rules = 1", "rules = 7"));
    assert!(other.contains('7') && other.contains("versions 1 to 1"), "{other}");
    assert!(refused("squadro").contains("line 1"));
}

#[test]
fn a_network_learns_and_the_log_goes_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let net = folder.path().join("mine.net");
    let told = out(&["train", "piggyback", "--games", "3", "--seed", "4", "--out", net.to_str().unwrap()]);
    assert!(told.contains("3 games learned") && told.contains("mine.log"), "{told}");
    let log = std::fs::read_to_string(net.with_extension("log")).unwrap();
    assert!(log.starts_with("seed 4\ngames 3\n"), "{log}");
    assert!(std::fs::metadata(net).unwrap().len() > 10_000);
    assert!(mistake(&["train", "piggyback", "--variant", "classic"]).contains("leave --variant out"));
    assert!(mistake(&["train", "squadro"]).contains("not squadro"));
}

#[test]
fn a_game_can_be_played_by_typing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved.txt");
    let input = format!("help\n9\nwhy\n2\n1\nundo\n3\nhint\nsave {}\nresign\n", file.display());
    let text = typed(&["play", "squadro", "--option", "first=top"], &input);
    assert!(text.contains("Taken back."), "{text}");
    assert!(text.contains("resigned"), "{text}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.ends_with("\n\none 2\ntwo 3\n"), "{saved}");
    assert!(out(&["replay", file.to_str().unwrap()]).contains("two 3"));
}

#[test]
fn a_game_that_is_over_can_still_be_saved_and_a_mistyped_word_does_not_lose_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("over.txt");
    let input = format!("2\nresign\nsvae here\nsave\nsave {}\n\n", file.display());
    let text = typed(&["play", "squadro", "--option", "first=top"], &input);
    assert_eq!(text.matches("or press Enter to leave").count(), 2, "{text}");
    assert!(text.contains("Say where"), "{text}");
    assert!(fs::read_to_string(&file).unwrap().contains("\none 2\n"), "{text}");
}

#[test]
fn the_computer_takes_the_other_seat() {
    let text = typed(&["play", "squadro", "--seat", "two", "--option", "first=top"], "quit\n");
    assert!(text.contains("Top plays: "), "{text}");
}

#[test]
fn the_end_of_squadro_is_solved_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let solve = |more: &[&'static str]| {
        let mut args = vec!["solve", "squadro", "--data", data, "--threads", "2"];
        args.extend(more);
        args
    };
    let said = out(&solve(&["--from-level", "14"]));
    let [need, begin] = ["MB of memory with 2 threads", "level 16: "].map(|text| said.find(text).unwrap());
    assert!(need < begin, "the memory is stated before the work begins: {said}");
    assert!(said.contains("level 14: 8 292 416 won by top, 8 082 712 by left, 0 drawn;"), "{said}");
    assert!(said.contains("18 679 884 positions"), "{said}");
    assert!(folder.path().join("squadro/squadro-level-14.solved").exists());
    // Taken up again where it ended, and damage is healed.
    fs::write(folder.path().join("squadro/squadro-level-15.solved"), "not whole").unwrap();
    let said = out(&solve(&["--from-level", "13", "--lang", "fr"]));
    assert!(
        said.contains("niveau 16 : 78 307 gagnées par le haut, 73 623 par la gauche, 0 nulles"),
        "{said}"
    );
    assert!(said.contains("déjà là"), "{said}");
    assert!(
        said.contains("niveau 13 : 43 233 992 gagnées par le haut, 42 029 715 par la gauche, 107 nulles")
    );
    let parts = fs::read_dir(folder.path().join("squadro")).unwrap();
    assert_eq!(parts.count(), 4, "nothing half is left");

    assert!(mistake(&solve(&["--verify"])).contains("no file for level 0"));
    let perfect = mistake(&["duel", "squadro", "perfect", "casual", "--data", data]);
    assert!(perfect.contains("visavis solve squadro"), "{perfect}");
    assert!(mistake(&["solve", "piggyback", "--data", data]).contains("squadro can"));
    assert!(mistake(&solve(&["--from-level", "17"])).contains("17"));
}

#[test]
fn moves_are_analysed_where_the_truth_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    // Early in a game nobody knows.
    let text = typed(&["play", "squadro", "--option", "first=top", "--data", data], "analyse\nquit\n");
    assert!(text.contains("Nothing is certain here"), "{text}");
    let text = typed(&["play", "piggyback", "--data", data], "analyse\nquit\n");
    assert!(text.contains("not solved"), "{text}");

    // The end of a random game is known, with its mistakes.
    let games = folder.path().join("games.jsonl");
    let games = games.to_str().unwrap();
    out(&["simulate", "squadro", "--games", "2", "--seed", "5", "--out", games]);
    let review = out(&["replay", games, "--review", "--data", data]);
    assert!(review.contains("Review: exact values are known from move "), "{review}");
    assert!(review.contains("   ? "), "random games have mistakes: {review}");
    assert!(!out(&["replay", games, "--data", data]).contains("   ? "), "only when it is asked for");
    let last = out(&["replay", games, "--review", "--json", "--no-view", "--data", data]);
    let marked: Vec<serde_json::Value> =
        last.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let marks = &marked[marked.len() - 2]["marks"];
    assert!(marks.as_object().unwrap().values().any(|mark| mark == "won"), "the last move wins: {marks}");
    assert!(out(&["replay", games, "--review", "--lang", "fr", "--data", data]).contains("Analyse : "));
}

//! The real server under load, killed on the way: nothing that was acknowledged is lost, doubled or reordered.

use std::process::Command;

use serde_json::Value;

fn load(arguments: &[&str]) -> Value {
    let out = Command::new(env!("CARGO_BIN_EXE_visavis"))
        .args(["load", "--json"])
        .args(arguments)
        .output()
        .expect("the binary runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).expect("a report")
}

fn nothing_is_wrong(report: &Value) {
    for wrong in ["lost", "doubled", "reordered"] {
        assert_eq!(report[wrong], 0, "{report}");
    }
}

#[test]
fn nothing_is_lost_when_the_server_is_killed() {
    let long = std::env::var_os("VISAVIS_LONG").is_some();
    let (tables, rate, seconds, kills) =
        if long { ("1000", "200", "2400", 500) } else { ("50", "100", "8", 5) };
    let report = load(&[
        "--tables",
        tables,
        "--moves-per-second",
        rate,
        "--for",
        seconds,
        "--kill-every",
        "1",
        "--game",
        "mixed",
    ]);
    nothing_is_wrong(&report);
    assert!(report["kills"].as_u64().unwrap() >= kills, "{report}");
    assert!(report["compared"]["moves"].as_u64().unwrap() > 100, "{report}");
}

/// The loads that docs/long-run.md speaks of. How fast they were is printed, not judged: that is the machine's affair.
#[test]
fn many_tables_lose_nothing_and_fit_into_memory() {
    let long = std::env::var_os("VISAVIS_LONG").is_some();
    let loads: &[[&str; 3]] =
        if long { &[["1000", "200", "30"], ["5000", "1000", "30"]] } else { &[["20", "40", "3"]] };
    for [tables, rate, seconds] in loads {
        let report = load(&["--tables", tables, "--moves-per-second", rate, "--for", seconds]);
        println!("{tables} tables: {report}");
        nothing_is_wrong(&report);
        assert!(report["acknowledged"].as_u64().unwrap() > 0, "{report}");
        assert!(report["memory"].as_u64().is_none_or(|bytes| bytes <= 500 << 20), "{report}");
    }
}

#[test]
fn games_come_to_their_end_and_new_ones_begin() {
    let report = load(&["--tables", "4", "--moves-per-second", "400", "--for", "5", "--game", "squadro"]);
    nothing_is_wrong(&report);
    assert!(report["games"].as_u64().unwrap() > 0, "{report}");
}

#[test]
fn a_game_that_is_not_there_is_named() {
    let out = Command::new(env!("CARGO_BIN_EXE_visavis"))
        .args(["--lang", "en", "load", "--game", "chess"])
        .output()
        .expect("the binary runs");
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("chess"));
}

#[test]
fn a_flood_is_measured_beside_honest_tables_and_loses_nothing() {
    let long = std::env::var_os("VISAVIS_LONG").is_some();
    let (tables, rate, seconds, flood, pairs) =
        if long { ("1000", "200", "30", "1000", "5") } else { ("6", "60", "2", "20", "1") };
    let report = load(&[
        "--tables",
        tables,
        "--moves-per-second",
        rate,
        "--for",
        seconds,
        "--flood",
        flood,
        "--pairs",
        pairs,
    ]);
    nothing_is_wrong(&report);
    assert_eq!(report["pairs"].to_string(), pairs);
    assert!(report["bad_connections"].as_u64().unwrap() >= flood.parse().unwrap(), "{report}");
    assert!(report["acknowledged"].as_u64().unwrap() > 0, "{report}");
}

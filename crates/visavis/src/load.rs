//! `visavis load`: many tables over real sockets, and a server that is killed on the way.

use std::{path::PathBuf, time::Duration};

use anyhow::{Result, anyhow};
use load::{Flooded, Plan, Report, Stage};
use serde_json::json;

use crate::{cli::Loading, print, progress, voice::Voice};

/// Plays, then says what was measured; an error when anything was lost.
pub(crate) fn run(loading: &Loading, voice: &Voice) -> Result<()> {
    let games = match loading.game.as_str() {
        "mixed" => catalogue::GAMES.iter().map(|entry| entry.id).collect(),
        game => vec![voice.game(game)?.id],
    };
    let folder = Folder::new()?;
    let plan = Plan {
        program: std::env::current_exe()?,
        data: folder.0.clone(),
        tables: loading.tables as usize,
        rate: loading.moves_per_second,
        time: Duration::from_secs_f64(loading.seconds),
        games,
        kill_every: loading.kill_every.map(Duration::from_secs_f64),
        seed: loading.seed,
        flood: loading.flood as usize,
    };
    let bar = progress::bar(u64::from(loading.tables), voice.text("cli.load.opening"));
    let told = |stage| match stage {
        Stage::Opened(tables) => {
            bar.set_length(u64::from(loading.tables));
            bar.set_message(voice.text("cli.load.opening"));
            bar.set_position(tables as u64);
        }
        Stage::Played(time) => {
            bar.set_length(loading.seconds.ceil() as u64);
            bar.set_message(voice.text("cli.load.playing"));
            bar.set_position(time.as_secs());
        }
        Stage::Comparing => bar.set_message(voice.text("cli.load.comparing")),
    };
    let measured = if loading.flood > 0 {
        load::beside_a_flood(&plan, loading.pairs as usize, told).map(|flooded| {
            let text = if loading.json { flood_as_json(&flooded) } else { flood_as_text(&flooded, voice) };
            (text, flooded.verdict())
        })
    } else {
        load::run(plan, told).map(|report| {
            let text = if loading.json { as_json(&report) } else { as_text(&report, voice) };
            (text, report.verdict)
        })
    };
    bar.finish_and_clear();
    let failed = |error: load::LoadError| voice.wrong("cli.load.failed", [("why", error.to_string().into())]);
    let (text, verdict) = measured.map_err(failed)?;
    print(&text)?;
    if verdict.lost + verdict.doubled + verdict.reordered > 0 {
        return Err(anyhow!("{}", voice.text("cli.load.wrong")));
    }
    Ok(())
}

fn as_text(report: &Report, voice: &Voice) -> String {
    let number = |x: f64| format!("{x:.1}");
    let latency = |key, [p50, p95, p99, most]: [f64; 4]| {
        let values = [("p50", p50), ("p95", p95), ("p99", p99), ("max", most)];
        voice.say(key, values.map(|(name, x)| (name, number(x).into())))
    };
    let verdict = report.verdict;
    let (sent, acknowledged, refused) = report.moves;
    let mut lines = vec![
        voice.say(
            "cli.load.moves",
            [
                ("tables", report.tables.into()),
                ("seconds", number(report.time.as_secs_f64()).into()),
                ("sent", sent.to_string().into()),
                ("acknowledged", acknowledged.to_string().into()),
                ("rate", number(acknowledged as f64 / report.time.as_secs_f64()).into()),
                ("refused", refused.to_string().into()),
                ("games", report.games.to_string().into()),
            ],
        ),
        latency("cli.load.shown", report.shown),
        latency("cli.load.answered", report.answered),
        voice.say(
            "cli.load.verdict",
            [
                ("lost", verdict.lost.to_string().into()),
                ("doubled", verdict.doubled.to_string().into()),
                ("reordered", verdict.reordered.to_string().into()),
                ("moves", verdict.moves.to_string().into()),
                ("tables", verdict.tables.to_string().into()),
            ],
        ),
    ];
    let (kills, middle, longest) = report.kills;
    if kills > 0 {
        let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
        let values = [
            ("kills", kills.into()),
            ("middle", seconds(middle).into()),
            ("longest", seconds(longest).into()),
        ];
        lines.push(voice.say("cli.load.kills", values));
    }
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    let memory = report.memory.map_or_else(|| "?".into(), |bytes| (bytes >> 20).to_string());
    let values = [
        ("own", percent(report.cpu.0).into()),
        ("server", percent(report.cpu.1).into()),
        ("memory", memory.into()),
    ];
    lines.push(voice.say("cli.load.machine", values));
    lines.join("\n") + "\n"
}

/// A flood may move the 99th percentile by a fifth, or by so many milliseconds.
const FLOOD_MS: f64 = 3.0;

fn is_borne((without, with): (f64, f64)) -> bool {
    with <= without * 1.2 || with <= without + FLOOD_MS
}

fn flood_as_text(flooded: &Flooded, voice: &Voice) -> String {
    let number = |x: f64| format!("{x:.1}");
    let mut lines = Vec::new();
    for (without, with) in flooded.without.iter().zip(&flooded.with) {
        let values = [
            ("without", number(without.shown[2]).into()),
            ("with", number(with.shown[2]).into()),
            ("bad", with.bad.to_string().into()),
            ("acknowledged", with.moves.1.to_string().into()),
        ];
        lines.push(voice.say("cli.load.pair", values));
    }
    let (without, with) = flooded.p99();
    lines.push(
        voice.say("cli.load.flooded", [("without", number(without).into()), ("with", number(with).into())]),
    );
    let borne = is_borne((without, with));
    lines.push(voice.text(if borne { "cli.load.borne" } else { "cli.load.not-borne" }));
    lines.join("\n") + "\n"
}

fn flood_as_json(flooded: &Flooded) -> String {
    let verdict = flooded.verdict();
    let p99 = |runs: &[Report]| runs.iter().map(|run| run.shown[2]).collect::<Vec<_>>();
    let (without, with) = flooded.p99();
    let value = json!({
        "pairs": flooded.with.len(),
        "p99_ms": {"without": p99(&flooded.without), "with": p99(&flooded.with)},
        "median_p99_ms": {"without": without, "with": with},
        "borne": is_borne((without, with)),
        "bad_connections": flooded.with.iter().map(|run| run.bad).sum::<u64>(),
        "acknowledged": flooded.with.iter().map(|run| run.moves.1).sum::<u64>(),
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "reordered": verdict.reordered,
    });
    format!("{value}\n")
}

fn as_json(report: &Report) -> String {
    let verdict = report.verdict;
    let (sent, acknowledged, refused) = report.moves;
    let (kills, middle, longest) = report.kills;
    let value = json!({
        "tables": report.tables,
        "seconds": report.time.as_secs_f64(),
        "sent": sent,
        "acknowledged": acknowledged,
        "refused": refused,
        "games": report.games,
        "shown_ms": {"p50": report.shown[0], "p95": report.shown[1], "p99": report.shown[2], "max": report.shown[3]},
        "answered_ms": {
            "p50": report.answered[0], "p95": report.answered[1], "p99": report.answered[2], "max": report.answered[3],
        },
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "reordered": verdict.reordered,
        "compared": {"moves": verdict.moves, "tables": verdict.tables},
        "kills": kills,
        "back_s": {"median": middle.as_secs_f64(), "max": longest.as_secs_f64()},
        "cpu": {"own": report.cpu.0, "server": report.cpu.1},
        "memory": report.memory,
    });
    format!("{value}\n")
}

/// A folder that is gone when it is no longer needed.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder> {
        let folder = std::env::temp_dir().join(format!("visavis-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

//! `visavis load`: many tables over real sockets, and a server that is killed on the way.

use std::{path::PathBuf, time::Duration};

use anyhow::{Result, anyhow};
use load::{Plan, Report, Stage};
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
    };
    let bar = progress::bar(u64::from(loading.tables), voice.text("cli.load.opening"));
    let report = load::run(plan, |stage| match stage {
        Stage::Opened(tables) => bar.set_position(tables as u64),
        Stage::Played(time) => {
            bar.set_length(loading.seconds.ceil() as u64);
            bar.set_message(voice.text("cli.load.playing"));
            bar.set_position(time.as_secs());
        }
        Stage::Comparing => bar.set_message(voice.text("cli.load.comparing")),
    });
    bar.finish_and_clear();
    let report =
        report.map_err(|error| voice.wrong("cli.load.failed", [("why", error.to_string().into())]))?;
    print(&if loading.json { as_json(&report) } else { as_text(&report, voice) })?;
    let verdict = report.verdict;
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

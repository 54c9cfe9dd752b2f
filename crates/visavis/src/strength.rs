//! The report on strength: ladder tables as Markdown, for the terminal and for `docs/strength.md`.

use std::{fs, path::Path, time::Duration};

use anyhow::{Context, Result};
use arena::{Interval, Met, Report, Rival};
use catalogue::Entry;
use search::{BASELINES, Level};

use crate::{
    duel::milliseconds,
    ladder::{Head, Ladder},
    voice::Voice,
};

/// What is asked of a game's levels, and how many games prove it.
pub(crate) struct Aim {
    /// Games of a pairing with expert.
    pub(crate) expert_games: u64,
    /// The share of every level against the next lower one.
    step: f64,
    /// The share of expert against random play, and against whoever counts pips alone.
    top: f64,
}

/// A game without luck, whose expert is quick.
const USUAL: Aim = Aim { expert_games: 200, step: 0.70, top: 0.99 };
/// Dice leave less to skill, and an expert's game takes longer.
const AIMS: [(&str, Aim); 3] = [
    ("piggyback", Aim { expert_games: 100, step: 0.60, top: 0.90 }),
    ("backgammon-wars", Aim { expert_games: 40, step: 0.60, top: 0.95 }),
    ("to-pieces", Aim { expert_games: 100, step: 0.70, top: 0.99 }),
];
/// The share of novice against random play and of casual against greedy play.
const BASE: f64 = 0.60;

/// What is asked of a game.
pub(crate) fn aim(game: &str) -> &'static Aim {
    AIMS.iter().find(|(name, _)| *name == game).map_or(&USUAL, |(_, aim)| aim)
}

/// The share that a pairing has to reach, where one is asked.
pub(crate) fn asked(head: &Head, [a, b]: &[Rival; 2]) -> Option<f64> {
    let game = &head.ladder;
    if (a, b) == (&Rival::Level(Level::Expert), &Rival::Baseline("pips")) {
        let classic = head.options.iter().any(|option| option == "variant=classic");
        return classic.then_some(aim(game).top);
    }
    match (a.level()?, b.level()?) {
        (Level::Novice, Level::Random) | (Level::Casual, Level::Greedy) => Some(BASE),
        (Level::Expert, Level::Random) => Some(aim(game).top),
        (Level::Casual, Level::Novice) | (Level::Strong, Level::Casual) | (Level::Expert, Level::Strong) => {
            Some(aim(game).step)
        }
        _ => None,
    }
}

/// The whole page: every game whose results are in the folder.
pub(crate) fn page(entries: &[&Entry], folder: &Path, voice: &Voice) -> Result<String> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        files.push(file?.path());
    }
    files.sort();
    let mut text = voice.text("cli.strength.head");
    for entry in entries {
        for file in &files {
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.split('.').next() == Some(entry.id) && name.ends_with(".jsonl") {
                text += &section(&Ladder::read(file)?, voice);
            }
        }
    }
    Ok(text)
}

/// One game: its ratings, its pairings, and what it took.
pub(crate) fn section(ladder: &Ladder, voice: &Voice) -> String {
    let game = &ladder.head.ladder;
    let pairings = ladder.pairings();
    let mut title = voice.text(&format!("{game}.name"));
    if !ladder.head.options.is_empty() {
        title += &format!(" ({})", ladder.head.options.join(", "));
    }
    let minutes = format!("{:.1}", ladder.run_time().as_secs_f64() / 60.0);
    let games: u64 = pairings.iter().map(|(_, _, report)| 2 * report.score.count()).sum();
    let how = [
        ("command", command(ladder).into()),
        ("games", games.into()),
        ("minutes", minutes.into()),
        ("threads", ladder.head.threads.into()),
        ("openings", ladder.head.openings.into()),
        ("seed", ladder.head.seed.into()),
    ];
    let ratings = ratings(&pairings, voice);
    let scores = scores(&ladder.head, &pairings, voice);
    format!("\n## {title}\n\n{}\n\n{ratings}\n{scores}", voice.say("cli.strength.how", how))
}

fn command(ladder: &Ladder) -> String {
    let options: String = ladder.head.options.iter().map(|option| format!(" --option {option}")).collect();
    format!("visavis ladder {}{options} --seed {}", ladder.head.ladder, ladder.head.seed)
}

/// Who is how strong, the weakest first; random play is the zero.
fn ratings(pairings: &[(String, String, Report)], voice: &Voice) -> String {
    let names = || pairings.iter().flat_map(|(a, b, _)| [a, b]);
    let mut players: Vec<&String> = Vec::new();
    for known in Level::ALL.map(Level::name).into_iter().chain(BASELINES) {
        players.extend(names().find(|name| *name == known));
    }
    let place = |name: &String| players.iter().position(|player| *player == name).unwrap_or_default();
    let met: Vec<Met> =
        pairings.iter().map(|(a, b, report)| Met { a: place(a), b: place(b), score: report.score }).collect();
    let mut rows: Vec<(&String, Interval)> =
        players.iter().copied().zip(arena::ratings(players.len(), &met)).collect();
    rows.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
    let mut text = format!("{}\n|---|---:|---:|---:|---:|\n", voice.text("cli.strength.ratings"));
    for (player, Interval { low, value, high }) in rows {
        let (time, longest) = times(player, pairings);
        text += &format!("| {player} | {value:+.0} | {low:+.0} … {high:+.0} | {time:.2} | {longest:.0} |\n");
    }
    text
}

/// Milliseconds a turn over all pairings of a player, and those of its longest turn.
fn times(player: &String, pairings: &[(String, String, Report)]) -> (f64, f64) {
    let (mut time, mut turns, mut longest) = (Duration::ZERO, 0, Duration::ZERO);
    for (a, b, report) in pairings {
        for (n, name) in [a, b].into_iter().enumerate() {
            if name == player {
                time += report.time[n];
                turns += report.turns[n];
                longest = longest.max(report.longest[n]);
            }
        }
    }
    (milliseconds(time) / turns.max(1) as f64, milliseconds(longest))
}

/// Every pairing with its score, its bounds, and what was asked.
fn scores(head: &Head, pairings: &[(String, String, Report)], voice: &Voice) -> String {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let mut text = format!("{}\n|---|---|---:|---:|---:|---:|---:|\n", voice.text("cli.strength.scores"));
    for (a, b, report) in pairings {
        let Interval { low, value, high } = report.score.share();
        let rivals = a.parse::<Rival>().ok().zip(b.parse::<Rival>().ok());
        let asked = rivals.and_then(|(a, b)| asked(head, &[a, b])).map(|asked| {
            let sign = if value >= asked { "✓" } else { "✗" };
            format!("{:.0} % {sign}", 100.0 * asked)
        });
        text += &format!(
            "| {a} | {b} | {} | {} % | {} … {} | {} | {} |\n",
            2 * report.score.count(),
            percent(value),
            percent(low),
            percent(high),
            asked.unwrap_or_default(),
            report.distinct
        );
    }
    text
}

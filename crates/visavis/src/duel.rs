//! `visavis duel`: two players against each other, in pairs of games with swapped seats and the same chance.

use std::{thread, time::Duration};

use anyhow::{Result, anyhow};
use arena::{Duel, Interval, Report, Rival, Seated, Sprt, Terms, Verdict};
use catalogue::{Entry, Pairs, Table};
use search::{Effort, Level};
use serde_json::json;
use table::{BySeat, Seat};

use crate::{cli::DuelPlan, print, progress, solve, voice::Voice};

pub(crate) fn run(
    game: &str,
    players: [Rival; 2],
    plan: &DuelPlan,
    options: &Pairs,
    voice: &Voice,
) -> Result<()> {
    let entry = voice.game(game)?;
    voice.options(entry, options)?;
    let table = (entry.open)(options).map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
    players.iter().try_for_each(|rival| expected(rival, &*table, entry, voice))?;
    let makers = [0, 1].map(|n| maker(&players[n], &*table));
    let seated = seated(entry, &players, options);
    let [sprt0, sprt1] = [0, 1].map(|n| plan.sprt.get(n).copied());
    let duel = Duel {
        entry,
        options: [&seated[0], &seated[1]],
        players: [&makers[0], &makers[1]],
        pairs: 0..plan.games.div_ceil(2),
        seed: plan.seed,
        terms: Terms {
            openings: plan.openings.unwrap_or_else(|| arena::default_openings(entry)),
            effort: effort(plan.movetime, 1),
        },
        threads: threads(plan.threads),
        sprt: sprt0.zip(sprt1).map(|(elo0, elo1)| Sprt { elo0, elo1 }),
    };
    let bar = progress::bar(duel.pairs.end * 2, voice.text("cli.duel.bar"));
    let done = arena::duel(&duel, |_, report| bar.set_position(report.score.count() * 2));
    bar.finish_and_clear();
    let report = done.map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
    let text = if plan.json {
        as_json(&players, &duel, &report, voice)
    } else {
        as_text(&players, &duel, &report, voice)
    };
    Ok(print(&text)?)
}

/// All cores where nobody says.
pub(crate) fn threads(wish: Option<u16>) -> usize {
    wish.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// A time a decision if one is given, else what the level says.
pub(crate) fn effort(movetime: Option<u64>, threads: usize) -> Effort {
    movetime.map_or(Effort::Level, |ms| Effort::Time { time: Duration::from_millis(ms), threads })
}

/// The options with the handicaps of the players: when the first sits at One, and when it sits at Two.
pub(crate) fn seated(entry: &Entry, players: &[Rival; 2], options: &Pairs) -> [Vec<(String, String)>; 2] {
    Seat::BOTH.map(|first| {
        let levels = BySeat::from_fn(|seat| players[usize::from(seat != first)].level());
        (entry.seated)(options, levels).expect("the options were checked")
    })
}

/// Makes sure that a player can come: that the game has the level, that the engine starts.
pub(crate) fn expected(rival: &Rival, table: &dyn Table, entry: &Entry, voice: &Voice) -> Result<()> {
    let player = rival.sit_down(table).map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
    match (rival, player) {
        (Rival::Level(level), None) => Err(no_level(entry, *level, voice)),
        (Rival::Baseline(name), None) => Err(not_offered(entry, name, voice)),
        _ => Ok(()),
    }
}

/// Makes players of a kind that is [`expected`].
pub(crate) fn maker(rival: &Rival, table: &dyn Table) -> impl Fn() -> Seated + Sync {
    let (rival, table) = (rival.clone(), table.copy());
    move || rival.sit_down(&*table).map(|player| player.expect("the level was checked"))
}

/// The mistake of asking for a level that a game does not have.
pub(crate) fn no_level(entry: &Entry, level: Level, voice: &Voice) -> anyhow::Error {
    let solvable = entry.id == "squadro" && level == Level::Perfect;
    if let Some(why) = solvable.then(|| solve::no_perfect(voice)).flatten() {
        return why;
    }
    not_offered(entry, level.name(), voice)
}

fn not_offered(entry: &Entry, name: &'static str, voice: &Voice) -> anyhow::Error {
    let names: Vec<&str> = (entry.levels)().iter().map(|level| level.name()).collect();
    voice.wrong(
        "cli.play.no-level",
        [("game", entry.id.into()), ("level", name.into()), ("levels", names.join(", ").into())],
    )
}

fn as_text(players: &[Rival; 2], duel: &Duel<'_>, report: &Report, voice: &Voice) -> String {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let Interval { low, value, high } = report.score.share();
    let elo = report.score.elo();
    let [wins, draws, losses] = report.score.games;
    let mut text = voice.say(
        "cli.duel.score",
        [
            ("a", players[0].to_string().into()),
            ("b", players[1].to_string().into()),
            ("share", percent(value).into()),
            ("low", percent(low).into()),
            ("high", percent(high).into()),
        ],
    );
    let counts = [
        ("games", (wins + draws + losses).into()),
        ("wins", wins.into()),
        ("draws", draws.into()),
        ("losses", losses.into()),
        ("distinct", report.distinct.into()),
    ];
    text += &format!("\n{}\n", voice.say("cli.duel.counts", counts));
    let bounds = [elo.value, elo.low, elo.high].map(|elo| format!("{elo:+.0}"));
    let [value, low, high] = bounds;
    text += &format!(
        "{}\n",
        voice.say("cli.duel.elo", [("elo", value.into()), ("low", low.into()), ("high", high.into())])
    );
    for (n, level) in players.iter().enumerate() {
        let [time, longest] = [report.time_a_turn(n), report.longest[n]].map(milliseconds);
        let values = [
            ("level", level.to_string().into()),
            ("time", format!("{time:.2}").into()),
            ("longest", format!("{longest:.0}").into()),
        ];
        text += &format!("{}\n", voice.say("cli.duel.time", values));
        if report.forfeits[n] > 0 {
            let values = [("level", level.to_string().into()), ("n", report.forfeits[n].into())];
            text += &format!("{}\n", voice.say("cli.duel.forfeits", values));
        }
    }
    report.reasons.iter().for_each(|reason| text += &format!("  {}\n", voice.refusal(reason)));
    if let Some(test) = duel.sprt {
        let (ratio, verdict) = report.score.sprt(test);
        let key = match verdict {
            Verdict::Stronger => "cli.duel.stronger",
            Verdict::NotStronger => "cli.duel.not-stronger",
            Verdict::Open => "cli.duel.open",
        };
        text += &format!("{}\n", voice.say(key, [("llr", format!("{ratio:.2}").into())]));
    }
    text
}

fn as_json(players: &[Rival; 2], duel: &Duel<'_>, report: &Report, voice: &Voice) -> String {
    let interval =
        |i: Interval| json!({ "low": finite(i.low), "value": finite(i.value), "high": finite(i.high) });
    let [wins, draws, losses] = report.score.games;
    let sprt = duel.sprt.map(|test| {
        let (ratio, verdict) = report.score.sprt(test);
        json!({ "elo0": test.elo0, "elo1": test.elo1, "llr": ratio, "verdict": format!("{verdict:?}") })
    });
    let value = json!({
        "game": duel.entry.id,
        "players": players.each_ref().map(Rival::to_string),
        "seed": duel.seed,
        "openings": duel.terms.openings,
        "wins": wins,
        "draws": draws, "losses": losses,
        "distinct": report.distinct,
        "score": interval(report.score.share()),
        "elo": interval(report.score.elo()),
        "ms_a_turn": ([0, 1].map(|n| milliseconds(report.time_a_turn(n)))),
        "ms_longest_turn": report.longest.map(milliseconds),
        "forfeits": report.forfeits,
        "reasons": report.reasons.iter().map(|reason| voice.refusal(reason)).collect::<Vec<_>>(),
        "sprt": sprt,
    });
    format!("{value}\n")
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

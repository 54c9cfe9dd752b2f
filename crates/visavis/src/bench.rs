//! `visavis bench`: how fast a game runs through the generic trait on one core.

use std::time::Instant;

use anyhow::{Result, anyhow};
use catalogue::{Entry, Pairs};

use crate::{print, progress, voice::Voice};

/// Best and median of several rounds, a second.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The best round.
    pub best: f64,
    /// The median round.
    pub median: f64,
}

/// Measures `work`, which says how much it did, in `rounds` rounds.
pub fn measure(rounds: u32, mut work: impl FnMut() -> u64) -> Speed {
    let mut speeds: Vec<f64> = (0..rounds.max(1))
        .map(|_| {
            let begun = Instant::now();
            let done = work();
            done as f64 / begun.elapsed().as_secs_f64()
        })
        .collect();
    speeds.sort_by(f64::total_cmp);
    Speed { best: speeds[speeds.len() - 1], median: speeds[speeds.len() / 2] }
}

/// Random games and steps a second, then leaves of perft, each with best and median.
pub fn report(game: &str, rounds: u32, options: &Pairs, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    voice.options(entry, options)?;
    let bar = progress::spinner(voice.text("cli.bench.bar"));
    let (games, steps) =
        rollouts(entry, rounds, options).map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
    let mut rows = vec![("cli.bench.games", games), ("cli.bench.steps", steps)];
    if !entry.continuous {
        let leaves = perft(entry, rounds, options).map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
        rows.push(("cli.bench.perft", leaves));
    }
    bar.finish_and_clear();
    for (key, Speed { best, median }) in rows {
        let values =
            [("best", human(best).into()), ("median", human(median).into()), ("rounds", rounds.into())];
        print(&format!("{}\n", voice.say(key, values)))?;
    }
    Ok(())
}

/// Games a second and steps a second of random play.
fn rollouts(entry: &Entry, rounds: u32, options: &Pairs) -> Result<(Speed, Speed), table::Refusal> {
    // A round of about a fifth of a second, whatever the game.
    let begun = Instant::now();
    (entry.roll_out)(options, 0, 20)?;
    let games = (20.0 * 0.2 / begun.elapsed().as_secs_f64()).clamp(20.0, 1e6) as u32;
    let mut steps = 0;
    let mut seed = 0;
    let speed = measure(rounds, || {
        seed += 1;
        steps += (entry.roll_out)(options, seed, games).expect("the options were good before");
        u64::from(games)
    });
    let length = steps as f64 / (f64::from(games) * f64::from(rounds.max(1)));
    Ok((speed, Speed { best: speed.best * length, median: speed.median * length }))
}

/// Leaves a second, every leaf played, at the first depth with a million leaves.
fn perft(entry: &Entry, rounds: u32, options: &Pairs) -> Result<Speed, table::Refusal> {
    let mut depth = 1;
    while depth < 12 && (entry.perft)(options, depth)? < 1_000_000 {
        depth += 1;
    }
    Ok(measure(rounds, || (entry.perft)(options, depth).expect("the options were good before")))
}

/// A number in groups of three digits.
pub(crate) fn human(n: f64) -> String {
    let digits = format!("{n:.0}");
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    let groups: Vec<&str> = groups.into_iter().map(|g| std::str::from_utf8(g).expect("digits")).collect();
    groups.join(" ")
}

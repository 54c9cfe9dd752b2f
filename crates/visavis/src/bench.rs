//! `visavis bench`: how fast a game runs through the generic trait on one core, and how fast Squadro's players think.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use catalogue::{Entry, Pairs};
use search::{AlphaBeta, Budget, Leaf, Player, Tree};
use squadro::{Rulings, Squadro};
use table::{Game, Seat};

use crate::{print, progress, voice::Voice};

/// What a round of thinking takes: so long for the tree search, so many positions for alpha-beta.
const TIME: Duration = Duration::from_millis(200);
const POSITIONS: u64 = 2_000_000;

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

/// Random games and steps a second, then leaves of perft, each with best and median; for Squadro thinking too.
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
    if entry.id == Squadro::ID {
        rows.extend(thinking(rounds));
    }
    bar.finish_and_clear();
    for &(key, Speed { best, median }) in &rows {
        let values =
            [("best", human(best).into()), ("median", human(median).into()), ("rounds", rounds.into())];
        print(&format!("{}\n", voice.say(key, values)))?;
    }
    let speed = |wanted| rows.iter().find(|(key, _)| *key == wanted).map(|(_, speed)| speed.best);
    if let Some((one, two)) = speed("cli.bench.tree").zip(speed("cli.bench.threads")) {
        let ratio = format!("{:.2}", two / one);
        print(&format!("{}\n", voice.say("cli.bench.ratio", [("ratio", ratio.into())])))?;
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

/// From Squadro's start: simulations a second of a tree with a random game a leaf, on one thread and on two, and
/// positions a second of alpha-beta.
fn thinking(rounds: u32) -> [(&'static str, Speed); 3] {
    let start = Squadro::start(&Rulings { first: Some(Seat::One), ..Rulings::default() });
    let mut seed = 0;
    let mut think = |player: &mut dyn Player<Squadro>, budget: &dyn Fn(u64) -> Budget| {
        measure(rounds, || {
            seed += 1;
            player.choose(&start, Seat::One, &mut budget(seed)).nodes
        })
    };
    let mut tree = Tree { leaf: Leaf::Rollout, ..Tree::default() };
    let [one, two] = [1, 2].map(|threads| think(&mut tree, &|seed| Budget::time(seed, TIME, threads)));
    let positions = think(&mut AlphaBeta::new(POSITIONS, 64), &Budget::level);
    [("cli.bench.tree", one), ("cli.bench.threads", two), ("cli.bench.positions", positions)]
}

/// A number in groups of three digits.
pub(crate) fn human(n: f64) -> String {
    let digits = format!("{n:.0}");
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    let groups: Vec<&str> = groups.into_iter().map(|g| std::str::from_utf8(g).expect("digits")).collect();
    groups.join(" ")
}

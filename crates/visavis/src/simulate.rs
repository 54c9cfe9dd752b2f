//! `visavis simulate`: random games by the thousand, the same for the same seed whatever the number of threads.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufWriter, Write},
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use catalogue::{Entry, Pairs, Simulated};
use serde_json::json;
use table::{BySeat, Seat, chance::Seed};

use crate::{cli::Plan, files, print, progress, voice::Voice};

/// Games that a thread plays before it reports.
const CHUNK: u64 = 64;

pub(crate) fn run(game: &str, plan: &Plan, options: &Pairs, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    voice.options(entry, options)?;
    let mut out = plan.out.as_deref().map(|path| Out::open(path, voice)).transpose()?;
    let begun = Instant::now();
    let mut tally = Tally::default();
    let bar = progress::bar(plan.games, voice.text("cli.simulate.bar"));
    play_all(entry, plan, options, |games| {
        for game in games {
            tally.count(game);
            if let (Some(out), Some(record)) = (&mut out, &game.record) {
                out.line(&record.to_json(), voice)?;
            }
        }
        bar.inc(games.len() as u64);
        Ok(())
    })?;
    bar.finish_and_clear();
    if let Some(out) = out {
        out.finish(voice)?;
    }
    let report =
        if plan.json { tally.json(entry, plan, begun.elapsed()) } else { tally.text(begun.elapsed(), voice) };
    Ok(print(&report)?)
}

/// Plays every game on some threads and hands them over in their order.
fn play_all(
    entry: &'static Entry,
    plan: &Plan,
    options: &Pairs,
    mut each: impl FnMut(&[Simulated]) -> Result<()>,
) -> Result<()> {
    let threads =
        plan.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let chunks = plan.games.div_ceil(CHUNK);
    let next = AtomicU64::new(0);
    let with_records = plan.out.is_some();
    thread::scope(|scope| {
        // A bounded channel: a slow disk slows the players instead of filling the memory.
        let (send, receive) = mpsc::sync_channel(4 * threads);
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                loop {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    if chunk >= chunks {
                        return;
                    }
                    let games = chunk * CHUNK..((chunk + 1) * CHUNK).min(plan.games);
                    let play = |i| {
                        let seed = Seed::of_simulation(plan.seed, i);
                        (entry.simulate)(options, &seed, with_records).expect("the options were checked")
                    };
                    // Nobody receives any more after a failure to write.
                    if send.send((chunk, games.map(play).collect::<Vec<_>>())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (chunk, games) in receive {
            early.insert(chunk, games);
            while let Some(games) = early.remove(&due) {
                each(&games)?;
                due += 1;
            }
        }
        Ok(())
    })
}

/// A file of records that appears when it is whole.
struct Out<'p> {
    path: &'p std::path::Path,
    writer: BufWriter<File>,
}

impl<'p> Out<'p> {
    fn open(path: &'p std::path::Path, voice: &Voice) -> Result<Out<'p>> {
        let file = File::create(files::part_of(path));
        let file = file.map_err(|error| files::wrong("cli.file.write", path, &error, voice))?;
        Ok(Out { path, writer: BufWriter::new(file) })
    }

    fn line(&mut self, line: &str, voice: &Voice) -> Result<()> {
        let written = writeln!(self.writer, "{line}");
        written.map_err(|error| files::wrong("cli.file.write", self.path, &error, voice))
    }

    fn finish(mut self, voice: &Voice) -> Result<()> {
        let done = self.writer.flush().and_then(|()| fs::rename(files::part_of(self.path), self.path));
        done.map_err(|error| files::wrong("cli.file.write", self.path, &error, voice))
    }
}

/// What is counted. Exact whole numbers, so that the sum does not depend on the order.
#[derive(Default)]
struct Tally {
    lengths: BTreeMap<u32, u64>,
    endings: BTreeMap<&'static str, u64>,
    wins: BySeat<u64>,
    draws: u64,
    /// Wins of the first player, of the second, draws.
    by_first: [u64; 3],
}

impl Tally {
    fn count(&mut self, game: &Simulated) {
        *self.lengths.entry(game.steps).or_default() += 1;
        *self.endings.entry(game.outcome.reason).or_default() += 1;
        match game.outcome.winner {
            Some(seat) => self.wins[seat] += 1,
            None => self.draws += 1,
        }
        if let Some(first) = game.first {
            let column = game.outcome.winner.map_or(2, |winner| usize::from(winner != first));
            self.by_first[column] += 1;
        }
    }

    fn games(&self) -> u64 {
        self.lengths.values().sum()
    }

    fn steps(&self) -> u64 {
        self.lengths.iter().map(|(&length, &n)| u64::from(length) * n).sum()
    }

    /// The length that a share of the games does not exceed.
    fn quantile(&self, share: f64) -> u32 {
        let wanted = (share * self.games() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let reached = self.lengths.iter().find(|&(_, &n)| {
            seen += n;
            seen >= wanted
        });
        reached.map_or(0, |(&length, _)| length)
    }

    fn text(&self, time: Duration, voice: &Voice) -> String {
        let games = self.games();
        let share = |n: u64| format!("{:.1} %", 100.0 * n as f64 / games as f64);
        let seconds = time.as_secs_f64();
        let speed = |n: u64| format!("{:.0}", n as f64 / seconds).into();
        let mut text = voice.say(
            "cli.simulate.speed",
            [
                ("games", games.into()),
                ("seconds", format!("{seconds:.2}").into()),
                ("games_per_second", speed(games)),
                ("steps_per_second", speed(self.steps())),
            ],
        );
        text += "\n";
        let mean = format!("{:.1}", self.steps() as f64 / games as f64);
        text += &voice.say(
            "cli.simulate.lengths",
            [
                ("least", self.quantile(0.0).into()),
                ("median", self.quantile(0.5).into()),
                ("mean", mean.into()),
                ("most95", self.quantile(0.95).into()),
                ("most", self.quantile(1.0).into()),
            ],
        );
        text += &format!("\n{}\n", voice.text("cli.simulate.endings"));
        for (reason, n) in &self.endings {
            text += &format!("  {reason:<14} {n:>10}  {}\n", share(*n));
        }
        let rows = [
            ("cli.simulate.one", self.wins[Seat::One]),
            ("cli.simulate.two", self.wins[Seat::Two]),
            ("cli.simulate.draws", self.draws),
            ("cli.simulate.first", self.by_first[0]),
            ("cli.simulate.second", self.by_first[1]),
        ];
        for (key, n) in rows {
            text += &format!("{:<28} {n:>10}  {}\n", voice.text(key), share(n));
        }
        text
    }

    fn json(&self, entry: &Entry, plan: &Plan, time: Duration) -> String {
        let games = self.games();
        let seconds = time.as_secs_f64();
        let report = json!({
            "game": entry.id,
            "seed": plan.seed,
            "games": games,
            "steps": self.steps(),
            "seconds": seconds,
            "games_per_second": games as f64 / seconds,
            "steps_per_second": self.steps() as f64 / seconds,
            "length": {
                "least": self.quantile(0.0),
                "median": self.quantile(0.5),
                "mean": self.steps() as f64 / games as f64,
                "p95": self.quantile(0.95),
                "most": self.quantile(1.0),
            },
            "endings": self.endings,
            "wins": { "one": self.wins[Seat::One], "two": self.wins[Seat::Two], "draw": self.draws },
            "by_first_player":
                { "first": self.by_first[0], "second": self.by_first[1], "draw": self.by_first[2] },
        });
        format!("{report}\n")
    }
}

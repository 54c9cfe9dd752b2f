//! `visavis engine`: our players behind the text protocol of `docs/engine-protocol.md`.
//!
//! One line in, some lines out. A thought is thought in a thread of its own, so that `stop` and `isready` are
//! heard meanwhile; every other line waits until it is over.

use std::{
    io::{BufRead, stdin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::Result;
use catalogue::{Chosen, Entry, Table, Told};
use rand::{RngCore, SeedableRng, TryRngCore, rngs::OsRng};
use search::{Budget, Effort, Level};
use serde_json::Value as Json;
use table::Seat;

use crate::{duel, print, voice::Voice};

/// Serves one game until the input ends or says `quit`.
pub(crate) fn run(game: &str, level: Option<Level>, seed: Option<u64>, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    let levels = (entry.levels)();
    let level = level.or(levels.last().copied()).unwrap_or(Level::Random);
    let mut engine = Engine {
        entry,
        level,
        player: None,
        threads: 1,
        seat: None,
        view: None,
        seed: seed.unwrap_or_else(|| OsRng.try_next_u64().unwrap_or_default()),
        thinking: None,
    };
    if engine.fresh_player().is_none() {
        return Err(duel::no_level(entry, level, voice));
    }
    for line in stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if word == "quit" {
            engine.stop();
            break;
        }
        engine.hear(word, rest.trim())?;
    }
    engine.wait();
    Ok(())
}

struct Engine {
    entry: &'static Entry,
    level: Level,
    player: Option<Box<dyn Chosen>>,
    threads: usize,
    seat: Option<Seat>,
    view: Option<Json>,
    seed: u64,
    thinking: Option<Thinking>,
}

struct Thinking {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Chosen>>,
}

impl Engine {
    fn hear(&mut self, word: &str, rest: &str) -> Result<()> {
        match word {
            "stop" => self.stop(),
            "isready" => print("readyok\n")?,
            _ => {
                self.wait();
                self.obey(word, rest)?;
            }
        }
        Ok(())
    }

    fn obey(&mut self, word: &str, rest: &str) -> Result<()> {
        match word {
            "ugi" => self.introduce()?,
            "setoption" => self.set(rest)?,
            "uginewgame" => {
                self.view = None;
                self.player = None;
                if !rest.is_empty() && rest != self.entry.id {
                    complain(&format!("this engine plays {}, not {rest}", self.entry.id))?;
                }
            }
            "seat" => match rest.parse() {
                Ok(seat) => self.seat = Some(seat),
                Err(_) => complain("write: seat one, or: seat two")?,
            },
            "view" => match serde_json::from_str(rest) {
                Ok(view) => self.view = Some(view),
                Err(error) => complain(&format!("the view is no JSON: {error}"))?,
            },
            "go" => self.go(rest)?,
            // What may be done we find in the view.
            "options" | "controls" | "" => {}
            _ => complain(&format!("unknown: {word}"))?,
        }
        Ok(())
    }

    fn introduce(&self) -> Result<()> {
        let levels: String =
            (self.entry.levels)().iter().map(|level| format!(" var {}", level.name())).collect();
        Ok(print(&format!(
            "id name Vis-à-vis {} {}\nid author Vis-à-vis\n\
             option name level type combo default {}{levels}\n\
             option name threads type spin default 1 min 1 max 256\n\
             option name seed type spin default {}\nugiok\n",
            self.entry.id, self.level, self.level, self.seed
        ))?)
    }

    fn set(&mut self, rest: &str) -> Result<()> {
        let parts = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
        let Some((name, value)) = parts.map(|(name, value)| (name.trim(), value.trim())) else {
            return complain("write: setoption name NAME value VALUE");
        };
        match name {
            "level" => match value.parse() {
                Ok(level) if (self.entry.open)(&[]).is_ok_and(|table| table.player(level).is_some()) => {
                    self.level = level;
                    self.player = None;
                }
                _ => complain(&format!("there is no level {value} here"))?,
            },
            "threads" => match value.parse() {
                Ok(threads @ 1..=256) => self.threads = threads,
                _ => complain("threads: 1 to 256")?,
            },
            "seed" => match value.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => complain("seed: a whole number")?,
            },
            _ => complain(&format!("there is no option {name}"))?,
        }
        Ok(())
    }

    fn fresh_player(&self) -> Option<Box<dyn Chosen>> {
        (self.entry.open)(&[]).ok().and_then(|table| table.player(self.level))
    }

    fn go(&mut self, rest: &str) -> Result<()> {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(self.seed);
        self.seed = rng.next_u64();
        let (Some(seat), Some(view)) = (self.seat, &self.view) else {
            return complain("first say: seat one|two, then: view JSON");
        };
        let table = match (self.entry.imagine)(view, &mut rng) {
            Ok(table) if table.turn().asks(seat) => table,
            Ok(_) => return complain("this seat is not asked in this view"),
            Err(refusal) => return complain(&refusal.to_string()),
        };
        let Some(player) = self.player.take().or_else(|| self.fresh_player()) else {
            return complain("this level has no player");
        };
        let mut budget = Budget::level(rng.next_u64());
        limits(rest, self.threads).begin(&mut budget);
        let stop = Arc::clone(&budget.stop);
        let thread = thread::spawn(move || think(player, table, seat, &mut budget));
        self.thinking = Some(Thinking { stop, thread });
        Ok(())
    }

    fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Lets the thought end; a player that panicked is not used again.
    fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            match thinking.thread.join() {
                Ok(player) => self.player = Some(player),
                Err(_) => drop(complain("the thought broke off: is the view damaged?")),
            }
        }
    }
}

/// `movetime MS`, `nodes N`, `infinite`, or nothing: what the level says.
fn limits(rest: &str, threads: usize) -> Effort {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    match (number("movetime"), number("nodes")) {
        (Some(ms), _) => Effort::Time { time: Duration::from_millis(ms), threads },
        (None, Some(nodes)) => Effort::Nodes(nodes),
        _ if words.contains(&"infinite") => Effort::Nodes(Budget::ENDLESS),
        _ => Effort::Level,
    }
}

fn think(
    mut player: Box<dyn Chosen>,
    table: Box<dyn Table>,
    seat: Seat,
    budget: &mut Budget,
) -> Box<dyn Chosen> {
    let begun = Instant::now();
    let text = match player.choose(&*table, seat, budget) {
        Ok(told) => format!("{}\nbestmove {}\n", info(&told, begun.elapsed()), told.action),
        Err(refusal) => format!("info string {refusal}\n"),
    };
    // Whoever asked may have gone.
    let _ = print(&text);
    player
}

fn info(told: &Told, time: Duration) -> String {
    let score = told.win.map(|win| format!(" score {win:.3}")).unwrap_or_default();
    format!("info nodes {} time {}{score} line {}", told.nodes, time.as_millis(), told.line.join("\t"))
}

fn complain(what: &str) -> Result<()> {
    Ok(print(&format!("info string {}\n", what.replace('\n', " ")))?)
}

//! `visavis ladder`: every level and baseline of a game against its neighbours, as one table of ratings.
//!
//! Each pair of games is a line of a file, written when it is over, so that a ladder that was broken off goes on
//! where it stopped. Games are the same for the same seed: before a pairing goes on, its first pair is played
//! again, and if it comes out differently the player has changed and the pairing begins anew.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use arena::{Duel, Pair, Report, Rival, Terms};
use catalogue::{Entry, GAMES, Pairs};
use search::{BASELINES, Effort, Level};
use serde::{Deserialize, Serialize};

use crate::{cli::LadderPlan, duel, print, progress, strength, voice::Voice};

/// Games of a pairing below expert.
const GAMES_A_PAIRING: u64 = 400;

pub(crate) fn run(game: Option<&str>, plan: &LadderPlan, options: &Pairs, voice: &Voice) -> Result<()> {
    let entries: Vec<&Entry> = match game {
        Some(game) => vec![voice.game(game)?],
        None => GAMES.iter().collect(),
    };
    if plan.report {
        return Ok(print(&strength::page(&entries, &plan.dir, voice)?)?);
    }
    for entry in entries {
        voice.options(entry, options)?;
        let file = file_of(&plan.dir, entry, options);
        climb(entry, plan, options, &file, voice)?;
        print(&strength::section(&Ladder::read(&file)?, voice))?;
    }
    Ok(())
}

/// The file of a game's ladder; options that differ from the usual are part of the name.
fn file_of(folder: &Path, entry: &Entry, options: &Pairs) -> PathBuf {
    let options: String = options.iter().map(|(key, value)| format!(".{key}={value}")).collect();
    folder.join(format!("{}{options}.jsonl", entry.id))
}

/// Plays what is missing.
fn climb(entry: &Entry, plan: &LadderPlan, options: &Pairs, file: &Path, voice: &Voice) -> Result<()> {
    let head = Head {
        ladder: entry.id.to_owned(),
        rules: entry.rules,
        options: options.iter().map(|(key, value)| format!("{key}={value}")).collect(),
        seed: plan.seed,
        openings: arena::default_openings(entry),
        threads: duel::threads(plan.threads),
    };
    let mut ladder = match fs::exists(file)? {
        true => Ladder::read(file)?,
        false => Ladder { head: head.clone(), lines: Vec::new() },
    };
    if ladder.head.rules != head.rules || ladder.head.seed != head.seed {
        let values = [("file", file.display().to_string().into())];
        return Err(voice.wrong("cli.ladder.other", values));
    }
    ladder.head = head;
    let pairings = match &plan.pair[..] {
        [a, b] => vec![[a.clone(), b.clone()]],
        _ => pairings(entry, &ladder.head),
    };
    for rivals in pairings {
        let games = plan.games.unwrap_or(match rivals.iter().filter_map(Rival::level).max() {
            Some(Level::Expert | Level::Perfect) => strength::aim(entry.id).expert_games,
            _ => GAMES_A_PAIRING,
        });
        let wanted = games.div_ceil(2);
        let table = (entry.open)(options).map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
        let [a, b] = &rivals;
        rivals.iter().try_for_each(|rival| duel::expected(rival, &*table, entry, voice))?;
        let makers = [0, 1].map(|n| duel::maker(&rivals[n], &*table));
        let seated = duel::seated(entry, &rivals, options);
        let duel = |pairs: std::ops::Range<u64>| Duel {
            entry,
            options: [&seated[0], &seated[1]],
            players: [&makers[0], &makers[1]],
            pairs,
            seed: plan.seed,
            terms: Terms { openings: ladder.head.openings, effort: Effort::Level },
            threads: ladder.head.threads,
            sprt: None,
        };
        let what = voice.say("cli.ladder.bar", [("a", a.to_string().into()), ("b", b.to_string().into())]);
        let bar = progress::bar(wanted * 2, what);
        let mut known = ladder.of(a, b).count() as u64;
        if let Some(first) = ladder.of(a, b).next() {
            let mut same = true;
            let again = arena::duel(&duel(0..1), |pair, _| same = pair.hashes == first.hashes);
            again.map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
            if !same {
                bar.println(
                    voice.say(
                        "cli.ladder.changed",
                        [("a", a.to_string().into()), ("b", b.to_string().into())],
                    ),
                );
                known = 0;
            }
        }
        if known == 0 {
            ladder.lines.retain(|line| !line.is_of(a, b));
            ladder.write(file)?;
        }
        bar.set_position(known * 2);
        let mut begun = Instant::now();
        let mut failed = None;
        let mut new = Vec::new();
        let played = arena::duel(&duel(known..wanted.max(known)), |pair, report| {
            let line = Line::new(a, b, pair, begun.elapsed());
            begun = Instant::now();
            failed = failed.take().or(append(file, &line).err());
            new.push(line);
            bar.set_position((known + report.score.count()) * 2);
        });
        played.map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error.context(file.display().to_string()));
        }
        ladder.lines.extend(new);
    }
    Ok(())
}

/// Everybody with the next lower level, those who have to beat a baseline with it, and the baselines that this
/// game alone has.
fn pairings(entry: &Entry, head: &Head) -> Vec<[Rival; 2]> {
    let levels = arena::pairings((entry.levels)());
    let mut pairings: Vec<[Rival; 2]> = levels.into_iter().map(|(a, b)| [a, b].map(Rival::Level)).collect();
    for name in BASELINES {
        let pairing = [Rival::Level(Level::Expert), Rival::Baseline(name)];
        if strength::asked(head, &pairing).is_some() {
            pairings.push(pairing);
        }
    }
    pairings
}

fn append(file: &Path, line: &Line) -> Result<()> {
    let mut file = OpenOptions::new().append(true).open(file)?;
    Ok(file.write_all(format!("{}\n", serde_json::to_string(line)?).as_bytes())?)
}

/// What the first line of a file says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The game.
    pub(crate) ladder: String,
    /// The version of its rules.
    pub(crate) rules: u32,
    /// Options that differ from the usual.
    pub(crate) options: Vec<String>,
    /// The seed.
    pub(crate) seed: u64,
    /// Random decisions at the start of a pair.
    pub(crate) openings: u32,
    /// On how many threads.
    pub(crate) threads: usize,
}

/// A pair of games in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    a: String,
    b: String,
    n: u64,
    /// Points of the first player, doubled.
    points: [u8; 2],
    hashes: [String; 2],
    turns: [u64; 2],
    /// Microseconds of thought.
    thought: [u64; 2],
    /// Those of the longest turn; files of earlier versions do not tell.
    #[serde(default)]
    longest: [u64; 2],
    /// Milliseconds on the clock since the pair before.
    took: u64,
}

impl Line {
    fn new(a: &Rival, b: &Rival, pair: &Pair, took: Duration) -> Line {
        Line {
            a: a.to_string(),
            b: b.to_string(),
            n: pair.number,
            points: pair.points,
            hashes: pair.hashes.clone(),
            turns: pair.turns,
            thought: pair.time.map(|time| time.as_micros() as u64),
            longest: pair.longest.map(|time| time.as_micros() as u64),
            took: took.as_millis() as u64,
        }
    }

    fn is_of(&self, a: &Rival, b: &Rival) -> bool {
        self.a == a.to_string() && self.b == b.to_string()
    }

    fn pair(&self) -> Pair {
        Pair {
            number: self.n,
            points: self.points,
            hashes: self.hashes.clone(),
            time: self.thought.map(Duration::from_micros),
            turns: self.turns,
            longest: self.longest.map(Duration::from_micros),
            forfeits: Vec::new(),
        }
    }
}

/// A file of results.
pub(crate) struct Ladder {
    /// What it is about.
    pub(crate) head: Head,
    lines: Vec<Line>,
}

impl Ladder {
    /// Reads a file. A last line that was cut short is left out.
    pub(crate) fn read(file: &Path) -> Result<Ladder> {
        let name = || file.display().to_string();
        let text = fs::read_to_string(file).with_context(name)?;
        let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let head = serde_json::from_str(head).with_context(name)?;
        let whole = rest.rfind('\n').map_or("", |end| &rest[..end]);
        let lines = whole.lines().map(serde_json::from_str).collect::<Result<_, _>>().with_context(name)?;
        Ok(Ladder { head, lines })
    }

    fn write(&self, file: &Path) -> Result<()> {
        let name = || file.display().to_string();
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(name)?;
        }
        let mut text = serde_json::to_string(&self.head)? + "\n";
        for line in &self.lines {
            text += &(serde_json::to_string(line)? + "\n");
        }
        fs::write(file, text).with_context(name)
    }

    fn of(&self, a: &Rival, b: &Rival) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.is_of(a, b))
    }

    /// Every pairing that was played, in the order of the file, with what came of it.
    pub(crate) fn pairings(&self) -> Vec<(String, String, Report)> {
        let mut pairings: Vec<(String, String, Report)> = Vec::new();
        for line in &self.lines {
            let known = pairings.iter().position(|(a, b, _)| *a == line.a && *b == line.b);
            let place = known.unwrap_or_else(|| {
                pairings.push((line.a.clone(), line.b.clone(), Report::default()));
                pairings.len() - 1
            });
            pairings[place].2.add(&line.pair());
        }
        pairings
    }

    /// How long all of it took.
    pub(crate) fn run_time(&self) -> Duration {
        Duration::from_millis(self.lines.iter().map(|line| line.took).sum())
    }
}

//! `visavis solve squadro`: who wins every position, into files; and the check of the whole.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Error, Result};
use indicatif::{ProgressBar, ProgressStyle};
use squadro_solved::{Error as Fault, LevelReport, Library, Progress, Task};

use crate::{bench, cli::Solving, files, print, voice::Voice};

/// Solves, or checks the solution.
pub(crate) fn run(game: &str, work: &Solving, data: Option<PathBuf>, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    if entry.id != "squadro" {
        return Err(voice.wrong("cli.solve.unknown", [("game", entry.id.into())]));
    }
    let data = data.ok_or_else(|| voice.wrong("cli.no-folder", []))?;
    let task = Task {
        folder: catalogue::solution::folder_in(&data),
        threads: work
            .threads
            .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from),
        from_level: if work.verify { 0 } else { work.from_level },
    };
    let stop = stop_on_signal()?;
    let done = if work.verify { verify(&task, &stop, voice) } else { solve(&task, &stop, voice) };
    done.map_err(|failure| match failure {
        Failure::Fault(fault) => sentence(&fault, voice),
        Failure::Other(error) => error,
    })
}

/// What ends the work before its end.
enum Failure {
    Fault(Fault),
    Other(Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Other(error.into())
    }
}

fn solve(task: &Task, stop: &AtomicBool, voice: &Voice) -> Result<(), Failure> {
    task.check_memory()?;
    let plan = [
        ("from", u64::from(task.from_level).into()),
        ("folder", shown(&task.folder).into()),
        ("memory", megabytes(task.memory()).into()),
        ("threads", task.threads.into()),
    ];
    print(&format!("{}\n", voice.say("cli.solve.plan", plan)))?;
    let begun = Instant::now();
    let meter = Meter::new(task, *voice);
    let reports = task.run(&meter, stop);
    meter.bar.finish_and_clear();
    let reports = reports?;
    let sum = |part: fn(&LevelReport) -> u64| reports.iter().map(part).sum::<u64>();
    let values = [
        ("positions", human(sum(|report| report.count.total())).into()),
        ("mb", megabytes(sum(|report| report.bytes)).into()),
        ("seconds", seconds(begun.elapsed()).into()),
    ];
    print(&format!("{}\n", voice.say("cli.solve.done", values)))?;
    if Library::open(&task.folder).is_whole() {
        print(&format!("{}\n", voice.text("cli.solve.perfect")))?;
    }
    Ok(())
}

fn verify(task: &Task, stop: &AtomicBool, voice: &Voice) -> Result<(), Failure> {
    task.check_memory()?;
    let library = Library::open(&task.folder);
    if let Some(fault) = library.fault() {
        return Err(fault.into());
    }
    let memory = megabytes(task.memory());
    print(&format!("{}\n", voice.say("cli.solve.verifying", [("memory", memory.into())])))?;
    let begun = Instant::now();
    let meter = Meter::new(task, *voice);
    let count = library.verify(task.threads, &meter, stop);
    meter.bar.finish_and_clear();
    let count = count?;
    let values = [
        ("all", human(count.total()).into()),
        ("top", human(count.top).into()),
        ("left", human(count.left).into()),
        ("drawn", human(count.drawn).into()),
        ("seconds", seconds(begun.elapsed()).into()),
    ];
    Ok(print(&format!("{}\n", voice.say("cli.solve.verified", values)))?)
}

/// Set when somebody asks the process to stop: the work then ends between two layers.
fn stop_on_signal() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// The bar, and a line for every finished level.
struct Meter {
    bar: ProgressBar,
    voice: Voice,
    begun: Instant,
    level: AtomicU64,
    positions: AtomicU64,
}

impl Meter {
    fn new(task: &Task, voice: Voice) -> Meter {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % · {eta}")
            .expect("the template is well formed");
        let bar = ProgressBar::new(task.placements()).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        Meter { bar, voice, begun: Instant::now(), level: 0.into(), positions: 0.into() }
    }

    fn say(&self) {
        let level = self.level.load(Ordering::Relaxed);
        let speed = self.positions.load(Ordering::Relaxed) as f64 / self.begun.elapsed().as_secs_f64() / 1e6;
        let values = [("level", level.into()), ("speed", format!("{speed:.0}").into())];
        self.bar.set_message(self.voice.say("cli.solve.bar", values));
    }
}

impl Progress for Meter {
    fn level(&self, level: u8, _: usize, _: u64) {
        self.level.store(level.into(), Ordering::Relaxed);
    }

    fn layer(&self, placements: u64, positions: u64) {
        self.positions.fetch_add(positions, Ordering::Relaxed);
        self.bar.inc(placements);
        self.say();
    }

    fn done(&self, report: &LevelReport) {
        let values = [
            ("level", u64::from(report.level).into()),
            ("top", human(report.count.top).into()),
            ("left", human(report.count.left).into()),
            ("drawn", human(report.count.drawn).into()),
            ("mb", format!("{:.1}", report.bytes as f64 / 1e6).into()),
            ("seconds", seconds(report.time).into()),
        ];
        let key = if report.found { "cli.solve.found" } else { "cli.solve.level" };
        let line = format!("{}\n", self.voice.say(key, values));
        // Nobody reads it, perhaps; the work goes on all the same.
        let _ = self.bar.suspend(|| print(&line));
        if report.found {
            let layers = squadro_solved::Layer::on_level(report.level);
            self.bar.inc(layers.iter().map(|layer| 2 * layer.placements()).sum());
            self.bar.reset_eta();
        }
    }
}

/// Why perfect does not play: what is wrong with the solution's files.
pub(crate) fn no_perfect(voice: &Voice) -> Option<Error> {
    catalogue::solution::fault().map(|fault| sentence(&fault, voice))
}

/// What is wrong with the files or the machine, in a sentence.
fn sentence(fault: &Fault, voice: &Voice) -> Error {
    match fault {
        Fault::Missing { level } => voice.wrong("cli.solve.missing", [("level", u64::from(*level).into())]),
        Fault::Damaged { path, .. } => voice.wrong("cli.solve.damaged", [("file", shown(path).into())]),
        Fault::Io { path, source } => files::wrong("cli.file.write", path, source, voice),
        Fault::Memory { needed_mb, available_mb, advice } => voice.wrong(
            "cli.solve.memory",
            [
                ("needed", (*needed_mb).into()),
                ("free", (*available_mb).into()),
                ("advice", u64::from(*advice).into()),
            ],
        ),
        Fault::Stopped => voice.wrong("cli.solve.stopped", []),
        Fault::Impossible | Fault::Wrong { .. } => voice.wrong("cli.solve.wrong", []),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn megabytes(bytes: u64) -> u64 {
    bytes / 1_000_000
}

fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}

/// A number in groups of three digits.
fn human(n: u64) -> String {
    bench::human(n as f64)
}

#[cfg(test)]
mod tests {
    use table::Lang;

    use super::*;

    #[test]
    fn a_machine_with_too_little_memory_is_told_what_it_needs_and_what_it_can_do() {
        let task = Task { folder: PathBuf::new(), threads: 2, from_level: 0 };
        let refusal = task.fits_into(1 << 30).unwrap_err();
        let said = |lang| sentence(&refusal, &Voice::new(lang)).to_string();
        let Fault::Memory { advice, .. } = refusal else { panic!("{refusal}") };
        let needed = task.memory() >> 20;
        for (lang, need) in [(Lang::En, "solving needs"), (Lang::Fr, "la résolution demande")] {
            let said = said(lang);
            let digits: String = said.chars().filter(char::is_ascii_digit).collect();
            assert!(said.starts_with(need) && digits == format!("{needed}1024{advice}"), "{said}");
            assert!(said.ends_with(&format!("--from-level {advice}.")), "{said}");
        }
    }
}

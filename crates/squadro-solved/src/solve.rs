//! Solving everything, level by level from the end, into files.

use std::{
    collections::HashMap,
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    Error,
    file::{self, LevelFile, Writer},
    layer::{LEVELS, Layer},
    layout::Layout,
    moves, pack,
    relax::{self, Relaxed},
    rows::{Room, Rows},
    values::{Count, Values},
    work::{Work, count, finish},
};

/// What to compute, where, and with how much.
#[derive(Clone, Debug)]
pub struct Task {
    /// The folder of the files.
    pub folder: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// The lowest level to compute: 0 for everything, 13 for the last moves of a game only.
    pub from_level: u8,
}

/// Hears how far the work is. All calls may come from any thread.
pub trait Progress: Sync {
    /// A level begins: so many layers with so many placements.
    fn level(&self, level: u8, layers: usize, placements: u64) {
        let _ = (level, layers, placements);
    }
    /// One more layer is done: its placements, and how many of them are positions.
    fn layer(&self, placements: u64, positions: u64) {
        let _ = (placements, positions);
    }
    /// A level is done, or was found done.
    fn done(&self, level: &LevelReport) {
        let _ = level;
    }
}

/// Hears nothing.
impl Progress for () {}

/// What became of a level.
#[derive(Clone, Debug)]
pub struct LevelReport {
    /// The level.
    pub level: u8,
    /// How many positions have each value.
    pub count: Count,
    /// The size of its file.
    pub bytes: u64,
    /// The time it took; nothing when it was there already.
    pub time: Duration,
    /// Whether it was there already.
    pub found: bool,
    /// The most sweeps that a layer needed.
    pub sweeps: u32,
}

impl Task {
    /// The most memory that the work takes, in bytes: two levels of values, and the layers in work.
    pub fn memory(&self) -> u64 {
        let table_bytes = |layer: &Layer| 8 * table_words(*layer) as u64;
        let values = |level: u8| -> u64 {
            let layers = Layer::on_level(level);
            layers.iter().map(|layer| table_bytes(layer) * 2 + 1024).sum()
        };
        let largest = |level: u8| -> u64 {
            // Four tables in work, one for arrivals, and the lists of rows.
            Layer::on_level(level).iter().map(|layer| table_bytes(layer) * 5).max().unwrap_or(0) + (8 << 20)
        };
        let levels = self.from_level..=*LEVELS.end();
        let need = |level: u8| values(level) + values(level + 1) + self.threads as u64 * largest(level);
        // A quarter for the draws, the masks and what the allocator leaves unused.
        levels.map(need).max().unwrap_or(0) / 4 * 5 + (64 << 20)
    }

    /// How many placements all levels of the task have: what progress counts.
    pub fn placements(&self) -> u64 {
        let layers = (self.from_level..=*LEVELS.end()).flat_map(Layer::on_level);
        layers.map(|layer| 2 * layer.placements()).sum()
    }

    /// Refuses when the machine has too little memory free, where the system tells.
    ///
    /// # Errors
    /// [`Error::Memory`], with the lowest level that would fit.
    pub fn check_memory(&self) -> Result<(), Error> {
        available_memory().map_or(Ok(()), |available| self.fits_into(available))
    }

    /// Refuses when so many bytes of memory are too few.
    ///
    /// # Errors
    /// As [`check_memory`](Task::check_memory).
    pub fn fits_into(&self, available: u64) -> Result<(), Error> {
        if self.memory() <= available {
            return Ok(());
        }
        let fits = |&level: &u8| Task { from_level: level, ..self.clone() }.memory() <= available;
        let advice = LEVELS.clone().find(fits).unwrap_or(*LEVELS.end());
        Err(Error::Memory { needed_mb: self.memory() >> 20, available_mb: available >> 20, advice })
    }

    /// Computes what is not there yet. Can be interrupted at any time (also by `stop`) and taken up again: finished
    /// levels stay.
    ///
    /// # Errors
    /// What the disk says; [`Error::Memory`]; [`Error::Stopped`].
    pub fn run(&self, progress: &dyn Progress, stop: &AtomicBool) -> Result<Vec<LevelReport>, Error> {
        self.check_memory()?;
        fs::create_dir_all(&self.folder).map_err(file::io(&self.folder))?;
        let mut reports = Vec::new();
        let mut after = Level::new();
        let mut loaded = None;
        for level in (self.from_level..=*LEVELS.end()).rev() {
            let begin = Instant::now();
            if let Ok(file) = LevelFile::open(&self.folder, level) {
                // A level that lies below another one that is there need not be in memory.
                let below = level > self.from_level && LevelFile::open(&self.folder, level - 1).is_ok();
                if below || level == self.from_level {
                    loaded = None;
                    reports.push(self.found(level, &file, progress));
                    continue;
                }
                if let Ok(values) = self.load(&file, stop) {
                    after = values;
                    loaded = Some(level);
                    reports.push(self.found(level, &file, progress));
                    continue;
                }
                if stop.load(Ordering::Relaxed) {
                    return Err(Error::Stopped);
                }
            }
            if level < *LEVELS.end() && loaded != Some(level + 1) {
                after = self.load(&LevelFile::open(&self.folder, level + 1)?, stop)?;
            }
            let (here, mut report) = self.level(level, &after, progress, stop)?;
            report.time = begin.elapsed();
            progress.done(&report);
            reports.push(report);
            after = here;
            loaded = Some(level);
        }
        Ok(reports)
    }

    fn found(&self, level: u8, file: &LevelFile, progress: &dyn Progress) -> LevelReport {
        let mut count = Count::default();
        file.layers().for_each(|(_, layer)| count += layer);
        let bytes = fs::metadata(file::path(&self.folder, level)).map_or(0, |data| data.len());
        let report = LevelReport { level, count, bytes, time: Duration::ZERO, found: true, sweeps: 0 };
        progress.done(&report);
        report
    }

    /// Reads a whole level into memory.
    fn load(&self, file: &LevelFile, stop: &AtomicBool) -> Result<Level, Error> {
        let layers: Vec<Layer> = file.layers().map(|(layer, _)| layer).collect();
        let level = Mutex::new(Level::new());
        in_parallel(self.threads, layers.len(), stop, |n| {
            let values = Arc::new(file.layer(layers[n])?);
            level.lock().expect("nobody panics here").insert(layers[n], values);
            Ok(())
        })?;
        Ok(level.into_inner().expect("nobody panics here"))
    }

    /// Solves one level and writes its file.
    fn level(
        &self,
        level: u8,
        after: &Level,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<(Level, LevelReport), Error> {
        let layers = Layer::on_level(level);
        let placements = layers.iter().map(|layer| 2 * layer.placements()).sum();
        progress.level(level, layers.len(), placements);
        // The largest first, so that no thread is left alone with one at the end.
        let mut order: Vec<usize> = (0..layers.len()).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(layers[n].placements()));

        let writer = Mutex::new(Writer::new(&self.folder, level, layers.len())?);
        let solved = Mutex::new((Level::with_capacity(layers.len()), Count::default(), 0));
        // One for each thread.
        let rooms = Mutex::new(Vec::<Room>::new());
        let done = in_parallel(self.threads, layers.len(), stop, |i| {
            let layer = layers[order[i]];
            let mut room = rooms.lock().expect("nobody panics here").pop().unwrap_or_default();
            let (values, count, sweeps) = solve_and_count(layer, after, &mut room);
            rooms.lock().expect("nobody panics here").push(room);
            let blocks = pack::pack(&values, &mut pack::compressor());
            writer.lock().expect("nobody panics here").add(order[i], count, &blocks)?;
            let mut solved = solved.lock().expect("nobody panics here");
            solved.0.insert(layer, Arc::new(values));
            solved.1 += count;
            solved.2 = sweeps.max(solved.2);
            progress.layer(2 * layer.placements(), count.total());
            Ok(())
        });
        if let Err(error) = done {
            writer.into_inner().expect("nobody panics here").give_up();
            return Err(error);
        }
        let (here, count, sweeps) = solved.into_inner().expect("nobody panics here");
        let bytes = writer.into_inner().expect("nobody panics here").finish(&self.folder)?;
        Ok((here, LevelReport { level, count, bytes, time: Duration::ZERO, found: false, sweeps }))
    }
}

/// Solved layers.
pub(crate) type Level = HashMap<Layer, Arc<Values>>;

/// Solves a layer whose next layers are all in `after`.
pub(crate) fn solve_layer(layer: Layer, after: &Level, room: &mut Room) -> Values {
    let (work, relaxed) = relaxed(layer, after, room);
    let values = finish(&work, &relaxed.open);
    work.leave(room);
    values
}

/// The same, with how many positions have each value, and the number of sweeps.
fn solve_and_count(layer: Layer, after: &Level, room: &mut Room) -> (Values, Count, u32) {
    let (work, relaxed) = relaxed(layer, after, room);
    let values = finish(&work, &relaxed.open);
    let count = count(&work, &values);
    work.leave(room);
    (values, count, relaxed.sweeps)
}

/// A layer when nothing changes any more.
fn relaxed(layer: Layer, after: &Level, room: &mut Room) -> (Work, Relaxed) {
    let solved = |next: Layer| Ok::<_, std::convert::Infallible>(Arc::clone(&after[&next]));
    let Ok(mut work) = Work::new(layer, room, solved);
    let relaxed = relax::relax(&mut work);
    (work, relaxed)
}

/// Does `count` jobs on so many threads; the first error, or `stop`, ends it.
pub(crate) fn in_parallel(
    threads: usize,
    count: usize,
    stop: &AtomicBool,
    job: impl Fn(usize) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let work = || {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= count {
                return;
            }
            let result = if stop.load(Ordering::Relaxed) { Err(Error::Stopped) } else { job(n) };
            if let Err(error) = result {
                next.store(count, Ordering::Relaxed);
                failure.lock().expect("nobody panics here").get_or_insert(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1).min(count) {
            scope.spawn(work);
        }
        work();
    });
    match failure.into_inner().expect("nobody panics here") {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// The words of one table of a layer.
pub(crate) fn table_words(layer: Layer) -> usize {
    let [top, left] =
        [(0, layer.top), (1, layer.left)].map(|(side, phases)| Layout::new(layer.seat(side), phases));
    Rows::length(top.size, moves::words(&left))
}

/// The memory that can be had without swapping, where the system tells.
fn available_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

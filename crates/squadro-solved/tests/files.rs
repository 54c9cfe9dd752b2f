//! Files that are cut short, damaged, missing or of another level are reported; they never give a wrong answer.

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use common::{folder, random_position, rng};
use squadro::Squadro;
use squadro_solved::{Error, LevelReport, Library, Progress, Task};

/// The lowest level that these tests solve, and damage.
const LEVEL: u8 = 14;

fn task(name: &str) -> Task {
    Task { folder: folder(name), threads: 1, from_level: LEVEL }
}

fn file(folder: &Path, level: u8) -> PathBuf {
    folder.join(format!("squadro-level-{level:02}.solved"))
}

/// Asks for many positions of the level: how many answers agree with those of `right`, and how many are errors.
fn ask(library: &Library, right: &Library) -> (usize, usize) {
    static POSITIONS: OnceLock<Vec<Squadro>> = OnceLock::new();
    let positions = POSITIONS.get_or_init(|| {
        let mut rng = rng(1);
        (0..500).map(|_| random_position(LEVEL, &mut rng)).collect()
    });
    let (mut agree, mut errors) = (0, 0);
    for game in positions {
        match library.value(game) {
            Ok(value) => {
                assert_eq!(value, right.value(game).unwrap(), "a wrong answer: {game}");
                agree += 1;
            }
            Err(_) => errors += 1,
        }
    }
    (agree, errors)
}

#[test]
fn damage_is_reported_and_never_answered() {
    let task = task("damage");
    task.run(&(), &AtomicBool::new(false)).unwrap();
    let right = Library::open(&task.folder);
    assert!(!right.is_whole(), "earlier levels are missing");
    assert_eq!(right.faults().len(), 14);
    assert_eq!(ask(&right, &right), (500, 0));

    let broken = folder("broken");
    fs::create_dir_all(&broken).unwrap();
    let whole = fs::read(file(&task.folder, 14)).unwrap();
    let with = |bytes: &[u8]| {
        fs::write(file(&broken, 14), bytes).unwrap();
        Library::open(&broken)
    };
    // Cut short anywhere, or empty.
    for length in [0, 7, 30, whole.len() / 2, whole.len() - 1] {
        assert_eq!(ask(&with(&whole[..length]), &right).0, 0, "{length} bytes");
    }
    // One flipped bit, anywhere: blocks, index, footer.
    let mut errors = 0;
    for at in (0..whole.len()).step_by(whole.len() / 40).chain(whole.len() - 60..whole.len()) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        errors += ask(&with(&bytes), &right).1;
    }
    assert!(errors > 1000, "damage was noticed {errors} times");
    // The file of another level.
    fs::copy(file(&task.folder, 15), file(&broken, 14)).unwrap();
    let library = Library::open(&broken);
    assert!(matches!(library.faults()[14], (14, Error::Damaged { .. })));
    assert_eq!(ask(&library, &right), (0, 500));
    // Nothing there.
    assert!(matches!(library.faults()[13], (13, Error::Missing { level: 13 })));
    fs::remove_dir_all(&broken).unwrap();
    fs::remove_dir_all(&task.folder).unwrap();
}

/// Stops the work when a level is done.
struct StopAfter<'s>(u8, &'s AtomicBool);

impl Progress for StopAfter<'_> {
    fn done(&self, report: &LevelReport) {
        if report.level == self.0 {
            self.1.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn an_interrupted_run_is_taken_up_again() {
    let task = task("resume");
    let stop = AtomicBool::new(false);
    assert!(matches!(task.run(&StopAfter(15, &stop), &stop), Err(Error::Stopped)));
    assert!(file(&task.folder, 15).exists() && !file(&task.folder, 14).exists(), "no file reads as whole");
    assert!(Library::open(&task.folder).count(14).is_err());

    let reports = task.run(&(), &AtomicBool::new(false)).unwrap();
    let found: Vec<(u8, bool)> = reports.iter().map(|report| (report.level, report.found)).collect();
    assert_eq!(found, [(16, true), (15, true), (14, false)]);
    let again = task.run(&(), &AtomicBool::new(false)).unwrap();
    assert!(again.iter().all(|report| report.found));
    assert_eq!(reports[2].count, again[2].count);

    // A damaged level is computed again.
    let bytes = fs::read(file(&task.folder, 14)).unwrap();
    fs::write(file(&task.folder, 14), &bytes[..bytes.len() - 5]).unwrap();
    let healed = task.run(&(), &AtomicBool::new(false)).unwrap();
    assert_eq!((healed[2].found, healed[2].count), (false, reports[2].count));
    assert_eq!(fs::read(file(&task.folder, 14)).unwrap().len(), bytes.len());
    fs::remove_dir_all(&task.folder).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let folder = folder("file");
    fs::write(&folder, "no folder").unwrap();
    let task = Task { folder: folder.clone(), threads: 1, from_level: 16 };
    assert!(matches!(task.run(&(), &AtomicBool::new(false)), Err(Error::Io { .. })));
    fs::remove_file(&folder).unwrap();
}

#[test]
fn memory_is_stated_and_grows_with_the_levels() {
    let memory = |from_level| Task { folder: folder("none"), threads: 2, from_level }.memory();
    assert!(memory(0) == memory(6) && memory(6) > memory(9) && memory(9) > memory(13));
    assert!(memory(0) < 12 << 30, "the whole solution fits into 12 GB");
}

#[test]
fn too_little_memory_is_refused_with_advice() {
    let task = |from_level| Task { folder: folder("none"), threads: 2, from_level };
    let whole = task(0);
    assert!(whole.fits_into(whole.memory()).is_ok(), "exactly enough");
    let refusal = whole.fits_into(whole.memory() - 1).unwrap_err();
    let Error::Memory { needed_mb, available_mb, advice } = refusal else { panic!("{refusal}") };
    assert_eq!((needed_mb, available_mb), (whole.memory() >> 20, (whole.memory() - 1) >> 20));
    assert!(advice > 0, "another level is advised");
    // The advice is the most that can be had.
    for available in [1 << 28, 1 << 30, 2 << 30] {
        let Err(Error::Memory { advice, .. }) = whole.fits_into(available) else { panic!("{available}") };
        assert!(task(advice).fits_into(available).is_ok(), "{available}: {advice}");
        assert!(task(advice - 1).fits_into(available).is_err(), "{available}: {advice}");
    }
}

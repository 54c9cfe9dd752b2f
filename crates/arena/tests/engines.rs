//! Foreign engines: the example bot plays every game; who is silent, crashes, errs or does not read loses in
//! bounded time, with a reason; and an engine is told nothing that its seat may not know.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use arena::{Engine, Terms, play};
use catalogue::{Chosen, Entry, GAMES, Pairs, Table};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Budget, Level};
use table::{BySeat, Refusal, Seat, Turn, Viewer, chance::Seed, record::Line};

fn bot() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    format!("python3 {}", root.join("examples/bot.py").display())
}

/// An engine that greets properly and then does `then` with every further line.
fn odd(then: &str) -> String {
    let greeting = "case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; go*) THEN;; esac";
    let script = format!("while read -r line; do {}; done", greeting.replace("THEN", then));
    format!("sh -c '{script}'")
}

fn random(entry: &Entry) -> Box<dyn Chosen> {
    (entry.open)(&[]).unwrap().player(Level::Random).unwrap()
}

#[test]
fn the_example_bot_plays_all_games_to_their_end() {
    for entry in GAMES {
        for (n, seat) in Seat::BOTH.into_iter().enumerate() {
            let mut players = BySeat::from_fn(|at| match at == seat {
                true => Engine::start(&bot(), entry.id).map(|engine| Box::new(engine) as Box<dyn Chosen>),
                false => Ok(random(entry)),
            });
            let seed = Seed::of_simulation(3, n as u64);
            let played = play(entry, &[], &mut players, &seed, Terms::default()).unwrap();
            assert_eq!(played.forfeit, None, "{}", entry.id);
            for seat in Seat::BOTH {
                let (time, longest, turns) = (played.time[seat], played.longest[seat], played.turns[seat]);
                assert!(turns > 0 && longest <= time && longest > Duration::ZERO, "{}", entry.id);
            }
        }
    }
}

fn answer(command: &str, budget: &mut Budget) -> Result<String, Refusal> {
    let entry = catalogue::find("squadro").unwrap();
    let mut table = (entry.open)(&[]).unwrap();
    table.play("@top").unwrap();
    Engine::start(command, entry.id)?.choose(&*table, Seat::One, budget).map(|told| told.action)
}

#[test]
fn an_engine_that_fails_has_a_reason_and_nobody_hangs() {
    let begun = Instant::now();
    let why =
        |command: &str| answer(command, &mut Budget::time(1, Duration::from_millis(50), 1)).unwrap_err();
    assert_eq!(why("").key, "engine.command");
    assert_eq!(why("'half a quote").key, "engine.command");
    assert_eq!(why("/no/such/program").key, "engine.start");
    assert_eq!(why("true").key, "engine.ended");
    assert_eq!(why(&odd("exit 1")).key, "engine.ended");
    assert_eq!(why(&odd("echo bestmove 9")).key, "engine.illegal");
    assert_eq!(why(&odd("echo bestmove nonsense")).key, "engine.illegal");
    assert_eq!(why(&odd("sleep 60")).key, "engine.silent");
    assert_eq!(why(&odd("head -c 2000000 /dev/zero")).key, "engine.ended", "a line without end");
    assert_eq!(
        answer(&odd("echo info score 0.5 line 2; echo bestmove 2"), &mut Budget::level(1)).unwrap(),
        "2"
    );
    assert!(begun.elapsed() < Duration::from_secs(60), "every wait is bounded");
}

#[test]
fn a_greeting_that_never_comes_ends_and_so_does_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let command = format!("sh -c 'echo $$ > {}; exec sleep 600'", pid.display());
    assert_eq!(Engine::start(&command, "squadro").unwrap_err().key, "engine.silent");
    let pid = fs::read_to_string(pid).unwrap();
    assert!(!PathBuf::from(format!("/proc/{}", pid.trim())).exists(), "the process ends with its engine");
}

#[test]
fn an_engine_that_does_not_read_blocks_nobody() {
    // Greets without reading a line; the question is larger than any pipe holds in time.
    let command = "sh -c 'echo ugiok; echo readyok; exec sleep 600'";
    let entry = catalogue::find("to-pieces").unwrap();
    let table = asked(entry, &[], 40).unwrap().0;
    let Turn::Act(seats) = table.turn() else { unreachable!() };
    let mut engine = Engine::start(command, entry.id).unwrap();
    let mut budget = Budget::time(1, Duration::from_millis(50), 1);
    for _ in 0..2 {
        let why = engine.choose(&*table, seats.first(), &mut budget).unwrap_err();
        assert_eq!(why.key, "engine.silent");
    }
}

/// A table of a random game after so many steps, and the seat that is asked.
fn asked(entry: &Entry, options: &Pairs, steps: usize) -> Option<(Box<dyn Table>, Seat)> {
    let record = (entry.simulate)(options, &Seed::of_simulation(11, 0), true).unwrap().record.unwrap();
    let mut table = (entry.open)(options).unwrap();
    for (n, line) in record.lines.iter().enumerate() {
        if let (Turn::Act(seats), true) = (table.turn(), n >= steps) {
            return Some((table, seats.first()));
        }
        let Line::Step(step, _) = line else { continue };
        table.play(step).unwrap();
    }
    None
}

/// The canary: the same question is put at the real table and at others that differ from it only in what the seat
/// may not know. What the engine is sent must be the same to the byte.
#[test]
fn an_engine_is_told_only_what_its_seat_may_know() {
    let folder = tempfile::tempdir().unwrap();
    let rosters = [("format".to_owned(), "five".to_owned())];
    let games: [(&str, &Pairs); 3] = [("backgammon-wars", &[]), ("to-pieces", &[]), ("pitch-out", &rosters)];
    for (game, options) in games {
        let entry = catalogue::find(game).unwrap();
        let mut differed = 0;
        for steps in [0, 3, 8, 15, 30, 60] {
            let Some((table, seat)) = asked(entry, options, steps) else { continue };
            assert!(table.has_secrets(), "{game}");
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(steps as u64);
            let sent = heard(&*table, seat, entry, folder.path());
            assert!(sent.contains("\nview {") && sent.contains("\noptions"), "{sent}");
            for _ in 0..3 {
                let view = table.view(Viewer::Seat(seat));
                let other = (entry.imagine)(&view, &mut rng).unwrap();
                differed += u32::from(other.hash() != table.hash());
                assert_eq!(heard(&*other, seat, entry, folder.path()), sent, "{game} after {steps} steps");
            }
        }
        assert!(differed >= 6, "{game}: the imagined tables hold other secrets ({differed})");
    }
}

/// Everything that an engine hears when it is asked once.
fn heard(table: &dyn Table, seat: Seat, entry: &Entry, folder: &Path) -> String {
    let log = folder.join("heard");
    let script = "while read -r line; do printf \"%s\\\\n\" \"$line\" >> LOG; case \"$line\" in \
                  ugi) echo ugiok;; isready) echo readyok;; go*) echo bestmove nothing;; esac; done";
    let command = format!("sh -c '{}'", script.replace("LOG", &log.display().to_string()));
    let _ = fs::remove_file(&log);
    let mut engine = Engine::start(&command, entry.id).unwrap();
    let mut budget = Budget::level(1);
    budget.nodes = Some(1);
    let _ = engine.choose(table, seat, &mut budget);
    drop(engine);
    fs::read_to_string(log).unwrap()
}

//! Plays legal moves at many tables over real sockets, keeps its own book of what was acknowledged, and compares it
//! with what the server shows in the end. The server is a process of its own that can be killed on the way.
//!
//! [`Plan`] says how much; [`run`] does it and gives a [`Report`]. One task plays one table for both sides (`pair`)
//! through two `guest`s who read `frame`s; [`beside_a_flood`] compares runs with and without bad sockets (`flood`);
//! `house` is the server's process; `book` is what must not be lost, doubled or reordered.

mod book;
mod flood;
mod frame;
mod guest;
mod house;
mod pair;
mod report;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use tokio::time::{sleep, timeout};

use self::{flood::Flood, house::House, pair::Pair, report::Samples};
pub use self::{
    house::LoadError,
    report::{Flooded, Report},
};

/// How much to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program to serve with: this one.
    pub program: PathBuf,
    /// The folder of the server's games.
    pub data: PathBuf,
    /// Tables at a time; each has two players with a socket each.
    pub tables: usize,
    /// Moves a second, over all tables.
    pub rate: f64,
    /// For how long, once everybody sits.
    pub time: Duration,
    /// The games, table by table in turn.
    pub games: Vec<&'static str>,
    /// How often the server is killed.
    pub kill_every: Option<Duration>,
    /// The seed of the moves.
    pub seed: u64,
    /// Bad sockets beside the tables.
    pub flood: usize,
}

/// What all tables share.
pub(crate) struct Shared {
    pub(crate) plan: Plan,
    pub(crate) house: House,
    pub(crate) samples: Samples,
    /// How often the server was started.
    pub(crate) life: AtomicU64,
    /// How many sockets have been greeted in this life of the server.
    pub(crate) greeted: AtomicUsize,
    /// Set when the time is over.
    pub(crate) over: tokio::sync::watch::Sender<bool>,
}

/// A server that is killed gets so long until everybody is back.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long tables have to settle and a flood to rise.
const SETTLING: Duration = Duration::from_secs(3);

/// How many tables are opened at a time.
const OPENING: usize = 32;

/// Plays. `tell` hears how many tables have been opened, then how many seconds have passed.
///
/// # Errors
/// When the server does not start or a table cannot be opened.
pub fn run(plan: Plan, tell: impl Fn(Stage) + Sync) -> Result<Report, LoadError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(LoadError::System)?.block_on(play(plan, &tell))
}

/// Plays pairs of runs, without a flood and with it in turn, each on a server and a folder of its own.
///
/// # Errors
/// As [`run`].
pub fn beside_a_flood(plan: &Plan, pairs: usize, tell: impl Fn(Stage) + Sync) -> Result<Flooded, LoadError> {
    let mut flooded = Flooded::default();
    for pair in 0..pairs {
        // Every other pair begins with the flood, so that a machine that gets slower favours neither.
        for turn in [pair % 2, 1 - pair % 2] {
            let mut plan = plan.clone();
            plan.data = plan.data.join(format!("{pair}-{turn}"));
            plan.flood *= turn;
            std::fs::create_dir_all(&plan.data)?;
            let list = if turn == 1 { &mut flooded.with } else { &mut flooded.without };
            list.push(run(plan, &tell)?);
        }
    }
    Ok(flooded)
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// So many tables are open.
    Opened(usize),
    /// So much time has passed.
    Played(Duration),
    /// The book is compared with what the server shows.
    Comparing,
}

async fn play(plan: Plan, tell: &(impl Fn(Stage) + Sync)) -> Result<Report, LoadError> {
    let house = House::start(&plan.program, &plan.data)?;
    let shared = Arc::new(Shared {
        house,
        samples: Samples::default(),
        life: AtomicU64::new(1),
        greeted: AtomicUsize::new(0),
        over: tokio::sync::watch::Sender::new(false),
        plan,
    });
    // Who sits plays: the cards of one table are dealt while the next ones are opened.
    let (mut names, mut tasks) = (Vec::new(), Vec::new());
    for first in (0..shared.plan.tables).step_by(OPENING) {
        let some = (first..shared.plan.tables.min(first + OPENING)).map(|n| Pair::open(&shared, n));
        for pair in futures_util::future::try_join_all(some).await? {
            names.push(pair.name.clone());
            tasks.push(tokio::spawn(pair.play()));
        }
        tell(Stage::Opened(tasks.len()));
    }
    let everybody = shared.plan.tables * 2;
    shared.all_back(everybody).await.ok_or(LoadError::Lost)?;
    let flood = match shared.plan.flood {
        0 => None,
        sockets => Some(Flood::start(shared.house.address, names, sockets)?),
    };
    // Everybody has been greeted and the flood is there before anything is measured.
    sleep(SETTLING).await;
    shared.samples.start();
    let used = (house::own_cpu(), shared.house.cpu());
    let seated = Instant::now();
    let mut next_kill = shared.plan.kill_every.map(|every| seated + every);
    while seated.elapsed() < shared.plan.time {
        sleep(Duration::from_millis(50)).await;
        tell(Stage::Played(seated.elapsed()));
        if let (Some(when), Some(every)) = (next_kill, shared.plan.kill_every)
            && Instant::now() >= when
        {
            let back = shared.kill(everybody).await?;
            shared.samples.back(back);
            next_kill = Some(Instant::now() + every);
        }
    }
    let elapsed = seated.elapsed();
    shared.samples.stop();
    let share = |before: Duration, now: Duration| (now - before).as_secs_f64() / elapsed.as_secs_f64();
    let cpu = (share(used.0, house::own_cpu()), shared.house.cpu_since(used.1, elapsed));
    let memory = shared.house.memory();
    let bad = flood.as_ref().map_or(0, Flood::made);
    drop(flood);
    tell(Stage::Comparing);
    shared.over.send_replace(true);
    let mut verdict = book::Verdict::default();
    for task in tasks {
        verdict += task.await.map_err(|_| LoadError::Lost)?;
    }
    shared.house.end();
    Ok(shared.samples.report(&shared.plan, elapsed, cpu, memory, verdict, bad))
}

impl Shared {
    /// Waits until everybody has been greeted since the last start; says how long it took.
    async fn all_back(&self, everybody: usize) -> Option<Duration> {
        let begin = Instant::now();
        let wait = async {
            while self.greeted.load(Relaxed) < everybody {
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(PATIENCE, wait).await.ok().map(|()| begin.elapsed())
    }

    /// Kills the server as the power company would, starts it again, and waits for everybody.
    async fn kill(&self, everybody: usize) -> Result<Duration, LoadError> {
        let begin = Instant::now();
        self.house.kill();
        self.greeted.store(0, Relaxed);
        self.life.fetch_add(1, Relaxed);
        self.house.start_again(&self.plan.program, &self.plan.data)?;
        self.all_back(everybody).await.ok_or(LoadError::Lost)?;
        Ok(begin.elapsed())
    }
}

//! Many games between two players.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use catalogue::{Chosen, Entry, Pairs};
use table::{BySeat, Refusal, Seat, chance::Seed};

use crate::{
    game::{Played, play},
    score::{Score, Sprt, Verdict},
};

/// Makes a fresh player; every thread has its own.
pub type Maker<'m> = &'m (dyn Fn() -> Box<dyn Chosen> + Sync);

/// What is to be played.
pub struct Duel<'d> {
    /// The game.
    pub entry: &'d Entry,
    /// Its options: when the first player sits at One, and when it sits at Two.
    pub options: [&'d Pairs; 2],
    /// The two players; the first one's score is reported.
    pub players: [Maker<'d>; 2],
    /// Pairs of games, seats swapped within a pair.
    pub pairs: u64,
    /// The seed of all chance and of the players' own dice.
    pub seed: u64,
    /// Random decisions at the beginning of each pair.
    pub openings: u32,
    /// Threads.
    pub threads: usize,
    /// Stop as soon as this test knows.
    pub sprt: Option<Sprt>,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The score of the first player.
    pub score: Score,
    /// Games that differ from each other.
    pub distinct: u64,
    /// Thinking time of the two players.
    pub time: [Duration; 2],
    /// Their own turns.
    pub turns: [u64; 2],
}

impl Report {
    /// The average time that a player needs for one own turn.
    pub fn time_a_turn(&self, player: usize) -> Duration {
        self.time[player].div_f64(self.turns[player].max(1) as f64)
    }
}

/// Plays a duel. `each` is told after every pair, in their order.
///
/// # Errors
/// When the options are refused.
pub fn duel(duel: &Duel<'_>, mut each: impl FnMut(&Report)) -> Result<Report, Refusal> {
    for options in duel.options {
        (duel.entry.open)(options)?;
    }
    let next = AtomicU64::new(0);
    let enough = AtomicBool::new(false);
    let mut report = Report::default();
    let mut hashes = BTreeSet::new();
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..duel.threads.max(1) {
            let (send, next, enough) = (send.clone(), &next, &enough);
            scope.spawn(move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= duel.pairs
                        || enough.load(Ordering::Relaxed)
                        || send.send((n, pair(duel, n))).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (n, pair) in receive {
            early.insert(n, pair);
            while let Some(pair) = early.remove(&due) {
                due += 1;
                if enough.load(Ordering::Relaxed) {
                    continue;
                }
                count(&mut report, &mut hashes, pair);
                each(&report);
                let decided = duel.sprt.is_some_and(|test| report.score.sprt(test).1 != Verdict::Open);
                enough.store(decided, Ordering::Relaxed);
            }
        }
    });
    Ok(report)
}

/// Two games with the same chance, seats swapped. The players are made anew, so that a game does not depend on
/// the games before it.
fn pair(duel: &Duel<'_>, n: u64) -> [Played; 2] {
    let seed = Seed::of_simulation(duel.seed, n);
    [Seat::One, Seat::Two].map(|first| {
        let mut seats = BySeat::from_fn(|seat| duel.players[usize::from(seat != first)]());
        let options = duel.options[first as usize];
        play(duel.entry, options, &mut seats, &seed, duel.openings).expect("the options were checked")
    })
}

fn count(report: &mut Report, hashes: &mut BTreeSet<String>, pair: [Played; 2]) {
    let mut points = [0; 2];
    for (n, (game, first)) in pair.into_iter().zip(Seat::BOTH).enumerate() {
        points[n] = match game.outcome.winner {
            Some(winner) if winner == first => 2,
            Some(_) => 0,
            None => 1,
        };
        for (player, seat) in [first, !first].into_iter().enumerate() {
            report.time[player] += game.time[seat];
            report.turns[player] += u64::from(game.turns[seat]);
        }
        hashes.insert(game.hash);
    }
    report.score.add(points);
    report.distinct = hashes.len() as u64;
}

//! Many games between two players.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use catalogue::{Entry, Pairs};
use table::{BySeat, Refusal, Seat, chance::Seed};

use crate::{
    game::{Played, Seated, Terms, play},
    score::{Score, Sprt, Verdict},
};

/// Makes a fresh player; every game has its own.
pub type Maker<'m> = &'m (dyn Fn() -> Seated + Sync);

/// What is to be played.
pub struct Duel<'d> {
    /// The game.
    pub entry: &'d Entry,
    /// Its options: when the first player sits at One, and when it sits at Two.
    pub options: [&'d Pairs; 2],
    /// The two players; the first one's score is reported.
    pub players: [Maker<'d>; 2],
    /// Which pairs of games, seats swapped within a pair: the number of a pair and the seed decide its chance.
    pub pairs: Range<u64>,
    /// The seed of all chance and of the players' own dice.
    pub seed: u64,
    /// How each game begins, and how long its players think.
    pub terms: Terms,
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
    /// The longest of these.
    pub longest: [Duration; 2],
    /// Games that they lost because they gave no legal answer.
    pub forfeits: [u64; 2],
    /// Why they did, each reason once.
    pub reasons: Vec<Refusal>,
    hashes: BTreeSet<String>,
}

/// A pair of games, as the two players saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Its number.
    pub number: u64,
    /// Points of the first player in the two games, doubled.
    pub points: [u8; 2],
    /// The hashes of the two games.
    pub hashes: [String; 2],
    /// Thinking time of the two players.
    pub time: [Duration; 2],
    /// Their own turns.
    pub turns: [u64; 2],
    /// The longest of these.
    pub longest: [Duration; 2],
    /// Who gave no legal answer, and why.
    pub forfeits: Vec<(usize, Refusal)>,
}

/// So many different reasons are told.
const REASONS: usize = 5;

impl Report {
    /// The average time that a player needs for one own turn.
    pub fn time_a_turn(&self, player: usize) -> Duration {
        self.time[player].div_f64(self.turns[player].max(1) as f64)
    }

    /// Counts a pair.
    pub fn add(&mut self, pair: &Pair) {
        self.score.add(pair.points);
        for player in 0..2 {
            self.time[player] += pair.time[player];
            self.turns[player] += pair.turns[player];
            self.longest[player] = self.longest[player].max(pair.longest[player]);
        }
        for (player, why) in &pair.forfeits {
            self.forfeits[*player] += 1;
            if self.reasons.len() < REASONS && !self.reasons.contains(why) {
                self.reasons.push(why.clone());
            }
        }
        self.hashes.extend(pair.hashes.iter().cloned());
        self.distinct = self.hashes.len() as u64;
    }
}

/// Plays a duel. `each` is told after every pair, in their order: the pair, and the report so far.
///
/// # Errors
/// When the options are refused.
pub fn duel(duel: &Duel<'_>, mut each: impl FnMut(&Pair, &Report)) -> Result<Report, Refusal> {
    for options in duel.options {
        (duel.entry.open)(options)?;
    }
    let next = AtomicU64::new(duel.pairs.start);
    let enough = AtomicBool::new(false);
    let mut report = Report::default();
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..duel.threads.max(1) {
            let (send, next, enough) = (send.clone(), &next, &enough);
            scope.spawn(move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= duel.pairs.end
                        || enough.load(Ordering::Relaxed)
                        || send.send(pair(duel, n)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut due = duel.pairs.start;
        for pair in receive {
            early.insert(pair.number, pair);
            while let Some(pair) = early.remove(&due) {
                due += 1;
                if enough.load(Ordering::Relaxed) {
                    continue;
                }
                report.add(&pair);
                each(&pair, &report);
                let decided = duel.sprt.is_some_and(|test| report.score.sprt(test).1 != Verdict::Open);
                enough.store(decided, Ordering::Relaxed);
            }
        }
    });
    Ok(report)
}

/// Two games with the same chance, seats swapped. The players are made anew, so that a game does not depend on
/// the games before it.
fn pair(duel: &Duel<'_>, number: u64) -> Pair {
    let seed = Seed::of_simulation(duel.seed, number);
    let mut pair = Pair { number, ..Pair::default() };
    for (n, first) in Seat::BOTH.into_iter().enumerate() {
        let mut seats = BySeat::from_fn(|seat| duel.players[usize::from(seat != first)]());
        let played = play(duel.entry, duel.options[n], &mut seats, &seed, duel.terms);
        pair.count(n, first, played.expect("the options were checked"));
    }
    pair
}

impl Pair {
    /// Counts game `n` of the pair, in which the first player sat at `first`.
    fn count(&mut self, n: usize, first: Seat, game: Played) {
        self.points[n] = match game.outcome.winner {
            Some(winner) if winner == first => 2,
            Some(_) => 0,
            None => 1,
        };
        for (player, seat) in [first, !first].into_iter().enumerate() {
            self.time[player] += game.time[seat];
            self.turns[player] += u64::from(game.turns[seat]);
            self.longest[player] = self.longest[player].max(game.longest[seat]);
        }
        self.forfeits.extend(game.forfeit.map(|(seat, why)| (usize::from(seat != first), why)));
        self.hashes[n] = game.hash;
    }
}

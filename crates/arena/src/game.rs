//! One game between two players.

use std::time::{Duration, Instant};

use catalogue::{Chosen, Entry, Pairs};
use rand::RngCore;
use search::{Budget, Effort};
use sha2::{Digest, Sha256};
use table::{
    BySeat, Outcome, Refusal, Seat, Turn,
    chance::{Seed, Streams},
    tools,
};

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Who gave no legal answer and so lost, and why.
    pub forfeit: Option<(Seat, Refusal)>,
    /// Thinking time of each seat.
    pub time: BySeat<Duration>,
    /// Own turns of each seat: runs of decisions without one of the other's.
    pub turns: BySeat<u32>,
    /// The longest turn of each seat.
    pub longest: BySeat<Duration>,
    /// What tells this game from another: the hash of its steps.
    pub hash: String,
}

/// How a game begins and how long its players think.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// Random decisions at the beginning, the same for the same seed.
    pub openings: u32,
    /// How much the players think about each decision.
    pub effort: Effort,
}

/// A player that may have failed to come.
pub type Seated = Result<Box<dyn Chosen>, Refusal>;

/// Plays a game to its end: chance from the streams of `seed`, the first decisions at random, the rest by the
/// players. Who does not come or gives no legal answer loses.
///
/// # Errors
/// When the options are refused.
///
/// # Panics
/// When a player of ours gives an illegal action: a player that sees the options must choose one of them.
pub fn play(
    entry: &Entry,
    options: &Pairs,
    players: &mut BySeat<Seated>,
    seed: &Seed,
    terms: Terms,
) -> Result<Played, Refusal> {
    let mut table = (entry.open)(options)?;
    let mut streams = Streams::new(seed.clone(), b"", b"");
    let mut opening = streams.generator("opening");
    let mut budgets = BySeat::from_fn(|seat| Budget::level(streams.generator(seat.name()).next_u64()));
    let mut hash = Sha256::new();
    let mut time = BySeat::<Duration>::default();
    let mut turns = BySeat::<u32>::default();
    let mut longest = BySeat::<Duration>::default();
    let mut turn = Duration::ZERO;
    let mut last = None;
    let mut decisions = 0;
    let mut forfeit = None;
    let outcome = loop {
        let line = match table.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Chance => table.draw(&mut streams).expect("chance has an outcome").text,
            Turn::Act(seats) => {
                let seat = seats.first();
                decisions += 1;
                let action = if decisions <= terms.openings {
                    table.suggest(seat, &mut opening)
                } else {
                    if last != Some(seat) {
                        turns[seat] += 1;
                        turn = Duration::ZERO;
                        last = Some(seat);
                    }
                    let begun = Instant::now();
                    let budget = &mut budgets[seat];
                    terms.effort.begin(budget);
                    let told = match &mut players[seat] {
                        Ok(player) => player.choose(&*table, seat, budget),
                        Err(refusal) => Err(refusal.clone()),
                    };
                    let thought = begun.elapsed();
                    time[seat] += thought;
                    turn += thought;
                    longest[seat] = longest[seat].max(turn);
                    match told {
                        Ok(told) => told.action,
                        Err(refusal) => {
                            forfeit = Some((seat, refusal));
                            break Outcome::win(!seat, "forfeit");
                        }
                    }
                };
                format!("{seat} {action}")
            }
        };
        hash.update(line.as_bytes());
        hash.update(b"\n");
        if let Err(refusal) = table.play(&line) {
            panic!("{}: `{line}` is refused: {refusal}", entry.id);
        }
    };
    Ok(Played { outcome, forfeit, time, turns, longest, hash: tools::hex(&hash.finalize()[..8]) })
}

/// How many random decisions a pair begins with where nobody says: six in a game that would otherwise repeat
/// itself, none where dice or cards make every game another.
pub fn default_openings(entry: &Entry) -> u32 {
    let simulated = (entry.simulate)(&[], &Seed::of_simulation(0, 0), true).expect("the default is legal");
    let lines = simulated.record.expect("it was asked for").lines;
    let chance = lines.iter().filter(|line| line.to_string().starts_with('@')).count();
    if 20 * chance < lines.len() { 6 } else { 0 }
}

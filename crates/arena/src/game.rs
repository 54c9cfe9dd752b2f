//! One game between two players.

use std::time::{Duration, Instant};

use catalogue::{Chosen, Entry, Pairs, Table};
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
    /// Own turns of each seat in which it had a choice.
    pub turns: BySeat<u32>,
    /// The most that each seat thought in one turn, its own or the other's.
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
    let mut watch = Watch::default();
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
                    watch.look(&*table, seat);
                    let begun = Instant::now();
                    let budget = &mut budgets[seat];
                    terms.effort.begin(budget);
                    let told = match &mut players[seat] {
                        Ok(player) => player.choose(&*table, seat, budget),
                        Err(refusal) => Err(refusal.clone()),
                    };
                    watch.add(seat, begun.elapsed());
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
    let Watch { time, turns, longest, .. } = watch;
    Ok(Played { outcome, forfeit, time, turns, longest, hash: tools::hex(&hash.finalize()[..8]) })
}

/// Measures thought, turn by turn.
#[derive(Default)]
struct Watch {
    time: BySeat<Duration>,
    turns: BySeat<u32>,
    longest: BySeat<Duration>,
    turn: Option<OneTurn>,
}

/// The turn that is going on.
struct OneTurn {
    mark: Option<u32>,
    owner: Seat,
    /// Whether its owner has had a choice.
    counted: bool,
    thought: BySeat<Duration>,
}

impl Watch {
    /// `seat` is asked: is it a new turn, and is there a choice?
    fn look(&mut self, table: &dyn Table, seat: Seat) {
        let mark = table.turn_mark();
        let goes_on = |turn: &OneTurn| turn.mark == mark && (mark.is_some() || turn.owner == seat);
        let turn = match self.turn.take().filter(goes_on) {
            Some(turn) => turn,
            None => OneTurn { mark, owner: seat, counted: false, thought: BySeat::default() },
        };
        let turn = self.turn.insert(turn);
        if turn.owner == seat && !turn.counted && has_choice(table, seat) {
            turn.counted = true;
            self.turns[seat] += 1;
        }
    }

    fn add(&mut self, seat: Seat, thought: Duration) {
        self.time[seat] += thought;
        if let Some(turn) = &mut self.turn {
            turn.thought[seat] += thought;
            self.longest[seat] = self.longest[seat].max(turn.thought[seat]);
        }
    }
}

fn has_choice(table: &dyn Table, seat: Seat) -> bool {
    table.prompt(seat).is_some_and(|prompt| !prompt.controls.is_empty()) || table.options(seat).len() > 1
}

/// How many random decisions a pair begins with where nobody says: six in a game that would otherwise repeat
/// itself, none where dice or cards make every game another.
pub fn default_openings(entry: &Entry) -> u32 {
    let simulated = (entry.simulate)(&[], &Seed::of_simulation(0, 0), true).expect("the default is legal");
    let lines = simulated.record.expect("it was asked for").lines;
    let chance = lines.iter().filter(|line| line.to_string().starts_with('@')).count();
    if 20 * chance < lines.len() { 6 } else { 0 }
}

#[cfg(test)]
mod tests {
    use table::Viewer;

    use super::*;

    /// Plays a game at random; every decision takes a millisecond. What the watch says, the most decisions that each
    /// seat made in one turn, and the turns that somebody began with a choice.
    fn watched(game: &str, options: &Pairs) -> (Watch, BySeat<u32>, BySeat<u32>) {
        let mut table = (catalogue::find(game).unwrap().open)(options).unwrap();
        let mut streams = Streams::new(Seed::of_simulation(1, 0), b"", b"");
        let mut rng = streams.generator("play");
        let mut watch = Watch::default();
        let (mut most, mut begun) = (BySeat::default(), BySeat::default());
        let mut in_turn = BySeat::<u32>::default();
        let mut last = None;
        loop {
            let line = match table.turn() {
                Turn::Over(_) => return (watch, most, begun),
                Turn::Chance => table.draw(&mut streams).unwrap().text,
                Turn::Act(seats) => {
                    let seat = seats.first();
                    watch.look(&*table, seat);
                    watch.add(seat, Duration::from_millis(1));
                    let turn = table.view(Viewer::Seat(seat))["turn"].as_u64();
                    if turn != last {
                        (last, in_turn) = (turn, BySeat::default());
                        begun[seat] += u32::from(table.options(seat).len() > 1);
                    }
                    in_turn[seat] += 1;
                    most[seat] = most[seat].max(in_turn[seat]);
                    format!("{seat} {}", table.suggest(seat, &mut rng))
                }
            };
            table.play(&line).unwrap();
        }
    }

    #[test]
    fn what_is_answered_in_a_turn_belongs_to_it() {
        let (watch, most, begun) = watched("backgammon-wars", &[]);
        for seat in Seat::BOTH {
            assert!(most[seat] > 2, "a turn has several decisions");
            assert_eq!(watch.longest[seat], Duration::from_millis(most[seat].into()));
            assert_eq!(watch.turns[seat], begun[seat]);
        }
    }

    #[test]
    fn where_nobody_answers_a_turn_ends_with_the_others() {
        let (watch, ..) = watched("squadro", &[]);
        for seat in Seat::BOTH {
            assert_eq!(watch.longest[seat], Duration::from_millis(1));
            assert!(Duration::from_millis(watch.turns[seat].into()) <= watch.time[seat]);
        }
    }
}

//! The players behind the levels.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use search::{AlphaBeta, Budget, Player, Thought};
use table::{
    Game, Log, Outcome, Seat, Step, Turn,
    rand::{Rng, RngCore},
};

use crate::{
    Action, Lane, Squadro,
    oracle::{Oracle, Truth},
};

/// Dreams of its own next moves, of its steps and what they jump, as if the other side stood still meanwhile. Now and then
/// it overlooks a piece.
pub(crate) struct Novice;

/// So many own moves are dreamt of: about a millisecond.
const DREAM: i32 = 7;
/// How much more than its real worth a jump counts for a novice, in moves of the race.
const GREED: i32 = 2;
/// To win counts for so many moves of the race.
const TRIUMPH: i32 = 100;
/// One move in so many is overlooked.
const OVERLOOKED: u32 = 4;

impl Player<Squadro> for Novice {
    fn choose(&mut self, view: &Squadro, seat: Seat, budget: &mut Budget) -> Thought<Squadro> {
        let mut options = Vec::new();
        view.options(seat, &mut options);
        if options.len() == 1 {
            return Thought::plain(options.remove(0), "hint.only");
        }
        let rng: &mut dyn RngCore = &mut budget.rng;
        let mut seen: Vec<Action> =
            options.iter().copied().filter(|_| rng.random_range(0..OVERLOOKED) > 0).collect();
        if seen.is_empty() {
            seen = options;
        }
        let mut nodes = 0;
        let likes: Vec<i32> =
            seen.iter().map(|&action| appeal(view, seat, action, DREAM, &mut nodes)).collect();
        let most = likes.iter().copied().max().unwrap_or(0);
        let best: Vec<Action> = seen
            .iter()
            .zip(&likes)
            .filter(|(_, appeal)| **appeal == most)
            .map(|(action, _)| *action)
            .collect();
        let action = best[rng.random_range(0..best.len())];
        let jumps = losses(view, &after(view, seat, action), seat) > 0;
        let why = if jumps { "squadro.hint.jump" } else { "squadro.hint.forward" };
        let mut thought = Thought::plain(action, why);
        thought.nodes = nodes;
        thought
    }
}

fn after(game: &Squadro, seat: Seat, action: Action) -> Squadro {
    let mut after = *game;
    after.play(&Step::Act(seat, action), &mut Log::off());
    after
}

/// The moves that the other side loses by a jump of `seat` that leads to `next`.
fn losses(game: &Squadro, next: &Squadro, seat: Seat) -> i32 {
    i32::from(next.moves_to_win(!seat)) - i32::from(game.moves_to_win(!seat))
}

/// How much a novice likes a move, with the best of its own `left - 1` moves after it. What comes sooner counts more.
fn appeal(game: &Squadro, seat: Seat, action: Action, left: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut next = after(game, seat, action);
    let gain = i32::from(game.moves_to_win(seat)) - i32::from(next.moves_to_win(seat));
    let now = left * (gain + GREED * losses(game, &next, seat));
    match next.turn() {
        Turn::Over(Outcome { winner: Some(_), .. }) => return left * TRIUMPH,
        Turn::Act(_) if left > 1 => {}
        _ => return now,
    }
    next.mover = seat;
    let lanes = Lane::ALL.into_iter().filter(|&lane| !next.is_home(seat, lane));
    now + lanes.map(|lane| appeal(&next, seat, Action::Move(lane), left - 1, nodes)).max().unwrap_or(0)
}

/// Searches, and asks an oracle where it has one that knows.
pub(crate) struct Searcher {
    search: AlphaBeta<Squadro>,
    oracle: Option<Arc<dyn Oracle>>,
    /// Waits for the oracle, whatever the clock says.
    patient: bool,
}

impl Searcher {
    pub(crate) fn new(search: AlphaBeta<Squadro>, oracle: Option<Box<dyn Oracle>>) -> Searcher {
        Searcher { search, oracle: oracle.map(Arc::from), patient: false }
    }

    /// The same, but it would rather be late than wrong.
    pub(crate) fn patient(self) -> Searcher {
        Searcher { patient: true, ..self }
    }

    /// Without a deadline the oracle has all the time it needs, so that the same position gives the same move on every
    /// machine. With one the search goes on beside it, and answers when the oracle is late.
    fn ask(&mut self, oracle: &Arc<dyn Oracle>, game: &Squadro, seat: Seat, budget: &mut Budget) -> Answer {
        if self.patient || budget.deadline.is_none() {
            return Answer { truth: oracle.tell(game, &budget.stop), found: None };
        }
        let (send, receive) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (asked, game_asked, halt) = (Arc::clone(oracle), *game, Arc::clone(&stop));
        thread::spawn(move || {
            // Nobody listens any more when the deadline has passed.
            let _ = send.send(asked.tell(&game_asked, &halt));
        });
        let found = self.search.choose(game, seat, budget);
        let truth = receive.recv_timeout(budget.time_left().unwrap_or_default());
        stop.store(true, Ordering::Relaxed);
        Answer { truth: truth.ok().flatten(), found: Some(found) }
    }
}

/// What oracle and search came to.
struct Answer {
    truth: Option<Truth>,
    found: Option<Thought<Squadro>>,
}

impl Player<Squadro> for Searcher {
    fn choose(&mut self, view: &Squadro, seat: Seat, budget: &mut Budget) -> Thought<Squadro> {
        let mut options = Vec::new();
        view.options(seat, &mut options);
        if options.len() == 1 {
            return Thought::plain(options.remove(0), "hint.only");
        }
        let Some(oracle) = self.oracle.clone() else { return self.search.choose(view, seat, budget) };
        if !oracle.knows(view) {
            oracle.prepare(view);
            return self.search.choose(view, seat, budget);
        }
        let answer = self.ask(&oracle, view, seat, budget);
        match answer.truth {
            Some(truth) => known(truth),
            None => answer.found.unwrap_or_else(|| self.search.choose(view, seat, budget)),
        }
    }
}

/// The truth as a thought.
fn known(truth: Truth) -> Thought<Squadro> {
    let why = match (truth.worth, truth.arrival) {
        (1, Some(_)) => "squadro.hint.won",
        (1, None) => "squadro.hint.proved",
        (0, _) => "squadro.hint.drawn",
        _ => "squadro.hint.lost",
    };
    let values = truth.arrival.map(|moves| ("moves", u64::from(moves).into()));
    let line = std::iter::once(truth.lane).chain(truth.follows);
    Thought {
        win: Some((1.0 + f32::from(truth.worth)) / 2.0),
        line: line.map(|lane| Action::Move(lane).to_string()).collect(),
        nodes: 0,
        why: (why, values.into_iter().collect()),
        action: Action::Move(truth.lane),
    }
}

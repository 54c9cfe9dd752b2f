//! What every game gets for free: random play, perft, hashes.

use std::collections::HashSet;

use rand::RngCore;
use sha2::{Digest, Sha256};

use crate::{Game, Log, Odds, Outcome, Step, Turn};

/// Plays random games of one kind without allocating anew for each.
#[derive(Debug)]
pub struct Rollout<G: Game> {
    options: Vec<G::Action>,
    odds: Odds<G::Chance>,
}

impl<G: Game> Default for Rollout<G> {
    fn default() -> Self {
        Rollout { options: Vec::new(), odds: Odds::default() }
    }
}

impl<G: Game> Rollout<G> {
    /// The next random step, or the outcome when there is none.
    ///
    /// # Errors
    /// The outcome, when the game is over.
    pub fn step(&mut self, game: &G, rng: &mut dyn RngCore) -> Result<Step<G>, Outcome> {
        match game.turn() {
            Turn::Over(outcome) => Err(outcome),
            Turn::Chance => {
                game.odds(&mut self.odds);
                Ok(Step::Chance(self.odds.draw(rng).clone()))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                Ok(Step::Act(seat, game.suggest(seat, rng, &mut self.options)))
            }
        }
    }

    /// Plays `game` to its end; gives the outcome and the number of steps.
    pub fn run(&mut self, game: &mut G, rng: &mut dyn RngCore) -> (Outcome, u32) {
        let mut steps = 0;
        loop {
            match self.step(game, rng) {
                Err(outcome) => return (outcome, steps),
                Ok(step) => game.play(&step, &mut Log::off()),
            }
            steps += 1;
        }
    }
}

/// Every step that can follow: the options of the seat that is asked (the first of two), or the outcomes of
/// chance.
pub fn steps<G: Game>(game: &G) -> Vec<Step<G>> {
    match game.turn() {
        Turn::Over(_) => Vec::new(),
        Turn::Chance => {
            let mut odds = Odds::default();
            game.odds(&mut odds);
            odds.outcomes.into_iter().map(|(outcome, _)| Step::Chance(outcome)).collect()
        }
        Turn::Act(seats) => {
            let seat = seats.first();
            let mut options = Vec::new();
            game.options(seat, &mut options);
            options.into_iter().map(|action| Step::Act(seat, action)).collect()
        }
    }
}

/// Counts the leaves of the tree of steps at `depth`, every leaf played.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let mut buffers: Vec<Rollout<G>> = (0..depth).map(|_| Rollout::default()).collect();
    count(game, &mut buffers)
}

fn count<G: Game>(game: &G, buffers: &mut [Rollout<G>]) -> u64 {
    let Some((Rollout { options, odds }, deeper)) = buffers.split_first_mut() else { return 1 };
    let mut leaves = 0;
    match game.turn() {
        Turn::Over(_) => {}
        Turn::Chance => {
            game.odds(odds);
            for (outcome, _) in &odds.outcomes {
                let mut child = game.clone();
                child.play(&Step::Chance(outcome.clone()), &mut Log::off());
                leaves += count(&child, deeper);
            }
        }
        Turn::Act(seats) => {
            let seat = seats.first();
            options.clear();
            game.options(seat, options);
            for action in options.iter() {
                let mut child = game.clone();
                child.play(&Step::Act(seat, action.clone()), &mut Log::off());
                leaves += count(&child, deeper);
            }
        }
    }
    leaves
}

/// Counts the distinct positions (by [`Game::position`]) after each number of steps from 1 to `depth`.
pub fn perft_distinct<G: Game>(game: &G, depth: u32) -> Vec<u64> {
    let mut layer = vec![game.clone()];
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut next: Vec<G> = Vec::new();
        let mut order: Vec<usize> = Vec::new();
        for parent in &layer {
            for step in steps(parent) {
                let mut child = parent.clone();
                child.play(&step, &mut Log::off());
                next.push(child);
            }
        }
        {
            let mut known = HashSet::new();
            for (i, child) in next.iter().enumerate() {
                if known.insert(child.position()) {
                    order.push(i);
                }
            }
        }
        layer = order.into_iter().map(|i| next[i].clone()).collect();
        counts.push(layer.len() as u64);
    }
    counts
}

/// The hash of a position in records: the first 16 hex digits of SHA-256 of its compact JSON.
///
/// # Panics
/// Never: a game is plain data.
pub fn hash<G: Game>(game: &G) -> String {
    let json = serde_json::to_vec(game).expect("a game is plain data");
    hex(&Sha256::digest(json)[..8])
}

/// Bytes as lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// So many hex digits as bytes, if they are such.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N {
        return None;
    }
    unhex_all(text)?.try_into().ok()
}

/// Hex digits as bytes, if they are such, however many.
pub fn unhex_all(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

//! What chance can bring, with integer weights.

use rand::{Rng, RngCore};

/// The possible outcomes of a chance step.
///
/// A buffer that the caller reuses: [`Game::odds`](crate::Game::odds) fills it with [`set`](Odds::set) and
/// [`add`](Odds::add).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<C> {
    /// The stream that the draw comes from: `dice`, `deck one`, … Never one for dice and cards.
    pub stream: &'static str,
    /// Whether everybody may know these weights. Those of a draw from a deck that somebody has secrets about
    /// are the judge's alone.
    pub open: bool,
    /// The outcomes with their weights, in the byte order of their texts.
    pub outcomes: Vec<(C, u32)>,
}

impl<C> Default for Odds<C> {
    fn default() -> Self {
        Odds { stream: "", open: true, outcomes: Vec::new() }
    }
}

impl<C> Odds<C> {
    /// Forgets the last question and names the stream of the new one.
    pub fn set(&mut self, stream: &'static str, open: bool) {
        self.stream = stream;
        self.open = open;
        self.outcomes.clear();
    }

    /// Adds an outcome. In the byte order of the texts; weights are positive.
    pub fn add(&mut self, outcome: C, weight: u32) {
        self.outcomes.push((outcome, weight));
    }

    /// The sum of the weights.
    pub fn total(&self) -> u64 {
        self.outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum()
    }

    /// The outcome at `n`, below [`total`](Odds::total): the first whose weights reach past it.
    pub fn at(&self, mut n: u64) -> Option<&C> {
        for (outcome, weight) in &self.outcomes {
            let weight = u64::from(*weight);
            if n < weight {
                return Some(outcome);
            }
            n -= weight;
        }
        None
    }

    /// An outcome with the right probability.
    ///
    /// # Panics
    /// When there is none: a game that waits for chance has at least one outcome.
    pub fn draw(&self, rng: &mut dyn RngCore) -> &C {
        let n = rng.random_range(0..self.total());
        self.at(n).expect("the number is below the total")
    }
}

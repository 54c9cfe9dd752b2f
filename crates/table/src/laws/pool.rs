//! Actions that were seen before: most of them are not legal now.

use rand::{Rng, RngCore};

use crate::Game;

const HELD: usize = 1024;

/// Actions and chance outcomes of earlier positions, a random choice of them once there are many.
pub(super) struct Pool<G: Game> {
    actions: Vec<G::Action>,
    chances: Vec<G::Chance>,
}

impl<G: Game> Default for Pool<G> {
    fn default() -> Self {
        Pool { actions: Vec::new(), chances: Vec::new() }
    }
}

impl<G: Game> Pool<G> {
    /// Remembers a few of `actions`.
    pub(super) fn remember(&mut self, actions: &[G::Action], rng: &mut dyn RngCore) {
        for _ in 0..actions.len().min(6) {
            keep(&mut self.actions, &actions[rng.random_range(0..actions.len())], rng);
        }
    }

    /// Remembers an outcome.
    pub(super) fn remember_chance(&mut self, outcome: &G::Chance, rng: &mut dyn RngCore) {
        keep(&mut self.chances, outcome, rng);
    }

    /// An action of an earlier position.
    pub(super) fn action(&self, rng: &mut dyn RngCore) -> Option<&G::Action> {
        pick(&self.actions, rng)
    }

    /// An outcome of an earlier position.
    pub(super) fn chance(&self, rng: &mut dyn RngCore) -> Option<&G::Chance> {
        pick(&self.chances, rng)
    }

    /// The text of an earlier action with a change: mostly junk, sometimes an action that nobody offered.
    pub(super) fn mutant(&self, rng: &mut dyn RngCore) -> Option<String> {
        Some(mix(&self.action(rng)?.to_string(), &self.action(rng)?.to_string(), rng))
    }

    /// The same for an outcome.
    pub(super) fn mutant_chance(&self, rng: &mut dyn RngCore) -> Option<String> {
        Some(mix(&self.chance(rng)?.to_string(), &self.chance(rng)?.to_string(), rng))
    }
}

/// A text with one change: a character less, more or other, other digits, or the end of the other text.
fn mix(text: &str, other: &str, rng: &mut dyn RngCore) -> String {
    let [text, other] = [text, other].map(|text| text.chars().collect::<Vec<char>>());
    let at = rng.random_range(0..=text.len());
    let (head, tail) = text.split_at(at);
    let beyond = tail.get(1..).unwrap_or_default();
    let foreign = pick(&other, rng).copied().unwrap_or(' ');
    match rng.random_range(0..5) {
        0 => head.iter().chain(beyond).collect(),
        1 => head.iter().chain([&foreign]).chain(tail).collect(),
        2 => head.iter().chain([&foreign]).chain(beyond).collect(),
        3 => {
            let digit = rng.random_range('0'..='9');
            text.iter().map(|&c| if c.is_ascii_digit() && rng.random() { digit } else { c }).collect()
        }
        _ => head.iter().chain(&other[other.len().min(at)..]).collect(),
    }
}

fn keep<T: Clone>(held: &mut Vec<T>, item: &T, rng: &mut dyn RngCore) {
    if held.len() < HELD {
        held.push(item.clone());
    } else {
        held[rng.random_range(0..HELD)] = item.clone();
    }
}

fn pick<'a, T>(from: &'a [T], rng: &mut dyn RngCore) -> Option<&'a T> {
    (!from.is_empty()).then(|| &from[rng.random_range(0..from.len())])
}

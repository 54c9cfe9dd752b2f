//! How much to check, and how much was checked.

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    Breach, Law,
    breach::{Fault, Held},
};
use crate::{Game, OptionList, Step};

/// How many games to play and how closely to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The same seed plays the same games.
    pub seed: u64,
    /// How many games.
    pub games: u32,
    /// A game that is not over after so many steps does not end (law 7).
    pub max_steps: usize,
    /// One position in so many is looked at closely: refusals, JSON, imagined tables, pictures. The first and
    /// the last of a game always are.
    pub close: u32,
    /// How many actions that may not be legal are tried for each seat where we look closely.
    pub tries: u32,
    /// One game in so many is replayed from its text with all hashes.
    pub replay: u32,
}

impl Plan {
    /// Looks closely at one position in eight and replays one game in ten, at most 20,000 steps a game.
    pub fn new(seed: u64, games: u32) -> Plan {
        Plan { seed, games, max_steps: 20_000, close: 8, tries: 12, replay: 10 }
    }

    /// Looks closely at every position and replays every game.
    #[must_use]
    pub fn thorough(self) -> Plan {
        Plan { close: 1, replay: 1, ..self }
    }

    /// The generator of a game; `salt` keeps several runs of one game apart.
    pub(super) fn rng(&self, number: u32, salt: u64) -> Xoshiro256PlusPlus {
        let game = u64::from(number) << 8 | salt;
        Xoshiro256PlusPlus::seed_from_u64(self.seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Runs one game, and adds to a fault or a panic where it happened.
    pub(super) fn watch<G: Game>(
        &self,
        options: &G::Options,
        number: u32,
        run: impl FnOnce(&mut Vec<Step<G>>) -> Held,
    ) -> Result<(), Breach> {
        let mut steps = Vec::new();
        let fault = match catch_unwind(AssertUnwindSafe(|| run(&mut steps))) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(fault)) => fault,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
                Law::NoPanic.broken(text.unwrap_or("a panic without words"))
            }
        };
        let Fault { law, what } = fault;
        let options = options.changed().iter().map(|(key, value)| format!(" {key}={value}")).collect();
        let record: Vec<String> = steps.iter().map(Step::to_string).collect();
        Err(Breach {
            law,
            game: G::ID,
            options,
            seed: self.seed,
            number,
            n: steps.len(),
            what,
            record: record.join("\n"),
        })
    }
}

/// What was covered, so that a test can see that it was enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end (by [`non_interference`](super::non_interference): once for each viewer).
    pub games: u64,
    /// Steps of those games.
    pub steps: u64,
    /// The longest game in steps.
    pub longest: usize,
    /// Positions looked at closely.
    pub positions: u64,
    /// Legal actions that were checked, and played on a copy.
    pub legal: u64,
    /// Illegal actions that were refused and changed nothing.
    pub refused: u64,
    /// Numbers put into controls, inside and outside of their ranges.
    pub samples: u64,
    /// Chance questions looked at.
    pub chances: u64,
    /// Tables imagined.
    pub imagined: u64,
    /// Positions where both seats may act.
    pub simultaneous: u64,
    /// Games replayed from text.
    pub replayed: u64,
    /// Pairs of tables that look alike to a viewer.
    pub pairs: u64,
    /// Pairs that truly differed at some time: none means that nothing is hidden, or that a view tells all.
    pub different: u64,
    /// Steps that a pair went together while it differed.
    pub together: u64,
    /// Pairs that parted because one table could not follow the other.
    pub parted: u64,
    /// Pairs that parted because they opened different things ([`Game::revealed`]).
    pub opened: u64,
    /// Pairs that differed and went together to the end.
    pub finished: u64,
    /// Gestures that were read back.
    pub gestures: u64,
    /// Every key that was said: prompts, refusals, events and ends. All must be in the word files.
    pub keys: BTreeSet<String>,
}

impl Report {
    /// Counts a game.
    pub(super) fn ended(&mut self, steps: usize) {
        self.games += 1;
        self.steps += steps as u64;
        self.longest = self.longest.max(steps);
    }

    /// Notes a key.
    pub(super) fn said(&mut self, key: &str) {
        if !self.keys.contains(key) {
            self.keys.insert(key.to_owned());
        }
    }
}

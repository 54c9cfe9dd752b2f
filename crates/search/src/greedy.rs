//! The two baselines: any legal action, and the best next position.

use rand::{Rng, RngCore};
use table::{Game, Log, Odds, Seat, Step, Turn};

use crate::{Budget, Player, Think, Thought};

/// Any legal action, as [`Game::suggest`] draws it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, view: &G::View, seat: Seat, budget: &mut Budget) -> Thought<G> {
        let table = G::imagine(view, &mut budget.rng);
        Thought::plain(table.suggest(seat, &mut budget.rng, &mut Vec::new()), "hint.random")
    }
}

/// Looks one step ahead and takes what [`Think::worth`] likes best.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// Imagined tables, where something is hidden.
    pub tables: u32,
    /// Suggestions to try where actions cannot be listed.
    pub width: usize,
}

impl Default for Greedy {
    fn default() -> Self {
        Greedy { tables: 4, width: 24 }
    }
}

impl<G: Think> Player<G> for Greedy {
    fn choose(&mut self, view: &G::View, seat: Seat, budget: &mut Budget) -> Thought<G> {
        let mut candidates = Vec::new();
        let table = G::imagine(view, &mut budget.rng);
        table.options(seat, &mut candidates);
        if G::CONTINUOUS {
            let mut buffer = Vec::new();
            candidates.extend((0..self.width).map(|_| table.suggest(seat, &mut budget.rng, &mut buffer)));
        }
        if candidates.len() == 1 {
            return Thought::plain(candidates.remove(0), "hint.only");
        }
        let mut worth = vec![0.0; candidates.len()];
        for _ in 0..self.tables {
            let table = G::imagine(view, &mut budget.rng);
            for (action, worth) in candidates.iter().zip(&mut worth) {
                // In another imagined table the same action may be impossible: it is worth nothing there.
                if table.check(seat, action).is_ok() {
                    let mut after = table.clone();
                    after.play(&Step::Act(seat, action.clone()), &mut Log::off());
                    *worth += settled(after, seat, &mut budget.rng);
                }
            }
        }
        let best = worth.iter().copied().fold(f32::MIN, f32::max);
        let ties: Vec<usize> = (0..worth.len()).filter(|&i| worth[i] == best).collect();
        let pick = ties[budget.rng.random_range(0..ties.len())];
        let nodes = u64::from(self.tables) * candidates.len() as u64;
        let mut thought = Thought::plain(candidates.swap_remove(pick), "hint.greedy");
        thought.win = Some(best / self.tables as f32);
        thought.nodes = nodes;
        thought
    }
}

/// The worth after chance has had its say, in the average of one sample.
fn settled<G: Think>(mut table: G, seat: Seat, rng: &mut dyn RngCore) -> f32 {
    let mut odds = Odds::default();
    while table.turn() == Turn::Chance {
        table.odds(&mut odds);
        let outcome = odds.draw(rng).clone();
        table.play(&Step::Chance(outcome), &mut Log::off());
    }
    match table.turn() {
        Turn::Over(outcome) => match outcome.winner {
            Some(winner) => f32::from(u8::from(winner == seat)),
            None => 0.5,
        },
        _ => table.worth(seat),
    }
}

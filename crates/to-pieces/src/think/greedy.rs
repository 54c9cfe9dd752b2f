//! One step ahead. The baseline of the balance tables looks one own action ahead, at all sharp ones and at some of the quiet
//! moves, and knows its own cards only; the novice does the same and is blind to danger.

use search::{Budget, Player, Thought};
use table::{Game, Seat, rand::Rng};

use super::{
    plans::{Planner, is_quiet},
    value::{Temper, win},
};
use crate::{Action, ToPieces, View, waits::Wait};

/// A one-step player.
#[derive(Clone, Copy, Debug)]
pub struct OneStep {
    /// What it makes of what it sees.
    pub temper: Temper,
    /// How many of the quiet moves it looks at.
    pub quiet: usize,
    /// It takes one captured coin of so many into the Reserve before the last round.
    pub reserve: u32,
}

impl Player<ToPieces> for OneStep {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<ToPieces> {
        let game = ToPieces::imagine(view, &mut budget.rng);
        let mut options = Vec::with_capacity(256);
        game.options(seat, &mut options);
        if options.len() == 1 {
            return Thought::plain(options.remove(0), "hint.only");
        }
        if let Some(Wait::Spoils { .. }) = game.wait() {
            let reserve = view.round < 3 && budget.rng.random_range(0..self.reserve) == 0;
            let action = if reserve { Action::Reserve } else { Action::Claim };
            return Thought::plain(action, "hint.greedy");
        }
        let mut looked: Vec<Action> = Vec::with_capacity(options.len());
        let mut quiet: Vec<Action> = Vec::with_capacity(options.len());
        for action in options {
            if is_quiet(&game, seat, action) { quiet.push(action) } else { looked.push(action) }
        }
        for _ in 0..self.quiet.min(quiet.len()) {
            looked.push(quiet.swap_remove(budget.rng.random_range(0..quiet.len())));
        }
        let mut best: Option<(f32, Action)> = None;
        let mut ties = 0;
        let mut planner = Planner { temper: &self.temper, me: seat, nodes: 0 };
        for action in looked {
            let points = planner.plan(&game, seat, action).points;
            match best {
                Some((other, _)) if points < other => continue,
                Some((other, _)) if points == other => ties += 1,
                _ => ties = 1,
            }
            if ties == 1 || budget.rng.random_range(0..ties) == 0 {
                best = Some((points, action));
            }
        }
        let (points, action) = best.expect("there is something to do");
        let mut thought = Thought::plain(action, "hint.greedy");
        thought.win = Some(win(&game, points));
        thought.nodes = planner.nodes;
        thought
    }
}

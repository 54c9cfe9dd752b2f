//! The players of the levels.

use search::{Budget, Player, Thought};
use table::{BySeat, Game, Seat};

use super::{
    ahead::Search,
    value::{Temper, win},
};
use crate::{ToPieces, View};

/// A player that looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Thinker {
    /// What it makes of what it sees.
    pub temper: Temper,
    /// Own plans that it follows.
    pub width: usize,
    /// Plans that it follows at each further ply, the other's reply first.
    pub widths: &'static [usize],
    /// Imagined tables.
    pub tables: u32,
}

impl Player<ToPieces> for Thinker {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<ToPieces> {
        let table = ToPieces::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        table.options(seat, &mut options);
        if options.len() == 1 {
            return Thought::plain(options.remove(0), "hint.only");
        }
        let mut search = Search { temper: &self.temper, rng: &mut budget.rng, nodes: 0 };
        let plans = search.plans(&table, seat, self.width);
        let best = plans.first().expect("there is something to do");
        let mut thought = Thought::plain(best.action, "to-pieces.hint.plan");
        thought.win = Some(win(&table, best.points));
        if plans.len() > 1 && !self.widths.is_empty() {
            let mut sums = vec![0.0; plans.len()];
            let mut replies = vec![None; plans.len()];
            for _ in 0..self.tables {
                let imagined = ToPieces::imagine(view, search.rng);
                for ((plan, sum), reply) in plans.iter().zip(&mut sums).zip(&mut replies) {
                    let after = super::plans::plan(&imagined, seat, plan.action, &self.temper).after;
                    let found = search.after(after, BySeat::default(), self.widths);
                    *sum += found.win[seat];
                    *reply = found.reply;
                }
            }
            let best = (0..plans.len()).fold(0, |best, n| if sums[n] > sums[best] { n } else { best });
            thought.action = plans[best].action;
            thought.win = Some(sums[best] / self.tables as f32);
            thought.line = [Some(plans[best].action), replies[best]]
                .into_iter()
                .flatten()
                .map(|action| action.to_string())
                .collect();
        }
        thought.nodes = search.nodes;
        thought
    }
}

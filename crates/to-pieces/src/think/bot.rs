//! The players of the levels: they follow their best plans through the replies, in several imagined tables.

use search::{Budget, Player, Thought};
use table::{Game, Seat, Values};

use super::{
    ahead::{Found, Search},
    marks,
    plans::{Plan, Planner},
    value::{Temper, peril, prospects, win},
};
use crate::{Action, ToPieces, View, waits::Wait};

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
    /// Tables that it looks at before it begins no other imagined one.
    pub nodes: u64,
}

impl Player<ToPieces> for Thinker {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<ToPieces> {
        let table = ToPieces::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        table.options(seat, &mut options);
        if options.len() == 1 {
            return Thought::plain(options.remove(0), "hint.only");
        }
        if let Some(Wait::Mark { .. }) = table.wait() {
            return Thought::plain(
                marks::best(&table, seat, &options, &mut budget.rng),
                "to-pieces.hint.set-up",
            );
        }
        let mut rng = budget.rng.clone();
        let planner = Planner { temper: &self.temper, me: seat, nodes: 0 };
        let mut search = Search { planner, rng: &mut rng };
        let plans = search.plans(&table, seat, self.width);
        let found = self.follow(view, seat, &plans, &mut search, budget);
        let nodes = search.planner.nodes;
        budget.rng = rng;
        // Of equals the one that looked better at first sight.
        let best = (0..plans.len()).fold(0, |best, n| if found[n].0 > found[best].0 { n } else { best });
        let (chance, line) = &found[best];
        let line = [plans[best].action].iter().chain(line).map(Action::to_string).collect();
        let why = self.reason(&table, seat, &plans[best], nodes);
        Thought { action: plans[best].action, win: Some(*chance), line, nodes, why }
    }
}

impl Thinker {
    /// The chance to win by each plan and the line expected after it, on the average of the imagined tables.
    fn follow(
        &self,
        view: &View,
        seat: Seat,
        plans: &[Plan],
        search: &mut Search<'_>,
        budget: &Budget,
    ) -> Vec<(f32, Vec<Action>)> {
        let first: Vec<_> = plans.iter().map(|plan| (win(&plan.after, plan.points), Vec::new())).collect();
        if plans.len() < 2 || self.widths.is_empty() {
            return first;
        }
        let (tables, nodes) = match budget.nodes {
            Some(nodes) => (u32::MAX, nodes),
            None => (self.tables, self.nodes),
        };
        let mut sums: Vec<(f32, Vec<Action>)> = vec![(0.0, Vec::new()); plans.len()];
        let mut done = 0;
        while done < tables && (done == 0 || search.planner.nodes < nodes) {
            let imagined = ToPieces::imagine(view, search.rng);
            let mut looked: Vec<Found> = Vec::with_capacity(plans.len());
            for plan in plans {
                if budget.is_over() {
                    break;
                }
                let after = search.planner.plan(&imagined, seat, plan.action).after;
                looked.push(search.after(after, 0.0, self.widths));
            }
            if looked.len() < plans.len() {
                break;
            }
            for ((sum, line), found) in sums.iter_mut().zip(looked) {
                *sum += found.win;
                *line = found.line;
            }
            done += 1;
        }
        if done == 0 {
            return first;
        }
        sums.into_iter().map(|(sum, line)| (sum / done as f32, line)).collect()
    }

    /// Why a plan is good, in a sentence.
    fn reason(&self, game: &ToPieces, seat: Seat, plan: &Plan, nodes: u64) -> (&'static str, Values) {
        let plain = |key| (key, Values::new());
        match plan.action {
            Action::Keep(_) | Action::PutLeader(_) | Action::Put(..) => {
                return plain("to-pieces.hint.set-up");
            }
            Action::Swap => return plain("to-pieces.hint.swap"),
            Action::Claim => return plain("to-pieces.hint.claim"),
            Action::Reserve => return plain("to-pieces.hint.reserve"),
            _ => {}
        }
        let after = &plan.after;
        let score = |game: &ToPieces| game.score(seat).coins + game.sides[seat].deeds.slain;
        if score(after) > score(game) {
            return plain("to-pieces.hint.capture");
        }
        let before = prospects(game, seat, &self.temper);
        let later = prospects(after, seat, &self.temper);
        let claimed = |card: u8| after.sides[seat].claimed.has(card);
        let now = |card: u8| later.iter().find(|(other, _)| *other == card).map_or(0.0, |(_, worth)| *worth);
        let gain = |&(card, worth): &(u8, f32)| if claimed(card) { 9.0 } else { now(card) - worth };
        let best = before.iter().max_by(|a, b| gain(a).total_cmp(&gain(b))).filter(|card| gain(card) > 0.1);
        if let Some(objective) = best.and_then(|&(card, _)| game.sheet(seat).objective(card)) {
            return ("to-pieces.hint.objective", vec![("objective", (&objective.name).into())]);
        }
        if peril(game, seat, &self.temper) > peril(after, seat, &self.temper) + 0.2 {
            return plain("to-pieces.hint.safety");
        }
        ("to-pieces.hint.plan", vec![("nodes", nodes.into())])
    }
}

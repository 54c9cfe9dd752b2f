//! One step ahead. The baseline of the balance tables looks one own action ahead, at all sharp ones and at some of the quiet
//! moves, and knows its own cards only. The novice is blind to danger; it dreams of its own next action too, as if the
//! other stood still.

use search::{Budget, Player, Thought};
use table::{Game, Seat, rand::Rng};

use super::{
    plans::{Plan, Planner, is_quiet},
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
    /// Plans after which it dreams of its next action.
    pub dreams: usize,
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
        let mut planner = Planner { temper: &self.temper, me: seat, nodes: 0 };
        let mut plans: Vec<Plan> =
            looked.into_iter().map(|action| planner.plan(&game, seat, action)).collect();
        if self.dreams > 0 {
            plans.sort_by(|a, b| b.points.total_cmp(&a.points));
            plans.truncate(self.dreams);
            plans.iter_mut().for_each(|plan| dream(&mut planner, plan, seat));
        }
        let mut best: Option<(f32, Action)> = None;
        let mut ties = 0;
        for Plan { points, action, .. } in plans {
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
        let why = if self.dreams > 0 { "to-pieces.hint.dream" } else { "hint.greedy" };
        let mut thought = Thought::plain(action, why);
        thought.win = Some(win(&game, points));
        thought.nodes = planner.nodes;
        thought
    }
}

/// The points of a plan become the mean of what it brings at once and with the best own action after it, as if the other
/// let its turn pass.
fn dream(planner: &mut Planner<'_>, plan: &mut Plan, seat: Seat) {
    let mut next = plan.after.clone();
    let mut later = plan.points;
    if next.pass_turn(seat) {
        let mut options = Vec::with_capacity(256);
        next.options(seat, &mut options);
        let dreamt = planner.plans(&next, seat, &options, 1);
        later = dreamt.first().map_or(later, |best| best.points);
    }
    plan.points = (plan.points + later) / 2.0;
}

#[cfg(test)]
mod tests {
    use table::Show;

    use super::*;
    use crate::think::RASH;

    /// What a plan of One is worth at once and as it is dreamt of.
    fn worths(position: &str, action: &str) -> [f32; 2] {
        let game = ToPieces::set_up(position).unwrap();
        let mut planner = Planner { temper: &RASH, me: Seat::One, nodes: 0 };
        let mut plan = planner.plan(&game, Seat::One, action.parse().unwrap());
        let now = plan.points;
        dream(&mut planner, &mut plan, Seat::One);
        [now, plan.points]
    }

    #[test]
    fn a_dream_goes_on_where_nobody_answers_and_ends_with_the_round() {
        // The leader goes up to a weak one; nothing but the other's turn saves that.
        let men = "one L c1, 1 d3, S gone; two L d5:ma, 2 h8; hand-one 1 2 3";
        let [now, dreamt] = worths(&format!("round 2; turns 2; {men}"), "move d3-d4");
        assert!(dreamt > now + 0.2, "{dreamt} and {now}");
        let [now, dreamt] = worths(&format!("round 2; turns 7; {men}"), "move d3-d4");
        assert_eq!(now, dreamt);
    }
}

//! What Piggyback knows about itself: what armies are worth, and a search over moves with exact combats.
//!
//! * `worth`: features that can be counted, and fitted weights for them.
//! * `search`: whole turns as plies; a combat is two outcomes with their exact chances, never a roll.
//! * here: the levels, and what a player says about its decision.

mod search;
mod worth;

use ::search::{Budget, Greedy, Level, Player, Random, Think, Thought};
use table::{Game, Log, Seat, Step, Turn, Values, rand::Rng};

use self::{
    search::{DEEPEST, Search, outcomes},
    worth::{BEGINNER, WEIGHTS, Weights},
};
use crate::{Action, Piggyback, View, Wait};

/// How a level thinks: turns ahead, positions on one thread, what it looks at, and how much of the chance to
/// lose a combat it overlooks.
struct Manner {
    turns: usize,
    nodes: u64,
    weights: Weights,
    hope: f32,
}

/// A beginner sees its own move and no reply, and hopes for the best in a fight.
const NOVICE: Manner = Manner { turns: 1, nodes: 1000, weights: BEGINNER, hope: 0.4 };
/// Its own move, the reply, and, where it looks promising, what it does then.
const CASUAL: Manner = Manner { turns: 3, nodes: 1_500, weights: WEIGHTS, hope: 0.0 };
/// Two moves of either side.
const STRONG: Manner = Manner { turns: 4, nodes: 60_000, weights: WEIGHTS, hope: 0.0 };
/// As far as the nodes reach.
const EXPERT: Manner = Manner { turns: DEEPEST, nodes: 350_000, weights: WEIGHTS, hope: 0.0 };

impl Think for Piggyback {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        self.weigh(seat, &WEIGHTS)
    }

    fn levels() -> &'static [Level] {
        &[Level::Novice, Level::Casual, Level::Strong, Level::Expert]
    }

    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        let manner = match level {
            Level::Random => return Some(Box::new(Random)),
            Level::Greedy => return Some(Box::new(Greedy::default())),
            Level::Novice => NOVICE,
            Level::Casual => CASUAL,
            Level::Strong => STRONG,
            Level::Expert => EXPERT,
            Level::Perfect => return None,
        };
        Some(Box::new(Planner::new(manner)))
    }
}

/// Looks some turns ahead, deeper and deeper as far as its nodes reach.
struct Planner {
    turns: usize,
    nodes: u64,
    search: Search,
}

impl Planner {
    fn new(Manner { turns, nodes, weights, hope }: Manner) -> Planner {
        Planner { turns, nodes, search: Search::new(weights, hope) }
    }

    /// The actions with their chance to win, the best first, and how many turns ahead that was seen. An
    /// iteration that was cut short counts as far as it came: it began with what looked best.
    fn rank(&mut self, table: &Piggyback, seat: Seat, actions: Vec<Action>) -> (Vec<(f32, Action)>, usize) {
        let mut ranked: Vec<(f32, Action)> = actions.into_iter().map(|action| (0.5, action)).collect();
        // What goes on inside a turn is worth less thought than a turn.
        let deepest = if table.wait == Wait::Move { self.turns } else { self.turns.min(INSIDE) };
        for depth in 1..=deepest {
            let (mut alpha, mut done) = (0.0f32, 0);
            for (worth, action) in &mut ranked {
                let mut next = *table;
                next.play(&Step::Act(seat, *action), &mut Log::off());
                // A little below the best, so that equal actions stay equal.
                let found = self.search.settled(next, seat, depth, (alpha - EQUAL).max(0.0), 1.0);
                let Ok(found) = found else { break };
                *worth = found;
                alpha = alpha.max(found);
                done += 1;
            }
            if done > 0 {
                let whole = done == ranked.len();
                ranked.truncate(done);
                ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
                if whole {
                    continue;
                }
            }
            return (ranked, depth - 1);
        }
        (ranked, deepest)
    }

    /// What it expects: its action and the moves after it, combats going the likelier way.
    fn line(&mut self, table: &Piggyback, seat: Seat, action: Action) -> Vec<String> {
        let mut line = vec![action.to_string()];
        let mut next = *table;
        next.play(&Step::Act(seat, action), &mut Log::off());
        for _ in 1..self.turns.min(TOLD) {
            let [won, lost] = outcomes(next);
            next = if won.0 >= lost.0 { won.1 } else { lost.1 };
            let Turn::Act(_) = next.turn() else { break };
            let Ok(Some(reply)) = self.search.reply(&next) else { break };
            line.push(reply.to_string());
            next.play(&Step::Act(next.to, reply), &mut Log::off());
        }
        line
    }
}

/// Turns ahead for decisions inside a turn.
const INSIDE: usize = 3;
/// Moves of a line that are told.
const TOLD: usize = 3;
/// What counts as equal.
const EQUAL: f32 = 1e-6;

impl Player<Piggyback> for Planner {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<Piggyback> {
        let table = view.table;
        let mut actions = Vec::new();
        table.options(seat, &mut actions);
        if let [only] = actions[..] {
            return Thought::plain(only, "hint.only");
        }
        if budget.is_endless() {
            self.turns = DEEPEST;
        }
        self.search.begin(budget.nodes_or(self.nodes), budget);
        let (ranked, turns) = self.rank(&table, seat, actions);
        let best = ranked[0].0;
        let ties = ranked.iter().take_while(|(worth, _)| best - worth <= EQUAL).count();
        let action = ranked[budget.rng.random_range(0..ties)].1;
        let nodes = self.search.nodes;
        Thought {
            action,
            win: Some(best),
            line: self.line(&table, seat, action),
            nodes,
            why: why(&table, seat, action, turns),
        }
    }
}

/// A sentence about the decision: the exact chance of a combat, or how far it has looked.
fn why(table: &Piggyback, seat: Seat, action: Action, turns: usize) -> (&'static str, Values) {
    let Some(chance) = table.chance_after(action) else {
        return ("piggyback.hint.turns", vec![("turns", turns.into())]);
    };
    let chance = if seat == table.to { chance } else { chance.complement() };
    let percent = (100.0 * chance.value()).round() as i64;
    ("piggyback.hint.combat", vec![("percent", percent.into())])
}

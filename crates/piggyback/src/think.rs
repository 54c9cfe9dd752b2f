//! What Piggyback knows about itself: what armies are worth, and a search over moves with exact combats.
//!
//! * `worth`: features that can be counted, and fitted weights for them.
//! * `inputs`, `learn`: what networks see besides, and how they learn by playing against themselves.
//! * `spent`: what Luck and Firepower a combat costs.
//! * `search`, `order`, `settle`: whole turns as plies; a combat is two outcomes with their exact chances, never a roll.
//! * here: the levels, and what a player says about its decision.

mod inputs;
mod learn;
mod order;
mod search;
mod settle;
mod spent;
mod worth;

pub use self::learn::{Training, USUAL_GAMES, course};

use std::sync::LazyLock;

use ::search::{Budget, Greedy, Level, Net, Player, Random, Think, Thought};
use table::{Game, Log, Seat, Step, Turn, Values, rand::Rng};

use self::{
    inputs::{INPUTS, MAGIC, inputs},
    search::{DEEPEST, Look, Search},
    settle::outcomes,
    worth::{BEGINNER, Judge, WEIGHTS, Weights, informed},
};
use crate::{Action, Piggyback, View, Wait};

/// How a level thinks: turns ahead, positions on one thread, and how it looks at the table.
#[derive(Clone, Copy)]
struct Manner<'a> {
    turns: isize,
    nodes: u64,
    /// Actions that look so much worse far ahead, and no more, are told apart by what they bring at once: where everything
    /// wins in the end it would otherwise put off winning.
    urge: f32,
    look: Look<'a>,
}

const FITTED: Look<'static> = Look { judge: &WEIGHTS, hope: 0.0, ambition: 0.0 };

/// A beginner sees its own move and no reply, and hopes for the best in a fight.
const NOVICE: Manner<'static> =
    Manner { turns: 1, nodes: 1000, urge: 0.0, look: Look { judge: &BEGINNER, hope: 0.5, ..FITTED } };
/// Counts little better than a beginner, but sees five turns. It would rather fight than draw.
const CASUAL: Manner<'static> =
    Manner { turns: 5, nodes: 60_000, look: Look { judge: &COUNT, ambition: 0.05, ..FITTED }, ..NOVICE };
/// Knows more of what counts, and sees seven turns. With the fitted weights, five turns scored 61 % of 304 games against
/// three.
const STRONG: Manner<'static> =
    Manner { turns: 7, nodes: 300_000, look: Look { judge: &ESTIMATE, ..CASUAL.look }, ..CASUAL };
/// Seven turns, as all networks see them. They scored 63 % of 200 games and 57 % of 252 against the fitted weights when
/// both looked three turns ahead, 59 % of 136 when both looked five.
const EXPERT: Manner<'static> =
    Manner { turns: 7, nodes: 600_000, urge: 0.01, look: Look { judge: &Taught, ambition: 0.1, ..FITTED } };

const COUNT: Weights = informed(0.1);
const ESTIMATE: Weights = informed(0.4);

/// Weights as `visavis train piggyback --seed N` wrote them.
static NETS: [&[u8]; 3] = [
    include_bytes!("../weights/3.net"),
    include_bytes!("../weights/1.net"),
    include_bytes!("../weights/2.net"),
];

/// What the shipped networks think in the mean: each errs in its own way.
struct Taught;

impl Judge for Taught {
    fn win(&self, game: &Piggyback) -> f32 {
        static READ: LazyLock<[Net; NETS.len()]> = LazyLock::new(|| {
            let read = |weights: &[u8]| Net::from_bytes(weights, MAGIC, INPUTS);
            NETS.map(|weights| read(weights).expect("the shipped weights fit the inputs"))
        });
        let seen = inputs(game);
        READ.iter().map(|net| net.win(&seen)).sum::<f32>() / NETS.len() as f32
    }
}

impl Think for Piggyback {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        if self.wait == Wait::Opening {
            return 0.5;
        }
        let worth = |table: &Piggyback| match table.turn() {
            Turn::Over(outcome) => {
                outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == Seat::One)))
            }
            _ if table.to == Seat::One => table.weigh(&WEIGHTS, 0.5),
            _ => 1.0 - table.weigh(&WEIGHTS, 0.5),
        };
        let one: f32 = outcomes(*self).iter().map(|(chance, table)| chance * worth(table)).sum();
        let one = one.clamp(UNSURE, 1.0 - UNSURE);
        if seat == Seat::One { one } else { 1.0 - one }
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
struct Planner<'a> {
    turns: isize,
    nodes: u64,
    urge: f32,
    search: Search<'a>,
}

/// An action with the chance to win that it has far ahead and at once.
struct Ranked {
    worth: f32,
    at_once: f32,
    action: Action,
}

impl<'a> Planner<'a> {
    fn new(Manner { turns, nodes, urge, look }: Manner<'a>) -> Planner<'a> {
        Planner { turns, nodes, urge, search: Search::new(look) }
    }

    /// The actions with their chance to win, the best first, and how many turns ahead all were seen. An
    /// iteration that was cut short counts as far as it came: it began with what looked best.
    fn rank(&mut self, table: &Piggyback, seat: Seat, actions: Vec<Action>) -> (Vec<Ranked>, isize) {
        let unknown = |action| Ranked { worth: 0.5, at_once: 0.5, action };
        let mut ranked: Vec<Ranked> = actions.into_iter().map(unknown).collect();
        // What goes on inside a turn is worth less thought than a turn.
        let deepest = if table.wait == Wait::Move { self.turns } else { self.turns.min(INSIDE) };
        let mut seen = 0;
        // Steps of two turns: the last word is always the same side's, so that what was found can be compared.
        for depth in (1..=deepest).filter(|depth| *depth == 1 || (deepest - depth) % 2 == 0) {
            let (mut alpha, mut done) = (0.0f32, 0);
            // At first everything is wanted, later what is no worse than the best, so that equal actions stay equal.
            let margin = if depth == 1 && self.urge > 0.0 { 1.0 } else { self.urge + EQUAL };
            for Ranked { worth, at_once, action } in &mut ranked {
                let mut next = *table;
                next.play(&Step::Act(seat, *action), &mut Log::off());
                let found = self.search.settled(next, seat, depth, (alpha - margin).max(0.0), 1.0);
                let Ok(found) = found else { break };
                *worth = found;
                if depth == 1 {
                    *at_once = found;
                }
                alpha = alpha.max(found);
                done += 1;
            }
            if done > 0 {
                let whole = done == ranked.len();
                ranked.truncate(done);
                ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
                if whole {
                    seen = depth;
                    continue;
                }
            }
            break;
        }
        (ranked, seen)
    }

    /// What it expects: its action and the moves after it, combats going the likelier way.
    fn line(&mut self, table: &Piggyback, seat: Seat, action: Action) -> Vec<String> {
        let mut line = vec![action.to_string()];
        let mut next = *table;
        next.play(&Step::Act(seat, action), &mut Log::off());
        for _ in 1..TOLD {
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

/// Nothing is surer before the end.
const UNSURE: f32 = 1e-3;
/// Turns ahead for decisions inside a turn.
const INSIDE: isize = 3;
/// Moves of a line that are told.
const TOLD: usize = 3;
/// What counts as equal.
const EQUAL: f32 = 1e-6;

impl Player<Piggyback> for Planner<'_> {
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
        self.search.begin(seat, budget.nodes_or(self.nodes), budget);
        let (ranked, turns) = self.rank(&table, seat, actions);
        let best = ranked[0].worth;
        let near = ranked.iter().filter(|other| best - other.worth <= self.urge + EQUAL);
        let at_once = |other: &Ranked| if self.urge > 0.0 { other.at_once } else { other.worth };
        let most = near.clone().map(at_once).fold(0.0, f32::max);
        let ties: Vec<Action> =
            near.filter(|other| most - at_once(other) <= EQUAL).map(|other| other.action).collect();
        let action = ties[budget.rng.random_range(0..ties.len())];
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
fn why(table: &Piggyback, seat: Seat, action: Action, turns: isize) -> (&'static str, Values) {
    let Some(chance) = table.chance_after(action) else {
        return match turns {
            ..=1 => ("piggyback.hint.turn", Values::new()),
            _ => ("piggyback.hint.turns", vec![("turns", (turns as i64).into())]),
        };
    };
    let chance = if seat == table.to { chance } else { chance.complement() };
    let percent = (100.0 * chance.value()).round() as i64;
    ("piggyback.hint.combat", vec![("percent", percent.into())])
}

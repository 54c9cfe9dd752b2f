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
    look: Look<'a>,
}

const FITTED: Look<'static> =
    Look { judge: &WEIGHTS, hope: 0.0, ambition: 0.0, impatience: 0.0, dreams: false };

/// A beginner dreams of its own next three turns, sees no reply, and hopes for the best in a fight.
const NOVICE: Manner<'static> =
    Manner { turns: 3, nodes: 6_000, look: Look { judge: &BEGINNER, hope: 0.8, dreams: true, ..FITTED } };
/// Counts as a beginner does, but looks nine turns ahead where its positions last. It would rather fight than draw,
/// and at once.
const CASUAL: Manner<'static> = Manner {
    turns: 9,
    nodes: 40_000,
    look: Look { judge: &BEGINNER, ambition: 0.05, impatience: 0.01, ..FITTED },
};
/// Knows more of what counts, and has more positions.
const STRONG: Manner<'static> =
    Manner { nodes: 350_000, look: Look { judge: &ESTIMATE, ..CASUAL.look }, ..CASUAL };
/// Judges as all networks see the table.
const EXPERT: Manner<'static> =
    Manner { nodes: 500_000, look: Look { judge: &Taught, ambition: 0.1, ..CASUAL.look }, ..CASUAL };

const ESTIMATE: Weights = informed(0.3);

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
        expected(self, seat, |table| table.weigh(&WEIGHTS, 0.5))
    }

    /// As all networks see the table when the turn that goes on has come to its end.
    fn judge(&self, seat: Seat) -> f32 {
        expected(self, seat, |table| table.weigh(&Taught, 0.5))
    }

    fn glance() -> u64 {
        900
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

/// The chance of `seat` to win when a turn that goes on comes to its end, `win` being that of the side to move then.
fn expected(game: &Piggyback, seat: Seat, win: impl Fn(&Piggyback) -> f32) -> f32 {
    let won = |outcome: table::Outcome, seat: Seat| {
        outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
    };
    if let Turn::Over(outcome) = game.turn() {
        return won(outcome, seat);
    }
    if game.wait == Wait::Opening {
        return 0.5;
    }
    let worth = |table: &Piggyback| match table.turn() {
        Turn::Over(outcome) => won(outcome, Seat::One),
        _ if table.to == Seat::One => win(table),
        _ => 1.0 - win(table),
    };
    let one: f32 = outcomes(*game).iter().map(|(chance, table)| chance * worth(table)).sum();
    let one = one.clamp(UNSURE, 1.0 - UNSURE);
    if seat == Seat::One { one } else { 1.0 - one }
}

/// Looks some turns ahead, deeper and deeper as far as its nodes reach.
struct Planner<'a> {
    turns: isize,
    nodes: u64,
    search: Search<'a>,
}

impl<'a> Planner<'a> {
    fn new(Manner { turns, nodes, look }: Manner<'a>) -> Planner<'a> {
        Planner { turns, nodes, search: Search::new(look) }
    }

    /// The actions with their chance to win, the best first, and how many turns ahead all were seen. An
    /// iteration that was cut short counts as far as it came: it began with what looked best.
    fn rank(&mut self, table: &Piggyback, seat: Seat, actions: Vec<Action>) -> (Vec<(f32, Action)>, isize) {
        let mut ranked: Vec<(f32, Action)> = actions.into_iter().map(|action| (0.5, action)).collect();
        // What goes on inside a turn is worth less thought than a turn.
        let deepest = if table.wait == Wait::Move { self.turns } else { self.turns.min(INSIDE) };
        let mut seen = 0;
        // Steps of two turns: the last word is always the same side's, so that what was found can be compared.
        for depth in (1..=deepest).filter(|depth| *depth == 1 || (deepest - depth) % 2 == 0) {
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

    /// A sentence about the decision: the exact chance of a combat, or how far it has looked.
    fn why(&self, table: &Piggyback, seat: Seat, action: Action, turns: isize) -> (&'static str, Values) {
        let Some(chance) = table.chance_after(action) else {
            let key = match turns {
                ..=1 => return ("piggyback.hint.turn", Values::new()),
                _ if self.search.look.dreams => "piggyback.hint.dream",
                _ => "piggyback.hint.turns",
            };
            return (key, vec![("turns", (turns as i64).into())]);
        };
        let chance = if seat == table.to { chance } else { chance.complement() };
        let percent = (100.0 * chance.value()).round() as i64;
        ("piggyback.hint.combat", vec![("percent", percent.into())])
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
        let best = ranked[0].0;
        let ties = ranked.iter().take_while(|(worth, _)| best - worth <= EQUAL).count();
        let action = ranked[budget.rng.random_range(0..ties)].1;
        let nodes = self.search.nodes;
        Thought {
            action,
            win: Some(best),
            line: self.line(&table, seat, action),
            nodes,
            why: self.why(&table, seat, action, turns),
        }
    }
}

//! Monte-Carlo tree search for any game: chance has nodes of its own, hidden things are imagined anew for
//! every simulation, and where actions cannot be listed the tree widens as it is visited.
//!
//! One tree serves all imagined tables: its edges are the steps that were possible in some of them, and an
//! edge competes only in the simulations in which it is possible (information-set search).

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use rand::{Rng, RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{Game, Log, Odds, Outcome, Seat, Step, Turn, tools::Rollout};

use crate::{Budget, Player, Think, Thought};

/// How a new leaf is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// By a random game to its end.
    Rollout,
    /// By [`Think::worth`] as it stands.
    Worth,
    /// By [`Think::worth`] after so many random steps.
    Later(u32),
}

/// The settings of a tree search.
#[derive(Clone, Copy, Debug)]
pub struct Tree {
    /// Simulations where the budget names none.
    pub simulations: u64,
    /// How much it tries what it knows little about.
    pub explore: f32,
    /// How a new leaf is judged.
    pub leaf: Leaf,
    /// Where actions cannot be listed: so many candidates at a node that was visited once; it grows with the
    /// square root of the visits.
    pub width: f32,
}

impl Default for Tree {
    fn default() -> Self {
        Tree { simulations: 1000, explore: 0.7, leaf: Leaf::Worth, width: 4.0 }
    }
}

struct Node<G: Game> {
    visits: u32,
    /// Whose decision it is; nobody's where chance decides or the game is over.
    seat: Option<Seat>,
    edges: Vec<Edge<G>>,
}

struct Edge<G: Game> {
    step: Step<G>,
    visits: u32,
    /// Simulations in which the step was possible.
    possible: u32,
    /// The sum of results for the seat that decides.
    total: f32,
    child: Option<u32>,
}

/// A tree while it grows.
struct Growing<G: Game> {
    settings: Tree,
    nodes: Vec<Node<G>>,
    path: Vec<(u32, u32)>,
    options: Vec<G::Action>,
    scratch: Vec<G::Action>,
    odds: Odds<G::Chance>,
    rollout: Rollout<G>,
    secrets: bool,
}

/// What a tree says of one action at its root.
struct Found<G: Game> {
    action: G::Action,
    visits: u64,
    total: f64,
}

impl<G: Think> Growing<G> {
    fn new(settings: Tree, secrets: bool) -> Growing<G> {
        Growing {
            settings,
            nodes: vec![Node { visits: 0, seat: None, edges: Vec::new() }],
            path: Vec::new(),
            options: Vec::new(),
            scratch: Vec::new(),
            odds: Odds::default(),
            rollout: Rollout::default(),
            secrets,
        }
    }

    /// One simulation from an imagined table: down the tree, one new leaf, and back.
    fn simulate(&mut self, mut game: G, rng: &mut Xoshiro256PlusPlus) {
        self.path.clear();
        let mut at = 0;
        let for_one = loop {
            let edge = match game.turn() {
                Turn::Over(outcome) => break points(outcome, Seat::One),
                Turn::Chance => self.chance(at, &game, rng),
                Turn::Act(seats) => self.decide(at, &game, seats.first(), rng),
            };
            let (node, place) = (at as usize, edge as usize);
            game.play(&self.nodes[node].edges[place].step, &mut Log::off());
            self.path.push((at, edge));
            match self.nodes[node].edges[place].child {
                Some(child) => at = child,
                None => {
                    let child = self.nodes.len() as u32;
                    self.nodes.push(Node { visits: 0, seat: None, edges: Vec::new() });
                    self.nodes[node].edges[place].child = Some(child);
                    // Chance between a decision and its result is no judgement: go on until somebody decides.
                    if game.turn() != Turn::Chance {
                        break self.judge(game, rng);
                    }
                    at = child;
                }
            }
        };
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node as usize];
            let edge = &mut node.edges[edge as usize];
            node.visits += 1;
            edge.visits += 1;
            edge.total += if node.seat == Some(Seat::Two) { 1.0 - for_one } else { for_one };
        }
    }

    /// Draws an outcome and finds its edge.
    fn chance(&mut self, at: u32, game: &G, rng: &mut dyn RngCore) -> u32 {
        game.odds(&mut self.odds);
        let step = Step::Chance(self.odds.draw(rng).clone());
        let node = &mut self.nodes[at as usize];
        place_of(&mut node.edges, step)
    }

    /// Chooses the edge with the best upper bound among those that are possible now.
    fn decide(&mut self, at: u32, game: &G, seat: Seat, rng: &mut dyn RngCore) -> u32 {
        let node = &mut self.nodes[at as usize];
        let fresh = node.seat.is_none();
        node.seat = Some(seat);
        if G::CONTINUOUS {
            self.options.clear();
            game.options(seat, &mut self.options);
            let room = (self.settings.width * (node.visits as f32 + 1.0).sqrt()) as usize;
            if self.options.is_empty() && node.edges.len() < room.max(1) {
                game.candidates(seat, rng, &mut self.scratch, &mut self.options);
            }
        } else if fresh || self.secrets {
            self.options.clear();
            game.options(seat, &mut self.options);
        }
        if fresh || self.secrets || G::CONTINUOUS {
            for action in self.options.drain(..) {
                place_of(&mut node.edges, Step::Act(seat, action));
            }
        }
        best(&mut node.edges, self.settings.explore, rng, |step| match step {
            Step::Act(seat, action) if self.secrets || G::CONTINUOUS => game.check(*seat, action).is_ok(),
            _ => true,
        })
    }

    fn judge(&mut self, mut game: G, rng: &mut dyn RngCore) -> f32 {
        let steps = match self.settings.leaf {
            Leaf::Worth => 0,
            Leaf::Later(steps) => steps,
            Leaf::Rollout => return points(self.rollout.run(&mut game, rng).0, Seat::One),
        };
        for _ in 0..steps {
            match self.rollout.step(&game, rng) {
                Ok(step) => game.play(&step, &mut Log::off()),
                Err(outcome) => return points(outcome, Seat::One),
            }
        }
        while game.turn() == Turn::Chance {
            game.odds(&mut self.odds);
            let outcome = self.odds.draw(rng).clone();
            game.play(&Step::Chance(outcome), &mut Log::off());
        }
        game.turn().outcome().map_or_else(|| game.worth(Seat::One), |outcome| points(outcome, Seat::One))
    }

    fn found(self) -> (Vec<Found<G>>, Vec<String>) {
        let line = self.line();
        let root = self.nodes.into_iter().next().expect("a tree has a root");
        let found = root.edges.into_iter().filter_map(|edge| match edge.step {
            Step::Act(_, action) => {
                Some(Found { action, visits: edge.visits.into(), total: edge.total.into() })
            }
            Step::Chance(_) => None,
        });
        (found.collect(), line)
    }

    /// The most visited way down, decisions and chance alike.
    fn line(&self) -> Vec<String> {
        let mut line = Vec::new();
        let mut at = Some(0);
        while let Some(node) = at.filter(|_| line.len() < 6).map(|n: u32| &self.nodes[n as usize]) {
            let Some(edge) = node.edges.iter().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 2)
            else {
                break;
            };
            line.push(edge.step.text());
            at = edge.child;
        }
        line
    }
}

/// The place of a step among the edges; it is added where it is missing.
fn place_of<G: Game>(edges: &mut Vec<Edge<G>>, step: Step<G>) -> u32 {
    let known = edges.iter().position(|edge| edge.step == step);
    known.unwrap_or_else(|| {
        edges.push(Edge { step, visits: 0, possible: 0, total: 0.0, child: None });
        edges.len() - 1
    }) as u32
}

/// The best upper bound; what was never tried comes first, in random order.
fn best<G: Game>(
    edges: &mut [Edge<G>],
    explore: f32,
    rng: &mut dyn RngCore,
    possible: impl Fn(&Step<G>) -> bool,
) -> u32 {
    let (mut place, mut bound, mut untried) = (0, f32::MIN, 0);
    for (n, edge) in edges.iter_mut().enumerate() {
        if !possible(&edge.step) {
            continue;
        }
        edge.possible += 1;
        if edge.visits == 0 {
            untried += 1;
            if rng.random_range(0..untried) == 0 {
                (place, bound) = (n, f32::INFINITY);
            }
            continue;
        }
        if untried > 0 {
            continue;
        }
        let visits = edge.visits as f32;
        let doubt = (libm::logf(edge.possible as f32) / visits).sqrt();
        let value = edge.total / visits + explore * doubt;
        if value > bound {
            (place, bound) = (n, value);
        }
    }
    place as u32
}

fn points(outcome: Outcome, seat: Seat) -> f32 {
    outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
}

impl Tree {
    fn grow<G: Think>(
        self,
        view: &G::View,
        budget: &Budget,
        seed: u64,
        left: &AtomicU64,
    ) -> (Vec<Found<G>>, Vec<String>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let first = G::imagine(view, &mut rng);
        let secrets = first.has_secrets();
        let mut tree = Growing::new(self, secrets);
        let mut done = 0u64;
        while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
            let game = if secrets { G::imagine(view, &mut rng) } else { first.clone() };
            tree.simulate(game, &mut rng);
            done += 1;
            if done & 63 == 0 && budget.is_over() {
                break;
            }
        }
        tree.found()
    }
}

impl<G: Think> Player<G> for Tree {
    fn choose(&mut self, view: &G::View, seat: Seat, budget: &mut Budget) -> Thought<G> {
        let table = G::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        table.options(seat, &mut options);
        let no_controls = !G::CONTINUOUS || table.prompt(seat).controls.is_empty();
        if options.len() == 1 && no_controls {
            return Thought::plain(options.remove(0), "hint.only");
        }
        let left = AtomicU64::new(budget.nodes_or(self.simulations));
        let threads = budget.threads.max(1);
        let seeds: Vec<u64> = (0..threads).map(|_| budget.rng.next_u64()).collect();
        let (settings, shared) = (*self, &*budget);
        let left = &left;
        let mut trees = thread::scope(|scope| {
            let start = |&seed: &u64| scope.spawn(move || settings.grow::<G>(view, shared, seed, left));
            let others: Vec<_> = seeds[1..].iter().map(start).collect();
            let mut trees = vec![settings.grow::<G>(view, shared, seeds[0], left)];
            trees.extend(others.into_iter().map(|tree| tree.join().expect("a tree grows without panic")));
            trees
        });
        let (mut found, line) = trees.swap_remove(0);
        for (others, _) in trees {
            for other in others {
                match found.iter_mut().find(|mine| mine.action == other.action) {
                    Some(mine) => {
                        mine.visits += other.visits;
                        mine.total += other.total;
                    }
                    None => found.push(other),
                }
            }
        }
        // What is possible in imagination only is no answer to the real question.
        found.retain(|found| table.check(seat, &found.action).is_ok());
        let nodes = found.iter().map(|found| found.visits).sum();
        let Some(best) = found.into_iter().max_by_key(|found| found.visits) else {
            return Thought::plain(table.suggest(seat, &mut budget.rng, &mut options), "hint.random");
        };
        let win = best.total / best.visits.max(1) as f64;
        let line =
            if line.first() == Some(&best.action.to_string()) { line } else { vec![best.action.to_string()] };
        Thought {
            action: best.action,
            win: Some(win as f32),
            line,
            nodes,
            why: ("hint.tree", vec![("nodes", nodes.into())]),
        }
    }
}

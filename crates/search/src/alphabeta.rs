//! Alpha-beta for open games without chance: iterative deepening, a transposition table, killer moves.

use std::hash::{Hash, Hasher};

use rand::Rng;
use table::{Game, Log, Seat, Step, Turn};

use crate::{Budget, EVEN, Mixer, Player, Think, Thought};

/// What a won game is worth; a win in fewer steps is worth more.
const WON: i32 = 1_000_000;
/// What a sure position is worth at least.
const SURE: i32 = WON - 1000;
/// Deeper than this nobody looks.
const DEEPEST: usize = 64;
/// Slots of the transposition table, a power of two: four megabytes stay near the core.
const SLOTS: usize = 1 << 17;
/// So many steps of the expected line are told.
const TOLD: usize = 6;

/// Looks as deep as its nodes allow and expects the best reply to everything.
pub struct AlphaBeta<G: Game> {
    /// Nodes to look at where the budget names none.
    pub nodes: u64,
    /// The deepest iteration.
    pub depth: usize,
    /// How good a position looks where the search ends, in the place of [`Think::score`].
    pub judge: Option<fn(&G, Seat) -> i32>,
    slots: Vec<Slot>,
    lists: Vec<Vec<G::Action>>,
    killers: Vec<Option<G::Action>>,
    /// For every ply that is told, what is expected from there on.
    lines: Vec<Vec<G::Action>>,
    visited: u64,
    limit: u64,
    stopped: bool,
}

/// An action at the root, as far as it was looked at.
struct Root<A> {
    action: A,
    score: i32,
    /// What is expected after it.
    line: Vec<A>,
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    score: i32,
    depth: i8,
    bound: Bound,
    /// The place of the best action in the options.
    best: u8,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Bound {
    #[default]
    None,
    Exact,
    AtLeast,
    AtMost,
}

impl<G: Think> AlphaBeta<G> {
    /// A player that looks at so many nodes, and at most so many steps ahead.
    pub fn new(nodes: u64, depth: usize) -> AlphaBeta<G> {
        AlphaBeta {
            nodes,
            depth: depth.min(DEEPEST),
            judge: None,
            slots: Vec::new(),
            lists: (0..=DEEPEST).map(|_| Vec::new()).collect(),
            killers: vec![None; DEEPEST + 1],
            lines: (0..=TOLD).map(|_| Vec::new()).collect(),
            visited: 0,
            limit: 0,
            stopped: false,
        }
    }

    #[inline]
    fn judged(&self, game: &G, seat: Seat) -> i32 {
        self.judge.map_or_else(|| game.score(seat), |judge| judge(game, seat))
    }

    /// Nodes that the last thought looked at.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Deepens until the budget is used up; the best actions first, and the depth reached.
    fn deepen(&mut self, game: &G, seat: Seat, budget: &Budget) -> (Vec<Root<G::Action>>, usize) {
        self.visited = 0;
        self.limit = budget.nodes_or(self.nodes);
        self.stopped = false;
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); SLOTS];
        } else {
            self.slots.fill(Slot::default());
        }
        self.killers.fill(None);
        let mut options = Vec::new();
        game.options(seat, &mut options);
        let root = |action| Root { action, score: 0, line: Vec::new() };
        let mut ranked: Vec<Root<G::Action>> = options.into_iter().map(root).collect();
        let mut reached = 0;
        let mut finished = 0;
        for depth in 1..=self.depth {
            let mut alpha = -WON;
            let mut looked_at = 0;
            for root in &mut ranked {
                let mut after = game.clone();
                after.play(&Step::Act(seat, root.action.clone()), &mut Log::off());
                // One below alpha: equal actions stay equal, so that ties can be broken by chance.
                let score = self.after(&after, seat, depth - 1, alpha - 1, WON, 1, budget);
                if self.stopped {
                    break;
                }
                alpha = alpha.max(score);
                root.score = score;
                root.line.clone_from(&self.lines[1]);
                looked_at += 1;
            }
            // An iteration that was cut short counts as far as it came: it began with what looked best.
            finished = if depth == 1 || looked_at > 0 { looked_at } else { finished };
            ranked[..finished].sort_by_key(|root| -root.score);
            if self.stopped {
                break;
            }
            reached = depth;
            if ranked[0].score.abs() >= SURE || ranked.len() == 1 {
                break;
            }
        }
        ranked.truncate(finished.max(1));
        (ranked, reached)
    }

    /// The score of a position for `seat`, who has just acted or is still asked.
    #[expect(clippy::too_many_arguments, reason = "the innermost loop of a search")]
    fn after(
        &mut self,
        game: &G,
        seat: Seat,
        depth: usize,
        alpha: i32,
        beta: i32,
        ply: usize,
        budget: &Budget,
    ) -> i32 {
        if ply <= TOLD {
            self.lines[ply].clear();
        }
        match game.turn() {
            Turn::Over(outcome) => match outcome.winner {
                Some(winner) if winner == seat => WON - ply as i32,
                Some(_) => ply as i32 - WON,
                None => 0,
            },
            Turn::Act(seats) if seats.first() == seat => {
                self.search(game, seat, depth, alpha, beta, ply, budget)
            }
            Turn::Act(_) => -self.search(game, !seat, depth, -beta, -alpha, ply, budget),
            // An open game without chance never comes here; one with chance is judged as it stands.
            Turn::Chance => self.judged(game, seat),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the innermost loop of a search")]
    fn search(
        &mut self,
        game: &G,
        seat: Seat,
        depth: usize,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        budget: &Budget,
    ) -> i32 {
        self.visited += 1;
        if depth == 0 {
            return self.judged(game, seat);
        }
        if self.visited >= self.limit || (self.visited & 1023 == 0 && budget.is_over()) {
            self.stopped = true;
            return 0;
        }
        // One step above the leaves a table costs more than it saves.
        let key = if depth > 1 { key(game) } else { 0 };
        let place = (key >> 20) as usize & (SLOTS - 1);
        let known = if depth > 1 { self.slots[place] } else { Slot::default() };
        let fits = known.bound != Bound::None && known.key == key;
        if fits && usize::from(known.depth as u8) >= depth {
            let cut = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.score >= beta,
                Bound::AtMost => known.score <= alpha,
                Bound::None => false,
            };
            if cut {
                return known.score;
            }
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        game.options(seat, &mut list);
        // What was best here before, then what was too good in a sister position, then the rest.
        let hinted = if fits { usize::from(known.best) } else { usize::MAX };
        let killer = self.killers[ply].as_ref().and_then(|killer| list.iter().position(|a| a == killer));
        let killer = killer.unwrap_or(usize::MAX);
        let (mut best, mut best_place) = (-WON, 0);
        let floor = alpha;
        for n in 0..list.len() + 2 {
            let i = match n {
                0 => hinted,
                1 => killer,
                _ => n - 2,
            };
            if i >= list.len() || (n > 0 && i == hinted) || (n > 1 && i == killer) {
                continue;
            }
            let mut after = game.clone();
            after.play(&Step::Act(seat, list[i].clone()), &mut Log::off());
            let score = self.after(&after, seat, depth - 1, alpha, beta, ply + 1, budget);
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_place) = (score, i);
                if score > alpha && ply < TOLD {
                    self.expect(ply, &list[i]);
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    if i != killer {
                        self.killers[ply] = Some(list[i].clone());
                    }
                    break;
                }
            }
        }
        self.lists[ply] = list;
        if self.stopped {
            return 0;
        }
        if depth > 1 {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best <= floor => Bound::AtMost,
                _ => Bound::Exact,
            };
            let best_place = best_place.min(255) as u8;
            self.slots[place] = Slot { key, score: best, depth: depth as i8, bound, best: best_place };
        }
        best
    }

    /// `action` is the best so far at this ply: it is expected, and what is expected after it.
    fn expect(&mut self, ply: usize, action: &G::Action) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(action.clone());
        line.extend_from_slice(&after[0]);
    }

    /// The line that the search expects at the root. Where it met a position that it knew already, the table goes on.
    fn line(&self, game: &G, seat: Seat, root: &Root<G::Action>) -> Vec<String> {
        let mut game = game.clone();
        let mut line = vec![root.action.to_string()];
        game.play(&Step::Act(seat, root.action.clone()), &mut Log::off());
        let mut expected = root.line.iter().cloned();
        while let (Turn::Act(seats), true) = (game.turn(), line.len() < TOLD) {
            let Some(next) = expected.next().or_else(|| self.known_best(&game, seats.first())) else { break };
            line.push(next.to_string());
            game.play(&Step::Act(seats.first(), next), &mut Log::off());
        }
        line
    }

    /// What the table holds for the best action here.
    fn known_best(&self, game: &G, seat: Seat) -> Option<G::Action> {
        let key = key(game);
        let known = self.slots[(key >> 20) as usize & (SLOTS - 1)];
        let mut list = Vec::new();
        game.options(seat, &mut list);
        list.into_iter().nth(known.best.into()).filter(|_| known.key == key && known.bound != Bound::None)
    }
}

impl<G: Think> Player<G> for AlphaBeta<G> {
    fn choose(&mut self, view: &G::View, seat: Seat, budget: &mut Budget) -> Thought<G> {
        let game = G::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        game.options(seat, &mut options);
        if options.is_empty() {
            return Thought::plain(game.suggest(seat, &mut budget.rng, &mut options), "hint.random");
        }
        if options.len() == 1 {
            return Thought::plain(options.remove(0), "hint.only");
        }
        let (ranked, depth) = self.deepen(&game, seat, budget);
        let best = ranked[0].score;
        let ties = ranked.iter().take_while(|root| root.score == best).count();
        let root = &ranked[budget.rng.random_range(0..ties)];
        let key = match best {
            _ if best >= SURE => "hint.sure-win",
            _ if best <= -SURE => "hint.sure-loss",
            _ => "hint.search",
        };
        Thought {
            line: self.line(&game, seat, root),
            win: Some(chance(best)),
            nodes: self.visited,
            why: (key, vec![("depth", depth.into()), ("nodes", self.visited.into())]),
            action: root.action.clone(),
        }
    }
}

fn chance(score: i32) -> f32 {
    match score {
        _ if score >= SURE => 1.0,
        _ if score <= -SURE => 0.0,
        _ => 0.5 + score as f32 / (2.0 * EVEN as f32),
    }
}

fn key<G: Game>(game: &G) -> u64 {
    let mut hasher = Mixer::default();
    game.position().hash(&mut hasher);
    hasher.finish()
}

//! The search over moves, not over dice: a combat is two outcomes with their exact chances.
//!
//! A ply is a whole turn: a move, with what follows it settled (a piece is taken, a combat is won or lost, the
//! winner keeps what is worth most). Alpha-beta with bounds that reach through combats (Star1).

use ::search::Budget;
use table::{Game, Log, Seat, Step, Turn};

use super::worth::{Weights, group_value};
use crate::{Action, Colour, LOAD, Pieces, Piggyback, Space, Wait};

/// Nobody looks further ahead.
pub(super) const DEEPEST: usize = 8;

/// What may come of a move: positions with somebody to move, or the end, each with its chance.
pub(super) type Outcomes = [(f32, Piggyback); 2];

/// A search, with the buffers that it reuses.
pub(super) struct Search {
    weights: Weights,
    /// How much of the chance to lose a combat is overlooked.
    hope: f32,
    /// Positions that were looked at.
    pub(super) nodes: u64,
    limit: u64,
    budget: Budget,
    lists: Vec<Vec<Action>>,
    ranked: Vec<Vec<(f32, Action)>>,
    /// What was last too good at each depth.
    killers: [Option<Action>; DEEPEST + 1],
}

/// The nodes are used up.
#[derive(Debug)]
pub(super) struct Exhausted;

impl Search {
    pub(super) fn new(weights: Weights, hope: f32) -> Search {
        Search {
            weights,
            hope,
            nodes: 0,
            limit: 0,
            budget: Budget::level(0),
            lists: vec![Vec::new(); DEEPEST + 1],
            ranked: vec![Vec::new(); DEEPEST + 1],
            killers: [None; DEEPEST + 1],
        }
    }

    /// Begins a new thought with so many nodes, and no more than the budget says.
    pub(super) fn begin(&mut self, limit: u64, budget: &Budget) {
        self.nodes = 0;
        self.limit = limit;
        self.budget = budget.clone();
        self.killers = [None; DEEPEST + 1];
    }

    /// The chance of `seat` to win after `game` has been moved on and `depth` more turns are looked at.
    fn value(
        &mut self,
        game: &Piggyback,
        seat: Seat,
        depth: usize,
        alpha: f32,
        beta: f32,
    ) -> Result<f32, Exhausted> {
        match game.turn() {
            Turn::Over(outcome) => {
                Ok(outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat))))
            }
            _ if game.to == seat => self.best(game, depth, alpha, beta),
            _ => Ok(1.0 - self.best(game, depth, 1.0 - beta, 1.0 - alpha)?),
        }
    }

    /// The chance of the side to move.
    fn best(&mut self, game: &Piggyback, depth: usize, mut alpha: f32, beta: f32) -> Result<f32, Exhausted> {
        self.nodes += 1;
        if self.nodes > self.limit || (self.nodes & 255 == 0 && self.budget.is_over()) {
            return Err(Exhausted);
        }
        let seat = game.to;
        if depth == 0 {
            return Ok(game.weigh(seat, &self.weights));
        }
        let mut list = std::mem::take(&mut self.lists[depth]);
        let mut ranked = std::mem::take(&mut self.ranked[depth]);
        list.clear();
        ranked.clear();
        game.options(seat, &mut list);
        let killer = self.killers[depth];
        let rank = |action| if Some(action) == killer { KILLER } else { promise(game, action) };
        ranked.extend(list.iter().map(|&action| (rank(action), action)));
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = Ok(0.0f32);
        for &(_, action) in &ranked {
            match self.after(game, action, depth, alpha, beta) {
                Ok(value) => {
                    best = best.map(|best: f32| best.max(value));
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        self.killers[depth] = Some(action);
                        break;
                    }
                }
                Err(exhausted) => {
                    best = Err(exhausted);
                    break;
                }
            }
        }
        self.lists[depth] = list;
        self.ranked[depth] = ranked;
        best
    }

    /// A quick guess at the best move of the side to move.
    pub(super) fn reply(&mut self, game: &Piggyback) -> Result<Option<Action>, Exhausted> {
        let mut actions = Vec::new();
        game.options(game.to, &mut actions);
        let mut best = (f32::MIN, None);
        for action in actions {
            let value = self.after(game, action, 1, 0.0, 1.0)?;
            if value > best.0 {
                best = (value, Some(action));
            }
        }
        Ok(best.1)
    }

    /// The chance of the side to move after `action`, exact within the bounds.
    fn after(
        &mut self,
        game: &Piggyback,
        action: Action,
        depth: usize,
        alpha: f32,
        beta: f32,
    ) -> Result<f32, Exhausted> {
        let seat = game.to;
        let mut next = *game;
        next.play(&Step::Act(seat, action), &mut Log::off());
        self.settled(next, seat, depth, alpha, beta)
    }

    /// The chance of `seat` once a started turn has come to its end; `depth` counts that turn.
    pub(super) fn settled(
        &mut self,
        game: Piggyback,
        seat: Seat,
        depth: usize,
        alpha: f32,
        beta: f32,
    ) -> Result<f32, Exhausted> {
        let [(chance, won), (rest, lost)] = outcomes(game);
        if rest == 0.0 {
            return self.value(&won, seat, depth - 1, alpha, beta);
        }
        let hope = if game.to == seat { self.hope * rest } else { 0.0 };
        let (chance, rest) = (chance + hope, rest - hope);
        if rest <= 0.0 || chance <= 0.0 {
            return self.value(if rest <= 0.0 { &won } else { &lost }, seat, depth - 1, alpha, beta);
        }
        // What the first outcome must bring for the whole to reach past a bound, if the second is all or nothing.
        let reach = |bound: f32, other: f32| ((bound - other) / chance).clamp(0.0, 1.0);
        let first = self.value(&won, seat, depth - 1, reach(alpha, rest), reach(beta, 0.0))?;
        let reach = |bound: f32| ((bound - chance * first) / rest).clamp(0.0, 1.0);
        let second = self.value(&lost, seat, depth - 1, reach(alpha), reach(beta))?;
        Ok(chance * first + rest * second)
    }
}

/// What was too good in a sister position is tried before everything but good attacks.
const KILLER: f32 = 1.2;

/// What looks good without looking: attacks by what they promise, then pieces, then the rest.
fn promise(game: &Piggyback, action: Action) -> f32 {
    let (from, to) = match action {
        Action::Step { from, to } | Action::Boost { from, to } | Action::Boost2 { from, to } => (from, to),
        _ => return -1.0,
    };
    let own = game.armies[game.to].at(from).map_or(0.0, group_value);
    match game.armies[!game.to].at(to) {
        Some(enemy) => {
            let chance = game.chance_after(action).map_or(0.5, |chance| chance.value() as f32);
            1.0 + chance * group_value(enemy) - (1.0 - chance) * own
        }
        None if game.lying_at(to).is_some() => 0.5,
        None => 0.0,
    }
}

/// Settles a turn that has begun: the attacker has won, or he has lost. One outcome with certainty where there
/// is no combat.
pub(super) fn outcomes(mut game: Piggyback) -> Outcomes {
    match game.wait {
        Wait::Take { at } => game.pick_up(at, true, &mut Log::off()),
        Wait::Warp { from, at } => {
            let answer = warp_answer(&game, from, at);
            game.answer(from, at, answer, &mut Log::off());
        }
        _ => {}
    }
    let fight = match game.wait {
        Wait::Roll(fight) | Wait::Decide(fight) => fight,
        _ => {
            after_combat(&mut game);
            return [(1.0, game), (0.0, game)];
        }
    };
    let chance = game.chance().map_or(0.5, |chance| chance.value() as f32);
    let fresh = fight.rolls == 0 && fight.against.is_none();
    let ended = |winner: Seat| {
        let mut game = game;
        if fresh {
            let at = if winner == game.to { fight.from } else { fight.at };
            burn(&mut game, winner, at);
        }
        game.end_combat(fight, winner, &mut Log::off());
        after_combat(&mut game);
        game
    };
    [(chance, ended(game.to)), (1.0 - chance, ended(!game.to))]
}

/// Who wins has most often spent Luck and Firepower for it.
fn burn(game: &mut Piggyback, seat: Seat, at: Space) {
    for colour in [Colour::Yellow, Colour::Orange] {
        let count = game.armies[seat].at(at).map_or(0, |group| group.carries(colour));
        if count > 0 {
            game.spend(seat, at, colour, count);
        }
    }
}

/// The winner keeps what is worth most; the loser leaves the bank alone.
fn after_combat(game: &mut Piggyback) {
    if let Wait::Spoils { at, loser, prize } = game.wait {
        let mut pool = game.armies[!loser].at(at).map_or(Pieces::NONE, |group| group.pieces) + prize;
        let mut kept = Pieces::NONE;
        for colour in [Colour::Orange, Colour::Yellow, Colour::Green, Colour::Mauve] {
            while kept.len() < LOAD && pool.has(colour) {
                kept += Pieces::one(colour);
                pool -= Pieces::one(colour);
            }
        }
        game.keep(at, loser, prize, kept, &mut Log::off());
    }
    if let Wait::Bank { loser } = game.wait {
        game.place(loser, Action::Pass, &mut Log::off());
    }
}

/// What a spent Warp costs, in units.
const WARP: f32 = 0.15;

/// The answer to an attack that loses least.
fn warp_answer(game: &Piggyback, from: Space, at: Space) -> Action {
    let at_stake = |action: Action, space| {
        let chance = game.chance_after(action).map_or(0.5, |chance| chance.value() as f32);
        let lost = game.armies[!game.to].at(space).map_or(0.0, group_value);
        let won = game.armies[game.to].at(from).map_or(0.0, group_value);
        chance * lost - (1.0 - chance) * won
    };
    let mut best = (at_stake(Action::Pass, at), Action::Pass);
    for (payer, partner) in game.answers(at) {
        let action = Action::Warp { payer, partner };
        let stake = at_stake(action, if payer == at { partner } else { payer }) + WARP;
        if stake < best.0 {
            best = (stake, action);
        }
    }
    best.1
}

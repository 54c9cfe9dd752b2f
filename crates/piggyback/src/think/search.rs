//! The search over moves, not over dice: a combat is two outcomes with their exact chances.
//!
//! A ply is a whole turn: a move, with what follows it settled (a piece is taken, a combat is won or lost, the
//! winner keeps what is worth most). Alpha-beta with bounds that reach through combats (Star1).

use std::hash::{Hash, Hasher};

use ::search::{Budget, Mixer};
use table::{Game, Log, Seat, Step, Turn};

use super::{
    spent,
    worth::{Judge, group_value},
};
use crate::{Action, Colour, LOAD, Pieces, Piggyback, Space, Wait};

/// Nobody looks further ahead.
pub(super) const DEEPEST: isize = 13;

const PLACES: usize = DEEPEST as usize + 1;

/// What may come of a move: positions with somebody to move, or the end, each with its chance.
pub(super) type Outcomes = [(f32, Piggyback); 2];

/// How a search looks at the table.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    /// How good it finds a position.
    pub(super) judge: &'a dyn Judge,
    /// How much of the chance to lose a combat is overlooked.
    pub(super) hope: f32,
    /// How much less than half a game a draw is worth to it.
    pub(super) ambition: f32,
}

/// A search, with the buffers that it reuses.
pub(super) struct Search<'a> {
    look: Look<'a>,
    /// Who thinks.
    seat: Seat,
    /// Positions that were looked at.
    pub(super) nodes: u64,
    limit: u64,
    budget: Budget,
    lists: Vec<Vec<Action>>,
    ranked: Vec<Vec<(f32, Action)>>,
    /// What was last too good at each depth.
    killers: [Option<Action>; PLACES],
    memory: Vec<Memory>,
}

/// What was found about a position.
#[derive(Clone, Copy)]
struct Memory {
    key: u64,
    low: f32,
    high: f32,
    depth: isize,
    action: Option<Action>,
}

const NOTHING: Memory = Memory { key: 0, low: 0.0, high: 1.0, depth: 0, action: None };

/// The nodes are used up.
#[derive(Debug)]
pub(super) struct Exhausted;

impl Search<'_> {
    pub(super) fn new(look: Look) -> Search {
        Search {
            look,
            seat: Seat::One,
            nodes: 0,
            limit: 0,
            budget: Budget::level(0),
            lists: vec![Vec::new(); PLACES],
            ranked: vec![Vec::new(); PLACES],
            killers: [None; PLACES],
            memory: Vec::new(),
        }
    }

    /// Begins a new thought of `seat` with so many nodes, and no more than the budget says.
    pub(super) fn begin(&mut self, seat: Seat, limit: u64, budget: &Budget) {
        self.seat = seat;
        self.nodes = 0;
        self.limit = limit;
        self.budget = budget.clone();
        self.killers = [None; PLACES];
        self.memory.clear();
        let places = (limit / 4).next_power_of_two().clamp(1, MOST_MEMORY);
        self.memory.resize(places as usize, NOTHING);
    }

    /// The chance of `seat` to win after `game` has been moved on and `depth` more turns are looked at.
    fn value(
        &mut self,
        game: &Piggyback,
        seat: Seat,
        depth: isize,
        alpha: f32,
        beta: f32,
    ) -> Result<f32, Exhausted> {
        match game.turn() {
            Turn::Over(outcome) => {
                Ok(outcome.winner.map_or(self.draw(seat), |winner| f32::from(u8::from(winner == seat))))
            }
            _ if game.to == seat => self.best(game, depth, alpha, beta),
            _ => Ok(1.0 - self.best(game, depth, 1.0 - beta, 1.0 - alpha)?),
        }
    }

    /// The chance of the side to move.
    fn best(&mut self, game: &Piggyback, depth: isize, alpha: f32, beta: f32) -> Result<f32, Exhausted> {
        self.count()?;
        if depth <= 0 {
            return Ok(game.weigh(self.look.judge, self.draw(game.to)));
        }
        let key = key(game);
        let place = key as usize & (self.memory.len() - 1);
        let mut first = None;
        let known = self.memory[place];
        if known.key == key {
            first = known.action;
            if known.depth == depth {
                if known.low >= beta || known.low == known.high {
                    return Ok(known.low);
                }
                if known.high <= alpha {
                    return Ok(known.high);
                }
            }
        }
        let mut list = std::mem::take(&mut self.lists[depth as usize]);
        let mut ranked = std::mem::take(&mut self.ranked[depth as usize]);
        list.clear();
        ranked.clear();
        game.options(game.to, &mut list);
        let killer = self.killers[depth as usize];
        ranked.extend(list.iter().map(|&action| {
            let rank = match Some(action) {
                action if action == first => FIRST,
                action if action == killer => KILLER,
                _ => promise(game, action),
            };
            (rank, action)
        }));
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let found = self.best_of(game, &ranked, depth, alpha, beta);
        self.lists[depth as usize] = list;
        self.ranked[depth as usize] = ranked;
        let (value, action) = found?;
        if value >= beta {
            self.killers[depth as usize] = action;
        }
        let low = if value > alpha { value } else { 0.0 };
        let high = if value < beta { value } else { 1.0 };
        self.memory[place] = Memory { key, low, high, depth, action };
        Ok(value)
    }

    /// The best of these actions, exact within the bounds, and which it is.
    fn best_of(
        &mut self,
        game: &Piggyback,
        ranked: &[(f32, Action)],
        depth: isize,
        mut alpha: f32,
        beta: f32,
    ) -> Result<(f32, Option<Action>), Exhausted> {
        let mut best = (0.0, None);
        for &(_, action) in ranked {
            let value = self.after(game, action, depth, alpha, beta)?;
            if value > best.0 || best.1.is_none() {
                best = (value, Some(action));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// What a draw is worth to `seat`, as the thinker sees it.
    fn draw(&self, seat: Seat) -> f32 {
        if seat == self.seat { 0.5 - self.look.ambition } else { 0.5 + self.look.ambition }
    }

    fn count(&mut self) -> Result<(), Exhausted> {
        self.nodes += 1;
        if self.nodes > self.limit || (self.nodes & 255 == 0 && self.budget.is_over()) {
            return Err(Exhausted);
        }
        Ok(())
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
        depth: isize,
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
        depth: isize,
        alpha: f32,
        beta: f32,
    ) -> Result<f32, Exhausted> {
        if matches!(game.wait, Wait::Move | Wait::Over { .. }) {
            return self.value(&game, seat, depth - 1, alpha, beta);
        }
        let [(chance, won), (rest, lost)] = outcomes(game);
        if rest == 0.0 {
            return self.value(&won, seat, depth - 1, alpha, beta);
        }
        let hope = if game.to == seat { self.look.hope * rest } else { 0.0 };
        let (chance, rest) = (chance + hope, rest - hope);
        if rest <= 0.0 || chance <= 0.0 {
            return self.value(if rest <= 0.0 { &won } else { &lost }, seat, depth - 1, alpha, beta);
        }
        // What the first outcome must bring for the whole to reach past a bound, if the second is all or nothing.
        let reach = |bound: f32, other: f32| ((bound - other) / chance).clamp(0.0, 1.0);
        let first = self.value(&won, seat, depth - 1, reach(alpha, rest), reach(beta, 0.0))?;
        if chance * first + rest <= alpha || chance * first >= beta {
            return Ok(if chance * first >= beta { chance * first } else { chance * first + rest });
        }
        let reach = |bound: f32| ((bound - chance * first) / rest).clamp(0.0, 1.0);
        let second = self.value(&lost, seat, depth - 1, reach(alpha), reach(beta))?;
        Ok(chance * first + rest * second)
    }
}

/// Positions that are remembered at most.
const MOST_MEMORY: u64 = 1 << 18;

/// What tells a position from another in the memory.
fn key(game: &Piggyback) -> u64 {
    let mut mixer = Mixer::default();
    game.armies[Seat::One].hash(&mut mixer);
    game.armies[Seat::Two].hash(&mut mixer);
    game.lying.hash(&mut mixer);
    game.bank.hash(&mut mixer);
    mixer.write_u8(game.quiet);
    mixer.write_u8(game.to as u8);
    mixer.finish()
}

/// What was best when the position was seen before.
const FIRST: f32 = 100.0;
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
            pay(&mut game, fight.from, fight.at, winner);
        }
        game.end_combat(fight, winner, &mut Log::off());
        after_combat(&mut game);
        game
    };
    [(chance, ended(game.to)), (1.0 - chance, ended(!game.to))]
}

/// Both sides spend the Luck and the Firepower that such a combat costs in the mean.
fn pay(game: &mut Piggyback, from: Space, at: Space, winner: Seat) {
    let (attacker, defender) = (game.to, !game.to);
    let (Some(one), Some(other)) = (game.armies[attacker].at(from), game.armies[defender].at(at)) else {
        return;
    };
    if (one.pieces + other.pieces).is_empty() {
        return;
    }
    let lefts = spent::left(one, other, winner == attacker);
    for ((seat, space, group), left) in [(attacker, from, one), (defender, at, other)].into_iter().zip(lefts)
    {
        for (colour, left) in [(Colour::Yellow, left.luck), (Colour::Orange, left.firepower)] {
            let count = group.carries(colour).saturating_sub(left);
            if count > 0 {
                game.spend(seat, space, colour, count);
            }
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

//! The search over moves, not over dice: a combat is two outcomes with their exact chances.
//!
//! A ply is a whole turn: a move, with what follows it settled. Alpha-beta with bounds that reach through combats
//! (Star1). Quiet moves that come late in the order are looked at less far, and again if that surprises.

use std::hash::{Hash, Hasher};

use ::search::{Budget, Mixer};
use table::{Game, Log, Seat, Step, Turn};

use super::{
    order::{Order, is_attack},
    settle::outcomes,
    worth::Judge,
};
use crate::{Action, Piggyback, Wait};

/// Nobody looks further ahead.
pub(super) const DEEPEST: isize = 13;

const PLACES: usize = DEEPEST as usize + 1;

/// How a search looks at the table.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    /// How good it finds a position.
    pub(super) judge: &'a dyn Judge,
    /// How much of the chance to lose a combat is overlooked.
    pub(super) hope: f32,
    /// How much less than half a game a draw is worth to it.
    pub(super) ambition: f32,
    /// How much of what it hopes for a quiet turn costs.
    pub(super) impatience: f32,
    /// It dreams: all turns are its own, as if the other stood still.
    pub(super) dreams: bool,
}

/// A search, with the buffers that it reuses.
pub(super) struct Search<'a> {
    pub(super) look: Look<'a>,
    /// Who thinks.
    seat: Seat,
    /// Positions that were looked at.
    pub(super) nodes: u64,
    limit: u64,
    budget: Budget,
    lists: Vec<Vec<Action>>,
    ranked: Vec<Vec<(f32, Action)>>,
    order: Order,
    memory: Vec<Memory>,
    /// What positions looked like at the end of a line; many lines end in the same one.
    leaves: Vec<(u64, f32)>,
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
            order: Order::new(),
            memory: Vec::new(),
            leaves: Vec::new(),
        }
    }

    /// Begins a new thought of `seat` with so many nodes, and no more than the budget says.
    pub(super) fn begin(&mut self, seat: Seat, limit: u64, budget: &Budget) {
        self.seat = seat;
        self.nodes = 0;
        self.limit = limit;
        self.budget = budget.clone();
        self.order.clear();
        let places = |most: usize| (limit / 4).min(most as u64).next_power_of_two() as usize;
        self.memory.clear();
        self.memory.resize(places(MOST_MEMORY), NOTHING);
        self.leaves.clear();
        self.leaves.resize(places(MOST_LEAVES), (0, 0.0));
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
            _ if self.look.dreams && depth > 0 => self.dream(game, seat, depth, alpha, beta),
            _ => Ok(1.0 - self.best(game, depth, 1.0 - beta, 1.0 - alpha)?),
        }
    }

    /// The chance of `seat` as it dreams: the mean of how things look now and of how they would look after its own next
    /// turns, as if the other let its turns pass. So what comes sooner counts more.
    fn dream(
        &mut self,
        game: &Piggyback,
        seat: Seat,
        depth: isize,
        alpha: f32,
        beta: f32,
    ) -> Result<f32, Exhausted> {
        let now = 1.0 - self.leaf(game, key(game));
        let later = |bound: f32| (2.0 * bound - now).clamp(0.0, 1.0);
        let dreamt = self.best(&Piggyback { to: seat, ..*game }, depth, later(alpha), later(beta))?;
        Ok((now + dreamt) / 2.0)
    }

    /// The chance of the side to move.
    fn best(&mut self, game: &Piggyback, depth: isize, alpha: f32, beta: f32) -> Result<f32, Exhausted> {
        self.count()?;
        let key = key(game);
        if depth <= 0 {
            return Ok(self.leaf(game, key));
        }
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
        ranked.extend(list.iter().map(|&action| (self.order.rank(game, action, depth, first), action)));
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let found = self.best_of(game, &ranked, depth, alpha, beta);
        self.lists[depth as usize] = list;
        self.ranked[depth as usize] = ranked;
        let (value, action) = found?;
        if let Some(action) = action.filter(|_| value >= beta) {
            self.order.praise(game, action, depth);
        }
        let low = if value > alpha { value } else { 0.0 };
        let high = if value < beta { value } else { 1.0 };
        self.memory[place] = Memory { key, low, high, depth, action };
        Ok(value)
    }

    /// What a position looks like to the side to move.
    fn leaf(&mut self, game: &Piggyback, key: u64) -> f32 {
        let place = key as usize & (self.leaves.len() - 1);
        if self.leaves[place].0 != key {
            self.leaves[place] = (key, game.weigh(self.look.judge, self.draw(game.to)));
        }
        self.leaves[place].1
    }

    /// The best of these actions, within the bounds, and which it is.
    fn best_of(
        &mut self,
        game: &Piggyback,
        ranked: &[(f32, Action)],
        depth: isize,
        mut alpha: f32,
        beta: f32,
    ) -> Result<(f32, Option<Action>), Exhausted> {
        let mut best = (0.0, None);
        for (n, &(_, action)) in ranked.iter().enumerate() {
            let less = if is_attack(game, action) { 0 } else { less(depth, n) };
            let mut value = alpha + NARROW;
            if less > 0 {
                value = self.after(game, action, depth - less, alpha, value)?;
            }
            if value > alpha {
                value = self.after(game, action, depth, alpha, beta)?;
            }
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
        match game.wait {
            Wait::Move if game.quiet > 0 && self.look.impatience > 0.0 => {
                return self.idle(&game, seat, depth - 1, alpha, beta);
            }
            Wait::Move | Wait::Over { .. } => return self.value(&game, seat, depth - 1, alpha, beta),
            _ => {}
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

    /// The chance of `seat` after a quiet turn. What is hoped for fades a little towards a draw: where every line wins in
    /// the end, the quickest is the best, or winning would be put off for ever.
    fn idle(
        &mut self,
        game: &Piggyback,
        seat: Seat,
        depth: isize,
        alpha: f32,
        beta: f32,
    ) -> Result<f32, Exhausted> {
        let draw = self.draw(seat);
        let kept = 1.0 - self.look.impatience;
        let before = |bound: f32| (draw + (bound - draw) / kept).clamp(0.0, 1.0);
        let value = self.value(game, seat, depth, before(alpha), before(beta))?;
        Ok(draw + (value - draw) * kept)
    }
}

/// Positions that are remembered at most, and ends of lines.
const MOST_MEMORY: usize = 1 << 18;
const MOST_LEAVES: usize = 1 << 14;

/// How many turns less a quiet move is looked at that comes so late in the order: two from the fifth on, four from
/// the ninth on where that leaves one. Always an even number, so that the last word stays the same side's.
fn less(depth: isize, place: usize) -> isize {
    match place {
        LATER.. if depth >= 5 => 4,
        LATE.. if depth >= 3 => 2,
        _ => 0,
    }
}

/// Bounds that only ask whether a move is better than the best so far.
const NARROW: f32 = 1e-6;

const LATE: usize = 4;
const LATER: usize = 8;

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

#[cfg(test)]
mod tests {
    use table::Show;

    use super::*;
    use crate::think::FITTED;

    const POSITIONS: [&str; 4] = [
        "one c3*2+o b1 a1 / two c5+y h8 d6 / to one",
        "one c3+gg d1 / two c5*2 h8+m e6 / lying d4=o / to two",
        "one b2*3+yo / two d4 e5+o f3 / lying a4=y / to one",
        "one a1 d4 / two d5 h7 / to two",
    ];

    /// The chance of the side to move when every move is looked at equally far.
    fn plain(game: &Piggyback, depth: isize, impatience: f32) -> f32 {
        let seat = game.to;
        if depth == 0 {
            return game.weigh(FITTED.judge, 0.5);
        }
        let mut actions = Vec::new();
        game.options(seat, &mut actions);
        let after = |action| {
            let mut next = *game;
            next.play(&Step::Act(seat, action), &mut Log::off());
            let worth = |game: &Piggyback| match game.turn() {
                Turn::Over(outcome) => {
                    outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
                }
                _ => {
                    let kept = if game.quiet > 0 { 1.0 - impatience } else { 1.0 };
                    let mover = 0.5 + kept * (plain(game, depth - 1, impatience) - 0.5);
                    if game.to == seat { mover } else { 1.0 - mover }
                }
            };
            outcomes(next)
                .iter()
                .filter(|(chance, _)| *chance > 0.0)
                .map(|(chance, game)| chance * worth(game))
                .sum()
        };
        actions.into_iter().map(after).fold(0.0, f32::max)
    }

    fn search(look: Look<'_>) -> Search<'_> {
        let mut search = Search::new(look);
        search.begin(Seat::One, 1_000_000, &Budget::level(1));
        search
    }

    #[test]
    fn bounds_and_memory_change_nothing_and_late_moves_little() {
        for (text, impatience) in POSITIONS.into_iter().flat_map(|text| [(text, 0.0), (text, 0.05)]) {
            let game = Piggyback::set_up(text).unwrap();
            let mut search = search(Look { impatience, ..FITTED });
            for (depth, off) in [(1, 1e-5), (2, 1e-5), (3, 0.02)] {
                let found = search.best(&game, depth, 0.0, 1.0).unwrap();
                let plain = plain(&game, depth, impatience);
                assert!((found - plain).abs() <= off, "{text}, {depth} turns: {found} and {plain}");
            }
        }
    }

    #[test]
    fn a_quiet_turn_costs_who_leads_and_helps_who_is_behind() {
        for (text, leads) in
            [("one a1*3+oo b1*2 / two h8 / to one", true), ("one h8 / two a1*3+oo b1*2 / to one", false)]
        {
            let game = Piggyback::set_up(text).unwrap();
            let [calm, hasty] = [0.0, 0.01].map(|impatience| {
                let mut search = search(Look { impatience, ..FITTED });
                search.best(&game, 3, 0.0, 1.0).unwrap()
            });
            assert_eq!(hasty < calm, leads, "{text}: {calm} and {hasty}");
        }
    }

    #[test]
    fn who_dreams_fears_nothing() {
        for text in POSITIONS {
            let game = Piggyback::set_up(text).unwrap();
            let [sober, dreamt] = [false, true].map(|dreams| {
                let mut search = search(Look { dreams, ..FITTED });
                search.begin(game.to, 1_000_000, &Budget::level(1));
                search.best(&game, 3, 0.0, 1.0).unwrap()
            });
            assert!(dreamt > sober, "{text}: {dreamt} and {sober}");
        }
    }

    #[test]
    fn late_moves_keep_the_last_word_and_one_turn_at_least() {
        for depth in 1..=DEEPEST {
            for place in 0..40 {
                let less = less(depth, place);
                assert!(less % 2 == 0 && less < depth, "{depth} turns, place {place}: {less}");
            }
            assert_eq!(less(depth, 0), 0, "the first move is looked at in full");
        }
        assert!(less(7, 30) > less(7, 5));
    }

    #[test]
    fn a_new_thought_forgets_what_another_seat_thought_of_a_draw() {
        let game = Piggyback::set_up("one a1 d4 / two d5 h7 / quiet 20 / to one").unwrap();
        let mut search = search(Look { ambition: 0.2, ..FITTED });
        let mine = search.best(&game, 0, 0.0, 1.0).unwrap();
        search.begin(Seat::Two, 1_000_000, &Budget::level(1));
        assert!(search.best(&game, 0, 0.0, 1.0).unwrap() > mine + 0.05);
    }

    #[test]
    fn nodes_are_a_limit() {
        let game = Piggyback::set_up(POSITIONS[0]).unwrap();
        let mut search = Search::new(FITTED);
        search.begin(Seat::One, 500, &Budget::level(1));
        assert!(search.best(&game, 5, 0.0, 1.0).is_err());
        assert_eq!(search.nodes, 501);
    }
}

//! Playing on: a round is played to its end by two players that look one step ahead, each knowing its own cards
//! and coins of an imagined table only. What comes out, on the average of many tables, is what a plan is worth.

use table::{Game, Log, Odds, Seat, Step, Turn, rand::RngCore};

use super::{
    outlook::outlook,
    plans::{Plan, Planner, is_idle},
    value::Temper,
};
use crate::{Action, Chance, ToPieces, waits::Wait};

/// Somebody who plays tables on.
pub(super) struct Playout<'s> {
    /// How both players of it judge.
    pub(super) temper: &'s Temper,
    pub(super) rng: &'s mut dyn RngCore,
    /// Tables that were looked at.
    pub(super) nodes: u64,
    odds: Odds<Chance>,
    options: Vec<Action>,
}

impl<'s> Playout<'s> {
    pub(super) fn new(temper: &'s Temper, rng: &'s mut dyn RngCore) -> Playout<'s> {
        Playout { temper, rng, nodes: 0, odds: Odds::default(), options: Vec::with_capacity(256) }
    }

    /// The chance of `me` to win as it looks when round `last` was scored, and the first actions on the way.
    pub(super) fn play(&mut self, mut game: ToPieces, me: Seat, last: u8, line: &mut Vec<Action>) -> f32 {
        loop {
            match game.turn() {
                Turn::Over(outcome) => {
                    return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == me)));
                }
                _ if game.round > last => return outlook(&game, me, self.temper),
                Turn::Chance => {
                    game.odds(&mut self.odds);
                    let outcome = *self.odds.draw(self.rng);
                    game.play(&Step::Chance(outcome), &mut Log::off());
                }
                Turn::Act(seats) => {
                    let plan = self.best(&game, seats.first());
                    if line.len() < LINE && matches!(game.wait(), Some(Wait::Turn { .. })) {
                        line.push(plan.action);
                    }
                    game = plan.after;
                }
            }
        }
    }

    /// The table after an action and the best own answers to what it raises.
    pub(super) fn follow(&mut self, game: &ToPieces, seat: Seat, action: Action) -> ToPieces {
        let mut planner = Planner { temper: self.temper, me: seat, nodes: 0 };
        let after = planner.plan(game, seat, action).after;
        self.nodes += planner.nodes;
        after
    }

    /// What looks best to a seat.
    fn best(&mut self, game: &ToPieces, seat: Seat) -> Plan {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        game.options(seat, &mut options);
        let mut planner = Planner { temper: self.temper, me: seat, nodes: 0 };
        let mut best: Option<Plan> = None;
        // Here a summon comes to fight or to fetch a Treasure, nothing else.
        let calls = game.men(!seat).beside() | game.treasure_spaces();
        let strays = |action| matches!(action, Action::Summon(space) if !calls.contains(space));
        for &action in options.iter().filter(|&&action| !strays(action) && !is_idle(game, seat, action)) {
            let plan = planner.plan(game, seat, action);
            if best.as_ref().is_none_or(|best| plan.points > best.points) {
                best = Some(plan);
            }
        }
        self.nodes += planner.nodes;
        self.options = options;
        best.expect("there is something to do")
    }
}

/// So many actions of a line are told.
const LINE: usize = 4;

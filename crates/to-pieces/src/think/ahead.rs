//! Looking ahead: the own action, the reply, the answer to it, in an imagined table.
//!
//! The other side is thought to play the reply that hurts most, by what one knows oneself: its coins are those of
//! the imagined table, its objectives are guessed from its deck. Only the most promising plans are followed.

use table::{Game, Log, Odds, Seat, Step, Turn, rand::RngCore};

use super::{
    plans::{Plan, Planner, is_quiet},
    value::win,
};
use crate::{Action, ToPieces, characters::Token, waits::Wait};

/// What was found below a table.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The chance to win.
    pub(super) win: f32,
    /// The actions that are expected.
    pub(super) line: Vec<Action>,
}

/// A search and its dice.
pub(super) struct Search<'s> {
    pub(super) planner: Planner<'s>,
    pub(super) rng: &'s mut dyn RngCore,
}

impl Search<'_> {
    /// The most promising plans of a seat that is asked, best first.
    pub(super) fn plans(&mut self, game: &ToPieces, seat: Seat, width: usize) -> Vec<Plan> {
        let mut options = Vec::with_capacity(256);
        game.options(seat, &mut options);
        let mut plans: Vec<Plan> = Vec::with_capacity(width + 1);
        for action in options.into_iter().filter(|&action| !is_idle(game, seat, action)) {
            let plan = self.planner.plan(game, seat, action);
            let place = plans.partition_point(|other| other.points >= plan.points);
            if place < width {
                plans.truncate(width - 1);
                plans.insert(place, plan);
            }
        }
        plans
    }

    /// The value of a table, so many plies deep as there are widths. `gained` is what one expects beyond what
    /// the table shows.
    fn look(&mut self, game: &ToPieces, gained: f32, widths: &[usize]) -> Found {
        let Some(Wait::Turn { seat }) = game.wait() else { return self.stand(game, gained) };
        let Some((&width, deeper)) = widths.split_first() else { return self.stand(game, gained) };
        let own = seat == self.planner.me;
        let mut best: Option<Found> = None;
        for plan in self.plans(game, seat, width) {
            let mut found = self.after(plan.after, gained, deeper);
            if best.as_ref().is_none_or(|best| (found.win > best.win) == own && found.win != best.win) {
                found.line.insert(0, plan.action);
                best = Some(found);
            }
        }
        best.unwrap_or_else(|| self.stand(game, gained))
    }

    /// The value of a table after a plan. The cards of a swap are drawn, but it counts with its average worth.
    pub(super) fn after(&mut self, mut game: ToPieces, mut gained: f32, widths: &[usize]) -> Found {
        if let (Some(Wait::Card { seat, .. }), false) = (game.wait(), widths.is_empty()) {
            let me = self.planner.me;
            let average = self.planner.points(&game, me);
            let mut odds = Odds::default();
            while game.turn() == Turn::Chance {
                game.odds(&mut odds);
                let outcome = *odds.draw(self.rng);
                game.play(&Step::Chance(outcome), &mut Log::off());
            }
            if game.wait() == Some(Wait::Keep { seat })
                && let Some(kept) = self.plans(&game, seat, 1).pop()
            {
                game = kept.after;
            }
            gained += average - self.planner.points(&game, me);
        }
        self.look(&game, gained, widths)
    }

    /// The value of a table as it stands.
    fn stand(&mut self, game: &ToPieces, gained: f32) -> Found {
        let me = self.planner.me;
        let win = match game.turn() {
            Turn::Over(outcome) => outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == me))),
            _ => win(game, self.planner.points(game, me) + gained),
        };
        Found { win, line: Vec::new() }
    }
}

/// What a thinking player never does: a move of no step, a charge that hits nobody where a move would do.
fn is_idle(game: &ToPieces, seat: Seat, action: Action) -> bool {
    match action {
        _ if !matches!(game.wait(), Some(Wait::Turn { .. })) => false,
        Action::Move(from, to) => from == to,
        Action::Charge(from, _) => {
            let fresh = game.own(seat, from).is_some_and(|who| !game.tokens(who).has(Token::Move));
            fresh && is_quiet(game, seat, action)
        }
        _ => false,
    }
}

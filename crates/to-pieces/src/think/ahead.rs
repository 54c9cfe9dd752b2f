//! Looking ahead: the own action, the reply, the answer to it, over several imagined tables.
//!
//! Each side is thought to play by what it knows itself: an imagined opponent holds imagined cards and has no
//! idea of ours. So a node has two values, one for each seat, and whoever decides takes what is best in its own
//! eyes. Only the most promising plans of a node are followed.

use table::{BySeat, Game, Log, Odds, Seat, Step, Turn, rand::RngCore};

use super::{
    plans::{Plan, is_quiet, plan},
    value::{Temper, points, win},
};
use crate::{Action, ToPieces, characters::Token, waits::Wait};

/// What was found below a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The chance to win in the eyes of each seat.
    pub(super) win: BySeat<f32>,
    /// What whoever decides does first.
    pub(super) reply: Option<Action>,
}

/// A search in one imagined table.
pub(super) struct Search<'s> {
    pub(super) temper: &'s Temper,
    pub(super) rng: &'s mut dyn RngCore,
    /// Tables looked at.
    pub(super) nodes: u64,
}

impl Search<'_> {
    /// The most promising plans of a seat that is asked, best first.
    pub(super) fn plans(&mut self, game: &ToPieces, seat: Seat, width: usize) -> Vec<Plan> {
        let mut options = Vec::with_capacity(256);
        game.options(seat, &mut options);
        let mut plans: Vec<Plan> = Vec::with_capacity(width + 1);
        for action in options {
            if is_idle(game, seat, action) {
                continue;
            }
            self.nodes += 1;
            let plan = plan(game, seat, action, self.temper);
            let place = plans.partition_point(|other| other.points >= plan.points);
            if place < width {
                plans.truncate(width - 1);
                plans.insert(place, plan);
            }
        }
        plans
    }

    /// The value of a table after so many plies more.
    pub(super) fn look(&mut self, game: &ToPieces, gained: BySeat<f32>, widths: &[usize]) -> Found {
        let Some(Wait::Turn { seat }) = game.wait() else { return self.stand(game, gained) };
        let Some((&width, deeper)) = widths.split_first() else { return self.stand(game, gained) };
        let mut best: Option<Found> = None;
        for plan in self.plans(game, seat, width) {
            let found = self.after(plan.after, gained, deeper);
            if best.is_none_or(|best| found.win[seat] > best.win[seat]) {
                best = Some(Found { reply: Some(plan.action), ..found });
            }
        }
        best.unwrap_or_else(|| self.stand(game, gained))
    }

    /// The value of a table after a plan: a swap is drawn first, at its average worth.
    pub(super) fn after(&mut self, mut game: ToPieces, mut gained: BySeat<f32>, widths: &[usize]) -> Found {
        if let (Some(Wait::Card { seat, .. }), false) = (game.wait(), widths.is_empty()) {
            let average = points(&game, seat, self.temper);
            let mut odds = Odds::default();
            while game.turn() == Turn::Chance {
                game.odds(&mut odds);
                let outcome = *odds.draw(self.rng);
                game.play(&Step::Chance(outcome), &mut Log::off());
            }
            if game.wait() == Some(Wait::Keep { seat }) {
                let Some(kept) = self.plans(&game, seat, 1).pop() else { return self.stand(&game, gained) };
                game = kept.after;
            }
            gained[seat] += average - points(&game, seat, self.temper);
        }
        self.look(&game, gained, widths)
    }

    fn stand(&mut self, game: &ToPieces, gained: BySeat<f32>) -> Found {
        let win = BySeat::from_fn(|seat| match game.turn() {
            Turn::Over(outcome) => outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat))),
            _ => win(game, points(game, seat, self.temper) + gained[seat]),
        });
        Found { win, reply: None }
    }
}

/// What a thinking player never does: a charge that a move could replace, a move of no step.
fn is_idle(game: &ToPieces, seat: Seat, action: Action) -> bool {
    match action {
        Action::Move(from, to) if matches!(game.wait(), Some(Wait::Turn { .. })) => from == to,
        Action::Charge(from, _) if matches!(game.wait(), Some(Wait::Turn { .. })) => {
            let fresh = game.own(seat, from).is_some_and(|who| !game.tokens(who).has(Token::Move));
            fresh && is_quiet(game, seat, action)
        }
        _ => false,
    }
}

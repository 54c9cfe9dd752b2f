//! Whole actions: a decision together with the best own answers to what it raises, down to the point where the
//! other side or chance goes on.

use table::{Game, Log, Seat, Step};

use super::value::{Temper, keen, points};
use crate::{Action, ToPieces, characters::Token, side::Place, waits::Wait};

/// An action and the table after it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) action: Action,
    pub(super) after: ToPieces,
    pub(super) points: f32,
}

/// Whoever makes plans for both sides, and how many tables were looked at for them. The other is thought to
/// want the opposite: what it holds is guessed, never imagined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planner<'t> {
    pub(super) temper: &'t Temper,
    /// Whose eyes see the tables.
    pub(super) me: Seat,
    pub(super) nodes: u64,
}

impl Planner<'_> {
    /// The most promising plans of a seat that has these options, best first.
    pub(super) fn plans(
        &mut self,
        game: &ToPieces,
        seat: Seat,
        options: &[Action],
        width: usize,
    ) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::with_capacity(width + 1);
        for &action in options.iter().filter(|&&action| !is_idle(game, seat, action)) {
            let plan = self.plan(game, seat, action);
            let place = plans.partition_point(|other| other.points >= plan.points);
            if place < width {
                plans.truncate(width - 1);
                plans.insert(place, plan);
            }
        }
        plans
    }

    /// The table after an action and the best own answers to what it raises.
    pub(super) fn plan(&mut self, game: &ToPieces, seat: Seat, action: Action) -> Plan {
        let mut plan = Plan { action, after: played(game, seat, action), points: 0.0 };
        plan.points = self.finish(&mut plan.after, seat);
        plan
    }

    /// The worth of a table for a seat, as it looks to `me`.
    pub(super) fn points(&mut self, game: &ToPieces, seat: Seat) -> f32 {
        self.nodes += 1;
        let own = points(game, self.me, self.temper);
        if seat == self.me { own } else { -own }
    }

    /// Answers the own questions that are open as well as one look ahead can. Tells what comes out.
    fn finish(&mut self, game: &mut ToPieces, seat: Seat) -> f32 {
        if !is_raised(game.wait(), seat) {
            return self.points(game, seat);
        }
        let mut answers = Vec::with_capacity(32);
        game.options(seat, &mut answers);
        if matches!(game.wait(), Some(Wait::Summoned { .. })) {
            // It has come where it is wanted: no need to move.
            answers.retain(|answer| !matches!(answer, Action::Move(..)));
        }
        let mut best: Option<(ToPieces, f32)> = None;
        for answer in answers {
            let mut after = played(game, seat, answer);
            // The picks of a strategy are made one after the other, each the best as it stands.
            let worth = match after.wait() {
                Some(Wait::Effect { seat: user, .. }) if user == seat => self.points(&after, seat),
                _ => self.finish(&mut after, seat),
            };
            if best.as_ref().is_none_or(|(_, other)| worth > *other) {
                best = Some((after, worth));
            }
        }
        let worth;
        (*game, worth) = best.expect("a question has an answer");
        if is_raised(game.wait(), seat) { self.finish(game, seat) } else { worth }
    }
}

fn played(game: &ToPieces, seat: Seat, action: Action) -> ToPieces {
    let mut after = game.clone();
    after.play(&Step::Act(seat, action), &mut Log::off());
    after
}

/// Whether a question is raised by an own action and answered along with it.
pub(super) fn is_raised(wait: Option<Wait>, seat: Seat) -> bool {
    let small = matches!(
        wait,
        Some(
            Wait::Strike { .. }
                | Wait::Step { .. }
                | Wait::Spoils { .. }
                | Wait::Summoned { .. }
                | Wait::Effect { .. }
        )
    );
    small && wait.and_then(Wait::seat) == Some(seat)
}

/// Whether an action is a walk and nothing more.
pub(super) fn is_quiet(game: &ToPieces, seat: Seat, action: Action) -> bool {
    match action {
        Action::Move(..) => true,
        Action::Charge(_, to) => (to.beside() & game.men(!seat)).is_empty(),
        _ => false,
    }
}

/// What a thinking player never does: a move of no step, a charge that hits nobody where a move would do, to put
/// a coin on the board whose strategy is more useful than that of another.
pub(super) fn is_idle(game: &ToPieces, seat: Seat, action: Action) -> bool {
    match action {
        Action::Put(number, _) => {
            let useful = |n: u8| keen(&game.sheet(seat).strategy(n).effects);
            let mut others = game.sides[seat].coins(Place::Unplaced);
            others.any(|n| (useful(n), n) < (useful(number), number))
        }
        _ if !matches!(game.wait(), Some(Wait::Turn { .. })) => false,
        Action::Move(from, to) => from == to,
        Action::Charge(from, _) => {
            let fresh = game.own(seat, from).is_some_and(|who| !game.tokens(who).has(Token::Move));
            fresh && is_quiet(game, seat, action)
        }
        _ => false,
    }
}

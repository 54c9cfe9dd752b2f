//! Whole actions: a decision together with the best own answers to what it raises, down to the point where the
//! other side or chance goes on.

use table::{Game, Log, Seat, Step};

use super::value::{Temper, points};
use crate::{Action, ToPieces, waits::Wait};

/// An action and the table after it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) action: Action,
    pub(super) after: ToPieces,
    pub(super) points: f32,
}

/// The table after an action and the best own answers to what it raises.
pub(super) fn plan(game: &ToPieces, seat: Seat, action: Action, temper: &Temper) -> Plan {
    let mut after = game.clone();
    after.play(&Step::Act(seat, action), &mut Log::off());
    let (after, points) = finish(after, seat, temper);
    Plan { action, after, points }
}

/// Whether a question is raised by an own action and answered along with it.
fn is_raised(wait: Option<Wait>, seat: Seat) -> bool {
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

/// Answers the own questions that are open as well as one look ahead can.
fn finish(game: ToPieces, seat: Seat, temper: &Temper) -> (ToPieces, f32) {
    if !is_raised(game.wait(), seat) {
        let worth = points(&game, seat, temper);
        return (game, worth);
    }
    let mut answers = Vec::with_capacity(32);
    game.options(seat, &mut answers);
    if matches!(game.wait(), Some(Wait::Summoned { .. })) {
        // It has come where it is wanted: no need to move.
        answers.retain(|answer| !matches!(answer, Action::Move(..)));
    }
    let chain = matches!(game.wait(), Some(Wait::Effect { .. }));
    let mut best: Option<(ToPieces, f32)> = None;
    for answer in answers {
        let mut after = game.clone();
        after.play(&Step::Act(seat, answer), &mut Log::off());
        let further = chain && matches!(after.wait(), Some(Wait::Effect { seat: user, .. }) if user == seat);
        let (after, worth) = if further {
            let worth = points(&after, seat, temper);
            (after, worth)
        } else {
            finish(after, seat, temper)
        };
        if best.as_ref().is_none_or(|(_, other)| worth > *other) {
            best = Some((after, worth));
        }
    }
    let (after, worth) = best.expect("a question has an answer");
    // The picks of a strategy are made one after the other, each the best as it stands.
    if is_raised(after.wait(), seat) { finish(after, seat, temper) } else { (after, worth) }
}

/// Whether an action is a walk and nothing more.
pub(super) fn is_quiet(game: &ToPieces, seat: Seat, action: Action) -> bool {
    match action {
        Action::Move(..) => true,
        Action::Charge(_, to) => (to.beside() & game.men(!seat)).is_empty(),
        _ => false,
    }
}

//! What a player says about its decision.

use table::{Game, Log, Seat, Step, Values};

use super::inputs::is_contact;
use crate::{Action, BackgammonWars, Mark, board::POINTS};

/// The sentence for a plan that begins with the decision.
pub(super) fn why(game: &BackgammonWars, seat: Seat, steps: &[Action]) -> (&'static str, Values) {
    let plain = |key| (key, Values::new());
    match steps.first() {
        Some(Action::Play(play)) => ("backgammon-wars.hint.card", vec![("card", play.card.name().into())]),
        Some(Action::Pass) => plain("backgammon-wars.hint.pass"),
        Some(Action::Roll) => plain("backgammon-wars.hint.roll"),
        Some(Action::Shoot | Action::Shot { .. }) => plain("backgammon-wars.hint.shoot"),
        Some(Action::Hex | Action::Push { .. }) => plain("backgammon-wars.hint.hex"),
        Some(Action::Keep(..)) => plain("backgammon-wars.hint.keep"),
        Some(Action::End) | None => plain("backgammon-wars.hint.end"),
        Some(Action::Draw) => plain("backgammon-wars.hint.draw"),
        Some(Action::Double | Action::Move { .. }) => moves(game, seat, steps),
    }
}

fn moves(game: &BackgammonWars, seat: Seat, steps: &[Action]) -> (&'static str, Values) {
    let marked =
        |wanted| steps.iter().any(|step| matches!(step, Action::Move { mark, .. } if *mark == wanted));
    let plain = |key| (key, Values::new());
    if marked(Mark::Trap) {
        return plain("backgammon-wars.hint.trap");
    }
    if marked(Mark::Hit) {
        return plain("backgammon-wars.hint.hit");
    }
    if steps.iter().any(|step| matches!(step, Action::Move { to: 0, .. })) {
        return plain("backgammon-wars.hint.off");
    }
    if !is_contact(game) {
        return plain("backgammon-wars.hint.race");
    }
    let after = played(game, seat, steps);
    if after.board.many(seat).count_ones() > game.board.many(seat).count_ones() {
        return plain("backgammon-wars.hint.point");
    }
    match lone(&after, seat) {
        0 => plain("backgammon-wars.hint.safe"),
        lone => ("backgammon-wars.hint.risk", vec![("lone", lone.into())]),
    }
}

/// The units that stand alone.
fn lone(game: &BackgammonWars, seat: Seat) -> u32 {
    (game.board.occupied(seat) & POINTS & !game.board.many(seat)).count_ones()
}

/// The plan as far as it can be played without answers.
fn played(game: &BackgammonWars, seat: Seat, steps: &[Action]) -> BackgammonWars {
    let mut after = game.clone();
    for &step in steps {
        if after.check(seat, &step).is_err() {
            break;
        }
        after.play(&Step::Act(seat, step), &mut Log::off());
    }
    after
}

//! What a table is worth once the side to move has used what came: a roll is judged by its best use.

use table::{Log, Seat, Step, Turn};

use crate::Think;

/// So many steps of one side are used up in a row before the table is judged.
const STEPS: usize = 8;

/// The chance of `seat` to win, after the side that is asked has done what looks best to [`Think::worth`], step by step,
/// until somebody else is asked or chance is. Where actions cannot be listed, or both are asked, the table as it stands.
pub(crate) fn settled<G: Think>(game: &G, seat: Seat) -> f32 {
    let Some(mover) = sole(game.turn()).filter(|_| !G::CONTINUOUS) else { return at_sight(game, seat) };
    let mut options = Vec::new();
    let mut table = game.clone();
    for _ in 0..STEPS {
        options.clear();
        table.options(mover, &mut options);
        let mut best: Option<(f32, G)> = None;
        for action in options.drain(..) {
            let mut after = table.clone();
            after.play(&Step::Act(mover, action), &mut Log::off());
            let worth = at_sight(&after, mover);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, after));
            }
        }
        let Some((_, after)) = best else { break };
        table = after;
        if sole(table.turn()) != Some(mover) {
            break;
        }
    }
    at_sight(&table, seat)
}

/// The one seat that is asked.
fn sole(turn: Turn) -> Option<Seat> {
    match turn {
        Turn::Act(seats) if seats.iter().count() == 1 => Some(seats.first()),
        _ => None,
    }
}

fn at_sight<G: Think>(game: &G, seat: Seat) -> f32 {
    match game.turn() {
        Turn::Over(outcome) => outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat))),
        _ => game.worth(seat),
    }
}

//! A shot in a few pictures, for a terminal.

use discs::Trace;
use table::Seat;

use crate::{Name, Piece, PitchOut, Spot, canvas::Canvas};

/// Pictures of one second of the shot. Bodies slide for a second at most, so a shot has a dozen or two.
const PICTURES: f64 = 20.0;

/// The shot from the flick to rest; `before` is the table before it, `bodies` names the bodies of the trace.
pub(crate) fn frames(before: &PitchOut, bodies: &[String], trace: &Trace) -> Vec<String> {
    let last = (trace.outcome.end * PICTURES).ceil() as u32;
    (0..=last).map(|n| frame(before, bodies, trace, f64::from(n) / PICTURES)).collect()
}

fn frame(before: &PitchOut, bodies: &[String], trace: &Trace, t: f64) -> String {
    let mut canvas = Canvas::empty(before);
    let pieces = bodies.iter().enumerate().filter_map(|(body, name)| Some((body, name.parse().ok()?)));
    // Obstacles first, so that the letters of pawns stay on top.
    let (blocks, pawns): (Vec<_>, Vec<_>) = pieces.partition(|(_, piece)| matches!(piece, Piece::Block(_)));
    for (body, piece) in blocks.into_iter().chain(pawns) {
        if trace.falls.iter().any(|fall| fall.body == body && fall.t <= t) {
            continue;
        }
        let moved = trace.paths.iter().rfind(|path| path.body == body && path.t0 <= t);
        let moved = moved.map(|path| path.at(t, trace.friction));
        match piece {
            Piece::Block(block) => {
                let still =
                    || before.lie(block).map(|lie| (lie.x.into(), lie.y.into(), f64::from(lie.turn) / 100.0));
                let at = moved.map(|(x, y, turn)| (10.0 * x, 10.0 * y, turn.to_degrees()));
                if let Some((x, y, degrees)) = at.or_else(still) {
                    canvas.block(block, x, y, degrees);
                }
            }
            Piece::Pawn(seat, name) => {
                let at = moved.map(|(x, y, _)| Spot { x: (10.0 * x) as i16, y: (10.0 * y) as i16 });
                if let Some(spot) = at.or(before.squads[seat].spot(name)) {
                    canvas.pawn(before, seat, name, spot);
                    // A stack is one body, named after the pawn below (P4).
                    let rider =
                        before.stack.filter(|stack| seat != before.rulings.hoods && stack.below == name);
                    let rider = rider.map(|stack| stack.rider).filter(|&rider| !flies(bodies, !seat, rider));
                    rider.into_iter().for_each(|rider| canvas.pawn(before, !seat, rider, spot));
                }
            }
        }
    }
    canvas.text()
}

/// Whether a pawn is a body of its own in the shot: a rider that is flicked off is.
fn flies(bodies: &[String], seat: Seat, name: Name) -> bool {
    bodies.contains(&Piece::Pawn(seat, name).to_string())
}

//! Distances between bodies that lie still, for the rules of games. Integers in; differences are taken before any
//! division, so that whole tenths of a millimetre stay exact.

use crate::{
    Body, Shape, Table,
    detect::{Meeting, face, features},
    evolve::Pose,
    law::{CORE, PAWN_RADIUS, ROUNDING, TOUCHING_AT_REST},
    turns,
};

/// Sines blur gaps by far less than this (mm); comparisons with a limit allow for it.
const BLUR: f64 = 1e-9;

/// A rectangle along the table's edges, in 1/10 mm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rect {
    pub left: i32,
    pub right: i32,
    pub bottom: i32,
    pub top: i32,
}

/// The gap between two bodies in mm; negative when they overlap.
pub fn gap(a: &Body, b: &Body) -> f64 {
    let (here, there) = (pose(a, a), pose(b, a));
    let meeting = Meeting::of(a.is_pawn(), b.is_pawn());
    let closest = match meeting {
        Meeting::Pawns => -2.0 * PAWN_RADIUS,
        Meeting::Obstacles => -2.0 * ROUNDING,
        _ => -PAWN_RADIUS - ROUNDING,
    };
    let (mut least, mut seen) = (f64::INFINITY, 0);
    features(meeting, &here, &there, |feature| {
        least = least.min(feature.gap);
        seen += 1;
        false
    });
    // A feature that is ignored in a shot (P10: distance 0) is as deep an overlap as there is.
    let all = if meeting == Meeting::Obstacles { 8 } else { 1 };
    if seen < all { closest } else { least }
}

/// Do two bodies overlap? Touching is no overlap.
pub fn overlap(a: &Body, b: &Body) -> bool {
    gap(a, b) < -BLUR
}

/// Do two bodies touch at rest, or overlap: is the gap at most 0.5 mm?
pub fn touch_at_rest(a: &Body, b: &Body) -> bool {
    gap(a, b) <= TOUCHING_AT_REST + BLUR
}

/// Are two bodies at least `tenths` of a millimetre apart?
pub fn clear_by(a: &Body, b: &Body, tenths: i32) -> bool {
    gap(a, b) >= f64::from(tenths) / 10.0 - BLUR
}

/// The gap between a body and the nearest edge of the table in mm; negative when it hangs over.
pub fn edge_gap(body: &Body, table: &Table) -> f64 {
    margin(body, &Rect { left: 0, right: table.width, bottom: 0, top: table.depth })
}

/// Does a body lie wholly inside a rectangle? Touching its sides is inside.
pub fn inside(body: &Body, rect: &Rect) -> bool {
    margin(body, rect) >= -BLUR
}

/// Is the centre of a body on the table (P15)?
pub fn on_table(body: &Body, table: &Table) -> bool {
    (0..=table.width).contains(&body.x) && (0..=table.depth).contains(&body.y)
}

/// The direction of the contact normal from a pawn to an obstacle in 0..36000, rounded to 1/100 degree. Nothing when
/// the first is no pawn, the second no obstacle, or the pawn's centre lies in the obstacle's core.
pub fn contact_direction(pawn: &Body, obstacle: &Body) -> Option<i32> {
    if !pawn.is_pawn() || obstacle.is_pawn() {
        return None;
    }
    let facing = face(&pose(obstacle, pawn), 0.0, 0.0)?;
    Some(turns::direction(-facing.nx, -facing.ny))
}

/// The least distance from a body's rim to the sides of a rectangle.
fn margin(body: &Body, rect: &Rect) -> f64 {
    let room = |from: i32, to: i32| (i64::from(to) - i64::from(from)) as f64 / 10.0;
    let sides = [
        room(rect.left, body.x),
        room(body.x, rect.right),
        room(rect.bottom, body.y),
        room(body.y, rect.top),
    ];
    let half = match body.shape {
        Shape::Pawn => PAWN_RADIUS,
        Shape::Obstacle { turn } => {
            let (sin, cos) = turns::sin_cos(turn);
            CORE * (sin.abs() + cos.abs()) + ROUNDING
        }
    };
    sides.into_iter().fold(f64::INFINITY, f64::min) - half
}

/// A body at rest, seen from the centre of `origin`.
fn pose(body: &Body, origin: &Body) -> Pose {
    let tenths = |to: i32, from: i32| (i64::from(to) - i64::from(from)) as f64 / 10.0;
    let turn = match body.shape {
        Shape::Pawn => 0,
        Shape::Obstacle { turn } => turn,
    };
    let (sin, cos) = turns::sin_cos(turn);
    let (x, y) = (tenths(body.x, origin.x), tenths(body.y, origin.y));
    Pose { x, y, vx: 0.0, vy: 0.0, ax: 0.0, ay: 0.0, cos, sin, turn: turns::radians(turn), spin: 0.0 }
}

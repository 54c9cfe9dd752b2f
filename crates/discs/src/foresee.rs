//! When two bodies meet next (P11). When one slides straight and the other rests it is a quadratic (`straight.rs`);
//! else it is found by conservative advancement. At any instant the normal of a feature is an axis
//! that separates the two bodies; along this fixed axis their motion is a parabola (turning adds a bounded
//! acceleration), so until the first root of that parabola they cannot meet. Along an axis that turns with an obstacle
//! it is another parabola; the later of both counts. Jumping there and looking again converges like Newton's method
//! and never passes a first contact, however fast or thin.

use crate::{
    detect::{CORNERS, Facing, Meeting, face, first_contact, turned},
    evolve::{Mover, Pose},
    law::{CORNER, CREEP, HAIR, PAWN_RADIUS, ROUNDING, SPIN_FRICTION, TOUCH},
    straight::straight,
};

/// What is known about the next contact of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Next {
    /// No contact is earlier than this; look again then. Infinite: they will not meet.
    pub(crate) due: f64,
    /// Before this the gap is more than TOUCH, or they do not approach.
    pub(crate) zone: f64,
    /// They do meet then; else it is only when to look again.
    pub(crate) sure: bool,
}

impl Next {
    pub(crate) const NEVER: Next = Next { due: f64::INFINITY, zone: f64::INFINITY, sure: false };
}

/// Looks between two jumps before the search is put off; the rest is done only if nothing else happens first.
const PATIENCE: usize = 40;
/// A turning axis is followed for at most so long, in s, because what bends the parabola is bounded for that time only.
const BRIEF: f64 = 1e-3;
/// The work of one look at a pair, and at two obstacles with all their corners.
const LOOKS: u32 = 2;
const CORNER_LOOKS: u32 = 12;
/// Overlap that a step of a pressed pair may add at most, in mm; a tenth of what P17 allows.
const PRESS: f64 = 1e-4;

/// When `a` and `b` (lower index first) meet next, seen from `now`. Beyond `horizon` something else will have
/// happened, so the search does not go on there. `work` counts what it takes.
pub(crate) fn foresee(a: &Mover, b: &Mover, now: f64, horizon: f64, work: &mut u32) -> Next {
    *work += 1;
    match (a.moves(now), b.moves(now)) {
        (false, false) => return Next::NEVER,
        (true, false) if !a.turns(now) => return straight(a, b, now),
        (false, true) if !b.turns(now) => return straight(b, a, now),
        _ => {}
    }
    // Two that are farther apart than both can slide never meet.
    let (ax, ay) = a.place(now);
    let (bx, by) = b.place(now);
    let (dx, dy) = (bx - ax, by - ay);
    let most = extent(a) + extent(b) + a.reach() + b.reach();
    if dx * dx + dy * dy > most * most {
        return Next::NEVER;
    }
    let meeting = Meeting::of(a.round, b.round);
    if meeting == Meeting::Pawns {
        return search(meeting, a, b, now, horizon, work);
    }
    // The circles around both must meet first.
    match circles_meet(a, b, now, extent(a) + extent(b)) {
        Some(start) if start > horizon => Next { due: start, zone: start, sure: false },
        Some(start) => search(meeting, a, b, start, horizon, work),
        None => Next::NEVER,
    }
}

/// A time before which the circles of radius sum `reach` around the centres do not meet; nothing if they never do.
fn circles_meet(a: &Mover, b: &Mover, now: f64, reach: f64) -> Option<f64> {
    let mut t = now;
    let end = later(a.end(), b.end());
    for _ in 0..4 {
        let (pa, pb) = (a.slide(t), b.slide(t));
        let (dx, dy) = (pb.x - pa.x, pb.y - pa.y);
        let distance = (dx * dx + dy * dy).sqrt();
        let gap = distance - reach;
        if gap <= 1.0 {
            return Some(t);
        }
        let (nx, ny) = (dx / distance, dy / distance);
        let slope = (pb.vx - pa.vx) * nx + (pb.vy - pa.vy) * ny;
        let bend = (pb.ax - pa.ax) * nx + (pb.ay - pa.ay) * ny;
        let step = root(gap, slope, bend);
        let window = window(a, b, t);
        if t + step < window {
            t += step;
        } else if window < end {
            t = window;
        } else {
            return None;
        }
        if t >= later(a.stop, b.stop) {
            return None;
        }
    }
    Some(t)
}

/// The search itself, from `now`, for any pair of which both move or one turns.
fn search(meeting: Meeting, a: &Mover, b: &Mover, now: f64, horizon: f64, work: &mut u32) -> Next {
    let weight = if meeting == Meeting::Obstacles { CORNER_LOOKS } else { LOOKS };
    let end = later(a.end(), b.end());
    let mut t = now;
    let mut zone = now;
    let mut pressed_since = None;
    for tries in 0.. {
        if t >= end {
            return Next::NEVER;
        }
        // On a straight relative path the distance to a convex thing is convex: what does not approach never will.
        let straight = (t < a.stop) != (t < b.stop) && !a.turns(t) && !b.turns(t);
        *work += weight;
        let look = look(meeting, &a.pose(t), &b.pose(t), straight);
        if look.contact {
            let due = match pressed_since {
                Some(before) => first_press(meeting, a, b, before, t),
                None => t,
            };
            return Next { due, zone: sooner(zone, due), sure: true };
        }
        if tries == PATIENCE {
            break;
        }
        pressed_since = look.pressed.then_some(t);
        if look.gap > TOUCH || look.pressed {
            zone = t;
        }
        let window = window(a, b, t);
        let next = t + look.step;
        t = if next < window {
            // Rounding must not hold the clock.
            later(next, t + 4e-16 * (1.0 + t))
        } else if window < end {
            window
        } else {
            return Next::NEVER;
        };
        if t > horizon && !look.pressed {
            break;
        }
    }
    Next { due: t, zone: sooner(zone, t), sure: false }
}

/// The end of the time during which both bodies keep their acceleration.
fn window(a: &Mover, b: &Mover, t: f64) -> f64 {
    match (t < a.stop, t < b.stop) {
        (true, true) => sooner(a.stop, b.stop),
        (true, false) => a.stop,
        (false, true) => b.stop,
        (false, false) => later(a.end(), b.end()),
    }
}

/// What one look at a pair tells.
struct Look {
    straight: bool,
    /// A feature is closed and its bodies approach.
    contact: bool,
    /// A feature is closed, but does not approach: watch its speed, not its gap.
    pressed: bool,
    gap: f64,
    /// For so long nothing can happen.
    step: f64,
}

impl Look {
    fn note(&mut self, gap: f64, approach: f64, step: f64, pressed: bool) {
        self.contact |= gap <= HAIR && approach > CREEP;
        self.pressed |= pressed;
        self.gap = sooner(self.gap, gap);
        if !(pressed && self.straight) {
            self.step = sooner(self.step, step);
        }
    }
}

fn look(meeting: Meeting, a: &Pose, b: &Pose, straight: bool) -> Look {
    let mut look = Look { straight, contact: false, pressed: false, gap: f64::INFINITY, step: f64::INFINITY };
    match meeting {
        Meeting::Pawns => look_at_pawns(a, b, &mut look),
        Meeting::PawnObstacle => look_at_point(a, (0.0, 0.0), b, PAWN_RADIUS + ROUNDING, &mut look),
        Meeting::ObstaclePawn => look_at_point(b, (0.0, 0.0), a, PAWN_RADIUS + ROUNDING, &mut look),
        Meeting::Obstacles => {
            for (u, v) in CORNERS {
                look_at_point(a, turned(a, u, v), b, 2.0 * ROUNDING, &mut look);
            }
            for (u, v) in CORNERS {
                look_at_point(b, turned(b, u, v), a, 2.0 * ROUNDING, &mut look);
            }
        }
    }
    look
}

fn look_at_pawns(a: &Pose, b: &Pose, look: &mut Look) {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let distance = (dx * dx + dy * dy).sqrt();
    let (vx, vy) = (b.vx - a.vx, b.vy - a.vy);
    if distance == 0.0 {
        return look.note(0.0, 0.0, press(0.0, vx * vx + vy * vy, 1.0, 0.0), true);
    }
    let (nx, ny) = (dx / distance, dy / distance);
    let slope = vx * nx + vy * ny;
    let (ax, ay) = (b.ax - a.ax, b.ay - a.ay);
    let gap = distance - 2.0 * PAWN_RADIUS;
    if gap > HAIR {
        return look.note(gap, -slope, root(gap, slope, ax * nx + ay * ny), false);
    }
    let freed = if gap >= -HAIR && slope > 0.0 { root(0.0, slope, ax * nx + ay * ny) } else { 0.0 };
    let across = vx * vx + vy * vy - slope * slope;
    let brake = (ax * ax + ay * ay).sqrt();
    let pressed = press(-slope, across, distance, brake);
    if freed > pressed { look.note(gap, -slope, freed, false) } else { look.note(gap, -slope, pressed, true) }
}

/// A point of `body` (from its centre) over against the core of `square`.
fn look_at_point(body: &Pose, point: (f64, f64), square: &Pose, reach: f64, look: &mut Look) {
    let swing = |pose: &Pose| if pose.spin == 0.0 { 0.0 } else { pose.spin * pose.spin + SPIN_FRICTION };
    let own_swing = if point == (0.0, 0.0) { 0.0 } else { swing(body) * CORNER };
    let swings = own_swing + swing(square) * CORNER;
    let (vx, vy) = (body.vx - body.spin * point.1 - square.vx, body.vy + body.spin * point.0 - square.vy);
    let (ax, ay) = (body.ax - square.ax, body.ay - square.ay);
    let Some(facing) = face(square, body.x + point.0, body.y + point.1) else {
        return look.note(0.0, 0.0, press(0.0, vx * vx + vy * vy, 1.0, swings), true);
    };
    let Facing { distance, nx, ny, near } = facing;
    let gap = distance - reach;
    let slide = vx * nx + vy * ny;
    let slope = slide - square.spin * (near.0 * ny - near.1 * nx);
    let bend = ax * nx + ay * ny - swings;
    if gap > HAIR {
        let slowest = slide - square.spin.abs() * CORNER;
        if stays_open(gap, slowest, bend, look.step) {
            return;
        }
        let step = free(square, &facing, gap, slide, bend);
        let brake = (ax * ax + ay * ay).sqrt() + own_swing;
        let turning = free_while_turning(square, distance, gap, slope, (vx * vx + vy * vy).sqrt(), brake);
        return look.note(gap, -slope, later(step, turning), false);
    }
    let freed = if gap >= -HAIR && slope > 0.0 { free(square, &facing, 0.0, slide, bend) } else { 0.0 };
    let (rx, ry) = (vx + square.spin * near.1, vy - square.spin * near.0);
    let total = (rx * rx + ry * ry).sqrt() + square.spin.abs() * CORNER;
    let brake = (ax * ax + ay * ay).sqrt() + swings + 2.0 * square.spin.abs() * total;
    let pressed = press(-slope, total * total, distance, brake);
    if freed > pressed { look.note(gap, -slope, freed, false) } else { look.note(gap, -slope, pressed, true) }
}

/// For how long a point stays off the core along the axis of `facing`: each corner of a turning core on its own
/// parabola.
fn free(square: &Pose, facing: &Facing, gap: f64, slide: f64, bend: f64) -> f64 {
    if square.spin == 0.0 {
        return root(gap, slide, bend);
    }
    let Facing { nx, ny, near, .. } = *facing;
    let support = near.0 * nx + near.1 * ny;
    let mut step = f64::INFINITY;
    for (u, v) in CORNERS {
        let corner = turned(square, u, v);
        let behind = support - (corner.0 * nx + corner.1 * ny);
        let behind = if behind > 0.0 { behind } else { 0.0 };
        let slope = slide - square.spin * (corner.0 * ny - corner.1 * nx);
        if !stays_open(gap + behind, slope, bend, step) {
            step = sooner(step, root(gap + behind, slope, bend));
        }
    }
    step
}

/// For how long a point stays off a turning core along an axis that turns with it, which the core never crosses
/// either. There the gap closes with its true speed, while a fixed axis is soon crossed by the far end of a side that
/// sweeps along the point: a pair that hardly approaches would take a thousand looks.
fn free_while_turning(square: &Pose, distance: f64, gap: f64, slope: f64, speed: f64, brake: f64) -> f64 {
    let spin = square.spin.abs();
    if spin == 0.0 {
        return 0.0;
    }
    let speed = speed + brake * BRIEF;
    let away = CORNER + distance + speed * BRIEF;
    let bend = brake + 2.0 * spin * speed + (spin * spin + SPIN_FRICTION) * away;
    sooner(root(gap, slope, -bend), BRIEF)
}

/// Is gap + slope·t + ½·bend·t² known to be positive until `step`?
fn stays_open(gap: f64, slope: f64, bend: f64, step: f64) -> bool {
    step < f64::INFINITY && bend <= 0.0 && gap + step * (slope + 0.5 * bend * step) > 0.0
}

/// The first time > 0 at which gap + slope·t + ½·bend·t² = 0, for gap ≥ 0; infinite if there is none.
fn root(gap: f64, slope: f64, bend: f64) -> f64 {
    if slope > 0.0 {
        if bend >= 0.0 {
            return f64::INFINITY;
        }
        return (slope + (slope * slope - 2.0 * bend * gap).sqrt()) / -bend;
    }
    let square = slope * slope - 2.0 * bend * gap;
    if square < 0.0 {
        return f64::INFINITY;
    }
    let sum = square.sqrt() - slope;
    if sum > 0.0 { 2.0 * gap / sum } else { f64::INFINITY }
}

/// For how long a closed pair that does not approach may go unwatched: until the approach speed could pass CREEP,
/// or the overlap could grow by PRESS.
fn press(approach: f64, across: f64, distance: f64, brake: f64) -> f64 {
    let change = brake + across.abs() / distance;
    if change == 0.0 {
        return f64::INFINITY;
    }
    later((CREEP - approach) / change, (2.0 * PRESS / change).sqrt())
}

/// The instant between `before` (no contact) and `after` (contact) at which a pressed pair begins to approach.
fn first_press(meeting: Meeting, a: &Mover, b: &Mover, before: f64, after: f64) -> f64 {
    let (mut low, mut high) = (before, after);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if first_contact(meeting, &a.pose(middle), &b.pose(middle), HAIR).is_some() {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Radius of the circle around a body.
pub(crate) fn extent(body: &Mover) -> f64 {
    if body.round { PAWN_RADIUS } else { CORNER + ROUNDING }
}

pub(crate) fn sooner(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn later(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

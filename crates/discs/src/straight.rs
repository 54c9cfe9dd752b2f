//! When a body that slides without turning meets one at rest (P6, P11): closed forms. The distance of a straight path
//! to a convex thing is convex, so bodies that touch and do not approach now never will. Chords are computed from
//! cross products: a pass at exactly the reach is no hit.

use crate::{
    detect::{CORNERS, turned},
    evolve::{Mover, Pose},
    foresee::{Next, extent, sooner},
    law::{CORE, CREEP, HAIR, PAWN_RADIUS, ROUNDING, TOUCH},
};

/// Where a ray of unit direction meets something.
#[derive(Clone, Copy, Debug)]
struct Hit {
    /// Along the ray.
    way: f64,
    /// Cosine between the ray and the normal there.
    cosine: f64,
}

/// When `mover`, sliding and not turning, meets `other`, which rests.
pub(crate) fn straight(mover: &Mover, other: &Mover, now: f64) -> Next {
    let (px, py) = mover.place(now);
    let (ox, oy) = other.place(now);
    let (ux, uy) = mover.direction();
    let (dx, dy) = (ox - px, oy - py);
    if mover.round && other.round {
        return match disc((dx, dy), (ux, uy), 2.0 * PAWN_RADIUS) {
            Some(hit) => arrive(mover, now, hit),
            None => Next::NEVER,
        };
    }
    // The circles around both must meet.
    let reach = extent(mover) + extent(other);
    let ahead = dx * ux + dy * uy;
    let beside = dx * uy - dy * ux;
    if ahead < -reach || beside > reach || beside < -reach {
        return Next::NEVER;
    }
    if other.round {
        return core(mover, now, &mover.pose(now), (ox, oy), (-ux, -uy), PAWN_RADIUS + ROUNDING);
    }
    let square = other.pose(now);
    if mover.round {
        return core(mover, now, &square, (px, py), (ux, uy), PAWN_RADIUS + ROUNDING);
    }
    let own = mover.pose(now);
    let mut next = Next::NEVER;
    for (u, v) in CORNERS {
        let (a, b) = (turned(&own, u, v), turned(&square, u, v));
        let mine = core(mover, now, &square, (px + a.0, py + a.1), (ux, uy), 2.0 * ROUNDING);
        let its = core(mover, now, &own, (ox + b.0, oy + b.1), (-ux, -uy), 2.0 * ROUNDING);
        next.due = sooner(next.due, sooner(mine.due, its.due));
        next.zone = sooner(next.zone, sooner(mine.zone, its.zone));
    }
    next
}

/// The time of a hit, if the mover gets so far and still approaches there.
fn arrive(mover: &Mover, now: f64, hit: Hit) -> Next {
    let speed = mover.speed(now);
    let left = speed * speed - 2.0 * mover.brake() * hit.way;
    if left <= 0.0 {
        return Next::NEVER;
    }
    let left = left.sqrt();
    let approach = left * hit.cosine;
    if approach <= CREEP {
        return Next::NEVER;
    }
    let due = now + 2.0 * hit.way / (speed + left);
    // The gap is convex in time: it takes no longer than this from TOUCH to nothing.
    Next { due, zone: due - TOUCH / approach }
}

/// Where a ray from the origin meets the circle of radius `reach` around (dx, dy).
fn disc((dx, dy): (f64, f64), (ux, uy): (f64, f64), reach: f64) -> Option<Hit> {
    let ahead = dx * ux + dy * uy;
    if ahead <= 0.0 {
        return None;
    }
    let square = dx * dx + dy * dy;
    let apart = square - reach * reach;
    if apart <= 2.0 * reach * HAIR {
        return Some(Hit { way: 0.0, cosine: ahead / square.sqrt() });
    }
    let beside = (dx * uy - dy * ux).abs();
    let half_chord = (reach - beside) * (reach + beside);
    if half_chord <= 0.0 {
        return None;
    }
    let half_chord = half_chord.sqrt();
    Some(Hit { way: apart / (ahead + half_chord), cosine: half_chord / reach })
}

/// When a point that moves like the mover relative to `square` comes within `reach` of its core.
fn core(mover: &Mover, now: f64, square: &Pose, point: (f64, f64), (ux, uy): (f64, f64), reach: f64) -> Next {
    let (dx, dy) = (point.0 - square.x, point.1 - square.y);
    let (mut u, mut v) = (square.cos * dx + square.sin * dy, square.cos * dy - square.sin * dx);
    let (mut du, mut dv) = (square.cos * ux + square.sin * uy, square.cos * uy - square.sin * ux);
    // By symmetry the point lies in the first quadrant.
    if u < 0.0 {
        (u, du) = (-u, -du);
    }
    if v < 0.0 {
        (v, dv) = (-v, -dv);
    }
    match quadrant((u, v), (du, dv), reach) {
        Some(hit) => arrive(mover, now, hit),
        None => Next::NEVER,
    }
}

/// Where a ray from a point with u, v ≥ 0 meets the rounded core in its own frame.
fn quadrant((u, v): (f64, f64), (du, dv): (f64, f64), reach: f64) -> Option<Hit> {
    let (out_u, out_v) = (u - CORE, v - CORE);
    let inside_u = out_u <= 0.0;
    let inside_v = out_v <= 0.0;
    if inside_u && inside_v {
        return None; // in the core: ignored (P10), and on its way out
    }
    let closed = reach + HAIR;
    if inside_u || inside_v {
        let (out, slope) = if inside_u { (out_v, dv) } else { (out_u, du) };
        if out <= closed {
            return (slope < 0.0).then_some(Hit { way: 0.0, cosine: -slope });
        }
    } else if out_u * out_u + out_v * out_v <= closed * closed {
        let distance = (out_u * out_u + out_v * out_v).sqrt();
        let cosine = -(du * out_u + dv * out_v) / distance;
        return (cosine > 0.0).then_some(Hit { way: 0.0, cosine });
    }
    // Outside: the two faces that look this way, then the rounded corners.
    if du < 0.0 && out_u > reach {
        let way = (out_u - reach) / -du;
        if (v + dv * way).abs() <= CORE {
            return Some(Hit { way, cosine: -du });
        }
    }
    if dv < 0.0 && out_v > reach {
        let way = (out_v - reach) / -dv;
        if (u + du * way).abs() <= CORE {
            return Some(Hit { way, cosine: -dv });
        }
    }
    let mut first: Option<Hit> = None;
    for (cu, cv) in CORNERS {
        let hit = disc((cu - u, cv - v), (du, dv), reach);
        if let Some(hit) = hit.filter(|hit| first.is_none_or(|other| hit.way < other.way)) {
            first = Some(hit);
        }
    }
    first
}

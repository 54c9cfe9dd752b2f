//! Features of a pair (P10): how far apart two bodies are, along which normal, and how fast they close in.

use crate::{
    evolve::Pose,
    law::{CORE, CREEP, PAWN_RADIUS, ROUNDING},
};

/// Core corners in the obstacle's own frame, in the order of P10.
pub(crate) const CORNERS: [(f64, f64); 4] = [(CORE, CORE), (-CORE, CORE), (-CORE, -CORE), (CORE, -CORE)];

/// Which shapes meet, lower index first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meeting {
    Pawns,
    PawnObstacle,
    ObstaclePawn,
    Obstacles,
}

impl Meeting {
    pub(crate) fn of(a_round: bool, b_round: bool) -> Meeting {
        match (a_round, b_round) {
            (true, true) => Meeting::Pawns,
            (true, false) => Meeting::PawnObstacle,
            (false, true) => Meeting::ObstaclePawn,
            (false, false) => Meeting::Obstacles,
        }
    }
}

/// One way in which two bodies meet; `a` has the lower index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Feature {
    pub(crate) gap: f64,
    /// Unit normal from `a` to `b`.
    pub(crate) nx: f64,
    pub(crate) ny: f64,
    /// The feature's point of `a`, from the centre of `a`; and that of `b`, from its centre. The contact point lies
    /// on the line through both.
    pub(crate) a: (f64, f64),
    pub(crate) b: (f64, f64),
}

impl Feature {
    /// Lever of the impulse on `a`: (c − centre) × n, the same for every point of the line.
    pub(crate) fn lever_a(&self) -> f64 {
        self.a.0 * self.ny - self.a.1 * self.nx
    }

    /// Lever of the impulse on `b`.
    pub(crate) fn lever_b(&self) -> f64 {
        self.b.0 * self.ny - self.b.1 * self.nx
    }

    /// Approach speed along the normal, turning included (P9).
    pub(crate) fn approach(&self, a: &Pose, b: &Pose) -> f64 {
        (a.vx - b.vx) * self.nx + (a.vy - b.vy) * self.ny + a.spin * self.lever_a() - b.spin * self.lever_b()
    }

    /// The contact point, on the rim of `a` (P10).
    pub(crate) fn contact(&self, a: &Pose, a_round: bool) -> (f64, f64) {
        let rim = if a_round { PAWN_RADIUS } else { ROUNDING };
        (a.x + self.a.0 + rim * self.nx, a.y + self.a.1 + rim * self.ny)
    }
}

/// A point of one body over against the core of an obstacle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facing {
    pub(crate) distance: f64,
    /// Unit vector from the core to the point.
    pub(crate) nx: f64,
    pub(crate) ny: f64,
    /// The nearest point of the core, from the obstacle's centre.
    pub(crate) near: (f64, f64),
}

/// Looks from the core of `square` at a point; nothing when the point is in the core (P10: ignored).
pub(crate) fn face(square: &Pose, x: f64, y: f64) -> Option<Facing> {
    let (dx, dy) = (x - square.x, y - square.y);
    let (u, v) = (square.cos * dx + square.sin * dy, square.cos * dy - square.sin * dx);
    let (mu, mv) = (u.clamp(-CORE, CORE), v.clamp(-CORE, CORE));
    let (du, dv) = (u - mu, v - mv);
    let distance = if dv == 0.0 {
        du.abs()
    } else if du == 0.0 {
        dv.abs()
    } else {
        (du * du + dv * dv).sqrt()
    };
    if distance == 0.0 {
        return None;
    }
    let (nu, nv) = (du / distance, dv / distance);
    Some(Facing {
        distance,
        nx: square.cos * nu - square.sin * nv,
        ny: square.sin * nu + square.cos * nv,
        near: turned(square, mu, mv),
    })
}

/// A vector of the obstacle's own frame, in the table's frame.
pub(crate) fn turned(square: &Pose, u: f64, v: f64) -> (f64, f64) {
    (square.cos * u - square.sin * v, square.sin * u + square.cos * v)
}

/// Shows the features of a pair in the order of P10 until `stop` says so.
pub(crate) fn features(meeting: Meeting, a: &Pose, b: &Pose, mut stop: impl FnMut(Feature) -> bool) {
    match meeting {
        Meeting::Pawns => {
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            let distance = (dx * dx + dy * dy).sqrt();
            if distance > 0.0 {
                let (nx, ny) = (dx / distance, dy / distance);
                stop(Feature { gap: distance - 2.0 * PAWN_RADIUS, nx, ny, a: (0.0, 0.0), b: (0.0, 0.0) });
            }
        }
        Meeting::PawnObstacle => {
            if let Some(f) = face(b, a.x, a.y) {
                let gap = f.distance - (PAWN_RADIUS + ROUNDING);
                stop(Feature { gap, nx: -f.nx, ny: -f.ny, a: (0.0, 0.0), b: f.near });
            }
        }
        Meeting::ObstaclePawn => {
            if let Some(f) = face(a, b.x, b.y) {
                let gap = f.distance - (PAWN_RADIUS + ROUNDING);
                stop(Feature { gap, nx: f.nx, ny: f.ny, a: f.near, b: (0.0, 0.0) });
            }
        }
        Meeting::Obstacles => {
            for (u, v) in CORNERS {
                let point = turned(a, u, v);
                if let Some(f) = face(b, a.x + point.0, a.y + point.1) {
                    let gap = f.distance - 2.0 * ROUNDING;
                    if stop(Feature { gap, nx: -f.nx, ny: -f.ny, a: point, b: f.near }) {
                        return;
                    }
                }
            }
            for (u, v) in CORNERS {
                let point = turned(b, u, v);
                if let Some(f) = face(a, b.x + point.0, b.y + point.1) {
                    let gap = f.distance - 2.0 * ROUNDING;
                    if stop(Feature { gap, nx: f.nx, ny: f.ny, a: f.near, b: point }) {
                        return;
                    }
                }
            }
        }
    }
}

/// The first feature with a gap of at most `reach` whose bodies approach, and how fast (P11, P12).
pub(crate) fn first_contact(meeting: Meeting, a: &Pose, b: &Pose, reach: f64) -> Option<(Feature, f64)> {
    let mut found = None;
    features(meeting, a, b, |feature| {
        if feature.gap <= reach {
            let approach = feature.approach(a, b);
            if approach > CREEP {
                found = Some((feature, approach));
            }
        }
        found.is_some()
    });
    found
}

/// The least gap of all features; nothing when every feature is ignored.
pub(crate) fn least_gap(meeting: Meeting, a: &Pose, b: &Pose) -> Option<f64> {
    let mut least: Option<f64> = None;
    features(meeting, a, b, |feature| {
        if least.is_none_or(|gap| feature.gap < gap) {
            least = Some(feature.gap);
        }
        false
    });
    least
}

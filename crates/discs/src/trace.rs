//! What a shot leaves behind: the [`Outcome`] that rules read (P18), and the [`Trace`] that a page plays (P19).

use serde::{Deserialize, Serialize};

use crate::{evolve::Mover, law};

/// Where a body lies: 1/10 mm, and 1/100 degree in 0..9000 (0 for pawns).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Place {
    pub x: i32,
    pub y: i32,
    pub turn: i32,
}

/// What came of a shot, as far as rules need it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Pairs with a felt contact, lower index first, each once, in order of their first felt impact (P18).
    pub felt: Vec<(usize, usize)>,
    /// Bodies that fell, in order (P15).
    pub falls: Vec<usize>,
    /// The resting place of every body; nothing for those that fell (P17).
    pub rest: Vec<Option<Place>>,
    /// The obstacle of the last felt impact between the flicked pawn and any obstacle (P18).
    pub last_obstacle: Option<usize>,
    /// How many impacts there were.
    pub impacts: u32,
    /// When everything rested (P16), in seconds.
    pub end: f64,
}

impl Outcome {
    /// Did these two bodies feel each other?
    pub fn touched(&self, a: usize, b: usize) -> bool {
        self.felt.contains(&(a.min(b), a.max(b)))
    }

    /// The bodies that `body` felt, in order of first contact.
    pub fn touched_by(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        self.felt.iter().filter_map(move |&(a, b)| match (a == body, b == body) {
            (true, _) => Some(b),
            (_, true) => Some(a),
            _ => None,
        })
    }

    /// Did this body fall?
    pub fn fell(&self, body: usize) -> bool {
        self.falls.contains(&body)
    }

    pub(crate) fn clear(&mut self) {
        self.felt.clear();
        self.falls.clear();
        self.rest.clear();
        self.last_obstacle = None;
        self.impacts = 0;
        self.end = 0.0;
    }
}

/// A piece of the path of a body that slides or turns, from `t0` to `t1`. With s = t − t0 and the trace's
/// frictions: it has slid |v|·s' − ½·friction·s'² along v, s' = min(s, |v| / friction); and turned by
/// ω·s'' ∓ ½·spin_friction·s''², s'' = min(s, |ω| / spin_friction).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// Whose path.
    pub body: usize,
    /// Start in seconds.
    pub t0: f64,
    /// End: an impact, a fall, or rest.
    pub t1: f64,
    /// Centre at `t0` in mm.
    pub x: f64,
    /// Centre at `t0` in mm.
    pub y: f64,
    /// Velocity at `t0` in mm/s.
    pub vx: f64,
    /// Velocity at `t0` in mm/s.
    pub vy: f64,
    /// Turn at `t0` in radians.
    pub turn: f64,
    /// Angular velocity at `t0` in rad/s.
    pub spin: f64,
}

impl Path {
    /// Centre and turn at `t`, by P6 and P7: the page's formula, in Rust.
    pub fn at(&self, t: f64, friction: f64) -> (f64, f64, f64) {
        let s = t.clamp(self.t0, self.t1) - self.t0;
        let speed = (self.vx * self.vx + self.vy * self.vy).sqrt();
        let slid = s.min(speed / friction);
        let share = if speed > 0.0 { slid - 0.5 * friction * slid * slid / speed } else { 0.0 };
        let turned = s.min(self.spin.abs() / law::SPIN_FRICTION);
        let braked = 0.5 * law::SPIN_FRICTION.copysign(self.spin) * turned * turned;
        (self.x + self.vx * share, self.y + self.vy * share, self.turn + self.spin * turned - braked)
    }
}

/// Two bodies strike each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Impact {
    /// When, in seconds.
    pub t: f64,
    /// The body of lower index.
    pub i: usize,
    /// The body of higher index.
    pub j: usize,
    /// The contact point in mm.
    pub point: (f64, f64),
    /// The unit normal from `i` to `j`.
    pub normal: (f64, f64),
    /// How fast they closed in, in mm/s.
    pub approach: f64,
}

impl Impact {
    /// Is it strong enough for the rules (P18)?
    pub fn is_felt(&self) -> bool {
        self.approach >= law::FELT
    }
}

/// A body leaves the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fall {
    /// When, in seconds.
    pub t: f64,
    /// Which body.
    pub body: usize,
    /// Where its centre crossed the edge, in mm.
    pub place: (f64, f64),
}

/// A whole shot: everything that a page needs to play it, and the outcome.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Deceleration of sliding bodies in mm/s² (P6), for evaluating the paths.
    pub friction: f64,
    /// Deceleration of turning bodies in rad/s² (P7).
    pub spin_friction: f64,
    /// Pieces of paths, in order of `t0`, then body.
    pub paths: Vec<Path>,
    /// Impacts in order.
    pub impacts: Vec<Impact>,
    /// Falls in order.
    pub falls: Vec<Fall>,
    /// What the rules read; resting places and end time are here.
    pub outcome: Outcome,
}

/// Who watches a shot: nobody, or a trace.
pub(crate) trait Witness {
    fn piece(&mut self, body: usize, mover: &Mover, until: f64);
    fn impact(&mut self, impact: impl FnOnce() -> Impact);
    fn fall(&mut self, fall: Fall);
}

/// Nobody watches.
pub(crate) struct Nobody;

impl Witness for Nobody {
    fn piece(&mut self, _: usize, _: &Mover, _: f64) {}
    fn impact(&mut self, _: impl FnOnce() -> Impact) {}
    fn fall(&mut self, _: Fall) {}
}

impl Witness for Trace {
    fn piece(&mut self, body: usize, mover: &Mover, until: f64) {
        let t1 = until.min(mover.end());
        if t1 > mover.since {
            let (vx, vy, spin) = mover.velocity();
            let Mover { since: t0, x, y, turn, .. } = *mover;
            self.paths.push(Path { body, t0, t1, x, y, vx, vy, turn, spin });
        }
    }

    fn impact(&mut self, impact: impl FnOnce() -> Impact) {
        self.impacts.push(impact());
    }

    fn fall(&mut self, fall: Fall) {
        self.falls.push(fall);
    }
}

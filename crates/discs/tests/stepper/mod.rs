//! A second engine, written from P1 to P20 alone: it walks time in small equal steps, looks at every pair after
//! each step, and bisects the step in which something happens. Slow and plain on purpose; it shares no code with
//! `discs`, not even a type.
#![allow(dead_code, reason = "every test uses its own part")]

const TOUCH: f64 = 1e-6;
const CREEP: f64 = 1e-6;
const SOFT: f64 = 10.0;
const FLOOR: f64 = 0.5;
const FELT: f64 = 2.0;
const SPIN_BRAKE: f64 = 200.0;
const MOST_IMPACTS: usize = 20_000;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Round,
    Square,
}

/// A body as the law's input has it: integers (P1).
#[derive(Clone, Copy)]
pub(crate) struct Start {
    pub(crate) kind: Kind,
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) turn: i32,
    pub(crate) mass: f64,
}

/// What came of a shot, as far as P20 compares it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Result {
    pub(crate) felt: Vec<(usize, usize)>,
    pub(crate) fell: Vec<usize>,
    pub(crate) rest: Vec<Option<(i64, i64, i64)>>,
    pub(crate) impacts: usize,
    pub(crate) end: f64,
}

#[derive(Clone, Copy)]
struct Body {
    kind: Kind,
    mass: f64,
    x: f64,
    y: f64,
    vx: f64,
    vy: f64,
    turn: f64,
    spin: f64,
    gone: bool,
}

/// One feature of P10: gap, normal from the lower to the higher index, and the contact point.
struct Feature {
    gap: f64,
    nx: f64,
    ny: f64,
    cx: f64,
    cy: f64,
}

pub(crate) struct World {
    width: f64,
    depth: f64,
    brake: f64,
    ghost: Option<(usize, usize)>,
    bodies: Vec<Body>,
}

impl World {
    pub(crate) fn new(
        width: i32,
        depth: i32,
        brake: f64,
        ghost: Option<(usize, usize)>,
        starts: &[Start],
    ) -> World {
        let bodies = starts
            .iter()
            .map(|s| Body {
                kind: s.kind,
                mass: s.mass,
                x: f64::from(s.x) / 10.0,
                y: f64::from(s.y) / 10.0,
                vx: 0.0,
                vy: 0.0,
                turn: (f64::from(s.turn) / 100.0).to_radians(),
                spin: 0.0,
                gone: false,
            })
            .collect();
        World { width: f64::from(width) / 10.0, depth: f64::from(depth) / 10.0, brake, ghost, bodies }
    }

    /// Flicks `who` (angle in 1/100 degree, fractions allowed for the chaos test of P20) and runs to rest.
    pub(crate) fn shoot(mut self, who: usize, angle: f64, power: f64, step: f64) -> Result {
        let direction = (angle / 100.0).to_radians();
        self.bodies[who].vx = 3.0 * power * direction.cos();
        self.bodies[who].vy = 3.0 * power * direction.sin();
        let mut result = Result::default();
        let mut time = 0.0;
        self.happen(&mut result);
        while self.moves() && result.impacts < MOST_IMPACTS {
            let mut next = self.after(step);
            let mut taken = step;
            if next.something() {
                let (mut low, mut high) = (0.0, step);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if self.after(middle).something() {
                        high = middle;
                    } else {
                        low = middle;
                    }
                }
                taken = high;
                next = self.after(high);
            }
            time += taken;
            self.bodies = next.bodies;
            self.happen(&mut result);
        }
        result.end = time;
        result.rest = self.bodies.iter().map(|b| (!b.gone).then(|| b.rounded())).collect();
        result
    }

    fn moves(&self) -> bool {
        self.bodies.iter().any(|b| !b.gone && (b.vx != 0.0 || b.vy != 0.0 || b.spin != 0.0))
    }

    /// The world a little later if nothing happens (P6, P7).
    fn after(&self, dt: f64) -> World {
        let mut bodies = self.bodies.clone();
        for b in bodies.iter_mut().filter(|b| !b.gone) {
            b.slide(dt, self.brake);
        }
        World { width: self.width, depth: self.depth, brake: self.brake, ghost: self.ghost, bodies }
    }

    /// Is there an impact (P11) or a fall (P15) now?
    fn something(&self) -> bool {
        let outside = self.bodies.iter().any(|b| !b.gone && self.outside(b));
        outside || self.first_contact(0.0).is_some()
    }

    fn outside(&self, b: &Body) -> bool {
        b.x < 0.0 || b.x > self.width || b.y < 0.0 || b.y > self.depth
    }

    /// Impacts of this instant (P12), then falls (P15).
    fn happen(&mut self, result: &mut Result) {
        if self.first_contact(0.0).is_some() {
            while let Some((i, j, feature, approach)) = self.first_contact(TOUCH) {
                self.strike(i, j, &feature, approach);
                result.impacts += 1;
                if approach >= FELT && !result.felt.contains(&(i, j)) {
                    result.felt.push((i, j));
                }
                if result.impacts == MOST_IMPACTS {
                    return;
                }
            }
        }
        for k in 0..self.bodies.len() {
            if !self.bodies[k].gone && self.outside(&self.bodies[k]) {
                self.bodies[k].gone = true;
                result.fell.push(k);
            }
        }
    }

    /// The first feature in the order of P12 with a gap of at most `reach` and bodies approaching.
    fn first_contact(&self, reach: f64) -> Option<(usize, usize, Feature, f64)> {
        for i in 0..self.bodies.len() {
            for j in i + 1..self.bodies.len() {
                let (a, b) = (&self.bodies[i], &self.bodies[j]);
                let ghosts = self.ghost == Some((i, j)) || self.ghost == Some((j, i));
                if a.gone || b.gone || ghosts || (a.still() && b.still()) {
                    continue;
                }
                if (a.x - b.x).hypot(a.y - b.y) > 70.0 {
                    continue;
                }
                for feature in features(a, b) {
                    if feature.gap > reach {
                        continue;
                    }
                    let approach = approach(a, b, &feature);
                    if approach > CREEP {
                        return Some((i, j, feature, approach));
                    }
                }
            }
        }
        None
    }

    /// The law of impact (P9).
    fn strike(&mut self, i: usize, j: usize, f: &Feature, approach: f64) {
        let (a, b) = (self.bodies[i], self.bodies[j]);
        let bounce = match (a.kind, b.kind) {
            (Kind::Round, Kind::Round) => 0.8,
            (Kind::Square, Kind::Square) => 0.3,
            _ => 0.5,
        };
        let apart = (bounce * approach).max(approach.min(SOFT)).max(FLOOR);
        let (la, lb) = (a.lever(f), b.lever(f));
        let inertia = |b: &Body| if b.kind == Kind::Square { b.mass * 2500.0 / 6.0 } else { f64::INFINITY };
        let (ia, ib) = (inertia(&a), inertia(&b));
        let pulse = (approach + apart) / (1.0 / a.mass + 1.0 / b.mass + la * la / ia + lb * lb / ib);
        let first = &mut self.bodies[i];
        first.vx -= pulse / a.mass * f.nx;
        first.vy -= pulse / a.mass * f.ny;
        first.spin -= la * pulse / ia;
        let second = &mut self.bodies[j];
        second.vx += pulse / b.mass * f.nx;
        second.vy += pulse / b.mass * f.ny;
        second.spin += lb * pulse / ib;
    }
}

impl Body {
    fn still(&self) -> bool {
        self.vx == 0.0 && self.vy == 0.0 && self.spin == 0.0
    }

    fn slide(&mut self, dt: f64, brake: f64) {
        let speed = self.vx.hypot(self.vy);
        if speed > 0.0 {
            let (ux, uy) = (self.vx / speed, self.vy / speed);
            let t = dt.min(speed / brake);
            let way = speed * t - 0.5 * brake * t * t;
            self.x += ux * way;
            self.y += uy * way;
            let left = if dt >= speed / brake { 0.0 } else { speed - brake * dt };
            self.vx = ux * left;
            self.vy = uy * left;
        }
        let spin = self.spin.abs();
        if spin > 0.0 {
            let t = dt.min(spin / SPIN_BRAKE);
            self.turn += self.spin.signum() * (spin * t - 0.5 * SPIN_BRAKE * t * t);
            let left = if dt >= spin / SPIN_BRAKE { 0.0 } else { spin - SPIN_BRAKE * dt };
            self.spin = self.spin.signum() * left;
        }
    }

    fn lever(&self, f: &Feature) -> f64 {
        (f.cx - self.x) * f.ny - (f.cy - self.y) * f.nx
    }

    /// Core corner k in the world (P10).
    fn corner(&self, k: usize) -> (f64, f64) {
        let (u, v) = [(20.0, 20.0), (-20.0, 20.0), (-20.0, -20.0), (20.0, -20.0)][k];
        let (s, c) = self.turn.sin_cos();
        (self.x + c * u - s * v, self.y + s * u + c * v)
    }

    /// The point of the core nearest to a place.
    fn nearest(&self, x: f64, y: f64) -> (f64, f64) {
        let (s, c) = self.turn.sin_cos();
        let (dx, dy) = (x - self.x, y - self.y);
        let u = (c * dx + s * dy).clamp(-20.0, 20.0);
        let v = (-s * dx + c * dy).clamp(-20.0, 20.0);
        (self.x + c * u - s * v, self.y + s * u + c * v)
    }

    /// P17.
    fn rounded(&self) -> (i64, i64, i64) {
        let turn = (100.0 * self.turn.to_degrees() + 0.5).floor() as i64;
        let turn = if self.kind == Kind::Square { turn.rem_euclid(9000) } else { 0 };
        ((10.0 * self.x + 0.5).floor() as i64, (10.0 * self.y + 0.5).floor() as i64, turn)
    }
}

/// All features of a pair in the order of P10; `a` has the lower index.
fn features(a: &Body, b: &Body) -> Vec<Feature> {
    let mut list = Vec::with_capacity(8);
    match (a.kind, b.kind) {
        (Kind::Round, Kind::Round) => between((a.x, a.y), (b.x, b.y), 15.0, 15.0, &mut list),
        (Kind::Round, Kind::Square) => between((a.x, a.y), b.nearest(a.x, a.y), 15.0, 5.0, &mut list),
        (Kind::Square, Kind::Round) => between(a.nearest(b.x, b.y), (b.x, b.y), 5.0, 15.0, &mut list),
        (Kind::Square, Kind::Square) => {
            for k in 0..4 {
                let p = a.corner(k);
                between(p, b.nearest(p.0, p.1), 5.0, 5.0, &mut list);
            }
            for k in 0..4 {
                let p = b.corner(k);
                between(a.nearest(p.0, p.1), p, 5.0, 5.0, &mut list);
            }
        }
    }
    list
}

fn between(p: (f64, f64), q: (f64, f64), rp: f64, rq: f64, list: &mut Vec<Feature>) {
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    let distance = dx.hypot(dy);
    if distance == 0.0 {
        return;
    }
    let (nx, ny) = (dx / distance, dy / distance);
    list.push(Feature { gap: distance - rp - rq, nx, ny, cx: p.0 + rp * nx, cy: p.1 + rp * ny });
}

/// The speed at which the two bodies close in on each other at the contact point, turning included (P9).
fn approach(a: &Body, b: &Body, f: &Feature) -> f64 {
    let at = |b: &Body| (b.vx - b.spin * (f.cy - b.y)) * f.nx + (b.vy + b.spin * (f.cx - b.x)) * f.ny;
    at(a) - at(b)
}

/// The least gap between two bodies in any place (mm, rad); deep overlaps count as −10 at least.
pub(crate) fn gap(a: (Kind, f64, f64, f64), b: (Kind, f64, f64, f64)) -> f64 {
    let body =
        |(kind, x, y, turn)| Body { kind, mass: 1.0, x, y, vx: 0.0, vy: 0.0, turn, spin: 0.0, gone: false };
    let list = features(&body(a), &body(b));
    list.iter().map(|f| f.gap).fold(if list.is_empty() { -10.0 } else { f64::INFINITY }, f64::min)
}

//! One shot from flick to rest: the next contact or fall, its impacts in the order of P12, its falls (P15), and so
//! on until nothing moves (P16). Only pairs with a struck body are foreseen anew.

use std::f64::consts::PI;

use crate::{
    Error, Flick, Scene,
    detect::{Meeting, first_contact, least_gap},
    evolve::{Mover, Pose},
    foresee::{Next, foresee, sooner},
    law::{CORNER, FELT, MOST_IMPACTS, PAWN_RADIUS, ROUNDING, SPEED_PER_POWER, TOUCH},
    resolve::strike,
    trace::{Fall, Impact, Nobody, Outcome, Place, Trace, Witness},
    turns,
};

/// Events this close in time are of one instant.
const INSTANT: f64 = 1e-12;
/// A look at a pair that was put off moves the clock by at least this.
const LOOK: f64 = 1e-9;
/// After so many looks that were put off, the shot is stopped as by P14; never met.
const MOST_LOOKS: u32 = 100_000;

/// Tries shots without playing them. It keeps its buffers, so that after the first shot nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    count: usize,
    width: f64,
    depth: f64,
    ghost: Option<(usize, usize)>,
    flicked: usize,
    movers: Vec<Mover>,
    poses: Vec<Pose>,
    /// Which poses are of this instant.
    posed: Vec<bool>,
    /// The next contact of each pair, in both orders.
    pairs: Vec<Next>,
    /// The soonest of each row; bodies that rest may have none.
    rows: Vec<Row>,
    falls: Vec<f64>,
    /// Pairs that touch in this instant, in the order of P12.
    touching: Vec<(usize, usize)>,
    struck: Vec<bool>,
    driven: Vec<Driven>,
    looks: u32,
    work: u32,
    outcome: Outcome,
}

/// Who drove a body, by the way that it could slide: each impact that made it faster counts by how much farther it
/// would slide then. An impact that slows it down, such as a bounce, drives it nowhere. Only the ratio has a meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Driven {
    /// By pawns.
    pub by_pawns: f64,
    /// By obstacles.
    pub by_obstacles: f64,
}

impl Driven {
    fn add(&mut self, by_pawn: bool, gain: f64) {
        if gain > 0.0 {
            *if by_pawn { &mut self.by_pawns } else { &mut self.by_obstacles } += gain;
        }
    }
}

/// The soonest contact of one body.
#[derive(Clone, Copy, Debug)]
struct Row {
    due: f64,
    zone: f64,
    with: usize,
}

impl Row {
    const EMPTY: Row = Row { due: f64::INFINITY, zone: f64::INFINITY, with: 0 };
}

impl Trial {
    /// An empty trial; the first shot makes its buffers.
    pub fn new() -> Trial {
        Trial::default()
    }

    /// What would happen if `flick` were played.
    ///
    /// # Errors
    /// The input does not describe a shot; see [`Error`].
    pub fn shoot(&mut self, scene: &Scene, flick: &Flick) -> Result<&Outcome, Error> {
        self.run(scene, flick, &mut Nobody)?;
        Ok(&self.outcome)
    }

    /// The same, with everything that a page needs to play it (P19).
    ///
    /// # Errors
    /// The input does not describe a shot; see [`Error`].
    pub fn trace(&mut self, scene: &Scene, flick: &Flick) -> Result<Trace, Error> {
        let mut trace = Trace {
            friction: f64::from(scene.table.friction),
            spin_friction: crate::law::SPIN_FRICTION,
            ..Trace::default()
        };
        self.run(scene, flick, &mut trace)?;
        trace.paths.sort_by(|a, b| a.t0.total_cmp(&b.t0).then(a.body.cmp(&b.body)));
        trace.outcome = self.outcome.clone();
        Ok(trace)
    }

    /// How much work the last shot was: looks at pairs of bodies, two obstacles for more than others. About 40
    /// nanoseconds each, at an open table as among a crowd.
    pub fn work(&self) -> u32 {
        self.work
    }

    /// Who drove a body in the last shot, pawns or obstacles.
    pub fn driven(&self, body: usize) -> Driven {
        self.driven[body]
    }

    fn run(&mut self, scene: &Scene, flick: &Flick, witness: &mut impl Witness) -> Result<(), Error> {
        scene.check(flick)?;
        self.set_up(scene, flick);
        loop {
            let (contact, i, j) = self.soonest();
            let fall = self.falls.iter().fold(f64::INFINITY, |least, &t| sooner(least, t));
            if contact <= fall + INSTANT && contact < f64::INFINITY {
                if self.looks > MOST_LOOKS {
                    self.halt(contact, witness);
                } else if self.pairs[i * self.count + j].sure {
                    self.impacts(contact, witness);
                    self.fall_off(contact, witness);
                } else {
                    self.refine(contact, i, j, fall);
                }
            } else if fall < f64::INFINITY {
                self.fall_off(fall + INSTANT, witness);
            } else {
                break;
            }
        }
        self.come_to_rest(witness);
        Ok(())
    }

    fn set_up(&mut self, scene: &Scene, flick: &Flick) {
        let brake = f64::from(scene.table.friction);
        self.count = scene.bodies.len();
        self.width = f64::from(scene.table.width) / 10.0;
        self.depth = f64::from(scene.table.depth) / 10.0;
        self.ghost = scene.ghost.map(|(a, b)| (a.min(b), a.max(b)));
        self.flicked = flick.body;
        self.looks = 0;
        self.work = 0;
        self.outcome.clear();
        self.touching.clear();
        self.movers.clear();
        self.movers.extend(scene.bodies.iter().map(|body| Mover::at_rest(body, brake)));
        let (sin, cos) = turns::sin_cos(flick.angle);
        self.movers[flick.body].flick((cos, sin), SPEED_PER_POWER * f64::from(flick.power));
        self.poses.clear();
        self.poses.extend(self.movers.iter().map(|mover| mover.slide(0.0)));
        self.posed.clear();
        self.posed.resize(self.count, false);
        self.struck.clear();
        self.struck.resize(self.count, false);
        self.driven.clear();
        self.driven.resize(self.count, Driven::default());
        self.pairs.clear();
        self.pairs.resize(self.count * self.count, Next::NEVER);
        self.rows.clear();
        self.rows.resize(self.count, Row::EMPTY);
        self.falls.clear();
        self.falls.resize(self.count, f64::INFINITY);
        for body in 0..self.count {
            self.falls[body] = self.leaves(body);
        }
        self.struck[flick.body] = true;
        self.look_ahead(0.0);
    }

    /// The impacts of one instant, one at a time in the order of P12.
    fn impacts(&mut self, now: f64, witness: &mut impl Witness) {
        self.posed.fill(false);
        self.touching.clear();
        for i in 0..self.count {
            if self.rows[i].zone <= now {
                for j in 0..self.count {
                    if self.pairs[i * self.count + j].zone <= now {
                        self.touching.push((i.min(j), i.max(j)));
                    }
                }
            }
        }
        self.touching.sort_unstable();
        self.touching.dedup();
        for k in 0..self.touching.len() {
            let (i, j) = self.touching[k];
            self.pose(i, now);
            self.pose(j, now);
        }
        let before = self.outcome.impacts;
        while self.one_impact(now, witness) {
            if self.outcome.impacts == MOST_IMPACTS {
                return self.halt(now, witness);
            }
        }
        if self.outcome.impacts > before {
            for body in 0..self.count {
                if self.struck[body] {
                    witness.piece(body, &self.movers[body], now);
                    self.movers[body].restart(now, &self.poses[body]);
                    self.falls[body] = self.leaves(body);
                }
            }
            self.outcome.end = now;
        }
        self.look_again(now);
        self.look_ahead(now);
    }

    /// The first impact in the order of P12, if there is one.
    fn one_impact(&mut self, now: f64, witness: &mut impl Witness) -> bool {
        for k in 0..self.touching.len() {
            let (i, j) = self.touching[k];
            let (a, b) = (&self.movers[i], &self.movers[j]);
            let (pa, pb) = (&self.poses[i], &self.poses[j]);
            let Some((feature, approach)) = first_contact(Meeting::of(a.round, b.round), pa, pb, TOUCH)
            else {
                continue;
            };
            witness.impact(|| Impact {
                t: now,
                i,
                j,
                point: feature.contact(pa, a.round),
                normal: (feature.nx, feature.ny),
                approach,
            });
            let (low, high) = self.poses.split_at_mut(j);
            let (pa, pb) = (&mut low[i], &mut high[0]);
            let before = [pa.way(), pb.way()];
            strike((a, pa), (b, pb), &feature, approach);
            let gains = [pa.way() - before[0], pb.way() - before[1]];
            self.driven[i].add(b.round, gains[0]);
            self.driven[j].add(a.round, gains[1]);
            self.outcome.impacts += 1;
            if approach >= FELT {
                self.feel(i, j);
            }
            self.reach_out(i, now);
            self.reach_out(j, now);
            return true;
        }
        false
    }

    /// Notes a felt impact (P18).
    fn feel(&mut self, i: usize, j: usize) {
        if !self.outcome.felt.contains(&(i, j)) {
            self.outcome.felt.push((i, j));
        }
        let other = if i == self.flicked { j } else { i };
        if (i == self.flicked || j == self.flicked) && !self.movers[other].round {
            self.outcome.last_obstacle = Some(other);
        }
    }

    /// Adds the pairs in which a body, struck for the first time in this instant, touches another.
    fn reach_out(&mut self, body: usize, now: f64) {
        if self.struck[body] {
            return;
        }
        self.struck[body] = true;
        let extent = |round: bool| if round { PAWN_RADIUS } else { CORNER + ROUNDING };
        let own = extent(self.movers[body].round) + 2.0 * TOUCH;
        let (x, y) = (self.poses[body].x, self.poses[body].y);
        for other in 0..self.count {
            if other == body || self.movers[other].gone {
                continue;
            }
            let reach = own + extent(self.movers[other].round);
            let (ox, oy) = self.movers[other].place(now);
            let (dx, dy) = (ox - x, oy - y);
            if dx * dx + dy * dy > reach * reach {
                continue;
            }
            let pair = (body.min(other), body.max(other));
            let Err(at) = self.touching.binary_search(&pair) else { continue };
            if self.ghost == Some(pair) {
                continue;
            }
            self.pose(other, now);
            let meeting = Meeting::of(self.movers[pair.0].round, self.movers[pair.1].round);
            if least_gap(meeting, &self.poses[pair.0], &self.poses[pair.1]).is_some_and(|gap| gap <= TOUCH) {
                self.touching.insert(at, pair);
            }
        }
    }

    fn pose(&mut self, body: usize, now: f64) {
        if !self.posed[body] {
            self.posed[body] = true;
            self.poses[body] = self.movers[body].pose(now);
        }
    }

    /// The soonest contact of all, and of whom.
    fn soonest(&self) -> (f64, usize, usize) {
        let mut soonest = (f64::INFINITY, 0, 0);
        for (body, row) in self.rows.iter().enumerate() {
            if row.due < soonest.0 {
                soonest = (row.due, body, row.with);
            }
        }
        soonest
    }

    /// Looks again at a pair whose search was put off until `now`.
    fn refine(&mut self, now: f64, i: usize, j: usize, fall: f64) {
        let (i, j) = (i.min(j), i.max(j));
        self.set_pair(i, j, Next::NEVER);
        self.scan_row(i);
        self.scan_row(j);
        let horizon = sooner(self.soonest().0, fall);
        let next = self.foresee(i, j, now, horizon);
        self.put_off(now, i, j, next);
    }

    fn foresee(&mut self, i: usize, j: usize, now: f64, horizon: f64) -> Next {
        foresee(&self.movers[i], &self.movers[j], now, horizon, &mut self.work)
    }

    /// Takes note of a pair that was looked at without an impact. Looks are counted, so that a shot always ends.
    fn put_off(&mut self, now: f64, i: usize, j: usize, next: Next) {
        self.looks += 1;
        let next = match next {
            Next { due, sure: false, .. } if due <= now => Next { due: now + LOOK, zone: now, sure: false },
            next => next,
        };
        self.set_pair(i, j, next);
        self.scan_row(i);
        self.scan_row(j);
    }

    /// Pairs that were due now and did not strike: rounding took the approach away.
    fn look_again(&mut self, now: f64) {
        for body in 0..self.count {
            if self.rows[body].due > now || self.struck[body] {
                continue;
            }
            for other in 0..self.count {
                if self.pairs[body * self.count + other].due > now || self.struck[other] {
                    continue;
                }
                let (i, j) = (body.min(other), body.max(other));
                let mut next = self.foresee(i, j, now, f64::INFINITY);
                if next.due < now + LOOK {
                    next = Next { due: now + LOOK, zone: now, sure: false };
                }
                self.put_off(now, i, j, next);
            }
        }
    }

    /// Foresees the contacts of all struck bodies.
    fn look_ahead(&mut self, now: f64) {
        let mut horizon = f64::INFINITY;
        for body in 0..self.count {
            if self.struck[body] {
                horizon = sooner(horizon, self.falls[body]);
            } else if !self.struck[self.rows[body].with] {
                horizon = sooner(horizon, self.rows[body].due);
            }
        }
        for body in 0..self.count {
            if !self.struck[body] {
                continue;
            }
            for other in 0..self.count {
                if other == body || self.movers[other].gone || (self.struck[other] && other < body) {
                    continue;
                }
                let (i, j) = (body.min(other), body.max(other));
                if self.ghost == Some((i, j)) {
                    continue;
                }
                let next = self.foresee(i, j, now, horizon);
                if next.sure {
                    horizon = sooner(horizon, next.due);
                }
                self.set_pair(i, j, next);
            }
        }
        for row in 0..self.count {
            if self.rows[row].due < f64::INFINITY || self.movers[row].moves(now) {
                self.scan_row(row);
            }
        }
        self.struck.fill(false);
    }

    fn set_pair(&mut self, i: usize, j: usize, next: Next) {
        self.pairs[i * self.count + j] = next;
        self.pairs[j * self.count + i] = next;
    }

    fn scan_row(&mut self, row: usize) {
        let mut least = Row::EMPTY;
        for (with, next) in self.pairs[row * self.count..(row + 1) * self.count].iter().enumerate() {
            if next.due < least.due {
                (least.due, least.with) = (next.due, with);
            }
            least.zone = sooner(least.zone, next.zone);
        }
        self.rows[row] = least;
    }

    /// When a body's centre leaves the table (P15); infinite if its path ends on it.
    fn leaves(&self, body: usize) -> f64 {
        let mover = &self.movers[body];
        let outside = |x: f64, y: f64| x < 0.0 || x > self.width || y < 0.0 || y > self.depth;
        if outside(mover.x, mover.y) {
            return mover.since;
        }
        let (ex, ey) = mover.place(f64::INFINITY);
        if !outside(ex, ey) {
            return f64::INFINITY;
        }
        let (ux, uy) = mover.direction();
        let along = |from: f64, size: f64, u: f64, end: f64| {
            if end < 0.0 {
                from / -u
            } else if end > size {
                (size - from) / u
            } else {
                f64::INFINITY
            }
        };
        let (across, down) = (along(mover.x, self.width, ux, ex), along(mover.y, self.depth, uy, ey));
        mover.time_of(if across < down { across } else { down }).unwrap_or(f64::INFINITY)
    }

    /// Bodies whose centre has left the table by `now` vanish, in index order (P15).
    fn fall_off(&mut self, now: f64, witness: &mut impl Witness) {
        for body in 0..self.count {
            let t = self.falls[body];
            if t > now {
                continue;
            }
            let mover = &mut self.movers[body];
            witness.piece(body, mover, t);
            let place = mover.place(t);
            witness.fall(Fall { t, body, place });
            mover.gone = true;
            self.outcome.falls.push(body);
            if t > self.outcome.end {
                self.outcome.end = t;
            }
            self.falls[body] = f64::INFINITY;
            for other in 0..self.count {
                self.set_pair(body, other, Next::NEVER);
                if self.rows[other].due < f64::INFINITY {
                    self.scan_row(other);
                }
            }
            self.rows[body] = Row::EMPTY;
        }
    }

    /// P14: everything stops where it is.
    fn halt(&mut self, now: f64, witness: &mut impl Witness) {
        for body in 0..self.count {
            if self.movers[body].gone {
                continue;
            }
            witness.piece(body, &self.movers[body], now);
            let pose = Pose { vx: 0.0, vy: 0.0, spin: 0.0, ..self.movers[body].pose(now) };
            self.movers[body].restart(now, &pose);
        }
        self.outcome.end = now;
        self.pairs.fill(Next::NEVER);
        self.rows.fill(Row::EMPTY);
        self.falls.fill(f64::INFINITY);
        self.struck.fill(false);
    }

    /// Rounds the resting places, all at once (P17).
    fn come_to_rest(&mut self, witness: &mut impl Witness) {
        let mut end = self.outcome.end;
        for body in 0..self.count {
            let mover = &self.movers[body];
            if mover.gone {
                self.outcome.rest.push(None);
                continue;
            }
            witness.piece(body, mover, f64::INFINITY);
            if mover.moves(mover.since) && mover.end() > end {
                end = mover.end();
            }
            let pose = mover.pose(f64::INFINITY);
            let round = |mm: f64| (10.0 * mm + 0.5).floor() as i32;
            let turn = (pose.turn * (18_000.0 / PI) + 0.5).floor() as i64;
            let turn = if mover.round { 0 } else { turn.rem_euclid(9_000) as i32 };
            self.outcome.rest.push(Some(Place { x: round(pose.x), y: round(pose.y), turn }));
        }
        self.outcome.end = end;
    }
}

//! Motion between impacts (P5 to P7). A body keeps the state of its last impact and is asked for its pose at a
//! time; nothing is integrated, so a long slide is as exact as a short one.

use crate::{
    Body, Shape,
    law::{INERTIA, SPIN_FRICTION},
    turns,
};

/// A body in a shot: its state at the instant `since`, from which its path follows until the next impact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) round: bool,
    pub(crate) gone: bool,
    pub(crate) inverse_mass: f64,
    pub(crate) inverse_inertia: f64,
    pub(crate) since: f64,
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Direction of sliding, a unit vector; anything while at rest.
    ux: f64,
    uy: f64,
    speed: f64,
    /// When it stops sliding; `since` or earlier when it does not slide.
    pub(crate) stop: f64,
    pub(crate) turn: f64,
    cos: f64,
    sin: f64,
    spin: f64,
    /// When it stops turning.
    spin_stop: f64,
    brake: f64,
}

/// Where a body is at one instant, how fast, and how that changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) vx: f64,
    pub(crate) vy: f64,
    pub(crate) ax: f64,
    pub(crate) ay: f64,
    pub(crate) cos: f64,
    pub(crate) sin: f64,
    pub(crate) turn: f64,
    pub(crate) spin: f64,
}

impl Pose {
    /// The way that the body could slide on, times twice the friction (P6).
    pub(crate) fn way(&self) -> f64 {
        self.vx * self.vx + self.vy * self.vy
    }
}

impl Mover {
    pub(crate) fn at_rest(body: &Body, brake: f64) -> Mover {
        let (round, hundredths) = match body.shape {
            Shape::Pawn => (true, 0),
            Shape::Obstacle { turn } => (false, turn),
        };
        let (sin, cos) = turns::sin_cos(hundredths);
        let inverse_mass = 1.0 / f64::from(body.mass);
        Mover {
            round,
            gone: false,
            inverse_mass,
            inverse_inertia: if round { 0.0 } else { inverse_mass / INERTIA },
            since: 0.0,
            x: f64::from(body.x) / 10.0,
            y: f64::from(body.y) / 10.0,
            ux: 0.0,
            uy: 0.0,
            speed: 0.0,
            stop: 0.0,
            turn: turns::radians(hundredths),
            cos,
            sin,
            spin: 0.0,
            spin_stop: 0.0,
            brake,
        }
    }

    /// Sets the body off from where it is, in a given direction (a unit vector) at a given speed (P5).
    pub(crate) fn flick(&mut self, (ux, uy): (f64, f64), speed: f64) {
        (self.ux, self.uy, self.speed) = (ux, uy, speed);
        self.stop = self.since + speed / self.brake;
    }

    /// Starts a new piece of path at `now` from a pose whose velocities an impact has changed.
    pub(crate) fn restart(&mut self, now: f64, pose: &Pose) {
        self.since = now;
        (self.x, self.y) = (pose.x, pose.y);
        let square = pose.vx * pose.vx + pose.vy * pose.vy;
        if square > 1e-40 {
            self.speed = square.sqrt();
            self.ux = pose.vx / self.speed;
            self.uy = pose.vy / self.speed;
        } else {
            self.speed = 0.0;
        }
        self.stop = now + self.speed / self.brake;
        (self.turn, self.cos, self.sin, self.spin) = (pose.turn, pose.cos, pose.sin, pose.spin);
        self.spin_stop = now + self.spin.abs() / SPIN_FRICTION;
    }

    /// Does it slide or turn at or after `now`?
    pub(crate) fn moves(&self, now: f64) -> bool {
        now < self.end()
    }

    /// When it will have come to rest if nothing strikes it.
    pub(crate) fn end(&self) -> f64 {
        if self.stop > self.spin_stop { self.stop } else { self.spin_stop }
    }

    /// Does it turn at `now`?
    pub(crate) fn turns(&self, now: f64) -> bool {
        now < self.spin_stop
    }

    /// Velocity at the start of this piece of path.
    pub(crate) fn velocity(&self) -> (f64, f64, f64) {
        (self.ux * self.speed, self.uy * self.speed, self.spin)
    }

    /// The unit vector along which it slides.
    pub(crate) fn direction(&self) -> (f64, f64) {
        (self.ux, self.uy)
    }

    /// How fast it slides at `now`.
    pub(crate) fn speed(&self, now: f64) -> f64 {
        if now < self.stop { self.speed - self.brake * (now - self.since) } else { 0.0 }
    }

    /// Centre at `now`.
    pub(crate) fn place(&self, now: f64) -> (f64, f64) {
        let way = if now < self.stop {
            let t = now - self.since;
            t * (self.speed - 0.5 * self.brake * t)
        } else {
            self.reach()
        };
        if way == 0.0 { (self.x, self.y) } else { (self.x + self.ux * way, self.y + self.uy * way) }
    }

    /// How far this piece of path leads.
    pub(crate) fn reach(&self) -> f64 {
        self.speed * self.speed / (2.0 * self.brake)
    }

    /// When it will have slid `way` along this piece of path, if that is less than its reach.
    pub(crate) fn time_of(&self, way: f64) -> Option<f64> {
        let left = self.speed * self.speed - 2.0 * self.brake * way;
        (left > 0.0).then(|| self.since + 2.0 * way / (self.speed + left.sqrt()))
    }

    /// Its deceleration while it slides.
    pub(crate) fn brake(&self) -> f64 {
        self.brake
    }

    /// Its sliding at `now`, without its turning.
    pub(crate) fn slide(&self, now: f64) -> Pose {
        let (x, y) = self.place(now);
        let speed = self.speed(now);
        let brake = if now < self.stop { self.brake } else { 0.0 };
        Pose {
            x,
            y,
            vx: self.ux * speed,
            vy: self.uy * speed,
            ax: -brake * self.ux,
            ay: -brake * self.uy,
            cos: self.cos,
            sin: self.sin,
            turn: self.turn,
            spin: 0.0,
        }
    }

    fn turn_at(&self, now: f64) -> (f64, f64) {
        let brake = if self.spin < 0.0 { -SPIN_FRICTION } else { SPIN_FRICTION };
        if now < self.spin_stop {
            let t = now - self.since;
            (self.turn + t * (self.spin - 0.5 * brake * t), self.spin - brake * t)
        } else {
            (self.turn + self.spin * self.spin / (2.0 * brake), 0.0)
        }
    }

    /// Everything about it at `now`.
    pub(crate) fn pose(&self, now: f64) -> Pose {
        let mut pose = self.slide(now);
        if self.spin != 0.0 {
            (pose.turn, pose.spin) = self.turn_at(now);
            if now > self.since {
                (pose.sin, pose.cos) = libm::sincos(pose.turn);
            }
        }
        pose
    }
}

//! Bodies that slide on an open table: round pawns and square obstacles with rounded corners. One body is flicked;
//! everything that follows is computed exactly, by the physical model P1 to P20. The crate knows no game.
//!
//! Between impacts a body slides straight with constant deceleration (P6) and turns likewise (P7), so its path is
//! known in closed form and the next contact is a root: no time steps, nothing tunnels. The parts are
//! `evolve` (motion), `detect`, `foresee` and `straight` (who meets whom, and when), `resolve` (the law of impact), `shot` (the
//! loop) and [`measure`] (distances for rules).
//!
//! Integers go in and come out (P1); inside are only + − × ÷ and square roots, sines come from `libm`, lists have an
//! order: the same shot gives the same bits on every platform (P20).
//!
//! ```
//! use discs::{Body, Flick, Scene, Table, shoot};
//!
//! let scene = Scene { table: Table::default(), bodies: vec![Body::pawn(4000, 1000), Body::pawn(4000, 4000)], ghost: None };
//! let trace = shoot(&scene, &Flick { body: 0, angle: 9000, power: 1000 })?;
//! assert_eq!(trace.outcome.felt, [(0, 1)]);
//! assert_eq!(trace.outcome.falls, [1]);
//! assert_eq!(trace.outcome.rest[0].map(|place| (place.x, place.y)), Some((4000, 3823)));
//! # Ok::<_, discs::Error>(())
//! ```

mod detect;
mod evolve;
mod foresee;
pub mod law;
pub mod measure;
mod resolve;
mod shot;
mod straight;
mod trace;
mod turns;

use serde::{Deserialize, Serialize};

pub use shot::{Driven, Trial};
pub use trace::{Fall, Impact, Outcome, Path, Place, Trace};

/// The table: a rectangle without a rim, its corner left of seat One at 0,0 (P2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    /// Along x, in 1/10 mm.
    pub width: i32,
    /// Along y, in 1/10 mm.
    pub depth: i32,
    /// Deceleration of every sliding body in mm/s² (P6).
    pub friction: i32,
}

impl Default for Table {
    fn default() -> Table {
        Table { width: 8_000, depth: 8_000, friction: 3_000 }
    }
}

/// What a body looks like (P3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// A disc of radius 15 mm; a stack of two has the same shape.
    Pawn,
    /// A square of side 50 mm with corners rounded by 5 mm.
    Obstacle {
        /// In 1/100 degree, 0..9000.
        turn: i32,
    },
}

/// A body at rest (P1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// Disc or square.
    pub shape: Shape,
    /// Centre in 1/10 mm.
    pub x: i32,
    /// Centre in 1/10 mm.
    pub y: i32,
    /// In pawns: 1 for a pawn, 2 for a stack, 6 + pawns stored for an obstacle.
    pub mass: u32,
}

impl Body {
    /// A pawn of mass 1.
    pub const fn pawn(x: i32, y: i32) -> Body {
        Body { shape: Shape::Pawn, x, y, mass: 1 }
    }

    /// An obstacle that stores nothing: mass 6.
    pub const fn obstacle(x: i32, y: i32, turn: i32) -> Body {
        Body { shape: Shape::Obstacle { turn }, x, y, mass: 6 }
    }

    /// The same body with another mass.
    pub const fn with_mass(self, mass: u32) -> Body {
        Body { mass, ..self }
    }

    /// Is it round?
    pub const fn is_pawn(&self) -> bool {
        matches!(self.shape, Shape::Pawn)
    }

    /// Where it lies.
    pub const fn place(&self) -> Place {
        match self.shape {
            Shape::Pawn => Place { x: self.x, y: self.y, turn: 0 },
            Shape::Obstacle { turn } => Place { x: self.x, y: self.y, turn },
        }
    }

    /// The same body in another place.
    pub const fn put(self, place: Place) -> Body {
        let shape = match self.shape {
            Shape::Pawn => Shape::Pawn,
            Shape::Obstacle { .. } => Shape::Obstacle { turn: place.turn },
        };
        Body { shape, x: place.x, y: place.y, mass: self.mass }
    }
}

/// A table with bodies at rest, in index order (P4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The table.
    pub table: Table,
    /// The bodies; the place in the list is the index.
    pub bodies: Vec<Body>,
    /// Two bodies that ignore each other in this shot (P13).
    pub ghost: Option<(usize, usize)>,
}

/// One flick (P5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flick {
    /// Index of the flicked body.
    pub body: usize,
    /// Direction in 1/100 degree, 0..36000; 0 is +x, 9000 is +y.
    pub angle: i32,
    /// 1..=1000; 3 mm/s each.
    pub power: i32,
}

/// At most so many bodies fit into a scene.
pub const MOST_BODIES: usize = 256;

/// Why something is not a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Width, depth or friction is not positive.
    #[error("width, depth and friction of a table are positive")]
    Table,
    /// More than [`MOST_BODIES`] bodies.
    #[error("a scene holds at most {MOST_BODIES} bodies, not {0}")]
    Crowd(usize),
    /// A body without mass.
    #[error("body {0} has no mass")]
    Mass(usize),
    /// An obstacle's turn is not in 0..9000.
    #[error("the turn of body {0} is not in 0..9000")]
    Turn(usize),
    /// The flick or the ghost pair names a body that is not there.
    #[error("there is no body {0}")]
    Body(usize),
    /// The ghost pair is one body.
    #[error("a ghost pair is two bodies, not {0} twice")]
    Ghost(usize),
    /// The angle is not in 0..36000.
    #[error("angle {0} is not in 0..36000")]
    Angle(i32),
    /// The power is not in 1..=1000.
    #[error("power {0} is not in 1..=1000")]
    Power(i32),
}

impl Scene {
    /// Refuses what is not a shot. Bodies may overlap or coincide: they do nothing to each other until they approach
    /// (P11). A body whose centre lies outside the table falls at time 0 (P15).
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, flick: &Flick) -> Result<(), Error> {
        let Table { width, depth, friction } = self.table;
        if width <= 0 || depth <= 0 || friction <= 0 {
            return Err(Error::Table);
        }
        if self.bodies.len() > MOST_BODIES {
            return Err(Error::Crowd(self.bodies.len()));
        }
        for (index, body) in self.bodies.iter().enumerate() {
            match body.shape {
                _ if body.mass == 0 => return Err(Error::Mass(index)),
                Shape::Obstacle { turn } if !(0..9_000).contains(&turn) => return Err(Error::Turn(index)),
                _ => {}
            }
        }
        if let Some((a, b)) = self.ghost {
            let missing = [a, b].into_iter().find(|&index| index >= self.bodies.len());
            if let Some(index) = missing {
                return Err(Error::Body(index));
            }
            if a == b {
                return Err(Error::Ghost(a));
            }
        }
        if flick.body >= self.bodies.len() {
            return Err(Error::Body(flick.body));
        }
        if !(0..36_000).contains(&flick.angle) {
            return Err(Error::Angle(flick.angle));
        }
        if !(1..=1_000).contains(&flick.power) {
            return Err(Error::Power(flick.power));
        }
        Ok(())
    }
}

/// Plays a shot and tells everything about it (P19).
///
/// # Errors
/// The input does not describe a shot.
pub fn shoot(scene: &Scene, flick: &Flick) -> Result<Trace, Error> {
    Trial::new().trace(scene, flick)
}

/// What would happen, without a trace. Who asks often keeps a [`Trial`], which allocates nothing after its first shot.
///
/// # Errors
/// The input does not describe a shot.
pub fn try_out(scene: &Scene, flick: &Flick) -> Result<Outcome, Error> {
    let mut trial = Trial::new();
    trial.shoot(scene, flick).cloned()
}

//! The numbers of the law, in mm, s, rad and pawns (the table at the head of the physical model).

/// Radius of a pawn.
pub const PAWN_RADIUS: f64 = 15.0;
/// Half the side of an obstacle's core, the square that its rounding surrounds (P3).
pub const CORE: f64 = 20.0;
/// By how much an obstacle's corners are rounded.
pub const ROUNDING: f64 = 5.0;
/// Moment of inertia of an obstacle of mass 1.
pub const INERTIA: f64 = 2500.0 / 6.0;
/// Speed of a flick for each unit of power (P5).
pub const SPEED_PER_POWER: f64 = 3.0;
/// Angular deceleration of a turning obstacle (P7).
pub const SPIN_FRICTION: f64 = 200.0;
/// Restitution pawn–pawn, pawn–obstacle and obstacle–obstacle (P9).
pub const RESTITUTION: [f64; 3] = [0.8, 0.5, 0.3];
/// Below this approach speed an impact is elastic (P9).
pub const SOFT: f64 = 10.0;
/// No impact separates two bodies more slowly than this (P9).
pub const FLOOR: f64 = 0.5;
/// A contact is felt from this approach speed (P18).
pub const FELT: f64 = 2.0;
/// Bodies with at most this gap touch in an instant (P12).
pub const TOUCH: f64 = 1e-6;
/// Bodies approach when faster than this (P11).
pub const CREEP: f64 = 1e-6;
/// After so many impacts everything stops where it is (P14).
pub const MOST_IMPACTS: u32 = 20_000;
/// Bodies with at most this gap touch at rest; used by the rules of games only.
pub const TOUCHING_AT_REST: f64 = 0.5;

/// Distance from an obstacle's centre to a corner of its core.
pub(crate) const CORNER: f64 = 28.284_271_247_461_9;
/// The finest gap that root finding tells from none; far below TOUCH.
pub(crate) const HAIR: f64 = 1e-11;

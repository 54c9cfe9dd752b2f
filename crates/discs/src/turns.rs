//! Angles in 1/100 degree and their sines (P1, P2). Quarters are exact, and opposite or mirrored angles have
//! exactly opposite or mirrored sines, so a symmetric shot is symmetric to the last bit.

use std::f64::consts::PI;

/// An angle in 1/100 degree as radians.
pub(crate) fn radians(hundredths: i32) -> f64 {
    f64::from(hundredths) * (PI / 18_000.0)
}

/// Sine and cosine of an angle in 1/100 degree.
pub(crate) fn sin_cos(hundredths: i32) -> (f64, f64) {
    let (quarter, rest) = (hundredths.rem_euclid(36_000) / 9_000, hundredths.rem_euclid(9_000));
    let (sin, cos) = match rest {
        0 => (0.0, 1.0),
        1..=4_500 => libm::sincos(radians(rest)),
        _ => {
            let (sin, cos) = libm::sincos(radians(9_000 - rest));
            (cos, sin)
        }
    };
    match quarter {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// The direction of a vector in 0..36000, rounded to 1/100 degree.
pub(crate) fn direction(x: f64, y: f64) -> i32 {
    let hundredths = libm::floor(libm::atan2(y, x) * (18_000.0 / PI) + 0.5);
    (hundredths as i32).rem_euclid(36_000)
}

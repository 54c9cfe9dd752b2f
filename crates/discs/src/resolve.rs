//! The law of impact (P8, P9): one impulse along the normal.

use crate::{
    detect::Feature,
    evolve::{Mover, Pose},
    law::{FLOOR, RESTITUTION, SOFT},
};

/// The speed at which two bodies part after approaching at `approach` (P9).
pub(crate) fn separation(approach: f64, squares: usize) -> f64 {
    let bounce = RESTITUTION[squares] * approach;
    let soft = if approach < SOFT { approach } else { SOFT };
    let apart = if bounce > soft { bounce } else { soft };
    if apart > FLOOR { apart } else { FLOOR }
}

/// Changes the velocities of `a` and `b`, which meet in `feature` at the speed `approach`.
pub(crate) fn strike(
    (a, pa): (&Mover, &mut Pose),
    (b, pb): (&Mover, &mut Pose),
    feature: &Feature,
    approach: f64,
) {
    let apart = separation(approach, usize::from(!a.round) + usize::from(!b.round));
    let (la, lb) = (feature.lever_a(), feature.lever_b());
    let softness =
        a.inverse_mass + b.inverse_mass + la * la * a.inverse_inertia + lb * lb * b.inverse_inertia;
    let impulse = (approach + apart) / softness;
    pa.vx -= impulse * a.inverse_mass * feature.nx;
    pa.vy -= impulse * a.inverse_mass * feature.ny;
    pa.spin -= impulse * la * a.inverse_inertia;
    pb.vx += impulse * b.inverse_mass * feature.nx;
    pb.vy += impulse * b.inverse_mass * feature.ny;
    pb.spin += impulse * lb * b.inverse_inertia;
}

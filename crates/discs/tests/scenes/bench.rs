//! The three scenes of the benchmark, 14 pawns and 5 obstacles each, and how they are timed.

use std::time::Instant;

use discs::{Flick, Scene};

use super::{Seeds, aimed_flick, any_flick, dense, spread};

/// Shots of one scene; every shot has a table of its own.
pub(crate) const SHOTS: usize = 200;

/// Random flick, aimed flick, dense cluster.
pub(crate) fn benchmark() -> [(&'static str, Vec<(Scene, Flick)>); 3] {
    let mut seeds = Seeds(356);
    let random = (0..SHOTS).map(|_| (spread(&mut seeds, 14, 5), any_flick(&mut seeds, 14))).collect();
    let aimed = (0..SHOTS)
        .map(|_| {
            let scene = spread(&mut seeds, 14, 5);
            let body = seeds.pick(0, 13) as usize;
            let flick = aimed_flick(&mut seeds, &scene, body);
            (scene, flick)
        })
        .collect();
    let cluster = (0..SHOTS)
        .map(|_| {
            let scene = dense(&mut seeds, 14, 5);
            let flick = aimed_flick(&mut seeds, &scene, 0);
            (scene, flick)
        })
        .collect();
    [("random flick", random), ("aimed flick", aimed), ("dense cluster", cluster)]
}

/// Shots a second: the best and the median of `rounds` rounds over all shots, `times` each.
pub(crate) fn time(
    shots: &[(Scene, Flick)],
    rounds: usize,
    times: usize,
    mut shoot: impl FnMut(&Scene, &Flick),
) -> (f64, f64) {
    let mut rates: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..times {
                for (scene, flick) in shots {
                    shoot(scene, flick);
                }
            }
            (times * shots.len()) as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    (rates[rounds - 1], rates[rounds / 2])
}

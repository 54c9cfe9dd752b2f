//! What a shot costs whoever tries it: looks at pairs of bodies, in place of time.

mod scenes;

use discs::{Body, Flick, Scene, Table, Trial};
use scenes::bench::benchmark;

#[test]
fn the_work_of_a_shot_is_its_own_and_grows_with_the_crowd() {
    let mut last = 0.0;
    for (name, shots) in benchmark() {
        let mut trial = Trial::new();
        let mut work = || -> Vec<u32> {
            let work = |(scene, flick): &_| {
                trial.shoot(scene, flick).unwrap();
                trial.work()
            };
            shots.iter().map(work).collect()
        };
        let first = work();
        assert_eq!(first, work(), "{name}: whatever was tried before");
        let mean = f64::from(first.iter().sum::<u32>()) / first.len() as f64;
        assert!(mean > 2.0 * last, "{name}: {mean} after {last}");
        last = mean;
    }
}

/// A pawn pushes an obstacle whose side then sweeps along a corner of another and hardly approaches it. Seen along
/// fixed axes only this took seven million looks.
#[test]
fn a_side_that_sweeps_along_a_corner_is_no_great_work() {
    let bodies = vec![
        Body::pawn(4509, 1228),
        Body::obstacle(6028, 1101, 7765).with_mass(7),
        Body::obstacle(6614, 1488, 7888).with_mass(6),
    ];
    let scene = Scene { table: Table::default(), bodies, ghost: None };
    let mut trial = Trial::new();
    let outcome = trial.shoot(&scene, &Flick { body: 0, angle: 34_775, power: 874 }).unwrap();
    assert_eq!(outcome.felt, [(0, 1), (1, 2)]);
    assert!(trial.work() < 50_000, "{} looks", trial.work());
}

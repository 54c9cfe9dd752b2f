//! What a shot costs whoever tries it: looks at pairs of bodies, in place of time.

mod scenes;

use discs::Trial;
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

//! `discs` beside `rapier2d` at 1/240 s on the same shots, one core, one run: 14 pawns and 5 obstacles, three scenes.

#[path = "../../tests/scenes/mod.rs"]
mod scenes;

use std::hint::black_box;

use discs::Trial;
use scenes::bench::{benchmark, time};

fn main() {
    println!("{:14} {:>24} {:>20} {:>16}", "scene", "discs, shots a second", "rapier2d", "ratio");
    println!(
        "{:14} {:>12} {:>11} {:>10} {:>9} {:>8} {:>7}",
        "", "best", "median", "best", "median", "best", "median"
    );
    for (name, shots) in benchmark() {
        let mut trial = Trial::new();
        let (best, median) = time(&shots, 21, 10, |scene, flick| {
            let _ = black_box(trial.shoot(scene, flick));
        });
        let (slow_best, slow_median) = time(&shots, 7, 1, |scene, flick| {
            black_box(discs_peer::falls(scene, flick));
        });
        let (ratio, middle) = (best / slow_best, median / slow_median);
        println!(
            "{name:14} {best:12.0} {median:11.0} {slow_best:10.0} {slow_median:9.0} {ratio:8.0} {middle:7.0}"
        );
    }
}

//! Shots a second in three scenes of 14 pawns and 5 obstacles. The same beside `rapier2d` is in `peer/`.

#[path = "../tests/scenes/mod.rs"]
mod scenes;

use std::hint::black_box;

use discs::Trial;
use scenes::bench::{benchmark, time};

fn main() {
    println!(
        "{:14} {:>12} {:>12} {:>10} {:>10} {:>8}",
        "scene", "best /s", "median /s", "µs a shot", "impacts", "most"
    );
    for (name, shots) in benchmark() {
        let mut trial = Trial::new();
        let impacts: Vec<u32> = shots
            .iter()
            .map(|(scene, flick)| trial.shoot(scene, flick).expect("the scenes are shots").impacts)
            .collect();
        let (best, median) = time(&shots, 21, 10, |scene, flick| {
            let _ = black_box(trial.shoot(scene, flick));
        });
        let mean = f64::from(impacts.iter().sum::<u32>()) / impacts.len() as f64;
        let most = impacts.iter().max().expect("there are shots");
        println!("{name:14} {best:12.0} {median:12.0} {:10.2} {mean:10.1} {most:8}", 1e6 / median);
    }
}

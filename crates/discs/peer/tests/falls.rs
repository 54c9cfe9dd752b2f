//! Who falls off is what another engine says, too: in at least 85 % of full-table shots, of which at least 30 % fell
//! something.

#[path = "../../tests/scenes/mod.rs"]
mod scenes;

use discs::try_out;
use discs_peer::falls;
use scenes::{Seeds, aimed_flick, spread};

const SHOTS: usize = 1_000;

#[test]
fn p15_rapier_agrees_on_who_falls() {
    let mut seeds = Seeds(85);
    let (mut same, mut fell, mut same_of_those) = (0, 0, 0);
    for _ in 0..SHOTS {
        let scene = spread(&mut seeds, 14, 5);
        let body = seeds.pick(0, 13) as usize;
        let mut flick = aimed_flick(&mut seeds, &scene, body);
        flick.power = seeds.pick(600, 1000);
        let mut ours = try_out(&scene, &flick).unwrap().falls;
        let mut theirs = falls(&scene, &flick);
        ours.sort_unstable();
        theirs.sort_unstable();
        same += usize::from(ours == theirs);
        if !ours.is_empty() {
            fell += 1;
            same_of_those += usize::from(ours == theirs);
        }
    }
    println!(
        "{SHOTS} shots: same falls in {same}; {fell} fell something, of which the same in {same_of_those}"
    );
    assert!(fell * 100 >= SHOTS * 30, "only {fell} of {SHOTS} shots fell something");
    assert!(same * 100 >= SHOTS * 85, "agreement on {same} of {SHOTS} shots");
}

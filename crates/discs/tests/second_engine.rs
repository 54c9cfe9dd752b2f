//! P20: a second, time-stepping engine written from the law alone agrees on who falls, on the felt contacts, and on
//! resting places within 0.1 mm and 0.05°.

mod scenes;
mod stepper;

use discs::{Flick, Outcome, Scene, Shape, try_out};
use scenes::{Seeds, mixed};
use stepper::{Kind, Start, World};

const STEP: f64 = 1e-4;
const SHOTS: usize = 400;

fn step_through(scene: &Scene, flick: &Flick, nudge: f64, step: f64) -> stepper::Result {
    let starts: Vec<Start> = scene
        .bodies
        .iter()
        .map(|b| {
            let (kind, turn) = match b.shape {
                Shape::Pawn => (Kind::Round, 0),
                Shape::Obstacle { turn } => (Kind::Square, turn),
            };
            Start { kind, x: b.x, y: b.y, turn, mass: f64::from(b.mass) }
        })
        .collect();
    let table = scene.table;
    let world = World::new(table.width, table.depth, f64::from(table.friction), scene.ghost, &starts);
    world.shoot(flick.body, f64::from(flick.angle) + nudge, f64::from(flick.power), step)
}

/// Nothing when two results are the same within P20; else what differs.
fn differ(
    felt: &[(usize, usize)],
    fell: &[usize],
    rest: &[Option<(i64, i64, i64)>],
    other: &stepper::Result,
) -> Option<String> {
    let sorted = |list: &[usize]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    if sorted(fell) != sorted(&other.fell) {
        return Some(format!("fell {fell:?} / {:?}", other.fell));
    }
    if felt != other.felt {
        return Some(format!("felt {felt:?} / {:?}", other.felt));
    }
    for (k, pair) in rest.iter().zip(&other.rest).enumerate() {
        let (Some(a), Some(b)) = pair else { continue };
        let turn = (a.2 - b.2).rem_euclid(9000);
        if (a.0 - b.0).abs() > 1 || (a.1 - b.1).abs() > 1 || turn.min(9000 - turn) > 5 {
            return Some(format!("body {k} rests at {a:?} / {b:?}"));
        }
    }
    None
}

fn places(outcome: &Outcome) -> Vec<Option<(i64, i64, i64)>> {
    outcome.rest.iter().map(|r| r.map(|p| (p.x.into(), p.y.into(), p.turn.into()))).collect()
}

#[test]
fn p20_a_second_engine_agrees() {
    let mut seeds = Seeds(20);
    let (mut chaotic, mut falls, mut impacts) = (0, 0, 0);
    for shot in 0..SHOTS {
        let (scene, flick) = mixed(&mut seeds, shot);
        let outcome = try_out(&scene, &flick).unwrap();
        let slow = step_through(&scene, &flick, 0.0, STEP);
        falls += usize::from(!outcome.falls.is_empty());
        impacts += outcome.impacts;
        let Some(what) = differ(&outcome.felt, &outcome.falls, &places(&outcome), &slow) else { continue };
        // P20: chaotic when halving the step or a thousandth of a unit of angle breaks the agreement of the slow
        // engine with itself.
        let others = [(0.0, STEP / 2.0), (0.001, STEP), (-0.001, STEP)];
        let unsteady = others.iter().any(|&(nudge, step)| {
            let other = step_through(&scene, &flick, nudge, step);
            differ(&slow.felt, &slow.fell, &slow.rest, &other).is_some()
        });
        let text = serde_json::to_string(&(&scene, &flick)).unwrap();
        eprintln!("shot {shot} (chaotic: {unsteady}): {what}");
        assert!(unsteady, "shot {shot}: {what}\n{text}");
        chaotic += 1;
    }
    println!("{SHOTS} shots, {falls} with falls, {impacts} impacts, {chaotic} chaotic");
    assert!(chaotic <= SHOTS / 50, "{chaotic} chaotic shots of {SHOTS}");
}

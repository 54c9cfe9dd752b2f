//! The test shots Q1 to Q20 of the physical model, within the tolerance of P20.

use discs::{Body, Flick, Scene, Table, Trace, shoot};

/// Reads `p1 4000,1000 · o1 4000,4000/0 · p2 4000,4000*2` (a stack has mass 2) as bodies in this order.
fn bodies(text: &str) -> (Vec<String>, Vec<Body>) {
    let body = |item: &str| {
        let (name, place) = item.trim().split_once(' ').unwrap();
        let (place, mass) = place.split_once('*').map_or((place, None), |(p, m)| (p, m.parse().ok()));
        let (place, turn) = place.split_once('/').map_or((place, 0), |(p, t)| (p, t.parse().unwrap()));
        let (x, y) = place.split_once(',').unwrap();
        let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
        let body = if name.starts_with('p') { Body::pawn(x, y) } else { Body::obstacle(x, y, turn) };
        (name.to_owned(), mass.map_or(body, |mass| body.with_mass(mass)))
    };
    text.split('·').map(body).unzip()
}

/// Shoots p1 and compares resting places, falls and felt contacts.
fn check(start: &str, flick: (i32, i32), rest: &str, fallen: &str, felt: &str) -> Trace {
    check_ghost(start, flick, rest, fallen, felt, None)
}

fn check_ghost(
    start: &str,
    flick: (i32, i32),
    rest: &str,
    fallen: &str,
    felt: &str,
    ghost: Option<(usize, usize)>,
) -> Trace {
    let (names, list) = bodies(start);
    let scene = Scene { table: Table::default(), bodies: list.clone(), ghost };
    let trace = shoot(&scene, &Flick { body: 0, angle: flick.0, power: flick.1 }).unwrap();
    let outcome = &trace.outcome;
    let fell: Vec<&str> = outcome.falls.iter().map(|&k| names[k].as_str()).collect();
    assert_eq!(fell.join(" "), fallen, "fallen");
    let pairs: Vec<String> =
        outcome.felt.iter().map(|&(i, j)| format!("{}-{}", names[i], names[j])).collect();
    assert_eq!(pairs.join(" "), felt, "felt");
    let (rest_names, places) = if rest.is_empty() { (vec![], vec![]) } else { bodies(rest) };
    assert_eq!(rest_names.len() + fell.len(), names.len());
    for (name, place) in rest_names.iter().zip(&places) {
        let index = names.iter().position(|n| n == name).unwrap();
        let (want, got) = (place.place(), outcome.rest[index].unwrap());
        let turn = (want.turn - got.turn).rem_euclid(9000);
        let near = (want.x - got.x).abs() <= 1 && (want.y - got.y).abs() <= 1 && turn.min(9000 - turn) <= 5;
        assert!(near, "{name}: {want:?}, not {got:?}");
    }
    trace
}

fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}");
}

#[test]
fn q01_a_pawn_slides_375_mm() {
    let trace = check("p1 1000,1000", (9000, 500), "p1 1000,4750", "", "");
    near(trace.outcome.end, 0.5, 1e-12);
}

#[test]
fn q02_full_power_falls_off_the_far_edge() {
    let trace = check("p1 4000,1000", (9000, 1000), "", "p1", "");
    near(trace.falls[0].t, 0.269703, 1e-6);
}

#[test]
fn q03_a_centre_hit_moves_the_victim_on() {
    let trace = check("p1 4000,1000 · p2 4000,4000", (9000, 500), "p1 4000,3711 · p2 4000,4850", "", "p1-p2");
    near(trace.impacts[0].t, 0.235425, 1e-6);
    near(trace.impacts[0].approach, 793.725, 1e-3);
}

#[test]
fn q04_a_full_centre_hit_throws_the_victim_off() {
    let trace = check("p1 4000,1000 · p2 4000,4000", (9000, 1000), "p1 4000,3823", "p2", "p1-p2");
    near(trace.falls[0].t, 0.278944, 1e-6);
}

#[test]
fn q05_half_a_hit_sends_both_aside() {
    let start = "p1 4000,1000 · p2 4150,4000";
    let trace = check(start, (9000, 700), "p1 3088,4500 · p2 5550,6425", "", "p1-p2");
    near(trace.impacts[0].approach, 1440.282, 1e-3);
}

#[test]
fn q06_a_stack_is_twice_as_heavy() {
    check("p1 4000,1000 · p2 4000,4000*2", (9000, 700), "p1 4000,3514 · p2 4000,5674", "", "p1-p2");
}

#[test]
fn q07_an_obstacle_struck_in_its_middle_does_not_turn() {
    let start = "p1 4000,1000 · o1 4000,4000/0";
    let trace = check(start, (9000, 1000), "p1 4000,2588 · o1 4000,4569/0", "", "p1-o1");
    near(trace.impacts[0].approach, 2727.636, 1e-3);
}

#[test]
fn q08_an_obstacle_struck_off_its_middle_turns() {
    check("p1 4200,1000 · o1 4000,4000/0", (9000, 1000), "p1 4200,3388 · o1 4000,4440/8719", "", "p1-o1");
}

#[test]
fn q09_an_obstacle_struck_on_its_corner() {
    check("p1 4000,1000 · o1 4000,4000/4500", (9000, 1000), "p1 4000,2498 · o1 4000,4573/4500", "", "p1-o1");
}

#[test]
fn q10_a_row_passes_the_blow_on_within_one_instant() {
    let start = "p1 4000,1000 · p2 4000,3000 · p3 4000,3300 · p4 4000,3600";
    let rest = "p1 4000,2755 · p2 4000,3064 · p3 4000,3375 · p4 4000,7798";
    let trace = check(start, (9000, 800), rest, "", "p1-p2 p2-p3 p3-p4");
    for impact in &trace.impacts[..3] {
        near(impact.t, 0.074282, 1e-6);
        assert_eq!(impact.t.to_bits(), trace.impacts[0].t.to_bits());
    }
}

#[test]
fn q11_of_two_struck_at_once_the_lower_index_comes_first() {
    let start = "p1 4000,1000 · p2 3850,3000 · p3 4150,3000";
    let rest = "p1 4250,2674 · p2 1463,7135 · p3 4872,4251";
    let trace = check(start, (9000, 800), rest, "", "p1-p2 p1-p3");
    assert_eq!(trace.impacts[0].t.to_bits(), trace.impacts[1].t.to_bits());
}

#[test]
fn q12_an_obstacle_pushes_a_pawn() {
    let start = "p1 4000,1000 · p2 4000,3900 · o1 4000,3000/0";
    check(start, (9000, 1000), "p1 4000,1506 · p2 4000,4091 · o1 4000,3571/0", "", "p1-o1 p2-o1");
}

#[test]
fn q13_a_blow_goes_through_an_obstacle_at_once() {
    let start = "p1 4000,1000 · p2 4000,3400 · o1 4000,3000/0";
    let rest = "p1 4000,1506 · p2 4000,4417 · o1 4000,3380/0";
    let trace = check(start, (9000, 1000), rest, "", "p1-o1 p2-o1");
    assert_eq!(trace.impacts[0].t.to_bits(), trace.impacts[1].t.to_bits());
}

#[test]
fn q14_a_flat_hit_of_two_obstacles_is_corner_impacts() {
    let start = "p1 4000,1000 · o1 4000,3000/0 · o2 4000,3500/0";
    let rest = "p1 4000,1506 · o1 4000,3073/8999 · o2 4000,3764/1";
    let trace = check(start, (9000, 1000), rest, "", "p1-o1 o1-o2");
    assert_eq!(trace.impacts[0].t.to_bits(), trace.impacts[1].t.to_bits());
}

#[test]
fn q15_an_obstacle_strikes_another_off_its_middle() {
    let start = "p1 4000,1000 · o1 4000,3000/0 · o2 4100,3600/0";
    let rest = "p1 4000,1506 · o1 4000,3166/8148 · o2 4100,3812/8990";
    check(start, (9000, 1000), rest, "", "p1-o1 o1-o2");
}

#[test]
fn q16_a_ghost_pair_ignores_each_other() {
    let start = "p1 4000,4000 · p2 4000,4000";
    let trace = check_ghost(start, (0, 300), "p1 5350,4000 · p2 4000,4000", "", "", Some((1, 0)));
    assert!(trace.impacts.is_empty());
}

#[test]
fn q17_sliding_off_is_not_felt() {
    check("p1 4000,4000 · p2 4300,4000", (9000, 500), "p1 4000,7750 · p2 4300,4000", "", "");
}

#[test]
fn q18_touching_pawns_strike_at_time_zero() {
    let trace = check("p1 4000,4000 · p2 4300,4000", (0, 500), "p1 4038,4000 · p2 7337,4000", "", "p1-p2");
    assert_eq!((trace.impacts[0].t, trace.impacts[0].approach), (0.0, 1500.0));
}

#[test]
fn q19_a_slow_pawn_stops_short() {
    check("p1 4000,7500 · p2 4000,7990", (9000, 60), "p1 4000,7554 · p2 4000,7990", "", "");
}

#[test]
fn q20_a_touching_obstacle_is_pushed_off() {
    let trace = check("p1 1000,7500 · o1 1000,7900/0", (9000, 900), "p1 1000,6508", "o1", "p1-o1");
    near(trace.falls[0].t, 0.018137, 1e-6);
    assert_eq!(trace.impacts[0].t, 0.0);
}

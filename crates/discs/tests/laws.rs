//! Each numbered part of the physical model, P1 to P20, as a test of its own; the general ones on random shots.

mod scenes;
mod stepper;

use discs::{Body, Error, Flick, Path, Place, Scene, Shape, Table, Trace, Trial, law, shoot, try_out};
use scenes::{Seeds, mixed};
use stepper::{Kind, gap};

fn scene(bodies: &[Body]) -> Scene {
    Scene { table: Table::default(), bodies: bodies.to_vec(), ghost: None }
}

fn flick(body: usize, angle: i32, power: i32) -> Flick {
    Flick { body, angle, power }
}

fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}");
}

/// Where a body is at `t`: centre, turn, velocity, spin; from the paths alone, as a page does it.
fn state(scene: &Scene, trace: &Trace, body: usize, t: f64, after: bool) -> ([f64; 3], [f64; 3]) {
    let b = &scene.bodies[body];
    let turn = (f64::from(b.place().turn) / 100.0).to_radians();
    let mut now = ([f64::from(b.x) / 10.0, f64::from(b.y) / 10.0, turn], [0.0; 3]);
    for path in trace.paths.iter().filter(|path| path.body == body) {
        if path.t0 > t || (path.t0 == t && !after) {
            break;
        }
        let (x, y, turn) = path.at(t, trace.friction);
        now = ([x, y, turn], velocity(path, t, trace));
        if t > path.t1 || (t == path.t1 && after) {
            now.1 = [0.0; 3];
        }
    }
    now
}

fn velocity(path: &Path, t: f64, trace: &Trace) -> [f64; 3] {
    let (s, speed) = (t - path.t0, path.vx.hypot(path.vy));
    let share = if speed > 0.0 { (1.0 - trace.friction * s / speed).max(0.0) } else { 0.0 };
    let spin = (path.spin.abs() - trace.spin_friction * s).max(0.0).copysign(path.spin);
    [path.vx * share, path.vy * share, spin]
}

fn kind(body: &Body) -> Kind {
    if body.is_pawn() { Kind::Round } else { Kind::Square }
}

fn energy(body: &Body, v: [f64; 3]) -> f64 {
    let mass = f64::from(body.mass);
    let inertia = if body.is_pawn() { 0.0 } else { mass * law::INERTIA };
    0.5 * mass * (v[0] * v[0] + v[1] * v[1]) + 0.5 * inertia * v[2] * v[2]
}

#[test]
fn p01_a_shot_can_be_repeated_from_its_integers() {
    let mut seeds = Seeds(1);
    let mut trial = Trial::new();
    for k in 0..50 {
        let (scene, flick) = mixed(&mut seeds, k);
        let text = serde_json::to_string(&(&scene, &flick)).unwrap();
        let (again, same): (Scene, Flick) = serde_json::from_str(&text).unwrap();
        let trace = shoot(&scene, &flick).unwrap();
        assert_eq!(trace, trial.trace(&again, &same).unwrap());
        assert_eq!(trace, serde_json::from_str(&serde_json::to_string(&trace).unwrap()).unwrap());
        assert_eq!(&trace.outcome, trial.shoot(&scene, &flick).unwrap());
    }
}

#[test]
fn p01_what_is_no_shot_is_refused() {
    let good = scene(&[Body::pawn(1000, 1000), Body::obstacle(2000, 2000, 0)]);
    let refused = |scene: &Scene, flick: Flick| try_out(scene, &flick).unwrap_err();
    assert_eq!(refused(&good, flick(2, 0, 1)), Error::Body(2));
    assert_eq!(refused(&good, flick(0, 36_000, 1)), Error::Angle(36_000));
    assert_eq!(refused(&good, flick(0, -1, 1)), Error::Angle(-1));
    assert_eq!(refused(&good, flick(0, 0, 0)), Error::Power(0));
    assert_eq!(refused(&good, flick(0, 0, 1001)), Error::Power(1001));
    let ghost = |pair| Scene { ghost: Some(pair), ..good.clone() };
    assert_eq!(refused(&ghost((0, 7)), flick(0, 0, 1)), Error::Body(7));
    assert_eq!(refused(&ghost((1, 1)), flick(0, 0, 1)), Error::Ghost(1));
    let massless = scene(&[Body::pawn(1000, 1000).with_mass(0)]);
    assert_eq!(refused(&massless, flick(0, 0, 1)), Error::Mass(0));
    let turned = scene(&[Body::obstacle(1000, 1000, 9000)]);
    assert_eq!(refused(&turned, flick(0, 0, 1)), Error::Turn(0));
    let flat = Scene { table: Table { width: 0, ..Table::default() }, ..good.clone() };
    assert_eq!(refused(&flat, flick(0, 0, 1)), Error::Table);
    assert_eq!(refused(&scene(&[Body::pawn(0, 0); 257]), flick(0, 0, 1)), Error::Crowd(257));
    assert_eq!(refused(&scene(&[]), flick(0, 0, 1)), Error::Body(0));
}

#[test]
fn p01_odd_but_legal_scenes_end() {
    let far = i32::MAX;
    let odd = [
        scene(&[Body::pawn(4000, 4000), Body::pawn(4000, 4000), Body::obstacle(4000, 4000, 10)]),
        scene(&[Body::obstacle(4000, 4000, 10), Body::obstacle(4000, 4000, 10), Body::pawn(4050, 4000)]),
        scene(&[Body::obstacle(4000, 4000, 0), Body::obstacle(4100, 4020, 4500), Body::pawn(4200, 4000)]),
        scene(&[Body::pawn(far, far), Body::pawn(-far, 3), Body::pawn(10, 10)]),
        scene(&[Body::pawn(4000, 4000).with_mass(u32::MAX), Body::pawn(4100, 4000), Body::pawn(4200, 4000)]),
    ];
    for scene in &odd {
        for body in 0..scene.bodies.len() {
            for angle in (0..36_000).step_by(1_111) {
                let outcome = try_out(scene, &flick(body, angle, 700)).unwrap();
                assert!(outcome.end.is_finite() && outcome.impacts <= law::MOST_IMPACTS);
            }
        }
    }
}

#[test]
fn p02_angles_turn_counter_clockwise_from_x() {
    let lone = scene(&[Body::pawn(4000, 4000)]);
    for (angle, x, y) in [(0, 4540, 4000), (9000, 4000, 4540), (18_000, 3460, 4000), (27_000, 4000, 3460)] {
        let rest = try_out(&lone, &flick(0, angle, 190)).unwrap().rest[0].unwrap();
        assert!((rest.x - x).abs() <= 2 && (rest.y - y).abs() <= 2, "{angle}: {rest:?}");
    }
}

#[test]
fn p03_an_obstacle_has_rounded_corners() {
    // Past the corner of an upright square: its arc begins 20 mm from the middle and ends at 25.
    let at = |x: i32| scene(&[Body::pawn(x, 1000), Body::obstacle(4000, 2000, 0)]);
    assert!(!try_out(&at(4399), &flick(0, 9000, 400)).unwrap().felt.is_empty());
    assert!(shoot(&at(4400), &flick(0, 9000, 400)).unwrap().impacts.is_empty());
    let impact = shoot(&at(4300), &flick(0, 9000, 400)).unwrap().impacts[0];
    near(impact.point.0, 422.5, 1e-9);
    near(impact.point.1, 180.0 - 5.0 * 0.75_f64.sqrt(), 1e-9);
    near(impact.normal.0, -0.5, 1e-9);
}

#[test]
fn p04_the_list_gives_the_index() {
    let row = scene(&[Body::pawn(4000, 3000), Body::pawn(4000, 1000), Body::obstacle(4000, 4000, 0)]);
    let outcome = try_out(&row, &flick(1, 9000, 900)).unwrap();
    assert_eq!(outcome.felt, [(0, 1), (0, 2)]);
    assert_eq!(outcome.rest.len(), 3);
    assert!(outcome.touched(1, 0) && !outcome.touched(1, 2));
    assert_eq!(outcome.touched_by(0).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn p05_power_is_3_mm_per_second_a_unit() {
    let trace = shoot(&scene(&[Body::pawn(4000, 4000)]), &flick(0, 3000, 100)).unwrap();
    near(trace.paths[0].vx, 300.0 * 0.75_f64.sqrt(), 1e-10);
    near(trace.paths[0].vy, 150.0, 1e-10);
}

#[test]
fn p06_every_mass_slides_alike_and_friction_is_an_option() {
    for friction in [1500, 3000, 6000] {
        for mass in [1, 2] {
            let table = Table { friction, ..Table::default() };
            let scene = Scene { table, bodies: vec![Body::pawn(1000, 1000).with_mass(mass)], ghost: None };
            let outcome = try_out(&scene, &flick(0, 0, 200)).unwrap();
            near(outcome.end, 600.0 / f64::from(friction), 1e-12);
            assert_eq!(outcome.rest[0].unwrap().x, 1000 + 10 * 180_000 / friction);
        }
    }
}

#[test]
fn p07_an_obstacle_stops_turning_by_200_rad_per_second_squared() {
    let off = scene(&[Body::pawn(4200, 1000), Body::obstacle(4000, 4000, 0)]);
    let trace = shoot(&off, &flick(0, 9000, 1000)).unwrap();
    let path = trace.paths.iter().find(|path| path.body == 1).unwrap();
    let stop = path.spin.abs() / 200.0;
    let turned = path.at(path.t0 + stop, 3000.0).2;
    near(turned, path.spin * path.spin.abs() / 400.0, 1e-12);
    near(path.at(path.t1, 3000.0).2, turned, 1e-12);
}

#[test]
fn p08_pawns_never_spin_and_normals_have_no_friction() {
    let mut seeds = Seeds(8);
    for k in 0..50 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        assert!(trace.paths.iter().all(|path| !scene.bodies[path.body].is_pawn() || path.spin == 0.0));
    }
    let glance = scene(&[Body::pawn(4000, 1000), Body::pawn(4200, 3000)]);
    let trace = shoot(&glance, &flick(0, 9000, 800)).unwrap();
    let impact = trace.impacts[0];
    let across = |v: [f64; 3]| v[0] * impact.normal.1 - v[1] * impact.normal.0;
    let before = across(state(&glance, &trace, 0, impact.t, false).1);
    let after = across(state(&glance, &trace, 0, impact.t, true).1);
    near(before, after, 1e-9);
}

#[test]
fn p09_energy_grows_by_no_more_than_the_floor() {
    let mut seeds = Seeds(9);
    let mut instants = 0;
    for k in 0..150 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        let mut at = 0;
        while at < trace.impacts.len() {
            let t = trace.impacts[at].t;
            let mut struck = Vec::new();
            let mut floor = 0.0;
            while at < trace.impacts.len() && trace.impacts[at].t == t {
                let (i, j) = (trace.impacts[at].i, trace.impacts[at].j);
                let mass = |k: usize| f64::from(scene.bodies[k].mass);
                floor += 0.125 / (1.0 / mass(i) + 1.0 / mass(j));
                struck.extend([i, j]);
                at += 1;
            }
            struck.sort_unstable();
            struck.dedup();
            let sum = |after: bool| -> f64 {
                let own = |&k: &usize| energy(&scene.bodies[k], state(&scene, &trace, k, t, after).1);
                struck.iter().map(own).sum()
            };
            let (before, after) = (sum(false), sum(true));
            assert!(
                t == 0.0 || after <= before * (1.0 + 1e-9) + floor,
                "{k}: {before} grows to {after} at {t}"
            );
            instants += 1;
        }
    }
    assert!(instants > 500);
}

#[test]
fn p09_restitution_softness_and_floor() {
    let apart = |start: &Scene, flick: &Flick| {
        let trace = shoot(start, flick).unwrap();
        let impact = trace.impacts[0];
        let along = |k: usize| {
            let v = state(start, &trace, k, impact.t, true).1;
            v[0] * impact.normal.0 + v[1] * impact.normal.1
        };
        (impact.approach, along(impact.j) - along(impact.i))
    };
    let pawns = scene(&[Body::pawn(4000, 1000), Body::pawn(4000, 3000)]);
    let (v, w) = apart(&pawns, &flick(0, 9000, 800));
    near(w, 0.8 * v, 1e-9);
    let obstacle = scene(&[Body::pawn(4000, 1000), Body::obstacle(4000, 3000, 0)]);
    let (v, w) = apart(&obstacle, &flick(0, 9000, 800));
    near(w, 0.5 * v, 1e-9);
    let obstacles = scene(&[Body::obstacle(4000, 1000, 4500), Body::obstacle(4000, 3000, 0)]);
    let (v, w) = apart(&obstacles, &flick(0, 9000, 800));
    near(w, 0.3 * v, 1e-9);
    // Touching pawns: 9 mm/s is elastic.
    let touching = scene(&[Body::pawn(4000, 1000), Body::pawn(4000, 1300)]);
    let (v, w) = apart(&touching, &flick(0, 9000, 3));
    assert_eq!(v, 9.0);
    near(w, 9.0, 1e-12);
    // A graze of 3·sin(5°) mm/s is lifted to the floor.
    let (v, w) = apart(&touching, &flick(0, 500, 1));
    near(v, 3.0 * 5.0_f64.to_radians().sin(), 1e-12);
    near(w, 0.5, 1e-12);
}

#[test]
fn p10_the_contact_point_lies_on_the_rim_of_the_lower_index() {
    let up = scene(&[Body::pawn(4000, 1000), Body::obstacle(4000, 3000, 0)]);
    let impact = shoot(&up, &flick(0, 9000, 800)).unwrap().impacts[0];
    assert_eq!((impact.normal, impact.i, impact.j), ((0.0, 1.0), 0, 1));
    near(impact.point.1, 275.0, 1e-9);
    let down = scene(&[Body::obstacle(4000, 3000, 0), Body::pawn(4000, 1000)]);
    let impact = shoot(&down, &flick(1, 9000, 800)).unwrap().impacts[0];
    assert_eq!(impact.normal, (0.0, -1.0));
    near(impact.point.1, 275.0, 1e-9);
}

#[test]
fn p11_a_contact_happens_exactly_when_the_way_leads_there() {
    let pair = scene(&[Body::pawn(1000, 4000), Body::pawn(5000, 4000)]);
    let mut hits = 0;
    for angle in (35_400..36_600).map(|angle| angle % 36_000) {
        for power in [400, 506, 520, 1000] {
            let direction = (f64::from(angle) / 100.0).to_radians();
            let beside = 400.0 * direction.sin().abs();
            let way = 400.0 * direction.cos() - (900.0 - beside * beside).max(0.0).sqrt();
            let reach = (3.0 * f64::from(power)).powi(2) / 6000.0;
            let hit = beside < 30.0 && way < reach;
            assert_eq!(
                !shoot(&pair, &flick(0, angle, power)).unwrap().impacts.is_empty(),
                hit,
                "{angle}@{power}"
            );
            hits += usize::from(hit);
        }
    }
    assert!(hits > 500);
}

#[test]
fn p11_overlapping_bodies_that_do_not_approach_do_nothing() {
    let pressed = scene(&[Body::pawn(4000, 4000), Body::pawn(4298, 4000), Body::obstacle(4000, 3602, 0)]);
    let away = shoot(&pressed, &flick(0, 13_500, 300)).unwrap();
    assert!(away.impacts.is_empty());
    let along = shoot(&pressed, &flick(0, 18_000, 300)).unwrap();
    assert!(along.impacts.is_empty());
    assert_eq!(along.outcome.rest[0].unwrap().y, 4000);
}

#[test]
fn p12_impacts_of_one_instant_follow_the_order_of_pairs() {
    // Index order, not nearness, decides who is struck first: the mirrored list gives the mirrored result.
    let (left, right) = (Body::pawn(3850, 3000), Body::pawn(4150, 3000));
    let shooter = Body::pawn(4000, 1000);
    let one = try_out(&scene(&[shooter, left, right]), &flick(0, 9000, 800)).unwrap();
    let two = try_out(&scene(&[shooter, right, left]), &flick(0, 9000, 800)).unwrap();
    for (a, b) in one.rest.iter().zip(&two.rest) {
        let (a, b) = (a.unwrap(), b.unwrap());
        assert!((a.x + b.x - 8000).abs() <= 1 && a.y == b.y, "{a:?} {b:?}");
    }
    let mut seeds = Seeds(12);
    for k in 0..100 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        assert!(trace.impacts.windows(2).all(|pair| pair[0].t <= pair[1].t));
        assert!(trace.impacts.iter().all(|impact| impact.i < impact.j && impact.approach > law::CREEP));
    }
}

#[test]
fn p13_a_ghost_pair_still_strikes_others() {
    let bodies = vec![Body::pawn(4000, 4000), Body::pawn(4000, 4000), Body::pawn(4600, 4000)];
    let ghostly = Scene { table: Table::default(), bodies, ghost: Some((0, 1)) };
    let outcome = try_out(&ghostly, &flick(0, 0, 500)).unwrap();
    assert_eq!(outcome.felt, [(0, 2)]);
    assert_eq!(outcome.rest[1].unwrap(), Place { x: 4000, y: 4000, turn: 0 });
}

#[test]
fn p14_no_shot_comes_near_the_cap() {
    let mut seeds = Seeds(14);
    let most = (0..2000)
        .map(|k| {
            let (scene, flick) = mixed(&mut seeds, k);
            try_out(&scene, &flick).unwrap().impacts
        })
        .max();
    assert!(most.unwrap() < law::MOST_IMPACTS / 4, "{most:?}");
}

#[test]
fn p14_after_20000_impacts_everything_stops() {
    // Obstacles pushed deep into each other: their corners strike to and fro within one instant.
    let deep =
        scene(&[Body::obstacle(4000, 4000, 0), Body::obstacle(4100, 4020, 4500), Body::pawn(4800, 4000)]);
    let trace = shoot(&deep, &flick(0, 0, 700)).unwrap();
    assert_eq!(trace.outcome.impacts, law::MOST_IMPACTS);
    assert_eq!(trace.outcome.end, trace.impacts[19_999].t);
    assert_eq!(trace.outcome.rest[2], Some(Place { x: 4800, y: 4000, turn: 0 }));
}

#[test]
fn p15_a_centre_on_the_edge_stays() {
    // 150 mm exactly: (3·power)² / 6000 with power 316.2… is not whole; friction 5400 and power 300 is 75 mm.
    let table = Table { friction: 5400, ..Table::default() };
    let edge = |y: i32| Scene { table, bodies: vec![Body::pawn(4000, y)], ghost: None };
    let stays = try_out(&edge(7250), &flick(0, 9000, 300)).unwrap();
    assert_eq!(stays.rest[0], Some(Place { x: 4000, y: 8000, turn: 0 }));
    let falls = try_out(&edge(7251), &flick(0, 9000, 300)).unwrap();
    assert_eq!(falls.falls, [0]);
    // Along the edge is on the table; at rest on the edge as well.
    let along = try_out(&edge(8000), &flick(0, 0, 300)).unwrap();
    assert_eq!(along.rest[0], Some(Place { x: 4750, y: 8000, turn: 0 }));
}

#[test]
fn p15_what_lies_outside_falls_at_once_after_the_impacts_of_that_instant() {
    let out = scene(&[Body::pawn(4000, 7900), Body::pawn(4000, 8200), Body::pawn(100, 8001)]);
    let trace = shoot(&out, &flick(0, 9000, 200)).unwrap();
    assert_eq!(trace.outcome.felt, [(0, 1)]);
    assert_eq!(trace.outcome.falls[..2], [1, 2]);
    assert_eq!((trace.falls[0].t, trace.falls[1].t), (0.0, 0.0));
}

#[test]
fn p15_a_fallen_body_strikes_nothing() {
    let out = scene(&[Body::pawn(4000, 7500), Body::pawn(4000, 8290)]);
    let trace = shoot(&out, &flick(0, 9000, 900)).unwrap();
    assert_eq!(trace.outcome.falls, [1, 0]);
    assert!(trace.impacts.is_empty());
}

#[test]
fn p16_the_shot_ends_when_all_rests() {
    let mut seeds = Seeds(16);
    for k in 0..100 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        let last = trace.paths.iter().map(|path| path.t1).fold(0.0, f64::max);
        assert_eq!(trace.outcome.end, last);
        for path in &trace.paths {
            assert!(path.t0 < path.t1 && path.t1.is_finite());
        }
    }
}

#[test]
fn p17_unrounded_bodies_never_overlap() {
    let mut seeds = Seeds(17);
    let mut looks = 0_usize;
    for k in 0..120 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        let count = scene.bodies.len();
        let place = |body: usize, t: f64| {
            let ([x, y, turn], _) = state(&scene, &trace, body, t, true);
            (kind(&scene.bodies[body]), x, y, turn)
        };
        let fallen = |body: usize| trace.falls.iter().find(|f| f.body == body).map_or(f64::INFINITY, |f| f.t);
        let before: Vec<Vec<f64>> = (0..count)
            .map(|i| (0..count).map(|j| gap(place(i, 0.0), place(j, 0.0)).min(0.0)).collect())
            .collect();
        let mut times: Vec<f64> = trace.impacts.iter().map(|impact| impact.t).collect();
        times.extend((0..60).map(|s| trace.outcome.end * f64::from(s) / 59.0));
        for t in times {
            let places: Vec<_> = (0..count).map(|body| place(body, t)).collect();
            for i in 0..count {
                for j in i + 1..count {
                    let far =
                        (places[i].1 - places[j].1).abs() > 70.0 || (places[i].2 - places[j].2).abs() > 70.0;
                    if far || t > fallen(i) || t > fallen(j) {
                        continue;
                    }
                    let now = gap(places[i], places[j]);
                    assert!(now >= before[i][j] - 0.001, "{k}: {i}-{j} overlap by {now} at {t}");
                    looks += 1;
                }
            }
        }
    }
    assert!(looks > 10_000);
}

#[test]
fn p17_places_are_rounded_to_the_nearest_and_turns_wrap() {
    let mut seeds = Seeds(170);
    for k in 0..100 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        for (body, rest) in trace.outcome.rest.iter().enumerate() {
            let Some(rest) = rest else { continue };
            let ([x, y, turn], _) = state(&scene, &trace, body, trace.outcome.end, true);
            near(f64::from(rest.x) / 10.0, x, 0.050_001);
            near(f64::from(rest.y) / 10.0, y, 0.050_001);
            assert!((0..9000).contains(&rest.turn));
            if let Shape::Obstacle { .. } = scene.bodies[body].shape {
                let off = (turn.to_degrees() * 100.0 - f64::from(rest.turn)).rem_euclid(9000.0);
                assert!(off.min(9000.0 - off) <= 0.500_1);
            }
            let moved = trace.paths.iter().any(|path| path.body == body);
            assert!(moved || *rest == scene.bodies[body].place());
        }
    }
}

#[test]
fn p18_felt_contacts_come_once_in_order_and_the_last_obstacle_is_known() {
    let mut seeds = Seeds(18);
    for k in 0..200 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        let mut felt = Vec::new();
        let mut last = None;
        for impact in trace.impacts.iter().filter(|impact| impact.is_felt()) {
            if !felt.contains(&(impact.i, impact.j)) {
                felt.push((impact.i, impact.j));
            }
            for (own, other) in [(impact.i, impact.j), (impact.j, impact.i)] {
                if own == flick.body && !scene.bodies[other].is_pawn() {
                    last = Some(other);
                }
            }
        }
        assert_eq!(trace.outcome.felt, felt);
        assert_eq!(trace.outcome.last_obstacle, last);
    }
}

#[test]
fn p19_paths_join_and_lead_to_the_rest() {
    let mut seeds = Seeds(19);
    for k in 0..100 {
        let (scene, flick) = mixed(&mut seeds, k);
        let trace = shoot(&scene, &flick).unwrap();
        assert!(trace.paths.windows(2).all(|pair| (pair[0].t0, pair[0].body) < (pair[1].t0, pair[1].body)));
        for body in 0..scene.bodies.len() {
            let own: Vec<&Path> = trace.paths.iter().filter(|path| path.body == body).collect();
            for pair in own.windows(2) {
                let (x, y, turn) = pair[0].at(pair[0].t1, trace.friction);
                near(x, pair[1].x, 1e-9);
                near(y, pair[1].y, 1e-9);
                near(turn, pair[1].turn, 1e-9);
                assert!(pair[0].t1 <= pair[1].t0);
            }
        }
        for fall in &trace.falls {
            let path = trace.paths.iter().rfind(|path| path.body == fall.body).unwrap();
            assert_eq!(path.t1, fall.t);
            let edge = |v: f64| v.abs() < 1e-9 || (v - 800.0).abs() < 1e-9;
            assert!(edge(fall.place.0) || edge(fall.place.1));
        }
    }
}

#[test]
fn p20_a_mirrored_shot_has_the_mirrored_bits() {
    let mut seeds = Seeds(200);
    for _ in 0..50 {
        let (x, angle, power) = (seeds.pick(1, 3999), seeds.pick(0, 8999), seeds.pick(1, 1000));
        let one = shoot(&scene(&[Body::pawn(4000 - x, 4000)]), &flick(0, angle, power)).unwrap();
        let two = shoot(&scene(&[Body::pawn(4000 - x, 4000)]), &flick(0, (36_000 - angle) % 36_000, power));
        let two = two.unwrap();
        assert_eq!(one.paths[0].vx.to_bits(), two.paths[0].vx.to_bits());
        assert_eq!(one.paths[0].vy.abs().to_bits(), two.paths[0].vy.abs().to_bits());
    }
}

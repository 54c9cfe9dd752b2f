//! Seeded scenes for tests and benchmarks: random tables, aimed flicks, dense and squeezed clusters.
#![allow(dead_code, reason = "every test and benchmark uses its own part")]

pub(crate) mod bench;

use discs::{Body, Flick, Scene, Table, measure};

/// A small generator (splitmix64): the tables must be the same for ever.
pub(crate) struct Seeds(pub(crate) u64);

impl Seeds {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `low..=high`.
    pub(crate) fn pick(&mut self, low: i32, high: i32) -> i32 {
        let span = (i64::from(high) - i64::from(low) + 1) as u64;
        (i64::from(low) + (self.next() % span) as i64) as i32
    }
}

/// Puts a body where it overlaps nothing, inside `x` and `y` ranges.
fn place(seeds: &mut Seeds, bodies: &mut Vec<Body>, obstacle: bool, x: (i32, i32), y: (i32, i32)) {
    for _ in 0..100_000 {
        let (px, py) = (seeds.pick(x.0, x.1), seeds.pick(y.0, y.1));
        let body = if obstacle {
            let turn = seeds.pick(0, 8999);
            Body::obstacle(px, py, turn).with_mass(seeds.pick(6, 9) as u32)
        } else {
            Body::pawn(px, py)
        };
        if bodies.iter().all(|other| !measure::overlap(other, &body)) {
            bodies.push(body);
            return;
        }
    }
    panic!("no room");
}

/// `pawns` pawns, then `obstacles` obstacles, anywhere.
pub(crate) fn spread(seeds: &mut Seeds, pawns: usize, obstacles: usize) -> Scene {
    boxed(seeds, pawns, obstacles, (150, 7850), (150, 7850))
}

fn boxed(seeds: &mut Seeds, pawns: usize, obstacles: usize, x: (i32, i32), y: (i32, i32)) -> Scene {
    let mut list = Vec::new();
    for _ in 0..obstacles {
        place(seeds, &mut list, true, x, y);
    }
    for _ in 0..pawns {
        place(seeds, &mut list, false, x, y);
    }
    list.rotate_left(obstacles);
    Scene { table: Table::default(), bodies: list, ghost: None }
}

/// All bodies close together around the middle; the first pawn stands outside.
pub(crate) fn dense(seeds: &mut Seeds, pawns: usize, obstacles: usize) -> Scene {
    let mut scene = boxed(seeds, pawns, obstacles, (3000, 5000), (3000, 5000));
    (scene.bodies[0].x, scene.bodies[0].y) = (4000, 1500);
    scene
}

/// Pawns in a hexagonal lump with obstacles pressed against it, each shifted by up to 0.1 mm as by rounding.
pub(crate) fn squeezed(seeds: &mut Seeds) -> Scene {
    let mut bodies = vec![Body::pawn(4000 + seeds.pick(-300, 300), 1500)];
    let (cx, cy) = (seeds.pick(3000, 5000), seeds.pick(3500, 5500));
    let turn = seeds.pick(0, 17) * 500;
    let (sin, cos) = f64::from(turn * 10).to_radians().sin_cos();
    let put = |u: f64, v: f64, seeds: &mut Seeds| {
        let x = f64::from(cx) + u * cos - v * sin;
        let y = f64::from(cy) + u * sin + v * cos;
        (x.round() as i32 + seeds.pick(-1, 1), y.round() as i32 + seeds.pick(-1, 1))
    };
    let rows = seeds.pick(1, 3);
    let columns = seeds.pick(2, 4);
    for row in 0..rows {
        for column in 0..columns {
            let u = f64::from(column) * 300.0 + f64::from(row % 2) * 150.0;
            let v = f64::from(row) * 259.807_621;
            let (x, y) = put(u, v, seeds);
            bodies.push(Body::pawn(x, y));
        }
    }
    let side = (turn * 10).rem_euclid(9000);
    for k in 0..seeds.pick(0, 3) {
        let (x, y) = put(f64::from(k) * 500.0, -400.0, seeds);
        bodies.push(Body::obstacle(x, y, side).with_mass(seeds.pick(6, 9) as u32));
    }
    let scene = Scene { table: Table::default(), bodies, ghost: None };
    debug_assert!(scene.bodies.len() >= 3);
    scene
}

/// Any pawn, any angle, any power.
pub(crate) fn any_flick(seeds: &mut Seeds, pawns: usize) -> Flick {
    Flick {
        body: seeds.pick(0, pawns as i32 - 1) as usize,
        angle: seeds.pick(0, 35_999),
        power: seeds.pick(1, 1000),
    }
}

/// A hard flick of one pawn at another body.
pub(crate) fn aimed_flick(seeds: &mut Seeds, scene: &Scene, body: usize) -> Flick {
    let mut target = body;
    while target == body {
        target = seeds.pick(0, scene.bodies.len() as i32 - 1) as usize;
    }
    let (a, b) = (&scene.bodies[body], &scene.bodies[target]);
    let angle = f64::from(b.y - a.y).atan2(f64::from(b.x - a.x)).to_degrees() * 100.0;
    let angle = (angle.round() as i32 + seeds.pick(-300, 300)).rem_euclid(36_000);
    Flick { body, angle, power: seeds.pick(500, 1000) }
}

/// The table after a shot, and which old index each body had.
pub(crate) fn after(scene: &Scene, outcome: &discs::Outcome) -> Scene {
    let bodies =
        scene.bodies.iter().zip(&outcome.rest).filter_map(|(b, rest)| rest.map(|place| b.put(place)));
    Scene { bodies: bodies.collect(), ..scene.clone() }
}

/// One shot of a mixed bag: spread, dense, squeezed, and tables on which shots were played before.
pub(crate) fn mixed(seeds: &mut Seeds, kind: usize) -> (Scene, Flick) {
    match kind % 5 {
        0 => {
            let scene = spread(seeds, 14, 5);
            let flick = any_flick(seeds, 14);
            (scene, flick)
        }
        1 => {
            let scene = spread(seeds, 14, 5);
            let flick = aimed_flick(seeds, &scene, 0);
            (scene, flick)
        }
        2 => {
            let scene = dense(seeds, 10, 3);
            let flick = aimed_flick(seeds, &scene, 0);
            (scene, flick)
        }
        3 => {
            let scene = squeezed(seeds);
            let body = if seeds.pick(0, 2) == 0 { 1 } else { 0 };
            let flick = aimed_flick(seeds, &scene, body);
            (scene, flick)
        }
        _ => {
            let mut scene = dense(seeds, 8, 4);
            for _ in 0..3 {
                let flick = aimed_flick(seeds, &scene, 0);
                let outcome = discs::try_out(&scene, &flick).unwrap();
                if outcome.rest[0].is_none() || outcome.rest.iter().flatten().count() < 3 {
                    break;
                }
                scene = after(&scene, &outcome);
            }
            let flick = aimed_flick(seeds, &scene, 0);
            (scene, flick)
        }
    }
}

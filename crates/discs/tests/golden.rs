//! Same bits everywhere (P20): 1,000 shots with the hash of all that they left behind, every float by its bits. The
//! table must match in debug and release builds, on every platform.

mod scenes;

use std::{fmt::Write, path::PathBuf};

use discs::{Body, Flick, Scene, Shape, Table, Trace, shoot};
use scenes::{Seeds, mixed};
use sha2::{Digest, Sha256};

const SHOTS: usize = 1_000;

fn table() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/shots.txt")
}

/// `4000,1000 4000,4000*2 4000,3000/0*6 | 0 9000@500`: pawns, obstacles with their turn, masses other than 1.
fn write(scene: &Scene, flick: &Flick) -> String {
    let mut text = String::new();
    for b in &scene.bodies {
        let _ = write!(text, "{},{}", b.x, b.y);
        if let Shape::Obstacle { turn } = b.shape {
            let _ = write!(text, "/{turn}");
        }
        if b.mass != 1 {
            let _ = write!(text, "*{}", b.mass);
        }
        text.push(' ');
    }
    let _ = write!(text, "| {} {}@{}", flick.body, flick.angle, flick.power);
    text
}

fn read(text: &str) -> Option<(Scene, Flick)> {
    let (bodies, flick) = text.split_once(" | ")?;
    let body = |item: &str| {
        let (item, mass) = item.split_once('*').unwrap_or((item, "1"));
        let (item, turn) = item.split_once('/').map_or((item, None), |(item, turn)| (item, Some(turn)));
        let (x, y) = item.split_once(',')?;
        let (x, y) = (x.parse().ok()?, y.parse().ok()?);
        let body = match turn {
            Some(turn) => Body::obstacle(x, y, turn.parse().ok()?),
            None => Body::pawn(x, y),
        };
        Some(body.with_mass(mass.parse().ok()?))
    };
    let bodies = bodies.split(' ').map(body).collect::<Option<_>>()?;
    let (index, flick) = flick.split_once(' ')?;
    let (angle, power) = flick.split_once('@')?;
    let flick = Flick { body: index.parse().ok()?, angle: angle.parse().ok()?, power: power.parse().ok()? };
    Some((Scene { table: Table::default(), bodies, ghost: None }, flick))
}

/// The first 16 hex digits of the SHA-256 of the trace, floats as bits.
fn hash(trace: &Trace) -> String {
    let mut sha = Sha256::new();
    let mut floats = |values: &[f64]| {
        for value in values {
            sha.update(value.to_bits().to_le_bytes());
        }
    };
    for p in &trace.paths {
        floats(&[p.body as f64, p.t0, p.t1, p.x, p.y, p.vx, p.vy, p.turn, p.spin]);
    }
    for i in &trace.impacts {
        floats(&[i.t, i.i as f64, i.j as f64, i.point.0, i.point.1, i.normal.0, i.normal.1, i.approach]);
    }
    for f in &trace.falls {
        floats(&[f.t, f.body as f64, f.place.0, f.place.1]);
    }
    for rest in &trace.outcome.rest {
        match rest {
            Some(place) => floats(&[place.x, place.y, place.turn].map(f64::from)),
            None => floats(&[-1.0]),
        }
    }
    floats(&[trace.outcome.end]);
    sha.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn p20_a_thousand_shots_have_the_same_bits() {
    if std::env::var_os("WRITE_SHOTS").is_some() {
        write_the_table();
    }
    let text = std::fs::read_to_string(table()).unwrap();
    let mut shots = 0;
    for (number, line) in text.lines().enumerate() {
        let (shot, expected) = line.rsplit_once(" | ").unwrap();
        let (scene, flick) = read(shot).unwrap();
        let found = hash(&shoot(&scene, &flick).unwrap());
        assert_eq!(found, expected, "line {}", number + 1);
        shots += 1;
    }
    assert_eq!(shots, SHOTS);
}

/// Writes the table anew: `WRITE_SHOTS=1 cargo test -p discs --test golden`. Only when the law has
/// changed, or how contacts are found.
fn write_the_table() {
    let mut seeds = Seeds(1_000);
    let mut text = String::new();
    for k in 0..SHOTS {
        let (scene, flick) = mixed(&mut seeds, k);
        let _ = writeln!(text, "{} | {}", write(&scene, &flick), hash(&shoot(&scene, &flick).unwrap()));
    }
    std::fs::write(table(), text).unwrap();
}

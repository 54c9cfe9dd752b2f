//! Flicks that are worth a try: at every enemy directly, over another pawn, and off the face of an obstacle.

use discs::law;
use libm::{asin, atan2, sincos};
use table::Seat;

use crate::{Aim, Block, HALF_SIDE, Lie, Name, PitchOut, RADIUS, Spot, board::Arc};

/// A flick to try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Try {
    pub(super) name: Name,
    pub(super) aim: Aim,
}

/// Where a direct flick strikes its target (parts of the reach of two pawns beside the centre), and how hard.
const DIRECT: [(f64, u16); 7] =
    [(0.0, 1000), (0.0, 620), (0.3, 1000), (-0.3, 1000), (0.62, 1000), (-0.62, 1000), (0.0, 800)];
/// A carrier is struck no further off its centre than this part of the reach.
const CUT: f64 = 0.85;
/// Full power.
const FULL: u16 = 1000;

type Vector = (f64, f64);

/// A pawn that can be flicked, with the directions that are barred (R17).
struct Shooter {
    name: Name,
    at: Vector,
    arcs: arrayvec::ArrayVec<Arc, 5>,
}

impl Shooter {
    /// Adds a flick along a vector, unless it is barred.
    fn aim(&self, along: Vector, power: u16, out: &mut Vec<Try>) {
        self.turn(direction(along), power, out);
    }

    fn turn(&self, radians: f64, power: u16, out: &mut Vec<Try>) {
        let angle = hundredths(radians);
        if !self.arcs.iter().any(|arc| arc.bars(angle)) {
            out.push(Try { name: self.name, aim: Aim { angle, power } });
        }
    }
}

impl PitchOut {
    /// Straight at every enemy, from full to grazing.
    pub(super) fn direct_aims(&self, out: &mut Vec<Try>) {
        self.direct(out, DIRECT.len());
    }

    /// Straight at every enemy in a few ways only: enough for a look at a reply.
    pub(super) fn plain_aims(&self, out: &mut Vec<Try>) {
        self.direct(out, 4);
    }

    fn direct(&self, out: &mut Vec<Try>, ways: usize) {
        let reach = 2.0 * f64::from(RADIUS);
        for shooter in self.shooters() {
            for (_, spot) in self.squads[!self.mover].on_table() {
                let along = minus(place(spot), shooter.at);
                let far = length(along).max(reach);
                for &(aside, power) in &DIRECT[..ways] {
                    shooter.turn(direction(along) + asin(aside * reach / far), power, out);
                }
            }
        }
    }

    /// Over another pawn: it is struck so that it goes towards the target.
    pub(super) fn carried_aims(&self, out: &mut Vec<Try>) {
        let reach = 2.0 * f64::from(RADIUS);
        let pawns = Seat::BOTH.into_iter().flat_map(|seat| self.squads[seat].on_table());
        let carriers: Vec<Vector> = pawns.map(|(_, spot)| place(spot)).collect();
        for shooter in self.shooters() {
            for &carrier in carriers.iter().filter(|&&carrier| carrier != shooter.at) {
                for (_, spot) in self.squads[!self.mover].on_table() {
                    let on = minus(place(spot), carrier);
                    let far = length(on);
                    if far == 0.0 {
                        continue;
                    }
                    let behind = (carrier.0 - on.0 / far * reach, carrier.1 - on.1 / far * reach);
                    let along = minus(behind, shooter.at);
                    let straight = minus(carrier, shooter.at);
                    let aside = (along.0 * straight.1 - along.1 * straight.0)
                        / (length(along) * length(straight)).max(1.0);
                    let ahead = along.0 * on.0 + along.1 * on.1;
                    if ahead > 0.0 && (aside * length(straight)).abs() < CUT * reach {
                        shooter.aim(along, FULL, out);
                    }
                }
            }
        }
    }

    /// Off the face of an obstacle. It gives way, so that a pawn leaves it more slowly than it came: the mirror image
    /// of the target lies so much deeper.
    pub(super) fn banked_aims(&self, out: &mut Vec<Try>) {
        let shooters = self.shooters();
        for block in Block::ALL {
            let Some(lie) = self.lie(block) else { continue };
            for face in 0..4 {
                for (_, spot) in self.squads[!self.mover].on_table() {
                    for shooter in &shooters {
                        if let Some(along) = banked(lie, face, shooter.at, place(spot)) {
                            shooter.aim(along, FULL, out);
                        }
                    }
                }
            }
        }
    }

    /// All around, for whoever finds nothing better.
    pub(super) fn round_aims(&self, ways: u16, out: &mut Vec<Try>) {
        for shooter in self.shooters() {
            for way in 0..ways {
                let radians = f64::from(way) / f64::from(ways) * std::f64::consts::TAU;
                shooter.turn(radians, if way % 2 == 0 { FULL } else { FULL / 2 }, out);
            }
        }
    }

    fn shooters(&self) -> arrayvec::ArrayVec<Shooter, 13> {
        let pawns = self.squads[self.mover].on_table().filter(|&(name, _)| self.can_flick(name).is_ok());
        pawns.map(|(name, spot)| Shooter { name, at: place(spot), arcs: self.barred(spot) }).collect()
    }
}

/// The direction from a pawn to a target by way of a face, if the face lies between in that way.
fn banked(lie: Lie, face: u32, from: Vector, to: Vector) -> Option<Vector> {
    let (sin, cos) = sincos((f64::from(lie.turn) / 100.0 + 90.0 * f64::from(face)).to_radians());
    let centre = (f64::from(lie.x), f64::from(lie.y));
    // In the frame of the face: `h` outwards from it, `t` along it.
    let frame = |point: Vector| {
        let (dx, dy) = minus(point, centre);
        (dx * cos + dy * sin - f64::from(HALF_SIDE + RADIUS), dy * cos - dx * sin)
    };
    let ((h1, t1), (h2, t2)) = (frame(from), frame(to));
    if h1 < 1.0 || h2 < 1.0 {
        return None;
    }
    // A pawn against an obstacle of six: (e·m − 1) / (m + 1) of its speed comes back.
    let mass = 6.0;
    let back = (law::RESTITUTION[1] * mass - 1.0) / (mass + 1.0);
    let deep = h2 / back;
    let strike = t1 + (t2 - t1) * h1 / (h1 + deep);
    if strike.abs() > f64::from(HALF_SIDE) {
        return None;
    }
    let (dh, dt) = (-h1, strike - t1);
    Some((dh * cos - dt * sin, dh * sin + dt * cos))
}

fn place(spot: Spot) -> Vector {
    (f64::from(spot.x), f64::from(spot.y))
}

fn minus(a: Vector, b: Vector) -> Vector {
    (a.0 - b.0, a.1 - b.1)
}

fn length(v: Vector) -> f64 {
    (v.0 * v.0 + v.1 * v.1).sqrt()
}

fn direction(v: Vector) -> f64 {
    atan2(v.1, v.0)
}

/// Radians as an angle of the notation.
fn hundredths(radians: f64) -> u16 {
    libm::round(radians.to_degrees() * 100.0).rem_euclid(36_000.0) as u16 % 36_000
}

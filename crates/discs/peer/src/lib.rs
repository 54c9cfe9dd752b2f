//! The shots of `discs` in a well-known engine, as a check from outside: frictionless contacts in steps of 1/240 s,
//! restitution as near to P9 as one number a body allows, and the table's friction (P6, P7) by hand after each step.

use discs::{Body, Flick, Scene, Shape, law};
use rapier2d::prelude::*;

/// The time of one step in seconds.
pub const STEP: f32 = 1.0 / 240.0;
/// No shot lasts longer than this many steps.
const MOST_STEPS: usize = 2_400;

/// Plays a shot and tells which bodies fell, in order.
pub fn falls(scene: &Scene, flick: &Flick) -> Vec<usize> {
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::new(0.0, 0.0);
    world.integration_parameters.dt = STEP;
    world.integration_parameters.length_unit = 100.0;
    let mut handles: Vec<Option<RigidBodyHandle>> =
        scene.bodies.iter().map(|body| Some(insert(&mut world, body))).collect();
    if let Some(handle) = handles[flick.body] {
        let angle = (flick.angle as f32 / 100.0).to_radians();
        let speed = law::SPEED_PER_POWER as f32 * flick.power as f32;
        world.bodies[handle].set_linvel(Vector::new(speed * angle.cos(), speed * angle.sin()), true);
    }
    let (width, depth) = (scene.table.width as f32 / 10.0, scene.table.depth as f32 / 10.0);
    let brake = scene.table.friction as f32 * STEP;
    let mut fallen = Vec::new();
    for _ in 0..MOST_STEPS {
        world.step();
        let mut moves = false;
        for (index, slot) in handles.iter_mut().enumerate() {
            let Some(handle) = *slot else { continue };
            let body = &mut world.bodies[handle];
            let place = body.translation();
            if place.x < 0.0 || place.x > width || place.y < 0.0 || place.y > depth {
                world.remove_body(handle);
                fallen.push(index);
                *slot = None;
                continue;
            }
            moves |= slow_down(body, brake);
        }
        if !moves {
            break;
        }
    }
    fallen
}

fn insert(world: &mut PhysicsWorld, body: &Body) -> RigidBodyHandle {
    let (x, y, mass) = (body.x as f32 / 10.0, body.y as f32 / 10.0, body.mass as f32);
    let place = RigidBodyBuilder::dynamic().translation(Vector::new(x, y));
    // Products of these give 0.8, 0.3, and 0.49 for the mixed pair.
    let restitution = |square: f64| (square as f32).sqrt();
    let (place, shape, restitution) = match body.shape {
        Shape::Pawn => {
            let shape = ColliderBuilder::ball(law::PAWN_RADIUS as f32);
            (place.lock_rotations(), shape, restitution(law::RESTITUTION[0]))
        }
        Shape::Obstacle { turn } => {
            let (core, border) = (law::CORE as f32, law::ROUNDING as f32);
            let shape = ColliderBuilder::round_cuboid(core, core, border);
            (place.rotation((turn as f32 / 100.0).to_radians()), shape, restitution(law::RESTITUTION[2]))
        }
    };
    let shape = shape
        .friction(0.0)
        .restitution(restitution)
        .restitution_combine_rule(CoefficientCombineRule::Multiply)
        .mass(mass);
    let (handle, _) = world.insert(place, shape);
    handle
}

/// Brakes sliding and turning by one step; tells whether the body still moves.
fn slow_down(body: &mut RigidBody, brake: f32) -> bool {
    let (velocity, spin) = (body.linvel(), body.angvel());
    let speed = velocity.length();
    let spin_brake = law::SPIN_FRICTION as f32 * STEP;
    if speed == 0.0 && spin == 0.0 {
        return false;
    }
    let slower = if speed > brake { velocity * ((speed - brake) / speed) } else { Vector::new(0.0, 0.0) };
    let less = if spin.abs() > spin_brake { spin - spin_brake.copysign(spin) } else { 0.0 };
    body.set_linvel(slower, false);
    body.set_angvel(less, false);
    speed > brake || spin.abs() > spin_brake
}

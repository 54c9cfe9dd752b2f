//! Distances at rest, as the rules of a game need them.

use discs::{
    Body, Table,
    measure::{Rect, clear_by, contact_direction, edge_gap, gap, inside, on_table, overlap, touch_at_rest},
};

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn gaps_between_all_shapes() {
    assert_eq!(gap(&Body::pawn(4000, 4000), &Body::pawn(4300, 4400)), 20.0);
    assert_eq!(gap(&Body::pawn(3, 7), &Body::pawn(303, 7)), 0.0);
    assert_eq!(gap(&Body::pawn(4000, 4000), &Body::pawn(4000, 4000)), -30.0);
    assert_eq!(gap(&Body::pawn(4000, 3500), &Body::obstacle(4000, 3094, 0)), 0.6000000000000014);
    assert_eq!(gap(&Body::obstacle(4000, 3100, 0), &Body::pawn(4000, 3500)), 0.0);
    assert_eq!(gap(&Body::pawn(4000, 4000), &Body::obstacle(4100, 4100, 0)), -20.0);
    // Against a corner: 20·√2 + 5 + 15 from centre to centre.
    near(gap(&Body::pawn(4000, 4500), &Body::obstacle(4000, 4000, 4500)), 30.0 - 20.0 * 2_f64.sqrt());
    assert_eq!(gap(&Body::obstacle(4000, 4000, 0), &Body::obstacle(4500, 4100, 0)), 0.0);
    near(gap(&Body::obstacle(4000, 4000, 0), &Body::obstacle(5000, 4000, 4500)), 70.0 - 20.0 * 2_f64.sqrt());
    assert!(gap(&Body::obstacle(4000, 4000, 0), &Body::obstacle(4000, 4000, 4500)) < 0.0);
    assert_eq!(gap(&Body::obstacle(4000, 4000, 0), &Body::obstacle(4000, 4000, 0)), -10.0);
}

#[test]
fn a_gap_is_the_same_from_both_sides() {
    for turn in (0..9000).step_by(700) {
        for k in 0..40 {
            let (a, b) = (Body::obstacle(4000, 4000, turn), Body::obstacle(4300 + 13 * k, 4250, 8999 - turn));
            near(gap(&a, &b), gap(&b, &a));
            let pawn = Body::pawn(4200 + 11 * k, 4250);
            near(gap(&a, &pawn), gap(&pawn, &a));
        }
    }
}

#[test]
fn touching_is_no_overlap() {
    let (one, two) = (Body::pawn(1003, 1007), Body::pawn(1303, 1007));
    assert!(!overlap(&one, &two) && touch_at_rest(&one, &two));
    assert!(overlap(&one, &Body::pawn(1302, 1007)));
    // A pawn with a gap of 0.5 mm touches, with 0.6 mm not.
    let obstacle = Body::obstacle(4000, 4000, 0);
    assert!(touch_at_rest(&Body::pawn(4000, 3595), &obstacle));
    assert!(!touch_at_rest(&Body::pawn(4000, 3594), &obstacle));
    // Turned by 30°, a face touches along its normal.
    assert!(!overlap(&Body::pawn(4000, 4000), &Body::obstacle(3652, 3799, 3000)));
    assert!(touch_at_rest(&Body::pawn(4000, 4000), &Body::obstacle(3652, 3799, 3000)));
}

#[test]
fn room_to_edges_and_to_others() {
    let table = Table::default();
    assert_eq!(edge_gap(&Body::obstacle(4000, 550, 0), &table), 30.0);
    assert_eq!(edge_gap(&Body::pawn(7900, 4000), &table), -5.0);
    near(edge_gap(&Body::obstacle(4000, 500, 4500), &table), 45.0 - 20.0 * 2_f64.sqrt());
    let first = Body::obstacle(4000, 550, 0);
    assert!(clear_by(&first, &Body::obstacle(4800, 550, 0), 300));
    assert!(!clear_by(&first, &Body::obstacle(4799, 550, 0), 300));
}

#[test]
fn wholly_inside_a_zone() {
    let zone = Rect { left: 0, right: 8000, bottom: 0, top: 2000 };
    assert!(inside(&Body::pawn(150, 1850), &zone));
    assert!(!inside(&Body::pawn(4000, 1851), &zone) && !inside(&Body::pawn(149, 1000), &zone));
    assert!(inside(&Body::obstacle(4000, 1750, 0), &zone) && !inside(&Body::obstacle(4000, 1751, 0), &zone));
    assert!(on_table(&Body::pawn(8000, 0), &Table::default()));
    assert!(!on_table(&Body::pawn(8001, 0), &Table::default()));
}

#[test]
fn the_direction_from_a_pawn_to_an_obstacle() {
    let obstacle = Body::obstacle(4000, 4000, 0);
    assert_eq!(contact_direction(&Body::pawn(4000, 3598), &obstacle), Some(9000));
    assert_eq!(contact_direction(&Body::pawn(4150, 4402), &obstacle), Some(27_000));
    assert_eq!(contact_direction(&Body::pawn(3598, 4000), &obstacle), Some(0));
    assert_eq!(contact_direction(&Body::pawn(4342, 4142), &obstacle), Some(18_000));
    assert_eq!(contact_direction(&Body::pawn(4341, 4341), &obstacle), Some(22_500));
    assert_eq!(contact_direction(&Body::pawn(4000, 4000), &Body::obstacle(3652, 3799, 3000)), Some(21_000));
    assert_eq!(contact_direction(&Body::pawn(4050, 4050), &obstacle), None);
    assert_eq!(contact_direction(&obstacle, &Body::pawn(4000, 3598)), None);
}

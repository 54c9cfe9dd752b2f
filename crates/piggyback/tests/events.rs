//! What the eye sees, in order.

mod common;

use common::{at, start, step};
use piggyback::{Event, Piggyback};
use serde_json::Value;
use table::{Game, Log, Redact, Seat, Viewer};

/// Plays steps parted by commas and gives the names of what happened.
fn told(game: &mut Piggyback, steps: &str) -> Vec<Event> {
    let mut log = Log::on();
    for text in steps.split(", ") {
        let step = step(game, text).unwrap();
        game.try_play(&step, &mut log).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    log.into_events()
}

fn names(position: &str, steps: &str) -> String {
    let events = told(&mut at(position), steps);
    let names: Vec<String> = events
        .iter()
        .map(|event| {
            let json = serde_json::to_value(event).unwrap();
            json["event"].as_str().unwrap().to_owned()
        })
        .collect();
    names.join(" ")
}

#[test]
fn each_thing_is_told_once_and_in_order() {
    for (position, steps, expected) in [
        ("one b2 / two h8", "b2-b3", "stepped"),
        ("one b3 / two h8 / lying a4=g", "b3-a4, take", "stepped took"),
        ("one b3 / two h8 / lying a4=g", "b3-a4, leave", "stepped left_lying"),
        ("one b2+g b4 / two h8", "boost b2-b4", "boosted stacked"),
        ("one b2+m b4 / two h8", "warp b2 b4", "warped"),
        (
            "one c3+g / two c5+m h8 / bank 0000",
            "boost c3-c5, warp c5 h8, @2, @2",
            "boosted attacked warped rolled die_passed rolled won",
        ),
        ("one b2 / two h8 / quiet 49", "b2-b3", "stepped quiet_count over"),
    ] {
        assert_eq!(names(position, steps), expected, "{steps}");
    }
    let fight = "c3-c4, pass, @1, roll, @1, luck, @4, firepower, @5, keep mauve, place yellow f4";
    assert_eq!(
        names("one c3*2+yo b1 / two c4+gm h8", fight),
        "attacked passed rolled rolled luck_spent rolled firepower_spent die_passed rolled won kept discarded placed"
    );
    assert_eq!(
        names("one c3 / two c4+g h8", "c3-c4, @5, @5, keep none, pass"),
        "attacked rolled die_passed rolled won kept_nothing discarded passed"
    );
    assert_eq!(
        names("one c3 / two c4+g", "c3-c4, @5, @5"),
        "attacked rolled die_passed rolled won discarded over"
    );
}

#[test]
fn events_say_who_where_and_what() {
    let mut game = at("one c3*2+o b1 / two c4+g h8");
    let events = told(&mut game, "c3-c4, @3, firepower, @5");
    let json: Vec<Value> = events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let expected = serde_json::json!([
        { "event": "attacked", "seat": "one", "from": "c3", "to": "c4" },
        { "event": "rolled", "side": "one", "die": 3, "again": false },
        { "event": "firepower_spent", "seat": "one", "at": "c3", "total": 4 },
        { "event": "die_passed", "seat": "two", "total": 4 },
        { "event": "rolled", "side": "two", "die": 5, "again": false },
        { "event": "won", "seat": "two", "at": "c4", "by_attacker": false, "units_lost": 2, "number": 5, "against": 4 },
    ]);
    assert_eq!(Value::from(json), expected);
    let opening = told(&mut start(&[]), "@3-3, @2-5");
    assert_eq!(
        opening,
        [
            Event::Opened { one: 3, two: 3, seat: None },
            Event::Opened { one: 2, two: 5, seat: Some(Seat::Two) }
        ]
    );
}

#[test]
fn everybody_sees_every_event() {
    let mut game = at("one c3*2+o b1 / two c4+g h8");
    for event in told(&mut game, "c3-c4, @3, firepower, @5") {
        for viewer in Viewer::ALL {
            assert_eq!(event.seen_by(viewer).as_ref(), Some(&event));
        }
    }
}

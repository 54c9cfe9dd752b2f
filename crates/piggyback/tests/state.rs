//! The state as bytes, JSON and text, and what is refused when it comes in.

mod common;

use common::{after, at, start};
use piggyback::{Piggyback, View};
use serde_json::{Value, json};
use table::{Game, Show, Viewer};

#[test]
fn a_state_fits_in_128_bytes_and_has_no_heap() {
    fn flat<T: Copy>() {}
    flat::<Piggyback>();
    let size = size_of::<Piggyback>();
    assert!(size <= 128, "{size} bytes");
}

#[test]
fn json_is_readable() {
    let game = after("one c3*2+gy / two c4+m h8 / lying a4=g / bank 1111 / quiet 3", "c3-c4, pass, @4");
    let json = serde_json::to_value(game).unwrap();
    let expected = json!({
        "board": "standard",
        "stacking": "strict",
        "limit": 50,
        "groups": [
            { "at": "c3", "seat": "one", "units": 2, "pieces": ["green", "yellow"] },
            { "at": "c4", "seat": "two", "units": 1, "pieces": ["mauve"] },
            { "at": "h8", "seat": "two", "units": 1, "pieces": [] },
        ],
        "lying": [{ "at": "a4", "colour": "green" }],
        "bank": ["green", "mauve", "yellow", "orange"],
        "gone": ["green", "mauve", "mauve", "yellow", "yellow", "orange", "orange", "orange"],
        "lost": [4, 4],
        "to": "one",
        "first": "one",
        "quiet": 3,
        "calm": false,
        "wait": { "name": "attack", "from": "c3", "at": "c4", "rolls": 1, "die": 4, "firepower": 0 },
    });
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_value::<Piggyback>(json).unwrap(), game);
}

#[test]
fn a_view_adds_what_the_page_draws() {
    let game = after("one c3*2+gy / two c4+m h8", "c3-c4, pass, @4");
    let json = serde_json::to_value(game.view(Viewer::Public)).unwrap();
    assert_eq!(json["size"], 8);
    assert_eq!(json["homes"][0], json!({ "at": "a4", "colour": "green" }));
    assert_eq!(json["homes"].as_array().unwrap().len(), 8);
    let scene = &json["scene"];
    assert_eq!(
        (&scene["attacker"], &scene["from"], &scene["at"]),
        (&json!("one"), &json!("c3"), &json!("c4"))
    );
    assert_eq!((&scene["numbers"], &scene["rolls"]), (&json!([4, null]), &json!([1, 1])));
    let chance = scene["chance"].as_f64().unwrap();
    assert_eq!(chance, game.chance().unwrap().value());
    assert_eq!(serde_json::from_value::<View>(json).unwrap(), game.view(Viewer::Public));
    let quiet = serde_json::to_value(start(&[]).view(Viewer::Public)).unwrap();
    assert_eq!(quiet["scene"], Value::Null);
}

/// Changes one field of the JSON of a game; it must not be read any more.
#[test]
fn damaged_json_is_refused() {
    let moving = at("one b2*2+gm c3 / two h8 / lying a4=g");
    let fighting = after("one c3*2+yo / two c4+m h8", "c3-c4, pass, @4");
    let defending = after("one c3 / two c4*2 h8", "c3-c4, @4, @3");
    let taking = after("one b3 / two h8 / lying a4=g", "b3-a4");
    let spoils = after("one c3 / two c4+g h8", "c3-c4, @5, @5");
    let bank = after("one c3 / two c4 h8", "c3-c4, @5, @5");
    let over = after("one c3 / two c4", "c3-c4, @5, @5");
    for (game, path, value) in [
        (moving, "/limit", json!(1)),
        (moving, "/quiet", json!(50)),
        (moving, "/calm", json!(false)),
        (moving, "/first", json!(null)),
        (moving, "/lost/0", json!(2)),
        (moving, "/lost/0", json!(255)),
        (moving, "/bank", json!(["green"])),
        (moving, "/gone", json!(["green", "green", "green", "green", "green"])),
        (moving, "/groups/0/units", json!(0)),
        (moving, "/groups/0/units", json!(4)),
        (moving, "/groups/0/units", json!(255)),
        (moving, "/groups/0/at", json!("c3")),
        (moving, "/groups/0/at", json!("i9")),
        (moving, "/groups/0/pieces", json!(["green", "green", "green"])),
        (moving, "/groups/2/seat", json!("one")),
        (moving, "/lying/0/at", json!("a9")),
        (moving, "/board", json!("quick")),
        (moving, "/wait/name", json!("dance")),
        (moving, "/wait", json!({ "name": "opening" })),
        (moving, "/wait", json!({ "name": "over", "winner": "one" })),
        (moving, "/wait", json!({ "name": "over", "winner": null })),
        (fighting, "/wait/from", json!("c4")),
        (fighting, "/wait/at", json!("h7")),
        (fighting, "/wait/die", json!(7)),
        (fighting, "/wait/die", json!(0)),
        (fighting, "/wait/rolls", json!(9)),
        (fighting, "/wait/firepower", json!(2)),
        (fighting, "/wait/firepower", json!(255)),
        (fighting, "/wait/name", json!("defence")),
        (fighting, "/calm", json!(true)),
        (defending, "/wait/against", json!(9)),
        (defending, "/wait/against", json!(2)),
        (defending, "/wait/rolls", json!(2)),
        (defending, "/wait/name", json!("attack")),
        (taking, "/wait/at", json!("h8")),
        (taking, "/lying", json!([])),
        (spoils, "/wait/prize", json!([])),
        (spoils, "/wait/at", json!("c3")),
        (bank, "/wait", json!({ "name": "spoils", "at": "c4", "loser": "two", "prize": [] })),
        (over, "/wait/winner", json!("two")),
        (over, "/wait", json!({ "name": "move" })),
    ] {
        let mut json = serde_json::to_value(game).unwrap();
        assert_eq!(serde_json::from_value::<Piggyback>(json.clone()).unwrap(), game);
        *json.pointer_mut(path).expect(path) = value.clone();
        assert!(serde_json::from_value::<Piggyback>(json).is_err(), "{path} = {value}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused_with_a_reason() {
    for (text, key) in [
        ("", "no-army"),
        ("one b2", "no-army"),
        ("two b2", "no-army"),
        ("one b2 / two b2", "group-space"),
        ("one b2 b2 / two h8", "group-space"),
        ("one b9 / two h8", "set-up"),
        ("one b2*0 / two h8", "group-units"),
        ("one b2*4 / two h8", "group-units"),
        ("one b2*x / two h8", "set-up"),
        ("one b2*999 / two h8", "set-up"),
        ("one b2*3 c2*3 d2 / two h8", "army-units"),
        ("one b2+ggm / two h8", "set-up"),
        ("one b2+q / two h8", "set-up"),
        ("one b2+é / two h8", "set-up"),
        ("one b2+gg c2+gg d2+g / two h8 / bank 0000", "box"),
        ("one b2+gg c2+g / two h8", "box"),
        ("one b2 / two h8 / bank 5000", "set-up"),
        ("one b2 / two h8 / bank 222", "set-up"),
        ("one b2 / two h8 / lying a4", "set-up"),
        ("one b2 / two h8 / lying a4=gg", "set-up"),
        ("one b2 / two h8 / lying a4=g a4=m", "piece-space"),
        ("one b2 / two h8 / to three", "set-up"),
        ("one b2 / two h8 / quiet 50", "quiet"),
        ("one b2 / two h8 / quiet -1", "set-up"),
        ("with board=huge / one b2 / two h8", "set-up"),
        ("with board=quick / one b2 / two h8", "group-space"),
        ("with board=quick / one b2 / two c3 / lying h8=g", "piece-space"),
        ("three b2 / one b3 / two h8", "set-up"),
    ] {
        let refusal = Piggyback::set_up(text).expect_err(text);
        assert_eq!(
            (refusal.rule, refusal.key),
            ("notation", format!("piggyback.refuse.{key}").as_str()),
            "{text}"
        );
    }
}

#[test]
fn quiet_turns_and_the_first_player_do_not_make_a_position_another_one() {
    let key = |text: &str| {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        at(text).position().hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(key("one b2 / two h8 / quiet 3"), key("one b2 / two h8 / quiet 9"));
    assert_ne!(key("one b2 / two h8 / to one"), key("one b2 / two h8 / to two"));
    assert_ne!(key("one b2 / two h8"), key("one b2+g / two h8"));
}

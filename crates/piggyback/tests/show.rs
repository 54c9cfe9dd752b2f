//! The text board, and what a hand can touch.

mod common;

use common::{after, at};
use piggyback::{Action, Piggyback};
use table::{Game, Gesture, Seat, Show, Viewer, Words};

fn words(lang: &str) -> Words {
    let mut words = Words::default();
    for name in ["common", "piggyback"] {
        let path = format!("{}/../../words/{lang}/{name}.json", env!("CARGO_MANIFEST_DIR"));
        words.add(&std::fs::read_to_string(path).unwrap()).unwrap();
    }
    words
}

fn picture(game: &Piggyback, lang: &str) -> String {
    Piggyback::picture(&game.view(Viewer::Public), &words(lang))
}

#[test]
fn the_board_is_drawn_as_people_read_it() {
    let game = after(
        "with board=quick / one b2*3+gm d3 a3 / two c3+yo f6*2 / lying d3=y f4=g / bank 1211 / quiet 31",
        "b2-c3",
    );
    let expected = include_str!("pictures/fight.en.txt");
    assert_eq!(picture(&game, "en"), expected, "found:\n{}", picture(&game, "en"));
    let expected = include_str!("pictures/fight.fr.txt");
    assert_eq!(picture(&game, "fr"), expected, "found:\n{}", picture(&game, "fr"));
}

#[test]
fn pictures_say_who_is_asked_and_how_it_ended() {
    for (game, line) in [
        (common::start(&[]), "Both roll the die"),
        (at("one b2 / two h8 / to two"), "Two to move"),
        (after("one c3 / two c4*2 h8", "c3-c4, @4, @3"), "Two decides"),
        (after("one c3 / two c4 h8", "c3-c4"), "One rolls the die"),
        (after("one c3 / two c4 h8", "c3-c4, @4"), "Two rolls the die"),
        (after("one c3 / two c4+g h8", "c3-c4, @4, @4"), "Prize: g"),
        (after("one c3 / two c4", "c3-c4, @4, @4"), "One has won"),
        (after("one c3 / two h8 / quiet 49", "c3-c4"), "Drawn"),
    ] {
        let picture = picture(&game, "en");
        assert!(picture.contains(line), "{line}\n{picture}");
    }
}

fn gesture(game: &Piggyback, text: &str) -> Gesture {
    let seat = common::asked(game).unwrap();
    game.gesture(seat, &text.parse().unwrap())
}

#[test]
fn gestures_name_the_places_of_the_table() {
    let places = |game: &Piggyback, text: &str| {
        let gesture = gesture(game, text);
        (gesture.from.unwrap_or_default(), gesture.to.unwrap_or_default(), gesture.key)
    };
    let place = |from: &str, to: &str, key: Option<char>| (from.to_owned(), to.to_owned(), key);
    let moving = at("one b2+gm d5 / two h8");
    assert_eq!(places(&moving, "b2-c3"), place("b2", "c3", None));
    assert_eq!(places(&moving, "boost b2-b4"), place("b2", "b4", None));
    assert_eq!(places(&moving, "warp b2 d5"), place("b2", "d5", None));
    let taking = after("one b3 / two h8 / lying a4=g", "b3-a4");
    assert_eq!(places(&taking, "take"), place("a4", "", Some('t')));
    assert_eq!(places(&taking, "leave"), place("", "", Some('l')));
    let rolling = after("one c3*2+yo / two c4 h8", "c3-c4, @3");
    assert_eq!(places(&rolling, "roll"), place("die", "", Some('r')));
    assert_eq!(places(&rolling, "firepower"), place("ability:orange", "", Some('f')));
    assert_eq!(places(&rolling, "stop"), place("", "", Some('s')));
    let spoils = after("one c3+m / two c4+g h8", "c3-c4, @5, @5");
    assert_eq!(places(&spoils, "keep green"), place("pool:green", "", None));
    assert_eq!(places(&spoils, "keep green mauve"), place("pool:green", "pool:mauve", None));
    assert_eq!(places(&spoils, "keep none"), place("", "", Some('n')));
    let bank = after("one c3 / two c4 h8", "c3-c4, @5, @5");
    assert_eq!(places(&bank, "place green a4"), place("bank:green", "a4", None));
    assert_eq!(places(&bank, "pass"), place("", "", Some('p')));
}

#[test]
fn previews_say_where_things_would_stand_and_what_the_chances_are() {
    let moving = at("one b2+gm b3*2 d5 / two c3 h8");
    let preview = |text: &str| gesture(&moving, text).preview;
    assert_eq!(
        preview("b2-b3"),
        serde_json::json!({ "groups": [{ "at": "b3", "seat": "one", "units": 3, "pieces": ["green", "mauve"] }] })
    );
    assert_eq!(
        preview("boost b2-a4")["groups"],
        serde_json::json!([{ "at": "a4", "seat": "one", "units": 1, "pieces": ["mauve"] }])
    );
    assert_eq!(preview("warp b2 d5")["groups"].as_array().unwrap().len(), 2);
    let attack = preview("b3-c3");
    assert_eq!((attack["fraction"].as_str(), attack["groups"].as_array()), (Some("17/24"), None));
    // The chance is that of whoever is asked.
    let defending = after("one c3 b1 / two c4+o h8", "c3-c4, @4, @4");
    assert_eq!(gesture(&defending, "firepower").preview["chance"], 1.0);
    assert_eq!(gesture(&defending, "stop").preview["chance"], 0.0);
    let bank = after("one c3 / two c4 h8", "c3-c4, @5, @5");
    assert_eq!(
        gesture(&bank, "place green a4").preview["lying"],
        serde_json::json!([{ "at": "a4", "colour": "green" }])
    );
}

/// What the server does with a drag: the first legal reading, or the refusal of the first.
fn answer(game: &Piggyback, from: &str, to: Option<&str>) -> String {
    let seat = common::asked(game).unwrap();
    let readings = Piggyback::attempt(&game.view(Viewer::Seat(seat)), seat, from, to);
    let legal = readings.iter().find(|action| game.check(seat, action).is_ok());
    match (legal, readings.first()) {
        (Some(action), _) => action.to_string(),
        (None, Some(action)) => game.check(seat, action).unwrap_err().rule.to_owned(),
        (None, None) => "nothing".into(),
    }
}

#[test]
fn a_drag_means_what_costs_least_and_is_told_why_not() {
    let game = at("one b2+gg b3+m c2*3 g7 / two c3 h8");
    for (from, to, meant) in [
        ("b2", "a1", "b2-a1"),
        ("b2", "c3", "b2-c3"),
        ("b2", "b4", "boost b2-b4"),
        ("b2", "b5", "boost2 b2-b5"),
        ("b2", "b8", "R20"),
        ("b2", "c2", "R12"),
        ("b3", "b5", "R8"),
        ("b3", "g7", "warp b3 g7"),
        ("g7", "b3", "R16"),
        ("d4", "d5", "R6"),
    ] {
        assert_eq!(answer(&game, from, Some(to)), meant, "{from} to {to}");
    }
    assert_eq!(answer(&game, "b2", None), "nothing");
    assert_eq!(answer(&game, "b2", Some("nowhere")), "nothing");
}

#[test]
fn clicks_answer_the_other_questions() {
    let warp = after("one c3 / two c4+m h8+m g7", "c3-c4");
    assert_eq!(answer(&warp, "h8", None), "warp c4 h8");
    assert_eq!(answer(&warp, "h8", Some("c4")), "warp h8 c4");
    assert_eq!(answer(&warp, "g7", Some("h8")), "R16");
    let rolling = after("one c3+y / two c4 h8", "c3-c4, @3");
    assert_eq!(answer(&rolling, "die", None), "luck", "the die can only be rolled for Luck now");
    assert_eq!(answer(&rolling, "ability:orange", None), "R16");
    assert_eq!(answer(&rolling, "c3", Some("c4")), "R28");
    let spoils = after("one c3+m / two c4+g h8", "c3-c4, @5, @5");
    assert_eq!(answer(&spoils, "pool:mauve", Some("pool:green")), "keep green mauve");
    assert_eq!(answer(&spoils, "pool:orange", None), "R38");
    let bank = after("one c3 / two c4 h8", "c3-c4, @5, @5");
    assert_eq!(answer(&bank, "h5", None), "place green h5");
    assert_eq!(answer(&bank, "bank:mauve", Some("a4")), "R39");
    assert_eq!(answer(&bank, "d4", None), "nothing");
}

#[test]
fn a_gesture_of_what_is_not_legal_has_no_preview() {
    let game = at("one b2 / two h8");
    let far: Action = "b2-b4".parse().unwrap();
    assert!(game.gesture(Seat::One, &far).preview.is_null());
    assert!(game.gesture(Seat::Two, &far).preview.is_null());
}

//! The state as bytes, text and JSON, and what is refused when it comes in.

use squadro::{Action, First, Lane, Rulings, Squadro};
use table::{Game, Seat, Show};

#[test]
fn a_state_fits_in_sixteen_bytes() {
    assert!(size_of::<Squadro>() <= 16, "{} bytes", size_of::<Squadro>());
}

#[test]
fn json_is_readable() {
    let game = Squadro::set_up("0,3,6,8,12 0,1,6,10,0 left 4").unwrap();
    let json = serde_json::to_string(&game).unwrap();
    let expected =
        r#"{"top":[0,3,6,8,12],"left":[0,1,6,10,0],"to_move":"left","quiet":4,"limit":100,"first":null}"#;
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_str::<Squadro>(&json).unwrap(), game);
    let start = Squadro::start(&Rulings::default());
    let json = serde_json::to_string(&start).unwrap();
    assert!(json.contains(r#""to_move":null"#), "{json}");
    assert_eq!(serde_json::from_str::<Squadro>(&json).unwrap(), start);
}

#[test]
fn one_line_is_read_as_it_is_written() {
    for line in [
        "0,3,6,8,12 0,1,6,10,0 left 4",
        "0,0,0,0,0 0,0,0,0,0 first 0",
        "12,12,12,12,0 0,0,0,0,0 left 0",
        "0,0,0,0,0 0,0,0,0,0 top 100",
    ] {
        assert_eq!(Squadro::set_up(line).unwrap().to_string(), line);
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (line, key) in [
        ("", "squadro.refuse.set-up"),
        ("0,0,0,0 0,0,0,0,0 top 0", "squadro.refuse.set-up"),
        ("0,0,0,0,0 0,0,0,0,0,0 top 0", "squadro.refuse.set-up"),
        ("0,0,0,0,0 0,0,0,0,0 right 0", "squadro.refuse.set-up"),
        ("0,0,0,0,0 0,0,0,0,0 top", "squadro.refuse.set-up"),
        ("0,0,0,0,0 0,0,0,0,0 top -1", "squadro.refuse.set-up"),
        ("0,0,0,0,256 0,0,0,0,0 top 0", "squadro.refuse.set-up"),
        ("0,0,0,0,13 0,0,0,0,0 top 0", "squadro.refuse.progress"),
        // Top's lane 2 at crossing 3 is left's lane 3 at crossing 2, on either leg.
        ("0,3,0,0,0 0,0,2,0,0 top 0", "squadro.refuse.crossing"),
        ("0,9,0,0,0 0,0,10,0,0 top 0", "squadro.refuse.crossing"),
        ("12,12,12,12,12 0,0,0,0,0 left 0", "squadro.refuse.played-on"),
        ("12,12,12,12,0 12,12,12,12,0 left 0", "squadro.refuse.played-on"),
        ("12,12,12,12,0 0,0,0,0,0 top 0", "squadro.refuse.played-on"),
        ("0,0,0,0,0 0,0,0,0,0 top 101", "squadro.refuse.quiet"),
        ("1,0,0,0,0 0,0,0,0,0 first 0", "squadro.refuse.not-begun"),
    ] {
        let refusal = Squadro::set_up(line).expect_err(line);
        assert_eq!((refusal.rule, refusal.key), ("notation", key), "{line}");
    }
    let crossed =
        r#"{"top":[0,3,0,0,0],"left":[0,0,2,0,0],"to_move":"top","quiet":0,"limit":100,"first":null}"#;
    assert!(serde_json::from_str::<Squadro>(crossed).is_err(), "JSON is checked as well");
}

#[test]
fn the_notation_takes_nothing_else() {
    for text in ["", "0", "6", "x", "11", " 1", "1 ", "+1", "１", "their", "their 6", "their  1"] {
        assert_eq!(text.parse::<Action>().expect_err(text).rule, "notation");
    }
    for text in ["", "top", "@", "@right", "@Top", "@top "] {
        assert_eq!(text.parse::<First>().expect_err(text).rule, "notation");
    }
    for action in Lane::ALL.into_iter().flat_map(|lane| [Action::Move(lane), Action::Theirs(lane)]) {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    for first in Seat::BOTH.map(First) {
        assert_eq!(first.to_string().parse(), Ok(first));
    }
}

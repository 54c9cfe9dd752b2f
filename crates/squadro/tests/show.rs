//! The text board and what hands can touch.

use std::{fs, path::Path};

use serde_json::json;
use squadro::{Action, Lane, Squadro};
use table::{Game, Gesture, Seat, Show, Words};

fn words(lang: &str) -> Words {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../words/{lang}/squadro.json"));
    let mut words = Words::default();
    words.add(&fs::read_to_string(path).unwrap()).unwrap();
    words
}

#[test]
fn the_board_is_a_picture() {
    let game = Squadro::set_up("0,3,6,8,12 0,1,6,10,0 left 4").unwrap();
    let picture = Squadro::picture(&game, &words("en"));
    let expected = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/board.txt")).unwrap();
    assert_eq!(picture, expected, "\n{picture}");
}

#[test]
fn the_board_fits_a_terminal_in_both_languages() {
    for lang in ["en", "fr"] {
        for line in [
            "0,0,0,0,0 0,0,0,0,0 first 0",
            "1,2,3,4,5 6,7,8,9,11 top 99",
            "12,12,12,12,0 0,0,0,0,0 left 0",
            "0,0,0,0,0 0,0,0,0,0 top 100",
        ] {
            let picture = Squadro::picture(&Squadro::set_up(line).unwrap(), &words(lang));
            assert!(picture.ends_with('\n'));
            assert!(picture.lines().all(|line| line.chars().count() <= 78), "{picture}");
            assert!(!picture.contains("squadro."), "a sentence is missing:\n{picture}");
        }
    }
}

#[test]
fn every_move_has_an_anchor_a_key_and_a_preview() {
    let game = Squadro::set_up("0,0,0,1,0 0,8,0,0,0 top 0").unwrap();
    let gesture = game.gesture(Seat::One, &Action::Move(Lane::L4));
    let preview =
        json!({ "seat": "one", "lane": 4, "from": 1, "to": 3, "sent_back": [{ "lane": 2, "to": 6 }] });
    assert_eq!(gesture, Gesture::on("top4").key('4').preview(preview));
    let mut options = Vec::new();
    game.options(Seat::One, &mut options);
    for option in options {
        let from = game.gesture(Seat::One, &option).from.unwrap();
        assert_eq!(Squadro::attempt(&game, Seat::One, &from, None), [option]);
    }
}

#[test]
fn gestures_are_read_as_the_lane_of_the_piece() {
    let game = Squadro::set_up("0,0,12,0,0 0,0,0,0,0 left 0").unwrap();
    let read = |seat, from| Squadro::attempt(&game, seat, from, Some("anywhere"));
    assert_eq!(read(Seat::Two, "left5"), [Action::Move(Lane::L5)]);
    assert_eq!(read(Seat::One, "top3"), [Action::Move(Lane::L3)], "home or not, in turn or not");
    assert_eq!(read(Seat::Two, "top3"), [Action::Theirs(Lane::L3)]);
    for nonsense in ["", "top", "left6", "left12", "5", "right1", "top１"] {
        assert_eq!(read(Seat::Two, nonsense), [], "{nonsense}");
    }
}

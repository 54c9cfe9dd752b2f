//! The text board and what hands can touch.

mod common;

use common::words;
use table::{Game, Gesture, Lang, Seat, Show, Viewer};
use to_pieces::{Action, ToPieces};

const POSITION: &str = "one L c1, 2 d4:mac, 4 d6, 1 a4; two L e8:d, 3 d5, 6 taken; hand-one 1 5 10; claimed-two 4; round 2; turns 3";

#[test]
fn the_board_is_a_picture() {
    let game = ToPieces::set_up(POSITION).unwrap();
    let picture = ToPieces::picture(&game.view(Viewer::Seat(Seat::One)), &words(Lang::En));
    assert_eq!(picture, include_str!("board.txt"), "\n{picture}");
}

#[test]
fn the_picture_of_others_hides_what_is_hidden() {
    let game = ToPieces::set_up(POSITION).unwrap();
    let picture = ToPieces::picture(&game.view(Viewer::Seat(Seat::Two)), &words(Lang::Fr));
    assert!(picture.contains("o?mac") && picture.contains("x3"), "{picture}");
    assert!(!picture.contains("Magot") && !picture.contains("Hoard"), "{picture}");
    let public = ToPieces::picture(&game.view(Viewer::Public), &words(Lang::Fr));
    assert!(public.contains("x?") && !public.contains("x3"), "{public}");
}

#[test]
fn an_attack_is_shown_term_by_term_before_it_is_made() {
    let game = ToPieces::set_up("one L c1, 2 d4, 4 d6; two L e8, 3 d5:m").unwrap();
    let gesture = game.gesture(Seat::One, &"attack d4 d5".parse().unwrap());
    assert_eq!(
        (gesture.from.as_deref(), gesture.to.as_deref(), gesture.key),
        (Some("d4"), Some("d5"), Some('a'))
    );
    let expected = serde_json::json!({
        "damage": {"enemies": 2, "leader": 0, "fierce": 0, "bonus": 0, "tokens": 1, "behind": 1},
        "total": 4, "health": 2, "guarded": false,
    });
    assert_eq!(gesture.preview, expected);
    // A strategy's bonus is in the sum.
    let mut game = ToPieces::set_up("one L c1, 2 d4; two L e8, 3 d7").unwrap();
    game.try_play(&table::Step::Act(Seat::One, Action::Use(4)), &mut table::Log::off()).unwrap();
    assert_eq!(game.gesture(Seat::One, &"attack d4 d7".parse().unwrap()).preview["damage"]["bonus"], 1);
}

#[test]
fn pushes_and_moves_are_previewed() {
    let game = ToPieces::set_up("one L c1, S d4; two L e8, 3 d5").unwrap();
    let shove = game.gesture(Seat::One, &"shove d4 d5".parse().unwrap());
    let moves = serde_json::json!([{"from": "d5", "to": "d6"}, {"from": "d6", "to": "d7"}]);
    assert_eq!(shove.preview["moves"], moves);
    let step = game.gesture(Seat::One, &"move c1-c3".parse().unwrap());
    assert_eq!(step.preview["moves"][0]["path"], serde_json::json!(["c2", "c3"]));
}

#[test]
fn things_beside_the_board_have_anchors() {
    let game = ToPieces::set_up("wait put; one L c1; two L e8").unwrap();
    assert_eq!(game.gesture(Seat::One, &"put 3 d1".parse().unwrap()), Gesture::between("coin:3", "d1"));
    let game = ToPieces::set_up("wait mark").unwrap();
    assert_eq!(
        game.gesture(Seat::One, &"mark treasure 1 d4".parse().unwrap()),
        Gesture::between("treasure:1", "d4")
    );
    let view = game.view(Viewer::Seat(Seat::One));
    assert_eq!(
        ToPieces::attempt(&view, Seat::One, "obstacle", Some("d4")),
        ["mark obstacle d4".parse().unwrap()]
    );
    for nonsense in ["", "coin:", "coin:9", "coin:x", "treasure:5", "z9", "coin:x7"] {
        assert_eq!(ToPieces::attempt(&view, Seat::One, nonsense, Some("d4")), [], "{nonsense}");
        assert_eq!(ToPieces::attempt(&view, Seat::One, nonsense, None), [], "{nonsense}");
    }
}

#[test]
fn a_drag_onto_a_forbidden_space_says_why() {
    let game = ToPieces::set_up("wait put; one L c1; two L e8").unwrap();
    let view = game.view(Viewer::Seat(Seat::One));
    let reading = &ToPieces::attempt(&view, Seat::One, "coin:3", Some("c6"))[0];
    assert_eq!(game.check(Seat::One, reading).unwrap_err().key, "to-pieces.refuse.too-far");
    let game = ToPieces::set_up("one L c1, 2 d4:c; two L e8").unwrap();
    let view = game.view(Viewer::Seat(Seat::One));
    let reading = &ToPieces::attempt(&view, Seat::One, "d4", Some("d5"))[0];
    let refusal = game.check(Seat::One, reading).unwrap_err();
    assert_eq!(words(Lang::En).say(refusal.key, &refusal.values), "Its Charge token forbids that.");
    assert_eq!(words(Lang::Fr).say(refusal.key, &refusal.values), "Son jeton Charge l’interdit.");
}

#[test]
fn impossible_positions_are_refused() {
    for text in [
        "one L c9",
        "one L",
        "one X c1",
        "one 7 c1",
        "one L c1, L c2",
        "one 1 gone",
        "one L reserve",
        "one 1 spoils",
        "one L c1:x",
        "one 1 reserve:m",
        "wait nothing",
        "round 4",
        "turns 8",
        "turns -1",
        "to three",
        "hand-one 1 2 3 4",
        "hand-one 13",
        "hand-one 1 1",
        "treasure a1",
        "obstacle a1 a2",
        "teams rusted-sun",
        "teams a b",
        "one L c1; one L c1",
        "edge_wall maybe",
        "nonsense",
        "first",
        "wait mark; placed 1",
        "wait put; one 1 c1; treasure b1 d1 f1 h1",
    ] {
        let refusal = ToPieces::set_up(text).expect_err(text);
        assert!(["notation", "option"].contains(&refusal.rule), "{text}: {refusal}");
    }
}

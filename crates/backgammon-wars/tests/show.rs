//! The text board, gestures and their readings.

use backgammon_wars::{Action, BackgammonWars};
use table::{Game, Seat, Show, Viewer, Words};

fn english() -> Words {
    let mut words = Words::default();
    words.add(include_str!("../../../words/en/backgammon-wars.json")).unwrap();
    words
}

fn set_up(text: &str) -> BackgammonWars {
    BackgammonWars::set_up(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

#[test]
fn units_are_letters_stacks_stand_in_order_and_the_hand_lies_below() {
    let game = set_up(
        "one 13:awm 6:w 5:w 20:(m) wall:w hand:parry,thief
         two 5:w 20:(a) 8:ww 24:m hand:shove
         fire one 10
         barrier one 9
         to one before",
    );
    let picture = BackgammonWars::picture(&game.view(Viewer::Seat(Seat::One)), &english());
    let expected = "
   12   11   10    9    8    7      6    5    4    3    2    1    two
   13   14   15   16   17   18     19   20   21   22   23   24    one
+-------------------------------+-------------------------------+
|                               |                               |
|   a                   W       |      (m)                      |
|   w                   W       |        W                      |
|   m                           |                               |
|                               |                               |
|                               |                               |
|                               |                               |
|                               |                               |
|                               |                               |
|                               |                               |
|                               |        w                      |
|                               |   w  (A)                   M  |
|             *    #            |                               |
+-------------------------------+-------------------------------+
   12   11   10    9    8    7      6    5    4    3    2    1    one
   13   14   15   16   17   18     19   20   21   22   23   24    two

two   pips 65  Wall -  off AAMWWWWWWW
      Hand: [?]
one   pips 95  Wall w  off aawwwwww
      Hand: [parry] [thief]
Dice: -   Turn 1
Draw pile: 21   Discards: -
* fire   # One’s barrier   = Two’s barrier
";
    let tidy =
        |text: &str| text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect::<Vec<_>>();
    assert_eq!(tidy(&picture), tidy(expected), "\n{picture}");
}

#[test]
fn a_high_stack_ends_with_its_number_in_classic() {
    let game = set_up("option variant=classic\none 6:wwwwwwww\ntwo 24:w\nto one before");
    let picture = BackgammonWars::picture(&game.view(Viewer::Public), &english());
    assert!(picture.contains("   8 ") && picture.contains("   o ") && picture.contains("   X "), "{picture}");
    assert!(!picture.contains("Hand"), "{picture}");
}

#[test]
fn anchors_are_ones_numbers_for_both_seats() {
    let game = set_up("one 9:w\ntwo 13:w 24:w\nto two move 3-1");
    let action: Action = "w 13/12".parse().unwrap();
    let gesture = game.gesture(Seat::Two, &action);
    assert_eq!((gesture.from.as_deref(), gesture.to.as_deref()), (Some("p12"), Some("p13")));
    let view = game.view(Viewer::Seat(Seat::Two));
    assert_eq!(BackgammonWars::attempt(&view, Seat::Two, "p12", Some("p13"))[0], action);
}

#[test]
fn a_click_plays_the_obvious_die_and_a_wrong_drag_is_explained() {
    let game = set_up("one 13:aw 8:w\ntwo 19:w 20:ww 24:m\nto one move 5-2");
    let view = game.view(Viewer::Seat(Seat::One));
    let texts = |from, to| -> Vec<String> {
        BackgammonWars::attempt(&view, Seat::One, from, to).iter().map(Action::to_string).collect()
    };
    assert_eq!(texts("p13", None)[0], "w 13/8");
    assert_eq!(texts("p8", Some("p6")), ["w 8/6*", "w 8/6^"]);
    let reading = BackgammonWars::attempt(&view, Seat::One, "p8", Some("p5"))[0];
    assert_eq!(game.check(Seat::One, &reading).unwrap_err().rule, "R7");
    assert!(texts("nowhere", None).is_empty());
}

#[test]
fn cards_are_dragged_onto_dice_and_points() {
    let game = set_up("one 7:w 13:w hand:potion1,thrust\ntwo 19:w 24:m\nto one move 5-2");
    let view = game.view(Viewer::Seat(Seat::One));
    let first = |from, to| BackgammonWars::attempt(&view, Seat::One, from, Some(to))[0].to_string();
    assert_eq!(first("card:potion1", "die1"), "play potion1 5");
    assert_eq!(first("card:thrust", "p6"), "play thrust 7/6");
    let refused = BackgammonWars::attempt(&view, Seat::One, "card:thrust", Some("p8"))[0];
    assert_eq!(game.check(Seat::One, &refused).unwrap_err().rule, "R44");
    let preview = game.gesture(Seat::One, &"play thrust 7/6".parse().unwrap()).preview;
    assert_eq!(preview["moves"][0]["to"], "wall");
}

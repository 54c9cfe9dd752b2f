//! Setting up, the turn and the end: rules 1-14, 41 and 42.

mod common;

use common::{after, at, counts, groups, lying, options, play, refused, start, wait};
use piggyback::{Board, Colour, Event, Piggyback};
use table::{Game, Log, Seat, Step, Turn, Viewer};

#[test]
fn rule_01_the_board_is_eight_by_eight_or_six_by_six() {
    let corner = at("one h8 / two a1");
    assert_eq!(options(&corner), ["h8-g7", "h8-g8", "h8-h7"]);
    let small = at("with board=quick / one f6 / two a1");
    assert_eq!(options(&small), ["f6-e5", "f6-e6", "f6-f5"]);
    for text in ["f6-g6", "f6-f7", "g6-f6", "boost f6-f8", "boost2 h8-f6", "warp f6 g7"] {
        assert_eq!(refused(&small, text), "R1", "{text}");
    }
    assert_eq!(Board::ALL.map(|board| board.layout().spaces.len()), [64, 36]);
}

#[test]
fn rule_02_six_units_each_begin_alone() {
    let game = start(&[]);
    assert_eq!(groups(&game, Seat::One), "b1 c1 d1 e1 f1 g1");
    assert_eq!(groups(&game, Seat::Two), "b8 c8 d8 e8 f8 g8");
    let quick = start(&["board=quick"]);
    assert_eq!(groups(&quick, Seat::One), "a1 b1 c1 d1 e1 f1");
    assert_eq!(groups(&quick, Seat::Two), "a6 b6 c6 d6 e6 f6");
}

#[test]
fn rule_03_two_of_each_colour_lie_on_their_start_spaces_and_two_are_in_the_bank() {
    let game = start(&[]);
    assert_eq!(lying(&game), "a4=g a5=o c4=m c5=y f4=y f5=m h4=o h5=g");
    assert_eq!(lying(&start(&["board=quick"])), "a3=g a4=o c3=m c4=y d3=y d4=m f3=o f4=g");
    assert_eq!((counts(game.bank()), counts(game.gone())), ("2222".into(), "0000".into()));
    for colour in Colour::ALL {
        assert_eq!(game.lying(colour), Board::Standard.layout().home(colour));
    }
}

#[test]
fn rule_04_the_higher_die_begins_and_equal_dice_are_rolled_again() {
    let mut game = start(&[]);
    assert_eq!(options(&game).len(), 36);
    assert_eq!(game.first_player(), None);
    play(&mut game, "@4-4, @1-1");
    assert_eq!(wait(&game), "opening");
    let mut two = game;
    play(&mut two, "@1-6");
    assert_eq!((wait(&two).as_str(), two.first_player()), ("move two", Some(Seat::Two)));
    play(&mut game, "@6-1");
    assert_eq!((wait(&game).as_str(), game.first_player()), ("move one", Some(Seat::One)));
    assert_eq!(refused(&start(&[]), "@7"), "notation");
    assert_eq!(refused(&start(&[]), "@3"), "chance");
    assert_eq!(wait(&start(&["first=one"])), "move one");
    assert_eq!(wait(&start(&["first=two"])), "move two");
}

#[test]
fn rule_05_the_players_take_turns() {
    let mut game = start(&["first=two"]);
    for (step, next) in [("c8-c7", "move one"), ("c1-c2", "move two"), ("c7-c6", "move one")] {
        play(&mut game, step);
        assert_eq!(wait(&game), next);
    }
    let out_of_turn = Step::Act(Seat::Two, "d8-d7".parse().unwrap());
    assert_eq!(game.try_play(&out_of_turn, &mut Log::off()).unwrap_err().rule, "turn");
}

#[test]
fn rule_06_one_thing_with_one_own_group_and_no_passing() {
    let game = at("one b2+gm c3 / two h8");
    for text in ["pass", "h8-g7", "d4-d5", "boost h8-f6"] {
        assert_eq!(refused(&game, text), "R6", "{text}");
    }
    let texts = options(&game);
    assert!(texts.iter().any(|text| text.starts_with("b2-")));
    assert!(texts.iter().any(|text| text.starts_with("boost b2-")));
    assert!(texts.contains(&"warp b2 c3".into()));
    for text in texts {
        let mut next = game;
        play(&mut next, &text);
        assert_eq!(wait(&next), "move two", "{text} is the whole turn");
    }
}

#[test]
fn rule_07_a_group_moves_fights_and_is_lost_as_one() {
    let game = after("one b2*3+gm / two h8", "b2-c3");
    assert_eq!(groups(&game, Seat::One), "c3*3+gm");
    let lost = after("one c3 / two c4*3+g h8", "c3-c4, @6, @1, stop, keep none");
    assert_eq!(groups(&lost, Seat::Two), "h8");
    let won = after("one c3*2 / two c4 h8", "c3-c4, @6, stop, @1");
    assert_eq!(groups(&won, Seat::One), "c4*2");
}

#[test]
fn rule_08_a_step_goes_to_one_of_eight_neighbours() {
    let game = at("one d4 / two h8");
    assert_eq!(options(&game), ["d4-c3", "d4-c4", "d4-c5", "d4-d3", "d4-d5", "d4-e3", "d4-e4", "d4-e5"]);
    for text in ["d4-d4", "d4-d6", "d4-f5", "d4-a1"] {
        assert_eq!(refused(&game, text), "R8", "{text}");
    }
    assert_eq!(options(&at("one a1 / two h8")), ["a1-a2", "a1-b1", "a1-b2"]);
}

#[test]
fn rule_09_an_empty_space_ends_the_turn() {
    let game = after("one d4 / two h8", "d4-e5");
    assert_eq!((wait(&game).as_str(), groups(&game, Seat::One).as_str()), ("move two", "e5"));
}

#[test]
fn rule_10_an_enemy_is_attacked_and_the_turn_ends_after_it() {
    let mut game = after("one c3 b1 / two c4 h8 / bank 0000", "c3-c4");
    assert_eq!(wait(&game), "attack-roll");
    play(&mut game, "@5, @2");
    assert_eq!((wait(&game).as_str(), groups(&game, Seat::One).as_str()), ("move two", "b1 c4"));
}

#[test]
fn rule_11_a_piece_is_taken_or_left_and_a_full_group_is_not_asked() {
    let mut game = after("one b3+m / two h8 / lying a4=g", "b3-a4");
    assert_eq!((wait(&game).as_str(), options(&game)), ("take one", vec!["leave".into(), "take".into()]));
    let mut left = game;
    play(&mut game, "take");
    assert_eq!(
        (groups(&game, Seat::One), lying(&game), wait(&game)),
        ("a4+gm".into(), "-".into(), "move two".into())
    );
    play(&mut left, "leave");
    assert_eq!(
        (groups(&left, Seat::One), lying(&left), wait(&left)),
        ("a4+m".into(), "a4=g".into(), "move two".into())
    );
    let full = after("one b3+yo / two h8 / lying a4=g", "b3-a4");
    assert_eq!((wait(&full).as_str(), lying(&full).as_str()), ("move two", "a4=g"));
}

#[test]
fn rule_12_own_groups_stack_up_to_three_units() {
    for (position, text) in [
        ("one b2*2 c3*2 b3 / two h8", "b2-c3"),
        ("one b2*2 c3*2 b3 / two h8", "c3-b2"),
        ("one b2*3 c3 d3 / two h8", "b2-c3"),
        ("one b2*3 c3 d3 / two h8", "c3-b2"),
    ] {
        assert_eq!(refused(&at(position), text), "R12", "{text}");
        assert!(!options(&at(position)).contains(&text.to_owned()));
    }
    let stacked = after("one b2*2 b3 / two h8", "b2-b3");
    assert_eq!((groups(&stacked, Seat::One), wait(&stacked)), ("b3*3".into(), "move two".into()));
}

#[test]
fn rule_13_two_groups_that_carry_do_not_stack_unless_the_option_says_so() {
    let strict = at("one b2+g c3+m / two h8");
    assert_eq!((refused(&strict, "b2-c3"), refused(&strict, "c3-b2")), ("R13", "R13"));
    let loose = after("with stacking=loose / one b2+g c3+m / two h8", "b2-c3");
    assert_eq!(groups(&loose, Seat::One), "c3*2+gm");
    let too_much = at("with stacking=loose / one b2+gy c3+m / two h8");
    assert_eq!(refused(&too_much, "b2-c3"), "R15");
    let too_many = at("with stacking=loose / one b2*2+gy c3*2+m / two h8");
    assert_eq!(refused(&too_many, "b2-c3"), "R12", "the lower number is named first");
}

#[test]
fn rule_14_a_stack_has_everything_of_both_and_takes_nothing() {
    let game = after("one a4+yo b3*2 / two h8 / lying a4=g", "b3-a4");
    assert_eq!((groups(&game, Seat::One), lying(&game)), ("a4*3+yo".into(), "a4=g".into()));
    assert_eq!(wait(&game), "move two");
}

#[test]
fn rule_41_quiet_turns_are_counted_and_the_limit_is_a_draw() {
    let quiet = |position: &str, steps: &str| after(position, steps).quiet();
    assert_eq!(quiet("one b2 / two h8 / quiet 7", "b2-b3"), 8);
    assert_eq!(quiet("one b3 / two h8 / lying a4=g / quiet 7", "b3-a4, leave"), 8);
    assert_eq!(quiet("one b3 / two h8 / lying a4=g / quiet 7", "b3-a4, take"), 0);
    assert_eq!(quiet("one b2+g / two h8 / quiet 7", "boost b2-b4"), 0);
    assert_eq!(quiet("one b2+g / two h8 / lying b4=g / quiet 7", "boost b2-b4, leave"), 0);
    assert_eq!(quiet("one b2+m c3 / two h8 / quiet 7", "warp b2 c3"), 0);
    assert_eq!(quiet("one b2 c3 / two h8 / quiet 7", "b2-c3"), 0);
    assert_eq!(quiet("one c3 b1 / two c4 h8 / quiet 7 / bank 0000", "c3-c4, @1, @2"), 0);
    assert_eq!(quiet("one c3 / two c4 / quiet 7", "c3-c4, @6, @2"), 7, "a won game leaves the count");
    let drawn = after("one b2 / two h8 / quiet 49", "b2-b3");
    let Turn::Over(outcome) = drawn.turn() else { panic!("not over") };
    assert_eq!((outcome.winner, outcome.reason), (None, "quiet"));
    assert_eq!(wait(&after("with quiet=200 / one b2 / two h8 / quiet 198", "b2-b3")), "move two");
    assert_eq!(wait(&after("with quiet=2 / one b2 / two h8", "b2-b3, h8-h7")), "over draw");
}

/// The count is told from 30 on, and near the end of a shorter limit.
#[test]
fn rule_41_the_count_is_told_when_the_draw_comes_near() {
    let told = |position: &str| {
        let mut log = Log::on();
        let mut game = at(position);
        game.play(&Step::Act(Seat::One, "b2-b3".parse().unwrap()), &mut log);
        log.into_events().iter().any(|event| matches!(event, Event::QuietCount { .. }))
    };
    assert!(!told("one b2 / two h8 / quiet 28"));
    assert!(told("one b2 / two h8 / quiet 29"));
    assert!(told("with quiet=200 / one b2 / two h8 / quiet 29"));
    assert!(!told("with quiet=10 / one b2 / two h8 / quiet 4"));
    assert!(told("with quiet=10 / one b2 / two h8 / quiet 5"));
}

/// Case T72 of the spec: the views after every step of the golden game T67.
#[test]
fn rule_42_every_viewer_sees_the_whole_table() {
    let cases = include_str!("cases/spec.txt");
    let golden = cases.split("\n\n").find(|block| block.starts_with("T67 ")).unwrap();
    let steps = golden.lines().filter_map(|line| line.trim().strip_prefix("play "));
    let mut game = start(&["board=quick"]);
    let mut compared = 0;
    for step in steps.flat_map(|line| line.split(", ")) {
        play(&mut game, step);
        for viewer in Viewer::ALL {
            let view = game.view(viewer);
            assert_eq!(view, game.view(Viewer::Judge));
            assert_eq!(view.table, game);
            let json = serde_json::to_string(&view).unwrap();
            assert_eq!(serde_json::from_str::<<Piggyback as Game>::View>(&json).unwrap(), view);
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 59);
    assert!(!game.has_secrets());
    assert_eq!(refused(&game, "resign"), "notation");
}

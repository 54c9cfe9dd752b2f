//! The attack, the dice and what comes after: rules 25-40.

mod common;

use common::{after, counts, groups, lying, options, play, refused, wait};
use table::{Game, Seat, Turn};

#[test]
fn rule_25_the_defender_is_asked_for_a_warp_only_when_there_is_one() {
    assert_eq!(wait(&after("one c3 / two c4+m h8", "c3-c4")), "warp two");
    assert_eq!(wait(&after("one c3 / two c4 h8+m", "c3-c4")), "warp two");
    assert_eq!(wait(&after("one c3 / two c4+m", "c3-c4")), "attack-roll", "nobody to change with");
    assert_eq!(wait(&after("one c3+m b2 / two c4 h8", "c3-c4")), "attack-roll", "the attacker's own Warp");
    assert_eq!(wait(&after("one c3 / two c4 h8", "c3-c4")), "attack-roll");
}

#[test]
fn rule_26_the_attacked_group_is_one_of_the_two_and_either_pays() {
    let game = after("one c3 / two c4+m h8+m g7", "c3-c4");
    assert_eq!(options(&game), ["pass", "warp c4 g7", "warp c4 h8", "warp h8 c4"]);
    assert_eq!(refused(&game, "warp h8 g7"), "R26");
    assert_eq!(refused(&game, "warp g7 c4"), "R16");
    assert_eq!(refused(&game, "warp c4 c4"), "R23");
    assert_eq!(refused(&game, "warp c4 c3"), "R23");
    let paid = after("one c3 / two c4+m h8+m", "c3-c4, warp h8 c4");
    assert_eq!(groups(&paid, Seat::Two), "c4 h8+m");
}

#[test]
fn rule_27_the_attack_goes_on_against_the_group_that_stands_there_now() {
    let game = after("one c3 / two c4*3+m h8+m / bank 0000", "c3-c4, warp c4 h8");
    assert_eq!(wait(&game), "attack-roll", "one Warp for each attack");
    assert_eq!(groups(&game, Seat::Two), "c4+m h8*3");
    let mut lost = game;
    play(&mut lost, "@5, @5, keep none");
    assert_eq!((groups(&lost, Seat::One), groups(&lost, Seat::Two)), ("c4".into(), "h8*3".into()));
    assert_eq!(refused(&game, "pass"), "turn", "the attacker cannot withdraw");
}

#[test]
fn rule_28_no_warp_once_the_first_die_is_due() {
    let mut game = after("one c3*2+m a1 / two c4*2+m h8", "c3-c4, pass");
    assert_eq!(refused(&game, "warp c4 h8"), "turn", "a die is due");
    play(&mut game, "@3");
    assert_eq!((wait(&game).as_str(), refused(&game, "warp c3 a1")), ("attack one", "R28"));
    play(&mut game, "stop, @1");
    assert_eq!((wait(&game).as_str(), refused(&game, "warp c4 h8")), ("defence two", "R28"));
}

#[test]
fn rule_29_the_attacker_waits_where_the_move_began() {
    for (position, attack) in [("one c3*2 / two c4 h8", "c3-c4"), ("one c3*2+g / two c5 h8", "boost c3-c5")] {
        let mut game = after(position, attack);
        for steps in ["@3", "stop"] {
            assert_eq!(groups(&game, Seat::One), "c3*2");
            play(&mut game, steps);
        }
    }
}

#[test]
fn rule_30_the_attacker_makes_all_his_rolls_first_and_first_rolls_are_not_asked_for() {
    let mut game = after("one c3*2 / two c4*2 h8", "c3-c4");
    for (name, step) in [
        ("attack-roll", "@4"),
        ("attack one", "roll"),
        ("attack-roll", "@5"),
        ("defence-roll", "@2"),
        ("defence two", "roll"),
        ("defence-roll", "@5"),
    ] {
        assert_eq!(wait(&game), name);
        play(&mut game, step);
    }
    assert_eq!(groups(&game, Seat::Two), "h8");
}

#[test]
fn rule_31_one_roll_for_each_unit_and_the_last_one_counts() {
    for units in 1..=3 {
        let mut game = after(&format!("one c3*{units} / two c4 h8"), "c3-c4, @6");
        let mut rolls = 1;
        while wait(&game) == "attack one" {
            play(&mut game, "roll, @1");
            rolls += 1;
        }
        assert_eq!((wait(&game).as_str(), rolls), ("defence-roll", units));
    }
    let worse = after("one c3*2 b1 / two c4 h8", "c3-c4, @6, roll, @1, @2");
    assert_eq!(groups(&worse, Seat::Two), "c4 h8", "the six is gone");
    let used_up = after("one c3*2+y / two c4 h8", "c3-c4, @2, roll, @1");
    assert_eq!(refused(&used_up, "roll"), "R31");
}

#[test]
fn rule_32_luck_comes_after_the_rolls_of_the_stack() {
    let mut game = after("one c3*2+yy / two c4 h8", "c3-c4, @2");
    assert_eq!((refused(&game, "luck"), options(&game)), ("R32", vec!["roll".into(), "stop".into()]));
    play(&mut game, "roll, @1");
    for carried in ["c3*2+y", "c3*2"] {
        assert_eq!(options(&game), ["luck", "stop"]);
        play(&mut game, "luck");
        assert_eq!((wait(&game).as_str(), groups(&game, Seat::One).as_str()), ("attack-roll", carried));
        play(&mut game, "@1");
    }
    assert_eq!(wait(&game), "defence-roll");
    let defender = after("one c3 / two c4+y h8", "c3-c4, @4, @3, luck, @5");
    assert_eq!(groups(&defender, Seat::Two), "c4 h8");
}

#[test]
fn rule_33_firepower_adds_one_and_ends_the_rolling() {
    let mut game = after("one c3*3+oo / two c4 h8", "c3-c4, @3, firepower");
    assert_eq!((options(&game), refused(&game, "roll")), (vec!["firepower".into(), "stop".into()], "R33"));
    play(&mut game, "firepower");
    assert_eq!(wait(&game), "defence-roll");
    play(&mut game, "@5");
    assert_eq!(groups(&game, Seat::One), "c4*3", "three and two are five, and the tie is the attacker's");
    let lucky = after("one c3*2+yo / two c4*2 h8", "c3-c4, @3, firepower");
    assert_eq!((wait(&lucky).as_str(), groups(&lucky, Seat::One).as_str()), ("defence-roll", "c3*2+y"));
    let both = after("one c3+o / two c4+yo h8", "c3-c4, @6, firepower, @2, firepower");
    assert_eq!(wait(&both), "spoils one", "with Firepower spent the defender's Luck is of no use to him");
}

#[test]
fn rule_34_who_can_only_stop_is_not_asked() {
    assert_eq!(wait(&after("one c3 / two c4 h8", "c3-c4, @3")), "defence-roll");
    assert_eq!(wait(&after("one c3+gm / two c4 h8", "c3-c4, @3")), "defence-roll");
    let mut stopped = after("one c3*3 / two c4 h8", "c3-c4, @3");
    assert_eq!(wait(&stopped), "attack one");
    play(&mut stopped, "stop");
    assert_eq!(wait(&stopped), "defence-roll");
    assert_eq!(wait(&after("one c3 / two c4+g h8", "c3-c4, @5, @5")), "spoils one");
}

#[test]
fn rule_35_a_defender_who_is_ahead_has_won_and_a_lost_one_may_burn_what_he_has() {
    let ahead = after("one c3 b1 / two c4*3+yo h8", "c3-c4, @2, @3");
    assert_eq!((wait(&ahead).as_str(), groups(&ahead, Seat::Two).as_str()), ("bank one", "c4*3+yo h8"));
    let mut lost = after("one c3+o / two c4+yo h8", "c3-c4, @6, firepower, @2");
    assert_eq!(options(&lost), ["firepower", "luck", "stop"]);
    play(&mut lost, "luck, @3, firepower");
    assert_eq!(wait(&lost), "bank two", "nothing is left as a prize");
    assert_eq!(counts(lost.gone()), "2222");
}

#[test]
fn rule_36_the_higher_number_wins_and_a_tie_is_the_attackers() {
    for attack in 1..=6 {
        for defence in 1..=6 {
            let steps = format!("c3-c4, @{attack}, @{defence}");
            let game = after("one c3 b1 / two c4 h8 / bank 0000", &steps);
            let expected = if defence > attack { ("b1", "c4 h8") } else { ("b1 c4", "h8") };
            let found = (groups(&game, Seat::One), groups(&game, Seat::Two));
            assert_eq!((found.0.as_str(), found.1.as_str()), expected, "{steps}");
        }
    }
}

#[test]
fn rule_37_without_units_the_game_is_lost_at_once() {
    for (position, steps, winner) in [
        ("one c3+g / two c4*3+yo", "c3-c4, @6, @6, stop", Seat::One),
        ("one c3*2+g / two c4+o", "c3-c4, @1, stop, @6", Seat::Two),
    ] {
        let game = after(position, steps);
        let Turn::Over(outcome) = game.turn() else { panic!("not over") };
        assert_eq!((outcome.winner, outcome.reason), (Some(winner), "eliminated"));
        assert!(game.army(!winner).is_empty() && options(&game).is_empty());
        assert_eq!(counts(game.bank()), "2222");
        let carried = game.army(winner).pieces().len();
        assert_eq!(game.gone().len(), 8 - carried, "the loser's pieces are out of the game");
        assert_eq!(refused(&game, "c4-c5"), "turn");
    }
}

#[test]
fn rule_38_the_winner_keeps_up_to_two_of_his_own_and_the_losers() {
    let game = after("one c3+gm / two c4+gy h8 / bank 2222", "c3-c4, @6, @1, stop");
    assert_eq!(wait(&game), "spoils one");
    let all = [
        "keep green",
        "keep green green",
        "keep green mauve",
        "keep green yellow",
        "keep mauve",
        "keep mauve yellow",
        "keep none",
        "keep yellow",
    ];
    assert_eq!(options(&game), all);
    for text in ["keep orange", "keep mauve mauve", "keep yellow yellow"] {
        assert_eq!(refused(&game, text), "R38", "{text}");
    }
    for text in all {
        let mut kept = game;
        play(&mut kept, text);
        assert_eq!(wait(&kept), "bank two");
        assert_eq!(kept.gone().len(), 4 + 4 - kept.army(Seat::One).pieces().len(), "{text}");
    }
    let defender = after("one c3+o b1 / two c4 h8", "c3-c4, @1, stop, @2");
    assert_eq!(options(&defender), ["keep none", "keep orange"]);
    assert_eq!(wait(&after("one c3+gm / two c4 h8", "c3-c4, @6, @1")), "bank two", "no prize, no question");
}

#[test]
fn rule_39_the_loser_may_bring_a_piece_from_the_bank_to_a_free_start_space() {
    let mut game = after("one c3 a5 / two d3 c4 h8 / lying h4=o f5=m a4=g c5=y", "c3-d3, @6, @1");
    assert_eq!(options(&game), ["pass", "place green h5", "place yellow f4"]);
    for text in ["place mauve c4", "place orange a5", "place green a4", "place green d4", "place green h8"] {
        assert_eq!(refused(&game, text), "R39", "{text}");
    }
    let mut passed = game;
    play(&mut game, "place green h5");
    assert_eq!((lying(&game), counts(game.bank())), ("a4=g c5=y f5=m h4=o h5=g".into(), "1222".into()));
    play(&mut passed, "pass");
    assert_eq!((lying(&passed), counts(passed.bank())), ("a4=g c5=y f5=m h4=o".into(), "2222".into()));
    assert_eq!(wait(&after("one c3 / two c4 h8 / bank 0000", "c3-c4, @2, @1")), "move two");
    let attacker = after("one c3 b1 / two c4 h8", "c3-c4, @1, @2");
    assert_eq!(wait(&attacker), "bank one", "a beaten attacker is asked as well");
}

#[test]
fn rule_40_after_the_combat_the_attackers_opponent_is_next() {
    let won = after("one c3+g b1 / two c4+y h8", "c3-c4, @6, @1, stop, keep yellow, place green a4");
    assert_eq!(wait(&won), "move two");
    let lost = after("one c3+g b1 / two c4+y h8", "c3-c4, @1, @2, keep green, pass");
    assert_eq!((wait(&lost).as_str(), groups(&lost, Seat::Two).as_str()), ("move two", "c4+g h8"));
}

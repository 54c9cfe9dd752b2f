//! Abilities: rules 15-24.

mod common;

use common::{after, at, counts, groups, lying, options, refused, wait};
use piggyback::Piggyback;
use table::{Seat, Show};

#[test]
fn rule_15_a_group_carries_at_most_two_pieces_of_any_colour() {
    let pair = after("one b3+g / two h8 / lying a4=g", "b3-a4, take");
    assert_eq!(groups(&pair, Seat::One), "a4+gg");
    let full = after("one b3+gg / two h8 / lying a4=y", "b3-a4");
    assert_eq!((groups(&full, Seat::One).as_str(), wait(&full).as_str()), ("a4+gg", "move two"));
    let loose = at("with stacking=loose / one b2+gg c3+m / two h8");
    assert_eq!(refused(&loose, "c3-b2"), "R15");
    assert!(Piggyback::set_up("one b2+ggm / two h8").is_err());
}

#[test]
fn rule_16_a_piece_is_used_by_its_carrier_once_and_is_then_out_of_the_game() {
    let game = at("one b2 c5+g d5+m / two h8");
    for text in ["boost b2-b4", "boost2 c5-c8", "warp b2 c5", "boost d5-d7"] {
        assert_eq!(refused(&game, text), "R16", "{text}");
    }
    let spent = after("one b2+g / two h8", "boost b2-b4, h8-h7");
    assert_eq!(refused(&spent, "boost b4-b6"), "R16");
    assert_eq!((counts(spent.gone()), counts(spent.bank())), ("2222".into(), "2222".into()));
    // In a combat the other groups of the side do not help.
    let fight = after("one c3 b3+yo / two c4 h8", "c3-c4");
    assert_eq!(wait(&after("one c3 b3+yo / two c4 h8", "c3-c4, @1")), "defence-roll");
    assert_eq!(wait(&fight), "attack-roll");
}

#[test]
fn rule_17_carried_pieces_are_not_put_down_or_handed_over() {
    let game = at("one b2+gm b3 / two h8 / lying a4=y");
    for text in ["keep none", "keep green", "place green a5", "leave", "take"] {
        assert_eq!(refused(&game, text), "turn", "{text}");
    }
    let won = after("one c3+gm / two c4 h8 / bank 0000", "c3-c4, @6, @1");
    assert_eq!(groups(&won, Seat::One), "c4+gm", "without a prize nothing is chosen");
}

#[test]
fn rule_18_a_lying_piece_is_taken_only_by_moving_in() {
    // Left, full, stacked, warped and won: each time the piece stays, and coming again offers it.
    let left = after("one b3 / two h8 / lying a4=g", "b3-a4, leave, h8-h7, a4-b4, h7-h8, b4-a4");
    assert_eq!(wait(&left), "take one");
    let stacked = after("one a4 b3 / two h8 / lying a4=g", "b3-a4");
    let warped = after("one c6+m a4 / two h8 / lying a4=g", "warp c6 a4");
    let won = after("one b3 / two a4 h8 / lying a4=g / bank 0000", "b3-a4, @6, @1");
    for game in [stacked, warped, won] {
        assert_eq!((wait(&game).as_str(), lying(&game).as_str()), ("move two", "a4=g"));
    }
    let again = after("one a4 / two h8 / lying a4=g", "a4-a3, h8-h7, a3-a4");
    assert_eq!(wait(&again), "take one");
}

#[test]
fn rule_19_one_boost_walks_exactly_two_steps() {
    let game = at("one d4+g / two h8");
    let ends = options(&game).iter().filter(|text| text.starts_with("boost ")).count();
    assert_eq!(ends, 25, "every space up to two away, the own one included");
    assert_eq!(refused(&game, "boost d4-d7"), "R19");
    let back = after("one a4+g / two h8 / lying a4=g", "boost a4-a4");
    assert_eq!(wait(&back), "take one", "there and back enters again");
    assert_eq!(groups(&back, Seat::One), "a4");
}

#[test]
fn rule_20_two_boosts_walk_three_or_four_steps_or_one_is_spent_for_two() {
    let game = at("one d4+gg / two h8");
    let count = |verb: &str| options(&game).iter().filter(|text| text.starts_with(verb)).count();
    // Four spaces left and below are cut off by the edges: files a-h and ranks 1-8 are all in reach.
    assert_eq!((count("boost "), count("boost2 ")), (25, 64));
    assert_eq!(refused(&at("one a1+gg / two h8"), "boost2 a1-f1"), "R20");
    assert_eq!(groups(&after("one b2+gg / two h8", "boost b2-b4"), Seat::One), "b4+g");
    assert_eq!(groups(&after("one b2+gg / two h8", "boost2 b2-e5"), Seat::One), "e5");
    assert_eq!(groups(&after("one b2+gg / two h8", "boost2 b2-f6"), Seat::One), "f6");
}

#[test]
fn rule_21_a_walk_passes_only_spaces_without_units() {
    let walled = at("one a1+g a2 / two b1 b2");
    for text in ["boost a1-a3", "boost a1-c1", "boost a1-c3", "boost a1-a1", "boost a1-b2"] {
        assert_eq!(refused(&walled, text), "R21", "{text}");
    }
    let gap = at("one a1+gg / two a2 b2 c2 d2");
    assert_eq!(refused(&gap, "boost2 a1-c3"), "R21");
    let round = at("one c3+g / two c4 h8");
    assert!(options(&round).contains(&"boost c3-c5".to_owned()), "around the enemy");
    // In a pocket of two spaces a walk goes to and fro over its start: three steps end beside it, four behind.
    let pocket = at("one a1+gg / two a2 b2 c2 c1");
    let ends: Vec<String> = options(&pocket).into_iter().filter(|text| text.starts_with("boost2")).collect();
    let expected =
        ["boost2 a1-a1", "boost2 a1-a2", "boost2 a1-b1", "boost2 a1-b2", "boost2 a1-c1", "boost2 a1-c2"];
    assert_eq!(ends, expected);
    let over = after("one a3+g / two h8 / lying a4=g b4=m", "boost a3-a5");
    assert_eq!((groups(&over, Seat::One), lying(&over)), ("a5".into(), "a4=g b4=m".into()));
}

#[test]
fn rule_22_the_end_of_a_walk_is_entered_without_the_spent_boosts() {
    let room = after("one a3+gy / two h8 / lying a5=o", "boost a3-a5, take");
    assert_eq!(groups(&room, Seat::One), "a5+yo");
    let stack = after("one a2+g a4+m / two h8", "boost a2-a4");
    assert_eq!(groups(&stack, Seat::One), "a4*2+m");
    let both = at("one a2+gy a4+m / two h8");
    assert_eq!(refused(&both, "boost a2-a4"), "R13");
    let attack = after("one a2+g / two a4 h8", "boost a2-a4");
    assert_eq!((wait(&attack).as_str(), groups(&attack, Seat::One).as_str()), ("attack-roll", "a2"));
}

#[test]
fn rule_23_a_warp_changes_the_places_of_two_own_groups() {
    let game = at("one b2+m e5*2+y / two h8");
    for text in ["warp b2 b2", "warp b2 c3", "warp b2 h8", "warp h8 b2", "warp c3 b2"] {
        assert_eq!(refused(&game, text), "R23", "{text}");
    }
    assert_eq!(refused(&game, "warp e5 b2"), "R16", "only the carrier pays");
    let warped = after("one b2+m e5*2+y / two h8", "warp b2 e5");
    assert_eq!((groups(&warped, Seat::One), wait(&warped)), ("b2*2+y e5".into(), "move two".into()));
}

#[test]
fn rule_24_a_warp_moves_whole_groups_and_does_nothing_else() {
    let game = after("one a4*2+mm h5+yo / two g5 h8 / lying a4=g h5=g", "warp a4 h5");
    assert_eq!(groups(&game, Seat::One), "a4+yo h5*2+m");
    assert_eq!((lying(&game).as_str(), wait(&game).as_str()), ("a4=g h5=g", "move two"));
}

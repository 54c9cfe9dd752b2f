//! Rules 1-19: the board, the teams, and everything before round 1. Tests are written in the language of the
//! spec's cases.

#[path = "common/language.rs"]
mod language;

use language::run;
use table::{Game, Log, Seat, Show, Viewer};
use to_pieces::ToPieces;

#[test]
fn rule_01_rows_are_counted_from_ones_own_edge() {
    run("pos one L c8, 1 d8; two L e1, 2 f1
         met one 8
         met two 8
         pos one L c1, 1 d8; two L e8, 2 f1
         unmet one 8
         unmet two 8");
}

#[test]
fn rule_02_a_space_holds_one_character_and_one_marker() {
    for broken in [
        "one L c1, 1 c1; two L e8",
        "one L c1; two L c1",
        "one L a3; two L e8",
        "one L c1; two L e8; treasure a4 a4 a5 h5",
        "one L c1; two L e8; treasure a3 h4 a5 h5",
    ] {
        assert_eq!(ToPieces::set_up(broken).expect_err(broken).rule, "notation");
    }
    run("pos one L c1, 1 a4; two L e8
         at a4 one 1
         hide summon a3, summon a4, summon c1
         offer summon h4");
}

#[test]
fn rule_03_a_treasure_leaves_a_space_empty() {
    run("pos one L c1, 1 a2; two L e8; treasure b2 h4 a5 h5
         offer move a2-b2, charge a2-b2
         hide move a2-a3");
}

#[test]
fn rule_04_teams_may_be_exchanged_by_a_coin_and_may_be_the_same() {
    run("start assignment coin
         wait teams
         refuse @first:one chance
         play @teams:kept
         wait card");
    run("pos teams splintered-arms splintered-arms; one L c1, 1 d4; two L e8, 1 d5
         damage d4 d5 1");
    // After the exchange One has Hollowed Moon, whose minions make five steps.
    let options = to_pieces::Options { by_coin: true, ..Default::default() };
    let mut game = ToPieces::start(&options);
    let before = game.team(Seat::One);
    game.try_play(&table::Step::read("@teams:swapped").unwrap(), &mut Log::off()).unwrap();
    assert_eq!(game.team(Seat::Two), before);
    assert_ne!(game.team(Seat::One), before);
}

#[test]
fn rule_05_every_team_has_its_own_health_and_speed() {
    run("pos one L d2, 1 b2; two L e8, 1 g7
         offer move d2-d7, move b2-b5
         hide move d2-d8, move b2-b6
         pos to two; one L d2, 1 b2; two L e8, 1 g7
         offer move e8-e2, move g7-g2
         hide move e8-e1, move g7-g1");
}

#[test]
fn rule_06_a_minions_number_is_its_owners_secret() {
    run("pos one L c1, 1 d2; two L e8, 5 d7
         sees two d2 minion
         sees public d2 minion
         sees one d2 minion 1
         sees public c1 leader");
    let game = ToPieces::set_up("one L c1, 1 d2; two L e8, 5 d7").unwrap();
    let view = game.view(Viewer::Seat(Seat::Two));
    assert_eq!((view.sides[Seat::One].reserve.count, view.sides[Seat::One].reserve.known), (5, None));
    assert_eq!(view.sides[Seat::Two].reserve.known.unwrap().iter().collect::<Vec<_>>(), [1, 2, 3, 4, 6]);
}

#[test]
fn rule_07_six_cards_are_drawn_seat_one_first() {
    run("start
         wait card
         refuse @card:13 chance
         play @card:12, @card:1, @card:2, @card:3, @card:4
         refuse @card:12 chance
         play @card:5
         hand one 1 2 3 4 5 12
         hand two
         play @card:12
         hand two 12");
}

#[test]
fn rule_08_both_keep_three_at_the_same_time() {
    let dealt = "start
                 play @card:1, @card:2, @card:3, @card:4, @card:5, @card:6
                 play @card:1, @card:2, @card:3, @card:4, @card:5, @card:6
                 wait keep one two
                 refuse one keep 1 2 7 R8
                 refuse one swap R8
                 refuse one keep 2 1 3 notation";
    run(&format!(
        "{dealt}
         play one keep 1 2 3
         wait keep two
         refuse one keep 1 2 3 turn
         play two keep 4 5 6
         aside one 4 5 6
         aside two 1 2 3
         wait marker"
    ));
    run(&format!("{dealt}\nplay two keep 4 5 6\nwait keep one\nplay one keep 1 2 3\nwait marker"));
}

#[test]
fn rule_09_the_first_marker_player_has_treasures_1_and_3() {
    run("pos wait mark; to two
         offer mark treasure 1 d4, mark treasure 3 d4, mark obstacle d4
         refuse mark treasure 2 d4 R9
         refuse mark treasure 4 d4 R9
         play mark obstacle d4, mark treasure 2 e4, mark obstacle d5, mark treasure 4 e5
         refuse mark obstacle c4 R9
         offer mark treasure 1 c4");
    let game = ToPieces::set_up("wait mark; to two; treasure - d5 - -; placed 2; obstacle e5").unwrap();
    let to_place = game.view(Viewer::Public).sides.0.map(|side| side.treasures.iter().collect::<Vec<_>>());
    assert_eq!(to_place, [vec![4], vec![1, 3]]);
}

#[test]
fn rule_10_they_alternate_on_spaces_without_marker() {
    run("pos wait mark
         refuse swap R10
         play mark treasure 1 c4
         wait mark two
         refuse mark treasure 2 c4 R10
         refuse mark obstacle c4 R10
         play mark obstacle c5, mark treasure 3 d4, mark treasure 2 e4, mark obstacle f4, mark obstacle g4
         wait mark one
         play mark obstacle f5, mark treasure 4 g5
         wait first");
}

#[test]
fn rule_11_a_home_row_keeps_two_fit_spaces() {
    // b1 closes a1-c1, e2 closes d1-f1: g1 and h1 are left.
    run("pos wait mark; treasure - b1 - e2; placed 2 4; obstacle
         refuse mark treasure 1 g1 R11
         refuse mark treasure 1 h2 R11
         refuse mark obstacle g1 R11
         offer mark obstacle f1, mark obstacle g2, mark treasure 1 g3, mark treasure 1 c1");
}

#[test]
fn rule_12_coins_decide_player_1_and_the_edge() {
    run("pos wait mark; treasure b4 - - d4; placed 1 4; obstacle e4 f4 g4
         play mark treasure 3 c4, mark treasure 2 h4, mark obstacle c5
         wait first
         play @first:two
         wait edge
         play @edge:north
         wait put two
         offer put leader e8
         refuse put leader e1 R14");
}

#[test]
fn rule_13_they_alternate_with_leader_or_any_minion() {
    run("pos wait put; one ; two
         wait put one
         refuse swap R13
         offer put 6 d1, put leader d1
         play put 6 d1
         wait put two
         play put leader d8
         wait put one
         refuse put 6 e1 R13
         play put leader e1
         refuse put leader f8 R13");
}

#[test]
fn rule_14_no_row_holds_more_than_the_nearer_one() {
    run("pos wait put; one L c1; two L d8; treasure a4 h4 a5 h5
         refuse put 1 c3 R14
         refuse put 1 c5 R14
         offer put 1 c2
         play put 1 c2, pass
         refuse put 2 d2 R14
         offer put 2 c3, put 2 d1
         play put 2 c3, put 3 c4
         refuse put 4 d4 R14");
}

#[test]
fn rule_15_only_spaces_without_marker_and_not_beside_a_treasure_are_fit() {
    run("pos wait put; one L c1; two L d8; treasure f2 h5 a5 h6; obstacle a1 h3 a6 h7
         refuse put 1 e1 R15
         refuse put 1 g1 R15
         refuse put 1 a1 R15
         refuse put 1 c1 R15
         offer put 1 d1, put 1 h1");
}

#[test]
fn rule_16_a_pass_is_final_and_needs_the_leader() {
    run("pos wait put; one 1 d1; two L d8
         refuse pass R16
         play put leader e1, pass
         wait put one
         play put 2 f1
         wait put one
         play pass
         wait regroup one");
}

#[test]
fn rule_17_a_minion_leaves_a_space_for_the_leader() {
    run("pos wait put; one 1 h1; two L d8; treasure b1 e1 h8 a8; obstacle g2 h2 a5 h6
         only put leader g1
         refuse put 2 g1 R17");
    // With a second space in the home row either may be taken.
    run("pos wait put; one 1 h1; two L d8; treasure b1 a8 h8 a5; obstacle g2 h2 h6 a4
         offer put 2 g1, put 2 f1, put leader g1");
}

#[test]
fn rule_18_who_can_place_nobody_is_not_asked() {
    run("pos wait put; one L a1, 1 b1, 2 c1, 3 d1, 4 e1, 5 f1; two L d8; treasure a4 h4 a5 h5
         play put 6 g1, put 1 c8
         wait put two
         play pass
         wait regroup two");
    // One has coins left but no space: g1 and h1 are beside the Treasure on h2.
    run(
        "pos wait put; one L a1, 1 b1, 2 c1, 3 d1; two L d8, 1 c8; treasure h2 a3 c3 e3; obstacle e1 f1 g7 h7
         wait put two",
    );
}

#[test]
fn rule_19_minions_left_over_go_to_the_reserve() {
    run("pos wait put; one L c1, 1 d1; two L d8, 4 e8
         play pass, pass
         coin one 1 board
         coin one 2 reserve
         coin one 6 reserve
         coin two 4 board
         coin two 5 reserve");
    let game = ToPieces::set_up("wait put; one L c1, 1 d1; two L d8, 4 e8").unwrap();
    assert_eq!(game.view(Viewer::Judge).sides[Seat::One].unplaced.count, 5);
}

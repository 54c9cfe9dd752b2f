//! Cards in general (rules 31-40), in the language of the spec's cases.

mod interpreter;

use interpreter::case;

#[test]
fn rule_31_a_card_needs_its_kind_on_the_board() {
    case(
        "
        one 6:w wall:a hand:aimed
        two 8:w
        to one move 2-1
        - play aimed 6/19 R31
        ",
    );
    case(
        "
        one 20:(m) 6:w hand:manifestation
        two 5:w
        to one before
        + play manifestation
        ",
    );
}

#[test]
fn rule_32_no_card_is_played_twice_in_a_turn() {
    case(
        "
        one 6:w 8:w hand:potion1
        two 8:w hand:parry
        to one move 2-1
        > pass
        > play potion1 2
        > play parry
        - play potion1 2 R32
        ",
    );
}

#[test]
fn rule_33_a_card_must_do_something() {
    case(
        "
        one 7:w hand:thrust
        two 24:w
        to one before
        - play thrust 7/6 R44
        - play shove 7/6 R33
        ",
    );
}

#[test]
fn rule_34_a_played_card_is_on_the_table_then_in_the_discards() {
    case(
        "
        one 6:w 8:w hand:potion1
        two 8:w hand:thrust
        to one move 2-1
        > pass
        > play potion1 2
        = discard -
        = one hand:-
        > pass
        = discard potion1
        ",
    );
    case(
        "
        one 13:m hand:manifestation
        two 24:w
        pile empty
        to one before
        > play manifestation
        = odds 24
        = discard -
        ",
    );
}

#[test]
fn rule_35_every_card_but_parry_can_be_parried() {
    case(
        "
        one 8:m hand:manifestation
        two 24:w hand:thrust
        to one before
        > play manifestation
        = act two parry
        = options pass
        - play parry R33
        - roll turn
        > pass
        = chance draw
        ",
    );
}

#[test]
fn rule_36_the_roll_is_followed_by_a_window() {
    case(
        "
        one 13:w
        two 8:aw hand:caltrops,poison1,sabotage,thief,thrust
        to one move 4-4
        = options pass; play caltrops; play poison1 4; play sabotage; play thief 4
        - play thrust 8/7 R44
        ",
    );
}

#[test]
fn rule_37_a_hit_is_followed_by_a_window_for_its_owner() {
    case(
        "
        one 13:w 8:w
        two 20:m hand:thrust
        to one move 3-1
        > w 8/5*
        = act two evoke
        > pass
        = act one dice
        ",
    );
    case(
        "
        one 13:w 8:w
        two 20:w hand:evocation
        to one move 3-1
        > pass
        > w 8/5*
        = act one dice
        ",
    );
}

#[test]
fn rule_38_windows_open_on_public_facts_only() {
    case(
        "
        one 13:w 8:w
        two 20:w hand:thrust
        to one move 3-1
        = act two window
        = options pass
        ",
    );
    case(
        "
        one 13:w 8:w
        two 20:w hand:thrust
        discard caltrops
        to one move 3-1
        = act one dice
        ",
    );
}

#[test]
fn rule_39_neighbours_differ_by_one() {
    case(
        "
        one 7:w 13:w hand:thrust
        two 19:w 13:w 24:w
        to one before
        = options play thrust 13/12; play thrust 7/6; roll
        ",
    );
    case(
        "
        one 1:w hand:thrust
        two 1:w
        to one before
        = options roll
        ",
    );
}

#[test]
fn rule_40_lone_and_topmost() {
    case(
        "
        one 3:a 8:w hand:aimed
        two 3:wa 4:w 20:m
        barrier two 4
        to one shoot 4-3
        = options end
        - shoot 3/22 R27
        - shoot 3/21 R27
        ",
    );
    case(
        "
        one 3:a 8:w hand:aimed
        two 3:wa
        to one move 4-1
        > play aimed 3/22
        = two 3:w wall:a
        ",
    );
}

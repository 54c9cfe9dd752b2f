//! Traps, shots and pushes (rules 20-30), in the language of the spec's cases.

mod interpreter;

use interpreter::case;

#[test]
fn rule_20_a_warrior_may_trap_a_lone_enemy() {
    case(
        "
        one 8:w 24:w
        two 20:a 10:w
        to one move 3-1
        + w 8/5*
        + w 8/5^
        - w 8/7^ R20
        > w 8/5^
        = two 20:(a) wall:-
        ",
    );
    case(
        "
        one wall:w
        two 3:m
        to one move 3-1
        + w wall/22^
        ",
    );
    case(
        "
        one 8:a 24:w
        two 20:a
        to one move 3-1
        - a 8/5^ R20
        ",
    );
}

#[test]
fn rule_21_nobody_lands_on_a_trap() {
    case(
        "
        one 8:w 5:w 13:w
        two 20:(a)
        to one move 3-1
        - w 8/5 R21
        + w 5/4
        ",
    );
    case(
        "
        one 8:w
        two 20:(a) 23:w 21:w
        one 5:w
        to two move 3-1
        - w 23/20 R21
        - w 21/20* R21
        ",
    );
}

#[test]
fn rule_22_a_trapped_unit_does_nothing() {
    case(
        "
        one 20:(a) 6:w
        two 5:w
        to one before
        - shoot R25
        > roll
        > @3-1
        - a 20/17 R22
        ",
    );
    case(
        "
        one 20:(m) 6:w hand:abjuration
        two 5:w
        to one before
        - hex R25
        - play abjuration 21 R57
        ",
    );
}

#[test]
fn rule_23_the_trapped_is_free_when_the_trapper_goes() {
    case(
        "
        one 20:(a)
        two 5:w 8:w
        to two move 3-1
        > w 5/2
        = one 20:a
        ",
    );
}

#[test]
fn rule_24_a_trapped_unit_stands_where_it_is() {
    case(
        "
        one 8:(w) 4:w
        two 17:w
        to one move 5-1
        - w 4/off R14
        ",
    );
    case(
        "
        one 6:(w) 4:w
        two 19:w
        to one move 5-1
        = options w 4/3
        ",
    );
    case(
        "
        one 2:(w) 4:w
        two 23:w
        to one move 6-5
        + w 4/off
        ",
    );
}

#[test]
fn rule_25_shooting_needs_a_free_archer_and_hexing_a_free_mage() {
    case(
        "
        one 13:w
        two 24:w
        to one before
        - shoot R25
        - hex R25
        ",
    );
    case(
        "
        one 13:am
        two 24:w
        to one before
        = options hex; roll; shoot
        ",
    );
    case(
        "
        one 13:am
        two 24:w
        to one shoot 3-1
        = act two before
        ",
    );
    case(
        "
        one 3:am
        two 3:w
        to one shoot 4-2
        - a 3/1 R25
        - hex 3/1 R25
        ",
    );
}

#[test]
fn rule_26_archers_hit_the_section_across() {
    case(
        "
        one 3:a 9:a 15:a
        two 3:w 9:w 15:w
        to one shoot 4-3
        = options end; shoot 15/10; shoot 3/22; shoot 9/16
        - shoot 3/21 R27
        - shoot 3/23 R26
        ",
    );
    case(
        "
        one 4:w 20:w
        two 3:a 20:a
        to two shoot 4-2
        = options end; shoot 20/5; shoot 3/21
        ",
    );
}

#[test]
fn rule_27_a_shot_takes_a_lone_unit() {
    case(
        "
        one 3:a
        two 3:w 5:ww
        to one shoot 4-2
        - shoot 3/20 R27
        - shoot 4/22 R25
        > shoot 3/22
        = two wall:w
        ",
    );
}

#[test]
fn rule_28_a_push_takes_a_lone_unit_that_is_not_behind_all_mages() {
    case(
        "
        one 13:m 4:m
        two 10:w 15:w 17:aw
        to one hex 3-2
        - hex 15/12 R28
        - hex 8/5 R28
        - hex 10/6 R28
        > hex 10/7
        = two 18:w
        ",
    );
    case(
        "
        option push=stacks
        one 13:m
        two 17:aw
        barrier two 17
        to one hex 3-2
        > hex 8/5
        = two 17:a 20:w
        ",
    );
}

#[test]
fn rule_29_a_push_ends_where_there_is_room() {
    case(
        "
        one 13:m 7:w
        two 15:w 17:wwwww 24:m 21:a
        barrier one 2
        to one hex 3-2
        - hex 10/7 R29
        - hex 10/8 R29
        - hex 4/2 R29
        - hex 1/24 R29
        + hex 4/1
        ",
    );
    case(
        "
        one 13:m
        two 15:w
        fire one 7
        to one hex 3-1
        - hex 10/7 R29
        > hex 10/7!
        = two wall:w
        ",
    );
}

#[test]
fn rule_30_dice_of_an_ability_need_not_be_used() {
    case(
        "
        one 13:m wall:w
        two 15:w
        to one hex 3-2
        > hex 10/7
        > hex 7/5
        = two 20:w
        ",
    );
    case(
        "
        one 13:m
        two 15:w
        to one hex 2-2
        > double
        > hex 10/8
        > end
        = act two before
        ",
    );
}

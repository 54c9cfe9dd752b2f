//! What each card does (rules 41-60), in the language of the spec's cases.

mod interpreter;

use interpreter::case;

#[test]
fn rule_41_potions_add_to_a_die() {
    case(
        "
        one wall:w 6:w hand:potion1
        two 6:w
        to one move 6-1
        > play potion1 6
        = dice 1,7
        - w wall/18 R12
        ",
    );
    case(
        "
        one 13:ww 6:w hand:potion3
        two 24:m
        to one move 2-2
        > play potion3 2
        > double
        = dice 2,2,5,5
        ",
    );
}

#[test]
fn rule_42_caltrops_throws_the_roll_again() {
    case(
        "
        one 13:w
        two 8:w hand:caltrops
        to one move 6-5
        > play caltrops
        = odds 21
        > @2-2
        = options double; draw
        ",
    );
}

#[test]
fn rule_43_escort_moves_two_with_one_die() {
    case(
        "
        one 13:awm 6:w hand:escort
        two 24:w
        to one move 5-2
        > play escort am 13/8
        = one 13:w 8:am
        = dice 2
        ",
    );
}

#[test]
fn rule_44_thrust_captures_beside_a_warrior() {
    case(
        "
        one 7:ww hand:thrust
        two 19:m 24:w
        to one before
        > play thrust 7/6
        = two wall:m
        = one 7:ww
        ",
    );
}

#[test]
fn rule_45_shove_moves_the_topmost_one_space_on() {
    case(
        "
        one 7:w hand:shove
        two 19:aw
        to one before
        > play shove 7/6
        = two 19:a 20:w
        ",
    );
}

#[test]
fn rule_46_parry_sends_the_card_back_openly() {
    case(
        "
        one 7:w hand:shove
        two 19:aw hand:parry
        to one before
        > play shove 7/6
        > play parry
        = two 19:aw
        = one hand:shove
        = shown one shove
        = discard parry
        ",
    );
}

#[test]
fn rule_47_poison_takes_from_a_die() {
    case(
        "
        one 8:ww 6:w
        two 8:a hand:poison3
        to one move 5-3
        > play poison3 3
        = dice 5
        ",
    );
}

#[test]
fn rule_48_spymaster_sees_the_next_roll() {
    case(
        "
        one 7:aw hand:spymaster
        two 24:mw
        to one before
        > play spymaster
        = chance spy
        > @6-6
        = sees one 6-6
        = sees two -
        ",
    );
}

#[test]
fn rule_49_thief_takes_a_die_for_the_next_roll() {
    case(
        "
        one 13:w
        two 8:a hand:thief
        to one move 6-5
        > play thief 6
        = dice 5
        = stolen two 6
        ",
    );
}

#[test]
fn rule_50_sabotage_takes_the_choice_away() {
    case(
        "
        one 13:w
        two 8:a hand:sabotage
        to one move 3-3
        > play sabotage
        = dice 3,3
        = options w 13/10
        ",
    );
}

#[test]
fn rule_51_strafing_takes_who_was_passed() {
    case(
        "
        one 20:a 24:w hand:strafing
        two 8:w 24:m
        to one move 6-1
        - play strafing 17 R51
        > a 20/14
        > play strafing 17
        = two wall:w
        ",
    );
}

#[test]
fn rule_52_aimed_shot_takes_the_top_of_a_stack() {
    case(
        "
        one 3:a 8:w hand:aimed
        two 3:wa
        barrier two 3
        to one move 4-1
        > play aimed 3/22
        = two 3:w wall:a
        = dice 1
        ",
    );
}

#[test]
fn rule_53_divination_keeps_two_of_three() {
    case(
        "
        one 13:m 8:w hand:divination
        two 24:w
        to one before
        > play divination
        > roll
        = odds 56
        > @6-5-1
        > keep 6-1
        = dice 1,6
        ",
    );
}

#[test]
fn rule_54_transmutation_throws_the_own_dice_again() {
    case(
        "
        one 13:m 8:w hand:transmutation
        two 24:w
        to one move 6-5
        > play transmutation
        > @4-2
        = dice 2,4
        ",
    );
}

#[test]
fn rule_55_duplication_copies_the_last_roll() {
    case(
        "
        one 13:m hand:duplication
        two 15:w
        last two 6-6
        to one before
        > play duplication
        > roll
        = dice 6,6
        = options double; draw
        ",
    );
}

#[test]
fn rule_56_evocation_captures_the_hitter() {
    case(
        "
        one 13:w 8:w
        two 20:m hand:evocation
        to one move 3-1
        > w 8/5*
        > play evocation
        = one wall:w
        = two wall:m
        ",
    );
}

#[test]
fn rule_57_abjuration_sets_the_barrier() {
    case(
        "
        one 8:m 12:m hand:abjuration
        two 18:w 12:w
        fire one 11
        to one before
        - play abjuration 7 R57
        - play abjuration 11 R57
        - play abjuration 13 R57
        > play abjuration 9
        = barrier one 9
        ",
    );
}

#[test]
fn rule_58_reincarnation_brings_a_unit_beside_a_mage() {
    case(
        "
        one 8:m wall:w hand:reincarnation
        two 18:w
        to one before
        > play reincarnation w 9
        = one wall:- 9:w
        ",
    );
}

#[test]
fn rule_59_conjuration_lights_the_fire() {
    case(
        "
        one 8:m hand:conjuration
        two 18:w
        to one before
        - play conjuration 7 R59
        > play conjuration 9
        = fire 9
        ",
    );
}

#[test]
fn rule_60_manifestation_draws_two() {
    case(
        "
        one 13:m hand:manifestation
        two 24:m
        to one before
        > play manifestation
        > @card:escort
        > @card:thief
        = one hand:escort,thief
        ",
    );
}

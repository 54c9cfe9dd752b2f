//! A test or more for every rule, in the language of the spec's cases. Rule 65 is about who sees what.

mod interpreter;

use backgammon_wars::{Action, BackgammonWars, Chance, Early, Event, Face, Options};
use interpreter::case;
use table::{Game, Log, Redact, Seat, Show, Step, Viewer};

#[test]
fn rule_01_each_side_counts_the_same_points_the_other_way() {
    case(
        "
        one 24:w 6:w
        two 3:w
        to one move 3-1
        + w 24/21
        - w 24/25 notation
        > w 24/23
        = one 23:w
        + w 23/20
        ",
    );
    case(
        "
        one 13:w
        two 13:w
        to two move 2-1
        + w 13/12*
        + w 13/11
        > w 13/12*
        = one wall:w 13:-
        ",
    );
}

#[test]
fn rule_02_the_units_stand_as_printed() {
    case(
        "
        start
        = one 24:am 23:am 13:awww 8:www 6:wwww wall:- off:-
        = two 24:am 23:am 13:awww 8:www 6:wwww wall:- off:-
        ",
    );
}

#[test]
fn rule_03_classic_and_nackgammon_have_plain_units_and_no_cards() {
    case(
        "
        option variant=classic
        start
        = one 24:ww 23:- 13:wwwww 8:www 6:wwwww
        = chance opening
        ",
    );
    case(
        "
        option variant=nackgammon
        start
        = two 24:ww 23:ww 13:wwww 8:www 6:wwww
        > @6-1
        = act one dice
        - play parry R3
        - shoot R6
        = pile 0
        ",
    );
    case(
        "
        option variant=classic
        one 13:www 8:w
        two 24:w
        to one move 2-2
        = dice 2,2,2,2
        = act one dice
        ",
    );
    case(
        "
        option variant=classic
        one 8:w 4:w
        two 20:w 24:w
        to one move 3-1
        + 8/5*
        - 8/5^ R3
        ",
    );
}

#[test]
fn rule_04_three_cards_each_come_from_a_pile_without_order() {
    case(
        "
        start
        = odds 24
        > @card:potion1
        > @card:potion3
        = odds 22
        > @card:potion5
        = one hand:potion1,potion3,potion5
        = two hand:-
        > @card:parry
        - @card:parry chance
        > @card:thief
        > @card:shove
        = two hand:parry,shove,thief
        = pile 18
        ",
    );
}

#[test]
fn rule_05_the_higher_opening_die_plays_first_with_both_numbers() {
    case(
        "
        option variant=classic
        start
        = odds 30
        - @4-4 chance
        > @2-6
        = act two dice
        = dice 2,6
        = last two 6-2
        ",
    );
}

#[test]
fn rule_06_a_turn_is_declared_rolled_answered_and_played() {
    case(
        "
        one 13:w
        two 8:a hand:thrust
        to one before
        - w 13/8 R6
        - end R6
        > roll
        = chance roll
        > @5-2
        = act two window
        - w 8/3 turn
        > pass
        = act one dice
        - roll R6
        - shoot R6
        ",
    );
}

#[test]
fn rule_07_one_die_moves_one_unit_by_exactly_its_number() {
    case(
        "
        one 13:w 8:w
        two 24:w
        to one move 5-2
        - w 13/6 R7
        - w 13/9 R7
        - w 8/13 R7
        > w 13/8
        > w 8/6
        = one 8:w 6:w
        ",
    );
}

#[test]
fn rule_08_two_enemies_block_one_is_hit_and_passing_is_free() {
    case(
        "
        one 8:w 24:w
        two 20:ww 21:w 19:ww
        to one move 4-3
        - w 8/5 R8
        - w 8/4 R8
        + w 8/4*
        > w 8/4*
        = two wall:w
        ",
    );
}

#[test]
fn rule_09_no_space_holds_six() {
    case(
        "
        one 8:w 6:w 5:wwwww
        two 24:w
        to one move 3-1
        - w 8/5 R9
        - w 6/5 R9
        + w 5/4
        ",
    );
}

#[test]
fn rule_10_any_unit_of_a_stack_moves_and_arrivals_go_on_top() {
    case(
        "
        one 13:mawa 10:w
        two 24:w
        to one move 3-1
        - w 24/21 R10
        > w 13/10
        = one 13:maa 10:ww
        > m 13/12
        = one 13:aa 12:m
        ",
    );
}

#[test]
fn rule_11_a_hit_unit_goes_to_its_wall() {
    case(
        "
        one 8:m 24:w
        two 20:a 22:w 10:w
        to one move 3-1
        > m 8/5*
        = two wall:a
        = one 5:m
        ",
    );
}

#[test]
fn rule_12_who_is_on_the_wall_enters_first() {
    case(
        "
        one wall:wa 13:w
        two 6:ww
        to one move 6-2
        - w 13/11 R12
        - w wall/19 R8
        = options a wall/23; w wall/23
        ",
    );
}

#[test]
fn rule_13_as_many_dice_as_possible_then_the_higher_sum() {
    case(
        "
        one 13:w
        two 19:ww
        to one move 5-2
        = options w 13/8
        ",
    );
    case(
        "
        one 13:w 9:w
        two 13:ww 17:ww 19:ww
        to one move 6-1
        = options w 9/3
        - w 13/7 R13
        - end R13
        ",
    );
}

#[test]
fn rule_14_units_are_borne_off_when_all_are_home() {
    case(
        "
        one 6:w 3:w 7:w
        two 24:w
        to one move 6-3
        - w 6/off R14
        > w 7/4
        = options w 6/off
        > w 6/off
        = one 6:- 3:w 4:w
        ",
    );
}

#[test]
fn rule_15_the_exact_die_bears_off_or_the_smallest_that_is_enough() {
    case(
        "
        one 3:ww 2:w
        two 24:w
        to one move 6-4
        > w 3/off
        = dice 6
        ",
    );
    case(
        "
        one 4:w 3:w 2:w
        two 24:w
        to one move 6-4
        > w 4/off
        = dice 6
        ",
    );
}

#[test]
fn rule_16_doubles_are_four_moves_or_two_and_a_card() {
    case(
        "
        one 13:ww 8:ww
        two 24:m
        to one move 2-2
        = options double; draw
        - w 13/11 R16
        - end R16
        > double
        = dice 2,2,2,2
        ",
    );
    case(
        "
        one 13:ww 8:ww
        two 24:m
        to one move 2-2
        > draw
        > @card:escort
        = one hand:escort
        = dice 2,2
        ",
    );
    case(
        "
        one 13:ww 8:ww
        two 24:m
        stolen one 2
        to one before
        > roll
        > @2-1
        = dice 1,2,2
        - double R6
        ",
    );
    case(
        "
        one 13:ww 8:ww
        two 24:m
        pile gone
        to one move 2-2
        = dice 2,2,2,2
        ",
    );
}

#[test]
fn rule_17_the_fifteenth_unit_off_wins() {
    case(
        "
        one 2:w
        two 24:w
        to one move 6-5
        > w 2/off
        = over win one off
        ",
    );
}

#[test]
fn rule_18_dusk_and_standstill_count_the_pips() {
    case(
        "
        option dusk=12
        one 6:w
        two 6:w
        turn 12
        to one move 2-1
        > w 6/4
        > w 4/3
        = over win one dusk
        ",
    );
    case(
        "
        one 24:w
        two 2:ww 3:ww
        still 19
        to one move 2-1
        = over win two standstill
        ",
    );
    case(
        "
        one 24:w
        two 2:ww 3:ww
        still 18
        to one move 2-1
        = act two before
        ",
    );
    case(
        "
        one wall:w 6:w
        two 4:w 5:ww 3:ww
        fire two 2
        still 19
        to one move 3-2
        > w wall/23!
        = over win two standstill
        ",
    );
}

#[test]
fn rule_19_the_turn_ends_by_itself_only_when_the_hand_is_empty() {
    case(
        "
        one 24:w
        two 2:ww 3:ww
        to one move 2-1
        = act two before
        ",
    );
    case(
        "
        one 24:w hand:parry
        two 2:ww 3:ww
        to one move 2-1
        = options end
        > end
        = act two before
        ",
    );
}

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

#[test]
fn rule_61_the_enemy_does_not_land_on_a_barrier() {
    case(
        "
        one 9:w 8:w
        two 19:w 24:m
        barrier one 9
        to two move 3-2
        - w 19/16* R61
        + w 19/17*
        ",
    );
    case(
        "
        one 9:w 12:w
        two 19:w 24:m
        barrier one 9
        to one move 3-2
        + w 12/9
        ",
    );
}

#[test]
fn rule_62_the_fire_captures_who_lands_there() {
    case(
        "
        one 8:w 13:w
        two 24:w
        fire one 5
        to one move 3-1
        > w 8/5!
        = one wall:w
        = fire 5
        ",
    );
    case(
        "
        one 8:w 13:w
        two 24:w
        fire two 20
        to one move 3-1
        + w 8/5!
        ",
    );
}

#[test]
fn rule_63_only_safe_plans_are_owed() {
    case(
        "
        one 13:w 3:w
        two 24:ww
        fire one 10
        to one move 3-2
        + w 13/11
        + w 13/10!
        - w 13/10 R8
        ",
    );
    case(
        "
        one 13:w
        two 18:ww
        fire two 20
        to one move 8-6
        = options w 13/5!
        - end R13
        ",
    );
}

#[test]
fn rule_64_spells_last_or_fade() {
    case(
        "
        one 8:m
        two 24:w
        fire one 9
        barrier one 7
        to two move 2-1
        > w 24/22
        > w 22/21
        = fire 9
        = barrier one 7
        ",
    );
    case(
        "
        option spells=fade
        one 8:m
        two 24:w
        fire one 9
        barrier one 7
        to two move 2-1
        > w 24/22
        > w 22/21
        = fire -
        = barrier one -
        ",
    );
}

#[test]
fn rule_65_hands_and_early_rolls_are_hidden() {
    let text = "one 7:aw hand:spymaster,parry\ntwo 24:mw hand:thief\nto one before";
    let mut game = BackgammonWars::set_up(text).unwrap();
    let hand = |game: &BackgammonWars, viewer| game.view(viewer).hands[Seat::One].cards.len();
    assert_eq!(hand(&game, Viewer::Seat(Seat::One)), 2);
    assert_eq!(hand(&game, Viewer::Seat(Seat::Two)), 0);
    assert_eq!(hand(&game, Viewer::Public), 0);
    assert_eq!(game.view(Viewer::Public).hands[Seat::One].size, 2);

    let play = |game: &mut BackgammonWars, step: &Step<BackgammonWars>| {
        let mut log = Log::on();
        game.try_play(step, &mut log).unwrap();
        log.into_events()
    };
    let act = |seat, text: &str| Step::Act(seat, text.parse::<Action>().unwrap());
    play(&mut game, &act(Seat::One, "play spymaster"));
    play(&mut game, &act(Seat::Two, "pass"));
    let roll = Step::Chance("@6-4".parse::<Chance>().unwrap());
    assert_eq!(game.seen(&roll, Viewer::Seat(Seat::One)), "@6-4");
    assert_eq!(game.seen(&roll, Viewer::Seat(Seat::Two)), "@roll");
    assert_eq!(game.seen(&roll, Viewer::Public), "@roll");
    let events = play(&mut game, &roll);
    let seen: Vec<String> = Viewer::ALL.iter().map(|&v| format!("{:?}", events[0].seen_by(v))).collect();
    assert!(
        seen[0].contains('6') && !seen[1].contains('6') && !seen[2].contains('6') && seen[3].contains('6')
    );
    let early = |viewer| game.view(viewer).early[Seat::Two];
    assert!(matches!(early(Viewer::Seat(Seat::One)), Early::Seen(_)));
    assert_eq!(early(Viewer::Seat(Seat::Two)), Early::Hidden);
    assert_eq!(early(Viewer::Public), Early::Hidden);
}

#[test]
fn rule_65_a_drawn_card_is_seen_by_its_owner() {
    let mut game = BackgammonWars::start(&Options::default());
    let card = Step::Chance("@card:parry".parse::<Chance>().unwrap());
    assert_eq!(game.seen(&card, Viewer::Seat(Seat::One)), "@card:parry");
    assert_eq!(game.seen(&card, Viewer::Seat(Seat::Two)), "@card");
    let mut log = Log::on();
    game.try_play(&card, &mut log).unwrap();
    let events = log.into_events();
    let hidden = Event::Dealt { seat: Seat::One, card: Face(None) };
    assert_eq!(events[0].seen_by(Viewer::Seat(Seat::Two)), Some(hidden.clone()));
    assert_eq!(events[0].seen_by(Viewer::Public), Some(hidden));
    assert_eq!(events[0].seen_by(Viewer::Seat(Seat::One)), Some(events[0].clone()));
}

#[test]
fn rule_65_at_the_end_everything_is_open() {
    let text = "one 2:w hand:parry\ntwo 24:w hand:thief\nto one move 6-5";
    let mut game = BackgammonWars::set_up(text).unwrap();
    for (seat, action) in [(Seat::Two, "pass"), (Seat::One, "w 2/off")] {
        game.try_play(&Step::Act(seat, action.parse().unwrap()), &mut Log::off()).unwrap();
    }
    let views = Viewer::ALL.map(|viewer| game.view(viewer));
    assert!(views.iter().all(|view| *view == views[3]));
    assert_eq!(views[2].hands[Seat::Two].cards.len(), 1);
}

//! Board, set-up, moving and the end (rules 1-19), in the language of the spec's cases.

mod interpreter;

use interpreter::case;

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

//! Rules 20-26: rounds, turns, scoring.

#[path = "common/language.rs"]
mod language;

use language::run;

/// Nobody has a coin to regroup with.
const NO_COINS: &str = "one L c1, 1 discard, 2 discard, 3 discard, 4 discard, 5 discard, 6 discard; \
                        two L e8, 1 discard, 2 discard, 3 discard, 4 discard, 5 discard, 6 discard; \
                        hand-one 6 7 8; hand-two 6 7 8";

#[test]
fn rule_20_player_1_leads_rounds_1_and_3_player_2_round_2() {
    run(&format!(
        "pos {NO_COINS}; turns 7; to two
         play defend e8
         wait turn two
         play move e8-e8, move c1-c1, defend e8, defend c1, swap, @card:1, @card:2, @card:3, keep 6 7 8
         play swap, @card:1, @card:2, @card:3, keep 6 7 8
         play swap, @card:4, @card:5, @card:9, keep 6 7 8
         wait turn one
         play swap, @card:4, @card:5, @card:9, keep 6 7 8
         wait turn one"
    ));
    run(&format!("pos {NO_COINS}; first two; turns 7; to one\nplay defend c1\nwait turn one"));
}

#[test]
fn rule_21_regrouping_removes_tokens_and_summons() {
    run("pos one L c1:ma, S d4:d; two L e8:c, S d5; turns 7; to two; hand-one 6 7 8; hand-two 6 7 8
         play defend d5
         tok c1 -
         tok e8 -
         at d4 -
         at d5 -
         score one 0 0
         score two 0 0");
}

#[test]
fn rule_22_seats_alternate_in_regrouping_until_both_have_passed() {
    run("pos wait regroup; one L c1, 2 d2; two L e8, 2 d7
         offer use 3, use 5, pass
         refuse defend c1 R22
         play use 5, march d2-d3, done
         wait regroup two
         play pass
         wait regroup one
         play pass
         wait turn one");
    // Without coins a seat is skipped, which is no pass; a captured coin is a coin.
    run("pos wait regroup; to two; one L c1, 1 discard, 2 discard, 3 discard, 4 discard, 5 discard, 6 discard; two L e8
         play pass
         wait turn one");
    run("pos wait regroup; to two; one L c1, 1 discard, 2 discard, 3 discard, 4 discard, 5 discard, 6 discard; two L e8, 5 taken
         play pass
         wait regroup one
         offer use x5, pass");
}

#[test]
fn rule_23_a_turn_is_one_of_eight_actions_and_never_a_pass() {
    run("pos one L c1, 6 d4; two L e8, 3 d5
         offer move c1-c2, attack d4 d5, shove d4 d5, charge c1-c2, defend c1, swap, use 1, summon d7
         refuse pass R23
         refuse done R23
         refuse keep 1 2 3 R23
         refuse move e8-e7 R23
         refuse move a1-a2 R23
         refuse march c1-c2 R23
         play defend c1
         wait turn two");
}

#[test]
fn rule_24_met_objectives_are_claimed_by_both_at_once() {
    run("pos turns 7; to two; one L c1, 1 a4, 2 h4; two L e8, 2 d8; hand-one 1 5 6; hand-two 1 9 12
         play defend e8
         claimed one 1 5
         hand one 6
         claimed two
         hand two 1 9 12
         score one 3 0");
}

#[test]
fn rule_25_the_score_counts_claimed_coins_the_leader_and_cards() {
    run("pos round 3; turns 7; to two; one L c1; two L gone, 1 claimed, 2 taken, 3 spent, 4 discard; claimed-one 1 5; hand-one 6 7 8
         score one 5 2
         play swap, @card:4, @card:5, @card:6, keep 1 2 3
         over one");
}

#[test]
fn rule_26_a_tie_goes_to_more_coins_and_else_it_is_a_draw() {
    run("pos round 3; turns 7; to two; one L c1, 3 claimed; two L e8; claimed-one 1; hand-one 6 7 8; hand-two 6 7 8
         play defend e8
         score one 1 0
         score two 1 1
         over two
         pos round 3; turns 7; to two; one L c1; two L e8; hand-one 6 7 8; hand-two 6 7 8
         play defend e8
         over draw");
}

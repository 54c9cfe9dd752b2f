//! Rules 58-71: the picks of strategies. Verbs with unusual parameters come from home-made sheets.

#[path = "common/language.rs"]
mod language;
#[path = "common/sheets.rs"]
#[allow(dead_code, reason = "not every kind of sheet is needed here")]
mod sheets;

use language::run;
use sheets::with_effects;

#[test]
fn rule_58_picks_come_in_order_and_only_the_first_is_compulsory() {
    run("pos teams splintered-arms hollowed-moon; one L c1, 3 d4:mac, 1 b2; two L e8
         play use 4
         refuse done R58
         refuse march d4-d5 R58
         refuse pass R58
         only clear d4
         play clear d4
         wait effect one
         offer march d4-d6, march b2-b4, done
         play done
         wait turn two");
    // The same character is picked once in an effect, however far it went; the effect ends when none is left.
    run("pos wait regroup; one L c1, 2 d2; two L e8
         play use 5, march d2-d3
         refuse march d3-d4 R64
         offer march c1-c2, done
         play march c1-c2
         wait regroup two");
    // The next effect is asked after the first.
    run("pos to two; one L c1, 2 d4; two L gone, 3 d5; obstacle d6 c5 e5 h6; treasure a4 h4 a5 h5
         play use 1, cascade d5 d4
         only done, march d5-c4, march d5-d4, march d5-e4
         play march d5-d4
         wait turn one");
}

#[test]
fn rule_59_push() {
    run("pos one L c1, 2 d4, 3 f4:mac, 4 b4; two L e8, 3 d5, 4 f5:d, 5 b5; obstacle b6 h3 a6 h6
         play use 1
         hide push b4 b5
         offer push d4 d5, push f4 f5
         play push d4 d5
         at d7 two 3
         tok d4 -
         refuse push d4 d5 R59
         play push f4 f5
         tok f5 -
         at f5 two 4
         wait turn two");
}

#[test]
fn rule_60_cascade() {
    run("pos to two; one L c1, 2 d4, 3 d3, 4 f4, 5 b4:d; two L e8, 3 d5, 5 d2, 6 f5, 2 b5; obstacle f3 b3 a6 h6
         play use 1
         only cascade b5 b4, cascade d2 d3, cascade d5 d4
         play cascade d5 d4
         at d3 one 2
         at d2 one 3
         at d1 two 5");
    run("pos to two; one L c1, 5 b4:d; two L e8, 2 b5
         play use 1, cascade b5 b4
         at b4 one 5
         tok b4 -");
    // To the edge and no further.
    run("pos to two; one L c1, 2 d2, 3 d1; two L e8, 3 d3
         refuse use 1 R53");
}

#[test]
fn rule_61_drag() {
    run("pos teams tarnished-crown hollowed-moon; one L c1, 3 d2, 4 c6; two L e8, 1 d6, 2 h2:d, 4 a6; obstacle a3 h3 a7 h6
         play use 2
         only drag c6 a6, drag d2 d6, drag d2 h2
         play drag d2 h2
         at h2 two 2
         tok h2 -
         only attack c6 d6, done");
    run("pos teams tarnished-crown hollowed-moon; one L c1, 3 d2; two L e8, 1 d6
         play use 2, drag d2 d6
         at d3 two 1
         unmet one 12
         wait effect one");
}

#[test]
fn rule_62_attack() {
    run("pos one L c1, 2 d4, 3 f4:a, 5 b4; two L e8, 3 d7:m, 4 f5, 1 c5
         play use 4
         only attack b4 c5, attack d4 c5, attack d4 d7
         play attack d4 d7
         at d7 -
         play claim
         tok d4 a");
    // Free and piercing.
    run("pos teams splintered-arms hollowed-moon; one L c1, 3 d4:mac; two L e8, 1 d5:m
         play use 1, attack d4 d5, claim
         tok d4 mac
         pos teams splintered-arms hollowed-moon; one L c1, 3 d4; two L e8, 1 d5:md
         play use 5, attack d4 d5
         at d5 -");
    // A ranged trait does not lengthen the verb, a fierce one adds to it.
    run("pos teams splintered-arms hollowed-moon; one L c1, S d2; two L e8, 1 d6:m
         refuse use 1 R53
         pos teams splintered-arms hollowed-moon; one L c1, S d2; two L e8, 1 d3
         play use 1, attack d2 d3
         at d3 -");
}

#[test]
fn rule_63_charge() {
    run("pos one L c1, 2 d2:m, 3 f2:c, 4 b2:d; two L e8, 3 d5
         play use 6
         hide charge f2-f3, charge b2-b3, charge d2-d2
         play charge d2-d4, shove d4 d5
         at d7 two 3
         only stay, step
         play step
         tok d5 mc");
    run("pos teams splintered-arms hollowed-moon; one L c1, 3 d2; two L e8, 1 d5:m
         play use 6, charge d2-d4, attack d4 d5, claim
         tok d4 c
         score one 1 1");
    // The trait of the charger may push further than the verb.
    let ram = with_effects("ram-test", "action", "{ verb = \"charge\" }");
    run(&format!(
        "pos teams {ram} hollowed-moon; one L c1, S d3; two L e8, 3 d5
         play use 1, charge d3-d4, shove d4 d5
         at d7 two 3"
    ));
}

#[test]
fn rule_64_march() {
    run("pos teams tarnished-crown hollowed-moon; one L c1, 3 d4; two L e8, 1 d5:mcd, 2 d6
         play use 4
         offer march d5-d7, march d5-b5
         hide march d5-d3, march d5-d5, march d4-d3
         play march d5-c4
         tok c4 mcd");
    let steps =
        with_effects("steps-test", "action", "{ verb = \"march\", steps = 3, through = \"characters\" }");
    run(&format!(
        "pos teams {steps} hollowed-moon; one L c1, 2 d2; two L e8, 1 d3, 2 c2, 3 e2; obstacle d1 h3 a6 h6
         play use 1
         offer march d2-d4, march d2-b2, march c1-c4
         hide march d2-d3, march d2-d1, march c1-c5"
    ));
}

#[test]
fn rule_65_exchange() {
    run("pos wait regroup; to two; one L c1, 2 d4:m; two L e8, 1 e6:a, 2 d7
         play use 3
         only exchange e6 d4
         play exchange e6 d4
         at d4 two 1
         tok d4 a
         at e6 one 2
         tok e6 m");
    let own = with_effects("exchange-test", "action", "{ verb = \"exchange\" }");
    run(&format!(
        "pos teams {own} hollowed-moon; one L c1, 2 h8, 3 a8; two L e8
         play use 1
         only exchange a8 h8, exchange c1 a8, exchange c1 h8
         refuse exchange h8 a8 R65
         play exchange c1 h8
         at h8 one L"
    ));
}

#[test]
fn rule_66_clear() {
    run("pos one L c1:ma, 3 e2:c, 4 f2; two L e8:m
         play use 2
         only clear c1, clear e2
         play clear c1
         tok c1 -
         only clear e2, done
         refuse clear c1 R66
         play clear e2
         wait turn two");
    let enemy =
        with_effects("clear-test", "action", "{ verb = \"clear\", whom = \"enemy\", which = \"defend\" }");
    run(&format!(
        "pos teams {enemy} hollowed-moon; one L c1:d; two L e8:md, 1 d7:m
         play use 1
         only clear e8
         play clear e8
         tok e8 m"
    ));
}

#[test]
fn rule_67_token() {
    run("pos wait regroup; one L c1, 2 d2:d; two L e8
         play use 3
         only token c1
         play token c1
         tok c1 d
         wait regroup two
         play use 5
         only token c1, token d2
         play token d2
         tok d2 md");
}

#[test]
fn rule_68_deploy() {
    run("pos to two; one L c1; two L e8, 1 e6, 2 discard, 3 taken
         play use 4
         offer deploy 5 a8, deploy 6 h8
         refuse deploy 3 d8 R68
         refuse deploy 4 d8 R68
         refuse deploy 5 d7 R68
         refuse deploy 5 e8 R68
         play deploy 5 d8
         tok d8 m
         sees one d8 minion
         sees two d8 minion 5");
    let rows = with_effects("deploy-test", "action", "{ verb = \"deploy\", rows = 4, count = 2 }");
    run(&format!(
        "pos teams {rows} hollowed-moon; one L c1; two L e8; treasure c4 h4 a5 h5
         play use 1, deploy 2 c4
         tok c4 -
         refuse deploy 3 c5 R68
         offer done
         play deploy 3 d4
         wait turn two"
    ));
}

#[test]
fn rule_69_recall() {
    run("pos teams tarnished-crown hollowed-moon; wait regroup; one L c1, S c2, 3 d6:m, 4 e6; two L e8
         play use 5
         only recall d6, recall e6
         play recall d6
         coin one 3 reserve
         at d6 -
         play deploy 3 d2
         tok d2 -");
}

#[test]
fn rule_70_shift() {
    run("pos teams tarnished-crown hollowed-moon; one L c1, 2 b4; two L e8, 3 b5, 4 a5
         play use 1
         offer shift a4-c4, shift a4-b4, shift a4-b3, shift h4-g5, shift h5-g6
         hide shift a5-a7, shift a4-a5, shift a4-a3, shift a4-b5, shift h5-h4, shift h5-h6
         play shift a4-c4
         treasure 1 c4");
    run("pos teams splintered-arms hollowed-moon; wait regroup; one L c1, 3 b3; two L e8
         play use 2
         offer shift a3-a1, shift a3-a2, shift h3-f4
         hide shift a3-b3, shift a3-a4, shift a3-c3
         play shift h3-f4
         obstacle f4");
}

#[test]
fn rule_71_swap() {
    run("pos teams tarnished-crown hollowed-moon; wait regroup; one L c1; two L e8
         play use 3
         only swap
         play swap, @card:4, @card:5, @card:6
         wait keep one
         play keep 1 4 6
         hand one 1 4 6
         wait regroup two");
}

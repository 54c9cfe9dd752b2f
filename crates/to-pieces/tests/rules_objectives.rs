//! Rules 72-86: when objectives are met. Conditions that the four teams do not use come from home-made sheets.

#[path = "common/language.rs"]
mod language;
#[path = "common/sheets.rs"]
#[allow(dead_code, reason = "not every kind of sheet is needed here")]
mod sheets;

use language::run;
use sheets::{with_effects, with_goal};

#[test]
fn rule_72_conditions_are_looked_at_in_scoring() {
    // Slain this round counts, slain in the round before does not; a Treasure counts as it stands then.
    run("pos turns 6; one L d4, 1 a4, 2 discard, 3 discard, 4 discard, 5 discard, 6 discard; \
         two L e8, 3 d5:m, 1 discard, 2 discard, 4 discard, 5 discard, 6 discard; hand-one 1 6 8; hand-two 6 7 8
         play attack d4 d5, claim
         met one 6
         claimed one
         play defend e8
         claimed one 1 6
         unmet one 6");
    // An own summon is an own character.
    run("pos one L c1, S a4; two L e8\nmet one 1");
}

#[test]
fn rule_73_treasure() {
    run("pos one L c1, 1 a4; two L e8, 2 b5
         met one 1
         unmet one 2
         pos one L c1, 1 a4; two L e8, 2 b4
         unmet one 1");
    let contested = with_goal("contested-test", "condition = \"treasure\", number = 2");
    run(&format!("pos teams {contested} hollowed-moon; one L c1, 1 h4; two L e8, 2 g4\nmet one 1"));
}

#[test]
fn rule_74_treasures() {
    run("pos one L a4, 1 h5; two L e8, 2 g5
         met one 5
         pos one L a4, 1 b4; two L h5, 2 h4
         unmet one 5
         met two 5");
}

#[test]
fn rule_75_slain() {
    run("pos one L d4, 1 g4; two L e8, 3 d5:m, 4 g5:mac
         unmet one 6
         play attack d4 d5, claim
         met one 6
         met one 12
         unmet one 7
         play defend e8, attack g4 g5, claim
         met one 7
         met one 12");
    // Unhurt: nothing of one's own may fall.
    run("pos one L d4, 1 g4:mac; two L e8, 3 d5:m, 4 g5
         play attack d4 d5, claim
         met one 6
         play attack g5 g4, claim
         unmet one 6
         unmet one 12");
}

#[test]
fn rule_76_rows() {
    run("pos one L c8, 1 d8; two L g8, 1 a4, 2 b3, 3 c2
         met one 8
         met two 12
         unmet two 8
         pos one L c8, 1 d7; two L g8, 1 a4, 2 b3, 3 c5
         unmet one 8
         unmet two 12
         pos teams splintered-arms hollowed-moon; one L c7; two L g8
         met one 11
         pos teams splintered-arms hollowed-moon; one L c6, 1 c8; two L g8
         unmet one 11");
}

#[test]
fn rule_77_line() {
    run("pos one L c3, 1 d3, 2 e3; two L g8
         met one 9
         pos one L c3, 1 d3, 2 f3, 3 d4, 4 d5; two L g8
         unmet one 9
         pos one L h7, 1 a8, 2 b8; two L g5
         unmet one 9");
}

#[test]
fn rule_78_unbroken() {
    run("pos one L c1, 1 d1, 2 e1, 3 f1; two L g8
         met one 10
         pos one L c1, 1 d1, 2 e1, S f1; two L g8
         unmet one 10
         pos to two; one L c1, 1 d1, 2 e1, 3 f1, 4 b6:mac; two L g8, 5 b7
         play attack b7 b6, claim
         unmet one 10");
}

#[test]
fn rule_79_pushed() {
    // Shoves and push picks that move an enemy count one each; a token knocked off, an own character, a mate do not.
    run("pos one L c1, 2 d4, 3 f4, 4 b4; two L e8, 3 d5, 4 f5:d, 5 b5
         play shove d4 d5, stay
         unmet one 11
         play defend e8, shove f4 f5
         unmet one 11
         play move d6-d6, shove b4 b5
         met one 11");
    run("pos one L c1, 2 d4, 3 c4; two L e8, 3 d5, 4 d6
         play shove d4 d5
         unmet one 11
         play defend e8, shove c4 d4, step
         unmet one 11");
    // However far, a push is one; each enemy of a cascade is one.
    run("pos one L c1, 2 d4; two L e8, 3 d5, 4 f5
         play use 1, push d4 d5
         unmet one 11");
    let cascade = with_effects("cascade-test", "action", "{ verb = \"cascade\" }");
    run(&format!(
        "pos teams {cascade} hollowed-moon; one L c1, 2 d3; two L e8, 3 d4, 4 d5
         play use 1, cascade d3 d4
         met one 11
         pos teams {cascade} hollowed-moon; one L c1, 2 d3, 4 d5; two L e8, 3 d4
         play use 1, cascade d3 d4
         unmet one 11"
    ));
}

#[test]
fn rule_80_apart() {
    run("pos to two; one L c1; two L e8, 1 d7, 2 f7, 3 e6
         met two 9
         pos to two; one L c1; two L e8, 1 e7, 2 g7, 3 b6, 4 h2
         unmet two 9
         pos to two; one L c1; two L e8, 1 d7, 2 f7
         unmet two 9");
}

#[test]
fn rule_81_surround() {
    run("pos to two; one L c1, 1 d4; two L e8, 1 d5, 2 c4
         met two 10
         pos to two; one L c1, 1 d4, 2 g4; two L e8, 1 d5, 2 g5
         unmet two 10
         pos teams tarnished-crown hollowed-moon; one L c1, 1 e7; two L e8, 1 d4
         met one 12
         pos teams tarnished-crown hollowed-moon; one L c1, 1 e7; two L e5, 1 d7
         unmet one 12");
}

#[test]
fn rule_82_used() {
    run("pos teams tarnished-crown hollowed-moon; one L c1, 3 d4; two L e8, 1 d5, 2 taken
         play use 4, march d5-c5
         unmet one 10
         play defend e8, use 1, shift a4-b4
         met one 10");
}

#[test]
fn rule_83_centre() {
    run("pos teams tarnished-crown hollowed-moon; one L d4, 1 e5; two L e8
         met one 9
         pos teams tarnished-crown hollowed-moon; one L d4, 1 e6; two L e4
         unmet one 9");
}

#[test]
fn rule_84_guarded() {
    run("pos teams splintered-arms hollowed-moon; one L d4:d, 1 e6:md; two L e8
         met one 10
         pos teams splintered-arms hollowed-moon; one L d4:d, 1 e6:mac; two L e8:d
         unmet one 10");
}

#[test]
fn rule_85_home() {
    run("pos teams tarnished-crown hollowed-moon; one L d4; two L e8, 1 a5
         met one 11
         pos teams tarnished-crown hollowed-moon; one L d4; two L e8, 1 a4
         unmet one 11
         pos teams tarnished-crown hollowed-moon; one L gone; two L e8, 1 a5
         unmet one 11");
}

#[test]
fn rule_86_outnumber() {
    run("pos teams splintered-arms hollowed-moon; one L d4, 1 a1, 2 a2; two L e8
         met one 9
         pos teams splintered-arms hollowed-moon; one L d4, 1 a1, 2 a2; two L e8, S d8
         unmet one 9
         pos teams splintered-arms hollowed-moon; one L d4, 1 a1, S a2; two L e8
         met one 9");
}

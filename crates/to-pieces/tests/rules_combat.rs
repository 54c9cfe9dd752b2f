//! Rules 27-57: what characters do, eliminations, and the other actions of a turn.

#[path = "common/language.rs"]
mod language;
#[path = "common/sheets.rs"]
#[allow(dead_code, reason = "not every kind of sheet is needed here")]
mod sheets;

use language::run;
use table::{Game, Log, Seat, Show, Step, Viewer};
use to_pieces::{Event, ToPieces};

/// The events of a few steps of seat One.
fn events(position: &str, steps: &[&str]) -> Vec<Event> {
    let mut game = ToPieces::set_up(position).unwrap();
    let mut log = Log::on();
    for step in steps {
        game.try_play(&Step::Act(Seat::One, step.parse().unwrap()), &mut log).unwrap();
    }
    log.into_events()
}

#[test]
fn rule_27_tokens_forbid_actions() {
    run("pos one L c1, 1 b2:m, 2 d2:a, 3 f2:c, 4 h2:d; two L e8, 3 b3, 4 d3, 5 f3
         refuse move b2-a2 R27
         offer attack b2 b3, shove b2 b3, charge b2-a2, defend b2
         refuse attack d2 d3 R27
         refuse shove d2 d3 R27
         offer move d2-c2, charge d2-c2, defend d2
         refuse move f2-g2 R27
         refuse attack f2 f3 R27
         refuse charge f2-g2 R27
         refuse defend f2 R27
         refuse move h2-g2 R27
         refuse charge h2-g2 R27
         refuse defend h2 R27");
}

#[test]
fn rule_28_a_move_goes_up_to_speed_steps_and_leaves_a_token() {
    run("pos one L c1, 2 d2; two L e8
         offer move d2-d3, move d2-d4, move d2-d5
         refuse move d2-d6 R29
         play move d2-d5
         tok d5 m");
}

#[test]
fn rule_29_steps_lead_over_empty_spaces_and_own_characters() {
    run("pos one L c2, 2 d2, 3 d3; two L e8, 4 e2; obstacle d1 h3 a6 h6
         offer move d2-d4, move d2-b2
         refuse move d2-f2 R29
         refuse move d2-c2 R29
         refuse move d2-d1 R29");
    let path = |steps: &[&str]| match &events("one L c1, 2 d2, 3 d3; two L e8, 4 c3", steps)[0] {
        Event::Moved { path, .. } => path.iter().map(ToString::to_string).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(path(&["move d2-e4"]), ["d3", "d4", "e4"], "north before east, through an own character");
    assert_eq!(path(&["move d2-c4"]), ["d3", "d4", "c4"], "around the enemy on c3");
    assert_eq!(path(&["move d2-d2"]), [""; 0]);
}

#[test]
fn rule_30_a_move_may_be_of_no_step() {
    run("pos one L c1, 2 d2; two L e8
         play move d2-d2
         at d2 one 2
         tok d2 m
         wait turn two");
}

#[test]
fn rule_31_an_attack_is_on_an_adjacent_enemy() {
    run("pos one L d4, 2 d5; two L e8, 3 e5, 4 c4
         offer attack d4 c4, attack d5 e5
         refuse attack d4 d5 R31
         refuse attack d4 e5 R31
         refuse attack d4 e4 R31");
}

#[test]
fn rule_32_a_defend_token_takes_the_attack() {
    run("pos one L d4, 2 c5, 3 e5; two L e8, 3 d5:mad
         play attack d4 d5
         at d5 two 3
         tok d5 ma");
}

#[test]
fn rule_33_damage_is_a_sum() {
    run("pos one L d4, 2 c5, 3 d6; two L e8, 3 d5:m
         damage d4 d5 6
         damage c5 d5 4
         pos one L d4; two L e8, 3 d5; obstacle d6 h3 a6 h6
         damage d4 d5 3");
    // A term of each kind, as people see them.
    let fierce = sheets::with_trait("fierce-test", "fierce = 2");
    let position = format!(
        "teams {fierce} hollowed-moon; one L c1, 2 d4, 3 c5; two L e8, 3 d5:ma; obstacle d6 h3 a6 h6"
    );
    match &events(&position, &["attack d4 d5"])[0] {
        Event::Attacked { damage, total, health, .. } => {
            assert_eq!((damage.enemies, damage.leader, damage.fierce, damage.bonus), (2, 0, 2, 0));
            assert_eq!((damage.tokens, damage.behind, *total, *health), (2, 1, 7, 2));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn rule_34_more_than_health_eliminates_and_nothing_is_remembered() {
    run("pos one L c1, 2 d4, 3 c5, 4 e5; two L e8, 3 d5
         play attack d4 d5
         at d5 -
         pos one L c1, 2 d4, 3 c5; two L e8, 3 d5
         play attack d4 d5
         at d5 two 3
         tok d4 a
         play defend e8, attack c5 d5
         at d5 two 3");
}

#[test]
fn rule_35_behind_is_beyond_the_target_on_the_line() {
    run("pos to two; one L c1, 2 d5, 3 f7; two L e8, 1 c4; obstacle g6 h3 a6 h6
         damage e8 f7 3
         pos one L b1, 4 g7; two L b8, 5 g8
         damage g7 g8 1
         pos edge_wall yes; one L b1, 4 g7; two L b8, 5 g8
         damage g7 g8 2
         pos edge_wall yes; one L b1, 4 g5; two L b8, 5 g6
         damage g5 g6 1");
}

#[test]
fn rule_36_ranged_sees_the_first_character_on_eight_lines() {
    run("pos to two; one L c1, 1 e5, 2 c6, 3 h5, 4 b8, 5 d7; two L e8
         offer attack e8 e5, attack e8 h5, attack e8 b8, attack e8 d7
         refuse attack e8 c6 R31
         pos to two; one L c1, 1 e4, 2 a4; two L e8
         refuse attack e8 e4 R31
         refuse attack e8 a4 R31
         pos to two; one L c1, 1 e5; two L e8; obstacle e6 h3 a6 h6
         refuse attack e8 e5 R31
         pos to two; one L c1, 1 d7:mad; two L e8; hand-two 11 1 2
         damage e8 d7 5");
    // Diagonally adjacent is by ranged; orthogonally adjacent is not.
    run("pos to two; one L c1, 1 d7:m; two L e8
         play attack e8 d7, claim
         met two 11
         pos to two; one L c1, 1 e7:m; two L e8
         play attack e8 e7, claim
         unmet two 11");
}

#[test]
fn rule_37_a_shove_pushes_or_takes_a_defend_token() {
    run("pos one L c1, 2 d4, 3 c4; two L e8, 3 d5:d
         offer shove d4 c4, shove d4 d5
         refuse shove d4 e4 R37
         play shove d4 d5
         tok d5 -
         tok d4 a
         wait turn two
         pos friendly_shove no; one L c1, 2 d4, 3 c4; two L e8, 3 d5
         refuse shove d4 c4 R37
         offer shove d4 d5");
}

#[test]
fn rule_38_a_push_needs_an_empty_space_or_a_team_mate() {
    run("pos one L c1, 2 d4, 3 b7, 4 g4, 5 g6; two L e8, 3 d5:m, 4 b8, 5 g5; obstacle d6 h3 a6 h6
         play shove d4 d5
         at d5 two 3
         tok d4 a
         play defend e8, shove b7 b8
         at b8 two 4
         play swap, @card:4, @card:5, @card:6, keep 1 2 3, shove g4 g5
         at g5 two 5
         pos one L c1, 2 d4; two L e8, 3 d5:m
         play shove d4 d5
         at d6 two 3
         tok d6 m");
}

#[test]
fn rule_39_team_mates_change_places() {
    run("pos one L c1, 2 d4; two L e8, 3 d5:m, 4 d6:a
         play shove d4 d5
         at d6 two 3
         tok d6 m
         at d5 two 4
         tok d5 a
         wait turn two");
    // Pushed twice: past a mate and on.
    run("pos one L c1, S d4; two L e8, 3 d5, 4 d6
         play shove d4 d5
         at d7 two 3
         at d5 two 4
         wait turn two");
}

#[test]
fn rule_40_step_forward_is_a_choice_without_move_token() {
    run("pos one L c1, 2 d4; two L e8, 3 d5
         play shove d4 d5
         wait step one
         only stay, step
         refuse claim R40
         play step
         at d5 one 2
         tok d5 ma
         pos one L c1, 2 d4; two L e8, 3 d5
         play shove d4 d5, stay
         at d4 one 2
         tok d4 a
         pos one L c1, 2 d4:m; two L e8, 3 d5
         play shove d4 d5
         wait turn two");
}

#[test]
fn rule_41_defend_places_a_token() {
    run("pos one L c1, 2 d2:ma; two L e8
         play defend d2
         tok d2 mad
         wait turn two");
}

#[test]
fn rule_42_a_charge_ends_elsewhere() {
    run("pos one L c1, 2 d2:ma; two L e8
         offer charge d2-d5
         refuse charge d2-d2 R42
         refuse charge d2-d6 R42
         play charge d2-d5
         tok d5 mac
         pos charge_loop yes; one L c1, 2 d2; two L e8
         offer charge d2-d2
         pos charge_loop yes; one L c2, 2 a1, 3 a2, 4 b1; two L e8; obstacle a3 h3 a6 h6
         offer charge a1-a1
         pos charge_loop yes; one L c2, 2 a1; two L e8, 1 a2, 2 b1
         refuse charge a1-a1 R42");
    match &events("charge_loop yes; one L c1, 2 d2; two L e8", &["charge d2-d2"])[0] {
        Event::Moved { path, .. } => assert_eq!(path.len(), 2, "out and back"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rule_43_a_charger_beside_enemies_must_strike() {
    run("pos to two; one L c1, 2 d5, 3 g2; two L e8, 3 d7
         play charge e8-d6
         wait strike two
         only attack d6 d5, shove d6 d5
         refuse attack d6 g3 R43
         refuse done R43
         pos one L c1, 2 d2; two L e8, 3 d6
         play charge d2-d4
         wait turn two");
}

#[test]
fn rule_44_the_charge_token_comes_last() {
    run("pos one L c1, 2 d3; two L e8, 3 d5
         play charge d3-d4, shove d4 d5
         tok d4 -
         play step
         tok d5 mc
         at d6 two 3
         pos one L c1, 2 d3; two L e8, 3 d5
         play charge d3-d4, shove d4 d5, stay
         tok d4 c");
}

#[test]
fn rule_45_an_eliminated_minion_is_revealed() {
    let game = |seat| {
        let mut game = ToPieces::set_up("one L d4; two L e8, 3 d5:m").unwrap();
        let mut log = Log::on();
        game.try_play(&Step::Act(Seat::One, "attack d4 d5".parse().unwrap()), &mut log).unwrap();
        game.view(Viewer::Seat(seat)).sides[Seat::Two].spoils
    };
    for seat in Seat::BOTH {
        assert!(game(seat).has(3));
    }
    run("pos one L d4; two L e8, 3 d5:m
         play attack d4 d5
         at d5 -
         coin two 3 spoils");
}

#[test]
fn rule_46_the_captor_claims_or_reserves() {
    let won = "pos one L d4; two L e8, 3 d5:m\nplay attack d4 d5\nwait spoils one\nonly claim, reserve\nrefuse swap R46";
    run(&format!("{won}\nplay claim\ncoin two 3 claimed\nscore one 1 1"));
    run(&format!("{won}\nplay reserve\ncoin two 3 taken\nscore one 0 0\nwait turn two"));
}

#[test]
fn rule_47_a_leader_is_a_point_and_never_returns() {
    run("pos one L d4, 2 c5, 3 d6; two L d5, 1 g7
         play attack d4 d5
         at d5 -
         score one 1 1
         wait turn two
         offer move g7-g6, swap");
}

#[test]
fn rule_48_a_summon_is_no_point() {
    run("pos one L d4, 2 d6; two L e8, S d5
         play attack d4 d5
         at d5 -
         score one 0 0
         unmet one 6
         wait turn two
         refuse summon d4 R54");
}

#[test]
fn rule_49_a_swap_draws_three_and_keeps_three() {
    run("pos one L c1; two L e8
         play swap
         refuse @card:1 chance
         play @card:5, @card:6
         wait card
         play @card:7
         wait keep one
         refuse swap R49
         refuse keep 1 2 8 R8
         play keep 2 5 6
         hand one 2 5 6
         aside one 1 3 7
         wait turn two
         pos one L c1; two L e8; hand-one -; claimed-one 1 2 3
         play swap, @card:5, @card:6, @card:7
         hand one 5 6 7
         wait turn two");
    // Only one card is left to draw: three in hand and one more.
    run("pos one L c1; two L e8; hand-one 1 2 3; claimed-one 4 5 6 7 8 9 10 11
         play swap, @card:12
         wait keep one
         play keep 1 2 12
         aside one 3");
}

#[test]
fn rule_50_an_empty_pile_is_refilled() {
    run("pos one L c1; two L e8; hand-one 1 2 3; aside-one 4 5 6 7 8 9 10 11
         play swap, @card:12
         aside one
         refuse @card:12 chance
         refuse @card:1 chance
         play @card:4, @card:8, keep 1 2 3
         aside one 4 8 12");
    // The last card of a swap refills nothing: what is set aside by its `keep` comes back with the rest.
    run("pos one L c1; two L e8; hand-one 1 2 3; aside-one 4 5 6 7 8 9
         play swap, @card:10, @card:11, @card:12
         aside one 4 5 6 7 8 9
         play keep 1 2 3
         aside one 4 5 6 7 8 9 10 11 12
         play defend e8, swap
         aside one
         refuse @card:3 chance
         play @card:10, @card:4, @card:12
         wait keep one");
}

#[test]
fn rule_51_a_coin_of_the_reserve_is_used_by_its_number() {
    run("pos one L c1, 4 d4; two L e8, 3 d5
         refuse use 3 R51
         refuse use 4 R51
         offer use 1
         play use 1, push d4 d5
         coin one 1 discard
         wait turn two");
}

#[test]
fn rule_52_a_captured_coin_is_used_by_the_own_sheet() {
    run("pos one L c1, 1 d4; two L e8, 3 d5, 1 taken
         refuse use 1 R51
         refuse use x2 R52
         play use x1, push d4 d5
         coin two 1 spent
         score one 0 0
         refuse use x1 R52");
}

#[test]
fn rule_53_a_strategy_needs_something_to_do() {
    run("pos one L c1; two L e8
         refuse use 1 R53
         refuse use 2 R53
         offer use 6
         pos to two; one L c1; two L e8, 1 discard, 2 discard, 3 discard, 5 discard, 6 discard
         refuse use 4 R53");
}

#[test]
fn rule_54_a_summon_comes_once_to_any_empty_space() {
    run("pos one L c1; two L e8, 3 d5; treasure d6 h4 a5 h5
         offer summon d6, summon d4, summon e7
         refuse summon d5 R54
         refuse summon a3 R54
         play summon d4, defend d4
         at d4 one S
         play defend e8
         refuse summon d3 R54
         pos one L c1, S gone; two L e8
         refuse summon d4 R54");
}

#[test]
fn rule_55_a_new_summon_acts_at_once_but_does_not_charge() {
    run("pos one L c1, 2 d2; two L e8, 3 d5
         play summon d4
         wait summoned one
         refuse charge d4-d3 R55
         refuse defend d2 R55
         refuse swap R55
         offer move d4-d4, attack d4 d5, shove d4 d5, defend d4
         play move d4-d3
         tok d3 m
         play defend e8
         offer charge d3-d4");
}

#[test]
fn rule_56_traits() {
    run("pos one L c1, S d4; two L e8, 3 d5
         play shove d4 d5
         at d7 two 3
         pos one L c1, S d3; two L e8, 3 d5
         play charge d3-d4, shove d4 d5
         at d7 two 3
         pos to two; one L c1, 2 d4, 3 c3, 4 e3; two L e8, S d3; obstacle d2 h3 a6 h6
         offer move d3-d5
         refuse move d3-d2 R29
         pos teams splintered-arms hollowed-moon; one L c1, S d2; two L e8, 1 d6
         damage d2 d6 2");
    let ghost = sheets::with_trait("ghost-test", "phase = \"all\"");
    run(&format!(
        "pos teams {ghost} hollowed-moon; one L c1, 2 d2; two L e8, 1 c2, 2 e2; obstacle d3 d1 a6 h6
         offer move d2-d4, move d2-f2, move d2-b2
         refuse move d2-d3 R29"
    ));
}

#[test]
fn rule_57_at_the_end_everything_is_turned_up() {
    let mut game = ToPieces::set_up("round 3; turns 7; to two; one L c1, 2 d2; two L e8, 5 d7").unwrap();
    let hidden = game.view(Viewer::Public);
    assert!(hidden.sides[Seat::One].hand.known.is_none());
    assert!(hidden.characters.iter().all(|standee| standee.number.is_none()));
    game.try_play(&Step::Act(Seat::Two, "defend e8".parse().unwrap()), &mut Log::off()).unwrap();
    let open = game.view(Viewer::Public);
    assert_eq!(open, game.view(Viewer::Judge));
    assert_eq!(open.on("d2".parse().unwrap()).unwrap().number, Some(2));
    assert!(open.sides[Seat::Two].hand.known.is_some() && open.sides[Seat::Two].pile.known.is_some());
}

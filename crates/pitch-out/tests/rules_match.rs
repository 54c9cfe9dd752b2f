//! Rules 1 to 22: the match, who starts, deployment, the turn. Scripts: see `script`.

mod script;

use pitch_out::{Action, Fate, Name, PitchOut, Rulings, Team, View};
use script::run;
use table::{Game, Log, OptionList, Seat, Step, Viewer};

#[test]
fn rule_01_two_rounds_win_and_nobody_acts_after_that() {
    run("5 / c ru; score 1,0\nshot RU: RU-ru, ru↓\nover one alone\nscore 2 0\nrefused R1 two pass");
    run("5 / c ru; score 0,1\nshot RU: RU-ru, ru↓\nscore 1 1\nwait first two");
    run("5 / c as ru; score 0,1; two active\nshot as: C-as, C↓\none pass\nover two captain");
}

#[test]
fn rule_02_a_zone_is_a_quarter_of_the_depth_along_the_edge() {
    let set = "start width=9000 depth=10000\n@one\none first one\n";
    run(&format!("{set}one place o1 550,550/0\none place o2 8450,2250/0\none place captain 8850,2350"));
    run(&format!("{set}refused R12 one place o1 4000,2251/0\nlegal one place o1 4000,2250/0"));
    let two = "start width=9000 depth=10000\n@one\none first two\n";
    run(&format!("{two}refused R12 two place o3 4000,7749/0\nlegal two place o3 4000,7750/0"));
}

#[test]
fn rule_03_one_side_has_the_citizens_the_other_the_hoods() {
    let mut rulings = Rulings::default();
    assert_eq!(Seat::BOTH.map(|seat| rulings.team(seat)), [Team::Citizens, Team::Hoods]);
    rulings.set("hoods", "one").unwrap();
    assert_eq!(Seat::BOTH.map(|seat| rulings.team(seat)), [Team::Hoods, Team::Citizens]);
    run("start format=five hoods=one\nlegal one roster captain guard infested shadow witch\n\
         refused R5 two roster captain guard infested shadow witch");
}

#[test]
fn rule_04_basic_fields_the_five_alpha_pawns_the_others_five_or_seven_of_eight() {
    let game = PitchOut::start(&Rulings::default());
    for seat in Seat::BOTH {
        let hand: Vec<Name> = game.squad(seat).with(Fate::Hand).iter().collect();
        assert_eq!(hand, [Name::Captain, Name::Assassin, Name::Runner, Name::Guard, Name::Immortal]);
    }
    run("start format=five\ncount one 35");
    run("start format=seven\ncount one 7\nrefused R5 one roster captain assassin guard major sapper");
}

#[test]
fn rule_05_rosters_are_picked_in_secret_at_the_same_time_with_the_captain() {
    run(
        "start format=five\nwait roster one two\ntwo roster captain runner guard infested witch\nwait roster one\n\
         unknown two to one 5\nrefused R5 one roster runner guard immortal major sapper\n\
         refused R14 two roster captain runner guard infested witch\n\
         one roster captain runner guard major sapper\nwait open one two\nunknown one to two 5",
    );
    let mut rulings = Rulings::default();
    rulings.set("format", "five").unwrap();
    let mut game = PitchOut::start(&rulings);
    let step = Step::read("one roster captain runner guard major sapper").unwrap();
    assert_eq!(game.seen(&step, Viewer::Seat(Seat::Two)), "roster");
    assert_eq!(game.seen(&step, Viewer::Public), "roster");
    assert_eq!(game.seen(&step, Viewer::Seat(Seat::One)), "roster captain runner guard major sapper");
    game.play(&step, &mut Log::off());
    let other = Step::read("one roster captain assassin immortal commando sapper").unwrap();
    let mut twin = PitchOut::start(&rulings);
    twin.play(&other, &mut Log::off());
    assert_eq!(game.view(Viewer::Seat(Seat::Two)), twin.view(Viewer::Seat(Seat::Two)));
    assert_ne!(game.view(Viewer::Seat(Seat::One)), twin.view(Viewer::Seat(Seat::One)));
}

#[test]
fn rule_06_in_the_basic_game_a_fair_coin_names_who_chooses() {
    run("start\nwait coin\nodds 2 of 2: @one=1 @two=1\n@two\nasks two: first one, first two");
}

#[test]
fn rule_07_the_opening_shot_is_secret_and_from_the_own_zone() {
    let rosters = "start format=five\none roster captain runner guard major sapper\n\
                   two roster captain runner guard infested witch\n";
    run(&format!(
        "{rosters}refused R7 one open 4000,1851 9000@500\nrefused R7 one open 149,500 9000@500\n\
         refused R7 two open 4000,1000 9000@500\none open 4000,1850 9000@500\nrefused R14 one open 4000,500 9000@1\n\
         wait open two"
    ));
    // Both Captains would meet in the middle; each slides alone.
    run(&format!(
        "{rosters}one open 4000,1000 9000@639\ntwo open 4000,7000 27000@640\ntold opened one=875 two=856\n\
         wait first two"
    ));
    let game = run(&format!("{rosters}one open 4000,1850 9000@500"));
    let step = Step::Act(Seat::Two, "open 4000,7000 27000@500".parse::<Action>().unwrap());
    assert_eq!(game.seen(&step, Viewer::Seat(Seat::One)), "open");
    assert!(game.revealed(&step, Viewer::Seat(Seat::One)).contains("two"));
    let View { table, hidden } = game.view(Viewer::Seat(Seat::Two));
    assert!(hidden[Seat::One].opening && !serde_json::to_string(&table).unwrap().contains("1850"));
}

#[test]
fn rule_08_nearest_to_the_far_edge_without_falling() {
    let rosters = "start format=five\none roster captain runner guard major sapper\n\
                   two roster captain runner guard infested witch\n";
    let opens = |one: &str, two: &str| run(&format!("{rosters}one open {one}\ntwo open {two}")).wait();
    let chooser = |seat| pitch_out::Wait::First { seat };
    assert_eq!(opens("4000,1000 9000@650", "4000,7000 27000@640"), chooser(Seat::One));
    assert_eq!(opens("4000,1000 9000@1000", "4000,7000 27000@5"), chooser(Seat::Two), "who falls loses");
    assert_eq!(opens("4000,1000 9000@640", "2000,7000 27000@640"), pitch_out::Wait::Coin, "equally near");
    assert_eq!(opens("4000,1000 0@1000", "4000,7000 0@1000"), pitch_out::Wait::Coin, "both fell");
}

#[test]
fn rule_09_the_one_who_was_named_chooses_the_first_player() {
    let game = run("start\n@one\nrefused R14 two first two\none first two\nwait deploy two");
    assert_eq!((game.first(), game.first_player()), (Some(Seat::Two), Some(Seat::Two)));
}

#[test]
fn rule_10_the_middle_obstacle_then_first_player_then_second_then_play() {
    let mut script = String::from("start\n@one\none first two\nblocks o5\nlies o5 4000,4000/0\n");
    for (seat, blocks, y) in [("two", ["o3", "o4"], 7000), ("one", ["o1", "o2"], 1000)] {
        script += &format!("wait deploy {seat}\n");
        for (i, block) in blocks.iter().enumerate() {
            script += &format!("{seat} place {block} {},{y}/0\n", 1000 + 1000 * i);
        }
        for (i, name) in ["captain", "assassin", "runner", "guard", "immortal"].iter().enumerate() {
            script += &format!("{seat} place {name} {},{y}\n", 3000 + 700 * i);
        }
    }
    run(&format!("{script}wait flick two"));
}

#[test]
fn rule_11_obstacles_first_and_what_is_placed_stays() {
    let set = "start\n@one\none first one\n";
    run(&format!("{set}asks one: place o1, place o2\nrefused R11 one place guard 4000,1000"));
    run(&format!("{set}one place o2 4000,1000/0\nasks one: place o1\nrefused R11 one place o2 4000,1200/0"));
    run(&format!(
        "{set}one place o2 4000,1000/0\none place o1 2000,1000/0\none place guard 6000,1000\n\
         refused R11 one place guard 6500,1000\nrefused R11 one place witch 6500,1000\n\
         asks one: place assassin, place captain, place immortal, place runner"
    ));
}

#[test]
fn rule_12_room_for_a_pawn_around_an_obstacle_at_any_turn() {
    let set = "start\n@one\none first one\n";
    // Turned by 45 degrees it reaches 33.3 mm from its centre: two rounded corners.
    run(&format!("{set}refused R12 one place o1 632,1000/4500\nlegal one place o1 633,1000/4500"));
    run(&format!("{set}refused R12 one place o1 549,1000/0\nlegal one place o1 550,1000/0"));
    run(&format!("{set}refused R12 one place o1 4000,1668/4500\nlegal one place o1 4000,1667/4500"));
    let one = "one place o1 4000,1000/0\n";
    run(&format!("{set}{one}refused R12 one place o2 4799,1000/0\nlegal one place o2 4800,1000/0"));
    // The opponent's obstacles and the middle one count, wherever they are.
    run(&format!("{set}{one}legal one place o2 3000,1500/300"));
}

#[test]
fn rule_13_a_pawn_is_wholly_in_the_zone_and_overlaps_nothing() {
    let set = "start\n@one\none first one\none place o1 4000,1000/0\none place o2 6000,1000/0\n";
    for (place, legal) in [
        ("150,150", true),
        ("149,150", false),
        ("150,149", false),
        ("7850,1850", true),
        ("7851,1850", false),
        ("7850,1851", false),
        ("4000,600", true),
        ("4000,601", false),
        ("3600,1000", true),
        ("3601,1000", false),
    ] {
        let verdict = if legal { "legal" } else { "refused R13" };
        run(&format!("{set}{verdict} one place captain {place}"));
    }
    run(&format!(
        "{set}one place captain 1000,1000\nrefused R13 one place guard 1299,1000\nlegal one place guard 1300,1000"
    ));
}

#[test]
fn rule_14_the_seats_alternate_and_only_who_is_asked_may_act() {
    run(
        "5 / 5\nrefused R14 two flick captain 0@10\nrefused turn one swap captain\nshot GU: GU-c\nwait flick two\n\
         refused R14 one flick captain 0@10\nshot ru: ru-C\nwait flick one",
    );
    // Copy, flick, questions, second flick: one turn.
    let game = run(
        "C RU SA / c ru wi sh; lost CO MA; starts one\nwait copy one\none copy commando\nwait flick one\n\
                    shot C: C-SA\nwait again one\nshot C: C-o5\nwait flick two",
    );
    assert_eq!(game.turns(), 1);
}

#[test]
fn rule_15_any_own_pawn_in_play_any_angle_any_power() {
    run("5 / 5\nasks one: flick assassin, flick captain, flick guard, flick immortal, flick runner");
    run(
        "5 / c ru\nlegal one flick captain 0@1\nlegal one flick captain 35999@1000\nrefused notation one flick captain 36000@1\n\
         refused notation one flick captain 0@1001\nrefused notation one flick captain 0@0\nrefused notation one flick captain 00@1",
    );
    run("C RU SA / c ru wi; lost CO\nrefused R15 one flick commando 0@10\nrefused R15 one flick witch 0@10");
}

#[test]
fn rule_16_a_tremor_changes_angle_and_power_with_stated_odds() {
    run(
        "5 / 5; tremor_one=1\none flick captain 100@10\nwait tremor\nodds 81 of 65536: @0,0=4900 @100,20=1 @25,-5=3136\n\
         shaken @-100,-20 0@1",
    );
    run(
        "5 / 5; tremor_one=5\none flick captain 35999@990\nodds 81 of 65536: @500,100=1\nshaken @500,100 499@1000",
    );
    run("5 / 5; tremor_two=5\none flick guard 0@10\nwait flick two\ntwo flick guard 0@10\nwait tremor");
    run("start format=five tremor_two=3\none roster captain runner guard major sapper\n\
         two roster captain runner guard infested witch\ntwo open 4000,7000 27000@600\none open 4000,1000 9000@600\n\
         wait shake\nunknown two to one 5\n@0,60\ntold opened one=1600 two=466\nwait first two");
}

#[test]
fn rule_17_no_flick_towards_an_obstacle_that_the_pawn_touches() {
    // The obstacle lies above the pawn: 9000 leads straight at it.
    let near = "5 / 5; C at 4000,3600\n";
    run(&format!(
        "{near}refused R17 one flick captain 9000@10\nlegal one flick captain 1500@10\nrefused R17 one flick captain 1501@10"
    ));
    run(&format!(
        "{near}legal one flick captain 16500@10\nrefused R17 one flick captain 16499@10\nlegal one flick captain 27000@10"
    ));
    run("5 / 5; C at 4000,3595\nrefused R17 one flick captain 9000@10");
    run("5 / 5; C at 4000,3594\nlegal one flick captain 9000@10");
    run(
        "5 / 5; C at 4000,3600; cone=9000\nrefused R17 one flick captain 1@10\nlegal one flick captain 0@10\nlegal one flick captain 18000@10",
    );
    // Touching another pawn bars nothing, and across 0 degrees the arc is whole.
    run("5 / 5; C at 1100,1000; AS at 800,1000\nlegal one flick captain 18000@10");
    run(
        "5 / 5; C at 3600,4000\nrefused R17 one flick captain 35999@10\nrefused R17 one flick captain 7499@10\nlegal one flick captain 7500@10",
    );
}

#[test]
fn rule_18_a_pawn_under_a_shadow_cannot_be_flicked() {
    run(
        "C RU SA / c ru sh; sh on RU\nrefused R18 one flick runner 0@10\nasks one: flick captain, flick sapper",
    );
}

#[test]
fn rule_19_no_passing_unless_no_pawn_can_be_flicked() {
    run("5 / 5\nrefused R19 one pass");
    let walled = "C RU / c ru sh; sh on RU; C at 4000,4000; o5 at 4000,4402/0; o1 at 3652,3799/3000; o2 at 4348,3799/6000";
    let game = run(&format!("{walled}\nasks one: pass\none pass\ntold stuck seat=one\nwait flick two"));
    assert_eq!(game.turns(), 1);
    run(&format!("{walled}; o2 out\nrefused R19 one pass\nasks one: flick captain"));
}

#[test]
fn rule_20_the_shot_runs_to_rest_before_any_rule() {
    // A full shot by the physics: the Assassin eliminates by contact, and its victim still throws off another.
    let set = "C AS RU / c ru wi sh; AS at 4000,1000; ru at 4000,6000; wi at 4000,7000";
    run(&format!(
        "{set}; o5 out\none flick assassin 9000@1000\nout ru wi\ntold touched name=assassin other=runner\ntold touched name=runner other=witch"
    ));
    run("C AS RU / c ru wi sh\nshot AS: AS-ru, ru-wi, wi↓\nout ru wi");
}

#[test]
fn rule_21_touching_is_a_felt_contact_in_this_shot() {
    let side = "C RU SA / c in wi; RU at 2200,1000; in at 2200,1300; SA at 5000,1000";
    run(&format!("{side}\none flick runner 0@300\nout -\nwait again one"));
    run(&format!("{side}\none flick runner 27000@200\nout -"));
    run(&format!("{side}\none flick runner 9000@200\nout RU in"));
}

#[test]
fn rule_22_powers_work_for_the_active_pawn_only_but_for_three() {
    run("5 / 5\nshot GU: GU-AS, AS-ru, GU-RU\nout -\nwait flick two");
    run("C SA IM / c ru wi sh\nshot IM: IM-SA, SA-o5\nwait flick two");
    run("C RU SA / c ru wi sh; two active\nshot ru: RU-sh, RU-wi, RU↓\nout RU\non -\ngolems 0");
    // Infested, Major and Guard always work, and a Captain's copy of Infested or Major.
    run("C RU SA / c in wi\nshot RU: RU-SA, SA-in\nout SA in");
    run("C(major) RU SA / c as in; two active\nshot as: C-as, C-in\nout -");
    run("C RU SA / c(infested) ru wi sh\nshot RU: RU-SA, SA-c\nround one captain");
}

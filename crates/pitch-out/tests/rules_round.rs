//! Rules 23 to 38: falls and their order, obstacles, the end of a round.

mod script;

use pitch_out::{Fate, Name, PitchOut, Wait};
use script::run;
use table::{Game, Log, Seat, Show, Step, Viewer};

#[test]
fn rule_23_who_falls_is_eliminated_however_many() {
    run("5 / 5\nshot RU: RU-ru, RU-as, ru-IM, ru↓ as↓ IM↓\none pass\ntwo pass\nout ru as IM");
    // By the physics: a hard blow over the edge.
    run(
        "C RU SA / c ru wi; RU at 4000,6000; ru at 4000,7500\none flick runner 9000@900\nout ru\ntold eliminated name=runner by=fall",
    );
}

#[test]
fn rule_24_pushed_off_by_an_obstacle_is_put_back() {
    let set = "C RU SA / c ru wi sh";
    run(&format!(
        "{set}\nshot SA: SA-o3, wi-o3, wi↓\ntold returned name=witch why=pushed\nwaiting wi\nout -"
    ));
    run(&format!("{set}\nshot SA: SA-o3, wi-o3, ru-wi, wi↓\nout wi"));
    run(&format!("{set}\nshot SA: SA-o3, ru-wi, wi-o3, wi↓\nout wi"));
    // By the physics: a pawn behind an obstacle near the edge is pushed over it.
    let edge = "C RU SA / c ru wi sh; o5 at 4000,7350/0; ru at 4000,7760; SA at 4000,6000";
    run(&format!(
        "{edge}\none flick sapper 9000@1000\ntold bounced name=runner obstacle=o5\ntold returned name=runner why=pushed"
    ));
}

#[test]
fn rule_24_who_merely_brushed_a_pawn_was_not_struck_out_by_it() {
    let set = "C RU SA / c ru wi sh";
    run(&format!(
        "{set}\nshot SA: SA-o3, wi-o3, ru-wi, wi↓o\ntold returned name=witch why=pushed\nwaiting wi"
    ));
    // By the physics: the obstacle drives the Runner over the edge, past an Assassin who stands half in the way.
    let fate = |option: &str, assassin: &str| {
        let text = format!(
            "{option}one captain:800,1000 runner:4000,6000 two captain:800,7000 runner:4000,7760 \
             assassin:{assassin} immortal:1500,7000 o5:4000,7350/0 turn:one"
        );
        let mut game = PitchOut::set_up(&text).unwrap();
        let mut log = Log::on();
        game.try_play(&Step::read("one flick runner 9000@1000").unwrap(), &mut log).unwrap();
        let told = serde_json::to_string(&log.into_events()).unwrap();
        assert!(told.contains(r#""event":"touched","seat":"two""#), "they do not meet");
        game.squad(Seat::Two)[Name::Runner]
    };
    assert_eq!(fate("", "4280,7950"), Fate::Waiting);
    assert_eq!(fate("pushed=touched ", "4280,7950"), Fate::Eliminated);
}

#[test]
fn rule_25_the_active_pawn_that_falls_is_eliminated_also_alone() {
    run("C RU SA MA / c ru wi\nshot SA: SA↓\nout SA");
    run("C RU SA MA / c ru wi\nshot SA: SA-o5, SA↓\nout SA");
    run("C RU SA MA / c ru wi\none flick sapper 27000@1000\nout SA");
}

#[test]
fn rule_26_eliminated_pawns_leave_when_everything_rests() {
    let game = run(
        "C AS SA / c ru wi sh; AS at 4000,1000; ru at 4000,4500; o5 out\none flick assassin 9000@500\nout ru",
    );
    assert_eq!(game.squad(Seat::Two)[Name::Runner], Fate::Eliminated);
    assert!(game.squad(Seat::Two).on_table().all(|(name, _)| name != Name::Runner));
}

#[test]
fn rule_27_eliminated_pawns_make_the_emptier_own_obstacle_heavier() {
    run("C RU SA MA CO / c ru wi\nshot CO: CO-RU, CO-SA, RU↓ SA↓ CO↓\nstored o1=RU o1=CO o2=SA");
    run("C RU SA MA CO / c ru wi; o1 out\nshot CO: CO↓\nstored o2=CO");
    run("C RU SA MA CO / c ru wi; o1 out; o2 out\nshot CO: CO↓\nstored -");
    run("C RU SA / c g1 ru\nshot SA: SA-g1, g1↓\nstored -");
    // A heavier obstacle moves less.
    let slide = |stored: &str| {
        let text = format!(
            "one captain:800,1000 runner:1500,1000 guard:out immortal:out two captain:800,7000 runner:1500,7000 \
             o1:4000,4000/0{stored} turn:one"
        );
        let mut game = PitchOut::set_up(&text.replace("runner:1500,1000", "runner:4000,1000")).unwrap();
        game.try_play(&Step::read("one flick runner 9000@1000").unwrap(), &mut Log::off()).unwrap();
        game.lie(pitch_out::Block::O1).unwrap().y
    };
    assert_eq!((slide(""), slide("+guard+immortal")), (4569, 4344), "57 mm for mass 6, 34 for mass 8");
}

#[test]
fn rule_28_everything_in_one_order() {
    // A contact comes before a fall: the Immortal is eliminated by the Infested, not put back.
    run("C IM SA MA / c in ru wi\nshot IM: IM-in, IM↓\nout IM in\nwaiting -");
    // Guards: the active side first. Then Golems, then the end.
    run(
        "C GU RU / c gu ru\nshot C: C-c, c↓ C↓\nwait guard one\none pass\nwait guard two\ntwo pass\nround one attack",
    );
    // Shadow, then put-backs, the active side first; then the removal; then the turn.
    let script = "C RU SA / c ru im sh; two active\nshot sh: RU-sh, SA-o3, SA↓, im-o3, im↓\non sh RU\nwait put two\n\
                  two place immortal 4000,7000\nwait put one\none place sapper 4000,1000\nwait flick one";
    run(script);
    // Put-backs before the Sapper, the Sapper before a removal.
    run(
        "C SA RU / c ru im\nshot SA: SA-o5, im-o5, im↓, ru-SA, ru↓\nwait put two\ntwo place immortal 4000,7000\n\
         wait sap one\none pass\nwait remove one\none remove o1\nwait copy two",
    );
    // A removal before the second flick.
    run("C CO RU / c ru wi\nshot CO: CO-ru, ru↓\nwait remove one\none remove o2\nwait again one");
    // Nothing below the end of the round happens.
    run("C CO RU / c ru wi sh\nshot CO: CO-c, c↓\nround one captain\nwait ban two");
}

#[test]
fn rule_29_put_backs_go_into_the_own_zone_in_any_order() {
    run("C RU SA / c ru wi sh\nshot RU: RU-o3, wi-o3, ru-o3, wi↓ ru↓\nasks two: place runner, place witch\n\
         refused R13 two place witch 4000,6149\nrefused R29 two place captain 4000,7000\n\
         two place witch 4000,7000\nrefused R13 two place runner 4299,7000\ntwo place runner 4300,7000\nwait again one");
}

#[test]
fn rule_30_moved_obstacles_stay_and_fallen_ones_are_out() {
    run("5 / 5\nshot GU: GU-o5, o5 rests 5000,5000/1234\nlies o5 5000,5000/1234");
    run("5 / 5\nshot GU: GU-o5, o5↓\nblocks o1 o2 o3 o4\ntold obstacle_out obstacle=o5 why=fallen");
    // By the physics: over the edge.
    run("5 / 5; GU at 4000,7000; o4 at 4000,7900/0; o5 out\none flick guard 9000@1000\nblocks o1 o2 o3");
}

#[test]
fn rule_31_at_two_pawns_the_opponent_takes_an_own_obstacle_off_once_a_round() {
    run(
        "C RU SA / c ru wi sh\nshot SA: SA-RU, RU↓\nasks two: remove o3, remove o4\nrefused R31 two remove o5\n\
         refused R31 two remove o1\ntwo remove o4\nblocks o1 o2 o3 o5\ntold obstacle_out obstacle=o4 why=removed",
    );
    run("C RU SA / c ru wi sh; o4 out\nshot SA: SA-RU, RU↓\nblocks o1 o2 o5\nwait flick two");
    run("C RU SA / c ru wi sh; o3 out; o4 out\nshot SA: SA-RU, RU↓\nblocks o1 o2 o5\nwait flick two");
    // Golems count, and it happens once a round.
    run(
        "C RU SA / c g1 wi\nshot RU: RU-wi, wi↓\none remove o1\nblocks o2 o3 o4 o5\nwait copy two\ntwo pass\n\
         shot g1: g1-SA\nshot SA: SA rests 2200,1100\ntwo pass\nwait flick two\nblocks o2 o3 o4 o5",
    );
}

#[test]
fn rule_32_lost_without_the_captain_or_with_him_alone() {
    run("5 / c ru wi\nshot GU: GU-c, c↓\nround one captain");
    run("5 / c ru\nshot GU: GU-ru, ru↓\nround one alone");
    run("C RU SA MA / c ru wi\nshot C: C↓\nround two captain");
}

#[test]
fn rule_33_when_both_lose_in_one_shot_the_attacker_wins() {
    run("C RU / c ru wi; two active\nshot c: C-c, C↓ c↓\nround two attack");
    run("C RU SA / c ru\nshot C: C-ru, ru↓ C↓\nround one attack");
}

#[test]
fn rule_34_the_end_is_looked_at_after_guards_with_golems_and_put_backs() {
    run("5 / c gu\nshot RU: RU-c, c↓\nasks two: pass, swap captain\ntwo swap captain\nround one alone");
    run("C RU SA / c wi; two active\nshot wi: RU-wi, RU↓ wi↓\nscore 0 0\nwait put two");
    run("C RU SA / c ru\nshot SA: SA-o3, ru-o3, ru↓\nscore 0 0\nwait put two");
}

#[test]
fn rule_35_after_the_cap_pawns_then_the_last_blow_then_the_second_player() {
    run("5 / 5; turns 99\nshot GU: GU-RU\nround two cap");
    run("5 / 5; turns 99; first two; two active\nshot gu: gu-ru\nround one cap");
    run("5 / c as gu ru; turns 19; cap=20\nshot GU: GU-RU\nround one cap");
    run("5 / c as gu ru; turns 18; cap=20\nshot GU: GU-RU\nwait flick two");
    // Equal again after two blows: the last one decides.
    run("C AS RU IM / c as ru im; turns 97\nshot IM: IM-ru, ru↓\ntwo pass\nshot c: c-RU, RU↓\none pass\n\
         shot C: C-AS\nround two cap");
}

#[test]
fn rule_36_in_the_basic_game_the_loser_chooses_who_begins() {
    run("5 / c ru\nshot GU: GU-ru, ru↓\nasks two: first one, first two\ntwo first two\nwait deploy two");
}

#[test]
fn rule_37_the_loser_bans_then_changes_then_chooses() {
    let lost = "C RU MA CO SA / c as ru gu wi\nshot RU: RU-c, c-gu, c↓, gu↓\n";
    run(&format!(
        "{lost}asks two: ban commando, ban major, ban sapper, pass\nrefused R37 two ban assassin\ntwo ban major\n\
         asks one: replace assassin, replace guard, replace immortal\nunknown one to two 4\none replace guard\n\
         unknown one to two 5\nwait change two\nrefused R37 two change captain shadow\ntwo change witch shadow\n\
         told changed out=witch into=shadow\nunknown two to one 5\nwait first two"
    ));
    run(&format!("{lost}two pass\nwait change two\ntwo pass\nwait first two"));
    // No Elite fielded: no ban. No spare name: no change.
    run("C RU AS GU IM / c wi sh; format=five\nshot RU: RU-c, c↓\nround one captain\nwait change two");
    let all = "C AS RU GU IM MA SA / c as ru im in sh wi; format=seven\nshot RU: RU-c, c↓\n";
    run(&format!("{all}two ban major\ncount one 1\none replace commando\nwait change two\ncount two 7"));
    // Others see that a decision is made, whichever it was.
    let game = run(&format!("{lost}two pass"));
    for text in ["two pass", "two change witch shadow"] {
        let step = Step::read(text).unwrap();
        assert_eq!(game.seen(&step, Viewer::Seat(Seat::One)), "change");
        let mut after = game.clone();
        let mut log = Log::on();
        after.play(&step, &mut log);
        let seen: Vec<_> =
            log.into_events().iter().filter_map(|e| table::Redact::seen_by(e, Viewer::Public)).collect();
        assert_eq!(serde_json::to_string(&seen).unwrap(), r#"[{"event":"changed","seat":"two"}]"#);
    }
    assert_eq!(game.wait(), Wait::Change);
}

#[test]
fn rule_38_a_new_round_starts_from_an_empty_table() {
    let game = run("C RU SA / c(infested) ru wi g1; o3 out; lost MA\nshot RU: RU-c, c↓\nround one captain\n\
                    out -\ngolems 0\nstored -\ncopies two -");
    for seat in Seat::BOTH {
        assert!(game.squad(seat).on_table().next().is_none());
        assert!(game.squad(seat).with(Fate::Eliminated).is_empty());
    }
    assert!(game.squad(Seat::One).with(Fate::Hand).contains(Name::Major), "the eliminated are back");
    assert_eq!(game.turns(), 0);
    assert!(pitch_out::Block::ALL.iter().all(|&block| game.obstacle(block) == pitch_out::Obstacle::Aside));
}

//! Rules 39 to 54: the powers, and how they meet.

mod script;

use script::run;

#[test]
fn rule_39_the_captain_may_copy_an_eliminated_mate_at_the_start_of_the_turn() {
    run(
        "C SA MA / 5; lost RU GU; starts one\nasks one: copy guard, copy runner, pass\nrefused R39 one copy sapper\n\
         refused R39 one copy assassin\none pass\ncopies one -\nwait flick one",
    );
    run("C SA MA / 5; lost RU; starts one; copy=must\nasks one: copy runner\nrefused R39 one pass");
    run("5 / 5; starts one\nwait flick one");
}

#[test]
fn rule_40_a_copy_lasts_until_the_next_own_turn() {
    run(
        "C SA MA / c ru wi; lost RU AS; starts one\none copy assassin\nshot SA: SA-MA\ncopies one assassin\n\
         shot ru: ru-wi\ncopies one -\nwait copy one\none copy assassin\nshot C: C-ru\nout ru",
    );
    // Active-only powers when he is flicked; Infested and Major all the time; Golems give nothing.
    run("C(assassin) SA MA / c ru wi\nshot SA: SA-C, C-ru\nout -");
    run("C RU SA / c(infested) ru wi sh; two active\nshot ru: ru-c, C-c\nround two attack");
    run("C(commando) SA RU / c ru wi\nshot C: C-SA\nasks one: flick captain, pass");
    run("C(sapper) MA RU / c ru wi\nshot C: C-o5\nasks one: pass, sap");
    run("C RU SA / c ru g1 wi\nshot SA: SA-g1, g1↓\nwait flick two");
}

#[test]
fn rule_41_copying_the_guard_does_nothing() {
    run("C SA RU / c in wi; lost GU; starts one\none copy guard\nshot RU: RU↓\nout RU\nwait remove two");
    run("C(guard) SA RU MA / c in wi; two active\nshot wi: C-wi, SA-wi, SA↓\nout SA\nwait put two");
}

#[test]
fn rule_42_the_assassin_eliminates_every_enemy_it_touches_when_played() {
    run("5 / c ru wi sh\nshot AS: AS-ru, AS-sh\nout ru sh");
    run("5 / c as ru gu; two active\nshot ru: AS-ru\nout -");
    // As long as it is not eliminated itself by an earlier contact.
    run("C AS RU / c in ru wi\nshot AS: AS-in, AS-ru\nout AS in");
    run("C AS RU / c in ru wi\nshot AS: AS-ru, AS-in\nout AS ru in\nwait remove one");
    // A fall comes after: what it touched is eliminated all the same.
    run("C AS RU SA / c ru wi sh\nshot AS: AS-ru, AS↓\nout AS ru");
    // Who is already out by contact is no target of an Infested.
    run("C RU SA MA / c as in ru; two active\nshot as: RU-as, RU-in\nout RU");
}

#[test]
fn rule_43_the_runner_runs_again_if_it_touched_no_pawn() {
    run(
        "5 / 5\nshot RU: RU rests 2200,1500\nasks one: flick runner, pass\nrefused R43 one flick guard 0@1\nshot RU: RU-o5\nwait flick two",
    );
    run("5 / 5\nshot RU: RU-GU\nwait flick two");
    run("C RU SA MA / c ru wi\nshot RU: RU↓\nout RU\nwait flick two");
    // Skipped when every direction is barred; powers of its second flick work as ever.
    run(
        "C RU / c ru wi; RU at 4000,4000; o5 at 4000,4402/0; o1 at 3652,3799/3000; o2 at 4348,3799/6000; C at 800,1000\n\
         asks one: flick captain",
    );
    run(
        "C RU SA / c ru wi; RU at 4000,2000\nshot RU: RU-o5, RU rests 4000,4000, o5 rests 4000,4402/0, o1 rests 3652,3799/3000, \
         o2 rests 4348,3799/6000\nwait flick two",
    );
    run("C SA MA / c ru wi; two active\nshot ru: ru-o5\nwait again two\nshot ru: ru-SA, SA↓\nout SA");
}

#[test]
fn rule_44_the_guard_goes_in_place_of_a_mate() {
    run(
        "5 / 5\nshot AS: AS-ru, AS-im\nasks two: pass, swap immortal, swap runner\ntwo swap immortal\nat im 2900,7000\nout ru gu",
    );
    // In the own turn too, and the saved pawn uses no power any more.
    run("5 / 5\nshot RU: RU↓\none swap runner\nat RU 2900,1000\nwait flick two");
    run(
        "C GU SA / c ru wi sh; GU at 5000,1000\nshot SA: SA-o5, SA↓\none swap sapper\nout GU\nwait remove two\ntwo remove o3\nwait flick two",
    );
    run("C GU CO SA / c ru wi sh\nshot CO: CO-ru, CO↓\none swap commando\nwait flick two");
    run("C RU SA MA / c gu sh wi; two active\nshot sh: RU-sh, sh↓\ntwo swap shadow\nat sh 1500,7000\non -");
    // Only while he is on the table himself.
    run("5 / 5\nshot RU: RU-gu, RU-ru, gu↓ ru↓\nout gu ru\nwait copy two");
    run("5 / 5\nshot RU: RU-o3, gu-o3, RU-ru, gu↓ ru↓\nwaiting gu\nout ru");
    // A Guard who is played can give himself.
    run("5 / 5\nshot GU: GU-AS, AS↓\none swap assassin\nat AS 2900,1000\nout GU");
}

#[test]
fn rule_45_the_immortal_comes_back_when_it_falls_while_played() {
    run("5 / 5\nshot IM: IM↓\nout -\nwait put one\ntold returned name=immortal why=immortal");
    run("5 / 5\nshot IM: IM-ru, IM↓\nout -\nwait put one");
    run("C IM SA / c in ru wi\nshot IM: IM-in, IM↓\nout IM in");
    run("C IM SA / c as ru wi; two active\nshot as: IM-as\nout IM");
    run("C IM SA MA / c ru wi\nshot SA: IM-SA, IM↓\nout IM");
    run("C IM SA MA / c ru wi; immortal=always\nshot SA: IM-SA, IM↓\nout -\nwaiting IM");
    // A Captain's copy works while he is played only, with either option.
    run("C(immortal) SA MA / c ru wi; immortal=always; two active\nshot ru: C-ru, C↓\nround two captain");
    run("C(immortal) SA MA / c ru wi\nshot C: C-ru, C↓\nwait put one");
}

#[test]
fn rule_46_enemy_powers_do_nothing_to_the_major() {
    run("C MA RU / c as in; two active\nshot as: MA-as\nout -");
    run("C MA RU / c as in\nshot MA: MA-in, MA-as\nout -");
    run("C MA RU / c sh in; two active\nshot sh: MA-sh\non -");
    run("C MA GU / c ru in; two active\nshot ru: MA-ru, MA↓\nasks one: pass, swap major");
    // An Infested that touched the Major still has its power.
    run("C MA RU SA / c in ru wi\nshot MA: MA-in, RU-in\nout RU in");
    // A Captain who copies Major under a Shadow stays under it.
    run(
        "C RU SA / c ru sh; lost MA; sh on C; starts one\none copy major\nrefused R18 one flick captain 0@1\non sh C",
    );
    // … and a Shadow that is flicked off him and rests on him cannot climb again: it is moved aside.
    run(
        "C(major) RU SA / c ru sh; sh on C; two active\nshot sh: sh rests 900,1000\non -\ntold shifted name=shadow",
    );
}

#[test]
fn rule_47_the_commando_goes_again_if_it_touched_a_pawn() {
    run(
        "C CO RU / c ru wi\nshot CO: CO-RU\nasks one: flick commando, pass\nrefused R47 one flick runner 0@1\nshot CO: CO-ru\nwait flick two",
    );
    run("C CO RU / c ru wi\nshot CO: CO-o5\nwait flick two");
    run("C CO RU / c ru wi sh\nshot CO: CO-ru, ru↓\nwait again one");
    run("C CO RU SA / c in wi sh\nshot CO: CO-in\nout CO in\nwait copy two");
}

#[test]
fn rule_48_the_sapper_moves_the_last_obstacle_that_it_touched() {
    let set = "C SA RU / c ru wi\nshot SA: SA-o5, SA-o4, SA rests 4000,3000\n";
    run(&format!(
        "{set}asks one: pass, sap\none sap 4400,3000/0\nlies o4 4400,3000/0\nlies o5 4000,4000/0\nwait flick two"
    ));
    run(&format!(
        "{set}refused R48 one sap 4399,3000/0\nrefused R48 one sap 4406,3000/0\nlegal one sap 4405,3000/0"
    ));
    // Only what is still on the table, and not when the Sapper is out.
    run("C SA RU MA / c ru wi\nshot SA: SA-o5, o5↓\nwait flick two");
    run("C SA RU MA / c ru wi\nshot SA: SA-o5, SA↓\nout SA\nwait flick two");
    // On the table with its middle, and clear of everything.
    run(
        "C SA RU / c ru wi\nshot SA: SA-o5, SA rests 300,3000\nlegal one sap 700,3000/0\nrefused R48 one sap 0,3400/0",
    );
    run("C SA RU / c ru wi\nshot SA: SA-o5, SA rests 0,3000\nlegal one sap 0,3400/0");
    run("C SA RU / c ru wi\nshot SA: SA-o5, SA rests 800,1600\nrefused R48 one sap 800,1200/0");
    // By the physics, with every flick.
    run(
        "C SA RU / c ru wi; SA at 4000,3000\none flick sapper 9000@400\nasks one: pass, sap\none pass\nwait flick two",
    );
}

#[test]
fn rule_49_the_infested_goes_down_with_the_first_enemy_in_any_turn() {
    run("C RU SA IM / c in wi\nshot RU: IM-RU, IM-in, SA-in\nout IM in");
    run("C RU SA IM / c in wi; infested=many\nshot RU: IM-RU, IM-in, SA-in\nout IM SA in");
    run("C RU SA / c in wi; two active\nshot wi: in-wi, RU-in\nout RU in");
    run("C RU SA / c in ru wi\nshot RU: RU-ru, in-ru\nout -");
}

#[test]
fn rule_50_the_shadow_climbs_on_an_enemy_that_it_touched() {
    run(
        "C RU SA / c sh ru; two active\nshot sh: RU-sh\non sh RU\nat sh 1500,1000\ntold climbed name=shadow below=runner",
    );
    run(
        "C RU SA / c sh ru; two active\nshot sh: RU-sh, SA-sh, C-sh\nasks two: mount captain, mount runner, mount sapper\n\
         refused R50 two mount major\ntwo mount captain\non sh C",
    );
    run("C RU SA MA / c sh ru; two active\nshot sh: RU-sh, SA-sh, RU↓\non sh SA");
    run("C RU SA MA / c sh ru; two active\nshot sh: RU-sh, sh↓\non -\nout sh");
    // Not on who was saved, nor on own pawns, nor when it is not played.
    run("C RU GU / c sh ru; two active\nshot sh: RU-sh, RU↓\none swap runner\non -");
    run("C RU SA / c sh ru; two active\nshot sh: sh-ru\non -");
    run("C RU SA / c sh ru\nshot RU: RU-sh\non -");
}

#[test]
fn rule_51_a_stack_is_one_body_and_what_touches_it_touches_both() {
    let set = "C RU SA MA / c ru wi sh; sh on RU";
    run(&format!("{set}\nshot SA: RU-SA, RU rests 2000,2000\nat RU 2000,2000\nat sh 2000,2000\non sh RU"));
    run(&format!("{set}\nshot SA: RU-SA, RU↓\nout RU sh"));
    run(&format!("{set}\nshot SA: SA-o1, RU-o1, RU↓\nwait put one\nwaiting RU sh\non -"));
    run("C RU AS / c ru wi sh; sh on RU\nshot AS: AS-RU\nout sh\nat RU 1500,1000\non -");
    run("C RU SA MA / c in wi sh; sh on RU; two active\nshot in: RU-in\nout RU in\nat sh 1500,1000\non -");
    run(
        "C GU SA MA / c ru wi sh; sh on GU; two active\nshot ru: C-ru, C↓\none swap captain\non sh C\nat C 1500,1000",
    );
    // A stack that falls after a power took one of the two: the other has fallen as well.
    run("C RU AS MA / c ru wi sh; sh on RU\nshot AS: AS-RU, RU↓\nout RU sh");
    // It outlasts the copy of a Captain who rides.
    run(
        "C RU SA MA / c ru wi; lost sh in; c on RU; starts two\ntwo copy infested\nshot ru: ru-wi\non c RU\nrefused R18 one flick runner 0@1",
    );
    // By the physics: it weighs two.
    run(
        "C RU SA MA / c ru wi sh; sh on RU; RU at 4000,4000; SA at 4000,1000; o5 out\none flick sapper 9000@700\nat RU 4000,5674\nat sh 4000,5674\nat SA 4000,3514",
    );
}

#[test]
fn rule_52_a_rider_can_be_flicked_off() {
    let set = "C RU SA MA / c ru wi sh; sh on RU; o1 out; two active";
    run(&format!("{set}\ntwo flick shadow 9000@300\nat sh 1500,2350\nat RU 1500,1000\non -"));
    run(&format!("{set}\ntwo flick shadow 9000@100\non sh RU\nat sh 1500,1000"));
    run(&format!(
        "{set}\nshot sh: SA-sh, sh rests 1600,1200\nasks two: mount runner, mount sapper\ntwo mount sapper\non sh SA"
    ));
    // Who cannot climb any more is moved to the nearest free place.
    let rider = "C RU SA MA / c(infested) ru wi; lost sh; c on RU; two active";
    run(&format!("{rider}\nshot c: c rests 1500,1200\nat c 1500,1300\non -"));
    run(&format!("{rider}\ntwo flick captain 0@1\ntold shifted name=captain\non -"));
}

#[test]
fn rule_53_the_witch_gets_a_golem_for_each_enemy() {
    run("C RU SA MA / c ru wi; two active\nshot wi: RU-wi, RU↓\nwaiting g1");
    run("C RU SA MA CO / c ru wi; two active\nshot wi: RU-wi, RU-SA, SA-CO, RU↓ SA↓ CO↓\nwaiting g1 g2");
    run("C RU SA MA / c ru wi g1; two active\nshot wi: RU-wi, SA-wi, RU↓ SA↓\nwaiting g2");
    run("C RU SA MA / c ru wi g2; two active\nshot wi: RU-wi, RU↓\nwaiting g1");
    run("C RU SA MA / c ru wi; two active\nshot wi: RU-wi, RU↓ wi↓\nwaiting g1\nout RU wi");
    run("C RU GU MA / c ru wi; two active\nshot wi: RU-wi, RU↓\none swap runner\nwaiting g1");
    run("C RU SA MA / c in wi; two active\nshot wi: in-wi, RU-in\nout RU in\nwaiting g1");
    // Own pawns give nothing, and who comes back was not eliminated.
    run("C RU SA MA / c ru wi sh; two active\nshot wi: ru-wi, ru↓\ngolems 0");
    run("C RU SA MA / c ru wi sh; two active\nshot wi: wi-o1, RU-o1, RU↓\ngolems 0\nwait put one");
    // A Golem that fell in the same shot can come again.
    run("C RU SA MA / c ru wi g1; two active\nshot wi: wi-g1, g1-RU, g1↓ RU↓\nwaiting g1");
}

#[test]
fn rule_54_a_golem_is_a_pawn_without_a_power() {
    run(
        "C RU SA / c wi g1; two active\nlegal two flick golem-1 0@10\nshot g1: g1-RU, RU↓\nout RU\nwaiting -",
    );
    run("C RU SA / c ru wi g1\nshot SA: SA-wi, wi↓\ngolems 1");
    run("C RU SA / c g1\nshot SA: SA-g1, g1↓\nround one alone");
    run("C RU SA / c gu g1\nshot SA: SA-g1, g1↓\ntwo swap golem-1\nat g1 1500,7000\nout gu");
    run("C RU SA / c ru wi g1 g2\nshot SA: SA-c, c↓\ngolems 0");
}

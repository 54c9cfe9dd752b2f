//! The rules of the toys, one test or more each, and their words.

use table::{
    BySeat, Game, Lang, Log, Refusal, Seat, Show, Step, Turn, Viewer, Words,
    rand::SeedableRng,
    toys::{Bluff, Dart, Race},
};

fn words(lang: Lang) -> Words {
    let mut words = Words::default();
    let files = match lang {
        Lang::En => {
            [include_str!("../../../words/en/toys.json"), include_str!("../../../words/en/common.json")]
        }
        Lang::Fr => {
            [include_str!("../../../words/fr/toys.json"), include_str!("../../../words/fr/common.json")]
        }
    };
    files.iter().for_each(|file| words.add(file).unwrap());
    words
}

/// Plays the steps of a text, parted by `; `, from a position.
fn play<G: Show>(position: &str, steps: &str) -> Result<G, Refusal> {
    let mut game = G::set_up(position)?;
    for line in steps.split("; ").filter(|line| !line.is_empty()) {
        game.try_play(&Step::read(line)?, &mut Log::off())?;
    }
    Ok(game)
}

/// The rule that refuses the last of the steps.
fn refused<G: Show>(position: &str, steps: &str) -> &'static str {
    play::<G>(position, steps).expect_err("the last step is illegal").rule
}

fn options<G: Game>(game: &G, seat: Seat) -> Vec<String> {
    let mut options = Vec::new();
    game.options(seat, &mut options);
    options.iter().map(ToString::to_string).collect()
}

fn picture<G: Show>(game: &G, viewer: Viewer) -> String {
    G::picture(&game.view(viewer), &words(Lang::En))
}

mod race {
    use super::*;

    #[test]
    fn rule_1_a_toss_then_turns() {
        let game = play::<Race>("", "@two; @3; two a; @1").unwrap();
        assert_eq!(game.first_player(), Some(Seat::Two));
        assert_eq!(game.turn(), Turn::act(Seat::One));
        assert_eq!(refused::<Race>("", "@2"), "chance");
        assert_eq!(refused::<Race>("turn=one die=1", "two a"), "turn");
    }

    #[test]
    fn rule_2_either_pawn_moves() {
        let game = play::<Race>("one=0,3 turn=one die=2", "one b").unwrap();
        assert_eq!(
            picture(&game, Viewer::Public),
            "      0  1  2  3  4  5  6  7  8\n one  a  .  .  .  .  b  .  .  .\n>two ab  .  .  .  .  .  .  .  .\n"
        );
    }

    #[test]
    fn rule_3_never_past_the_goal() {
        assert_eq!(refused::<Race>("one=0,7 turn=one die=2", "one b"), "R3");
        assert!(play::<Race>("one=0,7 turn=one die=1", "one b").is_ok());
    }

    #[test]
    fn rule_4_pass_only_when_stuck() {
        assert_eq!(refused::<Race>("one=0,7 turn=one die=2", "one pass"), "R4");
        let stuck = Race::set_up("one=8,7 turn=one die=2").unwrap();
        assert_eq!(options(&stuck, Seat::One), ["pass"]);
    }

    #[test]
    fn rule_5_a_hit_sends_back_all_that_stand_there_but_not_on_the_goal() {
        let hit = play::<Race>("one=1,0 two=3,3 turn=one die=2", "one a").unwrap();
        assert_eq!(
            picture(&hit, Viewer::Public),
            "      0  1  2  3  4  5  6  7  8\n one  b  .  .  a  .  .  .  .  .\n>two ab  .  .  .  .  .  .  .  .\n"
        );
        let home = play::<Race>("one=6,0 two=8,3 turn=one die=2", "one a").unwrap();
        assert_eq!(
            picture(&home, Viewer::Public),
            "      0  1  2  3  4  5  6  7  8\n one  b  .  .  .  .  .  .  .  a\n>two  .  .  .  b  .  .  .  .  a\n"
        );
    }

    #[test]
    fn rule_6_both_pawns_home() {
        let turn = play::<Race>("one=8,7 turn=one die=1", "one b").unwrap().turn();
        assert_eq!(turn.outcome().unwrap().name(), "one");
        assert!(Race::set_up("goal=21").is_err() && Race::set_up("goal=20 one=20,19").is_ok());
    }

    #[test]
    fn rule_7_thirty_quiet_turns_are_a_draw() {
        let turn = play::<Race>("one=0,0 turn=one die=1 quiet=29", "one a").unwrap().turn();
        assert_eq!(turn.outcome().unwrap().reason, "quiet");
        let turn = play::<Race>("one=7,0 turn=one die=1 quiet=29", "one a").unwrap().turn();
        assert_eq!(turn.outcome(), None);
    }
}

mod bluff {
    use super::*;

    #[test]
    fn rule_1_two_cards_each_and_one_begins() {
        let deal = "@card:parry; @card:feather; @card:caltrops; @card:feather";
        let game = play::<Bluff>("one=- two=-", "").unwrap();
        assert_eq!(game.census(), [("caltrops", 3), ("feather", 6), ("parry", 3)]);
        let mut game = Bluff::start(&());
        for line in deal.split("; ") {
            game.try_play(&Step::read(line).unwrap(), &mut Log::off()).unwrap();
        }
        assert_eq!(game, Bluff::set_up("one=parry,caltrops two=feather,feather").unwrap());
        assert_eq!(game.turn(), Turn::act(Seat::One));
    }

    #[test]
    fn a_hand_is_seen_by_its_owner_and_the_judge() {
        let game = Bluff::set_up("one=parry,caltrops two=feather discard=parry at=3,10 turn=two").unwrap();
        let track = ["one ...o......T.............G  ", "two ..........o.............G  "];
        let piles = "Deck 8, discard 1\n";
        for (viewer, one, two) in [
            (Viewer::Seat(Seat::One), "caltrops parry", "[?]"),
            (Viewer::Seat(Seat::Two), "[?] [?]", "feather"),
            (Viewer::Public, "[?] [?]", "[?]"),
            (Viewer::Judge, "caltrops parry", "feather"),
        ] {
            let expected = format!("{}{one}\n{}{two}\n{piles}", track[0], track[1]);
            assert_eq!(picture(&game, viewer), expected);
        }
    }

    #[test]
    fn a_draw_is_seen_by_who_draws() {
        let game = play::<Bluff>("two=feather", "one draw").unwrap();
        let step = Step::<Bluff>::read("@card:parry").unwrap();
        let seen = Viewer::ALL.map(|viewer| game.seen(&step, viewer));
        assert_eq!(seen, ["@card:parry", "@card", "@card", "@card:parry"]);
    }

    #[test]
    fn rule_2_roll_and_go_or_draw_and_stay() {
        let game = play::<Bluff>("", "one roll; @4; two draw; @card:parry").unwrap();
        assert_eq!(game, Bluff::set_up("two=parry at=4,0").unwrap());
        assert_eq!(refused::<Bluff>("one=feather", "one pass"), "turn");
        assert_eq!(refused::<Bluff>("one=caltrops", "one play caltrops"), "turn");
    }

    #[test]
    fn rule_3_three_cards_and_an_empty_deck() {
        assert_eq!(refused::<Bluff>("one=parry,parry,parry", "one draw"), "R3");
        let all = "discard=caltrops,caltrops,caltrops,parry,parry,parry,feather,feather,feather,feather,feather,feather";
        assert_eq!(refused::<Bluff>(all, "one draw"), "R3");
        assert!(Bluff::set_up("one=parry,parry,parry,feather").is_err());
        assert!(Bluff::set_up("one=parry,parry two=parry,parry").is_err(), "the box has three");
    }

    #[test]
    fn rule_4_a_feather_doubles_one_roll() {
        let game = play::<Bluff>("one=feather", "one play feather; one roll; @4").unwrap();
        assert_eq!(game, Bluff::set_up("discard=feather at=8,0 turn=two").unwrap());
        assert_eq!(refused::<Bluff>("one=feather,feather", "one play feather; one play feather"), "R4");
        assert_eq!(refused::<Bluff>("one=feather", "one play feather; one draw"), "R4");
        assert_eq!(refused::<Bluff>("one=parry", "one play feather"), "R4");
    }

    #[test]
    fn rule_5_caltrops_make_roll_again() {
        let game = play::<Bluff>("two=caltrops", "one roll; @6; two play caltrops; @1").unwrap();
        assert_eq!(game, Bluff::set_up("discard=caltrops at=1,0 turn=two").unwrap());
        assert_eq!(refused::<Bluff>("two=feather", "one roll; @6; two play caltrops"), "R5");
    }

    #[test]
    fn rule_6_parry_lets_the_roll_stand() {
        let position = "one=parry two=caltrops";
        let game = play::<Bluff>(position, "one roll; @6; two play caltrops; one play parry").unwrap();
        assert_eq!(game, Bluff::set_up("discard=caltrops,parry at=6,0 turn=two").unwrap());
        let game = play::<Bluff>(position, "one roll; @6; two play caltrops; one pass").unwrap();
        assert_eq!(game.turn(), Turn::Chance);
        let steps = "one roll; @6; two play caltrops; one play parry";
        assert_eq!(refused::<Bluff>("one=feather two=caltrops", steps), "R6");
    }

    #[test]
    fn rule_7_a_window_does_not_tell_the_hand() {
        for hand in ["caltrops", "feather", "parry"] {
            let game = play::<Bluff>(&format!("two={hand}"), "one roll; @2").unwrap();
            assert_eq!(game.turn(), Turn::act(Seat::Two), "{hand}");
        }
        let gone = "two=feather discard=caltrops,caltrops,caltrops";
        let game = play::<Bluff>(gone, "one roll; @2").unwrap();
        assert_eq!(game.prompt(Seat::Two).key, "bluff.prompt.before", "everybody sees that none is left");
    }

    #[test]
    fn rule_8_the_toll_opens_a_card() {
        let game = play::<Bluff>("one=parry,feather at=6,0", "one roll").unwrap();
        let toll = Step::<Bluff>::read("@4").unwrap();
        assert_eq!(game.revealed(&toll, Viewer::Public), "feather");
        let game = play::<Bluff>("one=parry,feather at=6,0", "one roll; @4").unwrap();
        assert_eq!(game, Bluff::set_up("one=parry discard=feather at=10,0 turn=two").unwrap());
    }

    #[test]
    fn rule_9_the_goal_opens_all_hands() {
        let game = play::<Bluff>("one=parry two=- at=20,3", "one roll; @6").unwrap();
        assert_eq!(game.turn().outcome().unwrap().name(), "one");
        assert!(picture(&game, Viewer::Public).contains("parry"));
        assert_eq!(refused::<Bluff>("at=24,0", "one roll"), "turn");
    }

    #[test]
    fn a_secret_card_is_imagined_in_many_ways() {
        let game = Bluff::set_up("one=parry two=caltrops").unwrap();
        let view = game.view(Viewer::Seat(Seat::One));
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        let mut kinds = BySeat([0; 2]);
        for _ in 0..300 {
            let twin = play_on(Bluff::imagine(&view, &mut rng), "one roll; @2");
            let caltrops = options(&twin, Seat::Two).len() == 2;
            kinds[if caltrops { Seat::One } else { Seat::Two }] += 1;
        }
        // 3 of the 11 cards that One does not see are Caltrops.
        assert!((50..115).contains(&kinds[Seat::One]), "{kinds:?}");
    }

    fn play_on(mut game: Bluff, steps: &str) -> Bluff {
        for line in steps.split("; ") {
            game.try_play(&Step::read(line).unwrap(), &mut Log::off()).unwrap();
        }
        game
    }
}

mod dart {
    use super::*;

    const PUT: &str = "one=20,30 two=380,0";

    #[test]
    fn rule_1_both_put_in_secret_and_then_it_is_opened() {
        let half = play::<Dart>("", "two place 380,0").unwrap();
        assert_eq!(half.turn(), Turn::act(Seat::One));
        assert_eq!(picture(&half, Viewer::Seat(Seat::One)), "One: disc -, reaches \nTwo: disc ?, reaches \n");
        assert_eq!(
            picture(&half, Viewer::Seat(Seat::Two)),
            "One: disc -, reaches \nTwo: disc 380,0, reaches \n"
        );
        let step = Step::<Dart>::read("two place 380,0").unwrap();
        assert_eq!(half.seen(&step, Viewer::Public), "place");
        assert_eq!(play::<Dart>("", "two place 380,0; one place 20,30").unwrap(), Dart::set_up(PUT).unwrap());
        assert_eq!(refused::<Dart>("", "two place 380,0; two place 0,0"), "turn");
    }

    #[test]
    fn rule_2_on_the_strip() {
        assert!(play::<Dart>("", "one place 400,100").is_ok());
        for off in ["401,0", "0,101", "-1,0", "2147483647,-2147483648"] {
            assert_eq!(refused::<Dart>("", &format!("one place {off}")), "R2");
        }
    }

    #[test]
    fn rule_3_away_from_the_post() {
        assert_eq!(refused::<Dart>("", "one place 200,50"), "R3");
        assert_eq!(refused::<Dart>("", "one place 200,79"), "R3");
        assert!(play::<Dart>("", "one place 200,80").is_ok());
    }

    #[test]
    fn rule_4_three_flicks_each_and_one_begins() {
        assert_eq!(refused::<Dart>(PUT, "two rest"), "turn");
        assert_eq!(refused::<Dart>(PUT, "one flick 9001@5"), "R4");
        assert_eq!(refused::<Dart>(PUT, "one flick 0@0"), "R4");
        assert_eq!(refused::<Dart>(PUT, "one place 20,30"), "turn");
    }

    #[test]
    fn rule_5_the_hand_trembles() {
        let game = play::<Dart>(PUT, "one flick 4500@600; @-2").unwrap();
        assert!(
            picture(&game, Viewer::Public).starts_with("One: disc 20,30, reaches 310\n"),
            "30 + 300 - 20"
        );
        assert_eq!(refused::<Dart>(PUT, "@0"), "chance");
    }

    #[test]
    fn rule_6_not_off_the_table() {
        assert_eq!(refused::<Dart>(PUT, "one flick -6001@901"), "R6");
        assert!(play::<Dart>(PUT, "one flick -6000@901").is_ok());
        assert!(play::<Dart>(PUT, "one flick -6001@900").is_ok());
    }

    #[test]
    fn rules_7_and_8_rests_and_the_longest_reach() {
        let rests = "one rest; two rest; one rest; two rest; one rest; ";
        let end =
            |last: &str| play::<Dart>(PUT, &format!("{rests}{last}")).unwrap().turn().outcome().unwrap();
        assert_eq!(end("two rest").reason, "equal");
        assert_eq!(end("two flick 0@1; @-2").name(), "two", "any flick is longer than none");
    }
}

#[test]
fn both_languages_have_the_same_words_with_the_same_holes() {
    let [en, fr] = Lang::ALL.map(words);
    let toys = |words: &Words| -> Vec<String> {
        let own = |key: &&str| ["race.", "bluff.", "dart."].iter().any(|toy| key.starts_with(toy));
        words.keys().filter(own).map(str::to_owned).collect()
    };
    assert_eq!(toys(&en), toys(&fr));
    let holes = |text: &str| {
        let mut holes: Vec<String> =
            text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap().to_owned()).collect();
        holes.sort();
        holes
    };
    for key in toys(&en) {
        assert_eq!(holes(en.get(&key).unwrap()), holes(fr.get(&key).unwrap()), "{key}");
    }
}

//! The state as bytes, text and JSON; what is refused when it comes in; what views hide and imagination fills in.

use pitch_out::{Action, Aim, Chance, Fate, Name, PitchOut, Rulings, View};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use table::{Game, Log, OptionList, Seat, Show, Step, Turn, Viewer, tools::Rollout};

const PLAIN: &str = "one captain:800,1000 runner:1500,1000 two captain:800,7000 runner:1500,7000";

fn with(pairs: &[(&str, &str)]) -> Rulings {
    let mut rulings = Rulings::default();
    pairs.iter().for_each(|(key, value)| rulings.set(key, value).unwrap());
    rulings
}

#[test]
fn a_state_is_small_and_has_no_heap() {
    assert!(size_of::<PitchOut>() <= 512, "{} bytes", size_of::<PitchOut>());
}

#[test]
fn json_is_readable() {
    let text = format!("{PLAIN} guard:out o1:2000,1000/4500");
    let json = serde_json::to_value(PitchOut::set_up(&text).unwrap()).unwrap();
    assert_eq!(json["squads"][0]["captain"]["in_play"], serde_json::json!({ "x": 800, "y": 1000 }));
    assert_eq!(json["squads"][1]["guard"], "eliminated");
    assert_eq!(json["squads"][1]["golem-1"], "supply");
    let lies = serde_json::json!({ "x": 2000, "y": 1000, "turn": 4500, "stored": [] });
    assert_eq!(json["obstacles"][0]["lies"], lies);
    assert_eq!(json["wait"]["wait"], "flick");
    let strange =
        serde_json::to_string(&json).unwrap().replace("\"golem-1\":\"supply\"", "\"golem-1\":\"hand\"");
    assert!(serde_json::from_str::<PitchOut>(&strange).is_err());
}

#[test]
fn impossible_positions_are_refused() {
    PitchOut::set_up(PLAIN).unwrap();
    for text in [
        "",
        "one captain:800,1000 runner:1500,1000",
        "one captain:800,1000 two captain:800,7000 runner:1500,7000",
        &format!("{PLAIN} guard:1500,7200"),
        &format!("{PLAIN} guard:8001,7000"),
        &format!("{PLAIN} major:3000,7000"),
        &format!("{PLAIN} golem-1:out"),
        &format!("{PLAIN} captain:out"),
        &format!("{PLAIN} guard:on-runner"),
        &format!("{PLAIN} copies:guard"),
        &format!("{PLAIN} o1:800,1200/0"),
        &format!("{PLAIN} o1:4000,1200/9000"),
        &format!("{PLAIN} o1:4000,1200/0+guard"),
        &format!("{PLAIN} o5:4000,4000/0+runner"),
        &format!("{PLAIN} turns:100"),
        &format!("{PLAIN} score:2,0"),
        &format!("{PLAIN} turn:three"),
        &format!("{PLAIN} cone=80"),
        &format!("{PLAIN} nonsense"),
        &format!("{PLAIN} format=five three captain:1,1"),
        "guard:1,1",
        "format=five one captain:800,1000 runner:1500,1000 two captain:on-runner runner:1500,7000",
    ] {
        let refusal = PitchOut::set_up(text).expect_err(text);
        assert_eq!((refusal.rule, refusal.key), ("notation", "pitch-out.refuse.position"), "{text}");
    }
    // Bodies that rounding has left a little over each other are as they are (P17).
    PitchOut::set_up(&PLAIN.replace("runner:1500,1000", "runner:1098,1000")).unwrap();
}

#[test]
fn the_notation_takes_nothing_else() {
    for text in [
        "",
        "pass ",
        "pass 1",
        "roster captain",
        "roster captain assassin runner guard immortal major",
        "roster assassin captain runner guard immortal",
        "roster captain captain runner guard immortal",
        "roster captain runner guard immortal golem-1",
        "open 1,1 0@1001",
        "open 1,1",
        "first",
        "first three",
        "place captain 1,20001",
        "place captain 01,1",
        "place captain 1,1/0",
        "place o6 1,1/0",
        "place o1 1,1",
        "place o1 1,1/9000",
        "place o1 1,-1/0",
        "copy golem-1",
        "flick captain 36000@1",
        "flick captain +1@1",
        "flick captain 1@0",
        "flick  captain 1@1",
        "swap",
        "mount o1",
        "sap 1,1",
        "remove captain",
        "ban golem-2",
        "replace",
        "change captain",
        "Pass",
    ] {
        assert_eq!(text.parse::<Action>().expect_err(text).rule, "notation");
    }
    for text in [
        "roster captain assassin guard major sapper",
        "open 4000,1850 9000@639",
        "place o1 2600,1300/4500",
        "place guard 1200,310",
        "copy runner",
        "flick guard 13725@620",
        "swap captain",
        "mount assassin",
        "sap 4000,3100/0",
        "remove o3",
        "change runner witch",
        "pass",
        "place golem-2 0,20000",
    ] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
    for text in ["@", "one", "@three", "@1", "@1,", "@+1,0", "@-0,0", "@01,0", "@501,0", "@0,101", "@0,0,0"] {
        assert_eq!(text.parse::<Chance>().expect_err(text).rule, "notation");
    }
    for text in ["@one", "@two", "@-75,10", "@0,0", "@500,-100"] {
        assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
    }
}

/// Random matches up to the first position that fits.
fn until(rulings: &Rulings, seed: u64, fits: impl Fn(&PitchOut) -> bool) -> PitchOut {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rollout = Rollout::default();
    loop {
        let mut game = PitchOut::start(rulings);
        while let Ok(step) = rollout.step(&game, &mut rng) {
            if fits(&game) {
                return game;
            }
            game.play(&step, &mut Log::off());
        }
    }
}

#[test]
fn in_a_later_round_the_possible_rosters_follow_from_the_last_one() {
    let rulings = with(&[("format", "five")]);
    let asked = |game: &PitchOut| {
        matches!(game.wait(), pitch_out::Wait::First { .. }) && game.score() != Default::default()
    };
    for seed in 0..20 {
        let game = until(&rulings, seed, asked);
        let Turn::Act(seats) = game.turn() else { panic!() };
        let (loser, winner) = (seats.first(), !seats.first());
        let of = |viewer, seat| -> Vec<_> { View::possible_rosters(&game.view(Viewer::Seat(viewer)), seat) };
        let truth = |seat: Seat| game.squad(seat).roster();
        assert!(of(loser, winner).contains(&truth(winner)) && of(winner, loser).contains(&truth(loser)));
        let banned = !game.squad(winner).with(Fate::Banned).is_empty();
        assert_eq!(of(loser, winner).len(), if banned { 3 } else { 1 }, "one of three spare names replaces");
        assert_eq!(of(winner, loser).len(), 1 + 4 * 3, "nothing, or one of four for one of three");
        assert!(of(winner, loser).iter().all(|roster| roster.contains(Name::Captain) && roster.len() == 5));
    }
}

#[test]
fn what_is_imagined_is_played_on_like_the_real_table() {
    let rulings = with(&[("format", "seven"), ("tremor_two", "1")]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for seed in 0..5 {
        let deploying = |game: &PitchOut| matches!(game.wait(), pitch_out::Wait::Deploy { seat: Seat::Two });
        let game = until(&rulings, seed, deploying);
        for viewer in [Viewer::Seat(Seat::One), Viewer::Public] {
            let mut imagined = PitchOut::imagine(&game.view(viewer), &mut rng);
            Rollout::default().run(&mut imagined, &mut rng);
            assert!(imagined.turn().outcome().is_some());
        }
    }
}

#[test]
fn placing_finds_the_last_free_spot() {
    // A zone so full that trying alone would hardly find the place that is left.
    let mut text = String::from("width=7000 depth=7000 format=seven one captain:150,150");
    let names = ["assassin", "runner", "guard", "immortal", "major", "commando", "sapper"];
    for (i, name) in names.iter().enumerate() {
        text += &format!(" {name}:{},600", 150 + 590 * (i + 1));
    }
    text += " two captain:3500,6500";
    let enemies = ["assassin", "runner", "guard", "immortal", "infested", "shadow", "witch"];
    for (i, name) in enemies.iter().enumerate() {
        text += &format!(" {name}:{},1200", 150 + 590 * i);
    }
    text += " o5:3500,3500/0 immortal=always turn:one";
    let mut game = PitchOut::set_up(&text).unwrap_or_else(|refusal| panic!("{refusal}"));
    let report = pitch_out::Report { falls: vec!["one:immortal".parse().unwrap()], ..Default::default() };
    game.referee(Seat::One, Name::Captain, &report, &mut Log::off()).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..50 {
        let action = game.suggest(Seat::One, &mut rng, &mut Vec::new());
        game.check(Seat::One, &action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
}

#[test]
fn a_shot_tells_everything_the_page_needs() {
    let mut game = PitchOut::set_up(&format!("{PLAIN} turn:one")).unwrap();
    let mut log = Log::on();
    game.try_play(&Step::read("one flick captain 9000@1000").unwrap(), &mut log).unwrap();
    let events = serde_json::to_value(log.into_events()).unwrap();
    let shot = &events[0];
    assert_eq!(shot["event"], "shot");
    assert_eq!(shot["bodies"][0], "one:captain");
    assert!(shot["trace"]["paths"][0]["vy"].as_f64().unwrap() > 2999.0);
    assert_eq!(shot["trace"]["impacts"][0]["j"], 2);
    assert_eq!(events[1]["event"], "touched");
}

#[test]
fn a_shot_can_be_tried_without_being_played() {
    let game = PitchOut::set_up(&format!("{PLAIN} turn:one")).unwrap();
    let aim = Aim { angle: 9000, power: 1000 };
    let (pieces, trace) = game.try_out(Name::Captain, aim).unwrap();
    let named = |i: usize| pieces[i].to_string();
    let first = trace.impacts.first().map(|impact| (named(impact.i), named(impact.j)));
    assert_eq!(first, Some(("one:captain".into(), "two:captain".into())));
    assert_eq!(trace.falls.iter().map(|fall| named(fall.body)).collect::<Vec<_>>(), ["two:captain"]);
    assert_eq!(game.try_out(Name::Guard, aim).unwrap_err().rule, "R15");
    assert_eq!(game, PitchOut::set_up(&format!("{PLAIN} turn:one")).unwrap());
}

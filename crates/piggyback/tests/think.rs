//! How good positions look, and how the levels think.

mod common;

use common::{after, at, start};
use piggyback::Piggyback;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use search::{Budget, Level, Think, Thought};
use table::{Game, Log, Seat, Step, Turn, Viewer, tools::Rollout};

fn thought(level: Level, game: &Piggyback) -> Thought<Piggyback> {
    let seat = common::asked(game).unwrap();
    let view = game.view(Viewer::Seat(seat));
    Piggyback::player(level).unwrap().choose(&view, seat, &mut Budget::level(1))
}

fn choice(level: Level, game: &Piggyback) -> String {
    thought(level, game).action.to_string()
}

#[test]
fn worth_is_shared_between_the_seats_and_certain_only_at_the_end() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut rollout = Rollout::default();
    for _ in 0..20 {
        let mut game = start(&["board=quick"]);
        while let Ok(step) = rollout.step(&game, &mut rng) {
            let [one, two] = Seat::BOTH.map(|seat| game.worth(seat));
            assert!((one + two - 1.0).abs() < 1e-5, "{one} and {two}");
            assert!(one > 0.0 && two > 0.0);
            game.play(&step, &mut Log::off());
        }
        let winner = game.turn().outcome().unwrap().winner;
        assert_eq!(game.worth(Seat::One), winner.map_or(0.5, |seat| f32::from(u8::from(seat == Seat::One))));
    }
}

#[test]
fn more_units_more_pieces_and_the_move_are_worth_more() {
    let worth = |text: &str| at(text).worth(Seat::One);
    assert!(worth("one b2*2 / two h8") > worth("one b2 / two h8"));
    assert!(worth("one b2+o / two h8") > worth("one b2 / two h8"));
    assert!(worth("one c3 / two c4 h8 / to one") > worth("one c3 / two c4 h8 / to two"));
}

#[test]
fn every_level_takes_good_attacks_and_decides_well_in_a_fight() {
    for level in Piggyback::levels().iter().copied() {
        assert_eq!(choice(level, &at("one c3*3+oo b1 / two c4*3 h8")), "c3-c4", "{level}");
        assert_eq!(choice(level, &after("one c3*3 / two c4 h8", "c3-c4, @6")), "stop", "{level}");
        assert_eq!(choice(level, &after("one c3*3 / two c4 h8", "c3-c4, @1")), "roll", "{level}");
        assert_eq!(choice(level, &after("one b3 / two h8 / lying a4=o", "b3-a4")), "take", "{level}");
        assert_eq!(choice(level, &after("one c3 / two c4*3+y h8", "c3-c4, @4, @1")), "roll", "{level}");
    }
}

/// Ten in thirty-six is a bad bet; the beginner hopes, and does not see who strikes back.
#[test]
fn the_novice_overvalues_a_capture_and_misses_the_reply() {
    let bold = at("one c3 b1 a1 / two c4+oo h8 h7 / to one");
    assert_eq!(choice(Level::Novice, &bold), "c3-c4");
    let exposed = at("one c3*3 / two c4+o h8 h7 / to one");
    for game in [bold, exposed] {
        let [hopes, knows] = [Level::Novice, Level::Strong].map(|level| thought(level, &game).win.unwrap());
        assert!(hopes > knows + 0.04, "{hopes} and {knows}");
    }
}

#[test]
fn a_thought_says_its_chance_its_line_and_why() {
    let thinks = thought(Level::Strong, &at("one c3 d1 / two c4 h8 / to one"));
    assert!(thinks.win.is_some_and(|win| win > 0.0 && win < 1.0));
    assert_eq!(thinks.line[0], thinks.action.to_string());
    assert!(thinks.line.len() > 1, "{:?}", thinks.line);
    let fights = thought(Level::Strong, &after("one c3*3 / two c4 h8", "c3-c4, @6"));
    assert_eq!(fights.why.0, "piggyback.hint.combat");
    let quiet = at("one a1 d1 / two h8 h7 / to one");
    let why = [Level::Novice, Level::Casual].map(|level| thought(level, &quiet).why.0);
    assert_eq!(why, ["piggyback.hint.dream", "piggyback.hint.turns"]);
}

#[test]
fn levels_look_as_far_as_they_say_and_no_further_than_their_nodes() {
    let quiet = at("one a1 d1 / two h8 h7 / to one");
    for (level, turns) in [(Level::Casual, 7), (Level::Strong, 9), (Level::Expert, 9)] {
        assert_eq!(thought(level, &quiet).why.1, vec![("turns", turns.into())], "{level}");
    }
    // So many groups have more moves than the nodes reach.
    let crowded = at("one a4+gg b4+y c4+y d4 e4 f4 / two c6 d6 e6 f6 g6 h6 / to one");
    for (level, nodes) in [(Level::Casual, 40_000), (Level::Strong, 350_000), (Level::Expert, 500_000)] {
        let thinks = thought(level, &crowded);
        assert_eq!(thinks.nodes, nodes + 1, "{level}");
        let [(_, turns)] = &thinks.why.1[..] else { panic!("{level}: {:?}", thinks.why) };
        assert!([3, 5].map(Into::into).contains(turns), "{level}: {turns:?}");
    }
}

#[test]
fn levels_are_the_same_again_for_the_same_seed() {
    let game = start(&["board=quick", "first=one"]);
    for level in [Level::Novice, Level::Casual, Level::Strong] {
        let [a, b] = [0, 1].map(|_| thought(level, &game));
        assert_eq!((a.action, a.win, a.nodes, a.line), (b.action, b.win, b.nodes, b.line), "{level}");
    }
}

/// Dice are dice, but who looks ahead wins far more often.
#[test]
fn casual_beats_random_play() {
    let mut points = 0;
    for seed in 0..30 {
        let own = if seed % 2 == 0 { Seat::One } else { Seat::Two };
        let mut player = Piggyback::player(Level::Casual).unwrap();
        let mut budget = Budget::level(seed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut rollout = Rollout::default();
        let mut game = start(&["board=quick"]);
        while let Ok(mut step) = rollout.step(&game, &mut rng) {
            if game.turn() == Turn::act(own) {
                let view = game.view(Viewer::Seat(own));
                step = Step::Act(own, player.choose(&view, own, &mut budget).action);
            }
            game.play(&step, &mut Log::off());
        }
        points += game.turn().outcome().unwrap().winner.map_or(1, |winner| 2 * u32::from(winner == own));
    }
    assert!(points >= 40, "{points} of 60");
}

//! How good positions look, and the player that goes by it.

mod common;

use common::{after, at, start};
use piggyback::{Piggyback, Weigher};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use search::{Budget, Level, Player, Think};
use table::{Game, Log, Seat, Step, Turn, Viewer, tools::Rollout};

fn choice(game: &Piggyback) -> String {
    let seat = common::asked(game).unwrap();
    let view = game.view(Viewer::Seat(seat));
    Weigher.choose(&view, seat, &mut Budget::level(1)).action.to_string()
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
fn the_weigher_takes_good_attacks_and_perfect_decisions() {
    assert_eq!(choice(&at("one c3*3+oo b1 / two c4*3 h8")), "c3-c4");
    assert_eq!(choice(&after("one c3*3 / two c4 h8", "c3-c4, @6")), "stop");
    assert_eq!(choice(&after("one c3*3 / two c4 h8", "c3-c4, @1")), "roll");
    assert_eq!(choice(&after("one b3 / two h8 / lying a4=o", "b3-a4")), "take");
    assert_eq!(choice(&after("one c3 / two c4*3+y h8", "c3-c4, @4, @1")), "roll");
}

/// Dice are dice: whoever always strikes first with lone units wins about seven games in ten.
#[test]
fn the_weigher_beats_random_play() {
    let mut wins = 0;
    for seed in 0..60 {
        let weigher = if seed % 2 == 0 { Seat::One } else { Seat::Two };
        let mut budget = Budget::level(seed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut rollout = Rollout::default();
        let mut game = start(&["board=quick"]);
        while let Ok(mut step) = rollout.step(&game, &mut rng) {
            if game.turn() == Turn::act(weigher) {
                let view = game.view(Viewer::Seat(weigher));
                step = Step::Act(weigher, Weigher.choose(&view, weigher, &mut budget).action);
            }
            game.play(&step, &mut Log::off());
        }
        wins += u32::from(game.turn().outcome().unwrap().winner == Some(weigher));
    }
    assert!(wins >= 36, "{wins} of 60");
    assert!(Piggyback::player(Level::Casual).is_some() && Piggyback::player(Level::Expert).is_none());
}

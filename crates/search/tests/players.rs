//! Every player plays legally, stops when it is told, and is the same again for the same seed.

use std::sync::atomic::Ordering;

use search::{AlphaBeta, Budget, Greedy, Leaf, Level, Player, Random, Think, Tree};
use table::{
    Game, Log, Outcome, Seat, Step, Turn, Viewer,
    rand::SeedableRng,
    tools::Rollout,
    toys::{Bluff, Dart, Race},
};

type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A whole game between two players; the texts of its steps.
fn game<G: Think>(players: [&mut dyn Player<G>; 2], seed: u64) -> (Vec<String>, Outcome) {
    let mut game = G::start(&G::Options::default());
    let mut rng = Rng::seed_from_u64(seed);
    let mut budget = Budget::level(seed);
    let mut rollout = Rollout::default();
    let mut steps = Vec::new();
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => return (steps, outcome),
            Turn::Chance => rollout.step(&game, &mut rng).expect("chance has an outcome"),
            Turn::Act(seats) => {
                let seat = seats.first();
                let view = game.view(Viewer::Seat(seat));
                let thought = players[seat as usize].choose(&view, seat, &mut budget);
                assert_eq!(thought.line.first(), Some(&thought.action.to_string()));
                assert!(thought.win.is_none_or(|win| (0.0..=1.0).contains(&win)));
                Step::Act(seat, thought.action)
            }
        };
        game.try_play(&step, &mut Log::off()).expect("players play by the rules");
        steps.push(step.to_string());
    }
}

fn all<G: Think>() {
    let tree = |leaf| Tree { simulations: 60, leaf, ..Tree::default() };
    for seed in 0..5 {
        let play = || {
            let (mut a, mut b) = (tree(Leaf::Rollout), tree(Leaf::Later(3)));
            let first = game::<G>([&mut a, &mut b], seed);
            let (mut a, mut b) = (Greedy::default(), Random);
            let second = game::<G>([&mut a, &mut b], seed);
            let (mut a, mut b) = (AlphaBeta::new(200, 5), tree(Leaf::Worth));
            (first, second, game::<G>([&mut a, &mut b], seed))
        };
        assert_eq!(play(), play(), "{}: the same seed gives the same game", G::ID);
    }
}

#[test]
fn every_player_plays_every_toy_the_same_for_the_same_seed() {
    all::<Race>();
    all::<Bluff>();
    all::<Dart>();
}

#[test]
fn a_tree_beats_chance() {
    let mut wins = 0;
    for seed in 0..60 {
        let mut tree = Tree { simulations: 200, leaf: Leaf::Rollout, ..Tree::default() };
        let hero = Seat::BOTH[seed as usize % 2];
        let mut other = Random;
        let players: [&mut dyn Player<Race>; 2] =
            if hero == Seat::One { [&mut tree, &mut other] } else { [&mut other, &mut tree] };
        wins += u32::from(game::<Race>(players, seed).1.winner == Some(hero));
    }
    assert!(wins >= 33, "{wins} of 60");
}

#[test]
fn who_is_told_to_stop_answers_all_the_same() {
    let mut race = Race::start(&Default::default());
    let mut rng = Rng::seed_from_u64(1);
    while !matches!(race.turn(), Turn::Act(_)) {
        let step = Rollout::default().step(&race, &mut rng).unwrap();
        race.play(&step, &mut Log::off());
    }
    let Turn::Act(seats) = race.turn() else { unreachable!() };
    let seat = seats.first();
    let view = race.view(Viewer::Seat(seat));
    let mut budget = Budget::level(1);
    budget.nodes = Some(u64::MAX);
    budget.stop.store(true, Ordering::Relaxed);
    let mut players: [Box<dyn Player<Race>>; 2] =
        [Box::new(Tree::default()), Box::new(AlphaBeta::new(u64::MAX, 64))];
    for player in &mut players {
        let action = player.choose(&view, seat, &mut budget).action;
        assert!(race.check(seat, &action).is_ok());
    }
}

#[test]
fn levels_have_names_that_are_read_again() {
    for level in Level::ALL {
        assert_eq!(level.name().parse(), Ok(level));
    }
    assert!("Master".parse::<Level>().unwrap_err().to_string().contains("novice"));
}

//! The players: how they judge, what they see, and that they are the same again for the same seed.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use search::{Budget, Level, Player, Think};
use table::{
    BySeat, Game, Log, Odds, Seat, Show, Step, Turn, Viewer,
    chance::{Seed, Streams},
    tools::Rollout,
};
use to_pieces::{
    Event, Options, ToPieces, balance,
    think::{SHREWD, bot::Thinker, outlook::outlook, value::Temper},
};

fn player(level: Level) -> Box<dyn Player<ToPieces>> {
    ToPieces::player(level).unwrap()
}

fn choice(level: Level, position: &str) -> String {
    let game = ToPieces::set_up(position).unwrap();
    let view = game.view(Viewer::Seat(Seat::One));
    player(level).choose(&view, Seat::One, &mut Budget::level(1)).action.to_string()
}

/// The points of the first of two levels in so many pairs of games, seats swapped.
fn score(a: Level, b: Level, pairs: u64) -> f64 {
    let mut points = 0.0;
    for n in 0..pairs {
        for own in Seat::BOTH {
            let [mut one, mut two] = BySeat::from_fn(|seat| player(if seat == own { a } else { b })).0;
            let seed = Seed::of_simulation(5, n);
            let finished = balance::play(&Options::default(), BySeat([&mut *one, &mut *two]), seed);
            let winner = finished.game.turn().outcome().unwrap().winner;
            points += winner.map_or(0.5, |winner| f64::from(u8::from(winner == own)));
        }
    }
    points
}

#[test]
fn worth_is_a_chance_and_certain_only_at_the_end() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut rollout = Rollout::default();
    for _ in 0..20 {
        let mut game = ToPieces::start(&Options::default());
        while let Ok(step) = rollout.step(&game, &mut rng) {
            let worths = Seat::BOTH.map(|seat| game.worth(seat));
            assert!(worths.iter().all(|worth| *worth > 0.0 && *worth < 1.0), "{worths:?}");
            game.play(&step, &mut Log::off());
        }
        let winner = game.turn().outcome().unwrap().winner;
        assert_eq!(game.worth(Seat::One), winner.map_or(0.5, |seat| f32::from(u8::from(seat == Seat::One))));
    }
}

#[test]
fn what_hangs_is_taken_and_what_is_met_is_kept() {
    // Two tokens make a leader so weak that a charge of the own leader eliminates it.
    let hanging =
        ToPieces::set_up("round 2; turns 2; one L c1, 1 d3, S gone; two L d5:ma, 2 h8; hand-one 1 2 3")
            .unwrap();
    for level in [Level::Greedy, Level::Novice, Level::Casual, Level::Strong, Level::Expert] {
        for seed in 0..3 {
            let (mut game, mut log) = (hanging.clone(), Log::on());
            while matches!(game.turn(), Turn::Act(seats) if seats.contains(Seat::One)) {
                let view = game.view(Viewer::Seat(Seat::One));
                let thought = player(level).choose(&view, Seat::One, &mut Budget::level(seed));
                game.play(&Step::Act(Seat::One, thought.action), &mut log);
            }
            let events = log.into_events();
            let taken = |event: &Event| matches!(event, Event::Eliminated { seat: Seat::Two, .. });
            assert!(events.iter().any(taken), "{level}: {events:?}");
        }
    }
    // The last turn of the game: one step to a Treasure is the only point to be had.
    let last = "round 3; turns 7; one L c1:mc, 1 a2, 2 discard, 3 discard, 4 discard, 5 discard, 6 discard, \
                S gone; two L h8, 2 h7; treasure a4 h4 b8 g8; obstacle c8 d8 e8 f8; hand-one 1 10 7";
    for level in [Level::Casual, Level::Strong] {
        assert_eq!(choice(level, last), "move a2-a4", "{level}");
    }
}

#[test]
fn every_level_plays_legally_wherever_it_is_asked_and_says_why() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut rollout = Rollout::default();
    let mut asked = 0;
    for n in 0..6 {
        let mut game = ToPieces::start(&Options::default());
        let mut steps = 0;
        while let Ok(step) = rollout.step(&game, &mut rng) {
            steps += 1;
            if let (Turn::Act(seats), 0) = (game.turn(), (steps + n) % 7) {
                let seat = seats.first();
                for &level in ToPieces::levels().iter().filter(|level| **level < Level::Expert) {
                    let thought =
                        player(level).choose(&game.view(Viewer::Seat(seat)), seat, &mut Budget::level(n));
                    assert_eq!(game.check(seat, &thought.action), Ok(()), "{level}: {}", thought.action);
                    assert_eq!(thought.line[0], thought.action.to_string());
                    assert!(thought.win.is_none_or(|win| (0.0..=1.0).contains(&win)));
                    asked += 1;
                }
            }
            game.play(&step, &mut Log::off());
        }
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn the_same_seed_is_the_same_game_and_secrets_do_not_matter() {
    for level in [Level::Novice, Level::Casual] {
        let game = || {
            let mut players = [player(level), player(level)];
            let [one, two] = &mut players;
            balance::play(&Options::default(), BySeat([&mut **one, &mut **two]), Seed::of_simulation(1, 1))
                .game
        };
        assert_eq!(game(), game(), "{level}");
    }
    // The same view, another truth behind it: the same thought.
    let truth = "round 2; turns 2; one L c1, 1 d3, 2 e3; two L h8, 2 d6, 3 e6; hand-two";
    let thoughts = ["1 2 3", "5 6 7"].map(|hand| choice(Level::Casual, &format!("{truth} {hand}")));
    assert_eq!(thoughts[0], thoughts[1]);
}

#[test]
fn a_budget_of_time_or_nodes_is_kept() {
    let game = ToPieces::set_up("one L c1, 1 d3, 2 e3; two L h8, 2 d6, 3 e6").unwrap();
    let view = game.view(Viewer::Seat(Seat::One));
    let nodes = |budget: &mut Budget| player(Level::Strong).choose(&view, Seat::One, budget).nodes;
    let [mut few, mut many] = [1, 100_000].map(|nodes| Budget { nodes: Some(nodes), ..Budget::level(1) });
    let (few, many) = (nodes(&mut few), nodes(&mut many));
    assert!(few < many && many >= 100_000, "{few} {many}");
    let stopped = Budget::level(1);
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(nodes(&mut stopped.clone()) < few);
}

#[test]
fn each_player_beats_the_weaker_one() {
    assert!(score(Level::Greedy, Level::Random, 10) >= 19.0);
    assert!(score(Level::Novice, Level::Random, 10) >= 14.0);
    assert!(score(Level::Casual, Level::Novice, 6) >= 7.0);
    assert!(score(Level::Strong, Level::Greedy, 3) >= 4.0);
}

#[test]
fn one_possibility_costs_no_thought() {
    let game = ToPieces::set_up("wait regroup; one L c1, 3 d2, 5 e2; two L e8").unwrap();
    let thought =
        player(Level::Expert).choose(&game.view(Viewer::Seat(Seat::One)), Seat::One, &mut Budget::level(1));
    assert_eq!((thought.action.to_string().as_str(), thought.nodes), ("pass", 0));
    let mut table = ToPieces::start(&Options::default());
    table.play(&Step::Chance("@card:1".parse().unwrap()), &mut Log::off());
    assert_eq!(table.turn(), Turn::Chance);
}

#[test]
fn what_was_learned_foretells_games_better_than_a_few_counts() {
    let learned = Temper { learned: true, ..SHREWD };
    let losses = [SHREWD, learned].map(|temper| {
        let mut loss = 0.0;
        for n in 0..80 {
            let mut foretold = Vec::new();
            let winner = watched(Seed::of_simulation(9, n), &mut |game| {
                foretold.push(outlook(game, Seat::One, &temper));
            });
            let Some(winner) = winner else { continue };
            let right = |chance: f32| if winner == Seat::One { chance } else { 1.0 - chance };
            loss -= foretold.into_iter().map(|chance| right(chance).ln()).sum::<f32>();
        }
        loss
    });
    assert!(losses[1] < 0.95 * losses[0], "{losses:?}");
}

/// Who wins a game of two that take what looks best; `look` sees the table when round 2 and 3 begin.
fn watched(seed: Seed, look: &mut dyn FnMut(&ToPieces)) -> Option<Seat> {
    let mut player = Thinker { temper: SHREWD, width: 1, ..Thinker::CASUAL };
    let mut streams = Streams::new(seed, b"", b"");
    let mut budget = Budget::level(1);
    let mut game = ToPieces::start(&Options::default());
    let (mut odds, mut round) = (Odds::default(), 1);
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => return outcome.winner,
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*streams.draw(&odds).unwrap())
            }
            Turn::Act(seats) => {
                let view = game.view(Viewer::Seat(seats.first()));
                if view.round > round {
                    round = view.round;
                    look(&game);
                }
                Step::Act(seats.first(), player.choose(&view, seats.first(), &mut budget).action)
            }
        };
        game.play(&step, &mut Log::off());
    }
}

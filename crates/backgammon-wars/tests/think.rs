//! The generic greedy player with what the game knows about itself.

use backgammon_wars::{BackgammonWars, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Budget, Greedy, Level, Player, Think, Thought};
use table::{Game, Log, Odds, OptionList, Seat, Show, Step, Turn, Viewer};

fn duel(options: &Options, seed: u64, greedy: Seat) -> (Option<Seat>, u16) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = BackgammonWars::start(options);
    let mut odds = Odds::default();
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => return (outcome.winner, game.view(Viewer::Judge).turn),
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*odds.draw(&mut rng))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                let level = if seat == greedy { Level::Greedy } else { Level::Random };
                let mut player = BackgammonWars::player(level).unwrap();
                let mut budget = Budget::level(seed ^ u64::from(game.view(Viewer::Judge).turn));
                Step::Act(seat, player.choose(&game.view(Viewer::Seat(seat)), seat, &mut budget).action)
            }
        };
        game.try_play(&step, &mut Log::off()).unwrap();
    }
}

#[test]
fn the_greedy_player_beats_random_play() {
    let mut classic = Options::default();
    classic.set("variant", "classic").unwrap();
    let fantasy = Options::default();
    for (options, games, least) in [(classic, 60, 54), (fantasy, 12, 11)] {
        let won = (0..games).filter(|&seed| {
            let greedy = Seat::BOTH[(seed % 2) as usize];
            duel(&options, seed, greedy).0 == Some(greedy)
        });
        let won = won.count();
        assert!(won >= least, "{won} of {games}");
    }
}

#[test]
fn worth_is_a_chance_and_certain_only_at_the_end() {
    let game = BackgammonWars::set_up("one 2:w\ntwo 24:ww wall:w\nto one move 6-5").unwrap();
    let worth = game.worth(Seat::One);
    assert!(worth > 0.5 && worth < 1.0, "{worth}");
    assert!((game.worth(Seat::One) + game.worth(Seat::Two) - 1.0).abs() < 1e-6);
    let thought: Thought<BackgammonWars> =
        Greedy::default().choose(&game.view(Viewer::Seat(Seat::One)), Seat::One, &mut Budget::level(1));
    assert_eq!(thought.action.to_string(), "w 2/off");
    let mut over = game.clone();
    over.try_play(&Step::Act(Seat::One, thought.action), &mut Log::off()).unwrap();
    assert_eq!((over.worth(Seat::One), over.worth(Seat::Two)), (1.0, 0.0));
}

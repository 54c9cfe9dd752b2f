//! Whole games between levels, for tests.

use backgammon_wars::{BackgammonWars, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Budget, Level, Player, Think};
use table::{BySeat, Game, Log, Odds, OptionList, Seat, Step, Turn, Viewer};

pub(crate) fn variant(name: &str) -> Options {
    let mut options = Options::default();
    options.set("variant", name).unwrap();
    options
}

/// Makes a player.
pub(crate) type Maker = fn() -> Box<dyn Player<BackgammonWars>>;

/// The players of the levels, and the one that counts pips.
pub(crate) const RANDOM: Maker = || BackgammonWars::player(Level::Random).unwrap();
pub(crate) const PIPS: Maker = || BackgammonWars::baseline("pips").unwrap();
pub(crate) const NOVICE: Maker = || BackgammonWars::player(Level::Novice).unwrap();
pub(crate) const CASUAL: Maker = || BackgammonWars::player(Level::Casual).unwrap();
pub(crate) const STRONG: Maker = || BackgammonWars::player(Level::Strong).unwrap();
pub(crate) const EXPERT: Maker = || BackgammonWars::player(Level::Expert).unwrap();

/// A game to its end: the winner, and every step. Panics when a player breaks a rule.
pub(crate) fn game(options: &Options, makers: BySeat<Maker>, seed: u64) -> (Option<Seat>, Vec<String>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut players = BySeat::from_fn(|seat| makers[seat]());
    let mut budgets = BySeat::from_fn(|seat| Budget::level(seed + seat as u64));
    let mut game = BackgammonWars::start(options);
    let mut odds = Odds::default();
    let mut steps = Vec::new();
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => return (outcome.winner, steps),
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*odds.draw(&mut rng))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                let view = game.view(Viewer::Seat(seat));
                let thought = players[seat].choose(&view, seat, &mut budgets[seat]);
                assert_eq!(thought.line.first(), Some(&thought.action.to_string()));
                assert!(thought.win.is_none_or(|win| (0.0..=1.0).contains(&win)));
                Step::Act(seat, thought.action)
            }
        };
        game.try_play(&step, &mut Log::off()).expect("players play by the rules");
        steps.push(step.to_string());
    }
}

/// Half points of `hero` in pairs of games with the same chance and swapped seats.
pub(crate) fn duel(options: &Options, hero: Maker, other: Maker, pairs: u64) -> u32 {
    let mut points = 0;
    for seed in 0..pairs {
        for seat in Seat::BOTH {
            let makers = BySeat::from_fn(|s| if s == seat { hero } else { other });
            points += match game(options, makers, seed).0 {
                Some(winner) => 2 * u32::from(winner == seat),
                None => 1,
            };
        }
    }
    points
}

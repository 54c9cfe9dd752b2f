//! Random games, the same for the same seed whatever the number of threads.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{
    Game, Log, Odds, OptionList, Outcome, Seat, Step, Turn,
    chance::{Seed, Streams},
    record::{Line, Record},
    tools::Rollout,
};

/// One random game.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// How it ended.
    pub outcome: Outcome,
    /// Who moved first.
    pub first: Option<Seat>,
    /// How many steps it took, chance included.
    pub steps: u32,
    /// The record, if it was wanted.
    pub record: Option<Record>,
}

/// Plays one random game: chance from the streams of `seed`, decisions from a generator of its own.
pub(crate) fn one<G: Game>(options: &G::Options, seed: &Seed, with_record: bool) -> Simulated {
    let mut game = G::start(options);
    let mut streams = Streams::new(seed.clone(), b"", b"");
    let mut rng = streams.generator("suggest");
    let mut odds = Odds::default();
    let mut buffer = Vec::new();
    let mut lines = Vec::new();
    let mut steps = 0;
    let outcome = loop {
        let step = match game.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(streams.draw(&odds).expect("chance has an outcome").clone())
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                Step::Act(seat, game.suggest(seat, &mut rng, &mut buffer))
            }
        };
        if with_record {
            lines.push(Line::Step(step.to_string(), None));
        }
        game.play(&step, &mut Log::off());
        steps += 1;
    };
    let record = with_record.then(|| Record {
        game: G::ID.into(),
        rules: G::RULES,
        options: options.changed().into_iter().map(|(key, value)| (key.into(), value)).collect(),
        teams: options.luggage().into_iter().collect(),
        lines,
        outcome: Some((outcome.name().into(), outcome.reason.into())),
        ..Record::default()
    });
    Simulated { outcome, first: game.first_player(), steps, record }
}

/// Plays random games one after another as fast as the trait allows; gives the number of steps.
pub(crate) fn many<G: Game>(options: &G::Options, seed: u64, games: u32) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rollout = Rollout::default();
    (0..games).map(|_| u64::from(rollout.run(&mut G::start(options), &mut rng).1)).sum()
}

//! How the network learns: by playing against itself (temporal differences).
//!
//! After every game each position with a move to make is moved towards what came of it: a mixture of what the
//! network thought one turn later and of how the game ended. Both sides look at their own move by the network as it
//! is at the time. Whoever trains brings the generator: the same seed gives the same weights on every machine.

use search::{Budget, Course, Inputs, Lesson, Net, Player, Pupil, Taught};
use table::{
    Game, Log, Odds, Seat, Step, Turn, Viewer,
    rand::{Rng, RngCore, SeedableRng},
};

use super::{
    FITTED, Manner, Planner,
    inputs::{INPUTS, MAGIC, inputs},
    search::Look,
    worth::{Judge, WEIGHTS},
};
use crate::{Board, Piggyback, Rulings, Wait};

/// Blocks of hidden units.
const BLOCKS: usize = 2;
/// How much the end of the game weighs against what was thought a turn later.
const FORESIGHT: f32 = 0.8;
/// How fast it learns in the first game, and after how many games half as fast.
const RATE: (f32, f32) = (0.004, 10_000.0);
/// Every so many games are on the small board: the same network plays both.
const QUICK: u32 = 5;
/// How often a move is made at random, so that the games differ.
const STRAY: f64 = 0.04;
/// Positions after more quiet turns say little but that a draw is near.
const CALM: u8 = 12;

/// How many games taught the shipped weights.
pub const USUAL_GAMES: u32 = 60_000;
/// After how many games there is an exam, and of how many games.
const EXAMS: (u32, u32) = (5_000, 400);

/// A whole course with the generator `R`: the same seed gives the same weights and the same log, byte for byte.
/// `learned` is told after every game.
pub fn course<R: RngCore + SeedableRng>(seed: u64, games: u32, learned: impl FnMut()) -> Taught {
    let (every, exam) = EXAMS;
    Course { title: None, rival: "the fitted weights", seed, games, every, exam }
        .teach(|rng: &mut R| Training::new(rng), learned)
}

/// A network at school.
pub struct Training {
    net: Net,
    played: u32,
}

/// A position of a lesson: who was to move, what was seen, and whether the move was made by chance.
struct Moment {
    seat: Seat,
    seen: Inputs,
    stray: bool,
}

impl Training {
    /// A network that knows no more than the fitted weights.
    pub fn new(rng: &mut dyn RngCore) -> Training {
        let net = Net::new(BLOCKS, INPUTS, WEIGHTS.into_iter().enumerate(), rng);
        Training { net, played: 0 }
    }
}

impl Pupil for Training {
    fn learn(&mut self, rng: &mut dyn RngCore) -> Lesson {
        let board = if self.played % QUICK == QUICK - 1 { Board::Quick } else { Board::Standard };
        let mut moments = Vec::new();
        let result =
            game(&Rulings { board, ..Rulings::default() }, [&self.net; 2], STRAY, rng, |game, stray| {
                if game.quiet <= CALM {
                    moments.push(Moment { seat: game.to, seen: inputs(game), stray });
                }
            });
        let rate = RATE.0 * libm::exp2f(-(self.played as f32) / RATE.1);
        // What One could expect, from the end of the game backwards.
        let mut target = points(result, Seat::One);
        let mut lesson = Lesson::default();
        for Moment { seat, seen, stray } in moments.iter().rev() {
            let of = |chance: f32| if *seat == Seat::One { chance } else { 1.0 - chance };
            // What came of a move by chance says nothing about what was before it.
            if *stray {
                target = of(self.net.win(seen));
                continue;
            }
            lesson.turns += 1;
            let thought = self.net.learn(seen, of(target), rate);
            lesson.error += f64::from((of(target) - thought).abs());
            target = FORESIGHT * target + (1.0 - FORESIGHT) * of(thought);
        }
        self.played += 1;
        lesson
    }

    fn exam(&self, games: u32, rng: &mut dyn RngCore) -> f32 {
        let net =
            Net::from_bytes(&self.weights(), MAGIC, INPUTS).expect("weights are read as they are written");
        let points = (0..games).map(|n| {
            let hero = Seat::BOTH[n as usize % 2];
            let judges: [&dyn Judge; 2] = if hero == Seat::One { [&net, &WEIGHTS] } else { [&WEIGHTS, &net] };
            points(game(&Rulings::default(), judges, 0.0, rng, |_, _| ()), hero)
        });
        points.sum()
    }

    fn weights(&self) -> Vec<u8> {
        self.net.to_bytes(MAGIC)
    }
}

fn points(winner: Option<Seat>, seat: Seat) -> f32 {
    winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
}

/// A game between two who look at their own move; tells each position with a move to make, and whether that is made
/// by chance. Who has won, if anybody.
fn game(
    rulings: &Rulings,
    judges: [&dyn Judge; 2],
    stray: f64,
    mut rng: &mut dyn RngCore,
    mut tell: impl FnMut(&Piggyback, bool),
) -> Option<Seat> {
    let mut players =
        judges.map(|judge| Planner::new(Manner { turns: 1, nodes: 4_000, look: Look { judge, ..FITTED } }));
    let mut budget = Budget::level(rng.next_u64());
    let mut odds = Odds::default();
    let mut game = Piggyback::start(rulings);
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => return outcome.winner,
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*odds.draw(&mut rng))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                let strays = stray > 0.0 && rng.random_bool(stray);
                if game.wait == Wait::Move {
                    tell(&game, strays);
                }
                let action = if strays {
                    game.suggest(seat, &mut rng, &mut Vec::new())
                } else {
                    players[seat as usize].choose(&game.view(Viewer::Seat(seat)), seat, &mut budget).action
                };
                Step::Act(seat, action)
            }
        };
        game.play(&step, &mut Log::off());
    }
}

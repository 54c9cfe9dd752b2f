//! How the networks learn: by playing against themselves (temporal differences).
//!
//! After every game each end of a turn is moved towards what came of it: a mixture of what the network thought one
//! turn later and of how the game ended. Both sides look at their own turn only, by the network as it is at
//! the time. Whoever trains brings the generator: the same seed gives the same weights on every machine.

use rand::{RngCore, SeedableRng};
use search::{Course, Inputs, Lesson, Net, Pupil, Taught};
use table::{BySeat, Game, Log, Odds, Seat, Step, Turn, Viewer};

use super::{
    inputs::{FANTASY, MAGIC, PLAIN, inputs, straight},
    players::{ByHand, known},
    turn::{Effort, Judge, Mind, Plan, points},
};
use crate::{BackgammonWars, Options, Variant};

/// Blocks of hidden units: the plain game and the fantasy game, in which there is less time to think.
const BLOCKS: [usize; 2] = [5, 2];
/// How much the end of the game weighs against what was thought a turn later.
const FORESIGHT: f32 = 0.7;
/// How fast it learns in the first game, and after how many games half as fast: the plain game and the fantasy
/// game, which has twice as many inputs that are not 0 and two viewers. A longer course goes on where a shorter one
/// ends.
const RATES: [(f32, f32); 2] = [(0.005, 100_000.0), (0.002, 1_500.0)];
/// Every so many games of classic are nackgammon: the same network plays both.
const NACKGAMMON: u32 = 4;
/// What is looked at for a decision of a game that teaches.
const LESSON: Effort = Effort { beam: 2, rolls: 3, cards: 1, dreams: 0, replies: 0, answers: 0, later: 0 };
/// And in an exam.
const EXAM: Effort = Effort { cards: 3, ..LESSON };

/// A whole course with the generator `R`: the same seed gives the same weights and the same log, byte for byte.
/// `learned` is told after every game.
pub fn course<R: RngCore + SeedableRng>(
    variant: Variant,
    seed: u64,
    games: u32,
    learned: impl FnMut(),
) -> Taught {
    let name = if variant == Variant::Fantasy { "fantasy" } else { "classic" };
    let (every, exam) = exams_of(variant);
    let title = Some(format!("variant {name}"));
    Course { title, rival: "the count by hand", seed, games, every, exam }
        .teach(|rng: &mut R| Training::new(variant, rng), learned)
}

/// How many games taught the shipped weights of a variant.
pub fn usual_games(variant: Variant) -> u32 {
    if variant == Variant::Fantasy { 6_000 } else { 500_000 }
}

/// After how many games there is an exam, and of how many games.
fn exams_of(variant: Variant) -> (u32, u32) {
    if variant == Variant::Fantasy { (500, 40) } else { (50_000, 2_000) }
}

/// A network at school.
pub struct Training {
    net: Net,
    options: Options,
    played: u32,
}

impl Training {
    /// A network that has not learned anything yet.
    pub fn new(variant: Variant, rng: &mut dyn RngCore) -> Training {
        let options = Options { variant, ..Options::default() };
        // The fantasy game is long and full of luck: it begins with the count by hand, the plain game with nothing.
        let net = match options.is_fantasy() {
            true => Net::new(BLOCKS[1], FANTASY, straight(), rng),
            false => Net::new(BLOCKS[0], PLAIN, [], rng),
        };
        Training { net, options, played: 0 }
    }

    /// A game against itself: what was seen at the end of each turn by those who have cards to hide, and One's
    /// result.
    fn lesson(&self, options: &Options, rng: &mut dyn RngCore) -> (Vec<(Seat, Vec<Inputs>)>, f32) {
        let mut game = BackgammonWars::start(options);
        let mut ends = Vec::new();
        let mut number = game.number;
        let mut plan = Plan::new();
        loop {
            let step = match game.turn() {
                Turn::Over(outcome) => return (ends, points(outcome, Seat::One)),
                Turn::Chance => chance(&game, rng),
                Turn::Act(seats) => {
                    // The dice are used as planned, unless something came between: lessons are many.
                    let seat = seats.first();
                    let is_mine = seat == game.roller();
                    let next = if is_mine { plan.pop() } else { None };
                    let action =
                        next.filter(|action| game.check(seat, action).is_ok()).unwrap_or_else(|| {
                            let mut steps = decide(&game, seat, &self.net, LESSON, rng);
                            steps.reverse();
                            let action = steps.pop().expect("a plan has a first step");
                            if is_mine {
                                plan = steps;
                            }
                            action
                        });
                    Step::Act(seat, action)
                }
            };
            game.play(&step, &mut Log::off());
            if game.number != number {
                number = game.number;
                plan.clear();
                let mover = !game.roller();
                let viewers = if options.is_fantasy() { &Seat::BOTH[..] } else { &Seat::BOTH[..1] };
                let seen = viewers.iter().map(|&viewer| {
                    let view = game.view(Viewer::Seat(viewer));
                    inputs(&game, mover, &known(&view))
                });
                ends.push((mover, seen.collect()));
            }
        }
    }
}

impl Pupil for Training {
    fn learn(&mut self, rng: &mut dyn RngCore) -> Lesson {
        let mut options = self.options;
        if options.variant == Variant::Classic && self.played % NACKGAMMON == NACKGAMMON - 1 {
            options.variant = Variant::Nackgammon;
        }
        let (ends, result) = self.lesson(&options, rng);
        let (first, half) = RATES[usize::from(self.options.is_fantasy())];
        let rate = first * libm::exp2f(-(self.played as f32) / half);
        // What One could expect, from the end of the game backwards.
        let mut target = result;
        let mut lesson = Lesson { turns: ends.len() as u32, error: 0.0 };
        for (mover, seen) in ends.iter().rev() {
            let of = |chance: f32| if *mover == Seat::One { chance } else { 1.0 - chance };
            let mut thought = 0.0;
            for inputs in seen {
                thought += self.net.learn(inputs, of(target), rate) / seen.len() as f32;
            }
            lesson.error += f64::from((of(target) - thought).abs());
            target = FORESIGHT * target + (1.0 - FORESIGHT) * of(thought);
        }
        self.played += 1;
        lesson
    }

    fn exam(&self, games: u32, rng: &mut dyn RngCore) -> f32 {
        let inputs = if self.options.is_fantasy() { FANTASY } else { PLAIN };
        let shipped = Net::from_bytes(&self.weights(), MAGIC, inputs);
        let net = shipped.expect("weights are read as they are written");
        let won = (0..games).filter(|&n| {
            let hero = Seat::BOTH[n as usize % 2];
            let mut game = BackgammonWars::start(&self.options);
            loop {
                let step = match game.turn() {
                    Turn::Over(outcome) => return outcome.winner == Some(hero),
                    Turn::Chance => chance(&game, rng),
                    Turn::Act(seats) => {
                        let seat = seats.first();
                        let judge: &dyn Judge = if seat == hero { &net } else { &ByHand };
                        Step::Act(seat, decide(&game, seat, judge, EXAM, rng)[0])
                    }
                };
                game.play(&step, &mut Log::off());
            }
        });
        won.count() as f32
    }

    fn weights(&self) -> Vec<u8> {
        self.net.to_bytes(MAGIC)
    }
}

fn chance(game: &BackgammonWars, rng: &mut dyn RngCore) -> Step<BackgammonWars> {
    let mut odds = Odds::default();
    game.odds(&mut odds);
    Step::Chance(*odds.draw(rng))
}

/// What a side plans by this judge, knowing its own view only: at least one step.
fn decide(
    game: &BackgammonWars,
    seat: Seat,
    judge: &dyn Judge,
    effort: Effort,
    rng: &mut dyn RngCore,
) -> Plan {
    let view = game.view(Viewer::Seat(seat));
    let game = BackgammonWars::imagine(&view, rng);
    let mut options = Vec::new();
    game.options(seat, &mut options);
    if let [only] = options[..] {
        return Plan::from_iter([only]);
    }
    let known: BySeat<_> = known(&view);
    let mut mind = Mind::new(judge, effort, (known, view.turn), 0, rng, &|| false);
    let mut steps = mind.decide(&game, seat).steps;
    if steps.is_empty() {
        steps.push(options[0]);
    }
    steps
}

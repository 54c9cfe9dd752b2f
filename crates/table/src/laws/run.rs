//! Random games under the eye of the laws (laws 1-9).

use rand::{Rng, RngCore, seq::IndexedRandom};

use super::{Breach, Law, Plan, Report, breach::Held, options, pool::Pool, position, variants};
use crate::{Game, Log, Odds, Seats, Step, Turn, tools};

/// Plays random games and holds each to all laws but non-interference.
///
/// # Errors
/// The first breach.
pub fn check<G: Game>(options: &G::Options, plan: &Plan) -> Result<Report, Breach> {
    let mut report = Report::default();
    let mut pool: Pool<G> = Pool::default();
    let mut used = Odds::default();
    plan.watch::<G>(options, 0, |_| variants::are_what_they_say::<G::Options>())?;
    for number in 0..plan.games {
        plan.watch(options, number, |steps| {
            let mut run = Run { plan, report: &mut report, pool: &mut pool, used: &mut used };
            run.game(options, number, steps)
        })?;
    }
    Ok(report)
}

struct Run<'r, G: Game> {
    plan: &'r Plan,
    report: &'r mut Report,
    pool: &'r mut Pool<G>,
    used: &'r mut Odds<G::Chance>,
}

impl<G: Game> Run<'_, G> {
    fn game(&mut self, options: &G::Options, number: u32, steps: &mut Vec<Step<G>>) -> Held {
        let rng = &mut self.plan.rng(number, 0);
        let start = G::start(options);
        let replayed = number.is_multiple_of(self.plan.replay);
        let mut hashes = Vec::new();
        let mut game = start.clone();
        loop {
            let over = game.turn().outcome();
            let close = steps.is_empty() || over.is_some() || rng.random_ratio(1, self.plan.close);
            position::nothing_is_lost(&start, &game, || "now".into())?;
            if close {
                self.look_closely(&game, rng)?;
            }
            if replayed {
                hashes.push(tools::hash(&game));
            }
            if let Some(outcome) = over {
                self.report.said(&format!("{}.over.{}", G::ID, outcome.reason));
                break;
            }
            Law::Ends.holds(steps.len() < self.plan.max_steps, || "it does not end".into())?;
            let step = self.step(&game, rng)?;
            position::text_is_faithful(&game, &step)?;
            let mut log = Log::on();
            game.try_play(&step, &mut log).map_err(|refusal| {
                Law::Options.broken(format!("`{step}` is suggested but refused by {refusal}"))
            })?;
            if close {
                position::events_name_themselves::<G>(&log.into_events(), self.report)?;
            }
            steps.push(step);
        }
        if replayed {
            replays(start, steps, &hashes)?;
            self.report.replayed += 1;
        }
        self.report.ended(steps.len());
        Ok(())
    }

    fn look_closely(&mut self, game: &G, rng: &mut dyn RngCore) -> Held {
        self.report.positions += 1;
        position::odds_are_odds(game, self.used, self.report)?;
        options::are_exact(game, self.plan, self.pool, self.report, rng)?;
        position::json_is_faithful(game)?;
        position::imagination_is_honest(game, self.report, rng)
    }

    fn step(&mut self, game: &G, rng: &mut dyn RngCore) -> Result<Step<G>, super::breach::Fault> {
        position::simultaneous_is_unordered(game, self.report, rng)?;
        let step = next(game, rng);
        if let Step::Chance(outcome) = &step {
            self.pool.remember_chance(outcome, rng);
        }
        Ok(step)
    }
}

/// A random step of a game that is not over. Of two seats either may be the first.
///
/// # Panics
/// When the game is over.
pub(super) fn next<G: Game>(game: &G, rng: &mut dyn RngCore) -> Step<G> {
    match game.turn() {
        Turn::Over(_) => panic!("the game is over"),
        Turn::Chance => Step::Chance(position::odds_of(game).draw(rng).clone()),
        Turn::Act(seats) => {
            let seat = either(seats, rng);
            Step::Act(seat, game.suggest(seat, rng, &mut Vec::new()))
        }
    }
}

fn either(seats: Seats, rng: &mut dyn RngCore) -> crate::Seat {
    let asked: Vec<crate::Seat> = seats.iter().collect();
    *asked.choose(rng).expect("somebody is asked")
}

/// Law 9: the lines of the record lead to the same hash after every step, also when nobody listens.
fn replays<G: Game>(mut game: G, steps: &[Step<G>], hashes: &[String]) -> Held {
    for (n, step) in steps.iter().enumerate() {
        let hash = tools::hash(&game);
        Law::Replay.holds(hash == hashes[n], || format!("replayed, the hash after {n} steps is {hash}"))?;
        let line = step.to_string();
        let step = Step::<G>::read(&line)
            .map_err(|refusal| Law::Replay.broken(format!("step {n}, `{line}`, is not read: {refusal}")))?;
        game.try_play(&step, &mut Log::off())
            .map_err(|refusal| Law::Replay.broken(format!("step {n}, `{line}`, is refused by {refusal}")))?;
    }
    let hash = tools::hash(&game);
    Law::Replay.holds(hashes.last() == Some(&hash), || format!("replayed, the hash at the end is {hash}"))
}

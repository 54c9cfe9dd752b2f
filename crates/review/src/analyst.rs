//! The analyst: what each alternative was worth, as far as whoever decided could know.
//!
//! It is handed the decider's view, never the table. What is hidden is imagined, several times; what chance may bring next
//! is drawn, the same for every alternative. Then the strongest player of the game says what it thinks of its chances in
//! what came of it. Its own dice come from the view, so that the same view is always reviewed in the same way.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Budget, Player, Think};
use table::{Game, Log, Odds, Seat, Step, Turn, Viewer};

use crate::{
    Alternative, Decision, Grade, Why,
    value::{points, seed_of},
};

/// The exact values of a position's actions for the side to move, where they are known.
pub type Truth<'t, G> = &'t dyn Fn(&G) -> Option<Vec<(<G as Game>::Action, f64)>>;

/// Alternatives that are looked at besides the action that was played and the one that the strongest player would play.
const BEST: usize = 3;
/// Actions that are tried where not all can be listed.
const TRIED: usize = 12;
/// Imagined tables and draws an alternative, in the first pass.
const SAMPLES: u64 = 3;
/// How far the strongest player may be off, in chances to win: the part of an interval that no sample can tell.
const DOUBT: f64 = 0.04;
/// How far off its difference between two alternatives may be.
const DOUBT_OF_LOSS: f64 = 0.02;
/// Steps without a choice that are followed before a table is judged.
const FORCED: usize = 24;

/// Somebody who judges decisions.
pub struct Analyst<'t, G: Game> {
    strongest: Box<dyn Player<G>>,
    truth: Truth<'t, G>,
    effort: u64,
}

impl<'t, G: Think> Analyst<'t, G> {
    /// Judges by this player, and by the truth where it is known. `effort` is 1 for a first pass; four times as much halves
    /// what chance leaves open.
    pub fn new(strongest: Box<dyn Player<G>>, truth: Truth<'t, G>, effort: u64) -> Analyst<'t, G> {
        Analyst { strongest, truth, effort: effort.max(1) }
    }

    /// Judges the decision of `seat`, who saw `view` and played `played`. None where there was no choice.
    pub fn decision(&mut self, view: &G::View, seat: Seat, played: &G::Action, n: usize) -> Option<Decision> {
        let mut budget = Budget::level(seed_of(view));
        let table = G::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        table.options(seat, &mut options);
        let controls = G::CONTINUOUS && !table.prompt(seat).controls.is_empty();
        if options.len() < 2 && !controls {
            return None;
        }
        if let Some(exact) = (self.truth)(&table) {
            return Some(known(exact, seat, played, n));
        }
        budget.nodes = Some(G::glance().saturating_mul(4 * self.effort));
        let thought = self.strongest.choose(view, seat, &mut budget);
        if controls {
            let mut scratch = Vec::new();
            (0..TRIED).for_each(|_| table.candidates(seat, &mut budget.rng, &mut scratch, &mut options));
        }
        let contenders = contenders(&table, seat, options, [played, &thought.action]);
        let worth = self.sample(view, seat, &contenders, &mut budget.rng);
        let why = Why { key: thought.why.0.into(), values: told(&thought.why.1) };
        Some(estimated(&contenders, &worth, (played, &thought.action), why, (seat, n)))
    }

    /// What each contender was worth in each imagined table, the same tables and draws for all.
    fn sample(
        &mut self,
        view: &G::View,
        seat: Seat,
        contenders: &[G::Action],
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Vec<f64>> {
        let mut worth = vec![Vec::new(); contenders.len()];
        for n in 0..SAMPLES * self.effort {
            let table = G::imagine(view, rng);
            let seed: u64 = rng.random();
            // Where nothing is left to chance, thoughts of different length tell how far they are off.
            let nodes = G::glance().saturating_mul(self.effort) << (n % SAMPLES);
            for (action, worth) in contenders.iter().zip(&mut worth) {
                let mut after = table.clone();
                if after.try_play(&Step::Act(seat, action.clone()), &mut Log::off()).is_ok() {
                    worth.push(self.outlook(after, seat, nodes, seed));
                }
            }
        }
        worth
    }

    /// The chance of `seat` to win, as the strongest player sees it in the seat that is asked next.
    fn outlook(&mut self, mut table: G, seat: Seat, nodes: u64, seed: u64) -> f64 {
        let mut budget = Budget::level(seed);
        budget.nodes = Some(nodes);
        let mut odds = Odds::default();
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..FORCED {
            match table.turn() {
                Turn::Over(outcome) => return for_seat(points(outcome), seat),
                Turn::Chance => {
                    table.odds(&mut odds);
                    let outcome = odds.draw(&mut draws).clone();
                    table.play(&Step::Chance(outcome), &mut Log::off());
                }
                Turn::Act(seats) => {
                    let asked = seats.first();
                    let thought = self.strongest.choose(&table.view(Viewer::Seat(asked)), asked, &mut budget);
                    if let Some(win) = thought.win {
                        let win = f64::from(win);
                        return if asked == seat { win } else { 1.0 - win };
                    }
                    table.play(&Step::Act(asked, thought.action), &mut Log::off());
                }
            }
        }
        for_seat(crate::value(&table), seat)
    }
}

fn for_seat(one: f64, seat: Seat) -> f64 {
    if seat == Seat::One { one } else { 1.0 - one }
}

fn told(values: &table::Values) -> Vec<(String, String)> {
    values.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect()
}

/// The actions that look best at a glance, and those that have to be there.
fn contenders<G: Think>(
    table: &G,
    seat: Seat,
    options: Vec<G::Action>,
    wanted: [&G::Action; 2],
) -> Vec<G::Action> {
    let worth = |action: &G::Action| {
        let mut after = table.clone();
        match after.try_play(&Step::Act(seat, action.clone()), &mut Log::off()) {
            Ok(()) if after.turn() == Turn::Chance => after.worth(seat),
            Ok(()) => after.judge(seat),
            Err(_) => f32::MIN,
        }
    };
    let mut ranked: Vec<(f32, G::Action)> =
        options.into_iter().map(|action| (worth(&action), action)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.truncate(BEST);
    let mut contenders: Vec<G::Action> = ranked.into_iter().map(|(_, action)| action).collect();
    for action in wanted {
        if !contenders.contains(action) {
            contenders.push(action.clone());
        }
    }
    contenders
}

/// A decision whose truth is known.
fn known<A: PartialEq + ToString>(mut exact: Vec<(A, f64)>, seat: Seat, played: &A, n: usize) -> Decision {
    exact.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = exact.first().map_or(0.5, |(_, win)| *win);
    let taken = exact.iter().find(|(action, _)| action == played).map_or(best, |(_, win)| *win);
    let loss = best - taken;
    let alternatives = exact.iter().map(|(action, win)| Alternative {
        action: action.to_string(),
        win: *win,
        low: *win,
        high: *win,
    });
    Decision {
        n,
        seat,
        played: played.to_string(),
        alternatives: alternatives.collect(),
        loss,
        low: loss,
        high: loss,
        grade: Grade::of(loss, loss, loss <= 0.0),
        exact: true,
        why: None,
    }
}

/// A decision that was sampled.
fn estimated<A: PartialEq + ToString>(
    contenders: &[A],
    worth: &[Vec<f64>],
    (played, strongest): (&A, &A),
    why: Why,
    (seat, n): (Seat, usize),
) -> Decision {
    let mut order: Vec<usize> = (0..contenders.len()).filter(|&i| !worth[i].is_empty()).collect();
    let mean = |i: usize| spread(&worth[i]).0;
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    let place = contenders.iter().position(|action| action == played).unwrap_or(0);
    let best = order.first().copied().unwrap_or(place);
    let differences: Vec<f64> = worth[best].iter().zip(&worth[place]).map(|(a, b)| a - b).collect();
    let (loss, error) = spread(&differences);
    let is_best = best == place;
    let doubt = if is_best { 0.0 } else { error + DOUBT_OF_LOSS };
    let (low, high) = ((loss - doubt).max(0.0), loss + doubt);
    let alternative = |&i: &usize| {
        let (win, error) = spread(&worth[i]);
        let doubt = error + DOUBT;
        let (low, high) = ((win - doubt).max(0.0), (win + doubt).min(1.0));
        Alternative { action: contenders[i].to_string(), win, low, high }
    };
    Decision {
        n,
        seat,
        played: played.to_string(),
        alternatives: order.iter().map(alternative).collect(),
        loss,
        low,
        high,
        grade: Grade::of(low, high, is_best),
        exact: false,
        why: (contenders.get(best) == Some(strongest)).then_some(why),
    }
}

/// The mean of samples, and how far it may be off at 95 %.
fn spread(samples: &[f64]) -> (f64, f64) {
    let n = samples.len().max(1) as f64;
    let mean = samples.iter().sum::<f64>() / n;
    if samples.len() < 2 {
        return (mean, 0.0);
    }
    let square: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
    (mean, student(samples.len() - 1) * (square / (n - 1.0) / n).sqrt())
}

/// The bound of Student's distribution at 95 %, for so many degrees of freedom.
fn student(freedom: usize) -> f64 {
    const FEW: [f64; 10] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];
    FEW.get(freedom - 1).copied().unwrap_or(1.96 + 2.5 / freedom as f64)
}

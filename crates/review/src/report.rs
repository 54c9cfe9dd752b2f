//! A whole review, as it is stored, shown and sent.

use std::sync::atomic::{AtomicBool, Ordering};

use search::Think;
use serde::{Deserialize, Serialize};
use table::{Log, Outcome, Seat, Step, Viewer};

use crate::{Analyst, Grade, Ledger, VERSION, accuracy, ledger};

/// One action that could be taken, with what it was worth to whoever decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// In the game's notation.
    pub action: String,
    /// The chance to win.
    pub win: f64,
    /// Its lower bound at 95 %.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

/// Why, as the key of a sentence with its values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Why {
    /// The key.
    pub key: String,
    /// What is put in.
    pub values: Vec<(String, String)>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The number of the step, from 0.
    pub n: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was played.
    pub played: String,
    /// The alternatives that were looked at, the best first.
    pub alternatives: Vec<Alternative>,
    /// What was given away, in chances to win.
    pub loss: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
    /// The grade, where the bounds allow one.
    pub grade: Option<Grade>,
    /// Whether this is the truth and no estimate.
    pub exact: bool,
    /// Why the best one is good, where the strongest player would play it.
    pub why: Option<Why>,
}

/// How one side played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Decisions that left a choice.
    pub decisions: usize,
    /// Their accuracy, from 0 to 100.
    pub accuracy: Option<f64>,
    /// The same in each third of the game.
    pub phases: [Option<f64>; 3],
    /// How many decisions got each grade, from best to blunder, and how many none.
    pub grades: [usize; 6],
    /// What was given away in all, in chances to win.
    pub loss: f64,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The version of the analyst.
    pub analyst: u32,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// How much was thought about each decision; 1 is a first pass.
    pub effort: u64,
    /// What was luck and what was skill.
    pub ledger: Ledger,
    /// The steps that changed most.
    pub turning_points: Vec<usize>,
    /// Every decision that left a choice.
    pub decisions: Vec<Decision>,
    /// How the two sides played.
    pub sides: [Side; 2],
}

/// So many turning points are named.
const TURNING_POINTS: usize = 3;

/// Reviews a finished game of legal steps. `each` is told how many of the steps are done; none when `stop` was set.
pub fn review<G: Think>(
    start: &G,
    steps: &[Step<G>],
    outcome: Outcome,
    analyst: &mut Analyst<'_, G>,
    effort: u64,
    stop: &AtomicBool,
    each: &mut dyn FnMut(usize),
) -> Option<Review> {
    let mut game = start.clone();
    let mut decisions = Vec::new();
    for (n, step) in steps.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Step::Act(seat, action) = step {
            let view = game.view(Viewer::Seat(*seat));
            decisions.extend(analyst.decision(&view, *seat, action, n));
        }
        game.play(step, &mut Log::off());
        each(n + 1);
    }
    let ledger = ledger(start, steps, outcome);
    Some(Review {
        analyst: VERSION,
        game: G::ID.into(),
        rules: G::RULES,
        effort,
        turning_points: ledger.turning_points(TURNING_POINTS),
        ledger,
        sides: Seat::BOTH.map(|seat| side(&decisions, seat, steps.len())),
        decisions,
    })
}

fn side(decisions: &[Decision], seat: Seat, steps: usize) -> Side {
    let own: Vec<&Decision> = decisions.iter().filter(|decision| decision.seat == seat).collect();
    let losses = |decisions: &[&Decision]| -> Vec<f64> {
        decisions.iter().map(|decision| decision.loss.max(0.0)).collect()
    };
    let phase = |third: usize| {
        let within = |decision: &&&Decision| 3 * decision.n / steps.max(1) == third;
        accuracy(&losses(&own.iter().filter(within).copied().collect::<Vec<_>>()))
    };
    let mut grades = [0; 6];
    own.iter().for_each(|decision| grades[decision.grade.map_or(5, |grade| grade as usize)] += 1);
    Side {
        decisions: own.len(),
        accuracy: accuracy(&losses(&own)),
        phases: [0, 1, 2].map(phase),
        grades,
        loss: losses(&own).iter().sum(),
    }
}

//! The ledger of luck: what each step changed, and to whose good.
//!
//! At chance, luck is the value of what came less the value of what could come; at a decision, skill is the value after
//! it less the value before. All by one value, so that *result − value of the start = skill + luck + ending*, where the
//! ending is what a decision of the table (somebody resigns, a clock runs out) made of the last position, else 0.

use std::collections::BTreeMap;

use search::Think;
use serde::{Deserialize, Serialize};
use table::{Log, Odds, Outcome, Seat, Step, Turn};

use crate::value::{points, value};

/// What one step changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The number of the step, from 0.
    pub n: usize,
    /// Who decided; nobody where chance did.
    pub seat: Option<Seat>,
    /// What kind of chance it was: the stream that it came from.
    pub kind: Option<String>,
    /// How much the chance of seat One to win rose.
    pub change: f64,
}

/// All of a game, in chances of seat One to win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    /// The value of every position, the first before the first step.
    pub curve: Vec<f64>,
    /// Every step.
    pub steps: Vec<Entry>,
    /// What the result was worth: 1, ½ or 0.
    pub result: f64,
    /// What the seats' decisions changed.
    pub skill: [f64; 2],
    /// What chance changed, by its kind.
    pub luck: BTreeMap<String, f64>,
    /// How much came to the good of each seat: the sums of all lucky steps.
    pub fortune: [f64; 2],
    /// What a decision of the table made of the last position.
    pub ending: f64,
    /// The result without luck.
    pub adjusted: f64,
}

/// What a kind of chance is called: a deck is cards whoever draws from it.
fn kind(stream: &str) -> &str {
    stream.split(' ').find(|word| *word == "dice" || *word == "deck").unwrap_or(stream)
}

/// Writes the ledger of a game that began with `start` and went on with legal `steps`.
pub fn ledger<G: Think>(start: &G, steps: &[Step<G>], outcome: Outcome) -> Ledger {
    let mut game = start.clone();
    let mut before = value(&game);
    let mut ledger = Ledger {
        curve: vec![before],
        steps: Vec::with_capacity(steps.len()),
        result: points(outcome),
        skill: [0.0; 2],
        luck: BTreeMap::new(),
        fortune: [0.0; 2],
        ending: 0.0,
        adjusted: 0.0,
    };
    let mut odds = Odds::default();
    for (n, step) in steps.iter().enumerate() {
        let stream = match step {
            Step::Chance(_) => {
                game.odds(&mut odds);
                Some(kind(odds.stream).to_owned())
            }
            Step::Act(..) => None,
        };
        game.play(step, &mut Log::off());
        let after = value(&game);
        let change = after - before;
        let seat = match step {
            Step::Act(seat, _) => Some(*seat),
            Step::Chance(_) => None,
        };
        match (&stream, seat) {
            (Some(kind), _) => {
                *ledger.luck.entry(kind.clone()).or_default() += change;
                ledger.fortune[usize::from(change < 0.0)] += change.abs();
            }
            (_, Some(seat)) => ledger.skill[seat as usize] += change,
            _ => {}
        }
        ledger.steps.push(Entry { n, seat, kind: stream, change });
        ledger.curve.push(after);
        before = after;
    }
    if !matches!(game.turn(), Turn::Over(_)) {
        ledger.ending = ledger.result - before;
    }
    ledger.adjusted = ledger.result - ledger.total_luck();
    ledger
}

impl Ledger {
    /// What chance changed in all, for seat One.
    pub fn total_luck(&self) -> f64 {
        self.luck.values().sum()
    }

    /// What chance changed, for a seat, by kind.
    pub fn luck_of(&self, seat: Seat) -> BTreeMap<String, f64> {
        let sign = if seat == Seat::One { 1.0 } else { -1.0 };
        self.luck.iter().map(|(kind, luck)| (kind.clone(), sign * luck)).collect()
    }

    /// The result without luck, for a seat.
    pub fn adjusted_of(&self, seat: Seat) -> f64 {
        if seat == Seat::One { self.adjusted } else { 1.0 - self.adjusted }
    }

    /// The steps that changed most, the largest first.
    pub fn turning_points(&self, count: usize) -> Vec<usize> {
        let mut steps: Vec<&Entry> = self.steps.iter().collect();
        steps.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()).then(a.n.cmp(&b.n)));
        steps.into_iter().take(count).map(|step| step.n).collect()
    }

    /// How much is missing in *result − value of the start = skill + luck + ending*.
    pub fn gap(&self) -> f64 {
        let skill: f64 = self.skill.iter().sum();
        self.result - self.curve[0] - skill - self.total_luck() - self.ending
    }
}

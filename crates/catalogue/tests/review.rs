//! Reviews: luck and skill add up in every game, and a review of a player's decisions knows what that player knew.

use std::sync::atomic::AtomicBool;

use catalogue::{Entry, Finished, GAMES, Reviewing, TOYS, Table, ledger_of_record, review};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{
    Choices, Seat, Turn, Viewer,
    chance::Seed,
    record::{Line, Record, TableLine},
};

/// The usual table, and one for each value of each option that a random game accepts.
fn variants(entry: &Entry) -> Vec<Vec<(String, String)>> {
    let mut variants = vec![Vec::new()];
    for spec in (entry.options)() {
        let value = match &spec.values {
            Choices::OneOf(words) => words.iter().find(|word| **word != spec.default).cloned(),
            Choices::Number { to, .. } => Some(to.to_string()),
            Choices::Several { .. } => None,
        };
        variants.extend(value.map(|value| vec![(spec.key.to_owned(), value)]));
    }
    variants.retain(|pairs| (entry.open)(pairs).is_ok());
    variants
}

fn random(entry: &Entry, pairs: &[(String, String)], n: u64) -> Record {
    (entry.simulate)(pairs, &Seed::of_simulation(7, n), true).unwrap().record.unwrap()
}

#[test]
fn luck_and_skill_add_up_in_every_game() {
    for entry in GAMES {
        for pairs in variants(entry) {
            let ledger = ledger_of_record(&random(entry, &pairs, 1)).unwrap();
            assert!(ledger.gap().abs() < 1e-9, "{} {pairs:?}: {}", entry.id, ledger.gap());
            assert!(ledger.curve.iter().all(|value| (0.0..=1.0).contains(value)), "{}", entry.id);
            assert_eq!(
                ledger.curve.last(),
                Some(&ledger.result),
                "{}: the end is worth the result",
                entry.id
            );
        }
    }
}

#[test]
fn at_chance_the_mean_of_what_can_come_is_what_was_there() {
    for entry in GAMES {
        let record = random(entry, &[], 2);
        let ledger = ledger_of_record(&record).unwrap();
        let steps: Vec<String> = record.lines.iter().map(Line::to_string).collect();
        // The last draw of a game leads to a decision or to the end: its odds are all there is.
        let Some(last) = steps.iter().rposition(|step| step.starts_with('@')) else { continue };
        let mut table = (entry.open)(&[]).unwrap();
        steps[..last].iter().for_each(|step| drop(table.play(step).unwrap()));
        let (draw, _) = table.odds().unwrap();
        let total: u32 = draw.weights.iter().map(|(_, weight)| weight).sum();
        let mean: f64 = draw
            .weights
            .iter()
            .map(|(outcome, weight)| {
                let mut other = record.clone();
                other.outcome = None;
                other.lines.truncate(last);
                other.lines.push(Line::Step(outcome.clone(), None));
                other.lines.push(Line::Table(TableLine::Resigns(Seat::One)));
                let mut after = table.copy();
                after.play(outcome).unwrap();
                let value = match after.turn() {
                    Turn::Over(outcome) => {
                        outcome.winner.map_or(0.5, |seat| f64::from(u8::from(seat == Seat::One)))
                    }
                    _ => ledger_of_record(&other).unwrap().curve[last + 1],
                };
                f64::from(*weight) / f64::from(total) * value
            })
            .sum();
        assert!((mean - ledger.curve[last]).abs() < 1e-9, "{}: {mean} {}", entry.id, ledger.curve[last]);
    }
}

#[test]
fn who_resigns_is_told_what_that_cost() {
    for entry in GAMES {
        let mut record = random(entry, &[], 3);
        record.outcome = None;
        record.lines.truncate(record.lines.len() / 2);
        record.lines.push(Line::Table(TableLine::Resigns(Seat::One)));
        let ledger = ledger_of_record(&record).unwrap();
        assert!(ledger.gap().abs() < 1e-9 && ledger.ending < 0.0, "{}: {}", entry.id, ledger.ending);
        record.lines.pop();
        let error = ledger_of_record(&record).unwrap_err();
        assert_eq!(error.refusal.key, "record.unfinished");
    }
}

/// A game, and its twin that looks the same to `seat` all the time: both as lines.
fn pair(entry: &Entry, seat: Seat, seed: u64) -> [Vec<String>; 2] {
    let viewer = Viewer::Seat(seat);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tables = [(entry.open)(&[]).unwrap(), (entry.open)(&[]).unwrap()];
    let mut lines = [Vec::new(), Vec::new()];
    while !matches!(tables[0].turn(), Turn::Over(_)) && lines[0].len() < 50 {
        let step = any_step(&*tables[0], &mut rng);
        let seen = tables[0].seen(&step, viewer).unwrap();
        let opened = tables[0].revealed(&step, viewer).unwrap();
        let alike = |other: &String| {
            tables[1].copy().play(other).is_ok()
                && tables[1].seen(other, viewer).is_ok_and(|other| other == seen)
                && tables[1].revealed(other, viewer).is_ok_and(|other| other == opened)
        };
        let mut others = steps(&*tables[1]);
        others.push(step.clone());
        others.retain(alike);
        let Some(other) = others.choose(&mut rng).cloned() else { break };
        tables[0].play(&step).unwrap();
        tables[1].play(&other).unwrap();
        lines[0].push(step);
        lines[1].push(other);
    }
    lines
}

fn steps(table: &dyn Table) -> Vec<String> {
    match table.turn() {
        Turn::Over(_) => Vec::new(),
        Turn::Chance => table.odds().unwrap().0.weights.into_iter().map(|(text, _)| text).collect(),
        Turn::Act(seats) => {
            let seat = seats.first();
            table.options(seat).into_iter().map(|text| format!("{seat} {text}")).collect()
        }
    }
}

fn any_step(table: &dyn Table, rng: &mut Xoshiro256PlusPlus) -> String {
    match table.turn() {
        Turn::Act(seats) => format!("{} {}", seats.first(), table.suggest(seats.first(), rng)),
        _ => {
            let steps = steps(table);
            steps[rng.random_range(0..steps.len())].clone()
        }
    }
}

fn reviewed(entry: &Entry, lines: &[String], seat: Seat) -> String {
    let outcome = table::Outcome::win(seat, "resigned");
    let how = Reviewing { effort: 1, stop: &AtomicBool::new(false), each: &mut |_| {} };
    let finished = Finished { rules: entry.rules, options: &[], lines, outcome };
    let review = (entry.review)(finished, how).unwrap().unwrap();
    let own: Vec<_> = review.decisions.iter().filter(|decision| decision.seat == seat).collect();
    serde_json::to_string(&own).unwrap()
}

#[test]
fn a_review_of_decisions_knows_only_what_the_decider_knew() {
    for entry in GAMES.iter().chain(TOYS).filter(|entry| (entry.open)(&[]).unwrap().has_secrets()) {
        let mut of_game = 0;
        for (seed, seat) in (1..).zip([Seat::One, Seat::Two]) {
            let lines = pair(entry, seat, seed);
            of_game += usize::from(lines[0] != lines[1]);
            let [here, there] = lines.map(|lines| reviewed(entry, &lines, seat));
            assert!(here == there, "{} {seat}:\n{here}\n{there}", entry.id);
        }
        let is_toy = TOYS.iter().any(|toy| toy.id == entry.id);
        assert!(of_game > 0 || is_toy, "{}: nothing was hidden", entry.id);
    }
}

#[test]
fn a_review_names_at_least_three_alternatives_and_is_the_same_again() {
    for entry in GAMES {
        let mut record = random(entry, &[], 5);
        record.outcome = None;
        record.lines.truncate(16);
        record.lines.push(Line::Table(TableLine::Resigns(Seat::Two)));
        let make = || {
            let how = Reviewing { effort: 1, stop: &AtomicBool::new(false), each: &mut |_| {} };
            review(&record, how).unwrap().unwrap()
        };
        let found = make();
        assert_eq!(serde_json::to_string(&found).unwrap(), serde_json::to_string(&make()).unwrap());
        assert!(!found.decisions.is_empty(), "{}", entry.id);
        for decision in &found.decisions {
            assert!(
                decision.alternatives.iter().any(|other| other.action == decision.played),
                "{decision:?}"
            );
            assert!(decision.alternatives.windows(2).all(|two| two[0].win >= two[1].win), "{decision:?}");
            assert!(decision.low <= decision.loss + 1e-12 && decision.loss <= decision.high, "{decision:?}");
        }
        assert!(found.decisions.iter().any(|decision| decision.alternatives.len() >= 3), "{}", entry.id);
        let stopped = Reviewing { effort: 1, stop: &AtomicBool::new(true), each: &mut |_| {} };
        assert_eq!(review(&record, stopped).unwrap(), None);
    }
}

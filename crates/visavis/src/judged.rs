//! `visavis review`: what was luck, what was skill and where a game turned, for every game of a file.

use std::{collections::BTreeMap, path::Path, sync::atomic::AtomicBool};

use anyhow::{Result, anyhow};
use catalogue::{Grade, Review, Reviewing};
use serde_json::json;
use table::{
    Seat,
    record::{Record, RecordError},
};

use crate::{files, print, progress, voice::Voice};

/// Signs of a curve, from lost to won.
const SPARKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The widest curve.
const WIDEST: usize = 60;
/// So many of the worst decisions are told.
const WORST: usize = 3;
/// A bar of luck has so many signs for a whole game won by luck.
const BAR: f64 = 10.0;

pub(crate) fn run(file: &Path, effort: u64, as_json: bool, voice: &Voice) -> Result<()> {
    let text = files::read(file, voice)?;
    let records = Record::read_all(&text);
    let many = records.len() > 1;
    let mut players: BTreeMap<String, Tally> = BTreeMap::new();
    for (n, record) in records.into_iter().enumerate() {
        let wrong = |error: &RecordError| {
            let which = if many { voice.say("cli.record", [("n", (n + 1).into())]) } else { String::new() };
            anyhow!("{}: {which}{}", file.display(), voice.record_error(error))
        };
        let record = record.map_err(|error| wrong(&error))?;
        let bar = progress::bar(record.lines.len() as u64, voice.text("cli.review.bar"));
        let mut each = |done: usize| bar.set_position(done as u64);
        let how = Reviewing { effort, stop: &AtomicBool::new(false), each: &mut each };
        let review = catalogue::review(&record, how).map_err(|error| wrong(&error))?;
        bar.finish_and_clear();
        let Some(review) = review else { continue };
        if as_json {
            print(&format!("{}\n", json!(review)))?;
        } else {
            print(&page(&record, &review, voice))?;
        }
        Seat::BOTH.into_iter().for_each(|seat| {
            players.entry(name(&record, seat, voice)).or_default().add(&review, seat);
        });
    }
    if many && !as_json {
        print(&summary(&players, voice))?;
    }
    Ok(())
}

fn name(record: &Record, seat: Seat, voice: &Voice) -> String {
    record.fact(seat.name()).map_or_else(|| voice.words.word(&record.game, seat.name()), str::to_owned)
}

/// One game for people.
fn page(record: &Record, review: &Review, voice: &Voice) -> String {
    let title = voice.text(&format!("{}.name", record.game));
    let names = Seat::BOTH.map(|seat| name(record, seat, voice));
    let mut text = format!("{title}: {} – {}\n{}\n", names[0], names[1], sparkline(&review.ledger.curve));
    for (seat, name) in Seat::BOTH.into_iter().zip(&names) {
        let side = &review.sides[seat as usize];
        let accuracy = side.accuracy.map_or_else(|| "–".into(), |accuracy| format!("{accuracy:.0}"));
        let luck: f64 = review.ledger.luck_of(seat).values().sum();
        text += &voice.say(
            "cli.review.side",
            [
                ("name", name.clone().into()),
                ("accuracy", accuracy.into()),
                ("decisions", side.decisions.into()),
                ("adjusted", percent(review.ledger.adjusted_of(seat)).into()),
                ("luck", signed(luck).into()),
                ("bar", "█".repeat((luck.max(0.0) * BAR).round() as usize).into()),
            ],
        );
        text.push('\n');
    }
    for (kind, luck) in &review.ledger.luck {
        let values = [
            ("kind", voice.text(&format!("luck.{kind}")).into()),
            ("one", signed(*luck).into()),
            ("two", signed(-luck).into()),
        ];
        text += &format!("  {}\n", voice.say("cli.review.kind", values));
    }
    let exact = review.decisions.iter().filter(|decision| decision.exact).count();
    let values = [("exact", exact.into()), ("estimated", (review.decisions.len() - exact).into())];
    text += &format!("{}\n", voice.say("cli.review.known", values));
    let mut worst: Vec<_> = review.decisions.iter().filter(|decision| decision.low > 0.0).collect();
    worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    for decision in worst.into_iter().take(WORST) {
        let better = decision.alternatives.first().map_or("", |best| &best.action);
        let values = [
            ("n", (decision.n + 1).into()),
            ("name", names[decision.seat as usize].clone().into()),
            ("played", decision.played.clone().into()),
            ("grade", voice.text(word(decision.grade)).into()),
            ("loss", percent(decision.loss).into()),
            ("better", better.to_owned().into()),
        ];
        text += &format!("  {}\n", voice.say("cli.review.worst", values));
    }
    text.push('\n');
    text
}

/// The word for a grade, or for none.
fn word(grade: Option<Grade>) -> &'static str {
    match grade {
        Some(Grade::Best) => "grade.best",
        Some(Grade::Good) => "grade.good",
        Some(Grade::Inaccuracy) => "grade.inaccuracy",
        Some(Grade::Mistake) => "grade.mistake",
        Some(Grade::Blunder) => "grade.blunder",
        None => "grade.unsure",
    }
}

/// The chance of seat One over the game.
fn sparkline(curve: &[f64]) -> String {
    let width = curve.len().min(WIDEST);
    let at = |n: usize| curve[n * (curve.len() - 1) / (width - 1).max(1)];
    let spark = |value: f64| SPARKS[((value * 8.0) as usize).min(7)];
    (0..width).map(|n| spark(at(n))).collect()
}

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

fn signed(share: f64) -> String {
    format!("{:+.0}", 100.0 * share)
}

/// What one player did in many games.
#[derive(Default)]
struct Tally {
    points: Vec<f64>,
    adjusted: Vec<f64>,
    accuracy: Vec<f64>,
}

impl Tally {
    fn add(&mut self, review: &Review, seat: Seat) {
        let one = review.ledger.result;
        self.points.push(if seat == Seat::One { one } else { 1.0 - one });
        self.adjusted.push(review.ledger.adjusted_of(seat));
        self.accuracy.extend(review.sides[seat as usize].accuracy);
    }
}

/// A mean with what it may be off at 95 %, in percent.
fn mean(samples: &[f64]) -> (f64, f64) {
    let n = samples.len().max(1) as f64;
    let mean = samples.iter().sum::<f64>() / n;
    let square: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
    (100.0 * mean, if samples.len() < 2 { 100.0 } else { 196.0 * (square / (n - 1.0) / n).sqrt() })
}

fn summary(players: &BTreeMap<String, Tally>, voice: &Voice) -> String {
    let mut text = String::new();
    for (name, tally) in players {
        let ((raw, off), (adjusted, less)) = (mean(&tally.points), mean(&tally.adjusted));
        let accuracy = tally.accuracy.iter().sum::<f64>() / tally.accuracy.len().max(1) as f64;
        let values = [
            ("name", name.clone().into()),
            ("games", tally.points.len().into()),
            ("raw", format!("{raw:.0} ± {off:.0}").into()),
            ("adjusted", format!("{adjusted:.0} ± {less:.0}").into()),
            ("accuracy", format!("{accuracy:.0}").into()),
        ];
        text += &format!("{}\n", voice.say("cli.review.player", values));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_never_wider_than_the_screen() {
        assert_eq!(sparkline(&[0.0]), "▁");
        assert_eq!(sparkline(&[0.0, 0.5, 1.0]), "▁▅█");
        assert_eq!(sparkline(&vec![1.0; 500]).chars().count(), WIDEST);
    }

    #[test]
    fn one_game_tells_nothing_about_a_player() {
        assert_eq!(mean(&[1.0]), (100.0, 100.0));
        assert!(mean(&[1.0, 0.0, 1.0, 0.0]).1 > 50.0);
    }
}

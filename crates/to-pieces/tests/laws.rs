//! The laws of every game, on To Pieces with each of its variants. `VISAVIS_LONG=1` plays 10,000 games.

mod common;

use common::words;
use table::{
    Lang,
    laws::{self, Breach, Plan, Report},
};
use to_pieces::{Options, ToPieces};

/// Games of the printed variant: many when the long checks run.
fn games(short: u32) -> u32 {
    if std::env::var("VISAVIS_LONG").is_ok_and(|long| long == "1") { 10_000 } else { short }
}

fn held(report: Result<Report, Breach>) -> Report {
    report.unwrap_or_else(|breach| panic!("{breach}"))
}

#[test]
fn to_pieces_obeys_the_laws() {
    let variants: Vec<Options> = laws::variants();
    assert_eq!(variants.len(), 9, "four mirror matches, the coin and three rulings beside the printed game");
    for (i, options) in variants.iter().enumerate() {
        let report =
            held(laws::check::<ToPieces>(options, &Plan::new(6, if i == 0 { games(60) } else { 12 })));
        assert!(report.refused > 1000 && report.imagined > 200, "{report:?}");
        assert!(report.longest < 200, "a game has at most 24 turns: {report:?}");
        let [en, fr] = Lang::ALL.map(words);
        for key in &report.keys {
            assert!(en.get(key).is_some() && fr.get(key).is_some(), "{key} is said but not in the words");
        }
    }
}

#[test]
fn what_is_shown_can_be_touched() {
    let [en, fr] = Lang::ALL.map(words);
    for options in laws::variants() {
        let report = held(laws::show::<ToPieces>(&options, &[&en, &fr], &Plan::new(6, 4)));
        assert!(report.gestures > 1000, "{report:?}");
    }
}

#[test]
fn secrets_change_nothing_that_others_perceive() {
    for (i, options) in laws::variants().iter().enumerate() {
        let plan = Plan::new(6, if i == 0 { games(100) } else { 20 });
        let report = held(laws::non_interference::<ToPieces>(options, &plan));
        assert!(report.different > u64::from(plan.games), "{report:?}");
        assert!(report.together > 20 * u64::from(plan.games), "{report:?}");
        assert!(report.finished > u64::from(plan.games) / 4, "{report:?}");
    }
}

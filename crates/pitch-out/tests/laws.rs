//! The laws of the table, on random matches of every variant. `VISAVIS_LONG=1` plays thousands.

use pitch_out::{PitchOut, Rulings};
use table::{
    Lang, OptionList, Words,
    laws::{self, Breach, Plan, Report},
};

fn words(lang: Lang) -> Words {
    let mut words = Words::default();
    words
        .add(match lang {
            Lang::En => include_str!("../../../words/en/pitch-out.json"),
            Lang::Fr => include_str!("../../../words/fr/pitch-out.json"),
        })
        .unwrap();
    words
}

/// How many games: few in every run, many when asked for.
fn games(few: u32, many: u32) -> u32 {
    if std::env::var("VISAVIS_LONG").is_ok_and(|long| long == "1") { many } else { few }
}

fn with(pairs: &[(&str, &str)]) -> Rulings {
    let mut rulings = Rulings::default();
    pairs.iter().for_each(|(key, value)| rulings.set(key, value).unwrap());
    rulings
}

fn held(report: Result<Report, Breach>) -> Report {
    report.unwrap_or_else(|breach| panic!("{breach}"))
}

#[test]
fn every_variant_obeys_the_laws() {
    let variants = laws::variants::<Rulings>();
    assert_eq!(variants.len(), 20, "the printed game and every other value or end of a range");
    for (i, rulings) in (0..).zip(&variants) {
        let report = held(laws::check::<PitchOut>(rulings, &Plan::new(i, games(3, 100))));
        assert!(report.positions > 0 && report.refused > 100, "{report:?}");
    }
}

#[test]
fn the_formats_obey_the_laws_and_say_known_words() {
    let [en, fr] = Lang::ALL.map(words);
    for (format, tremor) in [("basic", "0"), ("five", "3"), ("seven", "0"), ("seven", "5")] {
        let rulings = with(&[("format", format), ("tremor_one", tremor), ("tremor_two", "2")]);
        let plan = Plan::new(7, games(40, 1000));
        let report = held(laws::check::<PitchOut>(&rulings, &plan));
        assert!(report.samples > 1000 && report.chances > 20, "{report:?}");
        assert_eq!(report.simultaneous > 0, format != "basic", "{report:?}");
        for key in report.keys.iter().filter(|key| !key.starts_with("refuse.")) {
            assert!(en.get(key).is_some() && fr.get(key).is_some(), "{key} is said but not in the words");
        }
        held(laws::show::<PitchOut>(&rulings, &[&en, &fr], &Plan::new(8, games(10, 500))));
    }
}

#[test]
fn crowded_tables_and_long_rounds_obey_the_laws() {
    let small = [("width", "7000"), ("depth", "7000"), ("friction", "6000"), ("cap", "20")];
    for format in ["five", "seven"] {
        for more in [[("cone", "9000"), ("copy", "must")], [("immortal", "always"), ("infested", "many")]] {
            let pairs: Vec<_> = small.iter().copied().chain([("format", format)]).chain(more).collect();
            let report = held(laws::check::<PitchOut>(&with(&pairs), &Plan::new(9, games(20, 1000))));
            assert!(report.keys.contains("pitch-out.event.round"), "{report:?}");
        }
    }
}

#[test]
fn nothing_hidden_is_told() {
    for (format, tremor) in [("five", "0"), ("seven", "2")] {
        let rulings = with(&[("format", format), ("tremor_one", tremor), ("hoods", "one")]);
        let report = held(laws::non_interference::<PitchOut>(&rulings, &Plan::new(11, games(40, 2000))));
        assert!(report.different > 20, "{report:?}");
        assert!(report.together > 100 && report.opened > 0, "{report:?}");
    }
}

#[test]
fn in_the_basic_game_nothing_is_hidden() {
    let report =
        held(laws::non_interference::<PitchOut>(&Rulings::default(), &Plan::new(12, games(10, 200))));
    assert_eq!((report.different, report.parted, report.opened), (0, 0, 0), "{report:?}");
}

//! The laws that every game obeys, with each option at work.

mod common;

use std::collections::BTreeSet;

use piggyback::{Piggyback, Rulings};
use table::{
    OptionList, Words,
    laws::{self, Plan},
};

fn rulings(options: &[(&str, &str)]) -> Rulings {
    let mut rulings = Rulings::default();
    options.iter().for_each(|(key, value)| rulings.set(key, value).unwrap());
    rulings
}

fn words(lang: &str) -> Words {
    let mut words = Words::default();
    for name in ["common", "piggyback"] {
        let path = format!("{}/../../words/{lang}/{name}.json", env!("CARGO_MANIFEST_DIR"));
        words.add(&std::fs::read_to_string(path).unwrap()).unwrap();
    }
    words
}

#[test]
fn the_laws_hold_on_every_board_with_every_option() {
    let mut keys = BTreeSet::new();
    let mut steps = 0;
    for (seed, options) in [
        (1, &[][..]),
        (2, &[("board", "quick")][..]),
        (3, &[("board", "quick"), ("stacking", "loose"), ("quiet", "200")][..]),
        (4, &[("first", "two"), ("quiet", "2")][..]),
    ] {
        let report = laws::check::<Piggyback>(&rulings(options), &Plan::new(seed, 60))
            .unwrap_or_else(|breach| panic!("{breach}"));
        assert_eq!(report.games, 60);
        steps += report.steps;
        keys.extend(report.keys);
    }
    assert!(steps > 20_000, "{steps}");
    let (en, fr) = (words("en"), words("fr"));
    for key in &keys {
        assert!(en.get(key).is_some() && fr.get(key).is_some(), "{key} has no sentence");
    }
    for key in ["piggyback.prompt.spoils", "piggyback.event.won", "piggyback.over.quiet"] {
        assert!(keys.contains(key), "{key} was never said");
    }
}

#[test]
fn nothing_is_hidden_so_nothing_interferes() {
    let report = laws::non_interference::<Piggyback>(&rulings(&[("board", "quick")]), &Plan::new(5, 10))
        .unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!(report.different, 0);
}

#[test]
fn what_is_shown_can_be_touched() {
    let (en, fr) = (words("en"), words("fr"));
    for options in [&[][..], &[("board", "quick")][..]] {
        let report = laws::show::<Piggyback>(&rulings(options), &[&en, &fr], &Plan::new(6, 20))
            .unwrap_or_else(|breach| panic!("{breach}"));
        assert!(report.gestures > 1_000, "{}", report.gestures);
    }
}

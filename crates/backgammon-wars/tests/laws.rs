//! The laws of the table, on random games of every variant. `VISAVIS_LONG=1` plays many more.

use backgammon_wars::{BackgammonWars, Options};
use table::{
    Game, OptionList, Words,
    laws::{self, Plan},
};

fn options(pairs: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    pairs.iter().for_each(|(key, value)| options.set(key, value).unwrap());
    options
}

fn long() -> bool {
    std::env::var("VISAVIS_LONG").is_ok_and(|value| value == "1")
}

#[test]
fn every_variant_obeys_the_laws() {
    let games = if long() { 1_000 } else { 6 };
    for options in laws::variants::<Options>() {
        let report = laws::check::<BackgammonWars>(&options, &Plan::new(5, games)).unwrap();
        assert_eq!(report.games, u64::from(games));
        assert!(report.refused > 0 && report.legal > 0);
    }
}

#[test]
fn all_rulings_switched_at_once_obey_the_laws() {
    let all = options(&[("push", "stacks"), ("brews", "any"), ("spells", "fade"), ("dusk", "120")]);
    laws::check::<BackgammonWars>(&all, &Plan::new(8, if long() { 1_000 } else { 12 })).unwrap();
}

#[test]
fn nothing_hidden_is_told() {
    // Games of the law are played for three viewers each.
    let games = if long() { 10_000 } else { 60 };
    let report = laws::non_interference::<BackgammonWars>(&options(&[]), &Plan::new(11, games)).unwrap();
    assert!(report.different > report.games / 2, "{report:?}");
    assert!(report.together > 10 * report.games, "{report:?}");
}

#[test]
fn nothing_hidden_is_told_in_short_games_with_every_ruling_switched() {
    let all = options(&[("push", "stacks"), ("brews", "any"), ("spells", "fade"), ("dusk", "20")]);
    let games = if long() { 10_000 } else { 200 };
    let report = laws::non_interference::<BackgammonWars>(&all, &Plan::new(12, games)).unwrap();
    assert!(report.different > report.games / 2, "{report:?}");
    assert!(report.finished > 0, "{report:?}");
}

#[test]
fn what_is_shown_can_be_touched() {
    let mut french = Words::default();
    french.add(include_str!("../../../words/fr/backgammon-wars.json")).unwrap();
    let mut english = Words::default();
    english.add(include_str!("../../../words/en/backgammon-wars.json")).unwrap();
    for options in [options(&[("dusk", "60")]), options(&[("variant", "classic")])] {
        let report = laws::show::<BackgammonWars>(&options, &[&english, &french], &Plan::new(3, 10)).unwrap();
        assert!(report.gestures > 100);
    }
}

#[test]
fn a_game_fits_in_256_bytes() {
    assert!(size_of::<BackgammonWars>() <= 256, "{}", size_of::<BackgammonWars>());
}

#[test]
fn only_fantasy_has_secrets() {
    assert!(BackgammonWars::start(&options(&[])).has_secrets());
    assert!(!BackgammonWars::start(&options(&[("variant", "classic")])).has_secrets());
}

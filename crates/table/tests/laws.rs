//! The toys obey the laws, and the laws cover what they should.

use table::{
    Lang, Show, Words,
    laws::{self, Plan, Report},
    toys::{Bluff, Dart, Race},
};

fn words(lang: Lang) -> Words {
    let mut words = Words::default();
    words
        .add(match lang {
            Lang::En => include_str!("../../../words/en/toys.json"),
            Lang::Fr => include_str!("../../../words/fr/toys.json"),
        })
        .unwrap();
    words
}

/// Every law; the report of `check` and that of `non_interference`.
fn obeys<G: Show>(options: &G::Options, games: u32) -> [Report; 2] {
    let plan = Plan::new(20, games);
    let report = |held: Result<Report, laws::Breach>| held.unwrap_or_else(|breach| panic!("{breach}"));
    let checked = report(laws::check::<G>(options, &plan));
    assert_eq!(checked.games, u64::from(games));
    assert_eq!(checked.replayed, u64::from(games.div_ceil(plan.replay)));
    assert!(checked.refused > 1000 && checked.imagined > 1000, "{checked:?}");
    let [en, fr] = Lang::ALL.map(words);
    report(laws::show::<G>(options, &[&en, &fr], &plan));
    for key in checked.keys.iter().filter(|key| !key.starts_with("refuse.")) {
        assert!(en.get(key).is_some() && fr.get(key).is_some(), "{key} is said but not in the words");
    }
    let paired = report(laws::non_interference::<G>(options, &plan));
    assert_eq!(paired.games, 3 * u64::from(games));
    [checked, paired]
}

#[test]
fn race_obeys_the_laws() {
    let variants = laws::variants();
    assert_eq!(variants.len(), 3, "the printed game and both ends of the range");
    for options in variants {
        let [checked, paired] = obeys::<Race>(&options, 400);
        assert!(checked.chances > 1000, "{checked:?}");
        assert_eq!((paired.different, paired.parted, paired.opened), (0, 0, 0), "nothing is hidden");
    }
}

#[test]
fn bluff_obeys_the_laws() {
    let [checked, paired] = obeys::<Bluff>(&(), 2000);
    assert!(checked.chances > 1000, "{checked:?}");
    assert!(paired.different > 2000, "{paired:?}");
    assert!(paired.together > 20_000, "{paired:?}");
    assert!(paired.finished > 500, "{paired:?}");
    for key in ["bluff.prompt.parry", "bluff.event.toll", "bluff.refuse.hand-full", "bluff.refuse.deck-empty"]
    {
        assert!(checked.keys.contains(key), "{key} never comes up: {:?}", checked.keys);
    }
}

#[test]
fn dart_obeys_the_laws() {
    let [checked, paired] = obeys::<Dart>(&(), 1000);
    assert!(checked.simultaneous >= 1000 && checked.samples > 10_000, "{checked:?}");
    assert!(checked.keys.contains("dart.refuse.post") && checked.keys.contains("dart.refuse.off-table"));
    assert!(paired.different > 500 && paired.opened > 500, "{paired:?}");
}

#[test]
fn the_same_plan_covers_the_same() {
    let plan = Plan::new(5, 30).thorough();
    let [once, again] = [(); 2].map(|()| laws::check::<Bluff>(&(), &plan).unwrap());
    assert_eq!(once, again);
    let other = laws::check::<Bluff>(&(), &Plan { seed: 6, ..plan }).unwrap();
    assert_ne!(once, other);
}

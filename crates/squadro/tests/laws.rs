//! Squadro obeys the laws of the table, in every variant.

use squadro::Squadro;
use table::{
    Lang, Words,
    laws::{self, Plan, Report},
};

fn words(lang: Lang) -> Words {
    let mut words = Words::default();
    words
        .add(match lang {
            Lang::En => include_str!("../../../words/en/squadro.json"),
            Lang::Fr => include_str!("../../../words/fr/squadro.json"),
        })
        .unwrap();
    words
}

#[test]
fn squadro_obeys_the_laws() {
    let report = |held: Result<Report, laws::Breach>| held.unwrap_or_else(|breach| panic!("{breach}"));
    let [en, fr] = Lang::ALL.map(words);
    let variants = laws::variants();
    assert!(variants.len() >= 4, "the printed game, both first players, and no quiet draw");
    for rulings in variants {
        let plan = Plan::new(2018, 200);
        let checked = report(laws::check::<Squadro>(&rulings, &plan));
        assert_eq!(checked.games, 200);
        assert!(checked.refused > 1000 && checked.imagined > 1000, "{checked:?}");
        for key in checked.keys.iter().filter(|key| !key.starts_with("refuse.")) {
            assert!(en.get(key).is_some() && fr.get(key).is_some(), "{key} is said but not in the words");
        }
        for key in ["squadro.prompt.move", "squadro.refuse.home", "squadro.event.sent_back"] {
            assert!(checked.keys.contains(key), "{key} never comes up: {:?}", checked.keys);
        }
        report(laws::show::<Squadro>(&rulings, &[&en, &fr], &plan));
        let paired = report(laws::non_interference::<Squadro>(&rulings, &plan));
        assert_eq!((paired.different, paired.parted, paired.opened), (0, 0, 0), "nothing is hidden");
    }
}

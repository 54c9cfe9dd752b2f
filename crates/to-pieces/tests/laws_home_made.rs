//! The laws on a home-made team that has every verb, condition and trait. In a process of its own: a registered
//! team is one more value of the option `teams`.

mod common;

use common::{file, words};
use table::{
    Lang, OptionList,
    laws::{self, Plan},
};
use to_pieces::{Options, ToPieces, teams};

#[test]
fn a_home_made_team_obeys_the_laws() {
    let sheet = teams::read(&file("crates/to-pieces/tests/teams/menagerie.toml")).unwrap();
    teams::register(sheet).unwrap();
    let variants: Vec<Options> = laws::variants();
    assert_eq!(variants.len(), 10, "the home-made team is one more variant");
    let [en, fr] = Lang::ALL.map(words);
    for pairing in ["menagerie menagerie", "menagerie splintered-arms", "tarnished-crown menagerie"] {
        let mut options = Options::default();
        options.set("teams", pairing).unwrap();
        let plan = Plan::new(8, 25);
        let checked = laws::check::<ToPieces>(&options, &plan).unwrap_or_else(|breach| panic!("{breach}"));
        assert!(
            checked.keys.iter().any(|key| key.starts_with("to-pieces.prompt.spoils")),
            "{:?}",
            checked.keys
        );
        for key in &checked.keys {
            assert!(en.get(key).is_some() && fr.get(key).is_some(), "{key} is said but not in the words");
        }
        let plan = Plan { games: 4, ..plan };
        laws::show::<ToPieces>(&options, &[&en, &fr], &plan).unwrap_or_else(|breach| panic!("{breach}"));
        let plan = Plan { games: 25, ..plan };
        let paired =
            laws::non_interference::<ToPieces>(&options, &plan).unwrap_or_else(|breach| panic!("{breach}"));
        assert!(paired.different > 25 && paired.opened > 0, "{paired:?}");
    }
}

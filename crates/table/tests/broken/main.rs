//! For each law toys that break it, and nothing else: the law catches them.

mod wrapper;

use table::{
    Game, Show, Words,
    laws::{Breach, Law, Plan, check, non_interference, show},
    toys::{Bluff, Dart, Race},
};
use wrapper::{Broken, Way};

fn plan() -> Plan {
    Plan { max_steps: 2000, ..Plan::new(3, 300) }
}

fn checked<G: Show>() -> Result<(), Breach> {
    check::<G>(&Default::default(), &plan()).map(drop)
}

fn paired<G: Show>() -> Result<(), Breach> {
    non_interference::<G>(&Default::default(), &plan()).map(drop)
}

fn shown<G: Show>() -> Result<(), Breach> {
    let mut words = Words::default();
    words.add(include_str!("../../../../words/en/toys.json")).unwrap();
    show::<G>(&Default::default(), &[&words], &plan()).map(drop)
}

/// `test: how it is checked, the toy, what is wrong => the law;`
macro_rules! caught {
    ($($test:ident: $checked:ident, $toy:ty, $way:ident => $law:ident;)*) => { $(
        #[test]
        fn $test() {
            Way::$way.begin();
            let breach = $checked::<Broken<$toy>>().unwrap_err();
            assert_eq!(breach.law, Law::$law, "{breach}");
            assert_eq!(breach.game, <$toy as Game>::ID);
        }
    )*

        #[test]
        fn every_law_has_a_toy_that_it_catches() {
            let caught = [$(Law::$law),*];
            for law in Law::ALL {
                assert!(caught.contains(&law), "nothing shows that {law} catches anything");
            }
        }
    };
}

caught! {
    law_01_an_option_is_missing: checked, Bluff, OffersTooLittle => Options;
    law_01_an_option_is_missing_in_an_open_game: checked, Race, OffersTooLittle => Options;
    law_01_an_option_comes_twice: checked, Bluff, OffersTwice => Options;
    law_01_who_is_not_asked_has_options: checked, Bluff, OffersOutOfTurn => Options;
    law_01_options_are_appended: checked, Bluff, ClearsTheBuffer => Options;
    law_01_an_option_is_refused: checked, Bluff, RefusesAnOffer => Options;
    law_01_a_seat_answers_for_the_other: checked, Bluff, AnswersForOthers => Options;
    law_01_a_refusal_leaves_a_trace: checked, Bluff, LeavesATrace => Options;
    law_01_a_suggestion_is_illegal: checked, Bluff, SuggestsIllegal => Options;
    law_01_an_outcome_is_not_in_the_odds: checked, Bluff, TakesAnyChance => Options;
    law_01_outside_of_the_ranges_passes: checked, Dart, RangesTooNarrow => Options;
    law_01_inside_of_the_ranges_is_refused: checked, Dart, RangesTooWide => Options;
    law_01_a_control_does_not_name_its_rule: checked, Dart, RuleNotNamed => Options;
    law_02_an_action_is_read_as_another: checked, Bluff, ReadsOtherwise => Text;
    law_02_chance_begins_with_its_sign: checked, Race, ChanceLooksLikeASeat => Text;
    law_02_the_judge_sees_all: checked, Bluff, JudgeSeesLess => Text;
    law_03_something_is_not_written: checked, Race, ForgetsInJson => Json;
    law_03_an_event_has_no_name: checked, Race, EventWithoutName => Json;
    law_04_another_table_is_imagined: checked, Bluff, ImaginesTheStart => Imagination;
    law_04_the_judge_misses_something: checked, Bluff, HidesFromTheJudge => Imagination;
    law_04_something_stays_hidden_at_the_end: checked, Bluff, HidesAtTheEnd => Imagination;
    law_05_the_order_matters: checked, Dart, OrderMatters => Simultaneous;
    law_06_a_weight_is_zero: checked, Race, WeighsNothing => Odds;
    law_06_the_weights_are_too_large: checked, Race, WeighsTooMuch => Odds;
    law_06_an_outcome_comes_twice: checked, Race, DrawsTwice => Odds;
    law_06_outcomes_are_not_in_order: checked, Bluff, DrawsUnsorted => Odds;
    law_06_odds_without_a_question: checked, Race, DrawsOutOfTurn => Odds;
    law_06_old_outcomes_stay_in_the_buffer: checked, Bluff, BufferNotCleared => Odds;
    law_07_a_game_does_not_end: checked, Race, NeverEnds => Ends;
    law_08_a_piece_is_lost: checked, Race, LosesAPiece => Census;
    law_08_a_piece_is_lost_in_imagination: checked, Bluff, LosesInImagination => Census;
    law_09_it_matters_who_listens: checked, Race, Listens => Replay;
    law_10_an_event_tells: paired, Bluff, EventTells => NonInterference;
    law_10_an_event_tells_a_secret_choice: paired, Dart, EventTells => NonInterference;
    law_10_the_order_of_options_tells: paired, Bluff, OptionsTell => NonInterference;
    law_10_a_prompt_tells: paired, Bluff, PromptTells => NonInterference;
    law_10_a_refusal_tells: paired, Bluff, RefusalTells => NonInterference;
    law_10_a_window_tells: paired, Bluff, WindowTells => NonInterference;
    law_10_a_view_tells_all: paired, Bluff, ViewTells => NonInterference;
    law_10_a_view_tells_a_secret_choice: paired, Dart, ViewTells => NonInterference;
    law_10_the_odds_of_a_deck_tell: paired, Bluff, OddsTell => NonInterference;
    law_10_what_opens_is_not_named: paired, Bluff, RevealsUnsaid => NonInterference;
    law_11_a_gesture_is_not_read: shown, Bluff, GestureNotRead => Shown;
    law_11_a_gesture_tells: shown, Bluff, GestureTells => Shown;
    law_11_a_picture_is_too_wide: shown, Race, PictureTooWide => Shown;
    law_11_a_picture_has_no_end: shown, Bluff, PictureWithoutEnd => Shown;
    law_12_an_option_takes_anything: checked, Race, TakesAnyValue => Variants;
    law_12_an_option_does_not_take_its_value: checked, Race, RefusesAValue => Variants;
    law_12_a_refused_value_is_set: checked, Race, SetsWhatItRefuses => Variants;
    law_12_the_default_is_another: checked, Race, OtherDefault => Variants;
    law_13_something_panics: checked, Bluff, Panics => NoPanic;
}

/// Otherwise the wrapper would be what is caught.
#[test]
fn what_is_not_broken_is_not_caught() {
    fn obeys<G: Show>() {
        for held in [checked::<G>(), paired::<G>(), shown::<G>()] {
            held.unwrap_or_else(|breach| panic!("{breach}"));
        }
    }
    Way::Nothing.begin();
    obeys::<Broken<Race>>();
    obeys::<Broken<Bluff>>();
    obeys::<Broken<Dart>>();
}

/// A leak is invisible from one table: only pairs of tables show it.
#[test]
fn a_leak_takes_a_pair_of_tables_to_see() {
    let leaks = [
        Way::EventTells,
        Way::PromptTells,
        Way::RefusalTells,
        Way::WindowTells,
        Way::ViewTells,
        Way::OddsTell,
    ];
    for way in leaks {
        way.begin();
        checked::<Broken<Bluff>>().unwrap_or_else(|breach| panic!("{way:?}: {breach}"));
    }
}

#[test]
fn a_breach_says_how_to_see_it_again() {
    Way::LosesAPiece.begin();
    // Looking closely would also look ahead, and find it a step before.
    let plan = Plan { close: u32::MAX, ..plan() };
    let breach = check::<Broken<Race>>(&Default::default(), &plan).unwrap_err();
    let text = breach.to_string();
    assert!(
        text.starts_with("law 8 (nothing is lost) broken by race, seed 3, game 0, after 11 steps: "),
        "{text}"
    );
    let mut game = <Broken<Race>>::start(&Default::default());
    let census = game.census();
    for line in breach.record.lines() {
        assert_eq!(game.census(), census);
        game.try_play(&table::Step::read(line).unwrap(), &mut table::Log::off()).unwrap();
    }
    assert_ne!(game.census(), census, "the record leads to where the law is broken");
}

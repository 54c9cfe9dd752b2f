//! Every game behind the door: text in, JSON out, the same rules.

use catalogue::{GAMES, TOYS, find, replay};
use search::{Budget, Level};
use table::{
    BySeat, Seat, Turn, Viewer,
    chance::{Seed, Streams},
    record::Record,
};

#[test]
fn a_simulated_game_replays_through_the_door() {
    for entry in GAMES {
        for i in 0..20 {
            let game = (entry.simulate)(&[], &Seed::of_simulation(5, i), true).unwrap();
            let record = game.record.unwrap();
            let mut positions = 0;
            let replayed = replay(&record, |_, _, _| positions += 1).unwrap();
            assert_eq!(positions, game.steps as usize + 1);
            assert_eq!(replayed.outcome, Some(game.outcome));
            assert_eq!(replayed.table.first_player(), game.first);
            let text = Record::read(&record.to_string()).unwrap();
            assert_eq!(replay(&text, |_, _, _| ()).unwrap().table.hash(), replayed.table.hash());
        }
    }
}

#[test]
fn opponents_play_whole_games_knowing_views_only() {
    for entry in GAMES.iter().chain(TOYS) {
        let mut table = (entry.open)(&[]).unwrap();
        let mut streams = Streams::new(Seed([3; 32]), b"", b"");
        let mut players = [Level::Random, Level::Greedy].map(|level| table.player(level).unwrap());
        let mut budget = Budget::level(1);
        let outcome = loop {
            let line = match table.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Chance => table.draw(&mut streams).unwrap().text,
                Turn::Act(seats) => {
                    let seat = seats.first();
                    let told = players[seat as usize].choose(&*table, seat, &mut budget);
                    format!("{seat} {}", told.unwrap().action)
                }
            };
            let seen = table.seen(&line, Viewer::Public).unwrap();
            assert!(!seen.is_empty());
            table.play(&line).unwrap();
        };
        assert!(!outcome.reason.is_empty());
        for seat in Seat::BOTH {
            assert!(table.options(seat).is_empty());
            assert!(table.prompt(seat).is_none());
        }
    }
}

#[test]
fn a_handicap_goes_with_its_level_and_a_named_option_stays() {
    let entry = find("pitch-out").unwrap();
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    let seated = |options: &[(&str, &str)], levels| (entry.seated)(&pairs(options), BySeat(levels)).unwrap();
    let novice = seated(&[], [None, Some(Level::Novice)]);
    assert_eq!(novice, pairs(&[("tremor_two", "5")]));
    assert_eq!((entry.swapped)(&novice).unwrap(), pairs(&[("tremor_one", "5")]));
    assert_eq!(
        seated(&[("cap", "20")], [Some(Level::Casual), Some(Level::Strong)]),
        pairs(&[("tremor_one", "3"), ("tremor_two", "1"), ("cap", "20")])
    );
    assert_eq!(seated(&[], [Some(Level::Expert), Some(Level::Greedy)]), []);
    assert_eq!(seated(&[("tremor_two", "0")], [None, Some(Level::Novice)]), []);
    assert_eq!(seated(&[("tremor_two", "2")], [None, Some(Level::Novice)]), pairs(&[("tremor_two", "2")]));
    let practice = pairs(&[("prediction", "on")]);
    assert_eq!((entry.online)(&practice).unwrap_err().key, "pitch-out.refuse.prediction-online");
    assert_eq!((entry.online)(&novice), Ok(()));
}

#[test]
fn junk_is_refused_and_changes_nothing() {
    for entry in GAMES {
        let mut table = (entry.open)(&[]).unwrap();
        let hash = table.hash();
        for junk in
            ["", "one", "one ", "@", "@@", "one \u{0}", "two 999999999999999999999", "three 1", "!undo 1"]
        {
            assert!(table.play(junk).is_err(), "{} accepts {junk:?}", entry.id);
        }
        for seat in Seat::BOTH {
            assert!(table.attempt(seat, "", None).is_err());
            assert!(table.attempt(seat, "nowhere", Some("💥")).is_err());
            assert!(table.check(seat, "💥").is_err());
        }
        assert_eq!(table.hash(), hash);
        assert!((entry.set_up)("💥").is_err());
        assert!((entry.open)(&[("no-such".into(), "1".into())]).is_err());
    }
}

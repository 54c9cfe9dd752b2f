//! Squadro's solution behind the door: levels, marks, and players that use it.

use catalogue::{Mark, Table, find};
use search::{Budget, Level};
use table::{Seat, Turn};

fn squadro(position: &str) -> Box<dyn Table> {
    (find("squadro").unwrap().set_up)(position).unwrap()
}

/// Level 13: one side has three pieces at home.
const LATE: &str = "12,12,12,6,3 12,12,6,6,8 top 0";

#[test]
fn late_moves_are_marked_and_early_ones_are_not() {
    let marks = squadro(LATE).analyse().expect("the end of a game is solved on the spot");
    let texts: Vec<&str> = marks.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["4", "5"]);
    assert!(squadro("0,0,0,0,0 0,0,0,0,0 top 0").analyse().is_none(), "without files nobody knows");
    let over = squadro("12,12,12,12,0 0,0,0,0,0 left 0");
    assert!(over.analyse().is_none(), "nothing to choose");
    assert!((find("piggyback").unwrap().open)(&[]).unwrap().analyse().is_none(), "not solved");
}

#[test]
fn what_was_given_away_is_the_best_that_was_there() {
    let marks =
        [("1", Mark::Lost), ("2", Mark::Won), ("3", Mark::Drawn)].map(|(text, mark)| (text.into(), mark));
    assert_eq!(Mark::given_away(&marks, "1"), Some((Mark::Won, Mark::Lost)));
    assert_eq!(Mark::given_away(&marks, "2"), None);
    assert_eq!(Mark::given_away(&marks, "3"), Some((Mark::Won, Mark::Drawn)));
    assert_eq!(Mark::given_away(&marks, "4"), None);
}

#[test]
fn strong_and_expert_never_give_anything_away_late() {
    for level in [Level::Strong, Level::Expert] {
        let mut table = squadro(LATE);
        let mut bots = [0, 1].map(|_| table.player(level).unwrap());
        let mut moves = 0;
        while let Turn::Act(seats) = table.turn() {
            let seat = seats.first();
            let told = bots[seat as usize].choose(&*table, seat, &mut Budget::level(1)).unwrap();
            let marks = table.analyse().expect("it stays known");
            assert_eq!(Mark::given_away(&marks, &told.action), None, "{level}");
            assert!(told.why.0 == "hint.only" || told.why.0.starts_with("squadro.hint."), "{}", told.why.0);
            table.play(&format!("{seat} {}", told.action)).unwrap();
            moves += 1;
            assert!(moves < 100, "it gets on");
        }
        assert!(moves > 1);
    }
}

/// Level 10, where most can follow.
#[test]
fn strong_knows_the_largest_ends_too() {
    for (position, hint) in [
        ("6,8,8,10,2 7,12,8,6,8 top 0", "squadro.hint.proved"),
        ("6,6,6,8,0 6,12,11,6,9 top 0", "squadro.hint.lost"),
        ("6,6,6,6,6 9,6,10,11,6 left 0", "squadro.hint.won"),
    ] {
        let table = squadro(position);
        let Turn::Act(seats) = table.turn() else { panic!("{position}: somebody is to move") };
        let mut strong = table.player(Level::Strong).unwrap();
        let told = strong.choose(&*table, seats.first(), &mut Budget::level(1)).unwrap();
        assert_eq!(told.why.0, hint, "{position}");
    }
}

#[test]
fn the_search_answers_when_time_is_up() {
    let table = squadro(LATE);
    let mut budget = Budget::level(1);
    budget.deadline = Some(std::time::Instant::now());
    let told = table.player(Level::Expert).unwrap().choose(&*table, Seat::One, &mut budget).unwrap();
    assert!(["4", "5"].contains(&told.action.as_str()));
}

#[test]
fn perfect_is_offered_only_with_the_files() {
    let folder = std::env::temp_dir().join(format!("catalogue-solution-{}", std::process::id()));
    catalogue::solution::look_in(&folder);
    let levels = (find("squadro").unwrap().levels)();
    assert_eq!(levels, [Level::Novice, Level::Casual, Level::Strong, Level::Expert]);
    assert!(squadro(LATE).player(Level::Perfect).is_none());
    // Files that are there but are none of the solution's do not make it whole.
    let files = catalogue::solution::folder_in(&folder);
    std::fs::create_dir_all(&files).unwrap();
    for level in 0..=16 {
        std::fs::write(files.join(format!("squadro-level-{level:02}.solved")), "not whole").unwrap();
    }
    assert!(squadro(LATE).player(Level::Perfect).is_none());
    assert!(squadro(LATE).analyse().is_some(), "the end is solved on the spot all the same");
    std::fs::remove_dir_all(&folder).unwrap();
}

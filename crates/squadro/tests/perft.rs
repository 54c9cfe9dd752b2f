//! Counts of the tree of moves against a table.

use squadro::{Rulings, Squadro};
use table::{Game, OptionList, tools};

#[test]
fn leaves_and_distinct_positions() {
    let rows = include_str!("perft.txt").lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split(' ').collect()).collect();
    assert_eq!(rows.len(), 16);
    for first in ["top", "left"] {
        let mut rulings = Rulings::default();
        rulings.set("first", first).unwrap();
        let start = Squadro::start(&rulings);
        let distinct = tools::perft_distinct(&start, 8);
        for row in rows.iter().filter(|row| row[0] == first) {
            let [plies, leaves, positions] = [1, 2, 3].map(|i| row[i].parse::<u64>().unwrap());
            assert_eq!(tools::perft(&start, plies as u32), leaves, "{row:?}");
            assert_eq!(distinct[plies as usize - 1], positions, "{row:?}");
        }
    }
}

#[test]
fn the_draw_for_the_first_move_is_a_step_of_its_own() {
    let start = Squadro::start(&Rulings::default());
    assert_eq!((0..=3).map(|depth| tools::perft(&start, depth)).collect::<Vec<_>>(), [1, 2, 10, 50]);
}

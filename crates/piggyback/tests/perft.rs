//! The leaf counts of the spec.

mod common;

use table::tools;

#[test]
fn leaves_are_counted_as_in_the_spec() {
    let lines = include_str!("perft.txt").lines().filter(|line| !line.starts_with('#'));
    let mut counted = 0;
    for line in lines {
        let mut fields = line.split(" | ");
        let position = fields.next().expect("a position");
        let game = match position.strip_prefix("start ") {
            Some(options) => common::start(&options.split(' ').collect::<Vec<_>>()),
            None => common::at(position),
        };
        for (depth, leaves) in (1..).zip(fields) {
            assert_eq!(tools::perft(&game, depth).to_string(), leaves, "{position}, depth {depth}");
            counted += 1;
        }
    }
    assert_eq!(counted, 12);
}

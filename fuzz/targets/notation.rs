//! Notation: options, positions, actions and gestures of every game, from any text.
//!
//! The first line of the input names the game; the lines after it are tried as everything that can be typed.
#![no_main]

use catalogue::{GAMES, TOYS};
use libfuzzer_sys::fuzz_target;
use table::Seat;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let name = lines.next().unwrap_or_default();
    let Some(entry) = GAMES.iter().chain(TOYS).find(|entry| entry.id == name) else { return };
    let table = (entry.open)(&[]).expect("the default options are legal");
    let before = table.hash();
    for line in lines {
        if let Some((key, value)) = line.split_once('=') {
            let _ = (entry.open)(&[(key.into(), value.into())]);
        }
        for seat in Seat::BOTH {
            let _ = table.check(seat, line);
            let (from, to) = line.split_once(' ').map_or((line, None), |(from, to)| (from, Some(to)));
            let _ = table.attempt(seat, from, to);
        }
        let _ = table.copy().play(line);
    }
    if let Some((_, rest)) = text.split_once('\n') {
        let _ = (entry.set_up)(rest);
    }
    assert_eq!(table.hash(), before, "looking changes nothing");
});

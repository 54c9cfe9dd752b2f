//! `try_play` with arbitrary steps in every game: refused steps change nothing, accepted ones keep the table sound.
//!
//! The first byte chooses the game. Then: a byte below 128 plays one of the legal steps; any other one is followed by
//! a text up to the next line break, which is tried as a step of a record.
#![no_main]

use catalogue::{GAMES, Table};
use libfuzzer_sys::fuzz_target;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use table::{Seat, Viewer};

fuzz_target!(|bytes: &[u8]| {
    let Some((&game, mut rest)) = bytes.split_first() else { return };
    let entry = &GAMES[usize::from(game) % GAMES.len()];
    let mut table = (entry.open)(&[]).expect("the default options are legal");
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let line = if byte < 128 {
            legal(&*table, usize::from(byte))
        } else {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let text = String::from_utf8_lossy(&rest[..end]).into_owned();
            rest = rest.get(end + 1..).unwrap_or_default();
            Some(text)
        };
        let Some(line) = line else { break };
        let before = table.hash();
        match table.play(&line) {
            Err(refusal) if byte < 128 => panic!("{line} was offered and is refused: {refusal:?}"),
            Err(_) => assert_eq!(table.hash(), before, "a refused step changes nothing: {line}"),
            Ok(_) => {
                let _ = (table.view(Viewer::Public), table.view(Viewer::Seat(Seat::One)));
            }
        }
    }
});

/// One of the legal steps, as a line.
fn legal(table: &dyn Table, pick: usize) -> Option<String> {
    if let Some((draw, _)) = table.odds() {
        return draw.weights.get(pick % draw.weights.len()).map(|(outcome, _)| outcome.clone());
    }
    let seat = Seat::BOTH.into_iter().find(|seat| table.turn().asks(*seat))?;
    let options = table.options(seat);
    let suggested = || table.suggest(seat, &mut Xoshiro256PlusPlus::seed_from_u64(pick as u64));
    let action = options.get(pick % options.len().max(1)).cloned().unwrap_or_else(suggested);
    Some(format!("{seat} {action}"))
}

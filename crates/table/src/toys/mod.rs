//! Three small games that hold the [laws](crate::laws) honest, and show how a game is written.
//!
//! [`Race`] has a die and nothing to hide. [`Bluff`] has hidden hands, a deck and reactions, like Backgammon
//! Wars. [`Dart`] has a secret choice of both at once and a continuous control, like Pitch Out. Each has its few
//! rules at the head of its file, numbered as its refusals are.

pub mod bluff;
pub mod dart;
pub mod race;

pub use bluff::Bluff;
pub use dart::Dart;
pub use race::Race;

use crate::{Game, Refusal, Seat, Turn};

/// The refusal of a seat that is not asked.
fn refuse_turn<G: Game>(game: &G, seat: Seat) -> Result<(), Refusal> {
    match game.turn() {
        Turn::Over(_) => Err(Refusal::turn("refuse.over")),
        turn if turn.asks(seat) => Ok(()),
        _ => Err(Refusal::turn("refuse.not-your-turn").with("seat", seat)),
    }
}

/// The words `key=value` of a position, each key at most once and known.
fn fields<'t, const N: usize>(
    text: &'t str,
    keys: [&str; N],
    key: &'static str,
) -> Result<[Option<&'t str>; N], Refusal> {
    let mut values = [None; N];
    for word in text.split_whitespace() {
        let found = word.split_once('=').and_then(|(name, value)| {
            let i = keys.iter().position(|&key| key == name)?;
            values[i].is_none().then_some((i, value))
        });
        let (i, value) = found.ok_or_else(|| Refusal::notation(key, word))?;
        values[i] = Some(value);
    }
    Ok(values)
}

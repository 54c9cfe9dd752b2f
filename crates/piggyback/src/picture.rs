//! The board as text, and beside it what a player wants to know.
//!
//! Units are `●` for seat One and `○` for seat Two, as many as the group has, with the letters of what they
//! carry below. `(g)` is a piece that lies on a space, `·g·` a start space of its colour without a piece.

use table::{Game, Outcome, Seat, Turn, Value, Words, values};

use crate::{Colour, Pieces, Piggyback, Space, Wait};

/// The width of a space.
const CELL: usize = 5;

pub(crate) fn draw(game: &Piggyback, words: &Words) -> String {
    let size = game.layout().size;
    let rule =
        |a: &str, b: &str, c: &str| format!("   {a}{}{c}", vec!["─".repeat(CELL); size.into()].join(b));
    let mut lines = vec![rule("┌", "┬", "┐")];
    for rank in (0..size).rev() {
        let cells: Vec<[String; 2]> = (0..size).map(|file| cell(game, Space::new(file, rank))).collect();
        for (i, margin) in [format!("{:>2} ", rank + 1), "   ".into()].into_iter().enumerate() {
            let row: Vec<String> = cells.iter().map(|cell| format!("{:^CELL$}", cell[i])).collect();
            lines.push(format!("{margin}│{}│", row.join("│")));
        }
        lines.push(if rank > 0 { rule("├", "┼", "┤") } else { rule("└", "┴", "┘") });
    }
    let files: String = (0..size).map(|file| format!("{:^6}", char::from(b'a' + file))).collect();
    lines.push(format!("   {files}"));
    let notes = notes(game, words);
    let width = 4 + usize::from(size) * (CELL + 1);
    let beside = lines.iter().enumerate().map(|(i, line)| {
        let note = notes.get(i).map_or("", String::as_str);
        format!("{}\n", format!("{line:<width$}  {note}").trim_end())
    });
    beside.collect()
}

/// The two lines of a space.
fn cell(game: &Piggyback, space: Space) -> [String; 2] {
    let lying = game.lying_at(space).map(|colour| format!("({})", colour.letter()));
    for seat in Seat::BOTH {
        if let Some(group) = game.army(seat).at(space) {
            let units = mark(seat).repeat(group.units.into());
            return [units, format!("{}{}", group.pieces, lying.unwrap_or_default())];
        }
    }
    let home = || Colour::ALL.into_iter().find(|&colour| game.layout().home(colour).contains(space));
    let piece = lying.or_else(|| home().map(|colour| format!("·{}·", colour.letter())));
    [piece.unwrap_or_default(), String::new()]
}

fn mark(seat: Seat) -> &'static str {
    match seat {
        Seat::One => "●",
        Seat::Two => "○",
    }
}

/// What stands beside the board, from top to bottom.
fn notes(game: &Piggyback, words: &Words) -> Vec<String> {
    let mut notes = vec![status(game, words), String::new()];
    for seat in Seat::BOTH {
        let units = values([("seat", seat.into()), ("units", game.army(seat).units().into())]);
        notes.push(format!("{} {}", mark(seat), words.say("piggyback.board.units", &units)));
    }
    notes.push(heap(words, "piggyback.board.bank", game.bank));
    notes.push(heap(words, "piggyback.board.gone", game.gone));
    if let Wait::Spoils { prize, .. } = game.wait {
        notes.push(heap(words, "piggyback.board.prize", prize));
    }
    if game.draw_is_near() {
        let count = values([("quiet", game.quiet.into()), ("limit", game.limit.into())]);
        notes.push(words.say("piggyback.board.quiet", &count));
    }
    notes.extend(combat(game, words));
    notes.push(String::new());
    for colour in Colour::ALL {
        notes.push(format!("{} {}", colour.letter(), words.word(Piggyback::ID, colour.name())));
    }
    notes.push(format!("(g) {}", words.text("piggyback.board.lying")));
    notes.push(format!("·g· {}", words.text("piggyback.board.home")));
    notes
}

fn heap(words: &Words, key: &'static str, pieces: Pieces) -> String {
    let letters = if pieces.is_empty() { "–".into() } else { pieces.to_string() };
    words.say(key, &values([("pieces", letters.into())]))
}

/// Who is asked, or how it ended.
fn status(game: &Piggyback, words: &Words) -> String {
    let say = |key, seat: Seat| words.say(key, &values([("seat", seat.into())]));
    match game.turn() {
        Turn::Chance if game.wait == Wait::Opening => words.text("piggyback.board.opening"),
        Turn::Chance => match game.wait {
            Wait::Roll(fight) => say("piggyback.board.rolls", game.side(fight)),
            _ => String::new(),
        },
        Turn::Act(seats) if game.wait == Wait::Move => say("piggyback.board.to-move", seats.first()),
        Turn::Act(seats) => say("piggyback.board.to-decide", seats.first()),
        Turn::Over(Outcome { winner: Some(seat), .. }) => say("piggyback.board.won", seat),
        Turn::Over(Outcome { winner: None, .. }) => words.text("piggyback.board.drawn"),
    }
}

/// The combat that is going on: where, the numbers, and the exact chance of the attacker.
fn combat(game: &Piggyback, words: &Words) -> Vec<String> {
    let Some(scene) = game.scene() else { return Vec::new() };
    let mut notes = vec![String::new()];
    let spaces = values([("from", scene.from.to_string().into()), ("at", scene.at.to_string().into())]);
    notes.push(words.say("piggyback.board.attack", &spaces));
    for (seat, number) in scene.numbers.iter() {
        let number: Value = number.map_or_else(|| "–".into(), Value::from);
        let values = values([("seat", seat.into()), ("number", number), ("rolls", scene.rolls[seat].into())]);
        notes.push(words.say("piggyback.board.number", &values));
    }
    let percent = (100.0 * scene.chance.value()).round() as i64;
    notes.push(words.say("piggyback.board.chance", &values([("percent", percent.into())])));
    notes
}

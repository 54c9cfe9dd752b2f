//! A position from text, for tests, links and the diagrams of the rulebooks.
//!
//! `with board=quick / one b2*2+gm c3 / two h8 / lying a4=g / bank 2222 / to one / quiet 0`: groups as
//! `space*units+pieces`, one unit and no pieces left out; `-` for none. What is not named: the options'
//! defaults, nothing lying, bank 2222, to one, quiet 0; all missing units and pieces are out of the game.

use table::{BySeat, OptionList, Refusal, Seat};

use crate::{
    Board, Colour, Group, LOAD, Pieces, Piggyback, Rulings, Space, UNITS,
    sheet::{Damaged, Lying, Question, Sheet, Standing},
};

/// Reads a position in which the player of the turn is to move. A line break parts like a stroke.
pub(crate) fn read(text: &str) -> Result<Piggyback, Refusal> {
    let mut rulings = Rulings::default();
    let mut sheet = Sheet {
        board: Board::Standard,
        stacking: rulings.stacking,
        limit: rulings.quiet,
        groups: Vec::new(),
        lying: Vec::new(),
        bank: Pieces::TWO_OF_EACH,
        gone: Pieces::NONE,
        lost: BySeat::default(),
        to: Seat::One,
        first: None,
        quiet: 0,
        calm: true,
        wait: Question::Move,
    };
    for part in text.split(['/', '\n']) {
        let mut words = part.split_whitespace();
        let Some(name) = words.next() else { continue };
        let words = words.filter(|&word| word != "-");
        for word in words {
            read_word(&mut sheet, &mut rulings, name, word).ok_or_else(|| not_read(word))?;
        }
    }
    sheet.board = rulings.board;
    sheet.stacking = rulings.stacking;
    sheet.limit = rulings.quiet;
    sheet.first = Some(sheet.to);
    count_missing(&mut sheet)
        .and_then(|()| Piggyback::try_from(sheet))
        .map_err(|Damaged(key)| Refusal::notation(key, text))
}

fn not_read(text: &str) -> Refusal {
    Refusal::notation("piggyback.refuse.set-up", text)
}

fn read_word(sheet: &mut Sheet, rulings: &mut Rulings, name: &str, word: &str) -> Option<()> {
    match name {
        "with" => {
            let (key, value) = word.split_once('=')?;
            rulings.set(key, value).ok()?;
        }
        "one" | "two" => {
            let seat = name.parse().ok()?;
            let (at, group) = read_group(word)?;
            sheet.groups.push(Standing { at, seat, group });
        }
        "lying" => {
            let (at, piece) = word.split_once('=')?;
            let [letter] = piece.as_bytes() else { return None };
            let colour = Colour::lettered(char::from(*letter))?;
            sheet.lying.push(Lying { at: at.parse().ok()?, colour });
        }
        "bank" => sheet.bank = read_counts(word)?,
        "to" => sheet.to = word.parse().ok()?,
        "quiet" => sheet.quiet = word.parse().ok()?,
        _ => return None,
    }
    Some(())
}

/// `b2*2+gm`.
fn read_group(word: &str) -> Option<(Space, Group)> {
    let (word, letters) = word.split_once('+').unwrap_or((word, ""));
    let (space, units) = word.split_once('*').unwrap_or((word, "1"));
    if letters.len() > usize::from(LOAD) {
        return None;
    }
    let mut group = Group { units: units.parse().ok()?, pieces: Pieces::NONE };
    for letter in letters.chars() {
        group.pieces += Pieces::one(Colour::lettered(letter)?);
    }
    Some((space.parse().ok()?, group))
}

/// `2212`: green, mauve, yellow, orange.
fn read_counts(word: &str) -> Option<Pieces> {
    let digits: [u8; 4] = word.as_bytes().try_into().ok()?;
    let mut pieces = Pieces::NONE;
    for (colour, digit) in Colour::ALL.into_iter().zip(digits) {
        let count = digit.checked_sub(b'0').filter(|&count| count <= 4)?;
        pieces += Pieces::of(colour, count);
    }
    Some(pieces)
}

/// What is not on the table is out of the game; nothing is there twice.
fn count_missing(sheet: &mut Sheet) -> Result<(), Damaged> {
    for seat in Seat::BOTH {
        let groups = sheet.groups.iter().filter(|s| s.seat == seat);
        let units: usize = groups.map(|s| usize::from(s.group.units)).sum();
        let missing = usize::from(UNITS).checked_sub(units).ok_or(Damaged("piggyback.refuse.army-units"))?;
        sheet.lost[seat] = missing as u8;
    }
    for colour in Colour::ALL {
        let carried: usize = sheet.groups.iter().map(|s| usize::from(s.group.carries(colour))).sum();
        let lying = sheet.lying.iter().filter(|piece| piece.colour == colour).count();
        let there = carried + lying + usize::from(sheet.bank.count(colour));
        let missing = 4usize.checked_sub(there).ok_or(Damaged("piggyback.refuse.box"))?;
        sheet.gone += Pieces::of(colour, missing as u8);
    }
    Ok(())
}

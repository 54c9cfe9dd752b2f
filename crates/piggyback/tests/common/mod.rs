//! What the tests share: positions from text, steps from text.
#![allow(dead_code, reason = "every test file uses its own part")]

use piggyback::{Action, Piggyback};
use table::{Game, Log, Odds, OptionList, Refusal, Seat, Show, Step, Turn};

/// A position in the text of [`Show::set_up`].
pub(crate) fn at(text: &str) -> Piggyback {
    Piggyback::set_up(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

/// A new game with options `key=value`.
pub(crate) fn start(options: &[&str]) -> Piggyback {
    let mut rulings = <Piggyback as Game>::Options::default();
    for option in options {
        let (key, value) = option.split_once('=').expect("key=value");
        rulings.set(key, value).unwrap();
    }
    Piggyback::start(&rulings)
}

/// Who is asked; nobody while a die is due or the game is over.
pub(crate) fn asked(game: &Piggyback) -> Option<Seat> {
    match game.turn() {
        Turn::Act(seats) => Some(seats.first()),
        _ => None,
    }
}

/// The step that this text is now: `c3-c4` of the seat that is asked, or `@4`.
pub(crate) fn step(game: &Piggyback, text: &str) -> Result<Step<Piggyback>, Refusal> {
    if text.starts_with('@') {
        return text.parse().map(Step::Chance);
    }
    Ok(Step::Act(asked(game).unwrap_or(Seat::One), text.parse()?))
}

/// Plays steps parted by commas.
pub(crate) fn play(game: &mut Piggyback, steps: &str) {
    for text in steps.split(',').map(str::trim) {
        let step = step(game, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        game.try_play(&step, &mut Log::off()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// The position with these steps played.
pub(crate) fn after(position: &str, steps: &str) -> Piggyback {
    let mut game = at(position);
    play(&mut game, steps);
    game
}

/// What can follow, as texts in byte order: options, or outcomes of chance.
pub(crate) fn options(game: &Piggyback) -> Vec<String> {
    let mut texts: Vec<String> = match asked(game) {
        Some(seat) => {
            let mut actions = Vec::new();
            game.options(seat, &mut actions);
            actions.iter().map(Action::to_string).collect()
        }
        None => {
            let mut odds = Odds::default();
            game.odds(&mut odds);
            odds.outcomes.iter().map(|(throw, _)| throw.to_string()).collect()
        }
    };
    texts.sort();
    texts
}

/// The rule that refuses this text now; panics when it is legal or when a refusal changes something.
pub(crate) fn refused(game: &Piggyback, text: &str) -> &'static str {
    let refusal = match step(game, text) {
        Err(refusal) => refusal,
        Ok(step) => {
            let mut tried = *game;
            let refusal = tried.try_play(&step, &mut Log::off()).expect_err(text);
            assert_eq!(tried, *game, "a refused step changes nothing");
            refusal
        }
    };
    refusal.rule
}

/// `move two`, `attack-roll`, `over draw`: the wait with its seat, as in the cases of the spec.
pub(crate) fn wait(game: &Piggyback) -> String {
    let name = game.wait().name();
    match game.turn() {
        Turn::Act(seats) => format!("{name} {}", seats.first()),
        Turn::Chance => name.to_owned(),
        Turn::Over(outcome) => format!("{name} {}", outcome.name()),
    }
}

/// The groups of a seat as the cases write them: `b2*2+gm c3`, or `-`.
pub(crate) fn groups(game: &Piggyback, seat: Seat) -> String {
    let mut groups: Vec<String> = game
        .army(seat)
        .iter()
        .map(|(space, group)| {
            let units = if group.units > 1 { format!("*{}", group.units) } else { String::new() };
            let pieces = if group.pieces.is_empty() { String::new() } else { format!("+{}", group.pieces) };
            format!("{space}{units}{pieces}")
        })
        .collect();
    groups.sort();
    if groups.is_empty() { "-".into() } else { groups.join(" ") }
}

/// The lying pieces as the cases write them: `a4=g c5=y`, or `-`.
pub(crate) fn lying(game: &Piggyback) -> String {
    let mut pieces: Vec<String> = piggyback::Colour::ALL
        .into_iter()
        .flat_map(|colour| game.lying(colour).iter().map(move |at| format!("{at}={}", colour.letter())))
        .collect();
    pieces.sort();
    if pieces.is_empty() { "-".into() } else { pieces.join(" ") }
}

/// Counts by colour: `2212`.
pub(crate) fn counts(pieces: piggyback::Pieces) -> String {
    piggyback::Colour::ALL.map(|colour| pieces.count(colour).to_string()).concat()
}

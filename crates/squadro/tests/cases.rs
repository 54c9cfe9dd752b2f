//! Runs the test cases of the spec.

use std::collections::BTreeSet;

use squadro::{Event, Squadro, seat, side};
use table::{Game, Log, Refusal, Show, Step, Turn};

/// Reads one case; gives what was expected and what happened in the same words.
fn run(case: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (before, expected) = case.split_once(" → ").expect("an arrow");
    let (before, action) = before.split_once(": ").expect("an action");
    let parts: Vec<&str> = before.split([' ', '/']).filter(|part| !part.is_empty()).collect();
    let (top, left, mover) = (parts[0], parts[1], parts[2].trim_end_matches(','));
    let quiet = parts.get(4).unwrap_or(&"0");
    let mut game = Squadro::set_up(&format!("{top} {left} {mover} {quiet}")).expect("a position");

    let (mover, action) = action.split_once(' ').unwrap_or((mover, action));
    let mut log = Log::on();
    let untouched = game;
    let happened = match play(&mut game, mover, action, &mut log) {
        Err(refusal) => {
            assert_eq!(game, untouched, "a refusal changes nothing");
            BTreeSet::from([format!("refused {}", refusal.rule)])
        }
        Ok(()) => facts(&game, &log.into_events(), expected.contains("quiet")),
    };
    (expected.split(", ").map(String::from).collect(), happened)
}

fn play(game: &mut Squadro, mover: &str, action: &str, log: &mut Log<Event>) -> Result<(), Refusal> {
    let mover = seat(mover).expect("a side");
    game.try_play(&Step::Act(mover, action.parse()?), log)
}

fn facts(game: &Squadro, events: &[Event], count: bool) -> BTreeSet<String> {
    let line = game.to_string();
    let fields: Vec<&str> = line.split(' ').collect();
    let mut facts = BTreeSet::from([format!("{} / {}", fields[0], fields[1])]);
    if count {
        facts.insert(format!("quiet {}", fields[3]));
    }
    for event in events {
        match event {
            Event::Turned { .. } => facts.insert("turned".into()),
            Event::Home { .. } => facts.insert("home".into()),
            Event::Won { seat } => facts.insert(format!("{} wins", side(*seat))),
            Event::Drawn => facts.insert("drawn".into()),
            _ => false,
        };
    }
    let over = matches!(game.turn(), Turn::Over(_));
    let told = events.iter().any(|event| matches!(event, Event::Won { .. } | Event::Drawn));
    assert_eq!(over, told, "the end is told");
    facts
}

#[test]
fn the_cases_of_the_spec() {
    let mut seen = BTreeSet::new();
    let mut number = 0;
    for line in include_str!("cases/spec.txt").lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            number = heading.split_once(". ").and_then(|(n, _)| n.parse().ok()).unwrap_or(number);
        } else if !line.is_empty() {
            let (expected, happened) = run(line);
            assert_eq!(happened, expected, "case {number}: {line}");
            seen.insert(number);
        }
    }
    assert_eq!(seen, (1..=17).collect(), "every case of the spec is run");
}

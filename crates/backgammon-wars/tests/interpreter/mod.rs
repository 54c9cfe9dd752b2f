//! One small interpreter of the language that the spec's cases are written in.
//!
//! A case is a position (the lines that `Show::set_up` reads), then `> STEP` (played), `+ ACTION` (offered),
//! `- ACTION RULE` (refused by that rule) and `= FACT`.

use backgammon_wars::{Action, BackgammonWars, Chance, Early, Kind, View, Wait};
use table::{Game, Log, Odds, Refusal, Seat, Show, Step, Turn, Viewer};

/// The rest of a case after the first of these is no position any more.
const DOING: [&str; 4] = ["> ", "+ ", "- ", "= "];

/// Runs every case of a file and gives their number.
#[allow(dead_code, reason = "not every test has a file")]
pub(crate) fn run(file: &str) -> usize {
    let mut count = 0;
    let mut faults = Vec::new();
    let text = format!("\n{file}");
    for case in text.split("\ncase ").skip(1) {
        count += 1;
        if let Err(fault) = run_case(case) {
            faults.push(format!("case {}\n    {fault}", case.lines().next().unwrap_or_default()));
        }
    }
    assert!(faults.is_empty(), "{} of {count} cases fail\n{}", faults.len(), faults.join("\n"));
    count
}

/// Runs one case without a title.
#[allow(dead_code, reason = "not every test has such cases")]
pub(crate) fn case(text: &str) {
    if let Err(fault) = run_lines(text) {
        panic!("{fault}");
    }
}

fn run_case(case: &str) -> Result<(), String> {
    run_lines(case.split_once('\n').map_or("", |(_, lines)| lines))
}

fn run_lines(text: &str) -> Result<(), String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let doing = |line: &&str| DOING.iter().any(|sign| line.starts_with(sign));
    let head = lines.iter().position(doing).unwrap_or(lines.len());
    let mut game =
        BackgammonWars::set_up(&lines[..head].join("\n")).map_err(|refusal| refusal.to_string())?;
    for line in &lines[head..] {
        do_line(&mut game, line).map_err(|fault| format!("{line}: {fault}"))?;
    }
    Ok(())
}

fn do_line(game: &mut BackgammonWars, line: &str) -> Result<(), String> {
    let (sign, text) = line.split_at(2);
    match sign {
        "> " => play(game, text).map_err(|refusal| format!("refused by {refusal}; {}", options(game))),
        "+ " => {
            let action: Action = text.parse().map_err(|refusal: Refusal| refusal.to_string())?;
            let seat = asked(game).ok_or("nobody is asked")?;
            let offered = options(game).split("; ").any(|option| option == text);
            match game.check(seat, &action) {
                Ok(()) if offered => Ok(()),
                Ok(()) => Err("legal, but not offered".into()),
                Err(refusal) => Err(format!("refused by {refusal}; {}", options(game))),
            }
        }
        "- " => {
            let (text, rule) = text.rsplit_once(' ').ok_or("no rule")?;
            let mut copy = game.clone();
            match play(&mut copy, text) {
                Ok(()) => Err("not refused".into()),
                Err(refusal) if refusal.rule == rule && copy == *game => Ok(()),
                Err(refusal) => Err(format!("refused by {refusal}")),
            }
        }
        _ => fact(game, text),
    }
}

fn play(game: &mut BackgammonWars, text: &str) -> Result<(), Refusal> {
    let step = if text.starts_with('@') {
        Step::Chance(text.parse::<Chance>()?)
    } else {
        Step::Act(asked(game).unwrap_or(Seat::One), text.parse::<Action>()?)
    };
    game.try_play(&step, &mut Log::off())
}

fn asked(game: &BackgammonWars) -> Option<Seat> {
    match game.turn() {
        Turn::Act(seats) => Some(seats.first()),
        _ => None,
    }
}

fn options(game: &BackgammonWars) -> String {
    let mut out = Vec::new();
    asked(game).into_iter().for_each(|seat| game.options(seat, &mut out));
    let mut texts: Vec<String> = out.iter().map(Action::to_string).collect();
    texts.sort_unstable();
    texts.join("; ")
}

fn fact(game: &BackgammonWars, fact: &str) -> Result<(), String> {
    let (head, rest) = fact.split_once(' ').ok_or("no fact")?;
    let view = game.view(Viewer::Judge);
    let is = match head {
        "one" | "two" => {
            let seat: Seat = head.parse().expect("a seat");
            let wanted: Vec<&str> = rest.split(' ').collect();
            let places = wanted.iter().map(|place| {
                let name = place.split(':').next().unwrap_or_default();
                format!("{name}:{}", stands(&view, seat, name))
            });
            places.collect::<Vec<_>>().join(" ")
        }
        "act" => match (asked(game), game.wait()) {
            (Some(seat), Some(wait)) => format!("{seat} {}", wait.name()),
            _ => format!("{:?}", game.turn()),
        },
        "chance" => match (game.turn(), game.wait()) {
            (Turn::Chance, Some(wait)) => wait.name().into(),
            _ => format!("{:?}", game.wait().map(Wait::name)),
        },
        "odds" => {
            let mut odds = Odds::default();
            game.odds(&mut odds);
            odds.outcomes.len().to_string()
        }
        "dice" => {
            let mut dice: Vec<u8> = game.dice().rolled().chain(game.dice().extra()).collect();
            dice.sort_unstable();
            let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
            dash(dice.join(","))
        }
        "options" => options(game),
        "over" => match game.turn().outcome() {
            Some(outcome) => match outcome.winner {
                Some(seat) => format!("win {seat} {}", outcome.reason),
                None => format!("draw - {}", outcome.reason),
            },
            None => format!("{:?}", game.turn()),
        },
        "fire" => dash(if view.tokens.fire == 0 { String::new() } else { view.tokens.fire.to_string() }),
        "discard" => dash(names(view.discards.iter().map(|card| card.name()))),
        "pile" => view.pile.to_string(),
        "barrier" | "stolen" | "shown" | "sees" | "last" => {
            let (who, _) = rest.split_once(' ').ok_or("no seat")?;
            let seat: Seat = who.parse().map_err(|_| "no seat")?;
            let value = match head {
                "barrier" => number(view.tokens.barrier[seat]),
                "stolen" => number(view.stolen[seat]),
                "shown" => names(view.hands[seat].shown.iter().map(|card| card.name())),
                "last" => pair(view.last[seat].numbers()),
                _ => match game.view(Viewer::Seat(seat)).early[!seat] {
                    Early::Seen(roll) => pair(roll.numbers()),
                    Early::None | Early::Hidden => String::new(),
                },
            };
            // What the other seat sees of its own coming roll is asked for by the seat itself.
            let own = head == "sees" && matches!(game.view(Viewer::Seat(seat)).early[seat], Early::Seen(_));
            format!("{who} {}", if own { "its own".into() } else { dash(value) })
        }
        other => return Err(format!("no fact is called {other}")),
    };
    if is == rest { Ok(()) } else { Err(format!("it is: {is}")) }
}

/// What stands on a place, as it is written in cases.
fn stands(view: &View, seat: Seat, place: &str) -> String {
    let text = match place {
        "wall" => view.board.wall(seat).to_string(),
        "off" => view.board.off(seat).to_string(),
        "hand" => names(view.hands[seat].cards.iter().map(|card| card.name())),
        point => {
            let stack = view.board.stack(seat, point.parse().expect("a point"));
            let letters = |kinds: Vec<Kind>| kinds.into_iter().map(Kind::letter).collect::<String>();
            match (stack.owner() == Some(seat), stack.is_trap()) {
                (true, false) => letters(stack.kinds().collect()),
                (true, true) => letters(stack.kinds().skip(1).collect()),
                (false, true) => format!("({})", letters(stack.kinds().take(1).collect())),
                (false, false) => String::new(),
            }
        }
    };
    dash(text)
}

fn dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

fn number(n: u8) -> String {
    if n == 0 { String::new() } else { n.to_string() }
}

fn pair(numbers: Option<[u8; 2]>) -> String {
    numbers.map_or_else(String::new, |[high, low]| format!("{high}-{low}"))
}

fn names(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(",")
}

//! A small language for cases. A script is a position, then lines that do something or say what must be so.
//!
//! **Positions**: `C RU SA / c(infested) wi; sh on RU; two active`. Capitals are One's pawns (Citizens), small
//! letters Two's (Hoods), `5` the five Alpha pawns; they stand at y 1000 and 7000, x 800, 1500, 2200 … as listed;
//! in brackets what a Captain copies. After semicolons: `two active`, `starts one`, `sh on RU`, `lost RU GU`,
//! `RU at 2200,1000`, `o3 out`, `o1 at 3652,3799/3000`, `turns 99`, `score 1,0`, options as `infested=many`. Or
//! `start format=five` for a new match.
//!
//! **Doing**: `one pass`, `@two` (steps of a record), `shot RU: RU-o5, wi-o3, wi↓, RU rests 4000,3500` (felt
//! contacts, falls and resting places in order: the physics is left out).
//!
//! **What must be so**: the other words in [`Case::line`].

use std::collections::BTreeSet;

use pitch_out::{Action, Block, Event, Fate, Name, Obstacle, Piece, PitchOut, Report, Rulings, Wait};
use table::{Game, Log, Odds, OptionList, Seat, Show, Step, Turn, Viewer};

const PAWNS: [(&str, Name); 13] = [
    ("c", Name::Captain),
    ("as", Name::Assassin),
    ("ru", Name::Runner),
    ("gu", Name::Guard),
    ("im", Name::Immortal),
    ("ma", Name::Major),
    ("co", Name::Commando),
    ("sa", Name::Sapper),
    ("in", Name::Infested),
    ("sh", Name::Shadow),
    ("wi", Name::Witch),
    ("g1", Name::Golem1),
    ("g2", Name::Golem2),
];
const BLOCKS: [&str; 5] =
    ["o1 at 1150,1650/0", "o2 at 6500,1650/0", "o3 at 1150,6350/0", "o4 at 6500,6350/0", "o5 at 4000,4000/0"];

/// Runs a script and gives the table at its end.
pub(crate) fn run(script: &str) -> PitchOut {
    let mut lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut case = Case::new(lines.next().expect("a position"));
    for line in lines {
        case.line(line);
    }
    case.game
}

struct Case {
    game: PitchOut,
    events: Vec<Event>,
    lost: BTreeSet<String>,
}

impl Case {
    fn new(line: &str) -> Case {
        if let Some(options) = line.strip_prefix("start") {
            let mut rulings = Rulings::default();
            for pair in options.split_whitespace() {
                let (key, value) = pair.split_once('=').unwrap();
                rulings.set(key, value).unwrap();
            }
            return Case { game: PitchOut::start(&rulings), events: Vec::new(), lost: BTreeSet::new() };
        }
        let text = position(line);
        let game = PitchOut::set_up(&text).unwrap_or_else(|refusal| panic!("{line}: {text}: {refusal}"));
        let lost = eliminated(&game);
        Case { game, events: Vec::new(), lost }
    }

    fn line(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let game = &self.game;
        match word {
            "one" | "two" => self.play(line),
            _ if word.starts_with('@') => self.play(line),
            "shot" => self.shot(rest),
            // `asks one: pass, swap runner`: these options and controls, and no other.
            "asks" => {
                let (seat, expected) = rest.split_once(':').unwrap();
                let expected: BTreeSet<&str> = expected.split(',').map(str::trim).collect();
                let asked = choices(game, seat.parse().unwrap());
                assert_eq!(asked.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected, "{line}");
            }
            "count" => {
                let (seat, count) = rest.split_once(' ').unwrap();
                assert_eq!(choices(game, seat.parse().unwrap()).len().to_string(), count, "{line}");
            }
            "wait" => assert_eq!(waits(game), rest, "{line}"),
            "refused" => {
                let (rule, step) = rest.split_once(' ').unwrap();
                let refusal = Step::read(step).and_then(|step| game.clone().try_play(&step, &mut Log::off()));
                assert_eq!(refusal.expect_err(line).rule, rule, "{line}");
            }
            "legal" => {
                let step = Step::read(rest).unwrap();
                game.clone().try_play(&step, &mut Log::off()).unwrap_or_else(|r| panic!("{line}: {r}"));
            }
            // Who is out since the position: `out RU wi`, or `out -`.
            "out" => {
                let out: BTreeSet<String> = eliminated(game).difference(&self.lost).cloned().collect();
                assert_eq!(out, names(rest), "{line}");
            }
            "waiting" => assert_eq!(with(game, |fate| fate == Fate::Waiting), names(rest), "{line}"),
            "golems" => {
                let in_play = with(game, |fate| matches!(fate, Fate::InPlay(_) | Fate::Waiting));
                let golems = in_play.iter().filter(|name| name.starts_with('g') && *name != "gu").count();
                assert_eq!(golems.to_string(), rest, "{line}");
            }
            "at" => {
                let (pawn, place) = rest.split_once(' ').unwrap();
                let (seat, name) = pawn_of(pawn);
                let spot = game.squad(seat).spot(name).unwrap_or_else(|| panic!("{line}: not on the table"));
                assert_eq!(spot.to_string(), place, "{line}");
            }
            "lies" => {
                let (block, lie) = rest.split_once(' ').unwrap();
                let lies = game.lie(block.parse().unwrap()).expect(line);
                assert_eq!(lies.to_string(), lie, "{line}");
            }
            "on" => {
                let stack = game.stack().map(|stack| {
                    format!("{} {}", short(Seat::Two, stack.rider), short(Seat::One, stack.below))
                });
                assert_eq!(stack.as_deref().unwrap_or("-"), rest, "{line}");
            }
            "copies" => {
                let (seat, copy) = rest.split_once(' ').unwrap();
                let copies = game.copy(seat.parse().unwrap()).map_or("-", Name::text);
                assert_eq!(copies, copy, "{line}");
            }
            "blocks" => {
                let lying = Block::ALL.into_iter().filter(|&block| game.lie(block).is_some());
                assert_eq!(lying.map(Block::text).collect::<Vec<_>>().join(" "), rest, "{line}");
            }
            "stored" => assert_eq!(stored(game), rest, "{line}"),
            "round" => {
                let told = self.events.iter().find_map(|event| match event {
                    Event::Round { seat, why, .. } => Some(format!("{seat} {}", why.text())),
                    _ => None,
                });
                assert_eq!(told.as_deref(), Some(rest), "{line}");
            }
            "score" => {
                let [one, two] = game.score().0;
                assert_eq!(format!("{one} {two}"), rest, "{line}");
            }
            "over" => {
                let Turn::Over(outcome) = game.turn() else { panic!("{line}: not over") };
                assert_eq!(format!("{} {}", outcome.name(), outcome.reason), rest, "{line}");
            }
            // `told opened one=1600`: such an event was told, with these fields.
            "told" => assert!(self.told(rest), "{line}: {:?}", self.events),
            "silent" => assert!(!self.told(rest), "{line}: {:?}", self.events),
            "odds" => self.odds(rest),
            "shaken" => {
                let (tremor, aim) = rest.split_once(' ').unwrap();
                self.play(tremor);
                let told = self.events.iter().find_map(|event| match event {
                    Event::Shot { angle, power, .. } => Some(format!("{angle}@{power}")),
                    _ => None,
                });
                assert_eq!(told.as_deref(), Some(aim), "{line}");
            }
            // `unknown two to one 5`: so many of Two's pawns to deploy are hidden from One.
            "unknown" => {
                let [seat, _, viewer, count] = rest.split(' ').collect::<Vec<_>>()[..] else { panic!() };
                let view = game.view(Viewer::Seat(viewer.parse().unwrap()));
                let seat = seat.parse().unwrap();
                assert_eq!(view.hidden[seat].hand.to_string(), count, "{line}");
                assert!(count == "0" || view.table.squad(seat).with(Fate::Hand).is_empty(), "{line}");
            }
            _ => panic!("`{line}` means nothing"),
        }
    }

    fn play(&mut self, line: &str) {
        let step = Step::read(line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        let mut log = Log::on();
        self.game.try_play(&step, &mut log).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        self.events = log.into_events();
    }

    fn shot(&mut self, text: &str) {
        let (active, text) = text.split_once(": ").unwrap();
        let (seat, name) = pawn_of(active);
        let mut report = Report::default();
        for part in text.split(", ") {
            if let Some((piece, place)) = part.split_once(" rests ") {
                let place = place.replace('/', ",");
                let numbers: Vec<i32> = place.split(',').map(|n| n.parse().unwrap()).collect();
                let turn = numbers.get(2).copied().unwrap_or(0);
                report.rest.push((piece_of(piece), discs::Place { x: numbers[0], y: numbers[1], turn }));
                continue;
            }
            for part in part.split(' ') {
                if let Some(pushed) = part.strip_suffix("↓o") {
                    report.falls.push(piece_of(pushed));
                    report.pushed.push(piece_of(pushed));
                } else if let Some(fallen) = part.strip_suffix('↓') {
                    report.falls.push(piece_of(fallen));
                } else {
                    let (a, b) = part.split_once('-').unwrap();
                    let pair = (piece_of(a), piece_of(b));
                    report.felt.push(pair);
                    match pair {
                        (Piece::Pawn(s, n), Piece::Block(block)) if (s, n) == (seat, name) => {
                            report.last = Some(block);
                        }
                        _ => {}
                    }
                }
            }
        }
        let mut log = Log::on();
        self.game.referee(seat, name, &report, &mut log).unwrap_or_else(|r| panic!("{text}: {r}"));
        self.events = log.into_events();
    }

    fn told(&self, text: &str) -> bool {
        let mut parts = text.split(' ');
        let name = parts.next().unwrap();
        let fields: Vec<(&str, &str)> = parts.map(|part| part.split_once('=').unwrap()).collect();
        self.events.iter().any(|event| {
            let json = serde_json::to_value(event).unwrap();
            let is = |(key, value): &(&str, &str)| match &json[*key] {
                serde_json::Value::String(text) => text == value,
                other => *value == format!("{other}"),
            };
            json["event"] == name && fields.iter().all(is)
        })
    }

    fn odds(&self, text: &str) {
        let mut odds = Odds::default();
        self.game.odds(&mut odds);
        let (counts, weights) = text.split_once(": ").unwrap();
        assert_eq!(format!("{} of {}", odds.outcomes.len(), odds.total()), counts);
        for pair in weights.split(' ') {
            let (outcome, weight) = pair.split_once('=').unwrap();
            let found = odds.outcomes.iter().find(|(chance, _)| chance.to_string() == outcome);
            assert_eq!(found.unwrap().1.to_string(), weight, "{outcome}");
        }
    }
}

/// The text for `set_up`.
fn position(line: &str) -> String {
    let mut parts = line.split("; ");
    let (one, two) = parts.next().unwrap().split_once(" / ").unwrap();
    let mut text = String::new();
    let extras: Vec<&str> = parts.collect();
    let find = |word: &str| extras.iter().find_map(|extra| extra.strip_prefix(word));
    let sides = [one.replace('5', "C AS RU GU IM"), two.replace('5', "c as ru gu im")];
    for (seat, side) in Seat::BOTH.into_iter().zip(&sides) {
        text += &format!(" {seat}");
        let y = if seat == Seat::One { 1000 } else { 7000 };
        for (i, pawn) in side.split(' ').enumerate() {
            let (pawn, copies) = pawn.split_once('(').unwrap_or((pawn, ""));
            let name = pawn_of(pawn).1;
            let place = match (find(&format!("{pawn} at ")), find(&format!("{pawn} on "))) {
                (Some(place), _) => place.to_owned(),
                (_, Some(below)) => format!("on-{}", pawn_of(below).1),
                _ => format!("{},{y}", 800 + 700 * i),
            };
            text += &format!(" {name}:{place}");
            if let Some(copies) = copies.strip_suffix(')') {
                text += &format!(" {copies}:out copies:{copies}");
            }
        }
        let lost = find("lost ").unwrap_or("").split(' ').filter(|name| !name.is_empty()).map(pawn_of);
        for (_, name) in lost.filter(|(owner, _)| *owner == seat) {
            text += &format!(" {name}:out");
        }
    }
    for block in BLOCKS {
        let (block, lie) = block.split_once(" at ").unwrap();
        if !extras.contains(&format!("{block} out").as_str()) {
            text += &format!(" {block}:{}", find(&format!("{block} at ")).unwrap_or(lie));
        }
    }
    for extra in &extras {
        match extra.split_once(' ') {
            Some((seat, "active")) => text += &format!(" turn:{seat}"),
            Some((word @ ("starts" | "turns" | "score" | "first"), value)) => {
                text += &format!(" {word}:{value}")
            }
            None => text += &format!(" {extra}"),
            _ => {}
        }
    }
    let elite = Name::ALL.into_iter().filter(|name| name.is_elite() || name.is_golem());
    let advanced = elite.into_iter().any(|name| text.contains(&format!("{name}:")));
    if advanced && !text.contains("format=") {
        text += " format=five";
    }
    text
}

fn pawn_of(text: &str) -> (Seat, Name) {
    let seat = if text.starts_with(|c: char| c.is_uppercase()) { Seat::One } else { Seat::Two };
    let found = PAWNS.iter().find(|(short, _)| *short == text.to_lowercase());
    (seat, found.unwrap_or_else(|| panic!("{text} is no pawn")).1)
}

fn piece_of(text: &str) -> Piece {
    text.parse().map_or_else(
        |()| {
            let (seat, name) = pawn_of(text);
            Piece::Pawn(seat, name)
        },
        Piece::Block,
    )
}

fn short(seat: Seat, name: Name) -> String {
    let short = PAWNS[name as usize].0;
    if seat == Seat::One { short.to_uppercase() } else { short.into() }
}

fn names(text: &str) -> BTreeSet<String> {
    text.split(' ').filter(|name| *name != "-").map(String::from).collect()
}

fn with(game: &PitchOut, is: impl Fn(Fate) -> bool) -> BTreeSet<String> {
    let seat =
        |seat| game.squad(seat).iter().filter(|(_, fate)| is(*fate)).map(move |(name, _)| short(seat, name));
    Seat::BOTH.into_iter().flat_map(seat).collect()
}

fn eliminated(game: &PitchOut) -> BTreeSet<String> {
    with(game, |fate| fate == Fate::Eliminated)
}

fn stored(game: &PitchOut) -> String {
    let mut texts = Vec::new();
    for block in Block::ALL {
        if let Obstacle::Lies { stored, .. } = game.obstacle(block) {
            let owner = if block < Block::O3 { Seat::One } else { Seat::Two };
            texts.extend(stored.iter().map(|name| format!("{block}={}", short(owner, name))));
        }
    }
    if texts.is_empty() { "-".into() } else { texts.join(" ") }
}

/// Options, and controls without their numbers: `flick runner`, `sap`.
fn choices(game: &PitchOut, seat: Seat) -> BTreeSet<String> {
    assert!(game.turn().asks(seat), "{seat} is not asked: {:?}", game.wait());
    let mut options: Vec<Action> = Vec::new();
    game.options(seat, &mut options);
    let controls = game.prompt(seat).controls.into_iter().map(|control| {
        let end = control.form.find(" {").unwrap();
        control.form[..end].to_owned()
    });
    options.iter().map(ToString::to_string).chain(controls).collect()
}

fn waits(game: &PitchOut) -> String {
    let json = serde_json::to_value(game.wait()).unwrap();
    let name = json["wait"].as_str().unwrap().to_owned();
    match (game.wait(), game.turn()) {
        (Wait::Over { .. }, _) | (_, Turn::Chance | Turn::Over(_)) => name,
        (_, Turn::Act(seats)) => {
            let seats: Vec<&str> = seats.iter().map(Seat::name).collect();
            format!("{name} {}", seats.join(" "))
        }
    }
}

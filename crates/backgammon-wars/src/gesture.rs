//! Where a hand touches the board to choose an action, and what a touch can mean.
//!
//! Anchors: `p1` to `p24` are One's numbers for both seats, so that a place has one name whoever looks; `wall` and
//! `off` are those of the seat that acts; `card:parry` is a card of its hand; `die0`, `die1`, … are the unused dice,
//! the lowest first.

use serde_json::{Value, json};
use table::{Game, Gesture, Seat};

use crate::{
    Action, BackgammonWars, Card, Kind, Mark, Play, With,
    board::{OFF, WALL, each},
    plan::{Lanes, landing},
    units::{Purpose, target_of},
};

/// The anchor of a seat's own number.
fn anchor(seat: Seat, place: u8) -> String {
    match (seat, place) {
        (_, WALL) => "wall".into(),
        (_, OFF) => "off".into(),
        (Seat::One, point) => format!("p{point}"),
        (Seat::Two, point) => format!("p{}", 25 - point),
    }
}

/// The own number of an anchor.
fn place(seat: Seat, anchor: &str) -> Option<u8> {
    match anchor {
        "wall" => Some(WALL),
        "off" => Some(OFF),
        _ => {
            let point = anchor.strip_prefix('p')?.parse().ok().filter(|p| (1..=24).contains(p))?;
            Some(if seat == Seat::One { point } else { 25 - point })
        }
    }
}

pub(crate) fn gesture(game: &BackgammonWars, seat: Seat, action: Action) -> Gesture {
    let at = |place| anchor(seat, place);
    match action {
        Action::Roll => Gesture::button().key('r'),
        Action::Shoot => Gesture::button().key('s'),
        Action::Hex => Gesture::button().key('h'),
        Action::Double => Gesture::button().key('d'),
        Action::Draw => Gesture::button().key('c'),
        Action::End => Gesture::button().key('e'),
        Action::Pass => Gesture::button().key('p'),
        Action::Keep(high, low) => Gesture::button().preview(json!({ "dice": [high, low] })),
        Action::Move { kind, from, to, mark } => {
            let kind = kind.unwrap_or(Kind::Warrior);
            Gesture::between(at(from), at(to)).preview(landing_preview(game, seat, &[kind], from, to, mark))
        }
        Action::Shot { from, to } => Gesture::between(at(from), at(to)).preview(captured(game, seat, to)),
        Action::Push { from, to, fire } => {
            Gesture::between(at(from), at(to)).preview(pushed(game, seat, from, to, fire))
        }
        Action::Play(play) => card_gesture(game, seat, play),
    }
}

fn card_gesture(game: &BackgammonWars, seat: Seat, Play { card, with }: Play) -> Gesture {
    let from_card = format!("card:{card}");
    let at = |place| anchor(seat, place);
    match with {
        With::Nothing | With::Hitter { .. } => Gesture::on(from_card),
        With::Die(die) => {
            let index = game.dice.all().iter().position(|&other| other == die).unwrap_or_default();
            Gesture::between(from_card, format!("die{index}"))
        }
        With::Point(point) => {
            let preview = if card == Card::Strafing { captured(game, seat, point) } else { Value::Null };
            Gesture::between(from_card, at(point)).preview(preview)
        }
        With::Line { from, to } => {
            let preview = match card {
                Card::Shove => {
                    let beyond = to + to - from;
                    pushed(game, seat, to, beyond, game.fire_of(seat) == Some(beyond))
                }
                _ => captured(game, seat, to),
            };
            Gesture::between(from_card, at(to)).preview(preview)
        }
        With::Pair { first, second, from, to, mark } => Gesture::between(from_card, at(to))
            .preview(landing_preview(game, seat, &[first, second], from, to, mark)),
        With::Unit { kind, to, mark } => {
            Gesture::between(from_card, at(to)).preview(landing_preview(game, seat, &[kind], WALL, to, mark))
        }
    }
}

/// Where units would stand: a list of who goes from where to where; `wall` of another seat is `wall:two`.
fn landing_preview(game: &BackgammonWars, seat: Seat, kinds: &[Kind], from: u8, to: u8, mark: Mark) -> Value {
    let end = if mark == Mark::Fire { WALL } else { to };
    let mut moves: Vec<Value> = kinds
        .iter()
        .map(|&kind| json!({ "seat": seat, "kind": kind, "from": anchor(seat, from), "to": anchor(seat, end) }))
        .collect();
    if mark == Mark::Hit {
        moves.push(to_wall(game, seat, to));
    }
    json!({ "moves": moves, "trap": mark == Mark::Trap })
}

fn captured(game: &BackgammonWars, seat: Seat, to: u8) -> Value {
    json!({ "moves": [to_wall(game, seat, to)] })
}

/// The topmost enemy on `point` goes to its Wall.
fn to_wall(game: &BackgammonWars, seat: Seat, point: u8) -> Value {
    let kind = game.board.stack(seat, point).top();
    json!({ "seat": !seat, "kind": kind, "from": anchor(seat, point), "to": "wall" })
}

fn pushed(game: &BackgammonWars, seat: Seat, from: u8, to: u8, fire: bool) -> Value {
    let kind = game.board.stack(seat, from).top();
    let end = if fire { "wall".into() } else { anchor(seat, to) };
    json!({ "moves": [{ "seat": !seat, "kind": kind, "from": anchor(seat, from), "to": end }] })
}

pub(crate) fn attempt(game: &BackgammonWars, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
    if let Some(card) = from.strip_prefix("card:").and_then(|name| name.parse::<Card>().ok()) {
        return attempt_card(game, seat, card, to);
    }
    let Some(from) = place(seat, from) else { return Vec::new() };
    match (game.dice.purpose, to.map(|to| place(seat, to))) {
        (_, Some(None)) => Vec::new(),
        (Purpose::Move, Some(Some(to))) => move_readings(game, seat, from, to),
        (Purpose::Move, None) => {
            // A click plays the obvious die: the highest that is legal, else the highest.
            let mut legal = Vec::new();
            let mut others = Vec::new();
            for &die in game.dice.numbers().iter().rev() {
                for action in move_readings(game, seat, from, landing(from, die)) {
                    let fits = game.check(seat, &action).is_ok();
                    if fits { legal.push(action) } else { others.push(action) }
                }
            }
            legal.append(&mut others);
            legal
        }
        (Purpose::Shoot, Some(Some(to))) if on_board(from) && on_board(to) => vec![Action::Shot { from, to }],
        (Purpose::Shoot, None) if on_board(from) => {
            let dice = game.dice.numbers();
            let shots = dice.iter().rev().filter(|&&die| die <= 6);
            shots.map(|&die| Action::Shot { from, to: target_of(seat, from, die) }).collect()
        }
        (Purpose::Hex, Some(Some(to))) if on_board(from) && on_board(to) => {
            vec![push_reading(game, seat, from, to)]
        }
        (Purpose::Hex, None) if on_board(from) => {
            let dice = game.dice.numbers();
            let ends = dice.iter().rev().filter(|&&die| die < from);
            ends.map(|&die| push_reading(game, seat, from, from - die)).collect()
        }
        _ => Vec::new(),
    }
}

fn on_board(place: u8) -> bool {
    (1..=24).contains(&place)
}

fn push_reading(game: &BackgammonWars, seat: Seat, from: u8, to: u8) -> Action {
    Action::Push { from, to, fire: game.fire_of(seat) == Some(to) }
}

/// The moves from one place to another: the topmost unit first, capturing before trapping.
fn move_readings(game: &BackgammonWars, seat: Seat, from: u8, to: u8) -> Vec<Action> {
    if from == OFF || to == WALL {
        return Vec::new();
    }
    let mark = Lanes::of(game, seat).mark_at(to);
    if !game.options.is_fantasy() {
        return vec![Action::Move { kind: None, from, to, mark }];
    }
    let mut kinds: Vec<Kind> = Vec::new();
    if on_board(from) {
        kinds.extend(game.board.stack(seat, from).kinds());
        kinds.reverse();
    }
    kinds.extend(Kind::ALL);
    let mut readings = Vec::new();
    for kind in kinds {
        let there = game.board.has(seat, kind, from);
        for mark in [mark, Mark::Trap] {
            let reading = Action::Move { kind: Some(kind), from, to, mark };
            let fits = mark != Mark::Trap || kind == Kind::Warrior && there;
            if fits && there && !readings.contains(&reading) {
                readings.push(reading);
            }
        }
    }
    if readings.is_empty() {
        let trapped = if on_board(from) { game.board.stack(seat, from).kind(0) } else { Kind::Warrior };
        readings.push(Action::Move { kind: Some(trapped), from, to, mark });
    }
    readings
}

/// The plays of a card that end where the hand lets go; every play of it for a click.
fn attempt_card(game: &BackgammonWars, seat: Seat, card: Card, to: Option<&str>) -> Vec<Action> {
    let mut offered = Vec::new();
    game.options(seat, &mut offered);
    offered.retain(|action| matches!(action, Action::Play(play) if play.card == card));
    if let Some(to) = to {
        offered.retain(|&action| gesture(game, seat, action).to.as_deref() == Some(to));
    }
    if offered.is_empty() {
        offered.extend(refused_reading(game, seat, card, to));
    }
    offered
}

/// One reading of a card that cannot be played so, in order to hear why.
fn refused_reading(game: &BackgammonWars, seat: Seat, card: Card, to: Option<&str>) -> Option<Action> {
    let point = to.and_then(|to| place(seat, to)).filter(|&point| on_board(point));
    let from = each(game.board.occupied(seat)).find(|&from| on_board(from)).unwrap_or(1);
    let text = match card {
        Card::Thrust | Card::Shove | Card::Aimed => format!("play {card} {from}/{}", point?),
        Card::Strafing | Card::Abjuration | Card::Conjuration => format!("play {card} {}", point?),
        Card::Reincarnation => format!("play {card} w {}", point?),
        Card::Escort => format!("play {card} ww {from}/{}", point?),
        Card::Poison1
        | Card::Poison3
        | Card::Poison5
        | Card::Potion1
        | Card::Potion3
        | Card::Potion5
        | Card::Thief => {
            let die = game.dice.all().first().copied().unwrap_or(1);
            format!("play {card} {die}")
        }
        _ => format!("play {card}"),
    };
    text.parse().ok()
}

//! Pictures for the terminal, and where a hand touches the board.
//!
//! Anchors: `p1` to `p24` are One's numbers for both seats, so that a place has one name whoever looks; `wall` and
//! `off` are those of the seat that acts; `card:parry` is a card of its hand; `die0`, `die1`, … are the unused dice,
//! the lowest first.

use serde_json::{Value, json};
use table::{Game, Gesture, Refusal, Seat, Show, Words};

use crate::{
    Action, BackgammonWars, Card, Early, Kind, Mark, Play, View, With,
    board::{OFF, Stack, WALL, each},
    plan::landing,
    setup,
    units::{Purpose, target_of},
};

impl Show for BackgammonWars {
    fn picture(view: &View, words: &Words) -> String {
        Picture { view, words }.draw()
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        gesture(self, seat, *action)
    }

    fn attempt(view: &View, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        attempt(&view.without_secrets(), seat, from, to)
    }

    fn set_up(text: &str) -> Result<BackgammonWars, Refusal> {
        setup::set_up(text)
    }
}

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

fn gesture(game: &BackgammonWars, seat: Seat, action: Action) -> Gesture {
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

fn attempt(game: &BackgammonWars, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
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
    let mark = crate::plan::Lanes::of(game, seat).mark_at(to);
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

/// The board as text. One sits below and Two above; One's units are small letters, Two's are capitals.
struct Picture<'v> {
    view: &'v View,
    words: &'v Words,
}

/// How many rows of units are drawn; a higher stack ends with its number.
const ROWS: u8 = 5;

impl Picture<'_> {
    fn draw(&self) -> String {
        let mut out = String::new();
        let above: Vec<u8> = (13..=24).collect();
        let below: Vec<u8> = (1..=12).rev().collect();
        out += &self.numbers(&above, Seat::Two);
        out += &self.numbers(&above, Seat::One);
        out += &rule();
        (0..=ROWS).for_each(|row| out += &self.row(&above, row));
        out += &self.row_of(|_| String::new());
        (0..=ROWS).rev().for_each(|row| out += &self.row(&below, row));
        out += &rule();
        out += &self.numbers(&below, Seat::One);
        out += &self.numbers(&below, Seat::Two);
        out.push('\n');
        for seat in [Seat::Two, Seat::One] {
            out += &self.side(seat);
        }
        out += &self.middle();
        out
    }

    fn row_of(&self, cell: impl Fn(usize) -> String) -> String {
        let mut line = String::from("|");
        for column in 0..12 {
            if column == 6 {
                line.push_str(" |");
            }
            line.push_str(&format!("{:>4} ", cell(column)));
        }
        line.push_str(" |\n");
        line
    }

    fn numbers(&self, points: &[u8], seat: Seat) -> String {
        let mut line = String::from(" ");
        for (column, &point) in points.iter().enumerate() {
            if column == 6 {
                line.push_str("  ");
            }
            let own = if seat == Seat::One { point } else { 25 - point };
            line.push_str(&format!("{own:>4} "));
        }
        format!("{line}   {}\n", self.words.word(BackgammonWars::ID, seat.name()))
    }

    /// Row 0 lies at the edge and shows tokens, the units follow from the bottom of the stacks to their tops.
    fn row(&self, points: &[u8], row: u8) -> String {
        self.row_of(|column| {
            let point = points[column];
            match row.checked_sub(1) {
                None => self.tokens_on(point),
                Some(height) => self.unit(self.view.board.stack(Seat::One, point), height),
            }
        })
    }

    fn tokens_on(&self, point: u8) -> String {
        let tokens = &self.view.tokens;
        let mut text = String::new();
        if tokens.fire == point {
            text.push('*');
        }
        if tokens.barrier[Seat::One] == point {
            text.push('#');
        }
        if tokens.barrier[Seat::Two] == 25 - point {
            text.push('=');
        }
        text
    }

    fn unit(&self, stack: Stack, height: u8) -> String {
        if height >= stack.len() {
            return String::new();
        }
        if height == ROWS - 1 && stack.len() > ROWS {
            return stack.len().to_string();
        }
        let trapped = stack.is_trap() && height == 0;
        let owner = if trapped { stack.owner().map(|owner| !owner) } else { stack.owner() };
        let letter = self.letter(stack.kind(height), owner == Some(Seat::Two));
        if trapped { format!("({letter})") } else { letter.to_string() }
    }

    fn letter(&self, kind: Kind, capital: bool) -> char {
        match (self.view.options.is_fantasy(), capital) {
            (true, false) => kind.letter(),
            (true, true) => kind.letter().to_ascii_uppercase(),
            (false, false) => 'o',
            (false, true) => 'X',
        }
    }

    /// One side's Wall, units off, pips and hand.
    fn side(&self, seat: Seat) -> String {
        let view = self.view;
        let tally = |tally: crate::Tally| {
            let letters = tally.to_string();
            let kinds = letters.chars().filter_map(Kind::of_letter);
            let text: String = kinds.map(|kind| self.letter(kind, seat == Seat::Two)).collect();
            if text.is_empty() { "-".to_owned() } else { text }
        };
        let name = self.words.word(BackgammonWars::ID, seat.name());
        let mut line = format!("{name:<5} ");
        let mut say = |key: &str, value: String| {
            line += &format!("{} {value}  ", self.words.text(key));
        };
        say("backgammon-wars.show.pips", view.pips[seat].to_string());
        say("backgammon-wars.show.wall", tally(view.board.wall(seat)));
        say("backgammon-wars.show.off", tally(view.board.off(seat)));
        if view.stolen[seat] != 0 {
            say("backgammon-wars.show.stolen", view.stolen[seat].to_string());
        }
        match view.early[seat] {
            Early::None => {}
            Early::Hidden => say("backgammon-wars.show.early", "?-?".into()),
            Early::Seen(pair) => {
                let [high, low] = pair.numbers().unwrap_or_default();
                say("backgammon-wars.show.early", format!("{high}-{low}"));
            }
        }
        let mut out = line.trim_end().to_owned() + "\n";
        if view.options.is_fantasy() {
            out += &self.hand(seat);
        }
        out
    }

    fn hand(&self, seat: Seat) -> String {
        let hand = &self.view.hands[seat];
        let mut cards: Vec<String> = hand.cards.iter().map(|card| self.card(card)).collect();
        let hidden = usize::from(hand.size).saturating_sub(cards.len());
        cards.extend(std::iter::repeat_n("[?]".to_owned(), hidden));
        self.wrap(&format!("      {}", self.words.text("backgammon-wars.show.hand")), &cards)
    }

    fn card(&self, card: Card) -> String {
        format!("[{}]", card.name())
    }

    /// Words after a label, in lines of 78 columns at most.
    fn wrap(&self, label: &str, items: &[String]) -> String {
        let mut out = label.to_owned();
        let mut width = label.chars().count();
        if items.is_empty() {
            out += " -";
        }
        for item in items {
            if width + 1 + item.chars().count() > 78 {
                out += "\n       ";
                width = 7;
            }
            out.push(' ');
            out += item;
            width += 1 + item.chars().count();
        }
        out.push('\n');
        out
    }

    /// Dice, draw pile, discards, the card on the table, tokens.
    fn middle(&self) -> String {
        let view = self.view;
        let mut out = String::new();
        let dice: Vec<String> = view.dice.all().iter().map(u8::to_string).collect();
        let dice = if dice.is_empty() { "-".into() } else { dice.join(" ") };
        out += &format!(
            "{} {dice}   {} {}\n",
            self.words.text("backgammon-wars.show.dice"),
            self.words.text("backgammon-wars.show.turn"),
            view.turn
        );
        if !view.options.is_fantasy() {
            return out;
        }
        if let Some(play) = view.table {
            out += &format!("{} {play}\n", self.words.text("backgammon-wars.show.table"));
        }
        let discards: Vec<String> = view.discards.iter().map(|card| card.name().to_owned()).collect();
        let label = format!(
            "{} {}   {}",
            self.words.text("backgammon-wars.show.pile"),
            view.pile,
            self.words.text("backgammon-wars.show.discards")
        );
        out += &self.wrap(&label, &discards);
        if view.tokens.fire != 0 || view.tokens.barrier.0 != [0, 0] {
            out += &self.words.text("backgammon-wars.show.tokens");
            out.push('\n');
        }
        out
    }
}

fn rule() -> String {
    let half = "-".repeat(30);
    format!("+{half}-+{half}-+\n")
}

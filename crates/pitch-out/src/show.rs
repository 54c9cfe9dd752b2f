//! The table as text, and what a hand can touch. Anchors are `one:captain`, `o1`; the rest are buttons.

use serde_json::json;
use table::{BySeat, Game, Gesture, Refusal, Seat, Show, Turn, Value, Words};

use crate::{Action, Block, Fate, Name, Obstacle, Piece, PitchOut, Spot, View, Wait};

/// One's pawns are capital letters, Two's small ones.
const LETTERS: [char; 13] = ['C', 'A', 'R', 'G', 'I', 'M', 'K', 'S', 'F', 'H', 'W', 'X', 'Y'];
/// The picture of the table has at most so many columns and rows; a character is two dots by four.
const COLUMNS: usize = 60;
const ROWS: usize = 30;
/// Lines of text are no wider than this.
const WIDTH: usize = 78;

impl Show for PitchOut {
    fn picture(view: &View, words: &Words) -> String {
        let game = &view.table;
        let mut picture = Canvas::draw(game).text();
        let score = [
            ("one", Value::from(game.score[Seat::One])),
            ("two", game.score[Seat::Two].into()),
            ("turn", (game.turns + 1).into()),
            ("cap", game.rulings.cap.into()),
        ];
        picture += &wrapped(&words.say("pitch-out.board.score", &score), 0);
        for seat in Seat::BOTH {
            let squad = Squad { game, seat, unknown: view.hidden[seat].hand, words };
            picture += &squad.text();
        }
        picture += &wrapped(&obstacles(game, words), 0);
        if let Turn::Act(seats) = game.turn() {
            let names: Vec<String> = seats.iter().map(|seat| words.word(Self::ID, seat.name())).collect();
            let values = [("seats", names.join(", ").into())];
            picture += &wrapped(&words.say("pitch-out.board.asked", &values), 0);
        }
        picture
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        let own = |name: Name| Piece::Pawn(seat, name).to_string();
        let enemy = |name: Name| Piece::Pawn(!seat, name).to_string();
        let spot = |seat: Seat, name: Name| {
            let at = self.squads[seat].spot(name)?;
            Some(json!({ "x": at.x, "y": at.y }))
        };
        match *action {
            Action::Copy(name) | Action::Replace(name) => Gesture::on(own(name)),
            Action::Swap(name) => Gesture::on(own(name)).preview(spot(seat, Name::Guard).unwrap_or_default()),
            Action::Mount(name) => Gesture::on(enemy(name)).preview(spot(!seat, name).unwrap_or_default()),
            Action::Ban(name) => Gesture::on(enemy(name)),
            Action::Remove(block) => Gesture::on(block.text()),
            Action::Change { out, into } => Gesture::between(own(out), own(into)),
            Action::First(first) => Gesture::button().key(if first == Seat::One { '1' } else { '2' }),
            Action::Pass => Gesture::button().key('p'),
            Action::Roster(_)
            | Action::Open(..)
            | Action::Place(..)
            | Action::PlaceBlock(..)
            | Action::Flick(..)
            | Action::Sap(_) => Gesture::button(),
        }
    }

    fn attempt(view: &View, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        let token = |name: Name| !name.is_golem();
        match (view.table.wait, from.parse(), to.map(str::parse)) {
            (Wait::Change, Ok(Piece::Pawn(a, out)), Some(Ok(Piece::Pawn(b, into))))
                if a == seat && b == seat && token(out) && token(into) =>
            {
                vec![Action::Change { out, into }]
            }
            (wait, Ok(Piece::Pawn(owner, name)), None) => match wait {
                Wait::Copy if owner == seat && token(name) => vec![Action::Copy(name)],
                Wait::Replace if owner == seat && token(name) => vec![Action::Replace(name)],
                Wait::Guard { .. } if owner == seat => vec![Action::Swap(name)],
                Wait::Mount if owner != seat => vec![Action::Mount(name)],
                Wait::Ban if owner != seat && token(name) => vec![Action::Ban(name)],
                _ => Vec::new(),
            },
            (Wait::Remove { .. }, Ok(Piece::Block(block)), None) => vec![Action::Remove(block)],
            _ => Vec::new(),
        }
    }

    fn set_up(text: &str) -> Result<PitchOut, Refusal> {
        PitchOut::read(text)
    }
}

/// A seat's pawns in words.
struct Squad<'v> {
    game: &'v PitchOut,
    seat: Seat,
    unknown: u8,
    words: &'v Words,
}

impl Squad<'_> {
    fn text(&self) -> String {
        let Squad { game, seat, words, .. } = *self;
        let team = words.word(PitchOut::ID, game.rulings.team(seat).text());
        let mut text = format!("{}, {team}", words.word(PitchOut::ID, seat.name()));
        if let Some(copy) = game.copies[seat] {
            let copy = words.word(PitchOut::ID, copy.text());
            text += &format!(" ({})", words.say("pitch-out.board.copies", &[("name", copy.into())]));
        }
        let squad = &game.squads[seat];
        let place = |(name, spot): (Name, Spot)| {
            let letter = letter(seat, name);
            let mut text = format!("{letter} {} {spot}", self.name(name));
            if game.is_shadowed(seat, name) {
                text += &format!(" ({})", words.text("pitch-out.board.under"));
            }
            text
        };
        let standing: Vec<String> = squad.on_table().map(place).collect();
        let groups = [
            ("pitch-out.board.waiting", Fate::Waiting),
            ("pitch-out.board.hand", Fate::Hand),
            ("pitch-out.board.eliminated", Fate::Eliminated),
            ("pitch-out.board.banned", Fate::Banned),
        ];
        let mut lines = wrapped(&text, 0);
        lines += &wrapped(&listed(&standing), 2);
        if self.unknown > 0 {
            lines += &wrapped(&words.say("pitch-out.board.unknown", &[("count", self.unknown.into())]), 2);
        }
        for (key, fate) in groups {
            let names: Vec<String> = squad.with(fate).iter().map(|name| self.name(name)).collect();
            if !names.is_empty() {
                lines += &wrapped(&words.say(key, &[("names", names.join(", ").into())]), 2);
            }
        }
        lines
    }

    fn name(&self, name: Name) -> String {
        self.words.word(PitchOut::ID, name.text())
    }
}

fn letter(seat: Seat, name: Name) -> char {
    let letter = LETTERS[name as usize];
    if seat == Seat::One { letter } else { letter.to_ascii_lowercase() }
}

fn obstacles(game: &PitchOut, words: &Words) -> String {
    let mut texts = Vec::new();
    for block in Block::ALL {
        if let Obstacle::Lies { at, stored } = game.obstacles[block as usize] {
            let load = if stored.is_empty() { String::new() } else { format!(" +{}", stored.len()) };
            texts.push(format!("{block} {at}{load}"));
        }
    }
    if texts.is_empty() {
        return String::new();
    }
    words.say("pitch-out.board.obstacles", &[("list", listed(&texts).into())])
}

/// Lines of at most 78 columns, indented; what stands between the points of a list stays together.
fn wrapped(text: &str, indent: usize) -> String {
    let (mut lines, mut line) = (String::new(), " ".repeat(indent));
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if line.trim().is_empty() {
            line += word;
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line += &format!(" {word}");
        } else {
            lines += &format!("{line}\n");
            line = format!("{}{word}", " ".repeat(indent + 2));
        }
    }
    if !line.trim().is_empty() {
        lines += &format!("{line}\n");
    }
    lines.replace(KEPT, " ")
}

/// A blank at which no line is broken.
const KEPT: char = '\u{a0}';

/// A list with points between its items.
fn listed(items: &[String]) -> String {
    items.iter().map(|item| item.replace(' ', &KEPT.to_string())).collect::<Vec<_>>().join(" · ")
}

/// The table in braille dots, with letters on it; far side on top.
struct Canvas {
    columns: usize,
    rows: usize,
    /// 1/10 mm of a dot.
    unit: f64,
    dots: Vec<u8>,
    letters: Vec<Option<char>>,
}

impl Canvas {
    fn draw(game: &PitchOut) -> Canvas {
        let (width, depth) = (f64::from(game.rulings.width), f64::from(game.rulings.depth));
        let unit = (width / (2 * COLUMNS) as f64).max(depth / (4 * ROWS) as f64);
        let columns = (width / unit / 2.0).ceil() as usize;
        let rows = (depth / unit / 4.0).ceil() as usize;
        let cells = columns * rows;
        let mut canvas = Canvas { columns, rows, unit, dots: vec![0; cells], letters: vec![None; cells] };
        for seat in Seat::BOTH {
            let (near, far) = game.zone(seat);
            let line = if seat == Seat::One { far } else { near };
            let across = (0..2 * columns).step_by(4);
            across.for_each(|dot| canvas.dot(dot as f64 * unit, f64::from(line)));
        }
        for block in Block::ALL {
            if let Some(lie) = game.lie(block) {
                canvas.square(lie.x.into(), lie.y.into(), f64::from(lie.turn) / 100.0);
                let number = block.text().chars().last();
                canvas.letter(Spot { x: lie.x, y: lie.y }, 0, number);
            }
        }
        let spots = BySeat::from_fn(|seat| game.squads[seat].on_table());
        for (seat, pawns) in spots.iter() {
            for (name, spot) in pawns.clone() {
                let rides = seat == game.rulings.hoods && game.stack.is_some_and(|stack| stack.rider == name);
                canvas.ring(spot);
                canvas.letter(spot, usize::from(rides), Some(letter(seat, name)));
            }
        }
        canvas
    }

    fn dot(&mut self, x: f64, y: f64) {
        /// The dots of a braille character, row by row from the top.
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let (right, up) = ((x / self.unit).floor(), (y / self.unit).floor());
        let down = (4 * self.rows) as f64 - 1.0 - up;
        if right < 0.0 || down < 0.0 || right >= (2 * self.columns) as f64 || up < 0.0 {
            return;
        }
        let (right, down) = (right as usize, down as usize);
        self.dots[down / 4 * self.columns + right / 2] |= BITS[down % 4][right % 2];
    }

    fn ring(&mut self, spot: Spot) {
        for step in 0..24 {
            let turn = f64::from(step) * std::f64::consts::TAU / 24.0;
            let radius = f64::from(crate::RADIUS);
            self.dot(f64::from(spot.x) + radius * turn.cos(), f64::from(spot.y) + radius * turn.sin());
        }
    }

    fn square(&mut self, x: f64, y: f64, degrees: f64) {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let half = f64::from(crate::HALF_SIDE);
        let steps = (2.0 * half / self.unit * 2.0).ceil() as i32;
        let at = |step: i32| (2 * step - steps) as f64 / steps as f64 * half;
        for (u, v) in (0..=steps).flat_map(|i| (0..=steps).map(move |j| (at(i), at(j)))) {
            self.dot(x + u * cos - v * sin, y + u * sin + v * cos);
        }
    }

    fn letter(&mut self, spot: Spot, aside: usize, letter: Option<char>) {
        let column = (f64::from(spot.x) / self.unit / 2.0) as usize + aside;
        let up = (f64::from(spot.y) / self.unit / 4.0) as usize;
        let (column, up) = (column.min(self.columns - 1), up.min(self.rows - 1));
        self.letters[(self.rows - 1 - up) * self.columns + column] = letter;
    }

    fn text(&self) -> String {
        let bar = "─".repeat(self.columns);
        let mut text = format!(" ┌{bar}┐\n");
        for row in 0..self.rows {
            let cells = row * self.columns..(row + 1) * self.columns;
            let mark = |cell: usize| match (self.letters[cell], self.dots[cell]) {
                (Some(letter), _) => letter,
                (None, 0) => ' ',
                (None, dots) => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
            };
            text += &format!(" │{}│\n", cells.map(mark).collect::<String>());
        }
        text + &format!(" └{bar}┘\n")
    }
}

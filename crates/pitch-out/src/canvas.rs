//! The table in braille dots, with letters on it.

use table::Seat;

use crate::{Block, Name, PitchOut, Spot};

/// One's pawns are capital letters, Two's small ones.
const LETTERS: [char; 13] = ['C', 'A', 'R', 'G', 'I', 'M', 'K', 'S', 'F', 'H', 'W', 'X', 'Y'];
/// The picture of the table has at most so many columns and rows; a character is two dots by four.
const COLUMNS: usize = 60;
const ROWS: usize = 30;

pub(crate) fn letter(seat: Seat, name: Name) -> char {
    let letter = LETTERS[name as usize];
    if seat == Seat::One { letter } else { letter.to_ascii_lowercase() }
}

/// The table in braille dots, with letters on it; far side on top.
pub(crate) struct Canvas {
    columns: usize,
    rows: usize,
    /// 1/10 mm of a dot.
    unit: f64,
    dots: Vec<u8>,
    letters: Vec<Option<char>>,
}

impl Canvas {
    /// Everything that is on the table.
    pub(crate) fn draw(game: &PitchOut) -> Canvas {
        let mut canvas = Canvas::empty(game);
        for block in Block::ALL {
            if let Some(lie) = game.lie(block) {
                canvas.block(block, lie.x.into(), lie.y.into(), f64::from(lie.turn) / 100.0);
            }
        }
        for seat in Seat::BOTH {
            for (name, spot) in game.squads[seat].on_table() {
                canvas.pawn(game, seat, name, spot);
            }
        }
        canvas
    }

    /// The table with its zones and nothing on it.
    pub(crate) fn empty(game: &PitchOut) -> Canvas {
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
        canvas
    }

    /// An obstacle, its centre in 1/10 mm.
    pub(crate) fn block(&mut self, block: Block, x: f64, y: f64, degrees: f64) {
        self.square(x, y, degrees);
        self.letter(Spot { x: x as i16, y: y as i16 }, 0, block.text().chars().last());
    }

    /// A pawn; one that rides on another has its letter beside it.
    pub(crate) fn pawn(&mut self, game: &PitchOut, seat: Seat, name: Name, spot: Spot) {
        let rides = seat == game.rulings.hoods && game.stack.is_some_and(|stack| stack.rider == name);
        self.ring(spot);
        self.letter(spot, usize::from(rides), Some(letter(seat, name)));
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

    /// With a frame around it.
    pub(crate) fn text(&self) -> String {
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

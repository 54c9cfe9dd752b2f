//! The passes of a layer, made once for all of its rows: where they look is told from the row that they are made for.

use crate::{
    layer::Layer,
    layout::{AT_HOME, Layout},
    moves::{Look, Mask, Moves},
    work::Row,
};

/// A look at another row, for the placements under a mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// The words that are wanted begin so many words after those of the row in work (before them, where that wraps), and
    /// so many bits into the first.
    offset: u32,
    pub(crate) bits: u32,
    pub(crate) mask: Mask,
}

impl Pass {
    fn new(rows: isize, words: usize, look: Look) -> Pass {
        let offset = rows * words as isize + (look.shift >> 6);
        Pass { offset: offset as u32, bits: look.shift as u32 & 63, mask: look.mask }
    }

    /// Where its words begin, for a row whose words begin at `place`.
    #[inline(always)]
    pub(crate) fn at(self, place: usize) -> usize {
        (place as u32).wrapping_add(self.offset) as usize
    }
}

/// All passes that stay in a layer.
#[derive(Debug, Default)]
pub(crate) struct Passes {
    all: Vec<Pass>,
    /// Which of them are those of a side to move and a lane, by what decides about them: the digit of a piece of top, the
    /// enemies on a lane of left.
    ranges: [[[(u32, u32); 32]; 5]; 2],
}

impl Passes {
    pub(crate) fn new(layer: Layer, top: &Layout, moves: &Moves) -> Passes {
        let mut passes = Passes::default();
        for lane in (0..5).filter(|&lane| layer.top[lane] != AT_HOME) {
            let by_digit = &moves.top_moves[lane][usize::from(layer.top[lane])];
            for (digit, moves_from) in by_digit.iter().enumerate() {
                let rows = |to: usize| ((to - digit) * top.stride[lane]) as isize;
                let all = moves_from.inside.iter().map(|&(to, look)| Pass::new(rows(to), moves.words, look));
                passes.add(0, lane, digit, all);
            }
        }
        for lane in (0..5).filter(|&lane| layer.left[lane] != AT_HOME) {
            // The rows that each enemy on this lane would be sent back by.
            let back: [Option<usize>; 5] =
                std::array::from_fn(|own| Some(top.digit_on(own, lane)? * top.stride[own]));
            let can_stand = (0..5).filter(|&own| back[own].is_some()).fold(0, |lanes, own| lanes | 1 << own);
            for (enemies, moves_past) in moves.left_moves[lane].iter().enumerate() {
                if enemies & !can_stand == 0 {
                    let rows = |jumped: u8| -> isize {
                        let jumped = (0..5).filter(|own| jumped >> own & 1 == 1);
                        -(jumped.map(|own: usize| back[own].unwrap_or(0)).sum::<usize>() as isize)
                    };
                    let inside = moves_past.inside.iter();
                    let all = inside.map(|pass| Pass::new(rows(pass.jumped), moves.words, pass.look));
                    passes.add(1, lane, enemies, all);
                }
            }
        }
        passes
    }

    fn add(&mut self, mover: usize, lane: usize, key: usize, passes: impl Iterator<Item = Pass>) {
        let start = self.all.len() as u32;
        self.all.extend(passes);
        self.ranges[mover][lane][key] = (start, self.all.len() as u32);
    }

    /// Those of a lane in a row with `mover` (0 top, 1 left) to move.
    #[inline(always)]
    pub(crate) fn of(&self, row: &Row, mover: usize, lane: usize) -> &[Pass] {
        let key = if mover == 0 { row.digit(lane) } else { row.enemies[lane].into() };
        let (start, end) = self.ranges[mover][lane][key];
        &self.all[start as usize..end as usize]
    }
}

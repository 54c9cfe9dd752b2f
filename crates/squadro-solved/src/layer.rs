//! Layers: the positions whose pieces are in the same phases, and the place of a position in its layer.

use std::sync::OnceLock;

use squadro::Squadro;
use table::Seat;

use crate::{
    layout::{self, Layout, Phases},
    moves,
};

/// All positions in which each of the ten pieces is in a given phase (out, back or home).
///
/// Phases only grow, so a layer leads to itself and to the at most ten layers where one piece is a phase
/// further.
///
/// Top's placements are its rows, left's the bits of a row. A *turned* layer has it the other way round: then left plays
/// the part that the solver calls top's, and top that of left. Layers that follow a turned one are turned too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layer {
    pub(crate) top: Phases,
    pub(crate) left: Phases,
    is_turned: bool,
}

/// The levels that layers without a winner lie on: 0 at the start, 16 before the end.
pub const LEVELS: std::ops::RangeInclusive<u8> = 0..=16;

impl Layer {
    /// The layer of a position, also of one that is over.
    pub fn of(game: &Squadro) -> Layer {
        let [top, left] = Seat::BOTH.map(|seat| layout::phases(game.progresses(seat)));
        Layer::upright(top, left)
    }

    pub(crate) fn upright(top: Phases, left: Phases) -> Layer {
        Layer { top, left, is_turned: false }
    }

    /// The same positions with rows and bits exchanged.
    pub(crate) fn turned(self) -> Layer {
        Layer { top: self.left, left: self.top, is_turned: !self.is_turned }
    }

    /// The same positions, turned as another layer is.
    pub(crate) fn turned_like(self, other: Layer) -> Layer {
        if self.is_turned == other.is_turned { self } else { self.turned() }
    }

    /// The same positions, turned if everything that can follow is solved sooner in that way.
    pub(crate) fn turned_for_speed(self) -> Layer {
        if words(self.turned()) < words(self) { self.turned() } else { self }
    }

    /// Who plays top's part (0), and who left's (1).
    pub(crate) fn seat(self, side: usize) -> Seat {
        Seat::BOTH[side ^ usize::from(self.is_turned)]
    }

    /// The part that a seat plays: 0 top's, 1 left's.
    pub(crate) fn side(self, seat: Seat) -> usize {
        seat as usize ^ usize::from(self.is_turned)
    }

    /// How many phases the ten pieces have gone through: 0 at the start.
    pub fn level(self) -> u8 {
        self.top.iter().chain(&self.left).sum()
    }

    /// Every layer of a level in which nobody has won, in the order of the files.
    pub fn on_level(level: u8) -> Vec<Layer> {
        let undecided = (0..243).map(layout::decode).filter(|&phases| !layout::has_won(phases));
        let sides: Vec<(u8, Phases)> = undecided.map(|phases| (phases.iter().sum(), phases)).collect();
        let all = sides.iter().flat_map(|top| sides.iter().map(move |left| (top, left)));
        let fitting = all.filter(|((a, _), (b, _))| a + b == level);
        fitting.map(|(&(_, top), &(_, left))| Layer::upright(top, left)).collect()
    }

    /// The layers without a winner that lie one piece's phase further.
    pub fn next(self) -> Vec<Layer> {
        let steps = (0..5).flat_map(|lane| [self.after(Seat::One, lane), self.after(Seat::Two, lane)]);
        steps.flatten().filter(|layer| layer.winner().is_none()).collect()
    }

    /// Who has won in this layer.
    pub fn winner(self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| layout::has_won(self.phases(seat)))
    }

    /// The layer when one more piece has gone through a phase.
    pub(crate) fn after(self, seat: Seat, lane: usize) -> Option<Layer> {
        Some(match self.side(seat) {
            0 => Layer { top: layout::advance(self.top, lane)?, ..self },
            _ => Layer { left: layout::advance(self.left, lane)?, ..self },
        })
    }

    /// The places (progresses) that each piece of a seat can stand on while the game is in this layer.
    pub fn places(self, seat: Seat) -> [&'static [u8]; 5] {
        Layout::new(seat, self.phases(seat)).places
    }

    pub(crate) fn phases(self, seat: Seat) -> Phases {
        if self.side(seat) == 0 { self.top } else { self.left }
    }

    /// How many placements of all ten pieces the layer has, impossible ones included.
    pub fn placements(self) -> u64 {
        let size = |seat: Seat| Layout::new(seat, self.phases(seat)).size as u64;
        size(Seat::One) * size(Seat::Two)
    }
}

/// How many words the rows of a layer and of all that can follow have: the time to solve them goes with that, not with
/// the placements, which fill the words more or less.
pub(crate) fn words(layer: Layer) -> u64 {
    static SUMS: OnceLock<[[Sums; 2]; 2]> = OnceLock::new();
    let [rows, words] = SUMS.get_or_init(|| {
        [Seat::BOTH.map(|seat| sums(seat, rows_of)), Seat::BOTH.map(|seat| sums(seat, words_of))]
    });
    rows[layer.seat(0) as usize][layout::code(layer.top)]
        * words[layer.seat(1) as usize][layout::code(layer.left)]
}

/// How many words the rows of a layer have.
pub(crate) fn own_words(layer: Layer) -> u64 {
    rows_of(&Layout::new(layer.seat(0), layer.top)) * words_of(&Layout::new(layer.seat(1), layer.left))
}

fn rows_of(top: &Layout) -> u64 {
    top.size as u64
}

/// A row of a single word takes as long as two.
fn words_of(left: &Layout) -> u64 {
    if left.size <= 64 { 2 } else { moves::words(left) as u64 }
}

/// A sum for each of a side's phases. The phases of the two sides go their own ways, so what can follow a layer is the
/// product of two.
type Sums = [u64; 243];

/// A measure of a side's placements, summed over the phases that can follow, themselves included.
fn sums(seat: Seat, measure: impl Fn(&Layout) -> u64) -> Sums {
    let undecided = (0..243).map(layout::decode).filter(|&phases| !layout::has_won(phases));
    let measured: Vec<(Phases, u64)> =
        undecided.map(|phases| (phases, measure(&Layout::new(seat, phases)))).collect();
    std::array::from_fn(|code| {
        let first = layout::decode(code);
        let later = |phases: &Phases| first.iter().zip(phases).all(|(first, phase)| first <= phase);
        measured.iter().filter(|(phases, _)| later(phases)).map(|(_, measure)| measure).sum()
    })
}

/// Where a position lies: its layer, which side moves (0 top's, 1 left's), top's placement (a row) and left's (a bit of
/// the row).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) layer: Layer,
    pub(crate) side: usize,
    pub(crate) row: usize,
    pub(crate) bit: usize,
}

impl Spot {
    /// The spot of a position; none when it waits for the draw of the first player or a piece stands where it
    /// never can.
    pub(crate) fn of(game: &Squadro) -> Option<Spot> {
        Spot::within(Layer::of(game), game)
    }

    /// The same in the position's layer, turned or not.
    pub(crate) fn within(layer: Layer, game: &Squadro) -> Option<Spot> {
        let number = |seat| Layout::new(seat, layer.phases(seat)).number(game.progresses(seat));
        let (row, bit) = (number(layer.seat(0))?, number(layer.seat(1))?);
        Some(Spot { layer, side: layer.side(game.mover()?), row, bit })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn sums_over_what_can_follow_are_those_of_all_layers_one_by_one() {
        for first in Layer::on_level(11).into_iter().step_by(400) {
            let (mut ask, mut known) = (vec![first], BTreeSet::new());
            while let Some(layer) = ask.pop() {
                if known.insert(layer) {
                    ask.extend(layer.next());
                }
            }
            let rows = |layer: &Layer| Layout::new(Seat::One, layer.top).size as u64;
            let words_of_a_row = |layer: &Layer| match Layout::new(Seat::Two, layer.left).size {
                ..=64 => 2,
                size => size.div_ceil(256) as u64 * 4,
            };
            assert_eq!(own_words(first), rows(&first) * words_of_a_row(&first));
            assert_eq!(words(first), known.iter().map(|layer| own_words(*layer)).sum::<u64>());
        }
    }
}

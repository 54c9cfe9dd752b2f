//! Moves of a whole row at once.
//!
//! A *row* fixes top's placement; its bits are left's placements. The value of a row's moves is gathered from
//! other rows by *passes*: take a row, shift its bits, keep those under a mask.
//!
//! When top moves, where it stops depends on which of left's pieces stand on its lane, hence one pass for each
//! set of them; jumped pieces stand on their base afterwards, which is a shift. When left moves, the enemies
//! are the same for the whole row, and its own step is the shift. Masks and shifts depend on left's phases
//! only, so there are 232 tables of them in all, and as many for turned layers.

use std::{collections::HashMap, sync::OnceLock};

use squadro::{HOME, Lane, TURN};
use table::Seat;

use crate::{
    layer::Layer,
    layout::{AT_HOME, Layout, Phases, code},
    rows::STEP,
};

/// Some of the bits of a row: its [words](Moves::mask) are kept by the [`Moves`] that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask {
    start: u32,
    /// The steps that are not empty, as bits.
    pub(crate) steps: u32,
}

impl Mask {
    /// Where its words begin.
    #[inline(always)]
    pub(crate) fn start(self) -> usize {
        self.start as usize
    }
}

/// What a pass does with a row: under the mask, bit `l` comes from bit `l + shift`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) shift: isize,
    pub(crate) mask: Mask,
}

/// The passes of one lane of top from one place.
#[derive(Debug, Default)]
pub(crate) struct TopMoves {
    /// Those that stay in the layer, each with the digit that the piece comes to stand on: the row to look at.
    pub(crate) inside: Vec<(usize, Look)>,
    /// Those that end on the turning square or at home: digit 0 of the next phase.
    pub(crate) arrivals: Vec<Look>,
}

/// A pass of a move by left, which looks at the row where the `jumped` are on their base.
#[derive(Debug)]
pub(crate) struct LeftPass {
    /// The top lanes that are jumped, as bits.
    pub(crate) jumped: u8,
    pub(crate) look: Look,
}

/// The passes of one lane of left with given enemies on it.
#[derive(Debug, Default)]
pub(crate) struct LeftMoves {
    /// Those that stay in the layer.
    pub(crate) inside: Vec<LeftPass>,
    /// Those that arrive, together by the pieces that they jump.
    pub(crate) arrivals: Vec<Arrival>,
}

/// Moves of one lane of left that arrive.
#[derive(Debug)]
pub(crate) struct Arrival {
    /// The top lanes that are jumped, as bits.
    pub(crate) jumped: u8,
    /// The placements from which it is so.
    pub(crate) mask: Mask,
    /// The same for each place of the piece: the shift that brings it to digit 0, and the mask.
    pub(crate) digits: Vec<Look>,
}

/// All passes for one set of left's phases.
#[derive(Debug)]
pub(crate) struct Moves {
    pub(crate) left: Layout,
    /// Words of a row, a multiple of [`STEP`]; the last ones may be empty.
    pub(crate) words: usize,
    /// The words of all masks.
    pub(crate) masks: Vec<u64>,
    /// By top's lane, its phase (out or back) and digit.
    pub(crate) top_moves: [[Vec<TopMoves>; 2]; 5],
    /// By left's lane and the top lanes that stand on it, as bits.
    pub(crate) left_moves: [Vec<LeftMoves>; 5],
    /// The mask of left's placements with a piece on the crossing of a lane of left and one of top, if it can be.
    on: [[Option<Mask>; 5]; 5],
    /// All placements.
    all: Mask,
}

/// The passes of a layer, made once for left's phases.
pub(crate) fn moves(layer: Layer) -> &'static Moves {
    static TABLES: [[OnceLock<Box<Moves>>; 243]; 2] = [const { [const { OnceLock::new() }; 243] }; 2];
    let seat = layer.seat(1);
    TABLES[seat as usize][code(layer.left)].get_or_init(|| Box::new(Moves::new(seat, layer.left)))
}

/// Makes masks, each only once. A mask is a set of conditions: this lane of left stands on one of these digits (as
/// bits).
struct Masks<'l> {
    left: &'l Layout,
    /// The placements with a lane on a digit.
    slices: [Vec<Vec<u64>>; 5],
    known: HashMap<Vec<(usize, u8)>, Mask>,
    words: Vec<u64>,
}

impl<'l> Masks<'l> {
    fn new(left: &'l Layout) -> Masks<'l> {
        let words = words(left);
        let mut slices = std::array::from_fn(|lane| vec![vec![0u64; words]; left.radix(lane)]);
        for l in 0..left.size {
            for (slices, digit) in slices.iter_mut().zip(left.digits(l)) {
                slices[digit][l / 64] |= 1 << (l % 64);
            }
        }
        Masks { left, slices, known: HashMap::new(), words: Vec::new() }
    }

    fn of(&mut self, conditions: &[(usize, u8)]) -> Mask {
        if let Some(&known) = self.known.get(conditions) {
            return known;
        }
        let words = (0..words(self.left)).map(|w| {
            let all = u64::MAX
                .checked_shr((64 * (w as u32 + 1)).saturating_sub(self.left.size as u32))
                .unwrap_or(0);
            conditions.iter().fold(all, |word, &(lane, digits)| {
                let slices = self.slices[lane].iter().enumerate();
                word & slices
                    .fold(0, |any, (digit, slice)| any | if digits >> digit & 1 == 1 { slice[w] } else { 0 })
            })
        });
        let start = self.words.len();
        self.words.extend(words);
        let mask = Mask { start: start as u32, steps: steps(&self.words[start..]) };
        self.known.insert(conditions.to_vec(), mask);
        mask
    }
}

/// The words of a row: whole steps.
pub(crate) fn words(left: &Layout) -> usize {
    left.size.div_ceil(64).next_multiple_of(STEP)
}

/// The steps of words that are not empty, as bits.
pub(crate) fn steps(words: &[u64]) -> u32 {
    let steps = words.as_chunks::<STEP>().0.iter().enumerate();
    steps.map(|(step, words)| u32::from(*words != [0; STEP]) << step).sum()
}

impl Moves {
    fn new(seat: Seat, phases: Phases) -> Moves {
        let left = Layout::new(seat, phases);
        let mut masks = Masks::new(&left);
        let all = masks.of(&[]);
        let on = std::array::from_fn(|lane| {
            std::array::from_fn(|top| left.digit_on(lane, top).map(|digit| masks.of(&[(lane, 1 << digit)])))
        });
        let top_moves = std::array::from_fn(|lane| {
            [0, 1].map(|phase| {
                let mut own = [AT_HOME; 5];
                own[lane] = phase;
                let own = Layout::new(!seat, own);
                (0..own.radix(lane)).map(|digit| top_moves(&own, lane, digit, &mut masks)).collect()
            })
        });
        let left_moves = std::array::from_fn(|lane| {
            let sets = if phases[lane] == AT_HOME { 0 } else { 32 };
            (0..sets).map(|enemies| left_moves(lane, enemies, &mut masks)).collect()
        });
        Moves { words: words(&left), masks: masks.words, top_moves, left_moves, on, all, left }
    }

    /// The words of a mask.
    #[inline(always)]
    pub(crate) fn mask(&self, mask: Mask) -> &[u64] {
        &self.masks[mask.start()..mask.start() + self.words]
    }

    /// The legal placements of a row: no two pieces on one crossing. `enemies` are the top pieces on each lane.
    pub(crate) fn legal(&self, enemies: &[u8; 5], into: &mut [u64]) {
        self.impossible(enemies, into);
        into.iter_mut().for_each(|word| *word = !*word);
    }

    /// The others, and the bits behind a row.
    #[inline(always)]
    pub(crate) fn impossible(&self, enemies: &[u8; 5], into: &mut [u64]) {
        for (into, all) in into.iter_mut().zip(self.mask(self.all)) {
            *into = !all;
        }
        self.each_taken(enemies, |mask| {
            let mask = self.mask(mask).as_chunks::<STEP>().0;
            for (into, mask) in into.as_chunks_mut::<STEP>().0.iter_mut().zip(mask) {
                (0..STEP).for_each(|w| into[w] |= mask[w]);
            }
        });
    }

    /// Tells the masks of the placements that are impossible, one for each crossing that a top piece stands on.
    #[inline(always)]
    pub(crate) fn each_taken(&self, enemies: &[u8; 5], mut tell: impl FnMut(Mask)) {
        for (on, &enemies) in self.on.iter().zip(enemies) {
            let mut rest = enemies;
            while rest != 0 {
                if let Some(mask) = on[rest.trailing_zeros() as usize] {
                    tell(mask);
                }
                rest &= rest - 1;
            }
        }
    }
}

/// The ways in which a move of one top piece can go, by what stands on its lane.
fn top_moves(own: &Layout, lane: usize, digit: usize, masks: &mut Masks) -> TopMoves {
    let from = own.places[lane][digit];
    let speed = squadro::speed(own.seat, Lane::ALL[lane], from);
    let moves = TopMoves::default();
    let mut walk = TopWalk { own, lane, masks, conditions: Vec::new(), shift: 0, moves };
    walk.step(from, speed, false);
    walk.moves
}

/// A walk of a top piece over every arrangement of enemies.
struct TopWalk<'w, 'l> {
    own: &'w Layout,
    lane: usize,
    masks: &'w mut Masks<'l>,
    /// What has been assumed about left's pieces so far.
    conditions: Vec<(usize, u8)>,
    /// Where the jumped pieces go back to.
    shift: isize,
    moves: TopMoves,
}

impl TopWalk<'_, '_> {
    /// One square further from `at`, both with and without an enemy on it (R5-R10).
    fn step(&mut self, at: u8, points: u8, jumping: bool) {
        let at = at + 1;
        if at == TURN || at == HOME {
            return self.stop(None);
        }
        let enemy = usize::from(squadro::crossing(at)) - 1;
        let left = self.masks.left;
        let meets = left.digit_on(enemy, self.lane);
        if let Some(digit) = meets {
            let back = digit as isize * left.stride[enemy] as isize;
            self.conditions.push((enemy, 1 << digit));
            self.shift -= back;
            self.step(at, points.saturating_sub(1), true);
            self.shift += back;
            self.conditions.pop();
            let others = ((1u16 << left.radix(enemy)) - 1) as u8 & !(1 << digit);
            self.conditions.push((enemy, others));
        }
        if jumping || points <= 1 {
            let digit = self.own.places[self.lane].iter().position(|&place| place == at);
            self.stop(Some(digit.expect("a piece stops where a piece can stand")));
        } else {
            self.step(at, points - 1, false);
        }
        if meets.is_some() {
            self.conditions.pop();
        }
    }

    /// Comes to stand on a digit, or arrives.
    fn stop(&mut self, digit: Option<usize>) {
        let look = Look { shift: self.shift, mask: self.masks.of(&self.conditions) };
        match digit {
            _ if look.mask.steps == 0 => {}
            Some(digit) => self.moves.inside.push((digit, look)),
            None => self.moves.arrivals.push(look),
        }
    }
}

/// The moves of one lane of left with these enemies on it.
fn left_moves(lane: usize, enemies: u8, masks: &mut Masks) -> LeftMoves {
    let left = masks.left;
    let stride = left.stride[lane] as isize;
    let mut moves = LeftMoves::default();
    // Digits with the same shift and the same jumped pieces go together.
    let mut inside: Vec<(u8, isize, u8)> = Vec::new();
    let mut arriving: Vec<(u8, u8)> = Vec::new();
    for (digit, &from) in left.places[lane].iter().enumerate() {
        let (to, jumped) = walk(left.seat, lane, from, enemies);
        if to == TURN || to == HOME {
            match arriving.iter_mut().find(|(j, _)| *j == jumped) {
                Some((_, digits)) => *digits |= 1 << digit,
                None => arriving.push((jumped, 1 << digit)),
            }
            continue;
        }
        let target = left.places[lane].iter().position(|&place| place == to);
        let target = target.expect("a piece stops where a piece can stand");
        let shift = (target as isize - digit as isize) * stride;
        match inside.iter_mut().find(|(j, s, _)| (*j, *s) == (jumped, shift)) {
            Some((_, _, digits)) => *digits |= 1 << digit,
            None => inside.push((jumped, shift, 1 << digit)),
        }
    }
    for (jumped, shift, digits) in inside {
        moves.inside.push(LeftPass { jumped, look: Look { shift, mask: masks.of(&[(lane, digits)]) } });
    }
    for (jumped, digits) in arriving {
        let each = (0..8).filter(|digit| digits >> digit & 1 == 1);
        let each = each
            .map(|digit| Look { shift: -(digit as isize) * stride, mask: masks.of(&[(lane, 1 << digit)]) });
        let each = each.collect();
        moves.arrivals.push(Arrival { jumped, mask: masks.of(&[(lane, digits)]), digits: each });
    }
    moves
}

/// Where a left piece comes to stand, and the top lanes that it jumps (R4-R9).
fn walk(seat: Seat, lane: usize, from: u8, enemies: u8) -> (u8, u8) {
    let mut points = squadro::speed(seat, Lane::ALL[lane], from);
    let (mut at, mut jumped) = (from, 0);
    loop {
        at += 1;
        if at == TURN || at == HOME {
            return (at, jumped);
        }
        let enemy = 1 << (squadro::crossing(at) - 1);
        if enemies & enemy != 0 {
            jumped |= enemy;
            continue;
        }
        points = points.saturating_sub(1);
        if jumped != 0 || points == 0 {
            return (at, jumped);
        }
    }
}

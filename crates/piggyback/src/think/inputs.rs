//! What the network sees of a position: the counted features, then where the groups stand and who is how near.
//!
//! Always from the side to move, which sits at rank 1: the layouts are unchanged by a half turn.

use search::Inputs;
use table::Seat;

use super::worth::FEATURES;
use crate::{Board, Colour, LOAD, Piggyback, Space, Spaces, UNITS};

/// The first bytes of a file of weights.
pub(super) const MAGIC: [u8; 4] = *b"pig1";

/// Spaces of the standard board; the small one has no inputs of its own.
const SPACES: u16 = 64;
/// Steps between two groups at most.
const FAR: u16 = 7;
/// Inputs of one side: groups by their steps to the nearest enemy, units, groups, pairs of Luck and Firepower under
/// lone units and under stacks, enemies that it could attack, and the spaces of its groups.
const SIDE: u16 = FAR + 2 * UNITS as u16 + 6 + 1 + SPACES;
const BOTH: u16 = FEATURES as u16;
/// Behind the two sides: the steps between the armies; pieces that lie and that are in the bank; quiet turns.
const CLOSEST: u16 = BOTH + 2 * SIDE;
const LYING: u16 = CLOSEST + FAR;
const BANK: u16 = LYING + 4;
const QUIET: u16 = BANK + 4;
/// All inputs.
pub(super) const INPUTS: usize = QUIET as usize + 1;

/// What is seen when the game waits for a move.
pub(super) fn inputs(game: &Piggyback) -> Inputs {
    let mut inputs = Inputs::new();
    let features = game.features();
    inputs.extend((0..).zip(features).filter(|&(_, x)| x != 0.0));
    for (n, seat) in (0..).zip([game.to, !game.to]) {
        side(game, seat, BOTH + n * SIDE, &mut inputs);
    }
    inputs.push((CLOSEST + steps(game), 1.0));
    for colour in Colour::ALL {
        let place = colour as u16;
        inputs.push((LYING + place, game.lying[colour as usize].len() as f32 / 2.0));
        inputs.push((BANK + place, f32::from(game.bank.count(colour)) / 2.0));
    }
    inputs.push((QUIET, f32::from(game.quiet) / f32::from(game.limit.max(1))));
    inputs
}

fn side(game: &Piggyback, seat: Seat, mut at: u16, inputs: &mut Inputs) {
    let (army, enemies) = (&game.armies[seat], &game.armies[!seat]);
    let mut left = army.spaces();
    let mut reached = enemies.spaces();
    for n in 0..FAR {
        reached = reached | reached.around();
        let here = left & reached;
        if !here.is_empty() {
            inputs.push((at + n, here.len() as f32));
        }
        left = left & !reached;
    }
    at += FAR;
    inputs.push((at + u16::from(army.units()) - 1, 1.0));
    at += u16::from(UNITS);
    inputs.push((at + army.len() as u16 - 1, 1.0));
    at += u16::from(UNITS);
    let mut pairs = [0.0; 6];
    let mut reach = Spaces::NONE;
    for (space, group) in army.iter() {
        reach |= Spaces::only(space).around();
        if group.pieces.has(Colour::Green) {
            reach |= game.walk2(space);
        }
        let [luck, firepower] = [Colour::Yellow, Colour::Orange].map(|colour| group.carries(colour));
        if luck + firepower == LOAD {
            pairs[usize::from(firepower) + if group.units > 1 { 3 } else { 0 }] += 1.0;
        }
    }
    inputs.extend((at..).zip(pairs).filter(|&(_, x)| x != 0.0));
    at += 6;
    inputs.push((at, (reach & enemies.spaces()).len() as f32));
    at += 1;
    if game.board == Board::Standard {
        inputs.extend(army.spaces().iter().map(|space| (at + seen(space, game.to), 1.0)));
    }
}

/// The number of a space as the side to move sees it.
fn seen(space: Space, to: Seat) -> u16 {
    let number = 8 * u16::from(space.rank()) + u16::from(space.file());
    if to == Seat::One { number } else { SPACES - 1 - number }
}

/// The steps between the two nearest groups, less one.
fn steps(game: &Piggyback) -> u16 {
    let goals = game.armies[!game.to].spaces();
    let mut reached = game.armies[game.to].spaces();
    for n in 0..FAR - 1 {
        reached = reached | reached.around();
        if !(reached & goals).is_empty() {
            return n;
        }
    }
    FAR - 1
}

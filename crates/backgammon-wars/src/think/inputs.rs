//! What the networks see of a position: as in TD-Gammon the units on every point, then what a player counts.
//!
//! A turn has just ended. The first half of the inputs is the side that moved, the second half the side that
//! rolls next, each in its own numbers. The fantasy game has further inputs behind those of the plain game:
//! Archers, Mages, trapped units, tokens and cards. Of a hand only the cards that the viewer knows are seen one
//! by one; the others are counted.

use search::Inputs;
use table::{BySeat, Seat};

use super::{
    danger,
    hand::{self, Count},
};
use crate::{
    BackgammonWars, Cards, Kind,
    board::{HOME, POINTS, WALL, each},
};

/// The first bytes of a file of weights.
pub(crate) const MAGIC: [u8; 4] = *b"bgw2";
/// Inputs of one side: four for each point, then twelve numbers.
const SIDE: u16 = 4 * 24 + 12;
/// Inputs of both sides, and contact, race, lead.
pub(crate) const PLAIN: usize = 2 * SIDE as usize + 3;
/// Further inputs of one side: Archers, Mages, trapped units, barrier on each point; 24 cards; ten numbers.
const MORE: u16 = 4 * 24 + 24 + 10;
/// Further inputs of both sides, the fire on each point, standstill and dusk, and the count by hand.
pub(crate) const FANTASY: usize = BALANCE as usize + hand::PARTS.len();
const FIRE: u16 = PLAIN as u16 + 2 * MORE;
const STANDSTILL: u16 = FIRE + 24;
const DUSK: u16 = STANDSTILL + 1;
const BALANCE: u16 = DUSK + 1;

/// The straight weights that the fantasy game begins with: the count by hand.
pub(crate) fn straight() -> impl Iterator<Item = (usize, f32)> {
    hand::PARTS.into_iter().enumerate().map(|(n, weight)| (usize::from(BALANCE) + n, weight))
}

/// How many turns before dusk the count of pips begins to matter.
const LATE: u16 = 40;

/// What `known` hands tell about a position in which `mover` has just ended its turn.
pub(crate) fn inputs(game: &BackgammonWars, mover: Seat, known: &BySeat<Cards>) -> Inputs {
    let mut inputs = Inputs::new();
    let seats = [mover, !mover];
    let counts = [side(game, mover, 0, &mut inputs), side(game, !mover, SIDE, &mut inputs)];
    let pips = counts.map(|count| count.pips);
    let last = 2 * SIDE;
    let lead = (pips[1] - pips[0]) / (10.0 + (pips[0] + pips[1]) / 10.0);
    let contact = is_contact(game);
    inputs.push((last + u16::from(!contact), 1.0));
    inputs.push((last + 2, lead));
    if game.options.is_fantasy() {
        fantasy(game, seats, known, counts, &mut inputs);
        inputs.push((STANDSTILL, f32::from(game.still) / 10.0 * lead));
        let left = game.options.dusk.saturating_sub(game.number);
        if left < LATE {
            inputs.push((DUSK, f32::from(LATE - left) / f32::from(LATE) * lead));
        }
    }
    inputs
}

/// Whether units have yet to pass each other.
pub(crate) fn is_contact(game: &BackgammonWars) -> bool {
    let rear = |seat: Seat| {
        let set = game.board.occupied(seat) | game.board.held(seat);
        31 - (set | 1).leading_zeros()
    };
    rear(Seat::One) + rear(Seat::Two) > 25
}

/// The inputs of one side from `base` on; gives what else is counted by hand.
fn side(game: &BackgammonWars, seat: Seat, base: u16, inputs: &mut Inputs) -> Count {
    let board = &game.board;
    let planes = board.planes(seat);
    let wall = board.wall(seat).total();
    let mut pips: u32 = each(board.held(seat)).map(u32::from).sum();
    pips += u32::from(WALL) * u32::from(wall);
    for point in each(board.occupied(seat) & POINTS) {
        let count = (0..4).map(|i| (planes[i] >> point & 1) << i).sum::<u32>();
        pips += count * u32::from(point);
        let first = base + 4 * u16::from(point - 1);
        match count {
            1 => inputs.push((first, 1.0)),
            2 => inputs.push((first + 1, 1.0)),
            _ => {
                inputs.push((first + 2, 1.0));
                if count > 3 {
                    inputs.push((first + 3, (count - 3) as f32 / 2.0));
                }
            }
        }
    }
    let mut number = base + 4 * 24;
    let mut add = |value: f32| {
        if value != 0.0 {
            inputs.push((number, value));
        }
        number += 1;
    };
    let off = board.off(seat).total();
    add(f32::from(u8::from(wall > 0)));
    add(f32::from(wall) / 2.0);
    add(f32::from(off.min(5)) / 5.0);
    add(f32::from(off.saturating_sub(5).min(5)) / 5.0);
    add(f32::from(off.saturating_sub(10)) / 5.0);
    add(pips as f32 / 100.0);
    let made = board.many(seat);
    add((made & HOME).count_ones() as f32 / 3.0);
    add(longest_run(made) as f32 / 3.0);
    let lone = board.occupied(seat) & POINTS & !made;
    add(lone.count_ones() as f32 / 4.0);
    let exposed = hand::exposed(game, seat);
    add(exposed / 12.0);
    let threat = danger::by_moving(game, !seat);
    add(threat.chance);
    add(threat.cost / 12.0);
    Count { pips: pips as f32, exposed }
}

/// How many neighbours of a set stand in a row.
fn longest_run(mut set: u32) -> u32 {
    let mut length = 0;
    while set != 0 {
        set &= set >> 1;
        length += 1;
    }
    length
}

fn fantasy(
    game: &BackgammonWars,
    seats: [Seat; 2],
    known: &BySeat<Cards>,
    counts: [Count; 2],
    inputs: &mut Inputs,
) {
    for (n, seat) in (0..).zip(seats) {
        powers(game, seat, known[seat], PLAIN as u16 + n * MORE, inputs);
    }
    if let Some(fire) = game.fire_of(seats[0]) {
        inputs.push((FIRE + u16::from(fire) - 1, 1.0));
    }
    let parts = hand::balance(game, seats[0], counts);
    inputs.extend(parts.into_iter().enumerate().map(|(n, part)| (BALANCE + n as u16, part)));
}

/// What a side has in the fantasy game only.
fn powers(game: &BackgammonWars, seat: Seat, known: Cards, base: u16, inputs: &mut Inputs) {
    let board = &game.board;
    let (archers, mages) = (board.free(seat, Kind::Archer), board.free(seat, Kind::Mage));
    let barrier = 1 << game.tokens.barrier[seat] & POINTS;
    let mut first = base;
    for set in [archers, mages, board.held(seat), barrier] {
        inputs.extend(each(set).map(|point| (first + u16::from(point) - 1, 1.0)));
        first += 24;
    }
    let hand = game.deck.hands[seat];
    let seen = hand.without(hand.without(known));
    inputs.extend(seen.iter().map(|card| (first + card as u16, 1.0)));
    let mut number = first + 24;
    let mut add = |value: f32| {
        if value != 0.0 {
            inputs.push((number, value));
        }
        number += 1;
    };
    let hidden = hand.len() - seen.len();
    add(f32::from(hidden) / 3.0);
    add(f32::from(u8::from(hidden > 0)));
    add(f32::from(game.stolen[seat]) / 6.0);
    add(f32::from(board.wall(seat).count(Kind::Archer)));
    add(f32::from(board.wall(seat).count(Kind::Mage)));
    add(archers.count_ones() as f32 / 3.0);
    add(mages.count_ones() as f32 / 2.0);
    let threat = danger::by_shooting(game, seat);
    add(2.0 * threat.chance);
    add(threat.cost / 12.0);
    add(f32::from((game.push_targets(seat) & POINTS).count_ones() as u8) / 3.0);
}

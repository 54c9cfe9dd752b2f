//! What a careful beginner counts: pips, exposed units, traps, cards, and what the dice on the table promise.
//! Enough for the baseline that looks one step ahead; it does not know plans.

use search::sigmoid;
use table::Seat;

use crate::{
    Action, BackgammonWars, Purpose,
    board::{POINTS, WALL, each, flip},
    waits::Wait,
};

/// All in pips: what a card in the hand is worth,
const CARD: f32 = 6.0;
/// being the next to roll,
const TO_ROLL: f32 = 8.0;
/// holding an enemy in a trap,
const TRAP: f32 = 6.0;
/// and a space that the enemy cannot enter.
const BLOCK: f32 = 1.5;
/// How likely one enemy hits from within six points, and from within twelve.
const NEAR: f32 = 0.3;
const FAR: f32 = 0.1;
/// A lead of this many pips, and of a twelfth of all pips, is worth 73 of 100 games.
const LEAD: f32 = 8.0;

/// The chance to win by this count.
pub(super) fn worth(game: &BackgammonWars, seat: Seat) -> f32 {
    let all = f32::from(game.board.pips(Seat::One) + game.board.pips(Seat::Two));
    let lead = (standing_of(game, seat) - standing_of(game, !seat)) / (LEAD + all / 12.0);
    sigmoid(lead).clamp(0.001, 0.999)
}

/// How well a side stands, in pips.
fn standing_of(game: &BackgammonWars, seat: Seat) -> f32 {
    let board = &game.board;
    let mut sum = -f32::from(board.pips(seat)) - exposed(game, seat);
    sum += CARD * f32::from(game.deck.hands[seat].len());
    sum += TRAP * (board.held(!seat).count_ones() as f32);
    sum += BLOCK * (board.many(seat).count_ones() as f32);
    match game.waits.first() {
        Some(Wait::Before(next)) if *next == seat => sum += TO_ROLL,
        Some(Wait::Dice(roller)) if *roller == seat => sum += promise(game, seat),
        _ => {}
    }
    sum + f32::from(game.stolen[seat])
}

/// What was counted of one side already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) pips: f32,
    pub(super) exposed: f32,
}

/// What the parts of [`balance`] weigh, in pips: pips, exposed units, traps, blocks, cards, and the other side's
/// roll.
pub(super) const PARTS: [f32; 6] = [1.0, 1.0, TRAP, BLOCK, CARD, -TO_ROLL];

/// The same count by its parts, for `mover`, whose turn is over: each a difference between the sides, measured by
/// how long the game still is.
pub(super) fn balance(game: &BackgammonWars, mover: Seat, counts: [Count; 2]) -> [f32; 6] {
    let board = &game.board;
    let of = |seat: Seat, count: Count| {
        [
            -count.pips,
            -count.exposed,
            board.held(!seat).count_ones() as f32,
            board.many(seat).count_ones() as f32,
            f32::from(game.deck.hands[seat].len()),
        ]
    };
    let (mine, theirs) = (of(mover, counts[0]), of(!mover, counts[1]));
    let length = LEAD - (mine[0] + theirs[0]) / 12.0;
    let mut parts = [1.0 / length; 6];
    for ((part, mine), theirs) in parts.iter_mut().zip(mine).zip(theirs) {
        *part = (mine - theirs) / length;
    }
    parts
}

/// The pips that hits on lone units would cost, by how likely they are.
pub(super) fn exposed(game: &BackgammonWars, seat: Seat) -> f32 {
    let board = &game.board;
    // Enemies come from below, in the numbers of `seat`; those on their Wall from 0.
    let wall = u32::from(board.wall(!seat).total() > 0);
    let enemies = flip(board.occupied(!seat)) | wall;
    let lone = board.occupied(seat) & POINTS & !board.many(seat) & !board.traps(seat);
    let mut cost = 0.0;
    for point in each(lone).filter(|&point| point != game.tokens.barrier[seat]) {
        let below = |distance: u8| ((1u32 << point) - 1) & !((1u32 << point.saturating_sub(distance)) - 1);
        let near = (enemies & below(6)).count_ones() as f32;
        let far = (enemies & below(12) & !below(6)).count_ones() as f32;
        cost += (NEAR * near + FAR * far).min(0.8) * f32::from(WALL - point);
    }
    cost
}

/// What the unused dice of `seat` are likely to bring.
fn promise(game: &BackgammonWars, seat: Seat) -> f32 {
    let mut dice = game.dice.clone();
    if dice.choice {
        dice.double();
    }
    let dice = dice.all();
    match game.dice.purpose {
        Purpose::Move if game.any_die_use(seat) => dice.iter().map(|&die| f32::from(die)).sum(),
        Purpose::Move => 0.0,
        Purpose::Shoot | Purpose::Hex => {
            let mut options = Vec::new();
            game.die_uses(seat, &mut options);
            let gain = |action: &Action| match *action {
                Action::Shot { to, .. } => to,
                Action::Push { from, fire: true, .. } => from,
                Action::Push { from, to, .. } => from - to,
                _ => 0,
            };
            options.iter().map(gain).max().map_or(0.0, f32::from)
        }
    }
}

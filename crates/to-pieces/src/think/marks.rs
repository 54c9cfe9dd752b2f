//! Where to put Treasures and Obstacles (rule 10), when the edges are not yet known: what the own objectives
//! want lies in the middle between both edges and close together, the rest out of the way.

use table::{
    Seat,
    rand::{Rng, RngCore},
};

use crate::{Action, ToPieces, board::Space, teams::Goal};

/// The best of some markers; one of several that are alike.
pub(super) fn best(game: &ToPieces, seat: Seat, options: &[Action], rng: &mut dyn RngCore) -> Action {
    let (mut best, mut worth, mut alike) = (options[0], i32::MIN, 0u32);
    for &action in options {
        let score = score(game, seat, action);
        if score < worth {
            continue;
        }
        alike = if score > worth { 1 } else { alike + 1 };
        worth = score;
        if rng.random_range(0..alike) == 0 {
            best = action;
        }
    }
    best
}

fn score(game: &ToPieces, seat: Seat, action: Action) -> i32 {
    let wanted = |number: u8| {
        let mut cards = game.sides[seat].hand.iter();
        cards.any(|card| match game.sheet(seat).objective(card).map(|objective| objective.goal) {
            Some(Goal::Treasure { number: n, .. }) => n == number,
            Some(Goal::Treasures { .. }) => true,
            _ => false,
        })
    };
    let others = || game.treasures.iter().zip(1..).filter_map(|(space, n)| space.map(|space| (space, n)));
    match action {
        Action::MarkTreasure(number, space) if wanted(number) => {
            let near = others().filter(|&(other, n)| wanted(n) && distance(space, other) <= 3).count() as i32;
            20 + 3 * middle(space) + 2 * near.min(2)
        }
        Action::MarkTreasure(_, space) => 10 - 2 * middle(space),
        Action::MarkObstacle(space) => {
            let in_the_way = others().any(|(other, n)| wanted(n) && distance(space, other) <= 1);
            10 + middle(space).min(2) - if in_the_way { 6 } else { 0 }
        }
        _ => 0,
    }
}

/// 0 at the edge, 3 in the four spaces of the centre.
fn middle(space: Space) -> i32 {
    let inside = |line: u8| line.min(7 - line);
    inside(space.file()).min(inside(space.rank())).into()
}

fn distance(a: Space, b: Space) -> u8 {
    a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank())
}

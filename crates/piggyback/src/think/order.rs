//! In which order moves are tried. A search that tries the best first has the least to look at.

use table::Seat;

use super::{search::DEEPEST, worth::group_value};
use crate::{Action, Piggyback, Space};

/// What was best when the position was seen before.
const FIRST: f32 = 100.0;
/// What was too good in a sister position is tried before everything but good attacks.
const KILLER: f32 = 1.2;
/// What a move gains at most by having been too good elsewhere: not as much as a piece that lies there.
const HABIT: f32 = 0.4;
/// After so many points half of that is gained. A move gets the square of the turns that it saved.
const POINTS: f32 = 100.0;

const PLACES: usize = DEEPEST as usize + 1;
const SPACES: usize = 64;

/// What a search has learned about moves on its way.
pub(super) struct Order {
    /// What was last too good at each depth.
    killers: [Option<Action>; PLACES],
    /// How often the walks of each seat from a space to another were too good.
    habits: Vec<f32>,
}

impl Order {
    /// Nothing is known yet.
    pub(super) fn new() -> Order {
        Order { killers: [None; PLACES], habits: vec![0.0; 2 * SPACES * SPACES] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers = [None; PLACES];
        self.habits.fill(0.0);
    }

    /// How early an action is tried; `first` was best when the position was seen before.
    pub(super) fn rank(&self, game: &Piggyback, action: Action, depth: isize, first: Option<Action>) -> f32 {
        if Some(action) == first {
            return FIRST;
        }
        if Some(action) == self.killers[depth as usize] {
            return KILLER;
        }
        let points = walk(action).map_or(0.0, |walk| self.habits[place(game.to, walk)]);
        promise(game, action) + HABIT * points / (POINTS + points)
    }

    /// An action was too good to look at the others.
    pub(super) fn praise(&mut self, game: &Piggyback, action: Action, depth: isize) {
        self.killers[depth as usize] = Some(action);
        if let Some(walk) = walk(action) {
            self.habits[place(game.to, walk)] += (depth * depth) as f32;
        }
    }
}

fn place(seat: Seat, (from, to): (Space, Space)) -> usize {
    let number = |space: Space| 8 * usize::from(space.rank()) + usize::from(space.file());
    (SPACES * seat as usize + number(from)) * SPACES + number(to)
}

/// From where to where a group walks; nothing for a Warp.
fn walk(action: Action) -> Option<(Space, Space)> {
    match action {
        Action::Step { from, to } | Action::Boost { from, to } | Action::Boost2 { from, to } => {
            Some((from, to))
        }
        _ => None,
    }
}

/// Whether a move begins a combat.
pub(super) fn is_attack(game: &Piggyback, action: Action) -> bool {
    walk(action).is_some_and(|(_, to)| game.armies[!game.to].spaces().contains(to))
}

/// What looks good without looking: attacks by what they promise, then pieces, then the rest.
fn promise(game: &Piggyback, action: Action) -> f32 {
    let Some((from, to)) = walk(action) else { return -1.0 };
    let own = game.armies[game.to].at(from).map_or(0.0, group_value);
    match game.armies[!game.to].at(to) {
        Some(enemy) => {
            let chance = game.chance_after(action).map_or(0.5, |chance| chance.value() as f32);
            1.0 + chance * group_value(enemy) - (1.0 - chance) * own
        }
        None if game.lying_at(to).is_some() => 0.5,
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use table::Show;

    use super::*;

    #[test]
    fn what_was_too_good_is_tried_earlier_but_after_a_piece() {
        let game = Piggyback::set_up("one c3 d1 / two c4 h8 / lying e2=o / to one").unwrap();
        let [quiet, other, piece, attack] =
            ["d1-c1", "d1-e1", "d1-e2", "c3-c4"].map(|text| text.parse().unwrap());
        let mut order = Order::new();
        let rank = |order: &Order, action| order.rank(&game, action, 1, None);
        assert_eq!(rank(&order, quiet), rank(&order, other));
        assert!(rank(&order, other) < rank(&order, piece) && rank(&order, piece) < rank(&order, attack));
        for _ in 0..1000 {
            order.praise(&game, quiet, 5);
        }
        assert!(rank(&order, other) < rank(&order, quiet) && rank(&order, quiet) < rank(&order, piece));
        assert_eq!(order.rank(&game, quiet, 5, None), KILLER);
        assert_eq!(order.rank(&game, other, 5, Some(other)), FIRST);
        order.clear();
        assert_eq!(rank(&order, quiet), rank(&order, other));
    }

    #[test]
    fn an_attack_goes_where_an_enemy_stands() {
        let game = Piggyback::set_up("one c3 d1 / two c4 h8 / to one").unwrap();
        assert!(is_attack(&game, "c3-c4".parse().unwrap()));
        assert!(!is_attack(&game, "d1-e2".parse().unwrap()));
    }
}

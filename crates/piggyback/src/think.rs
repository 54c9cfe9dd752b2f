//! What Piggyback knows about itself: what armies are worth, and what the next attack promises.
//!
//! One step and one reply: whoever is to move is credited with his best attack, by its exact chance.

use search::{Budget, Level, Player, Random, Think, Thought};
use table::{Game, Log, Seat, Step, Turn, rand::Rng};

use crate::{Action, Colour, Group, Piggyback, Space, Spaces, View};

/// What a carried piece adds to a group, in units, in the order of [`Colour::ALL`]. Luck and Firepower win
/// combats; Boost and Warp want a plan.
const PIECES: [f32; 4] = [0.2, 0.15, 0.4, 0.4];
/// What a step towards the next thing worth having is worth, in units.
const NEARER: f32 = 0.03;
/// A lead of so many units is worth half of the way to certainty.
const LEAD: f32 = 3.0;

impl Think for Piggyback {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        let lead = self.side_value(seat) - self.side_value(!seat);
        let promise = self.promise();
        let lead = (if seat == self.to { lead + promise } else { lead - promise }) / LEAD;
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    }

    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        match level {
            Level::Random | Level::Novice => Some(Box::new(Random)),
            Level::Greedy | Level::Casual => Some(Box::new(Weigher)),
            _ => None,
        }
    }
}

/// Takes the next position that is worth most. Unlike a greedy player who rolls imagined dice it weighs a
/// combat by its exact chance, and so is not misled by a lucky roll.
#[derive(Clone, Copy, Debug)]
pub struct Weigher;

impl Player<Piggyback> for Weigher {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<Piggyback> {
        let table = view.table;
        let mut options = Vec::new();
        table.options(seat, &mut options);
        if let [only] = options[..] {
            return Thought::plain(only, "hint.only");
        }
        let worth = |action: Action| {
            let mut after = table;
            after.play(&Step::Act(seat, action), &mut Log::off());
            after.worth(seat)
        };
        let worths: Vec<f32> = options.iter().map(|&action| worth(action)).collect();
        let best = worths.iter().copied().fold(f32::MIN, f32::max);
        let ties: Vec<usize> = (0..worths.len()).filter(|&i| worths[i] == best).collect();
        let action = options[ties[budget.rng.random_range(0..ties.len())]];
        Thought { win: Some(best), nodes: options.len() as u64, ..Thought::plain(action, "hint.greedy") }
    }
}

impl Piggyback {
    /// An army in units, with what it carries and how near it is to more.
    fn side_value(&self, seat: Seat) -> f32 {
        let enemies = self.armies[!seat].spaces();
        let lying = self.any_lying();
        let value = |(space, group): (Space, Group)| {
            let goals = if group.has_room() { enemies | lying.without(space) } else { enemies };
            group_value(group) - NEARER * f32::from(nearest(space, goals))
        };
        self.armies[seat].iter().map(value).sum()
    }

    /// What the player of the turn can expect to win, in units: of the combat that is going on, or of the best
    /// attack that he can make now.
    fn promise(&self) -> f32 {
        let stake = |from: Space, at: Space| {
            let lost = self.armies[self.to].at(from).map_or(0.0, group_value);
            let won = self.armies[!self.to].at(at).map_or(0.0, group_value);
            (won, lost)
        };
        if let Some((from, at)) = self.combatants() {
            let (won, lost) = stake(from, at);
            return expected(self.chance().map_or(0.5, |chance| chance.value() as f32), won, lost);
        }
        let mut best = 0.0f32;
        self.each_attack(|from, at, chance| {
            let (won, lost) = stake(from, at);
            best = best.max(expected(chance.value() as f32, won, lost));
        });
        best
    }
}

fn expected(chance: f32, won: f32, lost: f32) -> f32 {
    chance * won - (1.0 - chance) * lost
}

fn group_value(group: Group) -> f32 {
    let pieces = Colour::ALL.into_iter().zip(PIECES);
    f32::from(group.units)
        + pieces.map(|(colour, worth)| f32::from(group.carries(colour)) * worth).sum::<f32>()
}

/// Steps to the nearest of these spaces; 0 when there is none.
fn nearest(from: Space, goals: Spaces) -> u8 {
    goals.iter().map(|goal| from.distance(goal)).min().unwrap_or(0)
}

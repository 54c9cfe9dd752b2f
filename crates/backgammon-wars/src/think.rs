//! What Backgammon Wars knows about itself: pips, exposed units, traps, cards, and what the dice on the table
//! promise. Enough for one step ahead; it does not know plans.

use search::Think;
use table::{Game, Seat, Turn};

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

impl Think for BackgammonWars {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        let all = f32::from(self.board().pips(Seat::One) + self.board().pips(Seat::Two));
        let lead = (self.standing_of(seat) - self.standing_of(!seat)) / (LEAD + all / 12.0);
        (1.0 / (1.0 + (-lead).exp())).clamp(0.001, 0.999)
    }
}

impl BackgammonWars {
    /// How well a side stands, in pips.
    fn standing_of(&self, seat: Seat) -> f32 {
        let board = &self.board;
        let mut sum = -f32::from(board.pips(seat)) - self.exposed(seat);
        sum += CARD * f32::from(self.deck.hands[seat].len());
        sum += TRAP * (board.held(!seat).count_ones() as f32);
        sum += BLOCK * (board.many(seat).count_ones() as f32);
        match self.waits.first() {
            Some(Wait::Before(next)) if *next == seat => sum += TO_ROLL,
            Some(Wait::Dice(roller)) if *roller == seat => sum += self.promise(seat),
            _ => {}
        }
        sum + f32::from(self.stolen[seat])
    }

    /// The pips that hits on lone units would cost, by how likely they are.
    fn exposed(&self, seat: Seat) -> f32 {
        let board = &self.board;
        // Enemies come from below, in the numbers of `seat`; those on their Wall from 0.
        let wall = u32::from(board.wall(!seat).total() > 0);
        let enemies = flip(board.occupied(!seat)) | wall;
        let lone = board.occupied(seat) & POINTS & !board.many(seat) & !board.traps(seat);
        let mut cost = 0.0;
        for point in each(lone).filter(|&point| point != self.tokens.barrier[seat]) {
            let below =
                |distance: u8| ((1u32 << point) - 1) & !((1u32 << point.saturating_sub(distance)) - 1);
            let near = (enemies & below(6)).count_ones() as f32;
            let far = (enemies & below(12) & !below(6)).count_ones() as f32;
            cost += (NEAR * near + FAR * far).min(0.8) * f32::from(WALL - point);
        }
        cost
    }

    /// What the unused dice of `seat` are likely to bring.
    fn promise(&self, seat: Seat) -> f32 {
        let mut dice = self.dice.clone();
        if dice.choice {
            dice.double();
        }
        let dice = dice.all();
        match self.dice.purpose {
            Purpose::Move if self.any_die_use(seat) => dice.iter().map(|&die| f32::from(die)).sum(),
            Purpose::Move => 0.0,
            Purpose::Shoot | Purpose::Hex => {
                let mut options = Vec::new();
                self.die_uses(seat, &mut options);
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
}

//! When an objective is met (rules 72-86). Looked at in Scoring; shown before to those who hold the card.

use table::Seat;

use crate::{
    ToPieces,
    board::Spaces,
    characters::{Character, Kind, LEADER, Token},
    counts,
    teams::{By, Goal, Who},
};

impl ToPieces {
    /// Whether a condition is met by `seat` as the table stands.
    pub(crate) fn met(&self, seat: Seat, goal: Goal) -> bool {
        let own = self.men(seat);
        let enemies = self.men(!seat);
        let deeds = self.sides[seat].deeds;
        match goal {
            Goal::Treasure { number, uncontested } => {
                let space = self.treasures.get(usize::from(number) - 1).copied().flatten();
                space.is_some_and(|space| {
                    own.contains(space) && (!uncontested || (space.beside() & enemies).is_empty())
                })
            }
            Goal::Treasures { count } => (own & self.treasure_spaces()).len() >= count,
            Goal::Slain { count, by, unhurt } => {
                let slain = match by {
                    By::Any => deeds.slain,
                    By::Leader => deeds.by_leader,
                    By::Ranged => deeds.by_ranged,
                };
                slain >= count && !(unhurt && deeds.lost > 0)
            }
            Goal::Rows { row, count, who } => {
                let far = !Spaces::rows(self.edge(seat), row - 1);
                match who {
                    Who::Any => (own & far).len() >= count,
                    Who::Leader => self.sides[seat].space(LEADER).is_some_and(|space| far.contains(space)),
                }
            }
            Goal::Line { count } => longest_line(own) >= count,
            Goal::Unbroken { count } => {
                let here = self.characters(seat).filter(|(who, _)| counts(who.kind())).count();
                deeds.lost == 0 && here >= usize::from(count)
            }
            Goal::Pushed { count } => deeds.pushed >= count,
            Goal::Apart { count } => own.len() >= count && (own.beside() & own).is_empty(),
            Goal::Surround { count, who } => self.characters(!seat).any(|(enemy, space)| {
                (who == Who::Any || enemy.kind() == Kind::Leader) && (space.beside() & own).len() >= count
            }),
            Goal::Used { count } => deeds.used >= count,
            Goal::Centre { count } => (own & Spaces::CENTRE).len() >= count,
            Goal::Guarded { count } => {
                let guarded = |&(who, _): &(Character, _)| self.tokens(who).has(Token::Defend);
                self.characters(seat).filter(guarded).count() >= usize::from(count)
            }
            Goal::Home { rows } => {
                !own.is_empty() && (enemies & Spaces::rows(self.edge(seat), rows)).is_empty()
            }
            Goal::Outnumber { by } => own.len() >= enemies.len() + by,
        }
    }
}

/// The most characters side by side on one rank (rule 77).
pub(crate) fn longest_line(men: Spaces) -> u8 {
    let mut run = men;
    let mut longest = 0;
    while !run.is_empty() {
        longest += 1;
        // What has a neighbour to the east, again and again.
        run = run.stepped_west() & men;
    }
    longest
}

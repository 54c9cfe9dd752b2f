//! Every position that a roll can lead to, for bots and analysis.
//!
//! Steps are micro-actions: one die at a time. Who wants to weigh whole turns of backgammon asks here, and gets
//! each position once, however many orders of the dice lead to it.

use std::collections::HashSet;

use arrayvec::ArrayVec;
use table::Seat;

use crate::{
    Action, BackgammonWars, Board, Kind, Mark,
    board::each,
    dice::Few,
    plan::{Lanes, Use, Worth, landing, worth},
    waits::Wait,
};

/// A whole turn of classic backgammon.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole {
    /// One way to play it.
    pub steps: ArrayVec<Action, 4>,
    /// The board after it.
    pub board: Board,
}

impl BackgammonWars {
    /// Every distinct position that the side whose dice lie there can bring about with all of them, in classic and
    /// nackgammon. Empty in fantasy, where cards and answers come between the dice, and when no dice lie there.
    pub fn plays(&self) -> Vec<Whole> {
        let Some(Wait::Dice(seat)) = self.wait().filter(|_| !self.options.is_fantasy()) else {
            return Vec::new();
        };
        let lanes = Lanes::of(self, seat);
        let dice = self.dice.all();
        let mut walk = Walk {
            seat,
            board: &self.board,
            goal: lanes.best_safe(&dice),
            equal: dice.first() == dice.last(),
            path: ArrayVec::new(),
            known: HashSet::new(),
            found: Vec::new(),
        };
        walk.on(&lanes, &dice, 0, u8::MAX);
        walk.found
    }
}

struct Walk<'g> {
    seat: Seat,
    board: &'g Board,
    goal: Worth,
    equal: bool,
    path: ArrayVec<(u8, u8, Mark), 4>,
    known: HashSet<([u32; 4], u32)>,
    found: Vec<Whole>,
}

impl Walk<'_> {
    /// Goes on with `dice`. Equal dice are played from the back to the front only: the order makes no difference,
    /// and from the back everything is possible that is possible at all.
    fn on(&mut self, lanes: &Lanes, dice: &Few, have: Worth, last: u8) {
        if have == self.goal {
            if self.equal || self.known.insert(lanes.key()) {
                self.write_down();
            }
            return;
        }
        for (i, &die) in dice.iter().enumerate() {
            if i > 0 && dice[i - 1] == die {
                continue;
            }
            let rest = dice.without(i);
            for from in each(lanes.sources_with(die, dice)) {
                if self.equal && from > last {
                    continue;
                }
                let to = landing(from, die);
                self.path.push((from, to, lanes.mark_at(to)));
                self.on(&lanes.after(Use { from, die }), &rest, have + worth(die), from);
                self.path.pop();
            }
        }
    }

    fn write_down(&mut self) {
        let mut board = self.board.clone();
        let mut steps = ArrayVec::new();
        for &(from, to, mark) in &self.path {
            board.lift(self.seat, Kind::Warrior, from);
            if mark == Mark::Hit {
                board.capture(!self.seat, 25 - to);
            }
            board.put(self.seat, Kind::Warrior, to);
            steps.push(Action::Move { kind: None, from, to, mark });
        }
        self.found.push(Whole { steps, board });
    }
}

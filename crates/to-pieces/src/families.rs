//! Options by the hundred: actions of one kind that differ in one space only. Listed for those who look, and
//! drawn from without being listed by random play.

use arrayvec::ArrayVec;
use table::{
    Seat,
    rand::{Rng, RngCore},
};

use crate::{
    Action, ToPieces,
    board::{Space, Spaces},
};

/// Actions that differ in one space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    pub(crate) kind: Kind,
    pub(crate) spaces: Spaces,
}

/// What the actions of a family have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    MarkTreasure(u8),
    MarkObstacle,
    PutLeader,
    Put(u8),
    Move(Space),
    Attack(Space),
    Shove(Space),
    Charge(Space),
    Summon,
}

impl Family {
    fn action(self, space: Space) -> Action {
        match self.kind {
            Kind::MarkTreasure(n) => Action::MarkTreasure(n, space),
            Kind::MarkObstacle => Action::MarkObstacle(space),
            Kind::PutLeader => Action::PutLeader(space),
            Kind::Put(n) => Action::Put(n, space),
            Kind::Move(at) => Action::Move(at, space),
            Kind::Attack(at) => Action::Attack(at, space),
            Kind::Shove(at) => Action::Shove(at, space),
            Kind::Charge(at) => Action::Charge(at, space),
            Kind::Summon => Action::Summon(space),
        }
    }
}

/// What a seat may do: families, and single actions in the buffer of the caller.
pub(crate) struct Offer<'b> {
    families: ArrayVec<Family, 40>,
    singles: &'b mut Vec<Action>,
}

impl Offer<'_> {
    pub(crate) fn add(&mut self, kind: Kind, spaces: Spaces) {
        if !spaces.is_empty() {
            self.families.push(Family { kind, spaces });
        }
    }

    pub(crate) fn one(&mut self, action: Action) {
        self.singles.push(action);
    }
}

impl ToPieces {
    /// Appends every answer to the topmost question, which is put to `seat`.
    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) {
        let mut offer = Offer { families: ArrayVec::new(), singles: out };
        self.offer(seat, &mut offer);
        for family in offer.families {
            out.extend(family.spaces.into_iter().map(|space| family.action(space)));
        }
    }

    /// One of these answers, all equally likely.
    pub(crate) fn draw(&self, seat: Seat, rng: &mut dyn RngCore, buffer: &mut Vec<Action>) -> Action {
        buffer.clear();
        let mut offer = Offer { families: ArrayVec::new(), singles: buffer };
        self.offer(seat, &mut offer);
        let sizes = offer.families.iter().map(|family| u32::from(family.spaces.len()));
        let total = offer.singles.len() as u32 + sizes.sum::<u32>();
        let mut n = rng.random_range(0..total);
        for family in &offer.families {
            let size = u32::from(family.spaces.len());
            if n < size {
                return family.action(family.spaces.nth(n));
            }
            n -= size;
        }
        offer.singles[n as usize]
    }
}

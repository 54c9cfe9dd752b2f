//! The groups of one seat (rules 7, 12-15).

use serde::{Deserialize, Serialize};

use crate::{Colour, Pieces, Space, Spaces};

/// Units of a side at the start, and so the most groups that it can have.
pub const UNITS: u8 = 6;
/// Units in a group at most (rule 12).
pub const STACK: u8 = 3;
/// Pieces that a group carries at most (rule 15).
pub const LOAD: u8 = 2;

/// All units on one space, one unit or a stack, with the pieces under it. It moves, fights and is lost as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group {
    /// One to three.
    pub units: u8,
    /// At most two.
    pub pieces: Pieces,
}

impl Group {
    /// One unit that carries nothing.
    pub const LONE: Group = Group { units: 1, pieces: Pieces::NONE };

    /// How many pieces of a colour it carries.
    pub const fn carries(self, colour: Colour) -> u8 {
        self.pieces.count(colour)
    }

    /// Whether it may take one more piece.
    pub const fn has_room(self) -> bool {
        self.pieces.len() < LOAD
    }

    /// Both groups as one stack, whether or not that is legal.
    #[must_use]
    pub fn on(self, other: Group) -> Group {
        Group { units: self.units + other.units, pieces: self.pieces + other.pieces }
    }
}

/// The groups of one seat. Equal armies are equal values: the groups are kept in the order of their spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Army {
    spaces: Spaces,
    /// As many as there are spaces, then empty groups.
    groups: [Group; UNITS as usize],
}

impl Army {
    /// Six lone units.
    pub fn on(spaces: Spaces) -> Army {
        let mut army = Army::default();
        spaces.iter().for_each(|space| army.add(space, Group::LONE));
        army
    }

    /// Where its groups stand.
    pub fn spaces(&self) -> Spaces {
        self.spaces
    }

    /// How many groups it has.
    pub fn len(&self) -> usize {
        self.spaces.len() as usize
    }

    /// Whether its last unit is gone (rule 37).
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// How many units it has.
    pub fn units(&self) -> u8 {
        self.groups.iter().map(|group| group.units).sum()
    }

    /// All that it carries.
    pub fn pieces(&self) -> Pieces {
        self.groups.iter().fold(Pieces::NONE, |sum, group| sum + group.pieces)
    }

    /// The group on a space, if there is one.
    pub fn at(&self, space: Space) -> Option<Group> {
        self.spaces.contains(space).then(|| self.groups[self.spaces.before(space)])
    }

    /// Every group with its space, in the order of the spaces.
    pub fn iter(&self) -> impl Iterator<Item = (Space, Group)> {
        self.spaces.iter().zip(self.groups)
    }

    /// The group on a space of [`spaces`](Army::spaces).
    pub(crate) fn group(&mut self, space: Space) -> &mut Group {
        debug_assert!(self.spaces.contains(space));
        &mut self.groups[self.spaces.before(space)]
    }

    /// Puts a group on a space without one. The army has fewer than six.
    pub(crate) fn add(&mut self, space: Space, group: Group) {
        debug_assert!(!self.spaces.contains(space) && self.len() < self.groups.len());
        let i = self.spaces.before(space);
        self.groups[i..].rotate_right(1);
        self.groups[i] = group;
        self.spaces = self.spaces.with(space);
    }

    /// Takes the group from a space of [`spaces`](Army::spaces).
    pub(crate) fn remove(&mut self, space: Space) -> Group {
        debug_assert!(self.spaces.contains(space));
        let i = self.spaces.before(space);
        let group = std::mem::take(&mut self.groups[i]);
        self.groups[i..].rotate_left(1);
        self.spaces = self.spaces.without(space);
        group
    }
}

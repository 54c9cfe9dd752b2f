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
        self.spaces.iter().zip(self.groups.iter().copied())
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
        let last = self.groups.len() - 1;
        self.groups.copy_within(i..last, i + 1);
        self.groups[i] = group;
        self.spaces = self.spaces.with(space);
    }

    /// Takes the group from a space of [`spaces`](Army::spaces).
    pub(crate) fn remove(&mut self, space: Space) -> Group {
        debug_assert!(self.spaces.contains(space));
        let i = self.spaces.before(space);
        let group = self.groups[i];
        self.groups.copy_within(i + 1.., i);
        self.groups[self.groups.len() - 1] = Group::default();
        self.spaces = self.spaces.without(space);
        group
    }

    /// Moves the group from a space of [`spaces`](Army::spaces) to one without a group, or to the same.
    /// Like taking and putting, but most often no other group changes its place in the order.
    #[inline]
    pub(crate) fn relocate(&mut self, from: Space, to: Space) -> Group {
        debug_assert!(self.spaces.contains(from) && (from == to || !self.spaces.contains(to)));
        let i = self.spaces.before(from);
        let others = self.spaces.without(from);
        let j = others.before(to);
        let group = self.groups[i];
        if i != j {
            let between = if i < j { &mut self.groups[i..=j] } else { &mut self.groups[j..=i] };
            if i < j { between.rotate_left(1) } else { between.rotate_right(1) }
        }
        self.spaces = others.with(to);
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(name: &str) -> Space {
        name.parse().unwrap()
    }

    #[test]
    fn equal_armies_are_equal_values_however_they_came_about() {
        let stack = Group { units: 2, pieces: Pieces::one(Colour::Green) };
        let mut army = Army::on(Spaces::only(space("b1")).with(space("d1")).with(space("f1")));
        army.relocate(space("b1"), space("e1"));
        army.relocate(space("f1"), space("a1"));
        army.remove(space("d1"));
        army.add(space("c1"), stack);
        army.relocate(space("c1"), space("h8"));
        army.relocate(space("h8"), space("h8"));
        let mut other = Army::default();
        for (name, group) in [("h8", stack), ("a1", Group::LONE), ("e1", Group::LONE)] {
            other.add(space(name), group);
        }
        assert_eq!(army, other);
        assert_eq!(army.at(space("h8")), Some(stack));
        assert_eq!((army.at(space("c1")), army.len(), army.units()), (None, 3, 4));
    }
}

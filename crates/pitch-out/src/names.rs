//! The tokens of the box: names in their canonical order, teams, and sets of names.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A character token. The order is the canonical order of names everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Name {
    Captain,
    Assassin,
    Runner,
    Guard,
    Immortal,
    Major,
    Commando,
    Sapper,
    Infested,
    Shadow,
    Witch,
    #[serde(rename = "golem-1")]
    Golem1,
    #[serde(rename = "golem-2")]
    Golem2,
}

/// So many names there are.
pub const NAMES: usize = 13;

impl Name {
    /// Every name in canonical order.
    pub const ALL: [Name; NAMES] = [
        Name::Captain,
        Name::Assassin,
        Name::Runner,
        Name::Guard,
        Name::Immortal,
        Name::Major,
        Name::Commando,
        Name::Sapper,
        Name::Infested,
        Name::Shadow,
        Name::Witch,
        Name::Golem1,
        Name::Golem2,
    ];
    /// The pawns that the Witch adds.
    pub const GOLEMS: [Name; 2] = [Name::Golem1, Name::Golem2];

    /// As in the notation.
    pub fn text(self) -> &'static str {
        const TEXTS: [&str; NAMES] = [
            "captain", "assassin", "runner", "guard", "immortal", "major", "commando", "sapper", "infested",
            "shadow", "witch", "golem-1", "golem-2",
        ];
        TEXTS[self as usize]
    }

    /// One of the two pawns that the Witch adds.
    pub fn is_golem(self) -> bool {
        self >= Name::Golem1
    }

    /// One of the three pawns of a team that the basic game leaves in the box.
    pub fn is_elite(self) -> bool {
        (Name::Major..Name::Golem1).contains(&self)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A text that names no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoName;

impl FromStr for Name {
    type Err = NoName;
    fn from_str(text: &str) -> Result<Name, NoName> {
        Name::ALL.into_iter().find(|name| name.text() == text).ok_or(NoName)
    }
}

/// One of the two sides of the box (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Team {
    /// Major, Commando and Sapper are their Elite.
    Citizens,
    /// Infested, Shadow and Witch are theirs, and the Golems.
    Hoods,
}

impl Team {
    /// The eight tokens of the team, Golems not among them.
    pub const fn names(self) -> NameSet {
        match self {
            Team::Citizens => NameSet(0b0_0000_1111_1111),
            Team::Hoods => NameSet(0b0_0111_0001_1111),
        }
    }

    /// As a word of the sentences.
    pub fn text(self) -> &'static str {
        match self {
            Team::Citizens => "citizens",
            Team::Hoods => "hoods",
        }
    }
}

/// Some names. As JSON a list in canonical order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NameSet(u16);

impl NameSet {
    /// The five Alpha names (R4).
    pub const ALPHA: NameSet = NameSet(0b1_1111);

    /// Is it among them?
    pub fn contains(self, name: Name) -> bool {
        self.0 & 1 << name as u16 != 0
    }

    /// Adds a name.
    pub fn insert(&mut self, name: Name) {
        self.0 |= 1 << name as u16;
    }

    /// The set with one name more.
    #[must_use]
    pub fn with(mut self, name: Name) -> NameSet {
        self.insert(name);
        self
    }

    /// The set with one name less.
    #[must_use]
    pub fn without(self, name: Name) -> NameSet {
        NameSet(self.0 & !(1 << name as u16))
    }

    /// What both have.
    #[must_use]
    pub fn and(self, other: NameSet) -> NameSet {
        NameSet(self.0 & other.0)
    }

    /// What is in this one only.
    #[must_use]
    pub fn minus(self, other: NameSet) -> NameSet {
        NameSet(self.0 & !other.0)
    }

    /// Does it hold all of the other?
    pub fn holds(self, other: NameSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In canonical order.
    pub fn iter(self) -> impl Iterator<Item = Name> + Clone {
        Name::ALL.into_iter().filter(move |&name| self.contains(name))
    }

    /// Appends every choice of `count` of these names.
    pub fn choices(self, count: usize, out: &mut Vec<NameSet>) {
        let all = u32::from(self.0);
        let mut part = all;
        loop {
            if part.count_ones() as usize == count {
                out.push(NameSet(part as u16));
            }
            if part == 0 {
                return;
            }
            part = (part - 1) & all;
        }
    }
}

impl FromIterator<Name> for NameSet {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> NameSet {
        names.into_iter().fold(NameSet::default(), NameSet::with)
    }
}

impl Serialize for NameSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for NameSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NameSet, D::Error> {
        Ok(Vec::<Name>::deserialize(deserializer)?.into_iter().collect())
    }
}

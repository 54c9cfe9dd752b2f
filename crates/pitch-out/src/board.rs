//! Where everything is (R2, R12, R13, R17): tokens and obstacles by their fate, and what touches what.

use std::{
    fmt,
    ops::{Index, IndexMut},
    str::FromStr,
};

use arrayvec::ArrayVec;
use discs::{Body, measure};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use table::Seat;

use crate::{Name, NameSet, PitchOut, names::NAMES};

/// Radius of a pawn in 1/10 mm.
pub const RADIUS: i16 = 150;
/// Half the side of an obstacle in 1/10 mm.
pub const HALF_SIDE: i16 = 250;
/// Between obstacles, and from them to the edges: the width of a pawn (R12).
pub const PASSAGE: i16 = 300;
/// An obstacle that stores nothing weighs so many pawns.
const OBSTACLE_MASS: u32 = 6;
/// From an obstacle's centre to its farthest point, rounded up: 20·√2 + 5 mm.
pub(crate) const OBSTACLE_REACH: i32 = 333;
/// At most so many bodies are on the table: two teams of eight, two Golems, five obstacles.
pub(crate) const BODIES: usize = 23;

/// A place of a pawn's centre in 1/10 mm (P1, P2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Spot {
    pub x: i16,
    pub y: i16,
}

impl Spot {
    /// The pawn that stands there.
    pub(crate) fn body(self) -> Body {
        Body::pawn(self.x.into(), self.y.into())
    }

    /// The square of the distance between two places.
    pub(crate) fn apart(self, other: Spot) -> i32 {
        let (dx, dy) = (i32::from(self.x) - i32::from(other.x), i32::from(self.y) - i32::from(other.y));
        dx * dx + dy * dy
    }

    /// Do two pawns in these places overlap? Touching is no overlap.
    pub(crate) fn overlaps(self, other: Spot) -> bool {
        let reach = 2 * i32::from(RADIUS);
        self.apart(other) < reach * reach
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Where a token is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Not in the box of this team.
    #[default]
    Absent,
    /// Not in the roster.
    Spare,
    /// Out for the match (R37).
    Banned,
    /// To be deployed.
    Hand,
    /// On the table.
    InPlay(Spot),
    /// To be put back, or a Golem to be placed (R29).
    Waiting,
    /// Out for the round.
    Eliminated,
    /// A Golem that is not in play.
    Supply,
}

/// The tokens of a seat. As JSON an object, name to fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squad([Fate; NAMES]);

impl Index<Name> for Squad {
    type Output = Fate;
    fn index(&self, name: Name) -> &Fate {
        &self.0[name as usize]
    }
}

impl IndexMut<Name> for Squad {
    fn index_mut(&mut self, name: Name) -> &mut Fate {
        &mut self.0[name as usize]
    }
}

impl Squad {
    /// The tokens of the squad with their fates, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (Name, Fate)> + Clone {
        Name::ALL.into_iter().zip(self.0).filter(|(_, fate)| *fate != Fate::Absent)
    }

    /// The names with a fate.
    pub fn with(&self, fate: Fate) -> NameSet {
        self.iter().filter(|(_, f)| *f == fate).map(|(name, _)| name).collect()
    }

    /// The pawns on the table with their places.
    pub fn on_table(&self) -> impl Iterator<Item = (Name, Spot)> + Clone {
        Name::ALL.into_iter().zip(self.0).filter_map(|(name, fate)| match fate {
            Fate::InPlay(spot) => Some((name, spot)),
            _ => None,
        })
    }

    /// The names of the pawns on the table.
    pub(crate) fn standing(&self) -> NameSet {
        self.on_table().map(|(name, _)| name).collect()
    }

    /// Where a pawn stands, if it is on the table.
    pub fn spot(&self, name: Name) -> Option<Spot> {
        match self[name] {
            Fate::InPlay(spot) => Some(spot),
            _ => None,
        }
    }

    /// Pawns in play, those that wait to be put back among them (R28.6).
    pub fn in_play(&self) -> usize {
        self.0.iter().filter(|fate| matches!(fate, Fate::InPlay(_) | Fate::Waiting)).count()
    }

    /// The roster of this round: whoever is, was or will be on the table. Golems do not count.
    pub fn roster(&self) -> NameSet {
        let fielded = |fate| matches!(fate, Fate::Hand | Fate::InPlay(_) | Fate::Waiting | Fate::Eliminated);
        self.iter().filter(|&(name, fate)| !name.is_golem() && fielded(fate)).map(|(name, _)| name).collect()
    }
}

impl Serialize for Squad {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Squad {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Squad, D::Error> {
        let fates = std::collections::BTreeMap::<Name, Fate>::deserialize(deserializer)?;
        let mut squad = Squad::default();
        for (name, fate) in fates {
            let golem = matches!(fate, Fate::InPlay(_) | Fate::Waiting | Fate::Supply);
            if if name.is_golem() { !golem } else { fate == Fate::Supply } {
                return Err(de::Error::custom(format!("{name} cannot be {fate:?}")));
            }
            squad[name] = fate;
        }
        Ok(squad)
    }
}

/// One of the five obstacles: `o1 o2` of seat One, `o3 o4` of seat Two, `o5` of nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Block {
    O1,
    O2,
    O3,
    O4,
    O5,
}

impl Block {
    /// All of them.
    pub const ALL: [Block; 5] = [Block::O1, Block::O2, Block::O3, Block::O4, Block::O5];

    /// As in the notation.
    pub fn text(self) -> &'static str {
        ["o1", "o2", "o3", "o4", "o5"][self as usize]
    }

    /// The two of a seat.
    pub fn of(seat: Seat) -> [Block; 2] {
        match seat {
            Seat::One => [Block::O1, Block::O2],
            Seat::Two => [Block::O3, Block::O4],
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for Block {
    type Err = ();
    fn from_str(text: &str) -> Result<Block, ()> {
        Block::ALL.into_iter().find(|block| block.text() == text).ok_or(())
    }
}

/// How an obstacle lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lie {
    /// Centre in 1/10 mm.
    pub x: i16,
    /// Centre in 1/10 mm.
    pub y: i16,
    /// In 1/100 degree, 0 to 8999.
    pub turn: i16,
}

impl Lie {
    /// An obstacle that lies so and stores nothing.
    pub(crate) fn body(self) -> Body {
        Body::obstacle(self.x.into(), self.y.into(), self.turn.into())
    }
}

impl fmt::Display for Lie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}/{}", self.x, self.y, self.turn)
    }
}

/// Where an obstacle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// To be deployed.
    #[default]
    Aside,
    /// On the table.
    Lies {
        /// How.
        #[serde(flatten)]
        at: Lie,
        /// The eliminated pawns of its own side that it stores (R27).
        stored: NameSet,
    },
    /// Out for the round (R30, R31).
    Out,
}

impl Obstacle {
    /// How it lies, if it is on the table.
    pub fn lie(self) -> Option<Lie> {
        match self {
            Obstacle::Lies { at, .. } => Some(at),
            _ => None,
        }
    }
}

/// Something on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// A pawn of a seat.
    Pawn(Seat, Name),
    /// An obstacle.
    Block(Block),
}

/// `one:captain` or `o1`: also the anchors of page and keyboard.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Pawn(seat, name) => write!(f, "{seat}:{name}"),
            Piece::Block(block) => block.fmt(f),
        }
    }
}

impl FromStr for Piece {
    type Err = ();
    fn from_str(text: &str) -> Result<Piece, ()> {
        match text.split_once(':') {
            Some((seat, name)) => {
                Ok(Piece::Pawn(seat.parse().map_err(|_| ())?, name.parse().map_err(|_| ())?))
            }
            None => text.parse().map(Piece::Block),
        }
    }
}

/// A Shadow on a pawn of the other side (R51). Only the Hoods have one, so there is at most one stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stack {
    /// The Shadow, or the Captain who copied it: a pawn of the Hoods.
    pub rider: Name,
    /// The pawn of the Citizens below.
    pub below: Name,
}

/// Directions from `from` to `to`, both included, in which a pawn cannot be flicked (R17); `to` may be less
/// than `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The obstacle that the pawn touches.
    pub block: Block,
    /// The first barred angle.
    pub from: u16,
    /// The last one.
    pub to: u16,
}

impl Arc {
    pub(crate) fn bars(self, angle: u16) -> bool {
        let turn = |a: u16, b: u16| (i32::from(a) - i32::from(b)).rem_euclid(36_000);
        turn(angle, self.from) <= turn(self.to, self.from)
    }
}

impl PitchOut {
    /// What is on the table, in index order (P4). A stack is listed once, in the place of the pawn below.
    pub(crate) fn bodies(&self) -> ArrayVec<(Piece, Body), BODIES> {
        let mut bodies = ArrayVec::new();
        for seat in Seat::BOTH {
            for (name, spot) in self.squads[seat].on_table() {
                let mass = match self.stack {
                    Some(stack) if seat == self.rulings.hoods && name == stack.rider => continue,
                    Some(stack) if seat != self.rulings.hoods && name == stack.below => 2,
                    _ => 1,
                };
                bodies.push((Piece::Pawn(seat, name), spot.body().with_mass(mass)));
            }
        }
        for block in Block::ALL {
            if let Obstacle::Lies { at, stored } = self.obstacles[block as usize] {
                let mass = OBSTACLE_MASS + stored.len() as u32;
                bodies.push((Piece::Block(block), at.body().with_mass(mass)));
            }
        }
        bodies
    }

    /// How an obstacle lies, if it is on the table.
    pub fn lie(&self, block: Block) -> Option<Lie> {
        self.obstacles[block as usize].lie()
    }

    /// What a pawn in this place would overlap, `but` not counted.
    pub(crate) fn overlapped(&self, spot: Spot, but: Option<Piece>) -> Option<Piece> {
        for seat in Seat::BOTH {
            for (name, other) in self.squads[seat].on_table() {
                if spot.overlaps(other) && but != Some(Piece::Pawn(seat, name)) {
                    return Some(Piece::Pawn(seat, name));
                }
            }
        }
        let reach = OBSTACLE_REACH + i32::from(RADIUS);
        let pawn = spot.body();
        Block::ALL.into_iter().find_map(|block| {
            let lie = self.lie(block)?;
            let near = spot.apart(Spot { x: lie.x, y: lie.y }) < reach * reach;
            (near && measure::overlap(&pawn, &lie.body())).then_some(Piece::Block(block))
        })
    }

    /// The directions in which this pawn cannot be flicked (R17).
    pub(crate) fn barred(&self, spot: Spot) -> ArrayVec<Arc, 5> {
        let reach = OBSTACLE_REACH + i32::from(RADIUS) + 6;
        let pawn = spot.body();
        let mut arcs = ArrayVec::new();
        for block in Block::ALL {
            let Some(lie) = self.lie(block) else { continue };
            if spot.apart(Spot { x: lie.x, y: lie.y }) > reach * reach {
                continue;
            }
            let body = lie.body();
            if !measure::touch_at_rest(&pawn, &body) {
                continue;
            }
            if let Some(normal) = measure::contact_direction(&pawn, &body) {
                let side = i32::from(self.rulings.cone) - 1;
                let angle = |a: i32| a.rem_euclid(36_000) as u16;
                arcs.push(Arc { block, from: angle(normal - side), to: angle(normal + side) });
            }
        }
        arcs
    }

    /// A direction in which a pawn in this place can be flicked, if there is one: where nothing is barred 0,
    /// else one beside a barred arc.
    pub(crate) fn free_direction(&self, spot: Spot) -> Option<u16> {
        let arcs = self.barred(spot);
        if arcs.is_empty() {
            return Some(0);
        }
        let beside = |arc: &Arc| [arc.from.checked_sub(1).unwrap_or(35_999), (arc.to + 1) % 36_000];
        arcs.iter().flat_map(beside).find(|&angle| !arcs.iter().any(|arc| arc.bars(angle)))
    }
}

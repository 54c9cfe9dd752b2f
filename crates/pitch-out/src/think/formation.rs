//! Deployments: where two obstacles shelter the Captain, and where the others stand. Which one it is, is judged by
//! what the other side can do to it.

use table::{
    Log, Seat,
    rand::{Rng, RngCore},
};

use crate::{Action, Block, Fate, Lie, Name, Obstacle, PitchOut, Spot};

/// A deployment as its owner sees it: x from the left, y from the own edge, in 1/10 mm.
struct Formation {
    /// The two obstacles, x, y and turn.
    blocks: [(i16, i16, i16); 2],
    /// The pawns in the order of [`ROLES`].
    pawns: [(i16, i16); 8],
}

/// Who takes the first places of a formation: those who are worth most shelter first, shooters later.
const ROLES: [Name; 11] = [
    Name::Captain,
    Name::Guard,
    Name::Assassin,
    Name::Infested,
    Name::Major,
    Name::Witch,
    Name::Runner,
    Name::Immortal,
    Name::Commando,
    Name::Shadow,
    Name::Sapper,
];

/// How far from its place in the formation a thing may stand, in 1/10 mm.
const SLACK: i16 = 10;

/// From what a beginner would do to what is hard to shoot at.
const FORMATIONS: [Formation; 6] = [
    // The Captain in the middle of a line behind two obstacles.
    Formation {
        blocks: [(3500, 1400, 0), (4500, 1400, 0)],
        pawns: [
            (4000, 500),
            (3000, 800),
            (5000, 800),
            (2000, 1000),
            (6000, 1000),
            (1000, 1200),
            (7000, 1200),
            (4000, 1000),
        ],
    },
    // The Captain close behind an obstacle in the middle, the Guard behind the other.
    Formation {
        blocks: [(3580, 620, 0), (4420, 620, 0)],
        pawns: [
            (3580, 160),
            (4420, 160),
            (1500, 600),
            (6500, 600),
            (400, 400),
            (7600, 400),
            (2500, 1500),
            (5500, 1500),
        ],
    },
    // The Captain low between two obstacles that stand apart, the others wide.
    Formation {
        blocks: [(3200, 900, 0), (4800, 900, 0)],
        pawns: [
            (3200, 300),
            (4800, 300),
            (6500, 1600),
            (1500, 1600),
            (7600, 300),
            (400, 300),
            (5800, 400),
            (2200, 400),
        ],
    },
    // Towards a corner, the shooters on the other wing.
    Formation {
        blocks: [(1200, 800, 0), (2100, 800, 0)],
        pawns: [
            (1200, 200),
            (2100, 200),
            (6800, 1700),
            (5200, 1200),
            (7700, 800),
            (3600, 1700),
            (200, 1800),
            (7800, 200),
        ],
    },
    // A bunker in the corner: no straight line leads to the Captain.
    Formation {
        blocks: [(560, 620, 0), (1380, 620, 0)],
        pawns: [
            (560, 160),
            (1380, 160),
            (3000, 400),
            (7600, 400),
            (5000, 400),
            (6300, 400),
            (4000, 1500),
            (7000, 1500),
        ],
    },
    // The same with everybody who finds room in it.
    Formation {
        blocks: [(560, 620, 0), (1380, 620, 0)],
        pawns: [
            (560, 160),
            (970, 160),
            (7600, 400),
            (1380, 160),
            (6000, 400),
            (4500, 400),
            (3000, 400),
            (7000, 1500),
        ],
    },
];

/// The deployments that are offered in one touch: the first formations that are legal here, as the places of all
/// that a seat still has to put down.
pub(crate) fn usual(game: &PitchOut, seat: Seat, count: usize) -> Vec<Vec<Action>> {
    let plans = (0..FORMATIONS.len()).map(|formation| Plan { formation, mirrored: false });
    let legal = plans.filter(|plan| plan.complete(&mut game.clone(), seat));
    legal.take(count).map(|plan| plan.steps(game, seat)).collect()
}

/// A formation for a seat: which one, and whether left and right are swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    formation: usize,
    mirrored: bool,
}

impl Plan {
    /// The first plans, simple ones first.
    pub(super) fn first(count: usize) -> impl Iterator<Item = Plan> {
        let plans = (0..FORMATIONS.len())
            .flat_map(|formation| [false, true].map(|mirrored| Plan { formation, mirrored }));
        plans.take(count)
    }

    /// One plan of each of the last formations, the hardest ones.
    pub(super) fn plain(count: usize) -> impl Iterator<Item = Plan> {
        (0..FORMATIONS.len()).rev().take(count).map(|formation| Plan { formation, mirrored: false })
    }

    /// The pieces of a seat that are still to be placed, with their places.
    fn steps(self, game: &PitchOut, seat: Seat) -> Vec<Action> {
        let formation = &FORMATIONS[self.formation];
        let mut steps = Vec::new();
        for (block, (x, y, turn)) in Block::of(seat).into_iter().zip(formation.blocks) {
            if game.obstacles[block as usize] == Obstacle::Aside {
                let Spot { x, y } = self.spot(game, seat, (x, y));
                steps.push(Action::PlaceBlock(block, Lie { x, y, turn }));
            }
        }
        let roster = game.squads[seat].roster();
        let roles = ROLES.into_iter().filter(|&name| roster.contains(name));
        for (name, place) in roles.zip(formation.pawns) {
            if game.squads[seat][name] == Fate::Hand {
                steps.push(Action::Place(name, self.spot(game, seat, place)));
            }
        }
        steps
    }

    /// Whether what a seat has placed so far is part of the plan, more or less.
    pub(super) fn fits(self, game: &PitchOut, seat: Seat) -> bool {
        let formation = &FORMATIONS[self.formation];
        let near = |is: Spot, place: (i16, i16)| {
            let meant = self.spot(game, seat, place);
            (is.x - meant.x).abs() <= SLACK && (is.y - meant.y).abs() <= SLACK
        };
        let blocks = Block::of(seat).into_iter().zip(formation.blocks).all(|(block, (x, y, _))| {
            game.lie(block).is_none_or(|lie| near(Spot { x: lie.x, y: lie.y }, (x, y)))
        });
        let roster = game.squads[seat].roster();
        let roles = ROLES.into_iter().filter(|&name| roster.contains(name));
        let pawns = roles
            .zip(formation.pawns)
            .all(|(name, place)| game.squads[seat].spot(name).is_none_or(|spot| near(spot, place)));
        blocks && pawns
    }

    /// The next step of the plan, if it is legal: a little beside the place, so that no two matches are alike.
    pub(super) fn next(self, game: &PitchOut, seat: Seat, rng: &mut dyn RngCore) -> Option<Action> {
        let step = *self.steps(game, seat).first()?;
        let aside = rng.random_range(-SLACK..=SLACK);
        let beside = match step {
            Action::PlaceBlock(block, lie) => Action::PlaceBlock(block, Lie { x: lie.x + aside, ..lie }),
            Action::Place(name, spot) => Action::Place(name, Spot { x: spot.x + aside, ..spot }),
            other => other,
        };
        [beside, step].into_iter().find(|step| game.is_legal(seat, step).is_ok())
    }

    /// Deploys the rest of a seat by the plan; false when something of it is not legal here.
    pub(super) fn complete(self, game: &mut PitchOut, seat: Seat) -> bool {
        for step in self.steps(game, seat) {
            if game.is_legal(seat, &step).is_err() {
                return false;
            }
            game.act(seat, &step, &mut Log::off());
        }
        true
    }

    /// A place of the formation on the table.
    fn spot(self, game: &PitchOut, seat: Seat, (x, y): (i16, i16)) -> Spot {
        let (width, depth) = (game.rulings.width, game.rulings.depth);
        let turned = self.mirrored != (seat == Seat::Two);
        let x = if turned { width - x } else { x };
        Spot { x, y: if seat == Seat::Two { depth - y } else { y } }
    }
}

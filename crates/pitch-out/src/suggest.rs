//! Random play: any pawn, any direction, any force; places by trying, and by a scan when trying fails, so that it
//! never goes on for ever.

use table::{
    Seat,
    rand::{Rng, RngCore},
};

use crate::{Action, Aim, Lie, Name, NameSet, PitchOut, RADIUS, Spot, Wait, board::OBSTACLE_REACH};

/// So many tries before a scan.
const TRIES: usize = 64;
/// Distances between the places of a scan, the last one the finest: it misses nothing.
const SCANS: [usize; 3] = [100, 10, 1];
/// A second flick is declined once in so many times, and so is the Sapper's move.
const DECLINE: u32 = 8;

impl PitchOut {
    pub(crate) fn random_action(
        &self,
        seat: Seat,
        rng: &mut dyn RngCore,
        buffer: &mut Vec<Action>,
    ) -> Action {
        match self.wait {
            Wait::Open => {
                let (low, high) = self.pawn_zone(seat);
                Action::Open(random_spot(low, high, rng), random_aim(rng))
            }
            Wait::Deploy { .. } | Wait::Put { .. } => self.random_place(seat, rng),
            Wait::Flick => match self.flickable(seat) {
                pawns if pawns.is_empty() => Action::Pass,
                pawns => self.random_flick(seat, pick(pawns, rng), rng),
            },
            Wait::Again if rng.random_ratio(1, DECLINE) => Action::Pass,
            Wait::Again => self.random_flick(seat, self.active_name(), rng),
            Wait::Sap if rng.random_ratio(1, DECLINE) => Action::Pass,
            Wait::Sap => self.random_sap(rng),
            _ => {
                buffer.clear();
                self.list_options(seat, buffer);
                buffer[rng.random_range(0..buffer.len())]
            }
        }
    }

    fn random_place(&self, seat: Seat, rng: &mut dyn RngCore) -> Action {
        let mut blocks = self.blocks_aside(seat);
        if let Some(block) = blocks.next() {
            let block = blocks.next().filter(|_| rng.random()).unwrap_or(block);
            let (low, high) = self.block_zone(seat);
            let fits = |&lie: &Lie| self.check_block(seat, block, lie).is_ok();
            let random = |_| {
                let Spot { x, y } = random_spot(low, high, rng);
                Lie { x, y, turn: rng.random_range(0..9000) }
            };
            let tried = (0..TRIES).map(random).find(fits);
            let square = || scan(low, high).map(|Spot { x, y }| Lie { x, y, turn: 0 }).find(fits);
            let lie = tried.or_else(square).expect("there is room for two obstacles in a zone (R11)");
            return Action::PlaceBlock(block, lie);
        }
        let name = pick(self.placeable(seat), rng);
        let (low, high) = self.pawn_zone(seat);
        let fits = |&spot: &Spot| self.overlapped(spot, None).is_none();
        let tried = (0..TRIES).map(|_| random_spot(low, high, rng)).find(fits);
        tried.map_or_else(|| self.scanned_place(seat, name), |spot| Action::Place(name, spot))
    }

    /// The first free place of a scan.
    pub(crate) fn scanned_place(&self, seat: Seat, name: Name) -> Action {
        let (low, high) = self.pawn_zone(seat);
        let spot = scan(low, high).find(|&spot| self.overlapped(spot, None).is_none());
        Action::Place(name, spot.expect("there is always room (R29)"))
    }

    fn random_flick(&self, seat: Seat, name: Name, rng: &mut dyn RngCore) -> Action {
        let spot = self.squads[seat].spot(name).expect("a pawn that can be flicked is on the table");
        let arcs = self.barred(spot);
        let free = |aim: &Aim| !arcs.iter().any(|arc| arc.bars(aim.angle));
        let tried = (0..TRIES).map(|_| random_aim(rng)).find(free);
        let aim = tried.unwrap_or_else(|| {
            let angle = self.free_direction(spot).expect("a pawn that can be flicked has a direction");
            Aim { angle, ..random_aim(rng) }
        });
        Action::Flick(name, aim)
    }

    /// The obstacle somewhere around the Sapper: a random line outwards, and along it the first place that will do.
    fn random_sap(&self, rng: &mut dyn RngCore) -> Action {
        let sapper =
            self.squads[self.mover].spot(self.active_name()).expect("a Sapper who is asked is there");
        let reach = OBSTACLE_REACH + i32::from(RADIUS);
        for _ in 0..TRIES {
            let (dx, dy) = (rng.random_range(-reach..=reach), rng.random_range(-reach..=reach));
            let turn = rng.random_range(0..9000);
            let far = dx.abs().max(dy.abs()).max(1);
            for out in reach / 2..=reach {
                let x = i32::from(sapper.x) + dx * out / far;
                let y = i32::from(sapper.y) + dy * out / far;
                if x < 0 || y < 0 {
                    break;
                }
                let lie = Lie { x: x as i16, y: y as i16, turn };
                if self.check_sap(lie).is_ok() {
                    return Action::Sap(lie);
                }
            }
        }
        Action::Pass
    }
}

fn pick(names: NameSet, rng: &mut dyn RngCore) -> Name {
    let n = rng.random_range(0..names.len());
    names.iter().nth(n).expect("the number is below the count")
}

pub(crate) fn random_spot(low: Spot, high: Spot, rng: &mut dyn RngCore) -> Spot {
    Spot { x: rng.random_range(low.x..=high.x), y: rng.random_range(low.y..=high.y) }
}

pub(crate) fn random_aim(rng: &mut dyn RngCore) -> Aim {
    Aim { angle: rng.random_range(0..36_000), power: rng.random_range(1..=1000) }
}

/// Every place of a rectangle, coarsely first.
fn scan(low: Spot, high: Spot) -> impl Iterator<Item = Spot> {
    SCANS.into_iter().flat_map(move |step| {
        let rows = (low.y..=high.y).step_by(step);
        rows.flat_map(move |y| (low.x..=high.x).step_by(step).map(move |x| Spot { x, y }))
    })
}

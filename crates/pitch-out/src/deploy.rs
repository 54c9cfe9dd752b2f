//! Where obstacles and pawns may be put: deployment (R10 to R13), put-backs (R29) and the Sapper's obstacle (R48).

use discs::measure::{self, Rect};
use table::{Log, Refusal, Seat};

use crate::{
    Block, Event, Fate, HALF_SIDE, Lie, Name, NameSet, Obstacle, PASSAGE, Piece, PitchOut, RADIUS, Spot, Wait,
};

impl PitchOut {
    /// The depths of a seat's zone: from its edge to the far side of its strip (R2).
    pub(crate) fn zone(&self, seat: Seat) -> (i16, i16) {
        let strip = self.rulings.strip();
        match seat {
            Seat::One => (0, strip),
            Seat::Two => (self.rulings.depth - strip, self.rulings.depth),
        }
    }

    /// Where a pawn's centre may be so that it lies wholly inside a seat's zone: both corners.
    pub(crate) fn pawn_zone(&self, seat: Seat) -> (Spot, Spot) {
        let (near, far) = self.zone(seat);
        let low = Spot { x: RADIUS, y: near + RADIUS };
        (low, Spot { x: self.rulings.width - RADIUS, y: far - RADIUS })
    }

    /// Where the centre of an obstacle that lies square may be in a seat's zone, a passage from the edges.
    pub(crate) fn block_zone(&self, seat: Seat) -> (Spot, Spot) {
        let (near, far) = self.zone(seat);
        let off = PASSAGE + HALF_SIDE;
        let (low, high) = match seat {
            Seat::One => (near + off, far - HALF_SIDE),
            Seat::Two => (near + HALF_SIDE, far - off),
        };
        (Spot { x: off, y: low }, Spot { x: self.rulings.width - off, y: high })
    }

    /// The obstacles that a seat still has to deploy, then nothing.
    pub(crate) fn blocks_aside(&self, seat: Seat) -> impl Iterator<Item = Block> + '_ {
        Block::of(seat).into_iter().filter(|&block| self.obstacles[block as usize] == Obstacle::Aside)
    }

    /// The pawns that a seat can place now: to be put back, or to be deployed once its obstacles are.
    pub(crate) fn placeable(&self, seat: Seat) -> NameSet {
        match self.wait {
            Wait::Put { .. } => self.squads[seat].with(Fate::Waiting),
            _ if self.blocks_aside(seat).next().is_none() => self.squads[seat].with(Fate::Hand),
            _ => NameSet::default(),
        }
    }

    /// Is this captain wholly in its zone (R7)?
    pub(crate) fn check_opening(&self, seat: Seat, spot: Spot) -> Result<(), Refusal> {
        if self.is_in_zone(seat, spot) {
            return Ok(());
        }
        Err(Refusal::by("R7", "pitch-out.refuse.open-zone"))
    }

    fn is_in_zone(&self, seat: Seat, spot: Spot) -> bool {
        let (low, high) = self.pawn_zone(seat);
        (low.x..=high.x).contains(&spot.x) && (low.y..=high.y).contains(&spot.y)
    }

    /// May a pawn be put here (R13)?
    pub(crate) fn check_pawn(&self, seat: Seat, spot: Spot) -> Result<(), Refusal> {
        if !self.is_in_zone(seat, spot) {
            return Err(Refusal::by("R13", "pitch-out.refuse.pawn-zone"));
        }
        match self.overlapped(spot, None) {
            Some(piece) => {
                Err(Refusal::by("R13", "pitch-out.refuse.pawn-overlap").with("piece", word(piece)))
            }
            None => Ok(()),
        }
    }

    /// May an obstacle be put so (R12)?
    pub(crate) fn check_block(&self, seat: Seat, block: Block, lie: Lie) -> Result<(), Refusal> {
        let body = lie.body();
        let (near, far) = self.zone(seat);
        let sides = |left, right, bottom: i16, top: i16| Rect {
            left: i32::from(left),
            right: i32::from(right),
            bottom: bottom.into(),
            top: top.into(),
        };
        let (width, depth) = (self.rulings.width, self.rulings.depth);
        if !measure::inside(&body, &sides(0, width, near, far)) {
            return Err(Refusal::by("R12", "pitch-out.refuse.obstacle-zone"));
        }
        if !measure::inside(&body, &sides(PASSAGE, width - PASSAGE, PASSAGE, depth - PASSAGE)) {
            return Err(Refusal::by("R12", "pitch-out.refuse.obstacle-edge"));
        }
        for other in Block::ALL.into_iter().filter(|&other| other != block) {
            let Some(lie) = self.lie(other) else { continue };
            if !measure::clear_by(&body, &lie.body(), PASSAGE.into()) {
                return Err(
                    Refusal::by("R12", "pitch-out.refuse.obstacle-near").with("obstacle", other.text())
                );
            }
        }
        // Nobody's pawns are in this zone yet but those of an opponent who deployed first, in the other zone.
        Ok(())
    }

    /// May the Sapper's obstacle be put so (R48)?
    pub(crate) fn check_sap(&self, lie: Lie) -> Result<(), Refusal> {
        let moved = self.sapped().expect("a Sapper who touched an obstacle is asked");
        let sapper = self.unharmed().and_then(|name| self.squads[self.mover].spot(name));
        let sapper = sapper.expect("a Sapper who is asked is on the table").body();
        let body = lie.body();
        if !measure::on_table(&body, &self.felt_table()) {
            return Err(Refusal::by("R48", "pitch-out.refuse.sap-table"));
        }
        for (piece, other) in self.bodies() {
            if piece != Piece::Block(moved) && measure::overlap(&body, &other) {
                return Err(Refusal::by("R48", "pitch-out.refuse.sap-overlap").with("piece", word(piece)));
            }
        }
        if !measure::touch_at_rest(&body, &sapper) {
            return Err(Refusal::by("R48", "pitch-out.refuse.sap-touch"));
        }
        Ok(())
    }

    /// A pawn is deployed or put back.
    pub(crate) fn place(&mut self, seat: Seat, name: Name, spot: Spot, log: &mut Log<Event>) {
        self.squads[seat][name] = Fate::InPlay(spot);
        log.tell(|| Event::Placed { seat, name, x: spot.x, y: spot.y });
        if let Wait::Put { .. } = self.wait {
            return self.go_on_after(seat, log);
        }
        if self.squads[seat].with(Fate::Hand).is_empty() {
            let first = self.first.expect("deployment follows the choice of the first player");
            if seat == first {
                self.wait = Wait::Deploy { seat: !seat };
            } else {
                self.begin_turn(first);
            }
        }
    }

    /// An obstacle is deployed.
    pub(crate) fn lay(&mut self, block: Block, at: Lie, log: &mut Log<Event>) {
        self.obstacles[block as usize] = Obstacle::Lies { at, stored: NameSet::default() };
        log.tell(|| Event::Laid { obstacle: block, x: at.x, y: at.y, turn: at.turn });
    }
}

/// A piece as a word of a sentence.
pub(crate) fn word(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn(_, name) => name.text(),
        Piece::Block(block) => block.text(),
    }
}

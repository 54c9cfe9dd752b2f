//! Whether a seat may do something now, and by which rule not.

use table::{Game, Refusal, Seat, Turn};

use crate::{Action, Fate, Name, NameSet, Piece, PitchOut, Wait, deploy::word};

impl PitchOut {
    /// Only the seat that is asked may act (R14).
    pub(crate) fn is_asked(&self, seat: Seat) -> Result<(), Refusal> {
        match self.turn() {
            Turn::Over(_) => Err(Refusal::by("R1", "refuse.over")),
            turn if turn.asks(seat) => Ok(()),
            Turn::Act(seats) => Err(Refusal::by("R14", "refuse.not-your-turn").with("seat", seats.first())),
            Turn::Chance => Err(Refusal::by("R14", "refuse.not-your-turn").with("seat", !seat)),
        }
    }

    /// Whether the seat that is asked may answer so.
    pub(crate) fn is_legal(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match (self.wait, *action) {
            (Wait::Roster, Action::Roster(names)) => self.check_roster(seat, names),
            (Wait::Open, Action::Open(spot, _)) => self.check_opening(seat, spot),
            (Wait::First { .. }, Action::First(_)) => Ok(()),
            (Wait::Deploy { .. }, Action::PlaceBlock(block, lie)) => {
                if !self.blocks_aside(seat).any(|aside| aside == block) {
                    return Err(not_in_hand(Piece::Block(block)));
                }
                self.check_block(seat, block, lie)
            }
            (Wait::Deploy { .. }, Action::Place(name, spot)) => {
                if self.squads[seat][name] != Fate::Hand {
                    return Err(not_in_hand(Piece::Pawn(seat, name)));
                }
                if self.blocks_aside(seat).next().is_some() {
                    return Err(Refusal::by("R11", "pitch-out.refuse.obstacles-first"));
                }
                self.check_pawn(seat, spot)
            }
            (Wait::Put { .. }, Action::Place(name, spot)) => {
                among(self.placeable(seat), name, "R29", "pitch-out.refuse.not-waiting")?;
                self.check_pawn(seat, spot)
            }
            (Wait::Copy, Action::Copy(name)) => {
                among(self.copyable(seat), name, "R39", "pitch-out.refuse.no-copy")
            }
            (Wait::Copy, Action::Pass) if self.rulings.must_copy => {
                Err(Refusal::by("R39", "pitch-out.refuse.must-copy"))
            }
            (Wait::Flick | Wait::Again, Action::Flick(name, aim)) => self.check_flick(seat, name, aim.angle),
            (Wait::Flick, Action::Pass) if !self.flickable(seat).is_empty() => {
                Err(Refusal::by("R19", "pitch-out.refuse.no-pass"))
            }
            (Wait::Guard { .. }, Action::Swap(name)) => {
                among(self.gone(seat), name, "R44", "pitch-out.refuse.no-swap")
            }
            (Wait::Mount, Action::Mount(name)) => {
                among(self.climbable(), name, "R50", "pitch-out.refuse.no-mount")
            }
            (Wait::Sap, Action::Sap(lie)) => self.check_sap(lie),
            (Wait::Remove { .. }, Action::Remove(block)) => {
                let own = crate::Block::of(seat).contains(&block) && self.lie(block).is_some();
                let refusal =
                    || Refusal::by("R31", "pitch-out.refuse.not-removable").with("obstacle", block.text());
                own.then_some(()).ok_or_else(refusal)
            }
            (Wait::Ban, Action::Ban(name)) => among(self.bannable(), name, "R37", "pitch-out.refuse.no-ban"),
            (Wait::Replace, Action::Replace(name)) => {
                among(self.spare(seat), name, "R37", "pitch-out.refuse.no-replacement")
            }
            (Wait::Change, Action::Change { out, into }) => {
                among(self.changeable(seat), out, "R37", "pitch-out.refuse.no-change-out")?;
                among(self.spare(seat), into, "R37", "pitch-out.refuse.no-change-in")
            }
            (
                Wait::Copy
                | Wait::Flick
                | Wait::Guard { .. }
                | Wait::Sap
                | Wait::Again
                | Wait::Ban
                | Wait::Change,
                Action::Pass,
            ) => Ok(()),
            _ => Err(Refusal::turn("refuse.not-now")),
        }
    }

    /// Five or seven own names with the Captain (R4, R5).
    fn check_roster(&self, seat: Seat, names: NameSet) -> Result<(), Refusal> {
        let size = self.rulings.format.pawns();
        if names.len() != size {
            return Err(Refusal::by("R5", "pitch-out.refuse.roster-size").with("size", size));
        }
        if let Some(name) = names.minus(self.rulings.names(seat)).iter().next() {
            return Err(Refusal::by("R5", "pitch-out.refuse.roster-team").with("name", name.text()));
        }
        if !names.contains(Name::Captain) {
            return Err(Refusal::by("R5", "pitch-out.refuse.roster-captain"));
        }
        Ok(())
    }

    /// May this pawn be flicked so (R15, R17, R18)?
    pub(crate) fn check_flick(&self, seat: Seat, name: Name, angle: u16) -> Result<(), Refusal> {
        self.can_flick(name)?;
        let spot = self.squads[seat].spot(name).expect("a pawn that can be flicked is on the table");
        match self.barred(spot).iter().find(|arc| arc.bars(angle)) {
            Some(arc) => {
                Err(Refusal::by("R17", "pitch-out.refuse.towards").with("obstacle", arc.block.text()))
            }
            None => Ok(()),
        }
    }

    /// May the seat on turn flick this pawn now, in whatever direction (R15, R18, R43, R47)?
    pub(crate) fn can_flick(&self, name: Name) -> Result<(), Refusal> {
        let seat = self.mover;
        match self.wait {
            Wait::Flick | Wait::Again => {}
            _ => return Err(Refusal::turn("refuse.not-now")),
        }
        if self.squads[seat].spot(name).is_none() {
            return Err(Refusal::by("R15", "pitch-out.refuse.not-in-play").with("name", name.text()));
        }
        if self.is_shadowed(seat, name) {
            return Err(Refusal::by("R18", "pitch-out.refuse.under-shadow").with("name", name.text()));
        }
        match self.shot.as_ref().filter(|_| self.wait == Wait::Again) {
            Some(shot) if shot.pawn != name => {
                let rule = if shot.touched { "R47" } else { "R43" };
                Err(Refusal::by(rule, "pitch-out.refuse.same-pawn").with("name", shot.pawn.text()))
            }
            _ => Ok(()),
        }
    }

    /// The pawns that a seat can flick in some direction (R15 to R19).
    pub(crate) fn flickable(&self, seat: Seat) -> NameSet {
        let free = |(name, spot)| self.can_flick(name).is_ok() && self.free_direction(spot).is_some();
        self.squads[seat].on_table().filter(|&pawn| free(pawn)).map(|(name, _)| name).collect()
    }

    /// Whom the Guard could save (R44).
    pub(crate) fn gone(&self, seat: Seat) -> NameSet {
        self.shot.as_ref().map_or_else(NameSet::default, |shot| shot.gone[seat].iter().copied().collect())
    }
}

fn not_in_hand(piece: Piece) -> Refusal {
    Refusal::by("R11", "pitch-out.refuse.not-in-hand").with("piece", word(piece))
}

fn among(names: NameSet, name: Name, rule: &'static str, key: &'static str) -> Result<(), Refusal> {
    if names.contains(name) { Ok(()) } else { Err(Refusal::by(rule, key).with("name", name.text())) }
}

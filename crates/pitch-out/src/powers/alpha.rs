//! Captain (R39 to R41), Assassin (R42), Runner (R43), Guard (R44) and Immortal (R45).

use table::{Log, Seat};

use crate::{Cause, Event, Fate, Name, NameSet, PitchOut, Stack};

impl PitchOut {
    /// **Captain**: the eliminated pawns whose power he can copy (R39). Golems give nothing.
    pub(crate) fn copyable(&self, seat: Seat) -> NameSet {
        self.squads[seat].with(Fate::Eliminated)
    }

    /// **Assassin**: does `a`, being played, eliminate the enemy `b` that it touches (R42)?
    pub(crate) fn kills(&self, a: (Seat, Name), b: (Seat, Name)) -> bool {
        self.is_active(a.0, a.1)
            && self.has(a.0, a.1, Name::Assassin)
            && self.is_alive(a)
            && self.is_alive(b)
            && !self.is_immune(b)
    }

    /// **Runner** and **Commando**: may the active pawn be flicked once more (R43, R47)? Not when every
    /// direction is barred.
    pub(crate) fn has_second_flick(&self) -> bool {
        let Some(shot) = &self.shot else { return false };
        let power = if shot.touched { Name::Commando } else { Name::Runner };
        let spot = self.squads[self.mover].spot(shot.pawn);
        !shot.second && self.plays(power) && spot.is_some_and(|spot| self.free_direction(spot).is_some())
    }

    /// **Guard**: whom of the eliminated he can save (R44), while he is on the table himself.
    pub(crate) fn guard_can_act(&self, seat: Seat) -> bool {
        let gone = self.shot.as_ref().is_some_and(|shot| !shot.gone[seat].is_empty());
        gone && self.squads[seat].spot(Name::Guard).is_some()
    }

    /// The Guard goes in place of a pawn, which stands exactly where he stood; below a Shadow, if he did.
    pub(crate) fn swap(&mut self, seat: Seat, name: Name, log: &mut Log<Event>) {
        let spot = self.squads[seat].spot(Name::Guard).expect("a Guard in play is asked");
        let shot = self.shot.as_mut().expect("Guards act after a shot");
        shot.gone[seat].retain(|gone| *gone != name);
        self.squads[seat][name] = Fate::InPlay(spot);
        log.tell(|| Event::Swapped { seat, name, x: spot.x, y: spot.y });
        if self.is_shadowed(seat, Name::Guard) {
            self.stack = self.stack.map(|stack| Stack { below: name, ..stack });
        }
        self.eliminate(seat, Name::Guard, Cause::Guard, log);
        self.go_on_after(seat, log);
    }

    /// **Immortal**: does this pawn come back when it falls (R45)? A Captain's copy works only while he is played.
    pub(crate) fn survives_falls(&self, seat: Seat, name: Name) -> bool {
        let always = self.rulings.immortal_always && name == Name::Immortal;
        self.has(seat, name, Name::Immortal) && (always || self.is_active(seat, name))
    }
}

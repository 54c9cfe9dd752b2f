//! The powers (R22, R39 to R54): who has which, and what happens when two enemies touch.

mod alpha;
mod elite;

use table::{Log, Seat};

use crate::{Cause, Event, Fate, Name, PitchOut};

impl PitchOut {
    /// Whether a pawn has the power of `power` now. A Captain has the one that he copies (R40), a Golem none.
    pub(crate) fn has(&self, seat: Seat, name: Name, power: Name) -> bool {
        if name == Name::Captain { self.copies[seat] == Some(power) } else { name == power }
    }

    /// Whether the active pawn has the power of `power`, and is still there to use it (R22, R44).
    pub(crate) fn plays(&self, power: Name) -> bool {
        self.unharmed().is_some_and(|name| self.has(self.mover, name, power))
    }

    /// Two enemies touch: Assassin and Infested act (R42, R49). Who was eliminated by an earlier contact of this
    /// shot neither strikes nor is struck.
    pub(crate) fn clash(&mut self, a: (Seat, Name), b: (Seat, Name), log: &mut Log<Event>) {
        let killed = [self.kills(a, b), self.kills(b, a)];
        let infected = [self.infects(a, b), self.infects(b, a)];
        let mut out = |(seat, name): (Seat, Name), by| {
            if self.is_alive((seat, name)) {
                self.eliminate(seat, name, by, log);
            }
        };
        for (i, victim) in [b, a].into_iter().enumerate() {
            if killed[i] {
                out(victim, Cause::Assassin);
            }
        }
        for (i, [infested, victim]) in [[a, b], [b, a]].into_iter().enumerate() {
            if infected[i] {
                out(victim, Cause::Infested);
                out(infested, Cause::Infested);
            }
        }
    }

    /// On the table, and not eliminated by a contact of this shot.
    pub(crate) fn is_alive(&self, (seat, name): (Seat, Name)) -> bool {
        matches!(self.squads[seat][name], Fate::InPlay(_))
    }
}

//! What happened, in the order the eye should see it (section 6 of the spec).

use serde::Serialize;
use table::{Redact, Seat, Viewer};

use crate::{Colour, Pieces, Space};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Both rolled for the first turn (R4); equal numbers are rolled again.
    Opened {
        /// One's die.
        one: u8,
        /// Two's die.
        two: u8,
        /// Who begins, if the numbers differ.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// A group made a plain step (R8).
    Stepped {
        /// Whose group.
        seat: Seat,
        /// Where it stood.
        from: Space,
        /// Where it stands.
        to: Space,
    },
    /// A group walked with Boosts (R19, R20); when an attack follows, it stays where it was until that is won.
    Boosted {
        /// Whose group.
        seat: Seat,
        /// Where it began.
        from: Space,
        /// Where the walk ends.
        to: Space,
        /// How many Boosts it took.
        spent: u8,
    },
    /// Two groups became one (R14).
    Stacked {
        /// Whose groups.
        seat: Seat,
        /// Where the one that moved came from.
        from: Space,
        /// Where the stack stands.
        to: Space,
    },
    /// A piece was taken up (R11).
    Took {
        /// By whom.
        seat: Seat,
        /// Where.
        at: Space,
        /// Which one.
        colour: Colour,
    },
    /// A piece was left lying (R11).
    LeftLying {
        /// By whom.
        seat: Seat,
        /// Where.
        at: Space,
        /// Which one.
        colour: Colour,
    },
    /// Two groups changed places (R23, R25).
    Warped {
        /// Whose groups.
        seat: Seat,
        /// Where the group stood that paid.
        payer: Space,
        /// Where the other one stood.
        partner: Space,
    },
    /// An attack was declared (R10).
    Attacked {
        /// By whom.
        seat: Seat,
        /// Where the attacker stands.
        from: Space,
        /// Where the attacked group stands.
        to: Space,
    },
    /// A die fell (R30).
    Rolled {
        /// Whose.
        side: Seat,
        /// Its number.
        die: u8,
        /// Whether it takes the place of an earlier one (R31).
        again: bool,
    },
    /// A Luck was spent (R32).
    LuckSpent {
        /// By whom.
        seat: Seat,
        /// By the group on this space.
        at: Space,
    },
    /// A Firepower was spent (R33).
    FirepowerSpent {
        /// By whom.
        seat: Seat,
        /// By the group on this space.
        at: Space,
        /// The number with it.
        total: u8,
    },
    /// The attacker handed the die over (R34).
    DiePassed {
        /// To whom.
        seat: Seat,
        /// The attacker's number, which must be beaten.
        total: u8,
    },
    /// A combat was decided (R36).
    Won {
        /// The winner.
        seat: Seat,
        /// The attacked space.
        at: Space,
        /// Whether the attacker won and so moves in.
        by_attacker: bool,
        /// How many units the loser lost.
        units_lost: u8,
        /// The winner's number.
        number: u8,
        /// The loser's number.
        against: u8,
    },
    /// The winner chose (R38).
    Kept {
        /// Who.
        seat: Seat,
        /// The winning group's space.
        at: Space,
        /// What it carries now.
        pieces: Pieces,
    },
    /// The winner kept nothing (R38).
    KeptNothing {
        /// Who.
        seat: Seat,
        /// The winning group's space.
        at: Space,
    },
    /// These pieces went out of the game after a combat (R37, R38).
    Discarded {
        /// Which ones.
        pieces: Pieces,
    },
    /// A piece came in from the bank (R39).
    Placed {
        /// By whom.
        seat: Seat,
        /// Where.
        at: Space,
        /// Which one.
        colour: Colour,
    },
    /// A defender did without a Warp (R25), or a loser without the bank (R39).
    Passed {
        /// Who.
        seat: Seat,
    },
    /// So many turns in a row were quiet (R41); told when the draw comes near.
    QuietCount {
        /// How many.
        n: u8,
        /// How many there may be.
        limit: u8,
    },
    /// The game is over (R37, R41).
    Over {
        /// `one`, `two` or `draw`.
        outcome: &'static str,
    },
}

/// Nothing is hidden (R42).
impl Redact for Event {
    fn seen_by(&self, _: Viewer) -> Option<Event> {
        Some(self.clone())
    }
}

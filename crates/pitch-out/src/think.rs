//! What Pitch Out knows about itself: rounds won, pawns in play, and how far the Captains are from the edges.

use search::{Level, Think};
use table::{Game, Seat, Turn};

use crate::{Name, PitchOut, Rulings, Wait};

/// What a pawn more is worth.
const PAWN: f32 = 0.35;
/// What a round in hand is worth.
const ROUND: f32 = 1.0;
/// What a Captain in the middle is worth against one on the edge.
const SAFETY: f32 = 0.5;
/// What it is worth to be the next to flick.
const TEMPO: f32 = 0.15;

impl Think for PitchOut {
    /// The weaker the level, the more its hand trembles (R16). Baselines have a steady hand.
    fn handicap(rulings: &mut Rulings, seat: Seat, level: Level) {
        rulings.tremor[seat] = match level {
            Level::Novice => 5,
            Level::Casual => 3,
            Level::Strong => 1,
            Level::Random | Level::Greedy | Level::Expert | Level::Perfect => 0,
        };
    }

    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return f32::from(u8::from(outcome.winner == Some(seat)));
        }
        let rounds = f32::from(self.score[seat]) - f32::from(self.score[!seat]);
        let mut lead = ROUND * rounds;
        let playing = !matches!(
            self.wait,
            Wait::Roster | Wait::Open | Wait::Coin | Wait::First { .. } | Wait::Deploy { .. }
        );
        if playing {
            let pawns = |seat: Seat| self.squads[seat].in_play() as f32;
            lead += PAWN * (pawns(seat) - pawns(!seat)) + SAFETY * (self.safety(seat) - self.safety(!seat));
            lead += if self.turn().asks(seat) { TEMPO } else { -TEMPO };
        }
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    }
}

impl PitchOut {
    /// How far a Captain is from the nearest edge: 0 on it, 1 in the middle of the table.
    fn safety(&self, seat: Seat) -> f32 {
        let Some(spot) = self.squads[seat].spot(Name::Captain) else { return 0.0 };
        let side = |at: i16, size: i16| at.min(size - at);
        let (width, depth) = (self.rulings.width, self.rulings.depth);
        let room = side(spot.x, width).min(side(spot.y, depth));
        f32::from(room) / f32::from(width.min(depth) / 2)
    }
}

//! How good a table looks without trying a flick: who is left, and who stands in a clear line of fire.

use arrayvec::ArrayVec;
use table::{BySeat, Game, Seat, Turn};

use crate::{Block, Fate, HALF_SIDE, Name, PitchOut, RADIUS, Spot, TO_WIN, Wait, names::NAMES};

/// What a pawn is worth, in canonical order. The Captain is the round itself; what he is worth as a body counts here.
pub(super) const VALUE: [f32; NAMES] = [1.0, 1.5, 1.0, 1.6, 1.0, 1.1, 1.1, 0.9, 1.2, 1.0, 1.3, 0.8, 0.8];
/// How thin the ice is with so many pawns: the Captain alone has lost.
const THIN: [f32; 5] = [-4.0, -4.0, -1.4, -0.5, -0.15];
/// What the lead in pawns is worth.
const PAWNS: f32 = 0.45;
/// What a Captain in a clear line of fire costs: his side to flick next, the enemy to flick next.
const CAPTAIN: [f32; 2] = [0.35, 0.7];
/// How much less when his Guard stands by.
const GUARDED: f32 = 0.4;
/// What any other pawn in a clear line of fire costs.
const EXPOSED: f32 = 0.07;
/// What it is worth to flick next.
const TEMPO: f32 = 0.25;
/// The chance to win a match with one round in hand.
const ONE_UP: f32 = 0.72;
/// A pawn's path hits an obstacle whose centre is nearer than this, more or less.
const OBSTACLE_SHADE: i64 = (RADIUS + HALF_SIDE) as i64;
/// A pawn's path hits a pawn whose centre is nearer than this.
const PAWN_SHADE: i64 = 2 * RADIUS as i64;

impl PitchOut {
    /// The chance of a seat to win the match.
    pub(super) fn chance(&self, seat: Seat) -> f32 {
        match self.turn() {
            Turn::Over(outcome) => f32::from(u8::from(outcome.winner == Some(seat))),
            _ => self.match_chance(seat, self.round_chance(seat)),
        }
    }

    /// The chance to win the match when this round is won with that chance.
    pub(super) fn match_chance(&self, seat: Seat, round: f32) -> f32 {
        let standing = |own: u8, other: u8| match (own, other) {
            (TO_WIN, _) => 1.0,
            (_, TO_WIN) => 0.0,
            _ if own == other => 0.5,
            _ if own > other => ONE_UP,
            _ => 1.0 - ONE_UP,
        };
        let (own, other) = (self.score[seat], self.score[!seat]);
        round * standing(own + 1, other) + (1.0 - round) * standing(own, other + 1)
    }

    /// The chance of a seat to win this round, never 0 or 1.
    pub(super) fn round_chance(&self, seat: Seat) -> f32 {
        if self.wait.is_before_deployment() {
            return 0.5;
        }
        let lines = Lines::of(self);
        let lead = if let Wait::Deploy { .. } = self.wait {
            self.danger(&lines, !seat, false) - self.danger(&lines, seat, false)
        } else {
            let next = self.next_to_flick();
            let side = |seat: Seat| PAWNS * self.strength(seat) - self.danger(&lines, seat, next != seat);
            side(seat) - side(!seat) + if next == seat { TEMPO } else { -TEMPO }
        };
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    }

    /// The lead in pawns alone, as a chance: what a beginner counts.
    pub(super) fn lead_in_pawns(&self, seat: Seat) -> f32 {
        let lead = self.squads[seat].in_play() as f32 - self.squads[!seat].in_play() as f32;
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    }

    /// Who flicks next, whatever is asked in between.
    fn next_to_flick(&self) -> Seat {
        match self.wait {
            Wait::Copy | Wait::Flick | Wait::Tremor | Wait::Again => self.mover,
            _ => !self.mover,
        }
    }

    /// What the pawns of a seat are worth.
    fn strength(&self, seat: Seat) -> f32 {
        let squad = &self.squads[seat];
        let in_play = |fate| matches!(fate, Fate::InPlay(_) | Fate::Waiting);
        let pawns = squad.iter().filter(|&(_, fate)| in_play(fate));
        let sum: f32 = pawns.map(|(name, _)| VALUE[name as usize]).sum();
        let held = Name::ALL.into_iter().find(|&name| self.is_shadowed(seat, name));
        let thin = THIN.get(squad.in_play()).copied().unwrap_or(0.0);
        sum + thin - held.map_or(0.0, |name| 0.5 * VALUE[name as usize])
    }

    /// What it costs a seat that its pawns stand in lines of fire; `next`: the enemy flicks next.
    fn danger(&self, lines: &Lines, seat: Seat, next: bool) -> f32 {
        let guard = self.squads[seat].spot(Name::Guard).is_some();
        let mut danger = 0.0;
        for (&(name, _), &aimed) in lines.pawns[seat].iter().zip(&lines.aimed[seat]) {
            danger += match (name, aimed) {
                (_, 0) => 0.0,
                (Name::Captain, lines) => {
                    let more = 1.0 + 0.15 * f32::from(lines - 1);
                    CAPTAIN[usize::from(next)] * more * if guard { GUARDED } else { 1.0 }
                }
                (name, lines) => EXPOSED * VALUE[name as usize] * (1.0 + 0.3 * f32::from(lines - 1)),
            };
        }
        danger
    }
}

/// Who stands in lines of fire.
struct Lines {
    pawns: BySeat<ArrayVec<(Name, Spot), NAMES>>,
    blocks: ArrayVec<Spot, { Block::ALL.len() }>,
    /// How many enemies have a clear line to each pawn, up to [`ENOUGH`].
    aimed: BySeat<[u8; NAMES]>,
}

/// More lines of fire than this make no difference.
const ENOUGH: u8 = 3;

impl Lines {
    fn of(game: &PitchOut) -> Lines {
        let pawns = BySeat::from_fn(|seat| game.squads[seat].on_table().collect());
        let lies = Block::ALL.into_iter().filter_map(|block| game.lie(block));
        let blocks = lies.map(|lie| Spot { x: lie.x, y: lie.y }).collect();
        let mut lines = Lines { pawns, blocks, aimed: BySeat::default() };
        for (a, (one, here)) in lines.pawns[Seat::One].iter().enumerate() {
            for (b, (two, there)) in lines.pawns[Seat::Two].iter().enumerate() {
                // A line is as clear one way as the other.
                let at_two = lines.aimed[Seat::Two][b] < ENOUGH && !game.is_shadowed(Seat::One, *one);
                let at_one = lines.aimed[Seat::One][a] < ENOUGH && !game.is_shadowed(Seat::Two, *two);
                if (at_one || at_two) && lines.is_clear(*here, *there) {
                    lines.aimed[Seat::One][a] += u8::from(at_one);
                    lines.aimed[Seat::Two][b] += u8::from(at_two);
                }
            }
        }
        lines
    }

    /// Whether a pawn could slide from one place to the other, struck by nothing on its way.
    fn is_clear(&self, from: Spot, to: Spot) -> bool {
        let along = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let length = along.0 * along.0 + along.1 * along.1;
        // Those at both ends are neither ahead of the one nor before the other.
        let shades = |spot: Spot, limit: i64| {
            let out = (i64::from(spot.x) - i64::from(from.x), i64::from(spot.y) - i64::from(from.y));
            let ahead = out.0 * along.0 + out.1 * along.1;
            let aside = out.0 * along.1 - out.1 * along.0;
            ahead > 0 && ahead < length && aside * aside < limit
        };
        let [pawn, block] = [PAWN_SHADE, OBSTACLE_SHADE].map(|shade| shade * shade * length);
        let is_free = |pawns: &[(Name, Spot)]| !pawns.iter().any(|&(_, spot)| shades(spot, pawn));
        is_free(&self.pawns[Seat::One])
            && is_free(&self.pawns[Seat::Two])
            && !self.blocks.iter().any(|&spot| shades(spot, block))
    }
}

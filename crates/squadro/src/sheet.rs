//! A position as JSON and as one line of text, checked when it comes in.
//!
//! The line is top's five progresses, left's five, the side to move and the quiet count:
//! `0,3,6,8,12 0,1,6,10,0 left 4`. The word `first` stands for the side while the draw is awaited.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{Refusal, Seat};

use crate::{HOME, QUIET, Squadro, Stage, TO_WIN, board::Pieces, crossing, seat, side};

/// The readable form of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sheet {
    top: [u8; 5],
    left: [u8; 5],
    /// None while the first player is not drawn.
    to_move: Option<Side>,
    quiet: u16,
    limit: u16,
    /// Who began; unknown in a position that was set up.
    first: Option<Side>,
}

/// A seat by the side of the board that it sits at.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    Top,
    Left,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Side {
        match seat {
            Seat::One => Side::Top,
            Seat::Two => Side::Left,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::Top => Seat::One,
            Side::Left => Seat::Two,
        }
    }
}

impl From<Squadro> for Sheet {
    fn from(game: Squadro) -> Sheet {
        Sheet {
            top: game.progresses(Seat::One),
            left: game.progresses(Seat::Two),
            to_move: game.mover().map(Side::from),
            quiet: game.quiet,
            limit: game.limit,
            first: game.first.map(Side::from),
        }
    }
}

impl TryFrom<Sheet> for Squadro {
    type Error = Refusal;
    fn try_from(sheet: Sheet) -> Result<Squadro, Refusal> {
        let wrong = |key| Err(Refusal::by("notation", key));
        let both = sheet.top.iter().chain(&sheet.left);
        if let Some(&progress) = both.clone().find(|&&progress| progress > HOME) {
            return Err(Refusal::by("notation", "squadro.refuse.progress").with("progress", progress));
        }
        for (i, &top) in (1..).zip(&sheet.top) {
            let meets = (1..).zip(&sheet.left).find(|&(j, &left)| crossing(top) == j && crossing(left) == i);
            if let Some((j, _)) = meets {
                let refusal = Refusal::by("notation", "squadro.refuse.crossing");
                return Err(refusal.with("top", i).with("left", j));
            }
        }
        let pieces = [Pieces::at(sheet.top), Pieces::at(sheet.left)];
        let Some(mover) = sheet.to_move.map(Seat::from) else {
            let fresh =
                both.copied().all(|progress| progress == 0) && sheet.quiet == 0 && sheet.first.is_none();
            let start = Squadro::new(pieces, sheet.limit);
            return if fresh { Ok(start) } else { wrong("squadro.refuse.not-begun") };
        };
        let [own, other] = [mover as usize, !mover as usize].map(|side| pieces[side].home());
        if own >= TO_WIN || other > TO_WIN {
            return wrong("squadro.refuse.played-on");
        }
        if sheet.limit != 0 && sheet.quiet > sheet.limit {
            let refusal = Refusal::by("notation", "squadro.refuse.quiet");
            return Err(refusal.with("quiet", sheet.quiet).with("limit", sheet.limit));
        }
        let stage = match () {
            () if other == TO_WIN => Stage::Won,
            () if sheet.limit != 0 && sheet.quiet == sheet.limit => Stage::Drawn,
            () => Stage::Move,
        };
        let first = sheet.first.map(Seat::from);
        Ok(Squadro { quiet: sheet.quiet, mover, first, stage, ..Squadro::new(pieces, sheet.limit) })
    }
}

impl Squadro {
    /// A table that waits for the draw of the first player.
    fn new(pieces: [Pieces; 2], limit: u16) -> Squadro {
        Squadro { pieces, quiet: 0, limit, mover: Seat::One, first: None, stage: Stage::First }
    }

    /// A position from numbers: both sides' progresses, who moves, and the quiet count; `limit` as in
    /// [`limit`](Squadro::limit).
    ///
    /// # Errors
    /// Rule `notation`, when no game can come to stand so.
    pub fn at(top: [u8; 5], left: [u8; 5], mover: Seat, quiet: u16, limit: u16) -> Result<Squadro, Refusal> {
        Sheet { top, left, to_move: Some(mover.into()), quiet, limit, first: None }.try_into()
    }

    /// Reads the one-line form.
    pub(crate) fn read(text: &str) -> Result<Squadro, Refusal> {
        let wrong = || Refusal::notation("squadro.refuse.set-up", text);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [top, left, mover, quiet] = fields[..] else { return Err(wrong()) };
        let five = |list: &str| -> Option<[u8; 5]> {
            let numbers: Option<Vec<u8>> = list.split(',').map(|n| n.parse().ok()).collect();
            numbers?.try_into().ok()
        };
        let to_move = match mover {
            "first" => None,
            _ => Some(seat(mover).ok_or_else(wrong)?.into()),
        };
        let sheet = Sheet {
            top: five(top).ok_or_else(wrong)?,
            left: five(left).ok_or_else(wrong)?,
            to_move,
            quiet: quiet.parse().map_err(|_| wrong())?,
            limit: QUIET,
            first: None,
        };
        sheet.try_into()
    }
}

/// The one-line form.
impl fmt::Display for Squadro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::BOTH {
            let [a, b, c, d, e] = self.progresses(seat);
            write!(f, "{a},{b},{c},{d},{e} ")?;
        }
        write!(f, "{} {}", self.mover().map_or("first", side), self.quiet)
    }
}

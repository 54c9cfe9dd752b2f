//! What a seat can decide and what the die can bring, with their notation (section 4 of the spec).
//!
//! One text for one action: lower case, single blanks. Reading needs no position.

use std::{fmt, str::FromStr};

use table::Refusal;

use crate::{Colour, Pieces, Space, army::LOAD};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `b2-c3`: a plain step (R8).
    Step {
        /// The group's space.
        from: Space,
        /// Where it goes.
        to: Space,
    },
    /// `boost b2-d4`: one Boost is spent for a walk of two steps (R19).
    Boost {
        /// The group's space.
        from: Space,
        /// Where the walk ends.
        to: Space,
    },
    /// `boost2 b2-f5`: two Boosts are spent for a walk of three or four steps (R20).
    Boost2 {
        /// The group's space.
        from: Space,
        /// Where the walk ends.
        to: Space,
    },
    /// `warp b2 e5`: two groups change places, in the own turn (R23) or as the defender's answer (R25).
    Warp {
        /// The group that carries and spends the Warp.
        payer: Space,
        /// The other one.
        partner: Space,
    },
    /// `take` the piece that lies here (R11).
    Take,
    /// `leave` it (R11).
    Leave,
    /// `roll` again (R31).
    Roll,
    /// `luck`: spend a Luck for one further roll (R32).
    Luck,
    /// `firepower`: spend a Firepower for one more on the number (R33).
    Firepower,
    /// `stop`: the number stands (R34).
    Stop,
    /// `keep green mauve`: which pieces the winner carries from now on (R38).
    Keep(Pieces),
    /// `place green a4`: a piece from the bank comes to a start space (R39).
    Place {
        /// The piece.
        colour: Colour,
        /// The start space.
        at: Space,
    },
    /// `pass`: no Warp (R25), or nothing from the bank (R39).
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Step { from, to } => write!(f, "{from}-{to}"),
            Action::Boost { from, to } => write!(f, "boost {from}-{to}"),
            Action::Boost2 { from, to } => write!(f, "boost2 {from}-{to}"),
            Action::Warp { payer, partner } => write!(f, "warp {payer} {partner}"),
            Action::Take => f.write_str("take"),
            Action::Leave => f.write_str("leave"),
            Action::Roll => f.write_str("roll"),
            Action::Luck => f.write_str("luck"),
            Action::Firepower => f.write_str("firepower"),
            Action::Stop => f.write_str("stop"),
            Action::Keep(Pieces::NONE) => f.write_str("keep none"),
            Action::Keep(pieces) => {
                f.write_str("keep")?;
                pieces.iter().try_for_each(|colour| write!(f, " {colour}"))
            }
            Action::Place { colour, at } => write!(f, "place {colour} {at}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        read(text).ok_or_else(|| Refusal::notation("piggyback.refuse.notation", text))
    }
}

fn read(text: &str) -> Option<Action> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    if rest.is_empty() && verb.len() == text.len() {
        return Some(match verb {
            "take" => Action::Take,
            "leave" => Action::Leave,
            "roll" => Action::Roll,
            "luck" => Action::Luck,
            "firepower" => Action::Firepower,
            "stop" => Action::Stop,
            "pass" => Action::Pass,
            _ => {
                let (from, to) = ends(verb)?;
                Action::Step { from, to }
            }
        });
    }
    match verb {
        "boost" => ends(rest).map(|(from, to)| Action::Boost { from, to }),
        "boost2" => ends(rest).map(|(from, to)| Action::Boost2 { from, to }),
        "warp" => {
            let (payer, partner) = rest.split_once(' ')?;
            Some(Action::Warp { payer: payer.parse().ok()?, partner: partner.parse().ok()? })
        }
        "keep" => kept(rest).map(Action::Keep),
        "place" => {
            let (colour, at) = rest.split_once(' ')?;
            Some(Action::Place { colour: Colour::named(colour)?, at: at.parse().ok()? })
        }
        _ => None,
    }
}

/// `b2-c3`.
fn ends(text: &str) -> Option<(Space, Space)> {
    let (from, to) = text.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// `none`, or one or two colours in the order of the notation.
fn kept(text: &str) -> Option<Pieces> {
    if text == "none" {
        return Some(Pieces::NONE);
    }
    let mut pieces = Pieces::NONE;
    let mut last = Colour::Green;
    for word in text.split(' ') {
        let colour = Colour::named(word)?;
        if colour < last || pieces.len() == LOAD {
            return None;
        }
        pieces += Pieces::one(colour);
        last = colour;
    }
    Some(pieces)
}

/// What the die brings. Numbers are 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Throw {
    /// `@4`: a roll of a combat (R30).
    Die(u8),
    /// `@3-5`: both roll for the first turn, One's die first (R4).
    Opening(u8, u8),
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Throw::Die(n) => write!(f, "@{n}"),
            Throw::Opening(one, two) => write!(f, "@{one}-{two}"),
        }
    }
}

impl FromStr for Throw {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Throw, Refusal> {
        match *text.as_bytes() {
            [b'@', n @ b'1'..=b'6'] => Ok(Throw::Die(n - b'0')),
            [b'@', one @ b'1'..=b'6', b'-', two @ b'1'..=b'6'] => Ok(Throw::Opening(one - b'0', two - b'0')),
            _ => Err(Refusal::notation("piggyback.refuse.no-throw", text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_read_as_it_is_written() {
        let texts = "b2-c3,boost b2-d4,boost b2-b2,boost2 b2-f5,warp b2 e5,take,leave,roll,luck,firepower,stop,\
                     keep none,keep yellow,keep green green,keep mauve orange,place green a4,pass";
        for text in texts.split(',') {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in ["@1", "@6", "@3-5", "@6-6"] {
            assert_eq!(text.parse::<Throw>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_action_is_refused_as_notation() {
        let texts = [
            "",
            " ",
            "b2",
            "b2-",
            "b2-c9",
            "B2-C3",
            "b2–c3",
            "b2-c3 ",
            " b2-c3",
            "b2 -c3",
            "b2-c3-d4",
            "boost",
            "boost ",
            "boost  b2-c3",
            "boost3 b2-c3",
            "boost b2 c3",
            "warp b2",
            "warp b2-c3",
            "warp b2 c3 d4",
            "take ",
            "Take",
            "keep",
            "keep ",
            "keep yellow green",
            "keep green mauve yellow",
            "keep none green",
            "keep blue",
            "keep green  mauve",
            "place green",
            "place green a9",
            "place a4 green",
            "pass ",
            "é",
            "@3",
        ];
        for text in texts {
            assert_eq!(text.parse::<Action>().map_err(|r| r.rule), Err("notation"), "{text}");
        }
        for text in ["", "@", "@0", "@7", "3", "@33", "@3-", "@3-7", "@3-5 ", "@é"] {
            assert_eq!(text.parse::<Throw>().map_err(|r| r.rule), Err("notation"), "{text}");
        }
    }
}

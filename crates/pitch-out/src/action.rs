//! What a seat can decide and what chance brings, with the notation.

use std::{fmt, str::FromStr, sync::LazyLock};

use table::{Refusal, Seat};

use crate::{Block, Lie, Name, NameSet, Spot};

/// A direction and a force: 1/100 degree in 0..36000, and 1 to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs)]
pub struct Aim {
    pub angle: u16,
    pub power: u16,
}

impl Aim {
    /// The aim after a tremor of the hand: the angle wraps, the power keeps its bounds (R16).
    #[must_use]
    pub fn shaken(self, tremor: Tremor) -> Aim {
        let angle = (i32::from(self.angle) + i32::from(tremor.angle)).rem_euclid(36_000);
        let power = (i32::from(self.power) + i32::from(tremor.power)).clamp(1, 1000);
        Aim { angle: angle as u16, power: power as u16 }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.angle, self.power)
    }
}

/// What a seat decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The roster of the match (R5).
    Roster(NameSet),
    /// The opening shot (R7).
    Open(Spot, Aim),
    /// Who is first player (R9).
    First(Seat),
    /// Deploys a pawn or puts it back (R13, R29).
    Place(Name, Spot),
    /// Deploys an obstacle (R12).
    PlaceBlock(Block, Lie),
    /// The Captain copies an eliminated team mate (R39).
    Copy(Name),
    /// Flicks a pawn (R15).
    Flick(Name, Aim),
    /// The Guard goes in place of this pawn (R44).
    Swap(Name),
    /// The Shadow climbs on this enemy (R50).
    Mount(Name),
    /// The Sapper moves the obstacle that it touched (R48).
    Sap(Lie),
    /// Takes an own obstacle off the table (R31).
    Remove(Block),
    /// Bans an Elite pawn of the winner (R37).
    Ban(Name),
    /// Fields this name in place of the banned one (R37).
    Replace(Name),
    /// Changes an own pawn for a spare one (R37).
    Change {
        /// Leaves the roster.
        out: Name,
        /// Comes into it.
        into: Name,
    },
    /// Does none of it.
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Roster(names) => {
                f.write_str("roster")?;
                names.iter().try_for_each(|name| write!(f, " {name}"))
            }
            Action::Open(spot, aim) => write!(f, "open {spot} {aim}"),
            Action::First(seat) => write!(f, "first {seat}"),
            Action::Place(name, spot) => write!(f, "place {name} {spot}"),
            Action::PlaceBlock(block, lie) => write!(f, "place {block} {lie}"),
            Action::Copy(name) => write!(f, "copy {name}"),
            Action::Flick(name, aim) => write!(f, "flick {name} {aim}"),
            Action::Swap(name) => write!(f, "swap {name}"),
            Action::Mount(name) => write!(f, "mount {name}"),
            Action::Sap(lie) => write!(f, "sap {lie}"),
            Action::Remove(block) => write!(f, "remove {block}"),
            Action::Ban(name) => write!(f, "ban {name}"),
            Action::Replace(name) => write!(f, "replace {name}"),
            Action::Change { out, into } => write!(f, "change {out} {into}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        read(text).ok_or_else(|| Refusal::notation("pitch-out.refuse.notation", text))
    }
}

fn read(text: &str) -> Option<Action> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(match verb {
        "pass" if text == "pass" => Action::Pass,
        "roster" => Action::Roster(roster(rest)?),
        "open" => {
            let (at, aim) = rest.split_once(' ')?;
            Action::Open(spot(at)?, self::aim(aim)?)
        }
        "first" => Action::First(rest.parse().ok()?),
        "place" => {
            let (what, at) = rest.split_once(' ')?;
            match what.parse() {
                Ok(block) => Action::PlaceBlock(block, lie(at)?),
                Err(()) => Action::Place(what.parse().ok()?, spot(at)?),
            }
        }
        "copy" => Action::Copy(token(rest)?),
        "flick" => {
            let (pawn, aim) = rest.split_once(' ')?;
            Action::Flick(pawn.parse().ok()?, self::aim(aim)?)
        }
        "swap" => Action::Swap(rest.parse().ok()?),
        "mount" => Action::Mount(rest.parse().ok()?),
        "sap" => Action::Sap(lie(rest)?),
        "remove" => Action::Remove(rest.parse().ok()?),
        "ban" => Action::Ban(token(rest)?),
        "replace" => Action::Replace(token(rest)?),
        "change" => {
            let (out, into) = rest.split_once(' ')?;
            Action::Change { out: token(out)?, into: token(into)? }
        }
        _ => return None,
    })
}

/// Five or seven different names in canonical order.
fn roster(text: &str) -> Option<NameSet> {
    let names: Vec<Name> = text.split(' ').map(token).collect::<Option<_>>()?;
    (names.is_sorted_by(|a, b| a < b) && [5, 7].contains(&names.len())).then(|| names.into_iter().collect())
}

/// A name, but no Golem's.
fn token(text: &str) -> Option<Name> {
    text.parse().ok().filter(|name: &Name| !name.is_golem())
}

pub(crate) fn spot(text: &str) -> Option<Spot> {
    let (x, y) = text.split_once(',')?;
    Some(Spot { x: number(x, 0, 20_000)?, y: number(y, 0, 20_000)? })
}

pub(crate) fn lie(text: &str) -> Option<Lie> {
    let (at, turn) = text.split_once('/')?;
    let Spot { x, y } = spot(at)?;
    Some(Lie { x, y, turn: number(turn, 0, 8_999)? })
}

fn aim(text: &str) -> Option<Aim> {
    let (angle, power) = text.split_once('@')?;
    Some(Aim { angle: number(angle, 0, 35_999)?, power: number(power, 1, 1000)? })
}

/// A number in decimal without sign, leading zeros or point.
pub(crate) fn number<N: TryFrom<i32>>(text: &str, from: i32, to: i32) -> Option<N> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let n = text.parse().ok().filter(|n| plain && (from..=to).contains(n))?;
    N::try_from(n).ok()
}

/// What a trembling hand adds (R16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs)]
pub struct Tremor {
    pub angle: i16,
    pub power: i16,
}

/// An outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// This seat chooses the first player (R6).
    Coin(Seat),
    /// The hand trembles so (R16).
    Tremor(Tremor),
}

/// A step of the angle and of the power, for each point of tremor (R16).
const STEPS: (i16, i16) = (25, 5);
/// The error is −4 to 4 steps, with odds C(8, a + 4).
const BINOMIAL: [u32; 9] = [1, 8, 28, 56, 70, 56, 28, 8, 1];
const MOST: i16 = 4;
/// The greatest tremor.
const TREMORS: i16 = 5;

/// The outcomes of a hand that trembles by 1 to 5, in byte order, with their odds of 65,536.
pub(crate) fn tremors(tremor: u8) -> &'static [(Chance, u32)] {
    static ODDS: LazyLock<[Vec<(Chance, u32)>; TREMORS as usize]> = LazyLock::new(|| {
        std::array::from_fn(|i| {
            let k = i as i16 + 1;
            let mut odds = Vec::new();
            for a in -MOST..=MOST {
                for b in -MOST..=MOST {
                    let tremor = Tremor { angle: STEPS.0 * k * a, power: STEPS.1 * k * b };
                    let weight = |n: i16| BINOMIAL[(n + MOST) as usize];
                    odds.push((Chance::Tremor(tremor), weight(a) * weight(b)));
                }
            }
            odds.sort_by_key(|(outcome, _)| outcome.to_string());
            odds
        })
    });
    &ODDS[usize::from(tremor) - 1]
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Coin(seat) => write!(f, "@{seat}"),
            Chance::Tremor(tremor) => write!(f, "@{},{}", tremor.angle, tremor.power),
        }
    }
}

impl FromStr for Chance {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Chance, Refusal> {
        let signed = |text: &str, most: i16| -> Option<i16> {
            match text.strip_prefix('-') {
                Some(digits) => number::<i16>(digits, 1, most.into()).map(|n| -n),
                None => number(text, 0, most.into()),
            }
        };
        let read = || {
            let rest = text.strip_prefix('@')?;
            if let Ok(seat) = rest.parse() {
                return Some(Chance::Coin(seat));
            }
            let (angle, power) = rest.split_once(',')?;
            let most = |step: i16| step * TREMORS * MOST;
            let tremor =
                Tremor { angle: signed(angle, most(STEPS.0))?, power: signed(power, most(STEPS.1))? };
            Some(Chance::Tremor(tremor))
        };
        read().ok_or_else(|| Refusal::notation("pitch-out.refuse.chance", text))
    }
}

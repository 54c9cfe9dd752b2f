//! What a seat can decide and what chance can bring, with their notation.

use std::{fmt, str::FromStr};

use table::{Refusal, Seat};

use crate::board::{Edge, Space};

/// One decision of a seat. Characters are named by the space on which they stand before the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Keep three cards, ascending (rules 8, 49).
    Keep([u8; 3]),
    /// Place an own Treasure (rule 10).
    MarkTreasure(u8, Space),
    /// Place an own Obstacle (rule 10).
    MarkObstacle(Space),
    /// Put the leader on the board (rule 13).
    PutLeader(Space),
    /// Put the minion of this number on the board (rule 13).
    Put(u8, Space),
    /// No more placing, or no more regrouping (rules 16, 22).
    Pass,
    /// Use an own coin of the Reserve (rule 51).
    Use(u8),
    /// Use a captured coin (rule 52).
    UseCaptured(u8),
    /// Move (rule 28).
    Move(Space, Space),
    /// Charge (rules 42, 63).
    Charge(Space, Space),
    /// A strategy moves a character (rule 64).
    March(Space, Space),
    /// A strategy slides a marker (rule 70).
    Shift(Space, Space),
    /// Attack (rules 31, 43, 62).
    Attack(Space, Space),
    /// Shove (rules 37, 43).
    Shove(Space, Space),
    /// A strategy pushes an enemy (rule 59).
    Push(Space, Space),
    /// A strategy moves a whole line (rule 60).
    Cascade(Space, Space),
    /// A strategy draws an enemy near (rule 61).
    Drag(Space, Space),
    /// A strategy exchanges two characters (rule 65).
    Exchange(Space, Space),
    /// Defend (rule 41).
    Defend(Space),
    /// Call the summon (rule 54).
    Summon(Space),
    /// A strategy removes tokens (rule 66).
    Clear(Space),
    /// A strategy places a token (rule 67).
    Token(Space),
    /// A strategy takes a minion back (rule 69).
    Recall(Space),
    /// A strategy brings a coin of the Reserve on the board (rule 68).
    Deploy(u8, Space),
    /// Swap objectives (rules 49, 71).
    Swap,
    /// No more picks of this effect (rule 58).
    Done,
    /// Step forward (rule 40).
    Step,
    /// Do not step forward (rule 40).
    Stay,
    /// The coin counts a point at the end (rule 46).
    Claim,
    /// The coin goes into the own Reserve (rule 46).
    Reserve,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Keep([a, b, c]) => write!(f, "keep {a} {b} {c}"),
            Action::MarkTreasure(n, s) => write!(f, "mark treasure {n} {s}"),
            Action::MarkObstacle(s) => write!(f, "mark obstacle {s}"),
            Action::PutLeader(s) => write!(f, "put leader {s}"),
            Action::Put(n, s) => write!(f, "put {n} {s}"),
            Action::Pass => f.write_str("pass"),
            Action::Use(n) => write!(f, "use {n}"),
            Action::UseCaptured(n) => write!(f, "use x{n}"),
            Action::Move(a, s) => write!(f, "move {a}-{s}"),
            Action::Charge(a, s) => write!(f, "charge {a}-{s}"),
            Action::March(a, s) => write!(f, "march {a}-{s}"),
            Action::Shift(a, s) => write!(f, "shift {a}-{s}"),
            Action::Attack(a, t) => write!(f, "attack {a} {t}"),
            Action::Shove(a, t) => write!(f, "shove {a} {t}"),
            Action::Push(a, t) => write!(f, "push {a} {t}"),
            Action::Cascade(a, t) => write!(f, "cascade {a} {t}"),
            Action::Drag(a, t) => write!(f, "drag {a} {t}"),
            Action::Exchange(a, b) => write!(f, "exchange {a} {b}"),
            Action::Defend(a) => write!(f, "defend {a}"),
            Action::Summon(s) => write!(f, "summon {s}"),
            Action::Clear(a) => write!(f, "clear {a}"),
            Action::Token(a) => write!(f, "token {a}"),
            Action::Recall(a) => write!(f, "recall {a}"),
            Action::Deploy(n, s) => write!(f, "deploy {n} {s}"),
            Action::Swap => f.write_str("swap"),
            Action::Done => f.write_str("done"),
            Action::Step => f.write_str("step"),
            Action::Stay => f.write_str("stay"),
            Action::Claim => f.write_str("claim"),
            Action::Reserve => f.write_str("reserve"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        read(text).ok_or_else(|| Refusal::notation("to-pieces.refuse.no-action", text))
    }
}

fn read(text: &str) -> Option<Action> {
    let words: Vec<&str> = text.splitn(5, ' ').collect();
    let action = match words[..] {
        ["keep", a, b, c] => {
            let cards = [card(a)?, card(b)?, card(c)?];
            cards.is_sorted_by(|a, b| a < b).then_some(Action::Keep(cards))?
        }
        ["mark", "treasure", n, s] => Action::MarkTreasure(number(n, 4)?, space(s)?),
        ["mark", "obstacle", s] => Action::MarkObstacle(space(s)?),
        ["put", "leader", s] => Action::PutLeader(space(s)?),
        ["put", n, s] => Action::Put(number(n, 6)?, space(s)?),
        ["deploy", n, s] => Action::Deploy(number(n, 6)?, space(s)?),
        ["use", coin] => match coin.strip_prefix('x') {
            Some(n) => Action::UseCaptured(number(n, 6)?),
            None => Action::Use(number(coin, 6)?),
        },
        [verb, a, t] => {
            let pair: fn(Space, Space) -> Action = match verb {
                "attack" => Action::Attack,
                "shove" => Action::Shove,
                "push" => Action::Push,
                "cascade" => Action::Cascade,
                "drag" => Action::Drag,
                "exchange" => Action::Exchange,
                _ => return None,
            };
            pair(space(a)?, space(t)?)
        }
        [verb, way] if way.contains('-') => {
            let go: fn(Space, Space) -> Action = match verb {
                "move" => Action::Move,
                "charge" => Action::Charge,
                "march" => Action::March,
                "shift" => Action::Shift,
                _ => return None,
            };
            let (from, to) = way.split_once('-')?;
            go(space(from)?, space(to)?)
        }
        [verb, s] => {
            let single: fn(Space) -> Action = match verb {
                "defend" => Action::Defend,
                "summon" => Action::Summon,
                "clear" => Action::Clear,
                "token" => Action::Token,
                "recall" => Action::Recall,
                _ => return None,
            };
            single(space(s)?)
        }
        ["pass"] => Action::Pass,
        ["done"] => Action::Done,
        ["swap"] => Action::Swap,
        ["step"] => Action::Step,
        ["stay"] => Action::Stay,
        ["claim"] => Action::Claim,
        ["reserve"] => Action::Reserve,
        _ => return None,
    };
    Some(action)
}

fn space(text: &str) -> Option<Space> {
    text.parse().ok()
}

/// A number from 1 to `most` without leading zero.
fn number(text: &str, most: u8) -> Option<u8> {
    let n: u8 = text.parse().ok()?;
    ((1..=most).contains(&n) && n.to_string() == text).then_some(n)
}

fn card(text: &str) -> Option<u8> {
    number(text, MOST_CARDS)
}

/// A deck has at most so many cards.
pub(crate) const MOST_CARDS: u8 = 20;

/// One outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// Whether the teams are exchanged (rule 4).
    Teams {
        /// They are.
        swapped: bool,
    },
    /// A card is drawn (rules 7, 49).
    Card(u8),
    /// Who marks first (rule 9).
    Marker(Seat),
    /// Who is Player 1 (rule 12).
    First(Seat),
    /// Player 1's edge (rule 12).
    Edge(Edge),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Teams { swapped: false } => f.write_str("@teams:kept"),
            Chance::Teams { swapped: true } => f.write_str("@teams:swapped"),
            Chance::Card(n) => write!(f, "@card:{n}"),
            Chance::Marker(seat) => write!(f, "@marker:{seat}"),
            Chance::First(seat) => write!(f, "@first:{seat}"),
            Chance::Edge(edge) => write!(f, "@edge:{}", edge.name()),
        }
    }
}

impl FromStr for Chance {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Chance, Refusal> {
        let outcome = match text.split_once(':') {
            Some(("@teams", "kept")) => Some(Chance::Teams { swapped: false }),
            Some(("@teams", "swapped")) => Some(Chance::Teams { swapped: true }),
            Some(("@card", n)) => card(n).map(Chance::Card),
            Some(("@marker", seat)) => seat.parse().ok().map(Chance::Marker),
            Some(("@first", seat)) => seat.parse().ok().map(Chance::First),
            Some(("@edge", "south")) => Some(Chance::Edge(Edge::South)),
            Some(("@edge", "north")) => Some(Chance::Edge(Edge::North)),
            _ => None,
        };
        outcome.ok_or_else(|| Refusal::notation("to-pieces.refuse.no-chance", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_is_exact() {
        let good = "keep 1 5 20|mark treasure 4 a1|mark obstacle h8|put leader c1|put 6 e1|use 1|use x6|move a1-a1|\
                    charge e2-e5|march a1-b1|shift a4-c4|attack d4 d5|shove e5 e6|push a1 a2|cascade d3 d4|\
                    drag d2 d6|exchange a1 b2|defend a1|summon d4|clear d4|token d7|recall d6|deploy 3 d8|pass|done|\
                    swap|step|stay|claim|reserve";
        for text in good.split('|') {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        let bad = "|keep|keep 1 2|keep 3 2 1|keep 1 1 2|keep 0 1 2|keep 01 2 3|keep 1 2 21|mark treasure 5 a1|put 7 a1|\
                   put 0 a1|use x|use xx1|use 7|move a1 a2|attack a1-a2|move a1-a2-a3|pass |  pass|Pass|defend|defend a9|\
                   keep 1 2 3 4|swap a1|put leader|mark treasure a1|use +1|keep +1 2 3";
        for text in bad.split('|') {
            assert_eq!(text.parse::<Action>().unwrap_err().rule, "notation", "{text:?}");
        }
        for text in ["@teams:kept", "@teams:swapped", "@card:17", "@marker:one", "@first:two", "@edge:north"]
        {
            assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
        }
        for text in ["@card:0", "@card:21", "@card", "@edge:east", "card:1", "@first:", "@teams:one"] {
            assert_eq!(text.parse::<Chance>().unwrap_err().rule, "notation", "{text:?}");
        }
        assert!(size_of::<Action>() <= 4, "options are listed by the hundred");
    }
}

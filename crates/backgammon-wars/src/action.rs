//! What a seat and chance can decide, and the notation (section 4 of the spec).
//!
//! Every point is the acting seat's own number; the Wall is 25 and off is 0. A text is legal only in exactly the
//! form that is offered: the mark belongs to the move.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::Refusal;

use crate::{
    board::{OFF, WALL},
    cards::Card,
    units::Kind,
};

/// What happens on the space where units land.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Nothing.
    #[default]
    Quiet,
    /// `*`: a lone enemy is captured.
    Hit,
    /// `^`: a lone enemy is trapped.
    Trap,
    /// `!`: it burns.
    Fire,
}

impl Mark {
    fn text(self) -> &'static str {
        match self {
            Mark::Quiet => "",
            Mark::Hit => "*",
            Mark::Trap => "^",
            Mark::Fire => "!",
        }
    }
}

/// A card with its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Play {
    /// The card.
    pub card: Card,
    /// What its player chose.
    pub with: With,
}

/// The choices that go with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// None.
    Nothing,
    /// The number of a die: Potions, Poisons, Thief.
    Die(u8),
    /// Which unit does it to whom: Thrust, Shove, Aimed Shot.
    Line {
        /// The own unit's number.
        from: u8,
        /// The target's number.
        to: u8,
    },
    /// A number: Strafing Shot, Abjuration, Conjuration.
    Point(u8),
    /// Two units together: Escort.
    Pair {
        /// One kind; the pair is written in alphabetical order.
        first: Kind,
        /// The other.
        second: Kind,
        /// From where.
        from: u8,
        /// To where.
        to: u8,
        /// What happens there.
        mark: Mark,
    },
    /// Who comes back, and where: Reincarnation.
    Unit {
        /// The kind.
        kind: Kind,
        /// To where.
        to: u8,
        /// What happens there.
        mark: Mark,
    },
    /// The unit that Evocation answers; it is known and never written.
    Hitter {
        /// Its kind.
        kind: Kind,
        /// Where it stands, in its own side's numbers.
        at: u8,
    },
}

impl Play {
    /// A card without choices.
    pub(crate) fn plain(card: Card) -> Play {
        Play { card, with: With::Nothing }
    }
}

/// What a seat can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Roll and move (rule 6).
    Roll,
    /// Roll for the Archers (rule 25).
    Shoot,
    /// Roll for the Mages (rule 25).
    Hex,
    /// Doubles: each rolled die twice (rule 16).
    Double,
    /// Doubles: each rolled die once, and a card (rule 16).
    Draw,
    /// Divination: the two dice that stay, the higher first (rule 53).
    Keep(u8, u8),
    /// The turn is over (rule 19).
    End,
    /// No answer (rules 35-37).
    Pass,
    /// One die moves one unit (rule 7).
    Move {
        /// The kind; never given in classic and nackgammon.
        kind: Option<Kind>,
        /// From where.
        from: u8,
        /// To where.
        to: u8,
        /// What happens there.
        mark: Mark,
    },
    /// One die shoots (rule 27).
    Shot {
        /// The archer's number.
        from: u8,
        /// The target's number.
        to: u8,
    },
    /// One die pushes (rule 28).
    Push {
        /// From where.
        from: u8,
        /// To where.
        to: u8,
        /// Whether it burns there.
        fire: bool,
    },
    /// A card.
    Play(Play),
}

impl Action {
    /// A card without choices.
    pub fn play(card: Card) -> Action {
        Action::Play(Play::plain(card))
    }
}

/// What dice and deck decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// One die.
    Die(u8),
    /// Two dice, the higher first; at the opening One's, then Two's.
    Dice(u8, u8),
    /// Three dice, the highest first.
    Three(u8, u8, u8),
    /// A card from the draw pile.
    Card(Card),
}

/// A place as it is written: a number, `wall` or `off`.
pub(crate) struct Place(pub(crate) u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            WALL => f.write_str("wall"),
            OFF => f.write_str("off"),
            point => point.fmt(f),
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card.name())?;
        match self.with {
            With::Nothing | With::Hitter { .. } => Ok(()),
            With::Die(n) | With::Point(n) => write!(f, " {n}"),
            With::Line { from, to } => write!(f, " {from}/{to}"),
            With::Pair { first, second, from, to, mark } => {
                let pair = (first.letter(), second.letter());
                write!(f, " {}{} {from}/{}{}", pair.0, pair.1, Place(to), mark.text())
            }
            With::Unit { kind, to, mark } => write!(f, " {} {to}{}", kind.letter(), mark.text()),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Roll => f.write_str("roll"),
            Action::Shoot => f.write_str("shoot"),
            Action::Hex => f.write_str("hex"),
            Action::Double => f.write_str("double"),
            Action::Draw => f.write_str("draw"),
            Action::Keep(high, low) => write!(f, "keep {high}-{low}"),
            Action::End => f.write_str("end"),
            Action::Pass => f.write_str("pass"),
            Action::Move { kind, from, to, mark } => {
                if let Some(kind) = kind {
                    write!(f, "{} ", kind.letter())?;
                }
                write!(f, "{}/{}{}", Place(from), Place(to), mark.text())
            }
            Action::Shot { from, to } => write!(f, "shoot {from}/{to}"),
            Action::Push { from, to, fire } => write!(f, "hex {from}/{to}{}", if fire { "!" } else { "" }),
            Action::Play(play) => write!(f, "play {play}"),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Die(a) => write!(f, "@{a}"),
            Chance::Dice(a, b) => write!(f, "@{a}-{b}"),
            Chance::Three(a, b, c) => write!(f, "@{a}-{b}-{c}"),
            Chance::Card(card) => write!(f, "@card:{card}"),
        }
    }
}

/// A number without sign or leading zeros.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|n: &u8| n.to_string() == text)
}

fn point(text: &str) -> Option<u8> {
    number(text).filter(|n| (1..=24).contains(n))
}

fn kind(text: &str) -> Option<Kind> {
    let mut letters = text.chars();
    letters.next().and_then(Kind::of_letter).filter(|_| letters.next().is_none())
}

/// `13/8`, both on the board.
fn line(text: &str) -> Option<(u8, u8)> {
    let (from, to) = text.split_once('/')?;
    Some((point(from)?, point(to)?))
}

/// `wall/22*`, `6/off`: with the places beside the board and a mark.
fn way(text: &str) -> Option<(u8, u8, Mark)> {
    let (text, mark) = marked(text);
    let (from, to) = text.split_once('/')?;
    let from = if from == "wall" { WALL } else { point(from)? };
    let to = if to == "off" { OFF } else { point(to)? };
    Some((from, to, mark))
}

fn marked(text: &str) -> (&str, Mark) {
    let marks = [('*', Mark::Hit), ('^', Mark::Trap), ('!', Mark::Fire)];
    marks
        .into_iter()
        .find_map(|(sign, mark)| text.strip_suffix(sign).map(|rest| (rest, mark)))
        .unwrap_or((text, Mark::Quiet))
}

/// The kinds of a pair in alphabetical order of their letters.
pub(crate) const PAIRS: [(Kind, Kind); 6] = [
    (Kind::Archer, Kind::Archer),
    (Kind::Archer, Kind::Mage),
    (Kind::Archer, Kind::Warrior),
    (Kind::Mage, Kind::Mage),
    (Kind::Mage, Kind::Warrior),
    (Kind::Warrior, Kind::Warrior),
];

fn pair(text: &str) -> Option<(Kind, Kind)> {
    PAIRS.into_iter().find(|(a, b)| text.chars().eq([a.letter(), b.letter()]))
}

fn read_play(text: &str) -> Option<Play> {
    let (name, choices) = match text.split_once(' ') {
        Some((name, choices)) => (name, Some(choices)),
        None => (text, None),
    };
    let card: Card = name.parse().ok()?;
    let with = match (card, choices) {
        (
            Card::Potion1
            | Card::Potion3
            | Card::Potion5
            | Card::Poison1
            | Card::Poison3
            | Card::Poison5
            | Card::Thief,
            Some(die),
        ) => With::Die(number(die).filter(|&die| die > 0)?),
        (Card::Thrust | Card::Shove | Card::Aimed, Some(text)) => {
            let (from, to) = line(text)?;
            With::Line { from, to }
        }
        (Card::Strafing | Card::Abjuration | Card::Conjuration, Some(text)) => With::Point(point(text)?),
        (Card::Escort, Some(text)) => {
            let (kinds, text) = text.split_once(' ')?;
            let (first, second) = pair(kinds)?;
            let (from, to, mark) = way(text)?;
            if from == WALL || mark == Mark::Trap {
                return None;
            }
            With::Pair { first, second, from, to, mark }
        }
        (Card::Reincarnation, Some(text)) => {
            let (letter, text) = text.split_once(' ')?;
            let (text, mark) = marked(text);
            if mark == Mark::Fire {
                return None;
            }
            With::Unit { kind: kind(letter)?, to: point(text)?, mark }
        }
        (
            Card::Caltrops
            | Card::Parry
            | Card::Spymaster
            | Card::Sabotage
            | Card::Divination
            | Card::Transmutation
            | Card::Duplication
            | Card::Evocation
            | Card::Manifestation,
            None,
        ) => With::Nothing,
        _ => return None,
    };
    Some(Play { card, with })
}

fn read_action(text: &str) -> Option<Action> {
    let plain = match text {
        "roll" => Some(Action::Roll),
        "shoot" => Some(Action::Shoot),
        "hex" => Some(Action::Hex),
        "double" => Some(Action::Double),
        "draw" => Some(Action::Draw),
        "end" => Some(Action::End),
        "pass" => Some(Action::Pass),
        _ => None,
    };
    if plain.is_some() {
        return plain;
    }
    let Some((word, rest)) = text.split_once(' ') else {
        let (from, to, mark) = way(text)?;
        return Some(Action::Move { kind: None, from, to, mark });
    };
    match word {
        "keep" => {
            let (high, low) = rest.split_once('-')?;
            let die = |text| number(text).filter(|n| (1..=6).contains(n));
            let (high, low) = (die(high)?, die(low)?);
            (high >= low).then_some(Action::Keep(high, low))
        }
        "shoot" => line(rest).map(|(from, to)| Action::Shot { from, to }),
        "hex" => {
            let (text, fire) = rest.strip_suffix('!').map_or((rest, false), |text| (text, true));
            line(text).map(|(from, to)| Action::Push { from, to, fire })
        }
        "play" => read_play(rest).map(Action::Play),
        letter => {
            let (from, to, mark) = way(rest)?;
            Some(Action::Move { kind: Some(kind(letter)?), from, to, mark })
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        read_action(text).ok_or_else(|| Refusal::notation("backgammon-wars.refuse.notation", text))
    }
}

fn read_chance(text: &str) -> Option<Chance> {
    let text = text.strip_prefix('@')?;
    if let Some(name) = text.strip_prefix("card:") {
        return name.parse().ok().map(Chance::Card);
    }
    let dice: Vec<u8> =
        text.split('-').map(|die| number(die).filter(|n| (1..=6).contains(n))).collect::<Option<_>>()?;
    match dice[..] {
        [a] => Some(Chance::Die(a)),
        [a, b] => Some(Chance::Dice(a, b)),
        [a, b, c] => Some(Chance::Three(a, b, c)),
        _ => None,
    }
}

impl FromStr for Chance {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Chance, Refusal> {
        read_chance(text).ok_or_else(|| Refusal::notation("backgammon-wars.refuse.chance", text))
    }
}

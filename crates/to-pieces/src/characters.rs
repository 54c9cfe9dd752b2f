//! Characters (rule 5) and the tokens that they bear (rule 27).

use std::fmt;

use serde::{Deserialize, Serialize};
use table::Seat;

/// What a character is (rule 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One a seat; has no coin.
    Leader,
    /// A coin with a number from 1 to 6.
    Minion,
    /// Called once a game.
    Summon,
}

/// A token on a character; at most one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Token {
    /// From Move and Step Forward.
    Move,
    /// From Attack and Shove.
    Attack,
    /// From Charge.
    Charge,
    /// From Defend.
    Defend,
}

impl Token {
    /// Every kind.
    pub const ALL: [Token; 4] = [Token::Move, Token::Attack, Token::Charge, Token::Defend];

    /// The token's name in team files and events.
    pub fn name(self) -> &'static str {
        match self {
            Token::Move => "move",
            Token::Attack => "attack",
            Token::Charge => "charge",
            Token::Defend => "defend",
        }
    }

    /// The letter of the text board and of positions as text.
    pub fn letter(self) -> char {
        self.name().as_bytes()[0].into()
    }
}

/// The tokens on one character.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tokens(u8);

impl Tokens {
    /// No token.
    pub const NONE: Tokens = Tokens(0);
    /// One of each kind.
    pub const ALL: Tokens = Tokens(15);
    /// What forbids Move (rule 27).
    pub const BAR_MOVE: Tokens = Tokens(1 | 4 | 8);
    /// What forbids Attack and Shove (rule 27).
    pub const BAR_ATTACK: Tokens = Tokens(2 | 4 | 8);
    /// What forbids Charge and Defend (rule 27).
    pub const BAR_CHARGE: Tokens = Tokens(4 | 8);

    /// One token.
    pub fn of(token: Token) -> Tokens {
        Tokens(1 << token as u8)
    }

    /// Whether one of that kind is there.
    pub fn has(self, token: Token) -> bool {
        self.0 & Tokens::of(token).0 != 0
    }

    /// Whether any of `others` is there.
    pub fn any_of(self, others: Tokens) -> bool {
        self.0 & others.0 != 0
    }

    /// Places a token.
    pub fn add(&mut self, token: Token) {
        self.0 |= Tokens::of(token).0;
    }

    /// Removes all tokens of these kinds.
    pub fn remove(&mut self, others: Tokens) {
        self.0 &= !others.0;
    }

    /// How many.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tokens in the order of [`Token::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Token> {
        Token::ALL.into_iter().filter(move |&token| self.has(token))
    }

    /// The letters, `mad`.
    pub fn letters(self) -> String {
        self.iter().map(Token::letter).collect()
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters())
    }
}

impl FromIterator<Token> for Tokens {
    fn from_iter<I: IntoIterator<Item = Token>>(tokens: I) -> Tokens {
        let mut set = Tokens::NONE;
        tokens.into_iter().for_each(|token| set.add(token));
        set
    }
}

impl Serialize for Tokens {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tokens {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Tokens, D::Error> {
        Ok(Vec::<Token>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// One of the sixteen characters of the box. It never leaves the crate: for a minion, `index` is its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Character {
    /// Whose it is.
    pub(crate) seat: Seat,
    /// 0 the leader, 1-6 the minions, 7 the summon.
    pub(crate) index: u8,
}

/// The index of a leader.
pub(crate) const LEADER: u8 = 0;
/// The index of a summon.
pub(crate) const SUMMON: u8 = 7;
/// The numbers of the coins.
pub(crate) const COINS: std::ops::RangeInclusive<u8> = 1..=6;

impl Character {
    pub(crate) fn new(seat: Seat, index: u8) -> Character {
        Character { seat, index }
    }

    pub(crate) fn kind(self) -> Kind {
        match self.index {
            LEADER => Kind::Leader,
            SUMMON => Kind::Summon,
            _ => Kind::Minion,
        }
    }
}

//! Team sheets: characters with their traits (rule 56), six strategies of verbs (rules 58-71) and a deck of
//! objectives (rules 72-86), all of it data.
//!
//! A sheet is read from a TOML file ([`read`]), entered in a table of the process ([`register`]) and from then
//! on named by a small handle ([`Team`]), which is all that a game in progress holds. What a sheet *is*, is
//! its content: two files that say the same are one sheet, and a sheet that differs in one number is another,
//! whatever it calls itself.

mod read;
mod registry;
mod sentences;
mod verbs;

use serde::Serialize;
use sha2::{Digest, Sha256};
use table::{Name, tools};

use crate::characters::{Kind, Token};

pub use read::{Mistake, read, read_file};
pub use registry::{Full, Team, known, register};
pub use sentences::{Sentence, say};

/// A team sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// Lower case, letters and hyphens.
    pub id: String,
    /// What people read.
    pub name: Name,
    /// The leader.
    pub leader: Fighter,
    /// Each of the six minions.
    pub minion: Fighter,
    /// The summon.
    pub summon: Fighter,
    /// Strategies 1 to 6.
    pub strategies: [Strategy; 6],
    /// Cards 1, 2, 3 …
    pub objectives: Vec<Objective>,
}

/// What a character can do (rules 5, 56).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fighter {
    /// What people read.
    pub name: Name,
    /// Damage above it eliminates.
    pub health: u8,
    /// Steps of a move.
    pub speed: u8,
    /// How far it attacks along a line; 0 without the trait.
    pub ranged: u8,
    /// How many spaces its shoves push.
    pub shove: u8,
    /// What it moves through besides its own team.
    pub phase: Through,
    /// More damage in its attacks.
    pub fierce: u8,
}

/// What a character moves through besides empty spaces and its own team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Through {
    /// Nothing.
    #[default]
    None,
    /// All characters.
    Characters,
    /// Characters and Obstacles.
    All,
}

/// When a strategy may be used (rule 51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// As the action of a turn.
    Action,
    /// In Regrouping.
    Regrouping,
}

/// One of the six strategies of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strategy {
    /// The coin that pays for it, 1-6.
    pub number: u8,
    /// What people read.
    pub name: Name,
    /// In a turn or in Regrouping.
    pub when: When,
    /// One to three effects, worked in order.
    pub effects: Vec<Effect>,
}

/// Whose characters an effect is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// Those of the user.
    #[default]
    Own,
    /// Those of the other seat.
    Enemy,
}

/// A kind of marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marker {
    /// Numbered; characters stand on it.
    #[default]
    Treasure,
    /// Nobody stands on it.
    Obstacle,
}

/// One effect of a strategy (rules 59-71).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
#[allow(missing_docs)] // The parameters are those of the spec's table, word for word.
pub enum Effect {
    /// An adjacent enemy is pushed (rule 59).
    Push { distance: u8, count: u8 },
    /// A whole line is moved (rule 60).
    Cascade,
    /// An enemy on a line comes near (rule 61).
    Drag { range: u8 },
    /// An attack (rule 62).
    Attack { range: u8, bonus: u8, count: u8, free: bool, pierce: bool },
    /// A charge (rule 63).
    Charge { push: u8, free_step: bool, bonus: u8 },
    /// A move without token (rule 64).
    March { whom: Whom, steps: u8, through: Through, count: u8 },
    /// Two characters change places (rule 65).
    Exchange { whom: Whom, reach: u8 },
    /// Tokens are removed (rule 66); `which` is one kind, or all.
    Clear {
        whom: Whom,
        #[serde(serialize_with = "token_or_all")]
        which: Option<Token>,
        count: u8,
    },
    /// A token is placed (rule 67).
    Token { token: Token, whom: Whom, count: u8 },
    /// A coin of the Reserve becomes a minion (rule 68).
    Deploy {
        rows: u8,
        #[serde(serialize_with = "token_or_none")]
        token: Option<Token>,
        count: u8,
    },
    /// A minion goes back to the Reserve (rule 69).
    Recall { count: u8 },
    /// A marker slides (rule 70).
    Shift { marker: Marker, steps: u8 },
    /// Objectives are swapped (rule 71).
    Swap,
}

impl Effect {
    /// How many picks there may be (rule 58).
    pub fn count(self) -> u8 {
        match self {
            Effect::Push { count, .. }
            | Effect::Attack { count, .. }
            | Effect::March { count, .. }
            | Effect::Clear { count, .. }
            | Effect::Token { count, .. }
            | Effect::Deploy { count, .. }
            | Effect::Recall { count } => count,
            _ => 1,
        }
    }
}

fn token_or_all<S: serde::Serializer>(token: &Option<Token>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(token.map_or("all", Token::name))
}

fn token_or_none<S: serde::Serializer>(token: &Option<Token>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(token.map_or("none", Token::name))
}

/// A card of a deck (rule 24).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Objective {
    /// Its number in the deck.
    pub card: u8,
    /// What people read.
    pub name: Name,
    /// Points when claimed.
    pub value: u8,
    /// When it is met.
    pub goal: Goal,
}

/// Who must have slain (rule 75).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Anybody.
    #[default]
    Any,
    /// The own leader.
    Leader,
    /// An attack from afar (rule 36).
    Ranged,
}

/// Which characters a condition looks at (rules 76, 81).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Any of them.
    #[default]
    Any,
    /// The leader.
    Leader,
}

/// The condition of an objective (rules 73-86).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "condition", rename_all = "snake_case")]
#[allow(missing_docs)] // The parameters are those of the spec's table, word for word.
pub enum Goal {
    /// Stand on that Treasure (rule 73).
    Treasure { number: u8, uncontested: bool },
    /// Stand on several Treasures (rule 74).
    Treasures { count: u8 },
    /// Eliminate this round (rule 75).
    Slain { count: u8, by: By, unhurt: bool },
    /// Stand far from home (rule 76).
    Rows { row: u8, count: u8, who: Who },
    /// Stand side by side (rule 77).
    Line { count: u8 },
    /// Lose nobody this round (rule 78).
    Unbroken { count: u8 },
    /// Push enemies this round (rule 79).
    Pushed { count: u8 },
    /// Stand apart (rule 80).
    Apart { count: u8 },
    /// Stand around an enemy (rule 81).
    Surround { count: u8, who: Who },
    /// Use strategies this round (rule 82).
    Used { count: u8 },
    /// Hold the middle (rule 83).
    Centre { count: u8 },
    /// Bear Defend tokens (rule 84).
    Guarded { count: u8 },
    /// Keep enemies away from home (rule 85).
    Home { rows: u8 },
    /// Be more (rule 86).
    Outnumber { by: u8 },
}

impl Sheet {
    /// The character sheet of a kind.
    pub fn fighter(&self, kind: Kind) -> &Fighter {
        match kind {
            Kind::Leader => &self.leader,
            Kind::Minion => &self.minion,
            Kind::Summon => &self.summon,
        }
    }

    /// The strategy of a coin, 1-6.
    pub(crate) fn strategy(&self, number: u8) -> &Strategy {
        &self.strategies[usize::from(number) - 1]
    }

    /// An objective of the deck.
    pub(crate) fn objective(&self, card: u8) -> Option<&Objective> {
        self.objectives.get(usize::from(card).wrapping_sub(1))
    }

    /// The sheet as a TOML file that reads back as the same sheet: the form that records embed and that the
    /// [digest](Sheet::digest) is taken of. Comments and blanks of the file it came from are not kept.
    pub fn toml(&self) -> String {
        let mut text = String::from(HEAD);
        let named =
            |name: &Name| format!("name = {{ en = {:?}, fr = {:?} }}\n", Quoted(&name.en), Quoted(&name.fr));
        text += &format!("id = \"{}\"\n{}", self.id, named(&self.name));
        for (section, fighter) in
            [("leader", &self.leader), ("minion", &self.minion), ("summon", &self.summon)]
        {
            text += &format!("\n[{section}]\n{}", named(&fighter.name));
            text += &format!("health = {}\nspeed = {}\n", fighter.health, fighter.speed);
            for (key, n, absent) in
                [("ranged", fighter.ranged, 0), ("shove", fighter.shove, 1), ("fierce", fighter.fierce, 0)]
            {
                if n != absent {
                    text += &format!("{key} = {n}\n");
                }
            }
            match fighter.phase {
                Through::None => {}
                Through::Characters => text += "phase = \"characters\"\n",
                Through::All => text += "phase = \"all\"\n",
            }
        }
        for strategy in &self.strategies {
            let when = if strategy.when == When::Action { "action" } else { "regrouping" };
            let effects: Vec<String> = strategy.effects.iter().map(inline).collect();
            text += &format!("\n[[strategy]]\nnumber = {}\n{}", strategy.number, named(&strategy.name));
            text += &format!("when = \"{when}\"\neffects = [ {} ]\n", effects.join(", "));
        }
        for objective in &self.objectives {
            text += &format!("\n[[objective]]\ncard = {}\n{}", objective.card, named(&objective.name));
            text += &format!("value = {}\ngoal = {}\n", objective.value, inline(&objective.goal));
        }
        text
    }

    /// What tells this sheet from every other: the first 16 hex digits of the SHA-256 of [`toml`](Sheet::toml).
    pub fn digest(&self) -> String {
        tools::hex(&Sha256::digest(self.toml())[..8])
    }
}

const HEAD: &str =
    "# A team of To Pieces, a game by Chris Sakkas (2018), CC BY-SA 4.0. This team is shared alike.\n";

/// An effect or a goal as an inline table, every parameter written out.
fn inline(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("parameters are plain data");
    let fields = value.as_object().expect("a tagged variant is an object");
    let pairs: Vec<String> = fields.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// A basic string of TOML. The reader lets no control characters into names.
struct Quoted<'t>(&'t str);

impl std::fmt::Debug for Quoted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

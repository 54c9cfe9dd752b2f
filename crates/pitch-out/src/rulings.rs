//! Variants and switchable rulings.

use serde::{Deserialize, Serialize};
use table::{BySeat, Choices, OptionList, OptionSpec, Refusal, Seat, options::accept};

use crate::{NameSet, Team};

/// How many pawns a side fields, and which (R4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// The five Alpha pawns.
    #[default]
    Basic,
    /// Five of eight, picked in secret.
    Five,
    /// Seven of eight, picked in secret.
    Seven,
}

impl Format {
    /// Every format with its name.
    const ALL: [(Format, &'static str); 3] =
        [(Format::Basic, "basic"), (Format::Five, "five"), (Format::Seven, "seven")];

    /// How many pawns a side fields.
    pub fn pawns(self) -> usize {
        if self == Format::Seven { 7 } else { 5 }
    }

    fn text(self) -> &'static str {
        Format::ALL[self as usize].1
    }
}

/// The options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rulings {
    /// How many pawns, and which (R4).
    pub format: Format,
    /// Who plays the Hoods (R3).
    pub hoods: Seat,
    /// The table along x in 1/10 mm (R2).
    pub width: i16,
    /// The table along y in 1/10 mm (R2).
    pub depth: i16,
    /// Deceleration in mm/s² (P6).
    pub friction: i16,
    /// How much each hand trembles, 0 to 5 (R16).
    pub tremor: BySeat<u8>,
    /// The Captain has to copy when he can (R39).
    pub must_copy: bool,
    /// The Immortal comes back also when it is not played (R45).
    pub immortal_always: bool,
    /// The Infested takes everybody whom it touches in a shot (R49).
    pub infested_many: bool,
    /// A pawn that fell is eliminated only if pawns drove it farther than obstacles did; otherwise whenever it touched a
    /// pawn (R24), as in version 1 of the rules, whose positions are written without it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub struck_out: bool,
    /// Least angle between a flick and an obstacle that the pawn touches, in 1/100 degree (R17).
    pub cone: i16,
    /// A round lasts so many turns at most (R35).
    pub cap: u16,
    /// Who aims is shown the whole shot. It changes no position, so that positions are written without it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub prediction: bool,
}

impl Default for Rulings {
    fn default() -> Rulings {
        Rulings {
            format: Format::Basic,
            hoods: Seat::Two,
            width: 8000,
            depth: 8000,
            friction: 3000,
            tremor: BySeat([0, 0]),
            must_copy: false,
            immortal_always: false,
            infested_many: false,
            struck_out: true,
            cone: 7500,
            cap: 100,
            prediction: false,
        }
    }
}

impl Rulings {
    /// The team of a seat.
    pub fn team(&self, seat: Seat) -> Team {
        if seat == self.hoods { Team::Hoods } else { Team::Citizens }
    }

    /// The names that a seat may field: those of its team, in *basic* the Alpha ones only.
    pub fn names(&self, seat: Seat) -> NameSet {
        match self.format {
            Format::Basic => NameSet::ALPHA,
            _ => self.team(seat).names(),
        }
    }

    /// How far a seat's zone reaches into the table: the depth of the strip (R2).
    pub fn strip(&self) -> i16 {
        self.depth / 4
    }
}

impl OptionList for Rulings {
    fn list() -> Vec<OptionSpec> {
        let steps = |key, rule, default: i64, from, to, step| OptionSpec {
            key,
            default: default.to_string(),
            values: Choices::Number { from, to, step },
            rule,
        };
        vec![
            OptionSpec::one_of("format", "R4", &["basic", "five", "seven"]),
            OptionSpec::one_of("hoods", "R3", &["two", "one"]),
            steps("width", "R2", 8000, 7000, 12_000, 100),
            steps("depth", "R2", 8000, 7000, 12_000, 100),
            steps("friction", "R20", 3000, 1500, 6000, 1),
            steps("tremor_one", "R16", 0, 0, 5, 1),
            steps("tremor_two", "R16", 0, 0, 5, 1),
            OptionSpec::one_of("copy", "R39", &["may", "must"]),
            OptionSpec::one_of("immortal", "R45", &["own", "always"]),
            OptionSpec::one_of("infested", "R49", &["one", "many"]),
            OptionSpec::one_of("pushed", "R24", &["struck", "touched"]),
            OptionSpec::one_of("cone", "R17", &["7500", "9000"]),
            steps("cap", "R35", 100, 20, 400, 2),
            OptionSpec::one_of("prediction", "R15", &["off", "on"]),
        ]
    }

    fn earlier(rules: u32) -> Option<Rulings> {
        (rules == 1).then(|| Rulings { struck_out: false, ..Rulings::default() })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        accept(&Self::list(), key, value)?;
        let number = || value.parse::<i16>().expect("the list has numbers here");
        match key {
            "format" => {
                let named = Format::ALL.into_iter().find(|(_, name)| *name == value);
                self.format = named.expect("the list has formats here").0;
            }
            "hoods" => self.hoods = value.parse().expect("the list has seats here"),
            "width" => self.width = number(),
            "depth" => self.depth = number(),
            "friction" => self.friction = number(),
            "tremor_one" => self.tremor[Seat::One] = number() as u8,
            "tremor_two" => self.tremor[Seat::Two] = number() as u8,
            "copy" => self.must_copy = value == "must",
            "immortal" => self.immortal_always = value == "always",
            "infested" => self.infested_many = value == "many",
            "pushed" => self.struck_out = value == "struck",
            "cone" => self.cone = number(),
            "cap" => self.cap = number() as u16,
            _ => self.prediction = value == "on",
        }
        Ok(())
    }

    fn get(&self, key: &str) -> String {
        let either = |yes: bool, plain: &str, other: &str| if yes { other.into() } else { plain.into() };
        match key {
            "format" => self.format.text().into(),
            "hoods" => self.hoods.to_string(),
            "width" => self.width.to_string(),
            "depth" => self.depth.to_string(),
            "friction" => self.friction.to_string(),
            "tremor_one" => self.tremor[Seat::One].to_string(),
            "tremor_two" => self.tremor[Seat::Two].to_string(),
            "copy" => either(self.must_copy, "may", "must"),
            "immortal" => either(self.immortal_always, "own", "always"),
            "infested" => either(self.infested_many, "one", "many"),
            "pushed" => either(self.struck_out, "touched", "struck"),
            "cone" => self.cone.to_string(),
            "cap" => self.cap.to_string(),
            "prediction" => either(self.prediction, "off", "on"),
            _ => String::new(),
        }
    }

    fn swap_seats(&mut self) {
        let BySeat([one, two]) = self.tremor;
        self.tremor = BySeat([two, one]);
    }

    fn check_online(&self) -> Result<(), Refusal> {
        match self.prediction {
            true => Err(Refusal::by("option", "pitch-out.refuse.prediction-online")),
            false => Ok(()),
        }
    }
}

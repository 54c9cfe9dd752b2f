//! Variants and switchable rulings (rules 3, 18, 28, 41, 47, 64).

use serde::{Deserialize, Serialize};
use table::{OptionList, OptionSpec, Refusal, options::accept};

/// How the game is played. The default is the printed rulebook with our rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// Which game (rule 3).
    pub variant: Variant,
    /// Which units a Mage pushes (rule 28).
    pub push: Push,
    /// Whose dice Potions and Poisons change (rules 41, 47).
    pub brews: Brews,
    /// How long barrier and fire stay (rule 64).
    pub spells: Spells,
    /// The turn at whose end the pips are counted (rule 18).
    pub dusk: u16,
}

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// The printed game.
    Fantasy,
    /// Backgammon without cube and gammons.
    Classic,
    /// The same with the start of the printed game.
    Nackgammon,
}

/// Which units a Mage pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Push {
    /// Lone units.
    Lone,
    /// The topmost unit of any stack.
    Stacks,
}

/// Whose dice Potions and Poisons change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brews {
    /// Potions the own dice, Poisons the other side's.
    Own,
    /// Either.
    Any,
}

/// How long barrier and fire stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spells {
    /// Until their card is played again.
    Last,
    /// Until the next turn of their caster begins.
    Fade,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::Fantasy,
            push: Push::Lone,
            brews: Brews::Own,
            spells: Spells::Last,
            dusk: 300,
        }
    }
}

impl Options {
    /// Whether units have kinds and cards are in play.
    pub fn is_fantasy(&self) -> bool {
        self.variant == Variant::Fantasy
    }
}

impl OptionList for Options {
    fn list() -> Vec<OptionSpec> {
        vec![
            OptionSpec::one_of("variant", "R3", &["fantasy", "classic", "nackgammon"]),
            OptionSpec::one_of("push", "R28", &["lone", "stacks"]),
            OptionSpec::one_of("brews", "R41", &["own", "any"]),
            OptionSpec::one_of("spells", "R64", &["last", "fade"]),
            OptionSpec::number("dusk", "R18", 300, 1, 9999),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        accept(&Options::list(), key, value)?;
        match (key, value) {
            ("variant", "classic") => self.variant = Variant::Classic,
            ("variant", "nackgammon") => self.variant = Variant::Nackgammon,
            ("variant", _) => self.variant = Variant::Fantasy,
            ("push", value) => self.push = if value == "stacks" { Push::Stacks } else { Push::Lone },
            ("brews", value) => self.brews = if value == "any" { Brews::Any } else { Brews::Own },
            ("spells", value) => self.spells = if value == "fade" { Spells::Fade } else { Spells::Last },
            (_, turns) => self.dusk = turns.parse().expect("a number of the range was accepted"),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> String {
        let word = match (key, self.variant, self.push, self.brews, self.spells) {
            ("variant", Variant::Fantasy, ..) => "fantasy",
            ("variant", Variant::Classic, ..) => "classic",
            ("variant", Variant::Nackgammon, ..) => "nackgammon",
            ("push", _, Push::Lone, ..) => "lone",
            ("push", _, Push::Stacks, ..) => "stacks",
            ("brews", _, _, Brews::Own, _) => "own",
            ("brews", _, _, Brews::Any, _) => "any",
            ("spells", _, _, _, Spells::Last) => "last",
            ("spells", _, _, _, Spells::Fade) => "fade",
            ("dusk", ..) => return self.dusk.to_string(),
            _ => "",
        };
        word.to_owned()
    }
}

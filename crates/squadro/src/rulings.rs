//! What can be switched: who begins (R2) and the quiet draw (R13).

use table::{OptionList, OptionSpec, Refusal, Seat, options};

use crate::{QUIET, action};

/// The options of Squadro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings {
    /// Who moves first; drawn by chance when none (R2).
    pub first: Option<Seat>,
    /// So many quiet moves in a row are a draw; 0 for never (R13).
    pub quiet: u16,
}

impl Default for Rulings {
    fn default() -> Self {
        Rulings { first: None, quiet: QUIET }
    }
}

impl OptionList for Rulings {
    fn list() -> Vec<OptionSpec> {
        vec![
            OptionSpec::one_of("first", "R2", &["random", "top", "left"]),
            OptionSpec::one_of("quiet", "R13", &["100", "0"]),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        options::accept(&Self::list(), key, value)?;
        match key {
            "first" => self.first = action::seat(value),
            _ => self.quiet = value.parse().expect("the list holds numbers only"),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> String {
        match key {
            "first" => self.first.map_or("random", action::side).into(),
            "quiet" => self.quiet.to_string(),
            _ => String::new(),
        }
    }
}

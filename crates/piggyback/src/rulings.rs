//! What can be switched: the board (R1-R3), who begins (R4), the ban of R13 and the quiet draw (R41).

use serde::{Deserialize, Serialize};
use table::{OptionList, OptionSpec, Refusal, Seat, options};

use crate::Board;

/// Quiet turns in a row until the draw, unless the option says another number.
pub const QUIET: u8 = 50;

/// The options of Piggyback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings {
    /// The layout.
    pub board: Board,
    /// Who begins; the die decides when none.
    pub first: Option<Seat>,
    /// Quiet turns in a row until the draw.
    pub quiet: u8,
    /// Whether groups that both carry pieces may stack.
    pub stacking: Stacking,
}

/// Whether two groups that both carry pieces may stack (rule 13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// Never.
    #[default]
    Strict,
    /// While the stack carries at most two pieces.
    Loose,
}

impl Default for Rulings {
    fn default() -> Self {
        Rulings { board: Board::Standard, first: None, quiet: QUIET, stacking: Stacking::Strict }
    }
}

impl OptionList for Rulings {
    fn list() -> Vec<OptionSpec> {
        vec![
            OptionSpec::one_of("board", "R1", &["standard", "quick"]),
            OptionSpec::one_of("first", "R4", &["roll", "one", "two"]),
            OptionSpec::number("quiet", "R41", QUIET.into(), 2, 200),
            OptionSpec::one_of("stacking", "R13", &["strict", "loose"]),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        options::accept(&Self::list(), key, value)?;
        match key {
            "board" => self.board = if value == "quick" { Board::Quick } else { Board::Standard },
            "first" => self.first = value.parse().ok(),
            "quiet" => self.quiet = value.parse().expect("the list holds numbers up to 200"),
            _ => self.stacking = if value == "loose" { Stacking::Loose } else { Stacking::Strict },
        }
        Ok(())
    }

    fn get(&self, key: &str) -> String {
        match key {
            "board" => self.board.name().into(),
            "first" => self.first.map_or("roll", Seat::name).into(),
            "quiet" => self.quiet.to_string(),
            "stacking" => match self.stacking {
                Stacking::Strict => "strict".into(),
                Stacking::Loose => "loose".into(),
            },
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_they_are_written_and_refused_otherwise() {
        let mut rulings = Rulings::default();
        for (key, value) in [("board", "quick"), ("first", "two"), ("quiet", "10"), ("stacking", "loose")] {
            rulings.set(key, value).unwrap();
            assert_eq!(rulings.get(key), value);
        }
        assert_eq!(rulings.changed().len(), 4);
        for spec in Rulings::list() {
            rulings.set(spec.key, &spec.default).unwrap();
        }
        assert_eq!(rulings, Rulings::default());
        for (key, value) in
            [("quiet", "1"), ("quiet", "201"), ("quiet", "050"), ("first", "red"), ("size", "8")]
        {
            assert_eq!(rulings.set(key, value).unwrap_err().rule, "option", "{key}={value}");
        }
        assert_eq!(rulings, Rulings::default());
    }
}

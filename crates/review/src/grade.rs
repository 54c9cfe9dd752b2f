//! Grades: how much of the chance to win a decision gave away.

use serde::{Deserialize, Serialize};

/// How good a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Nothing better was found.
    Best,
    /// Hardly anything was given away.
    Good,
    /// A little was.
    Inaccuracy,
    /// Much was.
    Mistake,
    /// A game was.
    Blunder,
}

/// From which loss of the chance to win on a grade is given. The one table of bounds.
pub const GRADES: [(Grade, f64); 4] =
    [(Grade::Good, 0.0), (Grade::Inaccuracy, 0.05), (Grade::Mistake, 0.10), (Grade::Blunder, 0.20)];

impl Grade {
    /// The grade of a loss that lies between two bounds; none where the bounds leave it open whether anything was given
    /// away. A bad grade is given for what was lost for certain, never for what may have been.
    pub fn of(low: f64, high: f64, is_best: bool) -> Option<Grade> {
        let inaccurate = GRADES[1].1;
        if low >= inaccurate {
            return GRADES.iter().rev().find(|(_, bound)| low >= *bound).map(|(grade, _)| *grade);
        }
        (high < inaccurate || is_best).then_some(if is_best { Grade::Best } else { Grade::Good })
    }
}

/// How accurate decisions with these losses were, from 0 to 100: lichess's curve, by the mean loss.
pub fn accuracy(losses: &[f64]) -> Option<f64> {
    if losses.is_empty() {
        return None;
    }
    let one = |loss: &f64| (103.1668 * libm::exp(-4.354 * loss) - 3.1669).clamp(0.0, 100.0);
    Some(losses.iter().map(one).sum::<f64>() / losses.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_grade_needs_a_certain_loss() {
        assert_eq!(Grade::of(0.0, 0.4, false), None);
        assert_eq!(Grade::of(0.06, 0.4, false), Some(Grade::Inaccuracy));
        assert_eq!(Grade::of(0.10, 0.4, false), Some(Grade::Mistake));
        assert_eq!(Grade::of(0.25, 0.4, false), Some(Grade::Blunder));
        assert_eq!(Grade::of(-0.01, 0.04, false), Some(Grade::Good));
        assert_eq!(Grade::of(0.0, 0.0, true), Some(Grade::Best));
    }

    #[test]
    fn losing_nothing_is_wholly_accurate() {
        assert!(accuracy(&[0.0, 0.0]).unwrap() > 99.99);
        assert!(accuracy(&[0.3]).unwrap() < 30.0);
        assert_eq!(accuracy(&[]), None);
    }
}

//! What was acknowledged, and whether the server still knows it.

use std::ops::AddAssign;

/// The moves of one seat at one table, in the order in which the server acknowledged them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    acknowledged: Vec<String>,
    /// Sent, not answered yet.
    pub(crate) open: Option<String>,
}

/// What the server got wrong; all of it should be nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Acknowledged and not there any more.
    pub lost: u64,
    /// There more often than they were sent.
    pub doubled: u64,
    /// There in another order.
    pub reordered: u64,
    /// Tables whose book was compared.
    pub tables: u64,
    /// Moves that were compared.
    pub moves: u64,
}

impl AddAssign for Verdict {
    fn add_assign(&mut self, other: Verdict) {
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.reordered += other.reordered;
        self.tables += other.tables;
        self.moves += other.moves;
    }
}

impl Book {
    /// The open move was acknowledged.
    pub(crate) fn acknowledge(&mut self) {
        self.acknowledged.extend(self.open.take());
    }

    /// Compares with the moves of this seat that the server shows. A move that is still open may be there or not.
    pub(crate) fn compare(&self, shown: &[&str]) -> Verdict {
        let mut expected: Vec<&str> = self.acknowledged.iter().map(String::as_str).collect();
        if shown.len() > expected.len() {
            expected.extend(self.open.as_deref());
        }
        let count = |list: &[&str], text: &str| list.iter().filter(|other| **other == text).count() as u64;
        let mut verdict = Verdict { moves: expected.len() as u64, ..Verdict::default() };
        let mut distinct: Vec<&str> = expected.iter().chain(shown).copied().collect();
        distinct.sort_unstable();
        distinct.dedup();
        for text in distinct {
            let (wanted, found) = (count(&expected, text), count(shown, text));
            verdict.lost += wanted.saturating_sub(found);
            verdict.doubled += found.saturating_sub(wanted);
        }
        if verdict.lost == 0 && verdict.doubled == 0 {
            verdict.reordered = expected.iter().zip(shown).filter(|(a, b)| a != b).count() as u64;
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(acknowledged: &[&str], open: Option<&str>) -> Book {
        let acknowledged = acknowledged.iter().map(|&text| text.to_owned()).collect();
        Book { acknowledged, open: open.map(str::to_owned) }
    }

    fn wrong(verdict: Verdict) -> [u64; 3] {
        [verdict.lost, verdict.doubled, verdict.reordered]
    }

    #[test]
    fn what_is_wrong_is_counted() {
        let three = book(&["a", "b", "a"], None);
        assert_eq!(wrong(three.compare(&["a", "b", "a"])), [0, 0, 0]);
        assert_eq!(wrong(three.compare(&["a", "b"])), [1, 0, 0]);
        assert_eq!(wrong(three.compare(&["a", "b", "a", "a"])), [0, 1, 0]);
        assert_eq!(wrong(three.compare(&["b", "a", "a"])), [0, 0, 2]);
    }

    #[test]
    fn a_move_without_an_answer_may_be_there_once() {
        let open = book(&["a"], Some("b"));
        assert_eq!(wrong(open.compare(&["a"])), [0, 0, 0]);
        assert_eq!(wrong(open.compare(&["a", "b"])), [0, 0, 0]);
        assert_eq!(wrong(open.compare(&["a", "b", "b"])), [0, 1, 0]);
    }
}

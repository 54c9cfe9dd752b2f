//! Did you mean …?

/// The candidate that is closest to what was typed, if one is close enough to be meant.
pub fn nearest<'c>(typed: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let typed: Vec<char> = typed.to_lowercase().chars().take(64).collect();
    let allowed = (typed.len() / 3).max(1);
    let far = |candidate: &&str| distance(&typed, &candidate.chars().collect::<Vec<_>>());
    let starts =
        |candidate: &str| typed.len() >= 2 && candidate.starts_with(&typed.iter().collect::<String>());
    let (far, best) = candidates.into_iter().map(|c| (if starts(c) { 1 } else { far(&c) }, c)).min()?;
    (far <= allowed).then_some(best)
}

/// The least number of letters to insert, delete, replace or exchange with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + same);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_understood_and_nonsense_is_not() {
        let games = ["squadro", "piggyback", "pitch-out"];
        assert_eq!(nearest("sqaudro", games), Some("squadro"));
        assert_eq!(nearest("Squadr", games), Some("squadro"));
        assert_eq!(nearest("pitch", games), Some("pitch-out"));
        assert_eq!(nearest("chess", games), None);
        assert_eq!(nearest("", games), None);
    }
}

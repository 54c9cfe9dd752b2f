//! Many duels as one table: ratings that explain all their scores at once.
//!
//! The model is Bradley and Terry's: a player's expected share against another depends on the difference of their
//! ratings alone. The bounds come from playing the duels again in imagination: pairs of games are drawn anew
//! from those that were seen.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Level;

use crate::score::{Interval, Score};

/// How often the duels are played again for the bounds.
const AGAIN: usize = 400;
/// Rounds of the fit; each brings it nearer.
const ROUNDS: usize = 2000;
/// The change, in Elo, that ends the fit.
const STILL: f64 = 1e-6;

/// What one player made against another: their places in the list of players, and the score of the first.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// The first player.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// The score of the first.
    pub score: Score,
}

/// The pairings that a ladder of these levels plays, cheap ones first: everybody with the next lower level, the
/// baselines with those who have to beat them, and the best with random play. Stronger players come first.
pub fn pairings(levels: &[Level]) -> Vec<(Level, Level)> {
    let mut pairings = vec![(Level::Greedy, Level::Random)];
    let mut below = Level::Random;
    for &level in levels {
        pairings.push((level, below));
        if matches!(level, Level::Novice | Level::Casual) {
            pairings.push((level, Level::Greedy));
        }
        below = level;
    }
    if levels.contains(&Level::Expert) {
        pairings.push((Level::Expert, Level::Random));
    }
    pairings
}

/// The Elo of `players` players, the first of them at 0, with bounds at 95 %.
///
/// Each pairing counts as if one more game in it had been drawn, so that whoever wins always is far ahead and
/// not infinitely far.
pub fn ratings(players: usize, met: &[Met]) -> Vec<Interval> {
    let value = fit(players, met);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut again: Vec<Vec<f64>> = vec![Vec::with_capacity(AGAIN); players];
    for _ in 0..AGAIN {
        let imagined: Vec<Met> =
            met.iter().map(|met| Met { score: redrawn(&met.score, &mut rng), ..*met }).collect();
        let elos = fit(players, &imagined);
        again.iter_mut().zip(elos).for_each(|(list, elo)| list.push(elo));
    }
    let bounds = |(value, mut list): (f64, Vec<f64>)| {
        list.sort_by(f64::total_cmp);
        let at = |part: f64| list[((list.len() - 1) as f64 * part).round() as usize];
        Interval { low: at(0.025).min(value), value, high: at(0.975).max(value) }
    };
    value.into_iter().zip(again).map(bounds).collect()
}

/// The ratings of the greatest likelihood, the first at 0; by the usual iteration for this model.
fn fit(players: usize, met: &[Met]) -> Vec<f64> {
    let mut strength = vec![1.0; players];
    for _ in 0..ROUNDS {
        let (mut won, mut met_by) = (vec![0.0; players], vec![0.0; players]);
        for &Met { a, b, score } in met {
            let games = 2.0 * score.count() as f64 + 1.0;
            let points = 2.0 * score.count() as f64 * score.share().value + 0.5;
            won[a] += points;
            won[b] += games - points;
            let each = games / (strength[a] + strength[b]);
            met_by[a] += each;
            met_by[b] += each;
        }
        let mut moved = 0.0f64;
        for player in (0..players).filter(|&player| met_by[player] > 0.0) {
            let next = won[player] / met_by[player];
            moved = moved.max((400.0 * libm::log10(next / strength[player])).abs());
            strength[player] = next;
        }
        let first = strength[0];
        strength.iter_mut().for_each(|strength| *strength /= first);
        if moved < STILL {
            break;
        }
    }
    strength.iter().map(|strength| 400.0 * libm::log10(*strength)).collect()
}

/// As many pairs again, each drawn from those that were seen. One more of either extreme can come too, so that
/// a perfect score has bounds.
fn redrawn(score: &Score, rng: &mut Xoshiro256PlusPlus) -> Score {
    let mut seen = score.pairs.map(|n| n as f64);
    seen[0] += 0.25;
    seen[4] += 0.25;
    let total: f64 = seen.iter().sum();
    let mut again = Score::default();
    for _ in 0..score.count() {
        let mut at = rng.random::<f64>() * total;
        let mut half = 0;
        while half < 4 && at >= seen[half] {
            at -= seen[half];
            half += 1;
        }
        again.pairs[half] += 1;
    }
    again
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(pairs: [u64; 5]) -> Score {
        Score { pairs, games: [0; 3] }
    }

    #[test]
    fn ratings_explain_the_scores() {
        // 75 % is 191 Elo; twice that lies between the first and the third.
        let three_quarters = score([0, 0, 500, 0, 500]);
        let met = [Met { a: 1, b: 0, score: three_quarters }, Met { a: 2, b: 1, score: three_quarters }];
        let found = ratings(3, &met);
        assert_eq!(found[0].value, 0.0);
        assert!((found[1].value - 191.0).abs() < 2.0, "{found:?}");
        assert!((found[2].value - 382.0).abs() < 4.0, "{found:?}");
        assert!(found[2].low < 370.0 && found[2].low > 330.0, "{found:?}");
        assert!(found[2].high > 395.0 && found[2].high < 440.0, "{found:?}");
    }

    #[test]
    fn who_always_wins_is_far_ahead_but_not_infinitely() {
        let found = ratings(2, &[Met { a: 1, b: 0, score: score([0, 0, 0, 0, 100]) }]);
        assert!(found[1].value > 700.0 && found[1].high.is_finite(), "{found:?}");
        assert!(found[1].low < found[1].value);
    }

    #[test]
    fn every_level_meets_the_next_lower_one() {
        let levels = [Level::Novice, Level::Casual, Level::Strong, Level::Expert];
        let pairings = pairings(&levels);
        for pair in levels.windows(2) {
            assert!(pairings.contains(&(pair[1], pair[0])));
        }
        for pair in
            [(Level::Novice, Level::Random), (Level::Casual, Level::Greedy), (Level::Expert, Level::Random)]
        {
            assert!(pairings.contains(&pair));
        }
    }
}

//! What a score means: interval, Elo, sequential test.

/// Scores of pairs of games with swapped seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Pairs by the half points that the first player made in them: 0, ½, 1, 1½ or 2.
    pub pairs: [u64; 5],
    /// Games won, drawn and lost by the first player.
    pub games: [u64; 3],
}

/// A share with its bounds at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The value.
    pub value: f64,
    /// The upper bound.
    pub high: f64,
}

/// A sequential probability ratio test between two Elo differences, with 5 % risk on either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference that is to be refuted.
    pub elo0: f64,
    /// The Elo difference that is hoped for.
    pub elo1: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The hoped-for difference is accepted.
    Stronger,
    /// It is refuted.
    NotStronger,
    /// Nobody knows yet.
    Open,
}

impl Score {
    /// Counts a pair: points of the first player in its two games, doubled (0 to 2 each).
    pub fn add(&mut self, points: [u8; 2]) {
        self.pairs[usize::from(points[0] + points[1]).min(4)] += 1;
        points.iter().for_each(|&p| self.games[2 - usize::from(p.min(2))] += 1);
    }

    /// Pairs so far.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The share of points of the first player, with its bounds.
    pub fn share(&self) -> Interval {
        let n = self.count().max(1) as f64;
        let mean = self.mean();
        let spread = (self.spread() / n).sqrt();
        Interval { low: (mean - 1.96 * spread).max(0.0), value: mean, high: (mean + 1.96 * spread).min(1.0) }
    }

    /// The Elo difference, with its bounds; infinite where a bound of the share is 0 or 1.
    pub fn elo(&self) -> Interval {
        let Interval { low, value, high } = self.share();
        Interval { low: elo(low), value: elo(value), high: elo(high) }
    }

    /// The log-likelihood ratio of a sequential test, by the normal approximation on pairs, and its verdict.
    pub fn sprt(&self, test: Sprt) -> (f64, Verdict) {
        if self.count() < 2 {
            return (0.0, Verdict::Open);
        }
        let variance = self.spread();
        let (s0, s1) = (share(test.elo0), share(test.elo1));
        let n = self.count() as f64;
        let ratio = n * (s1 - s0) * (2.0 * self.mean() - s0 - s1) / (2.0 * variance);
        let bound = libm::log(0.95 / 0.05);
        let verdict = match ratio {
            r if r >= bound => Verdict::Stronger,
            r if r <= -bound => Verdict::NotStronger,
            _ => Verdict::Open,
        };
        (ratio, verdict)
    }

    fn mean(&self) -> f64 {
        let points: f64 = (0u32..).zip(self.pairs).map(|(half, n)| f64::from(half) / 4.0 * n as f64).sum();
        points / self.count().max(1) as f64
    }

    /// The variance of a pair's share, kept honest when every pair ended alike.
    fn spread(&self) -> f64 {
        self.variance().max(0.25 / (self.count() as f64 + 4.0))
    }

    /// The variance of a pair's share as it was seen.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |half: u32| (f64::from(half) / 4.0 - mean).powi(2);
        let sum: f64 = (0u32..).zip(self.pairs).map(|(half, n)| square(half) * n as f64).sum();
        sum / self.count().max(1) as f64
    }
}

fn elo(share: f64) -> f64 {
    -400.0 * libm::log10(1.0 / share - 1.0)
}

fn share(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_an_elo_and_back() {
        assert!((elo(share(137.0)) - 137.0).abs() < 1e-9);
        assert_eq!(elo(0.5), 0.0);
        assert!(elo(1.0).is_infinite());
    }

    #[test]
    fn equal_players_stay_open_and_better_ones_are_found() {
        let mut even = Score::default();
        (0..100).for_each(|n| even.add(if n % 2 == 0 { [2, 0] } else { [1, 1] }));
        assert_eq!(even.share().value, 0.5);
        let mut better = Score::default();
        (0..200).for_each(|n| better.add(if n % 4 == 0 { [2, 0] } else { [2, 2] }));
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(better.sprt(test).1, Verdict::Stronger);
        assert_eq!(better.games, [350, 0, 50]);
        assert!(better.share().low > 0.8 && better.share().high < 0.95);
        let mut worse = Score::default();
        (0..200).for_each(|n| worse.add(if n % 4 == 0 { [2, 0] } else { [0, 1] }));
        assert_eq!(worse.sprt(test).1, Verdict::NotStronger);
        assert_eq!(Score::default().sprt(test).1, Verdict::Open);
        let mut perfect = Score::default();
        (0..100).for_each(|_| perfect.add([2, 2]));
        assert_eq!(perfect.sprt(test).1, Verdict::Stronger, "even when every pair ended alike");
    }
}

//! Statistics of many games. Sums are of whole numbers, so the order of adding does not matter.

mod always;
mod spread;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

pub use always::Differences;
pub use spread::{Counts, Spread};

/// Quantile of the normal distribution for a two-sided 95% interval.
const Z: f64 = 1.959_963_984_540_054;

/// A share with its 95% confidence interval (Wilson score interval).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Share {
    /// Number of hits.
    pub count: u64,
    /// `count` divided by the number of tries, from 0 to 1.
    pub rate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Share {
    /// Share of `count` hits in `tries`. Without tries the interval is from 0 to 1.
    pub fn of(count: u64, tries: u64) -> Self {
        if tries == 0 {
            return Self { count, rate: 0.0, low: 0.0, high: 1.0 };
        }
        Self::worth(count, tries, tries as f64)
    }

    /// Share whose tries are worth `n` independent ones (effective sample size).
    fn worth(count: u64, tries: u64, n: f64) -> Self {
        let p = count as f64 / tries as f64;
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let end = |at: f64| round((at / (1.0 + Z * Z / n)).clamp(0.0, 1.0));
        Self { count, rate: round(p), low: end(middle - half), high: end(middle + half) }
    }
}

/// Clustered tries: several of them are made in one game, so they depend on each other. The sums are exact and can be
/// merged in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clusters {
    tries: u64,
    count: u64,
    /// Sums over games: hits squared, hits times tries, tries squared.
    squares: [u64; 3],
}

impl Clusters {
    /// Adds a game with `tries` tries and `count` hits.
    pub fn add(&mut self, count: u64, tries: u64) {
        self.merge(&Self { tries, count, squares: [count * count, count * tries, tries * tries] });
    }

    /// Adds everything that was added to `other`.
    pub fn merge(&mut self, other: &Self) {
        self.tries += other.tries;
        self.count += other.count;
        self.squares.iter_mut().zip(other.squares).for_each(|(sum, more)| *sum += more);
    }

    /// Number of tries.
    pub fn tries(&self) -> u64 {
        self.tries
    }

    /// Share of hits with its Wilson score interval.
    ///
    /// The effective sample size follows from the variance between games (ratio estimator of cluster sampling). It
    /// never exceeds the number of tries.
    pub fn share(&self) -> Share {
        let (n, rate) = (self.tries as f64, self.count as f64 / self.tries.max(1) as f64);
        let [hits, both, tries] = self.squares.map(|sum| sum as f64);
        let between = hits - 2.0 * rate * both + rate * rate * tries;
        let alone = n * rate * (1.0 - rate);
        match self.tries {
            0 => Share::of(0, 0),
            _ if between > alone && alone > 0.0 => Share::worth(self.count, self.tries, n * alone / between),
            tries => Share::of(self.count, tries),
        }
    }
}

/// A mean with its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Unit of sums of numbers with a fraction.
const MILLIONTHS: f64 = 1e6;

/// Exact sums of numbers with a fraction, in millionths. They can be merged in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FractionSums(Sums);

impl FractionSums {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.0.add((number * MILLIONTHS).round() as i64);
    }

    /// Adds everything that was added to `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    /// Mean of the numbers, with an interval for many of them (normal approximation); `None` with fewer than two.
    pub fn mean(&self) -> Option<Mean> {
        let (n, mean, variance) = self.moments()?;
        let half = Z * (variance / n).sqrt();
        Some(Mean { mean: round(mean), low: round(mean - half), high: round(mean + half) })
    }

    /// Mean of numbers that are never below `least` or above `most`; `None` with fewer than two.
    ///
    /// The interval is Wilson's for such numbers: their variance is estimated with the pseudo-observations that Wilson's
    /// score interval of a share adds, `Z * Z / 2` at each bound. For numbers that are all at a bound it is Wilson's
    /// interval itself. It stays within the bounds, and it has a width where all numbers are equal.
    pub fn mean_between(&self, least: f64, most: f64) -> Option<Mean> {
        let (n, mean, variance) = self.moments()?;
        let (weight, range) = (Z * Z, most - least);
        let middle = (n * mean + weight * (least + most) / 2.0) / (n + weight);
        // The variance of the sample itself, which is at most that of numbers at the bounds.
        let spread = variance * (n - 1.0) / n;
        let half = Z * (n * spread + weight * range * range / 4.0).sqrt() / (n + weight);
        let end = |at: f64| round(at.clamp(least, most));
        Some(Mean { mean: round(mean), low: end(middle - half), high: end(middle + half) })
    }

    /// Number, mean and sample variance of the numbers; `None` with fewer than two.
    fn moments(&self) -> Option<(f64, f64, f64)> {
        let Summary { mean, deviation, .. } = self.0.summary().filter(|_| self.0.count > 1)?;
        Some((self.0.count as f64, mean / MILLIONTHS, (deviation / MILLIONTHS).powi(2)))
    }
}

/// Exact sums of whole numbers. They can be merged in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    count: u64,
    sum: i128,
    squares: u128,
    least: i64,
    most: i64,
}

impl Sums {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        let one = Self {
            count: 1,
            sum: i128::from(number),
            squares: u128::from(number.unsigned_abs()).pow(2),
            least: number,
            most: number,
        };
        self.merge(&one);
    }

    /// Adds everything that was added to `other`.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        let first = self.count == 0;
        self.least = if first { other.least } else { self.least.min(other.least) };
        self.most = if first { other.most } else { self.most.max(other.most) };
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Summary of the numbers; `None` without any.
    pub fn summary(&self) -> Option<Summary> {
        if self.count == 0 {
            return None;
        }
        let n = self.count as f64;
        let spread = (u128::from(self.count) * self.squares).saturating_sub(self.sum.unsigned_abs().pow(2)) as f64;
        let deviation = if self.count > 1 { (spread / (n * (n - 1.0))).sqrt() } else { 0.0 };
        let mean = round(self.sum as f64 / n);
        Some(Summary { mean, deviation: round(deviation), least: self.least, most: self.most })
    }
}

/// Mean, sample standard deviation, minimum and maximum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The minimum.
    pub least: i64,
    /// The maximum.
    pub most: i64,
}

/// Rounds to six decimal places. Further digits would be noise, and these print identically on every machine.
pub fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// The ends of a confidence interval.
#[derive(Serialize, JsonSchema)]
pub(crate) struct IntervalEnds {
    /// Lower end; null if there are too few games.
    low: Option<f64>,
    /// Upper end; null if there are too few games.
    high: Option<f64>,
}

/// Serializes an interval as `low` and `high`.
pub(crate) fn ends<S: Serializer>(interval: &Option<(f64, f64)>, to: S) -> Result<S::Ok, S::Error> {
    IntervalEnds { low: interval.map(|ends| ends.0), high: interval.map(|ends| ends.1) }.serialize(to)
}

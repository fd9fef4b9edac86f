//! Numbers about many games. Sums are whole numbers, so they do not depend on the order of adding.

mod always;
mod spread;

use serde::{Serialize, Serializer};

pub use always::Differences;
pub use spread::{Counts, Spread};

/// The normal quantile of a two-sided 95% interval.
const Z: f64 = 1.959_963_984_540_054;

/// A share with its 95% interval (Wilson's score interval).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How often.
    pub count: u64,
    /// `count` by the number of tries, 0 to 1.
    pub rate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Share {
    /// So many of so many tries. Without tries the interval is everything.
    pub fn of(count: u64, tries: u64) -> Self {
        if tries == 0 {
            return Self { count, rate: 0.0, low: 0.0, high: 1.0 };
        }
        Self::worth(count, tries, tries as f64)
    }

    /// A share, where the tries say as much as `n` that know nothing of each other.
    fn worth(count: u64, tries: u64, n: f64) -> Self {
        let p = count as f64 / tries as f64;
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let end = |at: f64| round((at / (1.0 + Z * Z / n)).clamp(0.0, 1.0));
        Self { count, rate: round(p), low: end(middle - half), high: end(middle + half) }
    }
}

/// Tries of which several are made in one game, so that they depend on each other: exact sums, to be merged in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    tries: u64,
    count: u64,
    /// Sums over games: hits squared, hits by tries, tries squared.
    squares: [u64; 3],
}

impl Clusters {
    /// Adds a game with so many tries, of which so many were hits.
    pub fn add(&mut self, count: u64, tries: u64) {
        self.merge(&Self { tries, count, squares: [count * count, count * tries, tries * tries] });
    }

    /// Adds all that another has added.
    pub fn merge(&mut self, other: &Self) {
        self.tries += other.tries;
        self.count += other.count;
        self.squares.iter_mut().zip(other.squares).for_each(|(sum, more)| *sum += more);
    }

    /// How many tries there were.
    pub fn tries(&self) -> u64 {
        self.tries
    }

    /// The share of hits. Its interval is Wilson's for as many independent tries as these are worth by the variance between
    /// games (the ratio estimator of cluster sampling); never more than there were.
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

/// A mean with its 95% interval (by the normal distribution: for many values).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Mean {
    /// This mean with its interval cut to the possible values: a mean of shares is at most 1.
    pub fn within(self, least: f64, most: f64) -> Self {
        Self { low: self.low.max(least), high: self.high.min(most), ..self }
    }
}

/// Numbers with a fraction are added up in millionths.
const MILLIONTHS: f64 = 1e6;

/// Exact sums of numbers with a fraction, kept in millionths, to be merged in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FractionSums(Sums);

impl FractionSums {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.0.add((number * MILLIONTHS).round() as i64);
    }

    /// Adds all that another has added.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    /// Their mean; `None` with fewer than two.
    pub fn mean(&self) -> Option<Mean> {
        let Summary { mean, deviation, .. } = self.0.summary().filter(|_| self.0.count > 1)?;
        let half = Z * deviation / (self.0.count as f64).sqrt();
        let [mean, low, high] = [mean, mean - half, mean + half].map(|at| round(at / MILLIONTHS));
        Some(Mean { mean, low, high })
    }
}

/// Exact sums of whole numbers, to be merged in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Adds all that another has added.
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

    /// What they come to; `None` without a number.
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

/// Mean, standard deviation (of a sample), least and most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The smallest.
    pub least: i64,
    /// The largest.
    pub most: i64,
}

/// Six digits behind the point: more would be noise, and this many print the same everywhere.
pub fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// An interval as `low` and `high`.
pub(crate) fn ends<S: Serializer>(interval: &Option<(f64, f64)>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct IntervalEnds {
        low: Option<f64>,
        high: Option<f64>,
    }
    IntervalEnds { low: interval.map(|ends| ends.0), high: interval.map(|ends| ends.1) }.serialize(to)
}

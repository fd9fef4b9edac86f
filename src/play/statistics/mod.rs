//! Numbers about many games. Sums are whole numbers, so they do not depend on the order of adding.

mod always;

use serde::Serialize;

pub use always::Differences;

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
        let (n, p) = (tries as f64, count as f64 / tries as f64);
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let end = |at: f64| round((at / (1.0 + Z * Z / n)).clamp(0.0, 1.0));
        Self { count, rate: round(p), low: end(middle - half), high: end(middle + half) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson() {
        let half = Share::of(50, 100);
        assert!((half.low - 0.403_832).abs() < 2e-6 && (half.high - 0.596_168).abs() < 2e-6, "{half:?}");
        let none = Share::of(0, 10);
        assert!(none.low == 0.0 && (none.high - 0.277_533).abs() < 2e-6, "{none:?}");
    }

    #[test]
    fn sums_merge_in_any_order() {
        let of = |numbers: &[i64]| {
            let mut sums = Sums::default();
            numbers.iter().for_each(|&n| sums.add(n));
            sums
        };
        let (mut a, mut b) = (of(&[2, 4, 4, 4]), of(&[5, 5, 7, 9]));
        let whole = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        let first = a;
        a.merge(&b);
        b.merge(&first);
        assert_eq!((a, b), (whole, whole));
        let summary = whole.summary().expect("there are numbers");
        assert_eq!((summary.mean, summary.least, summary.most), (5.0, 2, 9));
        assert!((summary.deviation - 2.138_090).abs() < 2e-6);
    }
}

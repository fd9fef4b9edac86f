//! Distributions: histograms and quantiles.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::round;

/// Histogram of whole numbers. It can be merged in any order. Its memory grows with the number of different values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    each: BTreeMap<i64, u64>,
}

impl Counts {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        *self.each.entry(number).or_default() += 1;
    }

    /// Adds everything that was added to `other`.
    pub fn merge(&mut self, other: &Self) {
        other.each.iter().for_each(|(&number, count)| *self.each.entry(number).or_default() += count);
    }

    /// Mean and quantiles of the numbers, each divided by `unit`. `None` without numbers.
    pub fn spread(&self, unit: f64) -> Option<Spread> {
        let all: u64 = self.each.values().sum();
        let (&least, &most) = (self.each.keys().next()?, self.each.keys().next_back()?);
        let sum: i128 = self.each.iter().map(|(&number, &count)| i128::from(number) * i128::from(count)).sum();
        let at = |number: i64| round(number as f64 / unit);
        let [low, lower, median, upper, high] = QUANTILES.map(|part| at(self.quantile(part, all)));
        let mean = round(sum as f64 / all as f64 / unit);
        Some(Spread { mean, least: at(least), low, lower, median, upper, high, most: at(most) })
    }

    /// Smallest number that at least `hundredths` percent of all numbers do not exceed.
    fn quantile(&self, hundredths: u64, all: u64) -> i64 {
        let wanted = (u128::from(all) * u128::from(hundredths)).div_ceil(100).max(1);
        let mut so_far = 0u128;
        for (&number, &count) in &self.each {
            so_far += u128::from(count);
            if so_far >= wanted {
                return number;
            }
        }
        self.each.keys().next_back().copied().unwrap_or(0)
    }

    /// Number of occurrences of each number.
    pub fn each(&self) -> &BTreeMap<i64, u64> {
        &self.each
    }
}

const QUANTILES: [u64; 5] = [5, 25, 50, 75, 95];

/// Distribution of values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The minimum.
    pub least: f64,
    /// 5th percentile.
    #[serde(rename = "q05")]
    pub low: f64,
    /// Lower quartile.
    #[serde(rename = "q25")]
    pub lower: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    #[serde(rename = "q75")]
    pub upper: f64,
    /// 95th percentile.
    #[serde(rename = "q95")]
    pub high: f64,
    /// The maximum.
    pub most: f64,
}

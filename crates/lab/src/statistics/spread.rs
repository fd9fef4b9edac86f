//! How values are spread: how often each came.

use std::collections::BTreeMap;

use serde::Serialize;

use super::round;

/// How often each whole number came; to be merged in any order. It takes as much memory as there are different numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    each: BTreeMap<i64, u64>,
}

impl Counts {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        *self.each.entry(number).or_default() += 1;
    }

    /// Adds all that another has added.
    pub fn merge(&mut self, other: &Self) {
        other.each.iter().for_each(|(&number, count)| *self.each.entry(number).or_default() += count);
    }

    /// Mean and quantiles of the numbers, each divided by `unit`; `None` without a number.
    pub fn spread(&self, unit: f64) -> Option<Spread> {
        let all: u64 = self.each.values().sum();
        let (&least, &most) = (self.each.keys().next()?, self.each.keys().next_back()?);
        let sum: i128 = self.each.iter().map(|(&number, &count)| i128::from(number) * i128::from(count)).sum();
        let at = |number: i64| round(number as f64 / unit);
        let [low, lower, median, upper, high] = QUANTILES.map(|part| at(self.quantile(part, all)));
        let mean = round(sum as f64 / all as f64 / unit);
        Some(Spread { mean, least: at(least), low, lower, median, upper, high, most: at(most) })
    }

    /// The smallest number that so many hundredths of all do not exceed.
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

    /// Each number with how often it came.
    pub fn each(&self) -> &BTreeMap<i64, u64> {
        &self.each
    }
}

const QUANTILES: [u64; 5] = [5, 25, 50, 75, 95];

/// How values are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The smallest.
    pub least: f64,
    /// 5 of 100 are not larger.
    #[serde(rename = "q05")]
    pub low: f64,
    /// A quarter is not larger.
    #[serde(rename = "q25")]
    pub lower: f64,
    /// A half is not larger.
    pub median: f64,
    /// Three quarters are not larger.
    #[serde(rename = "q75")]
    pub upper: f64,
    /// 95 of 100 are not larger.
    #[serde(rename = "q95")]
    pub high: f64,
    /// The largest.
    pub most: f64,
}

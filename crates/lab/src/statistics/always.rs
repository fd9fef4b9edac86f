//! Intervals that hold at every moment: who looks at the figures after each game, and stops when he has seen enough, is wrong no
//! more often than he said.
//!
//! For differences `d` between games that are played in pairs, and a value `mu` that their mean could have, let `S` be the
//! sum of `d - mu` and `V` the sum of `(d - mu)^2`. Where `d - mu` is as often so much above 0 as below,
//! `exp(l S - l^2 V / 2)` is no more than 1 on average for any `l` and after any number of games (de la Pena, "A general
//! class of exponential inequalities for martingales and ratios", Annals of Probability 1999). The mean of that over `l` drawn from a
//! normal distribution around 0 with variance `1 / r` is `sqrt(r / (V + r)) exp(S^2 / (2 (V + r)))` (Robbins'
//! mixture, in the form of Howard, Ramdas, McAuliffe & Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences",
//! Annals of Statistics 2021). By Ville's inequality it ever comes to `1 / error` with a probability of at most `error`. So
//! the values of `mu` for which it stays below are an interval, and all the intervals of a run hold together.
//!
//! That is exact for the question whether two sides differ at all, since the differences of like sides are as often above 0 as below. For
//! the ends of an interval around another difference it holds in the limit of many games, as the central limit theorem does (Waudby-Smith,
//! Arbour, Sinha, Kennedy & Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", Annals of
//! Statistics 2024).
//!
//! Which `r` is best depends on `V`, which nobody knows beforehand: shares come to hundreds, coins to billions. A mean over some scales is
//! never much worse than the best of them.

/// The scales over which the mean is taken. The first one keeps an interval open while something rare that counts 1 has not happened yet, and
/// so the squares say too little of how much it varies.
const SCALES: [f64; 5] = [4.0, 4e2, 4e4, 4e6, 4e8];

/// The most steps outwards, each twice as long as the one before, to the end of an interval: beyond it there is none.
const OUTWARDS: u32 = 80;
/// Steps to the end of an interval once it is enclosed.
const INWARDS: u32 = 60;

/// Differences, added one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Differences {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Differences {
    /// Adds one.
    pub fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// How many there are.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// Their mean; 0 without any.
    pub fn mean(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }

    /// The values that the mean may have, so that intervals like this, looked at after every game, all hold with a probability of
    /// at least `1 - error`. `None` while there are too few differences to say anything.
    pub fn interval(&self, error: f64) -> Option<(f64, f64)> {
        let enough = -error.ln();
        let mean = self.mean();
        let spread = (self.squares / self.count - mean * mean).max(0.0);
        let step = (spread / self.count).sqrt().max(1.0 / self.count);
        let end = |way: f64| {
            let excluded = |far: f64| self.evidence(mean + way * far) >= enough;
            let beyond = (0..OUTWARDS).map(|power| step * 2f64.powi(power as i32)).find(|&far| excluded(far))?;
            let (mut within, mut beyond) = (0.0, beyond);
            for _ in 0..INWARDS {
                let middle = (within + beyond) / 2.0;
                *(if excluded(middle) { &mut beyond } else { &mut within }) = middle;
            }
            Some(mean + way * beyond)
        };
        if self.count < 1.0 { None } else { Some((end(-1.0)?, end(1.0)?)) }
    }

    /// The natural logarithm of the evidence against a mean of `mu`, Robbins' mixture: where it comes to
    /// `-error.ln()`, the mean lies outside of [`Differences::interval`].
    pub fn evidence(&self, mu: f64) -> f64 {
        let sum = self.sum - self.count * mu;
        let squares = (self.squares - 2.0 * mu * self.sum + self.count * mu * mu).max(0.0);
        let of = |scale: f64| 0.5 * (scale / (squares + scale)).ln() + sum * sum / (2.0 * (squares + scale));
        let most = SCALES.into_iter().map(of).fold(f64::MIN, f64::max);
        let all: f64 = SCALES.into_iter().map(|scale| (of(scale) - most).exp()).sum();
        most + (all / SCALES.len() as f64).ln()
    }
}

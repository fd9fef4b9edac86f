//! Always-valid confidence sequences for the mean of paired differences.
//!
//! An analyst may look at the figures after every game and stop at any moment. The error probability does not grow by
//! that.
//!
//! For differences `d` between games that are played in pairs, and a candidate `mu` for their mean, let `S` be the sum
//! of `d - mu` and `V` the sum of `(d - mu)^2`. If the distribution of `d - mu` is symmetric around 0, then `exp(l S -
//! l^2 V / 2)` is a supermartingale with mean at most 1, for any `l` and after any number of games (de la Pena). Its
//! mean over `l`, drawn from a normal distribution around 0 with variance `1 / r`, is `sqrt(r / (V + r)) exp(S^2 / (2
//! (V + r)))`. This is Robbins' normal mixture, in the form of Howard et al. By Ville's inequality it ever reaches `1 /
//! error` with a probability of at most `error`. The values of `mu` for which it stays below are a confidence interval,
//! and all intervals of a run hold together.
//!
//! This is exact for the test whether two sides differ at all, since differences of equal sides are symmetric. For
//! intervals around another difference it holds asymptotically, by the central limit theorem (Waudby-Smith et al.).
//!
//! The best `r` depends on `V`, which is not known in advance: shares have sums of hundreds, coins have billions. A
//! mixture over several scales is never much worse than the best of them.
//!
//! Sources:
//! - de la Pena, "A general class of exponential inequalities for martingales and ratios", Annals of Probability 1999
//! - Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of
//!   Statistics 2021
//! - Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
//!   sequences", Annals of Statistics 2024

/// Scales `r` of the mixture. The first one keeps an interval open while a rare event that counts 1 has not occurred
/// yet and the squares underestimate the variance.
const SCALES: [f64; 5] = [4.0, 4e2, 4e4, 4e6, 4e8];

/// Maximum number of steps outwards from the mean, each twice as long as the one before. Beyond them an interval has no
/// end.
const OUTWARDS: u32 = 80;
/// Number of bisection steps once the end of an interval is enclosed.
const INWARDS: u32 = 60;

/// Accumulator of paired differences.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Differences {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Differences {
    /// Adds a difference.
    pub fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// Number of differences.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// Mean of the differences; 0 if there are none.
    pub fn mean(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }

    /// Confidence interval of the mean. Intervals after every game hold together with a probability of at least `1 -
    /// error`.
    ///
    /// `None` if there are too few differences.
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

    /// Natural logarithm of the evidence against a mean of `mu` (Robbins' mixture). If it reaches `-error.ln()`, `mu`
    /// lies outside of [`Differences::interval`].
    pub fn evidence(&self, mu: f64) -> f64 {
        let sum = self.sum - self.count * mu;
        let squares = (self.squares - 2.0 * mu * self.sum + self.count * mu * mu).max(0.0);
        let of = |scale: f64| 0.5 * (scale / (squares + scale)).ln() + sum * sum / (2.0 * (squares + scale));
        let most = SCALES.into_iter().map(of).fold(f64::MIN, f64::max);
        let all: f64 = SCALES.into_iter().map(|scale| (of(scale) - most).exp()).sum();
        most + (all / SCALES.len() as f64).ln()
    }
}

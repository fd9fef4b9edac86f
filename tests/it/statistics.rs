//! Figures with confidence intervals, and the random streams.

mod always_valid;

use rand::Rng;
use tavola::play::seeds::{generator, pick, pick_index, pick_wide};
use tavola::play::statistics::{Clusters, Counts, FractionSums, Mean, Share, Sums};

#[test]
fn wilson() {
    let half = Share::of(50, 100);
    assert!((half.low - 0.403_832).abs() < 2e-6 && (half.high - 0.596_168).abs() < 2e-6, "{half:?}");
    let none = Share::of(0, 10);
    assert!(none.low == 0.0 && (none.high - 0.277_533).abs() < 2e-6, "{none:?}");
}

/// Two observations per game that always agree count as one. Observations of different games are independent.
#[test]
fn observations_of_one_game_are_not_counted_twice() {
    let of = |games: &[(u64, u64)]| {
        let mut clusters = Clusters::default();
        games.iter().for_each(|&(count, tries)| clusters.add(count, tries));
        clusters.share()
    };
    let single: Vec<(u64, u64)> = (0..100).map(|game| (game % 2, 1)).collect();
    assert_eq!(of(&single), Share::of(50, 100));
    let twins: Vec<(u64, u64)> = (0..100).map(|game| (game % 2 * 2, 2)).collect();
    assert_eq!((of(&twins).count, of(&twins).low, of(&twins).high), (100, of(&single).low, of(&single).high));
    assert_eq!(of(&[]), Share::of(0, 0));
    assert_eq!(of(&[(0, 2), (0, 3)]), Share::of(0, 5));
}

#[test]
fn means_have_intervals() {
    let mut parts = FractionSums::default();
    assert_eq!(parts.mean(), None);
    (0..100).for_each(|game| parts.add(if game % 2 == 0 { 1.0 } else { 0.0 }));
    let Mean { mean, low, high } = parts.mean().expect("there are two");
    assert!(mean == 0.5 && (low - 0.401_508).abs() < 2e-6 && (high - 0.598_492).abs() < 2e-6, "{low} {high}");
}

/// An interval stays within the range of possible values.
#[test]
fn the_mean_of_shares_is_a_share() {
    let mut shares = FractionSums::default();
    (0..100).for_each(|at| shares.add(if at == 0 { 0.0 } else { 1.0 }));
    let mean = shares.mean().expect("a hundred of them");
    assert!(mean.high > 1.0, "{mean:?}");
    let within = mean.within(0.0, 1.0);
    assert_eq!((within.mean, within.low, within.high), (mean.mean, mean.low, 1.0));
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

#[test]
fn quantiles_are_observed_values() {
    let of = |numbers: &[i64]| {
        let mut counts = Counts::default();
        numbers.iter().for_each(|&number| counts.add(number));
        counts
    };
    assert_eq!(Counts::default().spread(1.0), None);
    let spread = of(&(1..=100).collect::<Vec<_>>()).spread(1.0).expect("there are numbers");
    let quantiles = [spread.least, spread.low, spread.lower, spread.median, spread.upper, spread.high, spread.most];
    assert_eq!(quantiles, [1.0, 5.0, 25.0, 50.0, 75.0, 95.0, 100.0]);
    assert_eq!(spread.mean, 50.5);
    let (mut one, other) = (of(&[-3, 8]), of(&[8, 8, 10]));
    one.merge(&other);
    assert_eq!((one.clone(), one.each()[&8]), (of(&[8, 10, 8, -3, 8]), 3));
    let spread = one.spread(2.0).expect("there are numbers");
    assert_eq!((spread.least, spread.median, spread.upper, spread.most), (-1.5, 4.0, 4.0, 5.0));
}

#[test]
fn random_streams_differ_and_are_reproducible() {
    let first = |seed, game, stream| generator(seed, game, stream).next_u64();
    let all = [first(1, 0, 0), first(1, 0, 1), first(1, 1, 0), first(2, 0, 0), first(0, 1, 0), first(0, 0, 1)];
    for (at, number) in all.iter().enumerate() {
        assert!(!all[..at].contains(number));
    }
    assert_eq!(first(1, 0, 0), all[0]);
}

#[test]
fn picks_stay_below_their_bound() {
    let mut rng = generator(7, 0, 0);
    let mut seen = [0; 6];
    for _ in 0..600 {
        seen[pick_index(&mut rng, 6)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
    assert_eq!(pick(&mut rng, 1), 0);
    assert!(pick_wide(&mut rng, 10) < 10);
}

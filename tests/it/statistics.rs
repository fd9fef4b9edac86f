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

/// Of shares that are 0 or 1 the mean has Wilson's interval, and twice that less 1 is the interval of numbers from -1 to 1.
#[test]
fn means_between_bounds_have_wilsons_interval() {
    for (wins, games) in [(0, 2), (2, 2), (1, 3), (7, 20), (99, 100)] {
        let (mut shares, mut differences) = (FractionSums::default(), FractionSums::default());
        for game in 0..games {
            shares.add(if game < wins { 1.0 } else { 0.0 });
            differences.add(if game < wins { 1.0 } else { -1.0 });
        }
        let Share { low, high, .. } = Share::of(wins, games);
        let near = |mean: Option<Mean>, ends: [f64; 2]| {
            let mean = mean.expect("there are two");
            assert!(
                (mean.low - ends[0]).abs() < 5e-6 && (mean.high - ends[1]).abs() < 5e-6,
                "{wins} of {games}: {mean:?}, {ends:?}"
            );
        };
        near(shares.mean_between(0.0, 1.0), [low, high]);
        near(differences.mean_between(-1.0, 1.0), [2.0 * low - 1.0, 2.0 * high - 1.0]);
    }
    let mut one = FractionSums::default();
    one.add(1.0);
    assert_eq!(one.mean_between(0.0, 1.0), None);
}

/// Ends of intervals are possible values, and equal numbers do not make them certain.
#[test]
fn means_between_bounds_stay_there() {
    for third in 0..=2 {
        let mut shares = FractionSums::default();
        (0..4).for_each(|_| shares.add(f64::from(third) / 2.0));
        let Mean { mean, low, high } = shares.mean_between(0.0, 1.0).expect("there are four");
        assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0 && high - low > 0.3, "{low} {mean} {high}");
    }
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

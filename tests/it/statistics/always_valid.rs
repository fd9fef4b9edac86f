//! Confidence sequences: intervals that are valid at every sample size.

use rand::Rng;
use tavola::play::seeds::{self, Generator};
use tavola::play::statistics::Differences;

const ERROR: f64 = 0.05;

/// The share of runs in which the interval misses the mean at any time, if it is read after each game.
fn missed((runs, games): (u64, u32), mean: f64, draw: impl Fn(&mut Generator) -> f64) -> f64 {
    let misses = (0..runs).filter(|&run| {
        let (mut rng, mut differences) = (seeds::generator(11, run, 0), Differences::default());
        (0..games).any(|_| {
            differences.add(draw(&mut rng));
            // It is enough to check both ends of the interval.
            differences.evidence(mean) >= -ERROR.ln()
        })
    });
    misses.count() as f64 / runs as f64
}

/// Uniform from 0 to 1.
fn unit(rng: &mut Generator) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Samples: two equal seats, varying shares, a rare event, and lengths with a long tail.
fn all_missed(doses: (u64, u32)) -> [(&'static str, f64); 6] {
    let win = |chance: f64| move |rng: &mut Generator| f64::from(unit(rng) < chance);
    [
        ("alike", missed(doses, 0.0, |rng| win(0.25)(rng) - win(0.25)(rng))),
        ("apart", missed(doses, 0.2, |rng| win(0.45)(rng) - win(0.25)(rng))),
        ("rare", missed(doses, 0.02, win(0.02))),
        ("rarer", missed(doses, 0.004, win(0.004))),
        ("long", missed(doses, 0.0, |rng| 30.0 * (unit(rng).ln() - unit(rng).ln()))),
        ("skewed", missed(doses, -30.0, |rng| 30.0 * unit(rng).ln())),
    ]
}

#[test]
fn intervals_have_their_declared_error_rate() {
    for (what, share) in all_missed((400, 2000)) {
        assert!(share <= ERROR, "{what}: {share}");
    }
}

/// Figures of `docs/performance.md`: `cargo test --release --test it statistics::always_valid::prints_the_missed_means -- --ignored --nocapture`.
#[test]
#[ignore = "it takes a minute, and prints"]
fn prints_the_missed_means() {
    for (what, share) in all_missed((4000, 20_000)) {
        println!("{what}: {:.2}% of the runs missed the mean", 100.0 * share);
    }
}

#[test]
fn an_interval_ends_where_the_evidence_suffices() {
    let mut differences = Differences::default();
    for game in 0..500 {
        differences.add(if game % 5 == 0 { -1.0 } else { f64::from(game % 2) });
    }
    let (low, high) = differences.interval(ERROR).expect("there are many games");
    assert!(low < differences.mean() && differences.mean() < high && high - low < 0.4, "{low} {high}");
    for end in [low, high] {
        assert!((differences.evidence(end) + ERROR.ln()).abs() < 1e-6);
    }
}

#[test]
fn no_difference_in_many_games_leaves_a_small_interval() {
    let mut differences = Differences::default();
    assert_eq!(differences.interval(ERROR), None);
    (0..5).for_each(|_| differences.add(0.0));
    assert_eq!(differences.interval(ERROR), None);
    (0..995).for_each(|_| differences.add(0.0));
    let (low, high) = differences.interval(ERROR).expect("there are many games");
    assert!(low == -high && (0.001..0.01).contains(&high), "{low} {high}");
}

//! Random sampling with a caller's generator.

/// Source of random numbers: `pick(n)` returns a number from 0 to n - 1.
pub(super) type Pick<'a> = &'a mut dyn FnMut(u32) -> u32;

/// Draws one thing from `(thing, count)` pairs. Each copy is equally likely.
pub(super) fn drawn(mut things: impl Iterator<Item = (u32, u32)> + Clone, pick: Pick<'_>) -> Option<u32> {
    let all: u32 = things.clone().map(|(_, count)| count).sum();
    let mut at = (all > 0).then(|| pick(all))?;
    let found = things.find(|&(_, count)| {
        let here = at < count;
        at -= if here { 0 } else { count };
        here
    });
    found.map(|(thing, _)| thing)
}

/// Partial Fisher-Yates shuffle: puts a random sample of `count` elements, in random order, in front.
pub(super) fn shuffle(all: &mut [i32], count: usize, pick: Pick<'_>) {
    for at in 0..count {
        let other = at + pick((all.len() - at) as u32) as usize;
        all.swap(at, other);
    }
}

//! Things and numbers drawn by chance.

/// How numbers are picked: `pick(n)` gives one below n.
pub(super) type Pick<'a> = &'a mut dyn FnMut(u32) -> u32;

/// One of things that are there so many times, each copy as likely as any other.
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

/// Puts so many of all, any of them, in front, in any order.
pub(super) fn shuffle(all: &mut [i32], count: usize, pick: Pick<'_>) {
    for at in 0..count {
        let other = at + pick((all.len() - at) as u32) as usize;
        all.swap(at, other);
    }
}

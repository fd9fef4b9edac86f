//! Numbers before words.

/// `1 game`, `2 games`, `12,345 games`.
pub fn count(n: impl TryInto<u64>, one: &str) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    if n == 1 { format!("1 {one}") } else { format!("{} {one}s", thousands(n)) }
}

/// `12,345`, as it is written in tables.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_is_not_many() {
        assert_eq!((count(1u64, "game"), count(0usize, "game")), ("1 game".to_owned(), "0 games".to_owned()));
        assert_eq!(count(1_234_567u32, "game"), "1,234,567 games");
    }
}

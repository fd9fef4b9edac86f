//! Formatting of numbers and counts.

/// A count with its noun, in the singular for 1: `1 game`, `2 games`, `12,345 games`.
pub fn count(n: impl TryInto<u64>, one: &str) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    if n == 1 { format!("1 {one}") } else { format!("{} {one}s", thousands(n)) }
}

/// A number with thousands separators: `12,345`.
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

//! Colours of `look.yaml`, and the colour of text on them.

/// Names of colours with their values.
const NAMES: [(&str, &str); 22] = [
    ("aqua", "#00ffff"),
    ("black", "#000000"),
    ("blue", "#0000ff"),
    ("brown", "#8b5a2b"),
    ("crimson", "#dc143c"),
    ("gold", "#ffd700"),
    ("gray", "#808080"),
    ("green", "#008000"),
    ("grey", "#808080"),
    ("lime", "#00ff00"),
    ("maroon", "#800000"),
    ("navy", "#000080"),
    ("olive", "#808000"),
    ("orange", "#ffa500"),
    ("pink", "#ffc0cb"),
    ("purple", "#800080"),
    ("red", "#ff0000"),
    ("silver", "#c0c0c0"),
    ("tan", "#d2b48c"),
    ("teal", "#008080"),
    ("white", "#ffffff"),
    ("yellow", "#ffff00"),
];

/// Dark and light text.
const INKS: [&str; 2] = ["#1c1b19", "#ffffff"];

/// The names that a colour may have, each with its `#rrggbb`.
pub fn colour_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.into_iter()
}

/// A colour as `#rrggbb`, from its name, `#rgb` or `#rrggbb`.
pub(crate) fn colour(text: &str) -> Option<String> {
    if let Some((_, value)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Some((*value).to_owned());
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    match digits.len() {
        3 => Some(digits.chars().fold("#".to_owned(), |whole, digit| format!("{whole}{digit}{digit}"))),
        6 => Some(format!("#{digits}")),
        _ => None,
    }
    .map(|colour| colour.to_ascii_lowercase())
}

/// The colour of text on `#rrggbb`: dark or light, with the higher contrast.
pub(crate) fn ink(colour: &str) -> &'static str {
    let own = luminance(colour);
    let contrast = |ink: &str| {
        let other = luminance(ink);
        (own.max(other) + 0.05) / (own.min(other) + 0.05)
    };
    if contrast(INKS[0]) >= contrast(INKS[1]) { INKS[0] } else { INKS[1] }
}

/// Relative luminance of `#rrggbb` (WCAG 2.1), from 0 for black to 1 for white.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
        let part = f64::from(value) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

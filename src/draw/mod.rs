//! Pictures of a scene: boards as SVG, a whole scene as one SVG, and as HTML for a browser. Nothing here knows more than the
//! [`Scene`](crate::scene::Scene).

mod board;
mod graph;
mod page;
mod sheet;
mod things;

pub use page::{SCRIPT, STYLE, log, page, table};
pub use sheet::svg;

/// Colours by class, light and dark; each owner also differs by brightness and carries a letter.
const COLOURS: &str = "\
svg{--ink:#1c1b19;--sheet:#fbfaf7;--line:#8d877c;--a:#efe6d4;--b:#dccdb0;--dim:#5d584f}\
svg text{fill:var(--ink);font-family:system-ui,'DejaVu Sans',sans-serif;font-size:12px}\
svg .b{font-weight:600}svg .dim{fill:var(--dim)}svg .small{font-size:10px}svg .mark{text-anchor:middle;font-weight:600}svg .glyph{font-size:24px}\
svg .even{fill:var(--a)}svg .odd{fill:var(--b)}svg .edge{stroke:var(--line);stroke-width:1}svg .link{stroke:var(--line);stroke-width:3}\
svg .box{fill:var(--sheet);stroke:var(--line)}svg .card{fill:var(--a);stroke:var(--line)}svg .back{fill:var(--sheet)}\
svg .p0{fill:#fff;stroke:#1c1b19}svg .p1{fill:#2b2a28;stroke:#8d877c}svg .p2{fill:#b3401f;stroke:#1c1b19}svg .p3{fill:#f2c14e;stroke:#1c1b19}\
svg .p4{fill:#2a6f97;stroke:#1c1b19}svg .p5{fill:#9bd18b;stroke:#1c1b19}svg .p6{fill:#7b4b94;stroke:#1c1b19}svg .p7{fill:#d9a5c7;stroke:#1c1b19}\
svg text.t0,svg text.t3,svg text.t5,svg text.t7{fill:#1c1b19}svg text.t1,svg text.t2,svg text.t4,svg text.t6{fill:#fff}\
@media(prefers-color-scheme:dark){svg{--ink:#ece8df;--sheet:#201f1d;--line:#7b756a;--a:#4a4438;--b:#37332b;--dim:#b5aea0}}";

/// The palette's number of a player.
fn colour_of(players: &[String], owner: &str) -> Option<usize> {
    players.iter().position(|name| name == owner).map(|seat| seat % 8)
}

/// The first letter of a name, as a capital.
fn initial(name: &str) -> String {
    name.chars().take(1).flat_map(char::to_uppercase).collect()
}

/// A text in at most so many letters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// Lines of at most so many letters, broken at blanks.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > most {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

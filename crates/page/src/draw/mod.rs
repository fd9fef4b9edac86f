//! Pictures of a scene: boards as SVG, a whole scene as one SVG, and as HTML for a browser. The only input is the
//! [`Scene`](crate::scene::Scene).

mod asked;
mod assets;
mod board;
pub(crate) mod card;
mod clause;
mod code;
mod course;
mod ending;
mod graph;
mod grid;
mod heat;
mod land;
mod lay;
mod log;
mod look;
mod page;
mod panels;
mod past;
mod replay;
mod route;
mod score;
mod sheet;
mod spots;
mod talk;
mod things;

use maud::{Markup, html};

pub use assets::{ICON, SCRIPT, STYLE};
pub use clause::clause;
pub use code::code;
pub use ending::GameEnding;
pub use heat::heat;
pub use log::with_lines;
pub use page::{Host, HostSeat, RulesNews, Seat, cover, held, host, page, table};
pub use past::{moment, still};
pub use replay::REPLAY;
pub use sheet::svg;
pub use talk::{LONGEST_NAME, LONGEST_NOTE, Noted, TalkShown, talk};

pub(crate) use board::{Picture, pictures};
pub(crate) use look::{PictureSource, of_page, picture, picture_of, style};

/// Colours by class, light and dark, without variables, which many SVG renderers do not support. Owners also differ in brightness and
/// have a letter.
const COLOURS: [&str; 3] = [LIGHT, DARK, OWNERS];

/// Fonts, and colours for light paper.
pub(crate) const LIGHT: &str = "\
svg text{fill:#1c1b19;font-family:system-ui,'DejaVu Sans',sans-serif;font-size:12px}\
svg .b{font-weight:600}svg text.dim{fill:#5d584f}svg .small{font-size:10px}svg .note,svg .by{font-size:12px}svg .title{font-weight:600}svg .halo text.small,svg .halo text.by,svg .halo text.note{paint-order:stroke;stroke:#fbfaf7;stroke-width:3px}svg .inked text.by{fill:var(--letters)}svg .mark{text-anchor:middle;font-weight:600}svg .glyph{font-size:24px}svg .figure{font-size:38px;font-weight:400;stroke-width:1.6;paint-order:stroke}\
svg .even{fill:#efe6d4}svg .odd{fill:#dccdb0}svg .edge{stroke:#8d877c;stroke-width:1}svg .link{fill:none;stroke-linejoin:round;stroke:#8d877c;stroke-width:3}svg .reach{fill:none;stroke:transparent;stroke-width:18}\
svg .pip{fill:#1c1b19}svg .box{fill:#fbfaf7;stroke:#8d877c}svg .card{fill:#efe6d4;stroke:#8d877c}svg .back{fill:#fbfaf7}";

/// Colours for viewers with a dark theme.
const DARK: &str = "\
@media(prefers-color-scheme:dark){svg text{fill:#ece8df}svg text.dim{fill:#b5aea0}svg .even{fill:#4a4438}svg .odd{fill:#37332b}\
svg .edge,svg .link{stroke:#7b756a}svg .pip{fill:#ece8df}svg .box{fill:#201f1d;stroke:#7b756a}svg .card{fill:#4a4438;stroke:#7b756a}svg .back{fill:#201f1d}svg .halo text.small,svg .halo text.by,svg .halo text.note{stroke:#201f1d}svg .mid.even{fill:#9a8b70}svg .mid.odd{fill:#766950}}";

/// Colours of owners.
pub(crate) const OWNERS: &str = "\
svg .p0{fill:#fff;stroke:#1c1b19}svg .p1{fill:#2b2a28;stroke:#8d877c}svg .p2{fill:#b3401f;stroke:#1c1b19}svg .p3{fill:#f2c14e;stroke:#1c1b19}\
svg .p4{fill:#2a6f97;stroke:#1c1b19}svg .p5{fill:#9bd18b;stroke:#1c1b19}svg .p6{fill:#7b4b94;stroke:#1c1b19}svg .p7{fill:#d9a5c7;stroke:#1c1b19}\
svg .t0,svg .t3,svg .t5,svg .t7{fill:#1c1b19}svg .t1,svg .t2,svg .t4,svg .t6{fill:#fff}";

/// Number of a player in the palette.
pub(crate) fn colour_of(players: &[String], owner: &str) -> Option<usize> {
    players.iter().position(|name| name == owner).map(|seat| seat % 8)
}

/// The token of a player: the first letter in the player's colour. Names stand beside it.
pub(crate) fn token(name: &str, players: &[String]) -> Markup {
    let colour = colour_of(players, name).unwrap_or_default();
    html! { span class={ "token c" (colour) } aria-hidden="true" { (initial(name)) } }
}

/// The first letter of a name, as a capital.
pub(crate) fn initial(name: &str) -> String {
    name.chars().take(1).flat_map(char::to_uppercase).collect()
}

/// Shortens a text to a number of letters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// Breaks a text at blanks into lines of a number of letters.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
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

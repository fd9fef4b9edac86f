//! The page and its files.

/// Script of the page, built from `web/src`.
pub(crate) const SCRIPT: &str = include_str!("../web/dist/studio.js");
/// Script of the start page, built from `web/src`.
pub(crate) const START_SCRIPT: &str = include_str!("../web/dist/start.js");
/// Style of the page.
pub(crate) const STYLE: &str = include_str!("../web/studio.css");
/// Icon of the page: a sheet with lines, and a token.
pub(crate) const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><rect x=\"1.5\" y=\"1.5\" width=\"10\" height=\"13\" rx=\"1.5\" fill=\"#fbfaf7\" stroke=\"#1c1b19\"/><path d=\"M4 5h5M4 8h5\" stroke=\"#1c1b19\"/><circle cx=\"11\" cy=\"11\" r=\"4\" fill=\"#b3401f\" stroke=\"#1c1b19\"/></svg>";
/// The page. `{path}` stands for its link without the address.
const PAGE: &str = include_str!("../web/studio.html");

/// The page that makes a new game.
const START: &str = include_str!("../web/start.html");

/// The page below a path with its key.
pub(crate) fn page(path: &str) -> String {
    PAGE.replace("{path}", path)
}

/// The start page below a path with its key.
pub(crate) fn start(path: &str) -> String {
    START.replace("{path}", path)
}

//! QR codes as SVG.

use std::fmt::Write as _;

use qrcode::{Color, QrCode};

/// Width of the empty margin in modules.
const QUIET: usize = 4;

/// The QR code of a text, black on white in every theme. None if the text is too long for one.
pub fn code(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    let (width, colours) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (at, _) in colours.iter().enumerate().filter(|(_, colour)| **colour == Color::Dark) {
        let _ = write!(path, "M{} {}h1v1h-1z", at % width + QUIET, at / width + QUIET);
    }
    let all = width + 2 * QUIET;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all} {all}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{all}\" height=\"{all}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>"
    ))
}

//! Pictures of `look.yaml`: SVG and PNG files of the game's folder, as data URIs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use roxmltree::{Document, ParsingOptions};
use serde::{Deserialize, Serialize};
use tavola_syntax::text::Fingerprint;

use crate::folder::{GameFolder, Shelf};

/// Maximum size of a picture in bytes.
const LARGEST: u64 = 256 << 10;
/// Maximum width and height of a PNG in pixels.
const WIDEST: u32 = 4096;
/// Folder of pictures in the folder of a game.
pub(crate) const PICTURES: &str = "pictures";
/// Name space of SVG, without which browsers show no picture.
const SVG: &str = "http://www.w3.org/2000/svg";
/// First bytes of a PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
/// Endings of pictures, also of those that cannot be used.
const ENDINGS: [&str; 11] = ["svg", "png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "tif", "tiff", "pdf"];
/// Last bytes of a PNG.
const PNG_END: &[u8] = b"IEND\xaeB`\x82";

/// A picture of `look.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookPicture {
    /// Its contents as a data URI.
    pub data: String,
    /// A name that changes with the contents: `af63bd4c8601b7df.svg`.
    pub file: String,
}

impl LookPicture {
    fn new(bytes: &[u8], ending: &str) -> Self {
        let mut print = Fingerprint::default();
        print.add(bytes);
        let file = format!("{:016x}.{ending}", print.number());
        Self { data: format!("data:{};base64,{}", media_type(ending), BASE64_STANDARD.encode(bytes)), file }
    }

    /// Its contents and their media type.
    pub fn contents(&self) -> (Vec<u8>, &'static str) {
        let encoded = self.data.split_once(',').map_or("", |(_, encoded)| encoded);
        (
            BASE64_STANDARD.decode(encoded).unwrap_or_default(),
            media_type(if is_svg(&self.file) { "svg" } else { "png" }),
        )
    }
}

/// True if a value of `look.yaml` names a file.
pub(super) fn is_file(text: &str) -> bool {
    ending(text).is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// True for the path of an SVG or PNG file in the folder of a game: `cart.svg`, `pictures/cart.svg`.
pub fn is_picture(path: &str) -> bool {
    let is_here = path.split_once('/').is_none_or(|(folder, name)| folder == PICTURES && !name.contains('/'));
    is_here && ending(path).is_some_and(|ending| ending == "svg" || ending == "png")
}

fn ending(path: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    (!stem.is_empty()).then(|| ending.to_ascii_lowercase())
}

fn is_svg(path: &str) -> bool {
    ending(path).as_deref() == Some("svg")
}

fn media_type(ending: &str) -> &'static str {
    if ending == "svg" { "image/svg+xml" } else { "image/png" }
}

/// The contents of a picture on the disk as text, for a folder in memory: SVG as it is, PNG as a data URI. `None` if it cannot be read, or
/// is a link out of the game's folder.
pub fn picture_text(path: &Path) -> Option<String> {
    let folder = path.parent()?;
    let folder = if folder.ends_with(PICTURES) { folder.parent()? } else { folder };
    if leads_out(if folder == Path::new("") { Path::new(".") } else { folder }, path) {
        return None;
    }
    let bytes = bytes_of(path)?;
    let is_svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    match String::from_utf8(bytes) {
        Ok(text) if is_svg => Some(text),
        Ok(text) => Some(LookPicture::new(text.as_bytes(), "png").data),
        Err(error) => Some(LookPicture::new(error.as_bytes(), "png").data),
    }
}

/// The contents of a new picture for the folder of a game, given as a data URI or, for an SVG, as text.
///
/// # Errors
/// A sentence that says what is wrong with its name or its contents, and what to do.
pub fn new_picture(path: &str, text: &str) -> Result<Vec<u8>, String> {
    let files = [(path.to_owned(), text.to_owned())].into();
    let folder = GameFolder { files, ..GameFolder::default() };
    match read(Shelf::Memory(&folder), path) {
        Ok(picture) => Ok(picture.contents().0),
        Err((message, help)) => Err(format!("{message}: {help}")),
    }
}

/// The contents of a file, up to one byte more than a picture may have.
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    File::open(path).ok()?.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// True for a link that leads out of the folder of a game.
fn leads_out(folder: &Path, file: &Path) -> bool {
    matches!((folder.canonicalize(), file.canonicalize()), (Ok(folder), Ok(file)) if !file.starts_with(&folder))
}

/// Reads a picture of the folder of a game.
///
/// # Errors
/// The mistake in the file, and how to correct it.
pub(super) fn read(folder: Shelf<'_>, file: &str) -> Result<LookPicture, (String, &'static str)> {
    let is_plain = |part: &str| {
        !part.starts_with('.') && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    };
    if !ending(file).is_some_and(|ending| ending == "svg" || ending == "png") {
        return Err((format!("`{file}` is neither an SVG nor a PNG"), "save the picture as PNG"));
    }
    if !is_picture(file) || !file.split('/').all(is_plain) {
        let help =
            "put it into the game's folder or its folder `pictures`, with a name of a to z, 0 to 9, `_`, `-` and `.`";
        return Err((format!("`{file}` cannot be the name of a picture"), help));
    }
    if let Shelf::Disk(own) = folder
        && leads_out(own, &folder.path(file))
    {
        let message = format!("the picture `{file}` is a link out of the game's folder");
        return Err((message, "copy the picture into the game's folder"));
    }
    let bytes = match folder {
        Shelf::Disk(_) => bytes_of(&folder.path(file)),
        Shelf::Memory(folder) => folder.files.get(file).map(|text| match text.split_once(";base64,") {
            Some((head, encoded)) if head.starts_with("data:") => BASE64_STANDARD.decode(encoded).unwrap_or_default(),
            _ => text.clone().into_bytes(),
        }),
    };
    let Some(bytes) = bytes else {
        return Err((
            format!("there is no picture `{file}` in the game's folder"),
            "correct the name, or add the file",
        ));
    };
    if bytes.len() as u64 > LARGEST {
        let message = format!("the picture `{file}` is larger than {} KiB", LARGEST >> 10);
        return Err((message, "save it with fewer pixels or points"));
    }
    if is_svg(file) {
        return read_svg(file, &bytes);
    }
    match size_of_png(&bytes) {
        None => Err((
            format!("`{file}` is not a PNG"),
            "save the picture as PNG; another ending does not change its format",
        )),
        Some((width, height)) if width > WIDEST || height > WIDEST => {
            let message =
                format!("the picture `{file}` has {width} x {height} pixels; the limit is {WIDEST} x {WIDEST}");
            Err((message, "save it with fewer pixels"))
        }
        Some(_) if !bytes.ends_with(PNG_END) || !bytes.windows(4).any(|four| four == b"IDAT") => {
            Err((format!("the picture `{file}` is not complete"), "save it again as PNG"))
        }
        Some(_) => Ok(LookPicture::new(&bytes, "png")),
    }
}

/// Reads an SVG, which must be well-formed. A document type may stand at its head: drawing programs write one.
fn read_svg(file: &str, bytes: &[u8]) -> Result<LookPicture, (String, &'static str)> {
    let no_svg = || {
        let help = "its first element must be `<svg xmlns=\"http://www.w3.org/2000/svg\">`";
        (format!("`{file}` is not an SVG"), help)
    };
    let text = std::str::from_utf8(bytes).map_err(|_| no_svg())?;
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|mistake| {
        let help = "browsers show nothing of such a picture: correct it, or save it again as SVG";
        (format!("`{file}` is not well-formed: {mistake}"), help)
    })?;
    if !document.root_element().has_tag_name((SVG, "svg")) {
        return Err(no_svg());
    }
    Ok(LookPicture::new(bytes, "svg"))
}

/// Width and height of a PNG in pixels. `None` if the bytes are no PNG, or if one of them is 0.
fn size_of_png(bytes: &[u8]) -> Option<(u32, u32)> {
    let rest = bytes.strip_prefix(PNG)?;
    let number = |at: usize| Some(u32::from_be_bytes(rest.get(at..at + 4)?.try_into().ok()?));
    Some((number(0)?, number(4)?)).filter(|(width, height)| *width > 0 && *height > 0)
}

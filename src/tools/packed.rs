//! Texts that `build.rs` packed into the program.

use std::io;

/// Returns the path and the text of each packed file, in the order of their paths.
///
/// # Errors
/// If the packed data cannot be read.
pub(crate) fn files(packed: &[u8]) -> io::Result<Vec<(String, String)>> {
    let texts = miniz_oxide::inflate::decompress_to_vec_zlib(packed).map_err(|_| io::ErrorKind::InvalidData)?;
    let texts = String::from_utf8(texts).map_err(|_| io::ErrorKind::InvalidData)?;
    let mut parts = texts.split_terminator('\0').map(str::to_owned);
    let mut found = Vec::new();
    while let (Some(path), Some(text)) = (parts.next(), parts.next()) {
        found.push((path, text));
    }
    Ok(found)
}

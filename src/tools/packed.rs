//! Files that `build.rs` packed into the program.

use std::io;

/// Returns the path and the contents of each packed file, in the order in which they were packed.
///
/// # Errors
/// If the packed data cannot be read.
pub(crate) fn files(packed: &[u8]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let all = miniz_oxide::inflate::decompress_to_vec_zlib(packed).map_err(|_| io::ErrorKind::InvalidData)?;
    let (mut rest, mut found) = (all.as_slice(), Vec::new());
    while !rest.is_empty() {
        let (path, size);
        (path, rest) = word(rest)?;
        (size, rest) = word(rest)?;
        let size = size.parse().map_err(|_| io::ErrorKind::InvalidData)?;
        let (contents, next) = rest.split_at_checked(size).ok_or(io::ErrorKind::UnexpectedEof)?;
        found.push((path.to_owned(), contents.to_owned()));
        rest = next;
    }
    Ok(found)
}

/// Returns the path and the text of each packed file.
///
/// # Errors
/// See [`files`]. If a file is no text.
pub(crate) fn texts(packed: &[u8]) -> io::Result<Vec<(String, String)>> {
    let text = |(path, contents)| Ok((path, String::from_utf8(contents).map_err(|_| io::ErrorKind::InvalidData)?));
    files(packed)?.into_iter().map(text).collect()
}

/// A word up to the next NUL, and what follows it.
fn word(bytes: &[u8]) -> io::Result<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == 0).ok_or(io::ErrorKind::UnexpectedEof)?;
    let word = str::from_utf8(&bytes[..end]).map_err(|_| io::ErrorKind::InvalidData)?;
    Ok((word, &bytes[end + 1..]))
}

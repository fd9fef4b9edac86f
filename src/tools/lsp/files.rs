//! Addresses of files, and which game a file belongs to.

use std::path::{Component, Path, PathBuf};

use lsp_types::Uri;
use tavola_ide::is_part;

/// Path of an address. `None` for what is no file on this machine.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str();
    let rest = text.strip_prefix("file://").or_else(|| text.strip_prefix("file:"))?;
    // An address may name this machine.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = decoded(rest)?;
    let drive = decoded.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    let path = PathBuf::from(if drive { decoded.trim_start_matches('/') } else { &decoded });
    path.is_absolute().then(|| plain(&path))
}

/// Address of a path.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", encoded(&text)).parse().ok()
}

/// A path without `.` and `..`, which editors do not send but programs may.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// A text without percent signs. `None` if it is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let hex = behind.get(..2).filter(|_| first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte);
    text.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Folders that may hold the game of a file, with the path of the file in each.
pub(super) fn homes(file: &Path) -> Vec<(PathBuf, String)> {
    let up = |levels: usize| {
        let folder = file.ancestors().nth(levels)?;
        let inside = file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
        Some((folder.to_owned(), inside))
    };
    // A variant's own folder holds `.tavola` files, too, so the folder above is tried first.
    [2, 1].into_iter().filter_map(up).filter(|(_, inside)| is_part(inside)).collect()
}

/// Path of a file in the folder of a game. `None` if it is no part of it.
pub(super) fn inside(folder: &Path, file: &Path) -> Option<String> {
    homes(file).into_iter().find(|(home, _)| home == folder).map(|(_, inside)| inside)
}

/// Paths in a folder of all files that belong to a game.
pub(super) fn parts(folder: &Path) -> Vec<String> {
    let names = |under: &str| {
        let entries = std::fs::read_dir(folder.join(under)).into_iter().flatten().flatten();
        let named = |entry: std::fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let path = if under.is_empty() { name } else { format!("{under}/{name}") };
            (is_part(&path) && entry.path().is_file()).then_some(path)
        };
        entries.filter_map(named).collect::<Vec<_>>()
    };
    ["", "variants", "scenarios", "pictures"].into_iter().flat_map(names).collect()
}

//! The texts of one game, and the positions in them.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Span;

/// No rules file may be larger than this; rules are untrusted input.
pub const MAX_SOURCE_BYTES: u64 = 4 << 20;

/// Which source of a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(pub u16);

/// One text with its name (a path, or what a test calls it).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// How messages call it.
    pub name: String,
    /// The text, with line ends as `\n`.
    pub text: String,
    lines: Vec<u32>,
}

/// Why the system does not let a file be read.
fn unreadable(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "it may not be read".to_string(),
        std::io::ErrorKind::NotFound => "there is no such file".to_string(),
        std::io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        _ => in_words(error),
    }
}

/// What the system says, without the number that it has there.
pub fn in_words(error: &std::io::Error) -> String {
    error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase()
}

impl Source {
    /// Whether it is a text of rules: clauses and scenarios are YAML.
    pub fn is_rules(&self) -> bool {
        !self.name.ends_with(".yaml")
    }
}

/// All texts that are read as one unit.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
}

impl Sources {
    /// No text yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under a name. Line ends become `\n`.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let mut text = text.into();
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n");
        }
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        let id = SourceId(self.files.len() as u16);
        self.files.push(Arc::new(Source { name: name.into(), text, lines }));
        id
    }

    /// How long all texts are together, in bytes.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(|source| source.text.len()).sum()
    }

    /// Reads one file. The error is a sentence for the user.
    pub fn read_file(&mut self, path: &Path) -> Result<SourceId, String> {
        let text = read(path)?;
        Ok(self.add(path.display().to_string(), text))
    }

    /// The files of a folder with this extension, in the order of their names. Hidden ones are nobody's texts, see [`is_hidden`].
    pub fn list(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
        let entries =
            std::fs::read_dir(folder).map_err(|e| format!("cannot read `{}`: {}", folder.display(), unreadable(&e)))?;
        let mut found: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|e| e.path()))
            // A link that leads nowhere is a text that cannot be read.
            .filter(|path| !path.is_dir() && path.extension().is_some_and(|e| e == extension) && !is_hidden(path))
            .collect();
        found.sort();
        Ok(found)
    }

    /// The source behind an id.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.files.get(id.0 as usize).map(|source| &**source)
    }

    /// All sources with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.files.iter().enumerate().map(|(at, source)| (SourceId(at as u16), &**source))
    }

    /// The text of a span; empty for [`Span::NONE`].
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// All of a source; nothing of one that is unknown.
    pub fn whole(&self, id: SourceId) -> &str {
        self.get(id).map_or("", |source| source.text.as_str())
    }

    /// `name:line:column` of the start of a span; `None` for [`Span::NONE`].
    pub fn place(&self, span: Span) -> Option<String> {
        let source = self.get(span.source)?;
        let (line, column) = source.line_column(span.start);
        Some(format!("{}:{line}:{column}", source.name))
    }
}

/// Whether a file or folder is none of an author's: its name begins with a dot (`.DS_Store`, `._moves.tavola`, `.git`), or it is the
/// folder that comes with archives of a Mac.
pub fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name == "__MACOSX"
}

/// The text of a file, if it is an ordinary one: a device or a pipe has no end, or none that comes by itself.
///
/// # Errors
/// A sentence for the user: it is not there, no file, too large, or no text.
pub fn read(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let unreadable = |e: std::io::Error| format!("cannot read `{shown}`: {}", unreadable(&e));
    if path.is_symlink() && !path.exists() {
        return Err(format!("cannot read `{shown}`: it is a link that leads nowhere"));
    }
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() && !about.is_dir() {
        return Err(format!("`{shown}` is a device or a pipe; only ordinary files are read"));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    // What a file says of its size need not be true (`/proc`), or not for long.
    file.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_SOURCE_BYTES {
        return Err(format!("`{shown}` is too large: a file may have {MAX_SOURCE_BYTES} bytes"));
    }
    String::from_utf8(bytes)
        .map_err(|e| format!("`{shown}` is not a text file: byte {} is not UTF-8", e.utf8_error().valid_up_to()))
}

impl Source {
    /// Line and column (both from 1, columns in characters) of a byte.
    pub fn line_column(&self, at: u32) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= at).saturating_sub(1);
        let prefix = self.text.get(self.lines[line] as usize..at as usize).unwrap_or("");
        (line + 1, prefix.chars().count() + 1)
    }
}

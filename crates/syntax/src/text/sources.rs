//! Texts of a game, and positions in them.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Span;

/// Maximum size of a rules file in bytes. Rules are untrusted input.
pub const MAX_SOURCE_BYTES: u64 = 4 << 20;

/// Index of a source in a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(pub u16);

/// A text with its name, usually a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Name in messages.
    pub name: String,
    /// Text, with `\n` as line end.
    pub text: String,
    lines: Vec<u32>,
}

/// Message for a file or folder that cannot be read: "cannot read `x.yaml`: there is no such file".
pub fn unread(path: &Path, error: &std::io::Error) -> String {
    let why = match error.kind() {
        std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        std::io::ErrorKind::NotFound => "there is no such file".to_string(),
        std::io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        _ => in_words(error),
    };
    format!("cannot read `{}`: {why}", path.display())
}

/// Message of an I/O error in lower case, without its error number.
pub fn in_words(error: &std::io::Error) -> String {
    error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase()
}

impl Source {
    /// True for a text of rules. Clauses and scenarios are YAML.
    pub fn is_rules(&self) -> bool {
        !self.name.ends_with(".yaml")
    }
}

/// All texts that are checked together.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
}

/// Their names: an error that holds sources is printed without the whole rules.
impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.files.iter().map(|file| &file.name)).finish()
    }
}

impl Sources {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under a name. Line ends become `\n`.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = super::plain_ends(text.into());
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        let id = SourceId(self.files.len() as u16);
        self.files.push(Arc::new(Source { name: name.into(), text, lines }));
        id
    }

    /// Total size of all texts in bytes.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(|source| source.text.len()).sum()
    }

    /// Reads a file and adds it.
    ///
    /// # Errors
    /// A message for the user, see [`read`].
    pub fn read_file(&mut self, path: &Path) -> Result<SourceId, String> {
        let text = read(path)?;
        Ok(self.add(path.display().to_string(), text))
    }

    /// Files of a folder with this extension, sorted by name, without hidden ones (see [`is_hidden`]).
    ///
    /// # Errors
    /// A message for the user, if the folder cannot be read.
    pub fn list(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
        let entries = std::fs::read_dir(folder).map_err(|error| unread(folder, &error))?;
        let mut found: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|e| e.path()))
            // A broken link is kept, so that reading it is reported.
            .filter(|path| !path.is_dir() && path.extension().is_some_and(|e| e == extension) && !is_hidden(path))
            .collect();
        found.sort();
        Ok(found)
    }

    /// The source with an id.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.files.get(id.0 as usize).map(|source| &**source)
    }

    /// All sources with their ids, in the order of adding.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.files.iter().enumerate().map(|(at, source)| (SourceId(at as u16), &**source))
    }

    /// Text of a span. Empty for [`Span::NONE`].
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.range())).unwrap_or("")
    }

    /// Whole text of a source. Empty for an unknown id.
    pub fn whole(&self, id: SourceId) -> &str {
        self.get(id).map_or("", |source| source.text.as_str())
    }

    /// Place of the start of a span: `name:line:column`. `None` for [`Span::NONE`].
    pub fn place(&self, span: Span) -> Option<String> {
        let source = self.get(span.source)?;
        let (line, column) = source.line_column(span.start);
        Some(format!("{}:{line}:{column}", source.name))
    }
}

/// True for files and folders that no author made: names that begin with a dot (`.DS_Store`, `._moves.tavola`, `.git`),
/// and the folder `__MACOSX` of archives.
pub fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name == "__MACOSX"
}

/// Reads a text file. Devices and pipes are rejected, since they may never end.
///
/// # Errors
/// A message for the user if the file does not exist, is no regular file, is too large, or is no text.
pub fn read(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let unreadable = |error: std::io::Error| unread(path, &error);
    if path.is_symlink() && !path.exists() {
        return Err(format!("cannot read `{shown}`: it is a broken link"));
    }
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() && !about.is_dir() {
        return Err(format!("`{shown}` is a device or a pipe; only ordinary files are read"));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    // The size in the metadata can be wrong (`/proc`) or change.
    file.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_SOURCE_BYTES {
        return Err(format!("`{shown}` is too large: a file may have {MAX_SOURCE_BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|e| {
        // Spreadsheets have this name for it.
        let save = if path.extension().is_some_and(|ending| ending == "csv") { "CSV UTF-8" } else { "UTF-8" };
        let at = e.utf8_error().valid_up_to();
        format!("`{shown}` is not a text file: byte {at} is not UTF-8; save it as `{save}`")
    })
}

impl Source {
    /// Line and column of a byte, both from 1. Columns count characters.
    pub fn line_column(&self, at: u32) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= at).saturating_sub(1);
        let prefix = self.text.get(self.lines[line] as usize..at as usize).unwrap_or("");
        (line + 1, prefix.chars().count() + 1)
    }
}

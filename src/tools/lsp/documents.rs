//! The buffers of the editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::TextDocumentContentChangeEvent;

use super::{files, positions};
use tavola_syntax::text::plain_ends;

/// A file that is open in the editor.
struct Buffer {
    text: String,
    version: i32,
}

/// All files that are open in the editor.
#[derive(Default)]
pub(super) struct Documents(BTreeMap<PathBuf, Buffer>);

impl Documents {
    /// Opens a file with the text of its buffer.
    pub(super) fn open(&mut self, file: PathBuf, text: &str, version: i32) {
        let text = plain_ends(text.to_owned());
        self.0.insert(file, Buffer { text, version });
    }

    /// Applies changes in their order. Those of a file that is not open are ignored.
    pub(super) fn change(&mut self, file: &Path, changes: &[TextDocumentContentChangeEvent], version: i32) {
        let Some(buffer) = self.0.get_mut(file) else { return };
        for change in changes {
            buffer.text = positions::changed(&buffer.text, change);
        }
        buffer.version = version;
    }

    pub(super) fn close(&mut self, file: &Path) {
        self.0.remove(file);
    }

    pub(super) fn text(&self, file: &Path) -> Option<&str> {
        self.0.get(file).map(|buffer| buffer.text.as_str())
    }

    pub(super) fn version(&self, file: &Path) -> Option<i32> {
        self.0.get(file).map(|buffer| buffer.version)
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }

    /// True if a file of a game's folder is open.
    pub(super) fn any_in(&self, folder: &Path) -> bool {
        self.paths().any(|file| files::inside(folder, file).is_some())
    }
}

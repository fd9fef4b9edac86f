//! The files of a game's folder: listed, read, and saved if nobody else changed them.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tavola_game::{Error, Rules, Shelf, picture_text};
use tavola_ide::is_part;
use tavola_lab::whole;
use tavola_syntax::text;

/// The folder of a game on the disk. Only files that belong to the game are read or written, by their listed names.
pub(crate) struct GameFiles {
    folder: PathBuf,
}

/// Outcome of saving a file.
pub(crate) enum SavedFile {
    /// It is saved. Its new fingerprint.
    Saved(String),
    /// Somebody else changed it since it was read. Its text on the disk.
    Changed(String),
}

impl GameFiles {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Name of the folder.
    pub(crate) fn name(&self) -> String {
        let full = fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
        full.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Paths in the folder of all files of the game: rules, variants, scenarios, `rulebook.yaml`, `balance.yaml`, `look.yaml`.
    pub(crate) fn paths(&self) -> Vec<String> {
        let shelf = Shelf::Disk(&self.folder);
        let listed = [("", "tavola"), ("", "yaml"), ("variants", "tavola"), ("scenarios", "yaml")];
        let listed = listed.into_iter().flat_map(|(under, ending)| shelf.list(under, ending).unwrap_or_default());
        listed.filter(|path| is_part(path) && shelf.is_file(path)).collect()
    }

    /// Texts of all files that can be read.
    pub(crate) fn texts(&self) -> BTreeMap<String, String> {
        let read = |path: String| Some((path.clone(), self.inside(&path).ok()?));
        self.paths().into_iter().filter_map(read).collect()
    }

    /// All files with fingerprints of their texts, or of why they cannot be read.
    pub(crate) fn prints(&self) -> Vec<(String, String)> {
        let print = |path: String| {
            let text = self.inside(&path).unwrap_or_else(|why| why);
            (path, fingerprint(&text))
        };
        self.paths().into_iter().map(print).collect()
    }

    /// The pictures of `look.yaml`, as a folder in memory has them.
    pub(crate) fn pictures(&self) -> BTreeMap<String, String> {
        let shelf = Shelf::Disk(&self.folder);
        let read = |path: String| Some((path.clone(), picture_text(&self.folder.join(&path))?));
        shelf.pictures().into_iter().filter_map(read).collect()
    }

    /// Text of a file.
    ///
    /// # Errors
    /// If it is no file of the game, lies outside of the folder, or cannot be read.
    pub(crate) fn read(&self, path: &str) -> Result<String, String> {
        self.known(path)?;
        self.inside(path)
    }

    /// Text of a listed file that lies in the folder.
    fn inside(&self, path: &str) -> Result<String, String> {
        let file = self.folder.join(path);
        match self.holds(&file) {
            Ok(false) => Err(format!("`{path}` is a link to a file outside of the game's folder; it is not read")),
            _ => plain(&file),
        }
    }

    /// The rules, as they are on the disk.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn rules(&self) -> Result<Rules, String> {
        self.rules_with(None)
    }

    /// The rules with a variant, as they are on the disk.
    ///
    /// # Errors
    /// If the folder cannot be read, or has no such variant.
    pub(crate) fn rules_with(&self, variant: Option<&str>) -> Result<Rules, String> {
        Rules::read(&self.folder, variant).map_err(|error| text::clean(&error.message))
    }

    /// Saves a file if its text on the disk has still this fingerprint. One that somebody removed is created again.
    ///
    /// # Errors
    /// If it is no file of the game, lies outside of the folder, is write-protected, or cannot be written.
    pub(crate) fn save(&self, path: &str, text: &str, known: &str) -> Result<SavedFile, String> {
        let file = match self.known(path) {
            Err(_) if !known.is_empty() && is_part(path) && text::clean(path) == path => {
                return self.create(path, text).map(|()| SavedFile::Saved(fingerprint(text)));
            }
            file => file?,
        };
        let unwritten = |error: std::io::Error| Error::unwritten("save", Path::new(path), &error).message;
        if !self.holds(&file).map_err(unwritten)? {
            return Err(format!("`{path}` is a link to a file outside of the game's folder; it is not changed"));
        }
        let _writing = whole::writing();
        let before = plain(&file)?;
        if fingerprint(&before) != known {
            return Ok(SavedFile::Changed(before));
        }
        let on_disk = fs::read_to_string(&file).map_err(unwritten)?;
        whole::write(&file, &whole::with_line_ends(text, &on_disk)).map_err(unwritten)?;
        Ok(SavedFile::Saved(fingerprint(text)))
    }

    /// Creates a file that belongs to a game. Creates its folder, if it is missing.
    ///
    /// # Errors
    /// If it exists already, would lie outside of the folder, or cannot be written.
    pub(crate) fn create(&self, path: &str, contents: impl AsRef<[u8]>) -> Result<(), String> {
        let unwritten = |error: std::io::Error| match error.kind() {
            ErrorKind::AlreadyExists => format!("`{path}` exists already"),
            _ => Error::unwritten("write", Path::new(path), &error).message,
        };
        let file = self.folder.join(path);
        let folder = file.parent().filter(|_| is_part(path)).ok_or_else(|| format!("`{path}` is no file of a game"))?;
        if !self.folder.is_dir() {
            return Err(format!("the folder `{}` is gone", self.folder.display()));
        }
        let _writing = whole::writing();
        fs::create_dir_all(folder).map_err(unwritten)?;
        if !self.holds(folder).map_err(unwritten)? {
            return Err(format!("`{path}` would lie outside of the game's folder"));
        }
        whole::create(&file, contents).map_err(unwritten)
    }

    /// True if a file or folder lies in the folder of the game, after all links.
    pub(crate) fn holds(&self, path: &Path) -> std::io::Result<bool> {
        Ok(fs::canonicalize(path)?.starts_with(fs::canonicalize(&self.folder)?))
    }

    /// Path on the disk of a listed file.
    ///
    /// # Errors
    /// If it is no file of the game.
    pub(crate) fn known(&self, path: &str) -> Result<PathBuf, String> {
        let is_listed = self.paths().iter().any(|own| own == path);
        if is_listed { Ok(self.folder.join(path)) } else { Err(format!("the game has no file `{path}`")) }
    }

    /// File and line of a place: `rules/my_game/my_game.tavola:7:3`. `None` for a place outside of the folder.
    pub(crate) fn place(&self, place: &str) -> Option<(String, usize)> {
        let (file, line, _) = text::place_parts(place)?;
        let inside = Path::new(file).strip_prefix(&self.folder).ok()?.to_str()?.replace('\\', "/");
        Some((inside, line.parse().ok()?))
    }
}

/// Text of a file with the line ends of an editor.
fn plain(file: &Path) -> Result<String, String> {
    Ok(text::plain_ends(text::read(file)?))
}

/// Fingerprint of a text. It only tells whether a text is the one that was read.
pub(crate) fn fingerprint(text: &str) -> String {
    let mut print = text::Fingerprint::default();
    print.add(text.as_bytes());
    format!("{:016x}", print.number())
}

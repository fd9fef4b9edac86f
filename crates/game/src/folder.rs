//! The folder of a game, on the disk or in memory.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use tavola_syntax::text::{SourceId, Sources};

use super::Error;
use super::look::{PICTURES, picture_text};

/// Name of the file with the clauses.
pub(super) const RULEBOOK: &str = "rulebook.yaml";
/// Name of the file with the look.
pub(super) const LOOK: &str = "look.yaml";
/// Folder of the variants.
const VARIANTS: &str = "variants";

/// The texts of a game's folder in memory: rules, variants, `rulebook.yaml`, and `look.yaml` with its pictures.
/// [`GameFolder::read`] leaves out scenarios and budgets; a check reads them if they are there.
///
/// It is plain data. A process can send it to another one, which makes the same [`Rules`](crate::Rules) of it.
///
/// ```
/// use tavola_game::{GameFolder, Rules};
///
/// let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
///              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
/// let mut folder = GameFolder { name: "two".into(), ..GameFolder::default() };
/// folder.files.insert("two.tavola".into(), rules.into());
/// folder.files.insert("variants/three.tavola".into(), "variant three \"Three\" of two\n".into());
/// assert_eq!(folder.variants(), ["three"]);
/// assert_eq!(Rules::read(&folder, None)?.players(), Some((2, 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFolder {
    /// Name of the folder.
    pub name: String,
    /// Texts by their path in the folder: `valley.tavola`, `rulebook.yaml`, `variants/short.tavola`. A picture is an SVG as it is, or a
    /// data URI ([`picture_text`]).
    pub files: BTreeMap<String, String>,
}

impl GameFolder {
    /// Reads the texts of a folder.
    ///
    /// # Errors
    /// If the folder does not exist, has neither rules nor a rulebook, or a text cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let disk = Shelf::Disk(folder);
        let mut files = disk.rules()?;
        files.extend(disk.variants().iter().map(|name| variant_file(name)));
        files.extend(disk.has(RULEBOOK).then(|| RULEBOOK.to_owned()));
        files.extend(disk.has(LOOK).then(|| LOOK.to_owned()));
        let read = |file: String| {
            let mut sources = Sources::new();
            let id = disk.read(&file, &mut sources).map_err(Error::new)?;
            Ok((file, sources.whole(id).to_owned()))
        };
        let mut files: BTreeMap<String, String> = files.into_iter().map(read).collect::<Result<_, Error>>()?;
        if files.contains_key(LOOK) {
            let pictures = disk.pictures();
            let text = |file: String| picture_text(&disk.path(&file)).map(|text| (file, text));
            files.extend(pictures.into_iter().filter_map(text));
        }
        Ok(Self { name: disk.name(), files })
    }

    /// Checks that all paths lead into the folder.
    fn is_closed(&self) -> Result<(), Error> {
        let is_inside = |file: &str| Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        match self.files.keys().find(|file| !is_inside(file)) {
            None => Ok(()),
            Some(file) => {
                let message =
                    format!("`{file}` is no path in the folder of a game: `valley.tavola`, `variants/short.tavola`");
                Err(Error::new(message))
            }
        }
    }

    /// Names of the variants, in alphabetical order.
    pub fn variants(&self) -> Vec<String> {
        Shelf::Memory(self).variants()
    }
}

/// Path of a variant in the folder of its game.
pub(super) fn variant_file(name: &str) -> String {
    format!("{VARIANTS}/{name}.tavola")
}

/// True if a file of this name can be named as a variant. A comma would make it two names.
pub(super) fn is_variant_name(stem: &str) -> bool {
    !stem.is_empty() && stem.trim() == stem && !stem.contains(['/', '\\', '.', ','])
}

/// A folder from which the texts of a game are read: on the disk or in memory.
#[derive(Clone, Copy, Debug)]
pub enum Shelf<'a> {
    /// On the disk.
    Disk(&'a Path),
    /// In memory.
    Memory(&'a GameFolder),
}

impl<'a, P: AsRef<Path> + ?Sized> From<&'a P> for Shelf<'a> {
    fn from(folder: &'a P) -> Self {
        Self::Disk(folder.as_ref())
    }
}

impl<'a> From<&'a GameFolder> for Shelf<'a> {
    fn from(folder: &'a GameFolder) -> Self {
        Self::Memory(folder)
    }
}

impl Shelf<'_> {
    /// Checks that all paths lead into the folder. On the disk they do.
    pub(super) fn is_closed(self) -> Result<(), Error> {
        match self {
            Self::Disk(_) => Ok(()),
            Self::Memory(folder) => folder.is_closed(),
        }
    }

    /// Name of the folder.
    pub(super) fn name(self) -> String {
        match self {
            Self::Disk(folder) => {
                // `.` and `..` have no last component, so their full path is needed.
                let full = || folder.canonicalize().ok()?.file_name().map(std::ffi::OsStr::to_os_string);
                let name = folder.file_name().map(std::ffi::OsStr::to_os_string).or_else(full).unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
            Self::Memory(folder) => folder.name.clone(),
        }
    }

    /// Path of a file for messages. An empty text stands for the folder itself.
    pub fn path(self, file: &str) -> PathBuf {
        let folder = match self {
            Self::Disk(folder) => folder,
            Self::Memory(folder) => Path::new(&folder.name),
        };
        if file.is_empty() { folder.to_owned() } else { folder.join(file) }
    }

    /// True if the folder has a file, or a link in its place.
    pub(super) fn has(self, file: &str) -> bool {
        match self {
            Self::Disk(_) => self.path(file).exists() || self.path(file).is_symlink(),
            Self::Memory(folder) => folder.files.contains_key(file),
        }
    }

    /// True if the folder has a file, and not only a folder or a broken link of this name.
    pub fn is_file(self, file: &str) -> bool {
        match self {
            Self::Disk(_) => self.path(file).is_file(),
            Self::Memory(_) => self.has(file),
        }
    }

    /// Reads a file and adds it to the sources.
    ///
    /// # Errors
    /// A message for the user, if it cannot be read.
    pub fn read(self, file: &str, sources: &mut Sources) -> Result<SourceId, String> {
        let path = self.path(file);
        match self {
            Self::Disk(_) => sources.read_file(&path),
            Self::Memory(folder) => match folder.files.get(file) {
                Some(text) => Ok(sources.add(path.display().to_string(), text.clone())),
                None => Err(format!("cannot read `{}`: there is no such file", path.display())),
            },
        }
    }

    /// Paths of the rules in the folder, in order. None in a folder with a rulebook alone.
    pub(super) fn rules(self) -> Result<Vec<String>, Error> {
        let shown = self.path("");
        if let Self::Disk(folder) = self
            && !folder.is_dir()
        {
            let what = if folder.exists() { "is a file; give the folder of a game" } else { "does not exist" };
            return Err(Error::new(format!("`{}` {what}", shown.display())));
        }
        let files = self.list("", "tavola").map_err(Error::new)?;
        // A game may begin with its printed rules.
        if files.is_empty() && !self.is_file(RULEBOOK) {
            return Err(Error::new(match self {
                Self::Disk(_) => format!("`{}` is not a game: it has no `.tavola` file", shown.display()),
                Self::Memory(_) => "these texts are not a game: none has a path that ends in `.tavola`".to_owned(),
            }));
        }
        Ok(files)
    }

    /// Names of the variants, in alphabetical order.
    pub fn variants(self) -> Vec<String> {
        let files = self.list(VARIANTS, "tavola").unwrap_or_default();
        let stems = files.iter().filter_map(|file| Some(Path::new(file).file_stem()?.to_str()?.to_owned()));
        stems.filter(|stem| is_variant_name(stem)).collect()
    }

    /// Paths of the pictures that `look.yaml` may name: in the folder, and in its folder `pictures`.
    pub fn pictures(self) -> Vec<String> {
        let listed = |under: &str| ["svg", "png"].map(|ending| self.list(under, ending).unwrap_or_default()).concat();
        [listed(""), listed(PICTURES)].concat()
    }

    /// Paths of the files with this extension in a folder of the folder, in order.
    ///
    /// # Errors
    /// A message for the user, if the folder cannot be read.
    pub fn list(self, under: &str, extension: &str) -> Result<Vec<String>, String> {
        let named = |name: &str| if under.is_empty() { name.to_owned() } else { format!("{under}/{name}") };
        match self {
            Self::Disk(_) => {
                let paths = Sources::list(&self.path(under), extension)?;
                let names = paths.iter().filter_map(|path| path.file_name());
                Ok(names.map(|name| named(&name.to_string_lossy())).collect())
            }
            Self::Memory(folder) => {
                let is_there = |file: &&String| {
                    let (below, name) = file.rsplit_once('/').unwrap_or(("", file));
                    let ends = Path::new(name).extension().is_some_and(|own| own == extension);
                    below == under && ends && !name.starts_with('.')
                };
                Ok(folder.files.keys().filter(is_there).cloned().collect())
            }
        }
    }
}

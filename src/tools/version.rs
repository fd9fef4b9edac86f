//! A version of a game: its folder as it is, or as it was at a commit (`rules/my_game@HEAD~3`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::ending::Stop;
use super::{folders, interrupt};
use tavola_lab::whole;

/// The rules of a game at one time.
pub(crate) struct Version {
    /// Folder of the rules.
    pub(crate) folder: PathBuf,
    /// Display name: the folder, with the commit if there is one.
    pub(crate) name: String,
    /// Keeps the files of a commit until it is dropped.
    _files: Option<TempDir>,
}

impl Version {
    /// Finds the game of a path, which may end in `@` and a commit of git.
    ///
    /// # Errors
    /// If there is no such folder, no game in it, or several; no such commit, or no rules in it; or no git.
    pub(crate) fn of(path: &Path) -> Result<Self, Stop> {
        let text = path.to_string_lossy();
        let mut parts = text.match_indices('@').map(|(at, _)| (Path::new(&text[..at]), &text[at + 1..]));
        match parts.find(|(folder, _)| folder.is_dir() && !path.exists()) {
            Some((folder, commit)) => Self::at(folders::one(folder)?, commit),
            None => {
                let folder = folders::one(path)?;
                Ok(Self { name: folder.display().to_string(), folder, _files: None })
            }
        }
    }

    /// Rules that are given as the texts of the files of a folder.
    ///
    /// # Errors
    /// If they cannot be written to a temporary folder.
    pub(crate) fn of_texts(folder: &Path, texts: &BTreeMap<String, String>, name: &str) -> Result<Self, Stop> {
        let files = passing().map_err(|error| Stop::usage(format!("{name} cannot be written: {error}")))?;
        let then = files.path().join(folders::name_of(folder));
        let texts = texts.iter().map(|(path, text)| (path.as_str(), text.as_bytes()));
        whole::create_folder(&then, texts).map_err(|error| Stop::usage(format!("{name}: {}", error.message)))?;
        Ok(Self { folder: then, name: name.to_owned(), _files: Some(files) })
    }

    /// Extracts a folder as it was at a commit. The repository is not changed: the files go to a temporary folder with its own index.
    fn at(folder: PathBuf, commit: &str) -> Result<Self, Stop> {
        let name = format!("{}@{commit}", folder.display());
        let failed = |why: &dyn std::fmt::Display| Stop::usage(format!("`{name}`: {why}"));
        let files = passing().map_err(|error| failed(&error))?;
        let then = files.path().join(folders::name_of(&folder));
        std::fs::create_dir(&then).map_err(|error| failed(&error))?;
        let git = |place: &Path, words: &[&str]| -> Result<Result<String, String>, Stop> {
            let mut git = Command::new("git");
            git.current_dir(place).args(words).env("GIT_INDEX_FILE", files.path().join(".index")).env("LC_ALL", "C");
            let out = git.output().map_err(|error| failed(&format!("git cannot be started: {error}")))?;
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
            Ok(if out.status.success() { Ok(text(&out.stdout)) } else { Err(text(&out.stderr)) })
        };
        let own = git(&folder, &["rev-parse", "--absolute-git-dir"])?.map_err(|why| failed(&why))?;
        let wanted = format!("{commit}^{{commit}}");
        let hash = git(&folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted])?;
        let hash = hash.map_err(|_| failed(&format!("git finds no commit `{commit}` there")))?;
        let tree = format!("{hash}:./");
        git(&folder, &["read-tree", &tree])?.map_err(|_| failed(&"the folder did not exist at that commit"))?;
        let out = ["--git-dir", &own, "--work-tree", ".", "checkout-index", "--all", "--quiet"];
        git(&then, &out)?.map_err(|why| failed(&why))?;
        let folder = folders::one(&then).map_err(|_| failed(&"it had no rules at that commit"))?;
        Ok(Self { folder, name, _files: Some(files) })
    }
}

/// A temporary folder, which is removed when it is dropped or Ctrl-C ends the program.
fn passing() -> std::io::Result<TempDir> {
    let files = tempfile::tempdir()?;
    interrupt::remove_at_end(files.path());
    Ok(files)
}

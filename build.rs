//! Packs files into the program: the pages of findings for the feature `cli`, pages of the documentation for the feature `studio`, the
//! games of `rules/` for the feature `games`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "cli")]
    if let Err(why) = packed::pack() {
        println!("cargo::error={why}");
    }
}

#[cfg(feature = "cli")]
mod packed {
    #[cfg(feature = "games")]
    use std::collections::BTreeMap;
    use std::error::Error;
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    use miniz_oxide::deflate::compress_to_vec_zlib;

    /// The folder of the pages that explain a code.
    const FINDINGS: &str = "docs/findings";
    /// Folders and pages that the studio shows beside the rules.
    #[cfg(feature = "studio")]
    const MANUAL: [&str; 5] = ["gallery", "language", "language.md", "tutorial", "tutorial.md"];
    /// The folder of the games.
    #[cfg(feature = "games")]
    const RULES: &str = "rules";
    /// The best compression.
    const LEVEL: u8 = 10;

    /// Writes `findings.zlib` and, with their features, `manual.zlib` and `games.zlib`.
    ///
    /// # Errors
    /// A file that cannot be read; two games with one name.
    pub(crate) fn pack() -> Result<(), Box<dyn Error>> {
        println!("cargo::rerun-if-changed={FINDINGS}");
        let mut files = Vec::new();
        add(Path::new(FINDINGS), "findings", &mut files)?;
        write("findings.zlib", &files)?;
        #[cfg(feature = "studio")]
        {
            let mut files = Vec::new();
            for part in MANUAL {
                let path = Path::new("docs").join(part);
                println!("cargo::rerun-if-changed={}", path.display());
                if path.is_dir() { add(&path, part, &mut files)? } else { add_file(&path, part, &mut files)? }
            }
            write("manual.zlib", &files)?;
        }
        #[cfg(feature = "games")]
        {
            println!("cargo::rerun-if-changed={RULES}");
            let mut games = BTreeMap::new();
            find(Path::new(RULES), &mut games)?;
            let mut files = Vec::new();
            games.iter().try_for_each(|(name, folder)| add(folder, name, &mut files))?;
            write("games.zlib", &files)?;
        }
        Ok(())
    }

    /// Compresses files for `src/tools/packed.rs`.
    fn write(name: &str, files: &[u8]) -> Result<(), Box<dyn Error>> {
        let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?).join(name);
        Ok(fs::write(out, compress_to_vec_zlib(files, LEVEL))?)
    }

    /// The games in a folder, and in the folders of those that are none.
    #[cfg(feature = "games")]
    fn find(folder: &Path, games: &mut BTreeMap<String, PathBuf>) -> Result<(), Box<dyn Error>> {
        let entries = entries(folder)?;
        if entries.iter().any(|path| path.extension().is_some_and(|ending| ending == "tavola")) {
            if let Some(other) = games.insert(name(folder)?.to_owned(), folder.to_owned()) {
                return Err(format!("`{}` and `{}` have one name", other.display(), folder.display()).into());
            }
            return Ok(());
        }
        entries.iter().filter(|path| path.is_dir()).try_for_each(|path| find(path, games))
    }

    /// All files of a folder, as they are called below `shown`.
    fn add(folder: &Path, shown: &str, files: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        for path in entries(folder)? {
            let shown = format!("{shown}/{}", name(&path)?);
            if path.is_dir() {
                add(&path, &shown, files)?;
                continue;
            }
            add_file(&path, &shown, files)?;
        }
        Ok(())
    }

    /// A file, as it is called `shown`: its path (`GAME/scenarios/setup.yaml`), NUL, its size in bytes, NUL, its contents.
    fn add_file(path: &Path, shown: &str, files: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        let contents = fs::read(path).map_err(|why| format!("{}: {why}", path.display()))?;
        files.extend(format!("{shown}\0{}\0", contents.len()).into_bytes());
        files.extend(contents);
        Ok(())
    }

    /// What lies in a folder and is not hidden, in the order of the names.
    fn entries(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let all = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let mut all = all.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
        all.retain(|path| !name(path).is_ok_and(|name| name.starts_with('.')));
        all.sort();
        Ok(all)
    }

    fn name(path: &Path) -> Result<&str, String> {
        let name = path.file_name().and_then(|name| name.to_str());
        name.ok_or_else(|| format!("{}: its name is no text", path.display()))
    }
}

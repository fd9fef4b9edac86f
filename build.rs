//! Packs texts into the program: the pages of findings for the feature `cli`, pages of the documentation for the feature `studio`, the
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
    /// A file that cannot be read or is not text; two games with one name.
    pub(crate) fn pack() -> Result<(), Box<dyn Error>> {
        println!("cargo::rerun-if-changed={FINDINGS}");
        let mut texts = String::new();
        add(Path::new(FINDINGS), "findings", &mut texts)?;
        write("findings.zlib", &texts)?;
        #[cfg(feature = "studio")]
        {
            let mut texts = String::new();
            for part in MANUAL {
                let path = Path::new("docs").join(part);
                println!("cargo::rerun-if-changed={}", path.display());
                if path.is_dir() { add(&path, part, &mut texts)? } else { add_file(&path, part, &mut texts)? }
            }
            write("manual.zlib", &texts)?;
        }
        #[cfg(feature = "games")]
        {
            println!("cargo::rerun-if-changed={RULES}");
            let mut games = BTreeMap::new();
            find(Path::new(RULES), &mut games)?;
            let mut texts = String::new();
            games.iter().try_for_each(|(name, folder)| add(folder, name, &mut texts))?;
            write("games.zlib", &texts)?;
        }
        Ok(())
    }

    /// Writes texts: of each file its path (`GAME/scenarios/setup.yaml`), NUL, its text, NUL.
    fn write(name: &str, texts: &str) -> Result<(), Box<dyn Error>> {
        let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?).join(name);
        Ok(fs::write(out, compress_to_vec_zlib(texts.as_bytes(), LEVEL))?)
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
    fn add(folder: &Path, shown: &str, texts: &mut String) -> Result<(), Box<dyn Error>> {
        for path in entries(folder)? {
            let shown = format!("{shown}/{}", name(&path)?);
            if path.is_dir() {
                add(&path, &shown, texts)?;
                continue;
            }
            add_file(&path, &shown, texts)?;
        }
        Ok(())
    }

    /// A file, as it is called `shown`.
    fn add_file(path: &Path, shown: &str, texts: &mut String) -> Result<(), Box<dyn Error>> {
        let text = fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))?;
        if text.contains('\0') {
            return Err(format!("{}: it is no text", path.display()).into());
        }
        texts.extend([shown, "\0", &text, "\0"]);
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

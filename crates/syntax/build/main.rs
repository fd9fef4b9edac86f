//! Writes the grammar as EBNF and GBNF for the feature `export`.

#[cfg(feature = "export")]
mod export;

fn main() {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=grammar");
    #[cfg(feature = "export")]
    {
        let folder = std::path::PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo gives a folder"));
        for (file, notation) in [("tavola.ebnf", export::Notation::Ebnf), ("tavola.gbnf", export::Notation::Gbnf)] {
            std::fs::write(folder.join(file), export::grammar(notation)).expect("the folder can be written to");
        }
    }
}

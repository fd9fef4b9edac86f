//! Features that a build may lack, and how to get them.

/// The command that installs the program with a feature, in the way in which this one was installed.
pub(super) fn install(feature: &str) -> String {
    match cfg!(feature = "pip") {
        true => format!("MATURIN_PEP517_ARGS=\"--features {feature}\" pip install ./python"),
        false => format!("cargo install --path . --features {feature}"),
    }
}

//! Changed lines of a file, as `patch` reads them.

use similar::TextDiff;

use super::console::Console;
use super::ending::Stop;

/// Prints the lines that differ. `how` says in the heading what the new text is: `fixed`, `formatted`.
///
/// # Errors
/// If stdout cannot be written.
pub(crate) fn print(name: &str, [before, after]: [&str; 2], how: &str, console: &mut Console) -> Result<(), Stop> {
    let diff = TextDiff::from_lines(before, after);
    console.write(&diff.unified_diff().header(name, &format!("{name} ({how})")).to_string())
}

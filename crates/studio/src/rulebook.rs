//! The printed rulebook of the game, as `tavola doc --prose` writes it.

use tavola_game::Rules;
use tavola_lab::scenario;
use tavola_page::doc;
use tavola_syntax::text::clean;

use crate::files::GameFiles;

/// The rulebook as a page of its own, as the files are on the disk. Without one, a page says why.
pub(crate) fn rulebook(files: &GameFiles) -> String {
    match files.rules().and_then(|rules| prose(files, &rules)) {
        Ok(page) => page,
        Err(why) => doc::html("Rulebook", &doc::plain(&why)),
    }
}

fn prose(files: &GameFiles, rules: &Rules) -> Result<String, String> {
    // The table beside it is a better picture than that of the set-up.
    let printed = doc::prose(files.folder(), rules, &|case| scenario::example(rules, case));
    printed.map(|printed| doc::html(rules.shown_title(), &printed.page(""))).map_err(|error| clean(&error.message))
}

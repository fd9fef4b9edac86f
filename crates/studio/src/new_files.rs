//! New files of a game: rules, scenarios and clauses to fill in, and changed settings kept as a variant, an empty look.

use tavola_game::{Rules, Setup};
use tavola_lab::start;
use tavola_syntax::text::is_word;

use crate::bodies::{FileToMake, NewFileSort};
use crate::files::GameFiles;
use crate::variant_text::{replace, titled, variant};

/// A look that changes nothing.
const LOOK: &str = "# How the game looks: colours, icons, backgrounds and positions. Rules never read it.\n";

/// Makes a file, and returns its path in the folder.
///
/// # Errors
/// If the name is none, a value cannot stand in a table, the file exists already and is no variant to replace, or it cannot be written.
pub(crate) fn make(files: &GameFiles, asked: &FileToMake) -> Result<String, String> {
    let name = asked.name.as_str();
    is_name(name)?;
    if let (NewFileSort::Variant, Some(print)) = (asked.sort, &asked.print) {
        let path = variant_path(name);
        return replace(files, asked, &path, print).map(|()| path);
    }
    let rules = files.rules_with(asked.over.as_deref())?;
    let (path, text) = match asked.sort {
        NewFileSort::Rules if rules.is_unwritten() => (format!("{}.tavola", rules.name()), first_rules(&rules)),
        NewFileSort::Rules => (format!("{name}.tavola"), "# More rules of the game.\n".to_owned()),
        NewFileSort::Rulebook => ("rulebook.yaml".to_owned(), start::first_clause(rules.name(), rules.shown_title())),
        NewFileSort::Scenarios => (format!("scenarios/{name}.yaml"), scenarios(&rules)),
        NewFileSort::Variant => (variant_path(name), variant(files, &rules, asked, &titled(name))?),
        NewFileSort::Look => ("look.yaml".to_owned(), LOOK.to_owned()),
    };
    files.create(&path, text)?;
    Ok(path)
}

fn variant_path(name: &str) -> String {
    format!("variants/{name}.tavola")
}

/// Refuses what cannot be the name of a new file.
pub(crate) fn is_name(name: &str) -> Result<(), String> {
    if is_word(name) { Ok(()) } else { Err(format!("`{name}` is not a name: use small letters, digits and `_`")) }
}

/// Rules that can be played, to be replaced by those of the game.
fn first_rules(rules: &Rules) -> String {
    let title = rules.shown_title().replace(['"', '{', '}'], "");
    format!(
        "game {} \"{title}\" for 2..4 players\n\ntrack points[Player] 0..\n\nplay\n  each p in Player\n    \
         p gains 1 points\n\nwinner p in Player by most points[p]\n",
        rules.name()
    )
}

/// One case without an expectation, which a finding then asks for.
fn scenarios(rules: &Rules) -> String {
    let players = Setup::of(rules.players().map_or(2, |(fewest, _)| fewest)).players.join(", ");
    format!(
        "# A scenario says: in this position (`given`), when this happens (`call`, `do`), then that is so (`then`).\n\
         - name: the game begins\n  players: [{players}]\n"
    )
}

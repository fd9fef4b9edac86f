//! New files of a game: rules, scenarios and clauses to fill in, and changed settings kept as a variant, an empty look.

use tavola_game::{LoadError, Rules, Setup};
use tavola_lab::start;
use tavola_syntax::format::format;
use tavola_syntax::text::{capital, is_word};

use crate::bodies::{FileToMake, NewFileSort};
use crate::files::GameFiles;
use crate::kept_variant;
use crate::settings::{SwitchShown, settings};

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
        return kept_variant::replace(files, asked, &path, print).map(|()| path);
    }
    let rules = files.rules_with(asked.over.as_deref())?;
    let (path, text) = match asked.sort {
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

/// The title of a variant that has none yet.
fn titled(name: &str) -> String {
    capital(&name.replace('_', " "))
}

/// Refuses what cannot be the name of a new file.
pub(crate) fn is_name(name: &str) -> Result<(), String> {
    if is_word(name) { Ok(()) } else { Err(format!("`{name}` is not a name: use small letters, digits and `_`")) }
}

/// One case without an expectation, which a finding then asks for.
fn scenarios(rules: &Rules) -> String {
    let players = Setup::of(rules.players().map_or(2, |(fewest, _)| fewest)).players.join(", ");
    format!(
        "# A scenario says: in this position (`given`), when this happens (`call`, `do`), then that is so (`then`).\n\
         - name: the game begins\n  players: [{players}]\n"
    )
}

/// A variant with the changed settings and rulings. It is made over the variant with which they were changed, so that both give one game.
pub(crate) fn variant(files: &GameFiles, rules: &Rules, asked: &FileToMake, title: &str) -> Result<String, String> {
    if let Some(wrong) = asked.set.values().find(|text| text.contains(['|', '"', '\n', '{', '}', '#'])) {
        return Err(format!("`{wrong}` cannot be written: leave out bars, quotes, braces, `#` and line breaks"));
    }
    let fewest = Setup::of(rules.players().map_or(2, |(fewest, _)| fewest));
    let chosen = Setup { settings: asked.set.clone().into_iter().collect(), ..fewest };
    if let Err(LoadError::Error(error)) = rules.game(&chosen) {
        return Err(error.message);
    }
    let all = settings(files, rules, None)?;
    let changed = |kind: &str, column: &str| {
        let own = all.iter().filter(|one| one.kind == kind);
        let rows = own.filter_map(|one| Some(format!("  | {} | {} |\n", one.name, asked.set.get(&one.name)?)));
        let rows: String = rows.collect();
        let table = format!("\nchange {kind}s\n  | name | {column} |\n{rows}");
        if rows.is_empty() { String::new() } else { table }
    };
    let (settings, rulings) = (changed("setting", "value"), changed("ruling", "answer"));
    let over = asked.over.as_ref().map_or_else(String::new, |over| format!(" over {over}"));
    let head = format!("variant {} \"{title}\" of {}{over}, house rules\n", asked.name, rules.name());
    let first = all.iter().find(|one| one.kind == "setting").filter(|_| asked.set.is_empty());
    let example = first.map(example).unwrap_or_default();
    Ok(format(&format!("{head}{settings}{rulings}{example}")).text)
}

/// A comment that shows how a variant changes this setting.
fn example(SwitchShown { name, value, .. }: &SwitchShown) -> String {
    let width = name.len().max("name".len());
    let row = |cell: &str, value: &str| format!("#   | {cell:width$} | {value:>5} |\n");
    let table = [row("name", "value"), row(name, value)].concat();
    format!("\n# Remove `# ` from each line below, and write another value than now.\n# change settings\n{table}")
}

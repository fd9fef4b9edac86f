//! `tavola cards`: tables of kinds as CSV files for a spreadsheet, and back.

use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, Writer};

use super::args::{CardsArgs, CheckFormat};
use super::check;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::folders::{self, shell};
use super::paint::{clean, count};
use super::unified;
use tavola_game::{Error, GameFolder, Shelf};
use tavola_ide::{RowChange, WrittenTable, cell_at, written_tables};
use tavola_lab::{self as play, CheckedGame, check_shelf, whole};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{self, Sources};

/// Extension of the files.
const CSV: &str = "csv";

/// Runs the verb.
///
/// # Errors
/// If the game has no tables, a file cannot be read or written, or its rows do not fit.
pub(crate) fn run(args: &CardsArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(&args.path)?;
    let game = play::read_all(&folder)?;
    let tables = written_tables(&game);
    if tables.is_empty() {
        return Err(Stop::usage(format!("`{}` has no kind with a table of columns", folder.display())));
    }
    match (&args.csv, &args.from) {
        (Some(target), _) => write(&tables, args.kind.as_deref(), target, console),
        (_, Some(source)) => take(args, (&folder, &game, &tables), source, console),
        _ => list(&tables, console),
    }
}

fn list(tables: &[WrittenTable], console: &mut Console) -> VerbResult {
    for table in tables {
        let rows = count(table.rows.len() as u64, "row");
        console.say(clean(&format!("{}: {rows}; {} ({})", table.kind, table.columns.join(", "), table.file)))?;
    }
    Ok(Exit::Fine)
}

/// The table that is meant.
fn wanted<'t>(tables: &'t [WrittenTable], kind: Option<&str>) -> Result<&'t WrittenTable, Stop> {
    let all = || tables.iter().map(|table| table.kind.as_str()).collect::<Vec<_>>().join(", ");
    match (kind, tables) {
        (Some(kind), _) => {
            let found = tables.iter().find(|table| table.kind == kind);
            found.ok_or_else(|| Stop::usage(format!("there is no table of a kind `{kind}`; kinds: {}", all())))
        }
        (None, [only]) => Ok(only),
        (None, _) => {
            let advice = "add --kind, or name a folder, with `/` at its end";
            Err(Stop::usage(format!("several kinds have a table: {advice}; kinds: {}", all())))
        }
    }
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

fn write(tables: &[WrittenTable], kind: Option<&str>, target: &Path, console: &mut Console) -> VerbResult {
    if target.as_os_str() == "-" {
        console.write(&rendered(wanted(tables, kind)?)?)?;
        return Ok(Exit::Fine);
    }
    let files: Vec<(PathBuf, &WrittenTable)> = match (is_folder(target), kind) {
        (false, kind) => vec![(target.to_owned(), wanted(tables, kind)?)],
        (true, Some(kind)) => vec![(file_of(target, kind), wanted(tables, Some(kind))?)],
        (true, None) => tables.iter().map(|table| (file_of(target, &table.kind), table)).collect(),
    };
    if is_folder(target) {
        std::fs::create_dir_all(target).map_err(|error| Error::unwritten("create", target, &error))?;
    }
    for (file, table) in files {
        let text = rendered(table)?;
        let _writing = whole::writing();
        whole::write(&file, &text).map_err(|error| Error::unwritten("write", &file, &error))?;
        console.note(format!("wrote `{}`: {}", file.display(), count(table.rows.len() as u64, "row")));
    }
    Ok(Exit::Fine)
}

fn file_of(folder: &Path, kind: &str) -> PathBuf {
    folder.join(kind).with_extension(CSV)
}

fn rendered(table: &WrittenTable) -> Result<String, Stop> {
    let mut writer = Writer::from_writer(Vec::new());
    let rows = std::iter::once(&table.columns).chain(&table.rows);
    let result = rows.into_iter().try_for_each(|row| writer.write_record(row));
    let ours = |error: String| Stop::ours(format!("a table cannot be written as CSV: {error}"));
    result.map_err(|error| ours(error.to_string()))?;
    let bytes = writer.into_inner().map_err(|error| ours(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| ours(error.to_string()))
}

/// The table of a file: the one that is named, the one that the file is named after, or the only one with all columns of its heading.
fn table_of<'t>(tables: &'t [WrittenTable], args: &CardsArgs, file: &Path) -> Result<&'t WrittenTable, Stop> {
    let named = file.file_stem().and_then(|stem| stem.to_str());
    let named = named.filter(|stem| tables.iter().any(|table| table.kind == *stem));
    if let Some(kind) = args.kind.as_deref().or(named) {
        return wanted(tables, Some(kind));
    }
    let (heading, _) = read(file)?;
    let fits = |table: &&WrittenTable| heading.iter().all(|column| table.columns.contains(column));
    match tables.iter().filter(fits).collect::<Vec<_>>().as_slice() {
        [only] => Ok(only),
        _ if tables.len() == 1 => Ok(&tables[0]),
        fitting => {
            let kinds = if fitting.is_empty() { tables.iter().collect() } else { fitting.to_vec() };
            let command = |table: &&WrittenTable| {
                format!("`tavola cards {} --from {} --kind {}`", shell(&args.path), shell(file), table.kind)
            };
            let all = kinds.iter().map(command).collect::<Vec<_>>().join(", ");
            Err(Stop::usage(format!("the heading of `{}` does not tell the kind: {all}", file.display())))
        }
    }
}

/// The files to read, each with its table.
fn sources<'t>(
    tables: &'t [WrittenTable],
    args: &CardsArgs,
    source: &Path,
) -> Result<Vec<(PathBuf, &'t WrittenTable)>, Stop> {
    if !source.is_dir() {
        return Ok(vec![(source.to_owned(), table_of(tables, args, source)?)]);
    }
    let kind = args.kind.as_deref();
    let of_kind = |table: &&WrittenTable| kind.is_none_or(|kind| table.kind == kind);
    let all = tables.iter().filter(of_kind).map(|table| (file_of(source, &table.kind), table));
    let all: Vec<_> = all.filter(|(file, _)| file.is_file()).collect();
    match all.is_empty() {
        true => Err(Stop::usage(format!("`{}` has no file that is named after a kind of the game", source.display()))),
        false => Ok(all),
    }
}

/// The heading and the rows of a file. The first row stands in its second line; lines that are blank are empty rows.
fn read(file: &Path) -> Result<(Vec<String>, Vec<Vec<String>>), Stop> {
    let text = text::read(file).map_err(Error::new)?;
    let text = text.trim_start_matches('\u{feff}');
    let heading = text.lines().next().unwrap_or_default();
    let separator = [b';', b'\t'].into_iter().find(|separator| heading.as_bytes().contains(separator)).unwrap_or(b',');
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    let (mut heading, mut rows) = (None, Vec::new());
    // The reader skips blank lines without counting them.
    let (mut at, mut line) = (0, 1);
    for row in reader.records() {
        let row = row.map_err(|error| Stop::usage(format!("`{}` is no CSV file: {error}", file.display())))?;
        let start = row.position().map_or(at, |position| position.byte() as usize);
        let start = text.len() - text[start..].trim_start_matches(['\r', '\n']).len();
        line += text[at..start].matches('\n').count();
        at = start;
        let cells: Vec<String> = row.iter().map(str::to_owned).collect();
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if heading.is_none() {
            heading = Some(cells);
            continue;
        }
        rows.resize(rows.len().max(line.saturating_sub(2)), Vec::new());
        rows.push(cells);
    }
    let heading = heading.ok_or_else(|| Stop::usage(format!("`{}` has no heading", file.display())))?;
    if let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| row.len() > heading.len()) {
        let (row, at) = (row.len(), at + 2);
        return Err(Stop::usage(format!(
            "`{}`, row {at}: {row} cells below {} columns",
            file.display(),
            heading.len()
        )));
    }
    Ok((heading, rows))
}

type OpenedTables<'a> = (&'a Path, &'a GameFolder, &'a [WrittenTable]);

fn take(
    args: &CardsArgs,
    (folder, before, tables): OpenedTables<'_>,
    source: &Path,
    console: &mut Console,
) -> VerbResult {
    let (mut after, mut changed, mut sheets) = (before.clone(), false, Vec::new());
    for (file, table) in sources(tables, args, source)? {
        let (columns, rows) = read(&file)?;
        // A table before this one in the same file may have moved it.
        let now = written_tables(&after).into_iter().find(|now| now.kind == table.kind);
        let now = now.ok_or_else(|| Stop::ours(format!("the table of `{}` is lost", table.kind)))?;
        let (next, changes) = now
            .with_rows(&after, (&columns, &rows))
            .map_err(|error| Stop::usage(format!("`{}`: {error}", file.display())))?;
        changed |= !changes.is_empty();
        report(&table.kind, &changes, console)?;
        after = next;
        sheets.push(ImportedFile { file, kind: table.kind.clone(), columns, rows });
    }
    if args.diff {
        for (file, texts) in play::changed_texts(before, &after) {
            unified::print(&folder.join(file).display().to_string(), texts, "edited", console)?;
        }
    }
    let checked = |game: &GameFolder| check_shelf(Shelf::Memory(game), None, None);
    if !changed {
        return Ok(Exit::Fine);
    }
    let next = checked(&after)?;
    if next.is_broken() || next.has_new_errors(&checked(before)?) {
        show_errors(&next, &sheets, console)?;
        return Err(Stop { exit: Exit::Findings, message: Some("nothing was written".to_owned()) });
    }
    if args.diff {
        return Ok(Exit::Findings);
    }
    play::write_fixed(folder, before, &after)?;
    Ok(Exit::Fine)
}

/// A file that was read.
struct ImportedFile {
    file: PathBuf,
    kind: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl ImportedFile {
    /// Number of the row that has this name in its column `first`. The heading is row 1.
    fn row(&self, first: &str, name: &str) -> Option<usize> {
        let place = self.columns.iter().position(|column| column.trim() == first)?;
        let is_it = |cells: &Vec<String>| cells.get(place).is_some_and(|cell| cell.trim() == name);
        self.rows.iter().position(is_it).map(|at| at + 2)
    }
}

/// Prints the errors by rows and columns of the files. If one is elsewhere, all of them follow by lines of the rules.
fn show_errors(game: &CheckedGame, sheets: &[ImportedFile], console: &mut Console) -> Result<(), Stop> {
    let mut is_elsewhere = false;
    for layer in &game.layers {
        for error in layer.findings.iter().filter(|finding| finding.is_error()) {
            match in_sheet(error, &layer.sources, sheets) {
                Some(line) => console.say(clean(&line))?,
                None => is_elsewhere = true,
            }
        }
    }
    if is_elsewhere { check::show(game, CheckFormat::Pretty, console).map(drop) } else { Ok(()) }
}

/// An error by its row and column in a file: `Order.csv, row 2 (`o1`), `points`: `1,5` is not a whole number`. `None` if it is elsewhere.
fn in_sheet(error: &Diagnostic, sources: &Sources, sheets: &[ImportedFile]) -> Option<String> {
    let cell = cell_at(sources.whole(error.span.source), error.span.start as usize)?;
    let (sheet, row) = sheets
        .iter()
        .filter(|sheet| sheet.kind == cell.kind)
        .find_map(|sheet| Some((sheet, sheet.row(&cell.first, &cell.row)?)))?;
    let column = cell.column.map_or_else(String::new, |column| format!(", `{column}`"));
    let help = error.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
    let why = match cell.wants_number {
        true => format!("`{}` is not a whole number", cell.text),
        false => format!("{}{help}", error.message),
    };
    Some(format!("{}, row {row} (`{}`){column}: {why}", sheet.file.display(), cell.row))
}

/// Prints the changes of a table: `+` a new row, `-` a row that is gone, `~` a changed cell.
fn report(kind: &str, changes: &[RowChange], console: &mut Console) -> Result<(), Stop> {
    if changes.is_empty() {
        return console.say(clean(&format!("{kind}: unchanged")));
    }
    console.say(clean(&format!("{kind}: {}", count(changes.len() as u64, "change"))))?;
    for change in changes {
        let or_empty = |cell: &str| if cell.is_empty() { "(empty)".to_owned() } else { cell.to_owned() };
        console.say(clean(&match change {
            RowChange::Added(row) => format!("  + {row}"),
            RowChange::Removed(row) => format!("  - {row}"),
            RowChange::Changed { row, column, before, after } => {
                format!("  ~ {row}, {column}: {} -> {}", or_empty(before), or_empty(after))
            }
            RowChange::Reordered => "  rows are in another order".to_owned(),
        }))?;
    }
    Ok(())
}

//! The keys of the seats, and the file beside the record that keeps them: links stay the same when a server ends.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::error::ServeError;
use tavola_game::Error;
use tavola_lab::whole;

/// What a key opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chair {
    /// The seat of this player, counted from 0.
    Player(usize),
    /// A chair beside the table, for all who watch.
    Watch,
    /// What whoever has opened the table may have: the record.
    Host,
}

/// A chair and its key.
pub(super) type ChairKey = (Chair, String);

/// How long a key is: 128 bits, as hexadecimal digits.
const DIGITS: usize = 32;

/// The keys of a table. Where its record is written to a file, they are kept beside it; a game that is gone on with has those
/// that it had, a new one never has those of an earlier game.
///
/// # Errors
/// When the file is not what was written, may be read by others, or cannot be written; when there are no random numbers.
pub(super) fn of(record: Option<&Path>, resumed: bool, seats: usize) -> Result<Vec<ChairKey>, ServeError> {
    let Some(file) = record.map(beside) else { return fresh(seats) };
    match fs::read_to_string(&file) {
        Ok(text) if resumed => return kept(&file, &text, seats),
        Ok(text) if !text.lines().all(is_key) => return Err(wrong(&file, "no table has written this")),
        Ok(_) => fs::remove_file(&file).map_err(|error| wrong(&file, &error.to_string()))?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(wrong(&file, &error.to_string())),
    }
    let keys = fresh(seats)?;
    let unwritten = |error| ServeError::Keys(Error::unwritten("keep the links of the table in", &file, &error));
    write(&file, &keys).map_err(unwritten)?;
    Ok(keys)
}

/// Writes the keys anew where somebody has taken their file away: at the next opening the links would else be others.
pub(super) fn tend(record: &Path, keys: &[ChairKey]) {
    let file = beside(record);
    if record.exists() && !file.exists() {
        // It is looked after again in a second.
        let _ = write(&file, keys);
    }
}

/// `game.yaml.keys` for `game.yaml`.
fn beside(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".keys");
    name.into()
}

/// All chairs of a table.
fn chairs(seats: usize) -> impl Iterator<Item = Chair> {
    (0..seats).map(Chair::Player).chain([Chair::Watch, Chair::Host])
}

/// A key for each chair: from the system.
fn fresh(seats: usize) -> Result<Vec<ChairKey>, ServeError> {
    chairs(seats).map(|chair| Ok((chair, random().map_err(none)?))).collect()
}

/// A number for this opening of a table: pages of an earlier one, or of another table, have others. It has 28 bits, the first of
/// them set: with the 24 of a page's own a script still counts exactly, and all numbers of pages are equally long.
pub(super) fn opening() -> Result<u64, ServeError> {
    let random = random().map_err(none)?;
    Ok(u64::from_str_radix(&random[..OPENING_DIGITS], 16).unwrap_or_default() | FIRST_BIT)
}

fn none(error: getrandom::Error) -> ServeError {
    ServeError::system("no random numbers", &error)
}

/// How long such a number is, as hexadecimal digits.
const OPENING_DIGITS: usize = 7;
const FIRST_BIT: u64 = 1 << 27;

/// A key that nobody guesses.
pub(super) fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0u8; DIGITS / 2];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether two keys are the same. Each is compared to its end: how long it takes tells nothing.
pub(super) fn same(own: &str, other: &str) -> bool {
    own.len() == other.len() && own.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// The keys of a file: a line for each seat in order, then those who watch, then the host.
fn kept(file: &Path, text: &str, seats: usize) -> Result<Vec<ChairKey>, ServeError> {
    if is_open(file) {
        return Err(wrong(file, "others may read the keys of this table"));
    }
    let keys: Vec<&str> = text.lines().filter(|line| is_key(line)).collect();
    let alike = keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key));
    if keys.len() != seats + 2 || text.lines().count() != keys.len() || alike {
        return Err(wrong(file, &format!("not {} keys, one a line", seats + 2)));
    }
    Ok(chairs(seats).zip(keys.into_iter().map(ToOwned::to_owned)).collect())
}

pub(super) fn is_key(line: &str) -> bool {
    line.len() == DIGITS && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether anybody but the owner may read or write the file.
#[cfg(unix)]
fn is_open(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}

/// Writes a new file that its owner alone can read: all of it or, where the program is killed or the disk is full, none.
fn write(file: &Path, keys: &[ChairKey]) -> std::io::Result<()> {
    let text: String = keys.iter().map(|(_, key)| format!("{key}\n")).collect();
    whole::create_private(file, &text)
}

fn wrong(file: &Path, what: &str) -> ServeError {
    ServeError::Keys(Error::new(format!("`{}`: {what}; move it away, and the table gets new links", file.display())))
}

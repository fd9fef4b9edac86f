//! Keys of the seats, and the file beside the record that stores them, so that links survive a restart of the server.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::error::ServeError;
use tavola_game::Error;
use tavola_lab::table::key_file;
use tavola_lab::whole;

/// A chair that a key opens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Chair {
    /// The seat of this player, counted from 0.
    Player(usize),
    /// The spectators' chair.
    Spectator,
    /// The host's page, with the record. For the person who opened the table.
    Host,
}

impl Chair {
    /// The player who sits here. None for spectators and the host.
    pub(super) fn player(self) -> Option<usize> {
        match self {
            Self::Player(player) => Some(player),
            Self::Spectator | Self::Host => None,
        }
    }
}

/// A chair and its key.
pub(super) type ChairKey = (Chair, String);

/// Length of a key: 128 bits as hexadecimal digits.
const KEY_DIGITS: usize = 32;

/// Returns the keys of a table. They are stored beside its record file, if there is one.
/// A resumed game keeps its keys. A new game never has those of an earlier game.
///
/// # Errors
/// If the file is malformed, readable by others or not writable, or if there are no random numbers.
pub(super) fn for_table(record: Option<&Path>, resumed: bool, seats: usize) -> Result<Vec<ChairKey>, ServeError> {
    let Some(file) = record.map(key_file) else { return generate(seats) };
    match fs::read_to_string(&file) {
        Ok(text) if resumed => return parse(&file, &text, seats),
        Ok(text) if !text.lines().all(is_key) => return Err(malformed(&file, "this is not a key file")),
        Ok(_) => fs::remove_file(&file).map_err(|error| malformed(&file, &error.to_string()))?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(malformed(&file, &error.to_string())),
    }
    let keys = generate(seats)?;
    let unwritten = |error| ServeError::Keys(Error::unwritten("keep the links of the table in", &file, &error));
    write(&file, &keys).map_err(unwritten)?;
    Ok(keys)
}

/// Writes the keys again if their file was removed. The links would differ at the next opening otherwise.
pub(super) fn restore(record: &Path, keys: &[ChairKey]) {
    let file = key_file(record);
    if record.exists() && !file.exists() {
        // A failed write is tried again after a second.
        let _ = write(&file, keys);
    }
}

/// All chairs of a table.
fn chairs(seats: usize) -> impl Iterator<Item = Chair> {
    (0..seats).map(Chair::Player).chain([Chair::Spectator, Chair::Host])
}

/// A random key for each chair.
fn generate(seats: usize) -> Result<Vec<ChairKey>, ServeError> {
    chairs(seats).map(|chair| Ok((chair, generate_key()?))).collect()
}

/// A random key.
pub(super) fn generate_key() -> Result<String, ServeError> {
    random_hex().map_err(no_entropy)
}

/// Random number of an opening of a table, the upper part of the numbers of its pages. It has 28 bits, the highest set.
/// With the 24 bits that count pages it is an exact integer in JavaScript, and all numbers have the same length.
pub(super) fn opening_number() -> Result<u64, ServeError> {
    let random = random_hex().map_err(no_entropy)?;
    Ok(u64::from_str_radix(&random[..OPENING_DIGITS], 16).unwrap_or_default() | FIRST_BIT)
}

/// Random seed of a game, which nobody can guess: a whole number that JSON keeps exactly.
///
/// # Errors
/// If there are no random numbers.
pub fn secret_seed() -> Result<u64, ServeError> {
    let random = random_hex().map_err(no_entropy)?;
    Ok(u64::from_str_radix(&random[..SEED_DIGITS], 16).unwrap_or_default())
}

/// Length of a seed in hexadecimal digits: 52 bits.
const SEED_DIGITS: usize = 13;

fn no_entropy(error: getrandom::Error) -> ServeError {
    ServeError::system("random numbers are not available", &error)
}

/// Length of an opening's number in hexadecimal digits.
const OPENING_DIGITS: usize = 7;
const FIRST_BIT: u64 = 1 << 27;

/// Returns a random key.
pub(super) fn random_hex() -> Result<String, getrandom::Error> {
    let mut bytes = [0u8; KEY_DIGITS / 2];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// True if two keys are the same. Compares in constant time, so the response time reveals nothing.
pub(super) fn is_equal(own: &str, other: &str) -> bool {
    own.len() == other.len() && own.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Parses a key file: a line for each seat in order, one for spectators, one for the host.
fn parse(file: &Path, text: &str, seats: usize) -> Result<Vec<ChairKey>, ServeError> {
    if is_shared(file) {
        return Err(malformed(file, "other users can read the keys of this table"));
    }
    let keys: Vec<&str> = text.lines().filter(|line| is_key(line)).collect();
    let alike = keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key));
    if keys.len() != seats + 2 || text.lines().count() != keys.len() || alike {
        return Err(malformed(file, &format!("it must hold {} keys, one a line", seats + 2)));
    }
    Ok(chairs(seats).zip(keys.into_iter().map(ToOwned::to_owned)).collect())
}

pub(super) fn is_key(line: &str) -> bool {
    line.len() == KEY_DIGITS && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// True if anyone but the owner may read or write the file.
#[cfg(unix)]
fn is_shared(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_shared(_: &Path) -> bool {
    false
}

/// Writes a new file that only its owner can read. Atomic: nothing is left if the program is killed or the disk is full.
fn write(file: &Path, keys: &[ChairKey]) -> std::io::Result<()> {
    let text: String = keys.iter().map(|(_, key)| format!("{key}\n")).collect();
    whole::create_private(file, &text)
}

fn malformed(file: &Path, what: &str) -> ServeError {
    ServeError::Keys(Error::new(format!("`{}`: {what}; move it away to get new links", file.display())))
}

//! Names of the cells of a board: letters for the column, a number for the row, as in `a1`, `k11`, `aa3`.

/// Name of the cell at `column` and `row`, both counted from 1.
pub fn cell_name(column: u32, row: u32) -> String {
    format!("{}{row}", letters(column.saturating_sub(1)))
}

/// Column and row of a cell name, both counted from 1; `None` if the name cannot be one.
pub fn read_cell(name: &str) -> Option<(u32, u32)> {
    let digits = name.find(|c: char| !c.is_ascii_lowercase())?;
    let (letters, row) = name.split_at(digits);
    if !(1..=2).contains(&letters.len()) || row.starts_with('0') || !row.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let column = letters.bytes().fold(0, |column, letter| column * 26 + u32::from(letter - b'a') + 1);
    row.parse().ok().map(|row| (column, row))
}

/// Letters of a column, counted from 0: a, b, .., z, aa, ab, ..
fn letters(column: u32) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    if column < 26 { letter.to_string() } else { format!("{}{letter}", letters(column / 26 - 1)) }
}

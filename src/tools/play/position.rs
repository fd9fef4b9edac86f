//! A position drawn from a view, for any game: players in one table, indexed places in tables of their own, the rest in
//! lines. What the viewer cannot see is a number.

use crate::game::{PlaceView, View};
use crate::tools::grid::{self, Grid};
use crate::tools::paint::{Paint, clean};

/// Cells up to this width stand in the players' table; longer ones get lines of their own.
const CELL: usize = 14;
/// Tables with more rows leave the empty ones out.
const ROWS: usize = 8;

/// Draws it. `names` are the seats' names.
pub(super) fn draw(view: &View, names: &[String], paint: Paint, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut players = Players::new(names, view);
    let mut single: Vec<(String, String)> = Vec::new();
    for group in groups(view) {
        let name = words(&group[0].place);
        if group.len() == 1 && group[0].index.is_empty() {
            single.push((name, contents(group[0])));
        } else if group
            .iter()
            .all(|p| matches!(p.index.as_slice(), [one] if names.contains(one)))
        {
            players.place(&name, &group);
        } else {
            table(&name, &group, paint, width, &mut lines);
        }
    }
    values(view, names, &mut single);
    players.draw(paint, width, &mut lines);
    let single: Vec<(String, String)> = single.into_iter().filter(|(_, what)| !what.is_empty()).collect();
    let widest = single.iter().map(|(name, _)| grid::width(name)).max().unwrap_or(0);
    for (name, what) in single {
        let gap = " ".repeat(widest - grid::width(&name));
        listed(
            &format!("{}{gap}  ", paint.bold(&name)),
            widest + 2,
            &what,
            width,
            &mut lines,
        );
    }
    lines
}

/// Places of one name, in the order of the rules.
fn groups(view: &View) -> Vec<Vec<&PlaceView>> {
    let mut groups: Vec<Vec<&PlaceView>> = Vec::new();
    for place in &view.places {
        match groups.iter_mut().find(|g| g[0].place == place.place) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}

/// What lies at a place, in words: `3x Doge card, Bridge card`, `5 hidden`; empty if there is nothing.
fn contents(place: &PlaceView) -> String {
    let thing = |(_, shown, n): &(String, String, u32)| {
        if *n == 1 {
            clean(shown)
        } else {
            format!("{n}x {}", clean(shown))
        }
    };
    let seen = place.things.iter().map(thing).collect::<Vec<_>>().join(", ");
    match (place.open, place.total) {
        (_, None) if seen.is_empty() => "without end".to_string(),
        (true, _) | (_, Some(0)) => seen,
        (false, total) => {
            let known: u32 = place.things.iter().map(|t| t.2).sum();
            let hidden = total.map_or_else(String::new, |t| format!("{} hidden", t.saturating_sub(known)));
            if seen.is_empty() {
                hidden
            } else {
                format!("{seen} and {hidden}")
            }
        }
    }
}

/// Rows: places; columns: what lies there, things of one sort beside each other.
fn table(name: &str, group: &[&PlaceView], paint: Paint, width: usize, lines: &mut Vec<String>) {
    let full = |p: &PlaceView| p.total != Some(0);
    let rows: Vec<&PlaceView> = group
        .iter()
        .copied()
        .filter(|p| group.len() <= ROWS || full(p))
        .collect();
    let empty = group.len() - rows.len();
    if !group.iter().any(|p| full(p)) {
        return;
    }
    let mut sorts: Vec<(&str, &str)> = Vec::new();
    for (notation, shown, _) in group.iter().flat_map(|p| &p.things) {
        if !sorts.iter().any(|(n, _)| n == notation) {
            sorts.push((notation, shown));
        }
    }
    let found = sorts.clone();
    sorts.sort_by_key(|(notation, _)| (first_of_sort(&found, notation), notation.to_string()));
    let open = group.iter().all(|p| p.open);
    let drawn = if open { counted(name, &rows, &sorts) } else { Vec::new() };
    if !open || drawn.iter().any(|line| grid::width(line) > width) {
        lines.push(paint.bold(name));
        let widest = rows.iter().map(|p| grid::width(&row_name(p))).max().unwrap_or(0);
        for place in rows.iter().filter(|p| full(p)) {
            let head = row_name(place);
            let gap = " ".repeat(widest - grid::width(&head));
            listed(&format!("  {head}{gap}  "), widest + 4, &contents(place), width, lines);
        }
    } else {
        lines.extend(
            drawn
                .iter()
                .enumerate()
                .map(|(at, line)| if at == 0 { paint.bold(line) } else { line.clone() }),
        );
    }
    if empty > 0 {
        lines.push(paint.dim(&format!("  ({empty} more are empty)")));
    }
    lines.push(String::new());
}

/// The table itself: two head lines (sort, owner) if the things have owners.
fn counted(name: &str, rows: &[&PlaceView], sorts: &[(&str, &str)]) -> Vec<String> {
    let mut grid = Grid::new();
    let heads: Vec<(String, String)> = sorts.iter().map(|s| head(s)).collect();
    let first = heads.iter().enumerate().map(|(at, h)| {
        let again = at > 0 && !h.1.is_empty() && heads[at - 1].0 == h.0;
        if again { String::new() } else { h.0.clone() }
    });
    grid.row(std::iter::once(name.to_string()).chain(first));
    if heads.iter().any(|h| !h.1.is_empty()) {
        grid.row(std::iter::once(String::new()).chain(heads.iter().map(|h| h.1.clone())));
    }
    for place in rows {
        let cell = |sort: &(&str, &str)| {
            let n: u32 = place.things.iter().filter(|t| t.0 == sort.0).map(|t| t.2).sum();
            if n == 0 { ".".to_string() } else { n.to_string() }
        };
        grid.row(std::iter::once(format!("  {}", row_name(place))).chain(sorts.iter().map(cell)));
    }
    grid.lines("")
}

/// The two head lines of a thing: `aristocrat[anna]` is `aristocrat` over `anna`; others stand as players read them.
fn head(sort: &(&str, &str)) -> (String, String) {
    match sort
        .0
        .split_once('[')
        .and_then(|(base, rest)| Some((base, rest.strip_suffix(']')?)))
    {
        Some((base, owner)) => (words(base), words(owner)),
        None => (clean(sort.1), String::new()),
    }
}

/// Where the first thing of the same sort stands.
fn first_of_sort(sorts: &[(&str, &str)], notation: &str) -> usize {
    let base = |n: &'_ str| n.split('[').next().map(str::to_string);
    sorts.iter().position(|(n, _)| base(n) == base(notation)).unwrap_or(0)
}

fn row_name(place: &PlaceView) -> String {
    let shown = if place.shown.is_empty() {
        &place.index
    } else {
        &place.shown
    };
    clean(&shown.join(" "))
}

/// Tracks and memory that belong to no player.
fn values(view: &View, names: &[String], single: &mut Vec<(String, String)>) {
    let tracks = view.tracks.iter().map(|t| (&t.name, &t.index, t.value.to_string()));
    let memory = view.memory.iter().map(|m| (&m.name, &m.index, m.value.clone()));
    for (name, index, value) in tracks.chain(memory) {
        if of_player(index, names).is_some() {
            continue;
        }
        let name = words(name);
        let value = if index.is_empty() {
            clean(&value)
        } else {
            format!("{} {}", clean(&index.join(" ")), clean(&value))
        };
        match single.iter_mut().find(|(n, _)| *n == name) {
            Some((_, all)) => *all = format!("{all}, {value}"),
            None => single.push((name, value)),
        }
    }
}

fn of_player(index: &[String], names: &[String]) -> Option<usize> {
    if let [one] = index {
        names.iter().position(|n| n == one)
    } else {
        None
    }
}

/// The players' table: a column for each track, memory and place that is indexed by players alone.
struct Players<'a> {
    names: &'a [String],
    columns: Vec<(String, Vec<String>)>,
}

impl<'a> Players<'a> {
    fn new(names: &'a [String], view: &View) -> Self {
        let mut players = Self {
            names,
            columns: Vec::new(),
        };
        let tracks = view.tracks.iter().map(|t| (&t.name, &t.index, t.value.to_string()));
        let memory = view.memory.iter().map(|m| (&m.name, &m.index, m.value.clone()));
        for (name, index, value) in tracks.chain(memory) {
            if let Some(seat) = of_player(index, names) {
                players.set(&words(name), seat, clean(&value));
            }
        }
        players
    }

    fn set(&mut self, column: &str, seat: usize, cell: String) {
        let at = self.columns.iter().position(|c| c.0 == column).unwrap_or_else(|| {
            self.columns
                .push((column.to_string(), vec![String::new(); self.names.len()]));
            self.columns.len() - 1
        });
        self.columns[at].1[seat] = cell;
    }

    fn place(&mut self, name: &str, group: &[&PlaceView]) {
        if group.iter().all(|p| p.total == Some(0)) {
            return;
        }
        for place in group {
            if let Some(seat) = of_player(&place.index, self.names) {
                self.set(name, seat, contents(place));
            }
        }
    }

    fn draw(&self, paint: Paint, width: usize, lines: &mut Vec<String>) {
        let short = |c: &&(String, Vec<String>)| c.1.iter().all(|cell| grid::width(cell) <= CELL);
        let mut table = Grid::new();
        let columns: Vec<&(String, Vec<String>)> = self.columns.iter().filter(short).collect();
        table.row(std::iter::once("players").chain(columns.iter().map(|c| c.0.as_str())));
        for (seat, name) in self.names.iter().enumerate() {
            table.row(std::iter::once(format!("  {name}")).chain(columns.iter().map(|c| c.1[seat].clone())));
        }
        if !columns.is_empty() {
            let drawn = table.lines("");
            lines.extend(
                drawn
                    .iter()
                    .enumerate()
                    .map(|(at, l)| if at == 0 { paint.bold(l) } else { l.clone() }),
            );
            lines.push(String::new());
        }
        let widest = self.names.iter().map(|n| grid::width(n)).max().unwrap_or(0);
        for (name, cells) in self.columns.iter().filter(|c| !short(c)) {
            lines.push(paint.bold(name));
            for (owner, cell) in self.names.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
                let gap = " ".repeat(widest - grid::width(owner));
                listed(&format!("  {owner}{gap}  "), widest + 4, cell, width, lines);
            }
            lines.push(String::new());
        }
    }
}

/// A head and a text beside it, broken into lines.
fn listed(head: &str, indent: usize, text: &str, width: usize, lines: &mut Vec<String>) {
    let wrapped = grid::wrap(text, width, &" ".repeat(indent));
    for (at, line) in wrapped.into_iter().enumerate() {
        lines.push(if at == 0 {
            format!("{head}{}", line.trim_start())
        } else {
            line
        });
    }
}

/// A name of the rules as words: `limit_deck` is `limit deck`.
fn words(name: &str) -> String {
    clean(name).replace('_', " ")
}

//! Routing of links around boxes, and placement of signs on them.

use petgraph::algo::astar;
use petgraph::graph::UnGraph;

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) below: i64,
}

/// Minimum distance between a link and a box that it does not join.
const ROOM: i64 = 6;
/// Number of steps in which a link is examined.
const SAMPLES: usize = 128;
/// Bends of a link to either side, smallest first. If none is enough, the link goes around corners.
const BENDS: [i64; 11] = [0, 40, -40, 80, -80, 120, -120, 160, -160, 200, -200];

/// Budget of box tests for all links of a board: some seconds of work.
const PATIENCE: u64 = 300_000_000;

/// Rest of the budget for the links of a board. Beyond it, links run straight, and signs stand in their middle.
pub(super) struct Patience(u64);

impl Patience {
    pub(super) fn new() -> Self {
        Self(PATIENCE)
    }

    /// True if the budget allows this much more, which is then spent.
    fn lasts(&mut self, looks: usize) -> bool {
        let left = self.0.checked_sub(looks as u64);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

impl Rect {
    pub(super) fn around((x, y): (i64, i64), (wide, high): (i64, i64)) -> Self {
        let (left, top) = (x - wide / 2, y - high / 2);
        Self { left, top, right: left + wide, below: top + high }
    }

    fn middle(&self) -> (i64, i64) {
        (i64::midpoint(self.left, self.right), i64::midpoint(self.top, self.below))
    }

    /// True if both are at least this far apart.
    pub(super) fn is_beside(&self, other: &Self, room: i64) -> bool {
        self.right + room <= other.left || other.right + room <= self.left
    }

    /// The rectangle, larger by this much on each side.
    fn grown(&self, room: i64) -> Self {
        Self { left: self.left - room, top: self.top - room, right: self.right + room, below: self.below + room }
    }

    fn corners(&self) -> [(i64, i64); 4] {
        [(self.left, self.top), (self.right, self.top), (self.right, self.below), (self.left, self.below)]
    }

    /// True if a straight line crosses its inside.
    fn is_crossed(&self, (x, y): (i64, i64), (to_x, to_y): (i64, i64)) -> bool {
        let (mut first, mut last) = (0.0, 1.0_f64);
        for (from, to, least, most) in [(x, to_x, self.left, self.right), (y, to_y, self.top, self.below)] {
            let (way, least, most) = ((to - from) as f64, (least - from) as f64, (most - from) as f64);
            if way == 0.0 {
                if least >= 0.0 || most <= 0.0 {
                    return false;
                }
                continue;
            }
            let (one, other) = (least / way, most / way);
            first = f64::max(first, one.min(other));
            last = last.min(one.max(other));
        }
        first < last
    }

    /// Area of the intersection.
    fn shares(&self, other: &Self) -> i64 {
        let wide = self.right.min(other.right) - self.left.max(other.left);
        let high = self.below.min(other.below) - self.top.max(other.top);
        wide.max(0) * high.max(0)
    }

    fn holds(&self, (x, y): (i64, i64), room: i64) -> bool {
        (self.left - room..self.right + room).contains(&x) && (self.top - room..self.below + room).contains(&y)
    }
}

/// A link from centre to centre: straight, bent towards a third point, or around corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// Bent towards the second point.
    Curve([(i64, i64); 3]),
    /// Straight from each point to the next.
    Polyline(Vec<(i64, i64)>),
}

impl Route {
    /// SVG path data.
    pub(super) fn path(&self) -> String {
        match self {
            Self::Curve([(x, y), (over_x, over_y), (to_x, to_y)]) => {
                format!("M{x} {y} Q{over_x} {over_y} {to_x} {to_y}")
            }
            Self::Polyline(points) => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
                format!("M{}", points.join(" L"))
            }
        }
    }

    /// Indexes of its sample points that lie behind no box.
    pub(super) fn seen(&self, boxes: &[Rect]) -> Vec<usize> {
        let points = self.points();
        (0..points.len()).filter(|at| boxes.iter().all(|area| !area.holds(points[*at], 0))).collect()
    }

    fn points(&self) -> Vec<(i64, i64)> {
        let part = |step: usize, of: usize| step as f64 / of as f64;
        match self {
            Self::Curve([from, over, to]) => {
                let at = |t: f64, a: i64, b: i64, c: i64| {
                    let rest = 1.0 - t;
                    (rest * rest * a as f64 + 2.0 * rest * t * b as f64 + t * t * c as f64).round() as i64
                };
                let point = |t| (at(t, from.0, over.0, to.0), at(t, from.1, over.1, to.1));
                (0..=SAMPLES).map(|step| point(part(step, SAMPLES))).collect()
            }
            Self::Polyline(corners) => {
                let each = SAMPLES / corners.len();
                let at = |t: f64, a: i64, b: i64| a + (t * (b - a) as f64).round() as i64;
                let line = |pair: &[(i64, i64)]| {
                    let (one, other) = (pair[0], pair[1]);
                    (0..=each)
                        .map(move |step| part(step, each))
                        .map(move |t| (at(t, one.0, other.0), at(t, one.1, other.1)))
                };
                corners.windows(2).flat_map(line).collect()
            }
        }
    }
}

/// The route between two boxes that runs behind no third one and stays in the picture: straight, else with the smallest bend, else the
/// shortest around corners. If there is none, the one with the shortest part behind others.
pub(super) fn route(
    from: usize,
    to: usize,
    boxes: &[Rect],
    (width, height): (i64, i64),
    patience: &mut Patience,
) -> Route {
    let (start, end) = (boxes[from].middle(), boxes[to].middle());
    let (dx, dy) = ((end.0 - start.0) as f64, (end.1 - start.1) as f64);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let bent = |bend: i64| {
        let aside =
            |from: i64, to: i64, part: f64| i64::midpoint(from, to) + (part / length * bend as f64).round() as i64;
        match bend {
            0 => Route::Polyline(vec![start, end]),
            _ => Route::Curve([start, (aside(start.0, end.0, -dy), aside(start.1, end.1, dx)), end]),
        }
    };
    if !patience.lasts(BENDS.len() * SAMPLES * boxes.len()) {
        return bent(0);
    }
    let others: Vec<Rect> =
        boxes.iter().enumerate().filter(|(at, _)| *at != from && *at != to).map(|(_, area)| *area).collect();
    let is_outside = |&(x, y): &(i64, i64)| !(0..=width).contains(&x) || !(0..=height).contains(&y);
    let is_bad = |point: &(i64, i64)| is_outside(point) || others.iter().any(|area| area.holds(*point, ROOM));
    let bad = |way: &Route| way.points().iter().filter(|point| is_bad(point)).count();
    let ways: Vec<(usize, Route)> = BENDS.into_iter().map(bent).map(|way| (bad(&way), way)).collect();
    let free = ways.iter().position(|(bad, _)| *bad == 0);
    // Every pair of corners is tested with every box.
    let corners = 4 * others.len() + 2;
    let mut round = || {
        let lasts = patience.lasts(corners * corners / 2 * others.len());
        lasts.then(|| shortest(start, end, &others, &|point| !is_outside(point))).flatten()
    };
    match free {
        Some(at) => ways.into_iter().nth(at).map(|(_, way)| way),
        None => round().or_else(|| ways.into_iter().min_by_key(|(bad, _)| *bad).map(|(_, way)| way)),
    }
    .unwrap_or_else(|| bent(0))
}

/// The shortest path around the corners of boxes, over allowed points.
fn shortest(
    start: (i64, i64),
    end: (i64, i64),
    boxes: &[Rect],
    is_allowed: &dyn Fn(&(i64, i64)) -> bool,
) -> Option<Route> {
    let walls: Vec<Rect> = boxes.iter().map(|area| area.grown(ROOM)).collect();
    let corners = walls.iter().flat_map(Rect::corners).filter(is_allowed);
    let points: Vec<(i64, i64)> = [start, end].into_iter().chain(corners).collect();
    let far = |one: usize, other: usize| {
        let (dx, dy) = (points[one].0 - points[other].0, points[one].1 - points[other].1);
        ((dx * dx + dy * dy) as f64).sqrt()
    };
    let is_free = |one: usize, other: usize| !walls.iter().any(|wall| wall.is_crossed(points[one], points[other]));
    let links = (0..points.len()).flat_map(|one| (one + 1..points.len()).map(move |other| (one, other)));
    let graph = UnGraph::<(), f64, usize>::from_edges(
        links.filter(|&(one, other)| is_free(one, other)).map(|(one, other)| (one, other, far(one, other))),
    );
    let (_, way) = astar(&graph, 0.into(), |at| at.index() == 1, |link| *link.weight(), |at| far(at.index(), 1))?;
    Some(Route::Polyline(way.into_iter().map(|at| points[at.index()]).collect()))
}

/// The upper left corner of a sign on a link: where it covers least of the taken areas, nearest to the middle of the visible part of the
/// link. The area of the sign is then taken, too. The first areas are boxes, which hide links.
pub(super) fn spot(
    way: &Route,
    size: (i64, i64),
    boxes: usize,
    taken: &mut Vec<Rect>,
    patience: &mut Patience,
) -> (i64, i64) {
    let points = way.points();
    if !patience.lasts(2 * SAMPLES * taken.len()) {
        let area = Rect::around(points[points.len() / 2], size);
        return (area.left, area.top);
    }
    let seen = way.seen(&taken[..boxes]);
    let middle = seen.get(seen.len() / 2).copied().unwrap_or(points.len() / 2);
    let mut near: Vec<usize> = if seen.is_empty() { vec![middle] } else { seen };
    near.sort_by_key(|at| at.abs_diff(middle));
    let lost = |area: &Rect| taken.iter().map(|other| area.shares(other)).sum::<i64>();
    let areas = near.iter().map(|at| Rect::around(points[*at], size));
    let area = areas.min_by_key(lost).unwrap_or_else(|| Rect::around(points[middle], size));
    taken.push(area);
    (area.left, area.top)
}

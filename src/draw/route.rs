//! How links run around boxes, and where on them there is room for what stands there.

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) below: i64,
}

/// So much room stays between a link and the box of another.
const ROOM: i64 = 6;
/// A link is looked at in so many steps.
const STEPS: usize = 48;
/// How far a link may be bent to either side, from the least.
const BENDS: [i64; 17] = [0, 40, -40, 80, -80, 120, -120, 160, -160, 200, -200, 260, -260, 320, -320, 400, -400];

impl Area {
    pub(super) fn around((x, y): (i64, i64), (wide, high): (i64, i64)) -> Self {
        let (left, top) = (x - wide / 2, y - high / 2);
        Self { left, top, right: left + wide, below: top + high }
    }

    fn middle(&self) -> (i64, i64) {
        (i64::midpoint(self.left, self.right), i64::midpoint(self.top, self.below))
    }

    /// Whether they lie side by side with so much room between them.
    pub(super) fn is_beside(&self, other: &Self, room: i64) -> bool {
        self.right + room <= other.left || other.right + room <= self.left
    }

    /// How much both cover.
    fn shares(&self, other: &Self) -> i64 {
        let wide = self.right.min(other.right) - self.left.max(other.left);
        let high = self.below.min(other.below) - self.top.max(other.top);
        wide.max(0) * high.max(0)
    }

    fn holds(&self, (x, y): (i64, i64), room: i64) -> bool {
        (self.left - room..self.right + room).contains(&x) && (self.top - room..self.below + room).contains(&y)
    }
}

/// A link from middle to middle, straight or bent towards a third point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Route {
    from: (i64, i64),
    over: Option<(i64, i64)>,
    to: (i64, i64),
}

impl Route {
    /// As SVG says it.
    pub(super) fn path(&self) -> String {
        let ((x, y), (to_x, to_y)) = (self.from, self.to);
        match self.over {
            None => format!("M{x} {y} L{to_x} {to_y}"),
            Some((over_x, over_y)) => format!("M{x} {y} Q{over_x} {over_y} {to_x} {to_y}"),
        }
    }

    /// Which of its steps lie behind no box.
    pub(super) fn seen(&self, boxes: &[Area]) -> Vec<usize> {
        let points = self.points();
        (0..points.len()).filter(|at| boxes.iter().all(|area| !area.holds(points[*at], 0))).collect()
    }

    fn points(&self) -> Vec<(i64, i64)> {
        let over = self.over.unwrap_or((i64::midpoint(self.from.0, self.to.0), i64::midpoint(self.from.1, self.to.1)));
        let at = |step: usize| {
            let (t, rest) = (step as f64 / STEPS as f64, (STEPS - step) as f64 / STEPS as f64);
            let mixed = |a: i64, b: i64, c: i64| {
                (rest * rest * a as f64 + 2.0 * rest * t * b as f64 + t * t * c as f64).round() as i64
            };
            (mixed(self.from.0, over.0, self.to.0), mixed(self.from.1, over.1, self.to.1))
        };
        (0..=STEPS).map(at).collect()
    }
}

/// The way between two boxes that runs least behind third ones and stays in the picture; of those the straightest.
pub(super) fn route(from: usize, to: usize, boxes: &[Area], (width, height): (i64, i64)) -> Route {
    let (start, end) = (boxes[from].middle(), boxes[to].middle());
    let (dx, dy) = ((end.0 - start.0) as f64, (end.1 - start.1) as f64);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let bent = |bend: i64| {
        let aside =
            |from: i64, to: i64, part: f64| i64::midpoint(from, to) + (part / length * bend as f64).round() as i64;
        let over = (bend != 0).then(|| (aside(start.0, end.0, -dy), aside(start.1, end.1, dx)));
        Route { from: start, over, to: end }
    };
    let others = || boxes.iter().enumerate().filter(|(at, _)| *at != from && *at != to).map(|(_, area)| area);
    let is_bad = |&(x, y): &(i64, i64)| {
        let outside = !(0..=width).contains(&x) || !(0..=height).contains(&y);
        outside || others().any(|area| area.holds((x, y), ROOM))
    };
    let bad = |way: &Route| way.points().iter().filter(|point| is_bad(point)).count();
    BENDS.into_iter().map(bent).min_by_key(bad).unwrap_or_else(|| bent(0))
}

/// The left upper corner of something that stands on a link: where it covers least of what is taken already, nearest to the
/// middle of what is seen of the link; then that is taken, too. The first areas are boxes, which hide links.
pub(super) fn spot(way: &Route, size: (i64, i64), boxes: usize, taken: &mut Vec<Area>) -> (i64, i64) {
    let points = way.points();
    let seen = way.seen(&taken[..boxes]);
    let middle = seen.get(seen.len() / 2).copied().unwrap_or(points.len() / 2);
    let mut near: Vec<usize> = if seen.is_empty() { vec![middle] } else { seen };
    near.sort_by_key(|at| at.abs_diff(middle));
    let lost = |area: &Area| taken.iter().map(|other| area.shares(other)).sum::<i64>();
    let areas = near.iter().map(|at| Area::around(points[*at], size));
    let area = areas.min_by_key(lost).unwrap_or_else(|| Area::around(points[middle], size));
    taken.push(area);
    (area.left, area.top)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Vec<Area> {
        [(50, 100), (200, 100), (350, 100)].map(|at| Area::around(at, (100, 40))).to_vec()
    }

    #[test]
    fn a_link_runs_around_the_box_between_its_ends() {
        let boxes = row();
        assert_eq!(route(0, 1, &boxes, (400, 200)).over, None, "nothing is between them");
        let way = route(0, 2, &boxes, (400, 200));
        assert!(way.over.is_some());
        assert!(way.points().iter().all(|point| !boxes[1].holds(*point, ROOM)), "{way:?}");
        assert_eq!(
            route(0, 2, &boxes, (400, 125)).over.map(|over| over.1 < 100),
            Some(true),
            "it stays in the picture"
        );
    }

    #[test]
    fn links_in_one_line_part_where_there_is_no_way_around() {
        let boxes = row();
        let way = route(0, 2, &boxes, (400, 110));
        assert_ne!(way.over, None, "it is told from the link to the box between its ends");
    }

    #[test]
    fn what_stands_on_a_link_lies_on_nothing_else() {
        let boxes = row();
        let mut taken = boxes.clone();
        let way = route(0, 2, &boxes, (400, 300));
        for _ in 0..3 {
            spot(&way, (40, 22), boxes.len(), &mut taken);
        }
        for (at, one) in taken.iter().enumerate() {
            assert!(taken[..at].iter().all(|other| one.shares(other) == 0), "{taken:?}");
        }
    }
}

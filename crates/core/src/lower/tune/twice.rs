//! What a define says twice on one way is worked out once.
//!
//! A part that goes through something, that reads no name born inside the body, and that stands there again, becomes
//! [`Expr::Kept`] in all places: it is worked out where it is first asked for, and forgotten where the body begins.

use std::collections::BTreeSet;

use super::alike::alike;
use super::pool::push;
use crate::code::effect::{Area, Use};
use crate::code::{Expr, ExprId, Program, QueryId, Reading, Reg};

/// Larger bodies are left as they are.
const BODY_NODES: usize = 400;
/// Registers of a kept value: whether it is known, then the value, which is a set at most.
const WIDTH: u32 = 9;

/// Looks through the bodies of all defines; `next` is the next free register.
pub(super) fn twice(p: &mut Program, next: &mut u32) {
    for at in 0..p.funs.len() {
        // How a body is read is for its callers to say: its root, and where that branches, is left.
        let root = (p.funs[at].body, Reading::Words);
        let Some(said) = said(p, root) else { continue };
        let mut body = root.0;
        for of in said {
            let whole = (body, root.1);
            if most(p, whole, of) < 2 {
                continue;
            }
            let Some(reg) = Reg::try_from(*next + WIDTH).ok().map(|end| end - WIDTH as Reg) else { return };
            *next += WIDTH;
            let once = push(p, Expr::Kept { reg, value: of.0 }, of.0);
            let with = replaced(p, whole, of, once);
            let unknown = push(p, Expr::Const(0), body);
            body = push(p, Expr::Let { reg, value: unknown, body: with }, body);
        }
        p.funs[at].body = body;
    }
}

/// What a body says that is worth it and reads no name of its own, the largest first; none where it is too large.
fn said(p: &Program, root: (ExprId, Reading)) -> Option<Vec<(ExprId, Reading)>> {
    let (mut open, mut nodes, mut born) = (vec![root], Vec::new(), BTreeSet::new());
    while let Some((e, how)) = open.pop() {
        nodes.push((e, how));
        born.extend(names(p, e));
        if !is_known(p, e) {
            open.extend(parts(p, e, how));
        }
        if nodes.len() > BODY_NODES {
            return None;
        }
    }
    nodes.retain(|&(e, how)| {
        how != Reading::Words && goes_through_something(p, e) && reads(p, e, how).is_disjoint(&born)
    });
    Some(nodes)
}

/// The registers of the names that a node gives.
fn names(p: &Program, e: ExprId) -> BTreeSet<Reg> {
    let mut expr = p.exprs[e.index()];
    let query = expr.over().map(|(query, _)| *query);
    let binders = query.into_iter().flat_map(|query| &p.queries[query.index()].binders);
    let names = expr.own_regs().into_iter().chain(binders.map(|name| (name.reg, name.width)));
    names.flat_map(|(reg, width)| reg..reg + width).collect()
}

/// The registers that an expression reads of names from around it.
fn reads(p: &Program, e: ExprId, how: Reading) -> BTreeSet<Reg> {
    let mut regs: BTreeSet<Reg> = parts(p, e, how).into_iter().flat_map(|(part, how)| reads(p, part, how)).collect();
    let own = names(p, e);
    regs.retain(|reg| !own.contains(reg));
    regs.extend(p.exprs[e.index()].reads_regs().into_iter().flat_map(|(reg, width)| reg..reg + width));
    regs
}

/// Whether its value is worked out once already.
fn is_known(p: &Program, e: ExprId) -> bool {
    matches!(p.exprs[e.index()], Expr::Tabled { .. } | Expr::Kept { .. })
}

/// Whether a node, or a part of it, goes through members, cells or elements.
fn goes_through_something(p: &Program, e: ExprId) -> bool {
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        if is_known(p, e) {
            continue;
        }
        let mut expr = p.exprs[e.index()];
        let goes = match expr {
            Expr::Sight { .. } | Expr::Reach { .. } | Expr::ReachNodes { .. } | Expr::Call { .. } => true,
            Expr::Matching { .. } | Expr::FirstMatching { .. } | Expr::SomeMeets { .. } => true,
            _ => expr.over().is_some(),
        };
        if goes {
            return true;
        }
        open.extend(parts(p, e, Reading::Word).into_iter().map(|(part, _)| part));
    }
    false
}

/// The direct parts of a node and how they are read; of a define its arguments.
fn parts(p: &Program, e: ExprId, how: Reading) -> Vec<(ExprId, Reading)> {
    let (mut expr, mut parts, mut over) = (p.exprs[e.index()], Vec::new(), None);
    expr.each_use(how, &mut |part| match part {
        Use::Operand(part, how) | Use::Each(part, how) => parts.push((*part, how)),
        Use::Listed(first, count, how) => {
            parts.extend(p.lists[*first as usize..][..usize::from(count)].iter().map(|&part| (part, how)));
        }
        Use::Define(fun, first) => {
            let args = p.funs[fun as usize].params.iter().zip(&p.lists[*first as usize..]);
            parts.extend(args.map(|((_, shape), &arg)| (arg, shape.reading())));
        }
        Use::Reads(Area::Store(store)) => {
            parts.extend(p.stores[store as usize].index.map(|index| (index, Reading::Word)));
        }
        Use::Over(query) => over = Some(*query),
        Use::Reads(_) | Use::Looks(_) | Use::Reg(..) | Use::Own(..) => {}
    });
    if let Some(query) = over {
        let query = &p.queries[query.index()];
        query.binders.iter().for_each(|name| {
            let mut domain = name.domain;
            domain.each_operand(&mut |part, how| parts.push((*part, how)));
        });
        let conditions = query.filter.iter().chain(query.keys.iter().map(|key| &key.value));
        parts.extend(conditions.map(|&part| (part, Reading::Word)));
    }
    parts
}

/// How often something is said on one way through an expression, at most.
fn most(p: &Program, (e, how): (ExprId, Reading), of: (ExprId, Reading)) -> u32 {
    if how == of.1 && alike(p, e, of.0) {
        return 1;
    }
    if is_known(p, e) {
        return 0;
    }
    let mut each = parts(p, e, how).into_iter().map(|part| most(p, part, of));
    match p.exprs[e.index()] {
        Expr::If(..) => each.next().unwrap_or(0) + each.max().unwrap_or(0),
        _ => each.sum(),
    }
}

/// The expression with `once` wherever it says the same.
fn replaced(p: &mut Program, (e, how): (ExprId, Reading), of: (ExprId, Reading), once: ExprId) -> ExprId {
    if how == of.1 && alike(p, e, of.0) {
        return once;
    }
    let before = p.exprs[e.index()];
    if is_known(p, e) {
        return e;
    }
    let mut expr = before;
    expr.each_operand(how, &mut |part, how| *part = replaced(p, (*part, how), of, once));
    if let Expr::Call { fun, args } = &mut expr {
        let shapes: Vec<Reading> = p.funs[*fun as usize].params.iter().map(|(_, shape)| shape.reading()).collect();
        let old: Vec<ExprId> = p.lists[*args as usize..][..shapes.len()].to_vec();
        let new: Vec<ExprId> = old.iter().zip(shapes).map(|(&arg, how)| replaced(p, (arg, how), of, once)).collect();
        if new != old {
            *args = p.lists.len() as u32;
            p.lists.extend(new);
        }
    }
    if let Some((query, value)) = expr.over() {
        *query = replaced_in_query(p, *query, of, once);
        if let Some((value, how)) = value {
            *value = replaced(p, (*value, how), of, once);
        }
    }
    if expr == before { e } else { push(p, expr, e) }
}

fn replaced_in_query(p: &mut Program, id: QueryId, of: (ExprId, Reading), once: ExprId) -> QueryId {
    let before = p.queries[id.index()].clone();
    let mut query = before.clone();
    for name in &mut query.binders {
        name.domain.each_operand(&mut |part, how| *part = replaced(p, (*part, how), of, once));
    }
    for part in query.filter.iter_mut().chain(query.keys.iter_mut().map(|key| &mut key.value)) {
        *part = replaced(p, (*part, Reading::Word), of, once);
    }
    if query == before {
        return id;
    }
    p.queries.push(query);
    QueryId(p.queries.len() as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::super::peep::tests::peeped_in;
    use super::*;
    use crate::code::{Arith, Fun, ValueShape};

    const REACH: Expr = Expr::ReachNodes { neighbours: 0, from: ExprId(0), among: ExprId(1) };

    /// The body of a define of a set, which is the last node, after it was looked through; with how often a walk stands in it outside of
    /// what is kept.
    fn body(nodes: &[Expr]) -> (Program, ExprId, usize) {
        let (mut p, _) = peeped_in(Program::default(), nodes);
        let (params, body) = (vec![(3, ValueShape::Set(1)), (4, ValueShape::Set(1))], ExprId(nodes.len() as u32 - 1));
        p.funs.push(Fun { name: "f".into(), params, body });
        twice(&mut p, &mut 50);
        let (body, mut walks, mut open) = (p.funs[0].body, 0, vec![p.funs[0].body]);
        while let Some(e) = open.pop() {
            walks += usize::from(matches!(p.exprs[e.index()], Expr::ReachNodes { .. }));
            if !is_known(&p, e) {
                open.extend(parts(&p, e, Reading::Word).into_iter().map(|(part, _)| part));
            }
        }
        (p, body, walks)
    }

    #[test]
    fn what_is_said_twice_on_one_way_is_kept() {
        let [a, b, word] = [Expr::SetRegs { reg: 3, width: 1 }, Expr::SetRegs { reg: 4, width: 1 }, Expr::Reg(7)];
        let has = [2, 4].map(|at| Expr::SetHas(ExprId(at), ExprId(3)));
        // A member is in it, or it has so many.
        let either = [a, b, REACH, word, REACH, has[0], Expr::SetSize(ExprId(4)), Expr::Or(ExprId(5), ExprId(6))];
        let (p, body, walks) = self::body(&either);
        let Expr::Let { reg, value, body } = p.exprs[body.index()] else { panic!("it is forgotten before") };
        assert_eq!((p.exprs[value.index()], walks), (Expr::Const(0), 0));
        let kept = p.exprs.iter().filter(|expr| matches!(expr, Expr::Kept { reg: of, .. } if *of == reg)).count();
        assert!(matches!(p.exprs[body.index()], Expr::Or(..)) && kept == 1);
        // On two ways, it is not worked out twice.
        let ways = [a, b, REACH, word, REACH, has[0], has[1], Expr::If(ExprId(3), ExprId(5), ExprId(6))];
        assert_eq!(self::body(&ways).2, 2);
        // Another way into it is another value.
        let turned = Expr::ReachNodes { neighbours: 0, from: ExprId(1), among: ExprId(0) };
        let others = [a, b, REACH, word, turned, has[0], has[1], Expr::Or(ExprId(5), ExprId(6))];
        assert_eq!(self::body(&others).2, 2);
    }

    /// `(let x = 1: reached from x) .. (let x = 2: reached from x)`: a name of the body's own is not the same everywhere.
    #[test]
    fn what_reads_a_name_of_the_body_is_not_kept() {
        let of_name = Expr::ReachNodes { neighbours: 0, from: ExprId(0), among: ExprId(1) };
        let given = |value, body| Expr::Let { reg: 3, value: ExprId(value), body: ExprId(body) };
        let both = Expr::Arith(Arith::Add, ExprId(7), ExprId(8));
        let one = Expr::One(ExprId(9));
        let nodes = [
            one,
            Expr::SetRegs { reg: 4, width: 1 },
            of_name,
            Expr::SetSize(ExprId(2)),
            Expr::SetSize(ExprId(2)),
            Expr::Const(1),
            Expr::Const(2),
            given(5, 3),
            given(6, 4),
            Expr::Reg(3),
            both,
        ];
        assert_eq!(body(&nodes).2, 2);
    }
}

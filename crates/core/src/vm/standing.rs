//! Intermediate standings by the measures of a ranking, at any moment of a game.

use super::fault::kind::Fault;
use super::machine::Machine;
use super::state::position::State;
use crate::code::{Expr, ExprId, Program};

impl Machine {
    /// Appends the players of a ranking (see [`Program::winner`]) to `rows`: for each the seat, then the measures in order (larger
    /// is better). Returns the number of measures.
    ///
    /// # Errors
    /// If a measure faults.
    pub fn standing(&mut self, p: &Program, s: &State, ranking: ExprId, rows: &mut Vec<i32>) -> Result<usize, Fault> {
        let body = match p.exprs[ranking.index()] {
            Expr::Call { fun, .. } => p.funs[fun as usize].body,
            _ => ranking,
        };
        let Expr::Rank { query, .. } = p.exprs[body.index()] else { return Ok(0) };
        let code = &p.queries[query.index()];
        let (keys, reg) = (code.keys.len(), usize::from(code.binders[0].reg));
        self.begin(s.words());
        let ranked = self.eval(p, s.words()).collect(query, false, 1, &mut |eval| {
            let seat = eval.m.regs[reg];
            eval.m.rows.push(seat);
            Ok(())
        });
        let start = self.end(ranked)?;
        for row in self.m.rows[start..].chunks_exact(keys + 1) {
            rows.push(row[keys]);
            // Sort keys are encoded so that smaller is better.
            rows.extend(row[..keys].iter().map(|&word| !word));
        }
        self.m.rows.truncate(start);
        Ok(keys)
    }
}

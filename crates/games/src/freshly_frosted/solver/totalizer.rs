//! Cardinality constraints: the totalizer encoding.
//!
//! The literals are the leaves of a binary tree. Each node has outputs that mean "at least one literal
//! below is true", "at least two" and so on, up to the bound. A unit clause that negates an output of
//! the root sets an upper bound, and a further one lowers it.
//!
//! For n literals and a bound of k, each of the lower levels of the tree takes about n·k clauses,
//! and each node of the upper levels k².

use batsat::Lit;

use super::sat::Sat;

/// Adds a totalizer with at most `most` outputs: if at least i + 1 literals are true, so is output i.
pub(super) fn totalizer(sat: &mut Sat<'_>, literals: &[Lit], most: usize) -> Vec<Lit> {
    if literals.len() <= 1 || most == 0 {
        return literals.to_vec();
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let (left, right) = (totalizer(sat, left, most), totalizer(sat, right, most));
    let outputs: Vec<Lit> = (0..(left.len() + right.len()).min(most)).map(|_| sat.variable()).collect();
    // i on the left and j on the right make i + j, capped at the number of outputs.
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            if i + j == 0 || i + j > outputs.len() + 1 {
                continue;
            }
            let mut clause = vec![outputs[(i + j).min(outputs.len()) - 1]];
            clause.extend(i.checked_sub(1).map(|at| !left[at]));
            clause.extend(j.checked_sub(1).map(|at| !right[at]));
            sat.add(&clause);
        }
    }
    outputs
}

/// Adds clauses: at least `count` of the literals are true, or `unless` is.
pub(super) fn at_least(sat: &mut Sat<'_>, literals: &[Lit], count: usize, unless: Option<Lit>) {
    let add = |sat: &mut Sat<'_>, clause: &[Lit]| {
        sat.add(&clause.iter().copied().chain(unless).collect::<Vec<_>>());
    };
    match count {
        0 => {}
        1 => add(sat, literals),
        _ if count > literals.len() => add(sat, &[]),
        _ => {
            // Equivalently, at most `spare` are false.
            let missing: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
            let spare = literals.len() - count;
            let outputs = totalizer(sat, &missing, spare + 1);
            add(sat, &[!outputs[spare]]);
        }
    }
}

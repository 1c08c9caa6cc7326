//! Counting in clauses: of some literals, at most so many hold.
//!
//! A totalizer: the literals are the leaves of a tree, and each node has outputs that say "at least
//! one below me holds", "at least two" and so on, as many as can matter. An upper bound is set by
//! denying an output of the root; as an assumption, it can be changed from solve to solve.
//!
//! For n literals and a bound of k: about n·k clauses at each of the lower levels of the tree, and
//! k² at the upper ones.

use batsat::Lit;

use super::sat::Sat;

/// Outputs for at most `most` literals: if at least i + 1 of `literals` hold, so does output i.
pub(super) fn totalizer(sat: &mut Sat<'_>, literals: &[Lit], most: usize) -> Vec<Lit> {
    if literals.len() <= 1 || most == 0 {
        return literals.to_vec();
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let (left, right) = (totalizer(sat, left, most), totalizer(sat, right, most));
    let outputs: Vec<Lit> = (0..(left.len() + right.len()).min(most)).map(|_| sat.variable()).collect();
    // With i on the left and j on the right there are i + j; what is more than the most is the most.
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

/// Demands that at least `count` of the literals hold.
pub(super) fn at_least(sat: &mut Sat<'_>, literals: &[Lit], count: usize) {
    match count {
        0 => {}
        1 => sat.add(literals),
        _ if count > literals.len() => sat.add(&[]),
        _ => {
            // At most so many do not hold.
            let missing: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
            let spare = literals.len() - count;
            let outputs = totalizer(sat, &missing, spare + 1);
            sat.add(&[!outputs[spare]]);
        }
    }
}

//! A theory for the SAT solver: every donut is reachable from its source and can reach a target.
//!
//! Reachability takes many clauses to express, so the theory checks it instead, each time unit
//! propagation is complete. For each source it follows the edges that are not assigned false,
//! forwards from the source and backwards from the deliveries. A donut at a site that one of the
//! two searches does not reach is a conflict. The conflict clause is the cut around that site: the
//! donut is not there, or one of the edges and deliveries on the cut is used.
//!
//! A check costs a few nanoseconds per source and edge. Without it, the solver spends its time in
//! disconnected regions.

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, lbool};

use super::encode::Encoding;
use super::graph::{Arrival, Graph, Timing};
use super::sat::Sat;

/// The graph as one source sees it. The nodes are the sites, followed by the deliveries.
struct Net {
    /// By node, whether a donut of the source comes there.
    comes: Vec<Option<Lit>>,
    /// By node, the outgoing and incoming edges: the literal and the other node.
    out: Vec<Vec<(Lit, u32)>>,
    into: Vec<Vec<(Lit, u32)>>,
    starts: Vec<u32>,
    /// The number of the first delivery.
    deliveries: usize,
    /// Whether every node in use must lead to a target, or only the starts.
    all_lead_on: bool,
}

/// Checks that donuts are connected to their source and to a target.
pub(super) struct Connectivity {
    nets: Vec<Net>,
    levels: usize,
    marks: Vec<u8>,
    stack: Vec<u32>,
    clause: Vec<Lit>,
    /// A literal that is always false.
    never: Lit,
}

/// The memory for a node and for an edge, in bytes.
const NODE: usize = 56;
const EDGE: usize = 24;

const FROM_SOURCE: u8 = 1;
const TO_TARGET: u8 = 2;
const SHUT_IN: u8 = 4;

impl Connectivity {
    /// Builds a net for each source. Stops early if a limit is hit; the solver then finds no model.
    pub(super) fn new(sat: &mut Sat<'_>, graph: &Graph, encoding: &Encoding, timing: Timing) -> Self {
        let never = sat.variable();
        sat.add(&[!never]);
        let mut nets = Vec::new();
        for source in 0..graph.starts.len() {
            sat.hold(graph.sites.len() * NODE + graph.edges.len() * EDGE);
            if sat.monitor().is_over() {
                break;
            }
            nets.push(Net::new(graph, encoding, timing, source));
        }
        Connectivity { nets, levels: 0, marks: Vec::new(), stack: Vec::new(), clause: Vec::new(), never }
    }

    fn check(&mut self, acts: &mut TheoryArg<'_>) {
        for net in &self.nets {
            self.marks.clear();
            self.marks.resize(net.comes.len(), 0);
            self.stack.clear();
            self.stack.extend(&net.starts);
            flood(&net.out, &mut self.marks, &mut self.stack, FROM_SOURCE, acts);
            let open =
                |node: &usize| net.comes[*node].is_some_and(|comes| value(acts, comes) != lbool::FALSE);
            self.stack.extend((net.deliveries..net.comes.len()).filter(open).map(|node| node as u32));
            flood(&net.into, &mut self.marks, &mut self.stack, TO_TARGET, acts);
            for (node, &comes) in net.comes.iter().enumerate() {
                let Some(comes) =
                    comes.filter(|_| self.marks[node] & (FROM_SOURCE | TO_TARGET) != FROM_SOURCE | TO_TARGET)
                else {
                    continue;
                };
                if value(acts, comes) != lbool::TRUE {
                    continue;
                }
                let edges = if self.marks[node] & FROM_SOURCE == 0 {
                    &net.into
                } else if net.all_lead_on || net.starts.contains(&(node as u32)) {
                    &net.out
                } else {
                    continue;
                };
                // The region that encloses the node, and the false edges on its border.
                self.stack.clear();
                self.stack.push(node as u32);
                flood(edges, &mut self.marks, &mut self.stack, SHUT_IN, acts);
                self.clause.clear();
                self.clause.push(!comes);
                // The solver takes a unit clause as a new fact, but it may know this one already.
                self.clause.push(self.never);
                for inside in (0..edges.len()).filter(|&inside| self.marks[inside] & SHUT_IN != 0) {
                    let border =
                        edges[inside].iter().filter(|&&(_, other)| self.marks[other as usize] & SHUT_IN == 0);
                    self.clause.extend(border.map(|&(takes, _)| takes));
                    // A delivery that is ruled out encloses the donuts that wait for ever before it.
                    self.clause.extend(net.comes[inside].filter(|_| inside >= net.deliveries));
                }
                acts.raise_conflict(&self.clause, true);
                return;
            }
        }
    }
}

/// The value of a variable, by its positive literal.
#[inline]
fn value(acts: &TheoryArg<'_>, literal: Lit) -> lbool {
    debug_assert!(literal.sign());
    acts.value(literal.var())
}

/// Marks all nodes that can be reached over edges that are not false.
fn flood(edges: &[Vec<(Lit, u32)>], marks: &mut [u8], stack: &mut Vec<u32>, mark: u8, acts: &TheoryArg<'_>) {
    stack.iter().for_each(|&node| marks[node as usize] |= mark);
    while let Some(node) = stack.pop() {
        for &(takes, other) in &edges[node as usize] {
            if marks[other as usize] & mark == 0 && value(acts, takes) != lbool::FALSE {
                marks[other as usize] |= mark;
                stack.push(other);
            }
        }
    }
}

impl Net {
    fn new(graph: &Graph, encoding: &Encoding, timing: Timing, source: usize) -> Self {
        let sites = graph.sites.len();
        let comes: Vec<Option<Lit>> =
            encoding.stands[source].iter().chain(&encoding.delivers[source]).copied().collect();
        let node = |arrival: Arrival| match arrival {
            Arrival::Site(site) => Some(site),
            Arrival::Delivery(delivery) => Some(sites as u32 + delivery),
            Arrival::Doomed(_) | Arrival::Wrong => None,
        };
        let mut out = vec![Vec::new(); comes.len()];
        let mut into = vec![Vec::new(); comes.len()];
        for (at, edge) in graph.edges.iter().enumerate() {
            if let (Some(takes), Some(to)) = (encoding.takes[source][at], node(edge.to)) {
                out[edge.from as usize].push((takes, to));
                into[to as usize].push((takes, edge.from));
            }
        }
        let starts = graph.starts[source].iter().filter_map(|&start| node(start)).collect();
        Net { comes, out, into, starts, deliveries: sites, all_lead_on: timing != Timing::Exact }
    }
}

impl Theory for Connectivity {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, levels: usize) {
        self.levels -= levels;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn explain_propagation(&mut self, literal: Lit) -> &[Lit] {
        unreachable!("{literal:?}: nothing is ever propagated")
    }
}

//! What clauses say badly: everybody who stands somewhere came there from a source and can still
//! get away to a target.
//!
//! Looks at the literals that are decided, as often as the solver comes to rest. For each source it
//! follows the edges that are not yet ruled out, forwards from the source and backwards from the
//! deliveries. A donut that is said to stand where neither way leads is a contradiction; its
//! reason is the border that shuts it in: of the edges and the deliveries ruled out there, one
//! would have to be taken. The solver learns that as a clause.
//!
//! A look costs a few nanoseconds for each source and edge, and prunes as the depth-first search
//! does; without it, the solver wanders into closed rooms.

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, lbool};

use super::encode::Encoding;
use super::graph::{Arrival, Graph, Timing};
use super::sat::Sat;

/// The nodes are the sites of the graph, then its deliveries.
struct Net {
    /// By node, whether a donut of the source comes there.
    comes: Vec<Option<Lit>>,
    /// By node, the edges from there and to there: the literal, the other node.
    out: Vec<Vec<(Lit, u32)>>,
    into: Vec<Vec<(Lit, u32)>>,
    starts: Vec<u32>,
    /// The first delivery.
    deliveries: usize,
    /// The nodes that are looked at: all that must lead on to a target, or the start alone.
    all_lead_on: bool,
}

/// Keeps the sources connected to where their donuts stand, and these to the targets.
pub(super) struct Reach {
    nets: Vec<Net>,
    levels: usize,
    marks: Vec<u8>,
    stack: Vec<u32>,
    clause: Vec<Lit>,
    /// A literal that never holds.
    never: Lit,
}

/// What a node and an edge take in memory, in bytes.
const NODE: usize = 56;
const EDGE: usize = 24;

const FROM_SOURCE: u8 = 1;
const TO_TARGET: u8 = 2;
const SHUT_IN: u8 = 4;

impl Reach {
    /// Makes a net for each source, until a limit of the search is hit: then nothing is solved.
    pub(super) fn new(sat: &mut Sat<'_>, graph: &Graph, encoding: &Encoding, timing: Timing) -> Self {
        let never = sat.variable();
        sat.add(&[!never]);
        let mut nets = Vec::new();
        for source in 0..graph.starts.len() {
            sat.hold(graph.sites.len() * NODE + graph.edges.len() * EDGE);
            if sat.gauge().is_over() {
                break;
            }
            nets.push(Net::new(graph, encoding, timing, source));
        }
        Reach { nets, levels: 0, marks: Vec::new(), stack: Vec::new(), clause: Vec::new(), never }
    }

    fn look(&mut self, acts: &mut TheoryArg<'_>) {
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
                // The room that it is shut in, and the edges ruled out at its border.
                self.stack.clear();
                self.stack.push(node as u32);
                flood(edges, &mut self.marks, &mut self.stack, SHUT_IN, acts);
                self.clause.clear();
                self.clause.push(!comes);
                // The solver takes a clause of one literal for news, and it need not be.
                self.clause.push(self.never);
                for inside in (0..edges.len()).filter(|&inside| self.marks[inside] & SHUT_IN != 0) {
                    let border =
                        edges[inside].iter().filter(|&&(_, other)| self.marks[other as usize] & SHUT_IN == 0);
                    self.clause.extend(border.map(|&(takes, _)| takes));
                    // A delivery that is ruled out shuts in whoever waits for ever before it.
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

/// Marks all that can be reached over edges that are not ruled out.
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

impl Theory for Reach {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.look(acts);
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
        self.look(acts);
    }

    fn explain_propagation(&mut self, literal: Lit) -> &[Lit] {
        unreachable!("{literal:?}: nothing is ever propagated")
    }
}

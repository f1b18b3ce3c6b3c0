//! Where variables are declared that the region's inner blocks declared: in the innermost blocks of the new text in which they are used.
//!
//! A variable goes into a loop where each iteration writes it before it reads it, so that it holds nothing from one iteration to the
//! next; into several where that is so in each. The statement that sets it first declares it, where that is an assignment.

use crate::layout::Layout;
use polyhedral::{AccessKind, ArrayId, Instance, Node, Piece, Program, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// The variables that are declared in front of nodes.
#[derive(Default)]
pub(crate) struct Scopes {
    /// By nodes, which are known by their places in memory.
    before: BTreeMap<*const Node, Vec<ArrayId>>,
}

impl Scopes {
    /// Those of `program`, in whose inner blocks the variables stand.
    pub fn new(layout: &Layout, program: &Program) -> Self {
        let mut scopes = Scopes::default();
        for id in (0..layout.scop.arrays.len()).filter(|id| is_variable(layout, *id)) {
            let uses = Uses { layout, variable: id };
            for node in uses.homes(&program.body) {
                scopes.before.entry(std::ptr::from_ref(node)).or_default().push(id);
            }
        }
        scopes
    }

    /// The variables that are declared in front of a node.
    pub fn at(&self, node: &Node) -> &[ArrayId] {
        self.before.get(&std::ptr::from_ref(node)).map_or(&[], Vec::as_slice)
    }

    /// Those that are declared somewhere in these nodes.
    pub fn within(&self, nodes: &[Node]) -> BTreeSet<ArrayId> {
        Node::all(nodes).into_iter().flat_map(|node| self.at(node)).copied().collect()
    }

    /// All of them.
    pub fn all(&self) -> BTreeSet<ArrayId> {
        self.before.values().flatten().copied().collect()
    }
}

/// Whether an array is one variable in the new text, of an inner block of the region.
fn is_variable(layout: &Layout, id: ArrayId) -> bool {
    let array = &layout.scop.arrays[id];
    let is_inner = matches!(array.storage, Storage::Local { inside: true, table: None, .. });
    let is_one = layout.extents(id).map_or(array.dimensions() == 0, |extents| extents.is_empty());
    is_inner && is_one && array.outlives.is_none() && !array.storage.is_static() && layout.block(id).is_none()
}

/// Where a variable is used.
struct Uses<'a> {
    layout: &'a Layout<'a>,
    variable: ArrayId,
}

impl Uses<'_> {
    /// The first nodes that use it in the innermost blocks that it may be declared in; none if that is the outermost one.
    fn homes<'n>(&self, nodes: &'n [Node]) -> Vec<&'n Node> {
        let used: Vec<&Node> = nodes.iter().filter(|node| self.is_in(node)).collect();
        let each = used.iter().map(|node| self.blocks(node, used.len() == 1));
        let blocks = each.collect::<Option<Vec<_>>>().unwrap_or_default();
        let homes = |block: &'n [Node]| match self.homes(block) {
            none if none.is_empty() => block.iter().find(|node| self.is_in(node)).into_iter().collect(),
            homes => homes,
        };
        blocks.into_iter().flatten().flat_map(homes).collect()
    }

    /// The blocks in a node that use it, if it may be declared in each of them: it holds nothing from one turn to the next, and
    /// nothing from one block to another.
    fn blocks<'n>(&self, node: &'n Node, is_alone: bool) -> Option<Vec<&'n [Node]>> {
        match node {
            Node::Loop(counted) => self.starts_anew(&counted.body).then(|| vec![counted.body.as_slice()]),
            Node::If { then_body, else_body, .. } => {
                let both: [&[Node]; 2] = [then_body, else_body];
                let used: Vec<_> = both.into_iter().filter(|block| self.is_used(block)).collect();
                let is_only = is_alone && used.len() == 1;
                (is_only || used.iter().all(|block| self.starts_anew(block))).then_some(used)
            }
            _ => None,
        }
    }

    /// Whether the nodes write it before they read it.
    fn starts_anew(&self, nodes: &[Node]) -> bool {
        for node in nodes.iter().filter(|node| self.is_in(node)) {
            match node {
                Node::Instance(instance) => return self.sets(instance),
                // which may have no iterations
                Node::Loop(counted) if self.starts_anew(&counted.body) => {}
                Node::If { then_body, else_body, .. } => {
                    if !self.starts_anew(then_body) || !self.starts_anew(else_body) {
                        return false;
                    }
                    if self.is_set(then_body) && self.is_set(else_body) {
                        return true;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether the nodes write it in any case.
    fn is_set(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|node| match node {
            Node::Instance(instance) => self.sets(instance),
            Node::If { then_body, else_body, .. } => self.is_set(then_body) && self.is_set(else_body),
            _ => false,
        })
    }

    /// Whether a statement writes it for certain, and doesn't read it.
    fn sets(&self, instance: &Instance) -> bool {
        let accesses = &self.layout.scop.statements[instance.statement].accesses;
        let mut own = accesses.iter().filter(|access| access.array == self.variable).peekable();
        own.peek().is_some() && own.all(|access| access.kind == AccessKind::MustWrite)
    }

    fn is_used(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|node| self.is_in(node))
    }

    fn is_in(&self, node: &Node) -> bool {
        match node {
            Node::Instance(instance) => {
                let accesses = &self.layout.scop.statements[instance.statement].accesses;
                accesses.iter().any(|access| access.array == self.variable)
            }
            Node::Loop(counted) => self.is_used(&counted.body),
            Node::If { then_body, else_body, .. } => self.is_used(then_body) || self.is_used(else_body),
            Node::Sections(sections) => sections.iter().any(|section| self.is_used(section)),
            Node::Copy(copy) => copy.from.array == self.variable || copy.to.array == self.variable,
        }
    }
}

/// Whether an instance is an assignment to a variable alone, so that it may declare it.
pub(crate) fn is_assignment(layout: &Layout, instance: &Instance, variable: ArrayId) -> bool {
    let statement = &layout.scop.statements[instance.statement];
    let [Piece::Access(access), Piece::Text(text), ..] = statement.text.as_slice() else { return false };
    let assigns = text.trim_start().strip_prefix('=').is_some_and(|rest| !rest.starts_with('='));
    let only = statement.accesses.iter().filter(|access| access.array == variable).count() == 1;
    statement.accesses[*access].array == variable && assigns && only && !has_comma(&statement.text)
}

/// Whether there is a comma that no brackets hold: it would begin another declarator.
fn has_comma(text: &[Piece]) -> bool {
    let mut depth = 0u32;
    text.iter().filter_map(Piece::text).flat_map(str::chars).any(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

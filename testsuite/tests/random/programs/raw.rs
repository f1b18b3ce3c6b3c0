//! Choices from which a program is made: numbers without a meaning of their own, in the shape of a program. Any choices make a valid
//! program (`build`), so proptest can take any of them away and make any of them smaller.

use proptest::collection::vec;
use proptest::prelude::*;

/// The choices of one file.
#[derive(Clone, Debug)]
pub struct RawFile {
    /// One function each.
    pub kernels: Vec<RawKernel>,
    /// Whether regions are marked, and a statement of each function is isolated.
    pub marking: u8,
}

/// The choices of one function.
#[derive(Clone, Debug)]
pub struct RawKernel {
    /// Its arrays.
    pub arrays: Vec<RawArray>,
    /// How counters and parameters are declared.
    pub style: u8,
    /// What it does.
    pub nodes: Vec<RawNode>,
}

/// The choices of one array.
#[derive(Clone, Debug)]
pub struct RawArray {
    /// Its elements.
    pub element: u8,
    /// Its dimensions, one to three.
    pub dimensions: Vec<u8>,
    /// Where it is stored.
    pub storage: u8,
}

/// The choices of one statement, or of one with others in it.
#[derive(Clone, Debug)]
pub enum RawNode {
    /// A loop.
    Loop { bounds: [u8; 4], body: Vec<RawNode> },
    /// A condition.
    If { test: [u8; 4], body: Vec<RawNode>, otherwise: Vec<RawNode> },
    /// An assignment.
    Assign { target: [u8; 4], operator: u8, value: Vec<RawOperand> },
    /// A variable of a block.
    Declare { value: Vec<RawOperand> },
    /// A statement of which is only known what it may touch.
    Inexact { kind: u8, which: u8, value: Vec<RawOperand> },
    /// Loops that write all cells of an array.
    Fill { array: u8, order: u8, value: Vec<RawOperand>, more: Vec<RawNode> },
}

/// The choices of an operand: what it is, and its subscripts.
#[derive(Clone, Debug)]
pub struct RawOperand {
    /// Array, variable, counter, call, …
    pub kind: u8,
    /// Which one.
    pub which: u8,
    /// Subscripts.
    pub subscripts: [u8; 3],
}

/// Files of up to `kernels` functions.
pub fn file(kernels: usize) -> impl Strategy<Value = RawFile> {
    (vec(kernel(), 1..=kernels), 0..6u8).prop_map(|(kernels, marking)| RawFile { kernels, marking })
}

fn kernel() -> impl Strategy<Value = RawKernel> {
    // most bugs need few statements, and few statements are fast
    let nodes = prop_oneof![8 => vec(top(), 1..3), 2 => vec(top(), 2..5), 1 => vec(top(), 4..9)];
    (vec(array(), 2..6), any::<u8>(), nodes).prop_map(|(arrays, style, nodes)| RawKernel {
        arrays,
        style,
        nodes,
    })
}

/// Files of up to `kernels` functions with statements that aren't affine, in loops that write arrays row by row.
pub fn inexact_file(kernels: usize) -> impl Strategy<Value = RawFile> {
    vec(inexact_kernel(), 1..=kernels).prop_map(|kernels| RawFile { kernels, marking: 1 })
}

fn inexact_kernel() -> impl Strategy<Value = RawKernel> {
    // mostly local, which is what shrinks
    let storage = prop::sample::select(vec![1, 1, 2, 2, 4, 5, 5, 0, 6, 8]);
    let array = (array(), storage).prop_map(|(array, storage)| RawArray { storage, ..array });
    let nodes = prop_oneof![6 => vec(rows(), 1..2), 2 => vec(rows(), 2..4), 1 => (rows(), top()).prop_map(|(a, b)| vec![a, b])];
    (vec(array, 2..5), any::<u8>(), nodes).prop_map(|(arrays, style, nodes)| RawKernel {
        arrays,
        style,
        nodes,
    })
}

/// An array that is written row by row, from the rows before, with statements in between.
fn rows() -> impl Strategy<Value = RawNode> {
    let more = vec(inexact_node(1), 1..4);
    (1..4u8, any::<u8>(), operands(), more).prop_map(|(array, order, value, more)| RawNode::Fill {
        array,
        order: order & !52 | 16,
        value,
        more,
    })
}

fn inexact_node(depth: u32) -> BoxedStrategy<RawNode> {
    let inexact = || {
        (any::<u8>(), any::<u8>(), operands()).prop_map(|(kind, which, value)| RawNode::Inexact {
            kind,
            which,
            value,
        })
    };
    let leaf = prop_oneof![
        5 => inexact(),
        2 => assignment(),
        1 => operands().prop_map(|value| RawNode::Declare { value }),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = || vec(inexact_node(depth - 1), 1..3);
    prop_oneof![
        5 => leaf,
        3 => (any::<[u8; 4]>(), inner()).prop_map(|(bounds, body)| RawNode::Loop { bounds, body }),
        1 => (any::<[u8; 4]>(), inner(), vec(inexact(), 0..2))
            .prop_map(|(test, body, otherwise)| RawNode::If { test, body, otherwise }),
    ]
    .boxed()
}

fn array() -> impl Strategy<Value = RawArray> {
    (0..8u8, vec(0..8u8, 1..=3), any::<u8>()).prop_map(|(element, dimensions, storage)| RawArray {
        element,
        dimensions,
        storage,
    })
}

/// What stands in the function itself.
fn top() -> impl Strategy<Value = RawNode> {
    prop_oneof![
        6 => (any::<u8>(), any::<u8>(), operands(), vec(node(2), 0..2))
            .prop_map(|(array, order, value, more)| RawNode::Fill { array, order, value, more }),
        4 => (any::<[u8; 4]>(), vec(node(3), 1..3)).prop_map(|(bounds, body)| RawNode::Loop { bounds, body }),
        1 => assignment(),
    ]
}

/// A statement in which others stand `depth` deep.
fn node(depth: u32) -> BoxedStrategy<RawNode> {
    let leaf = prop_oneof![6 => assignment(), 1 => operands().prop_map(|value| RawNode::Declare { value })];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = || vec(node(depth - 1), 1..3);
    prop_oneof![
        4 => leaf,
        4 => (any::<[u8; 4]>(), inner()).prop_map(|(bounds, body)| RawNode::Loop { bounds, body }),
        1 => (any::<[u8; 4]>(), vec(assignment(), 1..3), vec(assignment(), 0..2))
            .prop_map(|(test, body, otherwise)| RawNode::If { test, body, otherwise }),
    ]
    .boxed()
}

fn assignment() -> impl Strategy<Value = RawNode> {
    (any::<[u8; 4]>(), any::<u8>(), operands()).prop_map(|(target, operator, value)| RawNode::Assign {
        target,
        operator,
        value,
    })
}

fn operands() -> impl Strategy<Value = Vec<RawOperand>> {
    let operand = (any::<u8>(), any::<u8>(), any::<[u8; 3]>())
        .prop_map(|(kind, which, subscripts)| RawOperand { kind, which, subscripts });
    vec(operand, 1..4)
}

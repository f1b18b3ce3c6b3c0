//! Abstract syntax trees, and their generation from a schedule.

use isl_sys as sys;

use crate::call::{call, methods, object};
use crate::id::IdList;
use crate::{Error, ErrorKind, Id, PwAff, Result, Set, Space, UnionMap, Val};

object! {
    /// What is known where code is generated, and how to generate it.
    pub AstBuild: isl_ast_build, free isl_ast_build_free, clone isl_ast_build_copy
}

methods!(AstBuild {
    /// Code for the parameter values in the set.
    fn from_context(set: Set) -> AstBuild = isl_ast_build_from_context;
    /// Sets `{ Time[] -> separate[d]; ... }`: `separate`, `atomic`, `unroll` or `separation_class`
    /// for dimension `d`.
    fn set_options(self, options: UnionMap) -> AstBuild = isl_ast_build_set_options;
    /// Restricts the code to the schedule points in the set.
    fn restrict(self, set: Set) -> AstBuild = isl_ast_build_restrict;
    /// The space of the schedule at this point.
    fn schedule_space(&self) -> Space = isl_ast_build_get_schedule_space;
    /// The schedule at this point.
    fn schedule(&self) -> UnionMap = isl_ast_build_get_schedule;
    /// The expression for a piecewise affine one of the schedule dimensions.
    fn expr_from_pw_aff(&self, function: PwAff) -> AstExpr = isl_ast_build_expr_from_pw_aff;
    /// The condition that the schedule dimensions are in the set.
    fn expr_from_set(&self, set: Set) -> AstExpr = isl_ast_build_expr_from_set;
    /// The tree that runs the domain of `{ Stmt[] -> Time[] }` in its order. The domain must be
    /// bounded.
    fn node_from_schedule_map(&self, schedule: UnionMap) -> AstNode = isl_ast_build_node_from_schedule_map;
});

impl AstBuild {
    /// Names the iterators of the generated loops, outermost first.
    ///
    /// isl: `isl_ast_build_set_iterators`.
    pub fn set_iterators(self, iterators: Vec<Id>) -> Result<AstBuild> {
        let iterators = IdList::new(self.context(), iterators)?;
        call!(isl_ast_build_set_iterators(build = self, iterators = iterators))
    }
}

/// The kind of an [`AstNode`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AstNodeKind {
    /// A loop.
    For,
    /// A conditional.
    If,
    /// A sequence.
    Block,
    /// A mark around a node.
    Mark,
    /// A statement.
    User,
    /// None of these, which a healthy tree does not have.
    Error,
}

object! {
    /// A statement, a loop, a conditional, a sequence, or a mark.
    pub AstNode: isl_ast_node, free isl_ast_node_free, clone isl_ast_node_copy,
    print isl_ast_node_to_str
}

methods!(AstNode {
    /// The iterator of a loop.
    fn for_iterator(&self) -> AstExpr = isl_ast_node_for_get_iterator;
    /// The initial value of a loop's iterator.
    fn for_init(&self) -> AstExpr = isl_ast_node_for_get_init;
    /// The condition of a loop.
    fn for_cond(&self) -> AstExpr = isl_ast_node_for_get_cond;
    /// The increment of a loop.
    fn for_inc(&self) -> AstExpr = isl_ast_node_for_get_inc;
    /// The body of a loop.
    fn for_body(&self) -> AstNode = isl_ast_node_for_get_body;
    /// Whether a loop runs exactly once.
    fn for_is_degenerate(&self) -> bool = isl_ast_node_for_is_degenerate;
    /// The condition of a conditional.
    fn if_cond(&self) -> AstExpr = isl_ast_node_if_get_cond;
    /// The branch taken where the condition holds.
    fn if_then(&self) -> AstNode = isl_ast_node_if_get_then_node;
    /// Whether there is a branch for where it does not.
    fn if_has_else(&self) -> bool = isl_ast_node_if_has_else_node;
    /// The call of a statement.
    fn user_expr(&self) -> AstExpr = isl_ast_node_user_get_expr;
    /// The name of a mark.
    fn mark_id(&self) -> Id = isl_ast_node_mark_get_id;
    /// The node inside a mark.
    fn mark_node(&self) -> AstNode = isl_ast_node_mark_get_node;
    /// The tree as C, over several lines.
    #[allow(non_snake_case)] // isl's name.
    fn to_C_str(&self) -> String = isl_ast_node_to_C_str;
});

impl AstNode {
    /// What it is.
    ///
    /// isl: `isl_ast_node_get_type`.
    pub fn kind(&self) -> Result<AstNodeKind> {
        let kind: i32 = call!(isl_ast_node_get_type(node = self))?;
        Ok(match kind {
            sys::isl_ast_node_for => AstNodeKind::For,
            sys::isl_ast_node_if => AstNodeKind::If,
            sys::isl_ast_node_block => AstNodeKind::Block,
            sys::isl_ast_node_mark => AstNodeKind::Mark,
            sys::isl_ast_node_user => AstNodeKind::User,
            _ => AstNodeKind::Error,
        })
    }

    /// The branch taken where the condition does not hold, if there is one.
    ///
    /// isl: `isl_ast_node_if_get_else_node`.
    pub fn if_else(&self) -> Result<Option<AstNode>> {
        if !self.if_has_else()? {
            return Ok(None);
        }
        call!(isl_ast_node_if_get_else_node(node = self)).map(Some)
    }

    /// The nodes of a sequence.
    ///
    /// isl: `isl_ast_node_block_get_children`.
    pub fn block_children(&self) -> Result<Vec<AstNode>> {
        let children: AstNodeList = call!(isl_ast_node_block_get_children(node = self))?;
        (0..children.size()?).map(|index| children.at(index)).collect()
    }
}

object! {
    /// A list of nodes.
    AstNodeList: isl_ast_node_list, free isl_ast_node_list_free
}

methods!(AstNodeList {
    /// The number of nodes.
    fn size(&self) -> u32 = isl_ast_node_list_size;
    /// A node.
    fn at(&self, index: u32) -> AstNode = isl_ast_node_list_get_at;
});

/// The kind of an [`AstExpr`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AstExprKind {
    /// An operator with arguments.
    Op,
    /// A name.
    Id,
    /// An integer.
    Int,
}

/// The operator of an [`AstExpr`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AstOp {
    /// `a & b` on truth values: both are evaluated.
    And,
    /// `a && b`.
    AndThen,
    /// `a | b` on truth values: both are evaluated.
    Or,
    /// `a || b`.
    OrElse,
    /// The maximum of two or more.
    Max,
    /// The minimum of two or more.
    Min,
    /// `-a`.
    Minus,
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`, known to be exact.
    Div,
    /// `a / b`, rounded towards minus infinity.
    FdivQ,
    /// `a / b` of a non-negative dividend.
    PdivQ,
    /// `a % b` of a non-negative dividend.
    PdivR,
    /// `a % b` that is only compared with zero.
    ZdivR,
    /// `a ? b : c`: one of the last two is evaluated.
    Cond,
    /// `a ? b : c`: both may be evaluated.
    Select,
    /// `a == b`.
    Eq,
    /// `a <= b`.
    Le,
    /// `a < b`.
    Lt,
    /// `a >= b`.
    Ge,
    /// `a > b`.
    Gt,
    /// `f(a, b)`; the first argument is the function.
    Call,
    /// `A[a][b]`; the first argument is the array.
    Access,
    /// `a.b`.
    Member,
    /// `&a`.
    AddressOf,
}

object! {
    /// An expression. Its text is C.
    pub AstExpr: isl_ast_expr, free isl_ast_expr_free, clone isl_ast_expr_copy,
    print isl_ast_expr_to_C_str
}

methods!(AstExpr {
    /// The name that it is.
    fn id(&self) -> Id = isl_ast_expr_id_get_id;
    /// The integer that it is.
    fn val(&self) -> Val = isl_ast_expr_int_get_val;
    /// The number of arguments.
    fn op_n_arg(&self) -> u32 = isl_ast_expr_op_get_n_arg;
    /// An argument.
    fn op_arg(&self, pos: u32) -> AstExpr = isl_ast_expr_op_get_arg;
    /// Whether both are the same expression.
    fn is_equal(&self, other: &AstExpr) -> bool = isl_ast_expr_is_equal;
});

impl AstExpr {
    /// What it is.
    ///
    /// isl: `isl_ast_expr_get_type`.
    pub fn kind(&self) -> Result<AstExprKind> {
        let kind: i32 = call!(isl_ast_expr_get_type(expr = self))?;
        match kind {
            sys::isl_ast_expr_op => Ok(AstExprKind::Op),
            sys::isl_ast_expr_id => Ok(AstExprKind::Id),
            sys::isl_ast_expr_int => Ok(AstExprKind::Int),
            _ => Err(Error::new(ErrorKind::Unsupported, format!("unknown expression {kind}"))),
        }
    }

    /// The operator.
    ///
    /// isl: `isl_ast_expr_op_get_type`.
    pub fn op_type(&self) -> Result<AstOp> {
        let op: i32 = call!(isl_ast_expr_op_get_type(expr = self))?;
        AstOp::from_raw(op)
            .ok_or_else(|| Error::new(ErrorKind::Unsupported, format!("unknown operator {op}")))
    }

    /// The arguments of the operator.
    pub fn op_args(&self) -> Result<Vec<AstExpr>> {
        (0..self.op_n_arg()?).map(|pos| self.op_arg(pos)).collect()
    }
}

impl AstOp {
    fn from_raw(op: sys::isl_ast_expr_op_type) -> Option<AstOp> {
        Some(match op {
            sys::isl_ast_expr_op_and => AstOp::And,
            sys::isl_ast_expr_op_and_then => AstOp::AndThen,
            sys::isl_ast_expr_op_or => AstOp::Or,
            sys::isl_ast_expr_op_or_else => AstOp::OrElse,
            sys::isl_ast_expr_op_max => AstOp::Max,
            sys::isl_ast_expr_op_min => AstOp::Min,
            sys::isl_ast_expr_op_minus => AstOp::Minus,
            sys::isl_ast_expr_op_add => AstOp::Add,
            sys::isl_ast_expr_op_sub => AstOp::Sub,
            sys::isl_ast_expr_op_mul => AstOp::Mul,
            sys::isl_ast_expr_op_div => AstOp::Div,
            sys::isl_ast_expr_op_fdiv_q => AstOp::FdivQ,
            sys::isl_ast_expr_op_pdiv_q => AstOp::PdivQ,
            sys::isl_ast_expr_op_pdiv_r => AstOp::PdivR,
            sys::isl_ast_expr_op_zdiv_r => AstOp::ZdivR,
            sys::isl_ast_expr_op_cond => AstOp::Cond,
            sys::isl_ast_expr_op_select => AstOp::Select,
            sys::isl_ast_expr_op_eq => AstOp::Eq,
            sys::isl_ast_expr_op_le => AstOp::Le,
            sys::isl_ast_expr_op_lt => AstOp::Lt,
            sys::isl_ast_expr_op_ge => AstOp::Ge,
            sys::isl_ast_expr_op_gt => AstOp::Gt,
            sys::isl_ast_expr_op_call => AstOp::Call,
            sys::isl_ast_expr_op_access => AstOp::Access,
            sys::isl_ast_expr_op_member => AstOp::Member,
            sys::isl_ast_expr_op_address_of => AstOp::AddressOf,
            _ => return None,
        })
    }
}

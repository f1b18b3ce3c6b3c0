//! Statements.

use lang_c::ast;
use lang_c::span::Node;

use super::Resolver;
use crate::syntax::tree::{Construct, Declaration, Expression, For, Statement, StatementKind, SymbolId};

impl<'a> Resolver<'a> {
    pub(super) fn statement(&mut self, node: &'a Node<ast::Statement>) -> Statement {
        let span = self.place(node.span);
        let kind = match &node.node {
            ast::Statement::Labeled(labeled) => self.labeled(&labeled.node),
            ast::Statement::Compound(items) => {
                self.enter(span);
                let items = items.iter().filter_map(|item| self.block_item(item)).collect();
                self.leave();
                StatementKind::Block(items)
            }
            ast::Statement::Expression(expression) => {
                StatementKind::Expression(expression.as_ref().map(|expression| self.expression(expression)))
            }
            ast::Statement::If(if_) => {
                let condition = self.expression(&if_.node.condition);
                let then = self.scoped(&if_.node.then_statement);
                let otherwise =
                    if_.node.else_statement.as_ref().map(|otherwise| Box::new(self.scoped(otherwise)));
                StatementKind::If(condition, Box::new(then), otherwise)
            }
            ast::Statement::For(for_) => {
                self.enter(span);
                let for_ = self.for_loop(&for_.node);
                self.leave();
                StatementKind::For(Box::new(for_))
            }
            ast::Statement::Switch(switch) => {
                self.construct(Construct::Switch, &[&switch.node.expression], Some(&switch.node.statement))
            }
            ast::Statement::While(while_) => {
                self.construct(Construct::While, &[&while_.node.expression], Some(&while_.node.statement))
            }
            ast::Statement::DoWhile(do_) => {
                self.construct(Construct::Do, &[&do_.node.expression], Some(&do_.node.statement))
            }
            ast::Statement::Goto(label) => self.construct(Construct::Goto(self.name(label)), &[], None),
            ast::Statement::Continue => self.construct(Construct::Continue, &[], None),
            ast::Statement::Break => self.construct(Construct::Break, &[], None),
            ast::Statement::Return(value) => {
                let value: Vec<_> = value.iter().map(|value| &**value).collect();
                self.construct(Construct::Return, &value, None)
            }
            ast::Statement::Asm(assembly) => self.assembly(&assembly.node),
        };
        Statement { kind, span }
    }

    /// A statement that is a scope of its own although it need not be a block.
    fn scoped(&mut self, node: &'a Node<ast::Statement>) -> Statement {
        let span = self.place(node.span);
        self.enter(span);
        let statement = self.statement(node);
        self.leave();
        statement
    }

    fn block_item(&mut self, item: &'a Node<ast::BlockItem>) -> Option<Statement> {
        match &item.node {
            ast::BlockItem::Declaration(declaration) => Some(self.declaration_statement(declaration)),
            ast::BlockItem::StaticAssert(_) => None,
            ast::BlockItem::Statement(statement) => Some(self.statement(statement)),
        }
    }

    fn declaration_statement(&mut self, node: &'a Node<ast::Declaration>) -> Statement {
        let span = self.place(node.span);
        let symbols = self.declaration(&node.node, span);
        let declared = |symbol: SymbolId| {
            let name = self.resolved.symbols[symbol].name_span;
            let own = node.node.declarators.iter().map(|init| self.place(init.span));
            Declaration { symbol, span: own.into_iter().find(|own| own.contains(name)).unwrap_or(span) }
        };
        Statement { kind: StatementKind::Declaration(symbols.into_iter().map(declared).collect()), span }
    }

    fn labeled(&mut self, labeled: &'a ast::LabeledStatement) -> StatementKind {
        let mut values: Vec<&'a Node<ast::Expression>> = Vec::new();
        match &labeled.label.node {
            ast::Label::Identifier(label) => {
                let inner = self.statement(&labeled.statement);
                return StatementKind::Labeled(self.name(label), Box::new(inner));
            }
            ast::Label::Case(value) => values.push(value),
            ast::Label::CaseRange(range) => values.extend([&*range.node.low, &*range.node.high]),
            ast::Label::Default => {}
        }
        self.construct(Construct::Case, &values, Some(&labeled.statement))
    }

    fn for_loop(&mut self, for_: &'a ast::ForStatement) -> For {
        let initial = match &for_.initializer.node {
            ast::ForInitializer::Empty | ast::ForInitializer::StaticAssert(_) => None,
            ast::ForInitializer::Expression(expression) => {
                let expression = self.expression(expression);
                let span = expression.span;
                Some(Statement { kind: StatementKind::Expression(Some(expression)), span })
            }
            ast::ForInitializer::Declaration(declaration) => Some(self.declaration_statement(declaration)),
        };
        let condition = for_.condition.as_ref().map(|condition| self.expression(condition));
        let step = for_.step.as_ref().map(|step| self.expression(step));
        For { initial, condition, step, body: self.scoped(&for_.statement), fill: None }
    }

    fn construct(
        &mut self,
        construct: Construct,
        expressions: &[&'a Node<ast::Expression>],
        body: Option<&'a Node<ast::Statement>>,
    ) -> StatementKind {
        let expressions: Vec<Expression> =
            expressions.iter().map(|expression| self.expression(expression)).collect();
        let body = body.map(|body| self.scoped(body)).into_iter().collect();
        StatementKind::Other(construct, expressions, body)
    }

    fn assembly(&mut self, assembly: &'a ast::AsmStatement) -> StatementKind {
        let operands: Vec<_> = match assembly {
            ast::AsmStatement::GnuBasic(_) => vec![],
            ast::AsmStatement::GnuExtended(extended) => {
                let operands = extended.outputs.iter().chain(&extended.inputs);
                operands.map(|operand| &operand.node.variable_name).collect()
            }
        };
        self.construct(Construct::Assembly, &operands, None)
    }
}

//! Where control gets to other than from the statement before: labels, and the `case`s of a `switch`.
//!
//! What is told of the order of a text holds where no jump breaks it: a value that a statement of a block gives is there behind it
//! if control enters what follows through that statement alone, and what stands before a place doesn't run behind it if no
//! jump leads back. So `goto fail;` with the label at the end of a function, behind all else, is no obstacle to either.

use diagnostics::Span;

use crate::null_tests::ends_program;
use crate::syntax::resolve::Resolved;
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{Construct, Function, Statement, StatementKind};

/// Whether a statement leads elsewhere than to the next one.
pub fn leads_away(statement: &Statement, resolved: &Resolved) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.last().is_some_and(|last| leads_away(last, resolved)),
        StatementKind::Expression(Some(expression)) => ends_program(expression, resolved),
        StatementKind::Other(construct, ..) => matches!(
            construct,
            Construct::Return | Construct::Goto(_) | Construct::Break | Construct::Continue
        ),
        _ => false,
    }
}

/// The jumps of a function, but for those that loops make.
pub struct Jumps {
    /// From where a `goto` gets to where.
    gotos: Vec<(Span, Span)>,
    /// From which `switch` to which `case`.
    cases: Vec<(Span, Span)>,
    /// Whether all are known: none is part of an expression, or inline assembly.
    are_known: bool,
}

impl Jumps {
    /// Of a function of a translation unit.
    pub fn new(table: &TokenTable, text: &str, function: &Function) -> Self {
        let (mut labels, mut jumps, mut found) = (vec![], vec![], vec![]);
        function.body.walk(&mut |statement| match &statement.kind {
            StatementKind::Labeled(label, _) => labels.push((label.as_str(), statement.span)),
            StatementKind::Other(Construct::Goto(label), ..) => jumps.push((label.as_str(), statement.span)),
            _ => {}
        });
        cases(&function.body, None, &mut found);
        let written = table.within(function.span).iter();
        let written = written.filter(|token| token.span.of(text) == "goto").count();
        let leads = jumps.iter().filter_map(|(name, from)| {
            let mut named = labels.iter().filter(|(label, _)| label == name);
            let (_, to) = named.next().filter(|_| named.next().is_none())?;
            Some((*from, *to))
        });
        let gotos: Vec<_> = leads.collect();
        let are_known = gotos.len() == written;
        Jumps { gotos, cases: found, are_known }
    }

    /// The first part of `part` into which no jump leads from elsewhere.
    pub fn before_entries(&self, part: Span) -> Span {
        let mut first = Span::new(part.start, if self.are_known { part.end } else { part.start });
        let is_inside = |place: Span, part: Span| part.start <= place.start && place.start < part.end;
        // what is cut off may lead back
        while let Some((_, to)) =
            self.all().find(|(from, to)| is_inside(*to, first) && !is_inside(*from, first))
        {
            first.end = to.start;
        }
        first
    }

    /// Whether a jump may lead to what stands before it.
    pub fn may_lead_back(&self) -> bool {
        !self.are_known || self.all().any(|(from, to)| to.start < from.start)
    }

    /// Whether a `goto` may lead to what stands before a place.
    pub fn may_lead_before(&self, place: usize) -> bool {
        !self.are_known || self.gotos.iter().any(|(_, to)| to.start < place)
    }

    fn all(&self) -> impl Iterator<Item = &(Span, Span)> {
        self.gotos.iter().chain(&self.cases)
    }
}

/// The `case`s of a statement, with the `switch` around each.
fn cases(statement: &Statement, switch: Option<Span>, found: &mut Vec<(Span, Span)>) {
    let mut switch = switch;
    match &statement.kind {
        StatementKind::Other(Construct::Switch, ..) => switch = Some(statement.span),
        StatementKind::Other(Construct::Case, ..) => {
            found.extend(switch.map(|switch| (switch, statement.span)));
        }
        _ => {}
    }
    statement.children().for_each(|child| cases(child, switch, found));
}

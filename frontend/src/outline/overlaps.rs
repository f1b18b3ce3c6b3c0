//! Names of a region that may reach the same memory.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{ArrayId, Hopes};

use super::builder::Builder;
use crate::facts::aliasing::roots;
use crate::facts::certain::is_readable;
use crate::facts::changes::Change;
use crate::facts::entry::entry;
use crate::facts::in_front::is_structure_in_front;
use crate::facts::members::{
    Owner, is_in_structure, may_be_written, may_change, may_write, member, object, owner, pointers_to,
    sets_own_pointer,
};
use crate::refusal::{Reason, refusal};
use crate::syntax::tree::{Expression, SymbolId};

impl<'a> Builder<'a> {
    /// Refuses names that may reach the same memory.
    pub fn check_aliasing(&mut self) {
        if self.keeps_program_order() {
            return self.check_parameters_stay();
        }
        let mut owners: BTreeMap<SymbolId, Vec<SymbolId>> = BTreeMap::new();
        for &symbol in &self.arrays {
            for root in self.roots(symbol) {
                let known = owners.entry(root).or_default();
                if let Some(&owner) = known.iter().find(|&&other| self.meets(symbol, other)) {
                    self.problems.push(self.same_memory(symbol, owner, root));
                    break;
                }
                known.push(symbol);
            }
        }
        self.check_parameters_stay();
    }

    /// The variables and members whose memory `symbol` may reach by what the function says, itself included.
    fn roots(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let around = self.around;
        let Some(member) = member(symbol, around.symbols()) else {
            return roots(symbol, around).into_iter().collect();
        };
        let held = match owner(member) {
            Owner::Object(object) => vec![object],
            Owner::Pointee(object) => roots(object, around).into_iter().collect(),
            Owner::Elsewhere => return roots(symbol, around).into_iter().collect(),
        };
        std::iter::once(symbol).chain(held).collect()
    }

    /// Whether two names with a common root are more than different members of the same structures.
    fn meets(&self, one: SymbolId, other: SymbolId) -> bool {
        let member = |symbol| member(symbol, self.around.symbols());
        match (member(one), member(other)) {
            _ if one == other => false,
            (Some(one), Some(other)) => one.fields() == other.fields(),
            _ => true,
        }
    }

    /// Where to speak of a symbol: where it is declared, or for a member where the region first mentions it.
    pub fn place_of(&self, symbol: SymbolId) -> Span {
        let around = self.around;
        let declared = around.symbols()[symbol].name_span;
        let mut mentions = around.occurrences(symbol).iter().map(|mention| mention.place);
        let inside = mentions.find(|place| around.is_inside(*place));
        inside.filter(|_| member(symbol, around.symbols()).is_some()).unwrap_or(declared)
    }

    /// Two names that may both reach the memory of `root`.
    fn same_memory(&self, one: SymbolId, other: SymbolId, root: SymbolId) -> Diagnostic {
        let (pointer, other) = if one == root { (other, one) } else { (one, other) };
        let cause = format!("`{}` and `{}` may be the same memory", self.name(pointer), self.name(other));
        let place = self.place_of(pointer);
        let remark = format!("may point into `{}`", self.name(root));
        Reason::Overlap
            .of(refusal(Code::Overlap, cause, place, remark).with_help("use one name in the region"))
    }

    /// Parameters must stay what they are: out of the reach of all that the region writes, or of what a test can tell.
    fn check_parameters_stay(&mut self) {
        let parameters = self.mentioned.iter();
        let problems = parameters.filter_map(|&symbol| self.writer_of(symbol, self.place_of(symbol)));
        self.problems.extend(problems.collect::<Vec<_>>());
    }

    /// What is said where `symbol`, at `place`, may be written by something in the region.
    pub fn writer_of(&self, symbol: SymbolId, place: Span) -> Option<Diagnostic> {
        let around = self.around;
        let unnamed = self.unnamed.iter().find(|(type_, _)| may_be_written(type_, symbol, around));
        if let Some((_, written)) = unnamed {
            let cause = format!("what a pointer leads to may be `{}`", self.name(symbol));
            let problem =
                refusal(Code::Overlap, cause, place, "must not change").also(*written, "written here");
            return Some(Reason::Overlap.of(problem.with_help("use a local copy in bounds and subscripts")));
        }
        let known = self.writers.borrow().get(&symbol).copied();
        let writer = known.unwrap_or_else(|| {
            let found = self.writing_change(symbol);
            self.writers.borrow_mut().insert(symbol, found);
            found
        });
        let change = writer?;
        let cause =
            format!("what is written to `{}` may be `{}`", self.name(change.symbol), self.name(symbol));
        let problem =
            refusal(Code::Overlap, cause, place, "must not change").also(change.place, "written here");
        Some(Reason::Overlap.of(problem.with_help("use a local copy in bounds and subscripts")))
    }

    /// The first change in the region that may write `symbol`; that a variable itself changes is told elsewhere.
    fn writing_change(&self, symbol: SymbolId) -> Option<Change> {
        let around = self.around;
        let is_member = member(symbol, around.symbols()).is_some();
        // see `Builder::apart`
        let is_tested = around.region.is_hopeful && is_in_structure(symbol, around);
        let changes = around.changes_inside().filter(|change| is_member || change.symbol != symbol);
        let mut changes = changes.filter(|change| change.is_whole || !is_tested);
        let is_writer =
            |change: &&Change| !sets_own_pointer(change, around) && may_change(change.symbol, symbol, around);
        changes.find(is_writer).copied()
    }

    /// The structures that parameters of the function point to, and the arrays whose cells, when they are written, may be
    /// part of them by their types: a region that is tested for it relies on that they aren't.
    pub fn apart(&self) -> Vec<(String, ArrayId)> {
        if !self.around.region.is_hopeful {
            return vec![];
        }
        let mut found = Vec::new();
        for (id, array) in self.arrays.iter().enumerate() {
            let objects = self.reached_structures(*array).into_iter();
            found.extend(objects.map(|object| (self.name(object).to_owned(), id)));
        }
        found
    }

    /// The pointers among the function's parameters to structures that the region may write through `array`.
    fn reached_structures(&self, array: SymbolId) -> BTreeSet<SymbolId> {
        let around = self.around;
        if !around.changes_inside().any(|change| change.symbol == array && !change.is_whole) {
            return BTreeSet::new();
        }
        let members = around.index.occurrences.keys().filter(|symbol| is_in_structure(**symbol, around));
        let reached = members.filter(|symbol| may_write(array, **symbol, around));
        reached.map(|symbol| object(*symbol, around.symbols())).collect()
    }

    /// Why the arrays that members lead to may not be the same in another order, as a phrase: what is written may be their
    /// pointers.
    pub fn unsteady(&self) -> Option<String> {
        let around = self.around;
        let is_tested = |symbol: &SymbolId| around.region.is_hopeful && is_in_structure(*symbol, around);
        let pointers = self.arrays.iter().flat_map(|array| pointers_to(*array, around));
        let mut pointers = pointers.filter(|pointer| !is_tested(pointer));
        let writers = |symbol: SymbolId| {
            let changes = around.changes_inside().filter(|change| !change.is_whole);
            let mut written = changes.map(|change| change.symbol).filter(|it| self.arrays.contains(it));
            written.find(|written| may_write(*written, symbol, around))
        };
        let (pointer, writer) = pointers.find_map(|symbol| Some((symbol, writers(symbol)?)))?;
        Some(format!("what is written to `{}` may be `{}`", self.name(writer), self.name(pointer)))
    }

    /// The symbol for a cell that nothing in the region may write.
    pub fn steady_cell(&self, expression: &Expression) -> Option<SymbolId> {
        let around = self.around;
        let cell = around.translation.resolved.cell(expression).filter(|_| !around.region.is_isolated)?;
        let object = object(cell, around.symbols());
        let declared = around.symbols()[object].declared;
        let is_inside = declared.is_some_and(|declared| around.is_inside(declared.declaration));
        let is_changed =
            self.changed.contains_key(&object) || self.writer_of(cell, expression.span).is_some();
        (!is_inside && !is_changed).then_some(cell)
    }

    /// Why a new order may not read the region's parameters wherever it likes, as a phrase. A test may tell that it may: that
    /// is noted in `hopes`.
    pub fn uncertain(&self, hopes: &mut Hopes) -> Option<String> {
        let uncertain = self.mentioned.iter().filter(|&&symbol| !is_readable(symbol, self.around));
        let uncertain: Vec<_> = uncertain.map(|symbol| self.name(*symbol)).collect();
        let first = uncertain.first()?;
        let is_told = self.around.region.is_hopeful
            && entry(self.around).is_ok_and(|entry| uncertain.iter().all(|name| entry.has(name)));
        if is_told {
            hopes.readable = uncertain.into_iter().map(str::to_owned).collect();
            return None;
        }
        Some(format!("the program doesn't read `{first}` for certain, so that may fail"))
    }

    /// Checks that a member is one that the region can use.
    pub fn check_member(&self, symbol: SymbolId, place: Span) -> Result<(), Diagnostic> {
        let around = self.around;
        let Some(member) = member(symbol, around.symbols()) else { return Ok(()) };
        let name = self.name(symbol);
        let object = self.name(member.object);
        if around.region.is_isolated {
            return Err(refusal(
                Code::Structure,
                "a member of a structure isn't supported",
                place,
                "in an isolated statement",
            ));
        }
        if is_structure_in_front(member.object, around) {
            return Ok(());
        }
        if let Some(&change) = self.changed.get(&member.object) {
            let cause = format!("`{name}` isn't the same everywhere, since `{object}` changes");
            let problem = refusal(Code::Structure, cause, place, "").also(change, "changed here");
            return Err(Reason::StructureMember.of(problem));
        }
        let declared = around.symbols()[member.object].declared;
        if let Some(declared) = declared.filter(|declared| around.is_inside(declared.declaration)) {
            let cause = format!("it declares the structure `{object}`");
            let problem = refusal(Code::Structure, cause, place, "used here")
                .also(declared.declarator, "declared here");
            let problem = problem.with_help("declare it before the region, or use variables");
            return Err(Reason::Structure.of(problem));
        }
        Ok(())
    }
}

//! Runs statements.

use crate::compare::Region;
use crate::difference::Remains;
use crate::inputs::Inputs;
use crate::joined::Joined;
use crate::layout::unknown;
use crate::library::Events;
use crate::memory::{Base, Object, ObjectId, Place};
use crate::operators::truth;
use crate::source::{Source, spelled};
use crate::values::{Kind, Value};
use diagnostics::Span;
use frontend::tree::{
    Construct, Declaration, Expression, ExpressionKind, For, Function, Statement, StatementKind, SymbolId,
    SymbolKind,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The interpreter doesn't know this.
    Unknown(String),
    /// What a program must not do, and where.
    Fault(String, Span),
    OutOfSteps,
    /// The program ends.
    Exit,
    /// A region isn't valid here.
    Unfit,
}

/// Where a statement leads.
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
}

/// A call of a function.
pub(crate) struct Frame<'a> {
    pub(crate) function: &'a Function,
    pub(crate) variables: HashMap<SymbolId, ObjectId>,
    /// The lengths in types of declared objects, by their places.
    pub(crate) lengths: HashMap<Span, i64>,
}

/// What a run is held to.
pub(crate) enum Rules<'a> {
    /// It decides what is valid: sizes must suit the regions that it comes to.
    Original(Vec<Entry<'a>>),
    /// It may touch as much of objects of unknown size as the original touched, if that is known.
    Printed(Option<BTreeMap<u32, (i64, i64)>>),
}

/// The start of a region.
pub(crate) struct Entry<'a> {
    pub(crate) start: usize,
    pub(crate) region: &'a Region,
    /// What the region says, by its spelling.
    pub(crate) spelled: HashMap<String, &'a Expression>,
    pub(crate) was_reached: bool,
}

/// One run.
pub(crate) struct Machine<'a, 't> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) inputs: &'t mut Inputs,
    pub(crate) rules: Rules<'a>,
    /// Those that both runs know, as far as this one looked at them.
    pub(crate) shared: BTreeMap<u32, Object>,
    pub(crate) own: Vec<Object>,
    pub(crate) frames: Vec<Frame<'a>>,
    pub(crate) events: Events,
    /// The variables and members that are parameters of regions: numbers and nothing else.
    pub(crate) parameters: HashSet<SymbolId>,
    pub(crate) left: u64,
    /// How many numbers came from files.
    pub(crate) numbers_read: u64,
    /// What was computed in any order.
    pub(crate) joined: Joined,
    /// What each iteration of a parallel loop has for itself, by the place of the loop.
    clauses: HashMap<usize, Vec<String>>,
}

/// Calls within calls.
const DEEPEST: usize = 24;

impl<'a, 't> Machine<'a, 't> {
    pub(crate) fn new(
        source: &'a Source<'a>,
        inputs: &'t mut Inputs,
        rules: Rules<'a>,
        parameters: &HashSet<&str>,
        left: u64,
    ) -> Self {
        let parameters = parameters.iter().flat_map(|name| source.named(name)).copied();
        Machine {
            source,
            inputs,
            rules,
            shared: BTreeMap::new(),
            own: Vec::new(),
            frames: Vec::new(),
            events: Events::default(),
            parameters: parameters.collect(),
            left,
            numbers_read: 0,
            joined: Joined::default(),
            clauses: HashMap::new(),
        }
    }

    /// Calls `function` with `arguments`; with none if these come from outside.
    pub(crate) fn enter(
        &mut self,
        function: &'a Function,
        arguments: Option<Vec<Value>>,
    ) -> Result<Value, Stop> {
        if self.frames.len() >= DEEPEST {
            return Err(unknown("calls within calls"));
        }
        let (variables, lengths) = (HashMap::new(), HashMap::new());
        self.frames.push(Frame { function, variables, lengths });
        let result = self.body(function, arguments);
        self.frames.pop();
        result
    }

    fn body(&mut self, function: &'a Function, arguments: Option<Vec<Value>>) -> Result<Value, Stop> {
        let source = self.source;
        let mut arguments = arguments.map(Vec::into_iter);
        for &parameter in &function.parameters {
            let type_ = &source.symbols[parameter].type_;
            let object = match &mut arguments {
                None => self.input_of(parameter)?,
                Some(arguments) => {
                    let value = arguments.next().ok_or_else(|| unknown("too few arguments"))?;
                    let bytes = self.size_of(&type_.decayed())?;
                    let object = self.make(Object::new(Some(parameter), Some(bytes), Base::Vague));
                    let place = Place::start(object);
                    self.store(place, &type_.decayed(), value, function.span)?;
                    object
                }
            };
            self.frame_mut().variables.insert(parameter, object);
            self.fix_lengths(type_)?;
        }
        match self.run(&function.body)? {
            Flow::Return(value) => Ok(value),
            _ => Ok(Value::VOID),
        }
    }

    pub(crate) fn frame(&self) -> &Frame<'a> {
        self.frames.last().expect("a function runs")
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("a function runs")
    }

    /// A new object of this run.
    pub(crate) fn make(&mut self, object: Object) -> ObjectId {
        self.own.push(object);
        ObjectId::Own((self.own.len() - 1) as u32)
    }

    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.left = self.left.checked_sub(steps).ok_or(Stop::OutOfSteps)?;
        Ok(())
    }

    pub(crate) fn fault(&self, what: &str, place: Span) -> Stop {
        Stop::Fault(what.to_owned(), place)
    }

    pub(crate) fn vague(&self, what: &str, place: Span) -> Stop {
        let words = self.source.written(place);
        Stop::Fault(format!("{what} (`{words}`) depends on what nobody wrote"), place)
    }

    fn all(&mut self, list: &[Statement]) -> Result<Flow, Stop> {
        for statement in list {
            match self.run(statement)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    pub(crate) fn run(&mut self, statement: &Statement) -> Result<Flow, Stop> {
        self.spend(1)?;
        if let Rules::Original(entries) = &self.rules
            && let Some(region) = entries.iter().position(|entry| entry.start == statement.span.start)
        {
            self.come_to(region)?;
        }
        match &statement.kind {
            StatementKind::Block(list) => self.all(list),
            StatementKind::Declaration(list) => {
                list.iter().try_for_each(|declaration| self.declare(declaration))?;
                Ok(Flow::Next)
            }
            StatementKind::Expression(expression) => {
                if let Some(expression) = expression {
                    self.value(expression)?;
                }
                Ok(Flow::Next)
            }
            StatementKind::If(condition, then, None) if self.joins_if(condition, then)? => Ok(Flow::Next),
            StatementKind::If(condition, then, otherwise) => match (self.holds(condition)?, otherwise) {
                (true, _) => self.run(then),
                (false, Some(otherwise)) => self.run(otherwise),
                (false, None) => Ok(Flow::Next),
            },
            StatementKind::For(for_) => match &for_.fill {
                // what the program calls is called, whatever the trees make of it
                Some(fill) => {
                    self.value(&fill.call)?;
                    Ok(Flow::Next)
                }
                None => self.run_for(for_, statement.span),
            },
            StatementKind::Labeled(_, inner) => self.run(inner),
            StatementKind::Other(construct, expressions, statements) => {
                self.construct(construct, expressions, statements)
            }
        }
    }

    fn construct(
        &mut self,
        construct: &Construct,
        expressions: &[Expression],
        statements: &[Statement],
    ) -> Result<Flow, Stop> {
        match (construct, expressions, statements) {
            (Construct::While, [condition], [body]) => {
                while self.holds(condition)? {
                    match self.run(body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Next | Flow::Continue => {}
                    }
                }
                Ok(Flow::Next)
            }
            (Construct::Do, [condition], [body]) => loop {
                match self.run(body)? {
                    Flow::Break => return Ok(Flow::Next),
                    Flow::Return(value) => return Ok(Flow::Return(value)),
                    Flow::Next | Flow::Continue => {}
                }
                if !self.holds(condition)? {
                    return Ok(Flow::Next);
                }
            },
            (Construct::Switch, [chosen], [body]) => self.switch(chosen, body),
            (Construct::Case, _, [inner]) => self.run(inner),
            (Construct::Break, ..) => Ok(Flow::Break),
            (Construct::Continue, ..) => Ok(Flow::Continue),
            (Construct::Return, [], _) => Ok(Flow::Return(Value::VOID)),
            (Construct::Return, [value], _) => {
                let type_ = match &self.source.symbols[self.frame().function.symbol].type_.kind {
                    frontend::tree::TypeKind::Function(result) => (**result).clone(),
                    _ => value.type_.clone(),
                };
                let result = self.value(value)?;
                self.convert(result, &value.type_, &type_).map(Flow::Return)
            }
            (Construct::Goto(_), ..) => Err(unknown("`goto`")),
            _ => Err(unknown("this statement")),
        }
    }

    fn switch(&mut self, chosen: &Expression, body: &Statement) -> Result<Flow, Stop> {
        let value = self.value(chosen)?;
        let (Kind::Integer(number, _), false) = (value.kind, value.is_vague) else {
            return Err(self.vague("what `switch` looks at", chosen.span));
        };
        let StatementKind::Block(list) = &body.kind else { return Err(unknown("this `switch`")) };
        let mut default = None;
        let mut start = None;
        for (position, statement) in list.iter().enumerate() {
            let mut label = statement;
            while let StatementKind::Other(Construct::Case, values, inner) = &label.kind {
                match values.as_slice() {
                    [] => default = Some(position),
                    [value] => {
                        let Kind::Integer(own, _) = self.value(value)?.kind else {
                            return Err(unknown("this `case`"));
                        };
                        start = start.or((own == number).then_some(position));
                    }
                    _ => return Err(unknown("this `case`")),
                }
                let Some(inner) = inner.first() else { break };
                label = inner;
            }
        }
        match start.or(default) {
            None => Ok(Flow::Next),
            Some(start) => Ok(match self.all(&list[start..])? {
                Flow::Break => Flow::Next,
                flow => flow,
            }),
        }
    }

    fn run_for(&mut self, for_: &For, place: Span) -> Result<Flow, Stop> {
        if let Some(initial) = &for_.initial {
            self.run(initial)?;
        }
        let private = self.private(for_, place)?;
        let before: Vec<_> = private.iter().map(|object| self.object_mut(*object).clone()).collect();
        let flow = self.iterate(for_, &private);
        for (object, before) in private.into_iter().zip(before) {
            *self.object_mut(object) = before;
        }
        flow
    }

    fn iterate(&mut self, for_: &For, private: &[ObjectId]) -> Result<Flow, Stop> {
        loop {
            self.spend(1)?;
            if let Some(condition) = &for_.condition
                && !self.holds(condition)?
            {
                return Ok(Flow::Next);
            }
            for object in private {
                self.object_mut(*object).reset(Base::Vague);
            }
            match self.run(&for_.body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
                Flow::Next | Flow::Continue => {}
            }
            if let Some(step) = &for_.step {
                self.value(step)?;
            }
        }
    }

    /// The variables of which each iteration of a parallel loop has its own, empty at first; not the counter.
    fn private(&mut self, for_: &For, place: Span) -> Result<Vec<ObjectId>, Stop> {
        let source = self.source;
        let names =
            self.clauses.entry(place.start).or_insert_with(|| private_names(source.text, place.start));
        if names.is_empty() {
            return Ok(vec![]);
        }
        let names = names.clone();
        let counter = for_.initial.as_ref().and_then(counter);
        let mut found = Vec::new();
        for name in names {
            let is_seen = |symbol: &SymbolId| {
                let symbol = &source.symbols[*symbol];
                let scope = symbol.declared.map(|declared| declared.scope);
                symbol.name == name && scope.is_none_or(|scope| scope.contains(place))
            };
            // the innermost is declared last
            let symbol = self.frame().variables.keys().filter(|symbol| is_seen(symbol)).max();
            let symbol = *symbol.ok_or_else(|| unknown("a clause that names no variable of the function"))?;
            found.extend(Some(self.frame().variables[&symbol]).filter(|_| Some(symbol) != counter));
        }
        Ok(found)
    }

    fn declare(&mut self, declaration: &Declaration) -> Result<(), Stop> {
        let source = self.source;
        let symbol = &source.symbols[declaration.symbol];
        if symbol.kind != (SymbolKind::Local { is_static: false }) {
            return Ok(());
        }
        self.fix_lengths(&symbol.type_)?;
        let size = self.size_of(&symbol.type_)?;
        if size < 0 {
            return Err(self.fault("an array without cells", declaration.span));
        }
        let object = self.make(Object::new(Some(declaration.symbol), Some(size), Base::Vague));
        self.frame_mut().variables.insert(declaration.symbol, object);
        match &symbol.initializer {
            None => Ok(()),
            Some(initializer) => self.initialize(object, &symbol.type_, initializer, declaration.span),
        }
    }

    /// Looks whether a region is valid as it is reached.
    fn come_to(&mut self, region: usize) -> Result<(), Stop> {
        let Rules::Original(entries) = &mut self.rules else { return Ok(()) };
        let mut entries = std::mem::take(entries);
        let result = self.suits(&mut entries[region]);
        self.rules = Rules::Original(entries);
        result
    }

    fn suits(&mut self, entry: &mut Entry<'a>) -> Result<(), Stop> {
        let parameters = &entry.region.parameters;
        let mut values = vec![1; parameters.len()];
        for (value, parameter) in values.iter_mut().zip(parameters) {
            if parameter.factors.is_empty() {
                *value = parameter.value.map_or_else(|| self.size(&parameter.spelling, entry), Ok)?;
            }
        }
        // products are of others
        for (position, parameter) in parameters.iter().enumerate() {
            if !parameter.factors.is_empty() {
                let mut factors = parameter.factors.iter().filter(|factor| **factor != position);
                let product = factors.try_fold(1i64, |product, factor| product.checked_mul(values[*factor]));
                values[position] = product.ok_or_else(|| unknown("a size that is too large"))?;
            }
        }
        entry.was_reached = true;
        if (entry.region.holds)(&values) { Ok(()) } else { Err(Stop::Unfit) }
    }

    /// A parameter of a region as it is now.
    fn size(&mut self, spelling: &str, entry: &Entry<'a>) -> Result<i64, Stop> {
        let untold = || Stop::Unknown(format!("the size `{spelling}`"));
        let value = match entry.spelled.get(&spelled(spelling)) {
            Some(expression) => self.value(expression)?,
            None => {
                let symbols = self.source.symbols;
                let is_it = |symbol: &&SymbolId| symbols[**symbol].name == spelling;
                let symbol = *self.frame().variables.keys().filter(is_it).max().ok_or_else(untold)?;
                let place = Place::start(self.frame().variables[&symbol]);
                let (type_, name) = (symbols[symbol].type_.clone(), symbols[symbol].name_span);
                let named =
                    Expression { kind: ExpressionKind::Variable(symbol), span: name, type_: type_.clone() };
                self.load(place, &type_, &named)?
            }
        };
        match value.kind {
            Kind::Integer(number, None) if !value.is_vague => i64::try_from(number).map_err(|_| untold()),
            _ => Err(untold()),
        }
    }

    /// What is left after the run.
    pub(crate) fn finish(self, result: Option<Value>) -> Remains<'a> {
        let Machine { source, shared, own, events, .. } = self;
        Remains { source, shared, own, events, result }
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&mut self, condition: &Expression) -> Result<bool, Stop> {
        let value = self.value(condition)?;
        if value.is_vague {
            return Err(self.vague("a condition", condition.span));
        }
        truth(value, self.inputs.trial()).ok_or_else(|| unknown("a condition without a value"))
    }
}

/// What a loop's header counts with.
fn counter(initial: &Statement) -> Option<SymbolId> {
    match &initial.kind {
        StatementKind::Declaration(list) => list.first().map(|declaration| declaration.symbol),
        StatementKind::Expression(Some(Expression {
            kind: ExpressionKind::Assign(_, target, _), ..
        })) => target.variable(),
        _ => None,
    }
}

/// The names that OpenMP's pragma right before a loop makes private.
fn private_names(text: &str, loop_: usize) -> Vec<String> {
    let before = text[..loop_].trim_end();
    let line = before.lines().next_back().unwrap_or_default().trim_start();
    let is_parallel = line.starts_with("#pragma omp") && line.contains("parallel");
    let lists = line.split(" private(").skip(1).filter(|_| is_parallel);
    let names = lists.filter_map(|list| list.split(')').next());
    names.flat_map(|names| names.split(',')).map(|name| name.trim().to_owned()).collect()
}

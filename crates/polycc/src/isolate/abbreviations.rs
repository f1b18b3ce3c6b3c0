//! Variables for conditions and sizes that would be written again and again.

use super::text::Names;
use codegen::isolate::{Kind, Rectangle, Shared};
use polyhedral::expression::LinearForm;
use polyhedral::{Comparison, Condition, Expression};

/// Longer conditions get a variable.
const LONGEST: usize = 28;

/// The variables so far.
pub struct Abbreviations<'a> {
    /// Names that are free.
    pub names: &'a mut Names,
    /// The variables.
    pub shared: Vec<Shared>,
}

impl Abbreviations<'_> {
    /// Names what is long in the rectangles of one array.
    pub fn shorten(&mut self, kind: &mut Kind, array: &str) {
        let Kind::Cells { buffer, loads, stores, lasts, .. } = kind else { return };
        // a buffer that lasts is declared before the variables would be
        let buffer = Some(buffer).filter(|_| !*lasts);
        let copied = loads.iter_mut().chain(stores).map(|it| &mut it.cells);
        let rectangles = buffer.into_iter().chain(copied);
        for rectangle in rectangles {
            self.rectangle(rectangle, array);
        }
    }

    /// Texts for the lengths of the rows of a counterpart that don't name variables of the program.
    ///
    /// Those of the outermost `unused` of them aren't needed.
    pub fn widths(&mut self, kind: &Kind, array: &str, unused: usize) -> Vec<String> {
        let (Kind::Cells { buffer, .. } | Kind::Resident { buffer, .. }) = kind else { return vec![] };
        let width = |(position, count): (usize, &Expression)| match (count.constant(), &buffer.present) {
            _ if position < unused => String::new(),
            (Some(constant), _) => constant.to_string(),
            (None, Condition::Constant(true)) => self.number(count, array),
            (None, present) => {
                let one = Box::new(Expression::Constant(1));
                self.number(
                    &Expression::Select(Box::new(present.clone()), Box::new(count.clone()), one),
                    array,
                )
            }
        };
        buffer.count.iter().skip(1).enumerate().map(width).collect()
    }

    fn rectangle(&mut self, rectangle: &mut Rectangle, array: &str) {
        if rectangle.present.to_string().len() > LONGEST {
            let name = self.holding(&rectangle.present);
            rectangle.present =
                Condition::Compare(Comparison::NotEqual, Expression::Variable(name), Expression::Constant(0));
        }
        for count in &mut rectangle.count {
            if LinearForm::of(count).is_none() {
                *count = Expression::Variable(self.number(count, array));
            }
        }
    }

    fn holding(&mut self, test: &Condition) -> String {
        let known = self.shared.iter().find_map(|shared| match shared {
            Shared::Holds(name, known) if known == test => Some(name.clone()),
            _ => None,
        });
        known.unwrap_or_else(|| {
            let name = self.names.fresh("has_cells");
            self.shared.push(Shared::Holds(name.clone(), test.clone()));
            name
        })
    }

    fn number(&mut self, value: &Expression, array: &str) -> String {
        let known = self.shared.iter().find_map(|shared| match shared {
            Shared::Value(name, known) if known == value => Some(name.clone()),
            _ => None,
        });
        known.unwrap_or_else(|| {
            let name = self.names.fresh(&format!("{array}_extent"));
            self.shared.push(Shared::Value(name.clone(), value.clone()));
            name
        })
    }
}

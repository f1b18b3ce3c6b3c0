//! isl's printer, for the objects that have no function of their own that makes their text.

use crate::call::{call, object};
use crate::{Context, Result};

object! {
    /// A printer into a string.
    pub(crate) Printer: isl_printer, free isl_printer_free
}

impl Printer {
    /// The text that `print` prints.
    pub(crate) fn print(context: &Context, print: impl FnOnce(Printer) -> Result<Printer>) -> Result<String> {
        context.unlimited(|| {
            let printer = call!(isl_printer_to_str(context = context))?;
            let printer = print(printer)?;
            call!(isl_printer_get_str(printer = &printer))
        })
    }
}

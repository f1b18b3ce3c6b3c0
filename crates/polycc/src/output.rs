//! The user's text with the results in it.

use crate::input::Input;
use crate::pipeline::Region;
use codegen::splice::{self, Edit};
use codegen::{Comments, Layout, Spelling};
use frontend::preprocess::Preprocessor;

/// The text of `input` with all `regions` transformed. Regions that change nothing leave it as it is.
///
/// The result is preprocessed again and compared, token for token, with what was meant.
///
/// # Errors
/// What went wrong, as a sentence, where no text with that meaning was found.
pub fn text(input: &Input, regions: &[Region], preprocessor: &Preprocessor) -> Result<String, String> {
    let edits =
        |spelling| regions.iter().filter(|r| r.changes()).flat_map(move |r| edits(input, r, spelling));
    let wanted: Vec<Edit> = edits(Spelling::Macros).collect();
    if wanted.is_empty() {
        return Ok(input.text.clone());
    }
    let expanded: Vec<Edit> = edits(Spelling::Values).collect();
    let expected = splice::expected_preprocessed(&input.map, &expanded);
    let attempts = [
        splice::splice(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &wanted),
        splice::splice_whole_lines(&input.text, &input.map, &expanded),
    ];
    let mut reason = "the result doesn't preprocess to what was meant".to_string();
    for attempt in attempts {
        match attempt {
            Ok(text) if is_as_meant(input, &text, &expected, preprocessor) => return Ok(text),
            Ok(_) => {}
            Err(error) => reason = error.to_string(),
        }
    }
    Err(reason)
}

fn is_as_meant(input: &Input, text: &str, expected: &str, preprocessor: &Preprocessor) -> bool {
    let output = preprocessor.run_text(text, &input.path);
    output.is_ok_and(|output| splice::same_tokens(&output, expected))
}

fn edits(input: &Input, region: &Region, spelling: Spelling) -> Vec<Edit> {
    let mappings = region.mappings();
    let layout =
        Layout { scop: &region.built().scop, mappings: &mappings, private: &region.private, spelling };
    let scop = &region.built().scop;
    if region.schedule.is_program_order {
        let mut edits = codegen::declare::edits(&layout, false);
        edits.extend(codegen::rewrite::edits(&layout));
        return edits;
    }
    let mut edits = codegen::declare::edits(&layout, true);
    let (first, last) = (scop.lines.0 + 1, scop.lines.1 - 1);
    let indentation = indentation(input, first, last);
    let comments = Comments::of(&input.map, scop, first, last);
    let text = codegen::print::region(&layout, &region.ordered, &comments, &indentation);
    edits.push(Edit::ReplaceLines { first, last, text });
    // a schedule in front of the region has been carried out
    edits.extend(region.directive.and_then(|span| {
        let lines = input.map.original_lines(span)?;
        let before = lines.last < first;
        before.then(|| Edit::ReplaceLines { first: lines.first, last: lines.last, text: String::new() })
    }));
    edits
}

/// The white space before the first line of the region that has any text.
fn indentation(input: &Input, first: u32, last: u32) -> String {
    let lines = (first..=last).filter_map(|line| input.map.line_text(input.map.main_file(), line));
    let text = lines.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let blank = |line: &str| line.chars().take_while(|c| c.is_whitespace()).collect();
    text.map(blank).next().unwrap_or_default()
}

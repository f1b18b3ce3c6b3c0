//! The sizes at which programs run: 0, 1, 2, odd and unequal ones, and above 70, so that moduli wrap that the checker, which runs
//! small sizes, doesn't wrap.
//!
//! Most programs go through an array of sizes or use `each_size.h`; both are replaced by what reads them from the environment.
//! The programs are written for certain sizes, so others are tried on the original first, and taken where it is free of undefined
//! behaviour.

/// Where a program's sizes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// From outside, in tuples of so many.
    Tuples(usize),
    /// From outside, so many of them combined.
    Nested(usize),
    /// From outside, so many of them, one tuple in each run.
    Named(usize),
    /// What the program says.
    Fixed,
}

/// How programs ask for the number of their sizes.
const COUNTED: [&str; 3] = ["sizeof sizes", "sizeof(sizes)", "COUNT(sizes)"];

/// The text with sizes from outside, if it has a place for them.
pub fn from_outside(text: &str) -> (String, Sizes) {
    let nested = text.matches(" each_size(").count() + text.matches(" each_width(").count();
    if nested > 0 {
        return (text.to_string(), Sizes::Nested(nested));
    }
    let named = text.matches(" size(\"").count();
    if named > 0 {
        return (text.to_string(), Sizes::Named(named));
    }
    tuples(text).unwrap_or((text.to_string(), Sizes::Fixed))
}

/// `static const int sizes[][2] = {…};` becomes an array that is filled from outside, if the program asks how many they are.
fn tuples(text: &str) -> Option<(String, Sizes)> {
    let (before, rest) = text.rsplit_once("static const ").filter(|(_, rest)| {
        let declarator = rest.split('=').next().unwrap_or("");
        declarator.split_whitespace().nth(1).is_some_and(|name| name.starts_with("sizes[]"))
    })?;
    let (declarator, rest) = rest.split_once('=')?;
    let (_, after) =
        rest.split_once("};").filter(|(_, after)| COUNTED.iter().any(|words| after.contains(words)))?;
    let (element, name) = declarator.trim().split_once(' ')?;
    let each = name.strip_prefix("sizes[]")?.trim_matches(['[', ']']);
    let (dimension, first, each) = match each {
        "" => (String::new(), "sizes[0]", 1),
        each => (format!("[{each}]"), "sizes[0][0]", each.parse().ok()?),
    };
    let filled =
        format!("{element} sizes[given_sizes()]{dimension}; take_sizes(sizes, sizeof {first}, {each});");
    Some((format!("{before}{filled}{after}"), Sizes::Tuples(each)))
}

impl Sizes {
    /// What is tried, each for itself: nothing with a number below `least`.
    pub fn candidates(self, least: i64) -> impl Iterator<Item = &'static str> {
        let large = move |size: &&str| {
            size.split(',').all(|number| number.parse().is_ok_and(|number: i64| number >= least))
        };
        self.all().iter().copied().filter(move |size| self == Sizes::Fixed || large(size))
    }

    fn all(self) -> &'static [&'static str] {
        match self {
            Sizes::Tuples(1) | Sizes::Named(1) => {
                &["0", "1", "2", "3", "4", "5", "7", "16", "33", "73", "97"]
            }
            Sizes::Tuples(2) | Sizes::Named(2) => &[
                "0,0", "0,3", "3,0", "1,1", "1,2", "2,1", "2,5", "5,2", "7,3", "8,13", "16,16", "73,5",
                "5,79", "71,83",
            ],
            Sizes::Tuples(3) | Sizes::Named(3) => &[
                "0,0,0", "0,2,3", "2,0,1", "1,1,1", "2,1,3", "3,2,1", "2,5,4", "5,3,7", "2,71,3", "71,2,5",
                "3,4,73",
            ],
            Sizes::Tuples(_) | Sizes::Named(_) => &[
                "0,0,0,0", "1,1,1,1", "2,1,3,1", "1,2,2,3", "3,4,2,5", "5,3,4,2", "2,3,71,3", "71,2,3,2",
                "2,3,4,73",
            ],
            Sizes::Nested(1) => &["0", "1", "2", "3", "5", "7", "8", "73", "97"],
            Sizes::Nested(2) => &["0", "1", "2", "3", "5", "7", "73"],
            Sizes::Nested(3) => &["0", "1", "2", "5", "71"],
            Sizes::Nested(_) => &["0", "1", "2", "3", "5"],
            Sizes::Fixed => &[""],
        }
    }

    /// The candidates that were chosen as the fewest runs, each with what the environment says then.
    pub fn runs(self, chosen: &[&str]) -> Vec<String> {
        match self {
            Sizes::Nested(_) => vec![chosen.join(",")],
            Sizes::Tuples(_) => vec![chosen.join(";")],
            Sizes::Named(_) | Sizes::Fixed => chosen.iter().map(|size| size.to_string()).collect(),
        }
    }
}

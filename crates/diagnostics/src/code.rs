//! The codes of messages: one for each cause that a message can have, however it is worded.
//!
//! A code has a line here, with its title, and a file of its name in `messages/` that says more. Codes are for good: one that nothing
//! makes any more goes, and no other takes its number.

use std::fmt;
use std::str::FromStr;

/// Declares the codes, each with the number that users see, and what it is about in a few words.
macro_rules! codes {
    ($($name:ident = $id:ident, $title:literal;)*) => {
        /// What a message is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// How messages show it: `P0301`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => stringify!($id),)* }
            }

            /// How the sources call it.
            pub fn name(self) -> &'static str {
                match self { $(Code::$name => stringify!($name),)* }
            }

            /// What it is about.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            fn text(self) -> &'static str {
                match self {
                    $(Code::$name => include_str!(concat!("../messages/", stringify!($id), ".md")),)*
                }
            }
        }
    };
}

codes! {
    // reading
    CannotRead = P0101, "a file can't be read";
    NoCompiler = P0102, "the C compiler can't be run";
    NotPreprocessed = P0103, "the C compiler can't preprocess the file";
    SyntaxError = P0104, "syntax error";
    FunctionNotParsed = P0105, "a function is written in a way that polycc doesn't know";

    // pragmas
    UnknownPragma = P0201, "unknown pragma";
    UnknownDirective = P0202, "polycc knows no such directive";
    MalformedPragma = P0203, "a pragma can't be read";
    UnpairedRegion = P0204, "the start or the end of a region is missing";
    RegionCutsBlocks = P0205, "a region must hold whole statements of one block";
    DetachedPragma = P0206, "a pragma belongs to no region";
    TwoOrders = P0207, "a region has two orders";
    UnknownName = P0208, "a pragma names something unknown";
    TemporaryAndLiveOut = P0209, "an array can't be both temporary and live-out";
    UnusableAssumption = P0210, "an assumption can't be used";
    ContradictoryAssumptions = P0211, "no parameters meet the assumptions";
    UnknownOpenMp = P0212, "OpenMP has no such directive";
    UnsupportedOpenMp = P0213, "a directive or clause isn't supported";
    MisplacedOpenMp = P0214, "an OpenMP pragma stands where it has no meaning";
    ThreadsShare = P0215, "threads share, or don't share, a variable";
    OrderLosesOpenMp = P0216, "a new order would lose OpenMP's pragmas";
    DependsOnOpenMp = P0217, "the code depends on whether OpenMP is there";

    // what isn't affine, and what else can't be modelled
    ValueFromMemory = P0301, "a value that is read from memory must be known";
    Product = P0302, "a product of two variables isn't affine";
    VariableChanges = P0303, "the value of a variable isn't known";
    NotAffine = P0304, "an operator isn't affine";
    NoInteger = P0305, "an integer is expected";
    Conversion = P0306, "a number may not fit its type";
    RowsOverlap = P0307, "a subscript may lead into another row";
    FormOfLoop = P0311, "a loop has a form that isn't taken";
    Step = P0312, "the step of a loop isn't constant";
    Counter = P0313, "the counter of a loop is used for something else";
    MayNotEnd = P0314, "a loop may never end";
    WhileLoop = P0315, "a `while` loop isn't taken";
    Jump = P0316, "a jump leads out of a region, or into it";
    Switch = P0317, "a `switch` isn't taken";
    UnknownCall = P0321, "a call may read and write anything";
    CallThroughPointer = P0322, "a call through a pointer";
    CallOfFile = P0323, "a function of the file can't be modelled";
    ImpureCall = P0324, "a function may see what the region writes";
    StaysCall = P0325, "a call stays a call";
    OtherFile = P0326, "what a function of another file does isn't known here";
    Pointer = P0331, "a pointer where an array's name is expected";
    Overlap = P0332, "two names may be the same memory";
    RowElsewhere = P0333, "a pointer to a row may lead elsewhere";
    Structure = P0334, "a structure, or a member that isn't the same everywhere";
    VolatileOrAtomic = P0335, "volatile or atomic";
    UnknownCells = P0336, "it isn't known which cells are touched";
    UnknownSize = P0337, "the size of an array isn't known";
    NotDeclared = P0338, "a name isn't declared";
    BranchOnData = P0341, "a branch that depends on data";
    AssignmentInside = P0342, "an assignment within an expression";
    UnsupportedExpression = P0343, "an expression isn't supported";
    Declaration = P0344, "a declaration within a region";
    NoEffect = P0345, "there is nothing to do";
    Macro = P0346, "the loop comes out of a macro or a header";
    TooComplicated = P0347, "the region's sets are too complicated";
    NothingTaken = P0348, "no loop is taken";
    Written = P0349, "polycc wrote the loop";

    // orders that are given, data flow, and what it costs to know
    ReadsTooEarly = P0401, "a value is read before it is written";
    OverwritesNeeded = P0402, "a value is overwritten while it is still needed";
    LeavesAnotherValue = P0403, "another value is left";
    NotASchedule = P0404, "a schedule or order doesn't fit its region";
    ContradictsProgram = P0405, "the program itself doesn't keep this order";
    CounterUsedAfter = P0406, "the counter's last value is used";
    Race = P0407, "what the program computes depends on the threads";
    NoNewOrder = P0408, "a region can't get a new order";
    OrderNotPossible = P0409, "a schedule can't be carried out";
    NoRoom = P0410, "there is no room for versions of an array";
    TooHard = P0411, "a region is too hard to analyse";
    Divided = P0412, "parts of a region are tried by themselves";
    TimeIsUp = P0413, "the time limit is reached";
    DeadStatement = P0414, "nobody uses what a statement computes";
    Overrun = P0415, "the program leaves one of its arrays";

    // sizes of arrays
    Outlives = P0501, "others may read an array after the region";
    Pinned = P0502, "an array must stay as it is declared";
    ReadFromBefore = P0503, "values from before the region are read";
    Scalar = P0504, "a single variable";
    MayLeaveExtents = P0505, "subscripts may leave an array";
    AllAlive = P0506, "cells across all of an array are alive at once";
    SizeNotKnownYet = P0507, "the new size isn't known where the array is declared";
    NotProved = P0508, "no smaller mapping could be proved";
    ConflictsTooHard = P0509, "the conflicts of an array are too hard to compute";
    WouldGrow = P0510, "the array would take more memory, or more time";

    // orders that polycc chooses
    OrderStays = P0601, "the order stays";
    AssumedApart = P0602, "pointers are assumed not to overlap";
    TestedApart = P0603, "a test at the start tells whether pointers overlap";
    TestedSizes = P0604, "a test at the start tells whether sizes fit";
    OnlyLarge = P0605, "the new order is for large sizes only";
    Renamed = P0606, "uses of one variable get names of their own";
    LeftOut = P0607, "instances whose values nobody reads are left out";
    OwnCopies = P0608, "each thread has its own array";
    NoTiles = P0609, "there are no tiles";
    NotParallel = P0610, "loops don't run in parallel";
    Forgone = P0611, "another order would keep less";
    Inlined = P0612, "calls are inlined";
    NothingChanges = P0613, "nothing changes";
    InTiles = P0614, "a statement runs in tiles";
    BordersApart = P0615, "iterations away from the borders run without tests";
    KeptInVariables = P0616, "sizes and pointers are in variables while a loop runs";
    ByMember = P0617, "members of structures are arrays of their own";
    Forwarded = P0618, "cells are read from where they were copied to";

    // memory spaces
    CannotIsolate = P0701, "a statement can't be isolated";
    IsolatedInside = P0702, "an isolated statement inside another";
    IsolatesNothing = P0703, "the pragma stands before no statement";
    NoKernel = P0704, "a statement can't become a kernel";
    TransfersStay = P0705, "transfers stay where they are";
    TransfersWait = P0706, "work waits for transfers";

    // writing and checking
    NotReplaceable = P0801, "the text can't be replaced for certain";
    WrongResult = P0802, "polycc found its own result wrong";
    ReadAgain = P0803, "the new text was read again";
    Verified = P0804, "original and output do the same";
    NotVerified = P0805, "`--verify` failed";
    NoMain = P0806, "`--verify` needs a program";
    NoLineDirectives = P0807, "`#line` would change the program";
    CannotWrite = P0808, "a file can't be written";
    NotTested = P0809, "what a region relies on can't be tested";
    NotRun = P0810, "the result was not run";
    NotCalled = P0811, "`--verify` can't call a function";

    // command lines and builds
    Overwritten = P0901, "the output would overwrite an input, or another output";
    UnusedOption = P0902, "an option has no effect";
    TwoPrograms = P0903, "two files have a `main`";
    BadScheduleFile = P0904, "a file of schedules can't be read";
    UnsoundOption = P0905, "an option of the compiler's is refused";
    ForeignOption = P0906, "an option has no meaning here";
    LeftToCompiler = P0907, "a file is compiled as it is";
    UnknownCode = P0908, "no message has this code";
    NotASet = P0911, "the input isn't a set of differences";
    SetTooLarge = P0912, "the set is too large";
    SetCompleted = P0913, "the set lacked differences";
    NoMapping = P0914, "no mapping is found";
    ParameterValues = P0915, "values of parameters don't fit the set";
    BadDatabase = P0916, "a compilation database can't be read";
    UntakenEntry = P0917, "an entry of a compilation database isn't taken";
}

impl Code {
    /// The causes, an example and the cure, in Markdown; an example that is a whole file is a block of `c`.
    pub fn explanation(self) -> &'static str {
        self.text().trim_end()
    }

    /// The code whose number is nearest to that in `text`.
    pub fn nearest(text: &str) -> Code {
        let distance = |code: &Code| code.number().abs_diff(digits(text));
        Code::ALL.iter().copied().min_by_key(distance).expect("there are codes")
    }

    fn number(self) -> u32 {
        digits(self.id())
    }
}

/// The number that the digits of `text` make, if there are few enough.
fn digits(text: &str) -> u32 {
    text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Code {
    type Err = Code;

    /// Reads `P0301`, in any case of letters; an error is the nearest code.
    fn from_str(text: &str) -> Result<Self, Code> {
        let found = Code::ALL.iter().find(|code| code.id().eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| Code::nearest(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_found_again() {
        assert!(Code::ALL.windows(2).all(|two| two[0].number() < two[1].number()));
        assert!(Code::ALL.iter().all(|code| code.id().parse() == Ok(*code)));
        assert_eq!("p0301".parse(), Ok(Code::ValueFromMemory));
        assert_eq!("P0305x".parse::<Code>(), Err(Code::NoInteger));
        assert_eq!("301".parse::<Code>(), Err(Code::ValueFromMemory));
    }

    #[test]
    fn each_code_is_explained() {
        for code in Code::ALL {
            let text = code.explanation();
            assert!(text.lines().next().is_some_and(|line| line.len() > 20), "{code}");
            assert!(!code.title().ends_with('.'), "{code}");
        }
    }
}

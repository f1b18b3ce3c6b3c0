//! Wrong texts, made of right ones: what is printed for a case gets a mistake, and must be refused when it is read again.
//!
//! The right text must be read as the same, otherwise a refusal says nothing.

use frontend::preprocess::Preprocessor;
use polycc::Input;
use reread::{Outcome, Source, Subject, Trial, compare};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A mistake in the output for a case.
struct Mistake {
    what: &'static str,
    case: &'static str,
    /// What it replaces.
    from: &'static str,
    to: &'static str,
    /// What the message must say.
    says: &'static str,
}

const MISTAKES: &[Mistake] = &[
    Mistake {
        what: "rows change places in the wrong order",
        case: "speed/blur",
        from: "t_2 = t_1, t_1 = t_0,",
        to: "t_1 = t_0, t_2 = t_1,",
        says: "of `out`",
    },
    Mistake {
        what: "two rows start as one",
        case: "speed/blur",
        from: "*t_2 = t[1]",
        to: "*t_2 = t[2]",
        says: "of `out`",
    },
    Mistake {
        what: "a row too few",
        case: "speed/blur",
        from: "malloc(sizeof(float[3][w]))",
        to: "malloc(sizeof(float[2][w]))",
        says: "isn't there",
    },
    Mistake {
        what: "a condition that holds too early",
        case: "speed/blur",
        from: "if (y >= 2)",
        to: "if (y >= 1)",
        says: "of `out`",
    },
    Mistake {
        what: "a condition that is lost",
        case: "speed/blur",
        from: "if (y >= 2)",
        to: "",
        says: "of `out`",
    },
    Mistake {
        what: "a shift by a row",
        case: "speed/blur",
        from: "out[y - 1][x] =",
        to: "out[y][x] =",
        says: "of `out`",
    },
    Mistake {
        what: "a loop that ends too early",
        case: "speed/blur",
        from: "x < w - 1; x++)\n                t_0",
        to: "x < w - 2; x++)\n                t_0",
        says: "of `out`",
    },
    Mistake {
        what: "a loop that goes too far",
        case: "speed/blur",
        from: "x < w - 1; x++)\n                    out",
        to: "x < w; x++)\n                    out",
        says: "of `out`",
    },
    Mistake {
        what: "memory that is released too early",
        case: "speed/blur",
        from: "#pragma scop",
        to: "free(t);",
        says: "isn't there",
    },
    Mistake {
        what: "a delay line that starts with the wrong cells",
        case: "speed/delay_lines",
        from: "f_1 = f[2], f_2 = f[1]",
        to: "f_1 = f[1], f_2 = f[2]",
        says: "of `last`",
    },
    Mistake {
        what: "a cell of a delay line that isn't copied back",
        case: "speed/delay_lines",
        from: "f[(n + 2) % 3] = f_1;",
        to: "",
        says: "of `last`",
    },
    Mistake {
        what: "a copy back under the wrong condition",
        case: "speed/delay_lines",
        from: "if (n - 1 >= 0)",
        to: "if (n - 1 >= 1)",
        says: "of `last`",
    },
    Mistake {
        what: "a modulus one too small",
        case: "speed/delay_lines",
        from: "last[k] = f[(n + k) % 3]",
        to: "last[k] = f[(n + k) % 2]",
        says: "of `last`",
    },
    Mistake {
        what: "a variable of a narrower type",
        case: "speed/delay_lines",
        from: "double f_0 = f[0], f_1 = f[2], f_2 = f[1];",
        to: "float f_0 = f[0], f_1 = f[2], f_2 = f[1];",
        says: "of `last`",
    },
    Mistake {
        what: "a shift of a delay line that is lost",
        case: "speed/delay_lines",
        from: "g_1 = g_0, g_0 = g_next;",
        to: "",
        says: "`out`",
    },
    Mistake {
        what: "statements in the wrong order",
        case: "speed/bilateral",
        from: "total[x] += weight * in[y + dy - 2][x + dx];\n                            weights[x] += weight;",
        to: "weights[x] += weight;\n                            weight = weights[x];\n                            total[x] += weight;",
        says: "of `out`",
    },
    Mistake {
        what: "a first value that is lost",
        case: "speed/bilateral",
        from: "weights[x] = 0;",
        to: "",
        says: "of `out`",
    },
    Mistake {
        what: "a lost declaration, so that a counter takes another variable",
        case: "auto/counters_of_a_block",
        from: "for (int i = 0; i < n; i++) {\n            for (int j = 0; j < n; j++)\n                u_0[j] = x[i][j] * s",
        to: "for (i = 0; i < n; i++) {\n            for (int j = 0; j < n; j++)\n                u_0[j] = x[i][j] * s",
        says: "the result",
    },
    Mistake {
        what: "a lost declaration of a counter that is nothing else",
        case: "auto/counters_of_a_block",
        from: "for (int i = 0; i < n; i++) {\n            for (int j = 0; j < n; j++)\n                u_0[j] = x[i][j] + s",
        to: "for (i = 0; i < n; i++) {\n            for (int j = 0; j < n; j++)\n                u_0[j] = x[i][j] + s",
        says: "`i`, which nothing declares",
    },
    Mistake {
        what: "a cell that data choose in the wrong row",
        case: "auto/columns_chosen_by_data",
        from: "sum[(t - 1) % 2][place[t % 2][s]]",
        to: "sum[t % 2][place[t % 2][s]]",
        says: "of `out`",
    },
    Mistake {
        what: "what chooses a cell is written to another row",
        case: "auto/columns_chosen_by_data",
        from: "place[t % 2][s] = place[(t - 1) % 2][place[(t - 1) % 2][s]]",
        to: "place[0][s] = place[0][place[0][s]]",
        says: "nobody wrote",
    },
    Mistake {
        what: "a private variable that is empty at first",
        case: "parallel/private_scalars",
        from: "gain = in[i][0] + i;",
        to: "",
        says: "of `out`",
    },
    Mistake {
        what: "a private variable whose value from before counts",
        case: "parallel/private_scalars",
        from: "private(gain, j)",
        to: "private(gain, j, m)",
        says: "nobody wrote",
    },
    Mistake {
        what: "the wrong version is copied back",
        case: "expanded/copied_back_before_overwritten",
        from: "u_versions[n - 1][t]",
        to: "u_versions[0][t]",
        says: "of `u`",
    },
    Mistake {
        what: "a modulus in the sizes one too small",
        case: "memory/lbm_d2q9",
        from: "f8[(steps + i - t) % (n + 1)][",
        to: "f8[(steps + i - t) % n][",
        says: "of `out`",
    },
    Mistake {
        what: "a subscript in front of an array",
        case: "flat/interleaved",
        from: "for (long x = 1; x < (long)w; x++)",
        to: "for (long x = 0; x < (long)w; x++)",
        says: "isn't there",
    },
    Mistake {
        what: "tiles that leave gaps",
        case: "tiled/by_turns",
        from: "t2 += 4",
        to: "t2 += 5",
        says: "of `",
    },
    Mistake {
        what: "a step that doesn't count",
        case: "tiled/by_turns",
        from: "t2 += 4",
        to: "t2 += 0",
        says: "doesn't come to an end",
    },
    Mistake {
        what: "a copy for what lies away from the borders that begins too early",
        case: "borders/neighbours",
        from: "if (y >= 1 && y < h - 1 && x >= 1 &&",
        to: "if (y >= 1 && y < h - 1 && x >= 0 &&",
        says: "of `v`",
    },
    Mistake {
        what: "one that ends too late",
        case: "borders/wrapped",
        from: "for (; j < n - 1; j++)",
        to: "for (; j < n; j++)",
        says: "none that the original touches",
    },
    Mistake {
        what: "one in which a statement is lost",
        case: "borders/neighbours",
        from: "sum += u[(y + 1) * w + x];\n                    sum += u[y * w + x - 1]",
        to: "sum += u[y * w + x - 1]",
        says: "of `v`",
    },
    Mistake {
        what: "a size in a variable that is another one",
        case: "borders/variables",
        from: "const int width = image->width;",
        to: "const int width = image->height;",
        says: "of `image->data`",
    },
    Mistake {
        what: "a copy with sizes in variables that leaves out the last row",
        case: "borders/variables",
        from: "for (; y < height; y++)",
        to: "for (; y < height - 1; y++)",
        says: "of `image->data`",
    },
    Mistake {
        what: "rows that aren't brought back",
        case: "isolated/carried",
        from: "memcpy(&mean[t], mean_local, sizeof(double) * prefix_extent1);",
        to: "",
        says: "of `mean`",
    },
];

#[test]
fn mistakes_in_printed_texts_are_found() {
    let mut missed = Vec::new();
    for mistake in MISTAKES {
        let original = Text::of(&cases().join(format!("{}.c", mistake.case)));
        let printed = std::fs::read_to_string(cases().join(format!("{}.out.c", mistake.case)));
        let printed = printed.expect("the case has an output");
        let right = read_again(&original, &original.beside(&printed));
        assert!(right.iter().all(|(_, outcome)| outcome.difference.is_none()), "{}: {right:?}", mistake.what);
        assert!(right.iter().any(|(_, outcome)| outcome.same > 0), "{}: {right:?}", mistake.what);
        assert!(printed.contains(mistake.from), "{}: `{}` isn't there", mistake.what, mistake.from);
        let wrong = read_again(&original, &original.beside(&printed.replace(mistake.from, mistake.to)));
        match wrong.iter().find_map(|(_, outcome)| outcome.difference.as_ref()) {
            Some((message, _)) if message.contains(mistake.says) => {}
            found => missed.push(format!("{}: {found:?}, {wrong:?}", mistake.what)),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// A parsed text.
struct Text {
    input: Input,
    preprocessor: Preprocessor,
}

impl Text {
    fn of(path: &Path) -> Text {
        let arguments = vec!["-I".to_owned(), cases().join("include").display().to_string()];
        let preprocessor = Preprocessor::new("cc", arguments);
        let text = std::fs::read_to_string(path).expect("the case is there");
        Text::parsed(path, text, preprocessor)
    }

    /// Another text in its place.
    fn beside(&self, text: &str) -> Text {
        Text::parsed(&self.input.path, text.to_owned(), self.preprocessor.clone())
    }

    fn source(&self) -> Source<'_> {
        Source::new(&self.input.unit, &self.input.map)
    }

    fn parsed(path: &Path, text: String, preprocessor: Preprocessor) -> Text {
        let parsed = Input::from_text(path, text, &preprocessor);
        let Ok((input, _)) = parsed else { panic!("{} can't be preprocessed", path.display()) };
        Text { input, preprocessor }
    }
}

/// What is found of the functions that are different in the texts.
fn read_again(original: &Text, printed: &Text) -> Vec<(String, Outcome)> {
    let (before, after) = (original.source(), printed.source());
    let changed = before.changed(&after);
    let read = changed.into_iter().map(|(function, _)| {
        let subject = Subject {
            before: &before,
            after: &after,
            function,
            regions: vec![],
            ignored: BTreeSet::new(),
            copies_more: false,
        };
        (function.to_owned(), compare(&subject, &trials()))
    });
    read.collect()
}

fn trials() -> Vec<Trial> {
    let sizes = [(7, 9, 4), (4, 8, 7), (9, 10, 5), (11, 6, 3), (1, 1, 1), (3, 5, 2)];
    let trial = |(first, second, steps): (i64, i64, i64)| {
        let names =
            [("n", first), ("h", first), ("w", second), ("m", second), ("states", second), ("steps", steps)];
        let sizes: BTreeMap<_, _> = names.into_iter().map(|(name, size)| (name.to_owned(), size)).collect();
        Trial { sizes, is_aliased: false }
    };
    sizes.into_iter().map(trial).collect()
}

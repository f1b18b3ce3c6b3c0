//! The program that runs a file's functions, the original's and those of all outputs: one compilation for all of them.

use super::build::{File, HELPERS};
use std::fmt::Write;

/// Sizes for `n` and `m`: small, odd, unequal, and above what the checker runs.
const SIZES: &str =
    "{0, 0}, {0, 3}, {1, 1}, {2, 1}, {1, 2}, {3, 5}, {7, 4}, {8, 8}, {13, 16}, {31, 33}, {73, 2}, {3, 75}";

const HEAD: &str = "#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define PAD 6

#define FILLED(type, value) \\
    static type *filled_##type(size_t cells, uint32_t seed) \\
    { \\
        type *array = malloc(cells * sizeof *array); \\
        if (array == NULL) \\
            exit(1); \\
        for (size_t at = 0; at < cells; at++) { \\
            seed = seed * UINT32_C(1664525) + UINT32_C(1013904223); \\
            array[at] = (type)(value); \\
        } \\
        return array; \\
    }
FILLED(double, (double)(seed >> 9) / 4194304.0 - 1.0)
FILLED(float, (double)(seed >> 9) / 4194304.0 - 1.0)
FILLED(int, seed >> 22)

/* A value that is no number has many forms, which one is up to the compiler. */
#define MIXED(type) \\
    static uint64_t mixed_##type(uint64_t hash, const type *array, size_t cells) \\
    { \\
        for (size_t at = 0; at < cells; at++) { \\
            uint64_t bits = 1; \\
            if (array[at] == array[at]) \\
                memcpy(&bits, &array[at], sizeof array[at]); \\
            hash = (hash ^ bits) * UINT64_C(1099511628211); \\
        } \\
        return hash; \\
    }
MIXED(double)
MIXED(float)
MIXED(int)
";

/// The driver for `versions` outputs besides the original: files `0.c`, `1.c`, … beside it.
pub fn program(file: &File, versions: usize) -> String {
    let mut text = format!("{HEAD}\nstatic const int sizes[][2] = {{{SIZES}}};\n\n");
    for version in 0..=versions {
        // each with its copy for memory that doesn't overlap
        let kernels = (0..file.kernels.len())
            .flat_map(|number| ["", "_apart"].map(|end| format!("kernel{number}{end}")));
        let names: Vec<String> =
            kernels.chain(HELPERS.map(String::from)).chain(["run".to_string()]).collect();
        names.iter().for_each(|name| writeln!(text, "#define {name} {name}_{version}").unwrap());
        writeln!(text, "#include \"{version}.c\"\n#include \"run.h\"").unwrap();
        names.iter().for_each(|name| writeln!(text, "#undef {name}").unwrap());
    }
    text.push_str(
        "\nint main(int count, char **arguments)\n{\n    switch (count > 1 ? atoi(arguments[1]) : 0) {\n",
    );
    (0..=versions).for_each(|version| writeln!(text, "    case {version}: run_{version}(); break;").unwrap());
    text.push_str("    }\n    return 0;\n}\n");
    text
}

/// `run.h`: calls each function at all sizes, and prints a hash of what it leaves.
pub fn run(file: &File) -> String {
    let mut text = String::from(
        "static void run(void)\n{\n    for (size_t at = 0; at < sizeof sizes / sizeof *sizes; at++) {\n        \
         int n = sizes[at][0], m = sizes[at][1];\n        (void)m;\n",
    );
    for (number, kernel) in file.kernels.iter().enumerate() {
        text.push_str("        {\n            double result[2] = {0, 0};\n");
        let names: Vec<String> = (0..kernel.parameters.len()).map(|at| format!("x{at}")).collect();
        for (at, (element, cells)) in kernel.parameters.iter().enumerate() {
            writeln!(text, "            size_t c{at} = (size_t){cells};").unwrap();
            writeln!(text, "            {element} *x{at} = filled_{element}(c{at}, {at});").unwrap();
        }
        let passed: Vec<String> = names.iter().map(|name| format!("(void *){name}")).collect();
        writeln!(text, "            kernel{number}(n, m, {}, result);", passed.join(", ")).unwrap();
        text.push_str(
            "            uint64_t hash = mixed_double(UINT64_C(14695981039346656037), result, 2);\n",
        );
        for (at, (element, _)) in kernel.parameters.iter().enumerate() {
            writeln!(
                text,
                "            hash = mixed_{element}(hash, x{at}, c{at});\n            free(x{at});"
            )
            .unwrap();
        }
        writeln!(
            text,
            "            printf(\"kernel{number} %d %d %016\" PRIx64 \"\\n\", n, m, hash);\n        }}"
        )
        .unwrap();
    }
    text.push_str("    }\n}\n");
    text
}

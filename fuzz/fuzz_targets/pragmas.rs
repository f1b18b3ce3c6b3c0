//! Any text as what pragmas say, around a region for which most of them make sense: the first line before the region, the second
//! one in it, the third one before its inner loop.

#![no_main]

mod take_in;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = text.split('\n').map(|line| line.trim_end_matches(['\\', '\r']));
    let mut pragma = || lines.next().map_or(String::new(), |line| format!("#pragma {line}\n"));
    let (before, inside, inner) = (pragma(), pragma(), pragma());
    take_in::take_in(&format!(
        "void f(int n, int m, double *restrict x, double *restrict y)\n{{\n    double t[n], s;\n{before}#pragma scop\n{inside}    \
         for (int i = 0; i < n; i++) {{\nS0:     t[i] = x[i];\n        s = 0;\n{inner}        for (int j = 0; j < m; j++)\n            \
         s += t[i] * x[j];\nS2:     y[i] = s + t[i];\n    }}\n#pragma endscop\n}}\n"
    ));
});

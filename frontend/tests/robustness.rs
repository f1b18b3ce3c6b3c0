//! Damaged programs: whatever comes in, the frontend answers and doesn't panic.

use diagnostics::SourceMap;
use frontend::{Constants, Unit};

const PROGRAMS: [&str; 5] = [
    "typedef double real; enum { K = 3, L = 1 << 5 }; static const int w = K * 2;\n\
     static inline real f(real x) { return x < 0 ? -x : x; }\n\
     void g(int n, unsigned m, real (*restrict a)[n], real *restrict b)\n{\n int i, j; real t, s[n][K];\n\
     #pragma polycc assume(n >= 4 && m >= 1)\n#pragma polycc temporary(s)\n#pragma scop\n\
     for (i = 1; i < n - 1; i++) { t = f(a[i][w]); for (j = i; j <= 2 * i + K; j += 2) S: s[i][j % K] += t * b[j / 2]; }\n\
     for (unsigned k = m - 1; k > 0; --k) if (k & 1 || k >= 9) b[k] = b[k - 1] > 0 ? s[1][0] : 0;\n\
     #pragma endscop\n}\n",
    "#include_next\nvoid *malloc(unsigned long); void free(void *);\nvoid h(long N, int M)\n{\n\
     double (*p)[M] = malloc(N * sizeof *p), *q = malloc(sizeof(double[100])), x[1000];\n#pragma scop\n\
     for (long i = 999; i >= 0; i -= 3) { double y = x[i]; p[0][i] = y * i + sizeof(int); q[i] = (double)(int)i; x[i]--; }\n\
     #pragma endscop\n free(p); free(q);\n}\n",
    "struct s { int x : 3; } v; int a[] = { 1, [2] = 3 };\nint k(int c, char *s) { switch (c) { case 1 ... 3: goto e; default: ; }\n\
     while (c--) { do { continue; } while (0); }\n#pragma scop\n v.x = *s + a[c], c++;\n#pragma endscop\ne: return ({ 1; }); }\n",
    "_Atomic(int) z; int (*fp[3])(int, ...); typedef int row[4]; extern row r[]; void l(row *q) {\n#pragma scop\n\
     r[0][1] = q[1][2]; __asm__ volatile(\"\" : : \"r\"(z)); fp[0](1); r[1][z] = 'a' + sizeof(row) + _Alignof(int);\n\
     #pragma endscop\n}\n",
    "#define D 2\nvoid o(int n, double a[restrict n][n], double *restrict b)\n{\n double t, w[n]; int j;\n\
     #pragma polycc order { S0[i] -> S0[i + 1] }\n#pragma scop\n#pragma omp parallel for private(t, j) collapse(D) \\\n schedule(static, n / 2)\n\
     for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) { t = a[i][k]; a[i][k] = t; }\n\
     #pragma omp parallel if(n > 4) default(none) shared(n, a, b, w)\n {\n#pragma omp for simd lastprivate(w)\n\
     for (int i = 0; i < n; i++) w[i] = b[i];\n#pragma omp barrier\n#pragma omp sections\n {\n w[0] = 1;\n#pragma omp section\n\
     { b[1] = w[1]; }\n }\n#pragma omp single\n L: b[0] = w[0];\n }\n#pragma GCC ivdep\n for (j = 0; j < n; j++) b[j] += 1;\n\
     #pragma endscop\n}\n",
];

/// Runs the whole frontend.
fn run(text: &str) {
    let map = SourceMap::new(format!("# 1 \"t.c\"\n{text}"), |_| Some(text.to_owned()));
    let (unit, problems) = Unit::parse(&map, &|| Some("t.c:1: error".into()));
    for label in problems.iter().flat_map(|problem| &problem.labels) {
        assert!(map.text().get(label.span.start..label.span.end).is_some());
    }
    let context = isl::Context::new();
    for region in unit.regions() {
        for constants in [Constants::Lifted, Constants::Literal] {
            if let Ok(scop) = unit.model(region, &map, &context, constants) {
                assert_eq!(polyhedral::verify::problems(&scop).unwrap(), Vec::<String>::new(), "{text}");
            }
        }
    }
}

/// A small generator of numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// The tokens of a text, with the white space between them.
fn words(text: &str) -> Vec<&str> {
    let mut starts: Vec<_> = diagnostics::token::tokens(text).map(|token| token.span.start).collect();
    starts.insert(0, 0);
    starts.push(text.len());
    starts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}

#[test]
fn the_programs_themselves() {
    PROGRAMS.into_iter().for_each(run);
}

#[test]
fn damaged_programs() {
    let mut random = Random(7);
    for round in 0..400 {
        let mut damaged = words(PROGRAMS[round % PROGRAMS.len()]);
        let donor = words(PROGRAMS[random.below(PROGRAMS.len())]);
        for _ in 0..1 + random.below(3) {
            let place = random.below(damaged.len());
            match random.below(3) {
                0 => drop(damaged.remove(place)),
                1 => damaged[place] = donor[random.below(donor.len())],
                _ => damaged.insert(place, donor[random.below(donor.len())]),
            }
        }
        run(&damaged.concat());
    }
}

#[test]
fn cut_programs() {
    for program in PROGRAMS {
        for end in (0..program.len()).step_by(7) {
            run(&program[..end]);
        }
    }
}

#[test]
fn odd_characters_and_depths() {
    run("\u{feff}int x;");
    run(
        "int gr\u{fc}n = 1; /* \u{1f600} */ void f(void) {\n#pragma scop\n gr\u{fc}n = 2;\n#pragma endscop\n}",
    );
    run("#pragma\n#pragma polycc\n#\n#pragma scop\u{e9}\n");
    for (open, close) in
        [("(", ")"), ("{", "}"), ("[", "]"), ("if (1) ", ""), ("!", ""), ("1 + ", ""), ("for (;;) ", "")]
    {
        for depth in [300, 900, 100_000] {
            let nested = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            run(&format!(
                "void f(int n, int *a) {{\n#pragma scop\n a[0] = {nested};\n {nested};\n#pragma endscop\n}}"
            ));
        }
    }
}

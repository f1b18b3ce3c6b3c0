//! Regions that are left alone: each construct that isn't taken, with what is said about it.

mod support;

use diagnostics::Severity;
use frontend::Constants;
use support::{describe, function, refusal, try_model};

/// Asserts that a region is refused and that the message has all of `parts`.
fn refused(text: &str, parts: &[&str]) {
    let message = refusal(text);
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in:\n{message}\nfor\n{text}");
    }
}

#[test]
fn statements() {
    for (body, parts) in [
        ("while (n > 0) a[0] = 1;", &["a `while` loop", "help: a `for` loop"][..]),
        ("do a[0] = 1; while (n > 0);", &["a `do` loop"]),
        ("switch (n) { case 1: a[0] = 1; }", &["a `switch`"]),
        ("for (int i = 0; i < n; i++) { a[i] = 1; break; }", &["a `break`"]),
        ("for (int i = 0; i < n; i++) { if (a[i] > 0) continue; a[i] = 1; }", &["a `continue`"]),
        ("if (n > 0) return;\na[0] = 1;", &["a `return`"]),
        ("__asm__(\"nop\");\na[0] = 1;", &["inline assembly"]),
        ("again: a[0] = 1;\nif (n > 0) goto again;", &["a `goto`", "a jump leads into it", "`again` target"]),
        ("a[0];", &["this statement assigns nothing"]),
        ("a[0] = 1, n;", &["this statement assigns nothing"]),
        ("typedef int t;\na[0] = 1;", &["it declares a type"]),
        ("static double t = 1;\nt += a[0];\na[0] = t;", &["the static variable `t`", "before the region"]),
        ("double *p = a;\np++;\np[0] = 1;", &["the pointer `p`"]),
        ("double t[4] = {0};\nt[1] = a[1];\na[0] = t[0];", &["initializes, with a list, `t`", "in a loop"]),
        ("", &["it is empty"]),
    ] {
        refused(&function(body), parts);
    }
}

#[test]
fn loops() {
    for (body, parts) in [
        ("for (int i = 0; ; i++) a[i] = 1;", &["no condition", "never ends"][..]),
        ("for (int i = 0; i < n; ) a[i] = 1;", &["another form", "no step"]),
        ("for (int i = 0; i < n; i += m) a[i] = 1;", &["the step of this loop isn't constant", "`m`"]),
        ("for (int i = 0; i < n; i *= 2) a[i] = 1;", &["adds no constant"]),
        ("for (int i = 1; i < n; i += 0) a[i] = 1;", &["adds no constant"]),
        ("for (int i = 0, j = 0; i < n; i++, i += j) a[i] = j;", &["first value of one counter"]),
        ("for (int i = 0, j = 0; i < n; i++, j++) { a[j] = 1; j += i; }", &["`j` is changed in the region"]),
        ("for (int i = 0, j = 0; i < n; i++, j += i) a[j] = 1;", &["first value of one counter"]),
        ("int *p = q;\nfor (int i = 0; i < n; i++, p++) a[i] = 1;", &["`p`"]),
        ("for (unsigned i = n; i-- >= 0; ) a[i] = 1;", &["may be negative"]),
        ("int i;\nfor (i = 0; i++ < n - i; ) a[i] = 1;", &["no step"]),
        ("for (double x = 0; x < n; x++) a[0] = x;", &["`x` can't count a loop", "no integer"]),
        (
            "for (int i = 0; i < n; i++) { a[i] = 1; i = i + 1; }",
            &["`i` counts a loop and is changed elsewhere"],
        ),
        ("for (int i = 0; i < n; i++) for (int i = 0; i < m; i++) a[i] = 1;", &["already counts a loop"]),
        ("for (int i = 0; i < a[0]; i++) b[i] = 1;", &["read from memory", "`a[0]`"]),
        ("for (int i = 0; i * i < n; i++) b[i] = 1;", &["product of two counters"]),
        ("for (int i = 0; i < n; i--) b[i] = 1;", &["may never end"]),
        ("for (int i = 0; i != n; i += 2) b[i] = 1;", &["may never end"]),
        ("for (int i = 0; i != n || i < m; i++) b[i] = 1;", &["may never end"]),
        ("for (int i = 0; i < 4 || (i > n && i < 90); i++) b[i] = 1;", &["a loop's condition holds again"]),
        ("for (int i = 0; i < n; i++) { n = n - 1; }", &["`n` is changed in the region"]),
        (
            "int k = n;\nfor (int i = 0; i < k; i++) { a[i] = 1; k = k - 1; }",
            &["`k` is changed in the region"],
        ),
        ("for (unsigned char i = 0; i < 256; i++) a[i] = 1;", &["counter may leave its type"]),
        ("for (unsigned i = 10; i >= 0; i--) a[i] = 1;", &["may never end"]),
        ("for (volatile int i = 0; i < n; i++) a[i] = 1;", &["volatile or atomic"]),
        ("int i;\nfor (i = 0; i < n; i++) a[i] = 1;\na[0] = i;", &["value of `i`", "declare it in the loop"]),
    ] {
        refused(&function(body), parts);
    }
}

#[test]
fn subscripts_and_conditions() {
    for (body, parts) in [
        (
            "for (int i = 0; i < n; i++) a[i * i] = 1;",
            &["the subscript of `a` isn't affine", "product of two counters"][..],
        ),
        ("for (int i = 0; i < n; i++) a[i * m] = 1;", &["rows of the array may overlap", "`i * m`"]),
        ("for (int i = 0; i < n; i++) a[(int)b[i]] = 1;", &["read from memory", "`b[i]`"]),
        ("for (int i = 0; i < n; i++) a[i / m] = 1;", &["the divisor isn't a positive constant"]),
        (
            "for (int i = 0; i < n; i++) a[(i - 1) / 2] = 1;",
            &["`i - 1` may be negative", "rounds towards zero"],
        ),
        ("for (int i = 0; i < n; i++) a[(n + m) % 4] = 1;", &["may be negative", "assume(n + m >= 0)"]),
        ("for (int i = 0; i < n; i++) a[i ^ 1] = 1;", &["this operator isn't affine"]),
        ("for (int i = 0; i < n; i++) a[i < m] = 1;", &["a truth value isn't affine"]),
        ("for (int i = 0; i < n; i++) a[i++] = 1;", &["this changes a variable"]),
        (
            "for (int i = 0; i < n; i++) if (a[i] > 0) for (int j = 0; j < n; j++) b[j] = 1;",
            &["this condition isn't affine", "x = condition ? new : x"],
        ),
        ("a[undeclared] = 1;", &["`undeclared` isn't declared"]),
        ("for (int i = 0; i < n; i++) a[(short)i] = 1;", &["`i` may not fit the type"]),
    ] {
        refused(&function(body), parts);
    }
}

#[test]
fn values() {
    for (body, parts) in [
        ("a[0] = 1 + (b[0] = c[0][0]);", &["an assignment within an expression"][..]),
        ("a[0] = b[0]++;", &["an assignment within an expression"]),
        ("a[0] = (n, 1);", &["the comma operator"]),
        ("a[0] = *(b + a[0] > 0 ? b : a);", &["a pointer is dereferenced", "`[ ]`"]),
        ("*(n ? a : b) = 1;", &["a dereferenced pointer"]),
        ("a[0] = *c;", &["`c` is used without all its subscripts"]),
        ("a[0] = **pp;", &["a pointer is dereferenced"]),
        ("a[0] = (&b[0])[1];", &["this isn't supported where memory"]),
        ("a[0] = \"abc\"[0];", &["a string literal"]),
        ("a[0] = sizeof b;", &["`sizeof` of an object"]),
        ("a[0] = ({ 1; });", &["a statement within an expression"]),
        ("a[0] = now();", &["what `now` does isn't known"]),
        ("a[0] = pick(n);", &["what `pick` does isn't known", "__attribute__((const))"]),
        ("shout(\"x\");", &["what `shout` does isn't known"]),
        ("fputs(name, out);", &["`fputs` gets a pointer"]),
        ("printf(name);", &["`printf` gets a pointer"]),
        ("printf(\"%d%hhn\", n, name);", &["`printf` gets a pointer"]),
        ("printf(\"\\45n\", name);", &["`printf` gets a pointer"]),
        ("a[0] = sum(b);", &["`sum` gets a pointer"]),
        ("a[0] = peek(1);", &["`peek` is declared pure, so it may read what the region writes"]),
        ("a[0] = counter(1);", &["`counter` may do more than to compute a value"]),
        ("a[0] = recursive(1);", &["`recursive` may do more than to compute a value"]),
        ("a[0] = hook(1);", &["a call through a pointer"]),
        ("a[0] = s.x;", &["a member of a union"]),
        ("a[0] = v;", &["`v` is volatile"]),
        ("a[0] = at;", &["`at` is atomic"]),
        ("a[0] = ppp[0][1][2];", &["`ppp` holds pointers"]),
        ("a[0] = c[1];", &["`c` is used without all its subscripts"]),
        ("a[0] = (double)(long)b;", &["`b` is used without all its subscripts"]),
        ("a[0] = sum;", &["the function `sum` is used as a value"]),
    ] {
        let declarations = "int now(void), pick(int); int shout(const char *), printf(const char *, ...); char name[9];\n\
             typedef struct stream FILE; extern FILE *out; int fputs(const char *, FILE *); double sum(double *) __attribute__((const));\n\
             double peek(int) __attribute__((pure)); static int calls[1]; static int counter(int x) { return calls[0] += x; }\n\
             static int recursive(int x) { return x ? recursive(x - 1) : 0; }\n\
             double (*hook)(int); union { int x; float y; } s; volatile int v; _Atomic int at; double **pp, ***ppp;\n";
        refused(&(declarations.to_owned() + &function(body)), parts);
    }
}

#[test]
fn unsigned_arithmetic_that_may_wrap_around() {
    let text = |body: &str| {
        format!(
            "void f(unsigned n, unsigned long m, double *a) {{\n#pragma scop\n{body}\n#pragma endscop\n}}"
        )
    };
    for (body, parts) in [
        (
            "for (unsigned i = 0; i < n - 1; i++) a[i] = 1;",
            &["`n - 1` may wrap around", "assume(n >= 1)"][..],
        ),
        ("for (int i = -1; i < n; i++) a[0] = 1;", &["may be negative where it becomes unsigned"]),
        ("for (unsigned i = 0; i < n; i++) a[i - 1] = 1;", &["`i - 1` may wrap around"]),
        ("for (unsigned i = 0; i < n; i++) a[i * 2654435761u % 10] = 1;", &["may wrap around"]),
        ("for (unsigned long i = 0; i < m; i++) a[(i - 1) / 2] = 1;", &["may wrap around"]),
        ("for (unsigned long i = 0; i < m; i++) a[(int)(i - 1)] = 1;", &["may wrap around"]),
        ("for (unsigned long i = 0; i < m; i++) a[m - 2 > i ? i - 1 : 0] = 1;", &["`m - 2` may wrap around"]),
        ("for (unsigned long i = 0; i < m; i++) a[i - 1] = 1;", &[]),
        ("for (unsigned i = n; i - 2 > 0; i--) a[i] = 1;", &["may wrap around"]),
        ("for (int i = 0; i < (int)m; i++) a[i] = 1;", &["`m` may not fit the type"]),
        ("for (unsigned i = 0; i != n - n + 5; i++) a[i] = 1;", &[]),
    ] {
        if !parts.is_empty() {
            refused(&text(body), parts);
        } else {
            assert!(try_model(&text(body), Constants::Literal).is_ok(), "{body}");
        }
    }
}

#[test]
fn aliasing_names() {
    for (before, body, parts) in [
        (
            "double *p = a; p++;",
            "p[0] = a[1];",
            &["`p` and `a` may be the same memory", "may point into"][..],
        ),
        ("double *p = a + 5; p++;", "p[0] = a[1];", &["may be the same memory"]),
        ("double *p; p = &c[0][0]; p++;", "p[0] = c[1][0];", &["may be the same memory"]),
        ("double *p = a, *q = a + n; p++, q++;", "p[0] = q[1];", &["`q` and `p` may be the same memory"]),
        ("double t, *p = &t;", "t = a[0]; p[0] = t;", &["may be the same memory"]),
    ] {
        let text = function(body).replace("#pragma scop", &format!("{before}\n#pragma scop"));
        refused(&text, parts);
    }
    let text =
        "int n;\nvoid f(int *p) {\n#pragma scop\n for (int i = 0; i < n; i++) p[i] = 0;\n#pragma endscop\n}";
    refused(text, &["what is written to `p` may be `n`"]);
}

#[test]
fn counters_that_others_can_see() {
    let text = "int g;\nvoid f(int n, double *a) {\n#pragma scop\n for (g = 0; g < n; g++) a[g] = 0;\n#pragma endscop\n}";
    refused(text, &["`g` can't count a loop", "others can see it"]);
}

#[test]
fn several_problems_are_reported_at_once() {
    let message =
        refusal(&function("for (int i = 0; i < n; i++) {\n a[i * i] = 1;\n b[i] = rand();\n while (n) ;\n}"));
    assert!(
        message.contains("product of two counters")
            && message.contains("`rand`")
            && message.contains("`while`")
    );
}

#[test]
fn mistakes_of_the_user_are_errors() {
    for (pragma, body, part) in [
        ("temporary(aa)", "a[0] = b[0];", "the region has no array `aa`"),
        ("temporary(a) \n#pragma polycc live_out(a)", "a[0] = b[0];", "both temporary and live-out"),
        ("assume(k > 0)", "a[0] = b[n];", "names `k`, which isn't known"),
        ("assume(n > 0 && n < 0)", "a[0] = b[n];", "no parameters meet these assumptions"),
        ("assume(n > 0)", "for (int i = 0; i < m; i++) n = i;", "the region changes it"),
        (
            "order { S0[] -> S0[] }\n#pragma polycc schedule { S0[] -> [0] }",
            "a[0] = 1;",
            "this region has a schedule and an order",
        ),
    ] {
        let text = function(body).replace("#pragma scop", &format!("#pragma polycc {pragma}\n#pragma scop"));
        let (problems, map) = try_model(&text, Constants::Literal).err().expect("an error");
        let message = describe(&problems, &map);
        assert!(message.contains(part), "{message}");
        assert!(problems.iter().any(|problem| problem.severity == Severity::Error), "{message}");
    }
}

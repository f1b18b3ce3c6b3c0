//! Programs that are more than polycc can take as a whole.

use std::fmt::Write;

/// The programs, each with its name.
pub fn programs() -> Vec<(&'static str, String)> {
    vec![
        ("30 stencil stages in a function", stages(30)),
        ("100 statements in a loop", statements(100)),
        ("40 parameters with 80 loops", pairs(40)),
        ("300 times `else if (i == k)`", branches(300)),
        ("2000 functions", functions(2000)),
    ]
}

fn stages(count: usize) -> String {
    let mut text = "void f(int n, int m, float s0[restrict n][m], float out[restrict n][m])\n{\n".to_owned();
    for stage in 1..count {
        write(&mut text, &format!("    float s{stage}[n][m];"));
    }
    for stage in 1..=count {
        let (from, to) = (stage - 1, if stage == count { "out".into() } else { format!("s{stage}") });
        write(&mut text, &format!("    for (int y = {stage}; y < n - {stage}; y++)"));
        write(&mut text, &format!("        for (int x = {stage}; x < m - {stage}; x++)"));
        let cells = ["[y - 1][x]", "[y][x - 1]", "[y][x]", "[y][x + 1]", "[y + 1][x]"];
        let sum = cells.map(|cell| format!("s{from}{cell}")).join(" + ");
        write(&mut text, &format!("            {to}[y][x] = {sum};"));
    }
    text + "}\n"
}

fn statements(count: usize) -> String {
    let mut text =
        format!("void f(int n, float u[restrict n][{count}])\n{{\n    for (int i = 1; i < n; i++) {{\n");
    for column in 1..count {
        let before = column - 1;
        write(&mut text, &format!("        u[i][{column}] = u[i - 1][{before}] * 2 + u[i][{before}];"));
    }
    text + "    }\n}\n"
}

fn pairs(count: usize) -> String {
    let parameters: Vec<_> = (0..count).map(|number| format!("int n{number}")).collect();
    let mut text = format!("void f({}, float *restrict x, float *restrict y)\n{{\n", parameters.join(", "));
    for number in 0..count {
        let (rows, columns) = (format!("n{number}"), format!("n{}", (number + 1) % count));
        let inner = format!("        for (int j = 0; j < {columns}; j++)");
        write(&mut text, &format!("    float a{number}[{rows}][{columns}];"));
        write(&mut text, &format!("    for (int i = 0; i < {rows}; i++)\n{inner}"));
        write(&mut text, &format!("            a{number}[i][j] = x[j] * i;"));
        write(&mut text, &format!("    for (int i = 1; i < {rows}; i++)\n{inner}"));
        write(&mut text, &format!("            y[j] += a{number}[i][j] - a{number}[i - 1][j];"));
    }
    text + "}\n"
}

fn branches(count: usize) -> String {
    let mut text =
        "void f(int n, int k, float x[restrict n], float y[restrict n])\n{\n    for (int i = 0; i < n; i++) {\n        "
            .to_owned();
    for number in 0..count {
        write(&mut text, &format!("if (i == k + {number})\n            y[i] = x[i] * {number};"));
        text += "        else ";
    }
    text + "y[i] = 0;\n    }\n}\n"
}

fn functions(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        write(&mut text, &format!("void f{number}(int n, float x[restrict n], float y[restrict n])\n{{"));
        write(&mut text, "    float t[n];");
        write(&mut text, &format!("    for (int i = 0; i < n; i++)\n        t[i] = x[i] * {number};"));
        write(&mut text, "    for (int i = 1; i < n; i++)\n        y[i] = t[i] + t[i - 1];\n}");
    }
    text
}

fn write(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes all text");
}

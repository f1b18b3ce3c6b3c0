//! polycc in builds, by the tools that people build with. A test whose tool isn't installed passes without a word.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const KERNEL: &str = r#"#include "size.h"
double run(int steps)
{
    static double t[N][N];
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            t[i][j] = i * 3 + j * steps;
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            s += t[i][j] + t[i - 1][j];
    return s;
}
"#;
const MAIN: &str = "#include <stdio.h>\ndouble run(int steps);\nint main(void) { printf(\"%g\\n\", run(STEPS)); return 0; }\n";

/// A project with a header that is found by an option alone.
struct Project(tempfile::TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Project(tempfile::tempdir().unwrap());
        project.write("include/size.h", "#define N 300\n");
        project.write("src/kernel.c", KERNEL);
        project.write("src/main.c", MAIN);
        files.iter().for_each(|(name, text)| project.write(name, text));
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a command with polycc's programs before all others.
    fn run(&self, program: &str, words: &[&str]) -> Output {
        let own = Path::new(env!("CARGO_BIN_EXE_polycc")).parent().unwrap();
        let paths = std::env::var_os("PATH").unwrap();
        let paths =
            std::env::join_paths([own.to_owned()].into_iter().chain(std::env::split_paths(&paths))).unwrap();
        let mut command = Command::new(program);
        command.args(words).current_dir(self.0.path()).env("PATH", paths).env("LC_ALL", "C");
        command.env("POLYCC_LOG", self.path("log.jsonl")).env("CCACHE_DIR", self.path("ccache"));
        ["CC", "CFLAGS", "MAKEFLAGS", "MAKELEVEL", "POLYCC_FLAGS"].iter().for_each(|name| {
            command.env_remove(name);
        });
        command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
    }

    fn succeed(&self, program: &str, words: &[&str]) -> String {
        let done = self.run(program, words);
        let said = [&done.stdout[..], &done.stderr[..]].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(done.status.success(), "{program} {words:?}: {said}");
        said
    }

    fn polycc(&self, words: &[&str]) -> Output {
        self.run(env!("CARGO_BIN_EXE_polycc"), words)
    }

    /// Another size, which shows in what the program prints. Tools that look at times see that it is newer.
    fn change_header(&self) {
        std::thread::sleep(std::time::Duration::from_millis(1100));
        self.write("include/size.h", "#define N 400\n");
    }
}

fn is_there(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

/// What the program prints with a table of that many rows.
fn sum(size: i32, steps: i32) -> String {
    let value = |i: i32, j: i32| f64::from(i * 3 + j * steps);
    let cells = (1..size).flat_map(|i| (1..size).map(move |j| (i, j)));
    let total: f64 = cells.map(|(i, j)| value(i, j) + value(i - 1, j)).sum();
    // as `%g` prints numbers of this size
    let exponent = total.log10().floor() as i32;
    let digits = format!("{:.5}", total / 10f64.powi(exponent));
    format!("{}e+{exponent:02}\n", digits.trim_end_matches('0').trim_end_matches('.'))
}

#[test]
fn make_sees_changed_headers() {
    let makefile = "CFLAGS = -O1 -Iinclude -DSTEPS=5 -Wall -fno-math-errno\n\
        program: kernel.o main.o\n\t$(CC) $^ -o $@\n\
        kernel.o: kernel.polycc.c\n\t$(CC) $(CFLAGS) -iquote src -c $< -o $@\n\
        kernel.polycc.c: src/kernel.c\n\tpolycc -q $(CFLAGS) -MD -MP $< -o $@\n\
        main.o: src/main.c\n\t$(CC) $(CFLAGS) -c $< -o $@\n\
        -include kernel.polycc.d\n";
    let project = Project::new(&[("Makefile", makefile)]);
    project.succeed("make", &["-j2"]);
    assert_eq!(project.succeed("./program", &[]), sum(300, 5));
    assert!(project.read("kernel.polycc.c").contains("polycc: t[i][j] -> "));
    assert!(project.succeed("make", &[]).contains("up to date"));
    project.change_header();
    project.succeed("make", &[]);
    assert_eq!(project.succeed("./program", &[]), sum(400, 5));
}

#[test]
fn rules_are_named_as_asked() {
    let project = Project::new(&[]);
    let words = ["-Iinclude", "-MMD", "-MF", "rule", "-MT", "a b", "src/kernel.c", "-o", "out.c"];
    assert!(project.polycc(&words).status.success());
    assert_eq!(project.read("rule"), "a b: src/kernel.c include/size.h\n");
    for (words, what) in [
        (&["-MD", "-o", "-", "src/kernel.c"][..], "`-MD` wants files"),
        (&["-MD", "-MF", "x", "src/kernel.c", "src/main.c"][..], "`-MF` names one file"),
    ] {
        let done = project.polycc(words);
        assert_eq!(done.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&done.stderr).contains(what));
    }
}

#[test]
fn standard_input_is_a_file() {
    let project = Project::new(&[]);
    let by_name = project.polycc(&["-Iinclude", "src/kernel.c", "-o", "-"]);
    let words = ["-c", "polycc -Iinclude - < src/kernel.c"];
    let piped = project.run("sh", &words);
    assert!(piped.status.success() && !piped.stdout.is_empty());
    assert_eq!(piped.stdout, by_name.stdout);
    let said = String::from_utf8_lossy(&piped.stderr).into_owned();
    assert!(said.starts_with("<stdin>:6 run: arrays shrink"), "{said}");
}

#[test]
fn a_check_writes_nothing() {
    let project = Project::new(&[("src/plain.c", "int f(int x) { return x; }\n"), ("src/bad.c", "int f(\n")]);
    for (file, status) in [("src/kernel.c", 4), ("src/plain.c", 0), ("src/bad.c", 1)] {
        let done = project.polycc(&["--check", "-Iinclude", file]);
        assert_eq!(done.status.code(), Some(status), "{file}");
    }
    assert_eq!(fs::read_dir(project.path("src")).unwrap().count(), 4);
    assert_eq!(project.polycc(&["--check", "src/plain.c", "-o", "x.c"]).status.code(), Some(2));
}

#[test]
fn findings_in_sarif() {
    let text = KERNEL.replace("return s;", "#pragma polycc temporary(t\n    return s;");
    let project = Project::new(&[("src/kernel.c", &text), ("src/none.c", "int f(\n")]);
    let done = project.polycc(&["--message-format", "sarif", "-Iinclude", "src/kernel.c", "src/none.c"]);
    assert_eq!(done.status.code(), Some(1));
    let log: serde_json::Value = serde_json::from_slice(&done.stderr).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!((&log["version"], results.len()), (&"2.1.0".into(), 2));
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&"src/kernel.c".into(), &12.into())
    );
    assert!(results.iter().all(|result| result["level"] == "error"));
    let ids: Vec<_> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    assert_eq!(ids, ["P0203", "P0104"]);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!((rules.len(), &rules[0]["id"]), (2, &"P0104".into()));
    let help = rules[0]["help"]["text"].as_str().unwrap();
    assert!(rules[0]["shortDescription"]["text"].is_string() && help.contains("it isn't C"), "{help}");
}

#[test]
fn cmake_with_a_drop_in() {
    if !is_there("cmake") {
        return;
    }
    let lists = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\n\
        add_executable(program src/main.c src/kernel.c)\ntarget_include_directories(program PRIVATE include)\n\
        target_compile_definitions(program PRIVATE STEPS=5)\n";
    let project = Project::new(&[("CMakeLists.txt", lists)]);
    let compiler = format!("-DCMAKE_C_COMPILER={}", env!("CARGO_BIN_EXE_polycc-cc"));
    project.succeed("cmake", &["-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release", &compiler]);
    project.succeed("cmake", &["--build", "build", "-j2"]);
    assert_eq!(project.succeed("build/program", &[]), sum(300, 5));
    assert!(project.succeed("polycc-cc", &["--summary", "src"]).contains("2 C files"));
    assert!(project.succeed("polycc-cc", &["--summary", "src"]).contains("kernel.c:6 run: arrays shrink"));
    project.change_header();
    project.succeed("cmake", &["--build", "build"]);
    assert_eq!(project.succeed("build/program", &[]), sum(400, 5));
}

#[test]
fn the_cmake_module() {
    if !is_there("cmake") {
        return;
    }
    let lists = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nfind_package(polycc REQUIRED)\n\
        add_executable(program src/main.c)\ntarget_include_directories(program PRIVATE include)\n\
        target_compile_definitions(program PRIVATE STEPS=5)\n\
        polycc_target_sources(program OPTIONS --optimize memory SOURCES src/kernel.c)\n";
    let module = format!("-Dpolycc_DIR={}/cmake", env!("CARGO_MANIFEST_DIR"));
    for generator in ["Unix Makefiles", "Ninja"] {
        if generator == "Ninja" && !is_there("ninja") {
            return;
        }
        let project = Project::new(&[("CMakeLists.txt", lists)]);
        project.succeed("cmake", &["-G", generator, "-S", ".", "-B", "build", &module]);
        project.succeed("cmake", &["--build", "build"]);
        assert_eq!(project.succeed("build/program", &[]), sum(300, 5), "{generator}");
        assert!(project.read("build/polycc/program/src/kernel.c").contains("polycc: t[i][j] -> "));
        project.change_header();
        project.succeed("cmake", &["--build", "build"]);
        assert_eq!(project.succeed("build/program", &[]), sum(400, 5), "{generator}");
    }
}

#[test]
fn meson_with_a_drop_in() {
    if !is_there("meson") || !is_there("ninja") {
        return;
    }
    let build = "project('p', 'c', default_options: ['warning_level=2', 'werror=true'])\n\
        executable('program', 'src/main.c', 'src/kernel.c', include_directories: 'include', c_args: '-DSTEPS=5')\n";
    let project = Project::new(&[("meson.build", build)]);
    project.succeed("env", &["CC=polycc-cc gcc", "meson", "setup", "build"]);
    project.succeed("ninja", &["-C", "build"]);
    assert_eq!(project.succeed("build/program", &[]), sum(300, 5));
    assert!(project.succeed("polycc-cc", &["--summary", "src"]).contains("run: arrays shrink"));
    project.change_header();
    project.succeed("ninja", &["-C", "build"]);
    assert_eq!(project.succeed("build/program", &[]), sum(400, 5));
}

#[test]
fn ccache_behind_it_knows_the_new_text_again() {
    if !is_there("ccache") {
        return;
    }
    let project = Project::new(&[]);
    let compile = ["ccache", "gcc", "-O1", "-g", "-MD", "-Iinclude", "-c", "src/kernel.c", "-o", "kernel.o"];
    project.succeed("polycc-cc", &compile);
    let (object, rule) = (fs::read(project.path("kernel.o")).unwrap(), project.read("kernel.d"));
    fs::remove_file(project.path("kernel.o")).unwrap();
    project.succeed("ccache", &["--zero-stats"]);
    project.succeed("polycc-cc", &compile);
    let statistics = project.succeed("ccache", &["--print-stats"]);
    let count = |name: &str| {
        let lines = statistics.lines().filter_map(|line| line.split_once('\t'));
        lines
            .filter(|(key, _)| key.ends_with(name))
            .map(|(_, count)| count.parse::<u32>().unwrap())
            .sum::<u32>()
    };
    assert!(count("cache_hit") > 0 && count("cache_miss") == 0, "{statistics}");
    assert!(fs::read(project.path("kernel.o")).unwrap() == object && project.read("kernel.d") == rule);
    // and before it: it runs the compiler for the same text only once
    let before = ["polycc-cc", "-O1", "-Iinclude", "-c", "src/kernel.c", "-o", "kernel.o"];
    project.succeed("ccache", &before);
    assert!(project.succeed("polycc-cc", &["--summary"]).contains("run: arrays shrink"));
}

#[test]
fn a_build_script_makes_a_library() {
    let project = Project::new(&[]);
    let script = Path::new(env!("CARGO_BIN_EXE_polycc")).with_file_name("examples").join("build_script");
    let out = project.path("out").display().to_string();
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let words = [
        &format!("OUT_DIR={out}"),
        &format!("TARGET={target}"),
        &format!("HOST={target}"),
        "OPT_LEVEL=2",
        "DEBUG=false",
        "CARGO_CFG_TARGET_OS=linux",
        &script.display().to_string(),
    ];
    let said = project.succeed("env", &words);
    assert!(said.contains("cargo:rustc-link-lib=static=kernel"), "{said}");
    assert!(said.contains("cargo::rerun-if-changed=include/size.h"), "{said}");
    project.succeed("cc", &["-DSTEPS=5", "src/main.c", "out/libkernel.a", "-o", "program"]);
    assert_eq!(project.succeed("./program", &[]), sum(300, 5));
    assert!(project.read("out/polycc/kernel/0/kernel.c").contains("polycc: t[i][j] -> "));
    project.write("src/kernel.c", "#pragma scop\n");
    assert!(!project.run("env", &words).status.success());
}

const STAGES: &str = "#include \"stages.h\"\n#include \"size.h\"\nint level(void) { return FACTOR * N; }\nvoid scale(int n, const float *in, float *out)\n{\n    for (int i = 0; i < n; i++)\n        out[i] = 3 * in[i];\n}\nvoid smooth(int n, const float *in, float *out)\n{\n    out[0] = in[0];\n    for (int i = 1; i < n; i++)\n        out[i] = (in[i] + in[i - 1]) / 2;\n}\n";
const STAGES_H: &str =
    "void scale(int n, const float *in, float *out);\nvoid smooth(int n, const float *in, float *out);\n";
const CHAIN: &str = "#include \"stages.h\"\n#include <stdio.h>\n#include <stdlib.h>\nstatic void both(int n, const float *restrict in, float *restrict out)\n{\n    float *t = malloc(sizeof(float) * n);\n    scale(n, in, t);\n    smooth(n, t, out);\n    free(t);\n}\nint main(void)\n{\n    static float in[COUNT], out[COUNT];\n    for (int i = 0; i < COUNT; i++)\n        in[i] = i % 17;\n    both(COUNT, in, out);\n    for (int i = 0; i < COUNT; i += 99)\n        printf(\"%a\\n\", out[i]);\n    return 0;\n}\n";

/// The words of an entry for a file, in a database that `--project` has written.
fn compiled(database: &str, file: &str) -> Vec<String> {
    let all: Vec<serde_json::Value> = serde_json::from_str(database).unwrap();
    let is_wanted = |entry: &&serde_json::Value| entry["file"].as_str().unwrap().ends_with(file);
    let entry = all.iter().find(is_wanted).unwrap_or_else(|| panic!("{file}: {database}"));
    entry["arguments"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_project_of_cmake() {
    if !is_there("cmake") {
        return;
    }
    let lists = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n\
        add_executable(app src/chain.c lib/stages.c)\ntarget_include_directories(app PRIVATE include lib)\n\
        set_source_files_properties(lib/stages.c PROPERTIES COMPILE_DEFINITIONS FACTOR=3)\n\
        set_source_files_properties(src/chain.c PROPERTIES COMPILE_DEFINITIONS COUNT=5000)\n";
    let files = [
        ("CMakeLists.txt", lists),
        ("lib/stages.c", STAGES),
        ("lib/stages.h", STAGES_H),
        ("src/chain.c", CHAIN),
    ];
    let project = Project::new(&files);
    project.succeed("cmake", &["-S", ".", "-B", "build"]);
    project.succeed("cmake", &["--build", "build"]);
    let said =
        project.succeed("polycc", &["--project", "build/compile_commands.json", "-o", "new/", "--verify"]);
    assert!(said.contains("src/chain.c:14 main: arrays shrink") && said.contains("verified: "), "{said}");
    assert_ne!(project.read("new/src/chain.c"), CHAIN);
    assert_eq!(project.read("new/lib/stages.c"), STAGES);
    let database = project.read("new/compile_commands.json");
    for file in ["new/src/chain.c", "new/lib/stages.c"] {
        let words = compiled(&database, file);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        project.succeed(words[0], &words[1..]);
    }
    project.succeed("cc", &["new/src/chain.o", "new/lib/stages.o", "-o", "new/app"]);
    let before = project.succeed("build/app", &[]);
    assert!(before.lines().count() > 9);
    assert_eq!(project.succeed("new/app", &[]), before);
}

#[test]
fn a_project_by_hand() {
    let files = [
        ("lib/stages.c", STAGES),
        ("lib/stages.h", STAGES_H),
        ("src/chain.c", CHAIN),
        ("src/broken.c", "int f( {\n"),
    ];
    let project = Project::new(&files);
    let entry = |folder: &str, how: &str, file: &str| {
        let folder = project.path(folder);
        format!("{{\"directory\": \"{}\", {how}, \"file\": \"{file}\"}}", folder.display())
    };
    let entries = [
        entry(
            "src",
            "\"arguments\": [\"cc\", \"-c\", \"-DCOUNT=5000\", \"-I../lib\", \"-MD\", \"-MF\", \"x.d\", \"-o\", \"x.o\", \"chain.c\"]",
            "chain.c",
        ),
        entry("lib", "\"command\": \"cc -c -I ../include -DFACTOR='3' stages.c -o y.o\"", "stages.c"),
        entry("lib", "\"command\": \"cc -c -I ../include -DFACTOR=4 stages.c -o z.o\"", "stages.c"),
        entry("src", "\"command\": \"cc -c broken.c\"", "./broken.c"),
        entry("src", "\"command\": \"c++ -c other.cc\"", "other.cc"),
        entry("src", "\"command\": \"cc -c -fwrapv main.c -DSTEPS=1\"", "main.c"),
        entry("src", "\"command\": \"cc -c gone.c\"", "gone.c"),
    ];
    let mut all = Vec::new();
    for turn in 0..2 {
        let entries: Vec<_> =
            if turn == 0 { entries.to_vec() } else { entries.iter().rev().cloned().collect() };
        project.write("compile_commands.json", &format!("[{}]", entries.join(",\n")));
        let output = format!("new{turn}/");
        let said = project.succeed("polycc", &["--project", "compile_commands.json", "-o", &output]);
        for what in [
            "lib/stages.c` is compiled in several ways, of which the first counts",
            "src/broken.c` stays as it is: ",
            "src/gone.c` isn't there",
            "compiled with `-fwrapv`",
            "src/chain.c:14 main: arrays shrink",
        ] {
            assert_eq!(said.matches(what).count(), 1, "{what}: {said}");
        }
        assert_eq!(project.read(&format!("{output}src/broken.c")), "int f( {\n");
        assert!(!project.read(&format!("{output}src/chain.c")).contains("scale(n, in, t)"));
        assert!(!project.path(&format!("{output}src/main.c")).exists());
        let database = project.read(&format!("{output}compile_commands.json"));
        let words = compiled(&database, "src/chain.c");
        let rest =
            ["-c", "-o", "-MD", "-MF", "x.d"].map(|word| words.iter().filter(|it| *it == word).count());
        assert_eq!(rest, [1, 1, 0, 0, 0], "{words:?}");
        assert!(words.contains(&format!("-I{}", project.path("lib").display())), "{words:?}");
        assert!(compiled(&database, "lib/stages.c").contains(&"-DFACTOR=3".to_owned()));
        assert_eq!(serde_json::from_str::<Vec<serde_json::Value>>(&database).unwrap().len(), 6);
        all.push((
            database.replace(&format!("new{turn}"), "new"),
            project.read(&format!("{output}src/chain.c")),
        ));
    }
    assert_eq!(all[0], all[1], "the order of the entries doesn't matter");
}

#[test]
fn what_is_no_project() {
    let project = Project::new(&[]);
    let misuse = |words: &[&str], says: &str| {
        let done = project.polycc(words);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains(says), "{said}");
    };
    misuse(&["--project", "none.json", "-o", "new/"], "cannot read `none.json`");
    project.write("bad.json", "{}");
    misuse(&["--project", "bad.json", "-o", "new/"], "`bad.json` is no compilation database");
    project.write("bad.json", "[{\"file\": \"a.c\"}]");
    misuse(&["--project", "bad.json", "-o", "new/"], "`a.c` has no `command` that could be read");
    project.write("empty.json", "[]");
    misuse(&["--project", "empty.json", "-o", "new.c"], "`--project` writes many files");
    misuse(&["--project", "empty.json"], "--output");
    misuse(&["--project", "empty.json", "-o", "new/", "src/main.c"], "cannot be used with");
    assert!(!project.path("new").exists());
}

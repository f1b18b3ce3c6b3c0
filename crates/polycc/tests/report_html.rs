//! The page that `--report FILE.html` writes: well-formed, complete, the same for the same run, and without anything from elsewhere.

use roxmltree::{Document, ParsingOptions};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// No array shrinks here, and loops stay for reasons.
const NOTHING: &str = "void histogram(int n, const unsigned char *picture, int *counts)
{
    for (int i = 0; i < n; i++)
        counts[picture[i]]++;
}
";

/// Text that would be markup, characters that no page may have, and ends of lines as elsewhere.
const ODD: &str = "/* </code></style><script>alert(1)</script> \u{1} & \u{c} */\r
void f(int n, const double *restrict a, double *restrict b)\r
{\r
    double t[n]; /* <b title='\"'>&amp; */\r
    for (int i = 0; i < n; i++)\r
        t[i] = a[i] * 2;\r
    for (int i = 0; i < n; i++)\r
        b[i] = (t[i] < 1 && t[i] > 0) ? t[i] : 0;\r
}\r
";

/// What a run wrote.
struct Run {
    page: String,
    json: Value,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

/// Both reports about a file with this text.
fn run(text: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("input.c"), text).unwrap();
    for report in ["report.html", "report.json"] {
        polycc(folder.path(), &[&["input.c", "-q", "-o", "out.c", "--report", report], arguments].concat());
    }
    let [page, json, text] = ["report.html", "report.json", "out.c"]
        .map(|file| fs::read_to_string(folder.path().join(file)).unwrap());
    Run { page, json: serde_json::from_str(&json).unwrap(), text }
}

fn polycc(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycc"));
    let include = root().join("testsuite/cases/include");
    let done = command.args(arguments).arg("-I").arg(include).env_remove("CC").current_dir(folder).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Runs that several tests look at.
static RUNS: LazyLock<Vec<(&str, Run)>> = LazyLock::new(|| {
    vec![
        ("blur", run(&read("examples/blur.c"), &[])),
        ("edit distance", run(&read("examples/edit_distance.c"), &["--at", "n=30,m=20"])),
        ("harris", run(&read("testsuite/cases/auto/harris.c"), &["--at", "h=20,w=24"])),
        ("shared memory", run(&read("testsuite/cases/memory/never_together.c"), &["--optimize", "memory"])),
        ("nothing to do", run(NOTHING, &[])),
        ("odd text", run(ODD, &["--at", "n=50", "--optimize", "memory"])),
    ]
});

fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}\n{page}"))
}

/// All text of a page.
fn words(page: &Document) -> String {
    page.root().descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect()
}

#[test]
fn pages_are_well_formed_and_need_nothing_else() {
    for (name, Run { page, .. }) in RUNS.iter() {
        let document = parsed(page);
        let html = document.root_element();
        assert_eq!(html.attribute("lang"), Some("en"), "{name}");
        let without = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!without.contains("http") && !without.contains("url("), "{name}");
        for element in html.descendants() {
            assert!(element.attribute("src").is_none() && !element.has_tag_name("link"), "{name}");
        }
        let ids: Vec<&str> = html.descendants().filter_map(|element| element.attribute("id")).collect();
        assert_eq!(
            ids.iter().collect::<BTreeSet<_>>().len(),
            ids.len(),
            "{name}: an id stands for two places"
        );
        for link in html.descendants().filter_map(|element| element.attribute("href")) {
            assert!(link.strip_prefix('#').is_some_and(|id| ids.contains(&id)), "{name}: {link}");
        }
        let count = |tag: &str| html.descendants().filter(|element| element.has_tag_name(tag)).count();
        assert_eq!(count("h1"), 1, "{name}");
        assert_eq!(count("script"), 1, "{name}");
    }
}

#[test]
fn pages_name_arrays_and_bytes_as_the_other_report_does() {
    for (name, Run { page, json, .. }) in RUNS.iter() {
        let document = parsed(page);
        let rows: Vec<Vec<String>> = document
            .root()
            .descendants()
            .filter(|element| element.has_tag_name("tr"))
            .map(|row| row.children().filter(|it| it.is_element()).map(|it| content(&it)).collect())
            .collect();
        let mut count = 0;
        for region in json["regions"].as_array().unwrap() {
            for array in region["arrays"].as_array().unwrap() {
                if array["original_extents"].as_array().unwrap().is_empty() {
                    continue;
                }
                count += 1;
                let row = rows.iter().find(|row| row[0] == array["name"].as_str().unwrap());
                let row = row.unwrap_or_else(|| panic!("{name}: no {}", array["name"]));
                if let (Some(sizes), Some(element)) = (array.get("at"), array["element_bytes"].as_i64()) {
                    let bytes = |key: &str| (sizes[key].as_i64().unwrap() * element).to_string();
                    assert_eq!(
                        [&row[3], &row[4]],
                        [&bytes("original_cells"), &bytes("cells")],
                        "{name}: {row:?}"
                    );
                }
            }
        }
        assert!(count > 0, "{name}");
    }
}

fn content(node: &roxmltree::Node) -> String {
    node.descendants().filter_map(|it| it.text().filter(|_| it.is_text())).collect()
}

#[test]
fn the_chart_has_the_peak_that_the_other_report_has() {
    let Run { page, json, .. } = &run(&read("examples/edit_distance.c"), &["--at", "n=30,m=20"]);
    let most = json["regions"][0]["memory"]["max_live_bytes"].as_u64().unwrap();
    let words = words(&parsed(page));
    assert!(words.contains(&format!("at most {most} bytes alive")), "{words}");
    assert!(words.contains("Run at n = 30, m = 20"), "{words}");
}

#[test]
fn a_page_about_nothing_says_why() {
    let Run { page, .. } = &run(NOTHING, &[]);
    let words = words(&parsed(page));
    assert!(words.contains("Nothing changes"), "{words}");
    assert!(words.contains("the subscript of counts isn't affine"), "{words}");
    assert!(!words.contains("Bytes alive") && !words.contains("Orders"), "{words}");
}

#[test]
fn no_conflict_is_on_a_lattice() {
    let mut pictures = 0;
    for (name, Run { page, .. }) in RUNS.iter() {
        let document = parsed(page);
        let of_class = |class: &str| {
            document.root().descendants().filter(|it| it.attribute("class") == Some(class)).count()
        };
        assert_eq!(of_class("bad"), 0, "{name}");
        pictures += of_class("origin");
        // a lattice is symmetric
        assert!(of_class("lattice") >= 2 * of_class("origin"), "{name}");
    }
    assert!(pictures >= 4, "{pictures}");
}

#[test]
fn statements_are_linked_to_where_they_went() {
    let Run { page, text, .. } = &run(&read("examples/blur.c"), &[]);
    let document = parsed(page);
    let links: Vec<&str> = document
        .root()
        .descendants()
        .filter_map(|it| it.attribute("href"))
        .filter_map(|link| link.strip_prefix("#now1-"))
        .collect();
    let lines: Vec<&str> =
        links.iter().map(|line| text.lines().nth(line.parse::<usize>().unwrap() - 1).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("= (in[i][j - 1]") && lines[1].contains("out[i - 1][j] ="), "{lines:?}");
}

#[test]
fn markup_in_the_source_is_text() {
    let Run { page, .. } = &run(ODD, &["--at", "n=50", "--optimize", "memory"]);
    assert!(!page.contains("<script>alert"));
    assert!(words(&parsed(page)).contains("/* <b title='\"'>&amp; */"));
}

#[test]
fn the_same_run_gives_the_same_page() {
    let text = read("testsuite/cases/auto/harris.c");
    let [first, second] = [(), ()].map(|()| run(&text, &["--at", "h=20,w=24"]).page);
    assert!(first == second);
}

#[test]
fn several_files_share_a_page() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.c"), NOTHING).unwrap();
    fs::write(folder.path().join("two.c"), ODD).unwrap();
    polycc(folder.path(), &["one.c", "two.c", "-q", "-o", "out/", "--report", "report.html"]);
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    let document = parsed(&page);
    let titles = document.root().descendants().filter(|it| it.has_tag_name("h1")).map(|it| content(&it));
    assert_eq!(titles.collect::<Vec<_>>(), ["one.c", "two.c"]);
}

/// Where there is a browser.
#[test]
fn a_browser_has_nothing_to_complain_about() {
    if Command::new("chromium").arg("--version").output().is_err() {
        return;
    }
    for (name, Run { page, .. }) in RUNS.iter() {
        let switches = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --enable-logging=stderr \
                        --disable-background-networking --disable-component-update --disable-sync --dump-dom";
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("report.html"), page).unwrap();
        let data = folder.path().join("browser");
        let done = Command::new("chromium")
            .args(switches.split_whitespace())
            .arg(format!("--user-data-dir={}", data.display()))
            .arg(format!("file://{}", folder.path().join("report.html").display()))
            .output()
            .unwrap();
        let [shown, said] =
            [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(shown.contains("</html>"), "{name}: {said}");
        assert!(!said.contains("CONSOLE"), "{name}: {said}");
    }
}

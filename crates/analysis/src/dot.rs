//! The dependence graph as Graphviz text.

use crate::dependence::Dependence;
use crate::{Analysed, DependenceGraph};
use std::fmt::Write;

/// A digraph with this name. Nodes are statements, with the line where they stand; edges are dependences,
/// with their kind, array and relation, the earlier instance first. The same region gives the same text.
///
/// # Errors
/// isl's.
pub fn digraph(name: &str, analysed: &Analysed, dependences: &DependenceGraph) -> isl::Result<String> {
    let statements = &analysed.scop.statements;
    let mut text = format!("digraph {} {{\n  node [shape=box];\n", quoted(name));
    for statement in statements {
        let label = format!("{}\nline {}", statement.name, statement.line);
        line(&mut text, &format!("{} [label={}];", quoted(&statement.name), quoted(&label)));
    }
    let graph = &dependences.graph;
    for dependence in graph.edge_weights() {
        let [from, to] = [dependence.source, dependence.sink].map(|access| &statements[access.0].name);
        let label = quoted(&label(analysed, dependence)?);
        line(&mut text, &format!("{} -> {} [label={label}];", quoted(from), quoted(to)));
    }
    text.push_str("}\n");
    Ok(text)
}

fn label(analysed: &Analysed, dependence: &Dependence) -> isl::Result<String> {
    let array = &analysed.scop.arrays[dependence.array].name;
    let relation = analysed.written(dependence.relation.clone().to_union_map()?)?;
    Ok(format!("{} {array}\n{relation}", dependence.kind))
}

fn line(text: &mut String, content: &str) {
    writeln!(text, "  {content}").expect("a string takes all text");
}

/// A string of DOT. In labels `\n` is a line break and a backslash begins an escape.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

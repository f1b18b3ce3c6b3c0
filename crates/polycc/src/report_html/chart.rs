//! Charts as inline SVG, without text: what stretches with the page would stretch letters, too. Colours are the page's.

use svg::node::element::path::Data;
use svg::node::element::{Line, Path, Rectangle, SVG};

/// A series, as high as its values.
pub struct Curve {
    /// How the page styles it.
    pub class: &'static str,
    /// The values, from left to right.
    pub values: Vec<i64>,
}

/// The units of a chart that stretches.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 200.0;

/// How much of a bar is always seen.
const LEAST_WIDTH: f64 = 4.0;

/// The areas under curves, drawn one over the other, up to `top`, with a line at `mark`. `label` says what it shows.
pub fn area(curves: &[Curve], mark: Option<i64>, top: i64, label: &str) -> String {
    let mut chart = stretching(HEIGHT).set("role", "img").set("aria-label", label).set("class", "chart");
    for quarter in 1..4 {
        let y = HEIGHT * f64::from(quarter) / 4.0;
        chart = chart
            .add(Line::new().set("x1", 0).set("x2", WIDTH).set("y1", y).set("y2", y).set("class", "grid"));
    }
    for Curve { class, values } in curves {
        let data = steps(values, top.max(1) as f64).line_to((WIDTH, HEIGHT)).close();
        chart = chart.add(Path::new().set("d", data).set("class", *class));
    }
    if let Some(mark) = mark {
        let y = rounded(HEIGHT - HEIGHT * (mark as f64 / top.max(1) as f64));
        chart = chart
            .add(Line::new().set("x1", 0).set("x2", WIDTH).set("y1", y).set("y2", y).set("class", "mark"));
    }
    chart.to_string()
}

/// Values as steps, from the lower left.
fn steps(values: &[i64], top: f64) -> Data {
    let width = WIDTH / values.len().max(1) as f64;
    let start = Data::new().move_to((0, HEIGHT));
    (0u32..).zip(values).fold(start, |data, (position, value)| {
        let y = rounded(HEIGHT - HEIGHT * (*value as f64 / top).clamp(0.0, 1.0));
        let x = f64::from(position) * width;
        data.line_to((rounded(x), y)).line_to((rounded(x + width), y))
    })
}

/// A bar from one part of the whole width to another; empty where there is none.
pub fn span(class: &str, part: Option<(f64, f64)>) -> String {
    const THICKNESS: f64 = 10.0;
    let chart = stretching(THICKNESS).set("class", "bar").set("aria-hidden", "true");
    let Some((first, last)) = part else { return chart.to_string() };
    let width = ((last - first) * WIDTH).max(LEAST_WIDTH);
    let x = (first * WIDTH).min(WIDTH - width);
    let bar = Rectangle::new().set("x", rounded(x)).set("y", 0).set("width", rounded(width));
    chart.add(bar.set("height", THICKNESS).set("class", class)).to_string()
}

fn stretching(height: f64) -> SVG {
    SVG::new().set("viewBox", (0, 0, WIDTH, height)).set("preserveAspectRatio", "none")
}

/// With one digit behind the point: more isn't seen.
pub fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

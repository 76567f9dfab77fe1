//! The histogram of a survey as an SVG picture.

use std::fmt::Write;

use super::summary::Summary;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
/// Room left of, below and above the bars.
const MARGIN: f64 = 46.0;

/// Bars by number of moves, each with its share of the winnable deals.
pub fn histogram(summary: &Summary) -> String {
    let lengths = summary.lengths();
    let (first, last) = match (lengths.keys().next(), lengths.keys().last()) {
        (Some(&first), Some(&last)) => (first, last),
        _ => (0, 0),
    };
    let won: u64 = lengths.values().sum();
    let most = lengths.values().copied().max().unwrap_or(1) as f64;
    let pitch = (WIDTH - 2.0 * MARGIN) / f64::from(last - first + 1);
    let floor = HEIGHT - MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"11\" text-anchor=\"middle\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{}\" y=\"18\" font-size=\"14\">Moves of the shortest win, {won} winnable deals of {}</text>\n",
        WIDTH / 2.0,
        summary.deals()
    );
    for (&length, &deals) in lengths {
        let x = MARGIN + pitch * f64::from(length - first);
        let height = (floor - MARGIN) * deals as f64 / most;
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#8a5a3c\"><title>{length} moves: \
             {deals} deals</title></rect>",
            x + 0.1 * pitch,
            floor - height,
            0.8 * pitch
        );
        let middle = x + pitch / 2.0;
        let _ = writeln!(svg, "<text x=\"{middle:.1}\" y=\"{:.1}\">{length}</text>", floor + 15.0);
        let share = 100.0 * deals as f64 / won as f64;
        if share >= 0.05 {
            let _ = writeln!(
                svg,
                "<text x=\"{middle:.1}\" y=\"{:.1}\" font-size=\"9\">{share:.1}%</text>",
                floor - height - 4.0
            );
        }
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">moves</text>\n</svg>", WIDTH / 2.0, HEIGHT - 10.0);
    svg
}

//! The findings as a text for people.

use std::fmt::Write;

use super::examine::Findings;
use crate::device::desktop::Session;

/// A few lines on each thing, then what to do.
pub fn text(findings: &Findings) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, findings);
    text
}

fn write_all(text: &mut String, findings: &Findings) -> std::fmt::Result {
    let display = match findings.display {
        Session::Windows => "Windows",
        Session::MacOs => "macOS",
        Session::X11 => "X11",
        Session::Wayland => "Wayland (the screen is captured through the desktop portal)",
        Session::None => "none",
    };
    writeln!(text, "display   {display}")?;
    for (number, monitor) in findings.monitors.iter().enumerate() {
        let ([w, h], [x, y]) = (monitor.size, monitor.position);
        let primary = if monitor.primary { ", primary" } else { "" };
        let percent = monitor.scale * 100.0;
        writeln!(text, "monitor {} {}: {w}x{h} at {x},{y}, {percent:.0} %{primary}", number + 1, monitor.name)?;
    }
    for capture in &findings.captures {
        match (capture.size, capture.ms, &capture.failed) {
            (Some([w, h]), Some(ms), _) => {
                writeln!(text, "capture   {}: {w}x{h}, {ms:.1} ms a frame", capture.backend)?
            }
            (_, _, reason) => {
                writeln!(text, "capture   {}: {}", capture.backend, reason.as_deref().unwrap_or("nothing"))?
            }
        }
    }
    for board in &findings.boards {
        let [x, y, w, h] = board.rect;
        writeln!(text, "board     {w:.0}x{h:.0} at {x:.0},{y:.0}, scale {:.3}, {}", board.scale, board.state)?;
        for line in board.board.iter().flat_map(|board| board.lines()) {
            writeln!(text, "          {line}")?;
        }
    }
    if let Some(pointer) = &findings.pointer {
        let [x, y] = pointer.sent;
        let went = match pointer.found {
            _ if pointer.obeys() && pointer.found.is_some() => "and went there".to_string(),
            Some([x, y]) => format!("and went to {x:.0},{y:.0}"),
            None => "and this system does not tell where it went".to_string(),
        };
        writeln!(text, "pointer   sent to {x:.0},{y:.0} {went}; {:.2} units a pixel", pointer.units_per_pixel)?;
    }
    for line in &findings.advice {
        writeln!(text, "advice    {line}")?;
    }
    writeln!(text, "{}", if findings.would_play { "ready to play" } else { "would not play" })
}

#[cfg(test)]
mod tests {
    use super::super::examine::PointerFacts;
    use super::*;

    #[test]
    fn a_pointer_that_goes_elsewhere_is_told() {
        let pointer = PointerFacts { sent: [100.0, 200.0], found: Some([50.0, 100.0]), units_per_pixel: 1.0 };
        let findings = Findings {
            display: Session::X11,
            monitors: Vec::new(),
            captures: Vec::new(),
            boards: Vec::new(),
            pointer: Some(pointer),
            would_play: false,
            advice: vec!["scale it".to_string()],
        };
        let expected = "display   X11\npointer   sent to 100,200 and went to 50,100; 1.00 units a pixel\n\
                        advice    scale it\nwould not play\n";
        assert_eq!(text(&findings), expected);
    }
}

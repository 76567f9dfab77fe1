//! What the user sees of a run while it goes on: a bar on a terminal, plain lines otherwise.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::actors::News;
use crate::actors::message::{Gesture, Purpose};

/// The display of one run.
pub struct Display {
    bar: ProgressBar,
    wins: u32,
}

impl Display {
    /// A display for so many games (`None`: nobody knows).
    pub fn new(games: Option<u32>, quiet: bool) -> Display {
        let bar = match games {
            Some(games) => ProgressBar::new(u64::from(games)),
            None => ProgressBar::no_length(),
        };
        if quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len} won  {elapsed_precise}  {msg}");
        // The template is part of the program: without it the bar has its plain style.
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Display { bar, wins: 0 }
    }

    /// Takes in the news of a run.
    pub fn hear(&mut self, news: &News<'_>) {
        match news {
            News::Noted(event) => {
                self.bar.suspend(|| log::log!(event.level(), "{event}"));
                self.bar.set_message(event.to_string());
            }
            News::Announced(gesture) => self.bar.suspend(|| log::info!("would {}", words(gesture))),
            News::Tally(tally) if tally.wins != self.wins => {
                self.wins = tally.wins;
                self.bar.set_position(u64::from(tally.wins));
            }
            News::Tally(_) => {}
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn words(gesture: &Gesture) -> String {
    let at = |point: crate::frame::Point<crate::frame::ScreenPx>| format!("({:.0}, {:.0})", point.x, point.y);
    match gesture.what {
        Purpose::Drag(mv) => format!("press at {} and release at {}: {mv}", at(gesture.from), at(gesture.to)),
        Purpose::NewGame => format!("click NEW GAME at {}", at(gesture.from)),
    }
}

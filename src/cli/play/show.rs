//! What the user sees of a run while it goes on: a bar on a terminal, plain lines otherwise.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::actors::News;
use crate::actors::message::{Gesture, Purpose};
use crate::frame::{Point, ScreenPx};
use crate::record::{Difference, Event, Verdict, WhatGesture, WireMove};

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
                let text = words(event);
                self.bar.suspend(|| log::log!(level(event), "{text}"));
                self.bar.set_message(text);
            }
            News::Announced(gesture) => self.bar.suspend(|| log::info!("would {}", clicks(gesture))),
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

fn clicks(gesture: &Gesture) -> String {
    let at = |point: Point<ScreenPx>| format!("({:.0}, {:.0})", point.x, point.y);
    match gesture.what {
        Purpose::Drag(mv) => {
            format!("press at {} and release at {}: {} to {}", at(gesture.from), at(gesture.to), mv.from, mv.to)
        }
        Purpose::NewGame => format!("click NEW GAME at {}", at(gesture.from)),
    }
}

/// What a line of the log says of an event.
fn words(event: &Event) -> String {
    match event {
        Event::RunStarted { source, .. } => format!("looking at {source}"),
        Event::Reading { frame, .. } => format!("frame {} read", frame.0),
        Event::Deal { .. } => "a new deal".to_string(),
        Event::Plan { moves, nodes, .. } => format!("a plan of {} moves ({nodes} nodes)", moves.len()),
        Event::Gesture { what: WhatGesture::Move(mv), from, to, .. } => {
            format!("{}, from ({:.0}, {:.0}) to ({:.0}, {:.0})", carried(mv), from.0[0], from.0[1], to.0[0], to.0[1])
        }
        Event::Gesture { what: WhatGesture::NewGame, from, .. } => {
            format!("NEW GAME at ({:.0}, {:.0})", from.0[0], from.0[1])
        }
        Event::Verdict { verdict, .. } => match verdict {
            Verdict::Confirmed => "confirmed".to_string(),
            Verdict::Drift(difference) => different(*difference).to_string(),
            Verdict::Unsettled(obstacle) => obstacle.clone(),
            Verdict::Ended => "the recording is over".to_string(),
            Verdict::Blind(reason) => reason.clone(),
        },
        Event::Repair { difference, tries, factor } => {
            format!("repair: {} (failure {tries}), pace {factor:.2}", different(*difference))
        }
        Event::Win { wins, counter: Some(counter) } => format!("game {wins} won; the game counts {counter}"),
        Event::Win { wins, counter: None } => format!("game {wins} won"),
        Event::Skip { proved: true, nodes, .. } => format!("this deal cannot be won, proved in {nodes} nodes; skipped"),
        Event::Skip { nodes, .. } => format!("no plan found within the limits, after {nodes} nodes; skipped"),
        Event::UserMoved => "somebody else moved the mouse; waiting until it is still".to_string(),
        Event::Resumed => "going on".to_string(),
        Event::Stopped { why } => format!("end: {why}"),
        Event::LogFull => "the event log is full".to_string(),
    }
}

fn carried(mv: &WireMove) -> String {
    let cards: Vec<String> = mv.cards.iter().map(|card| card.0.to_string()).collect();
    format!("{} from {} to {}", cards.join(" "), mv.from.0, mv.to.0)
}

fn different(difference: Difference) -> &'static str {
    match difference {
        Difference::StillThere => "the card still lies where it lay",
        Difference::Elsewhere => "the cards lie elsewhere",
        Difference::OtherBoard => "another board",
        Difference::Banner => "the win banner",
    }
}

/// What goes well and often is of interest only to who asks for it.
fn level(event: &Event) -> log::Level {
    match event {
        Event::Reading { .. } | Event::Verdict { verdict: Verdict::Confirmed, .. } => log::Level::Debug,
        Event::Repair { .. } | Event::Skip { .. } | Event::UserMoved => log::Level::Warn,
        _ => log::Level::Info,
    }
}

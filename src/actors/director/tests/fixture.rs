//! A state that is driven by events, with boards and pictures made up for it.

use std::sync::Arc;
use std::time::Duration;

use crate::actors::aim::{Aim, Grip};
use crate::actors::director::*;
use crate::actors::message::{
    Act, ActResult, Acted, Answer, Finding, FrameCount, Look, Plan, Purpose, RequestId, Seen, Shown, Step, Strokes,
    Thought, Verdict,
};
use crate::actors::pace::{Pace, PaceLimits};
use crate::actors::watch::Which;
use crate::frame::{Frame, FramePx, Point, Rect};
use crate::game::pasyans::{Board, COLUMNS, Move, Place, deal};
use crate::vision::{Holds, Placement, Reading, Sighting, Skin, TableState};

pub(super) const SECOND: Duration = Duration::from_secs(1);

fn state(mode: Mode) -> State {
    let stroke = Duration::from_millis(40);
    let strokes = Strokes {
        arrive: Duration::ZERO,
        press: stroke,
        travel: Duration::ZERO,
        drop: stroke,
        look: stroke,
        rest: 2 * stroke,
    };
    let limits = PaceLimits { strokes, start: 1.0, fastest: 1.0, slowest: 8.0, speed_up: 0.9, back_off: 2.0 };
    let orders = Orders {
        mode,
        games: Some(2),
        until_wins: None,
        time: None,
        on_user: UserPolicy::Pause,
        user_still: 5 * SECOND,
        no_progress: 60 * SECOND,
        max_unreadable: 20,
        first_look: 15 * SECOND,
        watch: 5 * SECOND,
        deal: 12 * SECOND,
        banner: SECOND,
        same_gesture_other_way: 3,
        same_gesture_end: 5,
    };
    let grip = Grip { grab: Point::new(60.0, 15.0), other_grab: Point::new(90.0, 12.0), drop: Point::new(9.0, 7.0) };
    State::new(orders, Aim::new(Skin::shipped().layout().clone(), grip), Pace::new(limits), Which::Only)
}

/// A frame that shows one board, with something lying over it.
pub(super) fn look(covers: Vec<Rect<FramePx>>) -> Look {
    let sighting = Sighting {
        placement: Placement { origin: Point::new(0.0, 0.0), scale: 1.0 },
        state: TableState::Playing,
        board: None,
        columns: [Holds::Unknown; COLUMNS],
        cell: Holds::Unknown,
        cards: Vec::new(),
        wins: Some(7),
        covers,
    };
    let frame = Arc::new(Frame::still(image::RgbaImage::new(1920, 1080)));
    let reading = Arc::new(Reading { sightings: vec![sighting.clone()] });
    let seen = Seen { frame, reading };
    Look { evidence: vec![seen.clone()], seen, sighting: Some(sighting), since: Duration::ZERO }
}

/// Drives a state by events and looks at what it asks for.
pub(super) struct Run {
    state: Option<State>,
    pub commands: Vec<Command>,
    pub at: Duration,
}

impl Run {
    pub fn new(mode: Mode) -> Run {
        let mut run = Run { state: Some(state(mode)), commands: Vec::new(), at: Duration::ZERO };
        run.feed(Event::Begin { at: Duration::ZERO });
        run
    }

    pub fn state(&self) -> &State {
        self.state.as_ref().expect("between steps")
    }

    pub fn state_mut(&mut self) -> &mut State {
        self.state.as_mut().expect("between steps")
    }

    pub fn feed(&mut self, event: Event) -> &mut Run {
        let (state, commands) = step(self.state.take().expect("between steps"), event);
        self.state = Some(state);
        self.commands = commands;
        self
    }

    pub fn id(&self) -> RequestId {
        match &self.state().phase {
            Phase::Looking { watch: id, .. }
            | Phase::Checking { watch: id, .. }
            | Phase::Dealing { watch: id, .. }
            | Phase::Thinking { solve: id, .. }
            | Phase::Dragging { act: id, .. }
            | Phase::Renewing { act: id, .. }
            | Phase::Paused { act: id } => *id,
            Phase::Over(stop) => panic!("over: {stop}"),
        }
    }

    pub fn sees(&mut self, finding: Finding) -> &mut Run {
        self.sees_under(finding, Vec::new())
    }

    pub fn sees_under(&mut self, finding: Finding, covers: Vec<Rect<FramePx>>) -> &mut Run {
        let (id, at) = (self.id(), self.at);
        let frames = FrameCount::default();
        self.feed(Event::Verdict(Box::new(Verdict { id, finding, look: Some(look(covers)), frames, at })))
    }

    pub fn thinks(&mut self, answer: Answer) -> &mut Run {
        let (id, at) = (self.id(), self.at);
        self.feed(Event::Thought(Thought { id, answer, at }))
    }

    pub fn acts(&mut self, result: ActResult) -> &mut Run {
        let (id, at) = (self.id(), self.at);
        self.feed(Event::Acted(Acted { id, result, at }))
    }

    /// At the first drag of a game.
    pub fn dragging() -> Run {
        let mut run = Run::new(Mode::Play);
        run.sees(Finding::Confirmed(Shown::Board(deal(1)))).thinks(Answer::Plan(two_steps()));
        run
    }

    pub fn stop(&self) -> Option<&Stop> {
        match &self.state().phase {
            Phase::Over(stop) => Some(stop),
            _ => None,
        }
    }

    pub fn clicks(&self) -> Vec<Purpose> {
        let acts = self.commands.iter().filter_map(|command| match command {
            Command::Act(request) => Some(&request.act),
            _ => None,
        });
        acts.filter_map(|act| match act {
            Act::Gesture(gesture) => Some(gesture.what),
            Act::AwaitStill(_) => None,
        })
        .collect()
    }
}

/// A card into the free cell and back again: no win, but a plan is a plan.
pub(super) fn two_steps() -> Plan {
    let board = deal(1);
    let there = Move { from: Place::Column(0), to: Place::Cell, count: 1 };
    let middle = board.try_play(there).expect("the cell is empty");
    let mut moves = Vec::new();
    middle.legal_moves(&mut moves);
    let on = moves.into_iter().find(|mv| mv.from != Place::Column(0)).expect("another move");
    let end = middle.try_play(on).expect("legal");
    Plan {
        steps: vec![Step { mv: there, after: middle }, Step { mv: on, after: end }],
        optimal: true,
        unfinished: false,
        nodes: 1,
    }
}

pub(super) fn after_first_step() -> Board {
    two_steps().steps[0].after
}

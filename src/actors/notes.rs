//! What the director notes, in the recorder's words.

use super::director::Game;
use super::message::{Drift, Finding, Gesture, Plan, Purpose, RequestId, Verdict};
use crate::game::pasyans::{Board, Move};
use crate::record::{Difference, Event, PlanEnd, Verdict as Said, WhatGesture, WireBoard, WireMove};

/// A search has ended with a plan.
pub fn plan(id: RequestId, board: &Board, plan: &Plan) -> Event {
    let moves: Vec<Move> = plan.steps.iter().map(|step| step.mv).collect();
    let end = if plan.optimal { PlanEnd::Optimal } else { PlanEnd::Solved };
    Event::Plan { id: id.0, board: WireBoard(*board), moves: WireMove::plan(board, &moves), end, nodes: plan.nodes }
}

/// A gesture is begun; `game` is what a drag is part of.
pub fn gesture(id: RequestId, gesture: &Gesture, game: Option<&Game>) -> Event {
    let what = match (gesture.what, game) {
        (Purpose::Drag(mv), Some(game)) => WhatGesture::Move(WireMove::on(&game.board, mv)),
        _ => WhatGesture::NewGame,
    };
    Event::Gesture { id: id.0, what, from: gesture.from.into(), to: gesture.to.into() }
}

/// A watch has ended.
pub fn verdict(verdict: &Verdict) -> Event {
    let said = match &verdict.finding {
        Finding::Confirmed(_) => Said::Confirmed,
        Finding::Drift(drift) => Said::Drift(difference(*drift)),
        Finding::Unsettled(obstacle) => Said::Unsettled(obstacle.to_string()),
        Finding::Ended => Said::Ended,
        Finding::Blind(reason) => Said::Blind(reason.clone()),
    };
    Event::Verdict { id: verdict.id.0, verdict: said }
}

/// The same gesture has failed `tries` times, or the board is another one.
pub fn repair(drift: Drift, tries: u32, factor: f64) -> Event {
    Event::Repair { difference: difference(drift), tries, factor }
}

fn difference(drift: Drift) -> Difference {
    match drift {
        Drift::StillThere => Difference::StillThere,
        Drift::Elsewhere(_) => Difference::Elsewhere,
        Drift::OtherBoard(_) => Difference::OtherBoard,
        Drift::Banner => Difference::Banner,
    }
}

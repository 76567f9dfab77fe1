//! One event being taken in: what it may change and ask for.

use std::time::Duration;

use super::phase::{Command, Game, Mode, Phase, State};
use crate::actors::aim::Spot;
use crate::actors::message::{Act, ActRequest, Drift, Expect, Gesture, Look, RequestId, Verdict, Watch};
use crate::actors::notes;
use crate::actors::watch::Which;
use crate::game::pasyans::Board;
use crate::record;

/// One event being taken in.
pub(super) struct Turn<'a> {
    pub state: &'a mut State,
    pub commands: &'a mut Vec<Command>,
    pub at: Duration,
}

impl Turn<'_> {
    pub(super) fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Over(_))
    }

    pub(super) fn take_phase(&mut self) -> Phase {
        let nothing = Phase::Looking { watch: RequestId::default(), since: self.at, game: None };
        std::mem::replace(&mut self.state.phase, nothing)
    }

    pub(super) fn watch(&mut self, expect: Expect, not_before: Duration) -> RequestId {
        let id = self.state.last_id.advance();
        let orders = &self.state.orders;
        let patience = match expect {
            _ if orders.mode == Mode::Replay => None,
            Expect::Deal { .. } => Some(orders.deal),
            Expect::Anything if self.state.tally.games == 0 => Some(orders.first_look),
            Expect::Anything | Expect::After { .. } => Some(orders.watch),
        };
        // The pace is still that of the gesture: it changes with the verdict.
        let strokes = self.state.pace.strokes();
        let settled_not_before = match expect {
            Expect::After { .. } => not_before + strokes.rest.saturating_sub(strokes.look),
            Expect::Anything | Expect::Deal { .. } => not_before,
        };
        let watch = Watch { id, expect, not_before, settled_not_before, patience };
        self.commands.push(Command::Watch { watch, which: self.state.which });
        id
    }

    pub(super) fn act(&mut self, act: Act) -> RequestId {
        let id = self.state.last_id.advance();
        self.commands.push(Command::Act(ActRequest { id, act }));
        id
    }

    pub(super) fn gesture(&mut self, gesture: Gesture, game: Option<&Game>) -> RequestId {
        let id = self.act(Act::Gesture(gesture));
        self.note(notes::gesture(id, &gesture, game));
        id
    }

    pub(super) fn note(&mut self, event: record::Event) {
        self.commands.push(Command::Note { event, at: self.at });
    }

    pub(super) fn progress(&mut self) {
        self.state.progress = self.at;
        self.state.in_the_way = None;
    }

    /// Where the board was seen; from then on it is looked for near there.
    pub(super) fn spot(&mut self, look: &Look) -> Option<Spot> {
        let sighting = look.sighting.as_ref()?;
        let frame = &look.seen.frame;
        if self.state.which == Which::Only {
            self.state.which = Which::Near(sighting.placement);
        }
        if let Which::Near(place) = &mut self.state.which {
            *place = sighting.placement;
        }
        Some(Spot {
            placement: sighting.placement,
            origin: frame.origin,
            bounds: frame.bounds(),
            covers: sighting.covers.clone(),
        })
    }

    /// A settled board: counts what changed since the one before.
    pub(super) fn saw_board(&mut self, board: Board, look: &Look) {
        let new_deal = self.state.tally.settled(board, &look.seen.frame);
        if new_deal || self.state.tally.games == 0 {
            self.state.tally.games += 1;
        }
    }

    pub(super) fn note_verdict(&mut self, verdict: &Verdict) {
        for seen in verdict.look.iter().flat_map(|look| &look.evidence) {
            self.commands.push(Command::Keep(seen.clone()));
        }
        self.note(notes::verdict(verdict));
    }

    pub(super) fn note_repair(&mut self, drift: Drift, tries: u32) {
        self.note(notes::repair(drift, tries, self.state.pace.factor()));
    }
}

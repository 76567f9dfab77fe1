//! The step: what a run does next, whatever happens. Pure: no thread, clock or channel.

use std::time::Duration;

use super::phase::{Command, Event, Game, Mode, Phase, Renewal, State, UserPolicy, Why};
use super::stop::Stop;
use super::turn::Turn;
use crate::actors::aim::{Hold, Spot};
use crate::actors::message::{Act, ActResult, Acted, Alarm, Answer, Expect, Thought};
use crate::actors::notes;
use crate::game::pasyans::Board;
use crate::record::{self, WireBoard};

/// Takes in one event; gives the new state and what is to be done now.
pub fn step(mut state: State, event: Event) -> (State, Vec<Command>) {
    let at = event.at();
    let mut commands = Vec::new();
    let mut turn = Turn { state: &mut state, commands: &mut commands, at };
    match event {
        Event::Begin { .. } => turn.look(None),
        Event::Verdict(verdict) => turn.on_verdict(*verdict),
        Event::Thought(thought) => turn.on_thought(thought),
        Event::Acted(acted) => turn.on_acted(acted),
        Event::Alarm { alarm, .. } => turn.on_alarm(alarm),
        Event::Tick { .. } => {}
    }
    turn.look_at_limits();
    state.tally.seconds.total = at;
    (state, commands)
}

impl Turn<'_> {
    fn on_thought(&mut self, thought: Thought) {
        match self.take_phase() {
            Phase::Thinking { solve, since, board, spot, rest, why } if solve == thought.id => {
                self.state.tally.seconds.think += thought.at.saturating_sub(since);
                match thought.answer {
                    Answer::Plan(plan) => {
                        self.note(notes::plan(solve, &board, &plan));
                        // Whatever a broken off search finds, the way to the win gets shorter with every move; a detour
                        // may be longer.
                        let put_off = why == Why::Detour;
                        let better = rest.is_empty() || put_off || plan.steps.len() <= rest.len();
                        let (steps, unfinished) =
                            if better { (plan.steps.into(), plan.unfinished) } else { (rest, true) };
                        let game = Game { board, spot, steps, unfinished, tries: 0, put_off };
                        if self.state.orders.mode == Mode::DryRun { self.announce(game) } else { self.play(game) }
                    }
                    Answer::Nothing { .. } if !rest.is_empty() => {
                        // Without a detour the step that keeps failing has its last try.
                        let (tries, put_off) = match why {
                            Why::Play => (0, false),
                            Why::Detour => (self.state.orders.same_gesture_end.saturating_sub(1), true),
                        };
                        self.play(Game { board, spot, steps: rest, unfinished: why == Why::Play, tries, put_off });
                    }
                    Answer::Unwinnable { nodes } => {
                        self.note(record::Event::Skip { board: WireBoard(board), nodes, proved: true });
                        self.skip(board, spot);
                    }
                    Answer::Nothing { nodes } => {
                        self.note(record::Event::Skip { board: WireBoard(board), nodes, proved: false });
                        self.skip(board, spot);
                    }
                }
            }
            other => self.state.phase = other,
        }
    }

    fn skip(&mut self, board: Board, spot: Spot) {
        self.state.tally.skipped += 1;
        self.state.dealt = None;
        if self.state.orders.mode == Mode::DryRun {
            return self.stop(Stop::DryRun);
        }
        self.renew(Renewal { gone: Some(board), spot, tries: 0 });
    }

    /// A dry run: says every click of the plan and ends.
    fn announce(&mut self, mut game: Game) {
        while let Some(step) = game.steps.pop_front() {
            let strokes = self.state.pace.strokes();
            let gesture = self.state.aim.drag(&game.board, step.mv, &game.spot, strokes, Hold::Usual, 0);
            self.commands.push(Command::Announce(gesture));
            self.state.tally.gestures += 1;
            game.board = step.after;
        }
        self.stop(Stop::DryRun);
    }

    fn on_acted(&mut self, acted: Acted) {
        let Acted { id, result, at } = acted;
        let phase = self.take_phase();
        let (Phase::Dragging { act, .. } | Phase::Renewing { act, .. } | Phase::Paused { act }) = phase else {
            self.state.phase = phase;
            return;
        };
        if act != id {
            self.state.phase = phase;
            return;
        }
        match (result, phase) {
            (ActResult::Done, Phase::Dragging { since, game, arrow, .. }) => {
                self.state.tally.seconds.gesture += at.saturating_sub(since);
                self.check(game, arrow);
            }
            (ActResult::Done, Phase::Renewing { since, renewal, .. }) => {
                self.state.tally.seconds.deal += at.saturating_sub(since);
                self.state.banner = None;
                let watch = self.watch(Expect::Deal { gone: renewal.gone }, at);
                self.state.phase = Phase::Dealing { watch, since: at, renewal };
            }
            (ActResult::Done, _) => {
                self.progress();
                self.note(record::Event::Resumed);
                self.look(None);
            }
            (ActResult::UserMoved, _) => self.on_user(),
            (ActResult::Interrupted, _) => self.stop(Stop::Interrupted),
            (ActResult::Failed(reason), _) => self.stop(Stop::Mouse(reason)),
        }
    }

    /// The person comes first.
    fn on_user(&mut self) {
        self.note(record::Event::UserMoved);
        if self.state.orders.on_user == UserPolicy::Stop {
            return self.stop(Stop::UserMoved);
        }
        let act = self.act(Act::AwaitStill(self.state.orders.user_still));
        self.state.phase = Phase::Paused { act };
    }

    fn on_alarm(&mut self, alarm: Alarm) {
        match alarm {
            Alarm::Stop => self.stop(Stop::Interrupted),
            Alarm::Died { thread, message } => self.stop(Stop::Died { thread, message }),
        }
    }

    /// Ends the run where a limit is reached, but not while the button may be down.
    fn look_at_limits(&mut self) {
        if matches!(self.state.phase, Phase::Over(_) | Phase::Dragging { .. } | Phase::Renewing { .. }) {
            return;
        }
        if self.state.orders.time.is_some_and(|time| self.at >= time) {
            return self.stop(Stop::TimeUp);
        }
        if !matches!(self.state.phase, Phase::Paused { .. }) {
            self.stop_without_progress();
        }
    }

    pub(super) fn stop_without_progress(&mut self) {
        let orders = &self.state.orders;
        // Before the first board the wait for the game is no lack of progress.
        let span = orders.no_progress + if self.state.tally.games == 0 { orders.first_look } else { Duration::ZERO };
        if self.state.orders.mode == Mode::Play && self.at.saturating_sub(self.state.progress) >= span {
            let seen = self.state.in_the_way.clone();
            self.stop(Stop::NoProgress { span, seen });
        }
    }
}

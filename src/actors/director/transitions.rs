//! The ways from phase to phase. [`Turn::look`] and [`Turn::renew`] may follow a stop, and then do nothing.

use std::collections::VecDeque;
use std::time::Duration;

use super::phase::{Command, Game, Phase, Renewal, Why};
use super::stop::Stop;
use super::turn::Turn;
use crate::actors::aim::{Hold, Spot};
use crate::actors::message::{Expect, Step};
use crate::frame::{FramePx, Rect};
use crate::game::pasyans::Board;
use crate::record;

/// Detours in one game: a step that can never be made must end the run.
const MOST_DETOURS: u32 = 3;

impl Turn<'_> {
    pub(super) fn look(&mut self, game: Option<Game>) {
        if self.is_over() {
            return;
        }
        self.look_from(self.at, game);
    }

    pub(super) fn look_from(&mut self, not_before: Duration, game: Option<Game>) {
        let watch = self.watch(Expect::Anything, not_before);
        self.state.phase = Phase::Looking { watch, since: self.at, game };
    }

    pub(super) fn think(&mut self, board: Board, spot: Spot) {
        self.think_again(board, spot, VecDeque::new());
    }

    /// Thinks with a plan at hand, of which `rest` is left.
    pub(super) fn think_again(&mut self, board: Board, spot: Spot, rest: VecDeque<Step>) {
        if board.is_won() {
            // Won without the banner: somebody closed it, or it is still to come.
            return self.renew(Renewal { gone: Some(board), spot, tries: 0 });
        }
        let solve = self.state.last_id.advance();
        self.commands.push(Command::Solve { id: solve, board, avoid: None });
        self.state.phase = Phase::Thinking { solve, since: self.at, board, spot, rest, why: Why::Play };
    }

    /// Looks for a win that does not begin with the step that keeps failing.
    fn detour(&mut self, game: Game) {
        self.state.detours += 1;
        let solve = self.state.last_id.advance();
        let Game { board, spot, steps: rest, .. } = game;
        self.commands.push(Command::Solve { id: solve, board, avoid: rest.front().map(|step| step.mv) });
        self.state.phase = Phase::Thinking { solve, since: self.at, board, spot, rest, why: Why::Detour };
    }

    pub(super) fn play(&mut self, mut game: Game) {
        // A game that has never reacted is not helped by another step.
        let last_try = game.tries + 1 == self.state.orders.same_gesture_end;
        if last_try && self.state.obeyed && !game.put_off {
            if bring_another_step_forward(&mut game) {
                game.put_off = true;
                game.tries = 0;
            } else if self.state.detours < MOST_DETOURS {
                return self.detour(game);
            }
        }
        let Some(step) = game.steps.front().copied() else { return self.look(None) };
        let strokes = self.state.pace.strokes();
        let other_way = game.tries >= self.state.orders.same_gesture_other_way;
        let hold = if other_way { Hold::Other } else { Hold::Usual };
        let gesture = self.state.aim.drag(&game.board, step.mv, &game.spot, strokes, hold, game.tries);
        if !game.spot.is_clear(&gesture) {
            return self.look(Some(game));
        }
        self.state.tally.gestures += 1;
        let arrow = game.spot.arrow(gesture.to);
        let act = self.gesture(gesture, Some(&game));
        self.state.phase = Phase::Dragging { act, since: self.at, game, arrow };
    }

    pub(super) fn check(&mut self, game: Game, arrow: Rect<FramePx>) {
        let Some(step) = game.steps.front() else { return self.look(None) };
        let watch = self.watch(Expect::After { before: game.board, after: step.after, arrow }, self.at);
        self.state.phase = Phase::Checking { watch, since: self.at, game };
    }

    pub(super) fn renew(&mut self, renewal: Renewal) {
        if self.is_over() {
            return;
        }
        let ready = self.state.banner.map_or(self.at, |banner| banner + self.state.orders.banner);
        if self.at < ready {
            // What is clicked then must have been seen then: the window may move in the meantime.
            return self.look_from(ready, None);
        }
        let gesture = self.state.aim.new_game(&renewal.spot, self.state.pace.strokes());
        if !renewal.spot.is_clear(&gesture) {
            return self.look(None);
        }
        let act = self.gesture(gesture, None);
        self.state.phase = Phase::Renewing { act, since: self.at, renewal };
    }

    pub(super) fn stop(&mut self, stop: Stop) {
        if self.is_over() {
            return;
        }
        self.commands.push(Command::CancelSolve);
        self.note(record::Event::Stopped { why: stop.to_string() });
        self.state.phase = Phase::Over(stop);
    }
}

/// A step that keeps failing where others would not (say, because its card is hard to hit) is put off: the first later
/// step that can be played now, with the same end, goes before it.
fn bring_another_step_forward(game: &mut Game) -> bool {
    let end = game.steps.back().map(|step| step.after);
    for later in 1..game.steps.len() {
        let mut moves: Vec<_> = game.steps.iter().map(|step| step.mv).collect();
        let earlier = moves.remove(later);
        moves.insert(0, earlier);
        let mut board = game.board;
        let steps = moves.into_iter().map(|mv| {
            board = board.try_play(mv).ok()?;
            Some(Step { mv, after: board })
        });
        let Some(steps) = steps.collect::<Option<VecDeque<Step>>>() else { continue };
        if steps.back().map(|step| step.after) == end {
            game.steps = steps;
            return true;
        }
    }
    false
}

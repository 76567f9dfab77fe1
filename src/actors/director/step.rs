//! The step: what a run does next, whatever happens. Pure: no thread, clock or channel.

use std::collections::VecDeque;
use std::time::Duration;

use super::phase::{Command, Event, Game, Mode, Phase, Renewal, State, UserPolicy};
use super::stop::Stop;
use crate::actors::aim::{Hold, Spot};
use crate::actors::message::{
    Act, ActRequest, ActResult, Acted, Alarm, Answer, Drift, Expect, Finding, Gesture, Look, Obstacle, RequestId,
    Shown, Step, Thought, Verdict, Watch,
};
use crate::actors::notes;
use crate::actors::watch::Which;
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

/// A game under way is given up after so many watches that found cards unreadable.
const LOOKS_BEFORE_GIVING_UP: u32 = 4;

/// One event being taken in.
struct Turn<'a> {
    state: &'a mut State,
    commands: &'a mut Vec<Command>,
    at: Duration,
}

impl Turn<'_> {
    fn on_verdict(&mut self, verdict: Verdict) {
        self.state.tally.frames += verdict.frames.frames;
        self.state.tally.no_game += verdict.frames.no_game;
        let phase = self.take_phase();
        let spent = |since: Duration| verdict.at.saturating_sub(since);
        match phase {
            Phase::Looking { watch, since, game } if watch == verdict.id => {
                self.state.tally.seconds.wait += spent(since);
                self.note_verdict(&verdict);
                self.after_looking(verdict, game);
            }
            Phase::Checking { watch, since, game } if watch == verdict.id => {
                self.state.tally.seconds.wait += spent(since);
                self.note_verdict(&verdict);
                self.after_checking(verdict, game);
            }
            Phase::Dealing { watch, since, renewal } if watch == verdict.id => {
                self.state.tally.seconds.deal += spent(since);
                self.note_verdict(&verdict);
                self.after_dealing(verdict, renewal);
            }
            other => self.state.phase = other,
        }
    }

    /// A look that expected nothing special.
    fn after_looking(&mut self, verdict: Verdict, game: Option<Game>) {
        match (verdict.finding, verdict.look) {
            (Finding::Confirmed(shown), Some(look)) => self.go_on(shown, &look, game),
            (Finding::Unsettled(obstacle), look) => self.no_board(obstacle, look.as_ref(), game),
            (Finding::Ended, _) => self.stop(Stop::RecordingOver),
            (Finding::Blind(reason), _) => self.stop(Stop::Blind(reason)),
            (Finding::Broken(reason), _) => self.stop(Stop::Broken(reason)),
            (Finding::Drift(_) | Finding::Confirmed(_), _) => self.look(game),
        }
    }

    /// A settled picture: goes on with the game at hand if it is still that one.
    fn go_on(&mut self, shown: Shown, look: &Look, game: Option<Game>) {
        let Some(spot) = self.spot(look) else { return self.look(game) };
        match shown {
            Shown::Banner => {
                self.state.banner.get_or_insert(look.since);
                self.renew(Renewal { gone: None, spot, tries: 0 });
            }
            Shown::Board(board) => {
                self.state.banner = None;
                self.saw_board(board, look);
                // A game that was there before the run counts from when it was first seen.
                self.state.dealt.get_or_insert(look.since);
                match game {
                    Some(game) if game.board == board => self.play(Game { spot, ..game }),
                    _ => self.think(board, spot),
                }
            }
        }
    }

    /// No settled board within one watch.
    fn no_board(&mut self, obstacle: Obstacle, look: Option<&Look>, game: Option<Game>) {
        let unreadable = matches!(obstacle, Obstacle::Unreadable(_) | Obstacle::NoDeck);
        if self.state.tally.games == 0 {
            // Nothing has been played yet: whatever this is, it is the user's.
            return self.stop(Stop::NoBoard(obstacle));
        }
        if let (true, Some(spot)) = (unreadable, look.and_then(|look| self.spot(look))) {
            self.state.unreadable += 1;
            if self.state.unreadable >= self.state.orders.max_unreadable {
                return self.stop(Stop::Unreadable(self.state.unreadable));
            }
            // A new deal that cannot be read is given up at once; a game under way only when waiting does not help.
            if game.is_none() || self.state.unreadable.is_multiple_of(LOOKS_BEFORE_GIVING_UP) {
                return self.renew(Renewal { gone: None, spot, tries: 0 });
            }
        }
        self.state.in_the_way = Some(obstacle);
        self.stop_without_progress();
        self.look(game);
    }

    fn after_checking(&mut self, verdict: Verdict, mut game: Game) {
        let Some(step) = game.steps.front().copied() else { return self.look(None) };
        match (verdict.finding, verdict.look) {
            (Finding::Confirmed(shown), Some(look)) => {
                self.progress();
                self.state.obeyed = true;
                self.state.pace.succeeded();
                self.state.tally.repairs += std::mem::take(&mut self.state.unrepaired);
                if let Shown::Board(board) = shown {
                    self.saw_board(board, &look);
                }
                game.steps.pop_front();
                game.board = step.after;
                game.tries = 0;
                game.put_off = false;
                if let Some(spot) = self.spot(&look) {
                    game.spot = spot;
                }
                if shown == Shown::Banner || game.steps.is_empty() {
                    return self.won(&look, game.spot);
                }
                if game.optimal { self.play(game) } else { self.think(game.board, game.spot) }
            }
            (Finding::Drift(drift), Some(look)) => self.repair(drift, &look, game),
            (Finding::Unsettled(obstacle), look) => self.no_board(obstacle, look.as_ref(), Some(game)),
            (Finding::Ended, _) => self.stop(Stop::RecordingOver),
            (Finding::Blind(reason), _) => self.stop(Stop::Blind(reason)),
            (Finding::Broken(reason), _) => self.stop(Stop::Broken(reason)),
            (_, None) => self.look(Some(game)),
        }
    }

    /// The screen shows something else than was expected: what is seen counts.
    fn repair(&mut self, drift: Drift, look: &Look, mut game: Game) {
        self.state.tally.drifts += 1;
        self.state.unrepaired += 1;
        if let Some(spot) = self.spot(look) {
            game.spot = spot;
        }
        match drift {
            Drift::StillThere => {
                game.tries += 1;
                self.state.pace.failed();
                self.note_repair(drift, game.tries);
                if game.tries >= self.state.orders.same_gesture_end {
                    let obeyed = self.state.obeyed;
                    return self.stop(Stop::GestureFails { times: game.tries, obeyed });
                }
                self.play(game);
            }
            Drift::Elsewhere(board) | Drift::OtherBoard(board) => {
                if self.state.orders.mode != Mode::Replay {
                    self.state.pace.failed();
                }
                self.note_repair(drift, 0);
                self.saw_board(board, look);
                self.think(board, game.spot);
            }
            Drift::Banner => {
                self.note_repair(drift, 0);
                self.won(look, game.spot);
            }
        }
    }

    fn won(&mut self, look: &Look, spot: Spot) {
        self.state.tally.wins += 1;
        if let Some(dealt) = self.state.dealt.take() {
            self.state.tally.game_times.push(look.seen.frame.taken.saturating_sub(dealt));
        }
        let wins = self.state.tally.wins;
        let counter = look.sighting.as_ref().and_then(|sighting| sighting.wins);
        self.state.tally.counter = counter.or(self.state.tally.counter);
        self.note(record::Event::Win { wins, counter });
        self.state.banner = Some(look.since);
        if self.state.orders.games.is_some_and(|games| wins >= games) && self.state.orders.mode != Mode::Replay {
            return self.stop(Stop::Wins(wins));
        }
        if let (Some(until), Some(counter)) = (self.state.orders.until_wins, counter)
            && counter >= until
        {
            return self.stop(Stop::WinCounter(counter));
        }
        self.renew(Renewal { gone: None, spot, tries: 0 });
    }

    fn after_dealing(&mut self, verdict: Verdict, mut renewal: Renewal) {
        match (verdict.finding, verdict.look) {
            (Finding::Confirmed(Shown::Board(board)), Some(look)) => {
                self.progress();
                self.state.unreadable = 0;
                self.state.obeyed = true;
                self.state.tally.repairs += std::mem::take(&mut self.state.unrepaired);
                self.state.dealt = Some(look.since);
                self.saw_board(board, &look);
                self.note(record::Event::Deal { board: WireBoard(board) });
                match self.spot(&look) {
                    Some(spot) => self.think(board, spot),
                    None => self.look(None),
                }
            }
            (Finding::Drift(_), Some(look)) => {
                self.state.tally.drifts += 1;
                self.state.unrepaired += 1;
                self.state.pace.failed();
                renewal.tries += 1;
                if renewal.tries >= self.state.orders.same_gesture_end {
                    let obeyed = self.state.obeyed;
                    return self.stop(Stop::NewGameFails { times: renewal.tries, obeyed });
                }
                if let Some(spot) = self.spot(&look) {
                    renewal.spot = spot;
                }
                self.renew(renewal);
            }
            (Finding::Unsettled(obstacle), look) => self.no_board(obstacle, look.as_ref(), None),
            (Finding::Ended, _) => self.stop(Stop::RecordingOver),
            (Finding::Blind(reason), _) => self.stop(Stop::Blind(reason)),
            (Finding::Broken(reason), _) => self.stop(Stop::Broken(reason)),
            (Finding::Confirmed(_) | Finding::Drift(_), _) => self.look(None),
        }
    }

    fn on_thought(&mut self, thought: Thought) {
        match self.take_phase() {
            Phase::Thinking { solve, since, board, spot } if solve == thought.id => {
                self.state.tally.seconds.think += thought.at.saturating_sub(since);
                match thought.answer {
                    Answer::Plan(plan) => {
                        self.note(notes::plan(solve, &board, &plan));
                        let game = Game {
                            board,
                            spot,
                            steps: plan.steps.into(),
                            optimal: plan.optimal,
                            tries: 0,
                            put_off: false,
                        };
                        if self.state.orders.mode == Mode::DryRun { self.announce(game) } else { self.play(game) }
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
            let gesture = self.state.aim.drag(&game.board, step.mv, &game.spot, strokes, Hold::Usual);
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
            (ActResult::Done, Phase::Dragging { since, game, .. }) => {
                self.state.tally.seconds.gesture += at.saturating_sub(since);
                self.check(game);
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

    fn stop_without_progress(&mut self) {
        let span = self.state.orders.no_progress;
        if self.state.orders.mode == Mode::Play && self.at.saturating_sub(self.state.progress) >= span {
            let seen = self.state.in_the_way.clone();
            self.stop(Stop::NoProgress { span, seen });
        }
    }

    // The moves from phase to phase. Each does nothing once the run is over.

    fn look(&mut self, game: Option<Game>) {
        if self.is_over() {
            return;
        }
        self.look_from(self.at, game);
    }

    fn look_from(&mut self, not_before: Duration, game: Option<Game>) {
        let watch = self.watch(Expect::Anything, not_before);
        self.state.phase = Phase::Looking { watch, since: self.at, game };
    }

    fn think(&mut self, board: Board, spot: Spot) {
        if board.is_won() {
            // Won without the banner: somebody closed it, or it is still to come.
            return self.renew(Renewal { gone: Some(board), spot, tries: 0 });
        }
        let solve = self.state.last_id.advance();
        self.commands.push(Command::Solve { id: solve, board });
        self.state.phase = Phase::Thinking { solve, since: self.at, board, spot };
    }

    fn play(&mut self, mut game: Game) {
        // A game that has never reacted is not helped by another step.
        let last_try = game.tries + 1 == self.state.orders.same_gesture_end;
        if last_try && self.state.obeyed && !game.put_off && bring_another_step_forward(&mut game) {
            game.put_off = true;
            game.tries = 0;
        }
        let Some(step) = game.steps.front().copied() else { return self.look(None) };
        let strokes = self.state.pace.strokes();
        let other_way = game.tries >= self.state.orders.same_gesture_other_way;
        let hold = if other_way { Hold::Other } else { Hold::Usual };
        let gesture = self.state.aim.drag(&game.board, step.mv, &game.spot, strokes, hold);
        if !game.spot.is_clear(&gesture) {
            return self.look(Some(game));
        }
        self.state.tally.gestures += 1;
        let act = self.gesture(gesture, Some(&game));
        self.state.phase = Phase::Dragging { act, since: self.at, game };
    }

    fn check(&mut self, game: Game) {
        let Some(step) = game.steps.front() else { return self.look(None) };
        let watch = self.watch(Expect::After { before: game.board, after: step.after }, self.at);
        self.state.phase = Phase::Checking { watch, since: self.at, game };
    }

    fn renew(&mut self, renewal: Renewal) {
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

    fn stop(&mut self, stop: Stop) {
        if self.is_over() {
            return;
        }
        self.commands.push(Command::CancelSolve);
        self.note(record::Event::Stopped { why: stop.to_string() });
        self.state.phase = Phase::Over(stop);
    }

    // Small helpers.

    fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Over(_))
    }

    fn take_phase(&mut self) -> Phase {
        let nothing = Phase::Looking { watch: RequestId::default(), since: self.at, game: None };
        std::mem::replace(&mut self.state.phase, nothing)
    }

    fn watch(&mut self, expect: Expect, not_before: Duration) -> RequestId {
        let id = self.state.last_id.advance();
        let patience = (self.state.orders.mode != Mode::Replay).then_some(self.state.orders.watch);
        let watch = Watch { id, expect, not_before, patience };
        self.commands.push(Command::Watch { watch, which: self.state.which });
        id
    }

    fn act(&mut self, act: Act) -> RequestId {
        let id = self.state.last_id.advance();
        self.commands.push(Command::Act(ActRequest { id, act }));
        id
    }

    fn gesture(&mut self, gesture: Gesture, game: Option<&Game>) -> RequestId {
        let id = self.act(Act::Gesture(gesture));
        self.note(notes::gesture(id, &gesture, game));
        id
    }

    fn note(&mut self, event: record::Event) {
        self.commands.push(Command::Note { event, at: self.at });
    }

    fn progress(&mut self) {
        self.state.progress = self.at;
        self.state.in_the_way = None;
    }

    /// Where the board was seen; from then on it is looked for near there.
    fn spot(&mut self, look: &Look) -> Option<Spot> {
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
    fn saw_board(&mut self, board: Board, look: &Look) {
        let new_deal = self.state.tally.settled(board, &look.seen.frame);
        if new_deal || self.state.tally.games == 0 {
            self.state.tally.games += 1;
        }
    }

    fn note_verdict(&mut self, verdict: &Verdict) {
        for seen in verdict.look.iter().flat_map(|look| &look.evidence) {
            self.commands.push(Command::Keep(seen.clone()));
        }
        self.note(notes::verdict(verdict));
    }

    fn note_repair(&mut self, drift: Drift, tries: u32) {
        self.note(notes::repair(drift, tries, self.state.pace.factor()));
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

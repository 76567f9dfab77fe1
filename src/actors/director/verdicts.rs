//! What is done about what was seen.

use std::time::Duration;

use super::phase::{Game, Mode, Phase, Renewal};
use super::stop::Stop;
use super::turn::Turn;
use crate::actors::aim::Spot;
use crate::actors::message::{Drift, Finding, Look, Obstacle, Shown, Verdict};
use crate::record::{self, WireBoard};

/// A game under way is given up after so many watches that found cards unreadable.
const LOOKS_BEFORE_GIVING_UP: u32 = 4;

impl Turn<'_> {
    pub(super) fn on_verdict(&mut self, verdict: Verdict) {
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
                if game.unfinished { self.think_again(game.board, game.spot, game.steps) } else { self.play(game) }
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
                self.state.detours = 0;
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
            (Finding::Unsettled(obstacle), look) => {
                if matches!(obstacle, Obstacle::Unreadable(_) | Obstacle::NoDeck) {
                    // A deal did come: boards that cannot be read have a bound of their own.
                    self.progress();
                }
                self.no_board(obstacle, look.as_ref(), None);
            }
            (Finding::Ended, _) => self.stop(Stop::RecordingOver),
            (Finding::Blind(reason), _) => self.stop(Stop::Blind(reason)),
            (Finding::Broken(reason), _) => self.stop(Stop::Broken(reason)),
            (Finding::Confirmed(_) | Finding::Drift(_), _) => self.look(None),
        }
    }
}

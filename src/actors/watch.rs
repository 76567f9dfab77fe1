//! The rule by which a stream of readings becomes a verdict. Pure: frames bring their own time.

use std::time::Duration;

use super::message::{Drift, Expect, Finding, FrameCount, Look, Obstacle, Seen, Shown};
use crate::game::pasyans::Board;
use crate::vision::{Placement, Sighting, TableState};

/// How patient verification is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// A picture counts as settled when so many frames in a row show the same.
    pub settle_frames: u32,
    /// How long the board must look as before a gesture until the gesture counts as lost. Longer than a freeze of the
    /// game (the stand-in window freezes for 400 ms): during one, the picture shows nothing of a card already taken.
    pub unmoved: Duration,
    /// How long a board that was not expected must stand until it counts: a half-finished animation must not.
    pub other: Duration,
    /// How long NEW GAME may take to show an effect.
    pub deal: Duration,
}

impl Patience {
    /// In a recording nothing is lost by waiting: nobody moves the cards but the one who played it.
    pub fn endless(self) -> Patience {
        Patience { unmoved: Duration::MAX, other: Duration::ZERO, deal: Duration::MAX, ..self }
    }
}

/// Watches readings for one expectation.
#[derive(Debug)]
pub struct Watcher {
    expect: Expect,
    started: Duration,
    deadline: Option<Duration>,
    patience: Patience,
    which: Which,
    /// What the frame before showed.
    standing: Option<Standing>,
    obstacle: Obstacle,
    count: FrameCount,
}

/// Which of several boards on a frame is the one that is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Which {
    /// The only one.
    Only,
    /// The one with that number, counted from 0 in the order of the reading.
    Number(usize),
    /// The one nearest to where it was last.
    Near(Placement),
}

/// What the frames show without a change.
#[derive(Clone, Debug)]
struct Standing {
    shown: Shown,
    since: Duration,
    frames: u32,
    /// The first frames, as many as it takes to count as settled but one.
    first: Vec<Seen>,
}

impl Watcher {
    /// Begins to watch at the time `started`; `patience_over` ends it without a settled board.
    pub fn new(
        expect: Expect,
        which: Which,
        patience: Patience,
        started: Duration,
        patience_over: Option<Duration>,
    ) -> Watcher {
        Watcher {
            expect,
            started,
            deadline: patience_over,
            patience,
            which,
            standing: None,
            obstacle: Obstacle::NoGame,
            count: FrameCount::default(),
        }
    }

    /// The frames looked at so far.
    pub fn count(&self) -> FrameCount {
        self.count
    }

    /// Takes in one reading; an answer ends the watch.
    pub fn observe(&mut self, seen: &Seen) -> Option<(Finding, Look)> {
        let now = seen.frame.taken;
        self.count.frames += 1;
        let sighting = match self.which.choose(&seen.reading.sightings) {
            Ok(sighting) => Some(sighting),
            Err(obstacle) => {
                self.obstacle = obstacle;
                None
            }
        };
        let shown = sighting.and_then(|sighting| match shown(sighting) {
            Ok(shown) => Some(shown),
            Err(obstacle) => {
                self.obstacle = obstacle;
                None
            }
        });
        self.count.no_game += u64::from(seen.reading.sightings.is_empty());
        self.count.unreadable += u64::from(matches!(self.obstacle, Obstacle::Unreadable(_)) && shown.is_none());

        self.take_in(shown, seen);
        let finding = self.judge(now).or_else(|| {
            // A picture that has just begun to stand is given the time to settle.
            let over = shown.is_none() && self.deadline.is_some_and(|deadline| now >= deadline);
            over.then(|| Finding::Unsettled(self.obstacle.clone()))
        })?;
        let (since, mut evidence) = match self.standing.take() {
            Some(standing) => (standing.since, standing.first),
            None => (now, Vec::new()),
        };
        evidence.push(seen.clone());
        Some((finding, Look { evidence, seen: seen.clone(), sighting: sighting.cloned(), since }))
    }

    /// Does the picture go on showing the same?
    fn take_in(&mut self, shown: Option<Shown>, seen: &Seen) {
        let Some(shown) = shown else {
            self.standing = None;
            return;
        };
        let same = self.standing.take().filter(|standing| standing.shown == shown);
        let since = seen.frame.taken;
        let mut standing = same.unwrap_or(Standing { shown, since, frames: 0, first: Vec::new() });
        standing.frames += 1;
        if standing.frames < self.patience.settle_frames {
            standing.first.push(seen.clone());
        }
        self.standing = Some(standing);
    }

    fn judge(&self, now: Duration) -> Option<Finding> {
        let standing = self.standing.as_ref()?;
        if standing.frames < self.patience.settle_frames {
            return None;
        }
        let shown = standing.shown;
        let stood = now.saturating_sub(standing.since);
        match self.expect {
            Expect::Anything => Some(Finding::Confirmed(shown)),
            Expect::After { before, after } => match shown {
                Shown::Board(board) if board == after => Some(Finding::Confirmed(shown)),
                Shown::Banner if after.is_won() => Some(Finding::Confirmed(shown)),
                Shown::Board(board) if board == before => {
                    self.waited(now, self.patience.unmoved).then_some(Finding::Drift(Drift::StillThere))
                }
                Shown::Banner => Some(Finding::Drift(Drift::Banner)),
                Shown::Board(board) => (stood >= self.patience.other).then(|| Finding::Drift(drift(&before, board))),
            },
            Expect::Deal { gone } => match shown {
                // A board is whole or no board: once it is there, the last card has landed.
                Shown::Board(board) if Some(board) != gone && !board.is_won() => Some(Finding::Confirmed(shown)),
                Shown::Board(_) => self.waited(now, self.patience.deal).then_some(Finding::Drift(Drift::StillThere)),
                Shown::Banner => self.waited(now, self.patience.deal).then_some(Finding::Drift(Drift::Banner)),
            },
        }
    }

    fn waited(&self, now: Duration, span: Duration) -> bool {
        now.saturating_sub(self.started) >= span
    }
}

impl Which {
    fn choose(self, sightings: &[Sighting]) -> Result<&Sighting, Obstacle> {
        match (self, sightings) {
            (_, []) => Err(Obstacle::NoGame),
            (Which::Only, [only]) => Ok(only),
            (Which::Only, several) => {
                // What shows no card may be anything; it does not compete with a board that shows some.
                let shows_cards = |sighting: &&Sighting| sighting.cards.iter().any(|card| card.kind.is_some());
                let mut boards = several.iter().filter(shows_cards);
                match (boards.next(), boards.count()) {
                    (Some(only), 0) => Ok(only),
                    (Some(_), others) => Err(Obstacle::SeveralBoards(others + 1)),
                    (None, _) => Err(Obstacle::Covered),
                }
            }
            (Which::Number(number), _) => sightings.get(number).ok_or(Obstacle::NoGame),
            (Which::Near(place), _) => {
                let distance = |sighting: &&Sighting| sighting.placement.origin.distance(place.origin);
                sightings.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).ok_or(Obstacle::NoGame)
            }
        }
    }
}

/// What a sighting shows, if it is settled.
fn shown(sighting: &Sighting) -> Result<Shown, Obstacle> {
    match (sighting.state, sighting.board) {
        (TableState::Playing, Some(board)) => Ok(Shown::Board(board)),
        (TableState::Playing, None) => {
            let unreadable = sighting.cards.iter().filter(|card| card.kind.is_none()).count();
            Err(if unreadable > 0 { Obstacle::Unreadable(unreadable) } else { Obstacle::NoDeck })
        }
        (TableState::Won, _) => Ok(Shown::Banner),
        (TableState::Moving, _) => Err(Obstacle::Moving),
        (TableState::Dealing, _) => Err(Obstacle::Dealing),
        (TableState::Covered, _) => Err(Obstacle::Covered),
    }
}

/// One gesture changes two places and a second one, by somebody else, two more; what differs in more is another game.
fn drift(before: &Board, board: Board) -> Drift {
    let columns = before.columns().iter().zip(board.columns()).filter(|(a, b)| a != b).count();
    let places = columns + usize::from(before.cell() != board.cell());
    if places <= 4 { Drift::Elsewhere(board) } else { Drift::OtherBoard(board) }
}

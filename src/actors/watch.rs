//! The rule by which a stream of readings becomes a verdict. Pure: frames bring their own time.

use std::sync::Arc;
use std::time::Duration;

use super::message::{Drift, Expect, Finding, FrameCount, Look, Obstacle, Seen, Shown, Watch};
use crate::frame::{Frame, FramePx, Rect};
use crate::game::pasyans::Board;
use crate::vision::{Placement, Sighting, TableState};

/// How patient verification is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// A picture counts as settled when so many frames in a row show the same.
    pub settle_frames: u32,
    /// How long the board must look as before a gesture until the gesture counts as lost, unless the game's arrow tells
    /// so before. Longer than a freeze of the game (the stand-in window freezes for 400 ms): during one, the picture
    /// shows nothing of a card already taken.
    pub unmoved: Duration,
    /// How long a board that was not expected must stand until it counts: a half-finished animation must not.
    pub other: Duration,
    /// How long NEW GAME may take to show an effect.
    pub new_game: Duration,
    /// How long a board may stand that waiting does not make readable.
    pub stuck: Duration,
}

/// The picture that a gesture was decided by.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Before {
    pub frame: Arc<Frame>,
    pub placement: Placement,
}

impl Patience {
    /// In a recording nothing is lost by waiting: nobody moves the cards but the one who played it.
    pub fn endless(self) -> Patience {
        Patience {
            unmoved: Duration::MAX,
            other: Duration::ZERO,
            new_game: Duration::MAX,
            stuck: Duration::MAX,
            ..self
        }
    }
}

impl Before {
    /// The picture that decided a verdict, if a board was seen on it.
    pub fn of(look: &Look) -> Option<Before> {
        Some(Before { frame: Arc::clone(&look.seen.frame), placement: look.placement()? })
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
    before: Option<Before>,
    /// What the frame before showed.
    standing: Option<Standing>,
    obstacle: Obstacle,
    /// The first frame since which there has been nothing but obstacles that waiting does not cure.
    stuck: Option<Seen>,
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

/// What a frame showed, as far as the next look depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// A settled picture.
    Settled,
    /// Cards being dealt.
    Deal,
    /// Anything else that has no board to tell.
    Motion,
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
    /// Begins to watch at the time `started`. `before` is the picture that the gesture was decided by, if a gesture it
    /// was.
    pub fn new(watch: &Watch, which: Which, patience: Patience, started: Duration, before: Option<Before>) -> Watcher {
        Watcher {
            expect: watch.expect,
            started,
            deadline: watch.patience.map(|patience| started + patience),
            patience: if watch.patience.is_some() { patience } else { patience.endless() },
            which,
            // In a recording somebody else moves the mouse: where its arrow is tells nothing.
            before: before.filter(|_| watch.patience.is_some()),
            standing: None,
            obstacle: Obstacle::NoGame,
            stuck: None,
            count: FrameCount::default(),
        }
    }

    /// What the last frame showed.
    pub fn sees(&self) -> Sees {
        match (&self.standing, &self.obstacle) {
            (Some(_), _) => Sees::Settled,
            (None, Obstacle::Dealing) => Sees::Deal,
            (None, _) => Sees::Motion,
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
        let drawn = sighting.is_some_and(|sighting| self.game_has_drawn(&seen.frame, sighting.placement));
        let finding = self.judge(now, drawn).or_else(|| {
            // A picture that has just begun to stand is given the time to settle.
            let over = self.deadline.is_some_and(|deadline| now >= deadline);
            let stuck = self.stuck.as_ref().map_or(Duration::ZERO, |first| now.saturating_sub(first.frame.taken));
            let enough = over || stuck >= self.patience.stuck;
            (shown.is_none() && enough).then(|| Finding::Unsettled(self.obstacle.clone()))
        })?;
        let (since, mut evidence) = match self.standing.take() {
            Some(standing) => (standing.since, standing.first),
            None => {
                let first = self.stuck.take().filter(|first| !Arc::ptr_eq(&first.frame, &seen.frame));
                (now, Vec::from_iter(first))
            }
        };
        evidence.push(seen.clone());
        Some((finding, Look { evidence, seen: seen.clone(), sighting: sighting.cloned(), since }))
    }

    /// Does the picture go on showing the same?
    fn take_in(&mut self, shown: Option<Shown>, seen: &Seen) {
        let curable = !matches!(self.obstacle, Obstacle::Unreadable(_) | Obstacle::NoDeck | Obstacle::SeveralBoards(_));
        self.stuck = if shown.is_some() || curable { None } else { self.stuck.take().or_else(|| Some(seen.clone())) };
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

    /// Has the game drawn its arrow where a gesture let go? Then it has looked at the mouse, and a card that still lies
    /// where it lay was not taken, or has come back.
    fn game_has_drawn(&self, frame: &Frame, placement: Placement) -> bool {
        match (self.expect, &self.before) {
            (Expect::After { arrow, .. }, Some(before)) => {
                before.placement == placement && differ(&before.frame, frame, arrow)
            }
            _ => false,
        }
    }

    fn judge(&self, now: Duration, drawn: bool) -> Option<Finding> {
        let standing = self.standing.as_ref()?;
        if standing.frames < self.patience.settle_frames {
            return None;
        }
        let shown = standing.shown;
        let stood = now.saturating_sub(standing.since);
        match self.expect {
            Expect::Anything => Some(Finding::Confirmed(shown)),
            Expect::After { before, after, .. } => match shown {
                // A game that stands still may show its last card in place and not know yet that it is won.
                Shown::Board(board) if board == after && after.is_won() => {
                    let enough = self.deadline.is_none() || self.waited(now, self.patience.unmoved);
                    enough.then_some(Finding::Confirmed(shown))
                }
                Shown::Board(board) if board == after => Some(Finding::Confirmed(shown)),
                Shown::Banner if after.is_won() => Some(Finding::Confirmed(shown)),
                Shown::Board(board) if board == before => {
                    (drawn || self.waited(now, self.patience.unmoved)).then_some(Finding::Drift(Drift::StillThere))
                }
                Shown::Banner => Some(Finding::Drift(Drift::Banner)),
                Shown::Board(board) => (stood >= self.patience.other).then(|| Finding::Drift(drift(&before, board))),
            },
            Expect::Deal { gone } => match shown {
                // A board is whole or no board: once it is there, the last card has landed.
                Shown::Board(board) if Some(board) != gone && !board.is_won() => Some(Finding::Confirmed(shown)),
                Shown::Board(_) => {
                    self.waited(now, self.patience.new_game).then_some(Finding::Drift(Drift::StillThere))
                }
                Shown::Banner => self.waited(now, self.patience.new_game).then_some(Finding::Drift(Drift::Banner)),
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
            (Which::Number(number), some) => some.get(number).ok_or(Obstacle::FewerBoards(some.len())),
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

/// A pixel has changed when a channel did by more than this: the arrow is grey on cream or on a card, while a picture
/// that is dimmed or tinted changes by less from one frame to the next.
const CHANGED: u8 = 32;

/// Do two pictures differ in an area as they do when the arrow comes or goes? It covers a third of the rectangle around
/// it; a sixteenth leaves room for cards of its own colour.
fn differ(one: &Frame, other: &Frame, area: Rect<FramePx>) -> bool {
    if one.pixels.dimensions() != other.pixels.dimensions() || one.origin != other.origin {
        return false;
    }
    let (width, height) = one.pixels.dimensions();
    let span = |from: f64, len: f64, end: u32| (from.max(0.0) as u32)..((from + len).clamp(0.0, f64::from(end)) as u32);
    let (xs, ys) = (span(area.x, area.w, width), span(area.y, area.h, height));
    let points = ys.clone().flat_map(|y| xs.clone().map(move |x| (x, y)));
    let changed = points.filter(|&(x, y)| {
        let (a, b) = (one.pixels.get_pixel(x, y), other.pixels.get_pixel(x, y));
        a.0[..3].iter().zip(&b.0[..3]).any(|(a, b)| a.abs_diff(*b) > CHANGED)
    });
    16 * changed.count() > xs.len() * ys.len()
}

#[cfg(test)]
mod tests;

//! From a frame to a [`Reading`].

use super::assign::{self, MOST_OPEN, Seen};
use super::counter::Counter;
use super::cover;
use super::glyph::{BLURS, Glyphs, Leans};
use super::judge::Placed;
use super::locate::Finder;
use super::pixels::Pixels;
use super::place::Structure;
use super::recall::Recall;
use super::table::Table;
use super::trace::Trace;
use super::{CardSighting, Holds, Reading, Sighting, Skin, TableState};
use crate::frame::Frame;
use crate::game::pasyans::{Board, BoardBuilder, COLUMNS, Kind, Place, Suit};

/// Reads frames. Remembers where the boards were, so that a frame like the one before costs little; finds them again
/// when they have moved. Reuses all its buffers.
#[derive(Debug)]
pub struct Reader {
    skin: Skin,
    structure: Structure,
    finder: Finder,
    placed: Vec<Placed>,
    /// Frames in a row on which some board was not seen whole.
    doubtful: u32,
    /// The last frame was such a one, and not searched.
    put_off: bool,
    /// Boards found anew, to be compared with those that are known.
    anew: Vec<Placed>,
    views: Vec<View>,
    glyphs: Vec<Glyphs>,
    table: Table,
    kinds: Vec<Option<Kind>>,
    leans: Vec<Leans>,
    recall: Recall,
    builder: BoardBuilder,
}

/// What is known of the picture of a placed board.
#[derive(Debug, Default)]
struct View {
    /// Its sharpness, once that was found out.
    blur: Option<usize>,
    trace: Trace,
    counter: Counter,
}

/// A board that wandered less than this between two frames, in frame pixels, is followed without searching the frame.
const FOLLOW: f64 = 3.0;
/// Measured places differ by noise; below this many frame pixels the remembered one is kept, so that nothing trembles.
const TREMBLE: f64 = 0.4;
/// Of frames in a row on which a board is not seen whole the first are searched as if nothing were known, and later one in
/// so many.
const DOUBTS: u32 = 8;
/// What is found then must look so much more like a board.
const MORE_LIKE: f32 = 0.1;
/// Sizes kept ready: of the board on the screen and of pictures of it.
const SIZES: usize = 6;
/// Shapes that fit this well on average are as sharp as the picture: lossless captures reach 0.98.
const SHARP_FIT: f32 = 0.965;

impl Reader {
    /// A reader with that card set.
    pub fn new(skin: Skin) -> Reader {
        Reader {
            structure: Structure::new(skin.layout()),
            skin,
            finder: Finder::default(),
            placed: Vec::new(),
            doubtful: 0,
            put_off: false,
            anew: Vec::new(),
            views: Vec::new(),
            glyphs: Vec::new(),
            table: Table::default(),
            kinds: Vec::new(),
            leans: Vec::new(),
            recall: Recall::default(),
            builder: BoardBuilder::default(),
        }
    }

    /// The card set.
    pub fn skin(&self) -> &Skin {
        &self.skin
    }

    /// Reads a frame into `reading`. `prior` is the last board that was confirmed: it tells which suit lies in which
    /// locked pile, and what a hidden card is where the deck and this board leave one possibility.
    pub fn read(&mut self, frame: &Frame, prior: Option<&Board>, reading: &mut Reading) {
        let pixels = Pixels::new(frame);
        self.place(pixels);
        self.views.resize_with(self.placed.len(), View::default);
        reading.sightings.truncate(self.placed.len());
        for index in 0..self.placed.len() {
            let placement = self.placed[index].placement;
            if reading.sightings.len() == index {
                reading.sightings.push(Sighting::at(placement));
            }
            self.read_table(frame, index, prior, &mut reading.sightings[index]);
        }
        // Bars and panes of other programs may pass for a board that is covered all over: not beside a real one.
        if reading.sightings.iter().any(Sighting::shows_game) {
            reading.sightings.retain(Sighting::shows_game);
        }
    }

    /// Might the same frame read otherwise the next time? So it is where a board is not seen whole, until the frame is searched
    /// anew.
    pub fn is_in_doubt(&self) -> bool {
        self.put_off
    }

    /// Forgets where the boards were.
    pub fn forget(&mut self) {
        self.placed.clear();
        self.views.clear();
    }

    fn place(&mut self, pixels: Pixels) {
        let mut lost = self.placed.is_empty();
        self.put_off = false;
        for known in &mut self.placed {
            match self.structure.again(pixels, known.placement, FOLLOW) {
                Some(found) if found.likeness > known.likeness - LESS_LIKE && found.is_board() => {
                    let moved = known.placement.distance(&found.placement, self.structure.panel()) > TREMBLE;
                    let placement = if moved { found.placement } else { known.placement };
                    *known = Placed { placement, ..found };
                }
                _ => lost = true,
            }
        }
        if lost {
            self.views.clear();
            self.finder.find(pixels, &mut self.structure, &mut self.placed);
        } else {
            self.reconsider(pixels);
        }
    }

    /// Looks now and then whether a board that is not seen whole lies elsewhere: one under a window as bright as paper passed
    /// for a larger one, and with the window gone for a larger one half covered.
    fn reconsider(&mut self, pixels: Pixels) {
        if self.placed.iter().all(Placed::is_whole) {
            self.doubtful = 0;
            return;
        }
        self.doubtful += 1;
        if self.doubtful > DOUBTS && !self.doubtful.is_multiple_of(DOUBTS) {
            self.put_off = true;
            return;
        }
        self.finder.find(pixels, &mut self.structure, &mut self.anew);
        let least = |placed: &[Placed]| placed.iter().map(|placed| placed.likeness).fold(1.0, f32::min);
        if self.anew.len() >= self.placed.len() && least(&self.anew) > least(&self.placed) + MORE_LIKE {
            std::mem::swap(&mut self.placed, &mut self.anew);
            self.views.clear();
        }
    }

    /// Looks at the table with shapes as sharp as its picture. How sharp that is is found out once for a place.
    fn look(&mut self, pixels: Pixels, index: usize) {
        let placed = self.placed[index];
        if let Some(blur) = self.views[index].blur {
            let glyphs = glyphs_at(&mut self.glyphs, &self.skin, placed.placement.scale, blur);
            self.table.look(pixels, self.skin.layout(), glyphs, &placed);
            return;
        }
        let mut best: Option<(f32, usize)> = None;
        for blur in 0..BLURS.len() {
            let glyphs = glyphs_at(&mut self.glyphs, &self.skin, placed.placement.scale, blur);
            self.table.look(pixels, self.skin.layout(), glyphs, &placed);
            let Some(fit) = self.table.fit() else { break };
            if best.is_none_or(|(so_far, _)| fit > so_far) {
                best = Some((fit, blur));
            }
            if fit > SHARP_FIT {
                break;
            }
        }
        self.views[index].blur = best.map(|(_, blur)| blur);
        if best.is_some_and(|(fit, blur)| fit <= SHARP_FIT && blur + 1 < BLURS.len()) {
            self.look(pixels, index);
        }
    }

    fn read_table(&mut self, frame: &Frame, index: usize, prior: Option<&Board>, out: &mut Sighting) {
        let pixels = Pixels::new(frame);
        let placed = &self.placed[index].clone();
        let layout = self.skin.layout();
        out.placement = placed.placement;
        out.board = None;
        out.columns = [Holds::Unknown; COLUMNS];
        out.cell = Holds::Unknown;
        out.cards.clear();
        out.covers.clear();
        out.wins = self.views[index].counter.read(pixels, layout, placed, self.skin.digits());
        if cover::banner(pixels, layout, placed) {
            out.state = TableState::Won;
            self.views[index].trace.clear();
            cover::find_over_controls(pixels, layout, placed, &mut out.covers);
            return;
        }
        self.look(pixels, index);
        self.views[index].trace.follow(frame.taken, &self.table);
        out.cards.extend_from_slice(&self.table.cards);
        (out.columns, out.cell) = (self.table.columns, self.table.cell);
        if self.table.cell == Holds::Back {
            out.state = TableState::Dealing;
            return;
        }
        let layout = self.skin.layout();
        let covered = cover::find(pixels, layout, placed, &self.table, &mut out.covers);
        out.state = self.settle(pixels, index, prior, covered, out);
        cover::find_over_controls(pixels, self.skin.layout(), placed, &mut out.covers);
    }

    /// What the deck makes of the cards seen.
    fn settle(
        &mut self,
        pixels: Pixels,
        index: usize,
        prior: Option<&Board>,
        covered: bool,
        out: &mut Sighting,
    ) -> TableState {
        let locked = self.table.locked();
        let unknown = self.table.columns.contains(&Holds::Unknown);
        if self.table.cell == Holds::Unknown {
            // A card flies from the deck during a deal; with all cards on the columns it is no card that hides the cell.
            let all = self.table.cards.len() + 4 * locked >= 35;
            return if covered || all { TableState::Covered } else { TableState::Moving };
        }
        let whole = self.table.cards.len() + 4 * locked == 36 && !unknown;
        if !whole {
            return if covered || unknown && !out.covers.is_empty() { TableState::Covered } else { TableState::Moving };
        }
        if !self.assign(pixels, index, prior) {
            self.refuse_surplus(out);
            let hidden = self.table.costs.iter().any(|costs| costs.iter().all(|&cost| cost == 0.0));
            return if hidden && covered { TableState::Covered } else { TableState::Playing };
        }
        for (card, kind) in out.cards.iter_mut().zip(&self.kinds) {
            card.kind = *kind;
        }
        out.board = self.build(prior);
        TableState::Playing
    }

    /// Finds the kind of every card of a whole deck: by the picture and the deck; failing that with what was read a
    /// moment ago, or with the board before.
    fn assign(&mut self, pixels: Pixels, index: usize, prior: Option<&Board>) -> bool {
        let seen = |kinds: &mut Vec<Option<Kind>>, cards: &[CardSighting]| {
            kinds.clear();
            kinds.extend(cards.iter().map(|card| card.kind));
        };
        seen(&mut self.kinds, &self.table.cards);
        self.compare_doubtful(pixels, index);
        let (cards, costs, locked) = (&self.table.cards, &self.table.costs, self.table.locked());
        let evidence = Seen { costs, leans: &self.leans };
        if assign::settle(&mut self.kinds, evidence, locked) {
            return true;
        }
        seen(&mut self.kinds, cards);
        self.views[index].trace.recall(cards, costs, &mut self.kinds);
        if assign::settle(&mut self.kinds, evidence, locked) {
            return true;
        }
        seen(&mut self.kinds, cards);
        prior.is_some_and(|prior| self.recall.fill(prior, &self.table, &mut self.kinds))
            && assign::settle(&mut self.kinds, evidence, locked)
    }

    /// Tells the kinds of the doubtful cards from each other by what differs between them. What was read a moment ago, or
    /// the board before, may leave few enough for the deck; with more than twice as many the time is saved.
    fn compare_doubtful(&mut self, pixels: Pixels, index: usize) {
        self.leans.clear();
        self.leans.resize(self.kinds.len(), Leans::default());
        let (scale, blur) = (self.placed[index].placement.scale, self.views[index].blur.unwrap_or(0));
        let glyphs = glyphs_at(&mut self.glyphs, &self.skin, scale, blur);
        for card in (0..self.kinds.len()).filter(|&card| self.kinds[card].is_none()).take(2 * MOST_OPEN) {
            self.leans[card] = self.table.compare(pixels, self.skin.layout(), glyphs, &self.placed[index], card);
        }
    }

    /// A kind seen more often than the deck has it was misread somewhere: none of its cards is passed off as read.
    fn refuse_surplus(&self, out: &mut Sighting) {
        for (kind, count) in crate::game::pasyans::DECK {
            let seen = out.cards.iter().filter(|card| card.kind == Some(kind)).count();
            if seen > usize::from(count) {
                out.cards.iter_mut().filter(|card| card.kind == Some(kind)).for_each(|card| card.kind = None);
            }
        }
    }

    fn build(&mut self, prior: Option<&Board>) -> Option<Board> {
        let builder = &mut self.builder;
        builder.columns.iter_mut().for_each(Vec::clear);
        builder.cell = None;
        for (card, kind) in self.table.cards.iter().zip(&self.kinds) {
            match card.place {
                Place::Column(column) => builder.columns[usize::from(column)].push((*kind)?),
                Place::Cell => builder.cell = *kind,
            }
        }
        // The backs of locked piles are all alike: the board before tells which is which; without it any order will do,
        // since nothing can come off or go on a locked pile. First the piles whose suit is told.
        let mut hidden = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades]
            .map(|suit| Some(suit).filter(|&suit| !self.kinds.contains(&Some(Kind::face(suit)))));
        let back = |column: &usize| self.table.columns[*column] == Holds::Back;
        for told in [true, false] {
            for column in (0..COLUMNS).filter(back) {
                let suit = prior.and_then(|prior| suit_of_pile(prior, column)).filter(|_| told);
                let fits = |hidden: &&mut Option<Suit>| hidden.is_some() && (!told || **hidden == suit);
                let pile = &mut builder.columns[column];
                if !pile.is_empty() {
                    continue;
                }
                if let Some(suit) = hidden.iter_mut().find(fits).and_then(Option::take) {
                    pile.extend([Kind::face(suit); 4]);
                }
            }
        }
        builder.build().ok()
    }
}

/// The shapes of that size and sharpness, drawn now if they are not among those kept.
fn glyphs_at<'a>(kept: &'a mut Vec<Glyphs>, skin: &Skin, scale: f64, blur: usize) -> &'a mut Glyphs {
    let place = kept.iter().position(|glyphs| glyphs.serves(scale, blur)).unwrap_or_else(|| {
        kept.truncate(SIZES - 1);
        kept.insert(0, Glyphs::new(skin.shapes(), scale, blur));
        0
    });
    &mut kept[place]
}

/// How much less like a board than before it may look without being searched for anew.
const LESS_LIKE: f32 = 0.3;

/// The suit that lay in that column alone: what locks there now.
fn suit_of_pile(prior: &Board, column: usize) -> Option<Suit> {
    let cards = prior.columns()[column];
    let suit = cards.get(0)?.suit()?;
    cards.iter().all(|card| card.suit() == Some(suit)).then_some(suit)
}

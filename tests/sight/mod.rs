//! What the tests of the reading share.

#![allow(dead_code, reason = "each test program uses its own part")]

pub mod real_art;
pub mod spoil;

use std::path::{Path, PathBuf};

use exa_pipeline::frame::Frame;
use exa_pipeline::game::pasyans::{Board, Place, deal};
use exa_pipeline::vision::Sighting;

/// A folder of the test data beside the project; says so where it is absent.
pub fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(folder);
    if !path.is_dir() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

/// A picture as a frame.
pub fn open(path: &Path) -> Frame {
    let picture = image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Frame::still(picture.into_rgba8())
}

/// Any board: a fresh deal, or one after up to 60 random moves.
pub fn any_board(seed: u64) -> Board {
    let mut board = deal(seed);
    let mut moves = Vec::new();
    let mut random = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    for _ in 0..[0, 12, 30, 60][(seed % 4) as usize] {
        moves.clear();
        board.legal_moves(&mut moves);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match moves.get((random >> 33) as usize % moves.len().max(1)) {
            Some(&mv) => board = board.try_play(mv).expect("a legal move"),
            None => break,
        }
    }
    board
}

/// How some boards and their cards were read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub right: usize,
    pub unreadable: usize,
    pub wrong: usize,
    /// Boards of which every card is known, and others.
    pub boards: usize,
    pub boards_in_part: usize,
}

impl Tally {
    /// Counts a board's cards; those that were not seen at all count as unreadable. Locked piles are all alike.
    pub fn count(&mut self, sighting: Option<&Sighting>, truth: &Board) {
        let lying = truth.columns().iter().filter(|column| column.locks().is_none()).map(|column| column.len());
        let all = lying.sum::<usize>() + usize::from(truth.cell().is_some());
        let mut seen = 0;
        for card in sighting.iter().flat_map(|sighting| &sighting.cards) {
            let lies = match card.place {
                Place::Column(column) => truth.columns()[usize::from(column)].get(usize::from(card.depth)),
                Place::Cell => truth.cell(),
            };
            if let Some(kind) = card.kind {
                seen += 1;
                if lies == Some(kind) { self.right += 1 } else { self.wrong += 1 }
            }
        }
        self.unreadable += all.saturating_sub(seen);
        let whole = sighting.is_some_and(|sighting| sighting.board.is_some());
        *if whole { &mut self.boards } else { &mut self.boards_in_part } += 1;
    }
}

//! Keeps the picture of a desktop up to date and paints only what has changed: a grab of a table at rest is all but
//! free, which is what lets hours of play pass in seconds.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use image::RgbaImage;

use super::area::{Area, copy, flood, recolour};
use super::desk::{Scene, WALLPAPER};
use super::painter::Painter;
use super::sheet::Placed;
use crate::frame::Frame;

/// Changes kept, for frames that were filled some grabs ago and come back.
const KEPT_CHANGES: usize = 16;
/// Frames remembered: more than a caller has in hand at a time.
const KNOWN_FRAMES: usize = 8;

/// A painter for several desktops: what was drawn for one of them is ready for the next.
pub type SharedPainter = Arc<Mutex<Painter>>;

/// A desktop's picture.
pub struct Compositor {
    painter: SharedPainter,
    picture: RgbaImage,
    layers: Vec<Layer>,
    /// The picture's number, and what changed from the one before, for the last ones.
    version: u64,
    changes: VecDeque<Vec<Area>>,
    known: VecDeque<Known>,
    /// What red, green and blue become, if not themselves.
    tint: Option<Box<[[u8; 256]; 3]>>,
}

/// One thing on the desktop.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layer {
    Flat { area: Area, colour: [u8; 3] },
    Picture { placed: Placed, window: Area },
}

/// A frame that was filled: where its pixels are and what it says of itself. If both are the same when it comes
/// again, its pixels are those of that version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    pixels: usize,
    taken: Duration,
    version: u64,
}

impl Compositor {
    /// Nothing painted yet on a desktop of that size.
    pub fn new(size: (u32, u32), gain: [f64; 3]) -> Compositor {
        Compositor::sharing(SharedPainter::default(), size, gain)
    }

    /// The same with a painter that others use as well.
    pub fn sharing(painter: SharedPainter, size: (u32, u32), gain: [f64; 3]) -> Compositor {
        let tint = (gain != [1.0; 3]).then(|| {
            let channel = |gain: f64| std::array::from_fn(|value| (value as f64 * gain).round().min(255.0) as u8);
            Box::new(gain.map(channel))
        });
        Compositor {
            painter,
            picture: RgbaImage::new(size.0, size.1),
            layers: Vec::new(),
            version: 0,
            changes: VecDeque::new(),
            known: VecDeque::new(),
            tint,
        }
    }

    /// Brings the picture up to date and copies it to the frame.
    pub fn grab(&mut self, scene: &Scene, taken: Duration, frame: &mut Frame) {
        self.update(scene);
        self.fill(taken, frame);
    }

    /// The picture of the scene.
    pub fn update(&mut self, scene: &Scene) -> &RgbaImage {
        let desktop = Area::of(&self.picture);
        let painter = Arc::clone(&self.painter);
        // Drawn pictures are whole whatever happened to another thread.
        let mut painter = painter.lock().unwrap_or_else(PoisonError::into_inner);
        let mut layers = vec![Layer::Flat { area: desktop, colour: WALLPAPER }];
        if let Some((window, view)) = &scene.table {
            let placed = painter.layers(view, (window.w as u32, window.h as u32));
            layers.extend(placed.into_iter().map(|placed| Layer::Picture { placed, window: *window }));
        }
        layers.extend(scene.covers.iter().map(|cover| Layer::Flat { area: cover.area, colour: cover.colour }));

        let gone = self.layers.iter().filter(|layer| !layers.contains(layer));
        let come = layers.iter().filter(|layer| !self.layers.contains(layer));
        let changed = apart(gone.chain(come).map(|layer| layer.area().and(desktop)));
        self.layers = layers;
        if !changed.is_empty() {
            for &area in &changed {
                self.paint(&painter, area);
            }
            self.version += 1;
            self.changes.push_front(changed);
            self.changes.truncate(KEPT_CHANGES);
        }
        &self.picture
    }

    fn paint(&mut self, painter: &Painter, clip: Area) {
        for layer in &self.layers {
            match *layer {
                Layer::Flat { area, colour } => flood(&mut self.picture, area.and(clip), colour),
                Layer::Picture { placed, window } => painter.lay(placed, window, clip, &mut self.picture),
            }
        }
    }

    fn fill(&mut self, taken: Duration, frame: &mut Frame) {
        let same_size = frame.pixels.dimensions() == self.picture.dimensions();
        let address = |frame: &Frame| frame.pixels.as_ptr() as usize;
        let now = Known { pixels: address(frame), taken: frame.taken, version: 0 };
        let known = self.known.iter().position(|known| Known { version: 0, ..*known } == now);
        let behind =
            known.and_then(|place| self.known.remove(place)).map(|known| (self.version - known.version) as usize);
        match behind {
            Some(behind) if same_size && behind <= self.changes.len() => {
                for &area in self.changes.iter().take(behind).flatten() {
                    self.copy(frame, area);
                }
            }
            _ => {
                if !same_size {
                    frame.pixels = RgbaImage::new(self.picture.width(), self.picture.height());
                }
                self.copy(frame, Area::of(&self.picture));
            }
        }
        frame.taken = taken;
        frame.file = None;
        frame.number = Some(self.version);
        self.known.push_front(Known { pixels: address(frame), taken, version: self.version });
        self.known.truncate(KNOWN_FRAMES);
    }

    fn copy(&self, frame: &mut Frame, area: Area) {
        match &self.tint {
            None => copy(&mut frame.pixels, &self.picture, area),
            Some(tint) => {
                copy(&mut frame.pixels, &self.picture, area);
                recolour(&mut frame.pixels, area, tint);
            }
        }
    }
}

impl Layer {
    fn area(&self) -> Area {
        match *self {
            Layer::Flat { area, .. } => area,
            Layer::Picture { placed: Placed { area, .. }, window } => {
                Area::new(window.x + area.x, window.y + area.y, area.w, area.h).and(window)
            }
        }
    }
}

/// The areas, those that overlap drawn together, so that nothing is painted twice.
fn apart(areas: impl Iterator<Item = Area>) -> Vec<Area> {
    let mut apart: Vec<Area> = Vec::new();
    for mut area in areas.filter(|area| !area.is_empty()) {
        while let Some(place) = apart.iter().position(|other| !other.and(area).is_empty()) {
            area = area.around(apart.swap_remove(place));
        }
        apart.push(area);
    }
    apart
}

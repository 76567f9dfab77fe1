//! `calibrate`: cuts a card set from screenshots.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use image::imageops::FilterType;
use image::{Rgba, RgbaImage};

use super::exit::{ExitCode, Failure};
use super::output::print;
use super::read::open;
use crate::frame::{Frame, FramePx, LayoutPx, Point, Rect};
use crate::game::pasyans::Kind;
use crate::vision::{CardSighting, Layout, Placement, Reader, Reading, Sighting, Skin, picture_name};

/// Cut a card set from screenshots of fresh deals.
///
/// The folder it writes can be given to `--cards` wherever cards are read. A kind of card that is on none of the
/// pictures is taken from the built-in set when the folder is used. Exit codes: 0 all 14 kinds were cut, 2 a file that is
/// no picture, 4 a picture without a game, or a kind that was not seen.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Screenshots, PNG or JPEG; lossless ones of the size you play at are best.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder to write: `cards/`, `anchor/` and `layout.toml`. It is made if it does not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write over a card set that is already in the folder.
    #[arg(long)]
    force: bool,
}

/// Pixels of a cut picture for one layout pixel: a board on the largest common screen has two.
const ZOOM: u32 = 4;
/// The side of the anchor picture, as older bots have it.
const ANCHOR: f64 = 24.0;

/// Cuts the pictures and writes the folder.
///
/// # Errors
/// A file that is no picture, a picture on which no board can be placed, a folder that cannot be written or holds a card
/// set already.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.out.join("cards").exists() && !args.force {
        let already = format!("{}: holds a card set already; name another folder, or add --force", args.out.display());
        return Err(Failure::usage(already));
    }
    let mut reader = Reader::new(Skin::shipped());
    let mut sums: BTreeMap<Kind, Sum> = BTreeMap::new();
    let mut anchor = None;
    for file in &args.files {
        let frame = open(file)?;
        let mut reading = Reading::default();
        reader.forget();
        reader.read(&frame, None, &mut reading);
        let [sighting] = reading.sightings.as_slice() else {
            return Err(refuse(file, reading.sightings.len()));
        };
        let layout = reader.skin().layout();
        for (card, kind) in sighting.cards.iter().filter_map(|card| Some((card, card.kind?))) {
            sums.entry(kind).or_insert_with(|| Sum::new(layout)).add(&frame, sighting, card, layout);
        }
        anchor.get_or_insert_with(|| cut_anchor(&frame, sighting.placement, layout));
    }
    write(&args.out, &sums, anchor.as_ref())?;
    let missing: Vec<_> = Kind::all().filter(|kind| !sums.contains_key(kind)).map(|kind| kind.to_string()).collect();
    print(format_args!("{}: {} of 14 kinds cut", args.out.display(), sums.len()))?;
    if missing.is_empty() {
        return Ok(ExitCode::Done);
    }
    print(format_args!("not seen: {}; add a screenshot of another deal", missing.join(" ")))?;
    Ok(ExitCode::NoGame)
}

fn refuse(file: &Path, found: usize) -> Failure {
    let why = match found {
        0 => "no board can be placed on it; expected a screenshot with the whole board in sight".to_string(),
        found => format!("{found} boards are on it; expected one"),
    };
    Failure::new(ExitCode::NoGame, format!("{}: {why}", file.display()))
}

/// The mean of all corners seen of a kind: noise and what reaches into single corners from the cards' art fade.
struct Sum {
    width: u32,
    height: u32,
    levels: Vec<[f32; 3]>,
    count: f32,
}

impl Sum {
    fn new(layout: &Layout) -> Sum {
        let corner = layout.corner_of_card();
        let (width, height) = (corner.w as u32 * ZOOM, corner.h as u32 * ZOOM);
        Sum { width, height, levels: vec![[0.0; 3]; (width * height) as usize], count: 0.0 }
    }

    fn add(&mut self, frame: &Frame, sighting: &Sighting, card: &CardSighting, layout: &Layout) {
        // The corner as it was found, not as it was expected.
        let expected = sighting.placement.rect(layout.corner(card.place, card.depth));
        let rect: Rect<FramePx> = Rect::new(card.corner.x, card.corner.y, expected.w, expected.h);
        self.count += 1.0;
        for (index, sum) in (0..).zip(&mut self.levels) {
            let part = |at: u32, side: u32| (f64::from(at) + 0.5) / f64::from(side);
            let x = rect.x + rect.w * part(index % self.width, self.width);
            let y = rect.y + rect.h * part(index / self.width, self.height);
            let seen = sample(&frame.pixels, Point::new(x, y));
            sum.iter_mut().zip(seen).for_each(|(sum, seen)| *sum += seen);
        }
    }

    fn picture(&self) -> RgbaImage {
        RgbaImage::from_fn(self.width, self.height, |x, y| {
            let [r, g, b] = self.levels[(y * self.width + x) as usize].map(|sum| (sum / self.count).round() as u8);
            Rgba([r, g, b, 255])
        })
    }
}

/// The colour at a point between pixels, by bilinear interpolation.
fn sample(picture: &RgbaImage, at: Point<FramePx>) -> [f32; 3] {
    let (x, y) = ((at.x - 0.5).max(0.0), (at.y - 0.5).max(0.0));
    let (fx, fy) = (x.fract() as f32, y.fract() as f32);
    let pixel = |dx: u32, dy: u32| {
        let (x, y) = ((x as u32 + dx).min(picture.width() - 1), (y as u32 + dy).min(picture.height() - 1));
        picture.get_pixel(x, y).0.map(f32::from)
    };
    let (a, b, c, d) = (pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1));
    std::array::from_fn(|i| (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy)
}

/// The corner of the panel, by which older bots find the board, in its own pixels.
fn cut_anchor(frame: &Frame, placement: Placement, layout: &Layout) -> RgbaImage {
    let panel = layout.panel();
    let corner: Rect<LayoutPx> = Rect::new(panel.x - ANCHOR / 2.0, panel.y - ANCHOR / 2.0, ANCHOR, ANCHOR);
    let rect = placement.rect(corner);
    let (x, y) = (rect.x.max(0.0) as u32, rect.y.max(0.0) as u32);
    let side = rect.w.round().max(1.0) as u32;
    let cut = image::imageops::crop_imm(&frame.pixels, x, y, side, side).to_image();
    image::imageops::resize(&cut, ANCHOR as u32, ANCHOR as u32, FilterType::Triangle)
}

fn write(out: &Path, sums: &BTreeMap<Kind, Sum>, anchor: Option<&RgbaImage>) -> Result<(), Failure> {
    let broken = |path: &Path, error: &dyn std::fmt::Display| {
        Failure::usage(format!("{}: cannot be written: {error}", path.display()))
    };
    for folder in [out.join("cards"), out.join("anchor")] {
        fs::create_dir_all(&folder).map_err(|error| broken(&folder, &error))?;
    }
    let layout = out.join("layout.toml");
    fs::write(&layout, crate::vision::SHIPPED_LAYOUT).map_err(|error| broken(&layout, &error))?;
    for (kind, sum) in sums {
        let path = out.join("cards").join(format!("{}.png", picture_name(*kind)));
        sum.picture().save(&path).map_err(|error| broken(&path, &error))?;
    }
    if let Some(anchor) = anchor {
        let path = out.join("anchor").join("anchor.png");
        anchor.save(&path).map_err(|error| broken(&path, &error))?;
    }
    Ok(())
}

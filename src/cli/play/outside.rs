//! Opens what a run needs of the outside world.

use super::Args;
use crate::cli::exit::{ExitCode, Failure};
use crate::device::Devices;
use crate::device::desktop::{self, OpenError, PointerScale, View};
use crate::device::replay;
use crate::device::table::{Disturbances, TableDevices, TableOptions, Time};
use crate::record::{Limits, RecordError, Recorder, StateDirError, Target, runs_dir};
use crate::settings::{Automatic, Demo, Record, Settings, WhichMonitor, load_skin};
use crate::vision::Skin;

/// The card set that the settings name.
pub fn skin(settings: &Settings) -> Result<Skin, Failure> {
    load_skin(&settings.vision.cards).map_err(Failure::usage)
}

/// The devices, and whether time passes by itself there.
pub fn devices(args: &Args, settings: &Settings) -> Result<(Devices, bool), Failure> {
    if let Some(folder) = &args.replay {
        return replay::open(folder).map(|devices| (devices, false)).map_err(Failure::usage);
    }
    if args.demo {
        return demo(&settings.demo);
    }
    let view = match settings.run.monitor {
        WhichMonitor::All => View::All,
        WhichMonitor::Number(number) => View::Monitor(number.get() as usize - 1),
    };
    let scale = match settings.click.pointer_scale {
        Automatic::Auto => PointerScale::Auto,
        Automatic::Given(units) => PointerScale::Given(units),
    };
    let devices = desktop::open(view, scale).map_err(|error| {
        let code = match error {
            OpenError::NoSuchMonitor { .. } => ExitCode::Usage,
            OpenError::NoDisplay | OpenError::Capture { .. } => ExitCode::NoGame,
            OpenError::Mouse { .. } => ExitCode::Lost,
        };
        Failure::new(code, error)
    })?;
    Ok((devices, true))
}

fn demo(demo: &Demo) -> Result<(Devices, bool), Failure> {
    let disturbances = Disturbances::parse(&demo.disturbances, demo.seed)
        .map_err(|error| Failure::usage(format!("demo.disturbances: {error}")))?;
    let size = (demo.width, demo.height);
    let options = match disturbances == Disturbances::default() {
        true => TableOptions::sized(demo.seed, size),
        false => TableOptions::disturbed(demo.seed, disturbances),
    };
    let time = if demo.real_time { Time::Real } else { Time::Virtual };
    Ok((TableDevices::open(TableOptions { time, ..options }).devices(), demo.real_time))
}

/// The recorder. A folder that cannot be written is said and does not stop the game; one that holds a run already is
/// refused, since another was meant.
pub fn recorder(args: &Args, settings: &Settings) -> Result<Recorder, Failure> {
    const MIB: u64 = 1 << 20;
    let record = &settings.record;
    let limits = Limits {
        pictures: record.pictures,
        picture_bytes: record.pictures_mib.map(|mib| u64::from(mib.get()) * MIB),
        log_bytes: record.log_mib.map(|mib| u64::from(mib.get()) * MIB),
    };
    let started = match target(args, record) {
        Ok(None) => return Ok(Recorder::off()),
        Ok(Some(target)) => match Recorder::start(&target, limits, &settings.to_toml()) {
            Err(error @ RecordError::Occupied { .. }) => return Err(Failure::usage(error)),
            started => started.map_err(|error| error.to_string()),
        },
        Err(error) => Err(error.to_string()),
    };
    Ok(started.unwrap_or_else(|error| {
        log::warn!("{error}; this run is not written down");
        Recorder::off()
    }))
}

/// Where the run is written down, if anywhere.
fn target(args: &Args, record: &Record) -> Result<Option<Target>, StateDirError> {
    if let Some(folder) = &args.record {
        return Ok(Some(Target::Folder(folder.clone())));
    }
    // What the demo or a replay did can be had again at any time.
    if args.demo || args.replay.is_some() {
        return Ok(None);
    }
    let runs = record.runs_dir.clone().map_or_else(runs_dir, Ok)?;
    Ok(Some(Target::Kept { runs, keep: record.keep_runs }))
}

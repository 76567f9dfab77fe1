//! A card set from a folder.

use std::fs;
use std::path::Path;

use thiserror::Error;

use super::CardSet;
use crate::game::pasyans::Kind;
use crate::vision::{Skin, SkinError, picture_name};

/// Why a card set cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum LoadSkinError {
    #[error("{folder}: there is no such folder; expected one with a card set, or `builtin`")]
    Missing { folder: String },
    #[error("{file}: cannot be read: {reason}")]
    File { file: String, reason: String },
    #[error("{folder}: {source}; expected cards/6R.png and so on, as in the card_back folder")]
    Skin { folder: String, source: SkinError },
}

/// Loads the card set that the settings name.
///
/// # Errors
/// A folder that is not there or has no card pictures, or a file in it that cannot be read.
pub fn load_skin(cards: &CardSet) -> Result<Skin, LoadSkinError> {
    match cards {
        CardSet::Builtin => Ok(Skin::shipped()),
        CardSet::Folder(folder) => from_folder(folder),
    }
}

fn from_folder(folder: &Path) -> Result<Skin, LoadSkinError> {
    let broken = |file: &Path, reason: String| LoadSkinError::File { file: file.display().to_string(), reason };
    if !folder.is_dir() {
        return Err(LoadSkinError::Missing { folder: folder.display().to_string() });
    }
    let mut pictures = Vec::new();
    for kind in Kind::all() {
        let name = format!("{}.png", picture_name(kind));
        // An older bot's folder may be named whole, or its cards folder alone.
        let file = [folder.join("cards").join(&name), folder.join(&name)].into_iter().find(|file| file.exists());
        if let Some(file) = file {
            let picture = image::open(&file).map_err(|error| broken(&file, error.to_string()))?;
            pictures.push((kind, picture.into_rgba8()));
        }
    }
    let layout_file = folder.join("layout.toml");
    let layout = match layout_file.exists() {
        true => Some(fs::read_to_string(&layout_file).map_err(|error| broken(&layout_file, error.to_string()))?),
        false => None,
    };
    Skin::from_pictures(layout.as_deref(), &pictures)
        .map_err(|source| LoadSkinError::Skin { folder: folder.display().to_string(), source })
}

//! What may go wrong around a table, as a value that can be written in settings, tests and on a command line.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::random::Random;

/// Every disturbance the table knows; by default none. Chances are 0 to 1, times are seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Disturbances {
    /// Chance that a press is not noticed.
    pub lose: f64,
    /// Chance that a legal drop snaps back.
    pub slip: f64,
    /// Chance that a press bounces: down, up and down again on successive polls.
    pub double: f64,
    /// Chance that a deal has a column of four faces of one suit, which locks at once.
    pub locked_deals: f64,
    /// Chance that a deal cannot be won.
    pub unwinnable_deals: f64,
    /// The picture is so old.
    pub lag: f64,
    /// What red, green and blue are multiplied by: night light, dimming.
    pub gain: [f64; 3],
    /// The game takes no input at all, as one started as administrator.
    pub deaf: bool,
    /// The game stands still: no polls, no new picture.
    pub freeze: Option<Spell>,
    /// The window moves by up to 60 pixels.
    pub wander: Option<Spell>,
    /// The window changes its size.
    pub resize: Option<Spell>,
    /// A notice covers the lower right corner of the desktop.
    pub notice: Option<Spell>,
    /// A dialog covers cards.
    pub dialog: Option<Spell>,
    /// Another window covers most of the game.
    pub other_window: Option<Spell>,
    /// The window loses the focus, so that the next press only gives it back.
    pub unfocus: Option<Spell>,
    /// The window is minimised and comes back.
    pub minimise: Option<Spell>,
    /// The window closes, comes back elsewhere and deals.
    pub close: Option<Spell>,
    /// The picture is that of another monitor.
    pub wrong_monitor: Option<Spell>,
    /// Somebody else plays a legal move.
    pub meddle: Option<Spell>,
    /// Somebody else starts a new game.
    pub redeal: Option<Spell>,
    /// A person moves the mouse.
    pub person: Option<Spell>,
}

/// Something that comes now and then.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Mean time from one to the next; single ones come after half of it to one and a half times it.
    pub every: f64,
    /// How long it lasts, where it lasts.
    #[serde(default)]
    pub lasts: f64,
}

/// The disturbances that come in spells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SpellKind {
    Freeze,
    Wander,
    Resize,
    Notice,
    Dialog,
    OtherWindow,
    Unfocus,
    Minimise,
    Close,
    WrongMonitor,
    Meddle,
    Redeal,
    Person,
}

impl Default for Disturbances {
    fn default() -> Self {
        Disturbances {
            lose: 0.0,
            slip: 0.0,
            double: 0.0,
            locked_deals: 0.0,
            unwinnable_deals: 0.0,
            lag: 0.0,
            gain: [1.0; 3],
            deaf: false,
            freeze: None,
            wander: None,
            resize: None,
            notice: None,
            dialog: None,
            other_window: None,
            unfocus: None,
            minimise: None,
            close: None,
            wrong_monitor: None,
            meddle: None,
            redeal: None,
            person: None,
        }
    }
}

/// A text that is no list of disturbances.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum DisturbanceError {
    #[error("\"{0}\" is no disturbance; expected none, mix, or some of these between commas: {names}", names = names())]
    Unknown(String),
    #[error("\"{0}\" stands alone; expected none, mix, or some of these between commas: {names}", names = names())]
    NotAlone(String),
}

/// What a list of disturbances may hold, for messages and help.
pub fn names() -> String {
    format!("{}, {DEAF}", NAMES.join(", "))
}

/// Not among [`NAMES`]: a game that takes no input cannot be played. A run must say so and end.
pub const DEAF: &str = "deaf";

/// The names of the disturbances that a run must bear.
pub const NAMES: [&str; 20] = [
    "lose",
    "slip",
    "double",
    "locked-deals",
    "unwinnable-deals",
    "lag",
    "tint",
    "freeze",
    "wander",
    "resize",
    "notice",
    "dialog",
    "other-window",
    "unfocus",
    "minimise",
    "close",
    "wrong-monitor",
    "meddle",
    "redeal",
    "person",
];

impl Disturbances {
    /// One disturbance by its name, at a strength a run must bear; `None` for a name not in [`NAMES`] nor [`DEAF`].
    pub fn only(name: &str) -> Option<Disturbances> {
        let mut disturbances = Disturbances::default();
        disturbances.add(name).then_some(disturbances)
    }

    /// Reads `none`, `mix` (a random mix of that seed), or names from [`NAMES`] and [`DEAF`] between commas.
    ///
    /// # Errors
    /// A name that is none of these, or a word that must stand alone among others.
    pub fn parse(text: &str, seed: u64) -> Result<Disturbances, DisturbanceError> {
        match text.trim() {
            "none" => Ok(Disturbances::default()),
            "mix" => Ok(Disturbances::mix(seed)),
            names => {
                let mut disturbances = Disturbances::default();
                match names.split(',').map(str::trim).find(|name| !disturbances.add(name)) {
                    Some(word @ ("none" | "mix")) => Err(DisturbanceError::NotAlone(word.to_string())),
                    Some(unknown) => Err(DisturbanceError::Unknown(unknown.to_string())),
                    None => Ok(disturbances),
                }
            }
        }
    }

    /// A random mix of them: each is in with a chance of one in three, half as likely and a third as often as it is
    /// alone. At their full strength some mixes leave nobody the time to play a game: dealt anew every 25 seconds, in
    /// each of which a third of the gestures is lost.
    pub fn mix(seed: u64) -> Disturbances {
        let mut random = Random::new(seed ^ 0x6d69_7865);
        let mut disturbances = Disturbances::default();
        for name in NAMES {
            if random.chance(1.0 / 3.0) {
                disturbances.add(name);
            }
        }
        for chance in [&mut disturbances.lose, &mut disturbances.slip, &mut disturbances.double] {
            *chance /= 2.0;
        }
        for spell in disturbances.spells_mut().into_iter().flatten() {
            spell.every *= 3.0;
        }
        disturbances
    }

    fn spells_mut(&mut self) -> [&mut Option<Spell>; 13] {
        [
            &mut self.freeze,
            &mut self.wander,
            &mut self.resize,
            &mut self.notice,
            &mut self.dialog,
            &mut self.other_window,
            &mut self.unfocus,
            &mut self.minimise,
            &mut self.close,
            &mut self.wrong_monitor,
            &mut self.meddle,
            &mut self.redeal,
            &mut self.person,
        ]
    }

    /// The spells that are on, each with its kind.
    pub fn spells(&self) -> Vec<(SpellKind, Spell)> {
        let all = [
            (SpellKind::Freeze, self.freeze),
            (SpellKind::Wander, self.wander),
            (SpellKind::Resize, self.resize),
            (SpellKind::Notice, self.notice),
            (SpellKind::Dialog, self.dialog),
            (SpellKind::OtherWindow, self.other_window),
            (SpellKind::Unfocus, self.unfocus),
            (SpellKind::Minimise, self.minimise),
            (SpellKind::Close, self.close),
            (SpellKind::WrongMonitor, self.wrong_monitor),
            (SpellKind::Meddle, self.meddle),
            (SpellKind::Redeal, self.redeal),
            (SpellKind::Person, self.person),
        ];
        all.into_iter().filter_map(|(kind, spell)| Some((kind, spell?))).collect()
    }

    fn add(&mut self, name: &str) -> bool {
        let spell = |every, lasts| Some(Spell { every, lasts });
        match name {
            "lose" => self.lose = 0.1,
            "slip" => self.slip = 0.1,
            "double" => self.double = 0.1,
            "locked-deals" => self.locked_deals = 0.5,
            "unwinnable-deals" => self.unwinnable_deals = 0.3,
            "lag" => self.lag = 0.15,
            "tint" => self.gain = [1.0, 0.85, 0.65],
            DEAF => self.deaf = true,
            "freeze" => self.freeze = spell(2.0, 0.4),
            "wander" => self.wander = spell(9.0, 0.0),
            "resize" => self.resize = spell(15.0, 0.0),
            "notice" => self.notice = spell(7.0, 3.0),
            "dialog" => self.dialog = spell(12.0, 2.0),
            "other-window" => self.other_window = spell(15.0, 2.0),
            "unfocus" => self.unfocus = spell(8.0, 0.0),
            "minimise" => self.minimise = spell(15.0, 2.0),
            "close" => self.close = spell(40.0, 3.0),
            "wrong-monitor" => self.wrong_monitor = spell(15.0, 1.0),
            "meddle" => self.meddle = spell(6.0, 0.0),
            "redeal" => self.redeal = spell(25.0, 0.0),
            "person" => self.person = spell(15.0, 1.0),
            _ => return false,
        }
        true
    }
}

impl SpellKind {
    /// The name in the log.
    pub fn name(self) -> &'static str {
        match self {
            SpellKind::Freeze => "freeze",
            SpellKind::Wander => "wander",
            SpellKind::Resize => "resize",
            SpellKind::Notice => "notice",
            SpellKind::Dialog => "dialog",
            SpellKind::OtherWindow => "other-window",
            SpellKind::Unfocus => "unfocus",
            SpellKind::Minimise => "minimise",
            SpellKind::Close => "close",
            SpellKind::WrongMonitor => "wrong-monitor",
            SpellKind::Meddle => "meddle",
            SpellKind::Redeal => "redeal",
            SpellKind::Person => "person",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_changes_something_of_its_own() {
        let all: Vec<_> = NAMES.iter().map(|name| Disturbances::only(name).expect("a known name")).collect();
        for (index, one) in all.iter().enumerate() {
            assert_ne!(*one, Disturbances::default(), "{}", NAMES[index]);
            assert!(!all[..index].contains(one), "{}", NAMES[index]);
        }
        assert_eq!(Disturbances::only("weather"), None);
    }

    #[test]
    fn a_mix_is_read_back_from_its_text() {
        for seed in 0..20 {
            let mix = Disturbances::mix(seed);
            let text = serde_json::to_string(&mix).expect("plain values");
            assert_eq!(serde_json::from_str::<Disturbances>(&text).expect("its own text"), mix);
        }
    }
}

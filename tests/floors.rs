//! Holds the source to the table of floors in `src/lib.rs`: a module uses only modules of lower floors, the three that
//! are pure know nothing of the world around them, and there is one place for `unsafe`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What a module without I/O, clock, thread, log or global has no use for.
const WORLD: &[&str] = &[
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "rayon::",
    "crossbeam_channel",
    "Instant",
    "SystemTime",
    "log::",
    "println!",
    "print!",
    "dbg!",
    "static mut",
    "thread_local!",
    "OnceLock",
    "LazyLock",
];

const PURE: &[&str] = &["game", "solver", "vision", "frame"];

/// One source file, without comments, texts and tests.
struct Source {
    path: PathBuf,
    /// `["game", "pasyans", "text"]` for `src/game/pasyans/text.rs`.
    module: Vec<String>,
    code: String,
}

#[test]
fn modules_use_only_lower_floors() {
    let floors = floors();
    let mut wrong = Vec::new();
    for source in sources() {
        let Some(own) = source.module.first() else { continue };
        let floor = floors.get(own).unwrap_or_else(|| panic!("{own} is missing in the table of src/lib.rs"));
        for used in used_modules(&source) {
            let allowed = used == *own || floors.get(&used).is_none_or(|other| other < floor);
            if !allowed {
                wrong.push(format!("{}: {own} (floor {floor}) uses {used}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_solver_sees_no_concrete_game() {
    for source in sources().filter(|source| source.module.first().is_some_and(|own| own == "solver")) {
        for game in ["pasyans", "spider"] {
            let path = format!("game::{game}");
            assert!(!source.code.contains(&path), "{} uses {path}", source.path.display());
        }
    }
}

#[test]
fn pure_modules_know_no_world() {
    for source in sources().filter(|source| source.module.first().is_some_and(|own| PURE.contains(&own.as_str()))) {
        for word in WORLD {
            assert!(!has_word(&source.code, word), "{} has {word}", source.path.display());
        }
    }
}

#[test]
fn unsafe_has_one_place() {
    let places: Vec<_> =
        sources().filter(|source| has_word(&source.code, "unsafe")).map(|source| source.path).collect();
    assert!(places.len() <= 1, "unsafe code in more than one file: {places:?}");
    for place in places {
        let name = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(name.contains("shm"), "{} has unsafe code and is not the shared memory module", place.display());
    }
}

#[test]
fn the_checks_find_what_they_look_for() {
    let code = code_only(
        "use crate::{cli, game::{deal, Game}}; // crate::a\nfn f() { let c = '\"'; \"crate::b\"; super::super::actors::x() }\n#[cfg(test)] mod tests { use crate::c; }",
    );
    let source = Source { path: PathBuf::new(), module: vec!["vision".into(), "read".into()], code };
    assert_eq!(used_modules(&source), ["cli", "game", "actors"]);
    assert!(has_word("a = std::fs::read()", "std::fs") && !has_word("my_log::x", "log::"));
    assert!(has_word("log::warn!()", "log::") && !has_word("eprintln_all()", "println!"));
}

/// The floor of each module, from the table in `src/lib.rs`.
fn floors() -> BTreeMap<String, u32> {
    let text = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | "));
    let floors: BTreeMap<_, _> = rows
        .filter_map(|row| {
            let (floor, rest) = row.split_once(" | [`")?;
            Some((rest.split_once('`')?.0.to_string(), floor.parse().ok()?))
        })
        .collect();
    assert!(floors.len() >= 9, "the table of src/lib.rs is not found: {floors:?}");
    floors
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `src` that is not a test.
fn sources() -> impl Iterator<Item = Source> {
    let src = root().join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    files.into_iter().map(move |path| {
        let inner = path.strip_prefix(&src).expect("below src").with_extension("");
        let mut module: Vec<_> = inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
            module.pop();
        }
        let code = code_only(&fs::read_to_string(&path).expect("a source file"));
        Source { path, module, code }
    })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The code before the tests, without comments and texts.
fn code_only(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let text = text.split("#[cfg(test)] mod ").next().unwrap_or_default();
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("'\"'") {
            3
        } else if next == '"' {
            end_of_text(rest)
        } else {
            code.push(next);
            next.len_utf8()
        };
        rest = &rest[skipped..];
    }
    code
}

/// The length of the text literal that `rest` begins with.
fn end_of_text(rest: &str) -> usize {
    let mut escaped = false;
    for (index, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return index + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// The top modules that the file's paths lead to.
fn used_modules(source: &Source) -> Vec<String> {
    let mut used = Vec::new();
    for (index, _) in source.code.match_indices("crate::") {
        used.extend(heads(&source.code[index + "crate::".len()..]));
    }
    // As many times `super` as the file lies deep leads to the top as well.
    let to_top = "super::".repeat(source.module.len());
    for (index, _) in source.code.match_indices(&to_top) {
        used.extend(heads(&source.code[index + to_top.len()..]));
    }
    used
}

/// The first names of a path, or of each path in braces.
fn heads(path: &str) -> Vec<String> {
    let name = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(list) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut depth = 0;
    let mut heads = vec![name(list.trim_start())];
    for (index, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(name(list[index + 1..].trim_start())),
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// Does the word stand in the code, not as the tail of a longer name?
fn has_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(index, _)| {
        let before = code[..index].chars().next_back();
        let after = code[index + word.len()..].chars().next();
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !joins(before) && (word.ends_with([':', '!']) || !joins(after))
    })
}

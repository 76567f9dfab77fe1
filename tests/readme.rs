//! The README and `--help` name every option and every exit code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn root_file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name)
}

fn help(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exa-pipeline"));
    let output = command.args(arguments).arg("--help").output().expect("its help");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

/// The subcommands, from the list in the help.
fn subcommands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(String::from).collect()
}

/// Every `--option` in a text.
fn long_options(text: &str) -> BTreeSet<String> {
    let name = |tail: &str| -> String { tail.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect() };
    let words = text.match_indices("--").map(|(index, dashes)| name(&text[index + dashes.len()..]));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).map(|word| format!("--{word}")).collect()
}

#[test]
fn every_long_option_stands_in_the_readme() {
    let readme = long_options(&root_file("README.md"));
    let top = help(&[]);
    let names = subcommands(&top);
    assert!(names.iter().any(|name| name == "deal"), "the list of commands is not found in:\n{top}");
    let mut options = long_options(&top);
    for name in &names {
        options.extend(long_options(&help(&[name])));
    }
    assert!(options.contains("--seed") && options.contains("--help"));
    let missing: Vec<_> = options.difference(&readme).collect();
    assert!(missing.is_empty(), "the README does not name {missing:?}");
}

#[test]
fn every_exit_code_stands_in_the_readme_and_in_the_help() {
    let source = root_file("src/cli/exit.rs");
    let codes = source.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = ")?.1.parse().ok());
    let codes: Vec<u8> = codes.collect();
    assert!(codes.len() >= 8 && codes.contains(&130), "the codes are not found: {codes:?}");
    let (readme, help) = (root_file("README.md"), help(&[]));
    for code in codes {
        assert!(readme.contains(&format!("| {code} |")), "exit code {code} is missing in the README");
        let in_help = help.lines().any(|line| line.trim_start().starts_with(&format!("{code}  ")));
        assert!(in_help, "exit code {code} is missing in --help");
    }
}

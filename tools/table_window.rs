//! The built-in table in a real window.

fn main() {}

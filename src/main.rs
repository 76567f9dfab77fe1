//! The program; all of it lives in the library.

fn main() -> std::process::ExitCode {
    exa_pipeline::cli::main()
}

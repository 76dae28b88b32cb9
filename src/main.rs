//! The `tengen` program: see [`tengen::cli`].

fn main() -> std::process::ExitCode {
    tengen::cli::run()
}

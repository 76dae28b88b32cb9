//! The `tengen` program: see [`tengen::cli`].

/// One heap for all threads. With one for each, as glibc has it, what a pruned tree gives back serves only the thread that had
/// asked for it, and the memory grows whenever another one does most of the growing.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> std::process::ExitCode {
    tengen::cli::run()
}

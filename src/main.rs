//! The `tengen` program: see [`tengen::cli`].

#[cfg(target_arch = "x86_64")]
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_arch = "x86_64")]
    if tengen::IS_FOR_V3 && !has_v3() {
        let line =
            "error: this build needs a processor with AVX2, BMI2 and FMA (x86-64-v3, from about 2013 on)\n";
        let _ = io::stderr().write_all(line.as_bytes());
        return ExitCode::FAILURE;
    }
    tengen::cli::run()
}

/// Has the processor what x86-64-v3 means? That is found out only where this file is built for older processors than the
/// library is, as `scripts/package.sh` does it.
#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
}

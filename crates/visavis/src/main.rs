//! The binary: see the library of the same name.

fn main() -> std::process::ExitCode {
    visavis::run(std::env::args_os())
}

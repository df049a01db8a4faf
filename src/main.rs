//! The `fieldpost` program: hands its arguments over to [`fieldpost::cli`].

fn main() -> std::process::ExitCode {
    fieldpost::cli::run()
}

//! What battles cost, held against the targets of `docs/rules/calibration.md`.

use std::process::ExitCode;

use fieldpost::cli::calibrate;

/// Fewer battles than the command fights by itself: the seeds are fixed, so what comes out is too.
#[test]
fn battles_cost_what_they_should() {
    let mut out = Vec::new();
    let args = calibrate::Args { ruleset: "rotd-euwol".into(), sea: false, trials: 300 };
    let code = calibrate::run(&args, &mut out).unwrap();
    let words = String::from_utf8(out).unwrap();
    assert_eq!(code, ExitCode::SUCCESS, "{words}");
    assert!(words.ends_with("all figures meet their targets\n"), "{words}");
}

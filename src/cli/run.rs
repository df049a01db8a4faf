//! `fieldpost run`: the daemon. It ends on SIGTERM or SIGINT when what is in hand is done.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use tracing_subscriber::EnvFilter;

use crate::cli::post_office::{ConfigArg, open_for_daemon};
use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_daemon::ending::Ending;
use fieldpost_daemon::{run, service, socket, wiring};
use fieldpost_engine::words::counted;

/// Arguments of `fieldpost run`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
}

/// Runs until told to stop.
///
/// # Errors
/// If the configuration, the store or the control socket cannot be used.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("fieldpost=info"));
    // A second subscriber is refused; the first then goes on.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // In a file or a journal colours are rubbish.
    let _ =
        log.with_ansi(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()).try_init();
    service::starting();
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let config = args.config.load()?;
    let is_shared = config.postgres.is_some();
    let ending = is_shared.then(|| Ending::beside(Arc::clone(&stop), socket::path(&config.office.store)));
    let post = wiring::post(&config)?;
    let (at_a_time, max_per_second) = wiring::pace(&config);
    let (office, rebuilt) = open_for_daemon(config)?;
    if let Some(words) = rebuilt {
        let told = office.tell_ga(office.clock.now(), None, "The database was made again", &words);
        told.unwrap_or_else(|error| {
            tracing::error!(error = format!("{error:#}"), "the GA could not be told")
        });
    }
    if let Some(ending) = &ending {
        ending.holds(Arc::clone(&office.store));
    }
    let listener = socket::listen(&office.config.office.store)?;
    let boxes = wiring::letterboxes(&office.config, office.store.as_ref())?;
    let (store, clock) = (Arc::clone(&office.store), office.clock.clone());
    let dispatcher = Dispatcher::new(store, post, clock).paced(at_a_time, max_per_second);
    writeln!(out, "fieldpost runs with {}; Ctrl-C ends it", counted(office.games.len(), "game"))?;
    out.flush()?;
    let ended = run::run(office, boxes, dispatcher, listener, stop);
    if let Some(ending) = &ending {
        ending.is_over();
    }
    ended?;
    Ok(ExitCode::SUCCESS)
}

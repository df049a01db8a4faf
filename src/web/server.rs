//! The port: one thread, and in it as many connections as it has places for, each within its time.
//!
//! What goes wrong here is told in the log and by [`Standing`], and concerns nobody else: a port that is taken is tried again, a connection that
//! fails is dropped, a page that cannot be made is an answer.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::header::{HeaderMap, HeaderName};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use crate::Pages;
use crate::allowance::{Allowance, household};
use crate::answer::{Answer, Asked};

/// Connections at once; further ones wait in the system's queue.
const PLACES: usize = 128;

/// Connections at once of one address, where each asker comes by an own one.
const PLACES_OF_ONE: u32 = 16;

/// How long a head may take to come.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a connection may last in all: a page of half a megabyte over a bad line.
const LONGEST: Duration = Duration::from_secs(60);

/// The longest head of a request, in bytes, and how many lines it may have.
const LONGEST_HEAD: usize = 16 * 1024;
const MOST_LINES: usize = 64;

/// When a port that could not be opened is tried again.
const AGAIN: Duration = Duration::from_secs(15);

/// Pages that are made at once.
const MAKERS: usize = 2;

/// How the port is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub listen: SocketAddr,
    /// The path of the address that mails print, without a slash at its end; empty for the root.
    pub below: String,
    /// Whether every request comes from the host's own proxy, whose `X-Forwarded-For` says from whom.
    pub behind_proxy: bool,
    /// Requests of one address a minute.
    pub per_minute: u32,
}

/// How the port stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// It is about to be opened.
    #[default]
    Beginning,
    /// It is open, at this address.
    Open(SocketAddr),
    /// It could not be opened, and why.
    Shut(String),
}

/// Tells how a port stands, to whoever asks.
#[derive(Clone, Debug, Default)]
pub struct Teller(Arc<Mutex<Standing>>);

impl Teller {
    pub fn now(&self) -> Standing {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says how it stands now; what was said before.
    fn say(&self, now: Standing) -> Standing {
        std::mem::replace(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner), now)
    }
}

/// A port that is kept, until this value is dropped or [`Running::stop`] is called.
#[derive(Debug)]
pub struct Running {
    teller: Teller,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn teller(&self) -> Teller {
        self.teller.clone()
    }

    /// Ends it, whoever is connected: nothing that was asked is owed an answer.
    pub fn stop(mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Keeps a port in a thread of its own.
///
/// # Errors
/// If the system gives no thread.
pub fn start(settings: Settings, pages: Arc<dyn Pages>) -> std::io::Result<Running> {
    let teller = Teller::default();
    let (stop, stopped) = oneshot::channel();
    let told = teller.clone();
    let thread = thread::Builder::new().name("web".into()).spawn(move || {
        if let Err(error) = keep(settings, pages, &told, stopped) {
            tracing::error!(%error, "the desk page cannot be served");
            told.say(Standing::Shut(error.to_string()));
        }
    })?;
    Ok(Running { teller, stop: Some(stop), thread: Some(thread) })
}

fn keep(
    settings: Settings,
    pages: Arc<dyn Pages>,
    teller: &Teller,
    stopped: oneshot::Receiver<()>,
) -> std::io::Result<()> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_io().enable_time().max_blocking_threads(MAKERS).build()?;
    let door = Arc::new(Door {
        allowance: Mutex::new(Allowance::new(settings.per_minute)),
        guests: Mutex::default(),
        settings,
        pages,
    });
    let teller = teller.clone();
    runtime.block_on(async move {
        tokio::spawn(door.keep(teller));
        // It is told, or who would tell it is gone.
        let _ = stopped.await;
    });
    // Whoever is connected is cut off, and nobody waits for a page that is being made.
    runtime.shutdown_background();
    Ok(())
}

/// What all connections share.
struct Door {
    settings: Settings,
    pages: Arc<dyn Pages>,
    allowance: Mutex<Allowance>,
    /// How many connections each address has.
    guests: Mutex<BTreeMap<IpAddr, u32>>,
}

/// A connection's place.
struct Guest {
    door: Arc<Door>,
    who: IpAddr,
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut guests = self.door.guests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = guests.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                guests.remove(&self.who);
            }
        }
    }
}

impl Door {
    async fn keep(self: Arc<Self>, teller: Teller) {
        let listener = self.listener(&teller).await;
        let places = Arc::new(Semaphore::new(PLACES));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let (stream, from) = match listener.accept().await {
                Ok(asker) => asker,
                // Too many files are open, or the asker is gone.
                Err(_) => {
                    sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let Some(guest) = self.guest(from.ip()) else { continue };
            let door = Arc::clone(&self);
            tokio::spawn(async move {
                let _ = timeout(LONGEST, door.serve(stream, from.ip())).await;
                drop((guest, place));
            });
        }
    }

    /// The port, as soon as it can be opened.
    async fn listener(&self, teller: &Teller) -> TcpListener {
        let address = self.settings.listen;
        loop {
            match TcpListener::bind(address).await {
                Ok(listener) => {
                    let address = listener.local_addr().unwrap_or(address);
                    tracing::info!(%address, "the desk page is served");
                    teller.say(Standing::Open(address));
                    return listener;
                }
                Err(error) => {
                    let why = format!("{address} cannot be listened on: {error}");
                    let now = Standing::Shut(why.clone());
                    if teller.say(now.clone()) != now {
                        tracing::error!(why, "web.listen: links in mails lead nowhere until it can be");
                    }
                    sleep(AGAIN).await;
                }
            }
        }
    }

    /// A place for an address, if it has not too many. A proxy has as many as it likes.
    fn guest(self: &Arc<Self>, who: IpAddr) -> Option<Guest> {
        let who = household(who);
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        let count = guests.entry(who).or_default();
        if *count >= PLACES_OF_ONE && !self.settings.behind_proxy {
            return None;
        }
        *count += 1;
        Some(Guest { door: Arc::clone(self), who })
    }

    /// One connection: one request.
    async fn serve(self: Arc<Self>, stream: TcpStream, from: IpAddr) {
        let service = service_fn(move |request: Request<Incoming>| {
            let door = Arc::clone(&self);
            async move { Ok::<_, Infallible>(door.answer(&request, from).await) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .keep_alive(false)
            .max_buf_size(LONGEST_HEAD)
            .max_headers(MOST_LINES);
        // Who went away, or speaks no HTTP, is nobody's business.
        let _ = http.serve_connection(TokioIo::new(stream), service).await;
    }

    async fn answer<B>(
        &self,
        request: &Request<B>,
        from: IpAddr,
    ) -> Response<http_body_util::Full<hyper::body::Bytes>> {
        let who =
            if self.settings.behind_proxy { forwarded(request.headers()).unwrap_or(from) } else { from };
        let asked = Asked::of(request.method(), request.uri().path(), &self.settings.below);
        let what = asked.masked();
        let answer = if self.may_ask(who) { self.made(asked).await } else { Answer::too_often() };
        let is_head = request.method() == Method::HEAD;
        tracing::debug!(what, status = answer.status.as_u16(), %who, is_head, "the desk page was asked for");
        answer.response()
    }

    fn may_ask(&self, who: IpAddr) -> bool {
        self.allowance.lock().unwrap_or_else(PoisonError::into_inner).takes(who, Instant::now())
    }

    /// The answer. A page takes a moment to make, in which others are answered.
    async fn made(&self, asked: Asked) -> Answer {
        let pages = Arc::clone(&self.pages);
        let made = tokio::task::spawn_blocking(move || asked.answer(pages.as_ref()));
        made.await.unwrap_or_else(|_| Answer::unmade())
    }
}

/// For whom a proxy asks: the last address of the last `X-Forwarded-For`, which it wrote itself; those before it anybody may have written.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let all = headers.get_all(HeaderName::from_static("x-forwarded-for"));
    let last = all.iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim();
    let bare = last.parse().ok();
    bare.or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests;

//! The port, asked by a client that means it no good.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use hyper::header::HeaderValue;

use super::*;
use crate::token::Token;
use crate::{Page, Unmade, policy};

const GOOD: &str = "0123456789abcdef0123456789abcdef";
const FAULTY: &str = "ffffffffffffffffffffffffffffffff";

struct One;

impl Pages for One {
    fn page(&self, token: &Token) -> Result<Option<Arc<Page>>, Unmade> {
        match token.expose() {
            GOOD => Ok(Some(Arc::new(Page::new("<p>the page</p>".repeat(40_000), policy([], []))))),
            FAULTY => panic!("a page of which the making panics"),
            _ => Ok(None),
        }
    }
}

/// A port that is open, and where.
fn open(change: impl FnOnce(&mut Settings)) -> (Running, SocketAddr) {
    let listen = "127.0.0.1:0".parse().unwrap();
    let mut settings = Settings { listen, below: String::new(), behind_proxy: false, per_minute: 100_000 };
    change(&mut settings);
    let running = start(settings, Arc::new(One)).unwrap();
    loop {
        match running.teller().now() {
            Standing::Open(at) => return (running, at),
            Standing::Beginning => thread::sleep(Duration::from_millis(5)),
            Standing::Shut(why) => panic!("{why}"),
        }
    }
}

fn connected(at: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    stream
}

/// What comes back to some bytes, until the server ends the connection. It may do so before it has read all of them.
fn told(at: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = connected(at);
    let _ = stream.write_all(bytes);
    let mut told = Vec::new();
    let _ = stream.read_to_end(&mut told);
    String::from_utf8_lossy(&told).into_owned()
}

fn get(at: SocketAddr, path: &str) -> String {
    told(at, format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes())
}

/// An answer without the hour at which it was given.
fn undated(answer: &str) -> String {
    answer.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n")
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn a_page_is_shown_and_of_all_else_nothing_tells_whether_it_ever_was() {
    let (_running, at) = open(|_| ());
    let page = get(at, &format!("/t/{GOOD}"));
    assert!(
        page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("<p>the page</p>"),
        "{}",
        status(&page)
    );
    let head = told(at, format!("HEAD /t/{GOOD} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes());
    let (headers, _) = page.split_once("\r\n\r\n").unwrap();
    assert_eq!(undated(headers), undated(head.trim_end()), "HEAD has the headers of GET, and no more");
    assert!(head.contains("content-length: 600000") && !head.to_lowercase().contains("cookie"), "{head}");
    let nothing = undated(&get(at, "/"));
    assert_eq!(status(&nothing), "404");
    for number in 0..2_000u32 {
        let path = format!("/t/{number:032x}");
        assert_eq!(undated(&get(at, &path)), nothing, "{path}");
    }
    let tricks = [
        format!("/t/{GOOD}/"),
        format!("/t/{}", GOOD.to_uppercase()),
        format!("/t/../t/{GOOD}"),
        format!("//t/{GOOD}"),
        format!("/t/{GOOD}%00"),
        "/t/".to_owned() + &"a".repeat(4_000),
        "/../../etc/passwd".into(),
        "/%2e%2e/%2e%2e/etc/passwd".into(),
        "/.git/config".into(),
        "/metrics".into(),
    ];
    for trick in tricks {
        assert_eq!(undated(&get(at, &trick)), nothing, "{trick}");
    }
    assert_eq!(
        status(&get(at, &format!("/t/{GOOD}?x=1"))),
        "200",
        "what a program hangs on a link does no harm"
    );
    assert!(get(at, "/robots.txt").ends_with("Disallow: /\n"));
}

#[test]
fn nothing_is_taken_in() {
    let (_running, at) = open(|_| ());
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let body = "Content-Length: 5\r\n\r\nhello";
        let answer = told(at, format!("{method} /t/{GOOD} HTTP/1.1\r\nHost: x\r\n{body}").as_bytes());
        assert_eq!(status(&answer), "405", "{method}");
        assert!(
            answer.contains("allow: GET, HEAD\r\n") && !answer.contains("the page"),
            "{method}: {answer}"
        );
    }
    // One request a connection: what hides behind it, as its body or as a second one, is not read.
    let second = format!("GET /t/{GOOD} HTTP/1.1\r\nHost: x\r\n\r\n");
    for first in [
        "",
        "Content-Length: 0\r\n",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        "Connection: keep-alive\r\n",
    ] {
        let answer =
            told(at, format!("GET /robots.txt HTTP/1.1\r\nHost: x\r\n{first}\r\n{second}").as_bytes());
        assert!(!answer.contains("the page"), "{first}");
    }
}

#[test]
fn garbage_and_heads_without_end_are_turned_away_and_others_are_served() {
    let (_running, at) = open(|_| ());
    let long = |line: &str| format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n\r\n", line);
    let garbage: Vec<Vec<u8>> = vec![
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(50),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"GET\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET /\0 HTTP/1.1\r\n\r\n".to_vec(),
        b"\r\n".repeat(9_000),
        vec![0; 100_000],
        vec![b'A'; 200_000],
        (0..=255).collect::<Vec<u8>>().repeat(100),
        long(&format!("X: {}", "x".repeat(100_000))).into_bytes(),
        long(&"X: y\r\n".repeat(5_000)).into_bytes(),
        long("X\u{0}: y").into_bytes(),
        long("Transfer-Encoding: gzip").into_bytes(),
        long("Content-Length: -1").into_bytes(),
        format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(100_000)).into_bytes(),
        format!("GET http://[::1/t/{GOOD} HTTP/1.1\r\n\r\n").into_bytes(),
    ];
    for (number, bytes) in garbage.iter().enumerate() {
        // A client that stops to write, and waits.
        let mut stream = connected(at);
        let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(["", "400", "404", "414", "431", "505"].contains(&status(&answer)), "{number}: {answer}");
        assert!(!answer.contains("the page"), "{number}");
        assert_eq!(status(&get(at, &format!("/t/{GOOD}"))), "200", "{number}");
    }
}

#[test]
fn who_is_slow_is_cut_off_and_who_takes_all_places_of_an_address_has_no_more() {
    let (_running, at) = open(|_| ());
    let mut slow: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = connected(at);
            let _ = stream.write_all(b"GET /t/");
            stream
        })
        .collect();
    // All of them end, those without a place at once: nothing is said to who does not ask.
    for stream in &mut slow {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!String::from_utf8_lossy(&answer).contains("the page"));
    }
    assert_eq!(status(&get(at, &format!("/t/{GOOD}"))), "200");
}

#[test]
fn an_address_that_asks_too_often_is_told_to_wait() {
    let (_running, at) = open(|settings| settings.per_minute = 20);
    let answers: Vec<String> = (0..200).map(|_| get(at, &format!("/t/{GOOD}"))).collect();
    let refused: Vec<&String> = answers.iter().filter(|answer| status(answer) == "429").collect();
    assert!(answers[..20].iter().all(|answer| status(answer) == "200"));
    assert!(!refused.is_empty());
    assert!(refused.iter().all(|answer| answer.contains("retry-after: 60") && !answer.contains("the page")));
}

#[test]
fn behind_a_proxy_each_of_its_askers_has_an_own_count_and_elsewhere_nobody_names_another() {
    let ask = |at, who: &str| {
        told(at, format!("GET /robots.txt HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {who}\r\n\r\n").as_bytes())
    };
    let (_proxied, at) = open(|settings| (settings.per_minute, settings.behind_proxy) = (1, true));
    assert_eq!(
        ["192.0.2.1", "192.0.2.2", "9.9.9.9, 192.0.2.3"].map(|who| status(&ask(at, who)) == "200"),
        [true; 3]
    );
    assert_eq!(
        status(&ask(at, "9.9.9.10, 192.0.2.3")),
        "429",
        "what stands before the proxy's own word is anybody's"
    );
    let (_plain, at) = open(|settings| settings.per_minute = 1);
    assert_eq!(["192.0.2.1", "192.0.2.2"].map(|who| status(&ask(at, who)) == "200"), [true, false]);
}

#[test]
fn a_page_whose_making_panics_is_an_answer_and_the_port_stays() {
    let (running, at) = open(|_| ());
    for _ in 0..5 {
        assert_eq!(status(&get(at, &format!("/t/{FAULTY}"))), "503");
    }
    assert_eq!(status(&get(at, &format!("/t/{GOOD}"))), "200");
    assert_eq!(running.teller().now(), Standing::Open(at));
}

#[test]
fn the_port_ends_with_connections_open() {
    let (running, at) = open(|_| ());
    let mut waiting: Vec<TcpStream> = (0..10).map(|_| connected(at)).collect();
    for stream in &mut waiting {
        stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    }
    // One who reads nothing of a page that does not fit into the line.
    let mut deaf = connected(at);
    deaf.write_all(format!("GET /t/{GOOD} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).unwrap();
    assert_eq!(status(&get(at, "/")), "404");
    running.stop();
    for stream in &mut waiting {
        assert!(matches!(stream.read(&mut [0; 10]), Ok(0) | Err(_)), "it is cut off");
    }
    assert!(TcpStream::connect(at).is_err());
}

#[test]
fn a_port_that_is_taken_is_told_and_can_be_given_up() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap();
    let settings = Settings { listen, below: String::new(), behind_proxy: false, per_minute: 60 };
    let running = start(settings, Arc::new(One)).unwrap();
    loop {
        match running.teller().now() {
            Standing::Beginning => thread::sleep(Duration::from_millis(5)),
            now => {
                assert!(matches!(&now, Standing::Shut(why) if why.contains(&listen.to_string())), "{now:?}");
                break;
            }
        }
    }
    running.stop();
}

#[test]
fn of_what_was_forwarded_the_last_address_counts_alone() {
    let told = |lines: &[&str]| {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_str(line).unwrap());
        }
        forwarded(&headers).map(|who| who.to_string())
    };
    assert_eq!(told(&["192.0.2.7"]).as_deref(), Some("192.0.2.7"));
    assert_eq!(told(&["10.0.0.1, 192.0.2.7"]).as_deref(), Some("192.0.2.7"));
    assert_eq!(told(&["10.0.0.1", "192.0.2.7"]).as_deref(), Some("192.0.2.7"));
    assert_eq!(told(&["[2001:db8::1]:443"]).as_deref(), Some("2001:db8::1"));
    assert_eq!(told(&["192.0.2.7:80"]).as_deref(), Some("192.0.2.7"));
    assert_eq!([told(&[]), told(&["unknown"]), told(&["192.0.2.7,"])], [None, None, None]);
}

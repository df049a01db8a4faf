//! An SMTP server that speaks as odd ones do, byte by byte, and what becomes of each mail.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// What the server says at each step, byte by byte.
#[derive(Clone, Copy)]
pub struct Words {
    pub greeting: &'static [u8],
    pub hello: &'static [u8],
    pub login: &'static [u8],
    pub sender: &'static [u8],
    pub recipient: &'static [u8],
    pub text: &'static [u8],
    /// It hangs up after the text.
    pub goes: bool,
    /// It hangs up when this many bytes of a text have come, with the words for a text.
    pub cuts_at: usize,
    /// It closes a connection that is idle for so long, with these words.
    pub idle: Option<(Duration, &'static [u8])>,
}

pub const USUAL: Words = Words {
    greeting: b"220 mx\r\n",
    hello: b"250-mx\r\n250 AUTH PLAIN LOGIN\r\n",
    login: b"235 in\r\n",
    sender: b"250 ok\r\n",
    recipient: b"250 ok\r\n",
    text: b"250 taken\r\n",
    goes: false,
    cuts_at: usize::MAX,
    idle: None,
};

#[derive(Clone)]
pub struct Odd {
    words: Arc<Mutex<Words>>,
    /// Texts that came whole.
    pub texts: Arc<AtomicUsize>,
    pub connections: Arc<AtomicUsize>,
}

impl Odd {
    pub fn new(words: Words) -> Self {
        let (texts, connections) = Default::default();
        Odd { words: Arc::new(Mutex::new(words)), texts, connections }
    }

    /// Serves plain connections.
    fn start(words: Words) -> (Self, SmtpPost) {
        let odd = Odd::new(words);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = odd.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let odd = shared.clone();
                std::thread::spawn(move || {
                    let idle = odd.words().idle.map(|(time, _)| time);
                    stream.set_read_timeout(idle).unwrap();
                    let _ = odd.talk(stream);
                });
            }
        });
        (odd, post(port, Duration::from_secs(1)))
    }

    fn words(&self) -> Words {
        *self.words.lock().unwrap()
    }

    fn say(&self, words: Words) {
        *self.words.lock().unwrap() = words;
    }

    pub fn talk(&self, mut stream: impl Read + Write) -> std::io::Result<()> {
        self.connections.fetch_add(1, Ordering::SeqCst);
        stream.write_all(self.words().greeting)?;
        loop {
            let line = match line(&mut stream) {
                Ok(line) => line.to_ascii_uppercase(),
                Err(_) => return stream.write_all(self.words().idle.map_or(b"", |(_, words)| words)),
            };
            let words = self.words();
            let reply = match line.get(..4).unwrap_or_default() {
                "EHLO" => words.hello,
                "AUTH" => words.login,
                "MAIL" => words.sender,
                "RCPT" => words.recipient,
                "QUIT" => return stream.write_all(b"221 bye\r\n"),
                "DATA" => {
                    stream.write_all(b"354 go on\r\n")?;
                    if text(&mut stream, words.cuts_at)? {
                        self.texts.fetch_add(1, Ordering::SeqCst);
                    }
                    words.text
                }
                _ => b"250 ok\r\n",
            };
            if line.starts_with("MAIL") && reply.starts_with(b"221") {
                // It leaves once, and not who calls again.
                self.say(USUAL);
            }
            stream.write_all(reply)?;
            if line == "DATA" && words.goes {
                return Ok(());
            }
        }
    }
}

/// Whether a text came whole.
fn text(stream: &mut impl Read, cuts_at: usize) -> std::io::Result<bool> {
    let (mut text, mut some) = (Vec::new(), [0; 4096]);
    while !text.ends_with(b"\r\n.\r\n") {
        let count = stream.read(&mut some)?;
        text.extend_from_slice(&some[..count]);
        if count == 0 || text.len() >= cuts_at {
            return Ok(false);
        }
    }
    Ok(true)
}

fn line(stream: &mut impl Read) -> std::io::Result<String> {
    let (mut line, mut byte) = (Vec::new(), [0]);
    while byte != [b'\n'] {
        stream.read_exact(&mut byte)?;
        line.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&line).trim().to_owned())
}

fn post(port: u16, timeout: Duration) -> SmtpPost {
    let settings = SmtpSettings {
        endpoint: plain(port),
        login: None,
        hello: Some("localhost".into()),
        connections: 4,
        timeout,
    };
    SmtpPost::new(settings).unwrap()
}

fn with_login(odd: Words) -> (Odd, Sending) {
    let (odd, _) = Odd::start(odd);
    let port = serve_again(&odd);
    let login = Login { user: "war".into(), credential: Credential::Password("pw".into()) };
    let settings = SmtpSettings {
        endpoint: plain(port),
        login: Some(login),
        hello: Some("localhost".into()),
        connections: 1,
        timeout: Duration::from_secs(1),
    };
    let sending = send(&SmtpPost::new(settings).unwrap(), "ann");
    (odd, sending)
}

fn serve_again(odd: &Odd) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let odd = odd.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let odd = odd.clone();
            std::thread::spawn(move || odd.talk(stream));
        }
    });
    port
}

/// Longer than lettre reads a line.
const LONG: &[u8] = &{
    let mut line = [b'x'; 5_002];
    (line[0], line[1], line[2], line[3]) = (b'2', b'5', b'0', b' ');
    (line[5_000], line[5_001]) = (b'\r', b'\n');
    line
};

#[test]
fn a_mail_whose_text_was_answered_2xx_is_sent_whatever_else_was_said() {
    for (text, goes) in [
        (&b"250\r\n"[..], false),
        (b"250 \xc7\xeb\xca\xb9 \xff\r\n", false),
        (b"250 \xc3\xbcbernommen\r\n", false),
        (b"250 ok\n", false),
        (b"250-queued\n250 ok\n", false),
        (b"250-2.0.0 queued\r\n251 ok\r\n", false),
        (b"250-queued\r\nas 4711\r\n250 ok\r\n", false),
        (LONG, false),
        (b"\r\n250 ok\r\n", false),
        (b"scanned by example\r\n250 ok\r\n", false),
        (b"250 ok", true),
        (b"250-queued\r\n", true),
        (b"250 a\x00b\x1b[1m\r\n", false),
        (b"270 ok\r\n", false),
    ] {
        let (odd, post) = Odd::start(Words { text, goes, ..USUAL });
        let said = String::from_utf8_lossy(&text[..text.len().min(60)]).into_owned();
        assert_eq!(send(&post, "ann"), Sending::Sent, "{said:?}");
        odd.say(USUAL);
        assert_eq!(send(&post, "bob"), Sending::Sent, "after {said:?}");
        assert_eq!(odd.texts.load(Ordering::SeqCst), 2, "{said:?}");
    }
}

#[test]
fn a_refusal_is_known_by_its_code_in_whatever_words() {
    let held = |sending: &Sending| matches!(sending, Sending::Held(_));
    let refused =
        |sending: &Sending| matches!(sending, Sending::Refused(why) if why.contains("permanent error (55"));
    let later = |sending: &Sending| matches!(sending, Sending::TemporaryFailure(_));
    for recipient in
        [&b"550\r\n"[..], b"550 \xc7\xeb\xca\xb9\r\n", b"550 no\n", b"550-no\r\n551 no\r\n", b"571 no\r\n"]
    {
        let sending = send(&Odd::start(Words { recipient, ..USUAL }).1, "ann");
        assert!(refused(&sending), "{:?}: {sending}", String::from_utf8_lossy(recipient));
    }
    for text in [&b"554\r\n"[..], b"554 \xff\n", b"554-a\r\nb\r\n554 c\r\n"] {
        let (odd, post) = Odd::start(Words { text, ..USUAL });
        assert!(refused(&send(&post, "ann")), "{:?}", String::from_utf8_lossy(text));
        assert_eq!(odd.texts.load(Ordering::SeqCst), 1);
    }
    for sender in [&b"450\n"[..], b"421 \xff later\r\n"] {
        let sending = send(&Odd::start(Words { sender, ..USUAL }).1, "ann");
        assert!(later(&sending), "{sending}");
    }
    for login in [&b"535\r\n"[..], b"535 5.7.8 \xc7\xeb\xca\xb9\r\n", b"535 no\n"] {
        let (_, sending) = with_login(Words { login, ..USUAL });
        assert!(held(&sending), "{:?}: {sending}", String::from_utf8_lossy(login));
    }
    let sending = send(&Odd::start(Words { greeting: b"554 \xff go away\n", ..USUAL }).1, "ann");
    assert!(held(&sending), "{sending}");
}

#[test]
fn what_ehlo_offers_counts_in_any_spelling() {
    for hello in [
        &b"250-smtp.example\r\n250-8bitmime\r\n250 auth plain login\r\n"[..],
        b"250-smtp.example\r\n250 AUTH=PLAIN LOGIN\r\n",
        b"250-smtp.example\n250 auth=login\n",
        b"250-\r\n250 Auth Plain\r\n",
    ] {
        let login = if hello.ends_with(b"auth=login\n") { &b"334 VXNlcm5hbWU6\r\n"[..] } else { b"235\r\n" };
        let (odd, sending) = with_login(Words { hello, login, ..USUAL });
        if login == b"235\r\n" {
            assert_eq!(sending, Sending::Sent, "{:?}", String::from_utf8_lossy(hello));
            assert_eq!(odd.texts.load(Ordering::SeqCst), 1);
        } else {
            // The word of the login was asked for: AUTH LOGIN was begun.
            assert!(!sending.to_string().contains("offers no login"), "{sending}");
        }
    }
    let (_, sending) = with_login(Words { hello: b"250-mx\r\n250 SIZE 1\r\n", ..USUAL });
    assert!(sending.to_string().contains("the server offers no login by PLAIN or LOGIN"), "{sending}");
}

#[test]
fn a_reply_too_many_is_not_the_next_commands() {
    let (odd, post) = Odd::start(Words { recipient: b"250 ok\r\n250 ok\r\n", text: b"554 no\r\n", ..USUAL });
    assert!(matches!(send(&post, "ann"), Sending::Refused(_)));
    assert_eq!(odd.texts.load(Ordering::SeqCst), 1);
}

#[test]
fn after_a_connection_closed_while_it_lay_idle_the_next_mail_goes_at_once() {
    for farewell in [&b"221 Idle timeout, bye bye\r\n"[..], b"421 4.4.2 timeout\r\n", b""] {
        let idle = Some((Duration::from_millis(300), farewell));
        let (odd, post) = Odd::start(Words { idle, ..USUAL });
        // Several connections lie idle.
        std::thread::scope(|scope| {
            (0..4).for_each(|_| drop(scope.spawn(|| assert_eq!(send(&post, "ann"), Sending::Sent))));
        });
        let before = odd.connections.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(700));
        let begun = Instant::now();
        assert_eq!(send(&post, "bob"), Sending::Sent, "{:?}", String::from_utf8_lossy(farewell));
        assert!(begun.elapsed() < Duration::from_millis(900), "{:?}", begun.elapsed());
        assert_eq!(odd.texts.load(Ordering::SeqCst), 5);
        assert_eq!(odd.connections.load(Ordering::SeqCst), before + 1, "one is made anew");
    }
}

#[test]
fn a_server_that_leaves_between_two_commands_is_called_again_at_once() {
    let (odd, post) = Odd::start(USUAL);
    assert_eq!(send(&post, "ann"), Sending::Sent);
    odd.say(Words { sender: b"221 closing\r\n", ..USUAL });
    assert_eq!(send(&post, "bob"), Sending::Sent);
    let counts = (odd.texts.load(Ordering::SeqCst), odd.connections.load(Ordering::SeqCst));
    assert_eq!(counts, (2, 2));
}

#[test]
fn a_server_that_stands_still_is_noticed_in_its_time_and_told_in_words() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let begun = Instant::now();
    // The kernel takes the connection; nobody speaks.
    let sending = send(&post(port, Duration::from_secs(1)), "ann");
    assert!(
        matches!(&sending, Sending::Away(why) if why == "the server stands still: it said nothing for 1 s"),
        "{sending}"
    );
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    drop(listener);
    // One that was spoken to before: its idle connections are not tried one after the other.
    let (odd, post) = Odd::start(USUAL);
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(|| send(&post, "ann")))));
    odd.say(Words { greeting: b"", sender: b"", recipient: b"", hello: b"", ..USUAL });
    let begun = Instant::now();
    let sending = send(&post, "bob");
    assert!(sending.to_string().contains("stands still"), "{sending}");
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn what_broke_off_before_the_end_of_a_text_did_not_arrive() {
    let large = vec![b'x'; 8 << 20];
    let envelope = Envelope { from: None, to: "ann@localhost".into() };
    let (odd, post) = Odd::start(Words { cuts_at: 10_000, text: b"", goes: true, ..USUAL });
    let sending = post.send(&envelope, &large);
    assert!(matches!(sending, Sending::TemporaryFailure(_)), "{sending}");
    // One that says why it goes is heard, though the rest of the text finds nobody.
    odd.say(Words { cuts_at: 10_000, text: b"552 5.3.4 too large\r\n", goes: false, ..USUAL });
    let sending = post.send(&envelope, &large);
    assert!(
        matches!(&sending, Sending::PermanentFailure(why) if why.contains("552") && why.contains("too large")),
        "{sending}"
    );
    assert_eq!(odd.texts.load(Ordering::SeqCst), 0);
}

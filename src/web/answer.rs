//! What is answered to a request. **Whatever is not there is answered by the same bytes**: a link that was never made, one that has ended, one
//! that is misspelt, another address; so nobody learns that there was one.

use std::sync::Arc;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Response, StatusCode};

use crate::token::Token;
use crate::{Page, Pages, Unmade, policy};

/// Where links begin, below the address of the host.
pub const LINKS: &str = "/t/";

const ROBOTS: &str = "User-agent: *\nDisallow: /\n";

const HTML: &str = "text/html; charset=utf-8";
const PLAIN: &str = "text/plain; charset=utf-8";

/// What is said of all that is not there.
const NOTHING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, \
initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>Nothing is here</title>\n</head>\n<body>\n<h1>Nothing is here</h1>\n\
<p>A link to a desk page works until the turn after next has been run, and ends when your password changes. The newest position mail has the newest \
link.</p>\n</body>\n</html>\n";

/// Headers of every answer, beside its type and policy.
const ALWAYS: [(HeaderName, &str); 9] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("x-robots-tag"), "noindex, nofollow, noarchive"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// An answer, on its way to HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub status: StatusCode,
    kind: &'static str,
    page: Arc<Page>,
}

/// What a request asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The page of a link.
    Page(Token),
    /// What search engines are to keep out of: all.
    Robots,
    /// Anything else.
    Elsewhere,
    /// By a method that nothing is answered to.
    Otherwise,
}

impl Asked {
    /// By method and path; `below` is the path of the host's own address, which a proxy takes away or leaves there.
    pub fn of(method: &Method, path: &str, below: &str) -> Self {
        if ![Method::GET, Method::HEAD].contains(method) {
            return Asked::Otherwise;
        }
        let path = path.strip_prefix(below).filter(|rest| rest.starts_with('/')).unwrap_or(path);
        match path.strip_prefix(LINKS).and_then(Token::read) {
            Some(token) => Asked::Page(token),
            None if path == "/robots.txt" => Asked::Robots,
            None => Asked::Elsewhere,
        }
    }

    /// As much of it as a log may show.
    pub fn masked(&self) -> String {
        match self {
            Asked::Page(token) => format!("{LINKS}{}", token.masked()),
            Asked::Robots => "/robots.txt".into(),
            Asked::Elsewhere => "elsewhere".into(),
            Asked::Otherwise => "another method".into(),
        }
    }

    pub fn answer(&self, pages: &dyn Pages) -> Answer {
        match self {
            Asked::Page(token) => match pages.page(token) {
                Ok(Some(page)) => Answer { status: StatusCode::OK, kind: HTML, page },
                Ok(None) => Answer::nothing(),
                Err(Unmade) => Answer::unmade(),
            },
            Asked::Robots => Answer::words(StatusCode::OK, PLAIN, ROBOTS),
            Asked::Elsewhere => Answer::nothing(),
            Asked::Otherwise => {
                Answer::words(StatusCode::METHOD_NOT_ALLOWED, PLAIN, "Only GET and HEAD are answered here.\n")
            }
        }
    }
}

impl Answer {
    fn words(status: StatusCode, kind: &'static str, words: &str) -> Self {
        let page = Page::new(words.to_owned(), policy([], []));
        Answer { status, kind, page: Arc::new(page) }
    }

    fn nothing() -> Self {
        Answer::words(StatusCode::NOT_FOUND, HTML, NOTHING)
    }

    /// There is a page, and it cannot be made.
    pub fn unmade() -> Self {
        let words = "The page cannot be shown now. Write your orders by mail; the host's log says why.\n";
        Answer::words(StatusCode::SERVICE_UNAVAILABLE, PLAIN, words)
    }

    /// Too many questions from one address.
    pub fn too_often() -> Self {
        Answer::words(
            StatusCode::TOO_MANY_REQUESTS,
            PLAIN,
            "Too many requests from your address: wait a minute.\n",
        )
    }

    /// As it goes out. What answers HEAD has the headers of what answers GET; hyper sends no body with it.
    pub fn response(&self) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::new(self.page.html.clone()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.extend(ALWAYS.map(|(name, value)| (name, HeaderValue::from_static(value))));
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        // A policy is made of hashes and constants: it has no byte that a header may not have.
        if let Ok(policy) = HeaderValue::from_str(&self.page.policy) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        match self.status {
            StatusCode::METHOD_NOT_ALLOWED => {
                headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
            }
            _ => {}
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "0123456789abcdef0123456789abcdef";

    struct One;

    impl Pages for One {
        fn page(&self, token: &Token) -> Result<Option<Arc<Page>>, Unmade> {
            let page = Page::new("<p>x</p>".into(), policy(["x"], []));
            Ok((token.expose() == GOOD).then(|| Arc::new(page)))
        }
    }

    fn get(path: &str) -> Asked {
        Asked::of(&Method::GET, path, "/war")
    }

    #[test]
    fn a_link_is_read_at_the_root_or_below_the_hosts_own_path_and_nowhere_else() {
        let page = Asked::Page(Token::read(GOOD).unwrap());
        assert_eq!(get(&format!("/t/{GOOD}")), page);
        assert_eq!(get(&format!("/war/t/{GOOD}")), page);
        let tricks =
            ["/T/", "//t/", "/t//", "/t/../t/", "/x/t/", "/wart/", "/war//t/", "t/", "/%74/", "/war/war/t/"];
        for trick in tricks {
            assert_eq!(get(&format!("{trick}{GOOD}")), Asked::Elsewhere, "{trick}");
        }
        for end in ["/", ".html", "%00", "%2e", ";x", "\u{0}"] {
            assert_eq!(get(&format!("/t/{GOOD}{end}")), Asked::Elsewhere, "{end}");
        }
        assert_eq!(get("/robots.txt"), Asked::Robots);
    }

    #[test]
    fn only_get_and_head_are_answered() {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "BREW"] {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            assert_eq!(Asked::of(&method, &format!("/t/{GOOD}"), ""), Asked::Otherwise, "{method}");
        }
        assert_ne!(Asked::of(&Method::HEAD, "/", ""), Asked::Otherwise);
    }

    #[test]
    fn all_that_is_not_there_is_one_answer() {
        let nothing = get("/").answer(&One);
        let wrong = format!("/t/{}", GOOD.replace('0', "1"));
        for path in [wrong.as_str(), "/t/", "/t/short", "/favicon.ico", "/metrics", "*"] {
            assert_eq!(get(path).answer(&One), nothing, "{path}");
        }
        assert_eq!(nothing.status, StatusCode::NOT_FOUND);
    }

    #[test]
    fn every_answer_has_the_headers_that_keep_it_to_its_reader() {
        for path in [format!("/t/{GOOD}"), "/".into(), "/robots.txt".into()] {
            let response = get(&path).answer(&One).response();
            for (name, value) in ALWAYS {
                assert_eq!(response.headers()[&name], value, "{path}");
            }
            let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
            assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
            assert!(!response.headers().contains_key(header::SET_COOKIE));
        }
    }
}

//! Pages at sealed links, over HTTP: for browsers that run no script in a file that came by mail, as those of iPhone and iPad.
//!
//! What a page is and who may see it is nothing of this room: it asks [`Pages`] for the page of a [`Token`], and is told one or none.
//! **It takes nothing in**: GET and HEAD of two kinds of address, all else is answered by the same bytes, and no byte of what is
//! asked goes anywhere but into a comparison. It stands in a thread of its own, within bounds ([`server`]), behind the host's own proxy:
//! it speaks no TLS. Requests are read by hyper.

mod allowance;
pub mod answer;
pub mod server;
pub mod token;

use std::sync::Arc;

use hyper::body::Bytes;
use sha2::{Digest, Sha256};
use token::Token;

/// Where pages lie.
pub trait Pages: Send + Sync {
    /// The page of a link that holds now. It may take a moment to make.
    ///
    /// # Errors
    /// If there is one and it cannot be made; that is the log's business.
    fn page(&self, token: &Token) -> Result<Option<Arc<Page>>, Unmade>;
}

/// A page cannot be made, which is a fault of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmade;

/// A page, and what of it a browser may run and show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    html: Bytes,
    policy: String,
}

impl Page {
    /// A page with its `Content-Security-Policy` ([`policy`]).
    pub fn new(html: String, policy: String) -> Self {
        Page { html: html.into(), policy }
    }
}

/// The policy of a page that runs these scripts and wears these styles, which stand in it, and asks the network for nothing
/// (Content Security Policy, level 3).
pub fn policy<'a>(
    scripts: impl IntoIterator<Item = &'a str>,
    styles: impl IntoIterator<Item = &'a str>,
) -> String {
    let (scripts, styles) = (sources(scripts), sources(styles));
    format!(
        "default-src 'none'; script-src{scripts}; style-src{styles}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// What of one kind may stand in a page: by hash, or none.
fn sources<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    use base64::Engine;
    let base64 = base64::engine::general_purpose::STANDARD;
    let hashes: String =
        texts.into_iter().map(|text| format!(" 'sha256-{}'", base64.encode(Sha256::digest(text)))).collect();
    if hashes.is_empty() { " 'none'".to_owned() } else { hashes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_names_each_script_by_its_hash_and_nothing_else() {
        // The hash of the example in the standard.
        let policy = policy(["alert('Hello, world.');"], []);
        assert!(
            policy.contains("script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=';"),
            "{policy}"
        );
        assert!(policy.contains("style-src 'none';") && !policy.contains("unsafe"), "{policy}");
    }
}

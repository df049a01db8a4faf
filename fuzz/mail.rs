//! Letters in, without the sources and the post.

#[path = "../src/mail/key.rs"]
pub mod key;
#[path = "../src/mail/postmark.rs"]
pub mod postmark;
#[path = "../src/mail/read/mod.rs"]
pub mod read;

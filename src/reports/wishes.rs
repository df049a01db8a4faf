//! How a player wants the reports of a turn (`SET REPORTS`).

/// What of a turn's reports a player is mailed, and in which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// HTML beside the plain text.
    pub html: bool,
    /// Pictures of maps in the HTML.
    pub pictures: bool,
    /// The attached page on which orders can be composed.
    pub desk: bool,
    /// All that is attached in one ZIP file.
    pub zipped: bool,
    /// Both reports of a turn in one mail.
    pub one_mail: bool,
}

impl Default for Wishes {
    /// All there is, as two mails (rule 5.3).
    fn default() -> Self {
        Wishes { html: true, pictures: true, desk: true, zipped: false, one_mail: false }
    }
}

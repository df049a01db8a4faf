//! Outlook's wish to have a letter back: a mail of its own, which says so in its Subject and names the other letter's in its text. Only
//! within one Exchange server is it more than words.

use super::Incoming;

/// How the Subject of such a mail begins, lower case.
const BEGINS: [&str; 24] = [
    "recall",
    "message recall",
    "r\u{fc}ckruf",
    "zur\u{fc}ckrufen",
    "rappel",
    "rappeler",
    "recuperar",
    "recuperaci\u{f3}n",
    "retirar",
    "richiamo",
    "richiama",
    "intrekken",
    "terugroepen",
    "recolher",
    "recordar",
    "\u{e5}terkalla",
    "tilbakekall",
    "tilbagekald",
    "odwo\u{142}anie",
    "odwo\u{142}aj",
    "odvol\u{e1}n\u{ed}",
    "\u{43e}\u{442}\u{437}\u{44b}\u{432}",
    "\u{64a4}\u{56de}",
    "\u{56de}\u{6536}",
];
/// Lines with words that such a mail has at most.
const MOST_LINES: usize = 3;

impl Incoming {
    /// Whether a mail program asks for another letter to be given back.
    pub fn is_recall(&self) -> bool {
        let subject = self.headers.subject.to_lowercase();
        let Some((begin, other)) = subject.split_once([':', '\u{ff1a}']) else { return false };
        let other = other.trim();
        let lines = self.texts.iter().take(1).flat_map(|text| &text.live);
        let lines = lines.map(|line| line.plain().to_lowercase()).filter(|line| !line.trim().is_empty());
        let lines = lines.take(MOST_LINES + 1).collect::<Vec<_>>();
        BEGINS.contains(&begin.trim())
            && !other.is_empty()
            && lines.len() <= MOST_LINES
            && lines.join(" ").contains(other)
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn a_recall_names_the_letter_that_it_wants_back() {
        let is = |subject: &str, text: &str| {
            read(format!("From: a@b\nSubject: {subject}\n\n{text}").as_bytes()).is_recall()
        };
        assert!(is(
            "Recall: [demo T1] orders",
            "Ann would like to recall the message, \"[demo T1] orders\"."
        ));
        assert!(
            !is("Recall: [demo T1] orders", "UNIT PR1IN\nMARCH A9-N7\nEND\nPASSWORD x"),
            "orders are orders"
        );
        assert!(!is("Re: [demo T1] orders", "as I said in \"[demo T1] orders\""));
        assert!(!is("Recall:", "x") && !is("recall the cavalry", "x"));
    }
}

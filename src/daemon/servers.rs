//! What the GA is told of servers that answer and do not do their work: one that takes no mail, and one that names letters and
//! does not hand them out.

use std::collections::BTreeSet;

use crate::office::Office;
use crate::refusals::Hold;
use crate::troubles::Wrong;
use fieldpost_engine::words::counted;
use fieldpost_store::Owed;

const OUTBOX: &str = "outbox";

impl Office {
    /// The server takes no mail now, or takes them again.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn outbox_stands(&mut self, standing: Result<(), Hold>) -> anyhow::Result<()> {
        self.figures.outbox_is_held(standing.is_err());
        let Err(hold) = standing else {
            self.watch.outbox = None;
            let words =
                "The server takes mails again. All that waited is on its way, and none was given up for it.";
            return self.tell_over(OUTBOX, "Mails go out again", words);
        };
        let words = format!(
            "The server that is to send our mails takes none, whatever they are: {}\n\nNo mail is given up for that. They \
             wait, one of them is tried again and again, a quarter of an hour apart at most, and all go out as soon as one \
             does. Look whether it can be reached, and at the account: its limits, its password, the address it may send from. \
             This mail waits too; `fieldpost status` tells the same.",
            hold.why
        );
        self.watch.outbox = Some(hold);
        let title = "The server takes no mail";
        self.tell_trouble(&Wrong { key: OUTBOX, stage: "", game: None, title, words: &words, remind: true })
    }

    /// What a source names and does not hand out: the GA hears of each letter when it has been owed for a day.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn letters_owed(&mut self, source: &str, folder: &str, owed: Vec<Owed>) -> anyhow::Result<()> {
        let now = self.clock.now();
        let old = owed.iter().filter(|one| one.is_old(now)).cloned().collect::<Vec<_>>();
        self.watch.sources.entry(source.to_owned()).or_default().owed = owed;
        let key = format!("owed:{source}");
        if old.is_empty() {
            let words = format!(
                "Every letter that the source {source} names has been read, or is not there any more."
            );
            return self.tell_over(&key, "Letters are handed out again", &words);
        }
        let troubles = self.store.troubles()?;
        let known = troubles.iter().find(|trouble| trouble.key == key);
        let told = known.map(|trouble| trouble.stage.split(' ').collect::<BTreeSet<_>>()).unwrap_or_default();
        let stage = old.iter().map(|one| one.uid.to_string()).collect::<Vec<_>>();
        if stage.iter().all(|uid| told.contains(uid.as_str())) {
            return Ok(());
        }
        let words = owed_words(source, folder, &old);
        let (stage, title) = (stage.join(" "), "Letters are not handed out");
        self.tell_trouble(&Wrong { key: &key, stage: &stage, game: None, title, words: &words, remind: true })
    }
}

impl Office {
    /// Whether a source moves letters that are on record into its folders for them.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn letters_put_away(&self, source: &str, put_away: Result<(), String>) -> anyhow::Result<()> {
        let key = format!("put-away:{source}");
        let Err(why) = put_away else {
            return self.tell_over(
                &key,
                "Letters are moved again",
                &format!("The source {source} moves letters again."),
            );
        };
        let words = format!(
            "The source {source} does not move letters that were read: {why}\n\nNo letter is lost and reading goes on: each is on \
             record, stays where it is, and is marked as seen. Make the folder yourself, or name others under [[source]] in \
             fieldpost.toml, as the server writes them: processed = \"INBOX.Processed\", ignored = \"INBOX.Ignored\". With after = \
             \"flag\" letters stay in the mailbox for good."
        );
        let title = "Letters that were read are not moved";
        self.tell_trouble(&Wrong { key: &key, stage: "", game: None, title, words: &words, remind: false })
    }
}

/// How many letters that are not handed out are named.
const OWED_MAX: usize = 20;

fn owed_words(source: &str, folder: &str, owed: &[Owed]) -> String {
    let mut words = format!(
        "The server of the source {source} names {} in the folder {folder} and has not handed them out for a day:\n\n",
        counted(owed.len(), "letter")
    );
    for one in owed.iter().take(OWED_MAX) {
        words.push_str(&format!("- UID {}: {}\n", one.uid, one.why));
    }
    if owed.len() > OWED_MAX {
        words.push_str(&format!("- and {} more\n", owed.len() - OWED_MAX));
    }
    words.push_str(
        "\nThey are asked for again and again. Turns wait for them no longer. Look at them with a mail program: if they are \
         orders, ask their writers to send them once more; if nobody misses them, delete them.",
    );
    words
}

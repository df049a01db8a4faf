//! A game's past as pages, in a ZIP that its administrator is mailed.

use super::*;

use crate::answers::Draft;
use crate::tasks::dropped;
use crate::views::Notice;
use fieldpost_desk::ga::record::Task;
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::write::{BYTES_MAX, File};
use fieldpost_print::parcel::packed;
use fieldpost_store::{Administering, Mail, NewMail, Write};

/// Most bytes of such a ZIP: a letter carries it a third longer, and something stands beside it.
const MOST_ZIP: usize = BYTES_MAX / 10 * 7;

impl Office {
    /// Mails an administrator the game's past; without its maps where a mail would not hold them.
    ///
    /// # Errors
    /// If it may not be shown, or no mail holds it: with how large it is and how it is had all the same.
    pub(crate) fn mail_site(
        &mut self,
        name: &GameName,
        task: &Task,
        player: Option<&str>,
        whole: bool,
    ) -> anyhow::Result<()> {
        let whom = match player {
            Some(player) => Whom::Side(player.to_owned()),
            None if whole => Whom::Whole,
            None => Whom::Public,
        };
        let with_maps = self.site(name, &whom, true)?;
        let zip = packed(&with_maps.files)?;
        let mail = match zip.len() {
            0..=MOST_ZIP => self.mail_of_site(name, task, (&with_maps, zip), "")?,
            large => {
                let bare = self.site(name, &whom, false)?;
                let zip = packed(&bare.files)?;
                if zip.len() > MOST_ZIP {
                    bail!(
                        "it is {} kB even without maps, and a mail holds {} kB of it; the host has it with fieldpost publish {} FOLDER",
                        zip.len().div_ceil(1000),
                        MOST_ZIP / 1000,
                        name.0
                    );
                }
                let words = format!(
                    "\n\nThe maps are left out: with them it is {} kB, and a mail holds {} kB of it. The host has all of it with\n\n    \
                     fieldpost publish {} FOLDER",
                    large.div_ceil(1000),
                    MOST_ZIP / 1000,
                    name.0
                );
                self.mail_of_site(name, task, (&bare, zip), &words)?
            }
        };
        let changes = vec![dropped(name, task)];
        let done = Administering { at_ms: self.clock.now(), changes, mails: vec![mail] };
        self.put_of(name, Write::Administer(done))?;
        self.reload(name)
    }

    fn mail_of_site(
        &self,
        name: &GameName,
        task: &Task,
        (site, zip): (&Site, Vec<u8>),
        more: &str,
    ) -> anyhow::Result<NewMail> {
        let by = self.game_named(&name.0)?.record.administration.named(&task.by);
        let address = by.map_or(self.config.ga.address.as_str(), |one| one.account.email.as_str());
        let words = format!(
            "What has happened so far is in the attached file: {}. Unpack it into a folder of its own first.{more}",
            site.words()
        );
        let notice = Notice { game: Some(&name.0), title: "The game as pages", words: &words };
        let (printed, html) = self.press.both("notice", &notice, true)?;
        let file = File { name: format!("{}.zip", name.0), kind: "application/zip".into(), bytes: zip };
        let plain =
            Draft::plain(Mail::Notice, Kind::Notice, Some(&name.0), Some(&task.by), address, &printed);
        self.write(Draft { html, attachments: vec![file], ..plain })
    }
}

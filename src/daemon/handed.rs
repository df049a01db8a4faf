//! A game that goes to another post office, and one that comes from there.
//!
//! The office that hands over closes the game first and writes it out then: a letter is either in the file, or its sender is told where
//! to send it. The one that takes it in tries it in a record of its own before it touches the one in use, and holds the open turn until
//! its administrator says that it may run.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, bail};
use fieldpost_desk::address::fault_of;
use fieldpost_desk::ga::record::{GaChange, Observer};
use fieldpost_desk::ga::show::jobs_to_come;
use fieldpost_desk::record::{Account, Change, GameName};
use fieldpost_engine::words::{counted, listed};
use fieldpost_store::{Administering, Arrival, Handed, NewMail, SledStore, Write};

use crate::hosted::Hosted;
use crate::office::Office;
use crate::the_end::reached;

impl Office {
    /// Closes a game for good here, since it is played from another post office from now on, and tells everybody so. Done once: a second
    /// asking only says so.
    ///
    /// # Errors
    /// If there is no such game, it has ended, the address is none or our own, or the store cannot be written.
    pub fn hand_over(&mut self, game: &str, to: &str) -> anyhow::Result<String> {
        if let Some(why) = fault_of_office(to) {
            bail!("{why}");
        }
        if self.postmark.is_own(to) {
            bail!("{to} is this post office's own address: say where letters for {game} are to go instead");
        }
        let hosted = self.game_named(game)?;
        let (name, title) = (hosted.record.name().clone(), &hosted.record.opening.title);
        match &hosted.record.administration.moved_to {
            Some(known) if known == to => return Ok(format!("{} had been closed here before", name.0)),
            None if hosted.record.administration.has_ended => {
                bail!("{} has ended: `echo REOPEN GAME | fieldpost ga {0}` opens it again", name.0)
            }
            _ => {}
        }
        let waits = jobs_to_come(&hosted.record);
        let left = match waits.is_empty() {
            true => String::new(),
            false => format!(
                " What was to take effect later does not go with it, and is to be sent there again: {}.",
                waits.join("; ")
            ),
        };
        let mails = people(hosted).map(|(part, one)| {
            let words = words_of_leaving(title, to, (part, &left));
            self.word_to(&name, &one, &format!("Write to {to} from now on"), &words)
        });
        let mails = mails.collect::<anyhow::Result<Vec<_>>>()?;
        let told = mails.len();
        let task = |number| GaChange::Drop { number };
        let tasks = hosted.record.administration.tasks.iter().map(|waits| task(waits.number));
        let changes = tasks.chain([GaChange::Moved(to.to_owned())]);
        let changes =
            changes.map(|change| Change::Ga { game: name.clone(), change: Box::new(change) }).collect();
        let at_ms = self.clock.now();
        self.put_of(&name, Write::Administer(Administering { at_ms, changes, mails }))?;
        self.reload(&name)?;
        Ok(format!("{} is closed here: {} told to write to {to}.{left}", name.0, counted(told, "mail")))
    }

    /// Takes a game in that another post office wrote out, beside those that are here; the words are for the host.
    ///
    /// # Errors
    /// If the file is damaged, the name is taken, or the game cannot be read by this program: nothing is written then.
    pub fn take_in(&mut self, file: &Path) -> anyhow::Result<String> {
        let open = || -> anyhow::Result<_> {
            Ok(BufReader::new(
                File::open(file).with_context(|| format!("{} cannot be read", file.display()))?,
            ))
        };
        let handed = Handed::read(open()?).with_context(|| file.display().to_string())?;
        let name = handed.head.game.clone();
        if self.store.game(&name)?.is_some() {
            bail!(
                "there is a game {:?} here already, and a game keeps its name, which its players write: it can come into a post office \
                 that has none of that name",
                name.0
            );
        }
        let hosted = self.tried(&handed, open()?, file).context("nothing was written")?;
        let from = &handed.head.from;
        let held = hosted.record.held_why().map(|why| format!(", where it was held: {why}"));
        let why = format!("it came here from {from}{}", held.unwrap_or_default());
        let changes = [GaChange::Came(from.clone()), GaChange::Hold(Some(why))];
        let changes =
            changes.map(|change| Change::Ga { game: name.clone(), change: Box::new(change) }).to_vec();
        let mails = self.greetings(&hosted, from)?;
        let arrival = Arrival { at_ms: self.clock.now(), changes, mails };
        handed.take_over(self.store.as_ref(), open()?, arrival)?;
        self.reload(&name)?;
        let told_another =
            Some(handed.head.to.as_str()).filter(|to| !to.is_empty() && !self.postmark.is_own(to));
        let another = told_another.map(|to| {
            format!(
                "\nIts players were told there to write to {to}, and this post office is {}: see that letters to the other come here, or run \
                 `export --game` there once more with this address",
                self.config.office.address
            )
        });
        Ok(self.words_of_arrival(&hosted, from) + &another.unwrap_or_default())
    }

    /// The game as it is read from a record of its own, which is gone again when it was read.
    fn tried(&self, handed: &Handed, again: BufReader<File>, file: &Path) -> anyhow::Result<Hosted> {
        let trial = tempfile::Builder::new().prefix(".fieldpost-trial-").tempdir_in(folder_of(file))?;
        let store = trial.path().join("store");
        std::fs::create_dir(&store)?;
        let store = SledStore::open(&store)?;
        handed.take_over(&store, again, Arrival { at_ms: self.clock.now(), ..Arrival::default() })?;
        let name = &handed.head.game;
        Hosted::load(&store, name, None, self.config.rulebooks)
            .with_context(|| format!("the game {} cannot be read by this fieldpost", name.0))
    }

    /// Word to each who takes part, from the address that they are to write to.
    fn greetings(&self, hosted: &Hosted, from: &str) -> anyhow::Result<Vec<NewMail>> {
        let (name, title, office) =
            (hosted.record.name(), &hosted.record.opening.title, &self.config.office.address);
        let turn = hosted.record.book.turn;
        let is_late = hosted.record.settings.deadline_ms <= self.clock.now();
        let stands = match is_late {
            true => format!(
                "all that you had ordered stands for turn {turn}. Its deadline is past, so that orders count again once the game administrator \
                 has set another"
            ),
            false => format!("turn {turn} is open with all that you had ordered. It is held for now"),
        };
        let subject = format!("{title} is played from here now");
        let mails = people(hosted).map(|(part, one)| {
            if part == Part::Observes {
                let words = format!(
                    "{subject}, and no more from {from}. You observe it as before: what you are sent of it comes from {office}."
                );
                return self.word_to(name, &one, &subject, &words);
            }
            let mut words = format!(
                "{subject}, and no more from {from}. Send your letters to {office}; your password is the same, and {stands}: you hear when it \
                 runs."
            );
            if part == Part::Administers {
                words.push_str(" That is yours to say: set its DEADLINE, then send RESUME.");
            }
            let others = self.other_games_of(name, &one);
            if !others.is_empty() {
                words.push_str(&format!(
                    "\n\nYou also take part in {} here. Each game has a password of its own: begin each letter with its GAME line, such as\n\n    \
                     GAME {}",
                    listed(&others.iter().map(String::as_str).collect::<Vec<_>>()),
                    name.0
                ));
            }
            self.word_to(name, &one, &subject, &words)
        });
        mails.collect()
    }

    /// The games here in which somebody takes part, beside one.
    fn other_games_of(&self, but: &GameName, one: &Account) -> Vec<String> {
        let others = self.games.iter().filter(|(name, _)| *name != but);
        let takes_part =
            |hosted: &Hosted| people(hosted).any(|(_, other)| other.is_registered_at(&one.email));
        others.filter(|(_, hosted)| takes_part(hosted)).map(|(name, _)| name.0.clone()).collect()
    }

    fn words_of_arrival(&self, hosted: &Hosted, from: &str) -> String {
        let record = &hosted.record;
        let name = &record.name().0;
        let mut words = format!(
            "{name} came from {from}, with turn {} open and {}. The turn is held: set its DEADLINE, then send RESUME. Everybody is told to \
             write here; what had not gone out there is for {from} to send",
            record.book.turn,
            counted(record.book.units.len(), "order")
        );
        for (_, one) in people(hosted) {
            let others = self.other_games_of(record.name(), &one);
            if !others.is_empty() {
                words.push_str(&format!(
                    "\n{} ({}) also takes part in {}",
                    one.name,
                    one.email,
                    others.join(", ")
                ));
            }
        }
        words.push_str(&format!("\n`fieldpost replay {name}` runs its turns again; keys for signatures are files of the host's, and did not come along"));
        words
    }
}

/// The folder of a file, for what lies beside it.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Why an address is no post office's, in a clause: every label of its domain is a host's (RFC 5321, 2.3.5).
fn fault_of_office(to: &str) -> Option<String> {
    let domain = to.rsplit_once('@').map_or("", |(_, domain)| domain);
    let is_bad = |label: &str| label.is_empty() || label.starts_with('-') || label.ends_with('-');
    fault_of(to).or_else(|| {
        let is_none = domain.split('.').any(is_bad) || to.starts_with('.');
        is_none.then(|| format!("{to} is no mail address such as war@example.org"))
    })
}

/// What somebody has to do with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Plays,
    Administers,
    /// Who looks on has no password, and has sent nothing.
    Observes,
}

/// Whoever has a seat, administers the game or looks on, and has an address, each once.
fn people(hosted: &Hosted) -> impl Iterator<Item = (Part, Account)> {
    let administers = |one: &Account| {
        hosted.record.administration.named(&one.name).is_some_and(|admin| admin.account == *one)
    };
    let observer = |one: &Observer| {
        (Part::Observes, Account { email: one.address.clone(), ..Account::nobody("observers") })
    };
    let part = move |one: &Account| {
        let part = if administers(one) { Part::Administers } else { Part::Plays };
        (part, one.clone())
    };
    reached(hosted).map(part).chain(hosted.record.observers().map(observer))
}

/// What somebody is told whose game goes to another post office; administrators hear what does not go along.
fn words_of_leaving(title: &str, to: &str, (part, left): (Part, &str)) -> String {
    if part == Part::Observes {
        return format!(
            "{title} goes to another post office, and is played from there. You observe it as before: what you are sent of it comes from {to} \
             from now on."
        );
    }
    let left = if part == Part::Administers { left } else { "" };
    format!(
        "{title} goes to another post office, and is played from there: send all letters for it to\n\n    {to}\n\nAll that you have sent so \
         far goes with it, and your password is the same. Nothing is done here any more with what you send for it.{left}"
    )
}

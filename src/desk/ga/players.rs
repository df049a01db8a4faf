//! Players' accounts: who has a seat, at what address, with what password, and who is away.

use chrono::NaiveDate;

use crate::address::fault_of;
use crate::answer::Body;
use crate::ga::record::GaChange;
use crate::ga::telling::{Letter, password_answer, to_player};
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::look_alike::{is_reserved, look_alike};
use crate::password;
use crate::record::press::PressBox;
use crate::record::{Absence, Account, PasswordSince, SeatWord};
use crate::seats::Seats;
use crate::tenure::{fault_of_absence, word_to_deputy, words_of_deputy};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::machine::Skill;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::wishes::Wish;
use fieldpost_grammar::Secret;
use fieldpost_grammar::command::Given;

impl Work<'_> {
    /// `ADD PLAYER name address nation [rank]`.
    pub fn add_player(
        &mut self,
        name: &str,
        address: &str,
        standing: &str,
        given: &Given,
        words: &str,
    ) -> Taken {
        self.fault_of_address(address)?;
        self.fault_of_name(name)?;
        // After a rollback an account may have no player any more.
        let plays = self.game.player_no(name).is_some();
        let is_free = !plays || self.game.account(name).is_none_or(Account::is_closed);
        if !is_free {
            return Err(format!("{name} has an account in this game already").into());
        }
        let mut done = self.enlist(name, standing, given, words)?;
        let seat = self.game.player_no(name);
        // The account is not there yet: whom the address is besides is all that is asked.
        done.against.extend(self.two_parts(address, seat, given.insist)?.map(Breach::from));
        let party = self
            .game
            .player_no(name)
            .and_then(|number| self.game.player(number))
            .map(|player| player.party.clone())
            .unwrap_or_default();
        let account = Account { email: address.to_owned(), ..Account::nobody(name) };
        let notes = vec![
            format!("You play for {} in \"{}\".", party, self.game.opening.title),
            format!(
                "Which {}s you command, a later mail will say; until then there is nothing to order.",
                self.game.noun()
            ),
        ];
        self.give_password(account, notes, true)?;
        Ok(done.and(format!("A password goes to {address}. Units come with ASSIGN.")))
    }

    /// Gives an account a fresh password, keeps it and mails it to its owner alone.
    fn give_password(&mut self, mut account: Account, notes: Vec<String>, is_new: bool) -> Result<(), Fault> {
        let secret = self.fresh_password(&mut account)?;
        self.change(GaChange::Account(account.clone()));
        self.mail_password(&account, secret, "PLAYER", notes, is_new);
        Ok(())
    }

    /// A fresh password, in force for letters received after this one.
    pub fn fresh_password(&mut self, account: &mut Account) -> Result<Secret, Fault> {
        let secret = password::initial(self.draw::<5>());
        let salt = self.draw::<16>();
        let hash = self.memory.hash(&secret, &salt);
        let hash = hash.map_err(|_| Fault::from("the password could not be kept: send it again"))?;
        account.set_password(PasswordSince { since: Some(self.arrived.receipt.clone()), hash });
        Ok(secret)
    }

    /// Mails a password; of several for one account in a letter, only the last is right and goes.
    pub fn mail_password(
        &mut self,
        account: &Account,
        secret: Secret,
        word: &str,
        notes: Vec<String>,
        is_new: bool,
    ) {
        self.others.retain(
            |answer| !matches!(&answer.body, Body::Password(old) if old.player.eq_ignore_ascii_case(&account.name)),
        );
        let letter = Letter { account, secret, word, is_new, notes };
        self.others.push(password_answer(&self.game, letter));
    }

    /// `REMOVE PLAYER name`, once its token has come back. The seats stay until ASSIGN gives them to others.
    pub fn remove_player(&mut self, name: &str) -> Taken {
        let account = self.open_account(name)?;
        let before = address_words(&account);
        self.tell_account(&account, "You are no longer a player", &removed_words(&self.by.name));
        let closed = account.closed();
        self.change(GaChange::Account(closed.clone()));
        let said = self.said(&format!("the account of {}", closed.name), before, "closed");
        Ok(Done::of(said).and(crate::verdict::sentence(&self.left_without(&closed.name))))
    }

    /// Which units nobody orders once a player is gone, in a clause.
    pub fn left_without(&self, name: &str) -> String {
        let noun = self.game.noun();
        let Some((number, _)) = self.game.player_named(name) else {
            return format!("no {noun} is theirs");
        };
        let units = Seats::latest(&self.game, &self.game.book).all();
        let left = units.iter().filter(|(_, seat)| seat.commander == number && seat.deputy.is_none());
        let left = left.map(|(unit, _)| unit.to_string()).collect::<Vec<_>>();
        if left.is_empty() {
            return format!("every {noun} of theirs has a deputy to order it");
        }
        format!("nobody else orders these {noun}s until you ASSIGN them: {}", left.join(", "))
    }

    /// `REPLACE name BY address` or `BY MACHINE`: the seat keeps its name.
    pub fn replace(&mut self, name: &str, address: Option<&str>, insist: bool) -> Taken {
        if let Some(address) = address {
            self.fault_of_address(address)?;
        }
        self.seat_for(name, address, insist)
    }

    /// The same for an address that is known to be one.
    pub fn seat_for(&mut self, name: &str, address: Option<&str>, insist: bool) -> Taken {
        let (number, old) = self.player(name)?;
        let old = old.clone();
        let two_parts = address.map(|address| self.two_parts(address, Some(number), insist)).transpose()?;
        let before = address_words(&old);
        if !old.email.is_empty() {
            let words = format!(
                "The game administrator, {}, has given your seat, {}, to somebody else. Your password is worth nothing any \
                 more for letters that you send from now on.",
                self.by.name, old.name
            );
            self.tell_account(&old, "Your seat is taken over", &words);
        }
        let Some(address) = address else {
            let machine = Account {
                email: String::new(),
                passwords: Vec::new(),
                machine: true,
                absent: None,
                tenure: Default::default(),
                ..old
            };
            self.change(GaChange::Account(machine.clone()));
            return Ok(Done::of(self.said(&format!("the seat of {}", machine.name), before, "the machine")));
        };
        let account = Account {
            email: address.to_owned(),
            machine: false,
            absent: None,
            tenure: Default::default(),
            report_wishes: String::new(),
            press: PressBox::default(),
            ..old
        };
        let notes = vec![
            format!("You take over the seat of {} in \"{}\".", account.name, self.game.opening.title),
            "The orders that stand for its units still count; SHOW ORDERS tells them. The position comes in a mail of its own; \
             SEND REPORT brings what happened last."
                .into(),
        ];
        let said = self.said(&format!("the seat of {}", account.name), before, address);
        self.give_password(account, notes, true)?;
        let against = two_parts.flatten().into_iter().map(Breach::from).collect();
        let words =
            format!("A new password goes to {address}, with the position, the aim and the other players.");
        Ok(Done { against, ..Done::of(said) }.and(words))
    }

    /// `MACHINE ON name` and `MACHINE OFF name`: the seat keeps its player.
    pub fn machine_plays(&mut self, name: &str, plays: bool) -> Taken {
        let old = self.open_account(name)?;
        let words =
            |plays: bool| if plays { "the machine, where the player does not write" } else { "the player" };
        if old.machine == plays {
            let who = if plays { "the machine" } else { "the player" };
            return Err(format!("{who} plays the seat of {} already", old.name).into());
        }
        if old.email.is_empty() {
            let why = format!("nobody would play the seat of {}: it has no address", old.name);
            return Err(Fault { why, nearest: Some(format!("REPLACE {} BY address", old.name)) });
        }
        let new = Account { machine: plays, ..old };
        self.change(GaChange::Account(new.clone()));
        let told = if plays {
            "has left your seat to the machine: it writes orders for you an hour before each deadline if you have sent none for the \
             turn. Your letters count as before."
        } else {
            "has taken your seat from the machine: from now on nobody but you and your deputies orders your units."
        };
        let title = if plays { "The machine plays your seat" } else { "You play your seat" };
        self.tell_account(&new, title, &format!("The game administrator, {}, {told}", self.by.name));
        let undo = Some(format!("MACHINE {} {}", if plays { "OFF" } else { "ON" }, new.name));
        let said = self.said(&format!("who plays the seat of {}", new.name), words(!plays), words(plays));
        Ok(Done { undo, ..Done::of(said) })
    }

    /// `SET SKILL name skill`: how well the machine plays a seat, whether it plays it now or later.
    pub fn skill(&mut self, name: &str, skill: Skill) -> Taken {
        let old = self.open_account(name)?;
        if old.skill == skill {
            return Err(format!("the machine plays the seat of {} as a {skill} already", old.name).into());
        }
        let undo = Some(format!("SET SKILL {} {}", old.name, old.skill));
        let said = self.said(
            &format!("how well the machine plays the seat of {}", old.name),
            old.skill.words(),
            skill.words(),
        );
        let done = Done { undo, ..Done::of(said) };
        let plays = old.machine;
        self.change(GaChange::Account(Account { skill, ..old }));
        Ok(if plays { done } else { done.and("The machine does not play it now.") })
    }

    /// `SET LANGUAGE OF name TO code`: the language of the player's mails, until the player sets another.
    pub fn language_of(&mut self, name: &str, locale: Locale) -> Taken {
        let old = self.open_account(name)?;
        let wishes = old.wishes();
        let before = wishes.language.unwrap_or(self.game.settings.locale);
        if wishes.language == Some(locale) {
            return Err(format!("the mails of {} are in that language already", old.name).into());
        }
        let undo = Some(format!("SET LANGUAGE OF {} TO {}", old.name, before.code()));
        let said = self.said(&format!("the language of mails to {}", old.name), before.name(), locale.name());
        let report_wishes = wishes.with(Wish::Language(locale)).words();
        self.change(GaChange::Account(Account { report_wishes, ..old }));
        Ok(Done { undo, ..Done::of(said) })
    }

    /// `EMAIL name address`: the old address and the new one are told.
    pub fn email(&mut self, name: &str, address: &str, insist: bool) -> Taken {
        self.fault_of_address(address)?;
        let old = self.open_account(name)?;
        let two_parts = self.two_parts(address, self.game.player_no(&old.name), insist)?;
        if old.is_registered_at(address) {
            return Err(format!("{} is registered under {address} already", old.name).into());
        }
        let new = Account { email: address.to_owned(), ..old.clone() };
        self.change(GaChange::Account(new.clone()));
        let words = format!(
            "The game administrator, {}, has changed the address of {}: mail goes to {address} from now on. The password is \
             the same. If this is not as you wish, write to the game administrator.",
            self.by.name, old.name
        );
        let title = "An address is changed";
        if !old.email.is_empty() {
            self.tell_account(&old, title, &words);
        }
        self.tell_account(&new, title, &words);
        let undo = (!old.email.is_empty()).then(|| format!("EMAIL {} {}", old.name, old.email));
        let said = self.said(&format!("the address of {}", old.name), address_words(&old), address);
        Ok(Done { undo, against: two_parts.into_iter().map(Breach::from).collect(), ..Done::of(said) })
    }

    /// `RESET PASSWORD name`: a new one goes to the registered address, and nowhere else.
    pub fn reset_password(&mut self, name: &str) -> Taken {
        let account = self.player(name)?.1.clone();
        if account.email.is_empty() {
            let why = format!("{} has no address that a password could go to", account.name);
            return Err(Fault { why, nearest: Some(format!("EMAIL {} address", account.name)) });
        }
        let (name, address) = (account.name.clone(), account.email.clone());
        let notes = vec![
            "The old one is worth nothing any more for letters that you send from now on; the orders you have sent stand.".into(),
        ];
        self.give_password(account, notes, false)?;
        Ok(Done::saying(format!("A new password for {name} goes to {address}, and nowhere else.")))
    }

    /// `ABSENT name FROM date TO date [DEPUTY name]`.
    pub fn absent(
        &mut self,
        name: &str,
        (from, to): (NaiveDate, NaiveDate),
        deputy: Option<&str>,
        is_now: bool,
    ) -> Taken {
        let account = self.open_account(name)?;
        let deputy = deputy.map(|deputy| self.open_account(deputy)).transpose()?;
        let before = absence_words(account.absent.as_ref());
        let absence = Absence { from, to, deputy: deputy.map(|deputy| deputy.name) };
        let at_ms = self.arrived.receipt.at_ms;
        if let Some(why) = fault_of_absence(&self.game, &account, &absence, at_ms) {
            return Err(why.into());
        }
        let after = absence_words(Some(&absence));
        let name = account.name.clone();
        self.tell_of_absence(&account, &absence);
        self.change(GaChange::Account(Account { absent: Some(absence), ..account }));
        let done = Done::of(self.said(&name, before, after));
        let mut done = Done { undo: Some(format!("PRESENT {name}")), ..done }
            .and("Meanwhile nothing is missed from this player, and no reminder goes out.");
        done.results.extend(self.move_for_absence(is_now));
        Ok(done)
    }

    /// Word to whoever is away and to whoever may order the units meanwhile.
    fn tell_of_absence(&mut self, away: &Account, absence: &Absence) {
        let words = format!(
            "The game administrator has noted that you are away from {} to {}. {}",
            absence.from,
            absence.to,
            words_of_deputy(self.game.noun(), absence)
        );
        let told = to_player(&self.game, away, "You are away", &words);
        let deputy = word_to_deputy(&self.game, &away.name, absence);
        self.others.extend(told.into_iter().chain(deputy));
    }

    /// `PRESENT name`.
    pub fn present(&mut self, name: &str) -> Taken {
        let account = self.player(name)?.1.clone();
        if account.absent.is_none() && account.tenure.resigned_ms.is_none() {
            return Err(format!("{} is not away", account.name).into());
        }
        let said = self.said(&account.name, here_words(&account), absence_words(None));
        let mut back = account;
        back.say(&SeatWord::Back);
        self.change(GaChange::Account(back));
        Ok(Done::of(said).and("A deadline that the absence moved stays where it is."))
    }

    /// A player's account that is not closed.
    fn open_account(&self, name: &str) -> Result<Account, Fault> {
        let account = self.player(name)?.1;
        if account.is_closed() {
            let why = format!("{} was removed from this game", account.name);
            return Err(Fault { why, nearest: Some(format!("REPLACE {} BY address", account.name)) });
        }
        Ok(account.clone())
    }

    /// Why an address is none.
    pub fn fault_of_address(&self, address: &str) -> Result<(), Fault> {
        fault_of(address).map_or(Ok(()), |why| Err(why.into()))
    }

    /// Why a name cannot be a new player's or administrator's: it is somebody else's, or none.
    pub fn fault_of_name(&self, name: &str) -> Result<(), Fault> {
        let is_plain =
            |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_' || letter == '.';
        if name.is_empty() || name.chars().count() > 40 || !name.chars().all(is_plain) {
            return Err("a name is one word of letters, figures and hyphens, at most 40".into());
        }
        if self.game.player_no(name).is_some() {
            return Err(format!("there is a player called {name} already").into());
        }
        if self.game.administration.named(name).is_some() || name.eq_ignore_ascii_case(crate::ga::who::HOST) {
            return Err(format!("there is a game administrator called {name} already").into());
        }
        let mut parties = self.game.numbered_players().map(|(_, player)| player.party.as_str());
        if is_reserved(name) || parties.any(|party| look_alike(party, name)) {
            return Err(format!("{name} is no name for anybody: in letters it means something else").into());
        }
        let players = self.game.numbered_players().map(|(_, player)| player.name.as_str());
        let administrators =
            self.game.administration.administrators.iter().map(|one| one.account.name.as_str());
        match players.chain(administrators).find(|other| look_alike(other, name)) {
            Some(other) => Err(format!("{name} looks like {other}, who is in this game already").into()),
            None => Ok(()),
        }
    }

    /// Closes the accounts of players who are none in the position any more, as after UNDO of ADD PLAYER.
    pub fn close_strays(&mut self) -> Vec<String> {
        let is_stray =
            |account: &&Account| !account.is_closed() && self.game.player_no(&account.name).is_none();
        let strays = self.game.accounts.iter().filter(is_stray).cloned().collect::<Vec<_>>();
        let mut closed = Vec::new();
        for account in strays {
            self.tell_account(&account, "You are no longer a player", &removed_words(&self.by.name));
            closed.push(format!("The account of {} is closed.", account.name));
            let account = account.closed();
            self.change(GaChange::Account(account));
        }
        closed
    }
}

fn removed_words(by: &str) -> String {
    format!(
        "The game administrator, {by}, has removed you from the game. Nothing that you send is carried out any more, and no \
         reports go to you."
    )
}

/// An account's address for people.
fn address_words(account: &Account) -> String {
    match (account.machine, account.email.is_empty()) {
        (true, true) => "the machine".into(),
        (_, true) => "none".into(),
        _ => account.email.clone(),
    }
}

/// Whether a player is here, for people.
pub fn here_words(account: &Account) -> String {
    let resigned = account.tenure.resigned_ms.map(|_| "has resigned".to_owned());
    let absent = account.absent.as_ref().map(|absence| absence_words(Some(absence)));
    let words = resigned.into_iter().chain(absent).collect::<Vec<_>>();
    if words.is_empty() { absence_words(None) } else { words.join("; ") }
}

/// An absence for people.
pub fn absence_words(absence: Option<&Absence>) -> String {
    let Some(Absence { from, to, deputy }) = absence else { return "present".into() };
    let deputy = deputy.as_ref().map(|deputy| format!(", deputy {deputy}")).unwrap_or_default();
    format!("absent from {from} to {to}{deputy}")
}

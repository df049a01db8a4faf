//! Who administers the game: administrators, their roles and passwords. A game is never left without an owner.

use crate::ga::judge::fault_of_new;
use crate::ga::record::{Administrator, GaChange};
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::record::press::PressBox;
use crate::record::{Account, PasswordSince};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::nearest::nearest;
use fieldpost_grammar::Secret;
use fieldpost_grammar::command::Role;

impl Work<'_> {
    /// `ADD GA name address role`.
    pub fn add_ga(&mut self, name: &str, address: &str, role: Role, insist: bool) -> Taken {
        self.fault_of_address(address)?;
        self.fault_of_name(name)?;
        let two_parts = self.two_parts(address, None, insist)?;
        let mut account = Account {
            name: name.to_owned(),
            email: address.to_owned(),
            passwords: Vec::new(),
            report_wishes: String::new(),
            machine: false,
            skill: Default::default(),
            absent: None,
            tenure: Default::default(),
            press: PressBox::default(),
        };
        let secret = self.fresh_password(&mut account)?;
        self.change(GaChange::Administrator(Administrator { account: account.clone(), role }));
        let notes = vec![
            format!(
                "You help to administer \"{}\" as {} of it.",
                self.game.opening.title,
                role.with_article()
            ),
            "HELP in such a letter lists all that you can ask for.".into(),
        ];
        self.mail_password(&account, secret, "GA", notes, true);
        let said = self.said(&format!("administrator {name}"), "-", format!("{}, {address}", role.word()));
        let against = two_parts.into_iter().map(Breach::from).collect();
        Ok(Done { undo: Some(format!("REMOVE GA {name}")), against, ..Done::of(said) }
            .and(format!("A password goes to {address}.")))
    }

    /// `REMOVE GA name`.
    pub fn remove_ga(&mut self, name: &str) -> Taken {
        let one = self.administrator(name)?;
        self.fault_of_last_owner(&one)?;
        self.change(GaChange::Dismiss(one.account.name.clone()));
        self.forget_asked_by(&one.account.name);
        let words = format!("{} has ended your part in administering the game.", self.by.name);
        self.tell_account(&one.account, "You are no game administrator any more", &words);
        let before = format!("{}, {}", one.role.word(), one.account.email);
        Ok(Done::of(self.said(&format!("administrator {}", one.account.name), before, "-")))
    }

    /// `ROLE name role`.
    pub fn change_role(&mut self, name: &str, role: Role) -> Taken {
        let one = self.administrator(name)?;
        if one.role == role {
            return Err(format!("{} is {} already", one.account.name, role.with_article()).into());
        }
        if role != Role::Owner {
            self.fault_of_last_owner(&one)?;
        }
        let (before, account) = (one.role, one.account);
        let name = account.name.clone();
        self.change(GaChange::Administrator(Administrator { account: account.clone(), role }));
        if name == self.by.name && self.by.address.is_some() {
            self.by.role = role;
        }
        let words = format!(
            "{} has made you {} of this game; you were {}.",
            self.by.name,
            role.with_article(),
            before.with_article()
        );
        self.tell_account(&account, "Your role as a game administrator", &words);
        let said = self.said(&format!("the role of {name}"), before.word(), role.word());
        Ok(Done { undo: Some(format!("ROLE {name} {}", before.word())), ..Done::of(said) })
    }

    /// `NEW PASSWORD words`: the GA's own. Its hash was made beforehand.
    pub fn new_password(&mut self, secret: &Secret) -> Taken {
        let Some(mut one) = self.game.administration.named(&self.by.name).cloned() else {
            return Err("the keyboard has no password".into());
        };
        let Some(hash) = self.known.new_password.clone() else {
            let fault = fault_of_new(&self.game, &self.by, secret);
            return Err(fault.unwrap_or("the password could not be kept: send it again".into()).into());
        };
        one.account.set_password(PasswordSince { since: Some(self.arrived.receipt.clone()), hash });
        self.change(GaChange::Administrator(one));
        let done = Done::saying("Your password is changed. It counts for letters received after this one.");
        Ok(if self.arrived.other_recipients {
            done.and("Others received your letter too and can read the new password in it: choose another.")
        } else {
            done
        })
    }

    fn administrator(&self, name: &str) -> Result<Administrator, Fault> {
        let all = &self.game.administration;
        all.named(name.trim()).cloned().ok_or_else(|| {
            let names = all.administrators.iter().map(|one| (one.account.name.as_str(), one));
            let nearest = nearest(name, names).map(|one| one.account.name.clone());
            Fault { why: format!("there is no game administrator called {name}"), nearest }
        })
    }

    fn fault_of_last_owner(&self, one: &Administrator) -> Result<(), Fault> {
        if one.role == Role::Owner && self.game.administration.owners() < 2 {
            let name = &one.account.name;
            return Err(format!("{name} is the only owner: make somebody else an owner first").into());
        }
        Ok(())
    }

    fn forget_asked_by(&mut self, name: &str) {
        let asked = self.game.administration.asked.iter().filter(|asked| asked.by == name);
        for token in asked.map(|asked| asked.token.clone()).collect::<Vec<_>>() {
            self.change(GaChange::Answered { token });
        }
    }
}

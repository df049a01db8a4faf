//! Orders for the turn that opens next, through the whole post office.

use super::care::demo;
use super::*;
use fieldpost_desk::record::LetterNo;

impl Trial {
    fn verdict_of(&self, letter: u64) -> Verdict {
        self.office.store.letter(LetterNo(letter)).unwrap().unwrap().verdict
    }

    /// The texts of the mails to Moltke, oldest first.
    fn told_moltke(&self) -> Vec<String> {
        let rows = self.mails().into_iter().filter(|row| row.to == "moltke@prussia.example");
        rows.map(|row| self.text(&row)).collect()
    }

    fn confirmed(&mut self, words: &str) {
        self.clock.set(self.clock.now() + 60_000);
        let asked = self.office.typed("demo", words).unwrap();
        let token = asked.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        self.office.typed("demo", &format!("CONFIRM {token}")).unwrap();
        self.office.do_tasks(&[]);
    }
}

fn has_orders(trial: &Trial, unit: &str) -> bool {
    trial.office.store.order_book(&demo()).unwrap().units.contains_key(&unit.parse().unwrap())
}

#[test]
fn orders_for_the_next_turn_outlive_a_restart_and_are_filed_when_it_opens() {
    let mut trial = Trial::new();
    let early = trial.say("Moltke", "TURN 2\nUNIT PR1IN\nDEFEND DEFEND\nEND");
    assert_eq!(early, Verdict::Held("kept for turn 2".into()));
    let receipt = trial.last_text();
    assert!(receipt.contains("Kept for turn 2: PR1IN: DEFEND"), "{receipt}");
    assert!(!has_orders(&trial, "PR1IN"));
    let queue = trial.office.typed("demo", "SHOW QUEUE").unwrap();
    let queue = queue.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(queue.contains("kept for turn 2"), "{queue}");
    // Longer to wait changes nothing.
    trial.office.typed("demo", "EXTEND BY 2 days NOW").unwrap();
    let mut trial = trial.restart();
    assert_eq!(trial.verdict_of(1), early);
    trial.clock.set(trial.clock.now() + 60_000);
    trial.run_turn();
    assert_eq!(trial.verdict_of(1), Verdict::Obeyed);
    assert!(has_orders(&trial, "PR1IN"), "filed for turn 2");
    let told = trial.told_moltke();
    let last = told.last().unwrap();
    assert!(last.contains("T2] Receipt") && last.contains("was kept for turn 2"), "{last}");
    assert!(last.contains("Now in force") && last.contains("DEFEND"), "{last}");
    let mut trial = trial.restart();
    assert!(has_orders(&trial, "PR1IN") && trial.office.store.pending().unwrap().is_empty());
    trial.run_turn();
    assert!(!has_orders(&trial, "PR1IN"), "they were turn 2's alone");
}

#[test]
fn what_was_taken_back_or_written_again_before_its_turn_opened_is_not_told_of_again() {
    let mut trial = Trial::new();
    trial.say("Moltke", "TURN 2\nUNIT PR1IN\nDEFEND DEFEND\nEND");
    trial.say("Moltke", "TURN 2\nUNIT PR1IN\nMARCH A9-N7\nEND\nUNIT PR2IN\nDEFEND DEFEND\nEND");
    trial.say("Moltke", "TURN 2\nCANCEL ORDERS PR2IN");
    assert!(trial.last_text().contains("Kept for turn 2: PR1IN: MARCH A9-N7"), "{}", trial.last_text());
    assert!(!trial.last_text().contains("PR2IN:"), "{}", trial.last_text());
    trial.clock.set(trial.clock.now() + 60_000);
    trial.run_turn();
    assert!(matches!(trial.verdict_of(1), Verdict::Refused(why) if why.contains("takes its place")));
    assert_eq!(trial.verdict_of(2), Verdict::Obeyed);
    let book = trial.office.store.order_book(&demo()).unwrap();
    let lines = |unit: &str| {
        let unit = unit.parse().unwrap();
        let stands = fieldpost_desk::book::in_force(&book, &unit);
        stands.map(|filed| filed.lines.iter().map(|line| line.words.to_string()).collect::<Vec<_>>())
    };
    assert_eq!(lines("PR1IN"), Some(vec!["MARCH A9-N7".to_owned()]));
    assert_eq!(lines("PR2IN"), None, "it was taken back");
}

#[test]
fn a_game_that_goes_back_keeps_no_orders_for_a_turn_that_was_not() {
    let mut trial = Trial::new();
    trial.clock.set(trial.clock.now() + 60_000);
    trial.run_turn();
    trial.say("Moltke", "TURN 3\nUNIT PR1IN\nDEFEND DEFEND\nEND");
    assert_eq!(trial.verdict_of(1), Verdict::Held("kept for turn 3".into()));
    trial.confirmed("ROLLBACK TO TURN 1");
    assert_eq!(trial.office.games[&demo()].turn(), 1);
    assert!(matches!(trial.verdict_of(1), Verdict::Refused(why) if why.contains("went back to turn 1")));
    let told = trial.told_moltke();
    assert!(told.iter().any(|text| text.contains("is kept no more")), "{told:?}");
    trial.run_turn();
    trial.run_turn();
    assert!(!has_orders(&trial, "PR1IN"));
}

#[test]
fn orders_for_a_turn_that_never_opens_are_refused_with_the_reason() {
    let mut trial = Trial::new();
    let far = trial.say("Moltke", "TURN 3\nUNIT PR1IN\nDEFEND DEFEND\nEND");
    assert!(matches!(far, Verdict::Refused(why) if why.contains("for the next turn alone, turn 2")));
}

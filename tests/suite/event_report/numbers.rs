//! Sentences agree with the numbers in them.

use super::*;

/// Nouns that are counted in reports, one and more.
const COUNTED: [(&str, &str); 13] = [
    ("man", "men"),
    ("unit", "units"),
    ("square", "squares"),
    ("supply", "supplies"),
    ("battery", "batteries"),
    ("straggler", "stragglers"),
    ("prisoner", "prisoners"),
    ("battle", "battles"),
    ("city", "cities"),
    ("turn", "turns"),
    ("player", "players"),
    ("letter", "letters"),
    ("brigade", "brigades"),
];

/// What does not agree with the number before it: `1 men`, `2 man`, `about 0`.
fn disagreements(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let mut found = Vec::new();
    for pair in words.windows(2) {
        // A number at a sentence's end counts nothing.
        let (number, noun) = (plain(pair[0]), plain(pair[1]));
        let is_about_nothing = pair[0] == "about" && number_of(&noun) == Some(0);
        let disagrees = number_of(&number)
            .filter(|_| !pair[0].ends_with([',', '.', ':', ';', ')']))
            .is_some_and(|number| {
                COUNTED
                    .iter()
                    .any(|(one, more)| (number == 1 && noun == *more) || (number != 1 && noun == *one))
            });
        if is_about_nothing || disagrees {
            found.push(pair.join(" "));
        }
    }
    found
}

fn number_of(word: &str) -> Option<u32> {
    word.parse().ok()
}

/// Every sentence that counts, with nothing, one, two and five.
#[test]
fn every_sentence_agrees_with_its_number() {
    assert_eq!(
        disagreements("1 men, 2 man; about 0 lost. 1 man in 2 squares"),
        ["1 men,", "2 man;", "about 0"]
    );
    for number in [0, 1, 2, 5] {
        let mut stage = Stage::new();
        let from = stage.place("A9-N7", (7, 3));
        let mut tell = |kind, unit: &str, saw, other: Option<&str>| {
            stage.tell(kind, unit, saw, |event| {
                event.men = Some(number);
                event.other = other.map(|other| other.to_owned().into());
                event.change = Some(-i32::try_from(number).unwrap());
                event.why = Some("hunger".into());
                event.from = matches!(kind, Kind::Shatter).then_some(from);
            });
        };
        for unit in ["PR1IN", "AU1IN"] {
            for kind in [Kind::Withdraw, Kind::Rejoin, Kind::StragglersReturn, Kind::Desert, Kind::Shatter] {
                tell(kind, unit, Saw::All, None);
            }
            tell(Kind::Surrender, unit, Saw::All, Some("Trautenau"));
            tell(Kind::Bombard, "AU7LA", Saw::All, Some(unit));
            tell(Kind::Bombard, "PR7LA", Saw::All, Some(unit));
            tell(Kind::Bombard, "AU8LA", Saw::End, Some(unit));
        }
        tell(Kind::LoseSupplies, "PR1CQ", Saw::All, None);
        tell(Kind::Morale, "PR1IN", Saw::All, None);
        for _ in 0..number {
            let mut report = battle("PR");
            (report.attackers.units[0].men, report.attackers.units[0].fire) = (number, number);
            (report.defenders.units[0].men, report.defenders.units[0].fire, report.front) =
                (number, 0, number);
            stage.tell(Kind::Combat, "", Saw::All, |event| event.battle = Some(Cow::Owned(report)));
        }
        let unit = stage.unit("PR2IN");
        (unit.stragglers, unit.prisoners, unit.wounded) = (number, number, number);
        stage.world.state.cities.values_mut().for_each(|city| city.supplies = number);
        stage.world.state.depots.iter_mut().for_each(|depot| depot.supplies = number);
        let press = Press::new().unwrap();
        let (shop, wishes) = (Shop::new(&press), Wishes { pictures: false, ..Wishes::default() });
        let theatre = Theatre { atlas: &stage.world.atlas, book: &ROTD_EUWOL };
        let reports =
            turn_reports(theatre, &stage.outcome(), PlayerNo(0), &heading("Moltke"), &wishes, &shop);
        for report in reports.unwrap() {
            let text = report.printed.text.split("\nGAME ").next().unwrap().to_owned();
            assert_eq!(disagreements(&text), Vec::<String>::new(), "{text}");
            let page = said(&report.html.unwrap());
            assert_eq!(disagreements(&page), Vec::<String>::new(), "{page}");
        }
    }
}

//! Sample mails that take every branch of the templates, to check templates with before a player sees them.
//!
//! They are made of the types that the office itself prints, so that they cannot go stale; the reports are those of a
//! small war that is played for it, by the machine on both sides.

use std::collections::BTreeMap;

use anyhow::anyhow;
use serde_json::Value;

use crate::help::Tongue;
use crate::order_forms::order_forms;
use crate::samples::things::{GAME, complaint, stamp, unit};
use crate::views::{self, Fellow, Notice, Reminder, TooLarge, Welcome};
use fieldpost_desk::answer::{
    AlsoAnswered, Answer, Body, HeldNotice, HelpAnswer, LineReading, NewsNotice, OfficeReceipt, OrderReceipt,
    PressNotice, ReadingAnswer, Refusal, RefusalReason, Standing, StatusAnswer, To, UnitNews, UnitReceipt,
    UnitStanding, Weight,
};
use fieldpost_desk::arrived::Ignored;
use fieldpost_desk::record::{GameName, LetterNo, Right};
use fieldpost_door::foresight::{Ends, Grade, Kind, Statement};
use fieldpost_door::{Rulebook, Rulebooks, Samples};
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::{Wish, Wishes};
use fieldpost_grammar::{HOUSE, Language};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::{MARKUP, Press, Printed};
use fieldpost_print::report::Report;
use fieldpost_print::shop::{DeskKit, Shop};

mod day;
mod desk;
mod ga;
#[cfg(test)]
mod tests;
mod things;

/// A sample mail as it was printed.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Such as `receipt-2`.
    pub name: String,
    pub subject: String,
    pub text: String,
    /// The page.
    pub html: String,
}

/// Prints every kind of mail with a press, which holds its templates to account where it is a strict one.
///
/// # Errors
/// The first template that cannot be printed, with its place.
pub fn print(press: &Press, rulebooks: Rulebooks) -> anyhow::Result<Vec<Sample>> {
    let language = rulebooks.0.first().map_or(&HOUSE, |rulebook| rulebook.language);
    let mut samples = Vec::new();
    let mut numbers = BTreeMap::<&str, usize>::new();
    for (stem, view) in of_the_house(language)? {
        let number = numbers.entry(stem).or_default();
        *number += 1;
        samples.push(sample(press, stem, *number, &view)?);
    }
    for rulebook in rulebooks.0 {
        samples.extend(of_rulebook(press, rulebook)?);
    }
    Ok(samples)
}

/// What the house prints of its own: the stem of a template and what it sees.
fn of_the_house(language: &'static Language) -> anyhow::Result<Vec<(&'static str, Value)>> {
    let mut views = Vec::new();
    for (answer, last_today) in answers() {
        let mut view = views::of_answer(&answer, last_today, &tongue(&answer, language));
        if let Some(host) = view.get_mut("host").filter(|_| last_today) {
            *host = MARKUP.into();
        }
        views.push((views::stem_of(&answer.body), view));
    }
    for game in [Some(GAME), None] {
        let words =
            "Turn 4 is due and is held.\n\nWhen all is right, run it with\n\n    fieldpost turn demo --now";
        views.push(("notice", serde_json::to_value(Notice { game, title: MARKUP, words })?));
    }
    let too_large = TooLarge { received: stamp(), bytes: 9_000_000, limit: 2_097_152 };
    views.push(("too_large", serde_json::to_value(too_large)?));
    views.push(("summary", serde_json::to_value(day::bad())?));
    views.push(("summary", serde_json::to_value(day::quiet())?));
    for waits in [false, true] {
        views.push(("ga_welcome", serde_json::to_value(desk::ga_welcome(waits))?));
    }
    for (run, differs) in [(false, true), (true, true), (true, false), (false, false)] {
        views.push(("went_back", serde_json::to_value(desk::went_back(run, differs))?));
    }
    views.push(("password", serde_json::to_value(ga::taken_seat())?));
    Ok(views)
}

fn sample(press: &Press, stem: &str, number: usize, view: &impl serde::Serialize) -> anyhow::Result<Sample> {
    let (printed, html) = press.both(stem, view, true)?;
    Ok(Sample::of(format!("{stem}-{number}"), printed, html))
}

impl Sample {
    fn of(name: String, printed: Printed, html: Option<String>) -> Self {
        let Printed { subject, text, .. } = printed;
        Sample { name, subject, text, html: html.unwrap_or_default() }
    }
}

fn reminder(of_game: Value) -> Reminder {
    Reminder {
        game: GAME.into(),
        title: MARKUP.into(),
        player: MARKUP.into(),
        turn: 4,
        deadline: stamp(),
        left: "23 hours".into(),
        silence: vec![format!("{MARKUP}: ! it has no supply.")],
        awaited: Some(MARKUP.into()),
        of_game,
    }
}

fn welcome(of_game: Value, waits: bool) -> Welcome {
    let fellow = |offices: &str| Fellow {
        name: MARKUP.into(),
        nation: "Austria".into(),
        offices: offices.into(),
        machine: offices.is_empty(),
    };
    Welcome {
        game: GAME.into(),
        title: MARKUP.into(),
        turn: 1,
        player: MARKUP.into(),
        nation: "Prussia".into(),
        password: "heron-quill-maple".into(),
        deadline: stamp(),
        schedule: "every Sunday at 20:00".into(),
        address: "orders@example.org".into(),
        aims: vec![
            "The war is about Bohemia.".into(),
            "A campaign lasts 12 turns at most (rule 5.1).".into(),
        ],
        fellows: vec![fellow("War Minister"), fellow("")],
        of_game,
        noun: "unit",
        commands: 9,
        deputises: 2,
        waits,
    }
}

/// Answers of every kind: with everything there can be in them, and with as little.
fn answers() -> Vec<(Answer, bool)> {
    let bodies = [
        (Body::Receipt(Box::new(full_receipt())), 3, true),
        (
            Body::Receipt(Box::new(OrderReceipt {
                only_checked: true,
                refused: None,
                errors: 1,
                fail: 0,
                ..full_receipt()
            })),
            1,
            false,
        ),
        (Body::Receipt(Box::new(bare_receipt())), 0, false),
        (Body::Receipt(Box::new(plain_receipt())), 0, false),
        (Body::Receipt(Box::new(OrderReceipt { fail: 1, ..bare_receipt() })), 0, false),
        (Body::Refusal(full_refusal()), 1, true),
        (
            Body::Refusal(Refusal { games: Vec::new(), help: Vec::new(), reading: None, ..full_refusal() }),
            0,
            false,
        ),
        (Body::Refusal(of_two_games(true)), 1, false),
        (Body::Refusal(of_two_games(false)), 0, false),
        (Body::Held(held()), 0, false),
        (Body::Held(HeldNotice { token: String::new(), from: None, units: Vec::new(), ..held() }), 0, false),
        (Body::News(news()), 0, false),
        (Body::Press(Box::new(press())), 0, false),
        (Body::Press(Box::new(PressNotice { waited: true, player: None, seat: None, ..press() })), 0, false),
        (Body::Press(Box::new(anonymous_press())), 0, false),
        (Body::News(NewsNotice { received: None, found_late: false, notes: Vec::new(), ..news() }), 0, false),
    ];
    let answer = |(body, errors, last_today): (Body, u32, bool)| {
        let to = To::Player { name: MARKUP.into(), address: "a@example.org".into() };
        let game = Some(GameName(GAME.into()));
        (
            Answer { to, game, turn: Some(4), weight: Weight::Receipt, errors, replaceable: false, body },
            last_today,
        )
    };
    bodies.into_iter().chain(ga::bodies()).map(answer).collect()
}

fn standing(by: Option<&str>) -> Standing {
    Standing {
        by: by.map(str::to_owned),
        right: by.map(|_| Right::Commander),
        received: by.map(|_| stamp()),
        lines: vec!["MARCH H4-S1 H5-S1".into(), "CARRY 1".into()],
        is_default: by.is_none(),
    }
}

/// A statement of every kind in every grade.
fn statements() -> Vec<Statement> {
    let lie = Grade::AsThingsStand { as_long_as: format!("{MARKUP} and Cumberland (US1SL) lie in LCHE") };
    let refusal = |grade, why: &str, order: &str| Statement::new(Kind::Refusal, grade, why).of(order);
    vec![
        refusal(Grade::Sure, "no way from LCHE to OUTB", "COAST OUTB").by("WISC 6.11"),
        refusal(lie, "", "COAST LCHE").by("WISC 6.7").hinting("SORTIE goes out to fight them."),
        refusal(Grade::standing(), "in strat 2 it stays in H5-S1: its way is barred", "MARCH H5-S1 H6-S1"),
        refusal(Grade::Odds { tenths: 2 }, "the wind straight out of it", "HARBOR Hampton").by("WISC 6.12"),
        Statement::new(Kind::Shortfall, Grade::standing(), "it was to carry 2 and carries 1 (rule 11.9)"),
        Statement::new(Kind::Lack, Grade::standing(), "it has no source of supplies (rule 11.13)"),
        Statement::open(format!("Whether {MARKUP} still feeds it there is not foreseen.")),
        Statement::advice("MOVE without PHASE comes first, in tactical phase 1 (rule 5.2)"),
    ]
}

fn unit_receipt(number: u16) -> UnitReceipt {
    UnitReceipt {
        unit: unit(number),
        line: 2,
        counts: true,
        in_force: Some(standing(Some(MARKUP))),
        replaced: Some(standing(Some(MARKUP))),
        dropped: vec!["ATTACK ASSAULT".into()],
        why_not: None,
        foreseen: statements(),
        course: format!("now in H4-S1 ({MARKUP}) 7-7; after strat 1 in H5-S1 3-7"),
        ends: Ends::default(),
        complaints: vec![complaint(Some("MARCH H4-S1")), complaint(None)],
    }
}

fn full_receipt() -> OrderReceipt {
    let bare = UnitReceipt {
        counts: false,
        why_not: Some("the unit is not yours".into()),
        in_force: None,
        replaced: None,
        ..unit_receipt(4)
    };
    let by_default = UnitReceipt {
        in_force: Some(standing(None)),
        replaced: Some(standing(None)),
        why_not: Some("a later block replaces it".into()),
        ..unit_receipt(5)
    };
    let office = |counts: bool| OfficeReceipt {
        line: 9,
        column: (!counts).then_some(17),
        words: format!("ASSIGN AU3IN TO {MARKUP}"),
        counts,
        why_not: (!counts).then(|| "only the War Minister may".into()),
        result: counts.then(|| format!("AU3IN: commander {MARKUP}, no deputy")),
    };
    OrderReceipt {
        refused: Some("turn 4 is closed".into()),
        errors: 3,
        fail: 2,
        may_fail: 1,
        warnings: 2,
        is_conditional: true,
        notes: vec![format!("This letter came from {MARKUP}.")],
        units: vec![unit_receipt(3), bare, by_default],
        offices: vec![office(true), office(false)],
        office_foreseen: vec![Statement::new(
            Kind::Refusal,
            Grade::standing(),
            format!("3 supplies are not moved from {MARKUP} to H4-S1: no more is there"),
        )],
        done: vec![Wishes::default().with(Wish::NoPictures).sentence()],
        complaints: vec![complaint(Some("SET REPORTS NO PICTURES"))],
        news: vec![UnitNews { unit: unit(3), words: format!("{MARKUP} has ordered it") }],
        ignored: Ignored { quoted: 12, signature: 1, ..Ignored::default() },
        standing: Some(vec![
            UnitStanding { unit: unit(3), right: Right::Commander, standing: standing(Some(MARKUP)) },
            UnitStanding { unit: unit(4), right: Right::Deputy, standing: standing(None) },
        ]),
        standing_offices: vec![format!("ASSIGN AU3IN TO {MARKUP}")],
        called: BTreeMap::from([(unit(4), format!("{} {MARKUP}", unit(4)))]),
        status: Some(status(vec![unit(3), unit(4)])),
        help: vec![HelpAnswer { topic: Some("REPORTS".into()) }],
        reading: Some(reading()),
        ..bare_receipt()
    }
}

fn bare_receipt() -> OrderReceipt {
    OrderReceipt {
        player: MARKUP.into(),
        game: GAME.into(),
        title: MARKUP.into(),
        turn: 4,
        refused_said: None,
        over: None,
        refused: None,
        only_checked: false,
        letter: LetterNo(12),
        received: stamp(),
        also: Vec::new(),
        deadline: stamp(),
        errors: 0,
        fail: 0,
        may_fail: 0,
        warnings: 0,
        is_conditional: false,
        notes: Vec::new(),
        units: Vec::new(),
        offices: Vec::new(),
        office_foreseen: Vec::new(),
        done: Vec::new(),
        complaints: Vec::new(),
        news: Vec::new(),
        ignored: Ignored::default(),
        standing: None,
        standing_offices: Vec::new(),
        called: BTreeMap::new(),
        status: Some(StatusAnswer { is_open: false, offices: Vec::new(), ..status(Vec::new()) }),
        help: Vec::new(),
        reading: None,
    }
}

/// What most letters are answered with.
fn plain_receipt() -> OrderReceipt {
    let unit_of_plain = UnitReceipt {
        replaced: None,
        dropped: Vec::new(),
        foreseen: Vec::new(),
        course: String::new(),
        complaints: Vec::new(),
        ..unit_receipt(3)
    };
    let letter = LetterNo(11);
    let also = |units: Vec<Piece>, offices| AlsoAnswered { letter, received: stamp(), units, offices };
    OrderReceipt {
        units: vec![unit_of_plain],
        also: vec![also(vec![unit(3), unit(4)], 1), also(Vec::new(), 2), also(Vec::new(), 0)],
        status: None,
        ..bare_receipt()
    }
}

fn status(without_orders: Vec<Piece>) -> StatusAnswer {
    StatusAnswer {
        noun: "unit".into(),
        is_open: true,
        between: String::new(),
        commands: 9,
        deputises: 2,
        silence: without_orders.iter().map(|piece| format!("{piece}: ! it has no supply.")).collect(),
        without_orders,
        aims: vec![format!("{MARKUP}: 2 points for Prague, held at the end. Held now: Prague.")],
        offices: vec!["War Minister".into(), MARKUP.into()],
        address: "a@example.org".into(),
        report_wishes: Wishes::default().with(Wish::Zipped).words(),
        here: vec!["You are ready for turn 4.".into(), format!("You are {MARKUP}.")],
    }
}

fn reading() -> ReadingAnswer {
    let lines = vec![LineReading { line: 3, words: format!("not understood: {MARKUP}") }];
    ReadingAnswer { mail: vec!["text/plain, UTF-8".into()], lines }
}

fn full_refusal() -> Refusal {
    Refusal {
        reason: RefusalReason::WrongPassword,
        words: format!("The password is not that of {MARKUP}."),
        games: vec![GAME.into(), "demo".into()],
        among: Vec::new(),
        names_several: false,
        orders_in_quote: true,
        help: vec![HelpAnswer { topic: None }],
        reading: Some(reading()),
    }
}

/// To a player of two games with words of their own.
fn of_two_games(names_several: bool) -> Refusal {
    let among = [GAME, "demo"].map(|game| GameName(game.into())).to_vec();
    Refusal { among, names_several, reason: RefusalReason::WhichGame, reading: None, ..full_refusal() }
}

/// In whose words a sample speaks; of two games the second has those of the house alone.
fn tongue<'a>(answer: &Answer, language: &'static Language) -> Tongue<'a> {
    let among = match &answer.body {
        Body::Refusal(refusal) => refusal.among.as_slice(),
        _ => &[],
    };
    Tongue::among(language, among.iter().cloned().zip([language, &HOUSE]).collect())
}

fn press() -> PressNotice {
    let long = "We should draw back behind the Elbe before they find the gap between your corps and mine, and wait there.";
    PressNotice {
        player: Some(MARKUP.into()),
        title: MARKUP.into(),
        from: Some(MARKUP.into()),
        seat: Some("Austria: War Minister and Governor of Bohemia".into()),
        to: Some(format!("gablenz and {MARKUP}")),
        written: Some(stamp()),
        waited: false,
        lines: vec![format!("Dear {MARKUP},"), String::new(), long.into(), "  - UNIT AU3IN # hold".into()],
        answer_to: Some(MARKUP.into()),
    }
}

fn anonymous_press() -> PressNotice {
    PressNotice { from: None, seat: None, to: None, written: None, answer_to: None, ..press() }
}

fn held() -> HeldNotice {
    HeldNotice {
        player: MARKUP.into(),
        why: "it did not come from your registered address".into(),
        received: stamp(),
        from: Some(MARKUP.into()),
        token: "heron-quill".into(),
        deadline: stamp(),
        units: vec![unit(3), unit(4)],
    }
}

fn news() -> NewsNotice {
    NewsNotice {
        player: MARKUP.into(),
        received: Some(stamp()),
        found_late: true,
        units: vec![UnitNews { unit: unit(3), words: format!("{MARKUP} commands it now") }],
        notes: vec!["A letter that waited for your word has expired.".into()],
        deadline: stamp(),
    }
}

/// What a rulebook brings: its own words in the house's mails, and the reports of a small war, or what it has in its place.
fn of_rulebook(press: &Press, rulebook: &Rulebook) -> anyhow::Result<Vec<Sample>> {
    let of_game = of_game(press, rulebook)?;
    let mut samples = Vec::new();
    for (number, words) in (1..).zip(of_game.reminders) {
        samples.push(sample(press, rulebook.letters.reminder, number, &reminder(words))?);
    }
    let welcomes =
        of_game.welcomes.into_iter().flat_map(|words| [welcome(words.clone(), false), welcome(words, true)]);
    for (number, view) in (1..).zip(welcomes) {
        samples.push(sample(press, rulebook.letters.welcome, number, &view)?);
    }
    samples.extend((1..).zip(of_game.reports).map(|(number, report)| sample_of(number, report)));
    Ok(samples)
}

fn of_game(press: &Press, rulebook: &Rulebook) -> anyhow::Result<Samples> {
    let desk = DeskKit { address: "orders@example.org".into(), forms: order_forms(rulebook.language) };
    let shop = Shop::new(press).with_desk(desk);
    let heading = Heading {
        game: GAME.into(),
        title: MARKUP.into(),
        player: MARKUP.into(),
        deadline_local: stamp().local,
        deadline_utc: stamp().utc,
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    };
    (rulebook.samples)(&heading, &shop).map_err(|why| anyhow!(why))
}

fn sample_of(number: usize, report: Report) -> Sample {
    let Report { printed, html, .. } = report;
    Sample::of(format!("report-{number:02}"), printed, html)
}

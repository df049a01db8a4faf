//! How somebody writes who knows the language from mail alone: small words, everyday verbs, greetings.

use fieldpost_grammar::letter::{Account, Lexicon};
use fieldpost_grammar::read_letter;

use super::land::{forms, help, looks_like_order_line, read_head, read_unit_orders};
use super::{lexicon, read, told};

/// The only order of a line, in canonical words.
fn order(line: &str) -> String {
    let (orders, complaints) = read_unit_orders(line, &lexicon());
    assert_eq!(complaints, vec![], "{line}");
    assert_eq!(orders.len(), 1, "{line}");
    orders[0].words.clone()
}

/// The complaint about a line, and the nearest thing.
fn refused(line: &str) -> (String, String) {
    let (orders, complaints) = read_unit_orders(line, &lexicon());
    assert!(orders.is_empty(), "{line}: {orders:?}");
    (complaints[0].why.clone(), complaints[0].nearest.clone().unwrap_or_default())
}

fn no_complaint(text: &str) {
    assert_eq!(told(&read(text)).1, Vec::<String>::new(), "{text}");
}

#[test]
fn small_words_in_a_march_are_not_read() {
    for line in [
        "MARCH A9-N6, then A9-N7",
        "MARCH A9–N6 – A9–N7",
        "MARCH A9-N6-A9-N7",
        "MARCH to A9-N6 and A9-N7",
        "march to the square A9-N6, and then to A9-N7.",
        "Please march A9-N6 -> A9-N7",
        "and then go via A9-N6 through A9-N7, please.",
        "MARCH A9-N6 → A9-N7",
        "MARCH A9-N6 --> A9-N7 please",
        "March - A9-N6 A9-N7",
    ] {
        assert_eq!(order(line), "MARCH A9-N6 A9-N7", "{line}");
    }
    assert_eq!(order("please withdraw"), "WITHDRAW");
    assert_eq!(order("MARCH H4-S1 . please"), "MARCH H4-S1 .");
    assert_eq!(order("carry 1 from Ulm, please"), "CARRY 1 FROM Ulm");
    assert_eq!(order("MARCH TO BATTLE"), "MARCH TO BATTLE");
    assert!(looks_like_order_line("please march A9-N7"));
    assert!(refused("MARCH A9-N6 then ENTRY 5-5").0.contains("begins an order of its own"));
    assert!(refused("Please").0.contains("is not an order"));
    let (_, complaints) = read_unit_orders("please MRACH A9-N7", &lexicon());
    assert_eq!(complaints[0].nearest.as_deref(), Some("MARCH A9-N7"));
    assert_eq!((complaints[0].span.start, complaints[0].span.end), (8, 13));
}

#[test]
fn a_seventh_box_costs_the_line_and_the_player_is_told_what_counts() {
    let (why, nearest) = refused("MARCH A0-N0 A0-N1 A0-N2, A0-N3 A0-N4 A0-N5 A0-N6");
    for words in ["at most 6 boxes", "a dot counts as one", "no part of this line counts"] {
        assert!(why.contains(words), "{why}");
    }
    assert_eq!(nearest, "MARCH A0-N0 A0-N1 A0-N2, A0-N3 A0-N4 A0-N5");
    order(&nearest);
}

#[test]
fn a_march_goes_on_below_a_comma() {
    let letter = read("UNIT AU3IN\nMARCH A9-N6,  # north\n\nthen A9-N7,\n- A9-N8\nPURSUE\nEND");
    assert_eq!(told(&letter), (vec!["AU3IN: MARCH A9-N6 A9-N7 A9-N8 | PURSUE".into()], vec![]));
    let letter = read("UNIT AU3IN\nMARCH A9-N6,\nPURSUE\nA9-N7");
    let (blocks, complaints) = told(&letter);
    assert_eq!(blocks, ["AU3IN: MARCH A9-N6 | PURSUE"]);
    assert!(complaints[0].starts_with("4 These squares continue no line"), "{complaints:?}");
    assert!(complaints[0].ends_with("[MARCH A9-N6 A9-N7]"), "{complaints:?}");
}

#[test]
fn squares_that_continue_no_march_are_complained_about() {
    let (blocks, complaints) = told(&read("UNIT AU3IN\nMARCH A9-N6\nA9-N7"));
    assert_eq!(blocks, ["AU3IN: MARCH A9-N6"]);
    assert!(complaints[0].contains("write all squares of a march in one line"), "{complaints:?}");
    let (blocks, complaints) =
        told(&read("UNIT AU3IN\nMARCH A0-N0 A0-N1 A0-N2 A0-N3 A0-N4,\nA0-N5 A0-N6\nEND"));
    assert_eq!(blocks, ["AU3IN: MARCH A0-N0 A0-N1 A0-N2 A0-N3 A0-N4"]);
    assert!(complaints[0].contains("these are 7 boxes, and a march has at most 6"), "{complaints:?}");
    assert_eq!(told(&read("A9-N7")).1.len(), 1);
}

#[test]
fn a_strategic_square_in_another_order_means_a_march() {
    for line in [
        "move A9-N7",
        "MOVE to the A9-N7",
        "attack a9-n7",
        "defend A9-N7",
        "ENGAGE A9-N7",
        "SUPPORT A9-N7 RADIUS 2",
        "scout A9-N7",
        "please advance to A9-N7",
        "WITHDRAW to A9-N7",
        "A9-N7 is your goal",
    ] {
        let (why, nearest) = refused(line);
        assert_eq!(nearest, "MARCH A9-N7", "{line}: {why}");
        assert!(why.ends_with("To go there: MARCH A9-N7."), "{line}: {why}");
    }
    assert!(refused("attack a9-n8").0.starts_with("ATTACK sets how hard the unit fights"));
    assert_eq!(refused("attack 7-11").1, "MOVE 7-11");
    assert_eq!(refused("ENTRY A9-N7").1, "");
}

#[test]
fn everyday_words_lead_to_the_order_that_is_meant() {
    for line in ["stay", "HOLD", "hold position", "Stay here.", "do not move", "halt", "remain where you are"]
    {
        let (why, nearest) = refused(line);
        assert!(
            why.starts_with("A unit without a MARCH stays where it is: that needs no order."),
            "{line}: {why}"
        );
        assert_eq!(nearest, "", "{line}");
    }
    for (line, meant) in [
        ("SECOND LINE", "LINE SECOND"),
        ("in the front line", "LINE FIRST"),
        ("rear line", "LINE REAR"),
        ("ENGAGE the Prussians", "ENGAGE"),
        ("attack the Prussians", "ENGAGE"),
        ("DEFEND the town", "DEFEND DEFEND"),
        ("ATTACK ATTAK", "ATTACK ATTACK"),
        ("attack: asault.", "ATTACK ASSAULT"),
        ("ATTACK skirmsh", "ATTACK SKIRMISH"),
        ("DEFEND last dich", "DEFEND LAST-DITCH"),
        ("defend evad", "DEFEND EVADE"),
        ("halt on detectoin", "HALT ON DETECTION"),
    ] {
        assert_eq!(refused(line).1, meant, "{line}: {}", refused(line).0);
    }
    assert!(refused("DEFEND the town").0.contains("LAST-DITCH, DEFEND, SKIRMISH or EVADE"));
    for (line, words) in [
        ("ENGAGE enemy", "ENGAGE"),
        ("engage the nearest enemy in phase 2", "ENGAGE PHASE 2"),
        ("DEFEND - defend", "DEFEND DEFEND"),
        ("DEFEND DEFEND", "DEFEND DEFEND"),
        ("ATTACK - Skirmish", "ATTACK SKIRMISH"),
    ] {
        assert_eq!(order(line), words, "{line}");
    }
    assert!(refused("ENGAGE LINE FIRST").0.contains("begins an order of its own"));
}

#[test]
fn a_tactical_square_off_the_map_is_told_the_range() {
    let (why, nearest) = refused("SUPPORT 20-3 RADIUS 2");
    assert!(why.contains("they run from 0-0 to 14-14"), "{why}");
    assert_eq!(nearest, "");
}

#[test]
fn greetings_and_the_name_below_them_are_no_mistakes() {
    for greeting in [
        "With kind regards",
        "Kind regards,",
        "Regards",
        "Many thanks",
        "Yours sincerely",
        "Yours truly,",
        "Cheers!",
        "Thank you very much",
        "Mit freundlichen Grüßen",
        "Mit besten Grüssen",
        "Viele Grüße,",
        "Gruß",
        "Hochachtungsvoll",
        "Merci, Pierre",
        "Merci d'avance",
        "Muchas gracias",
        "Cordiali saluti,",
        "Med vänlig hälsning",
        "S pozdravem",
        "С уважением,",
        "LG",
    ] {
        for name in
            ["H. Moltke", "Marc", "Gen. von Moltke\nBerlin, 3 July", "Tel. 0171 2345678", "Moltke\nMax"]
        {
            no_complaint(&format!("UNIT AU3IN\nWITHDRAW\n{greeting}\n{name}"));
        }
    }
    for greeting in [
        "Dear GM,",
        "Hello",
        "Sehr geehrte Damen und Herren,",
        "Verehrter GA,",
        "Lieber Herr Schmidt!",
        "Guten Tag",
    ] {
        no_complaint(&format!("{greeting}\n\nUNIT AU3IN\nWITHDRAW"));
    }
}

#[test]
fn orders_below_a_greeting_are_read_all_the_same() {
    let (blocks, complaints) =
        told(&read("UNIT AU3IN\nWITHDRAW\nKind regards\nMoltke\nMARCH H4-S1\nUNIT AU4IN\nPURSUE"));
    assert_eq!(
        (blocks, complaints),
        (vec!["AU3IN: WITHDRAW | MARCH H4-S1".into(), "AU4IN: PURSUE".into()], vec![])
    );
    for line in [
        "MRACH H4-S1",
        "AU3IN should go to H4-S1",
        "the cavalry to 7-11",
        "WITHDRWA",
        "NO SUPPROT",
        "send 20 supplies to Linz",
    ] {
        let letter = read(&format!("PASSWORD a b\nUNIT AU3IN\nPURSUE\nKind regards\n{line}"));
        assert_eq!(told(&letter).1.len(), 1, "{line}");
    }
    let letter = read("UNIT AU3IN\nPURSUE\nThanks, and AU4IN should go to H4-S1");
    assert_eq!(told(&letter).1.len(), 1);
    let letter = read("UNIT AU3IN\nPURSUE\nRegards\nTom\nCaptain\ncarry 13 or 14 of them\n");
    assert_eq!(told(&letter).1.len(), 1);
}

#[test]
fn an_order_given_twice_was_understood() {
    let letter = read("UNIT AU3IN\nINTERCEPT 7-7 RADIUS 2\nINTERCEPT 8-8 RADIUS 2");
    let (blocks, complaints) = told(&letter);
    assert_eq!(blocks, ["AU3IN: INTERCEPT 8-8 RADIUS 2"]);
    assert!(
        complaints[0].starts_with("3 This was understood, but it is given twice for the unit;"),
        "{complaints:?}"
    );
}

#[test]
fn a_second_unit_on_a_units_line_is_no_password() {
    for line in
        ["UNIT AU3IN, AU4IN", "UNIT AU3IN and AU4IN", "UNIT AU3IN AU4IN", "AU3IN, AU4IN & AU1CQ # all"]
    {
        let letter = read(&format!("{line}\nWITHDRAW"));
        let (blocks, complaints) = told(&letter);
        assert_eq!(blocks[..2], ["AU3IN: WITHDRAW", "AU4IN: WITHDRAW"], "{line}");
        assert_eq!(complaints, Vec::<String>::new(), "{line}");
        assert!(letter.units[0].password.is_none() && letter.credentials.is_empty(), "{line}");
    }
    let letter = read("UNIT AU3IN together with AU4IN");
    assert!(letter.units[0].password.is_none());
    assert_eq!(letter.units[0].complaints[0].line, "UNIT AU3IN (hidden)");
}

#[test]
fn a_sentence_behind_a_units_id_is_no_password_where_there_is_one() {
    let letter = read("PASSWORD correct horse\nUNIT AU3IN stays here\nPURSUE\n");
    assert!(letter.units[0].password.is_none());
    let said = &letter.units[0].complaints[0];
    assert_eq!(said.line, "UNIT AU3IN (hidden)");
    assert!(said.why.contains("A unit without MARCH stays where it is."), "{said:?}");
    assert_eq!(told(&letter).0, ["AU3IN: PURSUE"]);
    for text in
        ["UNIT AU3IN stays here", "PASSWORD a b\nUNIT AU3IN stays-here", "PASSWORD a\nUNIT AU3IN stays"]
    {
        assert!(read(text).units[0].password.is_some(), "{text}");
    }
}

#[test]
fn a_password_is_read_as_people_write_it() {
    for line in [
        "PASSWORD \"hornet-cable-bugle\".",
        "PASSWORD “hornet-cable-bugle”.",
        "password: hornet-cable-bugle",
        "My password is hornet-cable-bugle",
        "my password is: \"hornet-cable-bugle\"!",
        "My password: hornet-cable-bugle",
        "Password is hornet-cable-bugle",
        "PASSWORD - hornet-cable-bugle",
    ] {
        let letter = read(&format!("{line}\nUNIT AU3IN\nPURSUE"));
        assert_eq!(
            letter.password.as_ref().map(|secret| secret.expose()),
            Some("hornet-cable-bugle"),
            "{line}"
        );
        assert_eq!((letter.credentials.len(), told(&letter).1), (1, vec![]), "{line}");
    }
    assert_eq!(read("PASSWORD is it you").password.unwrap().expose(), "is it you");
    assert_eq!(read("PASSWORD it ends so.").password.unwrap().expose(), "it ends so.");
    assert!(read("My password does not work").password.is_none());
}

#[test]
fn a_rank_before_a_players_name_is_dropped() {
    let player = |text: &str| read(text).player.unwrap().what;
    assert_eq!(player("PLAYER General von Moltke"), "von Moltke");
    assert_eq!(player("PLAYER Gen. BENEDEK TURN 4"), "benedek");
    assert_eq!(player("PLAYER Lieutenant Field Marshal Gablenz"), "gablenz");
    assert_eq!(player("PLAYER General Steinmetz"), "General Steinmetz");
    assert_eq!(read_head("PLAYER General von Moltke").player.unwrap(), "General von Moltke");
    let named = Lexicon { players: vec!["General Store".into()], ..lexicon() };
    assert_eq!(read_letter("PLAYER general store", &named).player.unwrap().what, "general store");
    let letter = read("ASSIGN AU3IN TO General Benedek");
    assert_eq!(&*letter.offices[0].words, "ASSIGN AU3IN TO benedek");
}

#[test]
fn courtesy_changes_no_example() {
    for form in forms().filter(|form| form.example.starts_with(|c: char| "ABCDEFGHILMORSTW".contains(c))) {
        let (plain, kind) = (
            read(&format!("UNIT AU3IN\n{}", form.example)),
            read(&format!("UNIT AU3IN\nplease {}", form.example)),
        );
        let words = |letter: &super::Letter| {
            let orders = letter.units.iter().flat_map(|block| &block.orders).chain(&letter.offices);
            let orders = orders.map(|order| order.words.to_string());
            let asked = letter.accounts.iter().filter(|asked| !matches!(asked.what, Account::NewPassword(_)));
            orders.chain(asked.map(|asked| asked.words.clone())).collect::<Vec<_>>()
        };
        assert_eq!(words(&plain), words(&kind), "{}", form.example);
    }
}

#[test]
fn an_order_that_cannot_be_read_behind_a_units_id_is_no_password_where_there_is_one() {
    let text = "UNIT AU3IN, march H4-S1 and then to square 8-5.";
    let letter = read(&format!("PASSWORD correct horse\n{text}"));
    let block = &letter.units[0];
    assert!(block.password.is_none());
    assert_eq!(block.complaints[0].line, text, "nothing of it is hidden");
    assert!(read(text).units[0].password.is_some(), "without another password it may be one");
}

#[test]
fn a_players_own_name_below_the_orders_is_no_mistake() {
    no_complaint("PLAYER Moltke\nUNIT AU3IN\nWITHDRAW\nMoltke");
    no_complaint("PLAYER Moltke\nUNIT AU3IN\nWITHDRAW\n- moltke.");
}

#[test]
fn help_answers_several_topics_at_once() {
    let text = help(Some("support, supplies and march please"));
    assert!(["SUPPORT c-r", "MOVE SUPPLIES", "MARCH box"].iter().all(|words| text.contains(words)), "{text}");
    assert!(help(Some("support, nonsense")).contains("no help"));
}

/// An order that the game has not, behind END, is named; what people write below their orders is not.
#[test]
fn what_is_meant_as_an_order_behind_end_is_no_remark() {
    let below = |line: &str| told(&read(&format!("UNIT AU3IN\nPURSUE\nEND\n\n{line}\n"))).1;
    for line in ["INVADE Ulm", "PAYMENT 100 TO Venice", "BESIEGE the town of Ulm"] {
        assert!(below(line).iter().any(|why| why.contains("is not an order")), "{line}: {:?}", below(line));
    }
    for line in [
        "Ulm is lovely.",
        "KING OF ULM",
        "TEL 0171 2345",
        "See you in Ulm",
        "FYI I'll be in Ulm all of next week",
    ] {
        assert_eq!(below(line), Vec::<String>::new(), "{line}");
    }
}

//! Ranks, offices, sides and seats: `grammar/land/people.abnf`. ROTD-EUWOL 3.5.
//!
//! Each parser begins behind its command's own words.

use crate::edits::Edit;
use crate::orders::{Office, OfficeOrder};
use crate::state::Rank;
use fieldpost_engine::nearest;
use fieldpost_grammar::letter::{Lexicon, Recipient};
use fieldpost_grammar::parse::{
    Near, Parsed, Reads, by, choice, clause, expected, joined, must_clause, one_of, over, perhaps, player,
    player_before, spelled, unless_over, words, words_to_the_end, words_until, wrong,
};
use fieldpost_ground::language::{nation, nation_words};
use fieldpost_ground::nation::NationCode;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map_opt, opt};
use nom::sequence::{preceded, terminated};

use super::{name, office};

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Edit>;

const MINISTERS: &[(&[&str], Office)] = &[
    (&["WAR MINISTER", "MINISTER OF WAR", "SECRETARY OF WAR"], Office::WarMinister),
    (&["TREASURY", "TREASURY MINISTER"], Office::Treasury),
    (&["MONARCH", "PRESIDENT"], Office::Monarch),
    (&["PRIME MINISTER", "VICE-PRESIDENT", "VICE PRESIDENT"], Office::PrimeMinister),
    (
        &["NAVAL MINISTER", "SECRETARY OF THE NAVY", "SECRETARY OF NAVY", "NAVAL SECRETARY"],
        Office::NavalMinister,
    ),
];

/// `army-rank = "COLONEL" / "COL" / "BRIGADIER GENERAL" / "BRIGADIER" / "BRIG GEN" / "MAJOR GENERAL" / "MAJ GEN" /
/// "LIEUTENANT GENERAL" / "LT GENERAL" / "LT GEN" / "GENERAL" / "GEN"`
const RANKS: [(&[&str], Rank); 5] = [
    (&["COLONEL", "COL"], Rank::Colonel),
    (&["BRIGADIER GENERAL", "BRIGADIER", "BRIG GEN"], Rank::BrigadierGeneral),
    (&["MAJOR GENERAL", "MAJ GEN"], Rank::MajorGeneral),
    (&["LIEUTENANT GENERAL", "LT GENERAL", "LT GEN"], Rank::LieutenantGeneral),
    (&["GENERAL", "GEN"], Rank::General),
];

/// An [`army-rank`](RANKS) that must stand here.
fn rank(input: &str) -> Parsed<'_, Rank> {
    choice("a rank such as major general", spelled(&RANKS)).parse(input)
}

/// `standing = realm [ sp [ "AS" sp ] army-rank ]`: what a new player is; a colonel without a rank
pub(super) fn standing<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, (NationCode, Option<Rank>)> {
    (by(nation, lexicon), unless_over(&[], preceded(perhaps(&["AS"]), rank))).parse(input)
}

/// `set-rank = ( "RANK" / "SET RANK" / "RANK OF" / "SET RANK OF" ) is player sp [ "TO" sp ] army-rank`
pub(super) fn set_rank<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let given = || preceded(perhaps(&["TO", "IS"]), rank);
    let (rest, player) = player_before(input, lexicon, terminated(given(), over(&[])))?;
    let (rest, rank) = given().parse(rest)?;
    Ok((rest, Edit::SetRank { player, rank }))
}

/// `give-office = ( "GIVE OFFICE" / "GIVE OFFICE OF" / "GIVE THE OFFICE OF" ) is office sp "TO" sp player`
pub(super) fn give_office<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    change_office("TO", "TO and a player's name", lexicon)
        .map(|(office, player)| Edit::SetOffice { player, office, given: true })
        .parse(input)
}

/// `take-office = ( "TAKE OFFICE" / "TAKE OFFICE OF" / "TAKE THE OFFICE OF" ) is office sp "FROM" sp player`
pub(super) fn take_office<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    change_office("FROM", "FROM and a player's name", lexicon)
        .map(|(office, player)| Edit::SetOffice { player, office, given: false })
        .parse(input)
}

/// An office, a word, and the player behind it.
fn change_office<'a>(
    word: &'static str,
    what: &'static str,
    lexicon: &Lexicon,
) -> impl Reads<'a, (Office, String)> {
    let office = move |input| office_until(&[word], input, lexicon);
    let by = move |input| must_clause(what, &[word]).parse(input);
    (office, preceded(by, player(&[], lexicon)))
}

/// `office = [ "THE" sp ] ( minister / "GOVERNOR OF" sp <the name of a bloc> )`, up to one of `stops`
fn office_until<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Office> {
    const WHAT: &str = "an office such as {=War Minister} or Governor of Saxony";
    let what = lexicon.language.text(WHAT);
    let (input, _) = opt(words(&["THE"])).parse(input)?;
    let (rest, title) = words_until(stops, input);
    if title.is_empty() {
        return expected(input, WHAT);
    }
    if let Ok((_, office)) = alt((terminated(one_of(spelled(MINISTERS)), over(&[])), governor)).parse(title) {
        return Ok((rest, office));
    }
    let titles = Office::all_titles().map(|row| (row.1, row.1));
    let near = nearest::nearest(title, titles).map_or(Near::Nothing, |title| Near::This(title.into()));
    wrong(input, format!("Expected {what}, found {title:?}."), near)
}

/// `"GOVERNOR OF" sp <the name of a bloc>`
fn governor(input: &str) -> Parsed<'_, Office> {
    preceded(words(&["GOVERNOR OF"]), words_to_the_end)
        .map(|bloc| Office::Governor(joined(bloc)))
        .parse(input)
}

/// `ga-assign = assign`: an empty deputy is nobody
pub(super) fn assign<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, order) = office::assign(input, lexicon)?;
    let OfficeOrder::Assign { unit, commander, deputy } = order else {
        return expected(input, name::SUCH);
    };
    let deputy = deputy.map(|name| if name == "NONE" { String::new() } else { name });
    Ok((rest, Edit::Assign { unit, commander, deputy }))
}

/// `officer = [ "THE" sp ] ( minister [ sp "OF" sp side ] / "GOVERNOR OF" sp bloc )`: an office, and of whose side if that is said
pub(super) fn officer(name: &str) -> Option<(Office, Option<NationCode>)> {
    let of = preceded(clause(&["OF"]), map_opt(words_to_the_end, side));
    let minister = terminated((one_of(spelled(MINISTERS)), opt(of)), over(&[]));
    let officer = alt((governor.map(|office| (office, None)), minister));
    preceded(opt(words(&["THE"])), officer).parse(name).ok().map(|(_, officer)| officer)
}

/// `side = <the name of a nation> / nation`
pub(super) fn side(name: &str) -> Option<NationCode> {
    NationCode::of_words(name)
}

/// Who is written to by an office or a side.
pub(super) fn group(name: &str) -> Option<Recipient> {
    let words = |nation| nation_words(nation).to_uppercase();
    match officer(name) {
        Some((Office::Governor(bloc), _)) => Some(Recipient::Officer(format!("GOVERNOR OF {bloc}"))),
        Some((office, of)) => {
            let of = of.map_or_else(String::new, |of| format!(" OF {}", words(of)));
            Some(Recipient::Officer(format!("{}{of}", office.title().to_uppercase())))
        }
        None => side(name).map(|nation| Recipient::Side(words(nation))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LANGUAGE;
    use fieldpost_grammar::read_letter;

    #[test]
    fn nations_are_read_by_the_names_of_the_book() {
        use crate::language::GITM;
        use fieldpost_ground::language::nation;
        let read = |words, language| nation(words, &Lexicon::of(language)).unwrap().1.to_string();
        for words in ["Great Britain", "GB", "BR"] {
            assert_eq!(read(words, &GITM), "BR", "{words}");
        }
        assert_eq!(read("the Italian states", &GITM), "IT");
        for (words, code) in
            [("the Union", "US"), ("Confederacy", "CS"), ("Württemberg", "WU"), ("Papal States", "PA")]
        {
            assert_eq!(read(words, &LANGUAGE), code, "{words}");
        }
        assert_eq!((read("Great Britain", &LANGUAGE), read("Italy", &LANGUAGE)), ("GB".into(), "IT".into()));
    }

    #[test]
    fn press_goes_to_sides_and_offices_and_a_player_of_that_name_comes_first() {
        let players = ["benedek".to_owned()].to_vec();
        let lexicon = Lexicon { players, ..Lexicon::of(&LANGUAGE) };
        for (line, read) in [
            ("PRESS TO AU AND Great Britain", "PRESS TO AUSTRIA, GREAT BRITAIN"),
            ("PRESS TO BR", "PRESS TO BR"),
            ("PRESS TO the War Minister of Prussia", "PRESS TO WAR MINISTER OF PRUSSIA"),
            ("PRESS TO minister of war, the Treasury", "PRESS TO WAR MINISTER, TREASURY"),
            ("PRESS TO Governor of Bohemia", "PRESS TO GOVERNOR OF Bohemia"),
            ("PRESS TO General Benedek", "PRESS TO benedek"),
        ] {
            for line in [line, read] {
                let letter = read_letter(&format!("{line}\nwords\nEND PRESS"), &lexicon);
                assert_eq!(letter.presses[0].words, read, "{line}");
            }
        }
    }
}

//! Ranks, offices, sides and seats: `grammar/land/people.abnf`. ROTD-EUWOL 3.5.
//!
//! Each parser begins behind its command's own words.

use crate::edits::Edit;
use crate::orders::{Office, OfficeOrder};
use crate::state::Rank;
use fieldpost_engine::nearest;
use fieldpost_grammar::letter::{Lexicon, Recipient};
use fieldpost_grammar::parse::{
    Near, Parsed, any_phrase, end, expected, joined, next, one_of, phrase, player, player_before, skip,
    space, words_until, wrong,
};
use fieldpost_ground::language::{nation, nation_words};
use fieldpost_ground::nation::NationCode;

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
const RANKS: [(Rank, &[&str]); 5] = [
    (Rank::Colonel, &["COLONEL", "COL"]),
    (Rank::BrigadierGeneral, &["BRIGADIER GENERAL", "BRIGADIER", "BRIG GEN"]),
    (Rank::MajorGeneral, &["MAJOR GENERAL", "MAJ GEN"]),
    (Rank::LieutenantGeneral, &["LIEUTENANT GENERAL", "LT GENERAL", "LT GEN"]),
    (Rank::General, &["GENERAL", "GEN"]),
];

/// An [`army-rank`](RANKS) that must stand here.
fn rank(input: &str) -> Parsed<'_, Rank> {
    let found = RANKS.iter().filter_map(|(rank, names)| Some((any_phrase(names, input).ok()?.0, *rank)));
    match found.min_by_key(|(rest, _)| rest.len()) {
        Some(read) => Ok(read),
        None => one_of("a rank such as major general", input, RANKS.iter().map(|row| row.1[0])),
    }
}

/// `standing = realm [ sp [ "AS" sp ] army-rank ]`: what a new player is; a colonel without a rank
pub(super) fn standing<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, (NationCode, Option<Rank>)> {
    let (rest, nation) = nation(input, lexicon)?;
    let behind = skip(&["AS"], next(rest));
    match end(behind) {
        Ok(_) => Ok((rest, (nation, None))),
        Err(_) => rank(behind).map(|(rest, rank)| (rest, (nation, Some(rank)))),
    }
}

/// `set-rank = ( "RANK" / "SET RANK" / "RANK OF" / "SET RANK OF" ) is player sp [ "TO" sp ] army-rank`
pub(super) fn set_rank<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let whole = |rest: &str| rank(skip(&["TO", "IS"], rest)).is_ok_and(|(rest, _)| end(rest).is_ok());
    let (rest, name) = player_before(input, lexicon, whole)?;
    let (rest, rank) = rank(skip(&["TO", "IS"], rest))?;
    Ok((rest, Edit::SetRank { player: name, rank }))
}

/// `give-office = ( "GIVE OFFICE" / "GIVE OFFICE OF" / "GIVE THE OFFICE OF" ) is office sp "TO" sp player`
pub(super) fn give_office<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    change_office("TO", true, input, lexicon)
}

/// `take-office = ( "TAKE OFFICE" / "TAKE OFFICE OF" / "TAKE THE OFFICE OF" ) is office sp "FROM" sp player`
pub(super) fn take_office<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    change_office("FROM", false, input, lexicon)
}

fn change_office<'a>(by: &'static str, given: bool, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, office) = office_until(&[by], input, lexicon)?;
    let Ok((rest, ())) = any_phrase(&[by], space(rest)) else {
        return expected(
            space(rest),
            if given { "TO and a player's name" } else { "FROM and a player's name" },
        );
    };
    let (rest, player) = player(&[], rest, lexicon)?;
    Ok((rest, Edit::SetOffice { player, office, given }))
}

/// `office = [ "THE" sp ] ( minister / "GOVERNOR OF" sp <the name of a bloc> )`, up to one of `stops`
fn office_until<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Office> {
    const WHAT: &str = "an office such as {=War Minister} or Governor of Saxony";
    let what = lexicon.language.text(WHAT);
    let (rest, title) = words_until(stops, skip(&["THE"], input));
    if title.is_empty() {
        return expected(input, WHAT);
    }
    let is_all = |words: &[&str]| any_phrase(words, title).is_ok_and(|(rest, ())| rest.is_empty());
    if let Some((_, office)) = MINISTERS.iter().find(|row| is_all(row.0)) {
        return Ok((rest, office.clone()));
    }
    if let Ok((bloc, ())) = any_phrase(&["GOVERNOR OF"], title)
        && !bloc.is_empty()
    {
        return Ok((rest, Office::Governor(joined(bloc))));
    }
    let titles = Office::all_titles().map(|row| (row.1, row.1));
    let near = nearest::nearest(title, titles).map_or(Near::Nothing, |title| Near::This(title.into()));
    wrong(input, format!("Expected {what}, found {title:?}."), near)
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
    let name = skip(&["THE"], name);
    if let Ok((bloc, ())) = any_phrase(&["GOVERNOR OF"], name) {
        return (!bloc.is_empty()).then(|| (Office::Governor(bloc.to_string()), None));
    }
    let stands =
        |(words, office): &(&[&str], Office)| Some((any_phrase(words, name).ok()?.0, office.clone()));
    let (rest, office) = MINISTERS.iter().find_map(stands)?;
    if end(rest).is_ok() {
        return Some((office, None));
    }
    let (nation, ()) = phrase("OF", rest).ok()?;
    Some((office, Some(side(space(nation))?)))
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

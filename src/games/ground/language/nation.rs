//! Nations in words: `grammar/ground/nation.abnf`.

use std::borrow::Cow;

use crate::nation::{ALSO_CALLED, NATIONS, NationCode};
use fieldpost_engine::nearest::nearest;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Near, Parsed, bare_word, behind, expected, phrase, words, wrong};
use nom::Parser;
use nom::combinator::opt;

/// `realm = <the name or the code of a nation>`
pub fn nation<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, NationCode> {
    let (input, _) = opt(words(&["THE"])).parse(input)?;
    let named = rows(lexicon).filter_map(|(code, name)| Some((phrase(&name, input).ok()?.0, code)));
    if let Some(read) = named.min_by_key(|(rest, _)| rest.len()) {
        return Ok(read);
    }
    let found = bare_word(input);
    let has_pieces =
        |code: &NationCode| lexicon.pieces.iter().any(|piece| piece.as_str().starts_with(code.as_str()));
    let known = |code: &NationCode| code.name().is_some() || has_pieces(code);
    match NationCode::new(found).filter(known) {
        Some(code) => Ok((behind(input, found), own(code, lexicon))),
        None if found.is_empty() => expected(input, "a nation such as AU or Austria"),
        None => {
            let names = NATIONS.iter().flat_map(|row| [(row.1, row.0), (row.0, row.0)]);
            let near = nearest(found, names).map_or(Near::Nothing, |code| Near::This(code.to_string()));
            wrong(input, format!("Expected a nation such as AU or Austria, found {found:?}."), near)
        }
    }
}

/// Nations by their names, those first that the book of a lexicon has for them: each with the code that it has there.
fn rows(lexicon: &Lexicon) -> impl Iterator<Item = (NationCode, Cow<'static, str>)> {
    let called = |name| lexicon.language.edition.called(name);
    let all = NATIONS.iter().flat_map(move |row| [(row.0, called(row.1)), (row.0, row.1.into())]);
    let also = ALSO_CALLED.iter().map(|row| (row.0, row.1.into()));
    all.chain(also).filter_map(|(code, name)| Some((own(NationCode::new(code)?, lexicon), name)))
}

/// A nation by the code that the book of a lexicon has for it.
fn own(nation: NationCode, lexicon: &Lexicon) -> NationCode {
    let row = NATIONS.iter().find(|row| row.0 == nation.as_str());
    row.and_then(|row| NationCode::new(&lexicon.language.edition.called(row.0))).unwrap_or(nation)
}

/// A nation's name, or its code where no name, or another's too, is its.
pub fn nation_words(nation: NationCode) -> String {
    let name = nation.name().filter(|name| NationCode::of_name(name) == Some(nation));
    name.unwrap_or(nation.as_str()).to_owned()
}

/// A nation by its name or code, as [`nation_words`] spells it.
///
/// # Errors
/// If there is none: the nearest name.
pub fn party(words: &str) -> Result<String, Option<String>> {
    let known =
        NATIONS.iter().find(|row| row.0.eq_ignore_ascii_case(words) || row.1.eq_ignore_ascii_case(words));
    match known.and_then(|row| NationCode::new(row.0)).or_else(|| NationCode::of_name(words)) {
        Some(nation) => Ok(nation_words(nation)),
        None => Err(nearest(words, NATIONS.iter().map(|row| (row.1, row.1))).map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nations_words_are_its_own() {
        for (code, ..) in NATIONS {
            let nation = NationCode::new(code).unwrap();
            assert_eq!(NationCode::of_words(&nation_words(nation)), Some(nation), "{code}");
        }
        assert_eq!(party("Union").as_deref(), Ok("United States"));
        assert_eq!(party("great britain").as_deref(), Ok("Great Britain"));
        assert_eq!(party("Prusia"), Err(Some("Prussia".into())));
    }
}

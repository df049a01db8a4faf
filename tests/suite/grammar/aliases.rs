//! Words of other languages for the head of a letter, its frame and the main orders of the land war: each means one thing, and is echoed
//! in English.

use std::collections::BTreeMap;

use super::*;
use fieldpost_games::LANGUAGES;
use fieldpost_grammar::{Language, forms as all_forms};

/// Words by which each thing of a letter is known, each thing by its first word.
fn known(language: &'static Language) -> Vec<(String, String)> {
    let of_forms = all_forms(language)
        .flat_map(|form| form.phrases.iter().map(|words| (words.to_string(), form.phrases[0].to_owned())));
    let block = language.block.iter().map(|words| (words.to_string(), language.block[0].to_owned()));
    let whole = language.whole.iter().map(|words| (words.to_string(), language.whole[0].to_owned()));
    of_forms.chain(block).chain(whole).collect()
}

#[test]
fn no_alias_is_another_orders_word_or_alias() {
    for language in LANGUAGES {
        let mut meanings = BTreeMap::<String, String>::new();
        for (words, thing) in known(language) {
            let before = meanings.insert(words.clone(), thing.clone());
            // A row of pieces may say twice what one word is for.
            let is_one = before.as_ref().is_none_or(|before| *before == thing);
            assert!(is_one, "{}: {words} means {thing} and {before:?}", language.name);
        }
    }
}

#[test]
fn a_letter_in_german_and_one_in_french_are_read_and_echoed_in_english() {
    let lexicon = lexicon();
    let english = "GAME bohemia\nTURN 4\nPLAYER benedek\nPASSWORD correct horse battery\nUNIT AU3IN\nMARCH H4-S1 H5-S1\nATTACK\n\
                   DEFEND\nHALT ON DETECTION\nNO FORCED MARCH\nCARRY 1\nEND\n";
    let others = [
        "SPIEL bohemia\nZUG 4\nSPIELER benedek\nPASSWORT correct horse battery\nEINHEIT AU3IN\nMARSCHIERE H4-S1 H5-S1\nANGRIFF\n\
         VERTEIDIGEN\nHALT BEI SICHT\nKEIN EILMARSCH\nTRAGE 1\nENDE\n",
        "JEU bohemia\nTOUR 4\nJOUEUR benedek\nMOT DE PASSE correct horse battery\nUNITÉ AU3IN\nMARCHER H4-S1 H5-S1\nATTAQUE\n\
         DÉFENDRE\nHALTE À VUE\nPAS DE MARCHE FORCÉE\nEMPORTER 1\nFIN\n",
        "partie bohemia\ntour 4\njoueur benedek\nmot de passe correct horse battery\nunité AU3IN\nmarcher H4-S1 H5-S1\nattaquer\n\
         défendre\nhalte à vue\npas de marche forcée\nemporter 1\nfin\n",
    ];
    let told = |text: &str| {
        let letter = read_letter(text, &lexicon);
        assert_eq!(letter.complaints, [], "{text}");
        let block = &letter.units[0];
        assert_eq!(block.complaints, [], "{text}");
        let orders = block.orders.iter().map(|read| read.words.to_string()).collect::<Vec<_>>();
        let (game, turn) = (letter.game.map(|read| read.what), letter.turn.map(|read| read.what));
        (game, turn, letter.player.map(|read| read.what), letter.password.is_some(), orders)
    };
    let wanted = told(english);
    assert_eq!(wanted.4.len(), 6, "{wanted:?}");
    for other in others {
        assert_eq!(told(other), wanted, "{other}");
    }
}

#[test]
fn a_password_behind_a_word_of_another_language_is_never_shown() {
    for word in ["PASSWORT", "Kennwort", "MOT DE PASSE", "mot de passe"] {
        let letter = read_letter(&format!("SPIELER benedek\n{word}: correct horse\nMRACH x\n"), &lexicon());
        assert!(letter.password.is_some(), "{word}");
        assert!(!format!("{:?}", letter.complaints).contains("correct horse"), "{word}");
    }
}

//! Places in their own letters. Maps, positions and orders have names in plain letters (`Koeniggraetz`), which any keyboard
//! has; what people read has them as they are written where they lie (`Königgrätz`).

use std::borrow::Cow;

/// Names whose letters are others than those of the maps, each as a whole word.
const NAMES: [(&str, &str); 36] = [
    ("Altmuehl", "Altmühl"),
    ("Boehmisch", "Böhmisch"),
    ("Bruenn", "Brünn"),
    ("Donauwoerth", "Donauwörth"),
    ("Duesseldorf", "Düsseldorf"),
    ("Gemuenden", "Gemünden"),
    ("Goeding", "Göding"),
    ("Goerlitz", "Görlitz"),
    ("Goerz", "Görz"),
    ("Goettingen", "Göttingen"),
    ("Guenzburg", "Günzburg"),
    ("Jaegerndorf", "Jägerndorf"),
    ("Jueterbog", "Jüterbog"),
    ("Koeniggraetz", "Königgrätz"),
    ("Koeniginhof", "Königinhof"),
    ("Koenigsberg", "Königsberg"),
    ("Koenigstein", "Königstein"),
    ("Kuestrin", "Küstrin"),
    ("Loetzen", "Lötzen"),
    ("Luebeck", "Lübeck"),
    ("Lueneburg", "Lüneburg"),
    ("Muehlhausen", "Mühlhausen"),
    ("Muenchen", "München"),
    ("Muenchengraetz", "Münchengrätz"),
    ("Muenster", "Münster"),
    ("Noerdlingen", "Nördlingen"),
    ("Olmuetz", "Olmütz"),
    ("Osnabrueck", "Osnabrück"),
    ("Poelten", "Pölten"),
    ("Saarbruecken", "Saarbrücken"),
    ("Schoenberg", "Schönberg"),
    ("Swinemuende", "Swinemünde"),
    ("Truebau", "Trübau"),
    ("Tuebingen", "Tübingen"),
    ("Wuerttemberg", "Württemberg"),
    ("Wuerzburg", "Würzburg"),
];

/// A text with the names of places in their own letters. Orders are left as they are: who sends a template back sends the
/// words that were mailed, and so nothing below a line `GAME ...` is changed.
pub fn spelt(text: &str) -> Cow<'_, str> {
    let (head, orders) = text.find("\nGAME ").map_or((text, ""), |at| text.split_at(at));
    let mut told = String::new();
    let mut rest = head;
    while let Some((before, name, after)) = first(rest) {
        told.push_str(before);
        told.push_str(name);
        rest = after;
    }
    if told.is_empty() && rest.len() == head.len() {
        return Cow::Borrowed(text);
    }
    told.push_str(rest);
    told.push_str(orders);
    Cow::Owned(told)
}

/// The first word of a text that is another in its own letters: what stands before it, that, what comes after.
fn first(text: &str) -> Option<(&str, &'static str, &str)> {
    let mut from = 0;
    // Every name has one of these pairs, which few other words have.
    while let Some(found) = text[from..].find(['e']).map(|at| from + at) {
        from = found + 1;
        if found == 0 || !matches!(text.as_bytes()[found - 1], b'a' | b'o' | b'u') {
            continue;
        }
        let begin = text[..found]
            .rfind(|letter: char| !letter.is_ascii_alphabetic())
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
        let end = text[found..]
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .map_or(text.len(), |at| found + at);
        if let Some((_, own)) = NAMES.iter().find(|(plain, _)| *plain == &text[begin..end]) {
            return Some((&text[..begin], own, &text[end..]));
        }
        from = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_in_their_own_letters_and_orders_left_alone() {
        assert_eq!(spelt("1 square west of Koeniggraetz, Olmuetz"), "1 square west of Königgrätz, Olmütz");
        assert_eq!(
            spelt("Boehmisch Leipa\nGAME g\nPLAYER Muenster\n"),
            "Böhmisch Leipa\nGAME g\nPLAYER Muenster\n"
        );
        assert!(matches!(spelt("A blue queue of Muensterlanders by Rouen"), Cow::Borrowed(_)));
        assert_eq!(spelt("é Bruenn"), "é Brünn");
    }
}

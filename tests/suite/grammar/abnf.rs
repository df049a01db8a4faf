//! A small reader of our ABNF files (RFC 5234 with the liberty that `grammar/house/word.abnf` names), which derives random
//! sentences from them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// One side of a rule, or a piece of it.
#[derive(Clone, Debug)]
enum Part {
    Either(Vec<Part>),
    Row(Vec<Part>),
    Times(usize, usize, Box<Part>),
    Literal(String),
    Between(char, char),
    Rule(String),
    Prose(String),
}

/// All rules of a folder of ABNF files.
pub struct Grammar {
    rules: BTreeMap<String, Part>,
    /// Each rule's text with single blanks, and the stem of its file.
    pub texts: BTreeMap<String, (String, String)>,
}

/// A derived sentence, with how often each rule was used in it.
pub struct Sentence {
    pub text: String,
    pub used: BTreeMap<String, usize>,
}

impl Sentence {
    pub fn count(&self, rule: &str) -> usize {
        self.used.get(rule).copied().unwrap_or(0)
    }
}

impl Grammar {
    /// Reads every `.abnf` file of these folders of `grammar`: what a game's letters may hold is the house's and its language's.
    pub fn load(grammar: &Path, folders: &[&str]) -> Grammar {
        let mut whole = Grammar { rules: BTreeMap::new(), texts: BTreeMap::new() };
        for folder in folders {
            let files = fs::read_dir(grammar.join(folder)).unwrap().map(|entry| entry.unwrap().path());
            for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "abnf")) {
                let home = format!("{folder}/{}", file.file_stem().unwrap().to_string_lossy());
                for line in fs::read_to_string(&file).unwrap().lines() {
                    whole.add(&home, without_comment(line).trim());
                }
            }
        }
        whole
    }

    fn add(&mut self, stem: &str, line: &str) {
        if line.is_empty() {
            return;
        }
        let (name, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{stem}.abnf: no rule: {line}"));
        let tokens = tokens(text);
        let mut place = 0;
        let part = either(&tokens, &mut place);
        assert_eq!(place, tokens.len(), "{stem}.abnf: {name}: what is {:?}?", &tokens[place..]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let before = self.texts.insert(name.into(), (stem.into(), text));
        assert!(before.is_none(), "{stem}.abnf: {name} is given twice");
        self.rules.insert(name.into(), part);
    }

    /// Rules that are named and not given, and prose that no generator knows.
    pub fn missing(&self) -> Vec<String> {
        self.missing_of("")
    }

    /// Those that the files of one folder miss.
    pub fn missing_of(&self, folder: &str) -> Vec<String> {
        let mut missing = Vec::new();
        let own = self.rules.iter().filter(|(name, _)| self.texts[*name].0.starts_with(folder));
        for (_, part) in own {
            part.visit(&mut |part| match part {
                Part::Rule(name) if !self.rules.contains_key(name) && core(name).is_none() => {
                    missing.push(name.clone())
                }
                Part::Prose(words) if prose(words).is_empty() => missing.push(format!("<{words}>")),
                _ => {}
            });
        }
        missing
    }

    /// Every literal of the grammar.
    pub fn literals(&self) -> Vec<String> {
        let mut literals = Vec::new();
        for part in self.rules.values() {
            part.visit(&mut |part| {
                if let Part::Literal(words) = part {
                    literals.push(words.clone());
                }
            });
        }
        literals
    }

    /// A random sentence of a rule.
    pub fn derive(&self, rule: &str, dice: &mut ChaCha8Rng) -> Sentence {
        let mut sentence = Sentence { text: String::new(), used: BTreeMap::new() };
        self.put(&Part::Rule(rule.into()), dice, &mut sentence);
        sentence
    }

    fn put(&self, part: &Part, dice: &mut ChaCha8Rng, into: &mut Sentence) {
        match part {
            Part::Either(parts) => self.put(&parts[dice.random_range(0..parts.len())], dice, into),
            Part::Row(parts) => parts.iter().for_each(|part| self.put(part, dice, into)),
            Part::Times(least, most, part) => {
                for _ in 0..dice.random_range(*least..=*most) {
                    self.put(part, dice, into);
                }
            }
            Part::Literal(words) => self.put_literal(words, dice, into),
            Part::Between(low, high) => into.text.push(dice.random_range(*low..=*high)),
            Part::Prose(words) => {
                let choices = prose(words);
                into.text.push_str(choices[dice.random_range(0..choices.len())]);
            }
            Part::Rule(name) => {
                *into.used.entry(name.clone()).or_default() += 1;
                match core(name) {
                    Some(choices) => into.text.push(choices[dice.random_range(0..choices.len())].into()),
                    None => self.put(&self.rules[name], dice, into),
                }
            }
        }
    }

    /// A literal in any case; a blank in it as the rule `apart`.
    fn put_literal(&self, words: &str, dice: &mut ChaCha8Rng, into: &mut Sentence) {
        let case = dice.random_range(0..4);
        for letter in words.chars() {
            let lower = case == 1 || case == 2 && dice.random_range(0..2) == 0;
            match letter {
                ' ' if dice.random_range(0..5) == 0 => self.put(&Part::Rule("apart".into()), dice, into),
                letter if lower => into.text.push(letter.to_ascii_lowercase()),
                letter => into.text.push(letter),
            }
        }
    }
}

impl Part {
    fn visit(&self, see: &mut impl FnMut(&Part)) {
        see(self);
        match self {
            Part::Either(parts) | Part::Row(parts) => parts.iter().for_each(|part| part.visit(see)),
            Part::Times(_, _, part) => part.visit(see),
            _ => {}
        }
    }
}

/// The core rules of RFC 5234 that the grammar uses.
fn core(name: &str) -> Option<&'static [u8]> {
    match name {
        "ALPHA" => Some(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
        "DIGIT" => Some(b"0123456789"),
        "WSP" => Some(b"     \t"),
        "SP" => Some(b" "),
        "LF" => Some(b"\n"),
        _ => None,
    }
}

/// What may stand where the grammar says something in words.
fn prose(words: &str) -> &'static [&'static str] {
    match of_beside(words) {
        [] => of_house_and_land(words),
        found => found,
    }
}

/// The same in the grammars of ships and of Europa.
fn of_beside(words: &str) -> &'static [&'static str] {
    match words {
        "the two letters of a state" => &["US", "cs", "Gb"],
        "the name of a ship" => &["Monitor", "st. lawrence", "St Lawrence", "Monitor (US1IC)"],
        "the code or the name of a sea area" => {
            &["GAC", "mac", "Gulf of Mexico", "Georgia Coast (GAC)", "mid-atlantic coast"]
        }
        "the code of coastal waters" => &["SAVA", "lche"],
        "the name of coastal waters" => &["Lower Chesapeake", "coast of maine", "Savannah"],
        "the code of a sea area or of coastal waters" => &["GAC", "sava"],
        "the name of a port" => &["Boston", "new  york", "Beaufort SC", "Baltimore"],
        "the name of an ocean port" => &["Boston", "Portsmouth NH", "norfolk"],
        "the name of a river port" => &["Baltimore", "PHILADELPHIA", "New Orleans"],
        "the name of an inland city" => &["Atlanta"],
        "a square of the land map" => &["K3-T8", "d2-t2"],
        "a square of a river" => &["K3-S5", "D5-V5"],
        "the id or the name of a province or a sea" => {
            &["milan", "Piedmont", "ligurian-sea", "Ligurian  Sea", "SIENA", "\"Genoa\""]
        }
        "the id or the name of a power" => &["Spain", "FRA", "venice"],
        "the id or the name of a power, or of another owner of land" => &["Spain", "FRA", "venice"],
        "the letters of a power" => &["FR", "sp", "PIR", "Mi"],
        "the name of a new leader" => &["Foix", "Gaston de Foix"],
        "the name of a technology" => &["Arquebus", "Galleon"],
        "the name of a leader" => &["Charles VIII", "charles viii"],
        "words to the end of the line" => &["two LD in Paris", "may Milan, our ally, be bought?"],
        "the name of a new ship" => &["Kearsarge", "New Ironsides"],
        _ => &[],
    }
}

/// The same in those of the house, the ground and the land war.
fn of_house_and_land(words: &str) -> &'static [&'static str] {
    match words {
        "the name of a city of the map" => &["Ulm", "linz", "Königgrätz", "koniggratz", "Bad Homburg"],
        "the name of a player of the game" => &["benedek", "GABLENZ", "von Moltke"],
        "the name of a game" => &["bohemia-1866"],
        "the words of a password" => &["correct horse battery", "\"staple # horse\"", "grün-wald-7"],
        "words" => &["text only", "the brigade of Kolin"],
        "a word without blanks" => &["ab-12-cd"],
        "words joined by hyphens" => &["heron-quill-maple"],
        "the name of a nation" => &["Austria", "GREAT BRITAIN", "saxony"],
        "the name of a bloc of states" => &["Bohemia", "Upper Austria"],
        "any words" => &[
            "",
            "UNIT AU3IN",
            "MARCH H4-S1 # at dawn",
            "END UNIT",
            "  - hold Gitschin",
            "PASSWORD swordfish",
            "PLAYER gablenz",
            "Press to Gitschin with all you have!",
            "Thanks, Tom",
        ],
        "anything" => &["", " towards Gitschin", "1 # 2"],
        "the name of an administrator" => &["tom"],
        "the name of a scenario" => &["bohemia-1866"],
        "words of a reason" => &["three players are ill", "Sunday's mail never came, it seems"],
        "the name of a bloc" => &["Saxony", "Upper Austria"],
        "a date, TO or UNTIL, and a date that is no earlier" => {
            &["2026-07-01 TO 2026-07-14", "1 July 2026 until Tue, 14 Jul 2026", "2026-07-01 till 2026-07-01"]
        }
        "the name of a field of a unit" => {
            &["morale", "Weapon", "in communications", "supply source", "tactical-square"]
        }
        "the name of a field of a city" => &["control", "Fort"],
        "a value" => &["60", "yes", "smoothbore", "H4-S1"],
        "the name of a state" => &["Saxony", "Upper Austria"],
        "the name of a constant" => {
            &["price depot mp", "treasury AU eg", "Season-Began", "captives great britain men"]
        }
        "a value of one word" => &["500", "0"],
        "a treasury" => &["AU EG", "Great Britain manpower", "pr manpower"],
        "a price" => &["DEPOT MP", "upgrade eg"],
        "the name or the code of a nation" => {
            &["AU", "pr", "Austria", "GREAT BRITAIN", "papal state", "Hesse-Kassel"]
        }
        "a mail address" => &["anna@example.org", "von.clam+war@mail.example.co.uk"],
        "a date with its day of the week" => {
            &["Sunday 12 July 2026", "sun, 12 Jul 2026", "Sunday the 12th of July 2026"]
        }
        "a day of the month" => &["1", "9", "12", "28"],
        "a day of the month in two figures" => &["01", "12", "28"],
        "a line of a text" => &[
            "",
            "  MOVE UNIT AU3IN TO Linz   # not read",
            "END GAME",
            "> the truce holds – until Sunday",
            "player = \"Benedek\"",
            "The end",
        ],
        "greeting or closing words" => {
            &["Dear GM,", "Hello all!", "Thanks and regards", "Best wishes, Tom", "With kind regards"]
        }
        _ => &[],
    }
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            ';' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => rest[1..].find('"').expect("a closing quote") + 2,
            '<' => rest.find('>').expect("a closing bracket") + 1,
            '(' | ')' | '[' | ']' | '/' => 1,
            '0'..='9' | '*' => rest.find(|c: char| !(c.is_ascii_digit() || c == '*')).unwrap_or(rest.len()),
            _ => rest.find([' ', ')', ']', '/', '(', '[']).unwrap_or(rest.len()),
        };
        tokens.push(rest[..length].to_string());
        rest = rest[length..].trim_start();
    }
    tokens
}

fn either(tokens: &[String], place: &mut usize) -> Part {
    let mut choices = vec![row(tokens, place)];
    while tokens.get(*place).is_some_and(|token| token == "/") {
        *place += 1;
        choices.push(row(tokens, place));
    }
    if choices.len() == 1 { choices.remove(0) } else { Part::Either(choices) }
}

fn row(tokens: &[String], place: &mut usize) -> Part {
    let mut parts = Vec::new();
    while tokens.get(*place).is_some_and(|token| !matches!(token.as_str(), "/" | ")" | "]")) {
        parts.push(element(tokens, place));
    }
    if parts.len() == 1 { parts.remove(0) } else { Part::Row(parts) }
}

fn element(tokens: &[String], place: &mut usize) -> Part {
    let token = tokens[*place].as_str();
    *place += 1;
    match token.chars().next().unwrap() {
        '(' => closed(tokens, place, ")"),
        '[' => Part::Times(0, 1, Box::new(closed(tokens, place, "]"))),
        '"' => Part::Literal(token.trim_matches('"').into()),
        '<' => Part::Prose(token.trim_matches(['<', '>']).into()),
        '%' => between(token),
        '0'..='9' | '*' => {
            let (least, most) = times(token);
            Part::Times(least, most, Box::new(element(tokens, place)))
        }
        _ => Part::Rule(token.into()),
    }
}

fn closed(tokens: &[String], place: &mut usize, by: &str) -> Part {
    let part = either(tokens, place);
    assert_eq!(tokens.get(*place).map(String::as_str), Some(by), "in {tokens:?}");
    *place += 1;
    part
}

/// `%x31-36` or `%x31`.
fn between(token: &str) -> Part {
    let letter = |hex: &str| char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap();
    let range = token.strip_prefix("%x").expect("only hexadecimal characters");
    let (low, high) = range.split_once('-').unwrap_or((range, range));
    Part::Between(letter(low), letter(high))
}

/// `*`, `1*`, `*5`, `2*4` or `2`; without an upper bound, at most two more than the lower one.
fn times(token: &str) -> (usize, usize) {
    let Some((least, most)) = token.split_once('*') else {
        let count = token.parse().unwrap();
        return (count, count);
    };
    let least = least.parse().unwrap_or(0);
    (least, most.parse().unwrap_or(least + 2))
}

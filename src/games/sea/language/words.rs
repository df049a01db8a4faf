//! Cutting a line into words: phrases in any case, numbers, ids, squares, ports.

use crate::chart::{Chart, CoastNo, PortNo, SeaNo};
use crate::language::names::Names;
use crate::place::{Magazine, Place};
use crate::ship::ShipId;
use fieldpost_engine::nearest::nearest;
use fieldpost_grammar::parse::phrase;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// What is left of a line, and the chart whose names it uses.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The rest of the line.
    pub rest: &'a str,
    pub chart: &'a Chart,
    /// The names of ships, where they are known.
    pub names: Option<&'a Names>,
}

impl<'a> Words<'a> {
    /// A line's words.
    pub fn of(line: &'a str, chart: &'a Chart) -> Words<'a> {
        Words { rest: line.trim(), chart, names: None }
    }

    /// The next word, which is then behind.
    pub fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
        let (word, left) = rest.split_at(end);
        self.rest = left.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        (!word.is_empty()).then_some(word)
    }

    /// Whether the line goes on with these words, as every order's are matched; they are then behind.
    pub fn take(&mut self, words: &str) -> bool {
        let Ok((rest, ())) = phrase(words, self.rest.trim_start()) else { return false };
        self.rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        true
    }

    /// Which of some phrases the line goes on with.
    pub fn one_of<T: Copy>(&mut self, phrases: &[(&str, T)]) -> Option<T> {
        phrases.iter().find(|(phrase, _)| self.take(phrase)).map(|row| row.1)
    }

    /// That nothing follows.
    ///
    /// # Errors
    /// What does, in a sentence.
    pub fn end(self) -> Result<(), String> {
        if self.rest.trim().is_empty() {
            Ok(())
        } else {
            Err(format!("nothing was expected after this, found {:?}", self.rest))
        }
    }

    /// A number within bounds.
    ///
    /// # Errors
    /// That there is none.
    pub fn number(&mut self, what: &str, least: u32, most: u32) -> Result<u32, String> {
        let mut ahead = *self;
        let word = ahead.word().unwrap_or("nothing");
        let plain: String = word.chars().filter(|c| *c != ',').collect();
        let number = plain.parse().ok().filter(|number| (least..=most).contains(number));
        let number = number.ok_or_else(|| format!("expected {what}, {least} to {most}, found {word}"))?;
        *self = ahead;
        Ok(number)
    }

    /// A ship's id, or her name.
    ///
    /// # Errors
    /// That it is neither.
    pub fn ship(&mut self) -> Result<ShipId, String> {
        let mut ahead = *self;
        let word = ahead.word().unwrap_or("nothing");
        let id = word.parse::<ShipId>();
        match (&id, self.names.and_then(|names| names.begun(self.rest.trim_start()))) {
            (Err(_), Some(found)) => {
                let (id, rest) = found?;
                self.rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
                Ok(id)
            }
            (Err(_), None) if self.names.is_some() => {
                Err(format!("{word} is no ship's id such as US1FR, and no ship of this game is called so"))
            }
            _ => {
                *self = ahead;
                id
            }
        }
    }

    /// The longest of some names with which the rest of the line begins; it is then behind.
    fn named<'n>(&mut self, names: impl Iterator<Item = &'n String>) -> Option<usize> {
        let rest = self.rest;
        let behind = |name: &str| {
            let (begin, behind) = rest.split_at_checked(name.len())?;
            let is_whole = !behind.starts_with(char::is_alphanumeric);
            (is_whole && begin.eq_ignore_ascii_case(name)).then_some(behind)
        };
        let found = names.enumerate().filter_map(|(place, name)| Some((name.len(), place, behind(name)?)));
        let (_, place, behind) = found.max_by_key(|row| row.0)?;
        self.rest = behind.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        Some(place)
    }

    /// A sea area by its code or its name.
    ///
    /// # Errors
    /// That there is none, with the nearest; of coastal waters, that COAST goes there.
    pub fn sea(&mut self) -> Result<SeaNo, String> {
        if let Some(place) = self.named(self.chart.seas.iter().map(|sea| &sea.name)) {
            self.past_code(&self.chart.seas[place].code);
            return Ok(SeaNo(place as u8));
        }
        if let Some(coast) = self.coast_ahead() {
            let coast = self.chart.coast(coast);
            let (code, name) = (&coast.code, &coast.name);
            return Err(format!("{code} ({name}) are coastal waters and no sea area: COAST {code}"));
        }
        let word = self.word().unwrap_or("nothing");
        let near = nearest(word, self.chart.seas.iter().map(|sea| (&sea.code, sea.code.as_str())));
        self.chart.sea_of(word).ok_or_else(|| unknown(word, "sea area such as GAC", near))
    }

    /// A code in brackets behind its name, as reports write it.
    fn past_code(&mut self, code: &str) {
        let inside = self.rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        if let Some((_, behind)) = inside.filter(|(named, _)| named.trim().eq_ignore_ascii_case(code)) {
            self.rest = behind.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        }
    }

    /// Whether coastal waters are next, by code or name.
    fn coast_ahead(&self) -> Option<CoastNo> {
        let mut ahead = *self;
        let named = ahead.named(self.chart.coasts.iter().map(|coast| &coast.name));
        named.map(|place| CoastNo(place as u8)).or_else(|| self.chart.coast_of((*self).ahead()))
    }

    /// The next word, which stays ahead.
    fn ahead(mut self) -> &'a str {
        self.word().unwrap_or_default()
    }

    /// Coastal waters by their code or their name, with "coastal waters" behind it or without.
    ///
    /// # Errors
    /// That there are none, with the nearest; of a sea area, that SAIL goes there.
    pub fn coast(&mut self) -> Result<CoastNo, String> {
        if let Some(place) = self.named(self.chart.coasts.iter().map(|coast| &coast.name)) {
            self.take("COASTAL WATERS");
            self.past_code(&self.chart.coasts[place].code);
            return Ok(CoastNo(place as u8));
        }
        let sea = (*self).named(self.chart.seas.iter().map(|sea| &sea.name)).map(|place| SeaNo(place as u8));
        if let Some(sea) = sea.or_else(|| self.chart.sea_of((*self).ahead())) {
            let sea = self.chart.sea(sea);
            let (code, name) = (&sea.code, &sea.name);
            return Err(format!("{code} ({name}) is a sea area and no coastal waters: SAIL {code}"));
        }
        let word = self.word().unwrap_or("nothing");
        let near = nearest(word, self.chart.coasts.iter().map(|coast| (&coast.code, coast.code.as_str())));
        self.chart.coast_of(word).ok_or_else(|| unknown(word, "coastal waters such as SAVA", near))
    }

    /// A port by its name, up to one of the words that may follow a name.
    ///
    /// # Errors
    /// That there is none, with the nearest.
    pub fn port(&mut self) -> Result<PortNo, String> {
        let name = self.name();
        let near = nearest(&name, self.chart.ports.iter().map(|port| (&port.name, port.name.as_str())));
        self.chart.port_of(&name).ok_or_else(|| unknown(&name, "port", near))
    }

    /// A place that keeps naval stores: a port or an inland city by its name, a depot or cache by its square.
    ///
    /// # Errors
    /// That there is none, with the nearest port.
    pub fn magazine(&mut self) -> Result<Magazine, String> {
        let mut ahead = *self;
        let name = ahead.name();
        let city =
            self.chart.cities.iter().find(|(city, _)| city.eq_ignore_ascii_case(&name)).map(|row| row.1);
        let Some(at) = city.or_else(|| self.chart.grid.parse(&name).ok()) else {
            return self.port().map(Magazine::Port);
        };
        *self = ahead;
        Ok(self.chart.port_at(at).map_or(Magazine::Inland(at), Magazine::Port))
    }

    /// The words up to one that no name has.
    pub fn name(&mut self) -> String {
        const AFTER: [&str; 8] = ["FIRST", "AFTER", "TO", "FROM", "NAME", "WITH", "DEPUTY", "PHASE"];
        let mut words = Vec::new();
        loop {
            let mut ahead = *self;
            match ahead.word() {
                Some(word) if !AFTER.iter().any(|known| known.eq_ignore_ascii_case(word)) => words.push(word),
                _ => return words.join(" "),
            }
            *self = ahead;
        }
    }

    /// A square of the land map.
    ///
    /// # Errors
    /// That it is none.
    pub fn square(&mut self) -> Result<StrategicSquare, String> {
        let word = self.word().unwrap_or("nothing");
        self.chart.grid.parse(word).map_err(|fault| fault.to_string())
    }

    /// A tactical square, if one is next.
    pub fn tactical(&mut self) -> Option<TacticalSquare> {
        let mut ahead = *self;
        let (col, row) = ahead.word()?.split_once('-')?;
        let tac = TacticalSquare::new(col.parse().ok()?, row.parse().ok()?)?;
        *self = ahead;
        Some(tac)
    }

    /// A river square: by its name, or by that of the port there.
    ///
    /// # Errors
    /// That it is none, or no river.
    pub fn river(&mut self) -> Result<StrategicSquare, String> {
        let mut ahead = *self;
        let square = ahead.word().and_then(|word| self.chart.grid.parse(word).ok());
        if let Some(at) = square {
            *self = ahead;
            return Ok(at);
        }
        let port = self.port()?;
        match self.chart.port_place(port).and_then(|place| self.chart.river_square(place)) {
            Some(at) => Ok(at),
            None => Err(format!("{} is an ocean port and no river (WISC 6.1)", self.chart.port(port).name)),
        }
    }

    /// A harbor, or a river square.
    ///
    /// # Errors
    /// That it is neither.
    pub fn haven(&mut self) -> Result<Place, String> {
        let mut ahead = *self;
        let name = ahead.name();
        match self.chart.place_named(&name).filter(|place| place.is_inland()) {
            Some(place) => {
                *self = ahead;
                Ok(place)
            }
            None => Err(format!("{name:?} is no port and no river square")),
        }
    }
}

fn unknown(word: &str, what: &str, near: Option<&str>) -> String {
    let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
    format!("{word} is no {what}{near}")
}

//! Cutting a line into words: phrases in any case, numbers, ids, squares, ports.

use crate::engine::nearest::nearest;
use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::sea::chart::{Chart, CoastNo, PortNo, SeaNo};
use crate::games::sea::place::Place;
use crate::games::sea::ship::ShipId;

/// What is left of a line, and the chart whose names it uses.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The rest of the line.
    pub rest: &'a str,
    /// The chart.
    pub chart: &'a Chart,
}

impl<'a> Words<'a> {
    /// A line's words.
    pub fn of(line: &'a str, chart: &'a Chart) -> Words<'a> {
        Words { rest: line.trim(), chart }
    }

    /// The next word, which is then behind.
    pub fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
        let (word, left) = rest.split_at(end);
        self.rest = left.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        (!word.is_empty()).then_some(word)
    }

    /// Whether the line goes on with these words, in any case; they are then behind.
    pub fn take(&mut self, phrase: &str) -> bool {
        let mut ahead = *self;
        let is_next =
            phrase.split(' ').all(|part| ahead.word().is_some_and(|word| word.eq_ignore_ascii_case(part)));
        if is_next {
            *self = ahead;
        }
        is_next
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

    /// A ship's id.
    ///
    /// # Errors
    /// That it is none.
    pub fn ship(&mut self) -> Result<ShipId, String> {
        self.word().unwrap_or("nothing").parse()
    }

    /// A sea area by its code, or the whole rest by its name.
    ///
    /// # Errors
    /// That there is none, with the nearest.
    pub fn sea(&mut self) -> Result<SeaNo, String> {
        let named = self.chart.seas.iter().position(|sea| sea.name.eq_ignore_ascii_case(self.rest.trim()));
        if let Some(place) = named {
            self.rest = "";
            return Ok(SeaNo(place as u8));
        }
        let word = self.word().unwrap_or("nothing");
        let near = nearest(word, self.chart.seas.iter().map(|sea| (&sea.code, sea.code.as_str())));
        self.chart.sea_of(word).ok_or_else(|| unknown(word, "sea area such as GAC", near))
    }

    /// Coastal waters by their code.
    ///
    /// # Errors
    /// That there are none, with the nearest.
    pub fn coast(&mut self) -> Result<CoastNo, String> {
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

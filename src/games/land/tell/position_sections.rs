//! Where things stand as sections, from which all faces of the position are laid out: the first that must be known, then what is to be done,
//! then what is looked up.

use crate::aloud;
use crate::aloud_land;
use crate::beside::Beside;
use crate::extract::{self, Piece};
use crate::held;
use crate::illustrations::{self, windows};
use crate::lists;
use crate::maps::Maps;
use crate::order_form;
use crate::sheets::SheetView;
use crate::standing::Standing;
use fieldpost_engine::words::{counted, grouped};
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::Window;
use fieldpost_print::form::Letter;
use fieldpost_print::section::{
    Bar, Block, Boxed, Drawn, Head, Listed, Moment, Rank, Row, Section, Sending, Sheet,
};

/// Most parts of the strategic map in a mail that shows less than there is: those with most units.
const MOST_MAPS: usize = 2;

/// Most tactical maps in a mail that shows less than there is: of squares in which others stand.
const MOST_SHEETS: usize = 3;

impl Standing<'_> {
    /// All of it that is shown.
    pub(crate) fn sheet(&self) -> Sheet {
        if self.is_spoken {
            return self.of_sections(self.spoken_sections());
        }
        let shown = self.shown;
        let mut sections = vec![self.station(), self.attention()];
        if shown.lists {
            sections.extend(self.beside(|rank| rank <= Rank::Attention));
            sections.extend([self.map(), self.charts()]);
        }
        sections.push(self.orders());
        if shown.lists {
            sections.extend([lists::units(self), lists::unusual(&self.view.position), lists::commands(self)]);
            sections.extend(self.beside(|rank| rank > Rank::Attention));
        }
        sections.push(self.tactical());
        if shown.lists {
            sections.extend([lists::stores(self), lists::others_seen(self), lists::own_seen(self)]);
            sections.push(lists::hearsay(self));
        }
        if shown.whole {
            sections.extend([self.words(), self.form()]);
        }
        self.of_sections(sections)
    }

    fn of_sections(&self, mut sections: Vec<Section>) -> Sheet {
        sections.retain(|section| !section.blocks.is_empty());
        Sheet { what: "Position".into(), head: Head::Game, under: self.under(), sections }
    }

    /// What is said of it to who hears it: what presses most before what lies nearest.
    fn spoken_sections(&self) -> Vec<Section> {
        let mut sections = vec![self.station(), self.attention(), self.orders()];
        sections.extend(self.beside(|rank| rank <= Rank::Attention));
        let [posts, deputised] = aloud::posts(self);
        sections.extend([posts, aloud::others_seen(self)]);
        sections.extend(self.beside(|rank| rank > Rank::Attention));
        sections.extend([aloud_land::stores(self), aloud_land::around(self), aloud_land::commands(self)]);
        sections.extend([lists::commands(self), lists::hearsay(self), deputised]);
        sections
    }

    fn under(&self) -> String {
        let date =
            self.given.heading.date(self.view.turn).map(|date| format!(", {date}")).unwrap_or_default();
        format!("Position at the start of turn {}{date}", self.view.turn)
    }

    /// Who the player is, until when orders count, and what the player may spend.
    fn station(&self) -> Section {
        let deadline = Boxed { bar: Bar::Note, blocks: vec![Block::Moment(self.deadline())] };
        let section = Section::new("station", "").with(self.player()).with(Block::Boxed(deadline));
        self.means().map(Block::Words).fold(section, Section::with)
    }

    fn player(&self) -> Block {
        let station = &self.view.position.station;
        if self.vantage.is_umpire() {
            return Block::Words("The whole board, from no side.".into());
        }
        let offices: String = station.offices.iter().map(|office| format!(", {office}")).collect();
        let words = format!(", {} of {}{offices}.", station.rank, self.vantage.player.nation.spoken());
        let loud = self.view.player.clone();
        Block::Listing(vec![Listed { loud, words, lines: Vec::new() }])
    }

    fn deadline(&self) -> Moment {
        let words =
            format!("Turn {} ({}) is open. Its deadline is", self.view.turn, self.view.position.season);
        Moment::new(words, &self.view.deadline.local, &self.view.deadline.utc)
    }

    /// What the treasury holds, and the reserve of depots.
    fn means(&self) -> impl Iterator<Item = String> {
        let station = &self.view.position.station;
        let treasury = station.treasury.map(|means| {
            let [eg, mp, men] = [means.eg, means.mp, means.manpower].map(grouped);
            format!("The treasury holds {eg} Eg, {mp} MP and {men} manpower.")
        });
        let reserve = station.reserve.as_ref().map(|reserve| format!("{}.", reserve.words));
        treasury.into_iter().chain(reserve)
    }

    fn attention(&self) -> Section {
        let (section, position) = (Section::new("attention", "What needs attention"), &self.view.position);
        let section = if position.attention.is_empty() {
            let whose = self.to("your ", "");
            let none = "units have supplies and communications, and none is tired.";
            section.with(Block::Words(format!("No unit: all {whose}{none}")))
        } else {
            let boxed =
                Boxed { bar: Bar::Warning, blocks: vec![lists::attention(position, self.shown.whole)] };
            let boxed = if self.is_spoken { aloud::attention(self) } else { Block::Boxed(boxed) };
            let table = self.to("Your units", "All units");
            let reasons = format!("Reasons are listed below the table \"{table}\".");
            let reasons = self.shown.whole.then_some(Block::Key(reasons));
            reasons.into_iter().fold(section.with(boxed), Section::with)
        };
        if position.silence.is_empty() {
            return section;
        }
        let words = "If you send nothing, as things stand:".to_owned();
        section.with(Block::Words(words)).with(Block::Items(position.silence.clone()))
    }

    /// What the game tells beside it of where things stand, as far as its rank is asked for. Its pictures stand with the map.
    fn beside(&self, is_asked: impl Fn(Rank) -> bool) -> Vec<Section> {
        let told = self.given.told().into_iter().flat_map(|beside| &beside.stands);
        let asked = told.filter(|section| is_asked(section.rank)).cloned();
        let shown = |section: Section| if self.shown.whole { section } else { section.brief() };
        asked.map(shown).map(Section::without_figures).collect()
    }

    fn charts(&self) -> Section {
        let beside = self.given.told().filter(|_| self.album.is_some());
        let figures = beside.into_iter().flat_map(Beside::pictures_of_position);
        figures.cloned().map(Block::Figure).fold(Section::new("charts", ""), Section::with)
    }

    fn map(&self) -> Section {
        let section = Section::new("map", "Strategic map");
        let pieces = extract::pieces(self.vantage);
        if pieces.is_empty() {
            return section;
        }
        let lines = |piece: &Piece| extract::lines(self.vantage, piece).join("\n");
        let letters = pieces.iter().map(lines).collect::<Vec<_>>().join("\n\n");
        let letters = std::iter::once(Block::Map(letters)).chain(self.key_of_the_map()).collect();
        let section = section.with(Block::Drawn(Drawn { figures: self.drawn(), letters }));
        match self.shown.whole {
            true => self.who_holds().into_iter().map(Block::Key).fold(section, Section::with),
            false => section,
        }
    }

    /// The pictures of the strategic map; none if one of them cannot be drawn.
    fn drawn(&self) -> Option<Vec<Block>> {
        let album = self.album?;
        let (beside, dry) = (self.given.beside, Seas::default());
        let ships = beside.map_or(&[][..], |beside| &beside.moored);
        let seas = beside.map_or(&dry, |beside| &beside.seas);
        let mut shown = windows(self.vantage);
        shown.extend(illustrations::windows_of_ships(self.vantage, &shown, ships));
        let left = self.in_brief(&mut shown);
        let draw = |window| illustrations::strategic(album, self.vantage, window, (ships, seas)).ok();
        let drawn: Vec<Block> =
            shown.into_iter().map(draw).map(|one| one.map(Block::Figure)).collect::<Option<_>>()?;
        let words =
            |left| format!("In the attached position.html: {} of the map.", counted(left, "more part"));
        let rest = (left > 0).then(|| Block::Key(words(left)));
        (!drawn.is_empty()).then(|| drawn.into_iter().chain(rest).collect())
    }

    /// Keeps of the parts of the map those that a short mail shows, with most of the units; how many it leaves out.
    fn in_brief(&self, shown: &mut Vec<Window>) -> u32 {
        if self.shown.whole || shown.len() <= MOST_MAPS {
            return 0;
        }
        let units = |window: &Window| self.vantage.own.iter().filter(|own| window.holds(own.unit.at)).count();
        let mut by_units = shown.clone();
        by_units.sort_by_key(|window| std::cmp::Reverse(units(window)));
        by_units.truncate(MOST_MAPS);
        let left = shown.len() - by_units.len();
        shown.retain(|window| by_units.contains(window));
        left as u32
    }

    /// What the marks of a map in letters mean.
    fn key_of_the_map(&self) -> Vec<Block> {
        let nation = format!(
            "{} and its allies, perhaps with those neutral to them",
            self.view.position.station.nation
        );
        let own = "your own side (your nation and its allies), perhaps with neutrals";
        let flags = [
            ("o", self.to(own, &nation)),
            ("x", self.to("enemies and nobody else", "their enemies and nobody else")),
            (
                "X",
                self.to(
                    "enemies together with others, your own men or neutrals",
                    "their enemies together with others",
                ),
            ),
            ("n", self.to("neutrals and nobody else", "those neutral to them and nobody else")),
        ];
        let own = self.to("your own side", "o");
        let rails = match self.vantage.book.rail {
            Some(_) => format!(
                " or, where there is none, + for a railway of {own}, - for another's, / for one whose track is destroyed"
            ),
            None => String::new(),
        };
        vec![
            Block::Words("Four characters a square. First a flag, where units are seen:".into()),
            Block::Rows(flags.into_iter().map(|(flag, words)| Row::about(flag, words)).collect()),
            Block::Words(format!("Then the terrain: {}.", self.spoken().terrain.join(", "))),
            Block::Words(format!("Then R for a river of {own}, r for another's, and * for a city{rails}.")),
        ]
    }

    /// Who holds railways and rivers: those that are not the own side's, and that all others are.
    fn who_holds(&self) -> Vec<String> {
        let others = held::not_own(&self.view.position.squares, self.labels());
        let rails = if self.vantage.book.rail.is_some() { "railways and " } else { "" };
        let other = if others.is_empty() { "" } else { "other " };
        let whose = self.to("your own side's", "held by o");
        let rest = format!("All {other}{rails}rivers of this map are {whose}.");
        others.iter().map(held::HeldSquares::told).chain([rest]).collect()
    }

    /// How orders are sent, and where the rest is in a mail that shows less than there is.
    fn orders(&self) -> Section {
        let sending = Sending { has_lines: self.shown.whole, ..self.sending };
        let section = match self.view.position.orders.is_empty() {
            true => Section::new("more", ""),
            false => Section::orders(self.view.turn, self.letter(), sending),
        };
        let more = (!self.shown.whole).then(what_more);
        more.into_iter().fold(section, Section::with)
    }

    /// A letter of orders that is begun, where it is known whereto it goes.
    fn letter(&self) -> Option<Letter> {
        Some(order_form::of(self.vantage, self.given).letter(self.address?).beside(self.link))
    }

    /// The tactical maps that are shown, and where the others are.
    fn tactical(&self) -> Section {
        let mut section = Section::new("tactical", "Tactical maps");
        let shown = self.sheets();
        if !shown.is_empty() {
            let mut maps = Maps::new(self);
            let told: Vec<Block> = shown.iter().flat_map(|place| maps.of(*place)).collect();
            let key = maps.key();
            section = key.into_iter().chain(told).fold(section, Section::with);
        }
        let all = self.view.position.sheets.iter().enumerate();
        let others: Vec<&str> =
            all.filter(|(place, _)| !shown.contains(place)).map(|(_, sheet)| sheet.square.as_str()).collect();
        if others.is_empty() {
            return section;
        }
        let which = if shown.is_empty() { "The maps" } else { "Those" };
        let desk = self.on_the_desk_page();
        section.with(Block::Key(format!("{which} of {} are in position.html{desk}.", others.join(", "))))
    }

    /// The tactical maps that are shown, by their places among all.
    fn sheets(&self) -> Vec<usize> {
        let sheets = self.view.position.sheets.iter().enumerate();
        let is_shared = |sheet: &SheetView| sheet.places.iter().any(|place| place.enemy);
        let shared = sheets.filter(|(_, sheet)| self.shown.whole || is_shared(sheet)).map(|(place, _)| place);
        let most = match (self.shown.whole, self.shown.lists) {
            (true, _) => usize::MAX,
            (false, true) => MOST_SHEETS,
            (false, false) => 0,
        };
        shared.take(most).collect()
    }

    fn words(&self) -> Section {
        let (spoken, limits) = (self.spoken(), self.view.position.limits);
        let initiative = "Initiative: who moves first on a tactical map, from 1 (first) to 5.";
        let fatigue = format!(
            "Fatigue: 0 is rested. Above {} a unit makes no tactical move while enemies are in its square, above {} it does not march. Each \
             turn's end takes 3 off; 4 for {}.",
            limits.tactical, limits.march, spoken.quick
        );
        let rest = [
            "Experience: from 0 up. Marching teaches up to 8, fighting more.",
            "Morale: 0 to 100; it tends to return to 50.",
            &fatigue,
            "Supplies: 0 or 1, a corps headquarters up to 12. An active unit uses one a turn. Ammunition: 5 is full.",
            "Supply: where the unit draws from. Communications: the headquarters or city that it is in touch with; without, it marches one \
             square less.",
        ];
        let all = spoken.has_initiative.then_some(initiative).into_iter().chain(rest);
        Section::new("words", "What the words mean").with(Block::Items(all.map(str::to_owned).collect()))
    }

    fn form(&self) -> Section {
        let (turn, orders) = (self.view.turn, &self.view.position.orders);
        if orders.is_empty() {
            return Section::default();
        }
        let section = Section::new("form", &format!("Lines for your orders for turn {turn}"));
        section.with(Block::Lines(orders.clone()))
    }
}

/// Where the rest is, in a mail that shows less than there is.
fn what_more() -> Block {
    let words = " The whole report is in the attached file position.html, which opens in any browser, and in this mail's plain text.";
    let loud = "This mail shows what matters most.".to_owned();
    let told = Listed { loud, words: words.to_owned(), lines: Vec::new() };
    Block::Boxed(Boxed { bar: Bar::Note, blocks: vec![Block::Listing(vec![told])] })
}

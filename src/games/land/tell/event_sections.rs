//! The event report as sections, from which all its faces are laid out.

use crate::attention::{Attention, Matter};
use crate::battles::{BattleOutcome, BattleView, CampView, RowView};
use crate::beside::{Beside, Given};
use crate::lead;
use crate::news::{EventReport, EventView, PhaseView, PlaceEvents};
use crate::status::called;
use crate::stories::UnitStory;
use fieldpost_print::heading::ByHand;
use fieldpost_print::report::Illustration;
use fieldpost_print::section::{Block, Column, Drawn, HAPPENED, Head, Line, Section, Sheet, Story, Table};

/// An event report on its way into sections.
pub(crate) struct Telling<'a> {
    pub report: &'a EventReport,
    pub given: Given<'a>,
    /// Whether it tells what all units saw, and not one player's.
    pub of_all: bool,
    /// The pictures of the map of the turn.
    pub maps: Vec<Illustration>,
    /// The sheets of the greatest battles, each behind its sentence.
    pub sheets: Vec<Block>,
    /// Whether it is heard: then it has each battle and what befell the player's own units, and not the story of every phase.
    pub is_spoken: bool,
}

impl Telling<'_> {
    /// All of it, what is to be read first standing first.
    pub(crate) fn sheet(&self) -> Sheet {
        let summary = &self.report.summary;
        let listed = |is_listed: bool, key, title, items: Vec<String>| {
            let items = if is_listed { items } else { Vec::new() };
            Section::new(key, title).with(Block::Items(items))
        };
        let battles = summary.battles.iter().map(|battle| battle.sentence.clone()).collect();
        let cities = summary.cities.iter().map(|city| city.sentence.clone()).collect();
        let has_losses = !summary.losses.sentence.is_empty();
        let head = [
            self.whose(),
            by_hand(&self.report.by_hand),
            self.in_short(),
            self.given.told().map_or_else(Section::default, beside),
            self.map(),
            self.sheets(),
            listed(lead::leaves_out_battles(&summary.battles), "battles", "All battles", battles),
            listed(lead::leaves_out_cities(&summary.cities), "cities", "All cities", cities),
            listed(has_losses, "losses", "Losses", vec![summary.losses.sentence.clone()]),
            self.attention(),
            self.what_follows(),
        ];
        if self.is_spoken {
            let sections = head.into_iter().chain([
                self.fought(),
                self.by_unit(true),
                self.notes(),
                self.what_is_next(),
            ]);
            let sections = sections.filter(|section| !section.blocks.is_empty()).collect();
            return Sheet { what: HAPPENED.into(), head: Head::Game, sections, ..Sheet::default() };
        }
        let phases = self.report.phases.iter().map(phase);
        let units = [true, false].map(|is_commanded| self.by_unit(is_commanded));
        let rest = [self.quiet(), self.notes(), self.what_is_next()];
        let all = head.into_iter().chain(phases).chain(units).chain(rest);
        let sections = all.filter(|section| !section.blocks.is_empty()).collect();
        Sheet { what: HAPPENED.into(), head: Head::Game, sections, ..Sheet::default() }
    }

    /// Words to one player, or to whoever takes no side.
    fn to<'w>(&self, player: &'w str, umpire: &'w str) -> &'w str {
        if self.of_all { umpire } else { player }
    }

    fn whose(&self) -> Section {
        let turn = self.report.turn;
        let who = match self.of_all {
            true => "This is what all units saw and did".to_owned(),
            false => format!("{}, this is what your units saw and did", self.given.heading.player),
        };
        let date =
            self.given.heading.date(turn).map(|date| format!(", which began on {date}")).unwrap_or_default();
        Section::new("whose", "").with(Block::Words(format!("{who} in turn {turn}{date}.")))
    }

    fn in_short(&self) -> Section {
        let (summary, beside) = (&self.report.summary, self.given.told());
        let lead = beside.map(|beside| beside.lead.clone()).unwrap_or_default();
        let section = Section::new("in-short", "In short").framed();
        let mut section = section.with(Block::Items(lead));
        let mut say = |words: &str| section.blocks.push(Block::Words(words.to_owned()));
        if summary.quiet && beside.is_none() {
            say(self.to("Nothing that your units saw happened.", "Nothing happened."));
        }
        section = section.with(Block::Items(summary.lead.clone()));
        let mut say = |words: String| section.blocks.push(Block::Words(words));
        if !summary.quiet && summary.battles.is_empty() {
            let (land, saw) = (beside.map_or("", |_| " on land"), self.to(" where your units saw it", ""));
            say(format!("No battle was fought{land}{saw}."));
        }
        if !summary.quiet && self.matters().next().is_none() {
            say(format!("Nothing needs {}attention.", self.to("your ", "")));
        }
        section
    }

    /// What needs attention, a sentence each. What ails units where they stand now is heard with the position, once.
    fn matters(&self) -> impl Iterator<Item = &String> {
        let beside = self.given.told().into_iter().flat_map(|beside| &beside.attention);
        let told = |matter: &&Attention| !(self.is_spoken && matches!(matter.matter, Matter::Ails(_)));
        let matters = self.report.summary.attention.iter().filter(told);
        beside.chain(matters.map(|matter| &matter.sentence))
    }

    /// Each battle in which the player's side fought, in the order of the turn.
    fn fought(&self) -> Section {
        let places = self.report.phases.iter().flat_map(|phase| &phase.places);
        let of = |place: &PlaceEvents| {
            let battles = place.events.iter().filter_map(|event| Some((event, event.battle.as_ref()?)));
            let own = battles.filter(|(_, battle)| battle.outcome != BattleOutcome::Witnessed);
            own.map(|(event, battle)| format!("{}: {} {}", place.heading, event.sentence, battle.remark))
                .collect::<Vec<_>>()
        };
        Section::new("fought", "Battle by battle").with(Block::Items(places.flat_map(of).collect()))
    }

    fn attention(&self) -> Section {
        let title = self.to("Needs your attention", "Needs attention");
        Section::new("attention", title).with(Block::Items(self.matters().cloned().collect()))
    }

    fn map(&self) -> Section {
        let ways = self.given.told().into_iter().flat_map(|beside| &beside.ways);
        let words: Vec<String> = self.report.map.words.iter().chain(ways).cloned().collect();
        let maps = self.maps.iter().filter(|_| !words.is_empty());
        let section = Section::new("map", "Map of the turn");
        maps.cloned().map(Block::Figure).fold(section, Section::with).with(Block::Items(words))
    }

    /// The greatest battles as pictures; in letters each stands in its phase.
    fn sheets(&self) -> Section {
        let section = Section::new("battle-sheets", "");
        if self.sheets.is_empty() {
            return section;
        }
        let drawn = Drawn { figures: Some(self.sheets.clone()), letters: Vec::new() };
        section.with(Block::Drawn(drawn))
    }

    /// What stands below, or in a mail that shows less where the rest is.
    fn what_follows(&self) -> Section {
        let section = Section::new("below", "");
        if self.report.summary.quiet || self.is_spoken {
            return section;
        }
        let units = self.to("of your units", "unit");
        let whole = format!("Below: each phase by square; then what befell each {units}.");
        let brief = format!(
            "The rest is a long story: each phase by square, and what befell each {units}, is in the attached file events.html, which \
             opens in any browser, and in this mail's plain text."
        );
        section.with(Block::Words(whole)).in_brief(vec![Block::Words(brief)])
    }

    fn by_unit(&self, is_commanded: bool) -> Section {
        let (key, title) = match is_commanded {
            true => ("by-unit", "By unit"),
            false => ("by-unit-deputised", "By unit: of which you are the deputy"),
        };
        let units = self.report.units.iter();
        let told = units.filter(|unit| unit.is_commanded == is_commanded && !unit.history.is_empty());
        Section::new(key, title).with(Block::Stories(told.map(story).collect())).if_whole()
    }

    fn quiet(&self) -> Section {
        let (section, units) = (Section::new("quiet", "").if_whole(), self.report.quiet_units());
        if units.is_empty() {
            return section;
        }
        section.with(Block::Words(format!("Nothing else happened to {units}.")))
    }

    fn notes(&self) -> Section {
        let notes = self.report.notes.iter().map(|note| Block::Key((*note).to_owned()));
        notes.fold(Section::new("notes", ""), Section::with).if_whole()
    }

    fn what_is_next(&self) -> Section {
        let (next, deadline) = (self.report.turn + 1, self.given.heading.deadline_words());
        let words = format!(
            "Where things stand now is in the position report of turn {next}. Its deadline is {deadline}."
        );
        Section::new("next", "").with(Block::Words(words))
    }
}

fn by_hand(changes: &[ByHand]) -> Section {
    let section = Section::new("by-hand", "By the game administrator's hand");
    if changes.is_empty() {
        return section;
    }
    let change = |one: &ByHand| format!("{}: it was {}, and was made {}.", one.what, one.before, one.after);
    let before = "Before the turn was run, this of your units was changed by hand:";
    section.with(Block::Words(before.into())).with(Block::Items(changes.iter().map(change).collect()))
}

/// What the game tells beside the report, part by part.
fn beside(beside: &Beside) -> Section {
    let figures = beside.pictures.iter().cloned().map(Block::Figure);
    let parts = beside.happened.iter().flat_map(|part| {
        std::iter::once(Block::Heading(part.title.clone())).chain(part.blocks.iter().cloned())
    });
    figures.chain(parts).fold(Section::new("beside", &beside.title), Section::with)
}

fn phase(phase: &PhaseView) -> Section {
    let section = Section::new("phase", &phase.title);
    phase.places.iter().flat_map(place).fold(section, Section::with).if_whole()
}

/// What was seen in a square: sentences as a list, and each battle by itself.
fn place(place: &PlaceEvents) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(place.heading.clone())];
    for event in &place.events {
        match (&event.battle, blocks.last_mut()) {
            (Some(battle), _) => blocks.extend(fought(event, battle)),
            (None, Some(Block::Items(items))) => items.push(event.sentence.clone()),
            (None, _) => blocks.push(Block::Items(vec![event.sentence.clone()])),
        }
    }
    blocks
}

fn fought(event: &EventView, battle: &BattleView) -> Vec<Block> {
    let headline = Block::Headline { loud: event.sentence.clone(), words: battle.remark.clone() };
    std::iter::once(headline).chain(battle.camps.iter().map(|camp| Block::Table(camp_table(camp)))).collect()
}

/// A side of a battle: of an enemy nobody knows in which line and how hard it meant to fight.
fn camp_table(camp: &CampView) -> Table {
    let intent = [Column::left("line"), Column::left("mode")].into_iter().filter(|_| camp.is_ours);
    let numbers = [Column::right("men"), Column::right("fire"), Column::right("melee"), Column::left("end")];
    let columns = std::iter::once(Column::left("unit")).chain(intent).chain(numbers).collect();
    Table {
        caption: camp.title.clone(),
        columns,
        rows: camp.rows.iter().map(|row| line(camp, row)).collect(),
    }
}

fn line(camp: &CampView, row: &RowView) -> Line {
    let intent = [row.line, row.mode].into_iter().map(str::to_owned).filter(|_| camp.is_ours);
    let numbers = [row.men, row.fire, row.melee].map(|men| {
        let about = if camp.about && men > 0 { "~" } else { "" };
        format!("{about}{men}")
    });
    let cells: Vec<String> = std::iter::once(called(&row.unit, row.name.as_deref()))
        .chain(intent)
        .chain(numbers)
        .chain([row.end.clone()])
        .collect();
    Line { is_loud: row.is_own, ..Line::of(cells) }
}

fn story(unit: &UnitStory) -> Story {
    Story {
        of: called(&unit.unit, unit.name.as_deref()),
        state: unit.state.clone(),
        words: unit.history.clone(),
    }
}

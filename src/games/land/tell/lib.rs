//! What happened and what one player may see, as a view, and the view as text and HTML.
//!
//! **Reports are built from events that the player was told and from what is in sight at the end**, never
//! from the position itself. Words that people read stand in `mail_templates/`, not here.
//!
//! The functions of this file are the door: whoever hosts a game asks for its reports here, and names no view.

use std::collections::{BTreeMap, BTreeSet};

use crate::beside::{Befell, Given};
use crate::event_page::EventFaces;
use crate::gather::Reader;
use crate::news::EventReport;
use crate::pages::{Above, PositionFaces};
use crate::place::Gazetteer;
use crate::vantage::Vantage;
use crate::view::TurnView;
use crate::whose::Whose;
use fieldpost_engine::dice::Dice;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::detection::{Sight, sights};
use fieldpost_land::field::Field;
use fieldpost_land::field::occupancy;
use fieldpost_land::phase::Phase;
use fieldpost_land::state::LandState;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::UnitId;
use fieldpost_print::desk_page::DeskPage;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::{Report, report};
use fieldpost_print::shop::Shop;

pub mod ails;
mod aloud;
mod aloud_ground;
mod aloud_land;
mod aloud_unit;
mod aloud_ways;
mod army;
pub mod attention;
mod battle_sheets;
pub mod battles;
pub mod beside;
pub mod blocks;
mod causes;
pub mod concern;
pub mod desk_page;
mod event_page;
mod event_sections;
pub mod extract;
pub mod gather;
pub mod held;
pub mod illustrations;
pub mod json;
pub mod labels;
pub mod lack;
mod lead;
pub mod line;
mod lists;
mod maps;
pub mod moves;
pub mod news;
pub mod order_form;
mod pages;
pub mod place;
pub mod places;
pub mod position;
mod position_sections;
mod reasons;
pub mod sheets;
pub mod spoken;
mod standing;
pub mod status;
pub mod stories;
pub mod summary;
pub mod tell;
mod towns;
pub mod turn_map;
pub mod umpire;
pub mod vantage;
pub mod view;
pub mod ways;
pub mod whose;

/// Where a war is fought and by which rules: what is told of it is said in their names and numbers.
#[derive(Clone, Copy, Debug)]
pub struct Theatre<'a> {
    /// The maps.
    pub atlas: &'a Atlas,
    /// The rulebook's numbers.
    pub book: &'static Book,
}

impl<'a> Theatre<'a> {
    fn vantage(
        self,
        state: &'a LandState,
        sight: &'a Sight,
        player: PlayerNo,
        heading: &Heading,
    ) -> Result<Vantage<'a>, PressError> {
        let vantage = Vantage::of(player, state, sight, self.atlas, self.book);
        vantage.ok_or_else(|| PressError::NoPlayer(heading.player.clone()))
    }
}

/// The reports of a finished turn for one player (rule 5.3, R-5.3), what happened before where things stand: two
/// mails, or one for whoever wishes so.
///
/// # Errors
/// If a template cannot be printed.
pub fn turn_reports<'a>(
    theatre: Theatre<'_>,
    outcome: &Outcome,
    player: PlayerNo,
    given: impl Into<Given<'a>>,
    wishes: &Wishes,
    shop: &Shop<'_>,
) -> Result<Vec<Report>, PressError> {
    let given = given.into();
    let nothing = Sight::default();
    let sight = outcome.sights.get(&player).unwrap_or(&nothing);
    let vantage = &theatre.vantage(&outcome.state, sight, player, given.heading)?;
    let befell = given.beside.map_or(&[][..], |beside| &beside.units);
    let mut told = event_view(vantage, outcome, player, befell);
    told.by_hand.clone_from(&given.heading.by_hand);
    let view = &TurnView::of(vantage, given, Some(told.clone()));
    let events = EventFaces::new(shop, vantage, &told, given, wishes);
    let position = PositionFaces::new(shop, vantage, view, given, wishes);
    if wishes.one_mail {
        return Ok(vec![in_one_mail(position, &events, wishes)?]);
    }
    Ok(vec![report(&events, wishes)?, report(&position, wishes)?])
}

/// Both reports as one: what happened above where things stand.
fn in_one_mail(
    position: PositionFaces<'_>,
    events: &EventFaces<'_>,
    wishes: &Wishes,
) -> Result<Report, PressError> {
    report(&position.below(Above::of(events, wishes)?), wishes)
}

/// The position report before the first turn. What its numbers of enemies are drawn from is keyed by turn 0,
/// so that they are the same whenever it is printed of a game with this seed.
///
/// # Errors
/// As [`turn_reports`].
pub fn first_position<'a>(
    Theatre { atlas, book }: Theatre<'_>,
    (state, seed): (&LandState, u64),
    player: PlayerNo,
    given: impl Into<Given<'a>>,
    wishes: &Wishes,
    shop: &Shop<'_>,
) -> Result<Report, PressError> {
    let occupancy = occupancy(state);
    let seen = sights_at_opening(Field { atlas, book, state, occupancy: &occupancy }, seed);
    let nothing = Sight::default();
    let sight = seen.get(&player).unwrap_or(&nothing);
    position_report(Theatre { atlas, book }, (state, sight), player, given, wishes, shop)
}

/// The status blocks of a player's units in the book's own form (chapter 3), by what the player sees.
pub fn status_blocks(theatre: Theatre<'_>, (state, sight): (&LandState, &Sight), player: PlayerNo) -> String {
    let vantage = Vantage::of(player, state, sight, theatre.atlas, theatre.book);
    vantage.map_or_else(String::new, |vantage| {
        let units: Vec<_> = vantage.own.iter().map(|own| status::block(&vantage, own)).collect();
        blocks::of(&units)
    })
}

/// The position report of a player at the start of the open turn, with the numbers of enemies that the reports gave.
///
/// # Errors
/// As [`turn_reports`].
pub fn open_position<'a>(
    theatre: Theatre<'_>,
    (state, seed): (&LandState, u64),
    player: PlayerNo,
    given: impl Into<Given<'a>>,
    wishes: &Wishes,
    shop: &Shop<'_>,
) -> Result<Report, PressError> {
    let (Theatre { atlas, book }, occupancy) = (theatre, occupancy(state));
    let seen = sights_of_open_turn(Field { atlas, book, state, occupancy: &occupancy }, seed);
    let nothing = Sight::default();
    let sight = seen.get(&player).unwrap_or(&nothing);
    position_report(theatre, (state, sight), player, given, wishes, shop)
}

/// The desk page of a player by what the player sees; `None` where no kit for it is at hand.
///
/// # Errors
/// If what it shows cannot be written as JSON, or there is no such player.
pub fn desk_page_of<'a>(
    theatre: Theatre<'_>,
    (state, sight): (&LandState, &Sight),
    player: PlayerNo,
    given: impl Into<Given<'a>>,
    shop: &Shop<'_>,
) -> Result<Option<DeskPage>, PressError> {
    let given = given.into();
    let Some(kit) = &shop.desk else { return Ok(None) };
    let vantage = theatre.vantage(state, sight, player, given.heading)?;
    let html = desk_page::page(&vantage, given, kit).map_err(PressError::Json)?;
    Ok(Some(DeskPage { html, own: desk_page::own() }))
}

/// The position report of a player at the start of a turn, of which nothing that happened is told.
///
/// # Errors
/// As [`turn_reports`].
pub fn position_report<'a>(
    theatre: Theatre<'_>,
    (state, sight): (&LandState, &Sight),
    player: PlayerNo,
    given: impl Into<Given<'a>>,
    wishes: &Wishes,
    shop: &Shop<'_>,
) -> Result<Report, PressError> {
    let given = given.into();
    let vantage = &theatre.vantage(state, sight, player, given.heading)?;
    let view = &TurnView::of(vantage, given, None);
    report(&PositionFaces::new(shop, vantage, view, given, wishes), wishes)
}

/// What the players see before a game's first turn.
fn sights_at_opening(field: Field<'_>, seed: u64) -> BTreeMap<PlayerNo, Sight> {
    sights(field, &mut Dice::new(seed, 0), "opening")
}

/// What the players see at the start of the open turn, once more, with the very numbers of enemies that the reports
/// gave: dice are keyed, and at a turn's end the reports look at the position that the next turn begins with. Only what
/// War Ministers heard is not among it: that takes more than the position.
pub fn sights_of_open_turn(field: Field<'_>, seed: u64) -> BTreeMap<PlayerNo, Sight> {
    match field.state.turn.checked_sub(1) {
        Some(0) | None => sights_at_opening(field, seed),
        Some(last) => sights(field, &mut Dice::new(seed, last), Phase::End.words()),
    }
}

/// The eyes of all players at the start of an open turn, for whoever plays in a player's place.
pub struct Eyes<'a> {
    theatre: Theatre<'a>,
    state: &'a LandState,
    sights: BTreeMap<PlayerNo, Sight>,
}

impl<'a> Eyes<'a> {
    /// What everybody's reports of a position told them.
    pub fn of(theatre: Theatre<'a>, state: &'a LandState, seed: u64) -> Self {
        let (Theatre { atlas, book }, occupancy) = (theatre, occupancy(state));
        let mut sights = sights_of_open_turn(Field { atlas, book, state, occupancy: &occupancy }, seed);
        for (number, _) in state.numbered_players() {
            sights.entry(number).or_default();
        }
        Eyes { theatre, state, sights }
    }

    /// What one player sees; none where there is no such player.
    pub fn vantage(&self, player: PlayerNo) -> Option<Vantage<'_>> {
        let Theatre { atlas, book } = self.theatre;
        Vantage::of(player, self.state, self.sights.get(&player)?, atlas, book)
    }
}

/// What a player was told of a finished turn, as the view from which all faces of the event report are printed.
pub fn event_view(
    vantage: &Vantage<'_>,
    outcome: &Outcome,
    player: PlayerNo,
    befell: &[Befell],
) -> EventReport {
    // A unit that is no more was the player's if they had its seat when it went.
    let had =
        outcome.removed.iter().filter(|(_, seat)| seat.commander == player || seat.deputy == Some(player));
    let own: BTreeSet<UnitId> =
        vantage.own.iter().map(|own| own.unit.id).chain(had.map(|(id, _)| *id)).collect();
    let whose = |unit: UnitId| match (own.contains(&unit), vantage.relation(unit.nation).is_friendly()) {
        (true, _) => Whose::Own,
        (false, true) => Whose::Side,
        (false, false) => Whose::Others,
    };
    let deputised = |unit: UnitId| outcome.removed.get(&unit).is_some_and(|seat| seat.commander != player);
    let places = Gazetteer(&vantage.atlas.map);
    let are_friends = |one: NationCode, other: NationCode| vantage.between(one, other).is_friendly();
    let besiegers = |city: &str| vantage.besiegers(city);
    let (whose, deputised) = (&whose, &deputised);
    let (nation, are_friends, besiegers) = (Some(vantage.player.nation), &are_friends, &besiegers);
    let names = vantage.names();
    let reader = Reader { player, places, whose, deputised, nation, are_friends, besiegers, names, befell };
    EventReport::of(&outcome.events, vantage, reader)
}

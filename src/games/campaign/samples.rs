//! What a campaign prints, as samples: a small war that is played for it, by the machine on both sides.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::scenario::read_scenario;
use fieldpost_door::Samples;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::read_letter;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::language;
use fieldpost_land::orders::{TurnOrders, UnitOrders};
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::sequence;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::{Unit, UnitId};
use fieldpost_machine::Seat;
use fieldpost_print::heading::{ByHand, Heading};
use fieldpost_print::press::MARKUP;
use fieldpost_print::report::{Illustration, Report};
use fieldpost_print::section::{
    Bar, Block, Boxed, Card, Column, Drawn, Faced, Group, Line, Listed, Moment, Roster, Row, Section, Story,
    Table,
};
use fieldpost_print::shop::Shop;
use fieldpost_tell::beside::{Beside, Given};
use fieldpost_tell::{Eyes, Theatre};

/// How many turns the small war lasts: in the third there is fighting.
const TURNS: u32 = 3;

const SEED: u64 = 1866;

pub fn samples(heading: &Heading, shop: &Shop<'_>) -> Result<Samples, String> {
    Ok(Samples {
        welcomes: vec![
            welcome(),
            json!({ "capture": null, "attack": { "unit": "PR1IN", "city": null, "step": "A9-N7" }, "march": march("B0-N7"), "ships": null, "has_bridges": true }),
            json!({ "capture": null, "attack": null, "march": { "unit": "PR1NB", "square": null, "diagonal": null }, "ships": null, "has_bridges": false }),
        ],
        reminders: [(0, None, false), (1, Some("H5-S1"), false), (2, None, false), (2, None, true)]
            .map(|(count, to, placed)| reminder(count, to, placed))
            .into(),
        reports: reports(heading, shop)?,
    })
}

fn welcome() -> Value {
    json!({
        "capture": { "unit": "PR1IN", "city": "Trautenau", "square": "A9-N8", "tac": "7-9", "path": "A9-N7 A9-N8", "phase": 5 },
        "attack": { "unit": "PR1IN", "city": "Trautenau", "step": "A9-N7" },
        "march": march("B0-N7"),
        "ships": { "count": 2, "units": 1, "called": "Monitor (US1IC)", "at": "LCHE", "lines": ["SHIP US1IC", "HARBOR Hampton", "END"] },
        "has_bridges": true,
    })
}

fn march(diagonal: &str) -> Value {
    json!({ "unit": "PR1IN", "square": "A9-N7", "diagonal": { "square": diagonal, "way": "south-east" } })
}

fn reminder(count: usize, example_square: Option<&str>, is_deployment: bool) -> Value {
    let idle = |number: usize| {
        let place = if number == 1 { format!("near {MARKUP}") } else { String::new() };
        json!({ "id": format!("AU{number}IN"), "square": "H4-S1", "tac": "7-11", "place": place })
    };
    let mut units = (1..).take(count).map(idle).collect::<Vec<_>>();
    if count == 0 {
        units.push(json!({ "id": "US1FR", "square": "LCHE", "tac": "", "place": "" }));
    }
    let (has_ships, has_land) = (count == 0, count > 0);
    json!({ "units": units, "has_ships": has_ships, "has_land": has_land, "is_deployment": is_deployment, "example_square": example_square })
}

/// The reports of the small war: the first position, and both reports of each turn, with all wishes and with few.
fn reports(heading: &Heading, shop: &Shop<'_>) -> Result<Vec<Report>, String> {
    let scenario = read_scenario(&scenario::demo()).map_err(|faults| faults.to_string())?;
    let Scenario { atlas, book, mut state, calendar, .. } = scenario;
    let atlas = Arc::new(atlas);
    let theatre = Theatre { atlas: &atlas, book };
    let heading = &Heading { calendar: Some(calendar), ..heading.clone() };
    let few = Wishes::parse("NO PICTURES, NO DESK, ONE MAIL");
    let seats = state.players.len();
    let players = || (0..).map(PlayerNo).take(seats);
    let fault = |error: fieldpost_print::press::PressError| error.to_string();
    let mut all = Vec::new();
    for player in players() {
        let first = fieldpost_tell::open_position(theatre, (&state, SEED), player, heading, &few, shop);
        all.push(first.map_err(fault)?);
    }
    for turn in 1..=TURNS {
        let orders = machine_orders(&atlas, book, &state);
        let outcome = sequence::run(&atlas, book, state, orders, SEED, None);
        for player in players() {
            // Pictures take time to draw, and those of one turn show every branch that has any.
            let wishes = if turn == TURNS { Wishes::default() } else { few };
            let reports = fieldpost_tell::turn_reports(theatre, &outcome, player, heading, &wishes, shop);
            all.extend(reports.map_err(fault)?);
        }
        state = outcome.state;
    }
    all.extend(large_reports(shop, (&atlas, book), &state, heading).map_err(fault)?);
    Ok(all)
}

/// The report of a player whose army, and what befell it, are too long for one page of a mail: both are attached.
fn large_reports(
    shop: &Shop<'_>,
    (atlas, book): (&Arc<Atlas>, &'static Book),
    state: &LandState,
    heading: &Heading,
) -> Result<Vec<Report>, fieldpost_print::press::PressError> {
    let player = PlayerNo(0);
    let mut state = state.clone();
    multiply_army(&mut state, player);
    let orders = machine_orders(atlas, book, &state);
    let outcome = sequence::run(atlas, book, state, orders, SEED, None);
    let line = |before: &str| ByHand {
        unit: "AU3IN".into(),
        what: format!("AU3IN {MARKUP}"),
        before: before.into(),
        after: MARKUP.into(),
    };
    let picture = || Illustration { id: "sample".into(), alt: MARKUP.into(), png: Arc::default() };
    let pictures = || vec![picture()];
    let part = || vec![section(picture())];
    let beside = Beside {
        title: MARKUP.into(),
        lead: vec![MARKUP.into()],
        happened: part(),
        stands: part(),
        pictures: pictures(),
        ..Beside::default()
    };
    let heading = &Heading { by_hand: vec![line("60"), line("-")], ..heading.clone() };
    let given = Given { heading, beside: Some(&beside) };
    let wishes = Wishes::parse("NO PICTURES, ONE MAIL");
    fieldpost_tell::turn_reports(Theatre { atlas, book }, &outcome, player, given, &wishes, shop)
}

/// A section with a block of each kind, of words that must stay text.
fn section(figure: Illustration) -> Section {
    let words = || MARKUP.to_owned();
    let row = Line { small: vec![words(), words()], is_loud: true, ..Line::of([words(), words()]) };
    let columns = || vec![Column::left("ship"), Column::right("hits")];
    let table = Table { caption: words(), columns: columns(), rows: vec![row] };
    let rows = vec![Row { loud: Some(0), small: vec![words()], ..Row::about(words(), words()) }];
    let listed = || Listed { loud: words(), words: words(), lines: vec![words()] };
    let card = Card {
        cells: vec![words(), words()],
        name: words(),
        is_wide: true,
        first: words(),
        second: words(),
        small: words(),
        loud: vec![words()],
    };
    let moment = Moment { words: words(), local: words(), utc: words() };
    let blocks = [
        Block::Heading(words()),
        Block::Words(words()),
        Block::Key(words()),
        Block::Items(vec![words()]),
        Block::Rows(rows),
        Block::Table(table),
        Block::Headline { loud: words(), words: words() },
        Block::Stories(vec![Story { of: words(), state: words(), words: words() }]),
        Block::Listing(vec![listed()]),
        Block::Roster(Roster {
            columns: columns(),
            groups: vec![Group { of: listed(), cards: vec![card], below: String::new() }],
        }),
        Block::Boxed(Boxed { bar: Bar::Note, blocks: vec![Block::Moment(moment)] }),
        Block::Map(words()),
        Block::Drawn(Drawn { figures: None, letters: vec![Block::Words(words())] }),
        Block::Faced(Faced {
            text: vec![Block::Words(words())],
            page: vec![Block::Words(words())],
            spoken: None,
        }),
        Block::Lines(words()),
        Block::Figure(figure),
    ];
    blocks.into_iter().fold(Section::new("sample", MARKUP), Section::with)
}

/// How many times as large the army of [`large_reports`] is: more than a page of a mail holds.
const ARMY_FACTOR: u16 = 24;

/// Sets copies of a player's units beside them, with numbers that no other unit has.
fn multiply_army(state: &mut LandState, player: PlayerNo) {
    let free = state.units.keys().map(|id| id.number).max().unwrap_or(0) + 1;
    let own = state.units_of(player).cloned().collect::<Vec<_>>();
    for copy in 1..ARMY_FACTOR {
        for unit in &own {
            let id = UnitId { number: unit.id.number + free * copy, ..unit.id };
            state.seats.extend(state.seats.get(&unit.id).copied().map(|seat| (id, seat)));
            state.units.insert(id, Unit { id, ..unit.clone() });
        }
    }
}

/// What the machine orders on all sides, each player from what that player sees.
fn machine_orders(atlas: &Atlas, book: &'static Book, state: &LandState) -> TurnOrders {
    let eyes = Eyes::of(Theatre { atlas, book }, state, SEED);
    let lexicon = language::lexicon(&atlas.map.grid);
    let letters = state.numbered_players().filter_map(|(player, _)| {
        fieldpost_machine::letter(&eyes.vantage(player)?, "sample", Seat::default())
    });
    let mut orders = TurnOrders::default();
    for letter in letters {
        for block in read_letter(&letter, &lexicon).units {
            let Some(unit) = language::unit_of(&block.piece) else { continue };
            let (lines, _) = language::orders_of(&block.orders, &lexicon);
            let lines = lines.into_iter().map(|read| read.what);
            orders.units.insert(unit, UnitOrders::from_lines(lines));
        }
    }
    orders
}

//! Supplies moved between cities, depots and caches (rules 11.3, 11.5, 11.7, R-11.7b).
//!
//! Not here: by sea (11.7), which the joint turn carries out where ships are played.

use std::collections::BTreeMap;

use crate::communications::{cities_by_square, is_besieged_square};
use crate::contact::{End, Lines};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Matter, Scene};
use crate::field::Field;
use crate::orders::{OfficeOrder, SupplyPlace};
use crate::rail::journey;
use crate::state::{LandState, Season};
use crate::supply::depots::is_friendly_city;
use crate::supply::stock::{Stock, depot_of, left};
use crate::supply::stores::{Store, stocks};
use crate::supply::waterway;
use crate::treasury::{self, Giver};
use crate::turn::Turn;
use fieldpost_engine::form2::Called;
use fieldpost_ground::map::Terrain;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::Grid;

/// A city, depot or cache that can send or receive supplies.
pub struct Site {
    /// Where its supplies lie.
    pub stock: Stock,
    /// Whose it is, and where.
    pub end: End,
    /// Whose it is: who controls the city.
    pub owner: NationCode,
    /// A depot or cache off railways, rivers and cities (rules 11.5, 11.7).
    is_off_net: bool,
}

/// What went out of each store and into it this turn.
#[derive(Default)]
struct Ledger {
    /// What could go out of it: there when the turn began, and not drawn by units since.
    available: BTreeMap<Store, u32>,
    out: BTreeMap<Store, u32>,
    into: BTreeMap<Store, u32>,
}

/// How supplies get from place to place (rule 11.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Land,
    Rail,
    River,
    /// Between ports, where there are ships: whoever knows them says which (`Turn::afloat`).
    Sea,
}

impl Way {
    /// What is told of supplies that went so, all of them or no more.
    fn moved(self, is_cut: bool) -> Why {
        match (self, is_cut) {
            (Way::Land, false) => Why::MovedByRoad,
            (Way::Rail, false) => Why::MovedByRail,
            (Way::River, false) => Why::MovedByRiver,
            (Way::Sea, false) => Why::MovedBySea,
            (Way::Land, true) => Why::MovedByRoadNoMore,
            (Way::Rail, true) => Why::MovedByRailNoMore,
            (Way::River, true) => Why::MovedByRiverNoMore,
            (Way::Sea, true) => Why::MovedBySeaNoMore,
        }
    }
}

/// Whether what is told of a move says that less went than was ordered.
pub fn is_cut(words: &Reason) -> bool {
    [Way::Land, Way::Rail, Way::River, Way::Sea].iter().any(|way| words.why == way.moved(true))
}

/// A move that can be made.
struct Move {
    from: Site,
    to: Site,
    amount: u32,
    way: Way,
    /// Why it is not all that was ordered, if so.
    cut: Option<Reason>,
}

/// ROTD-EUWOL 11.7, R-11.7, T-01: the row of the turn list: moves supplies as ordered, in order of receipt, after
/// units have drawn theirs.
pub fn carry_out(turn: &mut Turn) {
    let mut available = stocks(&turn.state);
    for (place, supplies) in &mut available {
        *supplies = turn.stocks.get(place).map_or(0, |began| (*supplies).min(*began));
    }
    let mut ledger = Ledger { available, ..Ledger::default() };
    for (giver, order) in treasury::offices(turn) {
        if let OfficeOrder::MoveSupplies { amount, from, to } = order {
            let (from, to) = (canonical(turn, from), canonical(turn, to));
            match plan(turn, &ledger, giver, amount, (&from, &to)) {
                Ok(plan) => transfer(turn, &mut ledger, giver, plan, (from, to)),
                Err(why) => refuse(turn, giver, amount, (&from, &to), why),
            }
        }
    }
}

/// A city as the map spells it.
fn canonical(turn: &Turn, place: SupplyPlace) -> SupplyPlace {
    match place {
        SupplyPlace::City(name) => {
            let site = turn.atlas.map.city(&name);
            SupplyPlace::City(site.map_or(name, |site| site.name.clone()))
        }
        depot => depot,
    }
}

fn refuse(turn: &mut Turn, giver: Giver, amount: u32, (from, to): (&SupplyPlace, &SupplyPlace), why: Reason) {
    let grid = &turn.atlas.map.grid;
    let (one, other) = (name(grid, from), name(grid, to));
    let why = Why::NotMoved.of(amount).named(from, one).named(to, &other).because(why);
    let matter = Some(Matter::Store(Called::new(to.clone(), other)));
    let scene = Scene { matter, ..Scene::default() };
    treasury::tell(turn, giver, Fact::Declined(scene.told(why)));
}

/// ROTD-EUWOL 11.7: the supplies change places; its giver is told how many and how.
fn transfer(
    turn: &mut Turn,
    ledger: &mut Ledger,
    giver: Giver,
    plan: Move,
    (from, to): (SupplyPlace, SupplyPlace),
) {
    let Move { from: source, to: target, amount, way, cut } = plan;
    change(&mut turn.state, &source.stock, |supplies| supplies.saturating_sub(amount));
    change(&mut turn.state, &target.stock, |supplies| supplies.saturating_add(amount));
    let grid = &turn.atlas.map.grid;
    let (one, other) = (name(grid, &from), name(grid, &to));
    let moved = way.moved(cut.is_some()).of(amount).named(&from, one).named(&to, &other);
    let why = cut.into_iter().fold(moved, Reason::because);
    let matter = Some(Matter::Store(Called::new(to.clone(), other)));
    let scene = Scene { at: Some(source.end.at), tac: Some(source.end.tac), matter };
    treasury::tell(turn, giver, Fact::Transfer(scene.told(why)));
    if let Stock::City(_) = source.stock {
        *turn.moved_out.entry(source.end.at).or_default() += amount;
    }
    *ledger.out.entry((from, source.owner)).or_default() += amount;
    *ledger.into.entry((to, target.owner)).or_default() += amount;
}

/// Changes the supplies of a city, depot or cache.
pub fn change(state: &mut LandState, stock: &Stock, to: impl Fn(u32) -> u32) {
    let supplies = match stock {
        Stock::City(name) => state.cities.get_mut(name).map(|city| &mut city.supplies),
        Stock::Depot(place) => state.depots.get_mut(*place).map(|depot| &mut depot.supplies),
        Stock::Corps(_) => None,
    };
    if let Some(supplies) = supplies {
        *supplies = to(*supplies);
    }
}

/// ROTD-EUWOL 11.7, R-11.7, R-11.7b: what of an order to move supplies can be done.
fn plan(
    turn: &Turn,
    ledger: &Ledger,
    giver: Giver,
    amount: u32,
    (from, to): (&SupplyPlace, &SupplyPlace),
) -> Result<Move, Reason> {
    let field = turn.field();
    let missing = |place: &SupplyPlace| Why::NotYourSides.named(place, name(&field.atlas.map.grid, place));
    let source = site(field, giver.nation, from).filter(|site| site.owner == giver.nation);
    let source = source.ok_or_else(|| Why::NotYourNations.named(from, name(&field.atlas.map.grid, from)))?;
    let target = site(field, giver.nation, to).ok_or_else(|| missing(to))?;
    if from == to {
        return Err(Why::OnePlace.into());
    }
    bar_by_siege(field, &source, &target)?;
    let lane = (giver.nation, source.end.at, target.end.at);
    let by_sea = || turn.afloat.lanes.contains(&lane).then_some(Way::Sea);
    let way = way(field, giver.nation, &source, &target).or_else(by_sea).ok_or(Why::NoOpenWay)?;
    let (most, reason) = most(turn, ledger, (from, &source), (to, &target));
    if most == 0 {
        return Err(reason);
    }
    let cut = (most < amount).then_some(reason);
    Ok(Move { from: source, to: target, amount: amount.min(most), way, cut })
}

/// ROTD-EUWOL 11.3: supplies are moved neither into nor out of a besieged city.
fn bar_by_siege(field: Field<'_>, from: &Site, to: &Site) -> Result<(), Why> {
    let cities = cities_by_square(field.state);
    let besieged = |site: &Site| is_besieged_square(&cities, site.end.at, site.end.tac);
    let place = |site: &Site| (site.end.at, site.end.tac);
    let is_barred = (besieged(from) || besieged(to)) && place(from) != place(to);
    if is_barred { Err(Why::BesiegedStore) } else { Ok(()) }
}

/// ROTD-EUWOL 11.5, 11.7: the most that may still be moved, and why no more: only what was there when the turn began
/// and still is, 60 out of a place in a turn, 10 out of or into a depot off the net.
fn most(
    turn: &Turn,
    ledger: &Ledger,
    (from, source): (&SupplyPlace, &Site),
    (to, target): (&SupplyPlace, &Site),
) -> (u32, Reason) {
    let (from, to) = ((from.clone(), source.owner), (to.clone(), target.owner));
    let noted = |stores: &BTreeMap<Store, u32>, store: &Store| stores.get(store).copied().unwrap_or(0);
    let (out, into) = (noted(&ledger.out, &from), noted(&ledger.into, &to));
    let available = noted(&ledger.available, &from).saturating_sub(out);
    let stock = left(&turn.state, &source.stock).min(available);
    let stocked: (u32, Reason) = (stock, Why::NoMoreThere.into());
    if is_setup(turn.field()) {
        return stocked;
    }
    let (wide, narrow) = (turn.book.supply.transfers.most, turn.book.supply.transfers.most_off_net);
    let limit = if source.is_off_net { narrow } else { wide };
    let sent = (limit.saturating_sub(out), Why::MostLeave.of(limit));
    let received = target.is_off_net.then(|| (narrow.saturating_sub(into), Why::MostCome.of(narrow)));
    let limits = [Some(stocked), Some(sent), received].into_iter().flatten();
    limits.min_by_key(|(most, _)| *most).unwrap_or((0, Why::NoMoreThere.into()))
}

/// ROTD-EUWOL 11.7: whether supplies are moved without limits: in the turns before a campaign, in some books in all peace.
fn is_setup(field: Field<'_>) -> bool {
    match field.state.season {
        Season::Deployment => true,
        Season::Peace => field.book.supply.free_in_peace,
        Season::Campaign => false,
    }
}

/// A place of a nation's side that stores supplies, if there is such a one.
pub fn site(field: Field<'_>, nation: NationCode, place: &SupplyPlace) -> Option<Site> {
    match place {
        SupplyPlace::City(name) => {
            let city = field.state.cities.get(name)?;
            let end = End { nation, at: city.at, tac: city.tac };
            let is_ours = field.relation(nation, city.control).is_friendly();
            let stock = Stock::City(name.clone());
            is_ours.then_some(Site { stock, end, owner: city.control, is_off_net: false })
        }
        SupplyPlace::Depot(at) => {
            let place = depot_of(field.state, nation, *at)?;
            let depot = field.state.depots.get(place)?;
            let end = End { nation, at: depot.at, tac: depot.tac };
            let is_on_net = journey::is_track(field, *at)
                || field.atlas.map.is_river(*at)
                || is_friendly_city(field, nation, *at);
            Some(Site { stock: Stock::Depot(place), end, owner: depot.side, is_off_net: !is_on_net })
        }
    }
}

/// WISC 3.5: whether naval stores go by land, rail or river between two places that store supplies, as these do; into a besieged city and
/// out of it they do not.
pub fn is_joined(field: Field<'_>, nation: NationCode, from: &SupplyPlace, to: &SupplyPlace) -> bool {
    let sites = site(field, nation, from).zip(site(field, nation, to));
    sites.is_some_and(|(from, to)| {
        bar_by_siege(field, &from, &to).is_ok() && way(field, nation, &from, &to).is_some()
    })
}

/// ROTD-EUWOL 11.7: a way between two places: a line of contact of at most 4 squares, for a depot off the net not
/// through mountains; else 40 squares by rail, else 30 by river. In the turns before a campaign no distance is too
/// great.
fn way(field: Field<'_>, nation: NationCode, from: &Site, to: &Site) -> Option<Way> {
    let book = field.book;
    let is_setup = is_setup(field);
    let within =
        |squares: Option<usize>, most: usize| squares.is_some_and(|squares| is_setup || squares <= most);
    let (one, other) = (from.end.at, to.end.at);
    if is_joined_by_land(field, nation, from, to, is_setup) {
        Some(Way::Land)
    } else if within(journey::for_supplies(field, nation, one, other), book.supply.transfers.rail) {
        Some(Way::Rail)
    } else {
        let by_river = within(waterway::length(field, nation, one, other), book.supply.transfers.river);
        by_river.then_some(Way::River)
    }
}

fn is_joined_by_land(field: Field<'_>, nation: NationCode, from: &Site, to: &Site, is_setup: bool) -> bool {
    let lines = Lines::new(field);
    let book = &field.book.supply.transfers;
    let shuns_mountains = book.off_net_shuns_mountains && (from.is_off_net || to.is_off_net);
    let passable = |at| !shuns_mountains || field.atlas.map.terrain_at(at) != Terrain::Mountain;
    let most = if is_setup { u8::MAX } else { book.contact };
    lines.length_through(nation, from.end, to.end, most, &passable).is_some()
}

/// A place in words.
pub fn name(grid: &Grid, place: &SupplyPlace) -> String {
    match place {
        SupplyPlace::City(name) => name.clone(),
        SupplyPlace::Depot(at) => format!("the store in {}", grid.label(*at)),
    }
}

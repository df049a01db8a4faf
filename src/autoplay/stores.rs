//! What those who hold an office do for the army's bread: a depot beside a headquarters that lies too far from one, and
//! supplies sent there (rules 11.5, 11.7). Nothing is known here of what it costs: what cannot be paid is not done.

use crate::autoplay::corps::Corps;
use crate::autoplay::picture::Picture;
use crate::games::ground::map::RiverClass;
use crate::games::ground::square::{Direction, StrategicSquare, TacticalSquare};
use crate::games::ground::tactical::{Ground, Sheet};
use crate::games::land::communications::sources::DEPOT_RANGE;
use crate::games::land::orders::{Office, OfficeOrder, SupplyPlace};
use crate::games::land::state::{Depot, DepotKind};
use crate::games::land::unit::{Source, Unit, UnitType};
use crate::games::land::variant::Variant;
use crate::reports::vantage::Vantage;

/// Supplies below which a depot is filled up.
const LOW: u32 = 12;
/// Who places depots (rule 11.5).
const PURCHASERS: [Office; 3] = [Office::Treasury, Office::Monarch, Office::PrimeMinister];

/// The office orders of a player.
pub fn orders(picture: &Picture<'_>, variant: &Variant, corps: &[Corps<'_>]) -> Vec<OfficeOrder> {
    let placed = new_depots(picture, corps);
    let sent = supplies(picture, variant, &placed);
    placed.into_iter().map(|(at, tac)| OfficeOrder::PlaceDepot { at, tac }).chain(sent).collect()
}

/// A depot in the square of each corps headquarters that has none in reach any more, or hardly.
fn new_depots(picture: &Picture<'_>, corps: &[Corps<'_>]) -> Vec<(StrategicSquare, TacticalSquare)> {
    let vantage = picture.vantage;
    if !PURCHASERS.iter().any(|office| vantage.player.offices.contains(office)) {
        return Vec::new();
    }
    let mut placed: Vec<(StrategicSquare, TacticalSquare)> = Vec::new();
    for head in corps.iter().filter_map(|corps| corps.head).filter(|head| lacks_depot(head)) {
        let near = |at: StrategicSquare| at.distance(head.at) < DEPOT_RANGE;
        let known = vantage.depots.iter().filter(|depot| is_ours(vantage, depot)).any(|depot| near(depot.at));
        let is_safe = picture.foes_near(head.at, 1) == 0;
        if is_safe && !known && !placed.iter().any(|(at, _)| near(*at)) {
            placed.extend(place_for_depot(picture, head.at).map(|tac| (head.at, tac)));
        }
    }
    placed
}

fn lacks_depot(head: &Unit) -> bool {
    match &head.source {
        Some(Source::City(_)) => false,
        Some(Source::Depot(at)) => at.distance(head.at) >= DEPOT_RANGE,
        Some(Source::Unit(_)) | None => true,
    }
}

fn is_ours(vantage: &Vantage<'_>, depot: &Depot) -> bool {
    depot.kind == DepotKind::Depot && vantage.relation(depot.side).is_friendly()
}

/// ROTD-EUWOL 11.5: where in a square a depot may lie: in the own city, on the track, beside the great river, or
/// anywhere.
fn place_for_depot(picture: &Picture<'_>, at: StrategicSquare) -> Option<TacticalSquare> {
    let atlas = picture.vantage.atlas;
    let sheet = atlas.sheet(at);
    if let Some(town) = picture.town_at(at) {
        return town.is_friendly().then_some(town.tac);
    }
    let is_great = atlas.map.river_class(at).is_some_and(|class| class > RiverClass::Fordable);
    let fits = |tac: &TacticalSquare| match () {
        () if atlas.map.is_rail(at) => sheet.rail[tac.index()],
        () if is_great => is_beside_river(sheet, *tac),
        () => true,
    };
    let stands = TacticalSquare::all().filter(|tac| sheet.is_passable(*tac) && !sheet.is_crossing(*tac));
    stands.filter(fits).min_by_key(|tac| (tac.distance(TacticalSquare::MIDDLE), tac.index()))
}

fn is_beside_river(sheet: &Sheet, tac: TacticalSquare) -> bool {
    let beside = Direction::ALL.into_iter().filter_map(|way| tac.step(way));
    beside.into_iter().any(|square| sheet.ground_at(square) == Ground::River)
}

/// Supplies from the fullest city to each depot that runs low.
fn supplies(
    picture: &Picture<'_>,
    variant: &Variant,
    placed: &[(StrategicSquare, TacticalSquare)],
) -> Vec<OfficeOrder> {
    let vantage = picture.vantage;
    if !may_send(vantage) {
        return Vec::new();
    }
    let nation = vantage.player.nation;
    let mut cities: Vec<(u32, &str)> = vantage
        .cities
        .iter()
        .filter(|(_, city)| city.control == nation && !city.besieged)
        .map(|(name, city)| (city.supplies, *name))
        .collect();
    let low = vantage
        .depots
        .iter()
        .filter(|depot| depot.kind == DepotKind::Depot && depot.side == nation && depot.supplies < LOW);
    let wanting = low.map(|depot| depot.at).chain(placed.iter().map(|(at, _)| *at));
    let most = variant.supplies_moved_off_net;
    let mut sent = Vec::new();
    for at in wanting {
        let Some(fullest) =
            cities.iter_mut().max_by_key(|(supplies, name)| (*supplies, std::cmp::Reverse(*name)))
        else {
            break;
        };
        if fullest.0 < 2 * most {
            break;
        }
        fullest.0 -= most;
        let from = SupplyPlace::City(fullest.1.to_owned());
        sent.push(OfficeOrder::MoveSupplies { amount: most, from, to: SupplyPlace::Depot(at) });
    }
    sent
}

/// ROTD-EUWOL 11.7: the War Minister and whoever commands an army headquarters.
fn may_send(vantage: &Vantage<'_>) -> bool {
    let mut armies = vantage.own.iter().filter(|own| own.unit.id.kind == UnitType::ArmyHq);
    vantage.player.offices.contains(&Office::WarMinister) || armies.any(|own| own.is_commanded)
}

//! What those who hold an office do for the army's bread: a depot beside a headquarters that lies too far from one, and
//! supplies sent there and bought (rules 11.5, 11.7). Nothing is known here of what it costs: what cannot be paid is not done.

use crate::corps::Corps;
use crate::picture::{Picture, Town};
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Ground, Sheet};
use fieldpost_land::book::Book;
use fieldpost_land::communications::CORPS_RANGE;
use fieldpost_land::communications::sources::DEPOT_RANGE;
use fieldpost_land::detection::sight::{Arm, Sighting};
use fieldpost_land::orders::{Office, OfficeOrder, SupplyPlace};
use fieldpost_land::state::{Depot, DepotKind};
use fieldpost_land::unit::{Source, Unit, UnitType};
use fieldpost_tell::vantage::Vantage;

/// Supplies below which a depot is filled up.
const LOW: u32 = 40;
/// Men about a headquarters of others from which it is seen to.
const ARMY: u32 = 6_000;
/// How near the army must be to a depot for it to be filled, in squares.
const USED: u8 = 6;

/// The office orders of a player.
pub fn orders(picture: &Picture<'_>, book: &Book, corps: &[Corps<'_>]) -> Vec<OfficeOrder> {
    let placed = new_depots(picture, book, corps);
    let sent = supplies(picture, book).into_iter().chain(purchases(picture, book, corps));
    placed.into_iter().map(|(at, tac)| OfficeOrder::PlaceDepot { at, tac }).chain(sent).collect()
}

/// R-11.6b, R-8.7: supplies for each store of the nation's that runs low and that its army eats from: a depot within reach of
/// headquarters, and a city in which somebody stands.
fn purchases(picture: &Picture<'_>, book: &Book, corps: &[Corps<'_>]) -> Vec<OfficeOrder> {
    let vantage = picture.vantage;
    let nation = vantage.player.nation;
    let may_buy = book.offices.place_depots.iter().any(|office| vantage.player.offices.contains(office));
    if !may_buy || book.refuses.contains(&"purchases") {
        return Vec::new();
    }
    let own = corps.iter().filter_map(|corps| corps.head).map(|head| head.at);
    let heads: Vec<_> = own.chain(comrades(picture)).collect();
    let feeds = |depot: &&&Depot| {
        let is_near = |head: &StrategicSquare| head.distance(depot.at) <= DEPOT_RANGE;
        is_ours(vantage, depot) && depot.side == nation && heads.iter().any(is_near)
    };
    let depots = vantage.depots.iter().filter(feeds);
    let depots = depots.map(|depot| (SupplyPlace::Depot(depot.at), depot.supplies));
    let cities = vantage.cities.iter().filter(|(_, city)| {
        let is_used = heads.contains(&city.at) || picture.friends_near(city.at, 0) > 0;
        city.control == nation && !city.besieged && is_used
    });
    let cities = cities.map(|(name, city)| (SupplyPlace::City((*name).to_owned()), city.supplies));
    let low = depots.chain(cities).filter(|(_, held)| *held < LOW);
    low.map(|(to, held)| OfficeOrder::AddSupplies { amount: LOW - held, to }).collect()
}

/// A depot within reach of each corps headquarters that has none, or hardly, the own ones first and then those that others
/// of the nation command and that are seen: where trains or a city can fill it, or where the headquarters stands.
fn new_depots(
    picture: &Picture<'_>,
    book: &Book,
    corps: &[Corps<'_>],
) -> Vec<(StrategicSquare, TacticalSquare)> {
    let vantage = picture.vantage;
    if !book.offices.place_depots.iter().any(|office| vantage.player.offices.contains(office)) {
        return Vec::new();
    }
    let mut placed: Vec<(StrategicSquare, TacticalSquare)> = Vec::new();
    let own = corps
        .iter()
        .filter_map(|corps| corps.head)
        .filter(|head| lacks_depot(vantage, head))
        .map(|head| head.at);
    for about in own.chain(comrades(picture)) {
        let near = |at: StrategicSquare| at.distance(about) < DEPOT_RANGE;
        let known = vantage.depots.iter().filter(|depot| is_ours(vantage, depot)).any(|depot| near(depot.at));
        if known || placed.iter().any(|(at, _)| near(*at)) {
            continue;
        }
        placed.extend(site(picture, about).and_then(|at| Some((at, place_for_depot(picture, at)?))));
    }
    placed
}

/// Where headquarters of the nation are seen, with an army about them that is worth a depot, in order of their squares.
fn comrades(picture: &Picture<'_>) -> impl Iterator<Item = StrategicSquare> {
    let vantage = picture.vantage;
    let is_head =
        |flag: &Sighting| flag.nation == vantage.player.nation && flag.arms.0.contains(&Arm::Headquarters);
    let squares = vantage.sight.strategic.iter().filter(move |(_, flags)| flags.iter().any(is_head));
    squares.map(|(at, _)| *at).filter(|at| picture.friends_near(*at, CORPS_RANGE) >= ARMY)
}

/// The strategic square for a depot about a headquarters: the nearest on a railway of the own side or with a city of it;
/// else its own.
fn site(picture: &Picture<'_>, about: StrategicSquare) -> Option<StrategicSquare> {
    let vantage = picture.vantage;
    let is_home = |at| vantage.soil_of(at).is_some_and(|nation| vantage.relation(nation).is_friendly());
    let is_fed = |at: &StrategicSquare| {
        let has_town = picture.town_at(*at).is_some_and(Town::is_friendly);
        has_town || vantage.atlas.map.is_rail(*at) && is_home(*at)
    };
    let is_safe = |at: &StrategicSquare| picture.foes_near(*at, 1) == 0 && vantage.atlas.map.is_passable(*at);
    let near = vantage.near.iter().copied().filter(|at| at.distance(about) < DEPOT_RANGE && is_safe(at));
    let fed = near.filter(is_fed).min_by_key(|at| (at.distance(about), *at));
    fed.or_else(|| Some(about).filter(is_safe))
}

/// whether a headquarters has neither a city with supplies nor a depot near; what is empty it lists only where it has
/// nothing else.
fn lacks_depot(vantage: &Vantage<'_>, head: &Unit) -> bool {
    match &head.source {
        Some(Source::City(name)) => vantage.cities.iter().any(|(city, of)| city == name && of.supplies == 0),
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
    let is_great = atlas.map.is_navigable(at);
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

/// Supplies to each depot of the nation's that runs low, from the fullest of its stores from which a way may lead there.
fn supplies(picture: &Picture<'_>, book: &Book) -> Vec<OfficeOrder> {
    let vantage = picture.vantage;
    if !may_send(vantage) {
        return Vec::new();
    }
    let nation = vantage.player.nation;
    let mut larders = larders(picture, book);
    let low = vantage.depots.iter().filter(|depot| is_ours(vantage, depot) && depot.side == nation);
    let mut sent = Vec::new();
    let is_used = |depot: &&&Depot| picture.friends_near(depot.at, USED) > 0;
    for depot in low.filter(|depot| depot.supplies < LOW).filter(is_used) {
        let is_on_net = vantage.atlas.map.is_rail(depot.at) || picture.town_at(depot.at).is_some();
        let most = if is_on_net { book.supply.transfers.most } else { book.supply.transfers.most_off_net };
        let leads = |larder: &&mut Larder| {
            larder.place != SupplyPlace::Depot(depot.at) && may_lead(vantage, book, larder.at, depot.at)
        };
        let Some(fullest) =
            larders.iter_mut().filter(leads).max_by_key(|larder| larder.spare.min(larder.leaves))
        else {
            continue;
        };
        let amount = most.min(fullest.spare).min(fullest.leaves);
        if amount > 0 {
            fullest.spare -= amount;
            fullest.leaves -= amount;
            let (from, to) = (fullest.place.clone(), SupplyPlace::Depot(depot.at));
            sent.push(OfficeOrder::MoveSupplies { amount, from, to });
        }
    }
    sent
}

/// A store that can send supplies.
struct Larder {
    place: SupplyPlace,
    at: StrategicSquare,
    /// What it can do without.
    spare: u32,
    /// What may still leave it in this turn (rule 11.7).
    leaves: u32,
}

/// The nation's stores: of cities the half, of depots what they have beyond what makes them low themselves, and all of it
/// where the army has left them behind.
fn larders(picture: &Picture<'_>, book: &Book) -> Vec<Larder> {
    let vantage = picture.vantage;
    let nation = vantage.player.nation;
    let cities = vantage.cities.iter().filter(|(_, city)| city.control == nation && !city.besieged);
    let cities = cities.map(|(name, city)| Larder {
        place: SupplyPlace::City((*name).to_owned()),
        at: city.at,
        spare: city.supplies / 2,
        leaves: book.supply.transfers.most,
    });
    let depots = vantage.depots.iter().filter(|depot| is_ours(vantage, depot) && depot.side == nation);
    let depots = depots.map(|depot| {
        let kept = if picture.friends_near(depot.at, USED) > 0 { LOW } else { 0 };
        let spare = depot.supplies.saturating_sub(kept);
        Larder {
            place: SupplyPlace::Depot(depot.at),
            at: depot.at,
            spare,
            leaves: book.supply.transfers.most,
        }
    });
    cities.chain(depots).collect()
}

/// ROTD-EUWOL 11.7: whether a way may lead from one place to another: both lie on railways, or they are near.
fn may_lead(vantage: &Vantage<'_>, book: &Book, from: StrategicSquare, to: StrategicSquare) -> bool {
    let map = &vantage.atlas.map;
    map.is_rail(from) && map.is_rail(to) || from.distance(to) <= book.supply.transfers.contact
}

/// ROTD-EUWOL 11.7: the War Minister and whoever commands an army headquarters.
fn may_send(vantage: &Vantage<'_>) -> bool {
    let mut armies = vantage.own.iter().filter(|own| own.unit.id.kind == UnitType::ArmyHq);
    vantage.player.offices.contains(&Office::WarMinister) || armies.any(|own| own.is_commanded)
}

#[cfg(test)]
mod tests {
    use crate::sketches::{land, written};
    use fieldpost_ground::square::StrategicSquare;
    use fieldpost_land::orders::Office;
    use fieldpost_land::sandbox::{Sandbox, nation, tac};
    use fieldpost_land::state::{Depot, DepotKind};

    /// A headquarters beside a depot, and a city that nobody draws from.
    fn war(held: u32, office: Option<Office>) -> Sandbox {
        let mut sandbox = land(|land| {
            land.unit("FR1CQ", "A4-N4", "7-7");
            land.unit("FR1IN", "A4-N4", "7-8");
            land.unit("AU1IN", "A8-N8", "7-7");
            land.city("Ulm", "A1-N8", "7-7", "FR");
            let at: StrategicSquare = land.square("A5-N4");
            let side = nation("FR");
            land.state.depots.push(Depot {
                at,
                tac: tac("7-7"),
                kind: DepotKind::Depot,
                side,
                supplies: held,
            });
        });
        let french = usize::from(sandbox.state.player_named("fr").unwrap().0);
        sandbox.state.players[french].offices.extend(office);
        sandbox
    }

    /// where the scenario names no price it costs nothing, and where the treasury cannot pay nothing is bought.
    #[test]
    fn a_treasury_buys_what_a_depot_of_its_army_lacks() {
        let bought = |held, office| {
            let letter = written(&war(held, office), None);
            letter.lines().filter(|line| line.starts_with("ADD")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(bought(15, Some(Office::Treasury)), ["ADD SUPPLIES 25 TO A5-N4"], "nobody is near Ulm");
        assert_eq!(bought(40, Some(Office::Treasury)), [""; 0]);
        assert_eq!(bought(15, Some(Office::WarMinister)), [""; 0], "rule 11.5: not his office");
    }
}

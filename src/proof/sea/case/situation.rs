//! What a case begins with: chart, position, land, orders.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use crate::sea::case::file::{CaseFile, PortFile, ShipFile, UnitFile};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::course::{Course, CourseKind};
use fieldpost_ground::map_file;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::powers::{Player, Powers};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground};
use fieldpost_ground::unit::UnitId;
use fieldpost_sea::ashore::{Arm, Ashore, Battery, Boards, Brigade, Depot, LandBattle, Site, in_words};
use fieldpost_sea::chart::{Chart, PortNo};
use fieldpost_sea::combat::fight::worth;
use fieldpost_sea::command::{Block, in_force};
use fieldpost_sea::kind::Kind;
use fieldpost_sea::language;
use fieldpost_sea::orders::{Office, ShipOrders};
use fieldpost_sea::place::Place;
use fieldpost_sea::roster::Roster;
use fieldpost_sea::ship::{Quality, Ship, ShipId, Status};
use fieldpost_sea::state::{PortState, SeaState, Stock, Strength};
use fieldpost_sea::turn::Sky;

const MAP: &str = include_str!("../../../../maps/cwol.map.toml");
const SEA: &str = include_str!("../../../../maps/cwol.sea.toml");
const SHIPS: &str = include_str!("../../../../maps/cwol-1862.ships.toml");

/// The land, the chart, and who holds what.
pub type Theatre = (Arc<Atlas>, Arc<Chart>, Roster);

/// The theatre of all cases: read once.
static CWOL: LazyLock<Result<Theatre, String>> = LazyLock::new(|| {
    let map = map_file::load(MAP).map_err(|fault| fault.to_string())?;
    let chart = Chart::read(SEA, &map.atlas.map).map_err(|fault| fault.to_string())?;
    let roster = Roster::read(SHIPS, &chart).map_err(|faults| faults.join("; "))?;
    Ok((Arc::new(map.atlas), Arc::new(chart), roster))
});

/// The theatre of the American Civil War.
///
/// # Errors
/// If its files do not fit one another.
pub fn cwol() -> Result<&'static Theatre, String> {
    CWOL.as_ref().map_err(Clone::clone)
}

/// Where a case is played, and by whom.
pub struct Stage<'a> {
    /// The land.
    pub atlas: &'a Arc<Atlas>,
    pub chart: &'a Arc<Chart>,
    /// Who holds what, and how ships are called, if a theatre says it.
    pub roster: Option<&'a Roster>,
    /// The players that there are already; others are made as a case names them.
    pub players: Vec<Player>,
    /// The name of a nation's own player.
    pub own_name: fn(NationCode) -> String,
}

/// What a case begins with.
pub struct Situation {
    /// The land.
    pub atlas: Arc<Atlas>,
    pub chart: Arc<Chart>,
    /// The position.
    pub state: SeaState,
    /// What land is to ships.
    pub ashore: Ashore,
    /// Orders of the first turn.
    pub orders: BTreeMap<ShipId, ShipOrders>,
    /// What Naval Secretaries order.
    pub office: Vec<(NationCode, Office)>,
    /// The weather laid down.
    pub sky: Sky,
}

/// Reads a case's situation.
///
/// # Errors
/// What cannot be, in a sentence.
pub fn read(case: &CaseFile) -> Result<Situation, String> {
    let (atlas, chart, roster) = cwol()?;
    if case.theatre != "cwol" {
        return Err(format!("theatre: expected cwol, found {:?}", case.theatre));
    }
    let own_name = |nation: NationCode| nation.as_str().to_owned();
    read_on(case, Stage { atlas, chart, roster: Some(roster), players: Vec::new(), own_name })
}

/// Reads a case's situation on a stage.
///
/// # Errors
/// What cannot be, in a sentence.
pub fn read_on(case: &CaseFile, stage: Stage) -> Result<Situation, String> {
    let Stage { atlas, chart, roster, players, own_name } = stage;
    let border = roster.map(|roster| roster.border);
    let powers = Powers::of(players);
    let mut reader = Reader {
        chart: Arc::clone(chart),
        atlas: Arc::clone(atlas),
        state: SeaState {
            turn: 1,
            month: case.month,
            border,
            powers: Arc::new(powers),
            ..SeaState::default()
        },
        ashore: Ashore::default(),
        orders: BTreeMap::new(),
        gauges: BTreeMap::new(),
        own_name,
    };
    if let Some(roster) = roster {
        reader.state.names = roster.names.clone();
        reader.state.rivers = roster.rivers.clone();
    }
    reader.relations(case)?;
    reader.ports(case, roster)?;
    reader.rivers(case)?;
    case.unit.iter().try_for_each(|unit| reader.unit(unit))?;
    case.ship.iter().try_for_each(|ship| reader.ship(ship))?;
    reader.rest(case)?;
    reader.groups();
    reader.bases();
    let office = reader.office(case)?;
    reader.letters(case)?;
    let sky = reader.sky(case)?;
    let Reader { state, ashore, orders, .. } = reader;
    Ok(Situation { atlas: Arc::clone(atlas), chart: Arc::clone(chart), state, ashore, orders, office, sky })
}

struct Reader {
    chart: Arc<Chart>,
    atlas: Arc<Atlas>,
    state: SeaState,
    ashore: Ashore,
    orders: BTreeMap<ShipId, ShipOrders>,
    gauges: BTreeMap<ShipId, u8>,
    own_name: fn(NationCode) -> String,
}

/// A nation by its code or name. Great Britain is one nation, GB on the charts of this book; GITM-NWOL has BR for it, and a case
/// may say either.
pub fn nation_of(words: &str) -> Option<NationCode> {
    NationCode::of_words(if words == "BR" { "GB" } else { words })
}

fn nation(words: &str) -> Result<NationCode, String> {
    nation_of(words).ok_or_else(|| format!("{words:?} is no nation"))
}

/// A ship by its id, its nation read as [`nation_of`] reads it.
pub fn ship_of(id: &str) -> Result<ShipId, String> {
    let id: ShipId = id.parse()?;
    Ok(ShipId { nation: nation(id.nation.as_str())?, ..id })
}

/// A unit that a case names as cargo and nowhere else: as its type has it.
fn stowed(unit: &str, ship: ShipId) -> UnitFile {
    let aboard = Some(ship.to_string());
    UnitFile { id: unit.to_owned(), at: "A0-O0".into(), tac: "7-7".into(), aboard, ..UnitFile::default() }
}

/// The courses of a river: it may have several pieces.
fn courses<'a>(atlas: &'a Atlas, name: &'a str) -> impl Iterator<Item = &'a [StrategicSquare]> {
    let is_it =
        move |course: &&Course| matches!(course.kind, CourseKind::River { .. }) && course.name == name;
    atlas.map.courses.iter().filter(is_it).map(|course| course.path.as_slice())
}

/// What stands on the stocks: a number of sloops, or a list of types with turns.
fn stocks(value: Option<&toml::Value>) -> Result<Vec<String>, String> {
    match value {
        None => Ok(Vec::new()),
        Some(toml::Value::Integer(count)) => Ok(vec!["SL".into(); usize::try_from(*count).unwrap_or(0)]),
        Some(toml::Value::Array(list)) => {
            Ok(list.iter().filter_map(|stock| stock.as_str().map(str::to_owned)).collect())
        }
        Some(other) => Err(format!("building: expected a number or a list of types, found {other}")),
    }
}

impl Reader {
    fn place(&self, name: &str, area: Option<u8>) -> Result<Place, String> {
        if let Some(rest) = name.strip_prefix("transit ") {
            let (sea, turns) = rest.split_once(' ').unwrap_or((rest, "3"));
            let sea = self.chart.sea_of(sea).ok_or_else(|| format!("{sea} is no sea area"))?;
            return Ok(Place::Transit(sea, turns.parse().map_err(|_| format!("{turns} are no turns"))?));
        }
        match self.chart.place_named(name) {
            Some(Place::Sea(sea, first)) => Ok(Place::Sea(sea, area.unwrap_or(first))),
            Some(place) => Ok(place),
            None => Err(format!("{name:?} is no place")),
        }
    }

    fn square(&self, name: &str) -> Result<StrategicSquare, String> {
        self.chart.grid.parse(name).map_err(|fault| fault.to_string())
    }

    fn tac(&self, name: &str) -> Result<TacticalSquare, String> {
        let parts = name.split_once('-').and_then(|(col, row)| Some((col.parse().ok()?, row.parse().ok()?)));
        let tac = parts.and_then(|(col, row)| TacticalSquare::new(col, row));
        tac.ok_or_else(|| format!("{name:?} is no tactical square"))
    }

    fn port(&self, name: &str) -> Result<PortNo, String> {
        self.chart.port_of(name).ok_or_else(|| format!("{name:?} is no port"))
    }

    /// The player of a name, who is made if need be; a nation's first player bears its code.
    fn player(&mut self, name: &str, of: NationCode) -> PlayerNo {
        let powers = Arc::make_mut(&mut self.state.powers);
        let known = powers.players.iter().position(|player| player.name == name);
        let place = known.unwrap_or_else(|| {
            powers.players.push(Player { name: name.to_owned(), nation: of });
            powers.players.len() - 1
        });
        let number = PlayerNo(place as u16);
        powers.secretaries.entry(of).or_insert(number);
        number
    }

    fn relations(&mut self, case: &CaseFile) -> Result<(), String> {
        if self.state.powers.players.is_empty() {
            for nation in ["US", "CS"].into_iter().filter_map(NationCode::new) {
                self.player(&(self.own_name)(nation), nation);
            }
        }
        for relation in &case.relation {
            let is = match relation.is.as_str() {
                "allied" => Relation::Allied,
                "neutral" => Relation::Neutral,
                "hostile" => Relation::Hostile,
                other => {
                    return Err(format!("relation: expected allied, neutral or hostile, found {other:?}"));
                }
            };
            let (one, other) = (nation(&relation.between[0])?, nation(&relation.between[1])?);
            Arc::make_mut(&mut self.state.powers).relate(one, other, is);
        }
        Ok(())
    }

    fn ports(&mut self, case: &CaseFile, roster: Option<&Roster>) -> Result<(), String> {
        for (place, port) in self.chart.ports.iter().enumerate() {
            let number = PortNo(place as u16);
            let land = port.at.and_then(|at| self.state.land_holder(&self.atlas.map, at));
            let foreign = port.holder.as_deref().and_then(NationCode::new);
            let listed = roster.and_then(|roster| roster.ports.get(&number)).copied();
            let holder = listed.or(foreign).or(land);
            let state =
                PortState { holder, stores: 20 * port.yard + 5, yard: port.yard, building: Vec::new() };
            self.state.ports.insert(number, state);
        }
        let inland = self.chart.cities.iter().filter(|(_, at)| self.chart.port_at(*at).is_none());
        let held = inland.filter_map(|(_, at)| Some((*at, self.state.land_holder(&self.atlas.map, *at)?)));
        self.ashore.cities = held.collect();
        case.port.iter().try_for_each(|port| self.one_port(port))
    }

    fn one_port(&mut self, file: &PortFile) -> Result<(), String> {
        let holder = file.control.as_deref().map(nation).transpose()?;
        if let Some(at) = self.chart.inland_city(&file.name) {
            self.state.inland.extend(file.stores.map(|stores| (at, stores)));
            self.ashore.cities.extend(holder.map(|holder| (at, holder)));
            return Ok(());
        }
        let number = self.port(&file.name)?;
        let turn = self.state.turn;
        let Some(state) = self.state.ports.get_mut(&number) else { return Ok(()) };
        state.holder = holder.or(state.holder);
        state.stores = file.stores.unwrap_or(state.stores);
        state.yard = file.yard.unwrap_or(state.yard);
        for stock in stocks(file.building.as_ref())? {
            let (kind, turns) = stock.split_once(' ').unwrap_or((&stock, "9"));
            let kind = Kind::of_code(kind).ok_or_else(|| format!("{kind} is no type"))?;
            let turns: u32 = turns.parse().map_err(|_| format!("{turns} are no turns"))?;
            let nation = state.holder.ok_or("nobody builds there")?;
            state.building.push(Stock { nation, kind, name: String::new(), ready: turn + turns - 1 });
        }
        self.ashore.supplies.extend(file.supplies.map(|supplies| (number, supplies)));
        if file.besieged {
            self.ashore.besieged.insert(number);
        }
        Ok(())
    }

    fn rivers(&mut self, case: &CaseFile) -> Result<(), String> {
        let mut ends = Vec::new();
        for river in &case.river {
            let holder = nation(&river.holder)?;
            let atlas = Arc::clone(&self.atlas);
            let mut found = false;
            for path in courses(&atlas, &river.name) {
                found = true;
                // A tributary ends in a square of the river that it flows into: who holds that river has it.
                let last = path.last().copied().filter(|last| self.chart.mouth_at(*last).is_none());
                ends.extend(last);
                path.iter().for_each(|at| self.hold(*at, holder));
            }
            if !found {
                return Err(format!("river: there is no {}", river.name));
            }
        }
        for river in &case.river {
            let holder = nation(&river.holder)?;
            let atlas = Arc::clone(&self.atlas);
            for path in courses(&atlas, &river.name) {
                let through = path.split_last().map_or(&[][..], |row| row.1);
                through.iter().filter(|at| ends.contains(at)).for_each(|at| self.hold(*at, holder));
            }
        }
        Ok(())
    }

    fn hold(&mut self, at: StrategicSquare, holder: NationCode) {
        self.state.rivers.insert(at, holder);
        if let Place::Harbor(port) = self.chart.river_place(at)
            && let Some(state) = self.state.ports.get_mut(&port)
        {
            state.holder = Some(holder);
        }
    }

    fn unit(&mut self, file: &UnitFile) -> Result<(), String> {
        let (owner, code) =
            (file.id.get(..2).unwrap_or(""), file.id.get(file.id.len().saturating_sub(2)..).unwrap_or(""));
        let of = nation(owner)?;
        self.player(&(self.own_name)(of), of);
        let id = UnitId::spelt(&file.id).ok_or_else(|| format!("{} is no unit's id", file.id))?;
        let tac = self.tac(&file.tac)?;
        let worth = match &file.quality {
            Some(words) => worth(Quality::of_words(words).ok_or_else(|| format!("{words:?} is no quality"))?),
            None => 1000,
        };
        if code == "NB" {
            let at = self.square(&file.at)?;
            let height = match self.atlas.sheet(at).ground_at(tac) {
                Ground::Hills => 1500,
                Ground::HighHills => 2500,
                _ => 1000,
            };
            let batteries = file.batteries.unwrap_or(4);
            self.ashore.batteries.push(Battery { id, nation: of, at, tac, batteries, height, worth });
            return Ok(());
        }
        let (arm, men, batteries) = match code {
            "IN" | "LI" => (Arm::Infantry, 2400, 0),
            "MI" => (Arm::Infantry, 1500, 0),
            "HC" | "MC" | "LC" | "CV" => (Arm::Cavalry, 1200, 0),
            "HA" => (Arm::Guns { horse: true }, 400, 4),
            "LA" | "SA" => (Arm::Guns { horse: false }, 400, 4),
            "CQ" => (Arm::CorpsHeadquarters, 100, 0),
            "AQ" => (Arm::ArmyHeadquarters, 100, 0),
            "PB" => (Arm::Train, 100, 0),
            other => return Err(format!("{}: {other} is no type of land units", file.id)),
        };
        let site = match (&file.aboard, self.chart.port_of(&file.at)) {
            (Some(ship), _) => Site::Aboard(ship.parse()?),
            (None, Some(port)) if self.chart.port(port).at.is_none() => Site::Garrison(port),
            _ => Site::Field(self.square(&file.at)?, tac),
        };
        if code == "PB"
            && let Site::Field(at, _) = site
        {
            self.ashore.pontoons.insert(at, of);
        }
        let brigade = Brigade {
            id,
            nation: of,
            arm,
            men: file.strength.unwrap_or(men),
            batteries: file.batteries.unwrap_or(batteries),
            worth,
            supplies: file.supplies.unwrap_or(1),
            at: site,
            active: matches!(site, Site::Field(..)) && file.status.as_deref() != Some("inactive"),
            fights: !matches!(arm, Arm::Train | Arm::CorpsHeadquarters | Arm::ArmyHeadquarters),
            boards: Boards::Yes,
            fought: false,
            busy: false,
            marches: file.orders.as_deref().is_some_and(|orders| orders.contains("MARCH")),
        };
        self.ashore.brigades.insert(id, brigade);
        Ok(())
    }

    fn ship(&mut self, file: &ShipFile) -> Result<(), String> {
        let id = ship_of(&file.id)?;
        let at = self.place(&file.at, file.area)?;
        let commander = file.commander.clone().unwrap_or_else(|| (self.own_name)(id.nation));
        let commander = self.player(&commander, id.nation);
        let mut ship = Ship::new(id, at, commander);
        ship.deputy = file.deputy.as_ref().map(|deputy| self.player(deputy, id.nation));
        ship.capacity = file.capacity.unwrap_or(if id.kind.is_transport() { 10_000 } else { 0 });
        ship.crew = file.crew.unwrap_or_else(|| ship.whole_crew());
        ship.name = file.name.clone().unwrap_or_default();
        if let Some(words) = &file.quality {
            ship.quality = Quality::of_words(words).ok_or_else(|| format!("{words:?} is no quality"))?;
        }
        ship.marines = file.marines.unwrap_or(ship.marines);
        ship.experience = file.experience.unwrap_or(ship.experience);
        ship.morale = file.morale.unwrap_or(ship.morale);
        ship.stores = file.stores.unwrap_or(ship.stores);
        ship.stores_debt = file.stores_debt.unwrap_or(0);
        (ship.hull, ship.propulsion) = (file.hull.unwrap_or(0), file.propulsion.unwrap_or(0));
        (ship.ram, ship.fast) = (file.ram.unwrap_or(false), file.fast.unwrap_or(ship.fast));
        ship.base = file.base.as_ref().map(|base| self.port(base)).transpose()?;
        ship.attached_to = file.attached_to.as_ref().map(|leader| leader.parse()).transpose()?;
        ship.came_from = file.came_from.as_ref().map(|at| self.square(at)).transpose()?;
        ship.status = match file.status.as_deref() {
            None | Some("active") => Status::Active,
            Some("inactive") => Status::Inactive,
            Some(other) => return Err(format!("{id}: {other:?} is no status")),
        };
        (ship.supplies, ship.extra_stores) = (file.supplies.unwrap_or(0), file.extra_stores.unwrap_or(0));
        for unit in &file.cargo {
            if self.ashore.named(unit).is_none() {
                self.unit(&stowed(unit, id))?;
            }
            let brigade = UnitId::spelt(unit).and_then(|unit| self.ashore.brigades.get_mut(&unit));
            if let Some(brigade) = brigade {
                (brigade.at, brigade.active) = (Site::Aboard(id), false);
            }
        }
        ship.cargo = in_words(self.ashore.aboard(id)).iter().map(|brigade| brigade.id).collect();
        self.gauges.insert(
            id,
            match file.gauge.as_deref() {
                Some("windward") => 0,
                Some("leeward") => 2,
                _ => 1,
            },
        );
        self.state.ships.insert(id, ship);
        if let Some(text) = &file.orders {
            self.orders.insert(id, self.orders_of(id, text));
        }
        Ok(())
    }

    /// Reads a block of orders; a line that cannot be read is refused when the turn begins.
    fn orders_of(&self, id: ShipId, text: &str) -> ShipOrders {
        let mut orders = ShipOrders::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words =
                line.split(' ').map(|word| ship_of(word).map_or(word.to_owned(), |id| id.to_string()));
            let meant = words.collect::<Vec<_>>().join(" ");
            match language::order(&meant, &self.chart, id.kind) {
                Ok(order) => orders.put(order),
                Err(why) => orders.unread.push((line.to_owned(), why.to_string())),
            }
        }
        orders
    }

    fn rest(&mut self, case: &CaseFile) -> Result<(), String> {
        for depot in &case.depot {
            let (at, tac, side) = (self.square(&depot.at)?, self.tac(&depot.tac)?, nation(&depot.side)?);
            self.ashore.depots.insert((at, side), Depot { tac, supplies: depot.supplies });
        }
        for battle in &case.battle {
            let sides = battle.between.iter().map(|side| nation(side)).collect::<Result<Vec<_>, _>>()?;
            let (at, tac) = (self.square(&battle.at)?, self.tac(&battle.tac)?);
            self.ashore.battles.push(LandBattle { phase: battle.phase, at, tac, sides });
        }
        for at in self.chart.rivers.squares() {
            if self.atlas.map.is_rail(at) && !self.atlas.map.unbridged.contains(&at) {
                self.ashore.bridges.insert(at);
            }
        }
        Ok(())
    }

    /// Ships of one nation in one place form one group; those said to be to windward come first.
    fn groups(&mut self) {
        let mut by_place: BTreeMap<Place, BTreeMap<(u8, NationCode), BTreeSet<ShipId>>> = BTreeMap::new();
        for ship in self.state.ships.values() {
            let gauge = self.gauges.get(&ship.id).copied().unwrap_or(1);
            by_place.entry(ship.at).or_default().entry((gauge, ship.id.nation)).or_default().insert(ship.id);
        }
        self.state.groups =
            by_place.into_iter().map(|(place, groups)| (place, groups.into_values().collect())).collect();
    }

    /// The base is the nearest friendly port, unless one is said.
    fn bases(&mut self) {
        let turn = fieldpost_sea::turn::Turn::begin(
            &self.chart,
            &self.atlas,
            self.state.clone(),
            BTreeMap::new(),
            1,
        );
        for ship in self.state.ships.values_mut().filter(|ship| ship.base.is_none()) {
            ship.base = turn.nearest_port(ship.id);
        }
    }

    fn office(&mut self, case: &CaseFile) -> Result<Vec<(NationCode, Office)>, String> {
        let mut orders = Vec::new();
        for order in &case.order {
            let title = ["Naval Secretary of ", "Secretary of the Navy of ", "Naval Minister of "];
            let of = title.iter().find_map(|title| order.from.strip_prefix(title));
            let of = nation(of.ok_or_else(|| format!("{} is no office of the navy", order.from))?)?;
            for line in order.text.lines().map(str::trim).filter(|line| !line.is_empty()) {
                let read = language::office(line, &self.chart);
                orders.push((of, read.unwrap_or_else(|why| Office::Unread(format!("{line}: {why}")))));
            }
        }
        Ok(orders)
    }

    /// WISC 4.1: what is in force of letters that were received.
    fn letters(&mut self, case: &CaseFile) -> Result<(), String> {
        let mut blocks: BTreeMap<ShipId, Vec<Block>> = BTreeMap::new();
        for letter in &case.letter {
            let (mut by, mut ship) = (None, None);
            for line in letter.text.lines().map(str::trim).filter(|line| !line.is_empty()) {
                if let Some(name) = line.strip_prefix("PLAYER ") {
                    let player = self.state.powers.players.iter().position(|player| player.name == name);
                    by = Some(PlayerNo(player.ok_or_else(|| format!("nobody is called {name}"))? as u16));
                } else if let Some(id) = line.strip_prefix("SHIP ").or_else(|| line.strip_prefix("UNIT ")) {
                    let id = ship_of(id)?;
                    ship = Some(id);
                    let by = by.ok_or("a letter begins with PLAYER")?;
                    blocks.entry(id).or_default().push(Block { by, orders: Vec::new() });
                } else if let Some(block) = ship.and_then(|id| blocks.get_mut(&id)?.last_mut()) {
                    let kind = ship.map_or(Kind::Sloop, |id| id.kind);
                    // What cannot be read is told in the receipt and not filed.
                    block.orders.extend(language::order(line, &self.chart, kind));
                }
            }
        }
        for (id, blocks) in blocks {
            let ship = self.state.ships.get(&id).ok_or_else(|| format!("there is no {id}"))?;
            self.orders.insert(id, in_force(ship, &blocks));
        }
        Ok(())
    }

    fn sky(&self, case: &CaseFile) -> Result<Sky, String> {
        let fair = match case.weather.as_str() {
            "fair" => true,
            "drawn" => false,
            other => return Err(format!("weather: expected fair or drawn, found {other:?}")),
        };
        let sea = |code: &String| self.chart.sea_of(code).ok_or_else(|| format!("{code} is no sea area"));
        let mut sky = Sky { fair, ..Sky::default() };
        for (code, from) in &case.wind {
            let side =
                fieldpost_sea::chart::file::side(from).ok_or_else(|| format!("{from:?} is no side"))?;
            sky.wind.insert(sea(code)?, side);
        }
        for (code, words) in &case.strength {
            let strength = Strength::ALL.iter().find(|row| row.1 == words).map(|row| row.0);
            sky.strength
                .insert(sea(code)?, strength.ok_or_else(|| format!("{words:?} is no strength of wind"))?);
        }
        sky.storm = case.storm.iter().map(sea).collect::<Result<_, _>>()?;
        Ok(sky)
    }
}

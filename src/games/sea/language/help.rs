//! What HELP says of ships beside the rows of their orders: types, waters, how things are done at sea, the rules of the book.

use std::sync::LazyLock;

use crate::chart::{Chart, CoastNo, Port};
use crate::kind::Kind;
use crate::language::SHIPS;
use crate::language::names::OWN;
use crate::ship::WRECK;
use fieldpost_engine::rule::{Rule, RuleList};
use fieldpost_grammar::{HOUSE, Help, forms, wrapped};

/// The help of ships.
pub(super) const HELP: Help = Help {
    letter: "PLAYER name\nPASSWORD word\nSHIP US2FR\nSAIL GAC\nEND\n",
    notes: NOTES,
    see_also: SEE_ALSO,
    rules: || &RULES,
    of_game,
    ..HOUSE.help
};

/// The rules of the book, each by its number as all cite it: `WISC 9.2`.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let text = include_str!("../../../../fixtures/rules/wisc-cwol.toml");
    let Ok(RuleList { rule, .. }) = toml::from_str::<RuleList>(text) else { return Vec::new() };
    rule.into_iter().map(|rule| Rule { number: format!("WISC {}", rule.number), ..rule }).collect()
});

const SEE_ALSO: &[(&[&str], &str)] = &[(
    &["SHIP", "SHIPS", "FLEET", "NAVY", "SEA"],
    "SAILING, CONTACT, NAVAL BATTLE, SHORE, STORES, CARGO, SERVICE, NAVAL SECRETARY, BLOCKADE, BATTERIES, SEA TURN, SHIP WORDS, SEA AREAS, a type of \
     ships such as IC, a port",
)];

const NOTES: &[(&[&str], &str)] = &[
    (
        &["WIND", "WINDS", "WEATHER", "STORM", "STORMS", "SPEED", "SAIL"],
        "\
A ship makes at most two sea moves in a turn. The wind of each sea area
is drawn when the turn begins and may change between the two; \"Wind: NE
heavy\" in a report is the last turn's, from the north-east and hard.
Who steams does not mind it. Who sails makes a second move less often
against it, and may end the turn with a first one; out of a harbor or a
river, and into one, she does not go straight against it. Damage slows
a ship, and so does looking for merchants to raid or to convoy. The
harder it blows, the likelier is a storm: it damages ships and may blow
them away. HELP and a type of ships, such as HELP FR, says how it sails.
",
    ),
    (
        &["RAM", "RAMS"],
        "\
A ship with a ram fights the harder at close quarters: CLOSE seeks them.
",
    ),
    (
        &["SHIP LETTER", "SHIP", "SHIPS"],
        "\
A ship's orders stand in a block of her own, by her id or her name:

    SHIP US1IC
    COAST LCHE
    CONTACT PURSUE
    BATTLE ENGAGE
    CLOSE

A transport group takes a brigade aboard and goes to another harbor:

    SHIP US1TR
    LOAD US3IN
    COAST LCHE FIRST
    HARBOR Hampton AFTER 1
",
    ),
    (
        &["BLOCKADE", "BLOCKADES", "BLOCK A PORT"],
        "\
A port is blockaded by ships that lie in the coastal waters before it:
COAST LCHE before Norfolk and Hampton (HELP and a port's name says
which). Nobody goes in or out past hostile warships that lie there,
but who evades them or fights. The blockader's block:

    COAST LCHE
    CONTACT PURSUE
    BATTLE ENGAGE

From the next turn on no COAST is needed: a ship stays where she is.
A ship in a port or the waters off it keeps supplies and stores from
going there by sea, and so does COMMERCE RAID in a sea area. Who runs a
blockade writes CONTACT EVADE and BATTLE RUN PAST.
",
    ),
    (
        &["SEA TURN", "SHIP PHASES", "PHASES", "SEQUENCE"],
        "\
Ships do things in this order within the turn: orders and crews; winds
drawn; repair in port; stores; loading in friendly ports; SORTIE, STAND
IN and naval battles; fire on land in tactical 1 to 4 (BOMBARD, SUPPORT:
from where the ship lies then); after strategic 1 the first sea move,
then weather, ports and coasts, then the second sea move; after the
last strategic phase rivers, ports and coasts again, and landing; then
tactical 5, in which who landed may move. The wind is drawn anew at the
beginning of each turn and may change between the two sea moves: that
of your report is the last turn's.
",
    ),
    (
        &["CARGO", "LOAD", "UNLOAD", "LANDING", "LANDINGS", "TRANSPORT", "TRANSPORTS"],
        "\
What is loaded and unloaded when, and from where:

- A unit in a friendly port goes aboard at once, and the ship sails on
  the same turn. Elsewhere loading takes the whole turn: the ship and
  the unit do nothing else.
- A unit that is aboard when the turn begins goes ashore in the friendly
  port in which the ship ends the turn, though she sailed.
- A unit loaded in one port is not unloaded in another on the same turn.
- On the shore of coastal waters (UNLOAD US3IN AT K3-T8 13-13), and where
  the port is not friendly, unloading takes a whole turn: the ship must
  lie there when the turn begins, and give the same order.
- Nobody is loaded or landed from a sea area, or beside a battle.
- Supplies go into a city from its own harbor. To and from a depot or a
  corps headquarters they go only while the ship lies still: out of it
  what fits, into it a supply for 500 of her capacity a turn.
",
    ),
    (
        &["BATTERIES", "BATTERY", "FORT", "FORTS", "RUN PAST BATTERIES", "PRIZE", "PRIZES", "NAVAL BATTLE"],
        "\
Ships and batteries fight in naval battles, and not by BOMBARD, which
is for units ashore where no enemy battery is by. A battle begins when
a ship in the square (in a harbor or on a river) has BATTLE ENGAGE or
BATTLE RUN PAST; from the coastal waters STAND IN brings her before
the batteries first. Batteries begin none: of those that lie under
them they fire unasked only at transports without a warship. On a
river and in its mouth a ship halts in the square of hostile batteries,
and on the next turn goes back, fights them or runs past; RUN BATTERIES
orders that beforehand. Each hit on a battery silences it in one case
of five, with its 100 men.
CLOSE: where one side alone wants close quarters it gets them in about
half of all battles, more often with more steamers or to windward.
After a battle each ship of the beaten side is taken with a chance, in
the hundred, of twice the square of her propulsion damage and twice
her hull damage, less four times what the winners have of propulsion
damage on average; 25 more at close quarters. So propulsion 4 means
about one in three, 5 one in two. Who is not taken escapes, lame as
she is. A prize sails under the orders of her captor from then on.
",
    ),
    (
        &[
            "SHIP WORDS",
            "HULL",
            "PROPULSION",
            "DAMAGE",
            "MORALE",
            "CREW",
            "STORES",
            "GAUGE",
            "WINDWARD",
            "TACTICAL AREA",
        ],
        "\
Hull Damage and Propulsion Damage run from 0 to 5: a ship with hull 5
sinks; with propulsion 5 she makes no move until repaired. A
friendly port with room in its yard mends a point of hull and all of
her propulsion in a turn in which she has no orders to move; elsewhere a
ship mends a point of propulsion a turn. Crew: with less than seven
tenths of it she fights worse, with three tenths or less not at all;
with none she goes nowhere until a ship beside her hands men over.
Experience: 9 to 15 is the middle. Morale: no rule uses it. Stores: one
is used each turn, of the port where there are some; a ship without
any makes for her base. Tactical area: where in a sea area she is;
ships of other areas are not met. To windward or to leeward: on which
side of your ships others lie; GAUGE says which side to take.
",
    ),
];

/// A type of ships, sea areas, coastal waters, a port: what a topic is that is no order's.
fn of_game(topic: &str) -> Option<String> {
    let topic = topic.trim();
    if matches!(topic, "TYPES" | "TYPES OF SHIPS" | "SHIP TYPES") {
        return Some(Kind::ALL.iter().map(|(kind, code)| of_kind(*kind, code)).collect());
    }
    let is_kind = |(kind, code): &&(Kind, &str)| {
        let name = kind.row().name.to_uppercase();
        topic == *code || topic == name || topic.strip_suffix('S') == Some(&name)
    };
    if let Some((kind, code)) = Kind::ALL.iter().find(is_kind) {
        return Some(of_kind(*kind, code));
    }
    if matches!(topic, "SHIP" | "SHIPS" | "FLEET" | "NAVY") {
        let orders = forms(&SHIPS).filter(|form| form.section.is_of_orders()).map(|form| form.words);
        return Some(wrapped(&format!("All orders of ships: {}.", orders.collect::<Vec<_>>().join("; ")), 0));
    }
    let chart = OWN.as_ref()?;
    if matches!(topic, "SEA AREAS" | "SEA AREA" | "AREAS" | "COASTAL WATERS" | "WATERS" | "SEAS" | "CHART") {
        return Some((0..chart.seas.len()).map(|place| of_sea(chart, place)).collect());
    }
    let sea = chart.seas.iter().position(|sea| sea.code == topic || sea.name.to_uppercase() == topic);
    if let Some(place) = sea {
        return Some(of_sea(chart, place));
    }
    let is_coast = |coast: &crate::chart::Coast| coast.code == topic || coast.name.to_uppercase() == topic;
    if let Some(place) = chart.coasts.iter().position(is_coast) {
        return Some(of_coast(chart, CoastNo(place as u8)));
    }
    let port = chart.ports.iter().find(|port| port.name.to_uppercase() == topic)?;
    Some(of_port(chart, port))
}

fn of_kind(kind: Kind, code: &str) -> String {
    let row = kind.row();
    let waters = if kind.is_river() {
        "coastal waters and rivers, never sea areas"
    } else {
        "sea areas, coastal waters and rivers"
    };
    let guns = match row.bombards {
        0 => "no guns".to_owned(),
        guns => format!("strength {} in battle, {guns} against the land", row.strength),
    };
    let crew = match row.crew {
        0 => "a sailor for ten men of capacity".to_owned(),
        crew => format!("a crew of {crew}"),
    };
    let sails = if row.fast {
        "steams, whatever the wind"
    } else {
        "sails, and not against the wind, unless she is fast"
    };
    let says = format!(
        "{code}, {}: {guns}; a point of damage takes {} of strength; hull {WRECK} sinks her; {crew}; {} stores. She goes to {waters}, as \
         narrow as {}; she {sails}.",
        row.name,
        row.toughness,
        row.stores,
        row.narrowest.words()
    );
    wrapped(&says, 0)
}

fn of_sea(chart: &Chart, place: usize) -> String {
    let sea = &chart.seas[place];
    let beside: Vec<&str> = sea.beside.iter().map(|row| chart.sea(row.1).code.as_str()).collect();
    let off = |number: &usize| {
        chart.seas_off(CoastNo(*number as u8)).iter().any(|row| usize::from(row.0.0) == place)
    };
    let coasts: Vec<&str> =
        (0..chart.coasts.len()).filter(off).map(|number| chart.coasts[number].code.as_str()).collect();
    let coasts = if coasts.is_empty() { "none".to_owned() } else { coasts.join(" ") };
    format!("{}, {}: beside {}.\n    Coastal waters: {coasts}.\n", sea.code, sea.name, beside.join(" "))
}

fn of_coast(chart: &Chart, number: CoastNo) -> String {
    let coast = chart.coast(number);
    let seas: Vec<&str> = chart.seas_off(number).iter().map(|row| chart.sea(row.0).code.as_str()).collect();
    let seas = if seas.is_empty() { "no sea area".to_owned() } else { seas.join(" and ") };
    let through =
        coast.through.map_or_else(String::new, |through| format!(" by way of {}", chart.coast(through).code));
    let inlets: Vec<String> = chart.inlets(number).into_iter().map(|inlet| chart.label(inlet)).collect();
    format!(
        "{}, {} coastal waters: connected to {seas}{through}.\n    Harbors and river mouths: {}.\n",
        coast.code,
        coast.name,
        inlets.join("; ")
    )
}

fn of_port(chart: &Chart, port: &Port) -> String {
    let name = &port.name;
    match port.coast() {
        Some(coast) => {
            format!("{name} is an ocean port: HARBOR {name} goes there.\n{}", of_coast(chart, coast))
        }
        None => format!("{name} is a river port: RIVER {name} goes there.\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_waters_and_ports_are_told() {
        let of = |topic| of_game(topic).unwrap_or_default();
        assert!(of("IC").starts_with("IC, ironclad: strength 135"), "{}", of("IC"));
        assert_eq!(of("IC"), of("IRONCLADS"));
        assert!(of("LCHE").contains("Hampton"), "{}", of("LCHE"));
        assert!(of("HAMPTON").contains("LCHE"), "{}", of("HAMPTON"));
        assert!(of("MAC").contains("LCHE"), "{}", of("MAC"));
        assert!(of("RICHMOND").contains("RIVER Richmond"), "{}", of("RICHMOND"));
        assert_eq!(of_game("MARCH"), None);
        assert!(RULES.iter().any(|rule| rule.number == "WISC 9.2"));
    }
}

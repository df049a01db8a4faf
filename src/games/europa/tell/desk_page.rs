//! The page on which orders are composed: the map, the power's own stacks, and the letter that comes of it. One file, which asks no
//! network for anything (assets/europa/desk.html).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fieldpost_engine::piece::Piece;
use fieldpost_print::desk_page::Inline;
use fieldpost_print::heading::Heading;
use fieldpost_print::shop::DeskKit;
use serde_json::{Value, json};

use super::Eye;
use crate::map::{Owner, Place};
use crate::position::{Campaign, Kind, Posture, Stack};
use crate::round::{allowance, cost};

const PAGE: &str = include_str!("../../../../assets/europa/desk.html");
/// The look of all desk pages.
const STYLE: &str = include_str!("../../../../assets/desk/desk.css");
/// What the land's page has too: what may be done in it, the heading, the panel with the letter.
const HEAD: &str = include_str!("../../../../assets/desk/head.html");
const HEADER: &str = include_str!("../../../../assets/desk/header.html");
const LETTER: &str = include_str!("../../../../assets/desk/letter.html");
/// The page's own script behind what it shares with the land's page.
const SCRIPTS: [&str; 4] = [
    include_str!("../../../../assets/desk/dom.js"),
    include_str!("../../../../assets/desk/letter.js"),
    include_str!("../../../../assets/desk/rows.js"),
    include_str!("../../../../assets/europa/desk.js"),
];

impl Eye<'_> {
    /// The page; `map` is the map as SVG. `None` for who has no stacks.
    pub fn desk_page(&self, heading: &Heading, kit: &DeskKit, map: &str) -> Option<String> {
        let own: Vec<(&Piece, &Stack)> = self
            .position
            .stacks
            .iter()
            .filter(|(_, stack)| self.power.is_some() && self.is_own(stack))
            .collect();
        if own.is_empty() {
            return None;
        }
        let table = &self.scenario.world.tables.movement;
        let stack = |(id, stack): &(&Piece, &Stack)| {
            json!({
                "id": id, "at": stack.at, "name": self.map().name(&stack.at), "strength": self.strength(id, stack),
                "most": allowance(Stack::kind(id), table), "may": may(id, stack), "sails": sails(id),
            })
        };
        let power = self.power.and_then(|power| self.position.powers.get(power));
        let treasury = power.map(|power| power.treasury);
        let powers: Vec<(&Owner, &str)> =
            self.position.powers.iter().map(|(id, power)| (id, power.name.as_str())).collect();
        let prices = &self.scenario.world.tables.campaign;
        let campaigns: Vec<(&str, i64)> =
            Campaign::ALL.iter().map(|one| (one.words(), cost(prices, *one).cost)).collect();
        let at: BTreeMap<&Piece, &Place> =
            self.position.stacks.iter().map(|(id, stack)| (id, &stack.at)).collect();
        let data = json!({
            "game": heading.game, "title": heading.title, "turn": self.position.deadline, "player": heading.player,
            "power": power.map(|power| &power.name), "powers": powers, "deadline": heading.deadline_words(), "address": kit.address, "treasury": treasury, "campaigns": campaigns, "at": at,
            "stacks": own.iter().map(stack).collect::<Vec<_>>(),
            "places": self.places(),
            "forms": kit.forms,
        });
        // Nothing in the data may end the script.
        Some(page(map, &data.to_string().replace('<', "\\u003c")))
    }

    /// What lies beside each place and what it costs the power to go there, by frozen control (rule B1).
    fn places(&self) -> BTreeMap<&Place, Value> {
        let map = self.map();
        let provinces = map.provinces.iter().map(|(id, province)| {
            let mut beside: BTreeMap<&Place, u32> =
                map.beside(id).filter_map(|to| Some((to, self.cost(id, to)?))).collect();
            beside.extend(province.coast.iter().map(|sea| (sea, 2)));
            (id, json!({ "name": province.name, "is_sea": false, "beside": beside }))
        });
        let seas = map.seas.iter().map(|(id, sea)| {
            let mut beside: BTreeMap<&Place, u32> = sea.next.iter().map(|next| (next, 1)).collect();
            beside
                .extend(map.provinces.keys().filter(|place| map.is_coast(place, id)).map(|place| (place, 1)));
            (id, json!({ "name": sea.name, "is_sea": true, "beside": beside }))
        });
        provinces.chain(seas).collect()
    }
}

/// What of every page a browser may run and wear.
pub(crate) fn own() -> &'static Inline {
    static OWN: LazyLock<Inline> = LazyLock::new(|| Inline::of(&page("", "")));
    &OWN
}

/// The page of its parts, cut at their marks: nothing in one part can stand for another.
fn page(map: &str, data: &str) -> String {
    let part = |piece: &str| match piece {
        "style" => STYLE.to_owned(),
        "head" => HEAD.to_owned(),
        "header" => HEADER.to_owned(),
        "letter" => LETTER.to_owned(),
        "map" => map.to_owned(),
        "data" => data.to_owned(),
        "script" => SCRIPTS.concat(),
        other => other.to_owned(),
    };
    PAGE.split("@@").map(part).collect()
}

/// Whether a piece goes by sea on its own.
fn sails(id: &Piece) -> bool {
    matches!(Stack::kind(id), Kind::Fleet | Kind::Privateer)
}

/// Lines that a button writes: what a stack of its kind can be told in a word.
fn may(id: &Piece, stack: &Stack) -> &'static [&'static str] {
    match Stack::kind(id) {
        Kind::Land if stack.posture == Posture::Fortress => &["SORTIE", "HOLD"],
        Kind::Land => {
            &["SIEGE", "ASSAULT 1", "INTERCEPT", "RETREAT BEFORE COMBAT", "SUPPRESS REVOLT", "HOLD"]
        }
        Kind::Fleet => &["ATTACK", "INTERCEPT", "PURSUE AND BLOCKADE", "HUNT PRIVATEERS", "HOLD"],
        Kind::Privateer | Kind::Leader => &["HOLD"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_holds_the_map_and_the_powers_own_stacks_alone() {
        let text = crate::EUROPA.scenarios[0].1;
        let scenario =
            crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
        let power = Owner::from("FRA");
        let eye = Eye { scenario: &scenario, position: &scenario.position, power: Some(&power) };
        let heading = Heading { game: "italy".into(), player: "</script>".into(), ..Heading::default() };
        let kit = DeskKit { address: "war@x.org".into(), forms: Vec::new() };
        let page = eye.desk_page(&heading, &kit, "<svg id=\"m\"></svg>").unwrap();
        assert!(
            page.contains("<svg id=\"m\">")
                && page.contains("\"id\":\"FR-1\"")
                && !page.contains("\"id\":\"SP-1\"")
        );
        assert!(!page.contains("</script>\"") && page.contains("\\u003c/script>"));
        assert!(page.contains("\"piedmont\":2"), "Dauphine to Piedmont is two points");
        assert!(
            page.contains("[\"MAJOR\",50]") && page.contains("\"treasury\":300"),
            "prices and the treasury"
        );
        let (_, script) = page.split_once("<script>").unwrap();
        assert_eq!(script.matches("</script").count(), 1, "no part of the script ends it");
        assert!(Eye { power: None, ..eye }.desk_page(&heading, &kit, "").is_none());
    }
}
